// SPDX-License-Identifier: MIT
/*
 * The seed's diamond: two tasks need what a third computes, and it computes it
 * once.
 *
 *	     .--> left ---.
 *	all --             >--> depends
 *	     `--> right --'
 *
 *	make lab6-examples SRC=solutions
 *	build/bin/plain/reference-on-reference/lab6-diamond
 *
 * Whoever comes first claims the shared promise and computes; who comes later
 * awaits it, whether the value is on its way or there. The value takes a turn
 * of the executor to compute, so that in the first round the others come while
 * it is on its way. In the second it is there before anybody asks.
 */
#include <stdio.h>

#include "co/collect.h"
#include "co/executor.h"
#include "co/looper.h"
#include "co/shared_promise.h"

/* What everybody needs: computed by the first that asks. */
struct depends {
	struct co_task task;
	struct co_turn turn;
	struct co_shared_promise *promise;
	int *computed; /* how often it was */
	int value;
};

static struct co_task *depends_body(struct co_task *self)
{
	struct depends *f = co_frame(self, struct depends);

	CO_BEGIN(self);
	if (!co_shared_promise_claim(f->promise))
		return co_finish(self, 0);
	printf("  depends: begins\n");
	CO_AWAIT(self, co_reschedule(&f->turn));
	f->value = 21;
	++*f->computed;
	printf("  depends: done\n");
	co_shared_promise_set(f->promise, &f->value);
	CO_END(self);
}

/* Needs it. Brings its own `depends`, which does nothing if another one has. */
struct user {
	struct co_task task;
	struct co_shared_promise_wait wait;
	struct depends depends;
	const char *name;
	int result;
};

static struct co_task *user_body(struct co_task *self)
{
	struct user *f = co_frame(self, struct user);

	CO_BEGIN(self);
	printf("  %s: asks\n", f->name);
	CO_TRY(self, co_task_await(&f->depends.task));
	CO_TRY(self, co_shared_promise_await(f->depends.promise, &f->wait));
	f->result = 2 * *(int *)co_shared_promise_value(f->depends.promise);
	printf("  %s: has %d\n", f->name, f->result);
	CO_END(self);
}

struct all {
	struct co_task task;
	struct co_collect collect;
	struct co_collect_guard guards[2];
	struct user left, right;
	struct co_task *tasks[2];
};

static struct co_task *all_body(struct co_task *self)
{
	struct all *f = co_frame(self, struct all);

	CO_BEGIN(self);
	CO_TRY(self, co_collect_all(&f->collect, f->tasks, f->guards, 2));
	CO_END(self);
}

static struct co_task *user_init(struct user *f, const char *name,
	struct co_shared_promise *promise, int *computed)
{
	co_task_init(&f->task, user_body, name);
	co_task_init(&f->depends.task, depends_body, "depends");
	f->name = name;
	f->depends.promise = promise;
	f->depends.computed = computed;
	return &f->task;
}

int main(void)
{
	struct co_shared_promise promise;
	struct co_looper *looper = NULL;
	static struct all rounds[2];
	int computed = 0;
	int err;
	int i;

	err = co_looper_create("looper", &looper);
	if (err)
		return 1;
	co_shared_promise_init(&promise);
	for (i = 0; i < 2 && !err; i++) {
		struct all *f = &rounds[i];

		printf("%s\n", i ? "It is there:" : "Nobody has asked before:");
		co_task_init(&f->task, all_body, "all");
		f->tasks[0] = user_init(&f->left, "left", &promise, &computed);
		f->tasks[1] = user_init(
			&f->right, "right", &promise, &computed);
		err = co_task_wait(
			co_schedule_on(&f->task, co_looper_executor(looper)));
	}
	printf("computed %d time\n", computed);
	co_looper_destroy(looper);
	co_shared_promise_fini(&promise);
	return err || computed != 1;
}
