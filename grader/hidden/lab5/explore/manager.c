// SPDX-License-Identifier: MIT
/*
 * The task manager, explored: who decides how a task ends, and that nothing is
 * touched or left behind afterwards. Frames and records are freed as soon as
 * they may be; all time is virtual.
 */
#include <unistd.h>

#include "../../../../lab5-scheduler/tests/managing.h"
#include "../../lab3/explore/timing.h"
#include "co/then.h"

static struct co_looper *make_looper(void)
{
	struct co_looper *l = NULL;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	return l;
}

/* How a kept task ended, and that it can be forgotten. */
static int final_error(struct co_manager *m, uint64_t id)
{
	struct co_managed_info info = {.error = 1};

	co_manager_wait(m);
	CO_CHECK_EQ(0, co_manager_find(m, id, &info));
	CO_CHECK(co_status_is_final(info.status));
	CO_CHECK_EQ(0, co_manager_forget(m, id));
	CO_CHECK_EQ(0, co_manager_list(m, NULL, 0));
	return info.error;
}

/* A kill that returned 0 has decided; any other came too late. */
static void check_kill(int kill, int error, int otherwise)
{
	CO_CHECK(kill == 0 || kill == -EALREADY);
	CO_CHECK_EQ(kill ? otherwise : -EOWNERDEAD, error);
}

static void kill_and_end_give_one_outcome(void)
{
	const struct co_managed_options options = {.keep = true};
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make_looper();
	struct co_manager *m = make_manager(co_looper_executor(l));
	uint64_t id = add_nest(m, &notes, 2, 0, &options);
	int kill = co_manager_kill(m, id);

	check_kill(kill, final_error(m, id), 0);
	/* Both were cleaned up, or the inner one was never made. */
	CO_CHECK(notes.n == 2 || (!kill && notes.n == 1));
	co_manager_destroy(m);
	co_looper_destroy(l);
}

static void kill_of_who_is_not_kept_finds_it_or_not(void)
{
	CO_ATOMIC(int) released = 0;
	const struct co_managed_options options = {
		.data = &released,
		.release = count_release,
	};
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make_looper();
	struct co_manager *m = make_manager(co_looper_executor(l));
	uint64_t id = add_nest(m, &notes, 1, 0, &options);
	int err = co_manager_kill(m, id);

	CO_CHECK(err == 0 || err == -EALREADY || err == -ENOENT);
	co_manager_wait(m);
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK_EQ(1, released);
	check_unknown(m, id);
	co_manager_destroy(m);
	co_looper_destroy(l);
}

/* One of several threads that kill the same task. */
struct killing {
	struct co_manager *manager;
	uint64_t id;
	int err;
};

static void *killing_thread(void *arg)
{
	struct killing *k = arg;

	k->err = co_manager_kill(k->manager, k->id);
	return NULL;
}

static void two_kills_succeed_once(void)
{
	const struct co_managed_options options = {.keep = true};
	struct notes notes = NOTES_INITIALIZER;
	struct killing k = {.err = 1};
	pthread_t thread;
	struct world w;
	int err;

	world_init(&w);
	k.manager = make_manager(world_executor(&w));
	k.id = add_nest(k.manager, &notes, DEPTH, HOUR, &options);
	world_settle(&w);
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, killing_thread, &k));
	err = co_manager_kill(k.manager, k.id);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(-EALREADY, k.err + err);
	world_settle(&w);
	check_unwound(&notes, DEPTH);
	CO_CHECK_EQ(-EOWNERDEAD, final_error(k.manager, k.id));
	co_manager_destroy(k.manager);
}

static void limit_and_end_give_one_outcome(void)
{
	const struct co_managed_options options = {
		.keep = true,
		.timeout_ms = 10,
	};
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct co_looper *l = make_looper();
	struct co_manager *m = make_manager(co_looper_executor(l));
	uint64_t id = add_nest(m, &notes, 1, 10, &options);
	int err = final_error(m, id);

	CO_CHECK(err == 0 || err == -ETIMEDOUT);
	CO_CHECK_EQ(1, notes.n);
	co_manager_destroy(m);
	end_time(d);
	co_looper_destroy(l);
}

