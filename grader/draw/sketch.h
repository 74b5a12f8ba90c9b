/* SPDX-License-Identifier: MIT */
/*
 * A graph under construction: what the drawings use of libcgraph.
 *
 * Every text that comes from a trace goes through sketch_put(): Graphviz gives
 * a meaning to backslashes and ampersands in labels and tooltips.
 */
#ifndef GRADER_DRAW_SKETCH_H
#define GRADER_DRAW_SKETCH_H

#include <graphviz/cgraph.h>

#include "draw.h"

struct sketch {
	Agraph_t *g;
	const char *prefix;
	int max_nodes;
	int first;                     /* of a timeline; 0: both ends of it */
	int nnodes, nedges, nclusters; /* also the next numbers */
};

/* How a node looks; each differs in shape or line, not only in colour. */
enum sketch_look {
	LOOK_DONE,
	LOOK_FAILED,
	LOOK_STOPPED, /* cancelled, killed, timed out */
	LOOK_WAITING,
	LOOK_RUNNING,
	LOOK_UNSTARTED,
	LOOK_LOCK,
	LOOK_TIMER,
	LOOK_SQE,
	LOOK_EXECUTOR,
	LOOK_THREAD,
	LOOK_UNKNOWN,
	LOOK_NOTE,
	LOOK_PLAIN, /* text alone */
};

enum sketch_line {
	LINE_AWAIT,
	LINE_START,
	LINE_POST,
	LINE_RETURN,
	LINE_HELD,
	LINE_FAULT, /* red and heavy */
	LINE_EXTRA,
	LINE_MISSING,
};

/* Start a graph; false when memory ran out. sketch_fini() ends it. */
bool sketch_init(struct sketch *s, const struct draw_options *opt);
void sketch_fini(struct sketch *s);

/* Set an attribute of the graph, a cluster, a node or an edge. */
void sketch_set(void *object, const char *name, const char *value);
void sketch_setf(void *object, const char *name, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Labels are written to a stream: FILE *out = sketch_text(&text), then
 * sketch_put() for what came from a trace and fputs() for our own words, where
 * "\\n" breaks a line and "\\l" breaks it and aligns it left. The functions
 * below take the text over; NULL, when memory ran out, is an empty label.
 */
FILE *sketch_text(char **text);
void sketch_put(FILE *out, const char *from_trace);
char *sketch_done(FILE *out, char **text);

/* A copy of our own words, as a label. */
char *sketch_words(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

Agraph_t *sketch_cluster(struct sketch *s, char *label);
Agnode_t *sketch_node(struct sketch *s, Agraph_t *in, enum sketch_look look,
	char *label, char *tooltip);
Agedge_t *sketch_edge(struct sketch *s, Agnode_t *from, Agnode_t *to,
	enum sketch_line line, char *label);

/* Mark a node as part of what is wrong. */
void sketch_blame(Agnode_t *node);

/* What stands under the drawing and explains it. */
void sketch_caption(struct sketch *s, char *label);

/* Instead of a caption: what stands over the drawing and sums it up. */
void sketch_headline(struct sketch *s, char *label);

/* The graph as DOT, for free(); NULL when memory ran out. */
char *sketch_dot(struct sketch *s);

/* How a task with this status looks. */
enum sketch_look sketch_look_of(enum trace_status status);

/* The drawings. Each fills @s. Returns 0 or -ENOMEM. */
int draw_await(struct sketch *s, const struct trace *t);
int draw_timeline(struct sketch *s, const struct trace *t);
int draw_waits(struct sketch *s, const struct trace *t);
int draw_diff(struct sketch *s, const struct trace *expected,
	const struct trace *actual);

/*
 * Write @s as DOT and, when @svg is not NULL, laid out with @engine as SVG.
 * "nop2" keeps the positions that the drawing has given. What draw_graph()
 * says of its results holds here.
 */
int draw_sketch(struct sketch *s, const char *engine,
	const struct draw_options *opt, char **dot, char **svg, char **why);

/*
 * Lay @dot out with @engine in a child process and return raw SVG in *@svg.
 * Returns what draw_graph() does.
 */
int draw_render(const char *dot, const char *engine, int time_limit_ms,
	char **svg, char **why);

/*
 * Make Graphviz's SVG fit for a page: no prologue, no links, ids that begin
 * with @prefix, ink in the colour of the text around it. NULL: no memory.
 */
char *draw_finish_svg(const char *raw, const char *prefix, bool standalone);

#endif
