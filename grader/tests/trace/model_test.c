// SPDX-License-Identifier: MIT
/* Order, threads, tasks and what they wait for, as the model tells them. */
#include <stdlib.h>
#include <string.h>

#include "count.h"
#include "fixture.h"
#include "greatest.h"
#include "waits.h"

static struct fixture fx;
static struct trace *trace;

static void begin(uint32_t rings, uint32_t capacity)
{
	fixture_init(&fx, rings, capacity);
}

/* Read what was written; the tests look at @trace. */
static bool play(void)
{
	trace = fixture_open(&fx);
	return trace != NULL;
}

static void tear_down(void *unused)
{
	(void)unused;
	trace_close(trace);
	trace = NULL;
	fixture_fini(&fx);
}

static char *text_of(void (*print)(FILE *, const struct trace *))
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	print(out, trace);
	fclose(out);
	return text;
}

/* Fails unless what @print says of @trace contains @part. */
static enum greatest_test_res says(
	void (*print)(FILE *, const struct trace *), const char *part)
{
	char *text = text_of(print);
	bool found = strstr(text, part);

	if (!found)
		fprintf(stderr, "expected \"%s\" in:\n%s", part, text);
	free(text);
	ASSERT(found);
	PASS();
}

#define ASSERT_WAITS(part)  CHECK_CALL(says(trace_print_waits, part))
#define ASSERT_STACKS(part) CHECK_CALL(says(trace_print_stacks, part))

TEST events_merge_by_time_then_thread_then_index(void)
{
	begin(2, 8);
	fixture_event(&fx, 1, CO_TRACE_NOTE, 0, 0, "b", 0, 0)->time = 5;
	fixture_event(&fx, 1, CO_TRACE_NOTE, 0, 0, "d", 0, 0)->time = 7;
	fixture_event(&fx, 0, CO_TRACE_NOTE, 0, 0, "a", 0, 0)->time = 4;
	fixture_event(&fx, 0, CO_TRACE_NOTE, 0, 0, "c", 0, 0)->time = 7;
	ASSERT(play());
	ASSERT_STR_EQ("a", trace->events[0].name);
	ASSERT_STR_EQ("b", trace->events[1].name);
	ASSERT_STR_EQ("c", trace->events[2].name);
	ASSERT_STR_EQ("d", trace->events[3].name);
	ASSERT_EQ_FMT(0, trace->events[2].thread, "%d");
	PASS();
}

TEST clock_that_steps_back_keeps_a_threads_order(void)
{
	begin(1, 8);
	fixture_event(&fx, 0, CO_TRACE_NOTE, 0, 0, "a", 0, 0)->time = 50;
	fixture_event(&fx, 0, CO_TRACE_NOTE, 0, 0, "b", 0, 0)->time = 40;
	fixture_event(&fx, 0, CO_TRACE_NOTE, 0, 0, "c", 0, 0)->time = 60;
	ASSERT(play());
	ASSERT_STR_EQ("b", trace->events[1].name);
	ASSERT_EQ_FMT((uint64_t)0, trace->events[1].ns, "%lu");
	ASSERT_EQ_FMT((uint64_t)10, trace->events[2].ns, "%lu");
	PASS();
}

TEST ticks_become_nanoseconds(void)
{
	begin(1, 8);
	fx.header->ticks[0] = 100;
	fx.header->ticks[1] = 400;
	fx.header->ns[0] = 5000;
	fx.header->ns[1] = 5100;
	fixture_event(&fx, 0, CO_TRACE_NOTE, 0, 0, "", 0, 0)->time = 1000;
	fixture_event(&fx, 0, CO_TRACE_NOTE, 0, 0, "", 0, 0)->time = 1600;
	ASSERT(play());
	ASSERT_EQ_FMT((uint64_t)200, trace->events[1].ns, "%lu");
	PASS();
}

