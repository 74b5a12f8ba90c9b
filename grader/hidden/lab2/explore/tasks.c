// SPDX-License-Identifier: MIT
/*
 * Tasks on executors, explored: where they run, and that nobody waits for
 * ever.
 */
#include "co/looper.h"
#include "co/pool.h"
#include "posting.h"

static struct co_looper *make_looper(void)
{
	struct co_looper *l = NULL;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	return l;
}

static struct co_pool *make_pool(unsigned threads)
{
	struct co_pool *pool = NULL;

	CO_CHECK_EQ(0, co_pool_create("pool", threads, &pool));
	return pool;
}

static void parent_always_comes_back(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make_looper();
	struct co_pool *pool = make_pool(1);
	struct visiting f;

	visiting_init(&f, &notes, 0, co_pool_executor(pool));
	CO_CHECK_EQ(0,
		co_task_wait(co_schedule_on(&f.task, co_looper_executor(l))));
	/* A thread of the pool may still be on its way out of the post. */
	co_looper_destroy(l);
	co_pool_destroy(pool);
	CO_CHECK_EQ(3, notes.n);
	CO_CHECK(notes.executors[0] == notes.executors[2]);
	CO_CHECK(notes.executors[0] != notes.executors[1]);
	CO_CHECK(pthread_equal(notes.threads[0], notes.threads[2]));
}

static void started_task_runs_once(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_pool *pool = make_pool(2);
	struct noting f;

	noting_init(&f, &notes, 1);
	CO_CHECK_EQ(
		0, co_start(co_schedule_on(&f.task, co_pool_executor(pool))));
	/* It must not be started again, wherever it stands now. */
	CO_CHECK_EQ(0, co_task_wait(&f.task));
	CO_CHECK_STATUS(CO_DONE, &f.task);
	co_pool_destroy(pool);
	CO_CHECK_EQ(1, notes.n);
}

struct turning {
	struct co_task task;
	struct co_turn turn;
	int i;
};

static struct co_task *turning_body(struct co_task *self)
{
	struct turning *f = co_frame(self, struct turning);

	CO_BEGIN(self);
	for (f->i = 0; f->i < 2; f->i++)
		CO_TRY(self, co_reschedule(&f->turn));
	CO_END(self);
}

static void rescheduled_task_is_run_by_one_thread_at_a_time(void)
{
	struct co_pool *pool = make_pool(2);
	struct turning f;

	co_task_init(&f.task, turning_body, "turning");
	CO_CHECK_EQ(0,
		co_task_wait(co_schedule_on(&f.task, co_pool_executor(pool))));
	CO_CHECK_EQ(2, f.i);
	co_pool_destroy(pool);
}

static void *shutting_thread(void *arg)
{
	co_looper_shutdown(arg, CO_SHUTDOWN_NOW);
	return NULL;
}

static void shutdown_leaves_no_parent_waiting(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make_looper();
	struct co_pool *pool = make_pool(1);
	struct visiting f;
	pthread_t thread;

	/* The parent is on the pool; its child may be run, dropped, refused. */
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, shutting_thread, l));
	visiting_init(&f, &notes, 0, co_looper_executor(l));
	CO_CHECK_EQ(0,
		co_task_wait(co_schedule_on(&f.task, co_pool_executor(pool))));
	pthread_join(thread, NULL);
	co_looper_destroy(l);
	co_pool_destroy(pool);
	CO_CHECK(notes.n == 2 || notes.n == 3);
	CO_CHECK_EQ(notes.n == 3 ? 0 : -ECANCELED, notes.errors[notes.n - 1]);
	CO_CHECK(notes.executors[0] == notes.executors[notes.n - 1]);
}

static void shutdown_cancels_the_parent_it_owns(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make_looper();
	struct co_pool *pool = make_pool(1);
	struct visiting f;
	pthread_t thread;
	int err;

	/* The parent is on the looper, and its child on the pool. */
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, shutting_thread, l));
	visiting_init(&f, &notes, 0, co_pool_executor(pool));
	err = co_task_wait(co_schedule_on(&f.task, co_looper_executor(l)));
	CO_CHECK(err == 0 || err == -ECANCELED);
	CO_CHECK_EQ(err ? CO_CANCELLED : CO_DONE, co_task_status(&f.task));
	pthread_join(thread, NULL);
	co_looper_destroy(l);
	co_pool_destroy(pool);
	CO_CHECK(err || notes.n == 3);
}

/* For tests with three threads and more. */
enum {
	MANY = 6000
};

static const struct explore_test tests[] = {
	EXPLORE_TEST(parent_always_comes_back, .schedules = MANY),
	EXPLORE_TEST(started_task_runs_once),
	EXPLORE_TEST(rescheduled_task_is_run_by_one_thread_at_a_time),
	EXPLORE_TEST(shutdown_leaves_no_parent_waiting, .schedules = MANY),
	EXPLORE_TEST(shutdown_cancels_the_parent_it_owns, .schedules = MANY),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
