// SPDX-License-Identifier: MIT
/*
 * Detached tasks, explored: the count, and who may free the group.
 */
#include <stdlib.h>

#include "world.h"

static struct co_group *make_group(struct co_group *parent)
{
	struct co_group *group = malloc(sizeof(*group));

	co_group_init(group, parent);
	return group;
}

static void free_group(struct co_group *group)
{
	co_group_fini(group);
	free(group);
}

static void *leave(void *arg)
{
	co_group_leave(arg);
	return NULL;
}

static void group_may_go_when_the_wait_returns(void)
{
	struct co_group *group = make_group(NULL);
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++)
		co_group_enter(group);
	for (i = 0; i < 2; i++)
		threads[i] = start(leave, group);
	co_group_wait(group);
	free_group(group);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

struct family {
	struct co_group *root, *leaf;
};

static void *come_and_go(void *arg)
{
	struct family *f = arg;

	co_group_enter(f->leaf);
	CO_CHECK(co_group_live(f->root) > 0);
	co_group_leave(f->leaf);
	return NULL;
}

static void root_is_never_empty_before_its_leaf(void)
{
	struct family f;
	pthread_t threads[2];
	int i;

	f.root = make_group(NULL);
	f.leaf = make_group(f.root);
	for (i = 0; i < 2; i++)
		threads[i] = start(come_and_go, &f);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	CO_CHECK_EQ(0, co_group_live(f.leaf));
	CO_CHECK_EQ(0, co_group_live(f.root));
	co_group_wait(f.root);
	free_group(f.leaf);
	free_group(f.root);
}

static void detached_is_gone_when_the_wait_returns(void)
{
	struct co_group *group = make_group(NULL);
	struct co_looper *l = NULL;
	struct tally tally = {0};
	struct co_task *task;

	group->report = tally_report;
	group->report_data = &tally;
	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	task = make_job(&tally);
	co_frame(task, struct job)->error = -EIO;
	CO_CHECK_EQ(0, co_detach(group, task, co_looper_executor(l)));
	CO_CHECK_EQ(
		0, co_detach(group, make_job(&tally), co_looper_executor(l)));
	co_group_wait(group);
	CO_CHECK_EQ(2, tally.gone);
	CO_CHECK_EQ(1, tally.reports);
	CO_CHECK_EQ(-EIO, tally.error);
	free_group(group);
	co_looper_destroy(l);
}

/* Whatever memory is lacking, the task is the caller's or is run. */
static void detach_without_memory_changes_nothing(void)
{
	struct co_group *group = make_group(NULL);
	struct co_looper *l = NULL;
	struct tally tally = {0};
	struct co_task *task;
	int err;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	task = make_job(&tally);
	explore_fail_next_alloc(0);
	err = co_detach(group, task, co_looper_executor(l));
	if (err) {
		CO_CHECK_EQ(-ENOMEM, err);
		CO_CHECK_EQ(0, co_group_live(group));
		CO_CHECK(task->executor == NULL);
		CO_CHECK_EQ(CO_CREATED, co_task_status(task));
		co_task_destroy(task);
	}
	co_group_wait(group);
	CO_CHECK_EQ(1, tally.gone);
	free_group(group);
	co_looper_destroy(l);
}

struct picking {
	struct co_dispatch dispatch;
	CO_ATOMIC(unsigned) most;
};

static void *pick_two(void *arg)
{
	struct picking *p = arg;
	int i;

	for (i = 0; i < 2; i++)
		co_dispatch_pick(&p->dispatch, 0);
	return NULL;
}

static void spread(enum co_dispatch_kind kind, size_t bound)
{
	struct picking p = {.most = 0};
	pthread_t threads[2];
	size_t a, b;
	int i;

	CO_CHECK_EQ(0, co_dispatch_init(&p.dispatch, 2, kind));
	for (i = 0; i < 2; i++)
		threads[i] = start(pick_two, &p);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	a = co_dispatch_load(&p.dispatch, 0);
	b = co_dispatch_load(&p.dispatch, 1);
	CO_CHECK_EQ(4, a + b);
	CO_CHECK((a > b ? a - b : b - a) <= bound);
	co_dispatch_fini(&p.dispatch);
}

static void turns_are_even_for_many_threads(void)
{
	spread(CO_DISPATCH_ROUND_ROBIN, 0);
}

static void loads_differ_by_the_threads_that_pick(void)
{
	spread(CO_DISPATCH_LEAST_LOADED, 2);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(group_may_go_when_the_wait_returns, .leaks = EXPLORE_ON),
	EXPLORE_TEST(root_is_never_empty_before_its_leaf, .leaks = EXPLORE_ON),
	EXPLORE_TEST(detached_is_gone_when_the_wait_returns, FEW),
	EXPLORE_TEST(detach_without_memory_changes_nothing, FEW),
	EXPLORE_TEST(turns_are_even_for_many_threads),
	EXPLORE_TEST(loads_differ_by_the_threads_that_pick),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
