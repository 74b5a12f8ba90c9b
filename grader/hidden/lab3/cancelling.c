// SPDX-License-Identifier: MIT
/*
 * Callbacks that do more than listen.
 */
#include <stdlib.h>

#include "../../../lab3-sleep/tests/util.h"
#include "suites.h"

/* Takes back itself and another, asks again, and registers one that is late. */
struct meddler {
	struct co_cancel_callback callback;
	struct co_cancel_source *source;
	struct hearing *other;
	struct hearing late;
	struct notes *notes;
	int again;
	int registered;
};

static void meddler_run(struct co_cancel_callback *callback)
{
	struct meddler *m = co_container_of(callback, struct meddler, callback);

	note(m->notes, 1, 0);
	co_cancel_deregister(&m->callback);
	co_cancel_deregister(&m->other->callback);
	m->again = co_cancel_request(m->source);
	m->registered = hear(
		&m->late, m->notes, 3, co_cancel_token_of(m->source));
	co_cancel_deregister(&m->late.callback);
}

TEST callback_may_change_who_listens(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct hearing other, last;
	struct meddler m = {
		.source = &source, .other = &other, .notes = &notes};
	struct co_cancel_token *token;

	co_cancel_source_init(&source);
	token = co_cancel_token_of(&source);
	CO_CHECK_EQ(0, co_cancel_register(token, &m.callback, meddler_run));
	CO_CHECK_EQ(0, hear(&other, &notes, 2, token));
	CO_CHECK_EQ(0, hear(&last, &notes, 4, token));
	CO_CHECK_EQ(0, co_cancel_request(&source));
	CO_CHECK_EQ(-EALREADY, m.again);
	CO_CHECK_EQ(-ECANCELED, m.registered);
	co_step("the other one was taken back in time");
	CO_CHECK_EQ(3, notes.n);
	CO_CHECK_EQ(1, notes.ids[0]);
	CO_CHECK_EQ(3, notes.ids[1]);
	CO_CHECK_EQ(4, notes.ids[2]);
	co_cancel_deregister(&last.callback);
	co_cancel_source_fini(&source);
	PASS();
}

/* A callback that frees everything: itself, and the source that runs it. */
struct last_one {
	struct co_cancel_source source;
	struct co_cancel_callback callback;
};

static void last_one_run(struct co_cancel_callback *callback)
{
	struct last_one *l = co_container_of(
		callback, struct last_one, callback);

	co_cancel_deregister(callback);
	co_cancel_source_fini(&l->source);
	memset(l, 0xa5, sizeof(*l));
	free(l);
}

TEST source_may_end_inside_its_request(void)
{
	struct last_one *l = malloc(sizeof(*l));
	int err;

	co_cancel_source_init(&l->source);
	CO_CHECK_EQ(0, co_cancel_register(co_cancel_token_of(&l->source),
			       &l->callback, last_one_run));
	err = co_cancel_request(&l->source);
	CO_CHECK_EQ(0, err);
	PASS();
}

TEST merge_of_asked_token_is_asked(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_cancel_token *token;
	struct co_cancel_merge merge;
	struct hearing h;
	int err;

	co_cancel_source_init(&source);
	token = co_cancel_token_of(&source);
	CO_CHECK_EQ(0, co_cancel_request(&source));
	CO_CHECK_EQ(0, co_cancel_merge_init(&merge, &token, 1));
	err = hear(&h, &notes, 1, co_cancel_token_of(&merge.source));
	CO_CHECK_EQ(-ECANCELED, err);
	co_cancel_deregister(&h.callback);
	co_cancel_merge_fini(&merge);
	co_cancel_source_fini(&source);
	PASS();
}

SUITE(cancelling)
{
	RUN_TEST(callback_may_change_who_listens);
	RUN_TEST(source_may_end_inside_its_request);
	RUN_TEST(merge_of_asked_token_is_asked);
}
