// SPDX-License-Identifier: MIT
/*
 * The task manager and chains on real threads.
 */
#include <stdlib.h>

#include "../../../lab5-scheduler/tests/managing.h"
#include "co/pool.h"
#include "co/then.h"
#include "suites.h"

enum {
	THREADS = 4,
	EACH = 500,
	ALL = THREADS * EACH,
	LINKS = 300000,
};

static struct co_pool *make_pool(void)
{
	struct co_pool *pool = NULL;

	CO_CHECK_EQ(0, co_pool_create("pool", 2, &pool));
	return pool;
}

/* What each of several threads does with a manager. */
struct hand {
	struct co_manager *manager;
	struct notes *notes;
	const struct co_managed_options *options;
	uint64_t *ids;
	int n;
	int killed; /* how many kills returned 0 */
};

static void on_all_threads(struct hand *hands, void *(*fn)(void *))
{
	pthread_t threads[THREADS];
	int i;

	for (i = 0; i < THREADS; i++)
		CO_CHECK_EQ(
			0, pthread_create(&threads[i], NULL, fn, &hands[i]));
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

static void *adding(void *arg)
{
	struct hand *h = arg;
	int i;

	for (i = 0; i < h->n; i++)
		h->ids[i] = add_nest(
			h->manager, h->notes, 1, i % 2 * HOUR, h->options);
	return NULL;
}

static void *killing(void *arg)
{
	struct hand *h = arg;
	int i, err;

	for (i = 0; i < ALL; i++) {
		err = co_manager_kill(h->manager, h->ids[i]);
		h->killed += !err;
		CO_CHECK(!err || err == -EALREADY);
	}
	return NULL;
}

static int compare_ids(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* How many kept tasks have @status; all of them have ended. */
static int count_status(struct co_manager *m, enum co_status status)
{
	struct co_managed_info *infos = calloc(ALL, sizeof(*infos));
	int i, n = 0;

	CO_CHECK_EQ(ALL, co_manager_list(m, infos, ALL));
	for (i = 0; i < ALL; i++) {
		CO_CHECK(co_status_is_final(infos[i].status));
		CO_CHECK(!i || infos[i].id > infos[i - 1].id);
		n += infos[i].status == status;
	}
	free(infos);
	return n;
}

TEST manager_serves_many_threads(void)
{
	CO_ATOMIC(int) released = 0;
	const struct co_managed_options options = {
		.keep = true,
		.data = &released,
		.release = count_release,
	};
	struct notes notes = NOTES_INITIALIZER;
	struct co_pool *pool = make_pool();
	struct co_manager *m = make_manager(co_pool_executor(pool));
	static uint64_t ids[ALL];
	struct hand hands[THREADS];
	int i, killed = 0;

	for (i = 0; i < THREADS; i++)
		hands[i] = (struct hand){
			m, &notes, &options, ids + i * EACH, EACH, 0};
	co_step("four threads add, half of the tasks sleep for an hour");
	on_all_threads(hands, adding);
	qsort(ids, ALL, sizeof(ids[0]), compare_ids);
	for (i = 1; i < ALL; i++)
		CO_CHECK(ids[i] != ids[i - 1]);
	co_step("all four kill all of them: each task is killed at most once");
	for (i = 0; i < THREADS; i++)
		hands[i].ids = ids;
	on_all_threads(hands, killing);
	co_manager_wait(m);
	for (i = 0; i < THREADS; i++)
		killed += hands[i].killed;
	CO_CHECK(killed >= ALL / 2);
	CO_CHECK_EQ(killed, count_status(m, CO_KILLED));
	CO_CHECK_EQ(ALL - killed, count_status(m, CO_DONE));
	CO_CHECK_EQ(0, released);
	co_manager_destroy(m);
	CO_CHECK_EQ(ALL, released);
	co_pool_destroy(pool);
	PASS();
}

/* Awaits a child that sleeps elsewhere. */
struct abroad {
	struct co_task task;
	struct nest child;
	struct co_executor *where;
	struct notes *notes;
};

static struct co_task *abroad_body(struct co_task *self)
{
	struct abroad *f = co_frame(self, struct abroad);

	CO_BEGIN(self);
	f->child = (struct nest){.notes = f->notes, .depth = 1, .ms = HOUR};
	co_task_init(&f->child.task, nest_body, "child");
	co_task_set_cleanup(&f->child.task, nest_cleanup);
	note(f->notes, 7, 0);
	CO_TRY(self, co_task_await(co_schedule_on(&f->child.task, f->where)));
	CO_END(self);
}

TEST kill_reaches_a_child_on_another_executor(void)
{
	const struct co_managed_options options = {.keep = true};
	struct notes notes = NOTES_INITIALIZER;
	struct co_pool *pool = make_pool();
	struct co_looper *l = NULL;
	struct co_manager *m;
	struct co_task *task;
	uint64_t id = 0;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	m = make_manager(co_looper_executor(l));
	task = co_task_create(sizeof(struct abroad), abroad_body, "abroad");
	co_frame(task, struct abroad)->where = co_pool_executor(pool);
	co_frame(task, struct abroad)->notes = &notes;
	CO_CHECK_EQ(0, co_manager_add(m, task, &options, &id));
	wait_for_notes(&notes, 1);
	CO_CHECK_EQ(0, co_manager_kill(m, id));
	co_manager_wait(m);
	check_status(m, id, CO_KILLED);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(1, notes.ids[1]);
	co_manager_destroy(m);
	co_looper_destroy(l);
	co_pool_destroy(pool);
	PASS();
}

TEST killed_task_that_ends_well_counts_as_killed(void)
{
	const struct co_managed_options options = {.keep = true};
	struct notes notes = NOTES_INITIALIZER;
	struct co_completion *later = NULL;
	struct co_manager *m;
	struct co_task *task;
	struct world w;
	uint64_t id = 0;

	world_init(&w);
	m = make_manager(world_executor(&w));
	CO_CHECK_EQ(0, co_completion_create(&later));
	task = make_nest(&notes, 1, 0);
	co_frame(task, struct nest)->completion = later;
	CO_CHECK_EQ(0, co_manager_add(m, task, &options, &id));
	world_settle(&w);
	CO_CHECK_EQ(0, co_manager_kill(m, id));
	world_settle(&w);
	co_step("it hears of no token and does not stay: it waits on");
	CO_CHECK_EQ(0, notes.n);
	check_status(m, id, CO_SUSPENDED);
	CO_CHECK_EQ(0, co_completion_set(later, NULL));
	world_settle(&w);
	check_status(m, id, CO_KILLED);
	co_completion_drop(later);
	co_completion_destroy(later);
	co_manager_destroy(m);
	PASS();
}

TEST own_token_is_still_heard(void)
{
	const struct co_managed_options options = {.keep = true};
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_manager *m;
	struct co_task *task;
	struct world w;
	uint64_t id = 0;

	world_init(&w);
	m = make_manager(world_executor(&w));
	co_cancel_source_init(&source);
	task = make_nest(&notes, DEPTH, HOUR);
	co_with_cancel(task, co_cancel_token_of(&source));
	CO_CHECK_EQ(0, co_manager_add(m, task, &options, &id));
	world_settle(&w);
	co_cancel_request(&source);
	world_settle(&w);
	check_unwound(&notes, DEPTH);
	check_status(m, id, CO_CANCELLED);
	CO_CHECK_EQ(-EALREADY, co_manager_kill(m, id));
	co_manager_destroy(m);
	co_cancel_source_fini(&source);
	PASS();
}

TEST refused_task_and_data_stay_the_callers(void)
{
	CO_ATOMIC(int) released = 0;
	const struct co_managed_options options = {
		.keep = true,
		.data = &released,
		.release = count_release,
	};
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_manager *m;
	struct co_task *task;
	uint64_t id = 5;
	struct world w;

	world_init(&w);
	m = make_manager(world_executor(&w));
	co_cancel_source_init(&source);
	task = make_nest(&notes, 1, 0);
	co_with_cancel(task, co_cancel_token_of(&source));
	w.posts.refuse = -ESHUTDOWN;
	CO_CHECK_EQ(-ESHUTDOWN, co_manager_add(m, task, &options, &id));
	CO_CHECK_EQ(5, id);
	CO_CHECK_EQ(0, co_manager_list(m, NULL, 0));
	CO_CHECK_STATUS(CO_CREATED, task);
	CO_CHECK(task->cancel == co_cancel_token_of(&source));
	CO_CHECK(task->executor == NULL);
	CO_CHECK_EQ(0, notes.n);
	co_step("add the same task again when work is taken");
	w.posts.refuse = 0;
	CO_CHECK_EQ(0, co_manager_add(m, task, &options, &id));
	world_run(&w);
	check_status(m, id, CO_DONE);
	CO_CHECK_EQ(0, released);
	co_manager_destroy(m);
	CO_CHECK_EQ(1, released);
	co_cancel_source_fini(&source);
	PASS();
}

TEST dropped_tasks_are_settled(void)
{
	const struct co_managed_options options = {.keep = true};
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = NULL;
	struct co_manager *m;
	struct gate gate;
	uint64_t id;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	m = make_manager(co_looper_executor(l));
	hold(co_looper_executor(l), &gate);
	id = add_nest(m, &notes, DEPTH, HOUR, &options);
	co_looper_shutdown(l, CO_SHUTDOWN_NOW);
	gate_open(&gate);
	co_manager_wait(m);
	check_status(m, id, CO_CANCELLED);
	CO_CHECK_EQ(1, notes.n);
	co_manager_destroy(m);
	co_looper_destroy(l);
	PASS();
}

static void note_release(void *data)
{
	note(data, 100, 0);
}

TEST data_outlives_the_frame(void)
{
	struct notes notes = NOTES_INITIALIZER;
	const struct co_managed_options options = {
		.data = &notes,
		.release = note_release,
	};
	struct co_manager *m;
	struct world w;

	world_init(&w);
	m = make_manager(world_executor(&w));
	add_nest(m, &notes, 2, 0, &options);
	world_run(&w);
	CO_CHECK_EQ(3, notes.n);
	CO_CHECK_EQ(2, notes.ids[1]);
	CO_CHECK_EQ(100, notes.ids[2]);
	co_manager_destroy(m);
	PASS();
}

/* Waits for its own manager, which would never end. */
struct impatient {
	struct co_task task;
	struct co_manager *manager;
};

static struct co_task *impatient_body(struct co_task *self)
{
	CO_BEGIN(self);
	co_manager_wait(co_frame(self, struct impatient)->manager);
	CO_END(self);
}

TEST manager_is_not_waited_for_by_a_task(void)
{
	struct co_manager *m;
	struct co_task *task;
	struct world w;

	world_init(&w);
	m = make_manager(world_executor(&w));
	task = co_task_create(
		sizeof(struct impatient), impatient_body, "impatient");
	co_frame(task, struct impatient)->manager = m;
	CO_CHECK_EQ(0, co_manager_add(m, task, NULL, NULL));
	co_expect_assert("with its thread");
	world_settle(&w);
	PASS();
}

static int count_up(struct co_then_step *step)
{
	step->value = (char *)step->value + 1;
	return 0;
}

TEST long_chain_needs_no_stack(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_task *chain = make_nest(&notes, 1, 0);
	int i, err = 0;

	for (i = 0; i < LINKS && !err; i++)
		err = co_then(&chain, count_up, NULL);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(0, co_task_wait(chain));
	CO_CHECK_EQ(LINKS, (intptr_t)*co_then_value(chain));
	co_task_destroy(chain);
	PASS();
}

SUITE(manager)
{
	RUN_TEST(manager_serves_many_threads);
	RUN_TEST(kill_reaches_a_child_on_another_executor);
	RUN_TEST(killed_task_that_ends_well_counts_as_killed);
	RUN_TEST(own_token_is_still_heard);
	RUN_TEST(refused_task_and_data_stay_the_callers);
	RUN_TEST(dropped_tasks_are_settled);
	RUN_TEST(data_outlives_the_frame);
	RUN_TEST(manager_is_not_waited_for_by_a_task);
	RUN_TEST(long_chain_needs_no_stack);
}
