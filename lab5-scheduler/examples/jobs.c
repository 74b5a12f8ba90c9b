// SPDX-License-Identifier: MIT
/*
 * Four jobs under a manager: a chain that comes to its end, one that fails on
 * the way, a job that another kills by its number, and one that takes too long.
 *
 *	make lab5-examples SRC=solutions
 *	build/bin/plain/reference-on-reference/lab5-jobs
 */
#include <inttypes.h>
#include <stdio.h>

#include "co/looper.h"
#include "co/manager.h"
#include "co/sleep.h"
#include "co/then.h"

enum {
	HOUR = 3600000
};

/* A task with a value: @n, an hour later if it @sleeps. */
struct number {
	struct co_task task;
	struct co_sleep nap;
	bool sleeps;
	int error;
	void *value;
};

static void number_cleanup(struct co_task *self)
{
	printf("  %s: cleaned up\n", self->name);
}

static struct co_task *number_body(struct co_task *self)
{
	struct number *f = co_frame(self, struct number);

	CO_BEGIN(self);
	if (f->sleeps)
		CO_TRY(self, co_sleep_ms(&f->nap, HOUR));
	return co_finish(self, f->error);
	CO_END(self);
}

static struct co_task *make_number(const char *name, intptr_t n, bool sleeps)
{
	struct co_task *task = co_task_create(
		sizeof(struct number), number_body, name);
	struct number *f;

	if (!task)
		return NULL;
	f = co_frame(task, struct number);
	f->sleeps = sleeps;
	f->error = 0;
	f->value = (void *)n;
	co_task_set_cleanup(task, number_cleanup);
	return task;
}

/* A link that yields a value: the upstream's number, and one more. */
static int add_one(struct co_then_step *step)
{
	struct number *f = co_frame(step->upstream, struct number);

	step->value = (char *)f->value + 1;
	printf("  add one: %d\n", (int)(intptr_t)step->value);
	return 0;
}

/* A link that yields a task, which has twice the number. */
static int make_double(struct co_then_step *step)
{
	step->next = make_number("double", 2 * (intptr_t)step->value, false);
	if (!step->next)
		return -ENOMEM;
	step->next_value = &co_frame(step->next, struct number)->value;
	printf("  double: a task for that\n");
	return 0;
}

static int print(struct co_then_step *step)
{
	printf("  print: %d\n", (int)(intptr_t)step->value);
	return 0;
}

static struct co_task *make_chain(int error)
{
	struct co_task *chain = make_number("start", 20, false);

	if (!chain)
		return NULL;
	co_frame(chain, struct number)->error = error;
	if (!co_then(&chain, add_one, NULL) &&
		!co_then(&chain, make_double, NULL) &&
		!co_then(&chain, print, NULL))
		return chain;
	co_task_destroy(chain);
	return NULL;
}

/* Runs on the same looper, so its victim has begun before it. */
struct killer {
	struct co_task task;
	struct co_manager *manager;
	uint64_t victim;
};

static struct co_task *killer_body(struct co_task *self)
{
	struct killer *f = co_frame(self, struct killer);
	int err;

	CO_BEGIN(self);
	err = co_manager_kill(f->manager, f->victim);
	printf("  killer: kill %" PRIu64 " gives %d\n", f->victim, err);
	err = co_manager_kill(f->manager, f->victim);
	printf("  killer: and again %s\n",
		err == -EALREADY ? "-EALREADY" : "?");
	CO_END(self);
}

static void add_killer(struct co_manager *m, uint64_t victim)
{
	struct co_task *task = co_task_create(
		sizeof(struct killer), killer_body, "killer");

	if (!task)
		return;
	co_frame(task, struct killer)->manager = m;
	co_frame(task, struct killer)->victim = victim;
	if (co_manager_add(m, task, NULL, NULL))
		co_task_destroy(task);
}

static void show(struct co_manager *m, const char *what, struct co_task *task,
	int64_t timeout_ms, bool kill)
{
	const struct co_managed_options options = {
		.keep = true,
		.timeout_ms = timeout_ms,
	};
	struct co_managed_info info = {0};
	uint64_t id;

	printf("%s:\n", what);
	if (co_manager_add(m, task, &options, &id)) {
		co_task_destroy(task);
		return;
	}
	if (kill)
		add_killer(m, id);
	co_manager_wait(m);
	if (!co_manager_find(m, id, &info))
		printf("  job %" PRIu64 " is %s\n", info.id,
			co_status_name(info.status));
}

int main(void)
{
	struct co_looper *looper = NULL;
	struct co_manager *m = NULL;

	if (co_looper_create("looper", &looper))
		return 1;
	if (co_manager_create(co_looper_executor(looper), &m)) {
		co_looper_destroy(looper);
		return 1;
	}
	show(m, "a chain", make_chain(0), 0, false);
	show(m, "a chain whose start fails", make_chain(-EIO), 0, false);
	show(m, "killed", make_number("hour", 0, true), 0, true);
	show(m, "1 ms for an hour", make_number("hour", 0, true), 1, false);
	printf("on record: %zu jobs\n", co_manager_list(m, NULL, 0));
	co_manager_destroy(m);
	co_looper_destroy(looper);
	return 0;
}