static void limit_and_kill_give_one_outcome(void)
{
	const struct co_managed_options options = {
		.keep = true,
		.timeout_ms = 10,
	};
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct co_looper *l = make_looper();
	struct co_manager *m = make_manager(co_looper_executor(l));
	uint64_t id = add_nest(m, &notes, 1, 1000, &options);
	uint64_t start = co_clock_now();
	int kill;

	/* Time passes only when all wait: at 10 ms both are due. */
	usleep(10000);
	kill = co_manager_kill(m, id);
	check_kill(kill, final_error(m, id), -ETIMEDOUT);
	CO_CHECK_EQ(start + 10 * MS, co_clock_now());
	CO_CHECK_EQ(1, notes.n);
	co_manager_destroy(m);
	end_time(d);
	co_looper_destroy(l);
}

static void limit_before_the_beginning_prevents_it(void)
{
	const struct co_managed_options options = {
		.keep = true,
		.timeout_ms = 10,
	};
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make_looper();
	struct co_manager *m = make_manager(co_looper_executor(l));
	struct gate gate;
	uint64_t id;

	hold(co_looper_executor(l), &gate);
	id = add_nest(m, &notes, 2, 0, &options);
	usleep(20000);
	gate_open(&gate);
	CO_CHECK_EQ(-ETIMEDOUT, final_error(m, id));
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK_EQ(2, notes.ids[0]);
	co_manager_destroy(m);
	co_looper_destroy(l);
}

static void force_and_completion_give_one_end(void)
{
	const struct co_managed_options options = {.keep = true, .stays = true};
	struct notes notes = NOTES_INITIALIZER;
	struct co_completion *c = NULL;
	struct co_looper *l = make_looper();
	struct co_manager *m = make_manager(co_looper_executor(l));
	struct co_task *task = make_nest(&notes, 2, 0);
	struct killing k = {.manager = m, .err = 1};
	pthread_t thread;

	CO_CHECK_EQ(0, co_completion_create(&c));
	co_frame(task, struct nest)->completion = c;
	CO_CHECK_EQ(0, co_manager_add(m, task, &options, &k.id));
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, killing_thread, &k));
	CO_CHECK_EQ(0, co_completion_set(c, NULL));
	pthread_join(thread, NULL);
	check_kill(k.err, final_error(m, k.id), 0);
	CO_CHECK(notes.n == 2 || (!k.err && notes.n == 1));
	co_completion_drop(c);
	co_completion_destroy(c);
	co_manager_destroy(m);
	co_looper_destroy(l);
}

static int must_not_run(struct co_then_step *step)
{
	(void)step;
	CO_CHECK(!"a step after a failure");
	return 0;
}

static void failed_upstream_and_kill_give_one_error(void)
{
	const struct co_managed_options options = {.keep = true};
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make_looper();
	struct co_manager *m = make_manager(co_looper_executor(l));
	struct co_task *chain = make_nest(&notes, 1, 0);
	uint64_t id = 0;
	int kill;

	co_frame(chain, struct nest)->error = -EIO;
	CO_CHECK_EQ(0, co_then(&chain, must_not_run, NULL));
	CO_CHECK_EQ(0, co_then(&chain, must_not_run, NULL));
	CO_CHECK_EQ(0, co_manager_add(m, chain, &options, &id));
	kill = co_manager_kill(m, id);
	check_kill(kill, final_error(m, id), -EIO);
	CO_CHECK_EQ(1, notes.n);
	co_manager_destroy(m);
	co_looper_destroy(l);
}

/* The second task of a chain: sleeps where the kill finds it, or not yet. */
struct sleeping {
	struct notes notes; /* who was cleaned up */
	int made;
};

