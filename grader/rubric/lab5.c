// SPDX-License-Identifier: MIT
/*
 * The rubric of lab 5: the scheduler.
 */
#include "rubric.h"

static const char *const files[] = {
	"deque.c",
	"detach.c",
	"dispatch.c",
	"managed.c",
	"manager.c",
	"scheduler.c",
	"steal.c",
	"switch.c",
	"then.c",
	NULL,
};

static const struct rubric_part parts[] = {
	{"A", "Detached tasks"},
	{"B", "Dispatch"},
	{"C", "The scheduler"},
	{"D", "The task manager"},
	{"E", "Moving tasks"},
	{"F", "Challenge: work stealing"},
	{0},
};

/*
 * What people lack is the same for several tests: three hints each, from the
 * concept to the place to the step.
 */
#define HINTS_DETACH                                                           \
	{                                                                      \
		"A task that nobody awaits still needs somebody who frees "    \
		"it: a coroutine that awaits it.",                             \
			"co__detach_prepare(), and what runs when the "        \
			"wrapper is released.",                                \
			"Await the task in the wrapper; in the callback of "   \
			"co_task_on_release() destroy it, then the wrapper, "  \
			"and leave the group last.",                           \
	}

#define HINTS_REPORT                                                           \
	{                                                                      \
		"Who waits for the group may look at what was reported as "    \
		"soon as the wait returns.",                                   \
			"The callback that runs when the wrapper is "          \
			"released: the order of its lines.",                   \
			"Report the error, destroy the task, and only then "   \
			"co_group_leave(); read nothing of the group after "   \
			"that.",                                               \
	}

#define HINTS_DETACH_BACK                                                      \
	{                                                                      \
		"A detach that fails has changed nothing: not the task, not "  \
		"its executor, not the count.",                                \
			"The ways out of co__detach_prepare(), and "           \
			"co__detach_undo().",                                  \
			"Keep the executor that the task had and put it "      \
			"back; take the task out of the wrapper before you "   \
			"kill the wrapper.",                                   \
	}

#define HINTS_DROPPED                                                          \
	{                                                                      \
		"An executor may drop what it has taken: then the wrapper "    \
		"ends, and its body has never run.",                           \
			"Where the task is freed and counted down.",           \
			"Do it in the callback of co_task_on_release(), "      \
			"which is called however the wrapper ends, and "       \
			"nowhere else.",                                       \
	}

#define HINTS_TREE                                                             \
	{                                                                      \
		"An empty group is not counted in its parent, one with tasks " \
		"is counted once.",                                            \
			"co_group_enter() when the group is empty, "           \
			"co_group_leave() when it becomes so.",                \
			"Enter the parent before the count goes from 0 to 1, " \
			"leave it after it went from 1 to 0; if two have "     \
			"entered it at once, one leaves again.",               \
	}

#define HINTS_LAST                                                             \
	{                                                                      \
		"Whoever sees the count at zero may free the group, and with " \
		"it the lock that you are about to take.",                     \
			"co_group_leave() of the root, and co_group_wait().",  \
			"Let the last step to zero, and the broadcast, "       \
			"happen under the lock, and let the wait look under "  \
			"the same lock.",                                      \
	}

#define HINTS_GROUP_MISUSE                                                     \
	{                                                                      \
		"A count below zero, or a group that goes with tasks in it, "  \
		"is found here or never.",                                     \
			"The first lines of co_group_fini(), "                 \
			"co_group_leave() and co_group_wait().",               \
			"CO_ASSERT on the count, and on co_current() in the "  \
			"wait, with a message that says what was done.",       \
	}

#define HINTS_TURN                                                             \
	{                                                                      \
		"Two that read a counter and then write it may both get the "  \
		"same turn.",                                                  \
			"Where round robin picks.",                            \
			"One atomic_fetch_add on a 64-bit counter; the rest "  \
			"of its old value by n is the place.",                 \
	}

#define HINTS_LEAST                                                            \
	{                                                                      \
		"A load is what was picked and is not done; to be picked and " \
		"to be done both change it.",                                  \
			"co_dispatch_pick() for the least loaded, and "        \
			"co_dispatch_done().",                                 \
			"Look at all places, take the lowest, and raise it "   \
			"with one atomic addition; done takes one off the "    \
			"same count.",                                         \
	}

#define HINTS_NEAR                                                             \
	{                                                                      \
		"Near is cheap while it is fair: the others need a look only " \
		"now and then.",                                               \
			"co_dispatch_pick_near().",                            \
			"When @until_look is 0, compare with the least "       \
			"loaded: beyond CO_DISPATCH_SLACK go there, "          \
			"otherwise stay and set @until_look to "               \
			"CO_DISPATCH_SLACK.",                                  \
	}

#define HINTS_KEY                                                              \
	{                                                                      \
		"Keys are numbers that somebody chose: they often share a "    \
		"factor with n.",                                              \
			"co_dispatch_by_key(), before anything else is done "  \
			"with the key.",                                       \
			"Mix the bits first: shifts, exclusive ors and odd "   \
			"factors, as in splitmix64.",                          \
	}

#define HINTS_JUMP                                                             \
	{                                                                      \
		"With the rest by n nearly all keys move when n grows by "     \
		"one.",                                                        \
			"co_dispatch_by_key(), how the place follows from "    \
			"the mixed key.",                                      \
			"Ask for each number of places from 1 up whether the " \
			"key moves to the newest, with a chance of 1 in n: a " \
			"jump consistent hash.",                               \
	}

#define HINTS_DISPATCH_ARGS                                                    \
	{                                                                      \
		"No place to pick is an error now, and a division by zero "    \
		"later.",                                                      \
			"The first lines of co_dispatch_init().",              \
			"-EINVAL for n = 0 and for a kind that is none of "    \
			"the three, before anything is allocated.",            \
	}

#define HINTS_CHILDREN                                                         \
	{                                                                      \
		"What a task submits is counted before that task is counted "  \
		"down, so the sum is never 0 in between.",                     \
			"co_scheduler_submit(), and what co_scheduler_loop() " \
			"waits for.",                                          \
			"One group for each context, all below one root; "     \
			"count before the task is started, and wait for the "  \
			"root.",                                               \
	}

#define HINTS_LOOP_END                                                         \
	{                                                                      \
		"Between the look at the count and the wait the last task "    \
		"may end: nobody wakes you then.",                             \
			"The wait in co_scheduler_loop().",                    \
			"Look at the count, and at the stop, under the lock "  \
			"of the root group, in a loop around the wait on its " \
			"condition.",                                          \
	}

#define HINTS_AGAIN                                                            \
	{                                                                      \
		"A loop leaves the scheduler as it has found it: closed, its " \
		"contexts ended, nothing stopped.",                            \
			"The last lines of co_scheduler_loop().",              \
			"Set the state back under the lock, whether the loop " \
			"was stopped or not; start and hold the contexts "     \
			"anew in each loop.",                                  \
	}

#define HINTS_STOP                                                             \
	{                                                                      \
		"A stop is heard by the loop, which then stops the contexts: " \
		"they may be starting just now.",                              \
			"co_scheduler_stop(), and co_scheduler_loop() after "  \
			"its wait.",                                           \
			"Mark the state under the lock and wake the loop, if " \
			"one runs; the loop calls co_context_stop() on each, " \
			"releases and joins them.",                            \
	}

#define HINTS_PLACE                                                            \
	{                                                                      \
		"The same key goes to the same context, and one context runs " \
		"what it gets in order.",                                      \
			"co_scheduler_submit_key().",                          \
			"Choose with co_dispatch_by_key(), whatever the kind " \
			"of dispatch, and count with "                         \
			"co_dispatch_pick_place().",                           \
	}

#define HINTS_RINGS                                                            \
	{                                                                      \
		"A context that cannot start must not leave the ones before "  \
		"it running.",                                                 \
			"co_scheduler_loop(), where it starts the contexts.",  \
			"After an error release and join those that were "     \
			"held, give the error back, and leave what waits in "  \
			"its queue for the next loop.",                        \
	}

#define HINTS_CREATE                                                           \
	{                                                                      \
		"What was made before the refusal is taken down again, the "   \
		"last first.",                                                 \
			"The ways out of co_scheduler_create().",              \
			"Destroy as many contexts as were made, then their "   \
			"groups, the dispatcher and the scheduler; write "     \
			"*out at the very end.",                               \
	}