TEST full_ring_loses_the_oldest_and_the_doubtful_slot(void)
{
	char name[16];
	int i;

	begin(1, 4);
	for (i = 0; i < 10; i++) {
		snprintf(name, sizeof(name), "%d", i);
		fixture_event(&fx, 0, CO_TRACE_NOTE, 0, 0, name, 0, 0);
	}
	/* The slot that the next event would go to may be half written. */
	fx.events[10 % 4].type = 999;
	ASSERTm(fx.why, play());
	ASSERT_EQ_FMT(3, trace->nevents, "%d");
	ASSERT_EQ_FMT((uint64_t)7, trace->lost, "%lu");
	ASSERT_STR_EQ("7", trace->events[0].name);
	ASSERT_STR_EQ("9", trace->events[2].name);
	PASS();
}

TEST dropped_events_are_counted(void)
{
	begin(1, 4);
	fx.header->dropped = 12;
	ASSERT(play());
	ASSERT_EQ_FMT((uint64_t)12, trace->dropped, "%lu");
	PASS();
}

TEST reused_ring_is_split_into_its_threads(void)
{
	begin(1, 16);
	fixture_thread(&fx, 0, "prog");
	fixture_start(&fx, 0, 0x10, "first");
	fixture_event(&fx, 0, CO_TRACE_THREAD_STOP, 0, 0, "", 0, 100);
	fixture_event(&fx, 0, CO_TRACE_THREAD_START, 0, 0, "prog", 0, 177);
	fixture_start(&fx, 0, 0x20, "second");
	ASSERT(play());
	ASSERT_EQ_FMT(2, trace->nthreads, "%d");
	ASSERT_STR_EQ("main", trace->threads[0].id);
	ASSERT(trace->threads[0].stopped);
	ASSERT_STR_EQ("unnamed", trace->threads[1].id);
	ASSERT_FALSE(trace->threads[1].stopped);
	ASSERT_EQ_FMT(0, fixture_task(trace, "first")->thread, "%d");
	ASSERT_EQ_FMT(1, fixture_task(trace, "second")->thread, "%d");
	/* What the first thread left running does not wrap the second's. */
	ASSERT_EQ_FMT(0, trace->slices[1].depth, "%d");
	PASS();
}

TEST reused_address_is_another_task(void)
{
	begin(1, 16);
	fixture_start(&fx, 0, 0x10, "greet");
	fixture_finish(&fx, 0, 0x10, -EPIPE);
	fixture_event(&fx, 0, CO_TRACE_TASK_DESTROYED, 0x10, 0, "", 0, 0);
	fixture_start(&fx, 0, 0x10, "greet");
	ASSERT(play());
	ASSERT_EQ_FMT(2, trace->ntasks, "%d");
	ASSERT_EQ_FMT((int)TRACE_FAILED, (int)trace->tasks[0].status, "%d");
	ASSERT_EQ_FMT(-EPIPE, trace->tasks[0].error, "%d");
	ASSERT(trace->tasks[0].destroyed);
	ASSERT_STR_EQ("greet#2", trace->tasks[1].id);
	ASSERT_EQ_FMT((int)TRACE_RUNNING, (int)trace->tasks[1].status, "%d");
	ASSERT_EQ_FMT(0, trace->tasks[1].creator + 1, "%d");
	PASS();
}

/* main awaits child awaits leaf, which sleeps. */
static void chain_of_three(void)
{
	begin(1, 32);
	fixture_thread(&fx, 0, "prog");
	fixture_start(&fx, 0, 0x10, "root");
	fixture_await(&fx, 0, 0x10, 0x20, 11);
	fixture_start(&fx, 0, 0x20, "child");
	fixture_await(&fx, 0, 0x20, 0x30, 22);
	fixture_start(&fx, 0, 0x30, "leaf");
	fixture_suspend(&fx, 0, 0x30, "baton", 33);
}

TEST async_stack_leads_to_the_root(void)
{
	int frames[4];
	int leaf;

	chain_of_three();
	ASSERT(play());
	leaf = (int)(fixture_task(trace, "leaf") - trace->tasks);
	ASSERT_EQ_FMT(3, trace_stack(trace, leaf, frames, 4), "%d");
	ASSERT_STR_EQ("child", trace->tasks[frames[1]].id);
	ASSERT_STR_EQ("root", trace->tasks[frames[2]].id);
	ASSERT_STACKS("  leaf  demo.c:33  suspended on baton\n"
		      "    awaited by child  demo.c:22\n"
		      "    awaited by root  demo.c:11\n");
	PASS();
}

