/* SPDX-License-Identifier: MIT */
/*
 * What the tests of this lab share: whether this machine has an io_uring, work
 * that writes down that it ran, a completer that counts, and a started context.
 *
 * Nothing here sleeps.
 */
#ifndef LAB4_TEST_UTIL_H
#define LAB4_TEST_UTIL_H

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "co/check.h"
#include "co/context.h"
#include "co/io.h"

/* Why there is no ring on this machine, or NULL when there is one. */
static inline const char *no_ring(void)
{
	static char reason[160];
	struct io_uring ring;
	int err = io_uring_queue_init(2, &ring, 0);

	if (!err) {
		io_uring_queue_exit(&ring);
		return NULL;
	}
	snprintf(reason, sizeof(reason),
		"environment: this machine refuses io_uring (%s): "
		"`build/bin/grade doctor` says why; RING=sim does without it",
		strerror(-err));
	return reason;
}

/* First line of every test that needs a ring. */
#define NEED_RING()                                                            \
	do {                                                                   \
		const char *reason_ = no_ring();                               \
		if (reason_)                                                   \
			SKIPm(reason_);                                        \
	} while (0)

enum {
	MAX_RUNS = 64
};

/* Work that writes down its id; one thread at a time. */
struct runs {
	int n;
	int ids[MAX_RUNS];
	int errors[MAX_RUNS];
};

struct item {
	struct co_work work;
	struct runs *runs;
	int id;
	struct co_engine *again; /* post @next there, if set */
	struct item *next;
};

static inline void item_run(struct co_work *work, int error)
{
	struct item *item = co_container_of(work, struct item, work);
	struct runs *runs = item->runs;

	if (runs->n < MAX_RUNS) {
		runs->ids[runs->n] = item->id;
		runs->errors[runs->n] = error;
	}
	runs->n++;
	if (item->again)
		CO_CHECK_EQ(0, co_engine_post(item->again, &item->next->work));
}

static inline void item_init(struct item *item, struct runs *runs, int id)
{
	*item = (struct item){.runs = runs, .id = id};
	co_work_init(&item->work, item_run);
}

/* A completion that is counted. */
struct counter {
	struct co_completer completer;
	int n;
	int res;
};

static inline void counter_complete(struct co_completer *completer, int res)
{
	struct counter *c = co_container_of(
		completer, struct counter, completer);

	c->n++;
	c->res = res;
}

#define COUNTER_INITIALIZER                                                    \
	{                                                                      \
		.completer = { counter_complete }                              \
	}

static inline void prepare_nop(struct co_ring *ring, struct counter *to)
{
	struct io_uring_sqe *sqe = co_ring_sqe(ring);

	CO_CHECK(sqe != NULL);
	if (!sqe)
		return;
	io_uring_prep_nop(sqe);
	co_sqe_address(sqe, &to->completer, NULL, "nop");
}

/* An executor that posts to a bare engine. */
struct bare {
	struct co_executor executor;
	struct co_engine engine;
};

static inline int bare_post(struct co_executor *executor, struct co_work *work)
{
	struct bare *b = co_container_of(executor, struct bare, executor);
	int err = co_work_check(work);

	return err ? err : co_engine_post(&b->engine, work);
}

/* Make this thread the owner of an engine of its own. */
static inline void bare_open(struct bare *b)
{
	co_executor_init(&b->executor, bare_post, "bare");
	b->executor.timers = NULL;
	CO_CHECK_EQ(0, co_engine_init(&b->engine, &b->executor));
	CO_CHECK_EQ(0, co_engine_open(&b->engine, 8));
}

static inline void bare_close(struct bare *b)
{
	co_engine_close(&b->engine);
	co_engine_fini(&b->engine);
}

static inline struct co_context *make_context(void)
{
	struct co_context *c = NULL;

	CO_CHECK_EQ(0, co_context_create("context", 8, &c));
	return c;
}

/* Run @task on a fresh context to its end; returns its error. */
static inline int run_on_context(struct co_task *task)
{
	struct co_context *c = make_context();

	CO_CHECK_EQ(0, co_context_submit(c, task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK(co_task_is_done(task));
	co_context_destroy(c);
	return task->error;
}

#endif
