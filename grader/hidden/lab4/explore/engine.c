// SPDX-License-Identifier: MIT
/*
 * The engine, explored: posts, wake-ups, and the end of its life.
 */
#include <stdlib.h>

#include "co/delay.h"
#include "world.h"

/* Calls into the kernel that a test of a few turns may need. */
enum {
	FEW = 10
};

struct posting {
	struct co_engine *engine;
	struct item items[2];
	int n;
	int taken;
};

static void *posting_thread(void *arg)
{
	struct posting *p = arg;
	int i, err;

	for (i = 0; i < p->n; i++) {
		err = co_engine_post(p->engine, &p->items[i].work);
		CO_CHECK(err == 0 || err == -ESHUTDOWN);
		p->taken += !err;
	}
	return NULL;
}

static void posting_init(struct posting *p, struct co_engine *engine,
	struct runs *runs, int first)
{
	p->engine = engine;
	p->n = 2;
	p->taken = 0;
	item_init(&p->items[0], runs, first);
	item_init(&p->items[1], runs, first + 1);
}

static void turn(struct bare *b)
{
	CO_CHECK(co_engine_poll(&b->engine, true, CO_NO_DEADLINE) >= 0);
	co_engine_run(&b->engine);
}

static void engine_never_misses_a_post(void)
{
	unsigned before = sim_ring_enters();
	struct runs runs = {0};
	struct posting p;
	pthread_t thread;
	struct bare b;

	bare_open(&b);
	posting_init(&p, &b.engine, &runs, 0);
	thread = start(posting_thread, &p);
	while (runs.n < 2)
		turn(&b);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(0, runs.ids[0]);
	CO_CHECK_EQ(1, runs.ids[1]);
	co_step("it has waited, and not asked again and again");
	CO_CHECK(sim_ring_enters() - before <= FEW);
	bare_close(&b);
}

static void engine_keeps_each_posters_order(void)
{
	struct runs runs = {0};
	struct posting p, q;
	pthread_t threads[2];
	int next[2] = {0, 0};
	struct bare b;
	int i;

	bare_open(&b);
	posting_init(&p, &b.engine, &runs, 0);
	posting_init(&q, &b.engine, &runs, 10);
	threads[0] = start(posting_thread, &p);
	threads[1] = start(posting_thread, &q);
	while (runs.n < 4)
		turn(&b);
	for (i = 0; i < 4; i++)
		CO_CHECK_EQ(next[runs.ids[i] / 10]++, runs.ids[i] % 10);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	bare_close(&b);
}

/*
 * Nobody waits for the poster: it may still be on its way out, about to write,
 * when a completion ends the sleep that it found.
 */
static void engine_may_go_once_work_has_run(void)
{
	struct counter nop = COUNTER_INITIALIZER;
	struct bare *b = malloc(sizeof(*b));
	struct runs runs = {0};
	struct posting p;
	pthread_t thread;

	bare_open(b);
	posting_init(&p, &b->engine, &runs, 0);
	p.n = 1;
	thread = start(posting_thread, &p);
	prepare_nop(&b->engine.ring, &nop);
	while (runs.n < 1)
		turn(b);
	bare_close(b);
	free(b);
	pthread_join(thread, NULL);
}

struct flag {
	struct co_engine *engine;
	CO_ATOMIC(int) set;
};

static void *flag_thread(void *arg)
{
	struct flag *f = arg;

	atomic_store_explicit(&f->set, 1, memory_order_release);
	co_engine_wake(f->engine);
	return NULL;
}

static void engine_never_misses_a_wake(void)
{
	struct flag f = {.set = 0};
	pthread_t thread;
	struct bare b;

	bare_open(&b);
	f.engine = &b.engine;
	thread = start(flag_thread, &f);
	while (!atomic_load_explicit(&f.set, memory_order_acquire))
		turn(&b);
	pthread_join(thread, NULL);
	bare_close(&b);
}

static void *shutting_thread(void *arg)
{
	co_engine_shut(arg);
	return NULL;
}

static void engine_shut_forgets_nothing_it_took(void)
{
	struct runs runs = {0};
	struct posting p;
	pthread_t threads[2];
	struct bare b;
	int i;

	bare_open(&b);
	posting_init(&p, &b.engine, &runs, 0);
	threads[0] = start(posting_thread, &p);
	threads[1] = start(shutting_thread, &b.engine);
	while (!co_engine_is_shut(&b.engine))
		turn(&b);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	while (co_engine_has_ready(&b.engine))
		co_engine_run(&b.engine);
	CO_CHECK_EQ(p.taken, runs.n);
	for (i = 0; i < runs.n; i++) {
		CO_CHECK_EQ(i, runs.ids[i]);
		CO_CHECK(runs.errors[i] == 0 || runs.errors[i] == -ECANCELED);
	}
	bare_close(&b);
}

