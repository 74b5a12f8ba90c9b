// SPDX-License-Identifier: MIT
/*
 * The real kernel: several threads, many timers, and nothing left over.
 */
#include <dirent.h>
#include <stdlib.h>

#include "../../../lab4-uring/tests/util.h"
#include "co/sleep.h"
#include "suites.h"

enum {
	THREADS = 4,
	POSTS = 2000,
	SLEEPERS = 500,
};

static int count_entries(const char *folder)
{
	DIR *dir = opendir(folder);
	int n = 0;

	if (!dir)
		return -1;
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

struct counting {
	struct co_work work;
	CO_ATOMIC(int) * left;
	struct co_context *context;
};

static void counting_run(struct co_work *work, int error)
{
	struct counting *w = co_container_of(work, struct counting, work);

	CO_CHECK_EQ(0, error);
	CO_CHECK(co_context_here() == w->context);
	if (atomic_fetch_sub_explicit(w->left, 1, memory_order_relaxed) == 1)
		co_context_release(w->context);
}

struct poster {
	struct co_context *context;
	struct counting *items;
};

static void *posting_thread(void *arg)
{
	struct poster *p = arg;
	int i;

	for (i = 0; i < POSTS; i++)
		CO_CHECK_EQ(0, co_post(co_context_executor(p->context),
				       &p->items[i].work));
	return NULL;
}

TEST posts_of_many_threads_all_run(void)
{
	struct counting *items;
	CO_ATOMIC(int) left = THREADS * POSTS;
	struct poster posters[THREADS];
	pthread_t threads[THREADS];
	struct co_context *c;
	int i;

	NEED_RING();
	items = calloc(THREADS * POSTS, sizeof(*items));
	c = make_context();
	for (i = 0; i < THREADS * POSTS; i++) {
		co_work_init(&items[i].work, counting_run);
		items[i].left = &left;
		items[i].context = c;
	}
	co_context_hold(c);
	CO_CHECK_EQ(0, co_context_start(c));
	for (i = 0; i < THREADS; i++) {
		posters[i] = (struct poster){c, items + i * POSTS};
		CO_CHECK_EQ(0, pthread_create(&threads[i], NULL, posting_thread,
				       &posters[i]));
	}
	co_context_join(c);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	CO_CHECK_EQ(0, atomic_load(&left));
	co_context_destroy(c);
	free(items);
	PASS();
}

/* How many threads this process has. */
static int count_threads(void)
{
	return count_entries("/proc/self/task");
}

struct sleeping {
	struct co_task task;
	struct co_sleep nap;
	int ms;
	int threads; /* before it sleeps, if it is to count them */
};

static struct co_task *sleeping_body(struct co_task *self)
{
	struct sleeping *f = co_frame(self, struct sleeping);
	uint64_t deadline;

	CO_BEGIN(self);
	if (f->threads)
		f->threads = count_threads();
	deadline = co_clock_after(f->ms);
	CO_TRY(self, co_sleep_until(&f->nap, deadline));
	CO_CHECK(co_clock_now() >= f->nap.deadline);
	if (f->threads)
		CO_CHECK_EQ(f->threads, count_threads());
	CO_END(self);
}

TEST many_sleepers_cost_no_thread(void)
{
	struct sleeping *sleepers;
	struct co_context *c;
	int i;

	NEED_RING();
	sleepers = calloc(SLEEPERS, sizeof(*sleepers));
	sleepers[0].threads = 1;
	c = make_context();
	for (i = 0; i < SLEEPERS; i++) {
		sleepers[i].ms = 1 + i * 7 % 10;
		co_task_init(&sleepers[i].task, sleeping_body, "sleeping");
		CO_CHECK_EQ(0, co_context_submit(c, &sleepers[i].task));
	}
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	for (i = 0; i < SLEEPERS; i++)
		CO_CHECK_EQ(CO_DONE, co_task_status(&sleepers[i].task));
	co_context_destroy(c);
	free(sleepers);
	PASS();
}

static struct co_task *empty_body(struct co_task *self)
{
	CO_BEGIN(self);
	CO_END(self);
}

TEST contexts_leave_no_descriptor_behind(void)
{
	struct co_context *c = NULL;
	struct co_task task;
	int before, i;

	NEED_RING();
	before = count_entries("/proc/self/fd");
	co_step("thirty that run, and thirty that the kernel refuses");
	for (i = 0; i < 30; i++) {
		c = make_context();
		co_task_init(&task, empty_body, "empty");
		CO_CHECK_EQ(0, co_context_submit(c, &task));
		CO_CHECK_EQ(0, co_context_start(c));
		co_context_join(c);
		CO_CHECK_EQ(0, co_context_start(c));
		co_context_destroy(c);
		CO_CHECK_EQ(0, co_context_create("huge", 1u << 30, &c));
		CO_CHECK_EQ(-EINVAL, co_context_start(c));
		co_context_destroy(c);
	}
	co_step("as many descriptors are open as before");
	CO_CHECK_EQ(before, count_entries("/proc/self/fd"));
	PASS();
}

SUITE(threads)
{
	RUN_TEST(posts_of_many_threads_all_run);
	RUN_TEST(many_sleepers_cost_no_thread);
	RUN_TEST(contexts_leave_no_descriptor_behind);
}
