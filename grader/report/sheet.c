// SPDX-License-Identifier: MIT
/*
 * Sheets for Canvas and Moodle. A score that is not final, because a test was
 * skipped or not judged, is left out: an empty cell changes nothing there.
 */
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "report.h"
#include "sheet.h"
#include "summary.h"
#include "text.h"

const char *sheet_student(const struct grading *g)
{
	const char *slash = strrchr(g->submission, '/');

	return slash && slash[1] ? slash + 1 : g->submission;
}

/* "Ada Lovelace_4711_assignsubmission_file": the number is what counts. */
size_t sheet_participant(const char *who, const char **number)
{
	const char *tail = strstr(who, "_assignsubmission");
	const char *at = tail;

	while (at && at > who && at[-1] >= '0' && at[-1] <= '9')
		at--;
	*number = at;
	if (!at || at == tail || at == who || at[-1] != '_')
		return 0;
	return (size_t)(tail - at);
}

bool sheet_final(struct summary s)
{
	return s.tests && !s.skipped && !s.pending;
}

static void put_score(FILE *out, struct summary s)
{
	if (sheet_final(s))
		fprintf(out, "%d", s.score);
}

int report_write_canvas(const struct grading *g, FILE *out)
{
	size_t i;

	fputs("Student,ID,SIS Login ID,Section", out);
	for (i = 0; i < g->lab_count; i++)
		fprintf(out, ",Lab %d", g->labs[i].rubric->number);
	fputs("\nPoints Possible,,,", out);
	for (i = 0; i < g->lab_count; i++)
		fprintf(out, ",%d",
			summarise(&g->labs[i], NULL, SUMMARY_ALL).max);
	fputc('\n', out);
	csv_put(out, sheet_student(g));
	fputs(",,", out);
	csv_put(out, sheet_student(g));
	fputc(',', out);
	for (i = 0; i < g->lab_count; i++) {
		fputc(',', out);
		put_score(out, summarise(&g->labs[i], NULL, SUMMARY_ALL));
	}
	fputc('\n', out);
	return text_finish(out);
}

char *sheet_comment(const struct grading *g)
{
	struct text text;

	text_open(&text);
	put_headline(text.out, g);
	if (summarise_all(g, SUMMARY_ALL).skipped)
		fputc(' ', text.out);
	put_skipped(text.out, g);
	return text_close(&text);
}

int report_write_moodle(const struct grading *g, FILE *out)
{
	struct summary all = summarise_all(g, SUMMARY_ALL);
	char *comment = sheet_comment(g);
	const char *number;
	size_t digits = sheet_participant(sheet_student(g), &number);

	fputs("Identifier,Grade,Maximum Grade,Feedback comments\n", out);
	if (digits)
		fprintf(out, "Participant %.*s", (int)digits, number);
	else
		csv_put(out, sheet_student(g));
	fputc(',', out);
	put_score(out, all);
	fprintf(out, ",%d,", all.max);
	csv_put(out, comment);
	fputc('\n', out);
	free(comment);
	return text_finish(out);
}
