// SPDX-License-Identifier: MIT
/*
 * Building graphs. Fills are translucent and ink is black, which svg.c
 * turns into the page's own colour: so a drawing suits light and dark pages.
 */
#include "sketch.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
	DEFAULT_MAX_NODES = 150
};

#define RED "#e5484d"

struct look {
	const char *class, *shape, *style, *fill, *color;
};

static const struct look looks[] = {
	[LOOK_DONE] = {"done", "box", "rounded,filled", "#8b949e26", NULL},
	[LOOK_FAILED] = {"failed", "octagon", "filled,bold", "#e5484d40", RED},
	[LOOK_STOPPED] = {"stopped", "octagon", "filled,dashed", "#8b949e26",
		NULL},
	[LOOK_WAITING] = {"waiting", "box", "filled", "#d2992233", NULL},
	[LOOK_RUNNING] = {"running", "box", "filled,bold", "#2f81f740", NULL},
	[LOOK_UNSTARTED] = {"unstarted", "box", "rounded,dotted", NULL, NULL},
	[LOOK_LOCK] = {"lock", "hexagon", "filled", "#a371f733", NULL},
	[LOOK_TIMER] = {"timer", "ellipse", "filled", "#3fb95033", NULL},
	[LOOK_SQE] = {"sqe", "parallelogram", "filled", "#3fb95033", NULL},
	[LOOK_EXECUTOR] = {"executor", "component", "filled", "#8b949e26",
		NULL},
	[LOOK_THREAD] = {"thread", "tab", "filled", "#8b949e26", NULL},
	[LOOK_UNKNOWN] = {"unknown", "ellipse", "dashed", NULL, NULL},
	[LOOK_NOTE] = {"note", "note", "filled", "#8b949e1a", NULL},
	[LOOK_PLAIN] = {"plain", "plaintext", "", NULL, NULL},
};

struct line {
	const char *class, *style, *arrow, *color, *width;
};

static const struct line lines[] = {
	[LINE_AWAIT] = {"await", "solid", "normal", NULL, NULL},
	[LINE_START] = {"start", "dashed", "empty", NULL, NULL},
	[LINE_POST] = {"post", "dashed", "vee", NULL, NULL},
	[LINE_RETURN] = {"return", "dotted", "onormal", NULL, NULL},
	[LINE_HELD] = {"held", "solid", "diamond", NULL, NULL},
	[LINE_FAULT] = {"fault", "solid", "normal", RED, "2.4"},
	[LINE_EXTRA] = {"extra", "bold", "vee", NULL, NULL},
	[LINE_MISSING] = {"missing", "dashed", "onormal", NULL, NULL},
};

static void set_defaults(struct sketch *s)
{
	Agraph_t *g = s->g;

	agattr(g, AGRAPH, "bgcolor", "transparent");
	agattr(g, AGRAPH, "fontname", "Helvetica,Arial,sans-serif");
	agattr(g, AGRAPH, "fontsize", "11");
	agattr(g, AGRAPH, "pad", "0.1");
	agattr(g, AGNODE, "label", "");
	agattr(g, AGNODE, "fontname", "Helvetica,Arial,sans-serif");
	agattr(g, AGNODE, "fontsize", "11");
	agattr(g, AGNODE, "height", "0.3");
	agattr(g, AGNODE, "margin", "0.12,0.06");
	agattr(g, AGEDGE, "fontname", "Helvetica,Arial,sans-serif");
	agattr(g, AGEDGE, "fontsize", "10");
	agattr(g, AGEDGE, "arrowsize", "0.8");
}

bool sketch_init(struct sketch *s, const struct draw_options *opt)
{
	memset(s, 0, sizeof(*s));
	s->prefix = opt && opt->prefix ? opt->prefix : "graph";
	s->max_nodes = opt && opt->max_nodes > 0 ? opt->max_nodes
						 : DEFAULT_MAX_NODES;
	s->first = opt ? opt->first : 0;
	s->g = agopen("trace", Agdirected, NULL);
	if (!s->g)
		return false;
	set_defaults(s);
	sketch_setf(s->g, "id", "%s-g", s->prefix);
	return true;
}

void sketch_fini(struct sketch *s)
{
	if (s->g)
		agclose(s->g);
}

void sketch_set(void *object, const char *name, const char *value)
{
	if (value)
		agsafeset(object, (char *)name, (char *)value, "");
}

void sketch_setf(void *object, const char *name, const char *fmt, ...)
{
	char value[128];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(value, sizeof(value), fmt, ap);
	va_end(ap);
	sketch_set(object, name, value);
}

static void set_text(void *object, const char *name, char *text)
{
	if (text)
		sketch_set(object, name, text);
	free(text);
}

