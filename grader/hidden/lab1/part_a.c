// SPDX-License-Identifier: MIT
/*
 * Part A, hidden: what a frame is made of, and who is current.
 */
#include <string.h>

#include "hidden.h"

TEST init_of_dirty_memory_gives_fresh_task(void)
{
	struct walker w;

	co_step("make a task in memory that is full of ones");
	memset(&w, 0xff, sizeof(w));
	walker_init(&w, "fresh", 1, 0);
	CO_CHECK_STATUS(CO_CREATED, &w.task);
	CO_CHECK(!w.task.executor);
	CO_CHECK(!w.task.cancel);
	co_step("run it, and run the same frame as a second task");
	co_resume(&w.task);
	co_resume(&w.task);
	CO_CHECK_STATUS(CO_DONE, &w.task);
	walker_init(&w, "second", 0, -EIO);
	CO_CHECK_STATUS(CO_CREATED, &w.task);
	CO_CHECK_EQ(0, w.task.error);
	co_resume(&w.task);
	CO_CHECK_STATUS(CO_FAILED, &w.task);
	CO_CHECK_EQ(1, w.cleaned);
	PASS();
}

/* Resumes @inner, by hand, from inside its body. */
struct outer {
	struct co_task task;
	struct co_task *inner;
	struct co_task *current_after;
	enum co_status status_after;
};

static struct co_task *outer_body(struct co_task *self)
{
	struct outer *o = co_frame(self, struct outer);

	CO_BEGIN(self);
	co_resume(o->inner);
	o->current_after = co_current();
	o->status_after = co_task_status(self);
	CO_END(self);
}

TEST resume_inside_body_gives_current_back(void)
{
	struct walker inner;
	struct outer o = {.inner = &inner.task};
	int i;

	walker_init(&inner, "inner", 1, 0);
	for (i = 0; i < 2; i++) {
		co_step(i ? "the inner task ends" : "the inner task yields");
		co_task_init(&o.task, outer_body, "outer");
		co_resume(&o.task);
		CO_CHECK(o.current_after == &o.task);
		CO_CHECK_EQ(CO_RUNNING, o.status_after);
		CO_CHECK(!co_current());
	}
	CO_CHECK_STATUS(CO_DONE, &inner.task);
	PASS();
}

TEST resume_of_running_task_stops_with_its_name(void)
{
	struct outer o;

	o.inner = &o.task;
	co_task_init(&o.task, outer_body, "narcissus");
	co_step("a body resumes its own task");
	co_expect_assert("narcissus");
	co_resume(&o.task);
	PASS();
}

/* An awaiter that answers what the test tells it to. */
struct oracle {
	struct co_awaiter awaiter;
	bool ready;
	struct co_task *next; /* what suspend returns */
	int asked_suspend;
	uint32_t at_seen;
	enum co_status status_seen;
};

static bool oracle_ready(struct co_awaiter *awaiter, struct co_task *self)
{
	(void)self;
	return co_container_of(awaiter, struct oracle, awaiter)->ready;
}

static struct co_task *oracle_suspend(
	struct co_awaiter *awaiter, struct co_task *self)
{
	struct oracle *o = co_container_of(awaiter, struct oracle, awaiter);

	o->asked_suspend++;
	o->at_seen = self->at;
	o->status_seen = co_task_status(self);
	return o->next;
}

static int oracle_resume(struct co_awaiter *awaiter, struct co_task *self)
{
	(void)awaiter;
	(void)self;
	return 42;
}

static const struct co_awaiter_ops oracle_ops = {
	.name = "oracle",
	.ready = oracle_ready,
	.suspend = oracle_suspend,
	.resume = oracle_resume,
};

struct asker {
	struct co_task task;
	struct oracle oracle;
	int seen;
};

static struct co_task *asker_body(struct co_task *self)
{
	struct asker *a = co_frame(self, struct asker);

	CO_BEGIN(self);
	CO_AWAIT(self, &a->oracle.awaiter);
	a->seen = co_awaited(self);
	CO_END(self);
}

static void ask(struct asker *a, bool ready, struct co_task *next)
{
	*a = (struct asker){.oracle.awaiter.ops = &oracle_ops};
	a->oracle.ready = ready;
	a->oracle.next = next;
	co_task_init(&a->task, asker_body, "asker");
	co_resume(&a->task);
}

TEST awaiter_answers_ready_null_self_other_are_obeyed(void)
{
	struct walker other;
	struct asker a;

	co_step("ready: the task does not suspend");
	ask(&a, true, NULL);
	CO_CHECK_EQ(0, a.oracle.asked_suspend);
	CO_CHECK_EQ(42, a.seen);
	co_step("itself: it was suspended and goes on at once");
	ask(&a, false, &a.task);
	CO_CHECK_EQ(1, a.oracle.asked_suspend);
	CO_CHECK_EQ(CO_SUSPENDED, a.oracle.status_seen);
	CO_CHECK(a.oracle.at_seen);
	CO_CHECK_STATUS(CO_DONE, &a.task);
	co_step("NULL: back to whoever resumed, until it is resumed");
	ask(&a, false, NULL);
	CO_CHECK_STATUS(CO_SUSPENDED, &a.task);
	co_resume(&a.task);
	CO_CHECK_EQ(42, a.seen);
	co_step("another task: that one runs next");
	walker_init(&other, "other", 0, 0);
	ask(&a, false, &other.task);
	CO_CHECK_STATUS(CO_DONE, &other.task);
	CO_CHECK_STATUS(CO_SUSPENDED, &a.task);
	co_resume(&a.task);
	CO_CHECK_STATUS(CO_DONE, &a.task);
	PASS();
}

SUITE(hidden_a)
{
	RUN_TEST(init_of_dirty_memory_gives_fresh_task);
	RUN_TEST(resume_inside_body_gives_current_back);
	RUN_TEST(resume_of_running_task_stops_with_its_name);
	RUN_TEST(awaiter_answers_ready_null_self_other_are_obeyed);
}
