// SPDX-License-Identifier: MIT
/*
 * Part C, hidden: the order of callbacks, and who may destroy what and when.
 */
#include "co/promise.h"
#include "hidden.h"

struct note {
	struct co_callback callback;
	char letter;
	struct note *registers; /* from inside, as finally */
};

static char notes[32];
static size_t noted;

static void note_down(struct co_callback *callback, struct co_task *task)
{
	struct note *n = co_container_of(callback, struct note, callback);

	if (noted + 1 < sizeof(notes))
		notes[noted++] = n->letter;
	if (n->registers)
		co_task_finally(task, &n->registers->callback, note_down);
}

TEST callback_registered_by_callback_runs_behind_the_others(void)
{
	struct note c = {.letter = 'c'}, b = {.letter = 'b'};
	struct note a = {.letter = 'a', .registers = &c};
	struct walker w;

	walker_init(&w, "task", 0, 0);
	co_task_then(&w.task, &a.callback, note_down);
	co_task_then(&w.task, &b.callback, note_down);
	co_step("a, b are registered; a registers c while it runs");
	co_resume(&w.task);
	CO_CHECK_STR("abc", notes);
	PASS();
}

TEST callbacks_hear_of_the_ends_they_asked_for(void)
{
	static const int errors[] = {
		0, -EIO, -ECANCELED, -EOWNERDEAD, -ETIMEDOUT};
	size_t i;

	for (i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		struct note t = {.letter = 't'}, c = {.letter = 'c'};
		struct note f = {.letter = 'f'}, late = {.letter = 'l'};
		struct walker w;

		co_step("end with %d: then, catching and finally", errors[i]);
		walker_init(&w, "task", 0, errors[i]);
		co_task_then(&w.task, &t.callback, note_down);
		co_task_catching(&w.task, &c.callback, note_down);
		co_task_finally(&w.task, &f.callback, note_down);
		co_resume(&w.task);
		co_task_catching(&w.task, &late.callback, note_down);
		notes[noted] = '\0';
		CO_CHECK_STR(errors[i] ? "cfl" : "tf", notes);
		noted = 0;
	}
	PASS();
}

static void destroy_task(struct co_callback *callback, struct co_task *task)
{
	struct note *n = co_container_of(callback, struct note, callback);

	if (noted + 1 < sizeof(notes))
		notes[noted++] = n->letter;
	co_task_destroy(task);
}

static struct co_task *yield_once_body(struct co_task *self)
{
	CO_BEGIN(self);
	CO_YIELD(self);
	CO_END(self);
}

TEST release_callback_runs_last_and_may_destroy_task(void)
{
	struct note r = {.letter = 'r'}, f = {.letter = 'f'};
	struct co_task *t = co_task_create(
		sizeof(struct walker), yield_once_body, "short-lived");

	CO_CHECK(t);
	if (!t)
		FAIL();
	co_step("register the release first, finally second");
	co_task_on_release(t, &r.callback, destroy_task);
	co_task_finally(t, &f.callback, note_down);
	co_resume(t);
	co_step("the task ends: finally, then the release, which destroys it");
	co_resume(t);
	CO_CHECK_STR("fr", notes);
	PASS();
}

static int pair_of_parent = 1;

static void note_parent(struct co_callback *callback, struct co_task *task)
{
	(void)callback;
	(void)task;
	pair_of_parent++;
}

TEST callbacks_of_child_run_before_its_parent_goes_on(void)
{
	struct co_callback cb;
	struct walker child;
	struct parent p;

	walker_init(&child, "child", 1, -EIO);
	co_step("register on a child, then await it");
	co_task_catching(&child.task, &cb, note_parent);
	parent_init(&p, "parent", &child.task);
	co_resume(&p.task);
	CO_CHECK_EQ(1, pair_of_parent);
	co_resume(&child.task);
	CO_CHECK_EQ(2, pair_of_parent);
	CO_CHECK_EQ(1, child.cleaned);
	CO_CHECK_EQ(-EIO, p.seen);
	PASS();
}

/* Waits with its thread, from inside a coroutine: a mistake. */
struct impatient {
	struct co_task task;
	struct co_task *other;
};

static struct co_task *impatient_body(struct co_task *self)
{
	CO_BEGIN(self);
	co_task_wait(co_frame(self, struct impatient)->other);
	CO_END(self);
}

TEST wait_inside_coroutine_stops_with_its_name(void)
{
	struct walker other;
	struct impatient i = {.other = &other.task};

	walker_init(&other, "other", 0, 0);
	co_task_init(&i.task, impatient_body, "impatient");
	co_step("a coroutine blocks its thread with co_task_wait()");
	co_expect_assert("impatient");
	co_resume(&i.task);
	PASS();
}