/* The first of two items shuts the engine that runs it. */
static void shut_here(struct co_work *work, int error)
{
	(void)work;
	CO_CHECK_EQ(0, error);
	co_engine_shut(co_engine_here());
}

static void engine_shut_drops_the_rest_of_a_round(void)
{
	struct runs runs = {0};
	struct co_work first;
	struct item second;
	struct bare b;

	bare_open(&b);
	co_work_init(&first, shut_here);
	item_init(&second, &runs, 1);
	CO_CHECK_EQ(0, co_engine_post(&b.engine, &first));
	CO_CHECK_EQ(0, co_engine_post(&b.engine, &second.work));
	CO_CHECK_EQ(2, co_engine_run(&b.engine));
	CO_CHECK_EQ(1, runs.n);
	CO_CHECK_EQ(-ECANCELED, runs.errors[0]);
	bare_close(&b);
}

static void engine_waits_no_longer_than_told(void)
{
	unsigned before;
	uint64_t deadline;
	struct bare b;

	bare_open(&b);
	before = sim_ring_enters();
	deadline = co_clock_now() + 5000000000u;
	while (co_clock_now() < deadline)
		CO_CHECK_EQ(0, co_engine_poll(&b.engine, true, deadline));
	CO_CHECK(co_clock_now() < deadline + 1000000000u);
	/* It waited in the kernel, and did not ask again and again. */
	co_step("five seconds, in how many calls?");
	CO_CHECK(sim_ring_enters() - before <= FEW);
	bare_close(&b);
}

/* Whether it waits, waits until a deadline, or has work to go back to. */
static void engine_poll_enters_once(void)
{
	struct counter nop = COUNTER_INITIALIZER;
	unsigned kind = explore_choose(3);
	struct runs runs = {0};
	struct item item;
	unsigned before;
	struct bare b;

	bare_open(&b);
	prepare_nop(&b.engine.ring, &nop);
	item_init(&item, &runs, 1);
	if (kind == 2)
		CO_CHECK_EQ(0, co_engine_post(&b.engine, &item.work));
	before = sim_ring_enters();
	CO_CHECK(co_engine_poll(&b.engine, true,
			 kind == 1 ? co_clock_after(1000) : CO_NO_DEADLINE) >=
		 0);
	CO_CHECK_EQ(1, sim_ring_enters() - before);
	co_engine_run(&b.engine);
	while (co_engine_in_flight(&b.engine))
		turn(&b);
	CO_CHECK_EQ(1, nop.n);
	bare_close(&b);
}

/* A signal, or a kernel that is short of room or memory: no reason to end. */
static void engine_outlasts_a_refusal(void)
{
	static const int errors[] = {-EINTR, -EBUSY, -EAGAIN};
	struct counter nop = COUNTER_INITIALIZER;
	struct bare b;

	bare_open(&b);
	prepare_nop(&b.engine.ring, &nop);
	sim_ring_refuse_submits(2, errors[explore_choose(3)]);
	while (nop.n < 1)
		CO_CHECK(co_engine_poll(&b.engine, true, CO_NO_DEADLINE) >= 0);
	CO_CHECK_EQ(0, co_engine_in_flight(&b.engine));
	bare_close(&b);
}

/* Cancels come too late, or not; each operation completes once. */
static void engine_settles_what_is_in_flight(void)
{
	struct counter counters[3];
	struct io_uring_sqe *sqe;
	char buffers[3][8];
	pthread_t thread;
	struct bare b;
	int fds[2];
	int i;

	vfs_socketpair(fds, 0);
	bare_open(&b);
	for (i = 0; i < 3; i++) {
		counters[i] = (struct counter)COUNTER_INITIALIZER;
		sqe = co_ring_sqe(&b.engine.ring);
		io_uring_prep_recv(sqe, fds[0], buffers[i], 8, 0);
		co_sqe_address(sqe, &counters[i].completer, NULL, "recv");
	}
	thread = start(send_byte, &fds[1]);
	co_engine_settle(&b.engine);
	CO_CHECK_EQ(0, co_engine_in_flight(&b.engine));
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(1, counters[i].n);
	pthread_join(thread, NULL);
	bare_close(&b);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(engine_never_misses_a_post),
	EXPLORE_TEST(engine_keeps_each_posters_order, .schedules = SOME),
	EXPLORE_TEST(engine_may_go_once_work_has_run),
	EXPLORE_TEST(engine_never_misses_a_wake),
	EXPLORE_TEST(engine_shut_forgets_nothing_it_took, .schedules = SOME),
	EXPLORE_TEST(engine_shut_drops_the_rest_of_a_round),
	EXPLORE_TEST(engine_waits_no_longer_than_told),
	EXPLORE_TEST(engine_poll_enters_once),
	EXPLORE_TEST(engine_outlasts_a_refusal),
	EXPLORE_TEST(engine_settles_what_is_in_flight, .schedules = SOME),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
