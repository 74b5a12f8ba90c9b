// SPDX-License-Identifier: MIT
/*
 * The real kernel: many tasks, many threads, and nothing left over.
 */
#include <dirent.h>
#include <malloc.h>
#include <sys/resource.h>

#include "../../../lab5-scheduler/tests/util.h"
#include "suites.h"

/* With a sanitizer everything is slower, and malloc is its own. */
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

#define SANITIZED (__sanitizer_get_current_allocated_bytes != NULL)

enum {
	BATCH = 1000,
	FIRST = 100, /* batches until the memory is first looked at */
	ALL = 1000,
	SLOWER = 20, /* how many times fewer with a sanitizer */
	/* A byte a task would be 900,000. */
	MAY_GROW = 256 * 1024,
};

static size_t live_bytes(void)
{
	struct mallinfo2 info;

	if (SANITIZED)
		return __sanitizer_get_current_allocated_bytes();
	info = mallinfo2();
	return info.uordblks + info.hblkhd;
}

/* Submits batch after batch; each has ended before the next one. */
struct spawner {
	struct co_task task;
	struct co_turn turn;
	struct co_scheduler *scheduler;
	struct tally *tally;
	int batches, first;
	size_t early, late;
};

static void submit_batch(struct spawner *f)
{
	int i;

	for (i = 0; i < BATCH; i++)
		CO_CHECK_EQ(0,
			co_scheduler_submit(f->scheduler, make_job(f->tally)));
}

static struct co_task *spawner_body(struct co_task *self)
{
	struct spawner *f = co_frame(self, struct spawner);

	CO_BEGIN(self);
	for (; f->batches; f->batches--) {
		submit_batch(f);
		while (co_scheduler_live(f->scheduler) > 1)
			CO_TRY(self, co_reschedule(&f->turn));
		if (--f->first == 0)
			f->early = live_bytes();
	}
	f->late = live_bytes();
	CO_END(self);
}

/* How the memory was, for the test to look at after the frame has gone. */
static size_t early, late;

static void spawner_cleanup(struct co_task *self)
{
	early = co_frame(self, struct spawner)->early;
	late = co_frame(self, struct spawner)->late;
}

TEST million_detached_tasks_do_not_grow_the_memory(void)
{
	struct tally tally = {0};
	struct co_scheduler *s;
	struct co_task *task;
	struct spawner *f;
	int batches = SANITIZED ? ALL / SLOWER : ALL;

	NEED_RING();
	s = make_scheduler(2, CO_DISPATCH_ROUND_ROBIN, &tally);
	task = co_task_create(sizeof(*f), spawner_body, "job");
	f = co_frame(task, struct spawner);
	f->scheduler = s;
	f->tally = &tally;
	f->batches = batches;
	f->first = SANITIZED ? FIRST / SLOWER : FIRST;
	co_task_set_cleanup(task, spawner_cleanup);
	CO_CHECK_EQ(0, co_scheduler_submit(s, task));
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK_EQ(batches * BATCH, tally.gone);
	/* Only then: they differ from run to run, and reports must not. */
	if (late > early + MAY_GROW)
		co_step("live bytes: %zu after a tenth, %zu after all", early,
			late);
	CO_CHECK(early > 0);
	CO_CHECK(late <= early + MAY_GROW);
	co_scheduler_destroy(s);
	PASS();
}

enum {
	THREADS = 4,
	SUBMITS = 2000,
};

struct outsider {
	struct co_scheduler *scheduler;
	struct tally *tally;
};

static void *submit_many(void *arg)
{
	struct outsider *o = arg;
	int i;

	for (i = 0; i < SUBMITS; i++)
		CO_CHECK_EQ(0,
			co_scheduler_submit(o->scheduler, make_job(o->tally)));
	return NULL;
}

TEST submits_of_many_threads_are_all_done(void)
{
	struct tally tally = {0};
	struct outsider o = {.tally = &tally};
	pthread_t threads[THREADS];
	int i;

	NEED_RING();
	o.scheduler = make_scheduler(3, CO_DISPATCH_LEAST_LOADED, &tally);
	for (i = 0; i < THREADS; i++)
		CO_CHECK_EQ(
			0, pthread_create(&threads[i], NULL, submit_many, &o));
	co_step("loop while they submit, until they are done");
	CO_CHECK_EQ(0, co_scheduler_loop(o.scheduler));
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	CO_CHECK_EQ(0, co_scheduler_loop(o.scheduler));
	CO_CHECK_EQ(THREADS * SUBMITS, tally.gone);
	CO_CHECK_EQ(0, co_scheduler_live(o.scheduler));
	co_scheduler_destroy(o.scheduler);
	PASS();
}

static int descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	if (!dir)
		return -1;
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

TEST schedulers_leave_no_descriptor(void)
{
	struct tally tally = {0};
	struct co_scheduler *s;
	int before, i;

	NEED_RING();
	before = descriptors();
	for (i = 0; i < 20; i++) {
		s = make_scheduler(3, CO_DISPATCH_BY_KEY, &tally);
		CO_CHECK_EQ(0, co_scheduler_submit(s, make_job(&tally)));
		if (i % 2)
			CO_CHECK_EQ(0, co_scheduler_loop(s));
		co_scheduler_destroy(s);
	}
	CO_CHECK_EQ(20, tally.gone);
	CO_CHECK_EQ(before, descriptors());
	PASS();
}

TEST create_without_descriptors_leaves_nothing(void)
{
	struct co_scheduler_options options = {.contexts = 8, .entries = 8};
	struct co_scheduler *s = NULL;
	struct rlimit limit, low;
	int before = descriptors();

	CO_CHECK_EQ(0, getrlimit(RLIMIT_NOFILE, &limit));
	low = limit;
	/* Two of the count are "." and "..", one is the folder itself. */
	low.rlim_cur = (rlim_t)before - 3 + 4;
	CO_CHECK_EQ(0, setrlimit(RLIMIT_NOFILE, &low));
	CO_CHECK_EQ(-EMFILE, co_scheduler_create(&options, &s));
	CO_CHECK_EQ(0, setrlimit(RLIMIT_NOFILE, &limit));
	CO_CHECK(s == NULL);
	CO_CHECK_EQ(before, descriptors());
	PASS();
}

SUITE(many)
{
	RUN_TEST(million_detached_tasks_do_not_grow_the_memory);
	RUN_TEST(submits_of_many_threads_are_all_done);
	RUN_TEST(schedulers_leave_no_descriptor);
	RUN_TEST(create_without_descriptors_leaves_nothing);
}
