// SPDX-License-Identifier: MIT
/*
 * Part A: the queue, the first step, a turn for the others. The executor here
 * is the test's own, so that nothing else needs to be written yet.
 */
#include "co/harness.h"
#include "suites.h"
#include "util.h"

TEST queue_pops_in_order_of_push(void)
{
	struct co_work_queue queue = {NULL, NULL};
	struct co_work w[3] = {{NULL, NULL}};
	int i;

	co_step("push three items, pop four times");
	for (i = 0; i < 3; i++)
		co_queue_push(&queue, &w[i]);
	for (i = 0; i < 3; i++)
		CO_CHECK(co_queue_pop(&queue) == &w[i]);
	CO_CHECK(co_queue_pop(&queue) == NULL);
	CO_CHECK(co_queue_is_empty(&queue));
	co_step("use the emptied queue again");
	co_queue_push(&queue, &w[1]);
	CO_CHECK(co_queue_pop(&queue) == &w[1]);
	CO_CHECK(co_queue_pop(&queue) == NULL);
	PASS();
}

TEST queue_link_tells_queued_from_free(void)
{
	struct co_work_queue queue = {NULL, NULL};
	struct co_work a = {NULL, NULL};
	struct co_work b = {NULL, NULL};

	co_queue_push(&queue, &a);
	co_step("the only item is in the queue: its link is not NULL");
	CO_CHECK(a.next != NULL);
	co_queue_push(&queue, &b);
	co_step("so is the last of two");
	CO_CHECK(b.next != NULL);
	co_step("an item that was popped is free: its link is NULL");
	co_queue_pop(&queue);
	CO_CHECK(a.next == NULL);
	co_queue_pop(&queue);
	CO_CHECK(b.next == NULL);
	PASS();
}

TEST queue_append_moves_all_behind(void)
{
	struct co_work_queue to = {NULL, NULL};
	struct co_work_queue from = {NULL, NULL};
	struct co_work w[4] = {{NULL, NULL}};
	int i;

	co_step("append {2, 3} to {0, 1}");
	co_queue_push(&to, &w[0]);
	co_queue_push(&to, &w[1]);
	co_queue_push(&from, &w[2]);
	co_queue_push(&from, &w[3]);
	co_queue_append(&to, &from);
	CO_CHECK(co_queue_is_empty(&from));
	co_step("append an empty queue: nothing changes");
	co_queue_append(&to, &from);
	for (i = 0; i < 4; i++)
		CO_CHECK(co_queue_pop(&to) == &w[i]);
	co_step("append to an empty queue, then push");
	co_queue_push(&from, &w[0]);
	co_queue_append(&to, &from);
	co_queue_push(&to, &w[1]);
	CO_CHECK(co_queue_pop(&to) == &w[0]);
	CO_CHECK(co_queue_pop(&to) == &w[1]);
	CO_CHECK(co_queue_pop(&to) == NULL);
	PASS();
}

TEST start_runs_first_step_on_executor(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct noting f;
	int err;

	manual_init(&m);
	noting_init(&f, &notes, 7);
	f.task.executor = &m.executor;
	co_step("start a task: nothing runs yet, and it is no longer fresh");
	err = co_start(&f.task);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(0, notes.n);
	CO_CHECK_STR("suspended", co_status_name(co_task_status(&f.task)));
	co_step("turn the executor: the task runs there");
	CO_CHECK(manual_turn(&m));
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK(notes.executors[0] == &m.executor);
	CO_CHECK_STATUS(CO_DONE, &f.task);
	PASS();
}

TEST start_refused_leaves_task_fresh(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct noting f;
	int err;

	manual_init(&m);
	noting_init(&f, &notes, 7);
	f.task.executor = &m.executor;
	m.refuse = -ESHUTDOWN;
	err = co_start(&f.task);
	CO_CHECK_EQ(-ESHUTDOWN, err);
	CO_CHECK_STR("created", co_status_name(co_task_status(&f.task)));
	CO_CHECK(f.task.work.next == NULL);
	co_step("the executor takes work again: so does the task");
	m.refuse = 0;
	err = co_start(&f.task);
	CO_CHECK_EQ(0, err);
	CO_CHECK(manual_turn(&m));
	CO_CHECK_STATUS(CO_DONE, &f.task);
	PASS();
}

TEST start_without_any_executor_is_refused(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct noting f;
	int err;

	noting_init(&f, &notes, 7);
	err = co_start(&f.task);
	CO_CHECK_EQ(-EINVAL, err);
	CO_CHECK_STATUS(CO_CREATED, &f.task);
	CO_CHECK_EQ(0, notes.n);
	PASS();
}

TEST start_twice_stops(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct manual m;
	struct noting f;

	manual_init(&m);
	noting_init(&f, &notes, 7);
	f.task.executor = &m.executor;
	CO_CHECK_EQ(0, co_start(&f.task));
	co_expect_assert("noting");
	co_start(&f.task);
	PASS();
}

struct turns {
	struct co_task task;
	struct co_turn turn;
	struct notes *notes;
	int id;
	int i;
};

static struct co_task *turns_body(struct co_task *self)
{
	struct turns *f = co_frame(self, struct turns);

	CO_BEGIN(self);
	for (f->i = 0; f->i < 3; f->i++) {
		note(f->notes, f->id, 0);
		CO_TRY(self, co_reschedule(&f->turn));
	}
	CO_END(self);
}

TEST reschedule_lets_others_have_a_turn(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct turns f[2];
	struct manual m;
	int i;

	manual_init(&m);
	co_step("start two tasks that pass the turn on after each note");
	for (i = 0; i < 2; i++) {
		co_task_init(&f[i].task, turns_body, "turns");
		f[i].notes = &notes;
		f[i].id = i;
		f[i].task.executor = &m.executor;
		CO_CHECK_EQ(0, co_start(&f[i].task));
	}
	while (manual_turn(&m))
		;
	co_step("their notes alternate");
	CO_CHECK_EQ(6, notes.n);
	for (i = 0; i < notes.n; i++)
		CO_CHECK_EQ(i % 2, notes.ids[i]);
	CO_CHECK(co_task_is_done(&f[0].task) && co_task_is_done(&f[1].task));
	PASS();
}

SUITE(part_a)
{
	RUN_TEST(queue_pops_in_order_of_push);
	RUN_TEST(queue_link_tells_queued_from_free);
	RUN_TEST(queue_append_moves_all_behind);
	RUN_TEST(start_runs_first_step_on_executor);
	RUN_TEST(start_refused_leaves_task_fresh);
	RUN_TEST(start_without_any_executor_is_refused);
	RUN_TEST(start_twice_stops);
	RUN_TEST(reschedule_lets_others_have_a_turn);
}
