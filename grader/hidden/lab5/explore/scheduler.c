// SPDX-License-Identifier: MIT
/*
 * The scheduler, explored: who is heard while the loop begins and ends.
 */
#include "co/manager.h"
#include "world.h"

static struct co_scheduler *make_two(struct tally *tally)
{
	return make_scheduler(2, CO_DISPATCH_ROUND_ROBIN, tally);
}

struct caller {
	struct co_scheduler *scheduler;
	struct tally tally;
	int err;
};

static void *submit_one(void *arg)
{
	struct caller *c = arg;
	struct co_task *task = make_job(&c->tally);

	c->err = co_scheduler_submit(c->scheduler, task);
	if (c->err)
		co_task_destroy(task);
	return NULL;
}

static void *stop_it(void *arg)
{
	co_scheduler_stop(((struct caller *)arg)->scheduler);
	return NULL;
}

static void submit_at_the_end_of_the_loop_is_not_lost(void)
{
	struct caller c = {0};
	pthread_t thread;

	c.scheduler = make_two(&c.tally);
	CO_CHECK_EQ(0, co_scheduler_submit(c.scheduler, make_job(&c.tally)));
	thread = start(submit_one, &c);
	CO_CHECK_EQ(0, co_scheduler_loop(c.scheduler));
	pthread_join(thread, NULL);
	CO_CHECK_EQ(0, c.err);
	co_step("what this loop did not do, the next one does");
	CO_CHECK_EQ(0, co_scheduler_loop(c.scheduler));
	CO_CHECK_EQ(2, c.tally.ran);
	CO_CHECK_EQ(2, c.tally.gone);
	co_scheduler_destroy(c.scheduler);
}

static void loop_waits_for_what_tasks_send_elsewhere(void)
{
	struct tally tally = {0};
	struct co_scheduler *s = make_two(&tally);
	struct co_task *task = make_job(&tally);

	co_frame(task, struct job)->scheduler = s;
	co_frame(task, struct job)->children = 2;
	CO_CHECK_EQ(0, co_scheduler_submit(s, task));
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK_EQ(3, tally.gone);
	CO_CHECK_EQ(0, co_scheduler_live(s));
	co_scheduler_destroy(s);
}

static void stop_and_submit_leave_nothing_behind(void)
{
	struct caller c = {0};
	pthread_t threads[2];
	int i, err;

	c.scheduler = make_scheduler(1, CO_DISPATCH_ROUND_ROBIN, &c.tally);
	CO_CHECK_EQ(0, co_scheduler_submit(c.scheduler, make_job(&c.tally)));
	threads[0] = start(submit_one, &c);
	threads[1] = start(stop_it, &c);
	err = co_scheduler_loop(c.scheduler);
	CO_CHECK(err == 0 || err == -ECANCELED);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	CO_CHECK(c.err == 0 || c.err == -ESHUTDOWN);
	co_scheduler_destroy(c.scheduler);
	CO_CHECK_EQ(2, c.tally.gone);
}

/* Waits for what never comes, in its ring. */
struct patient {
	struct co_task task;
	struct co_io io;
	int fd;
	char byte;
	CO_ATOMIC(int) * ends;
};

static struct co_task *patient_body(struct co_task *self)
{
	struct patient *f = co_frame(self, struct patient);

	CO_BEGIN(self);
	CO_TRY(self, co_recv(&f->io, f->fd, &f->byte, 1, 0));
	CO_END(self);
}

static void patient_cleanup(struct co_task *self)
{
	atomic_fetch_add(co_frame(self, struct patient)->ends, 1);
}

static void stop_ends_what_waits_in_a_ring(void)
{
	struct caller c = {0};
	CO_ATOMIC(int) ends = 0;
	struct co_task *task;
	int fds[2];

	vfs_socketpair(fds, 0);
	c.scheduler = make_scheduler(1, CO_DISPATCH_ROUND_ROBIN, &c.tally);
	task = co_task_create(sizeof(struct patient), patient_body, "job");
	co_frame(task, struct patient)->fd = fds[0];
	co_frame(task, struct patient)->ends = &ends;
	co_task_set_cleanup(task, patient_cleanup);
	CO_CHECK_EQ(0, co_scheduler_submit(c.scheduler, task));
	task = make_job(&c.tally);
	co_frame(task, struct job)->stops = c.scheduler;
	CO_CHECK_EQ(0, co_scheduler_submit(c.scheduler, task));
	CO_CHECK_EQ(-ECANCELED, co_scheduler_loop(c.scheduler));
	CO_CHECK_EQ(1, ends);
	CO_CHECK_EQ(0, co_scheduler_live(c.scheduler));
	co_scheduler_destroy(c.scheduler);
}

