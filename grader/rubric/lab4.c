// SPDX-License-Identifier: MIT
/*
 * The rubric of lab 4: io_uring.
 */
#include "rubric.h"

static const char *const files[] = {
	"context.c",
	"engine.c",
	"io.c",
	"ring.c",
	"seed_poll.c",
	"transfer.c",
	NULL,
};

static const struct rubric_part parts[] = {
	{"A", "The ring"},
	{"B", "The engine"},
	{"C", "The context"},
	{"D", "I/O to await"},
	{"E", "Servers"},
	{0},
};

/* Beyond locks: a thread, the eventfd, and liburing. */
static const char *const symbols[] = {
	"pthread_create",
	"pthread_join",
	"eventfd",
	"eventfd_read",
	"eventfd_write",
	"read",
	"write",
	"close",
	"io_uring_queue_init",
	"io_uring_queue_init_params",
	"io_uring_queue_exit",
	"io_uring_submit",
	"io_uring_submit_and_wait",
	"io_uring_submit_and_wait_timeout",
	"io_uring_submit_and_get_events",
	"io_uring_get_events",
	"io_uring_wait_cqes",
	"io_uring_wait_cqe_timeout",
	"__io_uring_get_cqe",
	"__io_uring_sqring_wait",
	"io_uring_peek_batch_cqe",
	"io_uring_register_eventfd",
	"io_uring_unregister_eventfd",
	"io_uring_register_ring_fd",
	"io_uring_unregister_ring_fd",
	"io_uring_get_probe",
	"io_uring_get_probe_ring",
	"io_uring_free_probe",
	NULL,
};

/*
 * What people lack is the same for several tests: three hints each, from the
 * concept to the place to the step.
 */
#define HINTS_INIT                                                             \
	{                                                                      \
		"A kernel that does not know a flag answers -EINVAL; any "     \
		"other answer is its last word.",                              \
			"co_ring_init(): the loop over the sets of flags.",    \
			"Go on to the next set after -EINVAL only; remember "  \
			"the set that was taken.",                             \
	}

#define HINTS_SQE                                                              \
	{                                                                      \
		"The submission queue is a fixed array: full does not mean "   \
		"refused.",                                                    \
			"co_ring_sqe(), when io_uring_get_sqe() gives NULL.",  \
			"Submit what is prepared, ask again, and count what "  \
			"you hand out.",                                       \
	}

#define HINTS_REAP                                                             \
	{                                                                      \
		"A completion that finds no room is kept by the kernel until " \
		"you ask for it.",                                             \
			"co_ring_reap(), after the queue is empty.",           \
			"Advance by what you took; while "                     \
			"io_uring_cq_has_overflow(), io_uring_get_events() "   \
			"and take again.",                                     \
	}

#define HINTS_FINI                                                             \
	{                                                                      \
		"Until its completion comes, the kernel may write to an "      \
		"operation's buffer.",                                         \
			"co_ring_fini(), before io_uring_queue_exit().",       \
			"Cancel with IORING_ASYNC_CANCEL_ANY and _ALL, and "   \
			"wait until in_flight is 0; a cancel may come too "    \
			"late, so ask again.",                                 \
	}

#define HINTS_SEED_POLL                                                        \
	{                                                                      \
		"One read of the eventfd takes the count of all completions "  \
		"so far.",                                                     \
			"co_seed_poll_turn(), after the read.",                \
			"Take batches until one is empty; give each one's "    \
			"places back with io_uring_cq_advance().",             \
	}

#define HINTS_SEED_INIT                                                        \
	{                                                                      \
		"What was set up before the refusal is taken down again.",     \
			"co_seed_poll_init(), the ways out.",                  \
			"Go back in reverse order: the eventfd, then the "     \
			"ring.",                                               \
	}

#define HINTS_QUEUE                                                            \
	{                                                                      \
		"The inbox is a stack, and the queue is first in, first out.", \
			"Where the inbox is taken.",                           \
			"Turn the stack round before it goes behind the "      \
			"ready queue.",                                        \
	}

