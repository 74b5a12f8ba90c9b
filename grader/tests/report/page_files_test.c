// SPDX-License-Identifier: MIT
/* The page and the files around it: written whole, read with care, linked. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report_test.h"

TEST page_into_no_folder_is_a_clear_error(void)
{
	struct grading *g = fixture_passed();
	char *why;
	int error = report_write_html(g, "/nowhere/at/all", NULL, &why);

	ASSERT_EQ_FMT(-ENOENT, error, "%d");
	ASSERT_STR_EQ("cannot write /nowhere/at/all/index.html: No such file "
		      "or directory",
		why);
	free(why);
	grading_free(g);
	PASS();
}

/* No more than 2,000 bytes fit, as on a disk that is nearly full. */
static int write_with_little_room(
	const struct grading *g, const char *dir, char **why)
{
	struct rlimit old, little;
	int error;

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &old);
	little = old;
	little.rlim_cur = 2000;
	setrlimit(RLIMIT_FSIZE, &little);
	error = report_write_html(g, dir, NULL, why);
	setrlimit(RLIMIT_FSIZE, &old);
	signal(SIGXFSZ, SIG_DFL);
	return error;
}

TEST page_that_does_not_fit_leaves_the_old_one(void)
{
	struct grading *g = fixture_passed();
	const char *dir = scratch_begin();
	char *why, *page;
	int error;

	scratch_write("index.html", "the old one");
	error = write_with_little_room(g, dir, &why);
	page = scratch_read("index.html");
	ASSERT_EQ_FMT(-EFBIG, error, "%d");
	ASSERT(strstr(why, "index.html: File too large"));
	ASSERT_STR_EQ("the old one", page);
	ASSERT_EQ_FMT(1, scratch_count(), "%d");
	free(page);
	free(why);
	scratch_end();
	grading_free(g);
	PASS();
}

TEST page_of_broken_drawings_says_so(void)
{
	struct grading *g = fixture_passed();
	const char *dir = scratch_begin();
	char *page, *why, name[512];
	int error;

	scratch_write("broken.svg", "<svg><g></svg>");
	snprintf(name, sizeof(name), "%s/link.svg", dir);
	ASSERT_EQ(0, symlink("/etc/passwd", name));
	snprintf(name, sizeof(name), "%s/pipe.svg", dir);
	ASSERT_EQ(0, mkfifo(name, 0600));
	g->labs[0].tests[0].graph = "broken.svg";
	g->labs[0].tests[1].graph = "link.svg";
	g->labs[0].tests[2].graph = "pipe.svg";
	g->labs[0].tests[3].graph = "missing.svg";
	error = report_write_html(g, dir, NULL, &why);
	page = scratch_read("index.html");
	ASSERT_EQ_FMT(0, error, "%d");
	ASSERT(strstr(page, "broken.svg cannot be shown: it is not well-f"));
	ASSERT(strstr(page, "link.svg cannot be shown"));
	ASSERT(strstr(page, "pipe.svg cannot be shown"));
	ASSERT(strstr(page, "missing.svg cannot be shown: No such file"));
	free(page);
	free(why);
	scratch_end();
	grading_free(g);
	PASS();
}

TEST page_links_the_section_of_the_handout(void)
{
	struct grading *g = fixture_public();
	const char *dir = scratch_begin();
	char lab[512], readme[600], *why, *page;
	int error;

	snprintf(lab, sizeof(lab), "%s/lab1-task", dir);
	snprintf(readme, sizeof(readme), "%s/README.md", lab);
	ASSERT_EQ(0, mkdir(lab, 0777));
	scratch_write("lab1-task/README.md",
		"# Lab 1\n\nIn Part A.\n"
		"## Part AB\n## Part A: <Go> on\n");
	error = report_write_html(g, dir, dir, &why);
	page = scratch_read("index.html");
	remove(readme);
	scratch_end();
	ASSERT_EQ_FMT(0, error, "%d");
	ASSERT(strstr(page,
		"<a href=\"./lab1-task/README.md#part-a-go-on\">"
		"lab1-task/README.md, line 5: “Part A: &lt;Go&gt; on”</a>"));
	ASSERT(strstr(page, "README.md\">lab1-task/README.md, “Part B”</a>"));
	free(page);
	grading_free(g);
	PASS();
}

TEST page_links_only_traces_that_are_there(void)
{
	struct grading *g = fixture_passed();
	const char *dir = scratch_begin();
	char *why, *page;
	int error;

	scratch_write("a b.json", "{}");
	g->labs[0].tests[0].chrome = "a b.json";
	error = report_write_html(g, dir, NULL, &why);
	page = scratch_read("index.html");
	scratch_end();
	ASSERT_EQ_FMT(0, error, "%d");
	ASSERT_EQ_FMT(1, occurrences(page, "<a download href="), "%d");
	ASSERT(strstr(page, "<a download href=\"a%20b.json\">"));
	free(page);
	grading_free(g);
	PASS();
}

SUITE(page_files_suite)
{
	RUN_TEST(page_into_no_folder_is_a_clear_error);
	RUN_TEST(page_that_does_not_fit_leaves_the_old_one);
	RUN_TEST(page_of_broken_drawings_says_so);
	RUN_TEST(page_links_the_section_of_the_handout);
	RUN_TEST(page_links_only_traces_that_are_there);
}
