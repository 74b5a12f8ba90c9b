// SPDX-License-Identifier: MIT
/*
 * The watch over locks: small tables under one lock. What does not fit is not
 * watched; a wrong report would be worse than none.
 */
#include "lock_tables.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool co__locks_watched;

static pthread_mutex_t tables = PTHREAD_MUTEX_INITIALIZER;
struct co_lock_claim co__lock_holds[CO_LOCK_MOST];
struct co_lock_claim co__lock_wants[CO_LOCK_MOST];
static co_lock_report_fn *reporter;

void co__lock_say(struct co_lock_text *text, const char *format, ...)
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

void co__lock_report(const struct co_lock_text *text)
{
	co_trace_note(text->bytes);
	reporter(text->bytes);
}

static struct co_lock_claim *find(struct co_lock_claim *table,
	const struct co_task *task, const void *lock)
{
	size_t i;

	for (i = 0; i < CO_LOCK_MOST; i++)
		if (table[i].task == task && (!lock || table[i].lock == lock))
			return &table[i];
	return NULL;
}

static struct co_lock_claim *enter(struct co_lock_claim *table,
	struct co_task *task, const void *lock, const char *name)
{
	struct co_lock_claim *c = find(table, NULL, NULL);

	if (c)
		*c = (struct co_lock_claim){
			.task = task, .lock = lock, .name = name};
	return c;
}

void co__lock_wanted(struct co_task *task, const void *lock, const char *name)
{
	struct co_lock_claim *want;

	pthread_mutex_lock(&tables);
	want = enter(co__lock_wants, task, lock, name);
	if (want)
		co__lock_check(want);
	pthread_mutex_unlock(&tables);
}

/* In place of the task's own cleanup, which runs first and may unlock. */
static void check_end(struct co_task *task)
{
	struct co_lock_text text = {.used = 0};
	co_cleanup_fn *cleanup;
	struct co_lock_claim *hold;

	pthread_mutex_lock(&tables);
	hold = find(co__lock_holds, task, NULL);
	cleanup = hold ? hold->cleanup : NULL;
	pthread_mutex_unlock(&tables);
	if (cleanup)
		cleanup(task);
	pthread_mutex_lock(&tables);
	while ((hold = find(co__lock_holds, task, NULL))) {
		text.used = 0;
		co__lock_say(&text, "leak: '%s' has ended and holds %s",
			task->name, hold->name);
		co__lock_report(&text);
		hold->task = NULL;
	}
	pthread_mutex_unlock(&tables);
}

void co__lock_left(struct co_task *task)
{
	struct co_lock_claim *want;

	pthread_mutex_lock(&tables);
	want = find(co__lock_wants, task, NULL);
	if (want)
		want->task = NULL;
	pthread_mutex_unlock(&tables);
}

void co__lock_taken(struct co_task *task, const void *lock, const char *name)
{
	struct co_lock_claim *other, *hold;

	co__lock_left(task);
	pthread_mutex_lock(&tables);
	other = find(co__lock_holds, task, NULL);
	hold = enter(co__lock_holds, task, lock, name);
	if (hold) {
		hold->cleanup = other ? other->cleanup : task->cleanup;
		task->cleanup = check_end;
	}
	pthread_mutex_unlock(&tables);
}

void co__lock_released(struct co_task *task, const void *lock)
{
	struct co_lock_claim *hold;

	pthread_mutex_lock(&tables);
	hold = find(co__lock_holds, task, lock);
	if (hold) {
		hold->task = NULL;
		if (!find(co__lock_holds, task, NULL) && !co_task_is_done(task))
			task->cleanup = hold->cleanup;
	}
	pthread_mutex_unlock(&tables);
}

void co__lock_gone(const void *lock)
{
	size_t i;

	pthread_mutex_lock(&tables);
	for (i = 0; i < CO_LOCK_MOST; i++) {
		if (co__lock_holds[i].lock == lock)
			co__lock_holds[i].task = NULL;
		if (co__lock_wants[i].lock == lock)
			co__lock_wants[i].task = NULL;
	}
	co__lock_forget_orders(lock);
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
