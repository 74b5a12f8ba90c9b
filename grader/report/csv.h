/* SPDX-License-Identifier: MIT */
/*
 * Comma-separated values (RFC 4180), read so that single cells can be replaced
 * and all other bytes stay as they are.
 */
#ifndef REPORT_CSV_H
#define REPORT_CSV_H

#include <stddef.h>
#include <stdio.h>

enum {
	CSV_COLUMNS = 256,
};

struct csv_cell {
	const char *at; /* in the text, with its quotes */
	size_t size;
};

struct csv_row {
	struct csv_cell cells[CSV_COLUMNS];
	size_t count;
};

/*
 * Read the row at @at.
 *
 * Returns: where the next one begins, at the NUL after the last; NULL when a
 *          quote is never closed or there are too many cells.
 */
const char *csv_read(const char *at, struct csv_row *row);

/* What a cell says, without quotes and blanks around it, for free(). */
char *csv_value(const struct csv_cell *cell);

/*
 * Write @text as a cell: filtered, quoted where need be, and with ' before
 * what a spreadsheet would take for a formula.
 */
void csv_put(FILE *out, const char *text);

#endif
