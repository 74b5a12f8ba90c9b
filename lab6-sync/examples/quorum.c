// SPDX-License-Identifier: MIT
/*
 * A write quorum: three replicas, and two that have written are enough.
 *
 *	make lab6-examples SRC=solutions
 *	build/bin/plain/reference-on-reference/lab6-quorum
 *
 * The same three replicas, twice. First the one that is late is asked to stop
 * and awaited: when the quorum is there nothing is left running. Then it is
 * left to itself, as a store would do that wants all three in the end, and
 * awaited later. And a third time, where two fail: a quorum is out of reach,
 * and the first error is the one that is told.
 */
#include <stdio.h>

#include "co/collect.h"
#include "co/executor.h"
#include "co/looper.h"

enum {
	REPLICAS = 3,
	QUORUM = 2
};

/* Writes in @steps steps, one each time its executor comes round to it. */
struct replica {
	struct co_task task;
	struct co_turn turn;
	int number;
	int steps;
	int error;
};

static struct co_task *replica_body(struct co_task *self)
{
	struct replica *f = co_frame(self, struct replica);

	CO_BEGIN(self);
	for (; f->steps; f->steps--) {
		CO_AWAIT(self, co_reschedule(&f->turn));
		if (co_cancel_requested(self->cancel)) {
			printf("  replica %d is asked to stop\n", f->number);
			return co_finish(self, -ECANCELED);
		}
	}
	printf("  replica %d %s\n", f->number,
		f->error ? "has no room" : "has written");
	return co_finish(self, f->error);
	CO_END(self);
}

struct writer {
	struct co_task task;
	struct co_collect collect;
	struct co_collect_guard guards[REPLICAS];
	struct replica replicas[REPLICAS];
	struct co_task *tasks[REPLICAS];
	enum co_rest rest;
};

static struct co_task *writer_body(struct co_task *self)
{
	struct writer *f = co_frame(self, struct writer);

	CO_BEGIN(self);
	CO_AWAIT(self, co_collect_some(&f->collect, f->tasks, f->guards,
			       REPLICAS, QUORUM, f->rest));
	printf("  %s\n", co_awaited(self) == -ENOSPC ? "no quorum: no room"
			 : co_awaited(self)          ? "no quorum"
						     : "a quorum has written");
	if (f->rest == CO_REST_DETACH) {
		CO_AWAIT(self, co_collect_rest(&f->collect));
		printf("  all have ended\n");
	}
	CO_END(self);
}

static int write_to_all(struct co_executor *executor, const char *title,
	enum co_rest rest, int error)
{
	/* Replica 2 is the slow one. */
	static const int steps[REPLICAS] = {2, 1, 9};
	static struct writer f;
	int i;

	printf("%s\n", title);
	co_task_init(&f.task, writer_body, "writer");
	f.rest = rest;
	for (i = 0; i < REPLICAS; i++) {
		co_task_init(&f.replicas[i].task, replica_body, "replica");
		f.replicas[i].number = i;
		f.replicas[i].steps = steps[i];
		f.replicas[i].error = i < 2 ? error : 0;
		f.tasks[i] = &f.replicas[i].task;
	}
	return co_task_wait(co_schedule_on(&f.task, executor));
}

int main(void)
{
	struct co_looper *looper = NULL;
	struct co_executor *executor;
	int err;

	err = co_looper_create("looper", &looper);
	if (err)
		return 1;
	executor = co_looper_executor(looper);
	err = write_to_all(
		executor, "The rest is cancelled:", CO_REST_CANCEL, 0);
	if (!err)
		err = write_to_all(
			executor, "The rest runs on:", CO_REST_DETACH, 0);
	if (!err)
		err = write_to_all(
			executor, "Two have no room:", CO_REST_CANCEL, -ENOSPC);
	co_looper_destroy(looper);
	return err ? 1 : 0;
}