TEST finished_child_leaves_the_stack(void)
{
	chain_of_three();
	fixture_resume(&fx, 0, 0x30);
	fixture_finish(&fx, 0, 0x30, 0);
	fixture_resume(&fx, 0, 0x20);
	ASSERT(play());
	ASSERT_EQ_FMT(-1, fixture_task(trace, "child")->awaiting, "%d");
	ASSERT_STACKS("  child  demo.c:22  running\n"
		      "    awaited by root  demo.c:11\n");
	PASS();
}

TEST handoffs_follow_control(void)
{
	chain_of_three();
	fixture_resume(&fx, 0, 0x30);
	fixture_finish(&fx, 0, 0x30, 0);
	fixture_resume(&fx, 0, 0x20);
	ASSERT(play());
	ASSERT_EQ_FMT(3, trace->nhandoffs, "%d");
	ASSERT_EQ(TRACE_HANDOFF_AWAIT, trace->handoffs[0].kind);
	ASSERT_EQ(TRACE_HANDOFF_AWAIT, trace->handoffs[1].kind);
	ASSERT_EQ(TRACE_HANDOFF_RETURN, trace->handoffs[2].kind);
	ASSERT_EQ_FMT(3, trace->handoffs[2].from, "%d");
	ASSERT_EQ_FMT(4, trace->handoffs[2].to, "%d");
	PASS();
}

TEST post_is_a_handoff_between_threads(void)
{
	begin(2, 16);
	fixture_thread(&fx, 0, "prog");
	fixture_start(&fx, 0, 0x10, "job");
	fixture_suspend(&fx, 0, 0x10, "schedule", 5);
	fixture_event(&fx, 0, CO_TRACE_POST, 0x10, 0xe0, "looper", 0, 0);
	fixture_event(&fx, 1, CO_TRACE_RUN, 0x10, 0xe0, "looper", 0, 0);
	fixture_resume(&fx, 1, 0x10);
	ASSERT(play());
	ASSERT_EQ_FMT(1, trace->nhandoffs, "%d");
	ASSERT_EQ(TRACE_HANDOFF_POST, trace->handoffs[0].kind);
	ASSERT_EQ_FMT(1, trace->slices[trace->handoffs[0].to].thread, "%d");
	ASSERT_STR_EQ("looper", trace->executors[trace->tasks[0].executor].id);
	ASSERT_EQ_FMT(0, trace->executors[0].queued, "%d");
	PASS();
}

TEST nested_resume_makes_nested_slices(void)
{
	begin(1, 16);
	fixture_start(&fx, 0, 0x10, "outer");
	fixture_start(&fx, 0, 0x20, "inner");
	fixture_suspend(&fx, 0, 0x20, "yield", 4);
	fixture_suspend(&fx, 0, 0x10, "baton", 5);
	ASSERT(play());
	ASSERT_EQ_FMT(1, trace->slices[1].depth, "%d");
	ASSERT_EQ_FMT(0, trace->slices[1].outer, "%d");
	ASSERT_EQ_FMT(0, trace->tasks[1].creator, "%d");
	ASSERT(trace->slices[1].end < trace->slices[0].end);
	PASS();
}

TEST ready_await_is_not_waited_for(void)
{
	begin(1, 16);
	fixture_start(&fx, 0, 0x20, "child");
	fixture_finish(&fx, 0, 0x20, 0);
	fixture_start(&fx, 0, 0x10, "root");
	fixture_event(&fx, 0, CO_TRACE_AWAIT, 0x10, 0x20, "", 7, 0);
	fixture_suspend(&fx, 0, 0x10, "sleep", 8);
	fixture_event(
		&fx, 0, CO_TRACE_TIMER_ARMED, 0x10, 0x77, "sleep", 0, 100);
	ASSERT(play());
	ASSERT_EQ_FMT(-1, fixture_task(trace, "root")->awaiting, "%d");
	ASSERT_WAITS("still something to do");
	ASSERT_WAITS("root waits for sleep of 100 ms (demo.c:8)");
	PASS();
}

