// SPDX-License-Identifier: MIT
/*
 * Part D: the task manager, and chains.
 */
#include "suites.h"
#include "util.h"

/* A manager, a looper and a group for what it manages. */
struct world {
	struct co_manager *manager;
	struct co_looper *looper;
	struct co_completion *never;
	struct co_group group;
	struct tally tally;
};

static void world_init(struct world *w)
{
	*w = (struct world){0};
	CO_CHECK_EQ(0, co_manager_create(&w->manager));
	CO_CHECK_EQ(0, co_looper_create("looper", &w->looper));
	CO_CHECK_EQ(0, co_completion_create(&w->never));
	co_group_init(&w->group, NULL);
	w->group.report = tally_report;
	w->group.report_data = &w->tally;
}

static void world_run(struct world *w, struct co_task *guard)
{
	CO_CHECK_EQ(
		0, co_detach(&w->group, guard, co_looper_executor(w->looper)));
}

static void world_fini(struct world *w)
{
	co_group_wait(&w->group);
	CO_CHECK_EQ(0, co_manager_list(w->manager, NULL, 0));
	co_looper_destroy(w->looper);
	co_group_fini(&w->group);
	co_manager_destroy(w->manager);
	co_completion_drop(w->never);
	co_completion_destroy(w->never);
}

static void count_free(void *data)
{
	++*(int *)data;
}

TEST managed_task_is_known_until_it_ends(void)
{
	struct world w;
	int freed = 0;
	struct co_managed how = {.data = &freed, .data_free = count_free};
	uint64_t ids[2] = {0}, first = 0, second = 0;
	enum co_status status = CO_DONE;
	struct co_task *guards[2];
	void *data = NULL;

	world_init(&w);
	guards[0] = manage(w.manager, make_job(&w.tally), &how, &first);
	guards[1] = manage(w.manager, make_job(&w.tally), NULL, &second);
	CO_CHECK(first != second);
	CO_CHECK_EQ(2, co_manager_list(w.manager, ids, 1));
	CO_CHECK_EQ(first, ids[0]);
	CO_CHECK_EQ(0, ids[1]);
	CO_CHECK_EQ(0, co_manager_data(w.manager, first, &data));
	CO_CHECK(data == &freed);
	CO_CHECK_EQ(0, co_manager_status(w.manager, second, &status));
	CO_CHECK_EQ(CO_CREATED, status);
	co_step("run both: then neither is known");
	world_run(&w, guards[0]);
	world_run(&w, guards[1]);
	co_group_wait(&w.group);
	CO_CHECK_EQ(2, w.tally.gone);
	CO_CHECK_EQ(1, freed);
	CO_CHECK_EQ(-ENOENT, co_manager_status(w.manager, first, &status));
	CO_CHECK_EQ(-ENOENT, co_manager_data(w.manager, first, &data));
	CO_CHECK_EQ(-ENOENT, co_manager_kill(w.manager, first));
	world_fini(&w);
	PASS();
}

TEST kill_unwinds_what_is_awaited(void)
{
	struct world w;
	uint64_t id = 0;

	world_init(&w);
	world_run(&w,
		manage(w.manager, make_stuck(&w.tally, w.never), NULL, &id));
	CO_CHECK_EQ(0, co_manager_kill(w.manager, id));
	co_step("the task waits for ever, and so would we");
	co_group_wait(&w.group);
	CO_CHECK_EQ(1, w.tally.reports);
	CO_CHECK_EQ(-EOWNERDEAD, w.tally.error);
	/* The task, and its child if it had begun. */
	CO_CHECK_EQ(1 + w.tally.ran, w.tally.gone);
	world_fini(&w);
	PASS();
}

TEST limit_ends_a_task_that_waits(void)
{
	const struct co_managed how = {.limit_ms = 1};
	struct world w;
	uint64_t id = 0;

	world_init(&w);
	world_run(&w,
		manage(w.manager, make_stuck(&w.tally, w.never), &how, &id));
	co_group_wait(&w.group);
	CO_CHECK_EQ(-ETIMEDOUT, w.tally.error);
	CO_CHECK_EQ(2, w.tally.gone);
	world_fini(&w);
	PASS();
}

TEST killed_before_its_start_it_never_runs(void)
{
	struct world w;
	struct co_task *guard;
	uint64_t id = 0;

	world_init(&w);
	guard = manage(w.manager, make_job(&w.tally), NULL, &id);
	CO_CHECK_EQ(1, co_manager_kill_all(w.manager));
	CO_CHECK_EQ(-EALREADY, co_manager_kill(w.manager, id));
	world_run(&w, guard);
	co_group_wait(&w.group);
	CO_CHECK_EQ(0, w.tally.ran);
	CO_CHECK_EQ(1, w.tally.gone);
	CO_CHECK_EQ(-EOWNERDEAD, w.tally.error);
	co_step("a guard that is destroyed takes its task along");
	co_task_destroy(manage(w.manager, make_job(&w.tally), NULL, &id));
	CO_CHECK_EQ(2, w.tally.gone);
	CO_CHECK_EQ(
		-EINVAL, co_manager_add(w.manager, NULL, NULL, &id, &guard));
	world_fini(&w);
	PASS();
}

