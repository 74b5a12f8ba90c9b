// SPDX-License-Identifier: MIT
/*
 * Fill in a sheet that a platform gave out. Only the cells of one row change;
 * the rest of the file, down to its line ends, is what it was.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "file.h"
#include "report.h"
#include "sheet.h"
#include "text.h"

enum {
	MAX_SHEET = 64 << 20,
	MAX_EDITS = RUBRIC_LABS + 1,
};

struct edit {
	struct csv_cell cell;
	char *value;
};

struct sheet {
	const struct grading *g;
	const char *who;
	char *text;
	const char *rows; /* after the header */
	struct csv_row header;
	struct csv_row row; /* the student's */
	struct edit edits[MAX_EDITS];
	size_t edit_count;
	char **why;
};

__attribute__((format(printf, 3, 4))) static int complain(
	struct sheet *s, int error, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	if (vasprintf(s->why, fmt, args) < 0)
		*s->why = NULL;
	va_end(args);
	return error;
}

/* The column called @name, or by it and more after a blank; -1: none. */
static int column(const struct sheet *s, const char *name, bool with_more)
{
	size_t n = strlen(name), i;

	for (i = 0; i < s->header.count; i++) {
		char *value = csv_value(&s->header.cells[i]);
		bool same = !strncasecmp(value, name, n) &&
			    (!value[n] || (with_more && value[n] == ' '));

		free(value);
		if (same)
			return (int)i;
	}
	return -1;
}

static bool cell_is(const struct csv_row *row, int at, const char *text)
{
	bool same;
	char *value;

	if (at < 0 || (size_t)at >= row->count || !*text)
		return false;
	value = csv_value(&row->cells[at]);
	same = !strcasecmp(value, text);
	free(value);
	return same;
}

static bool is_participant(const struct sheet *s, const struct csv_row *row)
{
	char name[64];
	const char *number;
	size_t digits = sheet_participant(s->who, &number);

	if (digits)
		snprintf(name, sizeof(name), "Participant %.*s", (int)digits,
			number);
	else
		snprintf(name, sizeof(name), "Participant %s", s->who);
	return cell_is(row, column(s, "Identifier", false), name);
}

static bool is_student(const struct sheet *s, const struct csv_row *row)
{
	static const char *const keys[] = {"Identifier", "Email address",
		"Full name", "ID number", "Username", "SIS Login ID",
		"SIS User ID", "ID", "Student"};
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (cell_is(row, column(s, keys[i], false), s->who))
			return true;
	return is_participant(s, row);
}

static int find_student(struct sheet *s)
{
	const char *at = s->rows;
	struct csv_row row;
	int found = 0;

	while (*at) {
		at = csv_read(at, &row);
		if (!at)
			return complain(s, -EINVAL, "a quote is not closed");
		if (!is_student(s, &row))
			continue;
		s->row = row;
		found++;
	}
	if (found == 1)
		return 0;
	return complain(s, found ? -EEXIST : -ENOENT, "%s student is \"%s\"",
		found ? "more than one" : "no", s->who);
}

static int set_cell(struct sheet *s, int at, const char *value)
{
	if ((size_t)at >= s->row.count)
		return complain(
			s, -EINVAL, "the row of \"%s\" is too short", s->who);
	s->edits[s->edit_count].cell = s->row.cells[at];
	s->edits[s->edit_count++].value = text_must(strdup(value));
	return 0;
}

static int set_score(struct sheet *s, int at, struct summary sum)
{
	char score[16];

	if (!sheet_final(sum))
		return complain(s, -EAGAIN,
			"the score of \"%s\" is not final: %d tests could not "
			"run, %d were not judged",
			s->who, sum.skipped, sum.pending);
	snprintf(score, sizeof(score), "%d", sum.score);
	return set_cell(s, at, score);
}

static int fill_canvas(struct sheet *s)
{
	size_t i;
	int error = 0;

	for (i = 0; i < s->g->lab_count && !error; i++) {
		const struct lab_result *lab = &s->g->labs[i];
		char name[16];
		int at;

		snprintf(name, sizeof(name), "Lab %d", lab->rubric->number);
		at = column(s, name, true);
		if (at < 0)
			return complain(
				s, -ENOENT, "no column is called \"%s\"", name);
		error = set_score(s, at, summarise(lab, NULL, SUMMARY_ALL));
	}
	return error;
}

