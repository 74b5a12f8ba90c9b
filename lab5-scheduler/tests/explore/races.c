// SPDX-License-Identifier: MIT
/*
 * Your groups, your scheduler and your switch under the explorer, on a
 * simulated ring: which thread runs next and which completion comes first are
 * choices, and each test runs over thousands of them. A failure names the
 * schedule.
 */
#include "../util.h"
#include "explore.h"

struct family {
	struct co_group root, leaf;
};

static void *come_and_go(void *arg)
{
	struct family *f = arg;

	co_group_enter(&f->leaf);
	CO_CHECK(co_group_live(&f->root) > 0);
	co_group_leave(&f->leaf);
	return NULL;
}

/* One leaves as the other enters: the root must not miss either of them. */
static void group_is_not_empty_while_one_below_lives(void)
{
	struct family f;
	pthread_t thread;

	co_group_init(&f.root, NULL);
	co_group_init(&f.leaf, &f.root);
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, come_and_go, &f));
	come_and_go(&f);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(0, co_group_live(&f.root));
	co_group_fini(&f.leaf);
	co_group_fini(&f.root);
}

/* The last task ends before the loop looks, after it, or as it falls asleep. */
static void loop_hears_the_last_task_end(void)
{
	struct tally tally = {0};
	struct co_scheduler *s;

	s = make_scheduler(1, CO_DISPATCH_LEAST_LOADED, &tally);
	CO_CHECK_EQ(0, co_scheduler_submit(s, make_job(&tally)));
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK_EQ(1, tally.gone);
	co_scheduler_destroy(s);
}

/* Goes to another context, and ends there. */
struct mover {
	struct co_task task;
	struct co_switch move;
	struct co_context *to;
	int result;
};

static struct co_task *mover_body(struct co_task *self)
{
	struct mover *f = co_frame(self, struct mover);

	CO_BEGIN(self);
	CO_AWAIT(self, co_switch_to(&f->move, f->to));
	f->result = co_awaited(self);
	CO_CHECK(co_context_here() == f->to);
	CO_END(self);
}

/* The new context may run the task before the post has returned. */
static void mover_is_in_one_place_at_a_time(void)
{
	struct co_context *home = make_context();
	struct mover f = {.to = make_context(), .result = 1};

	co_task_init(&f.task, mover_body, "mover");
	co_context_hold(f.to);
	CO_CHECK_EQ(0, co_context_start(f.to));
	CO_CHECK_EQ(0, co_context_submit(home, &f.task));
	CO_CHECK_EQ(0, co_context_start(home));
	co_context_join(home);
	CO_CHECK_EQ(CO_DONE, co_task_status(&f.task));
	CO_CHECK_EQ(0, f.result);
	co_context_release(f.to);
	co_context_join(f.to);
	co_context_destroy(f.to);
	co_context_destroy(home);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(group_is_not_empty_while_one_below_lives),
	EXPLORE_TEST(loop_hears_the_last_task_end, .schedules = 5000),
	EXPLORE_TEST(mover_is_in_one_place_at_a_time, .schedules = 5000),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