static void *run_hand(void *arg)
{
	struct hand *h = arg;

	while (!hand_run(h))
		sched_yield();
	return NULL;
}

static pthread_t body_thread;

static struct co_task *where_body(struct co_task *self)
{
	CO_BEGIN(self);
	body_thread = pthread_self();
	CO_END(self);
}

TEST wait_starts_task_on_its_executor(void)
{
	pthread_t thread;
	struct co_task t;
	struct hand h;
	int err;

	hand_init(&h, "elsewhere");
	co_task_init(&t, where_body, "bound");
	t.executor = &h.executor;
	co_step("wait for a task that belongs to another thread's executor");
	err = pthread_create(&thread, NULL, run_hand, &h);
	CO_CHECK_EQ(0, err);
	err = co_task_wait(&t);
	CO_CHECK_EQ(0, err);
	CO_CHECK(pthread_equal(body_thread, thread));
	CO_CHECK_EQ(1, h.posted);
	pthread_join(thread, NULL);
	PASS();
}

static void *wait_for(void *arg)
{
	int err = co_task_wait(arg);

	CO_CHECK_EQ(-EIO, err);
	return NULL;
}

TEST waits_of_many_threads_all_return(void)
{
	enum {
		THREADS = 4
	};
	pthread_t threads[THREADS];
	struct walker w;
	int i;

	walker_init(&w, "awaited-by-many", 1, -EIO);
	co_resume(&w.task);
	co_step("%d threads wait for one task", THREADS);
	for (i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, wait_for, &w.task);
	co_step("it ends");
	co_resume(&w.task);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	CO_CHECK_EQ(2, w.runs);
	PASS();
}

/* Joins @target @rounds times. */
struct joiner {
	struct co_task task;
	struct co_join join;
	struct co_task *target;
	long rounds;
	int seen;
	bool destroys;
};

static struct co_task *joiner_body(struct co_task *self)
{
	struct joiner *j = co_frame(self, struct joiner);

	CO_BEGIN(self);
	for (; j->rounds; j->rounds--) {
		CO_AWAIT(self, co_task_join(&j->join, j->target));
		j->seen = co_awaited(self);
	}
	if (j->destroys)
		co_task_destroy(j->target);
	CO_END(self);
}

static void join_often(void *arg)
{
	struct joiner *j = arg;

	co_resume(&j->task);
	CO_CHECK_STATUS(CO_DONE, &j->task);
}

TEST join_loop_on_ended_task_never_grows_stack(void)
{
	struct walker w;
	struct joiner j = {.target = &w.task, .rounds = 100000, .seen = 1};

	walker_init(&w, "ended", 0, -EIO);
	co_resume(&w.task);
	co_task_init(&j.task, joiner_body, "joiner");
	co_step("join a task that has ended, 100,000 times");
	run_in_thread(join_often, &j, SMALL_STACK);
	CO_CHECK_EQ(-EIO, j.seen);
	PASS();
}

TEST joiner_may_destroy_what_it_joined(void)
{
	struct joiner first = {.rounds = 1, .seen = 1, .destroys = true};
	struct joiner second = {.rounds = 1, .seen = 1};
	struct note f = {.letter = 'f'};

	first.target = co_task_create(
		sizeof(struct walker), yield_once_body, "joined");
	CO_CHECK(first.target);
	if (!first.target)
		FAIL();
	second.target = first.target;
	co_task_init(&first.task, joiner_body, "first");
	co_task_init(&second.task, joiner_body, "second");
	co_resume(first.target);
	co_resume(&first.task);
	co_resume(&second.task);
	co_task_finally(first.target, &f.callback, note_down);
	co_step("the target ends: its callbacks run, then the first of two "
		"joiners destroys it");
	co_resume(first.target);
	CO_CHECK_EQ(0, first.seen);
	CO_CHECK_EQ(0, second.seen);
	CO_CHECK_STR("f", notes);
	CO_CHECK_STATUS(CO_DONE, &first.task);
	CO_CHECK_STATUS(CO_DONE, &second.task);
	PASS();
}

SUITE(hidden_c)
{
	RUN_TEST(callback_registered_by_callback_runs_behind_the_others);
	RUN_TEST(callbacks_hear_of_the_ends_they_asked_for);
	RUN_TEST(release_callback_runs_last_and_may_destroy_task);
	RUN_TEST(callbacks_of_child_run_before_its_parent_goes_on);
	RUN_TEST(wait_inside_coroutine_stops_with_its_name);
	RUN_TEST(wait_starts_task_on_its_executor);
	RUN_TEST(waits_of_many_threads_all_return);
	RUN_TEST(join_loop_on_ended_task_never_grows_stack);
	RUN_TEST(joiner_may_destroy_what_it_joined);
}
