// SPDX-License-Identifier: MIT
/*
 * Write the page of every grading of the fixture, for looking at in a browser:
 *
 *	write_pages FOLDER TREE
 *
 * makes FOLDER/passed/index.html and so on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "fixture.h"
#include "report/report.h"

static int write_page(
	const struct fixture_kind *kind, const char *folder, const char *tree)
{
	struct grading *g = kind->make();
	char dir[4096], *why;
	int error;

	snprintf(dir, sizeof(dir), "%s/%s", folder, kind->name);
	mkdir(dir, 0777);
	fixture_files(g, dir);
	error = report_write_html(g, dir, tree, &why);
	if (error)
		fprintf(stderr, "%s\n", why ? why : "out of memory");
	free(why);
	grading_free(g);
	return error;
}

int main(int argc, char **argv)
{
	const struct fixture_kind *kind;

	if (argc != 3) {
		fputs("usage: write_pages FOLDER TREE\n", stderr);
		return 2;
	}
	mkdir(argv[1], 0777);
	for (kind = fixture_kinds; kind->name; kind++)
		if (write_page(kind, argv[1], argv[2]))
			return 1;
	return 0;
}
