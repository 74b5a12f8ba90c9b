// SPDX-License-Identifier: MIT
/*
 * Part D: the task manager, most of it in a world whose time the test moves.
 */
#include "managing.h"
#include "suites.h"

TEST managed_task_has_an_id_until_it_ends(void)
{
	struct notes notes = NOTES_INITIALIZER;
	CO_ATOMIC(int) released = 0;
	struct co_managed_options options = {
		.data = &released,
		.release = count_release,
	};
	struct co_managed_info infos[2];
	struct co_manager *m;
	struct world w;
	uint64_t first, second;

	world_init(&w);
	m = make_manager(world_executor(&w));
	first = add_nest(m, &notes, 1, HOUR, &options);
	second = add_nest(m, &notes, 1, 2 * HOUR, &options);
	CO_CHECK(first != 0);
	CO_CHECK(second != 0 && second != first);
	check_status(m, first, CO_CREATED);
	world_settle(&w);
	check_status(m, first, CO_SUSPENDED);
	co_step("the list has both, also when there is room for one only");
	CO_CHECK_EQ(2, co_manager_list(m, infos, 1));
	CO_CHECK_EQ(2, co_manager_list(m, infos, 2));
	CO_CHECK_EQ(first, infos[0].id);
	CO_CHECK_EQ(second, infos[1].id);
	CO_CHECK(infos[1].data == &released);
	CO_CHECK_STR("nest", infos[1].name);
	world_fire(&w);
	world_settle(&w);
	check_unknown(m, first);
	CO_CHECK_EQ(1, co_manager_list(m, NULL, 0));
	CO_CHECK_EQ(1, released);
	world_run(&w);
	CO_CHECK_EQ(2, released);
	CO_CHECK_EQ(2, notes.n);
	co_manager_destroy(m);
	PASS();
}

TEST kill_unwinds_all_that_is_awaited(void)
{
	struct co_managed_options options = {.keep = true};
	struct notes notes = NOTES_INITIALIZER;
	struct co_manager *m;
	struct world w;
	uint64_t id;

	world_init(&w);
	m = make_manager(world_executor(&w));
	id = add_nest(m, &notes, DEPTH, HOUR, &options);
	world_settle(&w);
	CO_CHECK_EQ(0, notes.n);
	CO_CHECK_EQ(0, co_manager_kill(m, id));
	CO_CHECK_EQ(-EALREADY, co_manager_kill(m, id));
	world_settle(&w);
	check_unwound(&notes, DEPTH);
	CO_CHECK_EQ(0, w.armed);
	check_status(m, id, CO_KILLED);
	CO_CHECK_EQ(-EALREADY, co_manager_kill(m, id));
	co_manager_destroy(m);
	PASS();
}

TEST killed_before_it_begins_it_never_runs(void)
{
	struct co_managed_options options = {.keep = true};
	struct notes notes = NOTES_INITIALIZER;
	struct co_manager *m;
	struct world w;
	uint64_t id;

	world_init(&w);
	m = make_manager(world_executor(&w));
	id = add_nest(m, &notes, DEPTH, HOUR, &options);
	CO_CHECK_EQ(0, co_manager_kill(m, id));
	world_settle(&w);
	check_status(m, id, CO_KILLED);
	/* The outermost is cleaned up, and has made no others. */
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK_EQ(DEPTH, notes.ids[0]);
	co_manager_destroy(m);
	PASS();
}

TEST kill_forces_a_task_that_stays(void)
{
	struct co_managed_options options = {.keep = true, .stays = true};
	struct notes notes = NOTES_INITIALIZER;
	struct co_completion *never = NULL;
	struct co_manager *m;
	struct co_task *task;
	struct world w;
	uint64_t id = 0;

	world_init(&w);
	m = make_manager(world_executor(&w));
	CO_CHECK_EQ(0, co_completion_create(&never));
	task = make_nest(&notes, DEPTH, 0);
	co_frame(task, struct nest)->completion = never;
	CO_CHECK_EQ(0, co_manager_add(m, task, &options, &id));
	world_settle(&w);
	co_step("kill a task that awaits what nobody will complete");
	CO_CHECK_EQ(0, co_manager_kill(m, id));
	world_settle(&w);
	check_unwound(&notes, DEPTH);
	check_status(m, id, CO_KILLED);
	co_manager_destroy(m);
	co_completion_drop(never);
	co_completion_destroy(never);
	PASS();
}

TEST time_limit_ends_what_takes_longer(void)
{
	struct co_managed_options options = {
		.keep = true,
		.timeout_ms = 2 * HOUR,
	};
	struct notes notes = NOTES_INITIALIZER;
	struct co_manager *m;
	uint64_t quick, slow;
	struct world w;

	world_init(&w);
	m = make_manager(world_executor(&w));
	quick = add_nest(m, &notes, 1, HOUR, &options);
	slow = add_nest(m, &notes, 1, 3 * HOUR, &options);
	world_settle(&w);
	CO_CHECK_EQ(4, w.armed);
	world_fire(&w);
	world_settle(&w);
	check_status(m, quick, CO_DONE);
	check_status(m, slow, CO_SUSPENDED);
	co_step("the limit of the quick one is disarmed, the slow one's fires");
	CO_CHECK_EQ(2, w.armed);
	world_fire(&w);
	world_settle(&w);
	check_status(m, slow, CO_TIMED_OUT);
	CO_CHECK_EQ(-EALREADY, co_manager_kill(m, slow));
	CO_CHECK_EQ(0, w.armed);
	co_manager_destroy(m);
	PASS();
}

