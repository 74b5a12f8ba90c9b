// SPDX-License-Identifier: MIT
/*
 * The seed's two demos and your scheduler under the explorer. Its time is
 * virtual: a second takes none, and every deadline can be checked exactly. A
 * failure names the schedule that led to it.
 */
#include "../util.h"
#include "co/looper.h"
#include "co/new_thread.h"
#include "co/pool.h"
#include "explore.h"

enum {
	MS = 1000000
};

/* Notes its id, and checks that its time has come and not passed. */
struct punctual {
	struct co_timer timer;
	struct notes *notes;
	uint64_t deadline;
	int id;
};

static void punctual_run(struct co_work *work, int error)
{
	struct punctual *p = co_container_of(work, struct punctual, timer.work);

	CO_CHECK_EQ(0, error);
	CO_CHECK_EQ(p->deadline, co_clock_now());
	note(p->notes, p->id, error);
}

static void punctual_arm(struct punctual *p, struct co_delay *delay,
	struct notes *notes, int id, int64_t ms)
{
	co_timer_init(&p->timer, punctual_run);
	p->notes = notes;
	p->id = id;
	p->deadline = co_clock_after(ms);
	CO_CHECK_EQ(0, co_delay_arm(delay, &p->timer, NULL, p->deadline));
}

static void seed_timers_fire_in_order_and_on_time(void)
{
	static const int ms[] = {100, 50, 1000, 500, 200, 300};
	static const int number[] = {2, 1, 6, 5, 3, 4};
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct punctual p[6];
	int i;

	for (i = 0; i < 6; i++)
		punctual_arm(&p[i], d, &notes, number[i], ms[i]);
	co_delay_shutdown(d, CO_SHUTDOWN_DRAIN);
	co_delay_join(d);
	CO_CHECK_EQ(6, notes.n);
	for (i = 0; i < notes.n; i++)
		CO_CHECK_EQ(i + 1, notes.ids[i]);
	co_delay_destroy(d);
}

static void delay_never_sleeps_past_a_deadline(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = make_delay();
	struct punctual late, soon;

	punctual_arm(&late, d, &notes, 2, 1000);
	punctual_arm(&soon, d, &notes, 1, 10);
	wait_for_notes(&notes, 2);
	CO_CHECK_EQ(1, notes.ids[0]);
	co_delay_destroy(d);
}

/* simple_task on a looper, its children on async and on new threads. */
struct simple_task {
	struct co_task task;
	struct co_sleep nap;
	struct sleeper task2, task3;
	struct co_executor *async, *new_thread;
	struct notes *notes;
};

static struct co_task *simple_task_body(struct co_task *self)
{
	struct simple_task *f = co_frame(self, struct simple_task);

	CO_BEGIN(self);
	CO_TRY(self, co_sleep_ms(&f->nap, 100));
	note(f->notes, 1, 0);
	sleeper_init(&f->task2, f->notes, 2, 1000);
	CO_TRY(self, co_task_await(co_schedule_on(&f->task2.task, f->async)));
	CO_TRY(self, co_sleep_ms(&f->nap, 500));
	note(f->notes, 3, 0);
	sleeper_init(&f->task3, f->notes, 4, 2000);
	CO_TRY(self,
		co_task_await(co_schedule_on(&f->task3.task, f->new_thread)));
	note(f->notes, 5, 0);
	CO_END(self);
}

static void seed_tasks_sleep_where_they_belong(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_new_thread *new_thread = NULL;
	struct co_delay *d = make_delay();
	uint64_t start = co_clock_now();
	struct co_looper *l = NULL;
	struct co_pool *async = NULL;
	struct simple_task f = {.notes = &notes};
	int i;

	co_delay_set_common(d);
	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	CO_CHECK_EQ(0, co_async_create(1, &async));
	CO_CHECK_EQ(0, co_new_thread_create(&new_thread));
	f.async = co_pool_executor(async);
	f.new_thread = co_new_thread_executor(new_thread);
	co_task_init(&f.task, simple_task_body, "simple_task");
	co_schedule_on(&f.task, co_looper_executor(l));
	CO_CHECK_EQ(0, co_task_wait(&f.task));
	CO_CHECK_EQ(start + (uint64_t)3600 * MS, co_clock_now());
	CO_CHECK_EQ(5, notes.n);
	for (i = 0; i < notes.n; i++) {
		CO_CHECK_EQ(i + 1, notes.ids[i]);
		CO_CHECK(notes.executors[i] ==
			 (i == 1          ? f.async
				 : i == 3 ? f.new_thread
					  : f.task.executor));
	}
	co_looper_destroy(l);
	co_pool_destroy(async);
	co_new_thread_destroy(new_thread);
	co_delay_set_common(NULL);
	co_delay_destroy(d);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(seed_timers_fire_in_order_and_on_time, .schedules = 2000),
	EXPLORE_TEST(delay_never_sleeps_past_a_deadline),
	EXPLORE_TEST(seed_tasks_sleep_where_they_belong, .schedules = 2000),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
