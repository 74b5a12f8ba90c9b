// SPDX-License-Identifier: MIT
/*
 * The task manager and chains, explored: what comes first decides, once.
 */
#include "world.h"

/* A context that is held, and one managed task on it. */
struct world {
	struct co_manager *manager;
	struct co_context *context;
	struct co_completion *completion;
	struct co_group group;
	struct tally tally;
	uint64_t id;
	int err; /* of the kill */
};

static void world_init(struct world *w)
{
	*w = (struct world){0};
	CO_CHECK_EQ(0, co_manager_create(&w->manager));
	CO_CHECK_EQ(0, co_completion_create(&w->completion));
	w->context = make_context();
	co_context_hold(w->context);
	CO_CHECK_EQ(0, co_context_start(w->context));
	co_group_init(&w->group, NULL);
	w->group.report = tally_report;
	w->group.report_data = &w->tally;
}

static void world_run(
	struct world *w, struct co_task *task, const struct co_managed *how)
{
	struct co_task *guard = manage(w->manager, task, how, &w->id);

	CO_CHECK_EQ(0,
		co_detach(&w->group, guard, co_context_executor(w->context)));
}

/* All has ended: nobody is known, and everything may go. */
static void world_fini(struct world *w)
{
	co_group_wait(&w->group);
	CO_CHECK_EQ(0, co_manager_list(w->manager, NULL, 0));
	co_manager_destroy(w->manager);
	co_context_release(w->context);
	co_context_join(w->context);
	co_context_destroy(w->context);
	co_group_fini(&w->group);
	co_completion_drop(w->completion);
	co_completion_destroy(w->completion);
}

static void *kill_it(void *arg)
{
	struct world *w = arg;

	w->err = co_manager_kill(w->manager, w->id);
	return NULL;
}

static void kill_unwinds_at_any_moment(void)
{
	struct world w;

	world_init(&w);
	world_run(&w, make_stuck(&w.tally, w.completion), NULL);
	kill_it(&w);
	CO_CHECK_EQ(0, w.err);
	co_group_wait(&w.group);
	CO_CHECK_EQ(-EOWNERDEAD, w.tally.error);
	CO_CHECK_EQ(1 + w.tally.ran, w.tally.gone);
	world_fini(&w);
}

static void kill_and_completion_race_to_one_end(void)
{
	struct world w;
	pthread_t thread;

	world_init(&w);
	world_run(&w, make_stuck(&w.tally, w.completion), NULL);
	thread = start(kill_it, &w);
	CO_CHECK_EQ(0, co_completion_set(w.completion, NULL));
	pthread_join(thread, NULL);
	co_group_wait(&w.group);
	if (w.err) {
		CO_CHECK(w.err == -ENOENT || w.err == -EALREADY);
		CO_CHECK_EQ(0, w.tally.reports);
	} else {
		CO_CHECK_EQ(1, w.tally.reports);
		CO_CHECK_EQ(-EOWNERDEAD, w.tally.error);
	}
	CO_CHECK_EQ(1 + w.tally.ran, w.tally.gone);
	world_fini(&w);
}

static void limit_and_completion_race_to_one_end(void)
{
	const struct co_managed how = {.limit_ms = 5};
	struct world w;

	world_init(&w);
	world_run(&w, make_stuck(&w.tally, w.completion), &how);
	CO_CHECK_EQ(0, co_completion_set(w.completion, NULL));
	co_group_wait(&w.group);
	if (w.tally.reports)
		CO_CHECK_EQ(-ETIMEDOUT, w.tally.error);
	CO_CHECK_EQ(2, w.tally.gone);
	world_fini(&w);
}

static void limit_and_kill_race_to_one_end(void)
{
	const struct co_managed how = {.limit_ms = 5};
	struct world w;

	world_init(&w);
	world_run(&w, make_stuck(&w.tally, w.completion), &how);
	kill_it(&w);
	co_group_wait(&w.group);
	CO_CHECK_EQ(1, w.tally.reports);
	CO_CHECK_EQ(w.err ? -ETIMEDOUT : -EOWNERDEAD, w.tally.error);
	world_fini(&w);
}

/* Receives for ever. */
struct receiver {
	struct co_task task;
	struct co_io io;
	int fd;
	char byte;
	struct tally *tally;
	struct co_completion *then; /* and waits for that as well */
};

static struct co_task *receiver_body(struct co_task *self)
{
	struct receiver *f = co_frame(self, struct receiver);

	CO_BEGIN(self);
	CO_AWAIT(self, co_recv(&f->io, f->fd, &f->byte, 1, 0));
	CO_AWAIT(self, co_completion_await(f->then));
	CO_CHECK(false);
	CO_END(self);
}

static void receiver_cleanup(struct co_task *self)
{
	atomic_fetch_add(&co_frame(self, struct receiver)->tally->gone, 1);
}

