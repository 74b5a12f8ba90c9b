// SPDX-License-Identifier: MIT
/*
 * Chains: what a link leaves as its value when its function gives a task.
 */
#include "../../../lab5-scheduler/tests/managing.h"
#include "co/then.h"
#include "suites.h"

static int seven, eight;

/* A value, and a task that ends as @data says. */
static int give_both(struct co_then_step *step)
{
	static struct notes notes = NOTES_INITIALIZER;

	step->value = &seven;
	step->next = make_nest(&notes, 1, 0);
	co_frame(step->next, struct nest)->error = *(int *)step->data;
	return 0;
}

static struct co_task *make_chain(int *error)
{
	static struct notes notes = NOTES_INITIALIZER;
	struct co_task *chain = make_nest(&notes, 1, 0);

	CO_CHECK_EQ(0, co_then(&chain, give_both, error));
	return chain;
}

TEST next_without_a_place_leaves_the_value(void)
{
	int error = 0;
	struct co_task *chain = make_chain(&error);

	CO_CHECK_EQ(0, co_task_wait(chain));
	CO_CHECK(*co_then_value(chain) == &seven);
	co_task_destroy(chain);
	PASS();
}

TEST failed_next_leaves_no_value(void)
{
	int error = -EIO;
	struct co_task *chain = make_chain(&error);

	CO_CHECK_EQ(-EIO, co_task_wait(chain));
	CO_CHECK(*co_then_value(chain) == NULL);
	co_task_destroy(chain);
	PASS();
}

/* Where the value will be lies in the frame, so it must be read before. */
struct giver {
	struct co_task task;
	void *value;
};

static struct co_task *giver_body(struct co_task *self)
{
	CO_BEGIN(self);
	co_frame(self, struct giver)->value = &eight;
	CO_END(self);
}

static int give_next(struct co_then_step *step)
{
	step->next = co_task_create(sizeof(struct giver), giver_body, "giver");
	step->next_value = &co_frame(step->next, struct giver)->value;
	*step->next_value = NULL;
	return 0;
}

TEST value_of_next_is_read_before_it_goes(void)
{
	int error = 0;
	struct co_task *chain = make_chain(&error);

	CO_CHECK_EQ(0, co_then(&chain, give_next, NULL));
	CO_CHECK_EQ(0, co_task_wait(chain));
	CO_CHECK(*co_then_value(chain) == &eight);
	co_task_destroy(chain);
	PASS();
}

/* A task that waits for what never comes. */
static int give_waiting(struct co_then_step *step)
{
	struct nest *first = co_frame(step->upstream, struct nest);

	step->next = make_nest(first->notes, 2, 0);
	co_frame(step->next, struct nest)->completion = step->data;
	return 0;
}

TEST destroyed_chain_frees_what_it_awaits(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_completion *never = NULL;
	struct co_task *chain = make_nest(&notes, 1, 0);

	CO_CHECK_EQ(0, co_completion_create(&never));
	CO_CHECK_EQ(0, co_then(&chain, give_waiting, never));
	co_resume(chain);
	CO_CHECK_STATUS(CO_SUSPENDED, chain);
	CO_CHECK_EQ(1, notes.n);
	co_step("destroy the chain: the task that it awaits goes with it");
	co_task_destroy(chain);
	CO_CHECK_EQ(3, notes.n);
	co_completion_drop(never);
	co_completion_destroy(never);
	PASS();
}

SUITE(chains)
{
	RUN_TEST(next_without_a_place_leaves_the_value);
	RUN_TEST(failed_next_leaves_no_value);
	RUN_TEST(value_of_next_is_read_before_it_goes);
	RUN_TEST(destroyed_chain_frees_what_it_awaits);
}
