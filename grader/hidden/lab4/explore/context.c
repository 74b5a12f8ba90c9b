// SPDX-License-Identifier: MIT
/*
 * The context, explored: when it ends, and who is heard before that.
 */
#include <sched.h>

#include "co/completion.h"
#include "co/sleep.h"
#include "world.h"

/* Calls into the kernel that a loop needs which waits there. */
enum {
	FEW = 20
};

static struct co_context *make_started(void)
{
	struct co_context *c = make_context();

	CO_CHECK_EQ(0, co_context_start(c));
	return c;
}

static void context_ends_with_its_last_task(void)
{
	struct co_context *c = make_context();
	struct co_task tasks[2];
	int i;

	for (i = 0; i < 2; i++) {
		co_task_init(&tasks[i], empty_body, "empty");
		CO_CHECK_EQ(0, co_context_submit(c, &tasks[i]));
	}
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	for (i = 0; i < 2; i++)
		CO_CHECK_EQ(CO_DONE, co_task_status(&tasks[i]));
	co_context_destroy(c);
}

static void *releasing_thread(void *arg)
{
	co_context_release(arg);
	return NULL;
}

/* Nobody waits for who releases: the context may go at once. */
static void context_hears_the_release(void)
{
	struct co_context *c = make_context();
	pthread_t thread;

	co_context_hold(c);
	CO_CHECK_EQ(0, co_context_start(c));
	thread = start(releasing_thread, c);
	co_context_join(c);
	co_context_destroy(c);
	pthread_join(thread, NULL);
}

static void context_runs_what_comes_before_the_release(void)
{
	struct co_context *c = make_context();
	struct runs runs = {0};
	struct item item;

	co_context_hold(c);
	co_context_hold(c);
	CO_CHECK_EQ(0, co_context_start(c));
	/* It is still held. */
	co_context_release(c);
	item_init(&item, &runs, 1);
	CO_CHECK_EQ(0, co_post(co_context_executor(c), &item.work));
	co_context_release(c);
	co_context_join(c);
	CO_CHECK_EQ(1, runs.n);
	CO_CHECK_EQ(0, runs.errors[0]);
	co_context_destroy(c);
}

