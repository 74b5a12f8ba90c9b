// SPDX-License-Identifier: MIT
/*
 * The rubric of lab 3: sleep, cancellation, time limits.
 */
#include "rubric.h"

static const char *const files[] = {
	"cancel.c",
	"delay.c",
	"heap.c",
	"sleep.c",
	"timeout.c",
	NULL,
};

static const struct rubric_part parts[] = {
	{"A", "A priority queue of deadlines"},
	{"B", "The delay scheduler"},
	{"C", "Sleeping"},
	{"D", "Cancellation"},
	{"E", "Time limits"},
	{0},
};

/* Beyond locks and conditions: a thread, and other ways to wait for time. */
static const char *const symbols[] = {
	"pthread_create",
	"pthread_join",
	"pthread_detach",
	"pthread_setname_np",
	"sem_init",
	"sem_wait",
	"sem_trywait",
	"sem_timedwait",
	"sem_clockwait",
	"sem_post",
	"sem_destroy",
	NULL,
};

static const struct rubric_test tests[] = {
	/* Part A. */
	{
		.name = "heap_pops_earliest_first",
		.part = "A",
		.points = 3,
		.visibility = RUBRIC_PUBLIC,
		.property = "The earliest deadline comes out first, and a "
			    "popped node is in no heap.",
		.section = "Part A",
		.hints =
			{
				"In a heap every entry is no later than "
				"those below it; so the earliest stands at "
				"the top.",
				"co_heap_insert() and co_heap_pop() in "
				"src/heap.c.",
				"Insert: put it behind the last and let it "
				"rise. Pop: take the top, put the last "
				"entry into the hole and let it sink past "
				"the earliest of its children; set the "
				"place to 0.",
			},
	},
	{
		.name = "heap_keeps_insertion_order_of_equals",
		.part = "A",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.parent = "heap_pops_earliest_first",
		.property = "Equal deadlines come out in the order in which "
			    "they went in.",
		.section = "Part A",
		.hints =
			{
				"A heap alone does not keep the order of "
				"equals: something must tell them apart.",
				"Your comparison of two entries.",
				"Count the inserts in next_order, keep the "
				"number in the node, and compare it when "
				"the deadlines are equal.",
			},
	},
	{
		.name = "heap_removes_from_the_middle",
		.part = "A",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.parent = "heap_pops_earliest_first",
		.property = "Any node can be taken out, wherever it stands.",
		.section = "Part A",
		.hints =
			{
				"Each node knows its place; so nothing "
				"needs to be searched.",
				"co_heap_remove(), and every place where an "
				"entry is written.",
				"Whenever an entry is written into the "
				"array, its node gets the index plus one.",
			},
	},
	{
		.name = "heap_refuses_what_it_has_or_has_not",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "heap_pops_earliest_first",
		.property = "A node that is inside is not inserted again, and "
			    "one that is not is not removed.",
		.section = "Part A",
		.hints =
			{
				"The place tells: 0 means in no heap.",
				"The first lines of co_heap_insert() and "
				"co_heap_remove().",
				"-EBUSY and -ENOENT, before anything is "
				"changed.",
			},
	},
	{
		.name = "heap_agrees_with_a_plain_array",
		.part = "A",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "heap_removes_from_the_middle",
		.property = "After any mixture of inserts, pops and removals "
			    "the heap gives what a sorted list would.",
		.section = "Part A",
		.hints =
			{
				"The last entry, put into a hole in the "
				"middle, comes from another branch.",
				"What your removal does with the entry that "
				"fills the hole.",
				"It may be earlier than the parent of the "
				"hole: then it rises; otherwise it sinks.",
			},
	},
	{
		.name = "heap_removes_one_of_many_in_no_time",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "heap_removes_from_the_middle",
		.property =
			"Removing from a heap of 100,000 takes a few steps, "
			"not 100,000.",
		.section = "Part A",
		.hints =
			{
				"O(log n): one way up or down.",
				"co_heap_remove().",
				"Go to the index in the node; do not look "
				"through the array.",
			},
	},

	/* Part B. */
	{
		.name = "delay_fires_in_order_of_deadlines",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.property = "Timers fire in the order of their deadlines, one "
			    "after the other.",
		.section = "Part B",
		.hints =
			{
				"One thread, one heap.",
				"delay_loop() in src/delay.c.",
				"Under the lock look at the top; if it is "
				"due pop it, unlock, co_timer_fire(), lock, "
				"and begin again.",
			},
	},
	{
		.name = "delay_of_negative_time_means_now",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "delay_fires_in_order_of_deadlines",
		.property = "A deadline in the past fires at once, and one "
			    "beyond the end of time never does.",
		.section = "Part B",
		.hints =
			{
				"A deadline is an absolute time; what has "
				"passed is due.",
				"Where your loop compares the deadline with "
				"the clock.",
				"Compare unsigned numbers, not their "
				"difference; for UINT64_MAX wait without a "
				"deadline.",
			},
	},
	{
		.name = "delay_fires_on_the_executor",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "delay_fires_in_order_of_deadlines",
		.property = "A timer fires on the executor that it was armed "
			    "for, or on the delay thread.",
		.section = "Part B",
		.hints =
			{
				"The scheduler only keeps time.",
				"co__delay_arm(), and what your loop does "
				"with a due timer.",
				"Keep the executor in the timer and leave "
				"the rest to co_timer_fire().",
			},
	},
	{
		.name = "delay_cancel_prevents_the_call",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.parent = "delay_fires_in_order_of_deadlines",
		.property = "A cancelled timer does not fire, and cancelling "
			    "tells whether it came in time.",
		.section = "Part B",
		.hints =
			{
				"What is not in the heap cannot fire.",
				"co__delay_cancel().",
				"co_heap_remove() under the lock says all "
				"that there is to say.",
			},
	},
	{
		.name = "delay_drain_fires_what_is_armed",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "delay_fires_in_order_of_deadlines",
		.property = "After a shutdown with DRAIN nothing is taken, and "
			    "what was armed fires.",
		.section = "Part B",
		.hints =
			{
				"To take no more and to be finished are two "
				"things.",
				"co_delay_shutdown(), co__delay_arm(), the "
				"end of delay_loop().",
				"The thread ends when it is shut down and "
				"the heap is empty; arm returns -ESHUTDOWN "
				"before it touches the timer.",
			},
	},
	{
		.name = "delay_now_drops_what_is_armed",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "delay_drain_fires_what_is_armed",
		.property = "A shutdown NOW tells every armed timer, on the "
			    "delay thread, and waits for no deadline.",
		.section = "Part B",
		.hints =
			{
				"Nobody may wait for ever: dropped is told, "
				"too.",
				"delay_loop() when the rest is dropped.",
				"Pop all, and co_timer_fire() each with "
				"-ECANCELED, without the lock.",
			},
	},
	{
		.name = "arm_of_armed_timer_stops",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "delay_fires_in_order_of_deadlines",
		.property =
			"Arming a timer that is armed stops with a message.",
		.section = "Part B",
		.hints =
			{
				"A node is in one heap at most.",
				"The top of co__delay_arm().",
				"CO_ASSERT that the node is in no heap; the "
				"message has the words \"armed already\".",
			},
	},
	{
		.name = "delay_join_of_self_stops",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "delay_fires_in_order_of_deadlines",
		.property =
			"A scheduler that is joined by its own thread stops "
			"with a message.",
		.section = "Part B",
		.hints =
			{
				"It would wait for itself.",
				"The top of co_delay_join().",
				"CO_ASSERT with pthread_equal(); the "
				"message has the words \"from its own "
				"thread\".",
			},
	},
	{
		.name = "seed_timers_fire_in_order_and_on_time",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "delay_fires_in_order_of_deadlines",
		.builds = RUBRIC_EXPLORE,
		.program = "time",
		.seconds = 30,
		.property = "The seed's six timers fire in order, each exactly "
			    "at its deadline.",
		.section = "Part B",
		.hints =
			{
				"The thread sleeps to the earliest "
				"deadline, and no further.",
				"How long delay_loop() waits, and on which "
				"clock.",
				"pthread_cond_timedwait() to the deadline "
				"of the top, on a condition made for "
				"CLOCK_MONOTONIC.",
			},
	},
	{
		.name = "delay_never_sleeps_past_a_deadline",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "seed_timers_fire_in_order_and_on_time",
		.builds = RUBRIC_EXPLORE,
		.program = "time",
		.seconds = 30,
		.property = "A timer that comes first wakes the thread that "
			    "sleeps for a later one.",
		.section = "Part B",
		.hints =
			{
				"The thread has decided how long to sleep "
				"before the new timer came.",
				"co__delay_arm().",
				"Signal the condition when the new timer "
				"stands at the top.",
			},
	},
	{
		.name = "delay_fires_at_its_deadline",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "seed_timers_fire_in_order_and_on_time",
		.builds = RUBRIC_EXPLORE,
		.program = "delay",
		.seconds = 30,
		.property = "A timer fires at its deadline by the monotonic "
			    "clock, whatever wakes the thread.",
		.section = "Part B",
		.hints =
			{
				"A condition waits on the wall clock unless "
				"it is told otherwise, and may wake for no "
				"reason.",
				"co_delay_create(), and what follows the "
				"wait.",
				"pthread_condattr_setclock(); after every "
				"wait go back to the top of the loop and "
				"ask the clock.",
			},
	},
	{
		.name = "delay_wakes_for_an_earlier_deadline",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_never_sleeps_past_a_deadline",
		.builds = RUBRIC_EXPLORE,
		.program = "delay",
		.seconds = 30,
		.property = "In no schedule is an earlier deadline missed.",
		.section = "Part B",
		.hints =
			{
				"Between the look at the heap and the wait "
				"nobody may slip in.",
				"The wait in delay_loop() and the signal in "
				"co__delay_arm().",
				"Look, decide and wait under one lock; "
				"insert and signal under the same.",
			},
	},
	{
		.name = "delay_forgets_a_cancelled_top",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_cancel_prevents_the_call",
		.builds = RUBRIC_EXPLORE,
		.program = "delay",
		.seconds = 30,
		.property =
			"A top that was cancelled while the thread waited "
			"for it does not fire, and the next one is on time.",
		.section = "Part B",
		.hints =
			{
				"After a wait nothing is known of the heap.",
				"What follows the wait in delay_loop().",
				"Keep no pointer to the top over the wait.",
			},
	},
	{
		.name = "delay_fires_or_is_cancelled_never_both",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_cancel_prevents_the_call",
		.builds = RUBRIC_EXPLORE,
		.program = "delay",
		.seconds = 30,
		.property = "A timer fires or its cancel returns 0: one of the "
			    "two.",
		.section = "Part B",
		.hints =
			{
				"Taking it out of the heap decides, and "
				"only one can.",
				"co__delay_cancel() and the pop in "
				"delay_loop().",
				"Both under the lock; cancel returns what "
				"co_heap_remove() says.",
			},
	},
	{
		.name = "delay_lets_due_timers_be_cancelled_by_others",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_cancel_prevents_the_call",
		.builds = RUBRIC_EXPLORE,
		.program = "delay",
		.seconds = 30,
		.property =
			"The function of a timer may arm and cancel others.",
		.section = "Part B",
		.hints =
			{
				"Work runs without the lock.",
				"The call of co_timer_fire().",
				"Unlock before, lock after.",
			},
	},
	{
		.name = "delay_lets_overdue_timers_be_cancelled_by_others",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_lets_due_timers_be_cancelled_by_others",
		.builds = RUBRIC_EXPLORE,
		.program = "delay",
		.seconds = 30,
		.property = "A timer that is due, and whose function was not "
			    "called yet, can still be cancelled.",
		.section = "Part B",
		.hints =
			{
				"To be due is not to be called.",
				"How many timers your loop takes out at a "
				"time.",
				"One: pop, fire, and look again.",
			},
	},
	{
		.name = "delay_wakes_for_shutdown",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_drain_fires_what_is_armed",
		.builds = RUBRIC_EXPLORE,
		.program = "delay",
		.seconds = 30,
		.property = "A shutdown reaches a thread that sleeps, with "
			    "timers or without.",
		.section = "Part B",
		.hints =
			{
				"Whoever changes what the thread waits for "
				"wakes it.",
				"co_delay_shutdown().",
				"Set the flag and signal, both under the "
				"lock.",
			},
	},
	{
		.name = "delay_drain_waits_for_the_last_deadline",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_drain_fires_what_is_armed",
		.builds = RUBRIC_EXPLORE,
		.program = "delay",
		.seconds = 30,
		.property = "DRAIN lets timers of the future fire at their "
			    "time.",
		.section = "Part B",
		.hints =
			{
				"Taken means: will fire.",
				"The condition on which delay_loop() ends.",
				"Not before the heap is empty.",
			},
	},
	{
		.name = "delay_now_after_drain_drops_the_rest",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_now_drops_what_is_armed",
		.builds = RUBRIC_EXPLORE,
		.program = "delay",
		.seconds = 30,
		.property = "NOW after DRAIN drops what is still armed.",
		.section = "Part B",
		.hints =
			{
				"Somebody has lost patience.",
				"co_delay_shutdown().",
				"NOW sets its flag whatever was before, and "
				"wakes the thread.",
			},
	},
	{
		.name = "delay_now_forgets_nothing_it_took",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_now_drops_what_is_armed",
		.builds = RUBRIC_EXPLORE,
		.program = "delay",
		.seconds = 30,
		.property =
			"Every timer that was taken is called exactly once, "
			"whatever the shutdown.",
		.section = "Part B",
		.hints =
			{
				"An arm that returned 0 is a promise.",
				"co__delay_arm() against "
				"co_delay_shutdown().",
				"The check of the flag and the insert under "
				"one lock.",
			},
	},
	{
		.name = "delay_may_go_once_its_timer_has_fired",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_wakes_for_an_earlier_deadline",
		.builds = RUBRIC_EXPLORE,
		.program = "delay",
		.seconds = 30,
		.property =
			"A scheduler can be destroyed as soon as its timers "
			"have fired.",
		.section = "Part B",
		.hints =
			{
				"Whoever armed it may still be inside "
				"co__delay_arm().",
				"What co__delay_arm() does after the "
				"unlock.",
				"Signal before you unlock, and touch "
				"nothing afterwards.",
			},
	},
	{
		.name = "delay_can_be_joined_by_many",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_drain_fires_what_is_armed",
		.builds = RUBRIC_EXPLORE,
		.program = "delay",
		.seconds = 30,
		.property = "Several threads may join a scheduler, and again.",
		.section = "Part B",
		.hints =
			{
				"pthread_join() may be called once; this "
				"may not be it.",
				"co_delay_join().",
				"Wait on a condition for a flag that the "
				"thread sets last; leave pthread_join() to "
				"destroy.",
			},
	},
	{
		.name = "delay_comes_to_be_or_not",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_fires_in_order_of_deadlines",
		.builds = RUBRIC_EXPLORE,
		.program = "faults",
		.seconds = 30,
		.property =
			"When memory or the thread is refused, no scheduler "
			"is made and nothing is left over.",
		.section = "Part B",
		.hints =
			{
				"After an error nothing has changed.",
				"The error paths of co_delay_create().",
				"Undo in reverse order; return the negated "
				"result of pthread_create(); write *@out "
				"last.",
			},
	},
	{
		.name = "arm_without_memory_changes_nothing",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_fires_in_order_of_deadlines",
		.builds = RUBRIC_EXPLORE,
		.program = "faults",
		.seconds = 30,
		.property =
			"A timer that cannot be armed for lack of memory is "
			"as it was, and can be armed later.",
		.section = "Part B",
		.hints =
			{
				"After an error nothing has changed.",
				"co__delay_arm() after co_heap_insert().",
				"Return its error, and signal only after "
				"success.",
			},
	},
	{
		.name = "reserved_timers_need_no_memory",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "arm_without_memory_changes_nothing",
		.builds = RUBRIC_EXPLORE,
		.program = "faults",
		.seconds = 30,
		.property =
			"Up to what was reserved, arming allocates nothing.",
		.section = "Part B",
		.hints =
			{
				"Timers are intrusive: only the array "
				"grows.",
				"co_delay_reserve().",
				"Pass it on to co_heap_reserve(), under the "
				"lock.",
			},
	},
	{
		.name = "arm_wakes_only_for_an_earlier_deadline",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_wakes_for_an_earlier_deadline",
		.property =
			"The thread is woken only when a new deadline comes "
			"before all others.",
		.section = "Part B",
		.hints =
			{
				"A later deadline does not change for how "
				"long to sleep.",
				"The signal in co__delay_arm().",
				"Signal when the timer is the top of the "
				"heap after the insert; never in cancel.",
			},
	},
	{
		.name = "timer_may_arm_itself_again",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_fires_on_the_executor",
		.property = "A timer may be armed again from its own function.",
		.section = "Part B",
		.hints =
			{
				"When its function is called, a timer is "
				"free.",
				"What your loop does with a timer before "
				"and after it fires.",
				"Pop it before; touch it no more "
				"afterwards.",
			},
	},
	{
		.name = "timer_refused_by_its_executor_is_told",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_fires_on_the_executor",
		.property = "A timer whose executor takes no more work is "
			    "called with -ECANCELED.",
		.section = "Part B",
		.hints =
			{
				"Nobody waits for ever.",
				"How your loop hands a due timer on.",
				"By co_timer_fire(): it is given and knows.",
			},
	},
	{
		.name = "arm_of_handed_over_timer_stops",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "arm_of_armed_timer_stops",
		.property = "Arming a timer that waits in the queue of its "
			    "executor stops with a message.",
		.section = "Part B",
		.hints =
			{
				"Armed means: until its function is called.",
				"The top of co__delay_arm().",
				"Its work item has a link while somebody "
				"has it: assert that it is NULL.",
			},
	},
	{
		.name = "delay_destroyed_by_its_own_timer_stops",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_join_of_self_stops",
		.property = "A scheduler that is destroyed by its own timer "
			    "stops with a message.",
		.section = "Part B",
		.hints =
			{
				"It would wait for itself.",
				"The top of co_delay_destroy().",
				"It joins; so the same CO_ASSERT does.",
			},
	},
	{
		.name = "delay_of_nothing_goes_without_a_trace",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "delay_drain_fires_what_is_armed",
		.property = "Destroying NULL is fine, and so is a scheduler "
			    "that was never used.",
		.section = "Part B",
		.hints =
			{
				"Like free().",
				"The first line of co_delay_destroy().",
				"Return when it is NULL; shut down NOW, "
				"join, free.",
			},
	},

	/* Part C. */
	{
		.name = "sleep_suspends_and_resumes_on_executor",
		.part = "C",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.property = "A task that sleeps is suspended, and goes on on "
			    "its own executor.",
		.section = "Part C",
		.hints =
			{
				"The timer does not run the task, it wakes "
				"it.",
				"sleep_suspend() and fired() in "
				"src/sleep.c.",
				"Arm the timer for self->executor; in "
				"fired() call co_task_wake().",
			},
	},
	{
		.name = "sleepers_wake_in_order_of_deadlines",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "sleep_suspends_and_resumes_on_executor",
		.property = "Many tasks sleep at the same time on one thread, "
			    "and wake in the order of their deadlines.",
		.section = "Part C",
		.hints =
			{
				"Each has its timer in its own frame.",
				"sleep_suspend().",
				"co_timer_init() and co_timer_arm() with "
				"the deadline in the awaiter.",
			},
	},
	{
		.name = "sleep_on_common_delay_comes_back_to_looper",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "sleep_suspends_and_resumes_on_executor",
		.property = "A task whose executor has no timers sleeps on the "
			    "common delay thread and comes back.",
		.section = "Part C",
		.hints =
			{
				"The delay thread is not where the task "
				"belongs.",
				"fired().",
				"co_task_wake(), not co_resume().",
			},
	},
	{
		.name = "sleep_ends_when_its_scheduler_does",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "sleep_suspends_and_resumes_on_executor",
		.property = "A sleep on a scheduler that shuts down ends as "
			    "cancelled.",
		.section = "Part C",
		.hints =
			{
				"The timer is told when it is dropped, and "
				"the arm when it is refused.",
				"fired() with an error, and the error path "
				"of sleep_suspend().",
				"The result is what fired() gets; "
				"-ESHUTDOWN from the arm becomes "
				"-ECANCELED, and the task does not suspend.",
			},
	},
	{
		.name = "seed_tasks_sleep_where_they_belong",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "sleep_on_common_delay_comes_back_to_looper",
		.builds = RUBRIC_EXPLORE,
		.program = "time",
		.seconds = 30,
		.property = "The seed's three tasks sleep for 3.6 seconds of "
			    "virtual time, each on its own executor.",
		.section = "Part C",
		.hints =
			{
				"Every step of a task happens where it "
				"belongs.",
				"All of part C.",
				"Compare the executor of each note with the "
				"handout.",
			},
	},
	{
		.name = "sleep_lasts_as_long_as_it_should",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "sleep_on_common_delay_comes_back_to_looper",
		.builds = RUBRIC_EXPLORE,
		.program = "sleep",
		.seconds = 30,
		.property = "A sleep of 100 ms ends after 100 ms, in every "
			    "schedule.",
		.section = "Part C",
		.hints =
			{
				"The timer may fire before suspend() "
				"returns.",
				"The end of sleep_suspend().",
				"Count two arrivals, the timer and "
				"suspend() itself; the last one lets the "
				"task go on.",
			},
	},
	{
		.name = "killed_sleeper_takes_its_timer_back",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "sleep_suspends_and_resumes_on_executor",
		.property = "A sleeper that is killed leaves neither a timer "
			    "nor a callback behind.",
		.section = "Part C",
		.hints =
			{
				"Its frame may be gone a moment later.",
				"sleep_detach().",
				"Cancel the timer; if that worked, "
				"deregister the callback and return 0.",
			},
	},
	{
		.name = "sleep_that_has_fired_cannot_be_killed",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "killed_sleeper_takes_its_timer_back",
		.property = "A sleeper that was woken cannot be killed any "
			    "more.",
		.section = "Part C",
		.hints =
			{
				"It is posted: somebody will resume it.",
				"sleep_detach().",
				"Return -EBUSY when the timer cannot be "
				"cancelled.",
			},
	},
	{
		.name = "sleep_without_a_timer_says_why",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "sleep_ends_when_its_scheduler_does",
		.property = "When no timer can be armed the await ends at once "
			    "with the reason.",
		.section = "Part C",
		.hints =
			{
				"After an error nothing was armed, so "
				"nobody will wake the task.",
				"The error path of sleep_suspend().",
				"Store the error as the result and return "
				"self.",
			},
	},
	{
		.name = "sleep_awaiter_can_be_used_again",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "sleep_suspends_and_resumes_on_executor",
		.property = "One awaiter serves a thousand sleeps, and the "
			    "token forgets each.",
		.section = "Part C",
		.hints =
			{
				"What the last sleep left must not disturb "
				"the next.",
				"sleep_suspend() and sleep_resume().",
				"Initialise the timer and the count each "
				"time; deregister before the await ends.",
			},
	},

	/* Part D. */
	{
		.name = "cancel_runs_callbacks_in_order_once",
		.part = "D",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.property = "A request runs each callback once, in order of "
			    "registration, and only the first request does.",
		.section = "Part D",
		.hints =
			{
				"A request is for ever.",
				"co__cancel_request() in src/cancel.c.",
				"Set the flag under the lock; whoever set "
				"it takes the callbacks from the front of "
				"the list, one by one.",
			},
	},
	{
		.name = "cancel_callback_that_comes_late_runs_at_once",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "cancel_runs_callbacks_in_order_once",
		.property =
			"Who registers after the request is called at once.",
		.section = "Part D",
		.hints =
			{
				"There is no third case beside: will be "
				"called, was called.",
				"co_cancel_register().",
				"When the flag is set, call the function "
				"here, without the lock, and return "
				"-ECANCELED.",
			},
	},
	{
		.name = "cancel_deregistered_callback_never_runs",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "cancel_runs_callbacks_in_order_once",
		.property = "A callback that was taken back does not run, and "
			    "the others do.",
		.section = "Part D",
		.hints =
			{
				"The list has two ends, and a way back to "
				"what points to an item.",
				"co_cancel_deregister().",
				"Unlink by @link; when it was the last, the "
				"end of the list moves back.",
			},
	},
	{
		.name = "cancel_merge_hears_any_of_its_tokens",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "cancel_runs_callbacks_in_order_once",
		.property = "A merged source is asked when any of its tokens "
			    "is.",
		.section = "Part D",
		.hints =
			{
				"A merge is a source with callbacks on "
				"others.",
				"co_cancel_merge_init().",
				"Register a callback on each token that "
				"requests the merged source; refuse too "
				"many before you register any.",
			},
	},
	{
		.name = "cancel_reaches_the_sleep_of_a_child",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "cancel_runs_callbacks_in_order_once",
		.property = "A request to the parent ends the sleep of its "
			    "child, both end as cancelled, and the cleanup "
			    "runs.",
		.section = "Part D",
		.hints =
			{
				"A child has the token of its parent; what "
				"waits must listen.",
				"sleep_suspend() and cancelled() in "
				"src/sleep.c.",
				"Register on self->cancel after the timer "
				"is armed; in cancelled() cancel the timer, "
				"and if that worked end the wait.",
			},
	},
	{
		.name = "cancelled_task_does_not_begin_to_sleep",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "cancel_reaches_the_sleep_of_a_child",
		.property = "A task that was asked before does not begin to "
			    "sleep.",
		.section = "Part D",
		.hints =
			{
				"Is the result there already?",
				"sleep_ready(): it is given.",
				"Do not lose its result in sleep_resume().",
			},
	},
	{
		.name = "deregistered_callback_does_not_run",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancel_deregistered_callback_never_runs",
		.builds = RUBRIC_EXPLORE,
		.program = "cancel",
		.seconds = 30,
		.property = "When deregistering returns, the callback neither "
			    "runs nor will, on any thread.",
		.section = "Part D",
		.hints =
			{
				"The callback may be running on another "
				"thread just then.",
				"co_cancel_deregister().",
				"Remember under the lock which callback "
				"runs; wait on a condition while it is "
				"yours.",
			},
	},
	{
		.name = "registered_callback_runs_once",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancel_callback_that_comes_late_runs_at_once",
		.builds = RUBRIC_EXPLORE,
		.program = "cancel",
		.seconds = 30,
		.property =
			"A callback that is registered while the request is "
			"made runs exactly once.",
		.section = "Part D",
		.hints =
			{
				"To look at the flag and to join the list "
				"must be one step.",
				"co_cancel_register().",
				"Both under the lock, under which the "
				"request sets the flag.",
			},
	},
	{
		.name = "two_requests_run_callbacks_once",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancel_runs_callbacks_in_order_once",
		.builds = RUBRIC_EXPLORE,
		.program = "cancel",
		.seconds = 30,
		.property = "Of two requests at the same time one runs the "
			    "callbacks.",
		.section = "Part D",
		.hints =
			{
				"Who comes first is decided in one step.",
				"co__cancel_request().",
				"Exchange the flag and look at what it was.",
			},
	},
	{
		.name = "deregistering_one_leaves_the_others",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "deregistered_callback_does_not_run",
		.builds = RUBRIC_EXPLORE,
		.program = "cancel",
		.seconds = 30,
		.property =
			"Taking one back during a request leaves the others "
			"alone.",
		.section = "Part D",
		.hints =
			{
				"While a callback runs the list may change.",
				"Your loop over the callbacks.",
				"Take the first out, run it without the "
				"lock, and look at the list anew.",
			},
	},
	{
		.name = "merge_may_go_while_its_tokens_are_asked",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancel_merge_hears_any_of_its_tokens",
		.builds = RUBRIC_EXPLORE,
		.program = "cancel",
		.seconds = 30,
		.property = "A merged source can go at any moment.",
		.section = "Part D",
		.hints =
			{
				"Its tokens may be asking it just then.",
				"co_cancel_merge_fini().",
				"Deregister every link first: that waits "
				"for those that run.",
			},
	},
	{
		.name = "callback_may_change_who_listens",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancel_deregistered_callback_never_runs",
		.property = "A callback may take back itself and others, ask "
			    "again, and register.",
		.section = "Part D",
		.hints =
			{
				"Inside a callback nothing is locked and "
				"nobody waits for himself.",
				"co_cancel_deregister() on the thread that "
				"runs the callback.",
				"Remember the thread of the request, and do "
				"not wait on it.",
			},
	},
	{
		.name = "source_may_end_inside_its_request",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "callback_may_change_who_listens",
		.property = "A callback may be the end of the source whose "
			    "request runs it.",
		.section = "Part D",
		.hints =
			{
				"A task without an executor ends inside the "
				"callback that wakes it, and takes its "
				"frame along.",
				"What your request does after a callback "
				"has returned.",
				"Let @gone point to a variable on your "
				"stack; if it was set, return without a "
				"look at the source.",
			},
	},
	{
		.name = "merge_of_asked_token_is_asked",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancel_merge_hears_any_of_its_tokens",
		.property = "Merging a token that was asked before makes a "
			    "source that is asked.",
		.section = "Part D",
		.hints =
			{
				"Registering late runs the callback at "
				"once.",
				"co_cancel_merge_init().",
				"Make the source and fill in the link "
				"before you register it.",
			},
	},
	{
		.name = "sleep_ends_once_by_time_or_by_cancel",
		.part = "D",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancel_reaches_the_sleep_of_a_child",
		.builds = RUBRIC_EXPLORE,
		.program = "sleep",
		.seconds = 30,
		.property =
			"When timer and request come at the same instant, a "
			"sleep ends once.",
		.section = "Part D",
		.hints =
			{
				"The timer is cancelled or it fires: that "
				"decides.",
				"cancelled() and fired().",
				"Only who cancelled the timer ends the "
				"wait; count two arrivals, and the last one "
				"lets the task go.",
			},
	},
	{
		.name = "cancelled_sleep_comes_back_to_its_looper",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "sleep_ends_once_by_time_or_by_cancel",
		.builds = RUBRIC_EXPLORE,
		.program = "sleep",
		.seconds = 30,
		.property =
			"A sleep that is cancelled from another thread goes "
			"on on its own executor, at once.",
		.section = "Part D",
		.hints =
			{
				"The callback runs on the thread that "
				"requests.",
				"cancelled().",
				"co_task_wake().",
			},
	},
	{
		.name = "killed_sleeper_is_left_alone",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "killed_sleeper_takes_its_timer_back",
		.builds = RUBRIC_EXPLORE,
		.program = "sleep",
		.seconds = 30,
		.property = "A sleeper that is killed is touched by nobody "
			    "afterwards.",
		.section = "Part D",
		.hints =
			{
				"The timer, the request and the kill race; "
				"one of them wins.",
				"sleep_detach().",
				"Cancel the timer first: it decides. Then "
				"deregister.",
			},
	},
	{
		.name = "sleeper_without_executor_hears_no_more",
		.part = "D",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "cancelled_sleep_comes_back_to_its_looper",
		.builds = RUBRIC_EXPLORE,
		.program = "sleep",
		.seconds = 30,
		.property = "A sleeper that its executor refuses ends, and the "
			    "token knows it no more.",
		.section = "Part D",
		.hints =
			{
				"A task that is refused is never resumed: "
				"sleep_resume() does not run.",
				"The moment before co_task_wake().",
				"Deregister there, when you are the last to "
				"arrive.",
			},
	},

	/* Part E. */
	{
		.name = "timeout_ends_as_timed_out_and_cancels_child",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.parent = "cancel_reaches_the_sleep_of_a_child",
		.property = "When the time is up the child is cancelled, and "
			    "the await ends as timed out.",
		.section = "Part E",
		.hints =
			{
				"The timer asks, the child ends, the guard "
				"tells.",
				"time_is_up() and guard_body() in "
				"src/timeout.c.",
				"time_is_up() decides on -ETIMEDOUT and "
				"requests the source whose token the child "
				"has.",
			},
	},
	{
		.name = "timeout_gives_result_of_child_in_time",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.parent = "timeout_ends_as_timed_out_and_cancels_child",
		.property =
			"A child in time gives its result, and the timer is "
			"taken back.",
		.section = "Part E",
		.hints =
			{
				"The first outcome counts.",
				"guard_body() after its await, and "
				"guard_cleanup().",
				"Decide on the result of the child; cancel "
				"the timer in the cleanup.",
			},
	},
	{
		.name = "timeout_passes_cancel_of_parent_on",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "timeout_ends_as_timed_out_and_cancels_child",
		.property = "A request to the parent reaches a child with a "
			    "limit.",
		.section = "Part E",
		.hints =
			{
				"The child has a token of its own, so it no "
				"longer hears the parent.",
				"The start of guard_body().",
				"co_cancel_merge_init() with the token of "
				"the parent.",
			},
	},
	{
		.name = "timeout_and_finish_give_one_outcome",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "timeout_gives_result_of_child_in_time",
		.builds = RUBRIC_EXPLORE,
		.program = "timeout",
		.seconds = 30,
		.property = "An end and a timeout at the same instant give one "
			    "outcome.",
		.section = "Part E",
		.hints =
			{
				"Two threads decide; only the first may.",
				"Where the outcome is written.",
				"Under the lock, and only when nobody has "
				"before.",
			},
	},
	{
		.name = "timeout_ends_an_unbound_task_in_place",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "timeout_and_finish_give_one_outcome",
		.builds = RUBRIC_EXPLORE,
		.program = "timeout",
		.seconds = 30,
		.property = "A timer that ends the guard inside its own "
			    "function leaves the frame alone afterwards.",
		.section = "Part E",
		.hints =
			{
				"Without an executor child, guard and "
				"parent end inside the request.",
				"The end of time_is_up().",
				"Let the cleanup set a variable on the "
				"stack of time_is_up(), and do not wait on "
				"that thread.",
			},
	},
	{
		.name = "timeout_and_cancel_give_one_outcome",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "timeout_and_finish_give_one_outcome",
		.builds = RUBRIC_EXPLORE,
		.program = "timeout",
		.seconds = 30,
		.property = "A timeout and a request to the parent at the same "
			    "instant give one outcome.",
		.section = "Part E",
		.hints =
			{
				"Both ask the same source; that is done "
				"once.",
				"time_is_up() and the merged source.",
				"A request that finds it asked returns; the "
				"guard waits in its cleanup for those that "
				"run.",
			},
	},
	{
		.name = "timeout_of_killed_parent_leaves_the_frame",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "timeout_gives_result_of_child_in_time",
		.builds = RUBRIC_EXPLORE,
		.program = "timeout",
		.seconds = 30,
		.property =
			"When the parent is killed, the timer does not fire "
			"into the dead frame.",
		.section = "Part E",
		.hints =
			{
				"A kill does not run the body to its end; "
				"it runs the cleanup.",
				"guard_cleanup().",
				"Cancel the timer; if that is too late wait "
				"until its function has left.",
			},
	},
	{
		.name = "timeout_survives_the_end_of_its_looper",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "timeout_ends_an_unbound_task_in_place",
		.builds = RUBRIC_EXPLORE,
		.program = "timeout",
		.seconds = 30,
		.property = "A limit on a looper that shuts down ends in every "
			    "schedule.",
		.section = "Part E",
		.hints =
			{
				"A wake that is refused ends the task where "
				"it is noticed.",
				"guard_cleanup() on the thread of the "
				"timer.",
				"As for a task without an executor: told by "
				"a variable on the stack.",
			},
	},
	{
		.name = "inner_and_outer_limit_at_once",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "timeout_ends_an_unbound_task_in_place",
		.builds = RUBRIC_EXPLORE,
		.program = "timeout",
		.seconds = 30,
		.property = "A limit inside a limit, both at the same instant, "
			    "ends as timed out.",
		.section = "Part E",
		.hints =
			{
				"The outer one asks the inner one, which "
				"asks the child.",
				"All of part E.",
				"Each guard waits for its own timer only.",
			},
	},
	{
		.name = "killed_parent_takes_the_limit_back",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "timeout_gives_result_of_child_in_time",
		.property = "A killed parent leaves no timer armed and no "
			    "callback registered.",
		.section = "Part E",
		.hints =
			{
				"The cleanup runs whatever the way.",
				"guard_cleanup().",
				"Stop the timer, then "
				"co_cancel_merge_fini().",
			},
	},
	{
		.name = "limit_that_cannot_be_armed_starts_nothing",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "timeout_gives_result_of_child_in_time",
		.property = "When the timer cannot be armed the child never "
			    "runs.",
		.section = "Part E",
		.hints =
			{
				"Without a limit the promise cannot be "
				"kept.",
				"guard_body() before its await.",
				"Arm first; on an error finish with it.",
			},
	},
	{
		.name = "limited_child_keeps_its_own_token",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "timeout_passes_cancel_of_parent_on",
		.property = "A child that had a token of its own still hears "
			    "it.",
		.section = "Part E",
		.hints =
			{
				"The new token stands in the place of the "
				"old one.",
				"The start of guard_body().",
				"Merge the token of the child if it has "
				"one, otherwise that of the parent.",
			},
	},
	{
		.name = "timed_out_is_timed_out_whatever_the_child_says",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "timeout_ends_as_timed_out_and_cancels_child",
		.property =
			"After a timeout the result is -ETIMEDOUT, whatever "
			"the child ends with.",
		.section = "Part E",
		.hints =
			{
				"The first outcome stands.",
				"guard_body() after its await.",
				"Decide only when nobody has.",
			},
	},
	{
		.name = "limit_after_the_end_changes_nothing",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "timeout_gives_result_of_child_in_time",
		.property = "When the child has ended the limit is gone.",
		.section = "Part E",
		.hints =
			{
				"The timer lies in a frame that is about to "
				"go.",
				"guard_cleanup().",
				"Cancel it before anybody learns of the "
				"end.",
			},
	},
	{0},
};

const struct rubric_lab rubric_lab3 = {
	.number = 3,
	.folder = "lab3-sleep",
	.title = "Sleep: time without blocking",
	.files = files,
	.parts = parts,
	.tests = tests,
	.symbols = symbols,
};
