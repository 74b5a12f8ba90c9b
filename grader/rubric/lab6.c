// SPDX-License-Identifier: MIT
/*
 * The rubric of lab 6: collecting, locking, sharing.
 */
#include "rubric.h"

static const char *const files[] = {
	"barrier.c",
	"baton.c",
	"channel.c",
	"collect.c",
	"condition.c",
	"event.c",
	"mutex.c",
	"semaphore.c",
	"shared_mutex.c",
	"shared_promise.c",
	"transfer.c",
	"wait_group.c",
	"waiter.c",
	NULL,
};

static const struct rubric_part parts[] = {
	{"A", "The barrier, and collecting all"},
	{"B", "Some, any, and the rest"},
	{"C", "Waiters and the mutex"},
	{"D", "The fair shared mutex"},
	{"E", "The shared promise"},
	{"F", "Batons, events, latches, channels"},
	{"G", "Deadlock, seen and mended"},
	{0},
};

static const struct rubric_test tests[] = {
	/* Part A. */
	{
		.name = "barrier_opens_for_the_last",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"Of all that arrive at a barrier the last one gets the "
			"waiting task, to run it.",
		.section = "Part A",
		.hints =
			{
				"A barrier is a count; whoever brings it to "
				"zero has the right, and the duty, to resume.",
				"co_barrier_arrive() in src/barrier.c.",
				"Take one off with atomic_fetch_sub; when the "
				"value before was 1, return co_task_next() of "
				"the waiter, otherwise NULL.",
			},
	},
	{
		.name = "barrier_is_open_when_all_were_there",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "barrier_opens_for_the_last",
		.property = "A task that comes last to its own barrier goes "
			    "straight on.",
		.section = "Part A",
		.hints =
			{
				"The waiting task is one of those that arrive.",
				"barrier_suspend() in src/barrier.c.",
				"Write down the waiter first, then arrive, and "
				"return what the arrival returned: it may be "
				"@self.",
			},
	},
	{
		.name = "barrier_posts_task_of_another_executor",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "barrier_opens_for_the_last",
		.property =
			"When the last arrives on a foreign executor, the task "
			"is posted to its own and not run there.",
		.section = "Part A",
		.hints =
			{
				"A task always resumes on the executor that it "
				"is bound to.",
				"The last line of co_barrier_arrive().",
				"co_task_next() knows: it gives the task to be "
				"run here, or posts it and gives NULL. Do not "
				"return the waiter itself.",
			},
	},
	{
		.name = "barrier_refuses_one_too_many",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"One arrival too many stops with a message instead of "
			"wrapping around.",
		.section = "Part A",
		.hints =
			{
				"An unsigned count below zero is a very large "
				"one.",
				"co_barrier_arrive(), after the subtraction.",
				"CO_ASSERT(before, ...) with \"too many\" in "
				"its "
				"message: @before is what the count was.",
			},
	},
	{
		.name = "collect_all_waits_for_every_one",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "barrier_opens_for_the_last",
		.property =
			"A collection of all ends when the slowest child has "
			"ended, once.",
		.section = "Part A",
		.hints =
			{
				"Each child is awaited by a guard of its own; "
				"the last guard to arrive resumes the "
				"collection.",
				"collect_body() and guard_body() in "
				"src/collect.c.",
				"A barrier of n + 1: every guard arrives at "
				"its end, and the collection itself when it "
				"waits.",
			},
	},
	{
		.name = "collect_runs_synchronous_tasks_in_order",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "collect_all_waits_for_every_one",
		.property =
			"Children that never suspend run one after the other, "
			"in the order of the array.",
		.section = "Part A",
		.hints =
			{
				"To start a child is to resume its guard, "
				"which runs here up to the first suspension.",
				"The loop in collect_body() that starts the "
				"guards.",
				"co_resume() each guard in the order of the "
				"array; do not post it.",
			},
	},
	{
		.name = "collect_interleaves_tasks_that_suspend",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "collect_all_waits_for_every_one",
		.property =
			"Children that suspend run in turns: all have begun "
			"before the first ends.",
		.section = "Part A",
		.hints =
			{
				"Start all, then wait: not start one, wait for "
				"it, start the next.",
				"collect_body(): what stands inside the loop, "
				"and what after it.",
				"The only CO_AWAIT of the collection stands "
				"behind the loop.",
			},
	},
	{
		.name = "collect_children_run_on_their_own_executors",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "collect_all_waits_for_every_one",
		.property =
			"A child with an executor runs there, one without "
			"takes the parent's, and the parent goes on where it "
			"belongs.",
		.section = "Part A",
		.hints =
			{
				"A child takes the executor of the task that "
				"awaits it, unless it has one; here the guard "
				"awaits it.",
				"Where you initialise a guard.",
				"If the child has no executor, give the guard "
				"the executor of the collection; otherwise "
				"give it none.",
			},
	},
	{
		.name = "collect_reports_first_failure_and_cancels_rest",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "collect_all_waits_for_every_one",
		.property =
			"The first failure is the result, the others are asked "
			"to stop, and nothing runs when the await ends.",
		.section = "Part A",
		.hints =
			{
				"Three things: who failed first, who is told, "
				"and for whom one still waits.",
				"guard_body() after its await of the child.",
				"Store the error only if none is stored "
				"(compare and exchange with 0), request the "
				"collection's source, and arrive like any "
				"other guard: the others are still awaited.",
			},
	},
	{
		.name = "collect_of_nothing_is_done",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "collect_all_waits_for_every_one",
		.property = "Collecting no tasks succeeds at once.",
		.section = "Part A",
		.hints =
			{
				"With n = 0 the collection is the only one to "
				"arrive.",
				"The count that you give the barrier, and how "
				"an outcome is decided when k is 0.",
				"co_barrier_init(&c->ended, c->n + 1), outcome "
				"0.",
			},
	},
	{
		.name = "barrier_resumes_once",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "barrier_opens_for_the_last",
		.builds = RUBRIC_EXPLORE,
		.program = "collect",
		.seconds = 60,
		.property =
			"However three arrivals meet, the task goes on exactly "
			"once.",
		.section = "Part A",
		.hints =
			{
				"To subtract and to see zero must be one step: "
				"between two steps another thread fits.",
				"co_barrier_arrive().",
				"Decide by the value that atomic_fetch_sub "
				"returned; do not load the count again.",
			},
	},
	{
		.name = "all_end_at_once",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_all_waits_for_every_one",
		.builds = RUBRIC_EXPLORE,
		.program = "collect",
		.seconds = 60,
		.property =
			"When children end at the same moment on their own "
			"threads, the collection ends once and nobody touches "
			"its frame afterwards.",
		.section = "Part A",
		.hints =
			{
				"As soon as the last guard has arrived, the "
				"parent may run, and free everything.",
				"guard_arrive(), and the last lines of "
				"guard_body().",
				"The arrival is the last suspension of a "
				"guard: read nothing of the guard or the "
				"collection after co_barrier_arrive().",
			},
	},
	{
		.name = "failure_meets_success",
		.part = "A",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_reports_first_failure_and_cancels_rest",
		.builds = RUBRIC_EXPLORE,
		.program = "collect",
		.seconds = 60,
		.property =
			"A failure that meets a success is reported in every "
			"schedule.",
		.section = "Part A",
		.hints =
			{
				"Who decides must see the error, whoever "
				"stored it.",
				"Where the guard counts its child's failure.",
				"Store the error before you count; count with "
				"acquire and release.",
			},
	},
	{
		.name = "one_of_two_failures_is_reported",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "failure_meets_success",
		.builds = RUBRIC_EXPLORE,
		.program = "collect",
		.seconds = 60,
		.property =
			"Of two failures at the same moment one is reported, "
			"and it is not overwritten by the other.",
		.section = "Part A",
		.hints =
			{
				"First means that it was compared and written "
				"in one step.",
				"Where first_error is written.",
				"atomic_compare_exchange_strong from 0; "
				"whoever loses leaves it alone.",
			},
	},
	{
		.name = "collect_passes_the_parents_request_on",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_reports_first_failure_and_cancels_rest",
		.property =
			"A request to the parent reaches all children of the "
			"collection.",
		.section = "Part A",
		.hints =
			{
				"The children hear of the collection's source; "
				"that one has to hear of the parent.",
				"The start of collect_body().",
				"co_cancel_merge_init() with the token of the "
				"collection's task, which is the parent's.",
			},
	},
	{
		.name = "collected_child_keeps_its_own_token",
		.part = "A",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_passes_the_parents_request_on",
		.property =
			"A child that has a token of its own still hears of it "
			"inside a collection.",
		.section = "Part A",
		.hints =
			{
				"A task has one token; to hear of two sources "
				"they are merged.",
				"Where you give a child the collection's "
				"token.",
				"If the child has a token, merge it with the "
				"collection's in the guard's @cancel, and give "
				"the child the merged one.",
			},
	},
	{
		.name = "collected_child_with_a_token_hears_of_the_failure",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collected_child_keeps_its_own_token",
		.property =
			"A child with its own token is also asked to stop when "
			"another child fails, and its own source is not.",
		.section = "Part A",
		.hints =
			{
				"The request goes from the collection to the "
				"child, never to the child's own source.",
				"Where you give a child the collection's "
				"token.",
				"Both tokens go into the merge: the "
				"collection's and the child's.",
			},
	},
	{
		.name = "collect_ends_when_an_executor_refuses_a_child",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_reports_first_failure_and_cancels_rest",
		.property = "A child that its executor refuses counts as "
			    "cancelled, and the collection ends.",
		.section = "Part A",
		.hints =
			{
				"Nobody may wait for a child that will never "
				"run.",
				"guard_body(), after its await of the child.",
				"A refused child ends as cancelled and its "
				"guard is resumed: count -ECANCELED like any "
				"other failure.",
			},
	},
	{
		.name = "collect_takes_a_thousand",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_all_waits_for_every_one",
		.property =
			"A collection takes a thousand children, without stack "
			"and without searching.",
		.section = "Part A",
		.hints =
			{
				"A child that comes twice is to be found "
				"without comparing every pair.",
				"The check before the first child is started.",
				"Mark each child as you come by, and take the "
				"marks away again; a mark that is there "
				"already is a repetition.",
			},
	},
	{
		.name = "collect_ends_when_its_executor_is_gone",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_ends_when_an_executor_refuses_a_child",
		.property = "When the executor of the collection takes nothing "
			    "any more, the collection ends as cancelled and "
			    "nobody waits for ever.",
		.section = "Part A",
		.hints =
			{
				"A guard that its executor refuses never runs "
				"the line after its await; somebody must count "
				"for it.",
				"Where a guard is initialised: what is called "
				"when a task is released without having ended?",
				"co_task_on_release() on the guard: if it has "
				"not counted yet, count -ECANCELED there and "
				"arrive at @ended for it.",
			},
	},

	/* Part B. */
	{
		.name = "collect_some_returns_at_the_quorum",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "collect_all_waits_for_every_one",
		.property =
			"When k have succeeded the others are asked to stop "
			"and awaited, and the result is 0.",
		.section = "Part B",
		.hints =
			{
				"All is some with k = n; count successes and "
				"failures apart.",
				"guard_body(): what a success does.",
				"The guard whose success is the k-th decides: "
				"outcome 0, and a request to the collection's "
				"source.",
			},
	},
	{
		.name = "collect_any_takes_first_success",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "collect_some_returns_at_the_quorum",
		.property =
			"Any is the first that succeeds; a failure before it "
			"does not count.",
		.section = "Part B",
		.hints =
			{
				"A failure decides only when k can no longer "
				"be reached.",
				"guard_body(): what a failure does.",
				"It decides when n - k have failed before it, "
				"no sooner.",
			},
	},
	{
		.name = "collect_some_fails_when_quorum_is_lost",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "collect_some_returns_at_the_quorum",
		.property = "When so many failed that k cannot be reached, the "
			    "first failure is the result.",
		.section = "Part B",
		.hints =
			{
				"The failure that decides and the one that is "
				"reported are two.",
				"Where a failure decides.",
				"Report first_error, not the error of the "
				"guard that decides.",
			},
	},
	{
		.name = "detached_rest_runs_on_and_is_awaited_later",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "collect_some_returns_at_the_quorum",
		.property =
			"With CO_REST_DETACH the parent goes on at the "
			"decision, the others run on, and co_collect_rest() "
			"waits for them.",
		.section = "Part B",
		.hints =
			{
				"There are two moments, decided and ended: "
				"each is a barrier.",
				"The end of collect_body(), and rest_body().",
				"Wait at @decided (a barrier of 2) when the "
				"rest is detached, and at @ended in "
				"rest_body(); clean the guards up only then.",
			},
	},
	{
		.name = "collect_refuses_what_makes_no_sense",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "collect_all_waits_for_every_one",
		.property = "k greater than n, a NULL and a repeated task give "
			    "-EINVAL, and no child was started.",
		.section = "Part B",
		.hints =
			{
				"Check everything before you start anything.",
				"The start of collect_body().",
				"Go through all children first; only then "
				"begin.",
			},
	},
	{
		.name = "any_of_two_that_succeed",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_any_takes_first_success",
		.builds = RUBRIC_EXPLORE,
		.program = "collect",
		.seconds = 60,
		.property = "Two that succeed at the same moment decide once.",
		.section = "Part B",
		.hints =
			{
				"Only one of them is the first: the count "
				"tells which.",
				"Where a success is counted.",
				"Compare what atomic_fetch_add returned with k "
				"- 1; do not load again.",
			},
	},
	{
		.name = "any_survives_a_failure",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_any_takes_first_success",
		.builds = RUBRIC_EXPLORE,
		.program = "collect",
		.seconds = 60,
		.property =
			"One success is enough, whenever the failure comes.",
		.section = "Part B",
		.hints =
			{
				"A failure that does not decide changes "
				"nothing.",
				"Where a failure is counted.",
				"Decide only when as many as n - k had failed "
				"before.",
			},
	},
	{
		.name = "detached_rest_is_awaited",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "detached_rest_runs_on_and_is_awaited_later",
		.builds = RUBRIC_EXPLORE,
		.program = "collect",
		.seconds = 60,
		.property =
			"After co_collect_rest() nobody touches the collection "
			"any more, in every schedule.",
		.section = "Part B",
		.hints =
			{
				"The one that decides resumes the parent, and "
				"still has to arrive at the end.",
				"What a guard does after it has decided, and "
				"what co_collect_rest() waits for.",
				"Wait at @ended for all n guards; let the "
				"guards be cleaned up by the rest and not by "
				"the collection.",
			},
	},
	{
		.name = "collect_some_of_none_is_done",
		.part = "B",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_some_returns_at_the_quorum",
		.property = "None of none, with the rest detached, is done at "
			    "once, and so is the rest.",
		.section = "Part B",
		.hints =
			{
				"With k = 0 it is decided before anybody "
				"starts.",
				"collect_body() and rest_body() when n is 0.",
				"Decide for k = 0 in any case; the barrier "
				"@ended has n + 1 = 1 to arrive.",
			},
	},
	{
		.name = "collect_some_of_none_asks_all_to_stop",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_some_of_none_is_done",
		.property =
			"With k = 0 it is decided at once; the children run "
			"under a token that was asked.",
		.section = "Part B",
		.hints =
			{
				"There is no k-th success to decide it.",
				"collect_body(), between the check and the "
				"start of the guards.",
				"If k is 0, decide before you start anybody.",
			},
	},
	{
		.name = "quorum_of_three",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_some_returns_at_the_quorum",
		.builds = RUBRIC_EXPLORE,
		.program = "several",
		.seconds = 60,
		.property = "Two of three succeed, one fails, on three "
			    "threads: the quorum is there in every schedule, "
			    "and nobody is left.",
		.section = "Part B",
		.hints =
			{
				"The one that decides and the last to arrive "
				"need not be the same.",
				"guard_body(): what comes before the arrival, "
				"and what after it.",
				"Count, decide, arrive, in this order; after "
				"the arrival touch nothing.",
			},
	},
	{
		.name = "collect_refuses_k_above_n",
		.part = "B",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_refuses_what_makes_no_sense",
		.property = "More than there are is refused, and nothing is "
			    "started.",
		.section = "Part B",
		.hints =
			{
				"k greater than n can never be reached.",
				"The check before the first child is started, "
				"in collect_body().",
				"-EINVAL when k is greater than n, before "
				"anything is initialised.",
			},
	},
	{
		.name = "collect_refuses_one_of_none",
		.part = "B",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_refuses_k_above_n",
		.property = "One of none is refused.",
		.section = "Part B",
		.hints =
			{
				"With n = 0 only k = 0 makes sense.",
				"The check before the first child is started, "
				"in collect_body().",
				"The same comparison: k greater than n.",
			},
	},
	{
		.name = "collect_refuses_a_null_task",
		.part = "B",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_refuses_one_of_none",
		.property = "A NULL among the tasks is refused, wherever it "
			    "stands, and no other was started.",
		.section = "Part B",
		.hints =
			{
				"All are looked at before one is started.",
				"The check before the first child is started, "
				"in collect_body().",
				"Two loops: one that checks, and after it one "
				"that starts.",
			},
	},
	{
		.name = "collect_refuses_a_repeated_task",
		.part = "B",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_refuses_a_null_task",
		.property = "A task that stands twice in the array is refused, "
			    "and may be collected afterwards.",
		.section = "Part B",
		.hints =
			{
				"A refusal leaves no trace in the tasks.",
				"The check before the first child is started, "
				"in collect_body().",
				"Take all marks away again, those before the "
				"repetition as well.",
			},
	},
	{
		.name = "collect_refuses_a_task_that_has_started",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "collect_refuses_a_repeated_task",
		.property =
			"A task that was started before is refused, and the "
			"others are not started.",
		.section = "Part B",
		.hints =
			{
				"Whoever started it will hear of its end; a "
				"second awaiter cannot.",
				"The check before the first child is started.",
				"-EINVAL unless co_task_status() is "
				"CO_CREATED.",
			},
	},

	/* Part C. */
	{
		.name = "mutex_lets_one_in_at_a_time",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"Three tasks that lock are inside one after the other, "
			"in the order in which they came.",
		.section = "Part C",
		.hints =
			{
				"Who cannot have it is put into a queue, and "
				"unlock takes the first out of it.",
				"co__waiter_suspend(), co_waiters_push(), "
				"co_waiters_take() in src/waiter.c; "
				"co__mutex_admit() and co__mutex_unlock() in "
				"src/mutex.c.",
				"Under the lock: ask admit, and push when it "
				"says no. In unlock take the first, and let it "
				"go when the lock is released.",
			},
	},
	{
		.name = "mutex_is_handed_over_without_barging_in",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property =
			"Between the unlock and the next one's turn the mutex "
			"is not free.",
		.section = "Part C",
		.hints =
			{
				"To free it and then wake somebody leaves a "
				"gap in which anybody gets in.",
				"co__mutex_unlock() when somebody waits.",
				"The state stays held: with the first waiter "
				"taken out, set HELD if the queue is empty "
				"now, leave WANTED if it is not.",
			},
	},
	{
		.name = "mutex_waiter_resumes_on_its_executor",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property =
			"A waiter goes on on its own executor, not on that of "
			"the one who unlocks.",
		.section = "Part C",
		.hints =
			{
				"The thread that unlocks is a foreign one to "
				"the waiter.",
				"co_waiter_go() in src/waiter.c.",
				"co_task_wake(), never co_resume().",
			},
	},
	{
		.name = "cancelled_waiter_leaves_the_queue",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property =
			"A waiter that is cancelled ends with -ECANCELED, and "
			"the one behind it gets the mutex.",
		.section = "Part C",
		.hints =
			{
				"A waiter that left must not be handed "
				"anything.",
				"cancelled() and co_waiters_remove() in "
				"src/waiter.c.",
				"Under the lock take it out of the queue; if "
				"it was there, its result is -ECANCELED, and "
				"without the lock it goes on.",
			},
	},
	{
		.name = "killed_waiter_leaves_the_queue",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "cancelled_waiter_leaves_the_queue",
		.property = "A waiter that is killed is out of the queue.",
		.section = "Part C",
		.hints =
			{
				"A frame that is gone must not be in a queue.",
				"co__waiter_detach().",
				"Take it out under the lock; -EBUSY if it was "
				"not there any more; then deregister from the "
				"token.",
			},
	},
	{
		.name = "mutex_says_who_locks_twice",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property =
			"A task that locks what it holds stops with a message "
			"that names it.",
		.section = "Part C",
		.hints =
			{
				"It would wait for itself for ever.",
				"The first lines of co__mutex_admit().",
				"CO_ASSERT that the holder is not w->self, "
				"with \"holds already\"; so remember the "
				"holder "
				"wherever the mutex changes hands.",
			},
	},
	{
		.name = "mutex_is_not_unlocked_when_free",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property = "Unlocking a free mutex stops with a message.",
		.section = "Part C",
		.hints =
			{
				"Otherwise the next two would both get in.",
				"The first lines of co__mutex_unlock().",
				"CO_ASSERT that the state is not "
				"CO_MUTEX_FREE, with \"not locked\".",
			},
	},
	{
		.name = "three_tasks_lock_in_turn",
		.part = "C",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "mutex_lets_one_in_at_a_time",
		.builds = RUBRIC_EXPLORE,
		.program = "mutex",
		.seconds = 60,
		.property =
			"Three threads that lock and unlock lose no wake-up "
			"and never meet inside.",
		.section = "Part C",
		.hints =
			{
				"Between 'it is held' and 'I wait' the holder "
				"may unlock, and see nobody.",
				"co__mutex_admit(): the step from HELD to "
				"WANTED.",
				"Change HELD to WANTED by compare and "
				"exchange, in a loop with the attempt to lock; "
				"only then say no.",
			},
	},
	{
		.name = "granted_wait_ends_once",
		.part = "C",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancelled_waiter_leaves_the_queue",
		.builds = RUBRIC_EXPLORE,
		.program = "several",
		.seconds = 60,
		.property = "A cancel request that comes after the grant does "
			    "not end the wait a second time.",
		.section = "Part C",
		.hints =
			{
				"Who takes the waiter out of its queue ends "
				"the wait, and nobody else.",
				"cancelled(): the waiter may be out already.",
				"Call co_waiter_go() there only when it was "
				"you who took it out.",
			},
	},
	{
		.name = "cancel_meets_hand_over",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "granted_wait_ends_once",
		.builds = RUBRIC_EXPLORE,
		.program = "mutex",
		.seconds = 60,
		.property =
			"A cancel request that meets the hand-over ends the "
			"wait once, and the mutex is not lost.",
		.section = "Part C",
		.hints =
			{
				"Both want to end the same wait. Only one "
				"finds the waiter in the queue.",
				"cancelled(), and what co_waiters_remove() "
				"returns.",
				"If the waiter was not in the queue any more, "
				"do nothing: it has the mutex.",
			},
	},
	{
		.name = "cancel_meets_suspend",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancelled_waiter_leaves_the_queue",
		.builds = RUBRIC_EXPLORE,
		.program = "mutex",
		.seconds = 60,
		.property =
			"A cancel request that comes while the task is still "
			"suspending resumes it once.",
		.section = "Part C",
		.hints =
			{
				"Two use the frame: suspend, and whoever ends "
				"the wait.",
				"co__waiter_suspend() after it has pushed, and "
				"co_waiter_go().",
				"Count two arrivals in @pending; the last one "
				"lets the task go on: by co_task_wake() in "
				"co_waiter_go(), by returning @self in "
				"suspend.",
			},
	},
	{
		.name = "first_waiter_is_cancelled",
		.part = "C",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancelled_waiter_leaves_the_queue",
		.property = "The first of three can leave the queue.",
		.section = "Part C",
		.hints =
			{
				"Who leaves at the front moves the front.",
				"co_waiters_remove().",
				"If nobody stands before it, @first becomes "
				"its next.",
			},
	},
	{
		.name = "middle_waiter_is_cancelled",
		.part = "C",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "first_waiter_is_cancelled",
		.property = "One in the middle can leave the queue.",
		.section = "Part C",
		.hints =
			{
				"The one before it has to point past it.",
				"co_waiters_remove().",
				"Walk from @first and remember the one before.",
			},
	},
	{
		.name = "last_waiter_is_cancelled",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "middle_waiter_is_cancelled",
		.property =
			"The last can leave the queue, and the next that comes "
			"is not lost.",
		.section = "Part C",
		.hints =
			{
				"The queue remembers its last one as well.",
				"co_waiters_remove().",
				"If @last was the one that left, @last becomes "
				"the one before it.",
			},
	},
	{
		.name = "last_waiter_is_killed",
		.part = "C",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "killed_waiter_leaves_the_queue",
		.property =
			"A killed waiter leaves the queue as a cancelled one "
			"does.",
		.section = "Part C",
		.hints =
			{
				"The same queue, the same way out.",
				"co__waiter_detach().",
				"Use the same function as for the cancel "
				"request.",
			},
	},
	{
		.name = "granted_waiter_cannot_be_killed",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "last_waiter_is_killed",
		.property =
			"A waiter that was granted what it waited for is not "
			"killed: -EBUSY.",
		.section = "Part C",
		.hints =
			{
				"It has something now that somebody must give "
				"back, and it is about to run.",
				"co__waiter_detach().",
				"-EBUSY when the waiter was not in the queue.",
			},
	},
	{
		.name = "grant_before_cancel_counts",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancelled_waiter_leaves_the_queue",
		.property =
			"A task to which the mutex was handed has it, though "
			"it is cancelled before it runs.",
		.section = "Part C",
		.hints =
			{
				"The first to end the wait decides.",
				"cancelled().",
				"Write -ECANCELED only when you took the "
				"waiter out.",
			},
	},
	{
		.name = "asked_before_it_waits",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancelled_waiter_leaves_the_queue",
		.property =
			"A task whose token was asked before does not stay in "
			"the queue.",
		.section = "Part C",
		.hints =
			{
				"To register with a token that was asked runs "
				"the callback there and then.",
				"co__waiter_suspend().",
				"Register after the waiter is queued and the "
				"lock is released; the callback takes the "
				"lock.",
			},
	},
	{
		.name = "mutex_is_not_destroyed_while_wanted",
		.part = "C",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "mutex_lets_one_in_at_a_time",
		.property = "A mutex that somebody waits for is not destroyed.",
		.section = "Part C",
		.hints =
			{
				"The queue says whether anybody waits.",
				"co_waiters_push(): does @first say so?",
				"co_mutex_fini() is given; it looks at "
				"waiters.first and at the waiter's task.",
			},
	},
	{
		.name = "mutex_is_not_destroyed_while_locked",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "mutex_is_not_destroyed_while_wanted",
		.property = "A mutex that is locked is not destroyed.",
		.section = "Part C",
		.hints =
			{
				"The state says whether it is locked.",
				"co__mutex_try_lock().",
				"co_mutex_fini() is given; it looks at @state.",
			},
	},
	{
		.name = "mutex_is_unlocked_by_its_holder",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "mutex_is_not_unlocked_when_free",
		.property =
			"A task that does not hold the mutex cannot unlock it.",
		.section = "Part C",
		.hints =
			{
				"The mutex knows its holder, for messages.",
				"The first lines of co__mutex_unlock().",
				"CO_ASSERT that co_current() is the holder, "
				"with \"holds it\".",
			},
	},
	{
		.name = "ended_waiter_is_off_its_token",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "killed_waiter_leaves_the_queue",
		.property = "A waiter that was killed, or whose executor "
			    "refused it when it was woken, is not called by "
			    "its token any more.",
		.section = "Part C",
		.hints =
			{
				"The frame goes away, the token stays.",
				"co_waiter_go() before the wake, and "
				"co__waiter_detach().",
				"co_cancel_deregister() in both: a task that "
				"is refused does not come back to look at its "
				"awaiter.",
			},
	},

	/* Part D. */
	{
		.name = "readers_share",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property = "Readers are inside together.",
		.section = "Part D",
		.hints =
			{
				"A reader needs that no writer is inside, and "
				"nothing more.",
				"co__shared_mutex_admit() in "
				"src/shared_mutex.c.",
				"Count the readers that are inside.",
			},
	},
	{
		.name = "writers_are_alone",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property = "A writer is inside alone.",
		.section = "Part D",
		.hints =
			{
				"A writer needs that nobody is inside.",
				"co__shared_mutex_admit() and "
				"co__shared_mutex_unlock().",
				"A writer goes in when there are neither "
				"readers nor a writer.",
			},
	},
	{
		.name = "reader_waits_behind_a_waiting_writer",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "readers_share",
		.property =
			"A reader that finds a writer waiting waits behind it, "
			"and a run of readers wakes together.",
		.section = "Part D",
		.hints =
			{
				"Who may go in at once could overtake a writer "
				"for ever.",
				"co__shared_mutex_admit(), and the loop of "
				"co__shared_mutex_unlock().",
				"Nobody goes straight in while the queue is "
				"not empty. After an unlock, take from the "
				"front as long as the first may go in.",
			},
	},
	{
		.name = "readers_go_on_when_the_writer_before_them_leaves",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "reader_waits_behind_a_waiting_writer",
		.property = "When a waiting writer is cancelled, the readers "
			    "behind it go on.",
		.section = "Part D",
		.hints =
			{
				"They waited because of it, and nobody will "
				"unlock for them.",
				"co__shared_mutex_left().",
				"Do what unlock does after it has counted "
				"down: from the front, all that may.",
			},
	},
	{
		.name = "try_lock_does_not_overtake",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "reader_waits_behind_a_waiting_writer",
		.property = "Trying does not overtake those who wait.",
		.section = "Part D",
		.hints =
			{
				"Trying is entering without a place in the "
				"queue.",
				"co__shared_mutex_try().",
				"False while anybody waits.",
			},
	},
	{
		.name = "shared_mutex_is_unlocked_as_it_was_locked",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "readers_share",
		.property = "Unlocking in another way than it was locked stops "
			    "with a message.",
		.section = "Part D",
		.hints =
			{
				"Otherwise the counts are wrong from then on.",
				"The first lines of co__shared_mutex_unlock().",
				"CO_ASSERT, with \"not locked\": for a writer "
				"that there is one, for a reader that there "
				"are some.",
			},
	},
	{
		.name = "readers_and_writer_keep_apart",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "reader_waits_behind_a_waiting_writer",
		.builds = RUBRIC_EXPLORE,
		.program = "mutex",
		.seconds = 60,
		.property =
			"Two readers and a writer on three threads never meet "
			"where they must not, and all get in.",
		.section = "Part D",
		.hints =
			{
				"To see that it is free and to take it is one "
				"step.",
				"All of src/shared_mutex.c.",
				"Look and change under the lock; wake without "
				"it.",
			},
	},
	{
		.name = "cancelled_writer_holds_up_nobody",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "readers_go_on_when_the_writer_before_them_leaves",
		.builds = RUBRIC_EXPLORE,
		.program = "mutex",
		.seconds = 60,
		.property = "A writer that is cancelled at any moment holds up "
			    "nobody.",
		.section = "Part D",
		.hints =
			{
				"Whether the reader comes before or after the "
				"writer leaves, it must get in.",
				"co__shared_mutex_left(), and that it runs "
				"under the lock.",
				"Admit from the front in the same step in "
				"which the writer left.",
			},
	},
	{
		.name = "shared_mutex_is_not_unlocked_when_free",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "shared_mutex_is_unlocked_as_it_was_locked",
		.property =
			"Unlocking a free shared mutex stops with a message.",
		.section = "Part D",
		.hints =
			{
				"The count of readers must not wrap around.",
				"The first lines of co__shared_mutex_unlock().",
				"CO_ASSERT that there are readers, with \"not "
				"locked\".",
			},
	},
	{
		.name = "reader_does_not_unlock_as_a_writer",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "shared_mutex_is_not_unlocked_when_free",
		.property = "A reader that unlocks as a writer stops with a "
			    "message.",
		.section = "Part D",
		.hints =
			{
				"There is no writer that could unlock.",
				"The first lines of co__shared_mutex_unlock().",
				"CO_ASSERT that there is a writer, with \"not "
				"locked\".",
			},
	},
	{
		.name = "shared_mutex_is_not_destroyed_while_locked",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "reader_does_not_unlock_as_a_writer",
		.property = "A shared mutex that is locked is not destroyed.",
		.section = "Part D",
		.hints =
			{
				"The counts say whether it is locked.",
				"co__shared_mutex_try().",
				"co_shared_mutex_fini() is given; it looks at "
				"@readers and @writer.",
			},
	},
	{
		.name = "shared_mutex_is_not_destroyed_while_wanted",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "shared_mutex_is_not_destroyed_while_locked",
		.property = "A shared mutex that somebody waits for is not "
			    "destroyed.",
		.section = "Part D",
		.hints =
			{
				"The queue says whether anybody waits.",
				"co__shared_mutex_admit(): does it say no to a "
				"writer while a reader is inside?",
				"co_shared_mutex_fini() is given; it looks at "
				"the queue.",
			},
	},
	{
		.name = "locks_allocate_nothing",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancelled_waiter_leaves_the_queue",
		.property = "Locking, waiting, leaving and unlocking allocate "
			    "no memory.",
		.section = "Part D",
		.hints =
			{
				"A waiter sits in the frame of its task.",
				"src/waiter.c, src/mutex.c and "
				"src/shared_mutex.c.",
				"Nothing there needs malloc(): link the "
				"waiters themselves.",
			},
	},

	/* Part E. */
	{
		.name = "promise_tells_all_before_and_after",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property = "All that wait go on in order, and one that comes "
			    "later finds the value.",
		.section = "Part E",
		.hints =
			{
				"Complete is a state: it stays.",
				"complete() and promise_admit() in "
				"src/shared_promise.c.",
				"Under the lock write the result and take all "
				"waiters out; admit says yes when it is "
				"complete.",
			},
	},
	{
		.name = "promise_keeps_its_first_result",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "promise_tells_all_before_and_after",
		.property =
			"The first result stands; a later one is refused with "
			"-EALREADY.",
		.section = "Part E",
		.hints =
			{
				"Somebody may have read the first one already.",
				"complete().",
				"If it is complete, change nothing; and let "
				"admit pass @error on as the result.",
			},
	},
	{
		.name = "promise_is_claimed_once",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "promise_tells_all_before_and_after",
		.property =
			"The first that claims is told to compute, and nobody "
			"after it.",
		.section = "Part E",
		.hints =
			{
				"Compute once means that one is chosen.",
				"co_shared_promise_claim().",
				"True when it was neither claimed nor "
				"complete; from then on it is claimed.",
			},
	},
	{
		.name = "promise_meets_two_awaits",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "promise_tells_all_before_and_after",
		.builds = RUBRIC_EXPLORE,
		.program = "small",
		.seconds = 60,
		.property =
			"Nobody is left behind who comes while the promise is "
			"completed.",
		.section = "Part E",
		.hints =
			{
				"To look whether it is complete and to queue "
				"is one step.",
				"complete(): what it does under the lock.",
				"Set @complete and take the waiters out in one "
				"stretch under the lock.",
			},
	},
	{
		.name = "one_of_three_computes",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "promise_is_claimed_once",
		.builds = RUBRIC_EXPLORE,
		.program = "small",
		.seconds = 60,
		.property =
			"Of three that claim at the same moment one computes.",
		.section = "Part E",
		.hints =
			{
				"To look and to claim is one step.",
				"co_shared_promise_claim().",
				"Under the lock, both.",
			},
	},
	{
		.name = "promise_is_not_destroyed_while_awaited",
		.part = "E",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "promise_keeps_its_first_result",
		.property = "A promise that somebody awaits is not destroyed.",
		.section = "Part E",
		.hints =
			{
				"The queue says whether anybody waits.",
				"promise_admit(): does it say no while there "
				"is no result?",
				"co_shared_promise_fini() is given; it looks "
				"at the queue.",
			},
	},
	{
		.name = "promise_fails_with_an_error_only",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "promise_is_not_destroyed_while_awaited",
		.property =
			"A promise that fails with something that is no error "
			"stops with a message.",
		.section = "Part E",
		.hints =
			{
				"Errors are negative.",
				"co_shared_promise_fail(): it is given.",
				"Keep its CO_ASSERT.",
			},
	},

	/* Part F. */
	{
		.name = "manual_event_lets_all_through",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property =
			"A manual event lets all through that wait and that "
			"come, until it is reset.",
		.section = "Part F",
		.hints =
			{
				"It is a door: it stays as it is.",
				"co_event_set() and event_admit() in "
				"src/event.c.",
				"Set: is_set, and all waiters out. Admit: "
				"is_set.",
			},
	},
	{
		.name = "automatic_event_lets_one_through",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "manual_event_lets_all_through",
		.property = "An automatic event lets one through for each set; "
			    "sets are not counted.",
		.section = "Part F",
		.hints =
			{
				"It is a turnstile: who goes through closes "
				"it.",
				"co_event_set() and event_admit().",
				"If somebody waits, take one out and leave it "
				"not set; otherwise it is set, and the next "
				"that is admitted resets it.",
			},
	},
	{
		.name = "latch_opens_at_zero",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "manual_event_lets_all_through",
		.property = "A latch opens when its count reaches zero, and "
			    "refuses to go below.",
		.section = "Part F",
		.hints =
			{
				"A count and an event, under the event's lock.",
				"co_latch_count_down() in src/event.c.",
				"-ERANGE when n is more than the count, and "
				"nothing else changes; at zero do what setting "
				"the event does, in the same stretch under the "
				"lock.",
			},
	},
	{
		.name = "semaphore_gives_permits_in_order",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property =
			"Permits go to those who wait, in order; what is left "
			"is kept; the count does not overflow.",
		.section = "Part F",
		.hints =
			{
				"A permit is handed over, like the mutex.",
				"co_semaphore_release() in src/semaphore.c.",
				"While there are permits left and somebody "
				"waits, take one out; add the rest to the "
				"count.",
			},
	},
	{
		.name = "channel_keeps_order_and_bounds",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property =
			"Values come out in the order in which they went in, "
			"and no more are inside than there is room.",
		.section = "Part F",
		.hints =
			{
				"A ring of slots, and two queues: senders "
				"while it is full, receivers while it is "
				"empty.",
				"send_admit() and receive_admit() in "
				"src/channel.c.",
				"Who takes a value out makes room: put the "
				"value of the first sender that waits behind "
				"the others, and wake it.",
			},
	},
	{
		.name = "closed_channel_is_drained",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "channel_keeps_order_and_bounds",
		.property = "After a close nothing more is sent, and what is "
			    "inside can still be received.",
		.section = "Part F",
		.hints =
			{
				"Closed is for senders; receivers are told "
				"when it is closed and empty.",
				"receive_admit() and co_channel_close().",
				"-EPIPE for a receiver only when there is no "
				"value; on close all that wait are told "
				"-EPIPE.",
			},
	},
	{
		.name = "baton_is_posted_before_or_after",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property = "A baton lets its task through, whether it is "
			    "posted before the wait or after it.",
		.section = "Part F",
		.hints =
			{
				"One word has three meanings: empty, posted, "
				"or the task that waits.",
				"baton_suspend() and co_baton_post() in "
				"src/baton.c.",
				"Wait: compare and exchange empty for the "
				"task; when that fails it was posted, so "
				"return @self. Post: exchange for posted, and "
				"wake the task if one stood there.",
			},
	},
	{
		.name = "wait_group_waits_for_zero_again_and_again",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "manual_event_lets_all_through",
		.property = "A wait group lets all through at zero, closes "
			    "when there is more to do, and keeps its count in "
			    "its bounds.",
		.section = "Part F",
		.hints =
			{
				"It is a manual event that is set while the "
				"count is zero.",
				"co_wait_group_add() and co_wait_group_done() "
				"in src/wait_group.c.",
				"Count and event change in one stretch under "
				"the lock of the event: an add resets it, the "
				"done that reaches zero sets it and takes all "
				"waiters out.",
			},
	},
	{
		.name = "condition_wakes_one_or_all_in_order",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property = "A notify wakes the first that waits, or all in "
			    "order, and each holds the mutex when it goes on.",
		.section = "Part F",
		.hints =
			{
				"To be notified is not to hold the mutex: "
				"whoever is woken locks it again, behind those "
				"that want it already.",
				"condition_body() and the two notifies in "
				"src/condition.c.",
				"Await the waiter with condition_queued(), "
				"await co_mutex_lock(), and pass the mutex to "
				"@owner by co__mutex_pass().",
			},
	},
	{
		.name = "cancelled_condition_wait_holds_the_mutex",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "condition_wakes_one_or_all_in_order",
		.property = "A wait that is cancelled ends with -ECANCELED, "
			    "and still holds the mutex.",
		.section = "Part F",
		.hints =
			{
				"The caller unlocks in any case: it must hold "
				"the mutex in any case.",
				"condition_body(), between the two awaits.",
				"Keep the result of the first await, take the "
				"token off this task (self->cancel = NULL), "
				"lock, and finish with that result.",
			},
	},
	{
		.name = "woken_waiter_may_wait_elsewhere",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "manual_event_lets_all_through",
		.property = "When several are woken, each may use its waiter "
			    "for another wait before the next one is woken.",
		.section = "Part C",
		.hints =
			{
				"A task without an executor runs inside the "
				"wake.",
				"co_waiters_go() in src/waiter.c.",
				"Read the link to the next one before you let "
				"this one go.",
			},
	},
	{
		.name = "event_meets_two_waits",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "automatic_event_lets_one_through",
		.builds = RUBRIC_EXPLORE,
		.program = "small",
		.seconds = 60,
		.property =
			"A set that meets two waits lets one or both through, "
			"as the kind says, and is not lost.",
		.section = "Part F",
		.hints =
			{
				"Between 'it is not set' and 'I wait' the set "
				"may come.",
				"event_admit(): it is called under the lock; "
				"co_event_set() must take it too.",
				"Set and take out in one stretch under the "
				"lock.",
			},
	},
	{
		.name = "latch_counts_every_one",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "latch_opens_at_zero",
		.builds = RUBRIC_EXPLORE,
		.program = "small",
		.seconds = 60,
		.property = "Two that count down at the same moment are both "
			    "counted.",
		.section = "Part F",
		.hints =
			{
				"To read, subtract and write back is three "
				"steps.",
				"co_latch_count_down().",
				"Under the lock.",
			},
	},
	{
		.name = "permit_is_taken_once",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "semaphore_gives_permits_in_order",
		.builds = RUBRIC_EXPLORE,
		.program = "small",
		.seconds = 60,
		.property = "One permit and two who want it: one gets it.",
		.section = "Part F",
		.hints =
			{
				"A permit is given to a waiter or added to the "
				"count, never both.",
				"co_semaphore_release().",
				"Take one off @n for each waiter that you take "
				"out.",
			},
	},
	{
		.name = "permit_meets_cancel",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "semaphore_gives_permits_in_order",
		.builds = RUBRIC_EXPLORE,
		.program = "small",
		.seconds = 60,
		.property =
			"A permit that meets a cancel request is either taken "
			"or still there.",
		.section = "Part F",
		.hints =
			{
				"Who takes the waiter out decides.",
				"co_semaphore_release() and cancelled() in "
				"src/waiter.c.",
				"Take waiters out with co_waiters_take() under "
				"the lock, and nowhere else.",
			},
	},
	{
		.name = "channel_loses_nothing_at_close",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "closed_channel_is_drained",
		.builds = RUBRIC_EXPLORE,
		.program = "small",
		.seconds = 60,
		.property =
			"What was sent before a close is received, in every "
			"schedule.",
		.section = "Part F",
		.hints =
			{
				"A send that returned 0 is a promise.",
				"co_channel_close() and receive_admit().",
				"Close changes no slot; a sender that waits is "
				"told -EPIPE and its value was not sent.",
			},
	},
	{
		.name = "cancelled_sender_sends_nothing",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "channel_keeps_order_and_bounds",
		.property =
			"A sender that is cancelled while it waits has sent "
			"nothing.",
		.section = "Part F",
		.hints =
			{
				"The value of a sender that waits is in its "
				"frame, not in the channel.",
				"receive_admit(): from where it takes the next "
				"value.",
				"Put a sender's value into the slots only when "
				"you take the sender out.",
			},
	},
	{
		.name = "event_is_not_destroyed_while_awaited",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "manual_event_lets_all_through",
		.property =
			"An event that somebody waits for is not destroyed.",
		.section = "Part F",
		.hints =
			{
				"The queue says whether anybody waits.",
				"event_admit(): does it say no when the event "
				"is not set?",
				"co_event_fini() is given; it looks at the "
				"queue.",
			},
	},
	{
		.name = "channel_refuses_capacity_0",
		.part = "F",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "closed_channel_is_drained",
		.property = "A channel without room is not made.",
		.section = "Part F",
		.hints =
			{
				"Nothing could ever be sent.",
				"co_channel_init().",
				"-EINVAL before anything is written.",
			},
	},
	{
		.name = "channel_is_closed_once",
		.part = "F",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "channel_refuses_capacity_0",
		.property = "A second close is refused with -EALREADY, and "
			    "nothing more is sent.",
		.section = "Part F",
		.hints =
			{
				"Closed is a state: it stays.",
				"co_channel_close().",
				"Look at @closed before you set it, under the "
				"lock.",
			},
	},
	{
		.name = "full_channel_is_not_destroyed_while_awaited",
		.part = "F",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "channel_is_closed_once",
		.property =
			"A channel with a sender that waits is not destroyed.",
		.section = "Part F",
		.hints =
			{
				"There are two queues.",
				"send_admit(): does a sender wait when there "
				"is no room?",
				"co_channel_fini() is given; it looks at both "
				"queues.",
			},
	},
	{
		.name = "channel_is_not_destroyed_while_awaited",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "full_channel_is_not_destroyed_while_awaited",
		.property =
			"A channel that somebody waits for is not destroyed, "
			"and one without slots is not made.",
		.section = "Part F",
		.hints =
			{
				"Bad input is refused before anything is "
				"written.",
				"co_channel_init() and receive_admit().",
				"-EINVAL without slots or capacity; a receiver "
				"of an empty channel waits in @receivers.",
			},
	},
	{
		.name = "latch_refuses_to_go_below_zero",
		.part = "F",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "latch_opens_at_zero",
		.property = "A count down by too much is refused, and the "
			    "count is as it was.",
		.section = "Part F",
		.hints =
			{
				"An error changes nothing.",
				"co_latch_count_down().",
				"Compare before you subtract.",
			},
	},
	{
		.name = "latch_is_not_destroyed_while_awaited",
		.part = "F",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "latch_refuses_to_go_below_zero",
		.property = "A latch that somebody waits for is not destroyed.",
		.section = "Part F",
		.hints =
			{
				"The queue of its event says whether anybody "
				"waits.",
				"co_latch_init(): is it shut while the count "
				"is not 0?",
				"co_latch_fini() is given; it looks at the "
				"queue.",
			},
	},
	{
		.name = "latch_of_zero_is_open",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "latch_is_not_destroyed_while_awaited",
		.property = "A latch of zero is open from the start.",
		.section = "Part F",
		.hints =
			{
				"Nobody will ever count it down.",
				"co_latch_init().",
				"is_set when the count is 0.",
			},
	},
	{
		.name = "baton_wakes_task_on_its_executor",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "baton_is_posted_before_or_after",
		.property = "The task goes on on its own executor, not inside "
			    "the post.",
		.section = "Part F",
		.hints =
			{
				"Whoever posts is a stranger to the task that "
				"waits.",
				"The last lines of co_baton_post().",
				"co_task_wake(), never co_resume().",
			},
	},
	{
		.name = "baton_post_meets_wait",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "baton_is_posted_before_or_after",
		.builds = RUBRIC_EXPLORE,
		.program = "handing",
		.seconds = 60,
		.property = "Two posts that meet the wait let the task through "
			    "once.",
		.section = "Part F",
		.hints =
			{
				"To look at the word and to change it is one "
				"step, on both sides.",
				"baton_suspend() and co_baton_post().",
				"Compare and exchange in the wait, exchange in "
				"the post; what stood there before says what "
				"to do.",
			},
	},
	{
		.name = "wait_group_counts_every_one",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "wait_group_waits_for_zero_again_and_again",
		.builds = RUBRIC_EXPLORE,
		.program = "handing",
		.seconds = 60,
		.property = "Two that are done at the same moment are both "
			    "counted, and the wait ends once.",
		.section = "Part F",
		.hints =
			{
				"To read, subtract and write back is three "
				"steps.",
				"co_wait_group_done().",
				"Under the lock of the event, together with "
				"the set.",
			},
	},
	{
		.name = "notify_meets_two_waits",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "condition_wakes_one_or_all_in_order",
		.builds = RUBRIC_EXPLORE,
		.program = "handing",
		.seconds = 60,
		.property = "A notify under the mutex is missed by nobody who "
			    "found nothing and waits.",
		.section = "Part F",
		.hints =
			{
				"Between the unlock and the queue a notify "
				"finds nobody.",
				"condition_body() and condition_queued().",
				"Unlock in condition_queued(), which is called "
				"when the waiter is in the queue; not before "
				"the await.",
			},
	},
	{
		.name = "semaphore_refuses_to_overflow",
		.part = "F",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "semaphore_gives_permits_in_order",
		.property = "A release that would overflow the count is "
			    "refused, and the count is as it was.",
		.section = "Part F",
		.hints =
			{
				"An error changes nothing.",
				"co_semaphore_release().",
				"Compare n with SIZE_MAX minus the permits "
				"before you wake anybody.",
			},
	},
	{
		.name = "semaphore_is_not_destroyed_while_awaited",
		.part = "F",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "semaphore_refuses_to_overflow",
		.property =
			"A semaphore that somebody waits for is not destroyed.",
		.section = "Part F",
		.hints =
			{
				"The queue says whether anybody waits.",
				"semaphore_admit(): does it say no without "
				"permits?",
				"co_semaphore_fini() is given; it looks at the "
				"queue.",
			},
	},
	{
		.name = "events_latches_and_semaphores_allocate_nothing",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "semaphore_is_not_destroyed_while_awaited",
		.property = "Waiting for events, latches and permits allocates "
			    "no memory.",
		.section = "Part F",
		.hints =
			{
				"A waiter sits in the frame of its task.",
				"src/event.c and src/semaphore.c.",
				"Keep those that you woke in a struct "
				"co_waiters on the stack.",
			},
	},
	{
		.name = "wait_group_refuses_to_overflow",
		.part = "F",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "wait_group_waits_for_zero_again_and_again",
		.property = "An add that would overflow the count is refused, "
			    "and the count is as it was.",
		.section = "Part F",
		.hints =
			{
				"An error changes nothing.",
				"co_wait_group_add().",
				"Compare n with SIZE_MAX minus the count.",
			},
	},
	{
		.name = "wait_group_is_not_destroyed_while_awaited",
		.part = "F",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "wait_group_refuses_to_overflow",
		.property = "A wait group that somebody waits for is not "
			    "destroyed.",
		.section = "Part F",
		.hints =
			{
				"The queue of its event says whether anybody "
				"waits.",
				"co_wait_group_add(): is the event reset?",
				"co_wait_group_fini() is given; it looks at "
				"the queue.",
			},
	},
	{
		.name = "wait_group_is_awaited_until_zero",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "wait_group_is_not_destroyed_while_awaited",
		.property = "One that gives up does not end the wait of the "
			    "others; zero does.",
		.section = "Part F",
		.hints =
			{
				"A cancelled waiter leaves the queue, and the "
				"count is not its business.",
				"co_wait_group_done().",
				"Only the done that reaches zero takes waiters "
				"out.",
			},
	},
	{
		.name = "condition_wants_its_mutex_held",
		.part = "F",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "condition_wakes_one_or_all_in_order",
		.property = "A task that waits for a condition without its "
			    "mutex stops with a message.",
		.section = "Part F",
		.hints =
			{
				"It would unlock what it does not hold.",
				"co_condition_wait(): it is given.",
				"Keep its CO_ASSERT, and the holder of your "
				"mutex right.",
			},
	},
	{
		.name = "condition_is_not_destroyed_while_awaited",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "condition_wants_its_mutex_held",
		.property =
			"A condition that somebody waits for is not destroyed.",
		.section = "Part F",
		.hints =
			{
				"The queue says whether anybody waits.",
				"condition_body(): is the waiter in the queue "
				"of the condition?",
				"co_condition_fini() is given; it looks at the "
				"queue.",
			},
	},
	{
		.name = "baton_refuses_a_second_waiter",
		.part = "F",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "baton_is_posted_before_or_after",
		.property = "A second task that waits for a baton stops with a "
			    "message that names the first.",
		.section = "Part F",
		.hints =
			{
				"The word has room for one.",
				"baton_suspend() when the swap fails.",
				"CO_ASSERT that what stood there is "
				"CO_BATON_POSTED, with \"waits already\" and "
				"the name of the task that stands there.",
			},
	},
	{
		.name = "baton_is_not_destroyed_while_awaited",
		.part = "F",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "baton_refuses_a_second_waiter",
		.property = "A baton that somebody waits for is not destroyed.",
		.section = "Part F",
		.hints =
			{
				"The word says whether anybody waits.",
				"baton_suspend(): is the task in the word?",
				"co_baton_fini() is given; it looks at the "
				"word.",
			},
	},
	{
		.name = "batons_and_wait_groups_allocate_nothing",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "baton_is_not_destroyed_while_awaited",
		.property = "Waiting for batons and wait groups allocates no "
			    "memory.",
		.section = "Part F",
		.hints =
			{
				"The task itself is what a baton remembers.",
				"src/baton.c and src/wait_group.c.",
				"Nothing there needs malloc().",
			},
	},
	{
		.name = "notify_meets_cancel",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancelled_condition_wait_holds_the_mutex",
		.builds = RUBRIC_EXPLORE,
		.program = "several",
		.seconds = 60,
		.property = "A notify that meets a cancel request wakes one "
			    "task, and is not lost with the one that left.",
		.section = "Part F",
		.hints =
			{
				"Who is taken out by the cancel is not there "
				"for the notify.",
				"condition_body() and the notifies.",
				"Take waiters out with co_waiters_take() under "
				"the lock of the condition; the rest is "
				"src/waiter.c.",
			},
	},
	{
		.name = "two_senders_meet_a_receiver",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "channel_keeps_order_and_bounds",
		.builds = RUBRIC_EXPLORE,
		.program = "several",
		.seconds = 60,
		.property =
			"Of two senders and a receiver on three threads nobody "
			"is left, and each one's values come in order.",
		.section = "Part F",
		.hints =
			{
				"Who takes a value out makes room for one.",
				"receive_admit().",
				"Move the value of the first sender that waits "
				"into the slots in the same step, and wake it.",
			},
	},
	{
		.name = "wait_group_grows_while_awaited",
		.part = "F",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "wait_group_waits_for_zero_again_and_again",
		.builds = RUBRIC_EXPLORE,
		.program = "several",
		.seconds = 60,
		.property = "A group that grows while it is awaited is awaited "
			    "until nothing is left.",
		.section = "Part F",
		.hints =
			{
				"The count and the event say the same at every "
				"moment.",
				"co_wait_group_add() and co_wait_group_done().",
				"Change both in one stretch under the lock of "
				"the event.",
			},
	},

	/* Part G. */
	{
		.name = "transfer_moves_money",
		.part = "G",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property = "A transfer moves the amount, or nothing when "
			    "there is not enough.",
		.section = "Part G",
		.hints =
			{
				"Both balances change while both mutexes are "
				"held.",
				"transfer_body() in src/transfer.c.",
				"Take the mark out and run it: this test "
				"passes with what is given, and must still "
				"pass when it is mended.",
			},
	},
	{
		.name = "transfer_to_itself_ends",
		.part = "G",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "transfer_moves_money",
		.property = "A transfer from an account to itself ends: a task "
			    "does not wait for a lock that it holds.",
		.section = "Part G",
		.hints =
			{
				"Who holds a lock and awaits a task that wants "
				"it waits for itself.",
				"The await of the deposit in transfer_body().",
				"Lock the mutexes here instead of awaiting a "
				"task that locks; and when both accounts are "
				"the same, lock one.",
			},
	},
	{
		.name = "transfers_meet",
		.part = "G",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "transfer_to_itself_ends",
		.builds = RUBRIC_EXPLORE,
		.program = "handing",
		.seconds = 60,
		.property = "Transfers in both directions at the same time all "
			    "come to an end.",
		.section = "Part G",
		.hints =
			{
				"Two tasks that lock two mutexes in different "
				"orders can each hold one and want the other.",
				"The order of the two locks in "
				"transfer_body().",
				"Choose an order that all transfers share, for "
				"example by address, whichever way the money "
				"goes.",
			},
	},
	{
		.name = "no_money_is_on_its_way",
		.part = "G",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "transfer_moves_money",
		.builds = RUBRIC_EXPLORE,
		.program = "handing",
		.seconds = 60,
		.property =
			"Whoever holds both mutexes finds all the money there.",
		.section = "Part G",
		.hints =
			{
				"To take from one account and to add to the "
				"other must look like one step.",
				"transfer_body(): what is held when a balance "
				"changes.",
				"Change both balances while both mutexes are "
				"held; do not unlock in between.",
			},
	},
	{
		.name = "cancelled_transfer_unlocks_and_moves_nothing",
		.part = "G",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "transfer_to_itself_ends",
		.property = "A transfer that is cancelled while it waits holds "
			    "no mutex and has moved nothing.",
		.section = "Part G",
		.hints =
			{
				"CO_TRY ends the task where it stands, with "
				"the lock that it has.",
				"The second lock in transfer_body().",
				"CO_AWAIT it, and when co_awaited() is an "
				"error unlock the first mutex before you "
				"finish.",
			},
	},
	{
		.name = "lock_watch_sees_an_inversion",
		.part = "G",
		.points = 0,
		.visibility = RUBRIC_PUBLIC,
		.parent = "mutex_lets_one_in_at_a_time",
		.property = "Locks that are taken in two orders are reported, "
			    "though nobody waited.",
		.section = "Part G",
		.hints =
			{
				"The tables are given: support/lock_watch.c. "
				"They hear of your mutex through the inlines "
				"of co/mutex.h.",
				"co__mutex_unlock() in src/mutex.c.",
				"Both tasks must come to their end: a mutex "
				"that was unlocked is free for the next.",
			},
	},
	{
		.name = "lock_watch_sees_a_leak",
		.part = "G",
		.points = 0,
		.visibility = RUBRIC_PUBLIC,
		.parent = "lock_watch_sees_an_inversion",
		.property = "A task that ends with a lock is reported.",
		.section = "Part G",
		.hints =
			{
				"The tables are given: support/lock_watch.c. "
				"They hear of your mutex through the inlines "
				"of co/mutex.h.",
				"co__mutex_try_lock() in src/mutex.c.",
				"The task gets the free mutex at once and "
				"ends; nothing of yours may unlock it.",
			},
	},
	{
		.name = "lock_watch_sees_a_circle",
		.part = "G",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "lock_watch_sees_a_leak",
		.property = "Two tasks that wait for each other are reported "
			    "as a deadlock, with names.",
		.section = "Part G",
		.hints =
			{
				"The tables are given: support/lock_watch.c. "
				"They hear of your mutex through the inlines "
				"of co/mutex.h.",
				"co__mutex_admit() and co__mutex_try_lock() in "
				"src/mutex.c.",
				"Each task must suspend in its second lock: no "
				"try may succeed, and none may fail with an "
				"error.",
			},
	},
	{0},
};

const struct rubric_lab rubric_lab6 = {
	.number = 6,
	.folder = "lab6-sync",
	.title = "Sync: collecting, locking, sharing",
	.files = files,
	.parts = parts,
	.tests = tests,
};
