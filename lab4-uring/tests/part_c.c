// SPDX-License-Identifier: MIT
/*
 * Part C: the context.
 */
#include "co/sleep.h"
#include "suites.h"
#include "util.h"

/* A task that writes down where it ran. */
struct visit {
	struct co_task task;
	struct co_context *seen;
	int n;
};

static struct co_task *visit_body(struct co_task *self)
{
	struct visit *f = co_frame(self, struct visit);

	CO_BEGIN(self);
	f->seen = co_context_here();
	f->n++;
	CO_CHECK(co_executor_here() == co_context_executor(f->seen));
	CO_END(self);
}

static void visit_init(struct visit *f)
{
	*f = (struct visit){.n = 0};
	co_task_init(&f->task, visit_body, "visit");
}

TEST context_runs_tasks_and_ends_by_itself(void)
{
	struct co_context *c;
	struct visit visits[3];
	int i;

	NEED_RING();
	c = make_context();
	co_step("submit before the start: nothing runs yet");
	for (i = 0; i < 3; i++) {
		visit_init(&visits[i]);
		CO_CHECK_EQ(0, co_context_submit(c, &visits[i].task));
	}
	CO_CHECK_EQ(0, visits[0].n);
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	for (i = 0; i < 3; i++) {
		CO_CHECK_EQ(CO_DONE, co_task_status(&visits[i].task));
		CO_CHECK(visits[i].seen == c);
	}
	CO_CHECK(co_context_here() == NULL);
	co_context_destroy(c);
	PASS();
}

TEST context_starts_again(void)
{
	struct co_context *c;
	struct visit visit;
	int i;

	NEED_RING();
	c = make_context();
	for (i = 0; i < 3; i++) {
		visit_init(&visit);
		CO_CHECK_EQ(0, co_context_submit(c, &visit.task));
		CO_CHECK_EQ(0, co_context_start(c));
		co_context_join(c);
		CO_CHECK_EQ(1, visit.n);
	}
	co_context_destroy(c);
	PASS();
}

TEST context_held_takes_work_while_it_runs(void)
{
	struct co_context *c;
	struct visit visits[2];
	int i;

	NEED_RING();
	c = make_context();
	co_context_hold(c);
	CO_CHECK_EQ(0, co_context_start(c));
	CO_CHECK_EQ(-EBUSY, co_context_start(c));
	for (i = 0; i < 2; i++) {
		visit_init(&visits[i]);
		CO_CHECK_EQ(0, co_context_submit(c, &visits[i].task));
		co_step("it has run, and the context is still there");
		CO_CHECK_EQ(0, co_task_wait(&visits[i].task));
	}
	co_context_release(c);
	co_context_join(c);
	co_context_destroy(c);
	PASS();
}

/* A task that reads from a pipe. */
struct reading {
	struct co_task task;
	struct co_io io;
	struct co_context *stop; /* stop this one first, if set */
	char buffer[8];
	int fd;
	int result;
};

static struct co_task *reading_body(struct co_task *self)
{
	struct reading *f = co_frame(self, struct reading);

	CO_BEGIN(self);
	if (f->stop)
		co_context_stop(f->stop);
	CO_AWAIT(self, co_read(&f->io, f->fd, f->buffer, 8, CO_NO_OFFSET));
	f->result = co_awaited(self);
	CO_END(self);
}

