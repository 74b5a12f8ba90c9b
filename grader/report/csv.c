// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "text.h"

/* Where the cell at @at ends; NULL when its quote is never closed. */
static const char *end_of_cell(const char *at)
{
	if (*at == '"')
		for (;;) {
			at = strchr(at + 1, '"');
			if (!at)
				return NULL;
			if (at[1] != '"')
				break;
			at++;
		}
	return at + strcspn(at, ",\r\n");
}

const char *csv_read(const char *at, struct csv_row *row)
{
	const char *end;

	for (row->count = 0; row->count < CSV_COLUMNS;) {
		struct csv_cell *cell = &row->cells[row->count++];

		end = end_of_cell(at);
		if (!end)
			return NULL;
		cell->at = at;
		cell->size = (size_t)(end - at);
		if (*end != ',')
			return end + (*end == '\r') +
			       (end[*end == '\r'] == '\n');
		at = end + 1;
	}
	return NULL;
}

char *csv_value(const struct csv_cell *cell)
{
	char *value = text_must(malloc(cell->size + 1));
	int quoted = cell->size && *cell->at == '"';
	size_t i, n = 0;

	for (i = quoted; i < cell->size; i++) {
		if (quoted && cell->at[i] == '"' && cell->at[++i] != '"')
			break;
		if (n || cell->at[i] != ' ')
			value[n++] = cell->at[i];
	}
	while (n && value[n - 1] == ' ')
		n--;
	value[n] = '\0';
	return value;
}

void csv_put(FILE *out, const char *text)
{
	char *clean = text_clean(text);
	const char *at;

	if (!clean[strcspn(clean, ",\"\n\t =+-@")]) {
		fputs(clean, out);
		free(clean);
		return;
	}
	fputc('"', out);
	if (*clean && strchr("=+-@\t", *clean))
		fputc('\'', out);
	for (at = clean; *at; at++) {
		if (*at == '"')
			fputc('"', out);
		fputc(*at, out);
	}
	fputc('"', out);
	free(clean);
}