#define HINTS_KEEP                                                             \
	{                                                                      \
		"A submission may meet the beginning and the end of a loop: "  \
		"either that loop does it or the next.",                       \
			"Where co_scheduler_submit() decides whether the "     \
			"task waits or starts, and where the loop begins and " \
			"ends.",                                               \
			"Count the task first; decide under the lock in "      \
			"which the loop changes the state, and take what "     \
			"waits in the same step in which you open.",           \
	}

#define HINTS_BUSY                                                             \
	{                                                                      \
		"Two loops on one scheduler would both start its contexts.",   \
			"The first lines of co_scheduler_loop().",             \
			"Under the lock: when one is looping, -EBUSY; "        \
			"otherwise write down that you are.",                  \
	}

#define HINTS_MEMORY                                                           \
	{                                                                      \
		"What is kept for each task that has ended grows without "     \
		"end.",                                                        \
			"What submit allocates, and where that is freed.",     \
			"The wrapper is all that a task costs; it frees "      \
			"itself in its release callback, and nothing else "    \
			"remembers it.",                                       \
	}

#define HINTS_LOOP_MISUSE                                                      \
	{                                                                      \
		"A task that waits with its thread stops everything else on "  \
		"that thread.",                                                \
			"The first line of co_scheduler_loop().",              \
			"CO_ASSERT(!co_current(), ...) with the name of the "  \
			"task, and \"with its thread\", in the message.",      \
	}

#define HINTS_WAITING                                                          \
	{                                                                      \
		"What was submitted and never ran still has an owner: the "    \
		"scheduler.",                                                  \
			"co_scheduler_destroy(), before the contexts go.",     \
			"Kill the wrappers that wait with -ECANCELED, one "    \
			"after the other; each reports, frees its task and "   \
			"counts down.",                                        \
	}

#define HINTS_DONE                                                             \
	{                                                                      \
		"Least loaded means: picked and not done. Somebody has to "    \
		"say when it is done.",                                        \
			"Where a task of a context has ended: @left of the "   \
			"context's group.",                                    \
			"Call co_dispatch_done() there, once for each task "   \
			"that was picked for that place, and also when a "     \
			"submission fails.",                                   \
	}

#define HINTS_HERE                                                             \
	{                                                                      \
		"A task that submits runs on one of the contexts, and to "     \
		"stay there costs least.",                                     \
			"co_scheduler_submit(), when the thread is one of "    \
			"the scheduler's own.",                                \
			"Let each context's thread know its place (a "         \
			"thread-local variable, set by the first work it "     \
			"gets), and use co_dispatch_pick_near() with that.",   \
	}

#define HINTS_NO_LOCK                                                          \
	{                                                                      \
		"A callback may call what has called it; a lock that is held " \
		"then is asked for twice by one thread.",                      \
			"Around co_cancel_request(), co__managed_free() and "  \
			"co_task_destroy().",                                  \
			"Take what you need under the lock, with a "           \
			"reference, give the lock back, and only then call.",  \
	}

#define HINTS_RECORD                                                           \
	{                                                                      \
		"A number stands for a task from the add until its record is " \
		"settled.",                                                    \
			"co_manager_add(), find and list, and "                \
			"co__managed_put().",                                  \
			"Link the record under the lock before the guard is "  \
			"started; unlink it with the last reference, unless "  \
			"it is kept.",                                         \
	}

#define HINTS_ASK                                                              \
	{                                                                      \
		"To kill is to decide, and then to ask: the task's token is "  \
		"what all that it awaits hears.",                              \
			"co__managed_end() after the decision, and where "     \
			"co_manager_add() sets the task's token.",             \
			"Give the task the token of the record's merged "      \
			"source; co_cancel_request() that source, outside "    \
			"the lock.",                                           \
	}

#define HINTS_BEGIN                                                            \
	{                                                                      \
		"Between the add and the first line of the task its end may "  \
		"have been decided.",                                          \
			"The guard, before it awaits the task.",               \
			"Look at the outcome and at the deadline, under the "  \
			"lock; when it is decided, finish with it and do not " \
			"await the task.",                                     \
	}

#define HINTS_FORCE                                                            \
	{                                                                      \
		"An await that hears of no token ends only if somebody on "    \
		"its own thread makes it.",                                    \
			"co__managed_end(), for options with @stays.",         \
			"Post work with a reference to the executor where "    \
			"the task began; there, if the innermost await can "   \
			"be left, co_task_kill().",                            \
	}

#define HINTS_LIMIT                                                            \
	{                                                                      \
		"A time limit is a kill by a clock, and the clock has to be "  \
		"stopped when the task ends first.",                           \
			"Where the guard begins, and where it is released.",   \
			"Arm the timer with a reference of its own; when "     \
			"co_timer_cancel() says that it will not fire, give "  \
			"that reference back, otherwise it does so itself.",   \
	}

#define HINTS_KEPT                                                             \
	{                                                                      \
		"A kept record has two ends: of its task, and of itself.",     \
			"co__managed_put() for @keep, and "                    \
			"co_manager_forget().",                                \
			"With the last reference a kept record stays linked "  \
			"and becomes settled; only forget unlinks it and "     \
			"releases the data.",                                  \
	}

#define HINTS_ADD_ARGS                                                         \
	{                                                                      \
		"An add that fails has changed nothing, *id included.",        \
			"The first lines of co_manager_add(), and what it "    \
			"looks up under the lock.",                            \
			"-EINVAL before anything is taken; under the lock "    \
			"-ESHUTDOWN, -EEXIST by the task's address, -ENOMEM; " \
			"write *id on success, before the task begins.",       \
	}

#define HINTS_DESTROY                                                          \
	{                                                                      \
		"While you kill one, others end: a list that you walk must "   \
		"not lose its place.",                                         \
			"co_manager_destroy(), and how it goes from one "      \
			"record to the next.",                                 \
			"Take a reference on the next record under the lock "  \
			"before you give this one's back; wait, then free "    \
			"the kept ones.",                                      \
	}

#define HINTS_DECIDE                                                           \
	{                                                                      \
		"The first one decides: to ask whether it is decided and to "  \
		"write it is one step.",                                       \
			"Wherever an outcome is written: the guard, a kill, "  \
			"the timer.",                                          \
			"One function, called under the lock, that writes "    \
			"only over CO_UNDECIDED and says whether it did.",     \
	}

#define HINTS_PUT                                                              \
	{                                                                      \
		"Whoever will still touch a record has a reference to it, "    \
		"taken under the lock.",                                       \
			"co_manager_kill(), the timer and co__managed_put().", \
			"Take the reference before the lock is given up; "     \
			"settle and free with the last one, and count @busy "  \
			"down after all else.",                                \
	}

#define HINTS_UNDO                                                             \
	{                                                                      \
		"A guard that cannot be started gives everything back.",       \
			"co_manager_add() after the refusal.",                 \
			"Put the task's token back, unlink the record so "     \
			"that it owns no task any more, drop the release "     \
			"function, destroy the guard.",                        \
	}

#define HINTS_TOKEN                                                            \
	{                                                                      \
		"A managed task has two who may ask it to end: its own "       \
		"token, and the manager.",                                     \
			"Where co_manager_add() sets the task's token.",       \
			"The record's merged token hears of both; do not put " \
			"a plain source of yours in its place.",               \
	}

#define HINTS_DATA                                                             \
	{                                                                      \
		"The data may be used by the task's cleanup: it goes after "   \
		"the frame, and once.",                                        \
			"The order in the guard's release callback and in "    \
			"co__managed_put().",                                  \
			"Destroy the task, then give the guard's reference "   \
			"back; co__managed_free() releases the data, outside " \
			"the lock.",                                           \
	}

#define HINTS_GONE                                                             \
	{                                                                      \
		"A final status says that the frame is gone, so it may not "   \
		"be seen before.",                                             \
			"The callback that runs when the guard is released.",  \
			"Take the task out of the record under the lock, "     \
			"destroy it outside, and only then give the "          \
			"reference back, which settles.",                      \
	}

