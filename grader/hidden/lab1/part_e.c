// SPDX-License-Identifier: MIT
/*
 * Part E, hidden: completions and generators at their edges.
 */
#include "co/completion.h"
#include "co/generator.h"
#include "hidden.h"

struct waiter {
	struct co_task task;
	struct co_completion *c;
	int seen;
	int cleaned;
};

static struct co_task *waiter_body(struct co_task *self)
{
	struct waiter *w = co_frame(self, struct waiter);

	CO_BEGIN(self);
	CO_AWAIT(self, co_completion_await(w->c));
	w->seen = co_awaited(self);
	CO_END(self);
}

static void waiter_cleanup(struct co_task *self)
{
	co_frame(self, struct waiter)->cleaned++;
}

static void waiter_init(
	struct waiter *w, struct co_completion *c, const char *name)
{
	*w = (struct waiter){.c = c, .seen = 1};
	co_task_init(&w->task, waiter_body, name);
	co_task_set_cleanup(&w->task, waiter_cleanup);
}

static struct co_completion *completion(void)
{
	struct co_completion *c = NULL;
	int err = co_completion_create(&c);

	CO_CHECK_EQ(0, err);
	return c;
}

TEST completion_keeps_its_first_result(void)
{
	struct co_completion *c = completion();
	struct waiter w;
	int thing, err;

	co_step("set it, then fail, kill and set it again");
	err = co_completion_set(c, &thing);
	CO_CHECK_EQ(0, err);
	err = co_completion_fail(c, -EIO);
	CO_CHECK_EQ(-EALREADY, err);
	err = co_completion_kill(c);
	CO_CHECK_EQ(-EALREADY, err);
	err = co_completion_set(c, NULL);
	CO_CHECK_EQ(-EALREADY, err);
	co_step("the last producer goes; then somebody awaits, twice");
	co_completion_drop(c);
	waiter_init(&w, c, "first");
	co_resume(&w.task);
	CO_CHECK_EQ(0, w.seen);
	waiter_init(&w, c, "second");
	co_resume(&w.task);
	CO_CHECK_EQ(0, w.seen);
	CO_CHECK(co_completion_value(c) == &thing);
	co_completion_destroy(c);
	PASS();
}

TEST completion_kill_and_drop_tell_waiter_why(void)
{
	struct co_completion *c = completion();
	struct waiter w;
	int err;

	waiter_init(&w, c, "waiter");
	co_resume(&w.task);
	co_step("kill it while a task waits");
	err = co_completion_kill(c);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(-EOWNERDEAD, w.seen);
	co_completion_drop(c);
	co_completion_destroy(c);
	co_step("the last producer goes away before anybody awaits");
	c = completion();
	co_completion_drop(c);
	waiter_init(&w, c, "late");
	co_resume(&w.task);
	CO_CHECK_EQ(-ECANCELED, w.seen);
	co_completion_destroy(c);
	co_completion_drop(NULL);
	co_completion_destroy(NULL);
	PASS();
}

TEST completion_outlives_consumer_while_producers_hold_it(void)
{
	struct co_completion *c = completion();
	int err;

	co_completion_hold(c);
	co_step("the consumer goes first");
	co_completion_destroy(c);
	co_step("two producers still complete and drop");
	err = co_completion_set(c, NULL);
	CO_CHECK_EQ(0, err);
	co_completion_drop(c);
	err = co_completion_kill(c);
	CO_CHECK_EQ(-EALREADY, err);
	co_completion_drop(c);
	PASS();
}

TEST completion_wakes_waiter_on_its_executor(void)
{
	struct co_completion *c = completion();
	struct waiter w;
	struct hand h;
	int err;

	hand_init(&h, "home");
	waiter_init(&w, c, "waiter");
	w.task.executor = &h.executor;
	co_task_wake(&w.task);
	hand_run(&h);
	co_step("complete from elsewhere: the waiter is posted, not run");
	err = co_completion_fail(c, -EIO);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(1, w.seen);
	co_completion_drop(c);
	CO_CHECK_EQ(1, hand_run(&h));
	CO_CHECK_EQ(-EIO, w.seen);
	co_completion_destroy(c);
	PASS();
}

