// SPDX-License-Identifier: MIT
/*
 * Six tasks for one of three contexts. The first three stay where they were
 * submitted. The others offer themselves, and then each keeps its thread until
 * all three have come: so no context can have taken two of them.
 *
 *	make lab5-examples SRC=solutions
 *	build/bin/plain/reference-on-reference/lab5-steal
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "co/io.h"
#include "co/steal.h"

enum {
	CONTEXTS = 3
};

/* What the tasks of one loop share. */
struct crew {
	struct co_scheduler *scheduler;
	struct co_steal *steal; /* NULL: they stay */
	pthread_barrier_t meeting;
	CO_ATOMIC(unsigned) seen; /* a bit for each context */
	CO_ATOMIC(int) stayed;    /* with their I/O */
};

struct worker {
	struct co_task task;
	struct co_offer offer;
	struct co_io io;
	struct crew *crew;
	unsigned at;
};

static unsigned here(struct co_scheduler *s)
{
	unsigned i = 0;

	while (co_scheduler_context(s, i) != co_context_here())
		i++;
	return i;
}

static struct co_task *worker_body(struct co_task *self)
{
	struct worker *f = co_frame(self, struct worker);

	CO_BEGIN(self);
	if (f->crew->steal) {
		CO_TRY(self, co_offer_to(&f->offer, f->crew->steal));
		pthread_barrier_wait(&f->crew->meeting);
	}
	f->at = here(f->crew->scheduler);
	atomic_fetch_or(&f->crew->seen, 1u << f->at);
	CO_TRY(self, co_nop(&f->io));
	if (here(f->crew->scheduler) == f->at)
		atomic_fetch_add(&f->crew->stayed, 1);
	CO_END(self);
}

static int submit_worker(struct crew *crew)
{
	struct co_task *task = co_task_create(
		sizeof(struct worker), worker_body, "worker");
	int err;

	if (!task)
		return -ENOMEM;
	co_frame(task, struct worker)->crew = crew;
	err = co_scheduler_submit_key(crew->scheduler, task, 0);
	if (err)
		co_task_destroy(task);
	return err;
}

/* Submits the workers, all before the first of them begins. */
struct foreman {
	struct co_task task;
	struct crew *crew;
	int n;
};

static struct co_task *foreman_body(struct co_task *self)
{
	struct foreman *f = co_frame(self, struct foreman);
	int err;

	CO_BEGIN(self);
	for (; f->n; f->n--) {
		err = submit_worker(f->crew);
		if (err)
			return co_finish(self, err);
	}
	CO_END(self);
}

static int run(struct crew *crew)
{
	struct co_task *task = co_task_create(
		sizeof(struct foreman), foreman_body, "foreman");
	int err;

	if (!task)
		return -ENOMEM;
	co_frame(task, struct foreman)->crew = crew;
	co_frame(task, struct foreman)->n = CONTEXTS;
	atomic_store(&crew->seen, 0);
	atomic_store(&crew->stayed, 0);
	err = co_scheduler_submit_key(crew->scheduler, task, 0);
	if (err) {
		co_task_destroy(task);
		return err;
	}
	err = co_scheduler_loop(crew->scheduler);
	printf("  %d of %d contexts, and %d of %d stayed there with their "
	       "I/O\n",
		__builtin_popcount(crew->seen), CONTEXTS, crew->stayed,
		CONTEXTS);
	return err;
}

static int run_both(struct crew *crew)
{
	struct co_steal *steal = NULL;
	int err;

	puts("three tasks that do not offer themselves ran on");
	err = run(crew);
	if (!err)
		err = co_steal_create(crew->scheduler, 0, &steal);
	if (!err) {
		crew->steal = steal;
		puts("three that do ran on");
		err = run(crew);
	}
	co_scheduler_destroy(crew->scheduler);
	co_steal_destroy(steal);
	return err;
}

int main(void)
{
	const struct co_scheduler_options options = {
		.contexts = CONTEXTS,
		.entries = 8,
	};
	struct crew crew = {.steal = NULL};
	int err = co_scheduler_create(&options, &crew.scheduler);

	if (!err) {
		pthread_barrier_init(&crew.meeting, NULL, CONTEXTS);
		err = run_both(&crew);
		pthread_barrier_destroy(&crew.meeting);
	}
	if (err)
		fprintf(stderr, "steal: %s\n", strerror(-err));
	return err ? 1 : 0;
}
