// SPDX-License-Identifier: MIT
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/file.h"
#include "report/text.h"
#include "report_test.h"

static char folder[64];

const char *scratch_begin(void)
{
	strcpy(folder, "/tmp/report-test.XXXXXX");
	if (!mkdtemp(folder)) {
		perror(folder);
		exit(1);
	}
	return folder;
}

static int each_file(void (*act)(const char *path))
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	char path[512];
	int n = 0;

	while (dir && (entry = readdir(dir))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		if (act)
			act(path);
		n++;
	}
	if (dir)
		closedir(dir);
	return n;
}

static void remove_file(const char *path)
{
	remove(path);
}

int scratch_count(void)
{
	return each_file(NULL);
}

void scratch_end(void)
{
	each_file(remove_file);
	rmdir(folder);
}

char *scratch_read(const char *name)
{
	char *data;
	size_t size;

	return file_read(folder, name, 1 << 24, &data, &size) ? NULL : data;
}

void scratch_write(const char *name, const char *text)
{
	char path[512];
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	out = fopen(path, "w");
	if (!out || fputs(text, out) == EOF || fclose(out)) {
		perror(path);
		exit(1);
	}
}

char *written(report_writer *write, const struct grading *g)
{
	struct text text;
	char *string;
	int error;

	text_open(&text);
	error = write(g, text.out);
	string = text_close(&text);
	if (!error)
		return string;
	free(string);
	return NULL;
}

char *page_of(const struct grading *g)
{
	char *page, *why;
	int error;

	scratch_begin();
	fixture_files(g, folder);
	error = report_write_html(g, folder, ".", &why);
	page = error ? NULL : scratch_read("index.html");
	free(why);
	scratch_end();
	return page;
}

int occurrences(const char *text, const char *part)
{
	int n = 0;

	while ((text = strstr(text, part))) {
		text += strlen(part);
		n++;
	}
	return n;
}

bool is_clean(const char *text)
{
	char *clean = text_clean(text);
	bool same = !strcmp(clean, text);

	free(clean);
	return same;
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	struct greatest_report_t report;

	GREATEST_MAIN_BEGIN();
	RUN_SUITE(text_suite);
	RUN_SUITE(svg_suite);
	RUN_SUITE(summary_suite);
	RUN_SUITE(page_suite);
	RUN_SUITE(page_files_suite);
	RUN_SUITE(formats_suite);
	RUN_SUITE(json_suite);
	RUN_SUITE(sheet_suite);
	GREATEST_PRINT_REPORT();
	greatest_get_report(&report);
	printf("%u passed, %u failed\n", report.passed, report.failed);
	return report.failed || !report.passed;
}
