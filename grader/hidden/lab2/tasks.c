// SPDX-License-Identifier: MIT
/*
 * Tasks on executors: what they inherit, what becomes of them when the
 * executor refuses or drops them.
 */
#include "../../../lab2-executors/tests/util.h"
#include "co/looper.h"
#include "co/pool.h"
#include "suites.h"

struct starter {
	struct co_task task;
	struct noting other;
	struct co_join join;
	struct notes *notes;
	int err;
};

static struct co_task *starter_body(struct co_task *self)
{
	struct starter *f = co_frame(self, struct starter);

	CO_BEGIN(self);
	noting_init(&f->other, f->notes, 1);
	f->err = co_start(&f->other.task);
	if (f->err)
		return co_finish(self, 0);
	CO_TRY(self, co_task_join(&f->join, &f->other.task));
	note(f->notes, 2, 0);
	CO_END(self);
}

static void starter_init(struct starter *f, struct notes *notes)
{
	co_task_init(&f->task, starter_body, "starter");
	f->notes = notes;
}

TEST start_takes_executor_of_who_starts(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = NULL;
	struct starter f;
	int err;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	starter_init(&f, &notes);
	co_step("a task on the looper starts one that belongs nowhere");
	err = co_task_wait(co_schedule_on(&f.task, co_looper_executor(l)));
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(0, f.err);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK(notes.executors[0] == co_looper_executor(l));
	CO_CHECK(notes.executors[1] == co_looper_executor(l));
	co_looper_destroy(l);
	PASS();
}

TEST start_refused_leaves_task_unbound(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct starter f;
	struct manual m;

	manual_init(&m);
	starter_init(&f, &notes);
	CO_CHECK_EQ(0, co_start(co_schedule_on(&f.task, &m.executor)));
	co_step("the executor refuses what its task starts");
	m.refuse = -EAGAIN;
	CO_CHECK(manual_turn(&m));
	CO_CHECK_EQ(-EAGAIN, f.err);
	CO_CHECK(f.other.task.executor == NULL);
	CO_CHECK_STATUS(CO_CREATED, &f.other.task);
	PASS();
}

struct turning {
	struct co_task task;
	struct co_turn turn;
	char *low, *high;
	int turns;
	int i;
};

static struct co_task *turning_body(struct co_task *self)
{
	struct turning *f = co_frame(self, struct turning);
	char here;

	CO_BEGIN(self);
	f->low = f->high = &here;
	for (f->i = 0; f->i < f->turns; f->i++) {
		CO_TRY(self, co_reschedule(&f->turn));
		f->low = &here < f->low ? &here : f->low;
		f->high = &here > f->high ? &here : f->high;
	}
	CO_END(self);
}

TEST reschedule_needs_no_stack(void)
{
	struct co_looper *l = NULL;
	struct turning f = {.turns = 20000};
	int err;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	co_task_init(&f.task, turning_body, "turning");
	err = co_task_wait(co_schedule_on(&f.task, co_looper_executor(l)));
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(f.turns, f.i);
	co_step("the body ran at the same depth each time");
	CO_CHECK(f.high - f.low < 4096);
	co_looper_destroy(l);
	PASS();
}

TEST reschedule_without_executor_goes_on(void)
{
	struct turning f = {.turns = 3};

	co_task_init(&f.task, turning_body, "turning");
	co_resume(&f.task);
	CO_CHECK_STATUS(CO_DONE, &f.task);
	CO_CHECK_EQ(3, f.i);
	PASS();
}

TEST reschedule_refused_ends_as_cancelled(void)
{
	struct turning f = {.turns = 3};
	struct manual m;

	manual_init(&m);
	co_task_init(&f.task, turning_body, "turning");
	CO_CHECK_EQ(0, co_start(co_schedule_on(&f.task, &m.executor)));
	CO_CHECK(manual_turn(&m));
	co_step("the executor takes no more work");
	m.refuse = -ESHUTDOWN;
	CO_CHECK(manual_turn(&m));
	CO_CHECK_STATUS(CO_CANCELLED, &f.task);
	CO_CHECK(!manual_turn(&m));
	PASS();
}

/* Cleanup, of a task that is dropped. */

static pthread_t cleaned_on;
static bool cleaned;

static void clean_up(struct co_task *self)
{
	(void)self;
	cleaned_on = pthread_self();
	cleaned = true;
}

TEST dropped_task_is_cleaned_up_on_the_looper(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = NULL;
	struct item first;
	struct noting f;
	struct gate gate;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	item_init(&first, &notes, 1);
	CO_CHECK_EQ(0, co_post(co_looper_executor(l), &first.work));
	wait_for_notes(&notes, 1);
	hold(co_looper_executor(l), &gate);
	noting_init(&f, &notes, 2);
	co_task_set_cleanup(&f.task, clean_up);
	CO_CHECK_EQ(
		0, co_start(co_schedule_on(&f.task, co_looper_executor(l))));
	co_looper_shutdown(l, CO_SHUTDOWN_NOW);
	co_step("it is not the thread that shuts down which drops it");
	CO_CHECK(!cleaned);
	gate_open(&gate);
	co_looper_join(l);
	CO_CHECK(cleaned && pthread_equal(cleaned_on, notes.threads[0]));
	CO_CHECK_STATUS(CO_CANCELLED, &f.task);
	co_looper_destroy(l);
	PASS();
}

TEST last_binding_counts(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual a, b;
	struct noting f;

	manual_init(&a);
	manual_init(&b);
	noting_init(&f, &notes, 1);
	CO_CHECK(co_schedule_on(&f.task, &a.executor) == &f.task);
	CO_CHECK_EQ(0, co_start(co_schedule_on(&f.task, &b.executor)));
	CO_CHECK(!manual_turn(&a));
	CO_CHECK(manual_turn(&b));
	CO_CHECK(notes.executors[0] == &b.executor);
	PASS();
}

SUITE(tasks)
{
	RUN_TEST(start_takes_executor_of_who_starts);
	RUN_TEST(start_refused_leaves_task_unbound);
	RUN_TEST(reschedule_needs_no_stack);
	RUN_TEST(reschedule_without_executor_goes_on);
	RUN_TEST(reschedule_refused_ends_as_cancelled);
	RUN_TEST(dropped_task_is_cleaned_up_on_the_looper);
	RUN_TEST(last_binding_counts);
}
