/* SPDX-License-Identifier: MIT */
/* What the tests of the writers share. */
#ifndef REPORT_TESTS_H
#define REPORT_TESTS_H

#include <stdbool.h>
#include <stddef.h>

#include "fixture.h"
#include "greatest.h"
#include "report/report.h"

/* A fresh folder for a test; removed with all that is in it. */
const char *scratch_begin(void);
void scratch_end(void);

/* What @write makes of @g, for free(). */
char *written(report_writer *write, const struct grading *g);

/* The page of @g, written into a scratch folder, for free(). */
char *page_of(const struct grading *g);

/* The file @name of the scratch folder, for free(); NULL: there is none. */
char *scratch_read(const char *name);
void scratch_write(const char *name, const char *text);

/* How many files there are in it. */
int scratch_count(void);

/* How often @part occurs in @text. */
int occurrences(const char *text, const char *part);

/* Nothing but valid UTF-8 without control characters and turned text. */
bool is_clean(const char *text);

SUITE_EXTERN(text_suite);
SUITE_EXTERN(svg_suite);
SUITE_EXTERN(summary_suite);
SUITE_EXTERN(page_suite);
SUITE_EXTERN(page_files_suite);
SUITE_EXTERN(formats_suite);
SUITE_EXTERN(json_suite);
SUITE_EXTERN(sheet_suite);

#endif
