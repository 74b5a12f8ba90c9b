// SPDX-License-Identifier: MIT
/*
 * Cancellation, explored: a callback and whoever takes it back.
 */
#include "timing.h"

/* A callback that takes a while and must not outlive its deregistration. */
struct slow {
	struct co_cancel_callback callback;
	bool deregistered;
	int ran;
};

static void slow_run(struct co_cancel_callback *callback)
{
	struct slow *s = co_container_of(callback, struct slow, callback);

	CO_CHECK(!s->deregistered);
	s->ran++;
	explore_point("inside the callback");
	CO_CHECK(!s->deregistered);
}

static void deregistered_callback_does_not_run(void)
{
	struct slow *s = calloc(1, sizeof(*s));
	struct co_cancel_source source;
	pthread_t thread;

	co_cancel_source_init(&source);
	CO_CHECK_EQ(0, co_cancel_register(co_cancel_token_of(&source),
			       &s->callback, slow_run));
	thread = request_elsewhere(&source);
	co_cancel_deregister(&s->callback);
	/* From here on the callback neither runs nor will. */
	s->deregistered = true;
	free(s);
	pthread_join(thread, NULL);
	co_cancel_source_fini(&source);
}

static void registered_callback_runs_once(void)
{
	struct co_cancel_source source;
	struct slow s = {.ran = 0};
	pthread_t thread;
	int err;

	co_cancel_source_init(&source);
	thread = request_elsewhere(&source);
	err = co_cancel_register(
		co_cancel_token_of(&source), &s.callback, slow_run);
	CO_CHECK(err == 0 || err == -ECANCELED);
	if (err)
		CO_CHECK_EQ(1, s.ran);
	pthread_join(thread, NULL);
	co_cancel_deregister(&s.callback);
	CO_CHECK_EQ(1, s.ran);
	co_cancel_source_fini(&source);
}

static void two_requests_run_callbacks_once(void)
{
	struct co_cancel_source source;
	struct slow s = {.ran = 0};
	pthread_t thread;
	int err;

	co_cancel_source_init(&source);
	CO_CHECK_EQ(0, co_cancel_register(co_cancel_token_of(&source),
			       &s.callback, slow_run));
	thread = request_elsewhere(&source);
	err = co_cancel_request(&source);
	CO_CHECK(err == 0 || err == -EALREADY);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(1, s.ran);
	co_cancel_deregister(&s.callback);
	co_cancel_source_fini(&source);
}

static void deregistering_one_leaves_the_others(void)
{
	struct co_cancel_source source;
	struct slow s[3] = {{.ran = 0}};
	pthread_t thread;
	int i;

	co_cancel_source_init(&source);
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(0, co_cancel_register(co_cancel_token_of(&source),
				       &s[i].callback, slow_run));
	thread = request_elsewhere(&source);
	co_cancel_deregister(&s[1].callback);
	s[1].deregistered = true;
	pthread_join(thread, NULL);
	CO_CHECK_EQ(1, s[0].ran);
	CO_CHECK(s[1].ran <= 1);
	CO_CHECK_EQ(1, s[2].ran);
	co_cancel_deregister(&s[0].callback);
	co_cancel_deregister(&s[2].callback);
	co_cancel_source_fini(&source);
}

static void merge_may_go_while_its_tokens_are_asked(void)
{
	struct co_cancel_merge *merge = malloc(sizeof(*merge));
	struct co_cancel_token *tokens[2];
	struct co_cancel_source a, b;
	pthread_t threads[2];

	co_cancel_source_init(&a);
	co_cancel_source_init(&b);
	tokens[0] = co_cancel_token_of(&a);
	tokens[1] = co_cancel_token_of(&b);
	threads[0] = request_elsewhere(&a);
	CO_CHECK_EQ(0, co_cancel_merge_init(merge, tokens, 2));
	threads[1] = request_elsewhere(&b);
	if (explore_choose(2)) {
		pthread_join(threads[0], NULL);
		CO_CHECK(co_cancel_requested(
			co_cancel_token_of(&merge->source)));
	} else {
		co_cancel_merge_fini(merge);
		free(merge);
		merge = NULL;
		pthread_join(threads[0], NULL);
	}
	pthread_join(threads[1], NULL);
	if (merge)
		co_cancel_merge_fini(merge);
	free(merge);
	co_cancel_source_fini(&a);
	co_cancel_source_fini(&b);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(deregistered_callback_does_not_run),
	EXPLORE_TEST(registered_callback_runs_once),
	EXPLORE_TEST(two_requests_run_callbacks_once),
	EXPLORE_TEST(deregistering_one_leaves_the_others),
	EXPLORE_TEST(
		merge_may_go_while_its_tokens_are_asked, .schedules = MANY),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