static int sleep_next(struct co_then_step *step)
{
	struct sleeping *s = step->data;

	s->made++;
	step->next = make_nest(&s->notes, 1, HOUR);
	return 0;
}

static void killed_chain_owns_what_it_has_made(void)
{
	struct sleeping s = {.notes = NOTES_INITIALIZER, .made = 1};
	struct co_delay *d = begin_time();
	struct co_looper *l = make_looper();
	struct co_manager *m = make_manager(co_looper_executor(l));
	struct co_task *chain = make_nest(&s.notes, 1, 0);
	uint64_t start = co_clock_now();

	CO_CHECK_EQ(0, co_then(&chain, sleep_next, &s));
	CO_CHECK_EQ(0, co_manager_add(m, chain, NULL, NULL));
	co_manager_destroy(m);
	CO_CHECK_EQ(start, co_clock_now());
	CO_CHECK_EQ(s.made, s.notes.n);
	end_time(d);
	co_looper_destroy(l);
}

static void destroy_ends_all_that_comes_and_goes(void)
{
	CO_ATOMIC(int) released = 0;
	struct co_managed_options options = {
		.data = &released,
		.release = count_release,
	};
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make_looper();
	struct co_manager *m = make_manager(co_looper_executor(l));

	add_nest(m, &notes, 1, 0, &options);
	options.keep = true;
	add_nest(m, &notes, 1, 0, &options);
	co_manager_destroy(m);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(2, released);
	co_looper_destroy(l);
}

/* Memory may run out at any point of an add. */
static void add_without_memory_changes_nothing(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_manager *m = NULL;
	struct co_task *task = co_task_create(
		sizeof(struct nest), nest_body, "nest");
	uint64_t id = 5;
	struct world w;
	int err;

	world_init(&w);
	if (!task || co_manager_create(world_executor(&w), &m)) {
		co_task_destroy(task);
		return;
	}
	co_frame(task, struct nest)->completion = NULL;
	co_frame(task, struct nest)->child = NULL;
	co_frame(task, struct nest)->notes = &notes;
	co_frame(task, struct nest)->depth = 1;
	co_frame(task, struct nest)->ms = 0;
	co_frame(task, struct nest)->error = 0;
	co_task_set_cleanup(task, nest_cleanup);
	err = co_manager_add(m, task, NULL, &id);
	if (err) {
		CO_CHECK_EQ(-ENOMEM, err);
		CO_CHECK_EQ(5, id);
		CO_CHECK_EQ(0, notes.n);
		CO_CHECK_EQ(0, co_manager_list(m, NULL, 0));
		CO_CHECK_STATUS(CO_CREATED, task);
		CO_CHECK(!task->cancel && !task->executor);
		co_task_destroy(task);
	}
	world_settle(&w);
	CO_CHECK_EQ(1, notes.n);
	co_manager_destroy(m);
}

/* Three threads and more: all with 2 preemptions, and nothing else. */
#define ALL_OF(n) .schedules = (n), .strategies = EXPLORE_EXHAUSTIVE

static const struct explore_test tests[] = {
	EXPLORE_TEST(kill_and_end_give_one_outcome),
	EXPLORE_TEST(kill_of_who_is_not_kept_finds_it_or_not),
	EXPLORE_TEST(two_kills_succeed_once),
	EXPLORE_TEST(limit_and_end_give_one_outcome, ALL_OF(20000)),
	EXPLORE_TEST(limit_and_kill_give_one_outcome, .schedules = MANY),
	EXPLORE_TEST(limit_before_the_beginning_prevents_it),
	EXPLORE_TEST(force_and_completion_give_one_end, ALL_OF(20000)),
	EXPLORE_TEST(failed_upstream_and_kill_give_one_error),
	EXPLORE_TEST(killed_chain_owns_what_it_has_made, .schedules = MANY),
	EXPLORE_TEST(destroy_ends_all_that_comes_and_goes, ALL_OF(8000)),
	EXPLORE_TEST(
		add_without_memory_changes_nothing, .fail_alloc = EXPLORE_ON),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
