// SPDX-License-Identifier: MIT
/*
 * The rubric of lab 5: the scheduler.
 */
#include "rubric.h"

static const char *const files[] = {
	"detach.c",
	"dispatch.c",
	"scheduler.c",
	"switch.c",
	NULL,
};

static const struct rubric_part parts[] = {
	{"A", "Detached tasks"},
	{"B", "Dispatch"},
	{"C", "The scheduler"},
	{"E", "Moving tasks"},
	{0},
};

/*
 * What people lack is the same for several tests: three hints each, from the
 * concept to the place to the step.
 */
#define HINTS_WRAPPER                                                          \
	{                                                                      \
		"A task that nobody awaits has nobody who destroys "           \
		"it: give it somebody.",                                       \
			"wrapper_released(), or whatever runs when your "      \
			"wrapper has ended.",                                  \
			"Report, destroy the task, destroy the wrapper, and "  \
			"only then count down.",                               \
	}

#define HINTS_ERROR                                                            \
	{                                                                      \
		"The wrapper is the only one who sees the error of "           \
		"its task.",                                                   \
			"The end of the wrapper: what it was released with.",  \
			"Finish the wrapper with co_awaited(), and call the "  \
			"group's report when that is not 0.",                  \
	}

#define HINTS_REFUSE                                                           \
	{                                                                      \
		"After an error the task is as it was: created, "              \
		"bound as before, not counted.",                               \
			"co_detach() when co_start() fails, and "              \
			"co__detach_undo().",                                  \
			"Remember the task's executor before you bind it; "    \
			"put it back, and kill the wrapper without its "       \
			"child.",                                              \
	}

#define HINTS_DROP                                                             \
	{                                                                      \
		"A wrapper that its executor drops never runs a line "         \
		"of its body.",                                                \
			"Where you free and count: a body is the wrong place " \
			"for it.",                                             \
			"co_task_on_release(): it is called however the "      \
			"wrapper ended.",                                      \
	}

#define HINTS_ENTER                                                            \
	{                                                                      \
		"The root must never be seen empty while a group "             \
		"below it is about to get a task.",                            \
			"co_group_enter() of a group that is empty.",          \
			"Enter the parent first, then count; if somebody "     \
			"else was faster, leave the parent again.",            \
	}

#define HINTS_ROBIN                                                            \
	{                                                                      \
		"Each pick takes a number, and no two picks the same.",        \
			"co_dispatch_pick() for round robin.",                 \
			"One atomic_fetch_add() on next, modulo the number "   \
			"of places.",                                          \
	}

#define HINTS_LEAST                                                            \
	{                                                                      \
		"A load is what was picked and is not done.",                  \
			"The search over the places, and co_dispatch_done().", \
			"Compare the loads, keep the lowest; every pick adds " \
			"one, every done takes one away.",                     \
	}

#define HINTS_NEAR                                                             \
	{                                                                      \
		"To stay is cheap, and the others may not starve for "         \
		"it.",                                                         \
			"co_dispatch_pick_near() when its trust is used up.",  \
			"Go to the least loaded when here has more than "      \
			"CO_DISPATCH_SLACK more; otherwise stay, and trust "   \
			"for that many picks.",                                \
	}

#define HINTS_KEY                                                              \
	{                                                                      \
		"Mix first: keys are seldom random, and a remainder "          \
		"keeps every pattern.",                                        \
			"co_dispatch_by_key().",                               \
			"Mix all bits of the key, then jump: with a chance "   \
			"of 1 in n the key moves to place n.",                 \
	}

#define HINTS_INPUT                                                            \
	{                                                                      \
		"Look at what you are given before you change "                \
		"anything.",                                                   \
			"The first lines of the function.",                    \
			"Return -EINVAL before anything is allocated or "      \
			"counted.",                                            \
	}

#define HINTS_LOOP                                                             \
	{                                                                      \
		"The loop ends when nothing lives that could submit "          \
		"more, and not before.",                                       \
			"wait_for_end(), or what you call it.",                \
			"Wait for the root group to become empty under its "   \
			"lock; a task is counted before it is handed over.",   \
	}

