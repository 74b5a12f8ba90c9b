// SPDX-License-Identifier: MIT
/*
 * The rubric of lab 1: what each test is worth and what it says when it fails.
 */
#include "rubric.h"

static const char *const files[] = {
	"completion.c",
	"frame.c",
	"generator.c",
	"promise.c",
	"stack.c",
	"task.c",
	NULL,
};

static const struct rubric_part parts[] = {
	{"A", "Frames and resume"},
	{"B", "Awaiting"},
	{"C", "The promise"},
	{"D", "Lifetime"},
	{"E", "The outside world"},
	{"F", "Async stacks"},
	{0},
};

static const struct rubric_test tests[] = {
	{
		.name = "resume_of_fresh_task_runs_body",
		.part = "A",
		.points = 2,
		.property = "A new task runs nothing; its first resume runs "
			    "its body.",
		.section = "Part A",
		.hints =
			{
				"Nothing runs before the first resume: making "
				"a task only fills in its header.",
				"co__task_init() and co_resume() in "
				"src/task.c.",
				"Call the body with the task, and let the "
				"status say running while it does.",
			},
	},
	{
		.name = "resume_after_yield_goes_on_where_it_stopped",
		.part = "A",
		.points = 2,
		.parent = "resume_of_fresh_task_runs_body",
		.property = "A resumed task goes on behind the yield, and is "
			    "current only while it runs.",
		.section = "Part A",
		.hints =
			{
				"The body knows where to go on; you say who "
				"runs, and for how long.",
				"co_resume() in src/task.c.",
				"Set the status and co__current before the "
				"body, put co__current back after the loop.",
			},
	},
	{
		.name = "finish_with_error_sets_status",
		.part = "A",
		.points = 2,
		.parent = "resume_of_fresh_task_runs_body",
		.property = "A task that ends has its error, the status that "
			    "goes with it, and one cleanup.",
		.section = "Part A",
		.hints =
			{
				"Ending is three things in a fixed order: "
				"cleanup, error, status.",
				"end() in src/task.c.",
				"co_status_of_error() names the status; "
				"co__promise_complete() publishes it, last.",
			},
	},
	{
		.name = "resume_of_done_task_stops_with_its_name",
		.part = "A",
		.points = 1,
		.parent = "finish_with_error_sets_status",
		.property = "Resuming a task that has ended stops with a "
			    "message that names it.",
		.section = "Part A",
		.hints =
			{
				"A final status is final: resuming such a task "
				"is a mistake of the caller.",
				"The top of the loop in co_resume().",
				"CO_ASSERT that the status is created or "
				"suspended, and print name and status.",
			},
	},
	{
		.name = "init_of_dirty_memory_gives_fresh_task",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "finish_with_error_sets_status",
		.property = "A task does not depend on what its memory held "
			    "before.",
		.section = "Part A",
		.hints =
			{
				"A frame is reused memory more often than not.",
				"co__task_init() in src/task.c.",
				"Clear the whole header before you fill in "
				"body and name.",
			},
	},
	{
		.name = "resume_inside_body_gives_current_back",
		.part = "A",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "resume_after_yield_goes_on_where_it_stopped",
		.property = "A body that resumes another task is current again "
			    "when that returns.",
		.section = "Part A",
		.hints =
			{
				"Resumes nest: the inner one must leave no "
				"trace in the outer one.",
				"co_resume(): what it does with co__current.",
				"Keep the task that was current in a local and "
				"restore it at the end.",
			},
	},
	{
		.name = "resume_of_running_task_stops_with_its_name",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "resume_after_yield_goes_on_where_it_stopped",
		.property = "Resuming a task that runs stops with a message "
			    "that names it.",
		.section = "Part A",
		.hints =
			{
				"One thread at a time runs a task, and only "
				"once.",
				"The assertion in co_resume().",
				"Running is neither created nor suspended: "
				"check before you set it.",
			},
	},
	{
		.name = "awaiter_answers_ready_null_self_other_are_obeyed",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "resume_after_yield_goes_on_where_it_stopped",
		.property = "What an awaiter answers decides who runs next: "
			    "nobody, the task itself, another.",
		.section = "Part A",
		.hints =
			{
				"An await ends in one of three ways, and the "
				"body returns the task to run next.",
				"The loop in co_resume().",
				"Go on with whatever the body returns until it "
				"returns NULL.",
			},
	},
	{
		.name = "await_of_child_runs_it_and_goes_on",
		.part = "B",
		.points = 3,
		.parent = "resume_after_yield_goes_on_where_it_stopped",
		.property = "Awaiting a child runs it; when it ends, the "
			    "parent goes on.",
		.section = "Part B",
		.hints =
			{
				"The child remembers who awaits it: that is "
				"the continuation.",
				"await_suspend(), end() and co__task_finish() "
				"in src/task.c.",
				"Store the parent in the child before it runs; "
				"hand the parent back at its end.",
			},
	},
	{
		.name = "await_of_failing_child_delivers_error",
		.part = "B",
		.points = 2,
		.parent = "await_of_child_runs_it_and_goes_on",
		.property = "A failed child delivers its error, which CO_TRY "
			    "passes on.",
		.section = "Part B",
		.hints =
			{
				"The result goes into the parent when the "
				"child ends, whatever it is.",
				"end() in src/task.c.",
				"co_deliver() the error to the parent before "
				"the child is published as ended.",
			},
	},
	{
		.name = "await_chain_of_million_fits_small_stack",
		.part = "B",
		.points = 3,
		.parent = "await_of_child_runs_it_and_goes_on",
		.property =
			"A chain of a million awaits runs in 64 KiB of stack.",
		.section = "Part B",
		.hints =
			{
				"Handing control on is a return, not a call: "
				"that is symmetric transfer.",
				"await_suspend() and the loop in co_resume().",
				"Return the child from suspend; never call "
				"co_resume() from there.",
			},
	},
	{
		.name = "await_loop_of_children_never_grows_stack",
		.part = "B",
		.points = 2,
		.parent = "await_of_child_runs_it_and_goes_on",
		.property = "Ten million children that end at once leave the "
			    "stack as it was.",
		.section = "Part B",
		.hints =
			{
				"A child that ends hands its parent back to "
				"the same loop.",
				"co__task_finish() in src/task.c.",
				"Return the parent, through co_task_next(); do "
				"not resume it there.",
			},
	},
	{
		.name = "await_of_ended_child_does_not_start_it_again",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "await_of_child_runs_it_and_goes_on",
		.property = "A child that has ended delivers its error and is "
			    "not started again.",
		.section = "Part B",
		.hints =
			{
				"There may be nothing left to wait for.",
				"await_suspend() in src/task.c.",
				"Look at the status first: a final one means "
				"deliver and return the parent.",
			},
	},
	{
		.name = "await_of_started_child_stops_with_its_name",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "await_of_child_runs_it_and_goes_on",
		.property = "Awaiting a child that somebody else started stops "
			    "with a message.",
		.section = "Part B",
		.hints =
			{
				"A child belongs to its parent alone; what "
				"others started is joined.",
				"await_suspend() in src/task.c.",
				"CO_ASSERT that the child is created and has "
				"no continuation.",
			},
	},
	{
		.name = "child_without_executor_takes_that_of_its_parent",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "await_of_child_runs_it_and_goes_on",
		.property = "A child takes the executor and the cancel token "
			    "that it lacks from its parent.",
		.section = "Part B",
		.hints =
			{
				"A child runs where its parent runs, unless it "
				"was bound elsewhere.",
				"await_suspend() in src/task.c.",
				"Call co__task_inherit() before co_task_next() "
				"asks where the child belongs.",
			},
	},
	{
		.name = "parent_goes_on_where_it_belongs",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "await_of_child_runs_it_and_goes_on",
		.property = "A parent goes on on its own executor, wherever "
			    "its child ended.",
		.section = "Part B",
		.hints =
			{
				"The end of a child may happen on a foreign "
				"thread.",
				"co__task_finish() in src/task.c.",
				"co_task_next() decides between running here "
				"and posting there.",
			},
	},
	{
		.name = "failure_unwinds_deep_chain_in_small_stack",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "await_of_failing_child_delivers_error",
		.property = "A failure passes through a deep suspended chain "
			    "without using stack.",
		.section = "Part B",
		.hints =
			{
				"Unwinding is the same loop as winding, in the "
				"other direction.",
				"co__task_finish() in src/task.c.",
				"The parent is returned to the loop; waking it "
				"by a call nests.",
			},
	},
	{
		.name = "callbacks_that_fit_run_in_order_of_registration",
		.part = "C",
		.points = 2,
		.parent = "finish_with_error_sets_status",
		.property = "Callbacks that fit run once each, in order of "
			    "registration.",
		.section = "Part C",
		.hints =
			{
				"A list that is pushed at one end comes out in "
				"the wrong order.",
				"co__promise_complete() and add() in "
				"src/promise.c.",
				"Take the list, turn it round, and ask fits() "
				"for each.",
			},
	},
	{
		.name = "callback_after_end_runs_at_once",
		.part = "C",
		.points = 1,
		.parent = "callbacks_that_fit_run_in_order_of_registration",
		.property = "A callback registered after the end runs at once, "
			    "if it fits.",
		.section = "Part C",
		.hints =
			{
				"Whoever comes late must be able to see that "
				"nobody will call it.",
				"add() in src/promise.c.",
				"Leave ENDED in callbacks when all were run, "
				"and test for it when adding.",
			},
	},
	{
		.name = "wait_starts_task_and_returns_its_error",
		.part = "C",
		.points = 2,
		.parent = "callbacks_that_fit_run_in_order_of_registration",
		.property = "co_task_wait() starts a task that nobody started, "
			    "and returns its error.",
		.section = "Part C",
		.hints =
			{
				"Waiting is a callback that wakes a thread.",
				"co_task_wait() in src/promise.c.",
				"co_task_wake() a created task, register the "
				"baton, sleep, return the error.",
			},
	},
	{
		.name = "wait_sleeps_until_another_thread_ends_task",
		.part = "C",
		.points = 1,
		.parent = "wait_starts_task_and_returns_its_error",
		.property = "A waiting thread wakes when another thread ends "
			    "the task.",
		.section = "Part C",
		.hints =
			{
				"A flag under a mutex and a condition: the "
				"oldest way to sleep.",
				"co_task_wait() in src/promise.c.",
				"Sleep while the flag is not set; set it and "
				"signal under the lock.",
			},
	},
	{
		.name = "join_gets_error_of_task_that_others_started",
		.part = "C",
		.points = 2,
		.parent = "callbacks_that_fit_run_in_order_of_registration",
		.property = "Any number of tasks join one that others started, "
			    "before or after its end.",
		.section = "Part C",
		.hints =
			{
				"Joining is a callback that wakes a task.",
				"join_suspend() in src/promise.c.",
				"Register a callback that delivers the error "
				"to the joiner and wakes it.",
			},
	},
	{
		.name = "callback_registered_by_callback_runs_behind_the_"
			"others",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "callbacks_that_fit_run_in_order_of_registration",
		.property = "A callback registered by a callback runs behind "
			    "those that wait already.",
		.section = "Part C",
		.hints =
			{
				"The end is not over while callbacks run: more "
				"may come.",
				"co__promise_complete() in src/promise.c.",
				"Take lists until there is none, and only then "
				"close.",
			},
	},
	{
		.name = "callbacks_hear_of_the_ends_they_asked_for",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "callback_after_end_runs_at_once",
		.property = "then hears of success, catching of every error, "
			    "finally of both, early or late.",
		.section = "Part C",
		.hints =
			{
				"Cancelled, killed and timed out are errors "
				"too.",
				"add(), for those that come late.",
				"Ask fits() on both ways to a call.",
			},
	},
	{
		.name = "release_callback_runs_last_and_may_destroy_task",
		.part = "C",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "callbacks_that_fit_run_in_order_of_registration",
		.property = "Release callbacks run after all others, and may "
			    "destroy the task.",
		.section = "Part C",
		.hints =
			{
				"After a release callback the task may be "
				"gone.",
				"co__promise_complete() in src/promise.c.",
				"Set them aside while the others run; read the "
				"next one before you call one.",
			},
	},
	{
		.name = "callbacks_of_child_run_before_its_parent_goes_on",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "callbacks_that_fit_run_in_order_of_registration",
		.property = "Cleanup, then callbacks, then the parent: in this "
			    "order.",
		.section = "Part C",
		.hints =
			{
				"The parent may free the child as soon as it "
				"runs.",
				"end() in src/task.c.",
				"Everything that touches the child comes "
				"before the parent is handed back.",
			},
	},
	{
		.name = "wait_inside_coroutine_stops_with_its_name",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "wait_starts_task_and_returns_its_error",
		.property = "Blocking a thread from inside a coroutine stops "
			    "with a message.",
		.section = "Part C",
		.hints =
			{
				"It would block the thread that is to run what "
				"it waits for.",
				"The top of co_task_wait().",
				"CO_ASSERT that co_current() is NULL, and name "
				"it.",
			},
	},
	{
		.name = "wait_starts_task_on_its_executor",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "wait_starts_task_and_returns_its_error",
		.property = "A task that belongs to an executor is started "
			    "there, once.",
		.section = "Part C",
		.hints =
			{
				"Where a task runs is decided by its executor, "
				"not by who waits.",
				"co_task_wait() in src/promise.c.",
				"co_task_wake() posts; co_resume() would run "
				"it here.",
			},
	},
	{
		.name = "waits_of_many_threads_all_return",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "wait_sleeps_until_another_thread_ends_task",
		.property = "Every one of several waiting threads returns.",
		.section = "Part C",
		.hints =
			{
				"Each waiter brings its own baton.",
				"co_task_wait() in src/promise.c.",
				"Nothing of a wait may be shared: keep it on "
				"the waiting stack.",
			},
	},
	{
		.name = "join_loop_on_ended_task_never_grows_stack",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "join_gets_error_of_task_that_others_started",
		.property = "Joining an ended task again and again leaves the "
			    "stack as it was.",
		.section = "Part C",
		.hints =
			{
				"Resuming from inside a suspend nests; "
				"returning does not.",
				"join_suspend() in src/promise.c.",
				"When the target has ended, deliver and return "
				"the joiner itself.",
			},
	},
	{
		.name = "joiner_may_destroy_what_it_joined",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "join_gets_error_of_task_that_others_started",
		.property = "Whoever joined a task may destroy it as soon as "
			    "it goes on.",
		.section = "Part C",
		.hints =
			{
				"A joiner runs when nobody needs the target "
				"any more.",
				"The callback of join_suspend().",
				"Register it for the release, not as finally.",
			},
	},
	{
		.name = "callback_racing_with_end_runs_exactly_once",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "callbacks_that_fit_run_in_order_of_registration",
		.builds = RUBRIC_EXPLORE,
		.program = "promise",
		.property = "A callback registered while the task ends runs "
			    "exactly once.",
		.section = "Part C",
		.hints =
			{
				"Between looking and acting another thread may "
				"act.",
				"add() and co__promise_complete() in "
				"src/promise.c.",
				"Change callbacks only by one atomic step that "
				"also tells what was there.",
			},
	},
	{
		.name = "callbacks_racing_with_end_keep_their_order",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "callback_racing_with_end_runs_exactly_once",
		.builds = RUBRIC_EXPLORE,
		.program = "promise",
		.property = "Callbacks of racing threads all run, those of one "
			    "thread in their order.",
		.section = "Part C",
		.hints =
			{
				"Nobody may overtake: neither in the list nor "
				"by calling itself too early.",
				"add() and co__promise_complete() in "
				"src/promise.c.",
				"Close the list only in the same step that "
				"finds it empty.",
			},
	},
	{
		.name = "wait_racing_with_end_returns_when_task_may_go",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "wait_starts_task_and_returns_its_error",
		.builds = RUBRIC_EXPLORE,
		.program = "promise",
		.property = "When a wait returns, nobody touches the task or "
			    "the baton any more.",
		.section = "Part C",
		.hints =
			{
				"Waking somebody is the last thing you do to "
				"what he owns.",
				"The callback of co_task_wait().",
				"Wait for the release, loop on the flag, and "
				"signal before you unlock.",
			},
	},
	{
		.name = "join_racing_with_end_wakes_once",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "join_gets_error_of_task_that_others_started",
		.builds = RUBRIC_EXPLORE,
		.program = "promise",
		.property = "A join that races the end wakes the joiner "
			    "exactly once.",
		.section = "Part C",
		.hints =
			{
				"The joiner is either registered or too late, "
				"never both.",
				"join_suspend() in src/promise.c.",
				"Once it is registered, touch neither joiner "
				"nor target; if it is not, return it.",
			},
	},
	{
		.name = "destroy_in_each_state_cleans_up_once",
		.part = "D",
		.points = 2,
		.parent = "finish_with_error_sets_status",
		.property = "Destroying a created, suspended or ended task "
			    "cleans up once and frees.",
		.section = "Part D",
		.hints =
			{
				"A destroy is a kill, unless it has ended, and "
				"a free.",
				"co_task_create(), co_task_kill() and "
				"co__task_destroy() in src/task.c.",
				"Kill with -ECANCELED; free only what "
				"co_task_create() made.",
			},
	},
	{
		.name = "kill_ends_innermost_first_and_wakes_parent",
		.part = "D",
		.points = 2,
		.parent = "await_of_child_runs_it_and_goes_on",
		.property = "A kill ends the innermost child first and wakes "
			    "who awaits the task.",
		.section = "Part D",
		.hints =
			{
				"A task that awaits a child ends after it, not "
				"before.",
				"co_task_kill() in src/task.c.",
				"Walk down with awaited_child(), then end one "
				"after the other on the way up.",
			},
	},
	{
		.name = "frames_of_all_sizes_are_aligned_and_separate",
		.part = "D",
		.points = 2,
		.property = "Frames of any size are aligned, large enough and "
			    "apart from each other.",
		.section = "Part D",
		.hints =
			{
				"Sizes are rounded up to a class; what is too "
				"large goes to malloc.",
				"co_frame_alloc() and co_frame_free() in "
				"src/frame.c.",
				"Mind the edges: size 0, the last class, and "
				"the first size beyond it.",
			},
	},
	{
		.name = "parent_of_destroyed_child_sees_cancelled",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "destroy_in_each_state_cleans_up_once",
		.property = "Whoever awaits a destroyed child goes on with "
			    "-ECANCELED, and nothing leaks.",
		.section = "Part D",
		.hints =
			{
				"Nobody may wait for what no longer exists.",
				"co_task_kill() in src/task.c.",
				"Wake the parent that end() returns; free the "
				"frame in every case.",
			},
	},
	{
		.name = "destroy_of_parent_ends_child_first_and_frees_once",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_ends_innermost_first_and_wakes_parent",
		.property = "Destroying a parent ends the child in its frame "
			    "first.",
		.section = "Part D",
		.hints =
			{
				"A child may live in the frame that you are "
				"about to free.",
				"co_task_kill() and co__task_destroy() in "
				"src/task.c.",
				"Only when every child has ended may the frame "
				"go.",
			},
	},
	{
		.name = "destroy_of_child_may_take_its_parent_along",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "destroy_in_each_state_cleans_up_once",
		.property = "Destroying a child is safe when the woken parent "
			    "frees both.",
		.section = "Part D",
		.hints =
			{
				"Waking somebody can run anything, also the "
				"end of your own frame.",
				"co__task_destroy() in src/task.c.",
				"Read what you need of the task before the "
				"kill.",
			},
	},
	{
		.name = "kill_of_created_task_never_runs_it",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "destroy_in_each_state_cleans_up_once",
		.property = "A task killed before its start never runs and is "
			    "cleaned up once.",
		.section = "Part D",
		.hints =
			{
				"Ended is ended, whether it ever ran or not.",
				"co_task_kill() in src/task.c.",
				"A created task waits for nothing: end it "
				"right away.",
			},
	},
	{
		.name = "kill_of_posted_task_is_busy_and_changes_nothing",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_ends_innermost_first_and_wakes_parent",
		.property = "A task in a queue cannot be killed: -EBUSY, and "
			    "nothing has changed.",
		.section = "Part D",
		.hints =
			{
				"A queue holds a pointer to the task: it will "
				"run it.",
				"co_task_kill() in src/task.c.",
				"work.next tells whether it is posted. Find "
				"that out before you end anything.",
			},
	},
	{
		.name = "kill_detaches_from_what_the_task_waits_for",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_ends_innermost_first_and_wakes_parent",
		.property = "A kill detaches the innermost task from its "
			    "awaiter, or changes nothing.",
		.section = "Part D",
		.hints =
			{
				"Only the innermost waits for something that "
				"is not a task.",
				"co_task_kill() in src/task.c.",
				"Call detach() of its awaiter first; any error "
				"ends the kill there.",
			},
	},
	{
		.name = "kill_while_waiting_for_the_undetachable_stops",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_ends_innermost_first_and_wakes_parent",
		.property = "Killing a task whose awaiter cannot let go stops "
			    "with a message.",
		.section = "Part D",
		.hints =
			{
				"Without detach somebody would resume a dead "
				"task.",
				"co_task_kill() in src/task.c.",
				"CO_ASSERT that the awaiter has detach, and "
				"name the task.",
			},
	},
	{
		.name = "destroy_of_running_task_stops_with_its_name",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "destroy_in_each_state_cleans_up_once",
		.property = "Destroying a task that runs stops with a message.",
		.section = "Part D",
		.hints =
			{
				"The body would return into a freed frame.",
				"co_task_kill() in src/task.c.",
				"CO_ASSERT that the status is created or "
				"suspended.",
			},
	},
	{
		.name = "refused_child_ends_cancelled_and_parent_goes_on",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_ends_innermost_first_and_wakes_parent",
		.property = "A child that its executor refuses ends as "
			    "cancelled; the parent goes on.",
		.section = "Part D",
		.hints =
			{
				"The runtime kills what cannot be posted.",
				"co_task_kill(), seen from await_suspend().",
				"The parent is woken while its own await is "
				"still on the way: touch nothing after.",
			},
	},
	{
		.name = "kill_of_deep_chain_needs_no_stack",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_ends_innermost_first_and_wakes_parent",
		.property = "A deep chain is killed in 64 KiB of stack.",
		.section = "Part D",
		.hints =
			{
				"A loop over the continuations needs no "
				"recursion.",
				"co_task_kill() in src/task.c.",
				"end() returns the parent: go on with it until "
				"you reach the task.",
			},
	},
	{
		.name = "frames_in_use_never_overlap",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "frames_of_all_sizes_are_aligned_and_separate",
		.property = "No frame is handed out while it is in use.",
		.section = "Part D",
		.hints =
			{
				"A free list and its count must tell the same "
				"story.",
				"co_frame_alloc() and co_frame_free() in "
				"src/frame.c.",
				"Pop before you return, poison before you "
				"link, unpoison all bytes of the class.",
			},
	},
	{
		.name = "frames_freed_by_another_thread_stay_bounded",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "frames_of_all_sizes_are_aligned_and_separate",
		.property = "Frames made here and freed there do not pile up.",
		.section = "Part D",
		.hints =
			{
				"A thread that only frees must give away what "
				"it does not use.",
				"co_frame_free() in src/frame.c.",
				"Count the room down with each frame; where "
				"there was none, call set_aside().",
			},
	},
	{
		.name = "frames_of_ended_threads_are_used_again",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "frames_of_all_sizes_are_aligned_and_separate",
		.property = "What a thread kept is not lost when it ends.",
		.section = "Part D",
		.hints =
			{
				"The given code hands a dead thread's lists to "
				"the depot.",
				"co_frame_free() in src/frame.c.",
				"Keep frames in the given lists only: nothing "
				"else is collected.",
			},
	},
	{
		.name = "frames_freed_elsewhere_are_never_given_out_twice",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "frames_of_all_sizes_are_aligned_and_separate",
		.builds = RUBRIC_EXPLORE,
		.program = "frames",
		.property = "Frames that cross threads are never in two hands.",
		.section = "Part D",
		.hints =
			{
				"Each thread touches its own lists; the depot "
				"has a lock.",
				"co_frame_alloc() and co_frame_free() in "
				"src/frame.c.",
				"Use alloc_slowly() and set_aside() for "
				"everything between threads.",
			},
	},
	{
		.name = "completion_set_before_or_after_await_delivers_value",
		.part = "E",
		.points = 2,
		.parent = "resume_after_yield_goes_on_where_it_stopped",
		.property = "A completion delivers its result, whichever side "
			    "comes first, and only once.",
		.section = "Part E",
		.hints =
			{
				"Two sides meet in one atomic variable; each "
				"leaves a mark and sees the other.",
				"complete() and completion_suspend() in "
				"src/completion.c.",
				"Store the result, then exchange state; wake "
				"the task that you find there.",
			},
	},
	{
		.name = "completion_without_producers_cancels_waiter",
		.part = "E",
		.points = 1,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.property = "The last producer that leaves without a word "
			    "wakes the waiter as cancelled.",
		.section = "Part E",
		.hints =
			{
				"A promise that nobody can keep is broken.",
				"co_completion_drop() in src/completion.c.",
				"The one that brings producers to 0 completes "
				"with -ECANCELED.",
			},
	},
	{
		.name = "generator_next_yields_then_ends",
		.part = "E",
		.points = 1,
		.parent = "resume_after_yield_goes_on_where_it_stopped",
		.property = "A generator yields its values, then says that it "
			    "has ended.",
		.section = "Part E",
		.hints =
			{
				"A generator is a task that the consumer "
				"resumes.",
				"co_generator_next() in src/generator.c.",
				"Resume it unless it has ended; then look "
				"where it stands.",
			},
	},
	{
		.name = "generator_await_gives_every_value_and_the_error",
		.part = "E",
		.points = 1,
		.parent = "generator_next_yields_then_ends",
		.property = "A task that awaits a generator gets every value, "
			    "and its error.",
		.section = "Part E",
		.hints =
			{
				"While it waits, the consumer is the "
				"continuation of the generator.",
				"generator_suspend() and co__generator_yield() "
				"in src/generator.c.",
				"Set continuation and CO_TASK_CONSUMED; a "
				"yield undoes both and delivers 1.",
			},
	},
	{
		.name = "completion_keeps_its_first_result",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.property = "What completes first stays; everybody later gets "
			    "-EALREADY.",
		.section = "Part E",
		.hints =
			{
				"The result is written once.",
				"complete() in src/completion.c.",
				"Claim it before you write; who does not get "
				"the claim writes nothing.",
			},
	},
	{
		.name = "completion_kill_and_drop_tell_waiter_why",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.property = "The waiter learns whether it was killed or "
			    "cancelled, early or late.",
		.section = "Part E",
		.hints =
			{
				"A result may wait for its waiter.",
				"complete() and co_completion_drop() in "
				"src/completion.c.",
				"Completing without a waiter stores the error; "
				"completion_resume() reads it.",
			},
	},
	{
		.name = "completion_outlives_consumer_while_producers_hold_it",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.property = "The memory lives until the last of consumer and "
			    "producers has left.",
		.section = "Part E",
		.hints =
			{
				"Whoever holds a reference may still call you.",
				"co_completion_drop() and "
				"co_completion_destroy() in src/completion.c.",
				"Each gives up one reference with unref(), as "
				"the very last thing.",
			},
	},
	{
		.name = "completion_wakes_waiter_on_its_executor",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.property = "A waiter is resumed on its executor, not on the "
			    "thread that completes.",
		.section = "Part E",
		.hints =
			{
				"The completer may be any thread.",
				"complete() in src/completion.c.",
				"co_task_wake() knows where the waiter "
				"belongs.",
			},
	},
	{
		.name = "completion_with_refused_waiter_ends_it_cancelled",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.property = "A waiter whose executor has shut down ends as "
			    "cancelled.",
		.section = "Part E",
		.hints =
			{
				"The wake-up may end in a kill.",
				"complete() in src/completion.c.",
				"After co_task_wake() touch the waiter no "
				"more.",
			},
	},
	{
		.name = "completion_forgets_a_killed_waiter",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.property = "A killed waiter is forgotten: another may wait, "
			    "and only that one is woken.",
		.section = "Part E",
		.hints =
			{
				"Killing takes the waiter out of the meeting "
				"place.",
				"completion_detach() in src/completion.c.",
				"Put NULL back, but only if the waiter still "
				"stands there.",
			},
	},
	{
		.name = "completion_with_second_waiter_stops",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.property = "A second waiter at the same time stops with a "
			    "message.",
		.section = "Part E",
		.hints =
			{
				"There is room for one waiter.",
				"completion_suspend() in src/completion.c.",
				"If state holds neither NULL nor COMPLETE, "
				"CO_ASSERT, with both names.",
			},
	},
	{
		.name = "completion_destroyed_under_its_waiter_stops",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.property = "Destroying a completion under its waiter stops "
			    "with a message.",
		.section = "Part E",
		.hints =
			{
				"The waiter would wait for ever.",
				"co_completion_destroy() in src/completion.c.",
				"CO_ASSERT that nobody stands in state, and "
				"name who does.",
			},
	},
	{
		.name = "generator_may_await_between_values",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "generator_await_gives_every_value_and_the_error",
		.property = "A generator that awaits between values keeps its "
			    "consumer waiting, not lost.",
		.section = "Part E",
		.hints =
			{
				"The consumer waits for the generator, "
				"whatever that waits for.",
				"generator_suspend() in src/generator.c.",
				"The continuation stays set until a yield or "
				"the end.",
			},
	},
	{
		.name = "generator_that_failed_keeps_its_answer",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "generator_await_gives_every_value_and_the_error",
		.property = "A generator that failed answers with its error "
			    "every time.",
		.section = "Part E",
		.hints =
			{
				"Terminal is terminal.",
				"co_generator_next() in src/generator.c.",
				"After the end, do not resume; return the "
				"error.",
			},
	},
	{
		.name = "generator_next_on_one_that_awaits_stops",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "generator_await_gives_every_value_and_the_error",
		.property = "Asking a generator that awaits, without awaiting "
			    "it, stops with a message.",
		.section = "Part E",
		.hints =
			{
				"A plain call cannot wait.",
				"co_generator_next() in src/generator.c.",
				"CO_ASSERT that a suspended generator has no "
				"awaiter.",
			},
	},
	{
		.name = "generator_of_many_values_never_grows_stack",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "generator_await_gives_every_value_and_the_error",
		.property = "Many values are consumed in 64 KiB of stack.",
		.section = "Part E",
		.hints =
			{
				"Consumer and generator hand control to each "
				"other by returning.",
				"co__generator_yield() in src/generator.c.",
				"Return co_task_next() of the consumer.",
			},
	},
	{
		.name = "generator_given_up_half_way_is_consumed_by_the_next",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "generator_await_gives_every_value_and_the_error",
		.property = "A generator may change consumers between values, "
			    "and be destroyed there.",
		.section = "Part E",
		.hints =
			{
				"Between values nobody consumes it.",
				"co__generator_yield() and generator_suspend() "
				"in src/generator.c.",
				"Clear continuation and CO_TASK_CONSUMED with "
				"each value; an ended one answers at once.",
			},
	},
	{
		.name = "completion_racing_with_await_wakes_once",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.builds = RUBRIC_EXPLORE,
		.program = "completion",
		.property = "A completion that races the await wakes the "
			    "waiter exactly once.",
		.section = "Part E",
		.hints =
			{
				"Looking and then storing leaves a gap.",
				"completion_suspend() in src/completion.c.",
				"One compare-and-exchange from NULL to the "
				"task: if it fails, the result is there.",
			},
	},
	{
		.name = "completions_of_two_threads_have_one_winner",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.builds = RUBRIC_EXPLORE,
		.program = "completion",
		.property = "Of two completers exactly one wins, and its "
			    "result stands whole.",
		.section = "Part E",
		.hints =
			{
				"Two writers of one result tear it.",
				"complete() in src/completion.c.",
				"Take claimed with an exchange and look at "
				"what it was.",
			},
	},
	{
		.name = "last_of_racing_producers_cancels_once",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.builds = RUBRIC_EXPLORE,
		.program = "completion",
		.property = "Producers that leave at once cancel the waiter "
			    "exactly once.",
		.section = "Part E",
		.hints =
			{
				"The last one is who brought the count to "
				"zero.",
				"co_completion_drop() in src/completion.c.",
				"Use what the atomic subtraction returns, not "
				"a second load.",
			},
	},
	{
		.name = "consumer_and_producer_leaving_together_free_once",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.builds = RUBRIC_EXPLORE,
		.program = "completion",
		.property = "Consumer and producer that leave together free "
			    "the memory once.",
		.section = "Part E",
		.hints =
			{
				"Each drops one reference, and the last one "
				"frees.",
				"co_completion_destroy() in src/completion.c.",
				"Touch nothing after unref().",
			},
	},
	{
		.name = "kill_racing_with_completion_ends_task_once",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "completion_set_before_or_after_await_delivers_value",
		.builds = RUBRIC_EXPLORE,
		.program = "completion",
		.property = "A kill that races a completion either ends the "
			    "waiter or says -EBUSY.",
		.section = "Part E",
		.hints =
			{
				"The completer and the owner both want the "
				"waiter: one of them gets it.",
				"completion_detach(), complete(), and what "
				"co_task_kill() reads before it detaches.",
				"The completer touches the waiter only through "
				"co_task_wake(); the kill asks the awaiter "
				"first.",
			},
	},
	{
		.name = "stack_walk_names_all_that_await_up_to_root",
		.part = "F",
		.points = 2,
		.parent = "await_of_child_runs_it_and_goes_on",
		.property = "A walk names the task and all that await it, up "
			    "to the root.",
		.section = "Part F",
		.hints =
			{
				"The chain of continuations is the stack.",
				"co_stack_walk() in src/stack.c.",
				"Follow continuation, describe what fits, "
				"count all.",
			},
	},
	{
		.name = "stack_print_looks_like_a_backtrace",
		.part = "F",
		.points = 1,
		.parent = "stack_walk_names_all_that_await_up_to_root",
		.property = "An async stack is printed in the form that the "
			    "header shows.",
		.section = "Part F",
		.hints =
			{
				"A task that has not started has no place yet.",
				"co_stack_print() in src/stack.c.",
				"file is NULL for a task that has not started: "
				"print that form.",
			},
	},
	{
		.name = "stack_walk_crosses_threads",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "stack_walk_names_all_that_await_up_to_root",
		.property = "The walk crosses threads, and ends at the task "
			    "itself when nobody awaits it.",
		.section = "Part F",
		.hints =
			{
				"Frames know each other, whatever thread they "
				"run on.",
				"co_stack_walk() in src/stack.c.",
				"Clear the continuation when a task ends: "
				"nobody awaits it any more.",
			},
	},
	{
		.name = "stack_walk_names_consumer_of_generator",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "stack_walk_names_all_that_await_up_to_root",
		.property = "The consumer of a generator stands in its async "
			    "stack.",
		.section = "Part F",
		.hints =
			{
				"A consumer awaits its generator like a parent "
				"its child.",
				"generator_suspend() in src/generator.c.",
				"The consumer is the continuation while it "
				"waits.",
			},
	},
	{
		.name = "stack_print_tells_when_stream_is_full",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "stack_print_looks_like_a_backtrace",
		.property = "A stream that takes no more is reported as -EIO.",
		.section = "Part F",
		.hints =
			{
				"Output fails too.",
				"co_stack_print() in src/stack.c.",
				"Look at what fprintf() returns for every "
				"line.",
			},
	},
	{0},
};

const struct rubric_lab rubric_lab1 = {
	.number = 1,
	.folder = "lab1-task",
	.title = "Task, promise, await",
	.files = files,
	.parts = parts,
	.tests = tests,
};