/* Marks out of ten where the sheet wants a hundred would be a lie. */
static int check_maximum(struct sheet *s, int max)
{
	int at = column(s, "Maximum Grade", false);
	char *value;
	double said;

	if (at < 0 || (size_t)at >= s->row.count)
		return 0;
	value = csv_value(&s->row.cells[at]);
	said = strtod(value, NULL);
	free(value);
	if (said == max)
		return 0;
	return complain(s, -EINVAL,
		"the most one can get is %g in the sheet and %d here", said,
		max);
}

static int fill_moodle(struct sheet *s)
{
	struct summary all = summarise_all(s->g, SUMMARY_ALL);
	int feedback = column(s, "Feedback comments", false);
	int error = check_maximum(s, all.max);
	char *comment;

	if (!error)
		error = set_score(s, column(s, "Grade", false), all);
	if (error || feedback < 0)
		return error;
	comment = sheet_comment(s->g);
	error = set_cell(s, feedback, comment);
	free(comment);
	return error;
}

static int by_place(const void *a, const void *b)
{
	const struct edit *x = a, *y = b;

	return (x->cell.at > y->cell.at) - (x->cell.at < y->cell.at);
}

static void put_sheet(FILE *out, struct sheet *s)
{
	const char *at = s->text;
	size_t i;

	qsort(s->edits, s->edit_count, sizeof(*s->edits), by_place);
	for (i = 0; i < s->edit_count; i++) {
		const struct csv_cell *cell = &s->edits[i].cell;

		fwrite(at, 1, (size_t)(cell->at - at), out);
		csv_put(out, s->edits[i].value);
		at = cell->at + cell->size;
	}
	fputs(at, out);
}

static int fill(struct sheet *s)
{
	static const char mark[] = "\xef\xbb\xbf"; /* some begin with it */
	bool marked = !strncmp(s->text, mark, 3);
	bool moodle, canvas;
	int error;

	s->rows = csv_read(s->text + (marked ? 3 : 0), &s->header);
	if (!s->rows)
		return complain(s, -EINVAL, "its header makes no sense");
	moodle = column(s, "Identifier", false) >= 0 &&
		 column(s, "Grade", false) >= 0;
	canvas = column(s, "Student", false) >= 0 &&
		 column(s, "ID", false) >= 0;
	if (moodle == canvas)
		return complain(s, -EINVAL,
			"it is neither a worksheet of Moodle nor a gradebook "
			"of Canvas");
	error = find_student(s);
	if (error)
		return error;
	return moodle ? fill_moodle(s) : fill_canvas(s);
}

static int save(struct sheet *s, const char *path)
{
	struct new_file file;
	int error = file_begin(&file, path, s->why);

	if (error)
		return error;
	put_sheet(file.out, s);
	return file_end(&file, 0, s->why);
}

/* Say which file it is about: "grades.csv: no student is ..." */
static void name_file(char **why, const char *path)
{
	char *sentence;

	if (asprintf(&sentence, "%s: %s", path, *why ? *why : "") < 0)
		return;
	free(*why);
	*why = sentence;
}

int report_fill_sheet(
	const struct grading *g, const char *path, const char *who, char **why)
{
	struct sheet *s = text_must(calloc(1, sizeof(*s)));
	size_t size, i;
	int error;

	*why = NULL;
	s->g = g;
	s->who = who ? who : sheet_student(g);
	s->why = why;
	error = file_load(path, MAX_SHEET, &s->text, &size);
	if (error)
		complain(s, error, "%s", strerror(-error));
	else if (strlen(s->text) != size)
		error = complain(s, -EINVAL, "it is no text");
	else
		error = fill(s);
	if (error)
		name_file(why, path);
	else
		error = save(s, path);
	for (i = 0; i < s->edit_count; i++)
		free(s->edits[i].value);
	free(s->text);
	free(s);
	return error;
}
