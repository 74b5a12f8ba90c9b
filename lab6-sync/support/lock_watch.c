// SPDX-License-Identifier: MIT
/*
 * The watch over locks: small tables under one lock. What does not fit is not
 * watched; a wrong report would be worse than none.
 */
#include "co/lock_watch.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	MOST = 256, /* of each table */
	DEEPEST = 16,
};

bool co__locks_watched;

/* A task that holds or wants a lock. */
struct claim {
	struct co_task *task; /* NULL: the place is free */
	const void *lock;
	const char *name;
	co_cleanup_fn *cleanup; /* of a hold: the task's own */
};

/* Somebody held @first and wanted @second. */
struct order {
	const void *first, *second; /* NULL: the place is free */
};

static pthread_mutex_t tables = PTHREAD_MUTEX_INITIALIZER;
static struct claim holds[MOST];
static struct claim wants[MOST];
static struct order orders[MOST];
static co_lock_report_fn *reporter;

/* One step of a circle: @waiter wants the lock, and @holder has it. */
struct step {
	const struct claim *want, *hold;
};

/* A sentence that is put together piece by piece. */
struct text {
	char bytes[1024];
	size_t used;
};

__attribute__((format(printf, 2, 3))) static void say(
	struct text *text, const char *format, ...)
{
	size_t left = sizeof(text->bytes) - text->used;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text->bytes + text->used, left, format, args);
	va_end(args);
	if (n > 0)
		text->used += (size_t)n < left ? (size_t)n : left - 1;
}

static void report(const struct text *text)
{
	co_trace_note(text->bytes);
	reporter(text->bytes);
}

static struct claim *find(
	struct claim *table, const struct co_task *task, const void *lock)
{
	size_t i;

	for (i = 0; i < MOST; i++)
		if (table[i].task == task && (!lock || table[i].lock == lock))
			return &table[i];
	return NULL;
}

static struct claim *enter(struct claim *table, struct co_task *task,
	const void *lock, const char *name)
{
	struct claim *c = find(table, NULL, NULL);

	if (c)
		*c = (struct claim){.task = task, .lock = lock, .name = name};
	return c;
}

/* Does @ancestor wait for @task to end, or is it the same? */
static bool awaits(const struct co_task *ancestor, const struct co_task *task)
{
	while (task && task != ancestor)
		task = task->continuation;
	return task;
}

/*
 * Follow @want to who holds that lock, to what those or whom they await want,
 * and so on, until it comes back to whoever waits for @first to end.
 *
 * Returns how many steps the circle has; 0: there is none.
 */
static int follow(const struct claim *first, const struct claim *want,
	struct step *steps, int depth)
{
	size_t i, j;
	int n;

	if (depth == DEEPEST)
		return 0;
	steps[depth].want = want;
	for (i = 0; i < MOST; i++) {
		if (!holds[i].task || holds[i].lock != want->lock)
			continue;
		steps[depth].hold = &holds[i];
		if (awaits(holds[i].task, first->task))
			return depth + 1;
		for (j = 0; j < MOST; j++) {
			if (!wants[j].task ||
				!awaits(holds[i].task, wants[j].task))
				continue;
			n = follow(first, &wants[j], steps, depth + 1);
			if (n)
				return n;
		}
	}
	return 0;
}

static void report_circle(const struct step *steps, int n)
{
	struct text text = {.used = 0};
	const struct co_task *waiter;
	int i;

	say(&text, "deadlock:");
	for (i = 0; i < n; i++) {
		waiter = steps[(i + 1) % n].want->task;
		say(&text, "%s '%s' wants %s, held by '%s'", i ? "," : "",
			steps[i].want->task->name, steps[i].want->name,
			steps[i].hold->task->name);
		if (steps[i].hold->task != waiter)
			say(&text, ", which awaits '%s'", waiter->name);
	}
	report(&text);
}

/* Was @second ever wanted by who held @first, or by a chain of such? */
static bool comes_before(const void *first, const void *second, int depth)
{
	size_t i;

	for (i = 0; i < MOST; i++)
		if (orders[i].first == first &&
			(orders[i].second == second ||
				(depth < DEEPEST &&
					comes_before(orders[i].second, second,
						depth + 1))))
			return true;
	return false;
}

static void add_order(const void *first, const void *second)
{
	size_t i;

	for (i = 0; i < MOST && orders[i].first; i++)
		if (orders[i].first == first && orders[i].second == second)
			return;
	if (i < MOST)
		orders[i] = (struct order){first, second};
}