TEST context_stop_ends_a_waiting_read(void)
{
	struct reading f = {.result = 1};
	struct co_context *c;
	int fds[2];

	NEED_RING();
	CO_CHECK_EQ(0, pipe(fds));
	f.fd = fds[0];
	c = make_context();
	f.stop = c;
	co_task_init(&f.task, reading_body, "reading");
	CO_CHECK_EQ(0, co_context_submit(c, &f.task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_step("it stops while a task waits for a pipe that stays empty");
	co_context_join(c);
	CO_CHECK_EQ(CO_CANCELLED, co_task_status(&f.task));
	CO_CHECK_EQ(1, f.result);
	co_context_destroy(c);
	close(fds[0]);
	close(fds[1]);
	PASS();
}

TEST context_stop_refuses_until_joined(void)
{
	struct co_context *c;
	struct visit visit;

	NEED_RING();
	c = make_context();
	co_context_hold(c);
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_stop(c);
	visit_init(&visit);
	CO_CHECK_EQ(-ESHUTDOWN, co_context_submit(c, &visit.task));
	CO_CHECK_EQ(CO_CREATED, co_task_status(&visit.task));
	CO_CHECK(visit.task.executor == NULL);
	co_context_join(c);
	co_step("joined: it may be used again");
	co_context_release(c);
	CO_CHECK_EQ(0, co_context_submit(c, &visit.task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK_EQ(1, visit.n);
	co_context_destroy(c);
	PASS();
}

TEST context_destroy_drops_what_never_ran(void)
{
	struct co_context *c = make_context();
	struct visit visit;

	visit_init(&visit);
	CO_CHECK_EQ(0, co_context_submit(c, &visit.task));
	co_context_destroy(c);
	CO_CHECK_EQ(CO_CANCELLED, co_task_status(&visit.task));
	CO_CHECK_EQ(0, visit.n);
	co_context_destroy(NULL);
	PASS();
}

TEST context_of_wrong_size_is_refused(void)
{
	struct co_context *c = NULL;
	struct visit visit;

	NEED_RING();
	CO_CHECK_EQ(-EINVAL, co_context_create("none", 0, &c));
	CO_CHECK(c == NULL);
	co_step("the kernel refuses the ring when the context starts");
	CO_CHECK_EQ(0, co_context_create("huge", 1u << 30, &c));
	visit_init(&visit);
	CO_CHECK_EQ(0, co_context_submit(c, &visit.task));
	CO_CHECK_EQ(-EINVAL, co_context_start(c));
	CO_CHECK_EQ(-EINVAL, co_context_start(c));
	CO_CHECK_EQ(0, visit.n);
	co_context_destroy(c);
	CO_CHECK_EQ(CO_CANCELLED, co_task_status(&visit.task));
	PASS();
}

/* Sleeps on the context, without any other thread. */
struct napping {
	struct co_task task;
	struct co_sleep nap;
	uint64_t from, to;
};

static struct co_task *napping_body(struct co_task *self)
{
	struct napping *f = co_frame(self, struct napping);

	CO_BEGIN(self);
	f->from = co_clock_now();
	CO_TRY(self, co_sleep_ms(&f->nap, 3));
	f->to = co_clock_now();
	CO_CHECK(co_context_here() != NULL);
	CO_END(self);
}

TEST context_keeps_its_own_timers(void)
{
	struct napping f;

	NEED_RING();
	co_task_init(&f.task, napping_body, "napping");
	CO_CHECK_EQ(0, run_on_context(&f.task));
	CO_CHECK(f.to - f.from >= 3000000);
	PASS();
}

/* Goes to the end of the queue again and again until I/O has come. */
struct spinning {
	struct co_task task;
	struct co_turn turn;
	const bool *done;
};

static struct co_task *spinning_body(struct co_task *self)
{
	struct spinning *f = co_frame(self, struct spinning);

	CO_BEGIN(self);
	while (!*f->done)
		CO_TRY(self, co_reschedule(&f->turn));
	CO_END(self);
}

struct noping {
	struct co_task task;
	struct co_io io;
	bool done;
};

static struct co_task *noping_body(struct co_task *self)
{
	struct noping *f = co_frame(self, struct noping);

	CO_BEGIN(self);
	CO_TRY(self, co_nop(&f->io));
	f->done = true;
	CO_END(self);
}

TEST context_busy_work_does_not_starve_io(void)
{
	struct noping io = {.done = false};
	struct spinning spin = {.done = &io.done};
	struct co_context *c;

	NEED_RING();
	c = make_context();
	co_task_init(&io.task, noping_body, "noping");
	co_task_init(&spin.task, spinning_body, "spinning");
	CO_CHECK_EQ(0, co_context_submit(c, &spin.task));
	CO_CHECK_EQ(0, co_context_submit(c, &io.task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK(io.done);
	CO_CHECK_EQ(CO_DONE, co_task_status(&spin.task));
	co_context_destroy(c);
	PASS();
}

static void join_here(struct co_work *work, int error)
{
	(void)work;
	(void)error;
	co_context_join(co_context_here());
}

TEST context_join_from_inside_stops(void)
{
	struct co_context *c;
	struct co_work work;

	NEED_RING();
	c = make_context();
	co_expect_assert("from its own thread");
	co_work_init(&work, join_here);
	CO_CHECK_EQ(0, co_post(co_context_executor(c), &work));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	PASS();
}

SUITE(part_c)
{
	RUN_TEST(context_runs_tasks_and_ends_by_itself);
	RUN_TEST(context_starts_again);
	RUN_TEST(context_held_takes_work_while_it_runs);
	RUN_TEST(context_stop_ends_a_waiting_read);
	RUN_TEST(context_stop_refuses_until_joined);
	RUN_TEST(context_destroy_drops_what_never_ran);
	RUN_TEST(context_of_wrong_size_is_refused);
	RUN_TEST(context_keeps_its_own_timers);
	RUN_TEST(context_busy_work_does_not_starve_io);
	RUN_TEST(context_join_from_inside_stops);
}
