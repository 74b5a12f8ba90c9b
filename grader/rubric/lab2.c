// SPDX-License-Identifier: MIT
/*
 * The rubric of lab 2: executors.
 */
#include "rubric.h"

static const char *const files[] = {
	"executor.c",
	"looper.c",
	"new_thread.c",
	"noop.c",
	"pool.c",
	"queue.c",
	"seed_loop.c",
	NULL,
};

static const struct rubric_part parts[] = {
	{"A", "The interface"},
	{"B", "Three small executors"},
	{"C", "The looper"},
	{"D", "A pool, and tasks on other executors"},
	{"E", "The demo of three executors"},
	{0},
};

/* Beyond locks: threads, and what people guard queues with. */
static const char *const symbols[] = {
	"pthread_create",
	"pthread_join",
	"pthread_tryjoin_np",
	"pthread_detach",
	"pthread_attr_init",
	"pthread_attr_setdetachstate",
	"pthread_attr_setstacksize",
	"pthread_attr_destroy",
	"pthread_barrier_init",
	"pthread_barrier_wait",
	"pthread_barrier_destroy",
	"pthread_rwlock_init",
	"pthread_rwlock_rdlock",
	"pthread_rwlock_wrlock",
	"pthread_rwlock_unlock",
	"pthread_rwlock_destroy",
	"sem_init",
	"sem_wait",
	"sem_trywait",
	"sem_post",
	"sem_destroy",
	NULL,
};