/* The limit ends the wait, and the kernel lets go, before the loop returns. */
static void limit_ends_what_waits_in_a_ring(void)
{
	const struct co_managed_options options = {
		.keep = true,
		.timeout_ms = 1000,
	};
	struct co_managed_info info = {.status = CO_RUNNING};
	struct tally tally = {0};
	CO_ATOMIC(int) ends = 0;
	struct co_manager *m = NULL;
	struct co_scheduler *s;
	struct co_task *task;
	uint64_t id = 0;
	int fds[2];

	vfs_socketpair(fds, 0);
	s = make_scheduler(1, CO_DISPATCH_ROUND_ROBIN, &tally);
	CO_CHECK_EQ(0, co_manager_create_on(s, &m));
	task = co_task_create(sizeof(struct patient), patient_body, "job");
	co_frame(task, struct patient)->fd = fds[0];
	co_frame(task, struct patient)->ends = &ends;
	co_task_set_cleanup(task, patient_cleanup);
	CO_CHECK_EQ(0, co_manager_add(m, task, &options, &id));
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK_EQ(0, co_manager_find(m, id, &info));
	CO_CHECK_EQ(CO_TIMED_OUT, info.status);
	CO_CHECK_EQ(1, ends);
	co_manager_destroy(m);
	co_scheduler_destroy(s);
}

static void refused_third_ring_releases_the_first_two(void)
{
	struct tally tally = {0};
	struct co_scheduler *s;

	s = make_scheduler(4, CO_DISPATCH_ROUND_ROBIN, &tally);
	CO_CHECK_EQ(0, co_scheduler_submit(s, make_job(&tally)));
	CO_CHECK_EQ(0, co_scheduler_submit(s, make_job(&tally)));
	sim_ring_fail_init(2, -ENOMEM);
	CO_CHECK_EQ(-ENOMEM, co_scheduler_loop(s));
	CO_CHECK_EQ(0, tally.ran);
	CO_CHECK_EQ(2, co_scheduler_live(s));
	co_step("with all four rings, what was submitted is done");
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK_EQ(2, tally.gone);
	co_scheduler_destroy(s);
}

/* Writes its number down; all of one key, so one thread at a time. */
struct noting {
	struct co_task task;
	int id;
	int *seen, *n;
};

static struct co_task *noting_body(struct co_task *self)
{
	struct noting *f = co_frame(self, struct noting);

	CO_BEGIN(self);
	f->seen[(*f->n)++] = f->id;
	CO_END(self);
}

static void tasks_of_a_key_run_in_order(void)
{
	struct tally tally = {0};
	struct co_scheduler *s = make_two(&tally);
	int seen[3], n = 0, i;

	for (i = 0; i < 3; i++) {
		struct co_task *task = co_task_create(
			sizeof(struct noting), noting_body, "job");

		*co_frame(task, struct noting) = (struct noting){
			.task = co_frame(task, struct noting)->task,
			.id = i,
			.seen = seen,
			.n = &n,
		};
		CO_CHECK_EQ(0, co_scheduler_submit_key(s, task, 7));
	}
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK_EQ(3, n);
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(i, seen[i]);
	co_scheduler_destroy(s);
}

static void *loop_too(void *arg)
{
	struct caller *c = arg;

	c->err = co_scheduler_loop(c->scheduler);
	return NULL;
}

static void of_two_loops_one_is_refused_or_comes_later(void)
{
	struct caller c = {0};
	pthread_t thread;
	int err;

	c.scheduler = make_scheduler(1, CO_DISPATCH_ROUND_ROBIN, &c.tally);
	CO_CHECK_EQ(0, co_scheduler_submit(c.scheduler, make_job(&c.tally)));
	thread = start(loop_too, &c);
	err = co_scheduler_loop(c.scheduler);
	pthread_join(thread, NULL);
	CO_CHECK(err == 0 || err == -EBUSY);
	CO_CHECK(c.err == 0 || c.err == -EBUSY);
	CO_CHECK(err == 0 || c.err == 0);
	CO_CHECK_EQ(1, c.tally.gone);
	co_scheduler_destroy(c.scheduler);
}

/* The loop runs on: nobody but the wait tells that the manager may go. */
static void manager_may_go_while_the_loop_runs(void)
{
	struct caller c = {0};
	struct co_manager *m = NULL;
	pthread_t thread;

	c.scheduler = make_scheduler(1, CO_DISPATCH_ROUND_ROBIN, &c.tally);
	CO_CHECK_EQ(0, co_manager_create_on(c.scheduler, &m));
	CO_CHECK_EQ(0, co_manager_add(m, make_job(&c.tally), NULL, NULL));
	thread = start(loop_too, &c);
	co_manager_wait(m);
	CO_CHECK_EQ(1, c.tally.gone);
	co_manager_destroy(m);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(0, c.err);
	co_scheduler_destroy(c.scheduler);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(submit_at_the_end_of_the_loop_is_not_lost, FEW),
	EXPLORE_TEST(loop_waits_for_what_tasks_send_elsewhere, FEW),
	EXPLORE_TEST(stop_and_submit_leave_nothing_behind, FEW),
	EXPLORE_TEST(stop_ends_what_waits_in_a_ring, FEW),
	EXPLORE_TEST(limit_ends_what_waits_in_a_ring, FEW),
	EXPLORE_TEST(refused_third_ring_releases_the_first_two, FEW),
	EXPLORE_TEST(tasks_of_a_key_run_in_order, FEW),
	EXPLORE_TEST(of_two_loops_one_is_refused_or_comes_later, FEW),
	EXPLORE_TEST(manager_may_go_while_the_loop_runs, FEW),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
