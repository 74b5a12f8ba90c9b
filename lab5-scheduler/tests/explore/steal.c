// SPDX-License-Identifier: MIT
/*
 * The challenge under the explorer: your deque where the owner and a thief meet
 * at the last item, and your contexts, one of which lies down to rest just as
 * the other has something to offer. A failure names the schedule.
 */
#include "../stealing.h"
#include "explore.h"

struct contest {
	struct co_deque deque;
	struct co_work works[2];
	int stolen;
};

static void taken_by_both(struct co_work *work, int error)
{
	(void)work;
	(void)error;
}

static void *steal_one(void *arg)
{
	struct contest *c = arg;

	c->stolen = co_deque_steal(&c->deque) != NULL;
	return NULL;
}

static void last_item_is_handed_out_once(void)
{
	struct contest c = {.stolen = 0};
	int popped = 0, i;
	pthread_t thread;

	CO_CHECK_EQ(0, co_deque_init(&c.deque, 2));
	for (i = 0; i < 2; i++) {
		co_work_init(&c.works[i], taken_by_both);
		CO_CHECK_EQ(0, co_deque_push(&c.deque, &c.works[i]));
	}
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, steal_one, &c));
	while (co_deque_pop(&c.deque))
		popped++;
	pthread_join(thread, NULL);
	CO_CHECK_EQ(2, popped + c.stolen);
	co_deque_fini(&c.deque);
}

/* It has taken the first, and lies down just as the others are offered. */
static void who_lies_down_hears_of_an_offer(void)
{
	struct meeting first = MEETING_INITIALIZER(2);
	struct meeting others = MEETING_INITIALIZER(2);
	struct crowd *crowd, *behind;
	struct wanderer *members[3];
	struct market m;
	int i;

	market_open(&m, 2, 2);
	for (i = 0; i < 3; i++) {
		members[i] = make_wanderer(&m);
		members[i]->meeting = i ? &others : &first;
	}
	crowd = make_crowd(&m, members, 1);
	behind = make_crowd(&m, &members[1], 2);
	behind->meeting = &first;
	crowd->behind = &behind->task;
	submit_to_one(&m, &crowd->task);
	CO_CHECK_EQ(0, co_scheduler_loop(m.scheduler));
	CO_CHECK_EQ(3, m.fates.taken);
	market_close(&m, 3);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(last_item_is_handed_out_once),
	EXPLORE_TEST(who_lies_down_hears_of_an_offer, .schedules = 5000),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
