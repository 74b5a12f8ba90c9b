/* SPDX-License-Identifier: MIT */
/*
 * Write a grading down: as a page for people and in the formats that course
 * platforms read. Results.json is the core's; everything here is from the same
 * data.
 *
 * The rules of this interface:
 * - A writer only reads the grading and may be called at any moment: tests
 *   that are not judged yet are shown as pending, never as passed.
 * - Nothing a student wrote is markup: every writer escapes what its format
 *   needs, replaces what is not UTF-8, drops control characters and spells out
 *   characters that turn the direction of text.
 * - A file appears whole or not at all, and an older one stays until then.
 * - What a machine could not test (skipped) is neither passed nor lost: every
 *   format says so in words.
 */
#ifndef GRADER_REPORT_H
#define GRADER_REPORT_H

#include <stdio.h>

#include "../grade/result.h"

/*
 * Write index.html into the folder @dir. The graphs and traces that the
 * results name are looked for there; graphs become part of the page.
 *
 * @tree is the folder that holds lab1-task/ and so on, for links to the
 * handouts; NULL: the handout is named and not linked.
 *
 * Ownership: *@why is for free(), and NULL on success.
 * Returns:   0; -errno, and then *@why says it in a sentence and the page that
 *            was there before is unchanged.
 */
int report_write_html(
	const struct grading *g, const char *dir, const char *tree, char **why);

/*
 * The same, for a program that stands in the tree: what goes wrong is said on
 * stderr. @dir NULL: no report is wanted.
 */
int report_write(const struct grading *g, const char *dir);

/*
 * Each of these writes the whole of a format to @out and flushes it.
 *
 * Returns: 0; -errno of the write that failed.
 */
typedef int report_writer(const struct grading *g, FILE *out);

report_writer report_write_junit;
report_writer report_write_tap;

/*
 * Gradescope. Every test is "visible", also those whose source is hidden: a
 * platform that hides one test hides the total as well, and a grading holds
 * nothing that a student must not see. Hidden ones are tagged "hidden" and say
 * so in their name.
 */
report_writer report_write_gradescope;

/* GitHub Classroom: a line for $GITHUB_OUTPUT, result=BASE64. */
report_writer report_write_classroom;

/* Autolab: one line, the last that its parser reads. */
report_writer report_write_autolab;

/*
 * Sheets with one row, for platforms that import them. The student is the last
 * part of the submission's path. For a whole class, fill in the sheet that the
 * platform gave you: report_fill_sheet().
 */
report_writer report_write_canvas;
report_writer report_write_moodle;

struct report_format {
	const char *name; /* of --format */
	const char *file; /* what a file of it is called */
	const char *what; /* for --help */
	report_writer *write;
};

/* Ended by {0}. */
extern const struct report_format report_formats[];

/* The format called @name, or NULL. */
const struct report_format *report_format(const char *name);

/*
 * Write @format into the file @path.
 *
 * Ownership and returns: as report_write_html().
 */
int report_save(const struct grading *g, const struct report_format *format,
	const char *path, char **why);

/*
 * Fill in the row of student @who in a sheet downloaded from Canvas or Moodle,
 * in place; every other cell keeps its bytes. Which of the two it is, the
 * header tells. @who is matched with the id, login, e-mail, name or participant
 * number, or is a folder name of Moodle's "NAME_NUMBER_assignsubmission_file";
 * NULL: the last part of the submission's path.
 *
 * Ownership: as report_write_html().
 * Returns:   0; -errno; -ENOENT when no row or no column fits, -EEXIST when
 *            more than one row does, -EINVAL when it is no such sheet or
 *            counts to another maximum, -EAGAIN when the score is not final
 *            (tests were skipped or not judged). The file is then unchanged.
 */
int report_fill_sheet(
	const struct grading *g, const char *path, const char *who, char **why);

#endif
