// SPDX-License-Identifier: MIT
/*
 * Your waits under the explorer: what ends the wait comes before the look,
 * after it, or into the sleep. A failure names the schedule.
 */
#include <stdlib.h>

#include "../util.h"
#include "co/completion.h"
#include "explore.h"

/* A group that is freed by whoever has waited for it. */
struct crowd {
	struct co_group *group;
	CO_ATOMIC(int) left;
};

static void *leaving_thread(void *arg)
{
	struct crowd *c = arg;

	atomic_fetch_add(&c->left, 1);
	co_group_leave(c->group);
	return NULL;
}

/* The last one leaves before the wait looks, after it, or into the sleep. */
static void wait_hears_the_last_leave(void)
{
	struct crowd c = {.group = malloc(sizeof(*c.group))};
	pthread_t thread;

	co_group_init(c.group, NULL);
	co_group_enter(c.group);
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, leaving_thread, &c));
	co_group_wait(c.group);
	CO_CHECK_EQ(1, c.left);
	co_group_fini(c.group);
	free(c.group);
	pthread_join(thread, NULL);
}

/* Waits for what comes only after the loop has returned. */
struct waiting {
	struct co_task task;
	struct co_completion *completion;
	bool ended;
};

static struct co_task *waiting_body(struct co_task *self)
{
	struct waiting *f = co_frame(self, struct waiting);

	CO_BEGIN(self);
	CO_TRY(self, co_completion_await(f->completion));
	f->ended = true;
	CO_END(self);
}

/* The stop comes before the loop looks, after it, or into the sleep. */
static void loop_hears_a_stop(void)
{
	struct waiting waiting = {.completion = NULL};
	struct tally tally = {0};
	struct co_scheduler *s;
	struct co_task *task;

	CO_CHECK_EQ(0, co_completion_create(&waiting.completion));
	co_task_init(&waiting.task, waiting_body, "waiting");
	s = make_scheduler(1, CO_DISPATCH_ROUND_ROBIN, &tally);
	CO_CHECK_EQ(0, co_scheduler_submit(s, &waiting.task));
	task = make_job(&tally);
	co_frame(task, struct job)->stops = s;
	CO_CHECK_EQ(0, co_scheduler_submit(s, task));
	co_step("one waits, the other stops the loop: nothing else ends it");
	CO_CHECK_EQ(-ECANCELED, co_scheduler_loop(s));
	CO_CHECK_EQ(1, co_scheduler_live(s));
	co_step("what it waits for comes, and the next loop ends it");
	CO_CHECK_EQ(0, co_completion_set(waiting.completion, NULL));
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK(waiting.ended);
	co_scheduler_destroy(s);
	co_completion_drop(waiting.completion);
	co_completion_destroy(waiting.completion);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(wait_hears_the_last_leave),
	EXPLORE_TEST(loop_hears_a_stop, .schedules = 5000),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
