// SPDX-License-Identifier: MIT
/*
 * Part E: moving to another context.
 */
#include "suites.h"
#include "util.h"

/* Goes to @to, does I/O there, and comes back. */
struct traveller {
	struct co_task task;
	struct co_switch move;
	struct co_io io;
	struct co_context *home, *to;
	int results[3];
};

static struct co_task *traveller_body(struct co_task *self)
{
	struct traveller *f = co_frame(self, struct traveller);

	CO_BEGIN(self);
	CO_AWAIT(self, co_switch_to(&f->move, f->to));
	f->results[0] = co_awaited(self);
	CO_CHECK(co_context_here() == f->to);
	CO_AWAIT(self, co_nop(&f->io));
	f->results[1] = co_awaited(self);
	CO_CHECK(co_context_here() == f->to);
	CO_AWAIT(self, co_switch_to(&f->move, f->home));
	f->results[2] = co_awaited(self);
	CO_CHECK(co_context_here() == f->home);
	CO_END(self);
}

TEST switch_moves_the_task_and_its_io(void)
{
	struct traveller f = {.results = {1, 1, 1}};
	int i;

	NEED_RING();
	f.home = make_context();
	f.to = make_context();
	co_task_init(&f.task, traveller_body, "traveller");
	co_context_hold(f.to);
	CO_CHECK_EQ(0, co_context_start(f.to));
	CO_CHECK_EQ(0, co_context_submit(f.home, &f.task));
	CO_CHECK_EQ(0, co_context_start(f.home));
	co_step("home ends when the traveller has been there and is back");
	co_context_join(f.home);
	CO_CHECK_STATUS(CO_DONE, &f.task);
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(0, f.results[i]);
	co_context_release(f.to);
	co_context_destroy(f.to);
	co_context_destroy(f.home);
	PASS();
}

/* Stays when it cannot go. */
static struct co_task *refused_body(struct co_task *self)
{
	struct traveller *f = co_frame(self, struct traveller);

	CO_BEGIN(self);
	CO_AWAIT(self, co_switch_to(&f->move, NULL));
	f->results[0] = co_awaited(self);
	CO_AWAIT(self, co_switch_to(&f->move, f->home));
	f->results[1] = co_awaited(self);
	CO_CHECK(self->executor == co_context_executor(f->home));
	CO_END(self);
}

TEST switch_to_nowhere_or_here_stays(void)
{
	struct traveller f = {.results = {1, 1, 1}};

	NEED_RING();
	f.home = make_context();
	co_task_init(&f.task, refused_body, "traveller");
	CO_CHECK_EQ(0, co_context_submit(f.home, &f.task));
	CO_CHECK_EQ(0, co_context_start(f.home));
	co_context_join(f.home);
	CO_CHECK_EQ(-EINVAL, f.results[0]);
	CO_CHECK_EQ(0, f.results[1]);
	co_context_destroy(f.home);
	PASS();
}

SUITE(part_e)
{
	RUN_TEST(switch_moves_the_task_and_its_io);
	RUN_TEST(switch_to_nowhere_or_here_stays);
}