#define HINTS_STATUS                                                           \
	{                                                                      \
		"What a task is asked to do and what it makes of it are two "  \
		"things: the decision counts.",                                \
			"Where the guard concludes.",                          \
			"Decide with the task's own error, which does "        \
			"nothing when a kill was first; the final status "     \
			"follows from the outcome.",                           \
	}

#define HINTS_TOLD                                                             \
	{                                                                      \
		"An error is either kept, to be looked up, or reported: not "  \
		"both, and not lost.",                                         \
			"How the guard finishes.",                             \
			"With @keep it finishes with 0, otherwise with the "   \
			"outcome; being killed counts as cancelled there.",    \
	}

#define HINTS_MANAGER_WAIT                                                     \
	{                                                                      \
		"A wait for the manager's tasks blocks a thread, and its "     \
		"tasks may need that thread.",                                 \
			"co_manager_wait().",                                  \
			"CO_ASSERT(!co_current(), ...); then wait in a loop "  \
			"for @busy to be 0, under the lock, and for the "      \
			"group after it.",                                     \
	}

#define HINTS_THEN_VALUE                                                       \
	{                                                                      \
		"A link gives its function what the link before it has left, " \
		"and leaves what the function gives.",                         \
			"The body of a link, around the call of its "          \
			"function.",                                           \
			"Set @value of the step from co_then_value() of the "  \
			"upstream when that is a link; keep @value after the " \
			"call.",                                               \
	}

#define HINTS_THEN_NEXT                                                        \
	{                                                                      \
		"A function may give a task in place of a value: the link "    \
		"awaits it before it goes on.",                                \
			"The body of a link, after the call.",                 \
			"Destroy the upstream, await @next, then take the "    \
			"value from where @next_value points, before you "     \
			"destroy it.",                                         \
	}

#define HINTS_THEN_FAIL                                                        \
	{                                                                      \
		"A failure passes every link, and calls none of their "        \
		"functions.",                                                  \
			"The body of a link, after its await of the "          \
			"upstream.",                                           \
			"When co_awaited() is an error, finish with it; the "  \
			"value stays NULL, also when @next fails.",            \
	}

#define HINTS_THEN_OWN                                                         \
	{                                                                      \
		"A link may end at every point: killed, failed, or never "     \
		"begun.",                                                      \
			"The cleanup of a link.",                              \
			"Keep upstream and next in the frame, set them to "    \
			"NULL as you destroy them, and destroy in the "        \
			"cleanup what is still there.",                        \
	}

#define HINTS_THEN_LONG                                                        \
	{                                                                      \
		"Each link owns the one before it: whoever frees a link from " \
		"within a link goes as deep as the chain is long.",            \
			"The cleanup of a link that has never begun.",         \
			"Take the upstream out of each link before you "       \
			"destroy it, in a loop.",                              \
	}

#define HINTS_MOVE                                                             \
	{                                                                      \
		"The task moves itself: it belongs to the new executor, and "  \
		"is resumed there.",                                           \
			"The suspend function of the awaiter, and the work "   \
			"that arrives.",                                       \
			"Set the task's executor, post the work to the new "   \
			"context, and resume the task when it runs there.",    \
	}

#define HINTS_REBIND                                                           \
	{                                                                      \
		"After a post that succeeds the task may already be running "  \
		"on the other thread.",                                        \
			"The suspend function: what comes before co_post(), "  \
			"and what after.",                                     \
			"Write everything before the post; after it touch "    \
			"neither the task nor the awaiter, unless it was "     \
			"refused.",                                            \
	}

#define HINTS_STAY                                                             \
	{                                                                      \
		"Who cannot go stays where he was, and belongs there.",        \
			"The ready function, a refused post, and work that "   \
			"is dropped.",                                         \
			"Put the old executor back, set the result, and go "   \
			"on: in place after a refusal, by co_task_wake() "     \
			"when it was dropped.",                                \
	}

#define HINTS_STEAL_DEQUE                                                      \
	{                                                                      \
		"The owner works on its end as on a stack; "                   \
		"thieves take from the other end.",                            \
			"co_deque_push(), co_deque_pop(), "                    \
			"co_deque_steal(): which of @first and @end "          \
			"each of them moves.",                                 \
			"Push writes the slot and then raises @end; pop "      \
			"lowers @end; steal raises @first with "               \
			"compare-and-swap. Clear the link of what is "         \
			"taken.",                                              \
	}

#define HINTS_STEAL_ROOM                                                       \
	{                                                                      \
		"A slot may be used again once the thief that "                \
		"takes its item has read it.",                                 \
			"Where push asks for room, and in which order a "      \
			"thief reads the slot and claims it.",                 \
			"Full is end - first >= room. A thief reads the "      \
			"slot first and then swaps @first; if the swap "       \
			"fails it forgets what it read.",                      \
	}

#define HINTS_STEAL_LAST                                                       \
	{                                                                      \
		"For the last item the owner is one of the "                   \
		"thieves.",                                                    \
			"co_deque_pop(), when @first is no longer below "      \
			"the new @end.",                                       \
			"Lower @end first and read @first after that. "        \
			"When they are equal, claim the item as a thief "      \
			"does; then put @end back, whoever has it.",           \
	}

#define HINTS_STEAL_ORDER                                                      \
	{                                                                      \
		"Two that each write one thing and then read "                 \
		"the other: one of them must see what the other "              \
		"wrote.",                                                      \
			"The store of @end in push and pop, the loads "        \
			"in co_deque_is_empty() and co_deque_steal().",        \
			"Make these four memory_order_seq_cst.",               \
	}

#define HINTS_STEAL_SERVE                                                      \
	{                                                                      \
		"A task that lies in a deque needs somebody who "              \
		"comes by: its own context, and one of those "                 \
		"that rest.",                                                  \
			"co_offer_to(): what suspend does before and "         \
			"after the push.",                                     \
			"See that the work that serves is queued at "          \
			"your own context, push, and then call one that "      \
			"rests.",                                              \
	}

#define HINTS_STEAL_REST                                                       \
	{                                                                      \
		"Whoever looks and then rests misses what is "                 \
		"offered in between.",                                         \
			"The end of the work that serves, when it has "        \
			"found nothing.",                                      \
			"First say that you rest, then look at all "           \
			"deques once more; if there is something left, "       \
			"call somebody.",                                      \
	}

#define HINTS_STEAL_CHAIN                                                      \
	{                                                                      \
		"Who was called takes one task, and there may "                \
		"be more.",                                                    \
			"Between the task that was taken and its run.",        \
			"After taking, and before running, call the "          \
			"next one if something is left and somebody "          \
			"rests.",                                              \
	}

#define HINTS_STEAL_CALL                                                       \
	{                                                                      \
		"One offer is one task: to wake all that rest "                \
		"is to wake all but one for nothing.",                         \
			"Where you choose whom to call.",                      \
			"Call one, and nobody else until it has "              \
			"answered. It answers before it looks at the "         \
			"deques.",                                             \
	}

#define HINTS_STEAL_ANSWER                                                     \
	{                                                                      \
		"A call that was dropped or refused is still on "              \
		"its way as long as nobody says otherwise.",                   \
			"The work that serves, when it is run with an "        \
			"error; and a post that is refused.",                  \
			"Answer first, whatever the error. When the "          \
			"post is refused take the call back, and leave "       \
			"the place resting.",                                  \
	}

#define HINTS_STEAL_BIND                                                       \
	{                                                                      \
		"Where a task is taken, there it belongs: what "               \
		"it awaits next comes back to its executor.",                  \
			"The function of the work that lay in the "            \
			"deque.",                                              \
			"Set the executor of the task to "                     \
			"co_executor_here() and resume it there; nobody "      \
			"else touches it after the push.",                     \
	}

#define HINTS_STEAL_DROP                                                       \
	{                                                                      \
		"A stop gives each context what is queued "                    \
		"there, with -ECANCELED; a deque is not a queue "              \
		"that it knows.",                                              \
			"The work that serves, when it is run with an "        \
			"error, and in the middle of its turn.",               \
			"Keep it queued while your deque is not empty. "       \
			"With an error, pop all and pass the error on; "       \
			"in a turn, stop when the engine is shut.",            \
	}