#define HINTS_AGAIN                                                            \
	{                                                                      \
		"After a loop the scheduler is what it was before it.",        \
			"The end of co_scheduler_loop().",                     \
			"Close the state under the lock, release and join "    \
			"every context; each loop holds and starts them "      \
			"anew.",                                               \
	}

#define HINTS_STOP                                                             \
	{                                                                      \
		"A stop says that something has changed to one who "           \
		"may be about to sleep.",                                      \
			"co_scheduler_stop(), and the condition of the "       \
			"loop's wait.",                                        \
			"Change the state under the lock and signal; the "     \
			"loop stops each context, joins all and answers "      \
			"-ECANCELED.",                                         \
	}

#define HINTS_PLACE                                                            \
	{                                                                      \
		"The key decides, whatever the kind of dispatch.",             \
			"co_scheduler_submit_key().",                          \
			"co_dispatch_by_key() and co_dispatch_pick_place().",  \
	}

#define HINTS_REFUSED                                                          \
	{                                                                      \
		"No task runs before every context has its ring.",             \
			"co_scheduler_loop() when a context cannot start.",    \
			"Release and join those that have started; what "      \
			"waits stays in its queue.",                           \
	}

#define HINTS_MOVE                                                             \
	{                                                                      \
		"The task belongs to an executor; to move is to "              \
		"belong to another one and to be posted there.",               \
			"The suspend and the arrival of co_switch_to().",      \
			"Set the executor before the post: after it the task " \
			"is the other thread's. Resume it when the work "      \
			"runs.",                                               \
	}

#define HINTS_STAY                                                             \
	{                                                                      \
		"A task that cannot go hears of it where it is.",              \
			"The ready of co_switch_to(), and its suspend when "   \
			"the post is refused.",                                \
			"Do not suspend: leave the executor as it was, set "   \
			"the result, go on.",                                  \
	}

