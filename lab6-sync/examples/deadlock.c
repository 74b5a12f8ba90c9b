// SPDX-License-Identifier: MIT
/*
 * The seed's deadlock: a task holds a lock and awaits a task that wants it.
 *
 *	make lab6-examples SRC=solutions
 *	build/bin/plain/reference-on-reference/lab6-deadlock
 *
 * Nothing is ever going to resume either of them, and no thread is blocked
 * either: co_resume() just comes back. The watch says who waits for whom as
 * soon as the circle is closed. The two are left as they are, so that a trace
 * of this program ends with the circle, and its wait-for graph has it in red:
 *
 *	CO_TRACE=deadlock.trace \
 *		build/bin/plain/reference-on-reference/lab6-deadlock
 *	build/bin/grade graph deadlock.trace --kind waits -o deadlock.svg
 */
#include <stdio.h>

#include "co/mutex.h"

/* Adds one to what the mutex guards. */
struct inner {
	struct co_task task;
	struct co_mutex_wait wait;
	struct co_mutex *mutex;
	int *value;
};

static struct co_task *inner_body(struct co_task *self)
{
	struct inner *f = co_frame(self, struct inner);

	CO_BEGIN(self);
	CO_LOCKED(self, f->mutex, &f->wait)
	{
		++*f->value;
	}
	CO_END(self);
}

struct outer {
	struct co_task task;
	struct co_mutex_wait wait;
	struct inner inner;
	struct co_mutex mutex;
	int value; /* under @mutex */
	bool mended;
};

static struct co_task *outer_body(struct co_task *self)
{
	struct outer *f = co_frame(self, struct outer);

	CO_BEGIN(self);
	CO_TRY(self, co_mutex_lock(&f->mutex, &f->wait));
	f->value = 41;
	/* What is mended: the lock is given back before the await. */
	if (f->mended)
		co_mutex_unlock(&f->mutex);
	CO_TRY(self, co_task_await(&f->inner.task));
	if (!f->mended)
		co_mutex_unlock(&f->mutex);
	CO_END(self);
}

static void run(struct outer *f, bool mended)
{
	co_task_init(&f->task, outer_body, "outer");
	co_task_init(&f->inner.task, inner_body, "inner");
	co_mutex_init(&f->mutex);
	co_mutex_set_name(&f->mutex, "the mutex");
	f->inner.mutex = &f->mutex;
	f->inner.value = &f->value;
	f->mended = mended;
	co_resume(&f->task);
	printf("outer is %s, inner is %s, the value is %d\n",
		co_status_name(co_task_status(&f->task)),
		co_status_name(co_task_status(&f->inner.task)), f->value);
}

static void tell(const char *text)
{
	printf("%s\n", text);
}

int main(void)
{
	static struct outer stuck, mended;

	co_lock_watch(tell);
	printf("As it was:\n");
	run(&stuck, false);
	printf("Mended:\n");
	run(&mended, true);
	co_mutex_fini(&mended.mutex);
	return co_task_is_done(&mended.task) ? 0 : 1;
}