static void context_hears_the_stop(void)
{
	struct receiving f;
	struct co_context *c;
	int fds[2];

	vfs_socketpair(fds, 0);
	c = make_context();
	receiving_init(&f, fds[0]);
	CO_CHECK_EQ(0, co_context_submit(c, &f.task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_stop(c);
	co_context_join(c);
	CO_CHECK_EQ(CO_CANCELLED, co_task_status(&f.task));
	CO_CHECK_EQ(1, f.ends);
	CO_CHECK_EQ(1000, f.result);
	co_context_destroy(c);
}

static void context_stop_and_data_race_to_one_end(void)
{
	struct receiving f;
	struct co_context *c;
	pthread_t thread;
	int fds[2];

	vfs_socketpair(fds, 0);
	c = make_context();
	receiving_init(&f, fds[0]);
	CO_CHECK_EQ(0, co_context_submit(c, &f.task));
	CO_CHECK_EQ(0, co_context_start(c));
	thread = start(send_byte, &fds[1]);
	co_context_stop(c);
	co_context_join(c);
	CO_CHECK_EQ(1, f.ends);
	if (co_task_status(&f.task) == CO_DONE)
		CO_CHECK_EQ(1, f.result);
	else
		CO_CHECK_EQ(CO_CANCELLED, co_task_status(&f.task));
	pthread_join(thread, NULL);
	co_context_destroy(c);
}

/* A task that another thread lets go on. */
struct meeting {
	struct co_task task;
	struct co_completion *completion;
};

static struct co_task *meeting_body(struct co_task *self)
{
	struct meeting *f = co_frame(self, struct meeting);

	CO_BEGIN(self);
	CO_TRY(self, co_completion_await(f->completion));
	CO_CHECK(co_context_here() != NULL);
	CO_END(self);
}

static void context_waits_for_a_task_that_waits(void)
{
	struct co_context *c = make_context();
	struct meeting f;

	CO_CHECK_EQ(0, co_completion_create(&f.completion));
	co_task_init(&f.task, meeting_body, "meeting");
	CO_CHECK_EQ(0, co_context_submit(c, &f.task));
	CO_CHECK_EQ(0, co_context_start(c));
	CO_CHECK_EQ(0, co_completion_set(f.completion, NULL));
	co_context_join(c);
	CO_CHECK_EQ(CO_DONE, co_task_status(&f.task));
	co_completion_drop(f.completion);
	co_completion_destroy(f.completion);
	co_context_destroy(c);
}

struct sleeping {
	struct co_task task;
	struct co_sleep nap;
	int64_t ms;
	int *order;
	int place;
	int result;
};

static struct co_task *sleeping_body(struct co_task *self)
{
	struct sleeping *f = co_frame(self, struct sleeping);

	CO_BEGIN(self);
	CO_AWAIT(self, co_sleep_ms(&f->nap, f->ms));
	f->result = co_awaited(self);
	f->place = ++*f->order;
	CO_END(self);
}

static void sleeping_init(struct sleeping *f, int64_t ms, int *order)
{
	*f = (struct sleeping){.ms = ms, .order = order, .result = 1};
	co_task_init(&f->task, sleeping_body, "sleeping");
}

static void context_sleepers_wake_in_order(void)
{
	struct co_context *c = make_context();
	uint64_t before = explore_now();
	unsigned enters = sim_ring_enters();
	struct sleeping f[3];
	int order = 0;
	int i;

	for (i = 0; i < 3; i++) {
		sleeping_init(&f[i], 300 - 100 * i, &order);
		CO_CHECK_EQ(0, co_context_submit(c, &f[i].task));
	}
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	for (i = 0; i < 3; i++) {
		CO_CHECK_EQ(0, f[i].result);
		CO_CHECK_EQ(3 - i, f[i].place);
	}
	CO_CHECK(explore_now() - before >= 300000000);
	co_step("they sleep in the ring, which nobody asks again and again");
	CO_CHECK(sim_ring_enters() - enters <= FEW);
	co_context_destroy(c);
}

static void context_sleep_is_cancelled_from_outside(void)
{
	struct co_context *c = make_context();
	struct co_cancel_source source;
	struct sleeping f;
	int order = 0;

	co_cancel_source_init(&source);
	sleeping_init(&f, 1000, &order);
	f.task.cancel = co_cancel_token_of(&source);
	CO_CHECK_EQ(0, co_context_submit(c, &f.task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_cancel_request(&source);
	co_context_join(c);
	CO_CHECK_EQ(CO_DONE, co_task_status(&f.task));
	CO_CHECK_EQ(-ECANCELED, f.result);
	co_context_destroy(c);
	co_cancel_source_fini(&source);
}

/* A timer that another thread arms while the loop sleeps. */
struct alarm {
	struct co_timer timer;
	struct co_context *context; /* to be released, or NULL */
	int error;
};

static void alarm_fired(struct co_work *work, int error)
{
	struct alarm *a = co_container_of(work, struct alarm, timer.work);

	a->error = error;
	if (a->context)
		co_context_release(a->context);
}

static void context_hears_of_a_foreign_timer(void)
{
	struct co_context *c = make_context();
	struct alarm a = {.context = c, .error = 1};

	co_context_hold(c);
	CO_CHECK_EQ(0, co_context_start(c));
	co_timer_init(&a.timer, alarm_fired);
	CO_CHECK_EQ(0, co_timer_arm(&a.timer, co_context_executor(c),
			       co_clock_after(5)));
	co_context_join(c);
	CO_CHECK_EQ(0, a.error);
	co_context_destroy(c);
}

static void context_waits_for_an_armed_timer(void)
{
	unsigned enters = sim_ring_enters();
	struct co_context *c = make_context();
	struct alarm a = {.error = 1};

	co_timer_init(&a.timer, alarm_fired);
	CO_CHECK_EQ(0, co_timer_arm(&a.timer, co_context_executor(c),
			       co_clock_after(50)));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK_EQ(0, a.error);
	CO_CHECK(sim_ring_enters() - enters <= FEW);
	co_context_destroy(c);
}

/* A task that was started and not submitted counts by its I/O. */
static void context_waits_for_io_in_flight(void)
{
	struct co_context *c = make_context();
	struct receiving f;
	pthread_t thread;
	int fds[2];

	vfs_socketpair(fds, 0);
	receiving_init(&f, fds[0]);
	CO_CHECK_EQ(
		0, co_start(co_schedule_on(&f.task, co_context_executor(c))));
	CO_CHECK_EQ(0, co_context_start(c));
	thread = start(send_byte, &fds[1]);
	co_context_join(c);
	CO_CHECK_EQ(1, f.result);
	pthread_join(thread, NULL);
	co_context_destroy(c);
}

static void context_stop_drops_timers(void)
{
	struct co_context *c = make_context();
	struct alarm a = {.context = c, .error = 1};

	co_context_hold(c);
	co_timer_init(&a.timer, alarm_fired);
	CO_CHECK_EQ(0, co_timer_arm(&a.timer, co_context_executor(c),
			       co_clock_after(1000000)));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_stop(c);
	co_context_join(c);
	CO_CHECK_EQ(-ECANCELED, a.error);
	CO_CHECK(explore_now() < 900000000000u);
	/* And so does a destroy. */
	a = (struct alarm){.error = 1};
	co_timer_init(&a.timer, alarm_fired);
	CO_CHECK_EQ(0, co_timer_arm(&a.timer, co_context_executor(c),
			       co_clock_after(1000000)));
	co_context_destroy(c);
	CO_CHECK_EQ(-ECANCELED, a.error);
}

static void context_runs_again_after_a_stop(void)
{
	struct co_context *c = make_started();
	struct co_task task;

	co_context_stop(c);
	co_context_join(c);
	co_task_init(&task, empty_body, "empty");
	CO_CHECK_EQ(0, co_context_submit(c, &task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK_EQ(CO_DONE, co_task_status(&task));
	co_context_destroy(c);
}

static void context_stop_while_idle_does_nothing(void)
{
	struct co_context *c = make_context();
	struct co_task task;

	co_context_stop(c);
	co_context_join(c);
	co_task_init(&task, empty_body, "empty");
	CO_CHECK_EQ(0, co_context_submit(c, &task));
	co_context_stop(c);
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK_EQ(CO_DONE, co_task_status(&task));
	co_context_destroy(c);
}

struct starting {
	struct co_context *context;
	int error;
};

static void *starting_thread(void *arg)
{
	struct starting *s = arg;

	s->error = co_context_start(s->context);
	return NULL;
}

/* One of two succeeds; and what has ended starts again without a join. */
static void context_starts_once_for_many(void)
{
	struct starting s = {.context = make_context()};
	pthread_t thread;
	int err;

	co_context_hold(s.context);
	thread = start(starting_thread, &s);
	err = co_context_start(s.context);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(-EBUSY, err + s.error);
	CO_CHECK(!err || !s.error);
	co_context_release(s.context);
	while ((err = co_context_start(s.context)) == -EBUSY)
		sched_yield();
	CO_CHECK_EQ(0, err);
	co_context_join(s.context);
	co_context_destroy(s.context);
}

/* Without any flag completions come by themselves, and posts as ever. */
static void context_runs_on_the_plainest_ring(void)
{
	struct co_context *c = make_context();
	struct receiving f;
	pthread_t thread;
	int fds[2];

	sim_ring_refuse_flags(IORING_SETUP_DEFER_TASKRUN |
			      IORING_SETUP_SINGLE_ISSUER |
			      IORING_SETUP_COOP_TASKRUN);
	vfs_socketpair(fds, 0);
	co_context_hold(c);
	CO_CHECK_EQ(0, co_context_start(c));
	receiving_init(&f, fds[0]);
	CO_CHECK_EQ(0, co_context_submit(c, &f.task));
	thread = start(send_byte, &fds[1]);
	co_context_release(c);
	co_context_join(c);
	CO_CHECK_EQ(1, f.result);
	pthread_join(thread, NULL);
	co_context_destroy(c);
}

static void context_refused_ring_keeps_what_waits(void)
{
	struct co_context *c = make_context();
	struct co_task task;

	co_task_init(&task, empty_body, "empty");
	CO_CHECK_EQ(0, co_context_submit(c, &task));
	sim_ring_fail_init(0, -ENOMEM);
	CO_CHECK_EQ(-ENOMEM, co_context_start(c));
	CO_CHECK_EQ(CO_SUSPENDED, co_task_status(&task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK_EQ(CO_DONE, co_task_status(&task));
	co_context_destroy(c);
}

/* Memory may be lacking at either point, or the ring; nothing is left over. */
static void context_survives_what_is_lacking(void)
{
	unsigned lacking = explore_choose(3);
	struct co_context *c = NULL;
	struct co_task task;

	co_task_init(&task, empty_body, "empty");
	if (lacking == 0) {
		explore_fail_next_alloc(0);
		CO_CHECK_EQ(-ENOMEM, co_context_create("context", 2, &c));
		CO_CHECK(c == NULL);
		return;
	}
	c = make_context();
	if (lacking == 1) {
		explore_fail_next_alloc(0);
		CO_CHECK_EQ(-ENOMEM, co_context_submit(c, &task));
		CO_CHECK_EQ(CO_CREATED, co_task_status(&task));
		CO_CHECK(task.executor == NULL);
	} else {
		sim_ring_fail_init(0, -EPERM);
		CO_CHECK_EQ(-EPERM, co_context_start(c));
	}
	CO_CHECK_EQ(0, co_context_submit(c, &task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK_EQ(CO_DONE, co_task_status(&task));
	co_context_destroy(c);
}

static void *joining_thread(void *arg)
{
	co_context_join(arg);
	return NULL;
}

static void context_can_be_joined_by_many(void)
{
	struct co_context *c = make_started();
	pthread_t thread = start(joining_thread, c);

	co_context_join(c);
	pthread_join(thread, NULL);
	co_context_destroy(c);
}

#define WITH_LEAKS .schedules = SOME, .leaks = EXPLORE_ON

static const struct explore_test tests[] = {
	EXPLORE_TEST(context_ends_with_its_last_task, WITH_LEAKS),
	EXPLORE_TEST(context_hears_the_release, WITH_LEAKS),
	EXPLORE_TEST(context_runs_what_comes_before_the_release, WITH_LEAKS),
	EXPLORE_TEST(context_hears_the_stop, .schedules = SOME),
	EXPLORE_TEST(context_stop_and_data_race_to_one_end, .schedules = SOME),
	EXPLORE_TEST(context_waits_for_a_task_that_waits, WITH_LEAKS),
	EXPLORE_TEST(context_sleepers_wake_in_order, .schedules = SOME),
	EXPLORE_TEST(context_sleep_is_cancelled_from_outside, WITH_LEAKS),
	EXPLORE_TEST(context_hears_of_a_foreign_timer, WITH_LEAKS),
	EXPLORE_TEST(context_waits_for_an_armed_timer, WITH_LEAKS),
	EXPLORE_TEST(context_waits_for_io_in_flight, .schedules = SOME),
	EXPLORE_TEST(context_stop_drops_timers, WITH_LEAKS),
	EXPLORE_TEST(context_runs_again_after_a_stop, WITH_LEAKS),
	EXPLORE_TEST(context_stop_while_idle_does_nothing, WITH_LEAKS),
	EXPLORE_TEST(context_starts_once_for_many, WITH_LEAKS),
	EXPLORE_TEST(context_runs_on_the_plainest_ring, .schedules = SOME),
	EXPLORE_TEST(context_refused_ring_keeps_what_waits, WITH_LEAKS),
	EXPLORE_TEST(context_survives_what_is_lacking, WITH_LEAKS),
	EXPLORE_TEST(context_can_be_joined_by_many, WITH_LEAKS),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
