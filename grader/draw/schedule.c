// SPDX-License-Identifier: MIT
/* From the explorer's result to DOT and SVG. */
#include "schedule.h"

#include <string.h>

static int fill(struct sketch *k, const struct schedule *s,
	enum draw_schedule_kind kind)
{
	return kind == DRAW_SCHEDULE_TIMELINE ? draw_schedule_timeline(k, s)
					      : draw_schedule_waits(k, s);
}

static int draw(const struct schedule *s, enum draw_schedule_kind kind,
	const struct draw_options *opt, char **dot, char **svg, char **why)
{
	/* The timeline comes with its positions. */
	const char *engine = kind == DRAW_SCHEDULE_TIMELINE ? "nop2" : "dot";
	struct sketch k;
	int err;

	if (!sketch_init(&k, opt))
		return -ENOMEM;
	err = fill(&k, s, kind);
	if (!err)
		err = draw_sketch(&k, engine, opt, dot, svg, why);
	sketch_fini(&k);
	return err;
}

int draw_schedule(const char *json, enum draw_schedule_kind kind,
	const struct draw_options *opt, char **dot, char **svg, char **why)
{
	struct schedule s;
	int err;

	*dot = *why = NULL;
	if (svg)
		*svg = NULL;
	err = schedule_init(&s, json, why);
	if (!err)
		err = draw(&s, kind, opt, dot, svg, why);
	schedule_fini(&s);
	if (err == -ENOMEM && !*why)
		*why = strdup("out of memory");
	return err;
}
