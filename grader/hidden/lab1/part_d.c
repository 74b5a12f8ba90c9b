// SPDX-License-Identifier: MIT
/*
 * Part D, hidden: ending a task from outside, in every state it may be in.
 */
#include <stdlib.h>

#include "co/promise.h"
#include "hidden.h"

static struct co_task *forever_body(struct co_task *self)
{
	CO_BEGIN(self);
	for (;;)
		CO_YIELD(self);
	CO_END(self);
}

TEST parent_of_destroyed_child_sees_cancelled(void)
{
	struct co_task *child = co_task_create(
		sizeof(struct walker), forever_body, "child");
	struct parent p, above;

	CO_CHECK(child);
	if (!child)
		FAIL();
	parent_init(&p, "parent", child);
	parent_init(&above, "above", &p.task);
	co_resume(&above.task);
	CO_CHECK_STATUS(CO_SUSPENDED, child);
	co_step("destroy a suspended child that a parent awaits");
	co_task_destroy(child);
	CO_CHECK_EQ(-ECANCELED, p.seen);
	CO_CHECK_STATUS(CO_DONE, &p.task);
	CO_CHECK_EQ(0, above.seen);
	PASS();
}

/* Its child sits in its own frame; both go when it ends. */
struct family {
	struct co_task task;
	struct walker child;
};

static struct co_task *family_body(struct co_task *self)
{
	struct family *f = co_frame(self, struct family);

	CO_BEGIN(self);
	CO_TRY(self, co_task_await(&f->child.task));
	CO_END(self);
}

static int families_cleaned;

static void family_cleanup(struct co_task *self)
{
	CO_CHECK_EQ(1, co_frame(self, struct family)->child.cleaned);
	families_cleaned++;
}

TEST destroy_of_parent_ends_child_first_and_frees_once(void)
{
	struct co_task *t = co_task_create(
		sizeof(struct family), family_body, "family");
	struct family *f;

	CO_CHECK(t);
	if (!t)
		FAIL();
	f = co_frame(t, struct family);
	walker_init(&f->child, "child", 5, 0);
	co_task_set_cleanup(t, family_cleanup);
	co_resume(t);
	co_step("destroy a parent while its child is suspended");
	co_task_destroy(t);
	CO_CHECK_EQ(1, families_cleaned);
	PASS();
}

static void destroy_ended(struct co_callback *callback, struct co_task *task)
{
	(void)callback;
	co_task_destroy(task);
}

TEST destroy_of_child_may_take_its_parent_along(void)
{
	struct co_task *t = co_task_create(
		sizeof(struct family), family_body, "family");
	struct co_callback release;
	struct family *f;

	CO_CHECK(t);
	if (!t)
		FAIL();
	f = co_frame(t, struct family);
	walker_init(&f->child, "child", 5, 0);
	co_task_set_cleanup(t, family_cleanup);
	co_task_on_release(t, &release, destroy_ended);
	co_resume(t);
	co_step("destroy the child: the parent fails, and is destroyed when it "
		"is released, with the child in its frame");
	co_task_destroy(&f->child.task);
	CO_CHECK_EQ(1, families_cleaned);
	PASS();
}

TEST kill_of_created_task_never_runs_it(void)
{
	struct walker w;
	int err;

	walker_init(&w, "never-ran", 0, 0);
	co_step("kill a task that was not started, with -ETIMEDOUT");
	err = co_task_kill(&w.task, -ETIMEDOUT);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(0, w.runs);
	CO_CHECK_EQ(1, w.cleaned);
	CO_CHECK_STATUS(CO_TIMED_OUT, &w.task);
	CO_CHECK_EQ(-ETIMEDOUT, w.task.error);
	co_step("destroy it then: no second cleanup");
	co_task_destroy(&w.task);
	CO_CHECK_EQ(1, w.cleaned);
	CO_CHECK_EQ(-ETIMEDOUT, w.task.error);
	PASS();
}

TEST kill_of_posted_task_is_busy_and_changes_nothing(void)
{
	struct walker child;
	struct parent p;
	struct hand h;
	int err;

	hand_init(&h, "queue");
	walker_init(&child, "child", 0, -EIO);
	child.task.executor = &h.executor;
	parent_init(&p, "parent", &child.task);
	co_step("a parent awaits a child that stands in an executor's queue");
	co_resume(&p.task);
	err = co_task_kill(&child.task, -EOWNERDEAD);
	CO_CHECK_EQ(-EBUSY, err);
	err = co_task_kill(&p.task, -EOWNERDEAD);
	CO_CHECK_EQ(-EBUSY, err);
	CO_CHECK_EQ(0, child.cleaned);
	CO_CHECK_EQ(0, p.cleaned);
	co_step("the executor runs: all goes its way");
	CO_CHECK_EQ(1, hand_run(&h));
	CO_CHECK_EQ(-EIO, p.seen);
	CO_CHECK_EQ(1, child.cleaned);
	PASS();
}

/* An awaiter that is killed with difficulty, or not at all. */
struct grip {
	struct co_awaiter awaiter;
	int answer;
	int asked;
};

static int grip_detach(
	struct co_awaiter *awaiter, struct co_task *self, int error)
{
	struct grip *g = co_container_of(awaiter, struct grip, awaiter);

	(void)self;
	(void)error;
	g->asked++;
	return g->answer;
}

static const struct co_awaiter_ops grip_ops = {
	.name = "grip",
	.detach = grip_detach,
};
static const struct co_awaiter_ops iron_ops = {
	.name = "iron grip",
};

struct held {
	struct co_task task;
	struct grip grip;
	int cleaned;
};

static struct co_task *held_body(struct co_task *self)
{
	struct held *h = co_frame(self, struct held);

