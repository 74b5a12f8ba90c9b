// SPDX-License-Identifier: MIT
/*
 * The looper, explored: wake-ups, shutdown, and the end of its life.
 */
#include "co/looper.h"
#include "posting.h"

static struct co_looper *make(void)
{
	struct co_looper *l = NULL;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	return l;
}

static void looper_wakes_for_each_post(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make();
	struct item items[2];
	int i;

	for (i = 0; i < 2; i++) {
		item_init(&items[i], &notes, i);
		CO_CHECK_EQ(0, co_post(co_looper_executor(l), &items[i].work));
		wait_for_notes(&notes, i + 1);
	}
	co_looper_destroy(l);
	CO_CHECK_EQ(2, notes.n);
}

static void looper_wakes_for_shutdown(void)
{
	struct co_looper *l = make();

	co_looper_shutdown(l, CO_SHUTDOWN_DRAIN);
	co_looper_join(l);
	co_looper_destroy(l);
}

static void looper_drain_runs_all_it_took(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make();
	struct posting p;
	int i;

	posting_start(&p, &notes, co_looper_executor(l), 0, 2);
	co_looper_shutdown(l, CO_SHUTDOWN_DRAIN);
	co_looper_join(l);
	posting_join(&p);
	CO_CHECK_EQ(p.taken, notes.n);
	for (i = 0; i < notes.n; i++) {
		CO_CHECK_EQ(i, notes.ids[i]);
		CO_CHECK_EQ(0, notes.errors[i]);
	}
	co_looper_destroy(l);
}

static void looper_now_forgets_nothing_it_took(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make();
	struct posting p;
	int i;

	posting_start(&p, &notes, co_looper_executor(l), 0, 3);
	co_looper_shutdown(l, CO_SHUTDOWN_NOW);
	co_looper_join(l);
	posting_join(&p);
	CO_CHECK_EQ(p.taken, notes.n);
	check_once(&notes);
	for (i = 0; i < notes.n; i++)
		CO_CHECK(notes.errors[i] == 0 || notes.errors[i] == -ECANCELED);
	co_looper_destroy(l);
}

static void looper_keeps_each_posters_order(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make();
	struct posting a, b;
	int next[2] = {0, 0};
	int i;

	posting_start(&a, &notes, co_looper_executor(l), 0, 2);
	posting_start(&b, &notes, co_looper_executor(l), 10, 2);
	posting_join(&a);
	posting_join(&b);
	co_looper_shutdown(l, CO_SHUTDOWN_DRAIN);
	co_looper_join(l);
	CO_CHECK_EQ(4, notes.n);
	for (i = 0; i < notes.n; i++)
		CO_CHECK_EQ(next[notes.ids[i] / 10]++, notes.ids[i] % 10);
	co_looper_destroy(l);
}

static void looper_may_go_once_work_has_run(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make();
	struct posting p;

	posting_start(&p, &notes, co_looper_executor(l), 0, 1);
	wait_for_notes(&notes, 1);
	co_looper_destroy(l);
	posting_join(&p);
}

/* Work that waits until another thread has posted, too. */
struct meeting {
	struct co_work work;
	struct notes *posted;
};

static void meeting_run(struct co_work *work, int error)
{
	struct meeting *m = co_container_of(work, struct meeting, work);

	CO_CHECK_EQ(0, error);
	wait_for_notes(m->posted, 1);
}

struct late {
	struct co_looper *looper;
	struct notes *posted;
	struct item item;
};

static void *late_thread(void *arg)
{
	struct late *late = arg;

	CO_CHECK_EQ(
		0, co_post(co_looper_executor(late->looper), &late->item.work));
	note(late->posted, 0, 0);
	return NULL;
}

static void looper_runs_work_without_its_lock(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct notes posted = NOTES_INITIALIZER;
	struct meeting m = {.posted = &posted};
	struct late late = {.posted = &posted};
	pthread_t thread;

	late.looper = make();
	item_init(&late.item, &notes, 1);
	co_work_init(&m.work, meeting_run);
	CO_CHECK_EQ(0, co_post(co_looper_executor(late.looper), &m.work));
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, late_thread, &late));
	wait_for_notes(&notes, 1);
	pthread_join(thread, NULL);
	co_looper_destroy(late.looper);
}

static void *joining_thread(void *arg)
{
	co_looper_join(arg);
	return NULL;
}

static void looper_can_be_joined_by_many(void)
{
	struct co_looper *l = make();
	pthread_t thread;

	CO_CHECK_EQ(0, pthread_create(&thread, NULL, joining_thread, l));
	co_looper_shutdown(l, CO_SHUTDOWN_DRAIN);
	co_looper_join(l);
	pthread_join(thread, NULL);
	co_looper_join(l);
	co_looper_destroy(l);
}

/* Drops the rest of the queue from inside the draining looper. */
struct changed_mind {
	struct co_work work;
	struct co_looper *looper;
};

static void changed_mind_run(struct co_work *work, int error)
{
	struct changed_mind *c = co_container_of(
		work, struct changed_mind, work);

	if (!error)
		co_looper_shutdown(c->looper, CO_SHUTDOWN_NOW);
}

static void looper_now_after_drain_drops_the_rest(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct changed_mind c = {.looper = make()};
	struct item items[2];
	int i;

	co_work_init(&c.work, changed_mind_run);
	CO_CHECK_EQ(0, co_post(co_looper_executor(c.looper), &c.work));
	for (i = 0; i < 2; i++) {
		item_init(&items[i], &notes, i);
		if (co_post(co_looper_executor(c.looper), &items[i].work))
			break;
	}
	co_looper_shutdown(c.looper, CO_SHUTDOWN_DRAIN);
	co_looper_join(c.looper);
	CO_CHECK_EQ(i, notes.n);
	check_once(&notes);
	for (i = 0; i < notes.n; i++)
		CO_CHECK_EQ(-ECANCELED, notes.errors[i]);
	co_looper_destroy(c.looper);
}

/* For tests with three threads and more. */
enum {
	MANY = 6000
};

static const struct explore_test tests[] = {
	EXPLORE_TEST(looper_wakes_for_each_post),
	EXPLORE_TEST(looper_wakes_for_shutdown),
	EXPLORE_TEST(looper_drain_runs_all_it_took, .schedules = MANY),
	EXPLORE_TEST(looper_now_forgets_nothing_it_took, .schedules = MANY),
	EXPLORE_TEST(looper_keeps_each_posters_order, .schedules = MANY),
	EXPLORE_TEST(looper_may_go_once_work_has_run),
	EXPLORE_TEST(looper_runs_work_without_its_lock),
	EXPLORE_TEST(looper_can_be_joined_by_many),
	EXPLORE_TEST(looper_now_after_drain_drops_the_rest),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