TEST two_locks_in_two_orders_are_a_deadlock(void)
{
	begin(1, 32);
	fixture_start(&fx, 0, 0x10, "alice");
	fixture_event(&fx, 0, CO_TRACE_LOCK_ACQUIRED, 0x10, 0x71, "fork", 0, 0);
	fixture_suspend(&fx, 0, 0x10, "yield", 3);
	fixture_start(&fx, 0, 0x20, "bob");
	fixture_event(&fx, 0, CO_TRACE_LOCK_ACQUIRED, 0x20, 0x72, "fork", 0, 0);
	fixture_event(
		&fx, 0, CO_TRACE_LOCK_REQUESTED, 0x20, 0x71, "fork", 0, 0);
	fixture_suspend(&fx, 0, 0x20, "mutex", 4);
	fixture_resume(&fx, 0, 0x10);
	fixture_event(
		&fx, 0, CO_TRACE_LOCK_REQUESTED, 0x10, 0x72, "fork", 0, 0);
	fixture_suspend(&fx, 0, 0x10, "mutex", 5);
	ASSERT(play());
	ASSERT_WAITS("Deadlock");
	ASSERT_WAITS("alice wants fork#2, held by bob (demo.c:5)");
	ASSERT_WAITS("bob wants fork, held by alice (demo.c:4)");
	ASSERT_WAITS("Locks held:\n  fork by alice\n  fork#2 by bob\n");
	PASS();
}

TEST relocking_ones_own_lock_is_a_deadlock(void)
{
	begin(1, 32);
	fixture_start(&fx, 0, 0x10, "alice");
	fixture_event(&fx, 0, CO_TRACE_LOCK_ACQUIRED, 0x10, 0x71, "fork", 0, 0);
	fixture_event(
		&fx, 0, CO_TRACE_LOCK_REQUESTED, 0x10, 0x71, "fork", 0, 0);
	fixture_suspend(&fx, 0, 0x10, "mutex", 3);
	ASSERT(play());
	ASSERT_WAITS("Deadlock");
	PASS();
}

TEST released_lock_is_nobodys(void)
{
	begin(1, 32);
	fixture_start(&fx, 0, 0x10, "alice");
	fixture_event(&fx, 0, CO_TRACE_LOCK_ACQUIRED, 0x10, 0x71, "m", 0, 0);
	fixture_event(&fx, 0, CO_TRACE_LOCK_RELEASED, 0x10, 0x71, "m", 0, 0);
	fixture_finish(&fx, 0, 0x10, 0);
	fixture_start(&fx, 0, 0x20, "bob");
	fixture_event(&fx, 0, CO_TRACE_LOCK_REQUESTED, 0x20, 0x71, "m", 0, 0);
	fixture_suspend(&fx, 0, 0x20, "mutex", 3);
	ASSERT(play());
	ASSERT_EQ_FMT(-1, trace->locks[0].holds, "%d");
	ASSERT_WAITS("Lost wake-up");
	ASSERT_WAITS("bob wants m, which is free");
	PASS();
}

TEST awaiting_each_other_is_a_deadlock(void)
{
	begin(1, 32);
	fixture_start(&fx, 0, 0x10, "ping");
	fixture_await(&fx, 0, 0x10, 0x20, 4);
	fixture_start(&fx, 0, 0x20, "pong");
	fixture_await(&fx, 0, 0x20, 0x10, 5);
	ASSERT(play());
	ASSERT_WAITS("Deadlock");
	ASSERT_STACKS("awaited by ping: a circle");
	PASS();
}

TEST finished_child_that_wakes_nobody_is_a_lost_wakeup(void)
{
	chain_of_three();
	fixture_resume(&fx, 0, 0x30);
	fixture_finish(&fx, 0, 0x30, 0);
	ASSERT(play());
	ASSERT_WAITS("Lost wake-up");
	ASSERT_WAITS("child awaits leaf, which is done");
	PASS();
}

TEST queue_that_nobody_serves_is_a_lost_wakeup(void)
{
	begin(1, 16);
	fixture_start(&fx, 0, 0x10, "job");
	fixture_suspend(&fx, 0, 0x10, "schedule", 5);
	fixture_event(&fx, 0, CO_TRACE_POST, 0x10, 0xe0, "looper", 0, 0);
	ASSERT(play());
	ASSERT_WAITS("job is ready and queued on looper, which never took it");
	PASS();
}

