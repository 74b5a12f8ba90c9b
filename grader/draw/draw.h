/* SPDX-License-Identifier: MIT */
/*
 * Draw what a trace tells.
 *
 * The rules of this interface:
 * - The same run gives the same drawing, byte for byte: no address, no thread
 *   id and no time of day is in it. The timeline is ordered by what happened
 *   before what; how long it took is in the Chrome export.
 * - Colour is never the only bearer of meaning: shapes, line styles and words
 *   say the same.
 * - Names in a trace are the student's: they break neither DOT nor SVG nor the
 *   page around it, and no drawing holds a link or a script.
 */
#ifndef GRADER_DRAW_H
#define GRADER_DRAW_H

#include <stdbool.h>
#include <stdio.h>

#include "trace.h"

enum draw_kind {
	DRAW_AWAIT,    /* tasks, who awaits whom, by executor or thread */
	DRAW_TIMELINE, /* a lane for each thread, arrows for hand-offs */
	DRAW_WAITS,    /* who waits for what when the trace ends */
	DRAW_DIFF,     /* the run against another, usually the reference's */
};

/*
 * Where layouts are remembered: to lay a graph out takes longer than all else,
 * and the same run gives the same graph. Both are called with the engine's name
 * and the DOT text.
 */
struct draw_memory {
	/* What keep() was given for them, for free(); NULL: not known. */
	char *(*recall)(void *arg, const char *engine, const char *dot);
	void (*keep)(void *arg, const char *engine, const char *dot,
		const char *svg);
	void *arg;
};

struct draw_options {
	const char
		*prefix;   /* of all ids in the SVG: letters, digits, - and _ */
	int max_nodes;     /* fold or leave out beyond; 0: the default */
	int first;         /* slices of a timeline to draw; 0: no limit */
	int time_limit_ms; /* for the layout; 0: the default */
	bool standalone;   /* a file of its own, not part of a page */
	const struct draw_memory *memory; /* NULL: none */
};

/*
 * Draw @t as DOT and, when @svg is not NULL, as SVG.
 *
 * @other is the run to compare with for DRAW_DIFF (what should have happened;
 * @t is what did), else NULL. @opt may be NULL.
 *
 * Ownership: *@dot, *@svg and *@why are for free(). Each is written, with NULL
 *            when there is none.
 * Context:   one thread at a time: libcgraph has state of its own. Starts a
 *            child process for the layout and waits for it.
 * Returns:   0; -ETIMEDOUT when the layout took too long, -EIO when it failed:
 *            then *@dot is there and *@svg is not; -ENOMEM. *@why says what
 *            went wrong in a sentence.
 */
int draw_graph(const struct trace *t, const struct trace *other,
	enum draw_kind kind, const struct draw_options *opt, char **dot,
	char **svg, char **why);

enum draw_schedule_kind {
	DRAW_SCHEDULE_TIMELINE, /* every step, a lane for each thread */
	DRAW_SCHEDULE_WAITS,    /* who waits for what when nobody can run */
};

/*
 * Draw the failing schedule that the explorer reports in @json, the line that
 * its --result writes. Files and lines are shown as they stand there: what
 * must not be seen is taken out before.
 *
 * What draw_graph() says holds here too. Returns also -EINVAL when @json is no
 * result of the explorer or is not one of a failure.
 */
int draw_schedule(const char *json, enum draw_schedule_kind kind,
	const struct draw_options *opt, char **dot, char **svg, char **why);

/*
 * The failure in the file at @path, or its first result when it has none, for
 * free(). NULL when that is no file of JSON: then it may be a trace.
 */
char *draw_schedule_load(const char *path);

/*
 * Write @t as Chrome trace JSON, for ui.perfetto.dev or chrome://tracing.
 *
 * Returns: 0; -ENOMEM; -EIO when @out takes no more.
 */
int draw_chrome(const struct trace *t, FILE *out);

/*
 * `grade graph TRACE --kind await|timeline|waits|diff [--with OTHER]
 * [--format svg|dot|chrome|text] [-o FILE]`. argv[0] is "graph". In place of
 * TRACE it takes a failure that the explorer reports, with --kind timeline or
 * waits.
 *
 * Returns: the exit status: 0; 2: usage, 3: the environment is at fault.
 */
int grade_graph_main(int argc, char **argv);

#endif
