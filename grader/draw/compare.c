// SPDX-License-Identifier: MIT
/* Match the tasks of two runs and find the first step that differs. */
#include "compare.h"

#include <stdlib.h>
#include <string.h>

#include "fold.h"
#include "map.h"

/* The key of each task: its name and number below its parent's key. */
static int make_keys(struct compare_side *s, const int *order)
{
	struct trace_map seen = {0};
	int err = 0;
	int i;

	for (i = 0; i < s->t->ntasks && !err; i++) {
		int task = order[i];
		uint64_t above = s->parent[task] < 0 ? 1
						     : s->key[s->parent[task]];
		uint64_t kin = trace_hash(above, s->t->tasks[task].name);
		int number = trace_map_get(&seen, kin) + 1;

		err = trace_map_set(&seen, kin, number);
		s->key[task] = trace_mix(kin, (uint64_t)number + 1);
	}
	trace_map_free(&seen);
	return err;
}

/* Whether the suspension @event only repeats the await before it. */
static bool is_of_await(const struct compare_side *s, int event, int previous)
{
	const struct trace_event *e = &s->t->events[event];
	const struct trace_event *p;

	if (e->type != CO_TRACE_TASK_SUSPENDED || previous < 0)
		return false;
	p = &s->t->events[previous];
	return p->type == CO_TRACE_AWAIT && p->line == e->line &&
	       !strcmp(p->file, e->file);
}

static bool is_step(const struct trace_event *e)
{
	return e->task >= 0 &&
	       (e->type == CO_TRACE_AWAIT || e->type == CO_TRACE_TASK_STARTED ||
		       e->type == CO_TRACE_TASK_SUSPENDED ||
		       e->type == CO_TRACE_TASK_FINISHED ||
		       e->type == CO_TRACE_POST ||
		       e->type == CO_TRACE_LOCK_ACQUIRED);
}

/* Count the steps of each task, then place them, each in its order. */
static int list_steps(struct compare_side *s)
{
	const struct trace *t = s->t;
	int *end = calloc((size_t)t->ntasks + 1, sizeof(*end));
	int i;

	if (!end)
		return -ENOMEM;
	for (i = 0; i < t->nevents; i++)
		if (is_step(&t->events[i]))
			s->start[t->events[i].task + 1]++;
	for (i = 0; i < t->ntasks; i++) {
		s->start[i + 1] += s->start[i];
		end[i] = s->start[i];
	}
	for (i = 0; i < t->nevents; i++) {
		int task = t->events[i].task;

		if (!is_step(&t->events[i]) ||
			is_of_await(s, i,
				end[task] > s->start[task]
					? s->steps[end[task] - 1]
					: -1))
			continue;
		s->steps[end[task]++] = i;
	}
	/* Places that a repeated suspension left open. */
	for (i = 0; i < t->ntasks; i++)
		while (end[i] < s->start[i + 1])
			s->steps[end[i]++] = -1;
	free(end);
	return 0;
}

static int init_side(struct compare_side *s, const struct trace *t)
{
	size_t n = (size_t)t->ntasks + 2;
	int *order = calloc(n, sizeof(*order));
	int err = -ENOMEM;

	s->t = t;
	s->parent = calloc(n, sizeof(*s->parent));
	s->key = calloc(n, sizeof(*s->key));
	s->twin = malloc(n * sizeof(*s->twin));
	s->start = calloc(n, sizeof(*s->start));
	s->steps = calloc((size_t)t->nevents + 1, sizeof(*s->steps));
	if (order && s->parent && s->key && s->twin && s->start && s->steps)
		err = fold_tree(t, s->parent, order);
	if (!err)
		err = make_keys(s, order);
	if (!err)
		err = list_steps(s);
	free(order);
	return err;
}

static int find_twins(struct compare_side *s, const struct compare_side *other)
{
	struct trace_map keys = {0};
	int err = 0;
	int i;

	for (i = 0; i < other->t->ntasks && !err; i++)
		err = trace_map_set(&keys, other->key[i], i);
	for (i = 0; i < s->t->ntasks; i++)
		s->twin[i] = trace_map_get(&keys, s->key[i]);
	trace_map_free(&keys);
	return err;
}

/* Step number @i of @task: its event, or -1. */
static int step(const struct compare_side *s, int task, int i)
{
	if (task < 0 || s->start[task] + i >= s->start[task + 1])
		return -1;
	return s->steps[s->start[task] + i];
}

/* What a step means, without places, times and addresses. */
static uint64_t meaning(const struct compare_side *s, int event)
{
	const struct trace_event *e;
	uint64_t h;

	if (event < 0)
		return 0;
	e = &s->t->events[event];
	h = trace_mix(7, e->type);
	if (e->type == CO_TRACE_AWAIT)
		return trace_mix(h, e->other < 0 ? 0 : s->key[e->other]);
	if (e->type == CO_TRACE_TASK_FINISHED)
		return trace_mix(
			trace_mix(h, (uint64_t)(uint32_t)e->arg), e->flags);
	if (e->type == CO_TRACE_TASK_SUSPENDED || e->type == CO_TRACE_POST ||
		e->type == CO_TRACE_LOCK_ACQUIRED)
		return trace_hash(h, e->name);
	return h;
}

/* Compare one task; remember the difference if it is the first. */
static void compare_task(struct compare *c, int task, int *first)
{
	int twin = c->expected.twin[task];
	int i, a, b, when;

	for (i = 0;; i++) {
		a = step(&c->expected, task, i);
		b = step(&c->actual, twin, i);
		if (a < 0 && b < 0)
			return;
		if (meaning(&c->expected, a) != meaning(&c->actual, b))
			break;
	}
	/* A step too many counts from the last one that was expected. */
	when = a >= 0 ? a : c->expected.t->tasks[task].last;
	if (c->differ && when >= *first)
		return;
	*first = when;
	c->differ = true;
	c->expected_task = task;
	c->actual_task = twin;
	c->expected_step = a;
	c->actual_step = b;
}

static void find_first(struct compare *c)
{
	int first = 0;
	int i;

	c->expected_task = c->actual_task = -1;
	c->expected_step = c->actual_step = -1;
	for (i = 0; i < c->expected.t->ntasks; i++)
		compare_task(c, i, &first);
	for (i = 0; i < c->actual.t->ntasks && !c->differ; i++)
		if (c->actual.twin[i] < 0) {
			c->differ = true;
			c->actual_task = i;
			c->actual_step = step(&c->actual, i, 0);
		}
}

int compare_init(struct compare *c, const struct trace *expected,
	const struct trace *actual)
{
	int err;

	memset(c, 0, sizeof(*c));
	err = init_side(&c->expected, expected);
	if (!err)
		err = init_side(&c->actual, actual);
	if (!err)
		err = find_twins(&c->expected, &c->actual);
	if (!err)
		err = find_twins(&c->actual, &c->expected);
	if (!err)
		find_first(c);
	return err;
}

static void fini_side(struct compare_side *s)
{
	free(s->parent);
	free(s->key);
	free(s->twin);
	free(s->steps);
	free(s->start);
}

void compare_fini(struct compare *c)
{
	fini_side(&c->expected);
	fini_side(&c->actual);
}
