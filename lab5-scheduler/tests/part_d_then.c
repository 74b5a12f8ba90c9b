// SPDX-License-Identifier: MIT
/*
 * Part D: chains.
 */
#include "co/then.h"
#include "managing.h"
#include "suites.h"

/* A task that leaves a value. */
struct giver {
	struct co_task task;
	struct notes *notes;
	void *value;
	int error;
};

static void giver_cleanup(struct co_task *self)
{
	note(co_frame(self, struct giver)->notes, 100, 0);
}

static struct co_task *giver_body(struct co_task *self)
{
	struct giver *f = co_frame(self, struct giver);

	CO_BEGIN(self);
	return co_finish(self, f->error);
	CO_END(self);
}

static struct co_task *make_giver(struct notes *notes, intptr_t value)
{
	struct co_task *task = co_task_create(
		sizeof(struct giver), giver_body, "giver");
	struct giver *f = co_frame(task, struct giver);

	f->notes = notes;
	f->value = (void *)value;
	f->error = 0;
	co_task_set_cleanup(task, giver_cleanup);
	return task;
}

/* The first link: what the giver has left. */
static int take_from_giver(struct co_then_step *step)
{
	note(step->data, 1, 0);
	step->value = co_frame(step->upstream, struct giver)->value;
	return 0;
}

static int add_one(struct co_then_step *step)
{
	note(step->data, 2, 0);
	step->value = (char *)step->value + 1;
	return 0;
}

/* Another task: ten times the value. */
static int ten_times(struct co_then_step *step)
{
	note(step->data, 3, 0);
	step->next = make_giver(step->data, 10 * (intptr_t)step->value);
	step->next_value = &co_frame(step->next, struct giver)->value;
	return 0;
}

static int refuse(struct co_then_step *step)
{
	note(step->data, 4, 0);
	step->next = make_giver(step->data, 1);
	return -EPERM;
}

static void longer(struct co_task **chain, co_then_fn *fn, struct notes *notes)
{
	CO_CHECK_EQ(0, co_then(chain, fn, notes));
}

static void check_notes(const struct notes *notes, int n, const int *ids)
{
	int i;

	CO_CHECK_EQ(n, notes->n);
	for (i = 0; i < n; i++)
		CO_CHECK_EQ(ids[i], notes->ids[i]);
}

TEST then_passes_the_value_on(void)
{
	static const int ids[] = {100, 1, 2, 2};
	struct notes notes = NOTES_INITIALIZER;
	struct co_task *chain = make_giver(&notes, 5);

	longer(&chain, take_from_giver, &notes);
	longer(&chain, add_one, &notes);
	longer(&chain, add_one, &notes);
	CO_CHECK_EQ(0, notes.n);
	CO_CHECK_EQ(0, co_task_wait(chain));
	check_notes(&notes, 4, ids);
	CO_CHECK_EQ(7, (intptr_t)*co_then_value(chain));
	co_task_destroy(chain);
	PASS();
}

TEST then_awaits_the_task_that_it_gets(void)
{
	static const int ids[] = {100, 1, 3, 100, 2, 3, 100};
	struct notes notes = NOTES_INITIALIZER;
	struct co_task *chain = make_giver(&notes, 5);

	longer(&chain, take_from_giver, &notes);
	longer(&chain, ten_times, &notes);
	longer(&chain, add_one, &notes);
	longer(&chain, ten_times, &notes);
	CO_CHECK_EQ(0, co_task_wait(chain));
	check_notes(&notes, 7, ids);
	CO_CHECK_EQ(510, (intptr_t)*co_then_value(chain));
	co_task_destroy(chain);
	PASS();
}

TEST then_is_skipped_after_a_failure(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_task *chain = make_giver(&notes, 5);

	co_frame(chain, struct giver)->error = -EIO;
	longer(&chain, take_from_giver, &notes);
	longer(&chain, add_one, &notes);
	CO_CHECK_EQ(-EIO, co_task_wait(chain));
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK(*co_then_value(chain) == NULL);
	co_task_destroy(chain);
	PASS();
}

TEST then_that_fails_drops_the_task_it_made(void)
{
	static const int ids[] = {100, 1, 4, 100};
	struct notes notes = NOTES_INITIALIZER;
	struct co_task *chain = make_giver(&notes, 5);

	longer(&chain, take_from_giver, &notes);
	longer(&chain, refuse, &notes);
	longer(&chain, add_one, &notes);
	CO_CHECK_EQ(-EPERM, co_task_wait(chain));
	check_notes(&notes, 4, ids);
	co_task_destroy(chain);
	PASS();
}

TEST chain_goes_whole_when_it_never_began(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_task *chain = make_giver(&notes, 5);
	struct co_task *none = NULL;
	int i;

	CO_CHECK_EQ(-EINVAL, co_then(&none, add_one, NULL));
	CO_CHECK_EQ(-EINVAL, co_then(NULL, add_one, NULL));
	CO_CHECK_EQ(-EINVAL, co_then(&chain, NULL, NULL));
	CO_CHECK_STR("giver", chain->name);
	co_step("a chain of 200,000 links must not take 200,000 calls deep");
	for (i = 0; i < 200000; i++)
		longer(&chain, add_one, &notes);
	co_task_destroy(chain);
	CO_CHECK_EQ(1, notes.n);
	PASS();
}

TEST killed_chain_unwinds_where_it_is(void)
{
	struct co_managed_options options = {.keep = true};
	struct notes notes = NOTES_INITIALIZER;
	struct co_manager *m;
	struct co_task *chain = make_nest(&notes, DEPTH, HOUR);
	struct world w;
	uint64_t id = 0;

	world_init(&w);
	m = make_manager(world_executor(&w));
	longer(&chain, add_one, &notes);
	longer(&chain, add_one, &notes);
	CO_CHECK_EQ(0, co_manager_add(m, chain, &options, &id));
	world_settle(&w);
	CO_CHECK_EQ(0, co_manager_kill(m, id));
	world_settle(&w);
	check_unwound(&notes, DEPTH);
	check_status(m, id, CO_KILLED);
	co_manager_destroy(m);
	PASS();
}

SUITE(part_d_then)
{
	RUN_TEST(then_passes_the_value_on);
	RUN_TEST(then_awaits_the_task_that_it_gets);
	RUN_TEST(then_is_skipped_after_a_failure);
	RUN_TEST(then_that_fails_drops_the_task_it_made);
	RUN_TEST(chain_goes_whole_when_it_never_began);
	RUN_TEST(killed_chain_unwinds_where_it_is);
}
