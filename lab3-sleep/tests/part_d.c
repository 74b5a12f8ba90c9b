// SPDX-License-Identifier: MIT
/*
 * Part D: cancellation.
 */
#include "co/harness.h"
#include "suites.h"
#include "util.h"

TEST cancel_runs_callbacks_in_order_once(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_cancel_token *token;
	struct hearing h[3];
	int i, err;

	co_cancel_source_init(&source);
	token = co_cancel_token_of(&source);
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(0, hear(&h[i], &notes, i, token));
	CO_CHECK(!co_cancel_requested(token));
	CO_CHECK_EQ(0, notes.n);
	err = co_cancel_request(&source);
	CO_CHECK_EQ(0, err);
	CO_CHECK(co_cancel_requested(token));
	co_step("a second request changes nothing");
	err = co_cancel_request(&source);
	CO_CHECK_EQ(-EALREADY, err);
	CO_CHECK_EQ(3, notes.n);
	for (i = 0; i < notes.n; i++)
		CO_CHECK_EQ(i, notes.ids[i]);
	for (i = 0; i < 3; i++)
		co_cancel_deregister(&h[i].callback);
	co_cancel_source_fini(&source);
	PASS();
}

TEST cancel_callback_that_comes_late_runs_at_once(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct hearing h, deaf;
	int err;

	co_cancel_source_init(&source);
	CO_CHECK_EQ(0, co_cancel_request(&source));
	err = hear(&h, &notes, 1, co_cancel_token_of(&source));
	CO_CHECK_EQ(-ECANCELED, err);
	CO_CHECK_EQ(1, notes.n);
	co_cancel_deregister(&h.callback);
	co_step("no token at all is never asked");
	err = hear(&deaf, &notes, 2, NULL);
	CO_CHECK_EQ(0, err);
	CO_CHECK(!co_cancel_requested(NULL));
	co_cancel_deregister(&deaf.callback);
	CO_CHECK_EQ(1, notes.n);
	co_cancel_source_fini(&source);
	PASS();
}

TEST cancel_deregistered_callback_never_runs(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct hearing h[3], last;
	int i;

	co_cancel_source_init(&source);
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(
			0, hear(&h[i], &notes, i, co_cancel_token_of(&source)));
	co_step("take out the second, then the last");
	co_cancel_deregister(&h[1].callback);
	co_cancel_deregister(&h[2].callback);
	co_step("another one comes to the end of the list");
	CO_CHECK_EQ(0, hear(&last, &notes, 7, co_cancel_token_of(&source)));
	CO_CHECK_EQ(0, co_cancel_request(&source));
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(0, notes.ids[0]);
	CO_CHECK_EQ(7, notes.ids[1]);
	co_cancel_deregister(&h[0].callback);
	co_cancel_deregister(&last.callback);
	co_cancel_source_fini(&source);
	PASS();
}

TEST cancel_merge_hears_any_of_its_tokens(void)
{
	struct co_cancel_source a, b;
	struct co_cancel_token *tokens[5] = {NULL};
	struct co_cancel_merge merge;
	int err;

	co_cancel_source_init(&a);
	co_cancel_source_init(&b);
	tokens[0] = co_cancel_token_of(&a);
	tokens[2] = co_cancel_token_of(&b);
	co_step("merge two tokens and one that is never asked");
	err = co_cancel_merge_init(&merge, tokens, 3);
	CO_CHECK_EQ(0, err);
	CO_CHECK(!co_cancel_requested(&merge.source.token));
	CO_CHECK_EQ(0, co_cancel_request(&b));
	CO_CHECK(co_cancel_requested(&merge.source.token));
	CO_CHECK_EQ(0, co_cancel_request(&a));
	CO_CHECK(co_cancel_requested(&merge.source.token));
	co_cancel_merge_fini(&merge);
	co_step("more tokens than it has links for");
	err = co_cancel_merge_init(&merge, tokens, 5);
	CO_CHECK_EQ(-E2BIG, err);
	co_cancel_source_fini(&a);
	co_cancel_source_fini(&b);
	PASS();
}

/* A parent that awaits a sleeper: what it awaits hears what it hears. */
struct napping {
	struct co_task task;
	struct sleeper child;
	bool cleaned;
};

static struct co_task *napping_body(struct co_task *self)
{
	struct napping *f = co_frame(self, struct napping);

	CO_BEGIN(self);
	CO_TRY(self, co_task_await(&f->child.task));
	CO_END(self);
}

static void napping_cleanup(struct co_task *self)
{
	co_frame(self, struct napping)->cleaned = true;
}

TEST cancel_reaches_the_sleep_of_a_child(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct napping f = {.cleaned = false};
	struct world w;

	world_init(&w);
	co_cancel_source_init(&source);
	sleeper_init(&f.child, &notes, 1, 1000);
	co_task_init(&f.task, napping_body, "napping");
	co_task_set_cleanup(&f.task, napping_cleanup);
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	CO_CHECK_EQ(0, co_start(co_schedule_on(&f.task, world_executor(&w))));
	world_settle(&w);
	co_step("only the parent was given the token");
	CO_CHECK_EQ(0, co_cancel_request(&source));
	CO_CHECK_EQ(0, w.armed);
	world_settle(&w);
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK_EQ(-ECANCELED, notes.errors[0]);
	CO_CHECK_EQ(CO_CANCELLED, co_task_status(&f.child.task));
	CO_CHECK_EQ(CO_CANCELLED, co_task_status(&f.task));
	CO_CHECK(f.cleaned);
	co_cancel_source_fini(&source);
	PASS();
}

TEST cancelled_task_does_not_begin_to_sleep(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct sleeper f;
	struct world w;

	world_init(&w);
	co_cancel_source_init(&source);
	CO_CHECK_EQ(0, co_cancel_request(&source));
	sleeper_init(&f, &notes, 1, 1000);
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	CO_CHECK_EQ(0, co_start(co_schedule_on(&f.task, world_executor(&w))));
	world_settle(&w);
	CO_CHECK_EQ(0, w.armed);
	CO_CHECK_EQ(CO_CANCELLED, co_task_status(&f.task));
	co_cancel_source_fini(&source);
	PASS();
}

SUITE(part_d)
{
	RUN_TEST(cancel_runs_callbacks_in_order_once);
	RUN_TEST(cancel_callback_that_comes_late_runs_at_once);
	RUN_TEST(cancel_deregistered_callback_never_runs);
	RUN_TEST(cancel_merge_hears_any_of_its_tokens);
	RUN_TEST(cancel_reaches_the_sleep_of_a_child);
	RUN_TEST(cancelled_task_does_not_begin_to_sleep);
}
