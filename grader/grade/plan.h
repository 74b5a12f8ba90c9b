/* SPDX-License-Identifier: MIT */
/*
 * A failing schedule for a drawing: the explorer's own JSON, with the places
 * and names that a student may see in it and no others. draw_schedule() and
 * `grade graph` read it.
 */
#ifndef GRADE_PLAN_H
#define GRADE_PLAN_H

#include <jansson.h>

#include "result.h"

/* Give a step, a wait or a failure the place of @frames, or none. */
void plan_place(json_t *at, const struct lines *frames);

/* Call the object of a step or wait @name, also where a phrase names it. */
void plan_object(struct arena *arena, json_t *at, const char *name);

/*
 * The whole of it as text, without the @left_out first steps. @places are
 * those of the failure and of its other side. When the test is @hidden the
 * expression of a check is left out. NULL when memory ran out.
 */
const char *plan_text(struct arena *arena, json_t *root, size_t left_out,
	const struct lines *places, bool hidden);

#endif
