// SPDX-License-Identifier: MIT
/*
 * Lab 5: a tree of 1,000,000 tasks. Each submits its children to the scheduler,
 * detached, and ends; nobody awaits anybody. On two contexts; compiled once
 * more with TREE_CONTEXTS as 1 this is the contender `one-context`.
 *
 *	tree-deep    99 branches below the root; on a branch each task has
 *	             ten children, nine leaves and the next of the branch. About
 *	             a thousand tasks exist at any moment
 *	tree-wide    each task has ten children, down to the leaves. Contexts
 *	             run first in, first out: so nearly all tasks exist at once,
 *	             400 MB of them, which come from the kernel meanwhile
 *
 * These two measure the scheduler alone: the tasks do nothing else. In -work
 * each task first hashes 4 KiB, what one that serves a request may well do with
 * a page of data, some 0.7 us.
 *
 * The figure is wall time for a task, from before the loop to its return: the
 * threads start and end in it.
 */
#include <stdlib.h>
#include <time.h>

#include "../contender.h"
#include "co/scheduler.h"

#ifndef TREE_CONTEXTS
#define TREE_CONTEXTS 2
#endif

enum {
	TASKS = 1000000,
	BRANCHES = 99, /* of 10,101 tasks: with the root these are all */
	CHILDREN = 10,
	WORDS = 512, /* 4 KiB */
};

/* What ran on each context, apart: a sum of all would be one cache line. */
static struct tally {
	_Alignas(128) uint64_t tasks, hash;
} tallies[TREE_CONTEXTS];

static struct co_scheduler *scheduler;
static void (*submit_children)(uint64_t size);
static bool works;
static uint64_t page[WORDS];

struct node {
	struct co_task task;
	uint64_t size; /* of the tree from here down */
};

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static uint64_t hash_page(uint64_t hash)
{
	size_t i;

	for (i = 0; i < WORDS; i++) {
		hash = (hash ^ page[i]) * 0x9e3779b97f4a7c15;
		hash ^= hash >> 32;
	}
	return hash;
}

static struct tally *tally_here(void)
{
	unsigned i = TREE_CONTEXTS - 1;

	while (i && co_scheduler_context(scheduler, i) != co_context_here())
		i--;
	return &tallies[i];
}

static struct co_task *node_body(struct co_task *self)
{
	struct node *f = co_frame(self, struct node);
	struct tally *tally = tally_here();

	CO_BEGIN(self);
	tally->tasks++;
	if (works)
		tally->hash += hash_page(f->size);
	submit_children(f->size);
	CO_END(self);
}

static void submit_node(uint64_t size)
{
	struct co_task *t = co_task_create(
		sizeof(struct node), node_body, "node");

	co_frame(t, struct node)->size = size;
	bench_expect(0, (uint64_t)co_scheduler_submit(scheduler, t),
		"co_scheduler_submit()");
}

static void submit_children_wide(uint64_t size)
{
	uint64_t below = size - 1;
	uint64_t i;

	for (i = 0; i < CHILDREN && i < below; i++)
		submit_node(below / CHILDREN + (i < below % CHILDREN));
}

static void submit_children_deep(uint64_t size)
{
	int i;

	if (size == TASKS)
		for (i = 0; i < BRANCHES; i++)
			submit_node((TASKS - 1) / BRANCHES);
	else if (size > 1) {
		for (i = 1; i < CHILDREN; i++)
			submit_node(1);
		submit_node(size - CHILDREN);
	}
}

static void prepare(void (*shape)(uint64_t size), bool work)
{
	const struct co_scheduler_options options = {
		.contexts = TREE_CONTEXTS,
		.entries = CO_SCHEDULER_ENTRIES,
	};
	size_t i;

	submit_children = shape;
	works = work;
	for (i = 0; i < WORDS; i++)
		page[i] = i;
	bench_expect(0, (uint64_t)co_scheduler_create(&options, &scheduler),
		"co_scheduler_create()");
}

/* Every tree has as many tasks as the first, and the same hash. */
static void check(void)
{
	static uint64_t first;
	uint64_t tasks = 0, hash = 0;
	unsigned i;

	for (i = 0; i < TREE_CONTEXTS; i++) {
		tasks += tallies[i].tasks;
		hash += tallies[i].hash;
		tallies[i] = (struct tally){0};
	}
	first = first ? first : hash;
	bench_expect(TASKS, tasks, "how many tasks ran");
	bench_expect(first, hash, "what they hashed");
}

static double grow(void)
{
	double started = now_ns();
	double took;

	submit_node(TASKS);
	bench_expect(0, (uint64_t)co_scheduler_loop(scheduler),
		"co_scheduler_loop()");
	took = now_ns() - started;
	check();
	return took;
}

static double grow_often(size_t size, uint64_t n)
{
	double took = 0;
	uint64_t i;

	for (i = 0; i < n / size; i++)
		took += grow();
	return took / (double)n;
}

#define DEEP(id, row, work)                                                    \
	static void prepare_##id(size_t size)                                  \
	{                                                                      \
		(void)size;                                                    \
		prepare(submit_children_deep, work);                           \
	}                                                                      \
	BENCH_FIGURE(id, row, TASKS, prepare_##id, grow_often)

/* Once in a process: a second tree would be made of the first one's frames. */
#define WIDE(id, row, work)                                                    \
	static double measure_##id(size_t size)                                \
	{                                                                      \
		prepare(submit_children_wide, work);                           \
		return grow() / (double)size;                                  \
	}                                                                      \
	BENCH_MEASURE(id, row, TASKS, measure_##id)

DEEP(deep, "tree-deep", false)
DEEP(deep_work, "tree-deep-work", true)
WIDE(wide, "tree-wide", false)
WIDE(wide_work, "tree-wide-work", true)
