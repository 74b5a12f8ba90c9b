// SPDX-License-Identifier: MIT
/*
 * Sleeping, explored: the timer, the cancel request, the kill and the executor
 * that takes no more all want the same frame.
 */
#include "co/looper.h"
#include "timing.h"

static struct co_looper *make_looper(void)
{
	struct co_looper *l = NULL;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	return l;
}

static struct sleeper *make_sleeper(struct notes *notes, int64_t ms)
{
	struct sleeper *f = malloc(sizeof(*f));

	sleeper_init(f, notes, 1, ms);
	return f;
}

static void sleep_lasts_as_long_as_it_should(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct co_looper *l = make_looper();
	struct sleeper *f = make_sleeper(&notes, 100);
	uint64_t start = co_clock_now();

	co_schedule_on(&f->task, co_looper_executor(l));
	CO_CHECK_EQ(0, co_task_wait(&f->task));
	CO_CHECK_EQ(start + 100 * MS, co_clock_now());
	CO_CHECK(notes.executors[0] == co_looper_executor(l));
	free(f);
	end_time(d);
	co_looper_destroy(l);
}

/* The timer and the request come at the same instant, or nearly. */
static void sleep_ends_once_by_time_or_by_cancel(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct sleeper *f = make_sleeper(&notes, 0);
	struct co_cancel_source source;
	pthread_t thread;
	int err;

	co_cancel_source_init(&source);
	co_with_cancel(&f->task, co_cancel_token_of(&source));
	thread = request_elsewhere(&source);
	err = co_task_wait(&f->task);
	free(f);
	CO_CHECK(err == 0 || err == -ECANCELED);
	pthread_join(thread, NULL);
	end_time(d);
	co_cancel_source_fini(&source);
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK_EQ(err, notes.errors[0]);
}

static void cancelled_sleep_comes_back_to_its_looper(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct co_looper *l = make_looper();
	struct sleeper *f = make_sleeper(&notes, 1000);
	struct co_cancel_source source;
	uint64_t start = co_clock_now();
	pthread_t thread;
	int err;

	co_cancel_source_init(&source);
	co_with_cancel(&f->task, co_cancel_token_of(&source));
	thread = request_elsewhere(&source);
	err = co_task_wait(co_schedule_on(&f->task, co_looper_executor(l)));
	CO_CHECK_EQ(-ECANCELED, err);
	CO_CHECK_EQ(start, co_clock_now());
	free(f);
	pthread_join(thread, NULL);
	CO_CHECK(notes.executors[0] == co_looper_executor(l));
	end_time(d);
	co_looper_destroy(l);
	co_cancel_source_fini(&source);
}

static void killed_sleeper_is_left_alone(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct sleeper *f = make_sleeper(&notes, 0);
	struct co_cancel_source source;
	pthread_t thread;
	struct manual m;
	int err;

	manual_init(&m);
	co_cancel_source_init(&source);
	co_with_cancel(&f->task, co_cancel_token_of(&source));
	CO_CHECK_EQ(0, co_start(co_schedule_on(&f->task, &m.executor)));
	CO_CHECK(manual_turn(&m));
	if (explore_choose(2)) {
		/* A request meanwhile; nothing may be posted afterwards. */
		thread = request_elsewhere(&source);
		pthread_join(thread, NULL);
	}
	err = co_task_is_done(&f->task) ? 0
					: co_task_kill(&f->task, -EOWNERDEAD);
	end_time(d);
	if (err) {
		/* Too late: it was woken, and runs where it belongs. */
		CO_CHECK_EQ(-EBUSY, err);
		CO_CHECK(manual_turn(&m));
	}
	CO_CHECK(co_task_is_done(&f->task));
	free(f);
	CO_CHECK(!manual_turn(&m));
	/* Nobody listens any more. */
	co_cancel_source_fini(&source);
}

static void *shutting_thread(void *arg)
{
	co_looper_shutdown(arg, CO_SHUTDOWN_NOW);
	return NULL;
}

static void sleeper_without_executor_hears_no_more(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct co_looper *l = make_looper();
	struct sleeper *f = make_sleeper(&notes, 1);
	struct co_cancel_source source;
	pthread_t thread;
	int err;

	co_cancel_source_init(&source);
	co_with_cancel(&f->task, co_cancel_token_of(&source));
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, shutting_thread, l));
	err = co_task_wait(co_schedule_on(&f->task, co_looper_executor(l)));
	CO_CHECK(err == 0 || err == -ECANCELED);
	free(f);
	/* The frame is gone: a request must not look for it there. */
	CO_CHECK_EQ(0, co_cancel_request(&source));
	co_cancel_source_fini(&source);
	pthread_join(thread, NULL);
	end_time(d);
	co_looper_destroy(l);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(sleep_lasts_as_long_as_it_should, .schedules = MANY),
	EXPLORE_TEST(sleep_ends_once_by_time_or_by_cancel, .schedules = MANY),
	EXPLORE_TEST(
		cancelled_sleep_comes_back_to_its_looper, .schedules = MANY),
	EXPLORE_TEST(killed_sleeper_is_left_alone, .schedules = MANY),
	EXPLORE_TEST(sleeper_without_executor_hears_no_more, .schedules = MANY),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
