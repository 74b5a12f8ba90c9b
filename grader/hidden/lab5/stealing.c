// SPDX-License-Identifier: MIT
/*
 * Work stealing on the real kernel: many threads, many tasks, and I/O that
 * still gets its turn.
 */
#include "../../../lab5-scheduler/tests/stealing.h"
#include "suites.h"

/* With a sanitizer everything is slower. */
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

#define SLOWER (__sanitizer_get_current_allocated_bytes ? 20 : 1)

enum {
	THIEVES = 3,
	STONES = 200000,
	ROOM = 64,
};

struct stone {
	struct co_work work;
	CO_ATOMIC(int) taken;
};

struct quarry {
	struct co_deque deque;
	struct stone *stones;
	int n;
	CO_ATOMIC(int) left;
};

static void stone_run(struct co_work *work, int error)
{
	(void)error;
	atomic_fetch_add(&co_container_of(work, struct stone, work)->taken, 1);
}

static void use(struct quarry *q, struct co_work *work)
{
	if (!work)
		return;
	work->run(work, 0);
	atomic_fetch_sub(&q->left, 1);
}

static void *steal_until_all_are_gone(void *arg)
{
	struct quarry *q = arg;

	while (atomic_load(&q->left))
		use(q, co_deque_steal(&q->deque));
	return NULL;
}

TEST each_of_many_items_is_taken_once(void)
{
	struct quarry q = {.n = STONES / SLOWER};
	pthread_t thieves[THIEVES];
	int i;

	q.stones = calloc((size_t)q.n, sizeof(*q.stones));
	atomic_store(&q.left, q.n);
	CO_CHECK_EQ(0, co_deque_init(&q.deque, ROOM));
	for (i = 0; i < THIEVES; i++)
		CO_CHECK_EQ(0, pthread_create(&thieves[i], NULL,
				       steal_until_all_are_gone, &q));
	for (i = 0; i < q.n; i++) {
		co_work_init(&q.stones[i].work, stone_run);
		while (co_deque_push(&q.deque, &q.stones[i].work))
			use(&q, co_deque_pop(&q.deque));
		if (i % 3 == 0)
			use(&q, co_deque_pop(&q.deque));
	}
	while (!co_deque_is_empty(&q.deque))
		use(&q, co_deque_pop(&q.deque));
	for (i = 0; i < THIEVES; i++)
		pthread_join(thieves[i], NULL);
	for (i = 0; i < q.n; i++)
		CO_CHECK_EQ(1, q.stones[i].taken);
	co_deque_fini(&q.deque);
	free(q.stones);
	PASS();
}

enum {
	CROWD = 200,
	CROWDS = 50,
};

TEST crowds_of_one_context_are_all_done(void)
{
	int i, round, crowds = SLOWER > 1 ? CROWDS / 10 : CROWDS;
	struct wanderer *members[CROWD];
	struct market m;

	NEED_RING();
	market_open(&m, 3, ROOM);
	for (round = 0; round < crowds; round++) {
		for (i = 0; i < CROWD; i++) {
			members[i] = make_wanderer(&m);
			members[i]->nops = i % 4;
		}
		submit_crowd(&m, members, CROWD);
		CO_CHECK_EQ(0, co_scheduler_loop(m.scheduler));
	}
	CO_CHECK_EQ(crowds * CROWD, m.fates.taken);
	market_close(&m, crowds * CROWD);
	PASS();
}

/* Does one piece of I/O, and writes down how many were taken by then. */
struct watcher {
	struct co_task task;
	struct co_io io;
	struct market *market;
	int *seen;
};

static struct co_task *watcher_body(struct co_task *self)
{
	struct watcher *f = co_frame(self, struct watcher);

	CO_BEGIN(self);
	CO_AWAIT(self, co_nop(&f->io));
	*f->seen = atomic_load(&f->market->fates.taken);
	CO_END(self);
}

TEST io_gets_its_turn_among_many_offers(void)
{
	struct wanderer *members[CROWD];
	struct co_task *task;
	struct crowd *crowd;
	struct market m;
	int i, seen = -1;

	NEED_RING();
	market_open(&m, 1, 0);
	for (i = 0; i < CROWD; i++)
		members[i] = make_wanderer(&m);
	task = co_task_create(sizeof(struct watcher), watcher_body, "job");
	co_frame(task, struct watcher)->market = &m;
	co_frame(task, struct watcher)->seen = &seen;
	crowd = make_crowd(&m, members, CROWD);
	crowd->behind = task;
	submit_to_one(&m, &crowd->task);
	CO_CHECK_EQ(0, co_scheduler_loop(m.scheduler));
	/* A number that may differ from run to run: only when it tells why. */
	if (seen < 0 || seen >= CROWD)
		co_step("%d of %d were taken before the I/O was seen", seen,
			CROWD);
	CO_CHECK(seen >= 0 && seen < CROWD);
	CO_CHECK_EQ(CROWD, m.fates.taken);
	market_close(&m, CROWD);
	PASS();
}

TEST deque_with_work_may_not_go(void)
{
	struct stone stone = {.taken = 0};
	struct co_deque d;

	CO_CHECK_EQ(0, co_deque_init(&d, 1));
	co_work_init(&stone.work, stone_run);
	CO_CHECK_EQ(0, co_deque_push(&d, &stone.work));
	co_expect_assert("a deque goes");
	co_deque_fini(&d);
	PASS();
}

static struct co_task *destroyer_body(struct co_task *self)
{
	struct wanderer *f = co_frame(self, struct wanderer);

	CO_BEGIN(self);
	CO_TRY(self, co_offer_to(&f->offer, f->market->steal));
	co_steal_destroy(f->market->steal);
	CO_END(self);
}

TEST stealing_may_not_go_while_a_context_serves(void)
{
	struct wanderer *f;
	struct market m;

	NEED_RING();
	market_open(&m, 1, 0);
	f = make_wanderer(&m);
	f->task.body = destroyer_body;
	submit_to_one(&m, &f->task);
	co_expect_assert("before its scheduler");
	co_scheduler_loop(m.scheduler);
	PASS();
}

SUITE(stealing)
{
	RUN_TEST(each_of_many_items_is_taken_once);
	RUN_TEST(crowds_of_one_context_are_all_done);
	RUN_TEST(io_gets_its_turn_among_many_offers);
	RUN_TEST(deque_with_work_may_not_go);
	RUN_TEST(stealing_may_not_go_while_a_context_serves);
}