static const struct rubric_test tests[] = {
	/* Part A. */
	{
		.name = "detached_task_runs_and_is_freed",
		.part = "A",
		.points = 6,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"A detached task runs, is destroyed and counted down.",
		.section = "Part A",
		.hints = HINTS_WRAPPER,
	},
	{
		.name = "detached_error_is_reported_before_wait_returns",
		.part = "A",
		.points = 6,
		.visibility = RUBRIC_PUBLIC,
		.parent = "detached_task_runs_and_is_freed",
		.property =
			"The error of a detached task is reported before the "
			"wait returns.",
		.section = "Part A",
		.hints = HINTS_ERROR,
	},
	{
		.name = "refused_task_stays_the_callers",
		.part = "A",
		.points = 6,
		.visibility = RUBRIC_PUBLIC,
		.property = "A task that the executor refuses stays the "
			    "caller's, as it was.",
		.section = "Part A",
		.hints = HINTS_REFUSE,
	},
	{
		.name = "dropped_task_is_reported_freed_and_counted_once",
		.part = "A",
		.points = 6,
		.visibility = RUBRIC_PUBLIC,
		.property = "A task that its executor drops is reported, freed "
			    "and counted once.",
		.section = "Part A",
		.hints = HINTS_DROP,
	},
	{
		.name = "group_below_counts_as_one_of_its_parent",
		.part = "A",
		.points = 4,
		.visibility = RUBRIC_PUBLIC,
		.property = "A group that is not empty counts as one of its "
			    "parent.",
		.section = "Part A",
		.hints = HINTS_ENTER,
	},

	/* Part B. */
	{
		.name = "round_robin_gives_each_place_its_turn",
		.part = "B",
		.points = 3,
		.visibility = RUBRIC_PUBLIC,
		.property = "Round robin gives each place its turn.",
		.section = "Part B",
		.hints = HINTS_ROBIN,
	},
	{
		.name = "least_loaded_fills_what_is_done",
		.part = "B",
		.points = 4,
		.visibility = RUBRIC_PUBLIC,
		.property = "The next task goes where the fewest are.",
		.section = "Part B",
		.hints = HINTS_LEAST,
	},
	{
		.name = "near_stays_within_the_slack",
		.part = "B",
		.points = 4,
		.visibility = RUBRIC_PUBLIC,
		.parent = "least_loaded_fills_what_is_done",
		.property =
			"Staying near never makes a place exceed the slack.",
		.section = "Part B",
		.hints = HINTS_NEAR,
	},
	{
		.name = "key_has_one_place_and_keys_are_spread",
		.part = "B",
		.points = 4,
		.visibility = RUBRIC_PUBLIC,
		.property = "A key has one place, and many keys are spread "
			    "evenly.",
		.section = "Part B",
		.hints = HINTS_KEY,
	},
	{
		.name = "one_more_place_moves_keys_only_there",
		.part = "B",
		.points = 3,
		.visibility = RUBRIC_PUBLIC,
		.parent = "key_has_one_place_and_keys_are_spread",
		.property =
			"One more place takes its share of the keys, and no "
			"other key moves.",
		.section = "Part B",
		.hints = HINTS_KEY,
	},
	{
		.name = "dispatch_refuses_what_makes_no_sense",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.property = "A dispatcher without places, or of no kind, is "
			    "refused.",
		.section = "Part B",
		.hints = HINTS_INPUT,
	},

	/* Part C. */
	{
		.name = "loop_does_what_tasks_submit_too",
		.part = "C",
		.points = 8,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "The loop returns when all is done, what tasks "
			    "submit included.",
		.section = "Part C",
		.hints = HINTS_LOOP,
	},
	{
		.name = "second_loop_works_and_an_empty_one_returns",
		.part = "C",
		.points = 6,
		.visibility = RUBRIC_PUBLIC,
		.parent = "loop_does_what_tasks_submit_too",
		.needs = RUBRIC_URING,
		.property =
			"A loop without work returns, and a second one works "
			"as the first.",
		.section = "Part C",
		.hints = HINTS_AGAIN,
	},
	{
		.name = "stopped_loop_returns_and_may_run_again",
		.part = "C",
		.points = 8,
		.visibility = RUBRIC_PUBLIC,
		.parent = "loop_does_what_tasks_submit_too",
		.needs = RUBRIC_URING,
		.property = "A stop from inside a task ends the loop, and "
			    "another may follow.",
		.section = "Part C",
		.hints = HINTS_STOP,
	},
	{
		.name = "tasks_of_a_key_share_a_context",
		.part = "C",
		.points = 5,
		.visibility = RUBRIC_PUBLIC,
		.parent = "loop_does_what_tasks_submit_too",
		.needs = RUBRIC_URING,
		.property = "Tasks of one key run on one context.",
		.section = "Part C",
		.hints = HINTS_PLACE,
	},
	{
		.name = "ring_past_the_limit_keeps_the_work",
		.part = "C",
		.points = 6,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property =
			"When no ring can be made no task runs, and none is "
			"lost.",
		.section = "Part C",
		.hints = HINTS_REFUSED,
	},
	{
		.name = "create_refuses_what_makes_no_sense",
		.part = "C",
		.points = 3,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"Options that make no sense are refused, and nothing "
			"is left over.",
		.section = "Part C",
		.hints = HINTS_INPUT,
	},

	/* Part E. */
	{
		.name = "switch_moves_the_task_and_its_io",
		.part = "E",
		.points = 10,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property =
			"A task that switches runs, and does its I/O, on the "
			"other context.",
		.section = "Part E",
		.hints = HINTS_MOVE,
	},
	{
		.name = "switch_to_nowhere_or_here_stays",
		.part = "E",
		.points = 6,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A task that cannot go, or is there, stays.",
		.section = "Part E",
		.hints = HINTS_STAY,
	},
	{0},
};

const struct rubric_lab rubric_lab5 = {
	.number = 5,
	.folder = "lab5-scheduler",
	.title = "Scheduler: all the cores",
	.files = files,
	.parts = parts,
	.tests = tests,
};