#define HINTS_STEAL_STRAIGHT                                                   \
	{                                                                      \
		"An offer that cannot be made changes nothing: "               \
		"the task stays where it is.",                                 \
			"The beginning of suspend, and a push that is "        \
			"refused.",                                            \
			"Look for the place by the executor of the "           \
			"task; return @self with -EINVAL when there is "       \
			"none, with 0 when there is no room.",                 \
	}

#define HINTS_STEAL_IO                                                         \
	{                                                                      \
		"Tasks that are taken one after the other keep "               \
		"the ring from being looked at.",                              \
			"The loop in the work that serves.",                   \
			"After CO_STEAL_TURN tasks post the work again, "      \
			"behind all that is ready, and return.",               \
	}

#define HINTS_STEAL_UNDO                                                       \
	{                                                                      \
		"What was made before the refusal is taken down "              \
		"again.",                                                      \
			"co_steal_create(), where a deque cannot be "          \
			"made.",                                               \
			"Free the deques that are there, the places, "         \
			"and the rest, and write *@out only at the end.",      \
	}

#define HINTS_STEAL_MISUSE                                                     \
	{                                                                      \
		"Work that is lost with its deque is found here "              \
		"or never.",                                                   \
			"The first line of co_deque_fini() and of "            \
			"co_steal_destroy().",                                 \
			"CO_ASSERT that the deque is empty; that every "       \
			"place rests.",                                        \
	}