static const struct rubric_test tests[] = {
	/* Part A. */
	{
		.name = "queue_pops_in_order_of_push",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"A queue gives its items back in the order in which "
			"they were pushed.",
		.section = "Part A",
		.hints =
			{
				"First in, first out: who was pushed first "
				"stands at @first.",
				"co_queue_push() and co_queue_pop() in "
				"src/queue.c.",
				"Push links the old last item to the new one; "
				"pop moves @first on, and to NULL after the "
				"last item.",
			},
	},
	{
		.name = "queue_link_tells_queued_from_free",
		.part = "A",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.parent = "queue_pops_in_order_of_push",
		.property =
			"The link of an item is NULL exactly while it is in "
			"no queue.",
		.section = "Part A",
		.hints =
			{
				"One field says two things: who is next, and "
				"whether the item is queued at all.",
				"The link of the last item in "
				"co_queue_push(), of the popped one in "
				"co_queue_pop().",
				"The last item links to CO_WORK_LAST, and pop "
				"stores NULL into the item that it hands out.",
			},
	},
	{
		.name = "queue_append_moves_all_behind",
		.part = "A",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.parent = "queue_pops_in_order_of_push",
		.property = "Appending moves a whole queue behind another and "
			    "leaves it empty.",
		.section = "Part A",
		.hints =
			{
				"Only three pointers change, however long the "
				"queues are.",
				"co_queue_append() in src/queue.c.",
				"Link the last of @to to the first of @from, "
				"take over its @last, and make @from empty; "
				"mind an empty queue on either side.",
			},
	},
	{
		.name = "start_runs_first_step_on_executor",
		.part = "A",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"A started task takes its first step on its executor, "
			"not on the thread that starts it.",
		.section = "Part A",
		.hints =
			{
				"Starting is posting: the executor decides "
				"when and where.",
				"co_start() in src/executor.c.",
				"Set the status to CO_SUSPENDED, then "
				"co__task_post(); do not call co_resume().",
			},
	},
	{
		.name = "start_refused_leaves_task_fresh",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "start_runs_first_step_on_executor",
		.property = "A task that its executor refuses to start is as "
			    "fresh as before.",
		.section = "Part A",
		.hints =
			{
				"After an error nothing has changed.",
				"The path of co_start() after co__task_post() "
				"has failed.",
				"Set the status back to CO_CREATED before you "
				"return the error.",
			},
	},
	{
		.name = "start_without_any_executor_is_refused",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "start_runs_first_step_on_executor",
		.property =
			"A task with no executor, started from no executor, "
			"is refused.",
		.section = "Part A",
		.hints =
			{
				"A task must know where to run before it can "
				"be posted.",
				"The first lines of co_start().",
				"Without an executor of its own and without "
				"co_executor_here(), return -EINVAL.",
			},
	},
	{
		.name = "start_twice_stops",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "start_runs_first_step_on_executor",
		.property =
			"Starting a task a second time stops with a message "
			"that names it.",
		.section = "Part A",
		.hints =
			{
				"Only a fresh task can be started.",
				"A CO_ASSERT at the top of co_start().",
				"Assert that co_task_status() is CO_CREATED, "
				"and put the name and status into the message.",
			},
	},
	{
		.name = "reschedule_lets_others_have_a_turn",
		.part = "A",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.parent = "start_runs_first_step_on_executor",
		.property =
			"A task that reschedules itself runs again only after "
			"those that were waiting.",
		.section = "Part A",
		.hints =
			{
				"To give up one's turn is to go to the end of "
				"the queue.",
				"reschedule_suspend() in src/executor.c.",
				"Wake @self, which posts it, and return NULL: "
				"it may run elsewhere before you return.",
			},
	},
	{
		.name = "start_takes_executor_of_who_starts",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "start_runs_first_step_on_executor",
		.property =
			"A task without an executor takes the one of whoever "
			"starts it.",
		.section = "Part A",
		.hints =
			{
				"Where am I running? The thread knows.",
				"co_start(), before the post.",
				"When task->executor is NULL, use "
				"co_executor_here().",
			},
	},
	{
		.name = "start_refused_leaves_task_unbound",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "start_takes_executor_of_who_starts",
		.property = "A task that took over an executor and was refused "
			    "belongs to none again.",
		.section = "Part A",
		.hints =
			{
				"After an error nothing has changed, the "
				"binding included.",
				"The path of co_start() after co__task_post() "
				"has failed.",
				"Remember the executor that the task had, and "
				"put it back.",
			},
	},
	{
		.name = "reschedule_needs_no_stack",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "reschedule_lets_others_have_a_turn",
		.property =
			"Twenty thousand turns run at the same depth of the "
			"stack.",
		.section = "Part A",
		.hints =
			{
				"A turn must go through the queue, and the "
				"stack unwind in between.",
				"reschedule_suspend().",
				"Post and return NULL; a resume from inside "
				"suspend nests.",
			},
	},
	{
		.name = "reschedule_without_executor_goes_on",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "reschedule_lets_others_have_a_turn",
		.property =
			"A task without an executor goes straight on when it "
			"reschedules.",
		.section = "Part A",
		.hints =
			{
				"There is no queue to go to the end of.",
				"reschedule_ready().",
				"Return whether the task has no executor.",
			},
	},
	{
		.name = "reschedule_refused_ends_as_cancelled",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "reschedule_lets_others_have_a_turn",
		.property = "A task whose executor takes no more work ends as "
			    "cancelled when it reschedules.",
		.section = "Part A",
		.hints =
			{
				"Nobody may wait for ever; the runtime ends a "
				"task that is refused.",
				"reschedule_suspend().",
				"Use co_task_wake(): when the executor "
				"refuses, it ends the task, and you have "
				"nothing left to do.",
			},
	},
	{
		.name = "rescheduled_task_is_run_by_one_thread_at_a_time",
		.part = "A",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "reschedule_lets_others_have_a_turn",
		.builds = RUBRIC_EXPLORE,
		.program = "tasks",
		.seconds = 30,
		.property =
			"A task that was posted is left alone by the thread "
			"that posted it.",
		.section = "Part A",
		.hints =
			{
				"Once it is posted, another thread may run "
				"it, end it and free it.",
				"The lines after the post in "
				"reschedule_suspend().",
				"Return NULL and touch neither @self nor "
				"@awaiter after co_task_wake().",
			},
	},
	{
		.name = "started_task_runs_once",
		.part = "A",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "start_runs_first_step_on_executor",
		.builds = RUBRIC_EXPLORE,
		.program = "tasks",
		.seconds = 30,
		.property =
			"A started task runs once, also when somebody waits "
			"for it at once.",
		.section = "Part A",
		.hints =
			{
				"Who waits for a task that looks fresh starts "
				"it.",
				"The order of the two steps in co_start().",
				"The status changes before the post; after it "
				"the task may have ended, and its status is "
				"no longer yours.",
			},
	},

	/* Part B. */
	{
		.name = "noop_runs_work_inside_post",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property = "Noop runs the work before post returns, on the "
			    "thread that posts.",
		.section = "Part B",
		.hints =
			{
				"No queue, no thread: a call.",
				"noop_post() in src/noop.c.",
				"Check the work, then co_work_run() it with "
				"error 0.",
			},
	},
	{
		.name = "noop_refuses_what_is_no_work",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"Noop refuses NULL and work that somebody has already.",
		.section = "Part B",
		.hints =
			{
				"A check that is made before anything else.",
				"The first line of noop_post().",
				"Return what co_work_check() returns unless "
				"it is 0.",
			},
	},
	{
		.name = "new_thread_gives_each_item_its_own",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"Each item of the new-thread executor has a thread to "
			"itself.",
		.section = "Part B",
		.hints =
			{
				"One pthread_create() a post.",
				"new_thread_post() in src/new_thread.c.",
				"Give the thread a record with the executor "
				"and the work, and have it call co_work_run().",
			},
	},
	{
		.name = "new_thread_destroy_waits_for_threads",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "new_thread_gives_each_item_its_own",
		.property =
			"Destroying the new-thread executor waits until all "
			"its work has run.",
		.section = "Part B",
		.hints =
			{
				"A thread that was forgotten may outlive what "
				"it uses.",
				"co_new_thread_destroy().",
				"Count the running threads under a lock, and "
				"wait on a condition until there is none.",
			},
	},
	{
		.name = "async_post_does_not_wait_for_work",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"Posting to the async executor does not wait for the "
			"work to end.",
		.section = "Part B",
		.hints =
			{
				"std::async's future waits in its destructor; "
				"you have no such thing.",
				"pool_post() in src/pool.c.",
				"Put the work in the queue, see to it that a "
				"thread will take it, and return.",
			},
	},
	{
		.name = "async_stays_below_its_limit",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "async_post_does_not_wait_for_work",
		.property =
			"Forty items run on no more threads than the limit, "
			"and all of them run.",
		.section = "Part B",
		.hints =
			{
				"The threads stay and take the next item.",
				"The thread function and pool_post() in "
				"src/pool.c.",
				"Start a thread only while there are fewer "
				"than the limit; each takes items until the "
				"queue is empty and the pool is shut down.",
			},
	},
	{
		.name = "async_of_zero_threads_is_refused",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"An async executor that may have no thread is refused.",
		.section = "Part B",
		.hints =
			{
				"Nothing could ever run there.",
				"The first lines of co_async_create().",
				"Return -EINVAL and leave *@out alone.",
			},
	},
	{
		.name = "every_executor_refuses_no_work",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.property = "Every executor refuses NULL and work without a "
			    "function.",
		.section = "Part B",
		.hints =
			{
				"The same check is the first line of every "
				"post.",
				"post of the looper, the pool, and new thread.",
				"Call co_work_check() before you touch the "
				"work.",
			},
	},
	{
		.name = "noop_inside_looper_gives_looper_back",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "noop_runs_work_inside_post",
		.property = "After noop ran work inside a looper, the thread "
			    "works for the looper again.",
		.section = "Part B",
		.hints =
			{
				"Work runs inside work: what was set must be "
				"put back.",
				"noop_post().",
				"Run it by co_work_run(), which saves and "
				"restores co_executor_here().",
			},
	},
	{
		.name = "new_thread_destroy_waits_for_all",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "new_thread_destroy_waits_for_threads",
		.builds = RUBRIC_EXPLORE,
		.program = "pool",
		.seconds = 30,
		.property = "No thread of the new-thread executor is left when "
			    "destroy returns.",
		.section = "Part B",
		.hints =
			{
				"A thread that has counted itself down still "
				"holds the lock for a moment.",
				"co_new_thread_destroy(), after the last "
				"thread has counted itself down.",
				"Keep the ids of the threads that have ended "
				"and pthread_join() them before the lock goes.",
			},
	},
	{
		.name = "new_thread_may_go_once_work_has_run",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "new_thread_destroy_waits_for_all",
		.builds = RUBRIC_EXPLORE,
		.program = "pool",
		.seconds = 30,
		.property =
			"The new-thread executor can be destroyed as soon as "
			"its work has run.",
		.section = "Part B",
		.hints =
			{
				"The poster may still be inside post() then.",
				"What new_thread_post() does after "
				"pthread_create().",
				"Create the thread while you hold the lock "
				"that destroy needs, and touch nothing after "
				"you let go.",
			},
	},
	{
		.name = "new_thread_refuses_without_a_thread",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "new_thread_gives_each_item_its_own",
		.builds = RUBRIC_EXPLORE,
		.program = "faults",
		.seconds = 30,
		.property =
			"When a thread or its memory is refused, the work is "
			"free again and nothing is left over.",
		.section = "Part B",
		.hints =
			{
				"After an error nothing has changed and "
				"nothing is leaked.",
				"The error path of new_thread_post().",
				"Free the record, set work->next to NULL, and "
				"return -ENOMEM, or the negated result of "
				"pthread_create().",
			},
	},
	{
		.name = "async_never_exceeds_its_limit",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "async_stays_below_its_limit",
		.builds = RUBRIC_EXPLORE,
		.program = "pool",
		.seconds = 30,
		.property = "Two posters at once never start more threads than "
			    "the limit.",
		.section = "Part B",
		.hints =
			{
				"Looking at the count and starting a thread "
				"is one step.",
				"Where pool_post() starts a thread.",
				"Compare with the limit, create and count "
				"under the same lock.",
			},
	},
	{
		.name = "async_has_a_thread_for_each_up_to_its_limit",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "async_stays_below_its_limit",
		.builds = RUBRIC_EXPLORE,
		.program = "pool",
		.seconds = 30,
		.property = "As many items run at the same time as the limit "
			    "allows.",
		.section = "Part B",
		.hints =
			{
				"An idle thread that was woken for one item "
				"is not there for the next.",
				"The condition under which pool_post() starts "
				"a thread.",
				"Compare the number of idle threads with the "
				"number of queued items, not with zero.",
			},
	},
	{
		.name = "async_refuses_only_without_any_thread",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "async_post_does_not_wait_for_work",
		.builds = RUBRIC_EXPLORE,
		.program = "faults",
		.seconds = 30,
		.property =
			"Async refuses work only when it has no thread at all "
			"to run it.",
		.section = "Part B",
		.hints =
			{
				"A refused thread is an error only if nobody "
				"else can do the work.",
				"The failure of pthread_create() in "
				"pool_post().",
				"With a living thread, queue the work and "
				"return 0; without one return -EAGAIN and "
				"leave the work free.",
			},
	},
	{
		.name = "destroy_of_nothing_is_fine",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.property = "Destroying NULL does nothing.",
		.section = "Part B",
		.hints =
			{
				"As free() does.",
				"The first line of the three destroy "
				"functions.",
				"Return when the argument is NULL.",
			},
	},
	{
		.name = "unused_executors_go_without_a_trace",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "async_of_zero_threads_is_refused",
		.property =
			"Executors that never had a thread can be shut down, "
			"joined and destroyed.",
		.section = "Part B",
		.hints =
			{
				"Nobody is there to say that all have ended.",
				"co_pool_join() of a pool without threads.",
				"Wait until the pool is shut down and no "
				"thread is alive; with none alive that is at "
				"once.",
			},
	},
	{
		.name = "new_thread_destroyed_by_its_own_work_stops",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "new_thread_destroy_waits_for_threads",
		.property =
			"A thread that destroys the executor it runs on stops "
			"with a message.",
		.section = "Part B",
		.hints =
			{
				"It would wait for itself.",
				"The top of co_new_thread_destroy().",
				"Remember in a thread-local variable whose "
				"thread this is, and CO_ASSERT that it is not "
				"@e.",
			},
	},

	/* Part C. */
	{
		.name = "seed_loop_ends_when_told",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.builds = RUBRIC_EXPLORE,
		.program = "loops",
		.seconds = 30,
		.property =
			"The mended loop of the seed never sleeps through its "
			"shutdown.",
		.section = "Part C",
		.hints =
			{
				"Between looking and waiting, the shutdown "
				"came.",
				"co_seed_loop_shutdown() and the loop in "
				"src/seed_loop.c.",
				"Change @is_active under the lock, and look "
				"at it under the same lock right before the "
				"wait.",
			},
	},
	{
		.name = "seed_loop_runs_all_it_took",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.builds = RUBRIC_EXPLORE,
		.program = "loops",
		.seconds = 30,
		.property =
			"The mended loop of the seed looks at its queue only "
			"under the lock, and runs all that it took.",
		.section = "Part C",
		.hints =
			{
				"The condition of the while reads what others "
				"write.",
				"The while of run_loop() in src/seed_loop.c.",
				"Take the lock before you look at the queue, "
				"and leave the loop from inside.",
			},
	},
	{
		.name = "looper_runs_in_order_on_one_thread",
		.part = "C",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"A looper runs what is posted in order, on one thread "
			"of its own.",
		.section = "Part C",
		.hints =
			{
				"One queue, one thread.",
				"looper_post() and the loop in src/looper.c.",
				"Append under the lock; the thread takes from "
				"the front and runs it outside the lock.",
			},
	},
	{
		.name = "looper_takes_posts_from_its_own_thread",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "looper_runs_in_order_on_one_thread",
		.property = "Work on a looper can post to it.",
		.section = "Part C",
		.hints =
			{
				"No lock is held while work runs.",
				"Where your loop calls co_work_run().",
				"Unlock before, lock again after.",
			},
	},
	{
		.name = "looper_drain_finishes_what_is_queued",
		.part = "C",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.parent = "looper_runs_in_order_on_one_thread",
		.property = "After a shutdown with DRAIN all that was queued "
			    "runs, in order.",
		.section = "Part C",
		.hints =
			{
				"Shut down means: takes nothing more. It does "
				"not mean: stops.",
				"The condition on which your loop ends.",
				"End when the looper is shut down and the "
				"queue is empty.",
			},
	},
	{
		.name = "looper_now_cancels_what_is_queued",
		.part = "C",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.parent = "looper_runs_in_order_on_one_thread",
		.property = "After a shutdown with NOW queued work is told "
			    "-ECANCELED, and its tasks end as cancelled.",
		.section = "Part C",
		.hints =
			{
				"Whoever waits for dropped work must hear of "
				"it.",
				"The loop, once NOW was asked for.",
				"Go on taking items, and hand each to "
				"co_work_run() with -ECANCELED.",
			},
	},
	{
		.name = "looper_refuses_posts_after_shutdown",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "looper_runs_in_order_on_one_thread",
		.property = "A looper that is shut down refuses work, and the "
			    "work stays free.",
		.section = "Part C",
		.hints =
			{
				"Taking and refusing is decided under the "
				"lock.",
				"looper_post().",
				"When it is shut down return -ESHUTDOWN, with "
				"work->next still NULL.",
			},
	},
	{
		.name = "looper_work_may_shut_it_down",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "looper_drain_finishes_what_is_queued",
		.property = "Work on a looper may shut the looper down.",
		.section = "Part C",
		.hints =
			{
				"Shutdown does not wait; join does.",
				"co_looper_shutdown().",
				"Set a flag under the lock, wake the loop, "
				"return.",
			},
	},
	{
		.name = "looper_join_of_self_stops",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "looper_runs_in_order_on_one_thread",
		.property = "A looper that joins itself stops with a message.",
		.section = "Part C",
		.hints =
			{
				"It would wait for itself.",
				"The top of co_looper_join().",
				"Remember in a thread-local variable whose "
				"thread this is, and CO_ASSERT that it is not "
				"@looper.",
			},
	},
	{
		.name = "looper_never_misses_a_post",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "looper_runs_in_order_on_one_thread",
		.builds = RUBRIC_EXPLORE,
		.program = "loops",
		.seconds = 30,
		.property = "In no schedule does a looper sleep while work is "
			    "queued.",
		.section = "Part C",
		.hints =
			{
				"A wake-up that comes before the wait is "
				"lost, unless the wait looks first.",
				"Where your loop waits.",
				"while (nothing to do) "
				"pthread_cond_wait(...), with the post "
				"changing what it looks at under the same "
				"lock.",
			},
	},
	{
		.name = "looper_never_misses_the_shutdown",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "looper_runs_in_order_on_one_thread",
		.builds = RUBRIC_EXPLORE,
		.program = "loops",
		.seconds = 30,
		.property = "In no schedule does a looper sleep through its "
			    "shutdown.",
		.section = "Part C",
		.hints =
			{
				"The shutdown is one of the things to wake up "
				"for.",
				"co_looper_shutdown(), and the condition of "
				"your wait.",
				"Set the flag and signal under the lock, and "
				"wait only while it is not set.",
			},
	},
	{
		.name = "looper_wakes_for_each_post",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_never_misses_a_post",
		.builds = RUBRIC_EXPLORE,
		.program = "looper",
		.seconds = 30,
		.property = "A looper wakes up for every post, also one that "
			    "comes while it goes to sleep.",
		.section = "Part C",
		.hints =
			{
				"Look, then sleep, as one step.",
				"The wait of your loop.",
				"Hold the lock from the look at the queue to "
				"the wait, and look again after it.",
			},
	},
	{
		.name = "looper_wakes_for_shutdown",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_never_misses_the_shutdown",
		.builds = RUBRIC_EXPLORE,
		.program = "looper",
		.seconds = 30,
		.property =
			"A looper wakes up to be shut down, whatever woke it "
			"before.",
		.section = "Part C",
		.hints =
			{
				"A condition may wake without a reason.",
				"The wait of your loop.",
				"while, not if.",
			},
	},
	{
		.name = "looper_drain_runs_all_it_took",
		.part = "C",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_drain_finishes_what_is_queued",
		.builds = RUBRIC_EXPLORE,
		.program = "looper",
		.seconds = 30,
		.property =
			"Work that was taken before a DRAIN runs; work that "
			"was refused is free.",
		.section = "Part C",
		.hints =
			{
				"A post and a shutdown at the same time: one "
				"of them is first.",
				"looper_post() and co_looper_shutdown().",
				"Decide in one step whether the work is "
				"taken, and undo what you did to the link "
				"when it is not.",
			},
	},
	{
		.name = "looper_now_forgets_nothing_it_took",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_now_cancels_what_is_queued",
		.builds = RUBRIC_EXPLORE,
		.program = "looper",
		.seconds = 30,
		.property = "Every item that was taken is called exactly once, "
			    "with 0 or -ECANCELED.",
		.section = "Part C",
		.hints =
			{
				"Taken means: will be called.",
				"The end of your loop after NOW.",
				"Empty the queue item by item until it is "
				"empty, even if NOW came while an item ran.",
			},
	},
	{
		.name = "looper_keeps_each_posters_order",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_runs_in_order_on_one_thread",
		.builds = RUBRIC_EXPLORE,
		.program = "looper",
		.seconds = 30,
		.property = "Items of each of two posters run in the order in "
			    "which it posted them.",
		.section = "Part C",
		.hints =
			{
				"One queue for all of them.",
				"looper_post().",
				"Append at one end, take at the other; make "
				"what the poster wrote visible by the lock or "
				"by release and acquire.",
			},
	},
	{
		.name = "looper_may_go_once_work_has_run",
		.part = "C",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_never_misses_a_post",
		.builds = RUBRIC_EXPLORE,
		.program = "looper",
		.seconds = 30,
		.property = "A looper can be destroyed as soon as its work has "
			    "run.",
		.section = "Part C",
		.hints =
			{
				"The poster may still be inside post() then.",
				"What looper_post() does after the work can "
				"be seen.",
				"Signal while you hold the lock: then the "
				"looper cannot run the work before you are "
				"done with it.",
			},
	},
	{
		.name = "looper_runs_work_without_its_lock",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_takes_posts_from_its_own_thread",
		.builds = RUBRIC_EXPLORE,
		.program = "looper",
		.seconds = 30,
		.property = "Others can post while a looper runs work.",
		.section = "Part C",
		.hints =
			{
				"Work may take long, and may wait for others.",
				"Where your loop calls co_work_run().",
				"Unlock first.",
			},
	},
	{
		.name = "looper_can_be_joined_by_many",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_never_misses_the_shutdown",
		.builds = RUBRIC_EXPLORE,
		.program = "looper",
		.seconds = 30,
		.property = "Several threads may join a looper, and again.",
		.section = "Part C",
		.hints =
			{
				"pthread_join() may be called once; this may "
				"not be it.",
				"co_looper_join().",
				"Wait on a condition for a flag that the "
				"thread sets last; leave pthread_join() to "
				"destroy.",
			},
	},
	{
		.name = "looper_now_after_drain_drops_the_rest",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_now_cancels_what_is_queued",
		.builds = RUBRIC_EXPLORE,
		.program = "looper",
		.seconds = 30,
		.property = "NOW after DRAIN drops what is still queued.",
		.section = "Part C",
		.hints =
			{
				"Somebody has lost patience.",
				"Where your loop decides between 0 and "
				"-ECANCELED.",
				"Decide for each item when it is its turn, "
				"not once for all of them.",
			},
	},
	{
		.name = "looper_comes_to_be_or_not",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_runs_in_order_on_one_thread",
		.builds = RUBRIC_EXPLORE,
		.program = "faults",
		.seconds = 30,
		.property =
			"When memory or the thread is refused, no looper is "
			"made and nothing is left over.",
		.section = "Part C",
		.hints =
			{
				"After an error nothing has changed and "
				"nothing is leaked.",
				"The error paths of co_looper_create().",
				"Undo in reverse order, return the negated "
				"result of pthread_create(), write *@out last.",
			},
	},
	{
		.name = "looper_own_post_does_not_overtake",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_takes_posts_from_its_own_thread",
		.property = "What was posted before runs before, also when the "
			    "looper itself posts after it.",
		.section = "Part C",
		.hints =
			{
				"One queue has one order.",
				"looper_post() on the looper's own thread.",
				"Do not put own work in front of what others "
				"have posted already.",
			},
	},
	{
		.name = "looper_keeps_order_of_a_hundred_thousand",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_runs_in_order_on_one_thread",
		.property = "A hundred thousand items run in order.",
		.section = "Part C",
		.hints =
			{
				"The queue must not care how long it is.",
				"co_queue_push() and your loop.",
				"No search for the end, no recursion.",
			},
	},
	{
		.name = "dropped_task_is_cleaned_up_on_the_looper",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_now_cancels_what_is_queued",
		.property =
			"A dropped task is cleaned up on the looper's thread, "
			"not by whoever shuts down.",
		.section = "Part C",
		.hints =
			{
				"A task belongs to its executor to the very "
				"end.",
				"co_looper_shutdown() with NOW.",
				"Only set a flag there, and let the loop drop "
				"the items.",
			},
	},
	{
		.name = "looper_destroyed_by_its_own_work_stops",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_join_of_self_stops",
		.property = "A looper that is destroyed by its own work stops "
			    "with a message.",
		.section = "Part C",
		.hints =
			{
				"It would wait for itself.",
				"The top of co_looper_destroy().",
				"The same CO_ASSERT as in co_looper_join().",
			},
	},
	{
		.name = "looper_destroyed_by_nested_work_stops",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_destroyed_by_its_own_work_stops",
		.property = "That holds also when the work was run by another "
			    "executor on the looper's thread.",
		.section = "Part C",
		.hints =
			{
				"The executor here is not always the one "
				"whose thread this is.",
				"Your test for the own thread.",
				"Use a variable of the thread, or "
				"pthread_equal(), not co_executor_here().",
			},
	},

	/* Part D. */
	{
		.name = "pool_of_zero_threads_is_refused",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property = "A pool without threads is refused.",
		.section = "Part D",
		.hints =
			{
				"Nothing could ever run there.",
				"The first lines of co_pool_create().",
				"Return -EINVAL and leave *@out alone.",
			},
	},
	{
		.name = "pool_runs_as_many_as_it_has_threads",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"A pool of three runs three items at the same time, "
			"and not four.",
		.section = "Part D",
		.hints =
			{
				"The threads share a queue and nothing else.",
				"The thread function in src/pool.c.",
				"Take one item under the lock, run it outside.",
			},
	},
	{
		.name = "schedule_on_runs_child_there_and_comes_back",
		.part = "D",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.property = "A child runs on the executor it was bound to, and "
			    "its parent goes on on its own.",
		.section = "Part D",
		.hints =
			{
				"The binding is a field of the task; lab 1 "
				"does the rest.",
				"co_schedule_on() in src/executor.c.",
				"Store @executor in the task and return the "
				"task.",
			},
	},
	{
		.name = "start_then_wait_from_outside",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "schedule_on_runs_child_there_and_comes_back",
		.property = "A plain thread can start tasks on a pool and wait "
			    "for each.",
		.section = "Part D",
		.hints =
			{
				"Starting and waiting are two things.",
				"co_start().",
				"See the rules of co_start(): it must not be "
				"started a second time by co_task_wait().",
			},
	},
	{
		.name = "schedule_on_after_start_stops",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "schedule_on_runs_child_there_and_comes_back",
		.property =
			"Binding a task that was started stops with a message "
			"that names it.",
		.section = "Part D",
		.hints =
			{
				"A task does not move once it has started.",
				"The top of co_schedule_on().",
				"CO_ASSERT that the status is CO_CREATED.",
			},
	},
	{
		.name = "pool_runs_each_item_once",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "pool_runs_as_many_as_it_has_threads",
		.builds = RUBRIC_EXPLORE,
		.program = "pool",
		.seconds = 30,
		.property =
			"Each item of a pool runs once, by whichever thread.",
		.section = "Part D",
		.hints =
			{
				"Taking an item is one step.",
				"Where your threads wait and take.",
				"while (empty) wait, then pop, all under one "
				"lock.",
			},
	},
	{
		.name = "pool_shutdown_wakes_every_thread",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "pool_runs_as_many_as_it_has_threads",
		.builds = RUBRIC_EXPLORE,
		.program = "pool",
		.seconds = 30,
		.property =
			"A shutdown reaches every sleeping thread of a pool.",
		.section = "Part D",
		.hints =
			{
				"One signal wakes one thread.",
				"co_pool_shutdown().",
				"Broadcast.",
			},
	},
	{
		.name = "pool_forgets_nothing_it_took",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "pool_runs_each_item_once",
		.builds = RUBRIC_EXPLORE,
		.program = "pool",
		.seconds = 30,
		.property =
			"Every item that a pool took is called exactly once, "
			"whatever the shutdown.",
		.section = "Part D",
		.hints =
			{
				"Taken means: will be called.",
				"The end of your thread function.",
				"A thread ends when the pool is shut down and "
				"the queue is empty; with NOW it calls what "
				"is left with -ECANCELED.",
			},
	},
	{
		.name = "pool_may_go_once_work_has_run",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "pool_runs_each_item_once",
		.builds = RUBRIC_EXPLORE,
		.program = "pool",
		.seconds = 30,
		.property =
			"A pool can be destroyed as soon as its work has run.",
		.section = "Part D",
		.hints =
			{
				"The poster may still be inside post() then.",
				"What pool_post() does after the work is in "
				"the queue.",
				"Signal while you hold the lock.",
			},
	},
	{
		.name = "pool_has_all_threads_or_none",
		.part = "D",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "pool_of_zero_threads_is_refused",
		.builds = RUBRIC_EXPLORE,
		.program = "faults",
		.seconds = 30,
		.property =
			"When one of the threads is refused, the others end "
			"and nothing is left over.",
		.section = "Part D",
		.hints =
			{
				"All or nothing.",
				"The error path of co_pool_create().",
				"Shut down and join those that have started, "
				"free, return the error, write *@out only on "
				"success.",
			},
	},
	{
		.name = "queued_work_is_refused",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "pool_runs_as_many_as_it_has_threads",
		.property = "Work that is queued is refused, and can be posted "
			    "again once it has run.",
		.section = "Part D",
		.hints =
			{
				"The link tells.",
				"The first line of looper_post() and "
				"pool_post().",
				"Return what co_work_check() says; the link "
				"is NULL again before the work runs.",
			},
	},
	{
		.name = "last_binding_counts",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "schedule_on_runs_child_there_and_comes_back",
		.property = "The last binding before a task starts counts.",
		.section = "Part D",
		.hints =
			{
				"Binding again is not an error.",
				"co_schedule_on().",
				"Store @executor whatever was there.",
			},
	},
	{
		.name = "binding_to_nothing_stops",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "schedule_on_after_start_stops",
		.property =
			"Binding a task to no executor stops with a message "
			"that names it.",
		.section = "Part D",
		.hints =
			{
				"A NULL executor is a mistake that shows much "
				"later.",
				"The top of co_schedule_on().",
				"CO_ASSERT that @executor is not NULL.",
			},
	},
	{
		.name = "pool_joined_by_its_own_work_stops",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "pool_runs_as_many_as_it_has_threads",
		.property =
			"A pool that is joined by its own work stops with a "
			"message.",
		.section = "Part D",
		.hints =
			{
				"It would wait for itself.",
				"The top of co_pool_join().",
				"Remember in a thread-local variable whose "
				"thread this is.",
			},
	},
	{
		.name = "pool_destroyed_by_its_own_work_stops",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "pool_joined_by_its_own_work_stops",
		.property =
			"A pool that is destroyed by its own work stops with "
			"a message.",
		.section = "Part D",
		.hints =
			{
				"It would wait for itself.",
				"The top of co_pool_destroy().",
				"The same CO_ASSERT as in co_pool_join().",
			},
	},

	/* Part E. */
	{
		.name = "demo_has_the_seeds_thread_pattern",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.parent = "schedule_on_runs_child_there_and_comes_back",
		.property =
			"Three tasks on looper, async and new thread show the "
			"thread pattern of the seed.",
		.section = "Part E",
		.hints =
			{
				"Everything a task does happens on its own "
				"executor.",
				"All of src/: this test needs every part.",
				"See which step of simple_task was noted by a "
				"thread other than the looper's.",
			},
	},
	{
		.name = "parent_always_comes_back",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "schedule_on_runs_child_there_and_comes_back",
		.builds = RUBRIC_EXPLORE,
		.program = "tasks",
		.seconds = 30,
		.property =
			"In no schedule does a parent run on the executor of "
			"its child.",
		.section = "Part E",
		.hints =
			{
				"Who ends the child posts the parent.",
				"The looper and the pool together.",
				"See that post() leaves the looper alone once "
				"the parent can be seen: it may end and the "
				"looper go.",
			},
	},
	{
		.name = "shutdown_leaves_no_parent_waiting",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_now_cancels_what_is_queued",
		.builds = RUBRIC_EXPLORE,
		.program = "tasks",
		.seconds = 30,
		.property = "A parent whose child is dropped, refused or run "
			    "always goes on.",
		.section = "Part E",
		.hints =
			{
				"Dropped work is told, and refused work is "
				"reported by post().",
				"The shutdown of the looper.",
				"Check that every taken item is called, and "
				"that post() never returns 0 for an item that "
				"is not.",
			},
	},
	{
		.name = "shutdown_cancels_the_parent_it_owns",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "looper_refuses_posts_after_shutdown",
		.builds = RUBRIC_EXPLORE,
		.program = "tasks",
		.seconds = 30,
		.property =
			"A task that cannot come back to its looper ends as "
			"cancelled.",
		.section = "Part E",
		.hints =
			{
				"The looper is shut down while the child runs "
				"elsewhere.",
				"looper_post() after a shutdown.",
				"Return -ESHUTDOWN; the runtime then ends the "
				"task.",
			},
	},
	{0},
};

const struct rubric_lab rubric_lab2 = {
	.number = 2,
	.folder = "lab2-executors",
	.title = "Executors: where a coroutine runs",
	.files = files,
	.parts = parts,
	.tests = tests,
	.symbols = symbols,
};