TEST sqe_counts_as_in_flight_until_its_cqe(void)
{
	begin(1, 16);
	fixture_start(&fx, 0, 0x10, "reader");
	fixture_event(&fx, 0, CO_TRACE_SQE_PREPARED, 0x10, 0x51, "read", 0, 0);
	fixture_event(&fx, 0, CO_TRACE_SQE_PREPARED, 0x10, 0x52, "read", 0, 0);
	fixture_event(&fx, 0, CO_TRACE_SQE_PREPARED, 0x10, 0x53, "send", 0, 0);
	fixture_event(&fx, 0, CO_TRACE_SQE_SUBMITTED, 0, 0, "", 0, 2);
	fixture_event(&fx, 0, CO_TRACE_CQE, 0x10, 0x51, "read", 0, 5);
	fixture_suspend(&fx, 0, 0x10, "io", 3);
	ASSERT(play());
	ASSERT_EQ_FMT(5, trace->sqes[0].result, "%d");
	ASSERT_WAITS("SQEs in flight:\n  read#2 for reader\n"
		     "  send for reader, never submitted\n");
	ASSERT_WAITS("still something to do");
	PASS();
}

TEST like_sentences_are_said_once(void)
{
	uint64_t i;

	begin(1, 256);
	for (i = 1; i <= 40; i++) {
		fixture_start(&fx, 0, i * 16, "client");
		fixture_suspend(&fx, 0, i * 16, "baton", 9);
	}
	ASSERT(play());
	ASSERT_WAITS("client waits for baton, and nothing is left that could "
		     "wake it (demo.c:9)\n    (and 39 more like it)\n");
	ASSERT_STACKS("(and 39 more like it)");
	PASS();
}

TEST all_finished_waits_for_nothing(void)
{
	begin(1, 16);
	fixture_start(&fx, 0, 0x10, "job");
	fixture_finish(&fx, 0, 0x10, 0);
	ASSERT(play());
	ASSERT_WAITS("Every task that was started has ended.\n");
	PASS();
}

SUITE(order)
{
	GREATEST_SET_TEARDOWN_CB(tear_down, NULL);
	RUN_TEST(events_merge_by_time_then_thread_then_index);
	RUN_TEST(clock_that_steps_back_keeps_a_threads_order);
	RUN_TEST(ticks_become_nanoseconds);
	RUN_TEST(full_ring_loses_the_oldest_and_the_doubtful_slot);
	RUN_TEST(dropped_events_are_counted);
	RUN_TEST(reused_ring_is_split_into_its_threads);
}

SUITE(model)
{
	GREATEST_SET_TEARDOWN_CB(tear_down, NULL);
	RUN_TEST(reused_address_is_another_task);
	RUN_TEST(async_stack_leads_to_the_root);
	RUN_TEST(finished_child_leaves_the_stack);
	RUN_TEST(handoffs_follow_control);
	RUN_TEST(post_is_a_handoff_between_threads);
	RUN_TEST(nested_resume_makes_nested_slices);
	RUN_TEST(ready_await_is_not_waited_for);
}

SUITE(waiting)
{
	GREATEST_SET_TEARDOWN_CB(tear_down, NULL);
	RUN_TEST(two_locks_in_two_orders_are_a_deadlock);
	RUN_TEST(relocking_ones_own_lock_is_a_deadlock);
	RUN_TEST(released_lock_is_nobodys);
	RUN_TEST(awaiting_each_other_is_a_deadlock);
	RUN_TEST(finished_child_that_wakes_nobody_is_a_lost_wakeup);
	RUN_TEST(queue_that_nobody_serves_is_a_lost_wakeup);
	RUN_TEST(sqe_counts_as_in_flight_until_its_cqe);
	RUN_TEST(like_sentences_are_said_once);
	RUN_TEST(all_finished_waits_for_nothing);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	RUN_SUITE(order);
	RUN_SUITE(model);
	RUN_SUITE(waiting);
	return count_tests();
}
