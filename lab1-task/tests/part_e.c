// SPDX-License-Identifier: MIT
/*
 * Part E: completions and generators.
 */
#include "co/completion.h"
#include "co/generator.h"
#include "suites.h"

/* Awaits a completion and keeps what came of it. */
struct waiter {
	struct co_task task;
	struct co_completion *c;
	int seen;
	void *value;
};

static struct co_task *waiter_body(struct co_task *self)
{
	struct waiter *w = co_frame(self, struct waiter);

	CO_BEGIN(self);
	CO_AWAIT(self, co_completion_await(w->c));
	w->seen = co_awaited(self);
	w->value = co_completion_value(w->c);
	CO_END(self);
}

static void waiter_init(struct waiter *w)
{
	int err = co_completion_create(&w->c);

	CO_CHECK_EQ(0, err);
	w->seen = 1;
	w->value = NULL;
	co_task_init(&w->task, waiter_body, "waiter");
}

TEST completion_set_before_or_after_await_delivers_value(void)
{
	struct waiter w;
	int thing, err;

	co_step("await first, complete then");
	waiter_init(&w);
	co_resume(&w.task);
	CO_CHECK_STATUS(CO_SUSPENDED, &w.task);
	err = co_completion_set(w.c, &thing);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(0, w.seen);
	CO_CHECK(w.value == &thing);
	co_completion_drop(w.c);
	co_completion_destroy(w.c);
	co_step("complete first, await then");
	waiter_init(&w);
	err = co_completion_fail(w.c, -EIO);
	CO_CHECK_EQ(0, err);
	co_resume(&w.task);
	CO_CHECK_EQ(-EIO, w.seen);
	CO_CHECK_STATUS(CO_DONE, &w.task);
	co_step("complete it a second time");
	err = co_completion_set(w.c, &thing);
	CO_CHECK_EQ(-EALREADY, err);
	co_completion_drop(w.c);
	co_completion_destroy(w.c);
	PASS();
}

TEST completion_without_producers_cancels_waiter(void)
{
	struct waiter w;

	waiter_init(&w);
	co_completion_hold(w.c);
	co_resume(&w.task);
	co_step("one of two producers goes away: the waiter waits on");
	co_completion_drop(w.c);
	CO_CHECK_STATUS(CO_SUSPENDED, &w.task);
	co_step("the last one goes away without a word");
	co_completion_drop(w.c);
	CO_CHECK_EQ(-ECANCELED, w.seen);
	CO_CHECK_STATUS(CO_DONE, &w.task);
	co_completion_destroy(w.c);
	PASS();
}

/* Yields 1 to @last. */
struct numbers {
	struct co_task task;
	int last;
	int value;
	int error;
};

static struct co_task *numbers_body(struct co_task *self)
{
	struct numbers *n = co_frame(self, struct numbers);

	CO_BEGIN(self);
	for (n->value = 1; n->value <= n->last; n->value++)
		CO_YIELD(self);
	if (n->error)
		return co_finish(self, n->error);
	CO_END(self);
}

TEST generator_next_yields_then_ends(void)
{
	struct numbers n = {.last = 3};
	int i, more;

	co_task_init(&n.task, numbers_body, "numbers");
	for (i = 1; i <= 3; i++) {
		co_step("value %d", i);
		more = co_generator_next(&n.task);
		CO_CHECK_EQ(1, more);
		CO_CHECK_EQ(i, n.value);
	}
	co_step("the end, and once more after it");
	more = co_generator_next(&n.task);
	CO_CHECK_EQ(0, more);
	more = co_generator_next(&n.task);
	CO_CHECK_EQ(0, more);
	PASS();
}

/* Adds up what a generator yields. */
struct adder {
	struct co_task task;
	struct numbers *numbers;
	int sum;
};

static struct co_task *adder_body(struct co_task *self)
{
	struct adder *a = co_frame(self, struct adder);

	CO_BEGIN(self);
	do {
		CO_TRY(self, co_generator_await(&a->numbers->task));
		if (co_awaited(self) == 1)
			a->sum += a->numbers->value;
	} while (co_awaited(self) == 1);
	CO_END(self);
}

TEST generator_await_gives_every_value_and_the_error(void)
{
	struct numbers n = {.last = 4};
	struct adder a = {.numbers = &n};

	co_step("a task awaits the values 1 to 4");
	co_task_init(&n.task, numbers_body, "numbers");
	co_task_init(&a.task, adder_body, "adder");
	co_resume(&a.task);
	CO_CHECK_STATUS(CO_DONE, &a.task);
	CO_CHECK_EQ(10, a.sum);
	co_step("again, from a generator that fails after the fourth");
	n.error = -EIO;
	a.sum = 0;
	co_task_init(&n.task, numbers_body, "numbers");
	co_task_init(&a.task, adder_body, "adder");
	co_resume(&a.task);
	CO_CHECK_EQ(10, a.sum);
	CO_CHECK_EQ(-EIO, a.task.error);
	PASS();
}

SUITE(part_e)
{
	RUN_TEST(completion_set_before_or_after_await_delivers_value);
	RUN_TEST(completion_without_producers_cancels_waiter);
	RUN_TEST(generator_next_yields_then_ends);
	RUN_TEST(generator_await_gives_every_value_and_the_error);
}
