// SPDX-License-Identifier: MIT
/*
 * The deque, explored: every item once, whoever meets whom.
 */
#include "co/deque.h"
#include "world.h"

enum {
	ITEMS = 4
};

/* Work with a value that is written before the push; plain, so that a race
 * shows: with the push, or between two that were handed the same. */
struct stone {
	struct co_work work;
	int value;
	int taken;
};

struct game {
	struct co_deque deque;
	struct stone stones[ITEMS];
	int per_thief;
};

static void stone_run(struct co_work *work, int error)
{
	(void)error;
	co_container_of(work, struct stone, work)->taken++;
}

static void game_init(struct game *g, size_t room)
{
	*g = (struct game){.per_thief = 1};
	CO_CHECK_EQ(0, co_deque_init(&g->deque, room));
}

static int push(struct game *g, int i)
{
	struct stone *stone = &g->stones[i];

	co_work_init(&stone->work, stone_run);
	stone->value = i + 1;
	return co_deque_push(&g->deque, &stone->work);
}

/* Returns the value of what was taken, or 0. */
static int use(struct co_work *work)
{
	if (!work)
		return 0;
	CO_CHECK(work->next == NULL);
	work->run(work, 0);
	return co_container_of(work, struct stone, work)->value;
}

static void *steal_some(void *arg)
{
	struct game *g = arg;
	int last = 0, value, i;

	for (i = 0; i < g->per_thief; i++) {
		value = use(co_deque_steal(&g->deque));
		if (!value)
			continue;
		/* The oldest first, whoever takes the others. */
		CO_CHECK(value > last);
		last = value;
	}
	return NULL;
}

static void game_end(struct game *g, pthread_t *thieves, int n, int pushed)
{
	int i;

	for (i = 0; i < n; i++)
		pthread_join(thieves[i], NULL);
	co_step("what is left is the owner's; then each was taken once");
	while (use(co_deque_pop(&g->deque)))
		;
	CO_CHECK(co_deque_is_empty(&g->deque));
	for (i = 0; i < ITEMS; i++)
		CO_CHECK_EQ(i < pushed, g->stones[i].taken);
	co_deque_fini(&g->deque);
}

static void two_thieves_and_the_owner_share_two_items(void)
{
	pthread_t thieves[2];
	struct game g;
	int i;

	game_init(&g, 2);
	for (i = 0; i < 2; i++)
		CO_CHECK_EQ(0, push(&g, i));
	for (i = 0; i < 2; i++)
		thieves[i] = start(steal_some, &g);
	use(co_deque_pop(&g.deque));
	game_end(&g, thieves, 2, 2);
}

static void last_item_goes_to_the_owner_or_the_thief(void)
{
	pthread_t thief;
	struct game g;

	game_init(&g, 1);
	thief = start(steal_some, &g);
	CO_CHECK_EQ(0, push(&g, 0));
	use(co_deque_pop(&g.deque));
	CO_CHECK_EQ(0, push(&g, 1));
	game_end(&g, &thief, 1, 2);
}

static void full_deque_goes_round_under_a_thief(void)
{
	pthread_t thief;
	struct game g;
	int i;

	game_init(&g, 2);
	g.per_thief = 2;
	CO_CHECK_EQ(0, push(&g, 0));
	thief = start(steal_some, &g);
	for (i = 1; i < ITEMS; i++)
		while (push(&g, i) == -ENOSPC)
			use(co_deque_pop(&g.deque));
	game_end(&g, &thief, 1, ITEMS);
}

struct notice {
	struct co_deque deque;
	struct stone stone;
	CO_ATOMIC(bool) resting;
	bool seen; /* of who lies down */
};

static void *lie_down(void *arg)
{
	struct notice *n = arg;

	atomic_store_explicit(&n->resting, true, memory_order_seq_cst);
	n->seen = !co_deque_is_empty(&n->deque);
	return NULL;
}

static void who_pushes_or_who_rests_sees_the_other(void)
{
	struct notice n = {.seen = false};
	pthread_t thread;
	bool resting;

	CO_CHECK_EQ(0, co_deque_init(&n.deque, 1));
	co_work_init(&n.stone.work, stone_run);
	thread = start(lie_down, &n);
	CO_CHECK_EQ(0, co_deque_push(&n.deque, &n.stone.work));
	resting = atomic_load_explicit(&n.resting, memory_order_seq_cst);
	pthread_join(thread, NULL);
	CO_CHECK(resting || n.seen);
	CO_CHECK(co_deque_pop(&n.deque) == &n.stone.work);
	co_deque_fini(&n.deque);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(two_thieves_and_the_owner_share_two_items,
		.schedules = 20000, .preemptions = 3),
	EXPLORE_TEST(last_item_goes_to_the_owner_or_the_thief, .preemptions = 3,
		.leaks = EXPLORE_ON),
	EXPLORE_TEST(full_deque_goes_round_under_a_thief, .preemptions = 3),
	EXPLORE_TEST(who_pushes_or_who_rests_sees_the_other),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