static const struct rubric_test tests[] = {
	/* Part A. */
	{
		.name = "detached_task_runs_and_is_freed",
		.part = "A",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.property = "A detached task runs, and is freed when it has "
			    "ended; then the wait for its group returns.",
		.section = "Part A",
		.hints = HINTS_DETACH,
	},
	{
		.name = "detached_error_is_reported_before_wait_returns",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "detached_task_runs_and_is_freed",
		.property = "The error of a task that nobody awaits is "
			    "reported before the wait returns.",
		.section = "Part A",
		.hints = HINTS_REPORT,
	},
	{
		.name = "refused_task_stays_the_callers",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "detached_task_runs_and_is_freed",
		.property = "A task that the executor refuses is the caller's, "
			    "created and bound as before, and is not counted.",
		.section = "Part A",
		.hints = HINTS_DETACH_BACK,
	},
	{
		.name = "dropped_task_is_reported_freed_and_counted_once",
		.part = "A",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.parent = "detached_task_runs_and_is_freed",
		.property = "A task that its executor drops is reported as "
			    "cancelled, freed, and counted down once.",
		.section = "Part A",
		.hints = HINTS_DROPPED,
	},
	{
		.name = "group_below_counts_as_one_of_its_parent",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property = "A group with tasks counts as one task of its "
			    "parent, an empty one as none.",
		.section = "Part A",
		.hints = HINTS_TREE,
	},
	{
		.name = "group_is_not_empty_while_one_below_lives",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "group_below_counts_as_one_of_its_parent",
		.builds = RUBRIC_EXPLORE,
		.program = "races",
		.seconds = 60,
		.property = "However two enter and leave a group, its parent "
			    "is not empty while one of them is inside.",
		.section = "Part A",
		.hints = HINTS_TREE,
	},
	{
		.name = "wait_hears_the_last_leave",
		.part = "A",
		.points = 0,
		.visibility = RUBRIC_PUBLIC,
		.parent = "group_below_counts_as_one_of_its_parent",
		.builds = RUBRIC_EXPLORE,
		.program = "waits",
		.seconds = 60,
		.property = "A wait returns whenever the last one leaves, and "
			    "then the group may go.",
		.section = "Part A",
		.hints = HINTS_LAST,
	},
	{
		.name = "group_may_go_when_the_wait_returns",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "wait_hears_the_last_leave",
		.builds = RUBRIC_EXPLORE,
		.program = "detach",
		.seconds = 60,
		.property = "When the wait returns nobody touches the group "
			    "any more: it may be freed at once.",
		.section = "Part A",
		.hints = HINTS_LAST,
	},
	{
		.name = "root_is_never_empty_before_its_leaf",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "group_below_counts_as_one_of_its_parent",
		.builds = RUBRIC_EXPLORE,
		.program = "detach",
		.seconds = 60,
		.property = "A group is never seen empty while a group below "
			    "it has a task.",
		.section = "Part A",
		.hints = HINTS_TREE,
	},
	{
		.name = "detached_is_gone_when_the_wait_returns",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "detached_error_is_reported_before_wait_returns",
		.builds = RUBRIC_EXPLORE,
		.program = "detach",
		.seconds = 60,
		.property = "When the wait returns, the errors were reported "
			    "and the frames are gone.",
		.section = "Part A",
		.hints = HINTS_REPORT,
	},
	{
		.name = "detach_without_memory_changes_nothing",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "refused_task_stays_the_callers",
		.builds = RUBRIC_EXPLORE,
		.program = "detach",
		.seconds = 60,
		.property = "Without memory the task is the caller's as "
			    "before, and is not counted.",
		.section = "Part A",
		.hints = HINTS_DETACH_BACK,
	},
	{
		.name = "group_with_tasks_may_not_go",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.property = "A group that goes while tasks of it live stops "
			    "with a message.",
		.section = "Part A",
		.hints = HINTS_GROUP_MISUSE,
	},
	{
		.name = "empty_group_may_not_be_left",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.property = "Leaving an empty group stops with a message.",
		.section = "Part A",
		.hints = HINTS_GROUP_MISUSE,
	},
	{
		.name = "task_may_not_wait_for_a_group_with_its_thread",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.property = "A task that waits for a group with its thread "
			    "stops with a message.",
		.section = "Part A",
		.hints = HINTS_GROUP_MISUSE,
	},
	/* Part B. */
	{
		.name = "round_robin_gives_each_place_its_turn",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property = "Round robin gives each place its turn.",
		.section = "Part B",
		.hints = HINTS_TURN,
	},
	{
		.name = "least_loaded_fills_what_is_done",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.property = "The least loaded place is picked, and what is "
			    "done makes room.",
		.section = "Part B",
		.hints = HINTS_LEAST,
	},
	{
		.name = "near_stays_within_the_slack",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "least_loaded_fills_what_is_done",
		.property = "A near pick stays where it is while that is not "
			    "loaded much more than the others.",
		.section = "Part B",
		.hints = HINTS_NEAR,
	},
	{
		.name = "key_has_one_place_and_keys_are_spread",
		.part = "B",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.property = "A key always has the same place, and keys are "
			    "spread evenly, multiples too.",
		.section = "Part B",
		.hints = HINTS_KEY,
	},
	{
		.name = "one_more_place_moves_keys_only_there",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "key_has_one_place_and_keys_are_spread",
		.property = "One more place takes its share of the keys, and "
			    "no other key moves.",
		.section = "Part B",
		.hints = HINTS_JUMP,
	},
	{
		.name = "dispatch_refuses_what_makes_no_sense",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"No places, or a kind that does not exist, is refused.",
		.section = "Part B",
		.hints = HINTS_DISPATCH_ARGS,
	},
	{
		.name = "turns_are_even_for_many_threads",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "round_robin_gives_each_place_its_turn",
		.builds = RUBRIC_EXPLORE,
		.program = "detach",
		.seconds = 60,
		.property = "Threads that pick at once share the turns: no "
			    "place gets two while another gets none.",
		.section = "Part B",
		.hints = HINTS_TURN,
	},
	{
		.name = "loads_differ_by_the_threads_that_pick",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "least_loaded_fills_what_is_done",
		.builds = RUBRIC_EXPLORE,
		.program = "detach",
		.seconds = 60,
		.property = "However threads meet, loads differ by no more "
			    "than the threads that pick.",
		.section = "Part B",
		.hints = HINTS_LEAST,
	},
	/* Part C. */
	{
		.name = "loop_does_what_tasks_submit_too",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "The loop returns when all is done, that which "
			    "tasks submit included.",
		.section = "Part C",
		.hints = HINTS_CHILDREN,
	},
	{
		.name = "second_loop_works_and_an_empty_one_returns",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "loop_does_what_tasks_submit_too",
		.needs = RUBRIC_URING,
		.property = "A second loop works like the first, and a loop "
			    "without work returns.",
		.section = "Part C",
		.hints = HINTS_AGAIN,
	},
	{
		.name = "stopped_loop_returns_and_may_run_again",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "second_loop_works_and_an_empty_one_returns",
		.needs = RUBRIC_URING,
		.property = "A stop from inside makes the loop return, and the "
			    "scheduler can be used again.",
		.section = "Part C",
		.hints = HINTS_STOP,
	},
	{
		.name = "tasks_of_a_key_share_a_context",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "loop_does_what_tasks_submit_too",
		.needs = RUBRIC_URING,
		.property =
			"All tasks of a key run on the context of that key.",
		.section = "Part C",
		.hints = HINTS_PLACE,
	},
	{
		.name = "ring_past_the_limit_keeps_the_work",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A ring that the kernel refuses is the loop's "
			    "error, and the work is kept.",
		.section = "Part C",
		.hints = HINTS_RINGS,
	},
	{
		.name = "create_refuses_what_makes_no_sense",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property = "Rings without entries and too many contexts are "
			    "refused; no number means one for each core.",
		.section = "Part C",
		.hints = HINTS_CREATE,
	},
	{
		.name = "loop_hears_the_last_task_end",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "loop_does_what_tasks_submit_too",
		.builds = RUBRIC_EXPLORE,
		.program = "races",
		.seconds = 60,
		.property = "The loop returns whenever the last task ends, "
			    "also while the loop falls asleep.",
		.section = "Part C",
		.hints = HINTS_LOOP_END,
	},
	{
		.name = "submit_at_the_end_of_the_loop_is_not_lost",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "loop_hears_the_last_task_end",
		.builds = RUBRIC_EXPLORE,
		.program = "scheduler",
		.seconds = 60,
		.property = "What is submitted while the loop returns is done "
			    "by it, or by the next one.",
		.section = "Part C",
		.hints = HINTS_KEEP,
	},
	{
		.name = "loop_does_no_task_by_halves",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "loop_hears_the_last_task_end",
		.builds = RUBRIC_EXPLORE,
		.program = "again",
		.seconds = 60,
		.property = "What is submitted while the loop returns is never "
			    "begun and then left.",
		.section = "Part C",
		.hints = HINTS_KEEP,
	},
	{
		.name = "loop_waits_for_what_tasks_send_elsewhere",
		.part = "C",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "loop_hears_the_last_task_end",
		.builds = RUBRIC_EXPLORE,
		.program = "scheduler",
		.seconds = 60,
		.property = "The loop waits for what a task sends to another "
			    "context, in every schedule, and then returns.",
		.section = "Part C",
		.hints = HINTS_LOOP_END,
	},
	{
		.name = "loop_hears_a_stop",
		.part = "C",
		.points = 0,
		.visibility = RUBRIC_PUBLIC,
		.parent = "stopped_loop_returns_and_may_run_again",
		.builds = RUBRIC_EXPLORE,
		.program = "waits",
		.seconds = 60,
		.property = "The loop returns whenever the stop comes, also "
			    "while the loop falls asleep.",
		.section = "Part C",
		.hints = HINTS_STOP,
	},
	{
		.name = "stop_and_submit_leave_nothing_behind",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "loop_hears_a_stop",
		.builds = RUBRIC_EXPLORE,
		.program = "scheduler",
		.seconds = 60,
		.property = "A stop and a submission at once leave no task "
			    "behind: it is refused, done or cancelled.",
		.section = "Part C",
		.hints = HINTS_STOP,
	},
	{
		.name = "stop_ends_what_waits_in_a_ring",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "stopped_loop_returns_and_may_run_again",
		.builds = RUBRIC_EXPLORE,
		.program = "scheduler",
		.seconds = 60,
		.property =
			"A stop ends what waits in a ring, in every schedule.",
		.section = "Part C",
		.hints = HINTS_STOP,
	},
	{
		.name = "refused_third_ring_releases_the_first_two",
		.part = "C",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "loop_hears_the_last_task_end",
		.builds = RUBRIC_EXPLORE,
		.program = "scheduler",
		.seconds = 60,
		.property =
			"When the third of four rings is refused the first two "
			"contexts end, and the next loop does the work.",
		.section = "Part C",
		.hints = HINTS_RINGS,
	},
	{
		.name = "tasks_of_a_key_run_in_order",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "loop_hears_the_last_task_end",
		.builds = RUBRIC_EXPLORE,
		.program = "scheduler",
		.seconds = 60,
		.property = "Tasks of a key run in the order in which they "
			    "were submitted.",
		.section = "Part C",
		.hints = HINTS_PLACE,
	},
	{
		.name = "of_two_loops_one_is_refused_or_comes_later",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "loop_hears_the_last_task_end",
		.builds = RUBRIC_EXPLORE,
		.program = "scheduler",
		.seconds = 60,
		.property = "Of two loops at once one is refused, or comes "
			    "when the other has returned.",
		.section = "Part C",
		.hints = HINTS_BUSY,
	},
	{
		.name = "stopped_task_goes_on_in_the_next_loop",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "stopped_loop_returns_and_may_run_again",
		.builds = RUBRIC_EXPLORE,
		.program = "again",
		.seconds = 60,
		.property = "A task that waits for something else outlives a "
			    "stop, and goes on in the next loop.",
		.section = "Part C",
		.hints = HINTS_AGAIN,
	},
	{
		.name = "stop_is_heard_while_the_contexts_start",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "stopped_loop_returns_and_may_run_again",
		.builds = RUBRIC_EXPLORE,
		.program = "again",
		.seconds = 60,
		.property = "A stop that comes while the loop starts its "
			    "contexts is heard.",
		.section = "Part C",
		.hints = HINTS_STOP,
	},
	{
		.name = "what_has_ended_is_no_load",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "loop_hears_the_last_task_end",
		.builds = RUBRIC_EXPLORE,
		.program = "again",
		.seconds = 60,
		.property = "A task that has ended no longer counts as load of "
			    "its context.",
		.section = "Part C",
		.hints = HINTS_DONE,
	},
	{
		.name = "child_begins_near_its_parent",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "loop_hears_the_last_task_end",
		.builds = RUBRIC_EXPLORE,
		.program = "again",
		.seconds = 60,
		.property =
			"What a task submits begins on its own context, while "
			"that is not loaded much more than the others.",
		.section = "Part C",
		.hints = HINTS_HERE,
	},
	{
		.name = "million_detached_tasks_do_not_grow_the_memory",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "loop_does_what_tasks_submit_too",
		.needs = RUBRIC_URING,
		.seconds = 60,
		.property = "A million tasks that nobody awaits do not make "
			    "the memory grow.",
		.section = "Part C",
		.hints = HINTS_MEMORY,
	},
	{
		.name = "submits_of_many_threads_are_all_done",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "second_loop_works_and_an_empty_one_returns",
		.needs = RUBRIC_URING,
		.seconds = 30,
		.property = "What many threads submit while the loop runs is "
			    "all done.",
		.section = "Part C",
		.hints = HINTS_KEEP,
	},
	{
		.name = "schedulers_leave_no_descriptor",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "second_loop_works_and_an_empty_one_returns",
		.needs = RUBRIC_URING,
		.property = "Schedulers leave no descriptor behind, and cancel "
			    "what never ran.",
		.section = "Part C",
		.hints = HINTS_WAITING,
	},
	{
		.name = "create_without_descriptors_leaves_nothing",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.property = "A scheduler that lacks descriptors is refused, "
			    "and leaves none open.",
		.section = "Part C",
		.hints = HINTS_CREATE,
	},
	{
		.name = "task_may_not_loop_with_its_thread",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.property = "A task that runs a loop with its thread stops "
			    "with a message.",
		.section = "Part C",
		.hints = HINTS_LOOP_MISUSE,
	},
	/* Part D. */
	{
		.name = "managed_task_has_an_id_until_it_ends",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property = "A managed task is found and listed by its number "
			    "until it has ended.",
		.section = "Part D",
		.hints = HINTS_RECORD,
	},
	{
		.name = "kill_unwinds_all_that_is_awaited",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "managed_task_has_an_id_until_it_ends",
		.property = "A kill ends all that the task awaits, the "
			    "innermost first, and decides once.",
		.section = "Part D",
		.hints = HINTS_ASK,
	},
	{
		.name = "killed_before_it_begins_it_never_runs",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "managed_task_has_an_id_until_it_ends",
		.property = "A task that is killed before it begins does not "
			    "begin, and is cleaned up.",
		.section = "Part D",
		.hints = HINTS_BEGIN,
	},
	{
		.name = "kill_forces_a_task_that_stays",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "kill_unwinds_all_that_is_awaited",
		.property = "A kill also ends an await that hears of no token, "
			    "for a task that stays.",
		.section = "Part D",
		.hints = HINTS_FORCE,
	},
	{
		.name = "time_limit_ends_what_takes_longer",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "managed_task_has_an_id_until_it_ends",
		.property = "A time limit ends what takes longer, and is "
			    "disarmed by what does not.",
		.section = "Part D",
		.hints = HINTS_LIMIT,
	},
	{
		.name = "kept_status_stays_until_it_is_forgotten",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "managed_task_has_an_id_until_it_ends",
		.property = "A kept status stays until it is forgotten; then "
			    "its data is released.",
		.section = "Part D",
		.hints = HINTS_KEPT,
	},
	{
		.name = "manager_refuses_what_makes_no_sense",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "managed_task_has_an_id_until_it_ends",
		.property = "What makes no sense is refused, and then nothing "
			    "has changed.",
		.section = "Part D",
		.hints = HINTS_ADD_ARGS,
	},
	{
		.name = "destroy_kills_what_is_left",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "managed_task_has_an_id_until_it_ends",
		.property = "Destroying a manager kills what is left and "
			    "releases all data.",
		.section = "Part D",
		.hints = HINTS_DESTROY,
	},
	{
		.name = "kill_and_end_agree_on_the_outcome",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "managed_task_has_an_id_until_it_ends",
		.builds = RUBRIC_EXPLORE,
		.program = "kill",
		.seconds = 60,
		.property = "A kill that meets the end of its task has "
			    "decided, or is told that it came too late.",
		.section = "Part D",
		.hints = HINTS_DECIDE,
	},
	{
		.name = "manager_serves_many_threads",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_unwinds_all_that_is_awaited",
		.seconds = 30,
		.property = "Many threads may add and kill at once; each task "
			    "is killed at most once.",
		.section = "Part D",
		.hints = HINTS_DECIDE,
	},
	{
		.name = "kill_reaches_a_child_on_another_executor",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_unwinds_all_that_is_awaited",
		.property =
			"A kill reaches a child that runs on another executor.",
		.section = "Part D",
		.hints = HINTS_ASK,
	},
	{
		.name = "killed_task_that_ends_well_counts_as_killed",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_unwinds_all_that_is_awaited",
		.property = "Once a kill has returned 0 the status will be "
			    "killed, whatever the task makes of it.",
		.section = "Part D",
		.hints = HINTS_STATUS,
	},
	{
		.name = "own_token_is_still_heard",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "managed_task_has_an_id_until_it_ends",
		.property = "A managed task still hears of the token that it "
			    "came with.",
		.section = "Part D",
		.hints = HINTS_TOKEN,
	},
	{
		.name = "refused_task_and_data_stay_the_callers",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "manager_refuses_what_makes_no_sense",
		.property =
			"A task that cannot be started is the caller's, with "
			"its token and its data, and can be added again.",
		.section = "Part D",
		.hints = HINTS_UNDO,
	},
	{
		.name = "dropped_tasks_are_settled",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "managed_task_has_an_id_until_it_ends",
		.property = "A task that its executor drops is settled as "
			    "cancelled.",
		.section = "Part D",
		.hints = HINTS_PUT,
	},
	{
		.name = "data_outlives_the_frame",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "managed_task_has_an_id_until_it_ends",
		.property =
			"The data is released after the task was cleaned up.",
		.section = "Part D",
		.hints = HINTS_DATA,
	},
	{
		.name = "manager_is_not_waited_for_by_a_task",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.property = "A task that waits for a manager with its thread "
			    "stops with a message.",
		.section = "Part D",
		.hints = HINTS_MANAGER_WAIT,
	},
	{
		.name = "loop_runs_what_a_manager_adds",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kept_status_stays_until_it_is_forgotten",
		.needs = RUBRIC_URING,
		.property = "A manager on a scheduler: the loop runs what was "
			    "added, and the ends are looked up.",
		.section = "Part D",
		.hints = HINTS_KEPT,
	},
	{
		.name = "error_of_who_is_not_kept_is_reported",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "loop_runs_what_a_manager_adds",
		.needs = RUBRIC_URING,
		.property = "The error of a task that is not kept is reported.",
		.section = "Part D",
		.hints = HINTS_TOLD,
	},
	{
		.name = "kill_reaches_io_on_another_context",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_unwinds_all_that_is_awaited",
		.needs = RUBRIC_URING,
		.property = "A kill ends I/O that waits on another context.",
		.section = "Part D",
		.hints = HINTS_FORCE,
	},
	{
		.name = "limit_ends_what_waits_in_a_ring",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_reaches_io_on_another_context",
		.builds = RUBRIC_EXPLORE,
		.program = "scheduler",
		.seconds = 60,
		.property = "A time limit ends what waits in a ring, in every "
			    "schedule.",
		.section = "Part D",
		.hints = HINTS_LIMIT,
	},
	{
		.name = "time_limit_ends_io",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "limit_ends_what_waits_in_a_ring",
		.needs = RUBRIC_URING,
		.property = "A time limit ends I/O.",
		.section = "Part D",
		.hints = HINTS_LIMIT,
	},
	{
		.name = "scheduler_may_go_before_its_manager",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kept_status_stays_until_it_is_forgotten",
		.needs = RUBRIC_URING,
		.property = "A scheduler may go before its manager: what never "
			    "ran is cancelled.",
		.section = "Part D",
		.hints = HINTS_RECORD,
	},
	{
		.name = "kill_and_end_give_one_outcome",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_unwinds_all_that_is_awaited",
		.builds = RUBRIC_EXPLORE,
		.program = "manager",
		.seconds = 60,
		.property = "A kill and the task's own end give one outcome, "
			    "the one that the kill was told.",
		.section = "Part D",
		.hints = HINTS_DECIDE,
	},
	{
		.name = "kill_of_who_is_not_kept_finds_it_or_not",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_unwinds_all_that_is_awaited",
		.builds = RUBRIC_EXPLORE,
		.program = "manager",
		.seconds = 60,
		.property =
			"A kill of a task that is just ending finds its record "
			"or does not, and touches none that is gone.",
		.section = "Part D",
		.hints = HINTS_PUT,
	},
	{
		.name = "two_kills_succeed_once",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_and_end_give_one_outcome",
		.builds = RUBRIC_EXPLORE,
		.program = "manager",
		.seconds = 60,
		.property = "Of two kills at once one succeeds.",
		.section = "Part D",
		.hints = HINTS_DECIDE,
	},
	{
		.name = "limit_and_end_give_one_outcome",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "time_limit_ends_what_takes_longer",
		.builds = RUBRIC_EXPLORE,
		.program = "manager",
		.seconds = 60,
		.property = "A time limit and the task's own end give one "
			    "outcome, and nothing is left armed.",
		.section = "Part D",
		.hints = HINTS_LIMIT,
	},
	{
		.name = "limit_and_kill_give_one_outcome",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "limit_and_end_give_one_outcome",
		.builds = RUBRIC_EXPLORE,
		.program = "manager",
		.seconds = 60,
		.property = "A time limit and a kill give one outcome.",
		.section = "Part D",
		.hints = HINTS_DECIDE,
	},
	{
		.name = "limit_before_the_beginning_prevents_it",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "killed_before_it_begins_it_never_runs",
		.builds = RUBRIC_EXPLORE,
		.program = "manager",
		.seconds = 60,
		.property = "A task whose time is up before it begins does not "
			    "begin.",
		.section = "Part D",
		.hints = HINTS_BEGIN,
	},
	{
		.name = "force_and_completion_give_one_end",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kill_forces_a_task_that_stays",
		.builds = RUBRIC_EXPLORE,
		.program = "manager",
		.seconds = 60,
		.property =
			"Force and a completion at once end the await once.",
		.section = "Part D",
		.hints = HINTS_FORCE,
	},
	{
		.name = "destroy_ends_all_that_comes_and_goes",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "destroy_kills_what_is_left",
		.builds = RUBRIC_EXPLORE,
		.program = "manager",
		.seconds = 60,
		.property = "Destroying a manager while its tasks end loses "
			    "none and touches none that is gone.",
		.section = "Part D",
		.hints = HINTS_DESTROY,
	},
	{
		.name = "add_without_memory_changes_nothing",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "refused_task_and_data_stay_the_callers",
		.builds = RUBRIC_EXPLORE,
		.program = "manager",
		.seconds = 60,
		.property = "Whatever memory is lacking, a failed add has "
			    "changed nothing.",
		.section = "Part D",
		.hints = HINTS_UNDO,
	},
	{
		.name = "manager_may_go_while_the_loop_runs",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "managed_task_has_an_id_until_it_ends",
		.builds = RUBRIC_EXPLORE,
		.program = "scheduler",
		.seconds = 60,
		.property = "When the wait for a manager returns the manager "
			    "may go, also while the loop below it runs on.",
		.section = "Part D",
		.hints = HINTS_PUT,
	},
	{
		.name = "limit_that_is_not_reached_holds_nothing",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "time_limit_ends_what_takes_longer",
		.builds = RUBRIC_EXPLORE,
		.program = "managed",
		.seconds = 60,
		.property = "A limit that is not reached is disarmed, and "
			    "nobody waits for it.",
		.section = "Part D",
		.hints = HINTS_LIMIT,
	},
	{
		.name = "frame_is_free_when_the_end_is_seen",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "data_outlives_the_frame",
		.builds = RUBRIC_EXPLORE,
		.program = "managed",
		.seconds = 60,
		.property = "When a final status is seen the frame is gone.",
		.section = "Part D",
		.hints = HINTS_GONE,
	},
	{
		.name = "release_may_use_its_manager",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "kept_status_stays_until_it_is_forgotten",
		.builds = RUBRIC_EXPLORE,
		.program = "managed",
		.seconds = 60,
		.property = "A release function may call the manager: no lock "
			    "is held while it runs.",
		.section = "Part D",
		.hints = HINTS_NO_LOCK,
	},
	{
		.name = "who_hears_of_a_kill_may_use_the_manager",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "release_may_use_its_manager",
		.builds = RUBRIC_EXPLORE,
		.program = "managed",
		.seconds = 60,
		.property = "Who hears of a kill may call the manager: no lock "
			    "is held while it is told.",
		.section = "Part D",
		.hints = HINTS_NO_LOCK,
	},
	{
		.name = "number_is_known_before_the_task_begins",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "managed_task_has_an_id_until_it_ends",
		.builds = RUBRIC_EXPLORE,
		.program = "managed",
		.seconds = 60,
		.property = "The number of a task is written before the task "
			    "begins, and never into a frame that is gone.",
		.section = "Part D",
		.hints = HINTS_RECORD,
	},
	{
		.name = "number_is_never_given_twice",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "number_is_known_before_the_task_begins",
		.builds = RUBRIC_EXPLORE,
		.program = "managed",
		.seconds = 60,
		.property = "A number is never given twice, also when an add "
			    "is refused while another succeeds.",
		.section = "Part D",
		.hints = HINTS_UNDO,
	},
	{
		.name = "then_passes_the_value_on",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property =
			"A chain passes the value of each link to the next.",
		.section = "Part D",
		.hints = HINTS_THEN_VALUE,
	},
	{
		.name = "then_awaits_the_task_that_it_gets",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "then_passes_the_value_on",
		.property = "A task that a step gives is awaited, and its "
			    "value is the link's.",
		.section = "Part D",
		.hints = HINTS_THEN_NEXT,
	},
	{
		.name = "then_is_skipped_after_a_failure",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "then_passes_the_value_on",
		.property = "After a failure no step is called, and the chain "
			    "ends with that error.",
		.section = "Part D",
		.hints = HINTS_THEN_FAIL,
	},
	{
		.name = "then_that_fails_drops_the_task_it_made",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "then_passes_the_value_on",
		.property =
			"A step that fails drops the task that it has made.",
		.section = "Part D",
		.hints = HINTS_THEN_OWN,
	},
	{
		.name = "chain_goes_whole_when_it_never_began",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "then_passes_the_value_on",
		.property = "A chain that never began goes whole, however long "
			    "it is.",
		.section = "Part D",
		.hints = HINTS_THEN_LONG,
	},
	{
		.name = "killed_chain_unwinds_where_it_is",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "then_passes_the_value_on",
		.property = "A killed chain ends where it is, and everything "
			    "that it owns goes.",
		.section = "Part D",
		.hints = HINTS_THEN_OWN,
	},
	{
		.name = "long_chain_needs_no_stack",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "then_passes_the_value_on",
		.property =
			"A chain of 300,000 links runs without a deep stack.",
		.section = "Part D",
		.hints = HINTS_THEN_LONG,
	},
	{
		.name = "next_without_a_place_leaves_the_value",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "then_awaits_the_task_that_it_gets",
		.property = "A task that a step gives without a place for its "
			    "value leaves the step's own.",
		.section = "Part D",
		.hints = HINTS_THEN_NEXT,
	},
	{
		.name = "value_of_next_is_read_before_it_goes",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "next_without_a_place_leaves_the_value",
		.property = "The value of the task that a step gives is read "
			    "before that task is destroyed.",
		.section = "Part D",
		.hints = HINTS_THEN_NEXT,
	},
	{
		.name = "failed_next_leaves_no_value",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "value_of_next_is_read_before_it_goes",
		.property = "When the task that a step gives fails, the link "
			    "has no value.",
		.section = "Part D",
		.hints = HINTS_THEN_FAIL,
	},
	{
		.name = "failed_upstream_and_kill_give_one_error",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "then_is_skipped_after_a_failure",
		.builds = RUBRIC_EXPLORE,
		.program = "manager",
		.seconds = 60,
		.property = "A failure in a chain and a kill give one error, "
			    "and no step is called.",
		.section = "Part D",
		.hints = HINTS_THEN_FAIL,
	},
	{
		.name = "destroyed_chain_frees_what_it_awaits",
		.part = "D",
		.points = 0,
		.visibility = RUBRIC_HIDDEN,
		.parent = "killed_chain_unwinds_where_it_is",
		.property = "A chain that is destroyed while it awaits a task "
			    "frees that task.",
		.section = "Part D",
		.hints = HINTS_THEN_OWN,
	},
	{
		.name = "killed_chain_owns_what_it_has_made",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "destroyed_chain_frees_what_it_awaits",
		.builds = RUBRIC_EXPLORE,
		.program = "manager",
		.seconds = 60,
		.property =
			"Wherever a kill finds a chain, what it has made goes.",
		.section = "Part D",
		.hints = HINTS_THEN_OWN,
	},
	/* Part E. */
	{
		.name = "switch_moves_the_task_and_its_io",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A task that switches goes on at the other "
			    "context, and does its I/O there.",
		.section = "Part E",
		.hints = HINTS_MOVE,
	},
	{
		.name = "switch_to_nowhere_or_here_stays",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A switch to nowhere, or to where it is, goes "
			    "straight on.",
		.section = "Part E",
		.hints = HINTS_STAY,
	},
	{
		.name = "mover_is_in_one_place_at_a_time",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.builds = RUBRIC_EXPLORE,
		.program = "races",
		.seconds = 60,
		.property = "A task that moves is never in two places, however "
			    "soon it runs at the new one.",
		.section = "Part E",
		.hints = HINTS_REBIND,
	},
	{
		.name = "traveller_comes_back",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "switch_moves_the_task_and_its_io",
		.builds = RUBRIC_EXPLORE,
		.program = "switch",
		.seconds = 60,
		.property = "A task goes there and back without being in two "
			    "places at once.",
		.section = "Part E",
		.hints = HINTS_REBIND,
	},
	{
		.name = "traveller_to_a_stopped_place_ends_once",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.parent = "switch_moves_the_task_and_its_io",
		.builds = RUBRIC_EXPLORE,
		.program = "switch",
		.seconds = 60,
		.property = "A task on its way to a context that is being "
			    "stopped arrives, or goes on where it was: once.",
		.section = "Part E",
		.hints = HINTS_STAY,
	},
	{
		.name = "parent_stays_where_it_is",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.parent = "switch_moves_the_task_and_its_io",
		.builds = RUBRIC_EXPLORE,
		.program = "switch",
		.seconds = 60,
		.property = "Who awaits a task that moves goes on at home.",
		.section = "Part E",
		.hints = HINTS_MOVE,
	},
	/* Challenge. */
	{
		.name = "deque_gives_newest_to_the_owner_oldest_to_a_thief",
		.part = "F",
		.visibility = RUBRIC_PUBLIC,
		.property = "The owner takes the newest item, a thief the "
			    "oldest.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_DEQUE,
	},
	{
		.name = "deque_goes_round_and_refuses_what_does_not_fit",
		.part = "F",
		.visibility = RUBRIC_PUBLIC,
		.property = "A deque uses its slots again, and refuses one "
			    "item too many.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_ROOM,
	},
	{
		.name = "deque_refuses_what_makes_no_sense",
		.part = "F",
		.visibility = RUBRIC_PUBLIC,
		.property = "A room that is no power of two, and work that "
			    "somebody has, are refused.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_DEQUE,
	},
	{
		.name = "last_item_is_handed_out_once",
		.part = "F",
		.visibility = RUBRIC_PUBLIC,
		.builds = RUBRIC_EXPLORE,
		.program = "steal",
		.seconds = 60,
		.property = "The last item goes to the owner or to a thief, "
			    "and not to both.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_LAST,
	},
	{
		.name = "offered_tasks_run_on_all_contexts",
		.part = "F",
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "Tasks that were offered on one context run on "
			    "all of them at once.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_SERVE,
	},
	{
		.name = "task_that_was_taken_stays_there_with_its_io",
		.part = "F",
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A task that was taken stays where it was "
			    "taken, with all its I/O.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_BIND,
	},
	{
		.name = "stop_cancels_what_is_offered",
		.part = "F",
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A stop cancels what lies in the deques, and "
			    "the next loop works as before.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_DROP,
	},
	{
		.name = "offer_elsewhere_is_refused",
		.part = "F",
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "An offer to nobody, or from elsewhere, is "
			    "refused, and the task goes on.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_STRAIGHT,
	},
	{
		.name = "who_lies_down_hears_of_an_offer",
		.part = "F",
		.visibility = RUBRIC_PUBLIC,
		.builds = RUBRIC_EXPLORE,
		.program = "steal",
		.seconds = 60,
		.property = "A context that lies down as something is "
			    "offered hears of it.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_REST,
	},
	{
		.name = "two_thieves_and_the_owner_share_two_items",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "deque_gives_newest_to_the_owner_oldest_to_a_thief",
		.builds = RUBRIC_EXPLORE,
		.program = "deque",
		.seconds = 60,
		.property = "Each item is handed out once, whatever two "
			    "thieves and the owner do.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_LAST,
	},
	{
		.name = "last_item_goes_to_the_owner_or_the_thief",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "deque_gives_newest_to_the_owner_oldest_to_a_thief",
		.builds = RUBRIC_EXPLORE,
		.program = "deque",
		.seconds = 60,
		.property = "Whoever takes an item sees what was written "
			    "before it was pushed.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_LAST,
	},
	{
		.name = "full_deque_goes_round_under_a_thief",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "deque_gives_newest_to_the_owner_oldest_to_a_thief",
		.builds = RUBRIC_EXPLORE,
		.program = "deque",
		.seconds = 60,
		.property = "A slot is not used again before the thief has "
			    "read it.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_ROOM,
	},
	{
		.name = "who_pushes_or_who_rests_sees_the_other",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "deque_gives_newest_to_the_owner_oldest_to_a_thief",
		.builds = RUBRIC_EXPLORE,
		.program = "deque",
		.seconds = 60,
		.property = "Of who pushes and then looks, and who rests "
			    "and then looks, one sees the other.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_ORDER,
	},
	{
		.name = "each_of_many_items_is_taken_once",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "deque_gives_newest_to_the_owner_oldest_to_a_thief",
		.property = "Of many items each is taken once by three "
			    "thieves and the owner.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_LAST,
	},
	{
		.name = "who_was_called_calls_the_next",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "offered_tasks_run_on_all_contexts",
		.builds = RUBRIC_EXPLORE,
		.program = "steal",
		.seconds = 60,
		.property = "Who is called brings in the next one when "
			    "there is more.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_CHAIN,
	},
	{
		.name = "second_loop_finds_its_thieves_again",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "offered_tasks_run_on_all_contexts",
		.builds = RUBRIC_EXPLORE,
		.program = "steal",
		.seconds = 60,
		.property = "What was called at the end of a loop serves in "
			    "the next one.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_ANSWER,
	},
	{
		.name = "one_offer_calls_one_context",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "offered_tasks_run_on_all_contexts",
		.builds = RUBRIC_EXPLORE,
		.program = "steal",
		.seconds = 60,
		.property = "One offer wakes one context, not all that "
			    "rest.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_CALL,
	},
	{
		.name = "stop_leaves_nothing_in_a_deque",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "offered_tasks_run_on_all_contexts",
		.builds = RUBRIC_EXPLORE,
		.program = "steal",
		.seconds = 60,
		.property = "A stop leaves nothing in a deque, whoever was "
			    "on the way.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_DROP,
	},
	{
		.name = "loop_after_a_stop_steals_again",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "offered_tasks_run_on_all_contexts",
		.builds = RUBRIC_EXPLORE,
		.program = "steal",
		.seconds = 60,
		.property = "After a stop the contexts steal again.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_ANSWER,
	},
	{
		.name = "task_that_waits_for_io_is_not_moved",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "offered_tasks_run_on_all_contexts",
		.builds = RUBRIC_EXPLORE,
		.program = "steal",
		.seconds = 60,
		.property = "A task that waits for I/O is resumed on the "
			    "thread of its ring.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_BIND,
	},
	{
		.name = "who_awaits_one_that_was_taken_stays",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "offered_tasks_run_on_all_contexts",
		.builds = RUBRIC_EXPLORE,
		.program = "steal",
		.seconds = 60,
		.property = "Who awaits a task that was taken goes on at "
			    "home.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_BIND,
	},
	{
		.name = "offer_without_room_goes_straight_on",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "offered_tasks_run_on_all_contexts",
		.builds = RUBRIC_EXPLORE,
		.program = "steal",
		.seconds = 60,
		.property = "Where there is no room a task goes straight "
			    "on.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_STRAIGHT,
	},
	{
		.name = "create_without_memory_leaves_nothing",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "offered_tasks_run_on_all_contexts",
		.builds = RUBRIC_EXPLORE,
		.program = "steal",
		.seconds = 60,
		.property = "Without memory nothing is left over.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_UNDO,
	},
	{
		.name = "crowds_of_one_context_are_all_done",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "offered_tasks_run_on_all_contexts",
		.needs = RUBRIC_URING,
		.seconds = 60,
		.property = "Crowd after crowd of one context is done to "
			    "the last task.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_SERVE,
	},
	{
		.name = "io_gets_its_turn_among_many_offers",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "offered_tasks_run_on_all_contexts",
		.needs = RUBRIC_URING,
		.property = "I/O is looked at while many tasks wait to be "
			    "taken.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_IO,
	},
	{
		.name = "deque_with_work_may_not_go",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "deque_gives_newest_to_the_owner_oldest_to_a_thief",
		.property = "A deque with work in it does not go.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_MISUSE,
	},
	{
		.name = "stealing_may_not_go_while_a_context_serves",
		.part = "F",
		.visibility = RUBRIC_HIDDEN,
		.parent = "offered_tasks_run_on_all_contexts",
		.needs = RUBRIC_URING,
		.property = "Stealing does not go before its scheduler.",
		.section = "Challenge: work stealing",
		.hints = HINTS_STEAL_MISUSE,
	},
	{0},
};

const struct rubric_lab rubric_lab5 = {
	.number = 5,
	.folder = "lab5-scheduler",
	.title = "The scheduler: all the cores",
	.files = files,
	.parts = parts,
	.tests = tests,
	.challenge = "F",
};
