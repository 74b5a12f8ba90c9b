// SPDX-License-Identifier: MIT
#include "rubric_fixture.h"

#define HINTS(place, step)                                                     \
	{                                                                      \
		"Whoever suspends last is resumed first.", place, step         \
	}

static const char *const files[] = {"queue.c", "task.c", NULL};

static const struct rubric_part parts[] = {
	{"A", "Create a task, resume it, finish it"},
	{"B", "Hand control on"},
	{0},
};

static const struct rubric_test tests[] = {
	{
		.name = "resume_of_fresh_task_runs_body",
		.part = "A",
		.points = 20,
		.property = "Resuming a fresh task runs its body.",
		.section = "Part A",
		.hints = HINTS("Look at co_resume().", "Call the body."),
	},
	{
		.name = "destroy_of_suspended_task_frees_frame",
		.part = "A",
		.points = 10,
		.parent = "resume_of_fresh_task_runs_body",
		.property = "Destroying a suspended task frees its frame once.",
		.section = "Part A",
		.hints = HINTS("Look at co_destroy().", "Free the frame last."),
	},
	{
		.name = "finish_resumes_the_one_who_waits",
		.part = "A",
		.points = 10,
		.visibility = RUBRIC_HIDDEN,
		.property = "A task that finishes resumes the one that awaits "
			    "it, and only that one.",
		.section = "Part A",
		.hints = HINTS("Look at CO_END.", "Return the continuation."),
	},
	{
		.name = "post_wakes_the_looper",
		.part = "B",
		.points = 15,
		.property = "A task posted to a sleeping looper runs, in every "
			    "schedule.",
		.program = "wake",
		.section = "Part B",
		.hints = HINTS("Look at co_looper_post().",
			"Set the flag before you look at the queue."),
	},
	{
		.name = "shutdown_drains_queue",
		.part = "B",
		.points = 15,
		.property = "Shutdown runs what was posted before it.",
		.section = "Part B",
		.hints = HINTS("Look at the loop.", "Test the queue first."),
	},
	{
		.name = "post_after_shutdown_is_refused",
		.part = "B",
		.points = 10,
		.visibility = RUBRIC_HIDDEN,
		.parent = "shutdown_drains_queue",
		.property = "After shutdown a post returns -ESHUTDOWN.",
		.section = "Part B",
		.hints = HINTS("Look at the post.", "Test under the lock."),
	},
	{
		.name = "read_through_the_ring",
		.part = "B",
		.points = 10,
		.needs = RUBRIC_URING,
		.property = "A read through the ring resumes its task.",
		.section = "Part B",
		.hints = HINTS("Look at the CQE.", "Use its user data."),
	},
	{
		.name = "a_million_tasks_need_no_stack",
		.part = "B",
		.points = 10,
		.visibility = RUBRIC_HIDDEN,
		.property = "A chain of a million awaits needs no stack.",
		.section = "Part B",
		.hints = HINTS("Look at co_resume().", "Loop, do not recurse."),
	},
	{0},
};

#define LAB(n, where, what)                                                    \
	{                                                                      \
		.number = n, .folder = where, .title = what, .files = files,   \
		.parts = parts, .tests = tests,                                \
	}

const struct rubric_lab rubric_fixture[RUBRIC_LABS] = {
	LAB(1, "lab1-task", "Task, promise, await"),
	LAB(2, "lab2-executors", "Executors"),
	LAB(3, "lab3-sleep", "Sleep and cancellation"),
	LAB(4, "lab4-uring", "io_uring"),
	LAB(5, "lab5-scheduler", "Scheduler"),
	LAB(6, "lab6-sync", "Synchronisation"),
};

static const struct rubric_part parts_with_challenge[] = {
	{"A", "Run"},
	{"B", "Run twice as fast"},
	{0},
};

#define ROW(what, where, n, seen, above)                                       \
	{                                                                      \
		.name = what, .part = where, .points = n, .visibility = seen,  \
		.parent = above, .property = "It runs.", .section = "Part A",  \
		.hints = HINTS("Look at the loop.", "Run."),                   \
	}

static const struct rubric_test tests_with_challenge[] = {
	ROW("it_runs", "A", 60, RUBRIC_PUBLIC, NULL),
	ROW("it_runs_again", "A", 20, RUBRIC_HIDDEN, "it_runs"),
	ROW("it_runs_long", "A", 20, RUBRIC_HIDDEN, NULL),
	ROW("it_runs_fast", "B", 0, RUBRIC_PUBLIC, NULL),
	ROW("it_runs_faster", "B", 0, RUBRIC_PUBLIC, "it_runs_fast"),
	ROW("it_runs_faster_still", "B", 0, RUBRIC_HIDDEN, "it_runs_fast"),
	{0},
};

const struct rubric_lab rubric_with_challenge = {
	.number = 1,
	.folder = "lab1-task",
	.title = "Task, promise, await",
	.files = files,
	.parts = parts_with_challenge,
	.tests = tests_with_challenge,
	.challenge = "B",
};