/* Whoever waits for @want's task to end holds its locks meanwhile. */
static void check_order(const struct claim *want)
{
	struct text text = {.used = 0};
	size_t i;

	for (i = 0; i < MOST; i++) {
		if (!holds[i].task || holds[i].lock == want->lock ||
			!awaits(holds[i].task, want->task))
			continue;
		if (comes_before(want->lock, holds[i].lock, 0)) {
			say(&text,
				"lock order: '%s' holds %s and '%s' wants %s; "
				"elsewhere it is the other way round",
				holds[i].task->name, holds[i].name,
				want->task->name, want->name);
			report(&text);
			return;
		}
		add_order(holds[i].lock, want->lock);
	}
}

void co__lock_wanted(struct co_task *task, const void *lock, const char *name)
{
	struct step steps[DEEPEST];
	struct claim *want;
	int n;

	pthread_mutex_lock(&tables);
	want = enter(wants, task, lock, name);
	if (want) {
		n = follow(want, want, steps, 0);
		if (n)
			report_circle(steps, n);
		else
			check_order(want);
	}
	pthread_mutex_unlock(&tables);
}

/* In place of the task's own cleanup, which runs first and may unlock. */
static void check_end(struct co_task *task)
{
	struct text text = {.used = 0};
	co_cleanup_fn *cleanup;
	struct claim *hold;

	pthread_mutex_lock(&tables);
	hold = find(holds, task, NULL);
	cleanup = hold ? hold->cleanup : NULL;
	pthread_mutex_unlock(&tables);
	if (cleanup)
		cleanup(task);
	pthread_mutex_lock(&tables);
	while ((hold = find(holds, task, NULL))) {
		text.used = 0;
		say(&text, "leak: '%s' has ended and holds %s", task->name,
			hold->name);
		report(&text);
		hold->task = NULL;
	}
	pthread_mutex_unlock(&tables);
}

void co__lock_left(struct co_task *task)
{
	struct claim *want;

	pthread_mutex_lock(&tables);
	want = find(wants, task, NULL);
	if (want)
		want->task = NULL;
	pthread_mutex_unlock(&tables);
}

void co__lock_taken(struct co_task *task, const void *lock, const char *name)
{
	struct claim *other, *hold;

	co__lock_left(task);
	pthread_mutex_lock(&tables);
	other = find(holds, task, NULL);
	hold = enter(holds, task, lock, name);
	if (hold) {
		hold->cleanup = other ? other->cleanup : task->cleanup;
		task->cleanup = check_end;
	}
	pthread_mutex_unlock(&tables);
}

void co__lock_released(struct co_task *task, const void *lock)
{
	struct claim *hold;

	pthread_mutex_lock(&tables);
	hold = find(holds, task, lock);
	if (hold) {
		hold->task = NULL;
		if (!find(holds, task, NULL) && !co_task_is_done(task))
			task->cleanup = hold->cleanup;
	}
	pthread_mutex_unlock(&tables);
}

void co__lock_gone(const void *lock)
{
	size_t i;

	pthread_mutex_lock(&tables);
	for (i = 0; i < MOST; i++) {
		if (holds[i].lock == lock)
			holds[i].task = NULL;
		if (wants[i].lock == lock)
			wants[i].task = NULL;
		/* The last one fills the gap: what is used stays together. */
		while (orders[i].first == lock ||
			(orders[i].first && orders[i].second == lock)) {
			size_t last = i;

			while (last + 1 < MOST && orders[last + 1].first)
				last++;
			orders[i] = orders[last];
			orders[last] = (struct order){NULL, NULL};
		}
	}
	pthread_mutex_unlock(&tables);
}

void co__lock_event(enum co_trace_type type, struct co_task *task,
	const void *lock, const char *name)
{
	co_trace(type, task, lock, name, 0);
	if (!task)
		return;
	if (type == CO_TRACE_LOCK_REQUESTED)
		co__lock_wanted(task, lock, name);
	else if (type == CO_TRACE_LOCK_ACQUIRED)
		co__lock_taken(task, lock, name);
	else
		co__lock_released(task, lock);
}

static void print(const char *text)
{
	fprintf(stderr, "%s\n", text);
}

void co_lock_watch(co_lock_report_fn *report_)
{
	reporter = report_ ? report_ : print;
	co__locks_watched = report_ || co__trace_on;
}

__attribute__((constructor)) static void watch_traced_runs(void)
{
	reporter = print;
	co__locks_watched = getenv("CO_TRACE");
}
