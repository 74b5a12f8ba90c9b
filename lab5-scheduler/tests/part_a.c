// SPDX-License-Identifier: MIT
/*
 * Part A: tasks that nobody awaits.
 */
#include "suites.h"
#include "util.h"

static struct co_looper *make_looper(void)
{
	struct co_looper *l = NULL;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	return l;
}

static void group_init(struct co_group *group, struct tally *tally)
{
	co_group_init(group, NULL);
	group->report = tally_report;
	group->report_data = tally;
}

TEST detached_task_runs_and_is_freed(void)
{
	struct co_looper *l = make_looper();
	struct tally tally = {0};
	struct co_group group;
	int i;

	group_init(&group, &tally);
	for (i = 0; i < 100; i++)
		CO_CHECK_EQ(0, co_detach(&group, make_job(&tally),
				       co_looper_executor(l)));
	co_step("wait for a hundred, then none may live");
	co_group_wait(&group);
	CO_CHECK_EQ(0, co_group_live(&group));
	CO_CHECK_EQ(100, tally.ran);
	CO_CHECK_EQ(100, tally.gone);
	CO_CHECK_EQ(0, tally.reports);
	co_group_fini(&group);
	co_looper_destroy(l);
	PASS();
}

TEST detached_error_is_reported_before_wait_returns(void)
{
	struct co_looper *l = make_looper();
	struct co_task *task;
	struct tally tally = {0};
	struct co_group group;

	group_init(&group, &tally);
	task = make_job(&tally);
	co_frame(task, struct job)->error = -EIO;
	CO_CHECK_EQ(0, co_detach(&group, task, co_looper_executor(l)));
	co_step("wait for a task that ends with -EIO");
	co_group_wait(&group);
	CO_CHECK_EQ(1, tally.reports);
	CO_CHECK_EQ(-EIO, tally.error);
	co_group_fini(&group);
	co_looper_destroy(l);
	PASS();
}

TEST refused_task_stays_the_callers(void)
{
	struct co_looper *l = make_looper();
	struct tally tally = {0};
	struct co_task *task = make_job(&tally);
	struct co_group group;

	group_init(&group, &tally);
	co_looper_shutdown(l, CO_SHUTDOWN_NOW);
	co_step("detach on a looper that takes nothing any more");
	CO_CHECK_EQ(-ESHUTDOWN, co_detach(&group, task, co_looper_executor(l)));
	CO_CHECK_EQ(0, co_group_live(&group));
	CO_CHECK_STATUS(CO_CREATED, task);
	CO_CHECK(task->executor == NULL);
	CO_CHECK_EQ(0, tally.gone);
	CO_CHECK_EQ(-EINVAL, co_detach(&group, task, NULL));
	CO_CHECK_EQ(-EINVAL, co_detach(&group, NULL, co_looper_executor(l)));
	co_task_destroy(task);
	co_group_fini(&group);
	co_looper_destroy(l);
	PASS();
}

/* An executor that keeps one item, for the test to drop. */
struct keeper {
	struct co_executor executor;
	struct co_work *work;
};

static int keeper_post(struct co_executor *executor, struct co_work *work)
{
	struct keeper *k = co_container_of(executor, struct keeper, executor);

	k->work = work;
	work->next = CO_WORK_LAST;
	return 0;
}

TEST dropped_task_is_reported_freed_and_counted_once(void)
{
	struct keeper keeper = {.work = NULL};
	struct tally tally = {0};
	struct co_group group;

	group_init(&group, &tally);
	co_executor_init(&keeper.executor, keeper_post, "keeper");
	CO_CHECK_EQ(0, co_detach(&group, make_job(&tally), &keeper.executor));
	CO_CHECK_EQ(1, co_group_live(&group));
	co_step("the executor drops what it has taken");
	co_work_run(&keeper.executor, keeper.work, -ECANCELED);
	CO_CHECK_EQ(0, co_group_live(&group));
	CO_CHECK_EQ(0, tally.ran);
	CO_CHECK_EQ(1, tally.gone);
	CO_CHECK_EQ(1, tally.reports);
	CO_CHECK_EQ(-ECANCELED, tally.error);
	co_group_fini(&group);
	PASS();
}

TEST group_below_counts_as_one_of_its_parent(void)
{
	struct co_group root, leaf;

	co_group_init(&root, NULL);
	co_group_init(&leaf, &root);
	co_step("two enter the leaf, and leave it one by one");
	co_group_enter(&leaf);
	co_group_enter(&leaf);
	CO_CHECK_EQ(2, co_group_live(&leaf));
	CO_CHECK_EQ(1, co_group_live(&root));
	co_group_leave(&leaf);
	CO_CHECK_EQ(1, co_group_live(&root));
	co_group_leave(&leaf);
	CO_CHECK_EQ(0, co_group_live(&root));
	co_step("the wait for an empty root returns at once");
	co_group_wait(&root);
	co_group_fini(&leaf);
	co_group_fini(&root);
	PASS();
}

SUITE(part_a)
{
	RUN_TEST(detached_task_runs_and_is_freed);
	RUN_TEST(detached_error_is_reported_before_wait_returns);
	RUN_TEST(refused_task_stays_the_callers);
	RUN_TEST(dropped_task_is_reported_freed_and_counted_once);
	RUN_TEST(group_below_counts_as_one_of_its_parent);
}