#define HINTS_ROUND                                                            \
	{                                                                      \
		"Who runs until nothing is left never looks at I/O again.",    \
			"co_engine_run(): which items belong to this round.",  \
			"Take the whole queue into a local one and run that.", \
	}

#define HINTS_WAKE                                                             \
	{                                                                      \
		"A post between the last look and the sleep must be seen by "  \
		"one of the two.",                                             \
			"co_engine_poll(), and every place that changes the "  \
			"inbox.",                                              \
			"Put the mark of sleep where posters push, with "      \
			"compare-and-swap; who replaces it writes to the "     \
			"eventfd.",                                            \
	}

#define HINTS_NUDGE                                                            \
	{                                                                      \
		"A wake-up is a fact that stays until somebody has looked "    \
		"around.",                                                     \
			"co_engine_wake() and whoever takes the inbox.",       \
			"Leave an empty stack in the inbox; let only "         \
			"co_engine_run() take it away.",                       \
	}

#define HINTS_WRITE                                                            \
	{                                                                      \
		"A system call for each post is what the one word is there "   \
		"to avoid.",                                                   \
			"co_engine_post().",                                   \
			"Write to the eventfd only when the word you "         \
			"replaced was the mark of sleep.",                     \
	}

#define HINTS_GONE                                                             \
	{                                                                      \
		"Work may run, and its engine go, before post() has "          \
		"returned.",                                                   \
			"co_engine_post() after the swap, and "                \
			"co_engine_close().",                                  \
			"Read the descriptor before the swap; count the "      \
			"writes that are owed, and wait for them before "      \
			"closing.",                                            \
	}

#define HINTS_SHUT                                                             \
	{                                                                      \
		"What was taken is run or dropped: exactly once.",             \
			"co_engine_shut() and co_engine_run().",               \
			"Hang what is there behind the mark; ask for each "    \
			"item whether the engine is shut.",                    \
	}

#define HINTS_POLL                                                             \
	{                                                                      \
		"Submitting and waiting is one system call.",                  \
			"co_engine_poll().",                                   \
			"io_uring_submit_and_wait(), or with a deadline "      \
			"io_uring_submit_and_wait_timeout() with the time "    \
			"that is left.",                                       \
	}

#define HINTS_REFUSED                                                          \
	{                                                                      \
		"A refusal that goes away once completions are taken is no "   \
		"error.",                                                      \
			"co_engine_poll(), the result of entering the "        \
			"kernel.",                                             \
			"After -EINTR, -EAGAIN, -EBUSY and -ETIME take what "  \
			"is there, and go on.",                                \
	}

#define HINTS_SETTLE                                                           \
	{                                                                      \
		"A cancel may come too late, and then the operation ends by "  \
		"itself.",                                                     \
			"co_engine_settle().",                                 \
			"Repeat the cancel and the wait until nothing is in "  \
			"flight.",                                             \
	}

#define HINTS_END                                                              \
	{                                                                      \
		"A context ends when nothing can happen on it any more.",      \
			"The check between running and polling.",              \
			"No ready work, no I/O, no live task, no hold, no "    \
			"timer; then look once more for work.",                \
	}

#define HINTS_START                                                            \
	{                                                                      \
		"A context outlives its threads.",                             \
			"co_context_start() and co_context_join().",           \
			"Wait until the thread has opened its ring; after an " \
			"error join it, and leave the queue alone.",           \
	}

#define HINTS_HOLD                                                             \
	{                                                                      \
		"Who lets a context end must also wake it.",                   \
			"co_context_release() and the end of a task.",         \
			"Change the count and wake the engine under the "      \
			"lock.",                                               \
	}

#define HINTS_STOP                                                             \
	{                                                                      \
		"Stopping is taking nothing more, and getting everything "     \
		"back.",                                                       \
			"What the loop does once the engine is shut.",         \
			"Drop timers and work, cancel the I/O, and repeat "    \
			"until nothing is left; then close.",                  \
	}

