// SPDX-License-Identifier: MIT
/*
 * Time limits, explored. Frames are freed as soon as they may be: whatever
 * touches one afterwards is found.
 */
#include "co/looper.h"
#include "timing.h"

static struct limiter *make_limiter(
	struct notes *notes, int64_t ms, int64_t limit)
{
	struct limiter *f = malloc(sizeof(*f));

	limiter_init(f, notes, 1, ms, limit);
	return f;
}

/* Child and parent have said what came of them, each once. */
static void check_outcome(struct notes *notes, int err)
{
	CO_CHECK_EQ(2, notes->n);
	CO_CHECK_EQ(1, notes->ids[0]);
	CO_CHECK_EQ(2, notes->ids[1]);
	CO_CHECK_EQ(err, notes->errors[1]);
	/* A child that was stopped means that the parent knows why. */
	if (notes->errors[0])
		CO_CHECK(err != 0);
}

static void timeout_and_finish_give_one_outcome(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct co_looper *l = NULL;
	struct limiter *f = make_limiter(&notes, 10, 10);
	int err;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	err = co_task_wait(co_schedule_on(&f->task, co_looper_executor(l)));
	CO_CHECK(err == 0 || err == -ETIMEDOUT);
	check_outcome(&notes, err);
	free(f);
	end_time(d);
	co_looper_destroy(l);
}

static void timeout_ends_an_unbound_task_in_place(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct limiter *f = make_limiter(&notes, 1000, 10);
	uint64_t start = co_clock_now();
	int err;

	err = co_task_wait(&f->task);
	CO_CHECK_EQ(-ETIMEDOUT, err);
	CO_CHECK_EQ(start + 10 * MS, co_clock_now());
	check_outcome(&notes, err);
	free(f);
	end_time(d);
}

static void timeout_and_cancel_give_one_outcome(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct limiter *f = make_limiter(&notes, 1000, 0);
	struct co_cancel_source source;
	pthread_t thread;
	int err;

	co_cancel_source_init(&source);
	co_with_cancel(&f->task, co_cancel_token_of(&source));
	thread = request_elsewhere(&source);
	err = co_task_wait(&f->task);
	CO_CHECK(err == -ECANCELED || err == -ETIMEDOUT);
	check_outcome(&notes, err);
	free(f);
	pthread_join(thread, NULL);
	end_time(d);
	co_cancel_source_fini(&source);
}

static void timeout_of_killed_parent_leaves_the_frame(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct limiter *f = make_limiter(&notes, 1000, 0);
	struct manual m;
	int err;

	manual_init(&m);
	CO_CHECK_EQ(0, co_start(co_schedule_on(&f->task, &m.executor)));
	CO_CHECK(manual_turn(&m));
	if (co_task_is_done(&f->task)) {
		/* The limit came before the child began to sleep. */
		CO_CHECK_EQ(CO_TIMED_OUT, co_task_status(&f->task));
		free(f);
		end_time(d);
		return;
	}
	err = co_task_kill(&f->task, -EOWNERDEAD);
	if (!err) {
		CO_CHECK_EQ(CO_KILLED, co_task_status(&f->task));
		free(f);
		f = NULL;
	}
	end_time(d);
	if (f) {
		/* Too late: the child was woken already. */
		CO_CHECK_EQ(-EBUSY, err);
		while (manual_turn(&m))
			;
		CO_CHECK(co_task_is_done(&f->task));
		free(f);
	}
	CO_CHECK(!manual_turn(&m));
}

static void *shutting_thread(void *arg)
{
	co_looper_shutdown(arg, CO_SHUTDOWN_NOW);
	return NULL;
}

static void timeout_survives_the_end_of_its_looper(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct co_looper *l = NULL;
	struct limiter *f = make_limiter(&notes, 1000, 1);
	pthread_t thread;
	int err;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, shutting_thread, l));
	err = co_task_wait(co_schedule_on(&f->task, co_looper_executor(l)));
	CO_CHECK(err == -ECANCELED || err == -ETIMEDOUT);
	free(f);
	pthread_join(thread, NULL);
	end_time(d);
	co_looper_destroy(l);
}

/* A limit around a limit. */
struct outer {
	struct co_task task;
	struct co_timeout timeout;
	struct limiter inner;
	int64_t limit;
};

static struct co_task *outer_body(struct co_task *self)
{
	struct outer *f = co_frame(self, struct outer);

	CO_BEGIN(self);
	CO_TRY(self, co_with_timeout(&f->timeout, &f->inner.task, f->limit));
	CO_END(self);
}

static void inner_and_outer_limit_at_once(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct outer *f = malloc(sizeof(*f));
	int err;

	limiter_init(&f->inner, &notes, 1, 1000, 10);
	co_task_init(&f->task, outer_body, "outer");
	f->limit = 10;
	err = co_task_wait(&f->task);
	CO_CHECK_EQ(-ETIMEDOUT, err);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(-ECANCELED, notes.errors[0]);
	free(f);
	end_time(d);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(timeout_and_finish_give_one_outcome, .schedules = MANY),
	EXPLORE_TEST(timeout_ends_an_unbound_task_in_place, .schedules = MANY),
	EXPLORE_TEST(timeout_and_cancel_give_one_outcome, .schedules = MANY),
	EXPLORE_TEST(
		timeout_of_killed_parent_leaves_the_frame, .schedules = MANY),
	EXPLORE_TEST(timeout_survives_the_end_of_its_looper, .schedules = MANY),
	EXPLORE_TEST(inner_and_outer_limit_at_once, .schedules = MANY),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
