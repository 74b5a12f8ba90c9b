// SPDX-License-Identifier: MIT
/*
 * Moving, explored: there and back, and to a place that is being stopped.
 */
#include "world.h"

struct traveller {
	struct co_task task;
	struct co_switch move;
	struct co_io io;
	struct co_context *home, *to;
	int there, back; /* results; 1 until then */
};

/* It runs at @context, and belongs there. */
static void check_at(const struct co_task *self, struct co_context *context)
{
	CO_CHECK(co_context_here() == context);
	CO_CHECK(self->executor == co_context_executor(context));
}

static struct co_task *traveller_body(struct co_task *self)
{
	struct traveller *f = co_frame(self, struct traveller);

	CO_BEGIN(self);
	CO_AWAIT(self, co_switch_to(&f->move, f->to));
	f->there = co_awaited(self);
	check_at(self, f->there ? f->home : f->to);
	if (!f->there) {
		CO_AWAIT(self, co_nop(&f->io));
		CO_AWAIT(self, co_switch_to(&f->move, f->home));
		f->back = co_awaited(self);
		check_at(self, f->back ? f->to : f->home);
	}
	CO_END(self);
}

static void traveller_init(struct traveller *f)
{
	*f = (struct traveller){.there = 1, .back = 1};
	f->home = make_context();
	f->to = make_context();
	co_context_hold(f->to);
	CO_CHECK_EQ(0, co_context_start(f->to));
	co_task_init(&f->task, traveller_body, "traveller");
	CO_CHECK_EQ(0, co_context_submit(f->home, &f->task));
	CO_CHECK_EQ(0, co_context_start(f->home));
}

static void traveller_fini(struct traveller *f)
{
	co_context_release(f->to);
	co_context_join(f->to);
	co_context_destroy(f->to);
	co_context_destroy(f->home);
}

static void traveller_comes_back(void)
{
	struct traveller f;

	traveller_init(&f);
	co_context_join(f.home);
	CO_CHECK_EQ(CO_DONE, co_task_status(&f.task));
	CO_CHECK_EQ(0, f.there);
	CO_CHECK_EQ(0, f.back);
	traveller_fini(&f);
}

/* It is taken and runs there, or is refused or dropped and goes on here. */
static void traveller_to_a_stopped_place_ends_once(void)
{
	struct traveller f;

	traveller_init(&f);
	co_context_stop(f.to);
	co_context_join(f.home);
	CO_CHECK(co_task_is_done(&f.task));
	if (f.there && f.there != 1)
		CO_CHECK(f.there == -ESHUTDOWN || f.there == -ECANCELED);
	traveller_fini(&f);
}

struct parent {
	struct co_task task;
	struct traveller child;
	int result;
};

static struct co_task *parent_body(struct co_task *self)
{
	struct parent *f = co_frame(self, struct parent);

	CO_BEGIN(self);
	CO_AWAIT(self, co_task_await(&f->child.task));
	f->result = co_awaited(self);
	CO_CHECK(co_context_here() == f->child.home);
	CO_END(self);
}

/* The child ends far away: who awaits it goes on at home. */
static struct co_task *emigrant_body(struct co_task *self)
{
	struct traveller *f = co_frame(self, struct traveller);

	CO_BEGIN(self);
	CO_TRY(self, co_switch_to(&f->move, f->to));
	CO_CHECK(co_context_here() == f->to);
	CO_END(self);
}

static void parent_stays_where_it_is(void)
{
	struct parent p = {.result = 1};
	struct traveller *f = &p.child;

	f->home = make_context();
	f->to = make_context();
	co_context_hold(f->to);
	CO_CHECK_EQ(0, co_context_start(f->to));
	co_task_init(&f->task, emigrant_body, "emigrant");
	co_task_init(&p.task, parent_body, "parent");
	CO_CHECK_EQ(0, co_context_submit(f->home, &p.task));
	CO_CHECK_EQ(0, co_context_start(f->home));
	co_context_join(f->home);
	CO_CHECK_EQ(0, p.result);
	CO_CHECK_EQ(CO_DONE, co_task_status(&p.task));
	traveller_fini(f);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(traveller_comes_back, WITH_LEAKS),
	EXPLORE_TEST(traveller_to_a_stopped_place_ends_once, FEW),
	EXPLORE_TEST(parent_stays_where_it_is, WITH_LEAKS),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
