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

static int make_dot(const struct trace *t, const struct trace *other,
	enum draw_kind kind, const struct draw_options *opt, char **dot)
{
	struct sketch s;
	int err;

	if (!sketch_init(&s, opt))
		return -ENOMEM;
	err = fill(&s, t, other, kind);
	if (!err)
		*dot = sketch_dot(&s);
	if (!err && !*dot)
		err = -ENOMEM;
	sketch_fini(&s);
	return err;
}

static int make_svg(const char *dot, enum draw_kind kind,
	const struct draw_options *opt, char **svg, char **why)
{
	/* The timeline comes with its positions; nop2 keeps them. */
	const char *engine = kind == DRAW_TIMELINE ? "nop2" : "dot";
	const char *prefix = opt && opt->prefix ? opt->prefix : "graph";
	char *raw = NULL;
	int err = draw_render(
		dot, engine, opt ? opt->time_limit_ms : 0, &raw, why);

	if (err)
		return err;
	*svg = draw_finish_svg(raw, prefix, opt && opt->standalone);
	free(raw);
	return *svg ? 0 : -ENOMEM;
}

int draw_graph(const struct trace *t, const struct trace *other,
	enum draw_kind kind, const struct draw_options *opt, char **dot,
	char **svg, char **why)
{
	int err;

	*dot = *why = NULL;
	if (svg)
		*svg = NULL;
	err = make_dot(t, other, kind, opt, dot);
	if (!err && svg)
		err = make_svg(*dot, kind, opt, svg, why);
	if (err == -ENOMEM)
		*why = strdup("out of memory");
	else if (err == -EINVAL)
		*why = strdup("a difference needs another trace");
	return err;
}
