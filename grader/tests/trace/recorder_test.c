// SPDX-License-Identifier: MIT
/*
 * The recorder and the reader together. This program runs itself again with
 * CO_TRACE set, to play one of the scenes below, and reads what it left.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "count.h"
#include "greatest.h"
#include "trace.h"

static char path[] = "/tmp/corolab-recorder-XXXXXX";
static int marks[64];

/* Scenes, played in the child. */

static void scene_busy(void)
{
	int i;

	co_trace(CO_TRACE_TASK_CREATED, &marks[0], NULL, "victim", 0);
	for (i = 0; i < 1000; i++)
		co_trace_at(CO_TRACE_TASK_RESUMED, &marks[0], NULL, "victim",
			"scene.c", i + 1, 0);
	raise(SIGKILL);
}

static void *short_thread(void *arg)
{
	co_trace(CO_TRACE_TASK_CREATED, arg, NULL, "guest", 0);
	return NULL;
}

/* More threads than there are rings, one after the other. */
static void scene_threads(void)
{
	pthread_t thread;
	int i;

	for (i = 0; i < 100; i++) {
		pthread_create(&thread, NULL, short_thread, &marks[i % 64]);
		pthread_join(thread, NULL);
	}
}

static uint64_t fake_time;

static uint64_t fake_clock(void)
{
	return fake_time += 1000;
}

static void scene_clock(void)
{
	pthread_t thread;

	co_trace_use_clock(fake_clock);
	pthread_create(&thread, NULL, short_thread, &marks[0]);
	pthread_join(thread, NULL);
	co_trace_note("afterwards");
}

/* Never ends by itself. */
static void scene_endless(void)
{
	int i;

	co_trace(CO_TRACE_TASK_CREATED, &marks[0], NULL, "runner", 0);
	for (i = 1;; i++)
		co_trace_at(CO_TRACE_TASK_RESUMED, &marks[0], NULL, "runner",
			"scene.c", i & 0xffff, 0);
}

static int play_scene(const char *name)
{
	if (!strcmp(name, "busy"))
		scene_busy();
	else if (!strcmp(name, "threads"))
		scene_threads();
	else if (!strcmp(name, "clock"))
		scene_clock();
	else if (!strcmp(name, "endless"))
		scene_endless();
	return 0;
}

/* The parent's side. */

/* Begin to run @scene, traced; returns its process. */
static pid_t start(const char *scene, const char *capacity)
{
	pid_t pid = fork();

	if (pid == 0) {
		setenv("CO_TRACE", path, 1);
		setenv("CO_TRACE_EVENTS", capacity, 1);
		execl("/proc/self/exe", "recorder_test", "--scene", scene,
			(char *)NULL);
		_exit(127);
	}
	return pid;
}

/* Run @scene to its end; returns its wait status. */
static int record(const char *scene, const char *capacity)
{
	int status = -1;

	waitpid(start(scene, capacity), &status, 0);
	return status;
}

static struct trace *open_it(void)
{
	struct trace *t = NULL;
	char *why = NULL;

	if (trace_open(path, &t, &why) < 0)
		fprintf(stderr, "%s\n", why);
	free(why);
	return t;
}

TEST killed_process_leaves_all_it_wrote(void)
{
	int status = record("busy", "4096");
	struct trace *t;

	ASSERT(WIFSIGNALED(status));
	ASSERT_EQ_FMT(SIGKILL, WTERMSIG(status), "%d");
	t = open_it();
	ASSERT(t);
	ASSERT_EQ_FMT(1002, t->nevents, "%d");
	ASSERT_EQ_FMT((uint64_t)0, t->lost, "%lu");
	ASSERT_STR_EQ("victim", t->tasks[0].id);
	ASSERT_EQ_FMT(1000u, t->tasks[0].line, "%u");
	ASSERT(t->events[1001].ns > 0);
	trace_close(t);
	PASS();
}

TEST full_ring_keeps_the_newest(void)
{
	struct trace *t;

	record("busy", "64");
	t = open_it();
	ASSERT(t);
	ASSERT_EQ_FMT(63, t->nevents, "%d");
	ASSERT_EQ_FMT((uint64_t)(1002 - 63), t->lost, "%lu");
	ASSERT_EQ_FMT(1000u, t->tasks[0].line, "%u");
	/* The name came with events that are gone; the rest still says it. */
	ASSERT_STR_EQ("victim", t->tasks[0].id);
	trace_close(t);
	PASS();
}

TEST many_threads_share_the_rings(void)
{
	struct trace *t;
	int i;

	ASSERT_EQ_FMT(0, record("threads", "256"), "%d");
	t = open_it();
	ASSERT(t);
	ASSERT_EQ_FMT(100, t->nthreads, "%d");
	ASSERT_EQ_FMT(100, t->ntasks, "%d");
	ASSERT_EQ_FMT((uint64_t)0, t->lost + t->dropped, "%lu");
	for (i = 0; i < 100; i++) {
		ASSERT(t->threads[i].stopped);
		ASSERT_EQ_FMT(i, t->events[t->tasks[i].first].thread, "%d");
	}
	trace_close(t);
	PASS();
}

/* With a clock of its own a tick stays a nanosecond to the end. */
TEST foreign_clock_is_not_recalibrated(void)
{
	struct trace *t;

	ASSERT_EQ_FMT(0, record("clock", "64"), "%d");
	t = open_it();
	ASSERT(t);
	/* start, created, stop; start, note */
	ASSERT_EQ_FMT(5, t->nevents, "%d");
	ASSERT_EQ_FMT((uint64_t)4000, t->events[4].ns, "%lu");
	trace_close(t);
	PASS();
}

/*
 * Read a small ring while its owner overwrites it: each time all that is read
 * is whole, and in a row.
 */
TEST live_process_can_be_read(void)
{
	struct trace *t = NULL;
	char *why = NULL;
	int reads = 0, broken = 0;
	pid_t pid;
	int i;

	truncate(path, 0);
	pid = start("endless", "64");
	while (reads < 200) {
		if (trace_open(path, &t, &why) < 0) {
			/* Until the child has made its header. */
			broken += reads > 0;
			free(why);
			sched_yield();
			if (broken)
				break;
			continue;
		}
		for (i = 1; i < t->nevents; i++)
			broken += t->events[i].type == CO_TRACE_TASK_RESUMED &&
				  t->events[i - 1].type ==
					  CO_TRACE_TASK_RESUMED &&
				  t->events[i].line !=
					  ((t->events[i - 1].line + 1) &
						  0xffff);
		reads += t->lost > 0;
		trace_close(t);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	ASSERT_EQ_FMT(0, broken, "%d");
	PASS();
}

TEST unwritable_path_runs_untraced(void)
{
	char *old = strdup(path);
	int status;

	strcpy(path, "/nowhere/t");
	status = record("threads", "64");
	strcpy(path, old);
	free(old);
	ASSERT_EQ_FMT(0, status, "%d");
	PASS();
}

SUITE(recorder)
{
	RUN_TEST(killed_process_leaves_all_it_wrote);
	RUN_TEST(full_ring_keeps_the_newest);
	RUN_TEST(many_threads_share_the_rings);
	RUN_TEST(foreign_clock_is_not_recalibrated);
	RUN_TEST(live_process_can_be_read);
	RUN_TEST(unwritable_path_runs_untraced);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	int fd;

	if (argc == 3 && !strcmp(argv[1], "--scene"))
		return play_scene(argv[2]);
	fd = mkstemp(path);
	if (fd >= 0)
		close(fd);
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(recorder);
	unlink(path);
	return count_tests();
}