	CO_BEGIN(self);
	CO_AWAIT(self, &h->grip.awaiter);
	CO_END(self);
}

static void held_cleanup(struct co_task *self)
{
	co_frame(self, struct held)->cleaned++;
}

static void held_init(struct held *h, const struct co_awaiter_ops *ops)
{
	*h = (struct held){.grip = {.awaiter = {.ops = ops}}};
	co_task_init(&h->task, held_body, "held-fast");
	co_task_set_cleanup(&h->task, held_cleanup);
}

TEST kill_detaches_from_what_the_task_waits_for(void)
{
	struct held h;
	struct parent p;
	int err;

	held_init(&h, &grip_ops);
	parent_init(&p, "parent", &h.task);
	co_resume(&p.task);
	co_step("too late: the awaiter says -EBUSY, nothing changes");
	h.grip.answer = -EBUSY;
	err = co_task_kill(&p.task, -EOWNERDEAD);
	CO_CHECK_EQ(-EBUSY, err);
	CO_CHECK_EQ(1, h.grip.asked);
	CO_CHECK_EQ(0, h.cleaned + p.cleaned);
	CO_CHECK_STATUS(CO_SUSPENDED, &h.task);
	CO_CHECK_STATUS(CO_SUSPENDED, &p.task);
	co_step("in time: it is detached, once, and both end");
	h.grip.answer = 0;
	err = co_task_kill(&p.task, -EOWNERDEAD);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(2, h.grip.asked);
	CO_CHECK_EQ(1, h.cleaned);
	CO_CHECK_EQ(1, p.cleaned);
	CO_CHECK_STATUS(CO_KILLED, &p.task);
	CO_CHECK_EQ(1, p.seen);
	PASS();
}

TEST kill_while_waiting_for_the_undetachable_stops(void)
{
	struct held h;

	held_init(&h, &iron_ops);
	co_resume(&h.task);
	co_step("kill a task whose awaiter cannot let go");
	co_expect_assert("held-fast");
	co_task_kill(&h.task, -ECANCELED);
	PASS();
}

/* Destroys itself from inside its body: a mistake. */
static struct co_task *suicide_body(struct co_task *self)
{
	CO_BEGIN(self);
	co_task_destroy(self);
	CO_END(self);
}

TEST destroy_of_running_task_stops_with_its_name(void)
{
	struct co_task t;

	co_task_init(&t, suicide_body, "still-running");
	co_step("a task destroys itself while it runs");
	co_expect_assert("still-running");
	co_resume(&t);
	PASS();
}

TEST refused_child_ends_cancelled_and_parent_goes_on(void)
{
	struct walker child;
	struct parent p;
	struct hand h;

	hand_init(&h, "closed");
	h.refuses = true;
	walker_init(&child, "child", 0, 0);
	child.task.executor = &h.executor;
	parent_init(&p, "parent", &child.task);
	co_step("await a child whose executor takes no more work");
	co_resume(&p.task);
	CO_CHECK_EQ(-ECANCELED, p.seen);
	CO_CHECK_STATUS(CO_CANCELLED, &child.task);
	CO_CHECK_EQ(0, child.runs);
	CO_CHECK_EQ(1, child.cleaned);
	CO_CHECK_STATUS(CO_DONE, &p.task);
	PASS();
}

enum {
	CHAIN = 300000
};

struct link {
	struct co_task task;
	struct link *next;
	int cleaned;
};

static struct co_task *link_body(struct co_task *self)
{
	struct link *l = co_frame(self, struct link);

	CO_BEGIN(self);
	if (l->next)
		CO_TRY(self, co_task_await(&l->next->task));
	else
		CO_YIELD(self);
	CO_END(self);
}

static void link_cleanup(struct co_task *self)
{
	struct link *l = co_frame(self, struct link);

	CO_CHECK(!l->next || l->next->cleaned == 1);
	l->cleaned++;
}

static void kill_chain(void *arg)
{
	struct link *links = arg;
	size_t i;
	int err;

	for (i = 0; i < CHAIN; i++) {
		links[i].next = i + 1 < CHAIN ? &links[i + 1] : NULL;
		co_task_init(&links[i].task, link_body, "link");
		co_task_set_cleanup(&links[i].task, link_cleanup);
	}
	co_resume(&links[0].task);
	co_step("kill the root of a chain of %d in 64 KiB of stack", CHAIN);
	err = co_task_kill(&links[0].task, -EOWNERDEAD);
	CO_CHECK_EQ(0, err);
	for (i = 0; i < CHAIN && links[i].cleaned == 1; i++)
		;
	CO_CHECK_EQ(CHAIN, i);
}

TEST kill_of_deep_chain_needs_no_stack(void)
{
	struct link *links = calloc(CHAIN, sizeof(*links));

	CO_CHECK(links);
	if (links)
		run_in_thread(kill_chain, links, SMALL_STACK);
	free(links);
	PASS();
}

SUITE(hidden_d)
{
	RUN_TEST(parent_of_destroyed_child_sees_cancelled);
	RUN_TEST(destroy_of_parent_ends_child_first_and_frees_once);
	RUN_TEST(destroy_of_child_may_take_its_parent_along);
	RUN_TEST(kill_of_created_task_never_runs_it);
	RUN_TEST(kill_of_posted_task_is_busy_and_changes_nothing);
	RUN_TEST(kill_detaches_from_what_the_task_waits_for);
	RUN_TEST(kill_while_waiting_for_the_undetachable_stops);
	RUN_TEST(destroy_of_running_task_stops_with_its_name);
	RUN_TEST(refused_child_ends_cancelled_and_parent_goes_on);
	RUN_TEST(kill_of_deep_chain_needs_no_stack);
}
