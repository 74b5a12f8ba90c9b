// SPDX-License-Identifier: MIT
/* From a trace to DOT and SVG. */
#include "draw.h"

#include <stdlib.h>
#include <string.h>

#include "sketch.h"

static int fill(struct sketch *s, const struct trace *t,
	const struct trace *other, enum draw_kind kind)
{
	switch (kind) {
	case DRAW_AWAIT:
		return draw_await(s, t);
	case DRAW_TIMELINE:
		return draw_timeline(s, t);
	case DRAW_WAITS:
		return draw_waits(s, t);
	case DRAW_DIFF:
		return other ? draw_diff(s, other, t) : -EINVAL;
	}
	return -EINVAL;
}

/* As Graphviz draws it, or as it did before. */
static int lay_out(const char *dot, const char *engine,
	const struct draw_options *opt, char **raw, char **why)
{
	const struct draw_memory *m = opt ? opt->memory : NULL;
	int err;

	*raw = m ? m->recall(m->arg, engine, dot) : NULL;
	if (*raw)
		return 0;
	err = draw_render(dot, engine, opt ? opt->time_limit_ms : 0, raw, why);
	if (!err && m)
		m->keep(m->arg, engine, dot, *raw);
	return err;
}

static int make_svg(const char *dot, const char *engine,
	const struct draw_options *opt, char **svg, char **why)
{
	const char *prefix = opt && opt->prefix ? opt->prefix : "graph";
	char *raw = NULL;
	int err = lay_out(dot, engine, opt, &raw, why);

	if (err)
		return err;
	*svg = draw_finish_svg(raw, prefix, opt && opt->standalone);
	free(raw);
	return *svg ? 0 : -ENOMEM;
}

int draw_sketch(struct sketch *s, const char *engine,
	const struct draw_options *opt, char **dot, char **svg, char **why)
{
	*dot = sketch_dot(s);
	if (!*dot)
		return -ENOMEM;
	return svg ? make_svg(*dot, engine, opt, svg, why) : 0;
}

int draw_graph(const struct trace *t, const struct trace *other,
	enum draw_kind kind, const struct draw_options *opt, char **dot,
	char **svg, char **why)
{
	/* The timeline comes with its positions. */
	const char *engine = kind == DRAW_TIMELINE ? "nop2" : "dot";
	struct sketch s;
	int err = -ENOMEM;

	*dot = *why = NULL;
	if (svg)
		*svg = NULL;
	if (sketch_init(&s, opt)) {
		err = fill(&s, t, other, kind);
		if (!err)
			err = draw_sketch(&s, engine, opt, dot, svg, why);
		sketch_fini(&s);
	}
	if (err == -ENOMEM)
		*why = strdup("out of memory");
	else if (err == -EINVAL)
		*why = strdup("a difference needs another trace");
	return err;
}