TEST completion_with_refused_waiter_ends_it_cancelled(void)
{
	struct co_completion *c = completion();
	struct waiter w;
	struct hand h;
	int err;

	hand_init(&h, "closing");
	waiter_init(&w, c, "waiter");
	w.task.executor = &h.executor;
	co_task_wake(&w.task);
	hand_run(&h);
	co_step("complete after the waiter's executor has shut down");
	h.refuses = true;
	err = co_completion_set(c, NULL);
	CO_CHECK_EQ(0, err);
	CO_CHECK_STATUS(CO_CANCELLED, &w.task);
	CO_CHECK_EQ(1, w.cleaned);
	CO_CHECK_EQ(1, w.seen);
	co_completion_drop(c);
	co_completion_destroy(c);
	PASS();
}

TEST completion_forgets_a_killed_waiter(void)
{
	struct co_completion *c = completion();
	struct waiter w, next;
	int err;

	waiter_init(&w, c, "killed");
	co_resume(&w.task);
	co_step("kill the waiter");
	err = co_task_kill(&w.task, -ECANCELED);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(1, w.cleaned);
	CO_CHECK_EQ(1, w.seen);
	co_step("another takes its place; completing wakes that one alone");
	waiter_init(&next, c, "next");
	co_resume(&next.task);
	err = co_completion_set(c, NULL);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(0, next.seen);
	CO_CHECK_EQ(1, w.seen);
	CO_CHECK_STATUS(CO_CANCELLED, &w.task);
	co_completion_drop(c);
	co_completion_destroy(c);
	PASS();
}

TEST completion_with_second_waiter_stops(void)
{
	struct co_completion *c = completion();
	struct waiter first, second;

	waiter_init(&first, c, "first-comer");
	waiter_init(&second, c, "second-comer");
	co_resume(&first.task);
	co_step("a second task awaits the same completion");
	co_expect_assert("second-comer");
	co_resume(&second.task);
	PASS();
}

TEST completion_destroyed_under_its_waiter_stops(void)
{
	struct co_completion *c = completion();
	struct waiter w;

	waiter_init(&w, c, "left-behind");
	co_resume(&w.task);
	co_step("destroy the completion while a task awaits it");
	co_expect_assert("left-behind");
	co_completion_destroy(c);
	PASS();
}

/* Yields 1 to @last; before each, it awaits @c if there is one. */
struct numbers {
	struct co_task task;
	struct co_completion *c;
	int last;
	int value;
	int error;
	int cleaned;
};

static struct co_task *numbers_body(struct co_task *self)
{
	struct numbers *n = co_frame(self, struct numbers);

	CO_BEGIN(self);
	for (n->value = 1; n->value <= n->last; n->value++) {
		if (n->c)
			CO_TRY(self, co_completion_await(n->c));
		CO_YIELD(self);
	}
	if (n->error)
		return co_finish(self, n->error);
	CO_END(self);
}

static void numbers_cleanup(struct co_task *self)
{
	co_frame(self, struct numbers)->cleaned++;
}

static void numbers_init(struct numbers *n, struct co_completion *c, int last)
{
	*n = (struct numbers){.c = c, .last = last};
	co_task_init(&n->task, numbers_body, "numbers");
	co_task_set_cleanup(&n->task, numbers_cleanup);
}

struct adder {
	struct co_task task;
	struct numbers *numbers;
	long sum;
	long values;
};

static struct co_task *adder_body(struct co_task *self)
{
	struct adder *a = co_frame(self, struct adder);

	CO_BEGIN(self);
	for (;;) {
		CO_TRY(self, co_generator_await(&a->numbers->task));
		if (!co_awaited(self))
			break;
		a->sum += a->numbers->value;
		a->values++;
	}
	CO_END(self);
}

static void adder_init(struct adder *a, struct numbers *n, const char *name)
{
	*a = (struct adder){.numbers = n};
	co_task_init(&a->task, adder_body, name);
}