/* A task that waits an hour in its ring. */
struct patient {
	struct co_task task;
	struct co_io io;
	struct __kernel_timespec hour;
	struct co_manager *manager;
	uint64_t id;
};

static struct co_task *patient_body(struct co_task *self)
{
	struct patient *f = co_frame(self, struct patient);

	CO_BEGIN(self);
	CO_CHECK_EQ(0, co_manager_kill(f->manager, f->id));
	f->hour = (struct __kernel_timespec){.tv_sec = 3600};
	CO_TRY(self, co_io_timeout(&f->io, &f->hour));
	CO_END(self);
}

TEST kill_reaches_io_in_the_kernel(void)
{
	struct co_manager *m = NULL;
	struct tally tally = {0};
	struct co_scheduler *s;
	struct co_task *task, *guard;
	struct patient *f;

	NEED_RING();
	s = make_scheduler(2, CO_DISPATCH_ROUND_ROBIN, &tally);
	CO_CHECK_EQ(0, co_manager_create(&m));
	task = co_task_create(sizeof(struct patient), patient_body, "job");
	f = co_frame(task, struct patient);
	f->manager = m;
	guard = manage(m, task, NULL, &f->id);
	CO_CHECK_EQ(0, co_scheduler_submit(s, guard));
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK_EQ(1, tally.reports);
	CO_CHECK_EQ(-EOWNERDEAD, tally.error);
	co_manager_destroy(m);
	co_scheduler_destroy(s);
	PASS();
}

/* Chains: values are small numbers. */

struct number {
	struct co_valued valued;
	intptr_t n;
	int error;
};

static struct co_task *number_body(struct co_task *self)
{
	struct number *f = co_container_of(self, struct number, valued.task);

	CO_BEGIN(self);
	f->valued.value = (void *)f->n;
	return co_finish(self, f->error);
	CO_END(self);
}

static struct co_valued *make_number(intptr_t n, int error)
{
	struct co_task *task = co_task_create(
		sizeof(struct number), number_body, "number");
	struct number *f = co_container_of(task, struct number, valued.task);

	f->n = n;
	f->error = error;
	return &f->valued;
}

static struct co_next add_value(void *data, void *value)
{
	return co_next_value((void *)((intptr_t)value + *(intptr_t *)data));
}

static struct co_next add_task(void *data, void *value)
{
	intptr_t sum = (intptr_t)value + *(intptr_t *)data;

	return co_next_task(make_number(sum, 0));
}

static struct co_next refuse(void *data, void *value)
{
	(void)value;
	++*(intptr_t *)data;
	return co_next_error(-EDOM);
}

TEST chain_goes_on_with_a_value_or_a_task(void)
{
	intptr_t one = 1, ten = 10;
	struct co_valued *last;

	last = co_then(make_number(5, 0), add_value, &one);
	last = co_then(co_then(last, add_task, &ten), add_value, &one);
	CO_CHECK_EQ(0, co_task_wait(&last->task));
	CO_CHECK_EQ(17, (intptr_t)last->value);
	co_task_destroy(&last->task);
	PASS();
}

TEST chain_ends_at_its_first_error(void)
{
	intptr_t calls = 0, one = 1;
	struct co_valued *last;

	last = co_then(make_number(5, -EIO), refuse, &calls);
	last = co_then(last, refuse, &calls);
	CO_CHECK_EQ(-EIO, co_task_wait(&last->task));
	CO_CHECK_EQ(0, calls);
	co_task_destroy(&last->task);
	last = co_then(make_number(5, 0), refuse, &calls);
	last = co_then(last, add_value, &one);
	CO_CHECK_EQ(-EDOM, co_task_wait(&last->task));
	CO_CHECK_EQ(1, calls);
	co_task_destroy(&last->task);
	co_step("a chain that never ran is freed whole");
	last = co_then(make_number(5, 0), refuse, &calls);
	co_task_destroy(&last->task);
	CO_CHECK_EQ(1, calls);
	CO_CHECK(co_then(NULL, refuse, &calls) == NULL);
	PASS();
}

SUITE(part_d)
{
	RUN_TEST(managed_task_is_known_until_it_ends);
	RUN_TEST(kill_unwinds_what_is_awaited);
	RUN_TEST(limit_ends_a_task_that_waits);
	RUN_TEST(killed_before_its_start_it_never_runs);
	RUN_TEST(kill_reaches_io_in_the_kernel);
	RUN_TEST(chain_goes_on_with_a_value_or_a_task);
	RUN_TEST(chain_ends_at_its_first_error);
}
