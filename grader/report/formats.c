// SPDX-License-Identifier: MIT
#include <string.h>

#include "file.h"
#include "json.h"
#include "report.h"
#include "summary.h"

const struct report_format report_formats[] = {
	{"junit", "junit.xml", "JUnit XML", report_write_junit},
	{"tap", "results.tap", "TAP 14", report_write_tap},
	{"gradescope", "gradescope.json", "Gradescope",
		report_write_gradescope},
	{"classroom", "classroom.txt", "GitHub Classroom, for $GITHUB_OUTPUT",
		report_write_classroom},
	{"autolab", "autolab.json", "Autolab, the last line of its output",
		report_write_autolab},
	{"canvas", "canvas.csv", "Canvas, a sheet with one row",
		report_write_canvas},
	{"moodle", "moodle.csv", "Moodle, a sheet with one row",
		report_write_moodle},
	{0},
};

const struct report_format *report_format(const char *name)
{
	const struct report_format *f;

	for (f = report_formats; f->name; f++)
		if (!strcmp(f->name, name))
			return f;
	return NULL;
}

int report_save(const struct grading *g, const struct report_format *format,
	const char *path, char **why)
{
	struct new_file file;
	int error = file_begin(&file, path, why);

	if (error)
		return error;
	return file_end(&file, format->write(g, file.out), why);
}

int report_write_autolab(const struct grading *g, FILE *out)
{
	json_t *root = json_object(), *scores = json_object();
	json_t *board = json_array();
	char name[16];
	size_t i;

	for (i = 0; i < g->lab_count; i++) {
		const struct lab_result *lab = &g->labs[i];
		int score = summarise(lab, NULL, SUMMARY_ALL).score;

		snprintf(name, sizeof(name), "lab%d", lab->rubric->number);
		json_set(scores, name, json_integer(score));
		json_add(board, json_integer(score));
	}
	json_set(root, "scores", scores);
	json_set(root, "scoreboard", board);
	return json_finish(root, out, JSON_COMPACT);
}