TEST generator_may_await_between_values(void)
{
	struct co_completion *c = completion();
	struct numbers n;
	struct adder a;
	int err;

	numbers_init(&n, c, 3);
	adder_init(&a, &n, "adder");
	co_step("a generator waits for a completion before its first value");
	co_resume(&a.task);
	CO_CHECK_EQ(0, a.values);
	CO_CHECK_STATUS(CO_SUSPENDED, &a.task);
	co_step("it is completed: all values arrive");
	err = co_completion_set(c, NULL);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(6, a.sum);
	CO_CHECK_STATUS(CO_DONE, &a.task);
	CO_CHECK_EQ(1, n.cleaned);
	co_completion_drop(c);
	co_completion_destroy(c);
	PASS();
}

TEST generator_that_failed_keeps_its_answer(void)
{
	struct numbers n;
	int more;

	numbers_init(&n, NULL, 1);
	n.error = -EIO;
	more = co_generator_next(&n.task);
	CO_CHECK_EQ(1, more);
	co_step("it fails after its first value; ask three times");
	more = co_generator_next(&n.task);
	CO_CHECK_EQ(-EIO, more);
	more = co_generator_next(&n.task);
	CO_CHECK_EQ(-EIO, more);
	CO_CHECK_EQ(1, n.cleaned);
	PASS();
}

TEST generator_next_on_one_that_awaits_stops(void)
{
	struct numbers n;

	numbers_init(&n, completion(), 1);
	co_step("ask a generator, without awaiting, that awaits something");
	co_expect_assert("numbers");
	co_generator_next(&n.task);
	PASS();
}

static void add_many(void *arg)
{
	struct adder *a = arg;

	co_resume(&a->task);
	CO_CHECK_STATUS(CO_DONE, &a->task);
}

TEST generator_of_many_values_never_grows_stack(void)
{
	enum {
		VALUES = 200000
	};
	struct numbers n;
	struct adder a;

	numbers_init(&n, NULL, VALUES);
	adder_init(&a, &n, "adder");
	co_step("await %d values in 64 KiB of stack", VALUES);
	run_in_thread(add_many, &a, SMALL_STACK);
	CO_CHECK_EQ(VALUES, a.values);
	PASS();
}

TEST generator_given_up_half_way_is_consumed_by_the_next(void)
{
	struct numbers n;
	struct adder a;
	int more;

	numbers_init(&n, NULL, 4);
	co_step("take one value without a coroutine");
	more = co_generator_next(&n.task);
	CO_CHECK_EQ(1, more);
	co_step("a task awaits the rest, and then once more");
	adder_init(&a, &n, "adder");
	co_resume(&a.task);
	CO_CHECK_EQ(9, a.sum);
	adder_init(&a, &n, "late");
	co_resume(&a.task);
	CO_CHECK_EQ(0, a.values);
	CO_CHECK_STATUS(CO_DONE, &a.task);
	co_step("destroy another one between two values: one cleanup");
	numbers_init(&n, NULL, 4);
	co_generator_next(&n.task);
	co_task_destroy(&n.task);
	CO_CHECK_EQ(1, n.cleaned);
	PASS();
}

SUITE(hidden_e)
{
	RUN_TEST(completion_keeps_its_first_result);
	RUN_TEST(completion_kill_and_drop_tell_waiter_why);
	RUN_TEST(completion_outlives_consumer_while_producers_hold_it);
	RUN_TEST(completion_wakes_waiter_on_its_executor);
	RUN_TEST(completion_with_refused_waiter_ends_it_cancelled);
	RUN_TEST(completion_forgets_a_killed_waiter);
	RUN_TEST(completion_with_second_waiter_stops);
	RUN_TEST(completion_destroyed_under_its_waiter_stops);
	RUN_TEST(generator_may_await_between_values);
	RUN_TEST(generator_that_failed_keeps_its_answer);
	RUN_TEST(generator_next_on_one_that_awaits_stops);
	RUN_TEST(generator_of_many_values_never_grows_stack);
	RUN_TEST(generator_given_up_half_way_is_consumed_by_the_next);
}
