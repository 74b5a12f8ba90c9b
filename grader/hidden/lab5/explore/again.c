// SPDX-License-Identifier: MIT
/*
 * The scheduler from one loop to the next, explored: what was begun, what was
 * left, and where the next task goes.
 */
#include "co/completion.h"
#include "world.h"

/* Waits for what another thread brings. */
struct late {
	struct co_task task;
	struct co_completion *completion;
	struct co_scheduler *stops; /* when it goes on; or NULL */
	int *began, *ended;
};

static struct co_task *late_body(struct co_task *self)
{
	struct late *f = co_frame(self, struct late);

	CO_BEGIN(self);
	(*f->began)++;
	CO_TRY(self, co_completion_await(f->completion));
	(*f->ended)++;
	if (f->stops)
		co_scheduler_stop(f->stops);
	CO_END(self);
}

struct bringing {
	struct co_scheduler *scheduler;
	struct co_completion *completion;
	struct co_task *task;
};

static void *bring_late(void *arg)
{
	struct bringing *c = arg;
	struct co_completion *completion = c->completion;

	CO_CHECK_EQ(0, co_scheduler_submit(c->scheduler, c->task));
	CO_CHECK_EQ(0, co_completion_set(completion, NULL));
	co_completion_drop(completion);
	return NULL;
}

static struct co_task *make_late(
	struct co_completion *completion, int *began, int *ended)
{
	struct co_task *task = co_task_create(
		sizeof(struct late), late_body, "job");

	co_frame(task, struct late)->completion = completion;
	co_frame(task, struct late)->stops = NULL;
	co_frame(task, struct late)->began = began;
	co_frame(task, struct late)->ended = ended;
	return task;
}

/* Whoever is submitted as the loop returns is done by it, or not begun. */
static void loop_does_no_task_by_halves(void)
{
	int began = 0, ended = 0;
	struct tally tally = {0};
	struct bringing c;
	pthread_t thread;

	c.scheduler = make_scheduler(1, CO_DISPATCH_ROUND_ROBIN, &tally);
	CO_CHECK_EQ(0, co_completion_create(&c.completion));
	c.task = make_late(c.completion, &began, &ended);
	thread = start(bring_late, &c);
	CO_CHECK_EQ(0, co_scheduler_loop(c.scheduler));
	CO_CHECK_EQ(began, ended);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(0, co_scheduler_loop(c.scheduler));
	CO_CHECK_EQ(1, ended);
	co_completion_destroy(c.completion);
	co_scheduler_destroy(c.scheduler);
}

/*
 * A loop that a task stops, and which leaves one that has begun: what that
 * waits for has come since, so it goes on when its context runs. Returns it.
 */
static struct co_task *leave_one_to_the_next_loop(
	struct co_scheduler *s, struct tally *tally, int *began, int *ended)
{
	struct co_completion *completion = NULL;
	struct co_task *late, *task = make_job(tally);

	CO_CHECK_EQ(0, co_completion_create(&completion));
	late = make_late(completion, began, ended);
	CO_CHECK_EQ(0, co_scheduler_submit_key(s, late, 1));
	co_frame(task, struct job)->stops = s;
	CO_CHECK_EQ(0, co_scheduler_submit_key(s, task, 1));
	CO_CHECK_EQ(-ECANCELED, co_scheduler_loop(s));
	CO_CHECK_EQ(1, *began);
	CO_CHECK_EQ(0, *ended);
	CO_CHECK_EQ(1, co_scheduler_live(s));
	co_step("what it waits for comes between the loops");
	CO_CHECK_EQ(0, co_completion_set(completion, NULL));
	co_completion_drop(completion);
	return late;
}

/* Who waits for neither ring nor context outlives the stop. */
static void stopped_task_goes_on_in_the_next_loop(void)
{
	struct tally tally = {0};
	int began = 0, ended = 0;
	struct co_scheduler *s;

	s = make_scheduler(1, CO_DISPATCH_ROUND_ROBIN, &tally);
	leave_one_to_the_next_loop(s, &tally, &began, &ended);
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK_EQ(1, ended);
	CO_CHECK_EQ(0, co_scheduler_live(s));
	co_scheduler_destroy(s);
}

/* It goes on, and stops the loop, while that starts its contexts. */
static void stop_is_heard_while_the_contexts_start(void)
{
	struct tally tally = {0};
	int began = 0, ended = 0;
	struct co_scheduler *s;
	struct co_task *late;

	s = make_scheduler(2, CO_DISPATCH_ROUND_ROBIN, &tally);
	late = leave_one_to_the_next_loop(s, &tally, &began, &ended);
	co_frame(late, struct late)->stops = s;
	CO_CHECK_EQ(-ECANCELED, co_scheduler_loop(s));
	CO_CHECK_EQ(1, ended);
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	co_scheduler_destroy(s);
}

/* Writes down where it runs, and where a child of it does. */
struct spot {
	struct co_task task;
	struct co_scheduler *scheduler; /* of the child; NULL: there is none */
	struct co_context **here, **child;
};

static struct co_task *spot_body(struct co_task *self);

static struct co_task *make_spot(struct co_context **here)
{
	struct co_task *task = co_task_create(
		sizeof(struct spot), spot_body, "job");

	co_frame(task, struct spot)->here = here;
	co_frame(task, struct spot)->scheduler = NULL;
	return task;
}

static struct co_task *spot_body(struct co_task *self)
{
	struct spot *f = co_frame(self, struct spot);

	CO_BEGIN(self);
	*f->here = co_context_here();
	if (f->scheduler)
		CO_CHECK_EQ(0,
			co_scheduler_submit(f->scheduler, make_spot(f->child)));
	CO_END(self);
}

static void what_has_ended_is_no_load(void)
{
	struct co_context *seen[2] = {0};
	struct tally tally = {0};
	struct co_scheduler *s;
	int i;

	s = make_scheduler(2, CO_DISPATCH_LEAST_LOADED, &tally);
	for (i = 0; i < 2; i++)
		CO_CHECK_EQ(0, co_scheduler_submit_key(s, make_job(&tally), 7));
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	co_step("both of a key have ended: the next two are spread");
	for (i = 0; i < 2; i++)
		CO_CHECK_EQ(0, co_scheduler_submit(s, make_spot(&seen[i])));
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK(seen[0] && seen[1] && seen[0] != seen[1]);
	co_scheduler_destroy(s);
}

static void child_begins_near_its_parent(void)
{
	struct co_context *here = NULL, *child = NULL;
	struct tally tally = {0};
	struct co_scheduler *s;
	struct co_task *task;

	s = make_scheduler(2, CO_DISPATCH_LEAST_LOADED, &tally);
	task = make_spot(&here);
	co_frame(task, struct spot)->scheduler = s;
	co_frame(task, struct spot)->child = &child;
	CO_CHECK_EQ(0, co_scheduler_submit(s, task));
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK(here && here == child);
	co_scheduler_destroy(s);
}

/* To leave no way out of two preemptions. */
enum {
	MOST = 100000
};

static const struct explore_test tests[] = {
	EXPLORE_TEST(loop_does_no_task_by_halves, .schedules = MOST,
		.strategies = EXPLORE_EXHAUSTIVE),
	EXPLORE_TEST(stopped_task_goes_on_in_the_next_loop, FEW),
	EXPLORE_TEST(stop_is_heard_while_the_contexts_start, FEW),
	EXPLORE_TEST(what_has_ended_is_no_load, FEW),
	EXPLORE_TEST(child_begins_near_its_parent, FEW),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