FILE *sketch_text(char **text)
{
	/* Written when the stream is closed, by this thread. */
	static _Thread_local size_t unused;

	*text = NULL;
	return open_memstream(text, &unused);
}

void sketch_put(FILE *out, const char *from_trace)
{
	if (!out)
		return;
	for (; *from_trace; from_trace++) {
		if (*from_trace == '\\')
			fputs("\\\\", out);
		else if (*from_trace == '&')
			fputs("&amp;", out);
		else
			fputc(*from_trace, out);
	}
}

char *sketch_done(FILE *out, char **text)
{
	if (out && !fclose(out))
		return *text;
	if (out)
		free(*text);
	return NULL;
}

char *sketch_words(const char *fmt, ...)
{
	char *text;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	return n < 0 ? NULL : text;
}

Agraph_t *sketch_cluster(struct sketch *s, char *label)
{
	char name[32];
	Agraph_t *c;

	snprintf(name, sizeof(name), "cluster%d", s->nclusters);
	c = agsubg(s->g, name, 1);
	if (!c) {
		free(label);
		return s->g;
	}
	sketch_setf(c, "id", "%s-c%d", s->prefix, s->nclusters++);
	sketch_set(c, "style", "rounded,dashed");
	sketch_set(c, "labeljust", "l");
	sketch_set(c, "labelloc", "t"); /* the caption's is not meant for it */
	set_text(c, "label", label);
	return c;
}

Agnode_t *sketch_node(struct sketch *s, Agraph_t *in, enum sketch_look look,
	char *label, char *tooltip)
{
	const struct look *l = &looks[look];
	char name[32];
	Agnode_t *n;

	snprintf(name, sizeof(name), "n%d", s->nnodes);
	n = agnode(in ? in : s->g, name, 1);
	if (!n) {
		free(label);
		free(tooltip);
		return NULL;
	}
	sketch_setf(n, "id", "%s-n%d", s->prefix, s->nnodes++);
	sketch_set(n, "class", l->class);
	sketch_set(n, "shape", l->shape);
	sketch_set(n, "style", l->style);
	sketch_set(n, "fillcolor", l->fill);
	sketch_set(n, "color", l->color);
	if (look == LOOK_WAITING)
		sketch_set(n, "peripheries", "2");
	if (look == LOOK_NOTE)
		sketch_set(n, "fontname", "monospace");
	/* Without a label a node would show its name. */
	sketch_set(n, "label", " ");
	set_text(n, "label", label);
	set_text(n, "tooltip", tooltip);
	return n;
}

Agedge_t *sketch_edge(struct sketch *s, Agnode_t *from, Agnode_t *to,
	enum sketch_line line, char *label)
{
	const struct line *l = &lines[line];
	char name[32];
	Agedge_t *e = NULL;

	snprintf(name, sizeof(name), "e%d", s->nedges);
	if (from && to)
		e = agedge(s->g, from, to, name, 1);
	if (!e) {
		free(label);
		return NULL;
	}
	sketch_setf(e, "id", "%s-e%d", s->prefix, s->nedges++);
	sketch_set(e, "class", l->class);
	sketch_set(e, "style", l->style);
	sketch_set(e, "arrowhead", l->arrow);
	sketch_set(e, "color", l->color);
	sketch_set(e, "fontcolor", l->color);
	sketch_set(e, "penwidth", l->width);
	set_text(e, "label", label);
	return e;
}

void sketch_blame(Agnode_t *node)
{
	if (!node)
		return;
	sketch_set(node, "color", RED);
	sketch_set(node, "penwidth", "2.4");
}

void sketch_caption(struct sketch *s, char *label)
{
	sketch_set(s->g, "labelloc", "b");
	sketch_set(s->g, "labeljust", "l");
	set_text(s->g, "label", label);
}

void sketch_headline(struct sketch *s, char *label)
{
	sketch_caption(s, label);
	sketch_set(s->g, "labelloc", "t");
	sketch_set(s->g, "fontsize", "13");
}

char *sketch_dot(struct sketch *s)
{
	char *dot = NULL;
	size_t size;
	FILE *out = open_memstream(&dot, &size);

	if (!out)
		return NULL;
	agwrite(s->g, out);
	if (fclose(out)) {
		free(dot);
		return NULL;
	}
	return dot;
}

enum sketch_look sketch_look_of(enum trace_status status)
{
	switch (status) {
	case TRACE_CREATED:
		return LOOK_UNSTARTED;
	case TRACE_RUNNING:
		return LOOK_RUNNING;
	case TRACE_SUSPENDED:
		return LOOK_WAITING;
	case TRACE_FAILED:
		return LOOK_FAILED;
	case TRACE_CANCELLED:
	case TRACE_KILLED:
	case TRACE_TIMED_OUT:
		return LOOK_STOPPED;
	default:
		return LOOK_DONE;
	}
}