#define HINTS_SUBMIT                                                           \
	{                                                                      \
		"A submission that fails has changed nothing.",                \
			"co_context_submit(), the way out.",                   \
			"Put status, link, executor and count back before "    \
			"you return the error.",                               \
	}

#define HINTS_TIMER                                                            \
	{                                                                      \
		"The loop sleeps until the earliest deadline it knew of when " \
		"it fell asleep.",                                             \
			"Arming a timer.",                                     \
			"If the new one is the earliest, wake the engine, "    \
			"under the lock.",                                     \
	}

#define HINTS_IO                                                               \
	{                                                                      \
		"An awaiter that cannot start has a result already.",          \
			"The first lines of io_suspend().",                    \
			"Compare the engine of this thread with the task's "   \
			"executor; look at the token; copy the prepared "      \
			"entry.",                                              \
	}

#define HINTS_CANCEL                                                           \
	{                                                                      \
		"Three may be on their way to one awaiter: its completion, "   \
		"the request, the cancel's completion.",                       \
			"Where each of them arrives.",                         \
			"Count those that were sent, on the engine's thread, " \
			"and let the last one wake the task.",                 \
	}

#define HINTS_CROWDED                                                          \
	{                                                                      \
		"There is not always an entry: the queue is full, and the "    \
		"kernel takes nothing.",                                       \
			"Both places that call co_ring_sqe(): the start and "  \
			"the cancel.",                                         \
			"The start ends with -EAGAIN; the request is posted "  \
			"again, and tries in the next round.",                 \
	}

#define HINTS_TRANSFER                                                         \
	{                                                                      \
		"A short count is a success.", "transfer_body().",             \
			"Move the pointer, the rest and the offset by what "   \
			"came; go on after -EINTR; end at 0 and at errors.",   \
	}

#define HINTS_MISUSE                                                           \
	{                                                                      \
		"A broken contract stops where it was broken.",                \
			"The first lines of the function.",                    \
			"A CO_ASSERT whose message says what was done.",       \
	}

