// SPDX-License-Identifier: MIT
/*
 * Lab 1: switch, create, await a child, a chain of awaits, memory of a task.
 */
#include <stdlib.h>
#include <string.h>

#include "../contender.h"
#include "co/task.h"

/* Switch: resume a task that yields, over and over, @size of them in turn. */

struct counter {
	struct co_task task;
	uint64_t count;
};

static struct co_task *counter_body(struct co_task *self)
{
	struct counter *f = co_frame(self, struct counter);

	CO_BEGIN(self);
	for (;;) {
		f->count++;
		CO_YIELD(self);
	}
	CO_END(self);
}

static struct co_task **tasks;
static uint64_t switched;

static struct co_task *counter_create(void)
{
	struct co_task *t = co_task_create(
		sizeof(struct counter), counter_body, "counter");

	co_frame(t, struct counter)->count = 0;
	return t;
}

static void switch_prepare(size_t size)
{
	size_t i;

	tasks = calloc(size, sizeof(*tasks));
	for (i = 0; i < size; i++)
		tasks[i] = counter_create();
}

static void switch_run(size_t size, uint64_t n)
{
	uint64_t round;
	size_t i;

	for (round = 0; round < n / size; round++)
		for (i = 0; i < size; i++)
			co_resume(tasks[i]);
	switched += n;
	for (i = 0; i < size; i++)
		bench_expect(switched / size,
			co_frame(tasks[i], struct counter)->count,
			"a task's count");
}

BENCH_CASE(switch_1, "switch-1", 1, switch_prepare, switch_run)
BENCH_CASE(switch_1k, "switch-1000", 1000, switch_prepare, switch_run)
BENCH_CASE(switch_30k, "switch-30000", 30000, switch_prepare, switch_run)

/* Create: make @size tasks, then destroy them. */

struct child {
	struct co_task task;
	uint64_t value;
};

static struct co_task *child_body(struct co_task *self)
{
	struct child *f = co_frame(self, struct child);

	CO_BEGIN(self);
	f->value += 1;
	CO_END(self);
}

static struct child *child_create(uint64_t value)
{
	struct co_task *t = co_task_create(
		sizeof(struct child), child_body, "child");
	struct child *c = co_frame(t, struct child);

	c->value = value;
	return c;
}

static void create_prepare(size_t size)
{
	tasks = calloc(size, sizeof(*tasks));
}

static void create_run(size_t size, uint64_t n)
{
	uint64_t round;
	size_t i;

	for (round = 0; round < n / size; round++) {
		for (i = 0; i < size; i++)
			tasks[i] = &child_create(i)->task;
		for (i = 0; i < size; i++)
			co_task_destroy(tasks[i]);
	}
}

BENCH_CASE(create_1, "create-1", 1, create_prepare, create_run)
BENCH_CASE(create_1k, "create-1000", 1000, create_prepare, create_run)
BENCH_CASE(create_30k, "create-30000", 30000, create_prepare, create_run)

/* Await a child: make it, await it, take its result, destroy it. */

struct parent {
	struct co_task task;
	struct child *child;
	uint64_t i;
	uint64_t n;
	uint64_t sum;
};

static struct co_task *parent_body(struct co_task *self)
{
	struct parent *f = co_frame(self, struct parent);

	CO_BEGIN(self);
	for (f->i = 0; f->i < f->n; f->i++) {
		f->child = child_create(f->i);
		CO_TRY(self, co_task_await(&f->child->task));
		f->sum += f->child->value;
		co_task_destroy(&f->child->task);
	}
	CO_END(self);
}

static void await_run(size_t size, uint64_t n)
{
	struct parent p = {.n = n};

	(void)size;
	co_task_init(&p.task, parent_body, "parent");
	co_resume(&p.task);
	bench_expect(n * (n + 1) / 2, p.sum, "the sum of the results");
}

BENCH_CASE(await_child, "await-child", 1, NULL, await_run)

/* A chain: each level awaits the next, and adds one to its result. */

struct level {
	struct co_task task;
	struct co_task *below;
	uint64_t value;
};

static struct co_task *level_body(struct co_task *self);

static struct co_task *level_create(uint64_t depth)
{
	struct co_task *t = co_task_create(
		sizeof(struct level), level_body, "level");

	co_frame(t, struct level)->value = depth;
	return t;
}

static struct co_task *level_body(struct co_task *self)
{
	struct level *f = co_frame(self, struct level);

	CO_BEGIN(self);
	if (f->value > 1) {
		f->below = level_create(f->value - 1);
		CO_TRY(self, co_task_await(f->below));
		f->value = co_frame(f->below, struct level)->value + 1;
		co_task_destroy(f->below);
	}
	CO_END(self);
}

static void chain_run(size_t size, uint64_t n)
{
	uint64_t round;

	for (round = 0; round < n / size; round++) {
		struct co_task *t = level_create(size);

		co_resume(t);
		bench_expect(
			size, co_frame(t, struct level)->value, "the depth");
		co_task_destroy(t);
	}
}

BENCH_CASE(chain_1k, "chain-1000", 1000, NULL, chain_run)

/* Memory: what a suspended task costs when there are a million. */

static double memory_measure(size_t size)
{
	double before;
	size_t i;

	tasks = calloc(size, sizeof(*tasks));
	/* Touched now, so that the array itself does not count. */
	memset(tasks, 1, size * sizeof(*tasks));
	before = bench_resident_bytes();
	for (i = 0; i < size; i++) {
		tasks[i] = counter_create();
		co_resume(tasks[i]);
	}
	return (bench_resident_bytes() - before) / (double)size;
}

BENCH_MEASURE(memory, "memory-per-task", 1000000, memory_measure)