/* It passes over -ECANCELED, and waits for what hears of no token. */
static void kill_ends_a_task_that_does_not_listen(void)
{
	struct co_task *task;
	struct receiver *f;
	struct world w;
	int fds[2];

	vfs_socketpair(fds, 0);
	world_init(&w);
	task = co_task_create(sizeof(*f), receiver_body, "job");
	f = co_frame(task, struct receiver);
	f->fd = fds[0];
	f->tally = &w.tally;
	f->then = w.completion;
	co_task_set_cleanup(task, receiver_cleanup);
	world_run(&w, task, NULL);
	kill_it(&w);
	co_group_wait(&w.group);
	CO_CHECK_EQ(-EOWNERDEAD, w.tally.error);
	CO_CHECK_EQ(1, w.tally.gone);
	world_fini(&w);
}

static void *look(void *arg)
{
	struct world *w = arg;
	enum co_status status = CO_CREATED;
	uint64_t id = 0;

	if (co_manager_list(w->manager, &id, 1))
		CO_CHECK_EQ(w->id, id);
	if (!co_manager_status(w->manager, w->id, &status))
		CO_CHECK(status <= CO_TIMED_OUT);
	return NULL;
}

static void looking_at_a_task_while_it_ends(void)
{
	struct world w;
	pthread_t thread;

	world_init(&w);
	world_run(&w, make_job(&w.tally), NULL);
	thread = start(look, &w);
	co_group_wait(&w.group);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(1, w.tally.gone);
	world_fini(&w);
}

/* Chains. */

struct number {
	struct co_valued valued;
	struct tally *tally;
	struct co_completion *wait; /* or NULL */
	intptr_t n;
};

static struct co_task *number_body(struct co_task *self)
{
	struct number *f = co_container_of(self, struct number, valued.task);

	CO_BEGIN(self);
	if (f->wait)
		CO_TRY(self, co_completion_await(f->wait));
	f->valued.value = (void *)f->n;
	CO_END(self);
}

static void number_cleanup(struct co_task *self)
{
	struct number *f = co_container_of(self, struct number, valued.task);

	atomic_fetch_add(&f->tally->gone, 1);
}

static struct co_valued *make_number(
	struct tally *tally, intptr_t n, struct co_completion *wait)
{
	struct co_task *task = co_task_create(
		sizeof(struct number), number_body, "job");
	struct number *f = co_container_of(task, struct number, valued.task);

	f->tally = tally;
	f->n = n;
	f->wait = wait;
	co_task_set_cleanup(task, number_cleanup);
	return &f->valued;
}

static struct co_next then_wait(void *data, void *value)
{
	struct world *w = data;

	atomic_fetch_add(&w->tally.ran, 1);
	return co_next_task(
		make_number(&w->tally, 10 * (intptr_t)value, w->completion));
}

static struct co_next note(void *data, void *value)
{
	struct world *w = data;

	CO_CHECK_EQ(30, (intptr_t)value);
	atomic_fetch_add(&w->tally.ran, 1);
	return co_next_value(NULL);
}

static struct co_task *make_chain(struct world *w)
{
	struct co_valued *last = make_number(&w->tally, 3, NULL);

	last = co_then(co_then(last, then_wait, w), note, w);
	last->task.name = "job";
	return &last->task;
}

static void chain_awaits_the_task_that_is_returned(void)
{
	struct world w;

	world_init(&w);
	world_run(&w, make_chain(&w), NULL);
	CO_CHECK_EQ(0, co_completion_set(w.completion, NULL));
	co_group_wait(&w.group);
	CO_CHECK_EQ(2, w.tally.ran);
	CO_CHECK_EQ(2, w.tally.gone);
	CO_CHECK_EQ(0, w.tally.reports);
	world_fini(&w);
}

static void killed_chain_is_released_whole(void)
{
	struct world w;

	world_init(&w);
	world_run(&w, make_chain(&w), NULL);
	kill_it(&w);
	CO_CHECK_EQ(0, w.err);
	co_group_wait(&w.group);
	/* The first, and the one that was returned if it came to that. */
	CO_CHECK_EQ(1 + w.tally.ran, w.tally.gone);
	CO_CHECK(w.tally.ran <= 1);
	CO_CHECK_EQ(-EOWNERDEAD, w.tally.error);
	world_fini(&w);
}

#define EARLY FEW, .early_timeouts = EXPLORE_ON

static const struct explore_test tests[] = {
	EXPLORE_TEST(kill_unwinds_at_any_moment, FEW),
	EXPLORE_TEST(kill_and_completion_race_to_one_end, FEW),
	EXPLORE_TEST(limit_and_completion_race_to_one_end, EARLY),
	EXPLORE_TEST(limit_and_kill_race_to_one_end, EARLY),
	EXPLORE_TEST(kill_ends_a_task_that_does_not_listen, FEW),
	EXPLORE_TEST(looking_at_a_task_while_it_ends, FEW),
	EXPLORE_TEST(chain_awaits_the_task_that_is_returned, FEW),
	EXPLORE_TEST(killed_chain_is_released_whole, FEW),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