static const struct rubric_test tests[] = {
	/* Part A. */
	{
		.name = "ring_completes_a_nop",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property =
			"A nop is in flight until its completion was taken.",
		.section = "Part A",
		.hints = HINTS_REAP,
	},
	{
		.name = "ring_of_wrong_size_is_refused",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A ring of no entries, or of too many, is refused "
			    "with -EINVAL.",
		.section = "Part A",
		.hints = HINTS_INIT,
	},
	{
		.name = "ring_full_queue_makes_room",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "ring_completes_a_nop",
		.needs = RUBRIC_URING,
		.property =
			"A full submission queue is submitted to make room.",
		.section = "Part A",
		.hints = HINTS_SQE,
	},
	{
		.name = "ring_overflow_loses_nothing",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "ring_completes_a_nop",
		.needs = RUBRIC_URING,
		.property = "More completions than the queue holds all arrive, "
			    "once.",
		.section = "Part A",
		.hints = HINTS_REAP,
	},
	{
		.name = "ring_goes_only_when_kernel_lets_go",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A ring with a read in flight goes, and the read "
			    "takes nothing after that.",
		.section = "Part A",
		.hints = HINTS_FINI,
	},
	{
		.name = "ring_falls_back_when_flags_are_refused",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "ring",
		.seconds = 30,
		.property = "A kernel that refuses the best flags is asked "
			    "with the next.",
		.section = "Part A",
		.hints = HINTS_INIT,
	},
	{
		.name = "ring_best_flags_come_first",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "ring",
		.seconds = 30,
		.property = "The best flags that the kernel takes are used.",
		.section = "Part A",
		.hints = HINTS_INIT,
	},
	{
		.name = "ring_refusal_is_not_tried_again",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "ring",
		.seconds = 30,
		.property = "A kernel that refuses rings is not asked again.",
		.section = "Part A",
		.hints = HINTS_INIT,
	},
	{
		.name = "ring_without_room_gives_no_entry",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "ring",
		.seconds = 30,
		.property =
			"When the queue is full and the kernel takes nothing, "
			"there is no entry and nothing has changed.",
		.section = "Part A",
		.hints = HINTS_SQE,
	},
	{
		.name = "ring_reap_leaves_no_overflow",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "ring",
		.seconds = 30,
		.property = "After taking completions none is left in the "
			    "kernel for lack of room.",
		.section = "Part A",
		.hints = HINTS_REAP,
	},
	{
		.name = "ring_completers_may_prepare_more",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "ring",
		.seconds = 30,
		.property = "A completer may prepare the next operation.",
		.section = "Part A",
		.hints = HINTS_SQE,
	},
	{
		.name = "ring_goes_with_operations_in_flight",
		.part = "A",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "ring",
		.seconds = 30,
		.property = "Whatever races with the tear-down, nothing is in "
			    "flight after it.",
		.section = "Part A",
		.hints = HINTS_FINI,
	},
	/* Part B. */
	{
		.name = "seed_poll_delivers_what_completed",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "The seed's way: submit, read the eventfd, deliver "
			    "the batch.",
		.section = "Part B",
		.hints = HINTS_SEED_POLL,
	},
	{
		.name = "seed_poll_hears_another_thread",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "The seed's way: a write by another thread ends "
			    "the wait, and is read.",
		.section = "Part B",
		.hints = HINTS_SEED_POLL,
	},
	{
		.name = "seed_poll_leaves_no_completion_behind",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.needs = RUBRIC_URING,
		.property = "The seed's way: one turn delivers all that has "
			    "completed, however many.",
		.section = "Part B",
		.hints = HINTS_SEED_POLL,
	},
	{
		.name = "seed_poll_refused_leaves_nothing",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.needs = RUBRIC_URING,
		.property = "The seed's way: when the system refuses, nothing "
			    "is left over.",
		.section = "Part B",
		.hints = HINTS_SEED_INIT,
	},
	{
		.name = "engine_hears_a_post_as_it_falls_asleep",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.builds = RUBRIC_EXPLORE,
		.program = "races",
		.seconds = 30,
		.property = "A post is heard in every schedule, also as the "
			    "owner falls asleep.",
		.section = "Part B",
		.hints = HINTS_WAKE,
	},
	{
		.name = "engine_runs_work_in_order",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "Posted work runs in order.",
		.section = "Part B",
		.hints = HINTS_QUEUE,
	},
	{
		.name = "engine_new_work_waits_a_round",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "engine_runs_work_in_order",
		.needs = RUBRIC_URING,
		.property = "Work that is posted while a round runs waits for "
			    "the next.",
		.section = "Part B",
		.hints = HINTS_ROUND,
	},
	{
		.name = "engine_sleeping_owner_hears_a_post",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "engine_runs_work_in_order",
		.needs = RUBRIC_URING,
		.property = "A post from another thread wakes the owner.",
		.section = "Part B",
		.hints = HINTS_WAKE,
	},
	{
		.name = "engine_awake_costs_posters_no_write",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "Posting to an owner that is awake makes no system "
			    "call.",
		.section = "Part B",
		.hints = HINTS_WRITE,
	},
	{
		.name = "engine_poll_ends_at_its_deadline",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A poll ends at its deadline, and not before.",
		.section = "Part B",
		.hints = HINTS_POLL,
	},
	{
		.name = "engine_poll_submits_and_completes",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A poll submits what was prepared and delivers "
			    "what completed.",
		.section = "Part B",
		.hints = HINTS_POLL,
	},
	{
		.name = "engine_shut_drops_and_refuses",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property = "A shut engine refuses work and drops what it has.",
		.section = "Part B",
		.hints = HINTS_SHUT,
	},
	{
		.name = "engine_never_misses_a_post",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "engine",
		.seconds = 30,
		.property = "In no schedule does a post go unheard.",
		.section = "Part B",
		.hints = HINTS_WAKE,
	},
	{
		.name = "engine_keeps_each_posters_order",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "engine",
		.seconds = 30,
		.property = "What one thread posts runs in its order.",
		.section = "Part B",
		.hints = HINTS_QUEUE,
	},
	{
		.name = "engine_may_go_once_work_has_run",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "engine",
		.seconds = 30,
		.property =
			"The engine may go while a poster is on its way out.",
		.section = "Part B",
		.hints = HINTS_GONE,
	},
	{
		.name = "engine_never_misses_a_wake",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "engine",
		.seconds = 30,
		.property = "A wake-up before the sleep is heard.",
		.section = "Part B",
		.hints = HINTS_NUDGE,
	},
	{
		.name = "engine_shut_forgets_nothing_it_took",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "engine",
		.seconds = 30,
		.property = "Work that was taken is run or dropped, whenever "
			    "the shut comes.",
		.section = "Part B",
		.hints = HINTS_SHUT,
	},
	{
		.name = "engine_shut_drops_the_rest_of_a_round",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "engine",
		.seconds = 30,
		.property =
			"A shut in the middle of a round drops the rest of it.",
		.section = "Part B",
		.hints = HINTS_SHUT,
	},
	{
		.name = "engine_waits_no_longer_than_told",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "engine",
		.seconds = 30,
		.property =
			"A poll without completions waits in the kernel, and "
			"ends at its deadline.",
		.section = "Part B",
		.hints = HINTS_POLL,
	},
	{
		.name = "engine_settles_what_is_in_flight",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "engine",
		.seconds = 30,
		.property = "Each operation completes once, however late the "
			    "cancel.",
		.section = "Part B",
		.hints = HINTS_SETTLE,
	},
	{
		.name = "engine_poll_enters_once",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "engine",
		.seconds = 30,
		.property = "A poll enters the kernel once, whether it waits "
			    "or not.",
		.section = "Part B",
		.hints = HINTS_POLL,
	},
	{
		.name = "engine_outlasts_a_refusal",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "engine",
		.seconds = 30,
		.property = "A kernel that is short of room, or a signal, does "
			    "not end a poll with an error.",
		.section = "Part B",
		.hints = HINTS_REFUSED,
	},
	{
		.name = "engine_with_work_cannot_go",
		.part = "B",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.property = "An engine with work in it stops with a message.",
		.section = "Part B",
		.hints = HINTS_MISUSE,
	},
	/* Part C. */
	{
		.name = "context_runs_tasks_and_ends_by_itself",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "What was submitted runs on the context, which "
			    "then ends.",
		.section = "Part C",
		.hints = HINTS_END,
	},
	{
		.name = "context_starts_again",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "context_runs_tasks_and_ends_by_itself",
		.needs = RUBRIC_URING,
		.property = "A context that has ended can be started again.",
		.section = "Part C",
		.hints = HINTS_START,
	},
	{
		.name = "context_held_takes_work_while_it_runs",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "context_runs_tasks_and_ends_by_itself",
		.needs = RUBRIC_URING,
		.property =
			"A held context stays, and takes work while it runs.",
		.section = "Part C",
		.hints = HINTS_HOLD,
	},
	{
		.name = "context_stop_ends_a_waiting_read",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.parent = "context_runs_tasks_and_ends_by_itself",
		.needs = RUBRIC_URING,
		.property = "A stop ends a task that waits for I/O.",
		.section = "Part C",
		.hints = HINTS_STOP,
	},
	{
		.name = "context_stop_refuses_until_joined",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "Between a stop and the join a submission is "
			    "refused and changes nothing.",
		.section = "Part C",
		.hints = HINTS_SUBMIT,
	},
	{
		.name = "context_destroy_drops_what_never_ran",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property = "Destroying a context cancels what never ran.",
		.section = "Part C",
		.hints = HINTS_STOP,
	},
	{
		.name = "context_of_wrong_size_is_refused",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A ring that the kernel refuses is an error of the "
			    "start.",
		.section = "Part C",
		.hints = HINTS_START,
	},
	{
		.name = "context_keeps_its_own_timers",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A task sleeps on the context itself.",
		.section = "Part C",
		.hints = HINTS_TIMER,
	},
	{
		.name = "context_busy_work_does_not_starve_io",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "Tasks that keep the queue full do not starve I/O.",
		.section = "Part C",
		.hints = HINTS_ROUND,
	},
	{
		.name = "context_join_from_inside_stops",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A context that joins itself stops with a message.",
		.section = "Part C",
		.hints = HINTS_MISUSE,
	},
	{
		.name = "context_stop_and_submit_agree",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.builds = RUBRIC_EXPLORE,
		.program = "races",
		.seconds = 30,
		.property = "A task that was taken ends, though a stop comes "
			    "at the same time.",
		.section = "Part C",
		.hints = HINTS_SHUT,
	},
	{
		.name = "context_ends_with_its_last_task",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "The context ends with its last task in every "
			    "schedule.",
		.section = "Part C",
		.hints = HINTS_END,
	},
	{
		.name = "context_hears_the_release",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "A release is heard, also when the loop falls "
			    "asleep; the "
			    "context may go at once.",
		.section = "Part C",
		.hints = HINTS_HOLD,
	},
	{
		.name = "context_runs_what_comes_before_the_release",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property =
			"Work that was posted before the last release runs.",
		.section = "Part C",
		.hints = HINTS_END,
	},
	{
		.name = "context_hears_the_stop",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "A stop is heard, whatever the loop does.",
		.section = "Part C",
		.hints = HINTS_STOP,
	},
	{
		.name = "context_stop_and_data_race_to_one_end",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "A task that races with the stop ends once.",
		.section = "Part C",
		.hints = HINTS_STOP,
	},
	{
		.name = "context_waits_for_a_task_that_waits",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "A suspended task keeps its context.",
		.section = "Part C",
		.hints = HINTS_END,
	},
	{
		.name = "context_sleepers_wake_in_order",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property =
			"Sleepers wake in the order of their deadlines, and "
			"nobody asks for the time meanwhile.",
		.section = "Part C",
		.hints = HINTS_TIMER,
	},
	{
		.name = "context_sleep_is_cancelled_from_outside",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "A sleep on a context is cancelled from another "
			    "thread.",
		.section = "Part C",
		.hints = HINTS_TIMER,
	},
	{
		.name = "context_hears_of_a_foreign_timer",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "A timer that another thread arms is heard of.",
		.section = "Part C",
		.hints = HINTS_TIMER,
	},
	{
		.name = "context_waits_for_an_armed_timer",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "An armed timer keeps the context.",
		.section = "Part C",
		.hints = HINTS_END,
	},
	{
		.name = "context_waits_for_io_in_flight",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "I/O in flight keeps the context.",
		.section = "Part C",
		.hints = HINTS_END,
	},
	{
		.name = "context_stop_drops_timers",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "A stop drops timers at once, a destroy too.",
		.section = "Part C",
		.hints = HINTS_STOP,
	},
	{
		.name = "context_runs_again_after_a_stop",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "A stopped context can be started again.",
		.section = "Part C",
		.hints = HINTS_START,
	},
	{
		.name = "context_refused_ring_keeps_what_waits",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "After a refused start the work is still there.",
		.section = "Part C",
		.hints = HINTS_START,
	},
	{
		.name = "context_survives_what_is_lacking",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "When memory or a ring is lacking nothing is left "
			    "over.",
		.section = "Part C",
		.hints = HINTS_SUBMIT,
	},
	{
		.name = "context_can_be_joined_by_many",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "Two threads may join one context.",
		.section = "Part C",
		.hints = HINTS_START,
	},
	{
		.name = "context_starts_once_for_many",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "Of two starts at once one succeeds; what has "
			    "ended starts again without a join.",
		.section = "Part C",
		.hints = HINTS_START,
	},
	{
		.name = "context_stop_while_idle_does_nothing",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property =
			"Stopping a context that does not run changes nothing.",
		.section = "Part C",
		.hints = HINTS_STOP,
	},
	{
		.name = "context_runs_on_the_plainest_ring",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "context",
		.seconds = 30,
		.property = "A context runs on a kernel that knows none of the "
			    "flags.",
		.section = "Part C",
		.hints = HINTS_INIT,
	},
	{
		.name = "posts_of_many_threads_all_run",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.needs = RUBRIC_URING,
		.property = "Posts of many threads all run.",
		.section = "Part C",
		.hints = HINTS_WAKE,
	},
	{
		.name = "many_sleepers_cost_no_thread",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.needs = RUBRIC_URING,
		.property = "Hundreds of tasks sleep on one context.",
		.section = "Part C",
		.hints = HINTS_TIMER,
	},
	{
		.name = "contexts_leave_no_descriptor_behind",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.needs = RUBRIC_URING,
		.property = "Contexts leave no descriptor behind, refused ones "
			    "neither.",
		.section = "Part C",
		.hints = HINTS_START,
	},
	{
		.name = "context_without_descriptors_is_refused",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.needs = RUBRIC_URING,
		.property = "Without a descriptor a context is refused, and "
			    "keeps its work.",
		.section = "Part C",
		.hints = HINTS_START,
	},
	{
		.name = "release_without_hold_stops",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.property = "Releasing what is not held stops with a message.",
		.section = "Part C",
		.hints = HINTS_MISUSE,
	},
	{
		.name = "submit_of_a_started_task_stops",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.property = "Submitting a task twice stops with a message.",
		.section = "Part C",
		.hints = HINTS_MISUSE,
	},
	{
		.name = "destroy_from_inside_stops",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.needs = RUBRIC_URING,
		.property =
			"A context that destroys itself stops with a message.",
		.section = "Part C",
		.hints = HINTS_MISUSE,
	},
	{
		.name = "work_that_is_none_is_refused",
		.part = "C",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.property = "What is no work, or posted already, is refused.",
		.section = "Part C",
		.hints = HINTS_MISUSE,
	},
	/* Part D. */
	{
		.name = "io_file_round_trip",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "A file is opened, written, read back and closed.",
		.section = "Part D",
		.hints = HINTS_TRANSFER,
	},
	{
		.name = "io_error_is_the_result",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property =
			"An error of the kernel is the result of the await.",
		.section = "Part D",
		.hints = HINTS_IO,
	},
	{
		.name = "io_without_an_engine_is_refused",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.property = "I/O on a thread without an engine is refused.",
		.section = "Part D",
		.hints = HINTS_IO,
	},
	{
		.name = "io_sockets_talk_over_loopback",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "Two tasks talk over a socket.",
		.section = "Part D",
		.hints = HINTS_IO,
	},
	{
		.name = "io_token_cancels_in_the_kernel",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "Asking the token ends a read that nothing else "
			    "would end.",
		.section = "Part D",
		.hints = HINTS_CANCEL,
	},
	{
		.name = "io_after_the_request_starts_nothing",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "After the request nothing is started.",
		.section = "Part D",
		.hints = HINTS_IO,
	},
	{
		.name = "io_send_to_gone_peer_is_an_error",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.needs = RUBRIC_URING,
		.property = "Sending to a peer that is gone is an error, not a "
			    "signal.",
		.section = "Part D",
		.hints = HINTS_TRANSFER,
	},
	{
		.name = "io_cancel_and_completion_end_it_once",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_PUBLIC,
		.builds = RUBRIC_EXPLORE,
		.program = "races",
		.seconds = 30,
		.property = "A cancel and a completion at the same time end "
			    "the await once.",
		.section = "Part D",
		.hints = HINTS_CANCEL,
	},
	{
		.name = "read_full_goes_on_after_short_reads",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "io",
		.seconds = 30,
		.property = "Short and interrupted reads are gone on with.",
		.section = "Part D",
		.hints = HINTS_TRANSFER,
	},
	{
		.name = "write_all_goes_on_after_short_writes",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "io",
		.seconds = 30,
		.property =
			"Short writes are gone on with, in the right place.",
		.section = "Part D",
		.hints = HINTS_TRANSFER,
	},
	{
		.name = "send_all_tells_how_far_it_came",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "io",
		.seconds = 30,
		.property = "A failed transfer tells how far it came.",
		.section = "Part D",
		.hints = HINTS_TRANSFER,
	},
	{
		.name = "cancel_hits_only_its_own_operation",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "io",
		.seconds = 30,
		.property = "A cancel never hits the operation after its own.",
		.section = "Part D",
		.hints = HINTS_CANCEL,
	},
	{
		.name = "cancel_leaves_nothing_behind",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "io",
		.seconds = 30,
		.property = "When the await ends nothing is on its way to its "
			    "frame.",
		.section = "Part D",
		.hints = HINTS_CANCEL,
	},
	{
		.name = "cancel_waits_for_the_kernel",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "io",
		.seconds = 30,
		.property = "A cancel that is too late does not end the await: "
			    "the operation's completion does.",
		.section = "Part D",
		.hints = HINTS_CANCEL,
	},
	{
		.name = "cancel_and_stop_may_meet",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "io",
		.seconds = 30,
		.property = "A cancel and a stop at once end the task once.",
		.section = "Part D",
		.hints = HINTS_CANCEL,
	},
	{
		.name = "cancel_waits_for_room_in_the_ring",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "io",
		.seconds = 30,
		.property = "A request to cancel is not lost when the ring is "
			    "full; an operation without an entry ends with "
			    "-EAGAIN.",
		.section = "Part D",
		.hints = HINTS_CROWDED,
	},
	{
		.name = "cancel_by_hand_agrees_with_its_target",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "io",
		.seconds = 30,
		.property = "A cancel by hand agrees with what became of its "
			    "target.",
		.section = "Part D",
		.hints = HINTS_CANCEL,
	},
	{
		.name = "accept_goes_on_after_emfile",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "io",
		.seconds = 30,
		.property =
			"An accept that finds no descriptor can be repeated.",
		.section = "Part D",
		.hints = HINTS_IO,
	},
	{
		.name = "io_in_flight_cannot_be_killed",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.builds = RUBRIC_EXPLORE,
		.program = "io",
		.seconds = 30,
		.property =
			"A task whose buffer the kernel has cannot be killed.",
		.section = "Part D",
		.hints = HINTS_IO,
	},
	{
		.name = "io_bad_descriptors_are_errors",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.needs = RUBRIC_URING,
		.property = "A bad descriptor is the error of that operation "
			    "alone.",
		.section = "Part D",
		.hints = HINTS_IO,
	},
	{
		.name = "io_timeout_ends_or_is_cancelled",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.needs = RUBRIC_URING,
		.property = "A timeout ends with -ETIME, or when it is "
			    "cancelled by hand.",
		.section = "Part D",
		.hints = HINTS_IO,
	},
	{
		.name = "destroy_takes_buffers_back_from_the_kernel",
		.part = "D",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.needs = RUBRIC_URING,
		.property =
			"A destroyed context leaves no buffer with the kernel.",
		.section = "Part D",
		.hints = HINTS_STOP,
	},
	/* Part E. */
	{
		.name = "echo_serves_many_connections",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.needs = RUBRIC_URING,
		.property = "An echo server serves many connections at once.",
		.section = "Part E",
		.hints = HINTS_IO,
	},
	{
		.name = "echo_survives_clients_that_vanish",
		.part = "E",
		.points = 2,
		.visibility = RUBRIC_HIDDEN,
		.needs = RUBRIC_URING,
		.property = "Clients that vanish harm nobody else.",
		.section = "Part E",
		.hints = HINTS_TRANSFER,
	},
	{
		.name = "accept_without_descriptors_goes_on_later",
		.part = "E",
		.points = 1,
		.visibility = RUBRIC_HIDDEN,
		.needs = RUBRIC_URING,
		.property = "A server without descriptors goes on when there "
			    "are some.",
		.section = "Part E",
		.hints = HINTS_IO,
	},
	{0},
};

const struct rubric_lab rubric_lab4 = {
	.number = 4,
	.folder = "lab4-uring",
	.title = "io_uring: who waits, when no thread does",
	.files = files,
	.parts = parts,
	.tests = tests,
	.symbols = symbols,
};