TEST kept_status_stays_until_it_is_forgotten(void)
{
	CO_ATOMIC(int) released = 0;
	struct co_managed_options options = {
		.keep = true,
		.data = &released,
		.release = count_release,
	};
	struct notes notes = NOTES_INITIALIZER;
	struct co_managed_info info;
	struct co_manager *m;
	struct co_task *task;
	struct world w;
	uint64_t id = 0;

	world_init(&w);
	m = make_manager(world_executor(&w));
	task = make_nest(&notes, 1, HOUR);
	co_frame(task, struct nest)->error = -EIO;
	CO_CHECK_EQ(0, co_manager_add(m, task, &options, &id));
	world_settle(&w);
	CO_CHECK_EQ(-EBUSY, co_manager_forget(m, id));
	world_run(&w);
	CO_CHECK_EQ(0, co_manager_find(m, id, &info));
	CO_CHECK_EQ(CO_FAILED, info.status);
	CO_CHECK_EQ(-EIO, info.error);
	CO_CHECK_EQ(0, released);
	CO_CHECK_EQ(0, co_manager_forget(m, id));
	CO_CHECK_EQ(1, released);
	check_unknown(m, id);
	CO_CHECK(add_nest(m, &notes, 1, 0, &options) != id);
	world_run(&w);
	co_manager_destroy(m);
	CO_CHECK_EQ(2, released);
	PASS();
}

TEST manager_refuses_what_makes_no_sense(void)
{
	CO_ATOMIC(int) released = 0;
	struct co_managed_options options = {
		.timeout_ms = -1,
		.data = &released,
		.release = count_release,
	};
	struct notes notes = NOTES_INITIALIZER;
	struct co_task *task = make_nest(&notes, 1, HOUR);
	struct co_manager *m = NULL;
	uint64_t id = 77;
	struct world w;

	world_init(&w);
	CO_CHECK_EQ(-EINVAL, co_manager_create(NULL, &m));
	CO_CHECK_EQ(-EINVAL, co_manager_create_on(NULL, &m));
	m = make_manager(world_executor(&w));
	CO_CHECK_EQ(-EINVAL, co_manager_add(m, NULL, NULL, &id));
	CO_CHECK_EQ(-EINVAL, co_manager_add(NULL, task, NULL, &id));
	CO_CHECK_EQ(-EINVAL, co_manager_add(m, task, &options, &id));
	CO_CHECK_EQ(-EINVAL, co_manager_find(m, id, NULL));
	CO_CHECK_EQ(-EINVAL, co_manager_kill(NULL, id));
	CO_CHECK_EQ(77, id);
	check_unknown(m, 0);
	check_unknown(m, id);
	CO_CHECK_EQ(0, co_manager_add(m, task, NULL, NULL));
	CO_CHECK_EQ(-EEXIST, co_manager_add(m, task, NULL, &id));
	world_run(&w);
	co_manager_shutdown(m);
	task = make_nest(&notes, 1, HOUR);
	options.timeout_ms = 1;
	CO_CHECK_EQ(-ESHUTDOWN, co_manager_add(m, task, &options, &id));
	CO_CHECK_EQ(77, id);
	CO_CHECK_STATUS(CO_CREATED, task);
	CO_CHECK_EQ(0, co_manager_list(m, NULL, 0));
	co_task_destroy(task);
	co_manager_destroy(m);
	co_manager_destroy(NULL);
	CO_CHECK_EQ(0, released);
	PASS();
}

TEST destroy_kills_what_is_left(void)
{
	CO_ATOMIC(int) released = 0;
	struct co_managed_options options = {
		.data = &released,
		.release = count_release,
	};
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = NULL;
	struct co_manager *m;
	int i;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	m = make_manager(co_looper_executor(l));
	for (i = 0; i < 20; i++) {
		options.keep = i % 2;
		add_nest(m, &notes, 1, i < 10 ? HOUR : 0, &options);
	}
	co_step("destroy: ten sleep for an hour, ten end by themselves");
	co_manager_destroy(m);
	CO_CHECK_EQ(20, notes.n);
	CO_CHECK_EQ(20, released);
	co_looper_destroy(l);
	PASS();
}

SUITE(part_d)
{
	RUN_TEST(managed_task_has_an_id_until_it_ends);
	RUN_TEST(kill_unwinds_all_that_is_awaited);
	RUN_TEST(killed_before_it_begins_it_never_runs);
	RUN_TEST(kill_forces_a_task_that_stays);
	RUN_TEST(time_limit_ends_what_takes_longer);
	RUN_TEST(kept_status_stays_until_it_is_forgotten);
	RUN_TEST(manager_refuses_what_makes_no_sense);
	RUN_TEST(destroy_kills_what_is_left);
}
