/* SPDX-License-Identifier: MIT */
/*
 * The parts of the page. Each writes to @p->out and cannot fail: what goes
 * wrong shows in the stream's error, which the caller looks at once.
 */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "summary.h"

struct page {
	FILE *out;
	const struct grading *g;
	const char *dir;  /* the report's folder */
	const char *tree; /* the folder of the labs; or NULL */
	char *to_tree;    /* the way there from @dir; or NULL */
	struct next next;
	unsigned drawings; /* so far: numbers the prefixes of their ids */
};

/* page_style.c: what is the same in every page. */
extern const char page_style[];
extern const char page_script[];

/* page_next.c: compile errors first, then the one thing to do next. */
void page_errors(struct page *p);
void page_next(struct page *p);

/* page_scores.c: points and tests, public and hidden apart. */
void page_scores(struct page *p);

/* page_notices.c: what a reader should know that is no test. */
void page_notices(struct page *p);
void page_facts(struct page *p);

/* page_lab.c: a lab's parts and its tests, each to unfold. */
void page_lab(struct page *p, const struct lab_result *lab);

/* page_test.c: what unfolds. */
void page_test(struct page *p, const struct lab_result *lab,
	const struct test_result *t);

/* page_run.c: what one run shows. */
void page_run(struct page *p, const struct run *r);

/* page_story.c: a schedule, a column for each thread. */
void page_story(struct page *p, const char *story);

/* page_link.c: everything that points out of the page. */
void page_anchor(struct page *p, const struct lab_result *lab,
	const struct test_result *t);
/* A name that may be broken after each underscore. */
void page_name(struct page *p, const char *name);
void page_handout(
	struct page *p, const struct lab_result *lab, const char *section);
void page_command(struct page *p, const char *command);
void page_trace_links(struct page *p, const struct test_result *t);
void page_graphs(struct page *p, const struct test_result *t);

/* "passed" as a badge: the word, a sign, and a colour. */
void page_badge(struct page *p, enum verdict v);

/* A heading and preformatted text, or nothing when there is none. */
void page_block(struct page *p, const char *heading, const char *text);

#endif
