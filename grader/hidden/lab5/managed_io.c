// SPDX-License-Identifier: MIT
/*
 * The task manager on a scheduler, and tasks that wait for the kernel.
 */
#include <stdlib.h>
#include <sys/socket.h>

#include "../../../lab5-scheduler/tests/util.h"
#include "co/manager.h"
#include "suites.h"

enum {
	MANY = 1000
};

static struct co_manager *make_manager_on(struct co_scheduler *s)
{
	struct co_manager *m = NULL;

	CO_CHECK_EQ(0, co_manager_create_on(s, &m));
	return m;
}

TEST loop_runs_what_a_manager_adds(void)
{
	const struct co_managed_options options = {.keep = true};
	struct co_managed_info *infos;
	struct tally tally = {0};
	struct co_scheduler *s;
	struct co_manager *m;
	struct co_task *task;
	int i, failed = 0;

	NEED_RING();
	s = make_scheduler(2, CO_DISPATCH_ROUND_ROBIN, &tally);
	m = make_manager_on(s);
	for (i = 0; i < MANY; i++) {
		task = make_job(&tally);
		co_frame(task, struct job)->error = i % 10 ? 0 : -EIO;
		CO_CHECK_EQ(0, co_manager_add(m, task, &options, NULL));
	}
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK_EQ(MANY, tally.ran);
	CO_CHECK_EQ(MANY, tally.gone);
	/* Who is kept is looked up, not reported. */
	CO_CHECK_EQ(0, tally.reports);
	co_step("the wait has nothing left to wait for");
	co_manager_wait(m);
	infos = calloc(MANY, sizeof(*infos));
	CO_CHECK_EQ(MANY, co_manager_list(m, infos, MANY));
	for (i = 0; i < MANY; i++)
		failed += infos[i].status == CO_FAILED;
	CO_CHECK_EQ(MANY / 10, failed);
	free(infos);
	co_manager_destroy(m);
	co_scheduler_destroy(s);
	PASS();
}

TEST error_of_who_is_not_kept_is_reported(void)
{
	struct tally tally = {0};
	struct co_scheduler *s;
	struct co_manager *m;
	struct co_task *task;

	NEED_RING();
	s = make_scheduler(1, CO_DISPATCH_ROUND_ROBIN, &tally);
	m = make_manager_on(s);
	task = make_job(&tally);
	co_frame(task, struct job)->error = -EIO;
	CO_CHECK_EQ(0, co_manager_add(m, task, NULL, NULL));
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK_EQ(1, tally.reports);
	CO_CHECK_EQ(-EIO, tally.error);
	co_manager_destroy(m);
	co_scheduler_destroy(s);
	PASS();
}

/* Waits for a byte that nobody sends. */
struct reader {
	struct co_task task;
	struct co_io io;
	struct tally *tally;
	char byte;
	int fd;
};

static void reader_cleanup(struct co_task *self)
{
	struct reader *f = co_frame(self, struct reader);

	close(f->fd);
	atomic_fetch_add(&f->tally->gone, 1);
}

static struct co_task *reader_body(struct co_task *self)
{
	struct reader *f = co_frame(self, struct reader);

	CO_BEGIN(self);
	atomic_fetch_add(&f->tally->ran, 1);
	CO_TRY(self, co_recv(&f->io, f->fd, &f->byte, 1, 0));
	CO_END(self);
}

static struct co_task *make_reader(struct tally *tally, int fd)
{
	struct co_task *task = co_task_create(
		sizeof(struct reader), reader_body, "reader");
	struct reader *f = co_frame(task, struct reader);

	f->tally = tally;
	f->fd = fd;
	co_task_set_cleanup(task, reader_cleanup);
	return task;
}

/* Kills another when its turn has come. */
struct killer {
	struct co_task task;
	struct co_io io;
	struct co_manager *manager;
	uint64_t victim;
};

static struct co_task *killer_body(struct co_task *self)
{
	struct killer *f = co_frame(self, struct killer);

	CO_BEGIN(self);
	CO_TRY(self, co_nop(&f->io));
	CO_CHECK_EQ(0, co_manager_kill(f->manager, f->victim));
	CO_END(self);
}

static void add_killer(struct co_manager *m, uint64_t victim)
{
	struct co_task *task = co_task_create(
		sizeof(struct killer), killer_body, "killer");

	co_frame(task, struct killer)->manager = m;
	co_frame(task, struct killer)->victim = victim;
	CO_CHECK_EQ(0, co_manager_add(m, task, NULL, NULL));
}

TEST kill_reaches_io_on_another_context(void)
{
	struct co_managed_options options = {.keep = true};
	struct co_managed_info info = {0};
	struct tally tally = {0};
	struct co_scheduler *s;
	struct co_manager *m;
	uint64_t ids[2] = {0};
	int fds[2][2];
	int i;

	NEED_RING();
	s = make_scheduler(2, CO_DISPATCH_ROUND_ROBIN, &tally);
	m = make_manager_on(s);
	for (i = 0; i < 2; i++) {
		CO_CHECK_EQ(0, socketpair(AF_UNIX, SOCK_STREAM, 0, fds[i]));
		options.stays = i;
		CO_CHECK_EQ(0, co_manager_add(m, make_reader(&tally, fds[i][0]),
				       &options, &ids[i]));
	}
	/* The first reader and the second killer share a context, or not. */
	add_killer(m, ids[1]);
	add_killer(m, ids[0]);
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	for (i = 0; i < 2; i++) {
		CO_CHECK_EQ(0, co_manager_find(m, ids[i], &info));
		CO_CHECK_EQ(CO_KILLED, info.status);
		close(fds[i][1]);
	}
	CO_CHECK_EQ(2, tally.gone);
	CO_CHECK_EQ(0, tally.reports);
	co_manager_destroy(m);
	co_scheduler_destroy(s);
	PASS();
}

TEST time_limit_ends_io(void)
{
	const struct co_managed_options options = {
		.keep = true,
		.timeout_ms = 1,
	};
	struct co_managed_info info = {0};
	struct tally tally = {0};
	struct co_scheduler *s;
	struct co_manager *m;
	uint64_t id = 0;
	int fds[2];

	NEED_RING();
	s = make_scheduler(2, CO_DISPATCH_ROUND_ROBIN, &tally);
	m = make_manager_on(s);
	CO_CHECK_EQ(0, socketpair(AF_UNIX, SOCK_STREAM, 0, fds));
	CO_CHECK_EQ(0,
		co_manager_add(m, make_reader(&tally, fds[0]), &options, &id));
	CO_CHECK_EQ(0, co_scheduler_loop(s));
	CO_CHECK_EQ(0, co_manager_find(m, id, &info));
	CO_CHECK_EQ(CO_TIMED_OUT, info.status);
	CO_CHECK_EQ(1, tally.gone);
	close(fds[1]);
	co_manager_destroy(m);
	co_scheduler_destroy(s);
	PASS();
}

TEST scheduler_may_go_before_its_manager(void)
{
	const struct co_managed_options options = {.keep = true};
	struct co_managed_info info = {0};
	struct tally tally = {0};
	struct co_scheduler *s;
	struct co_manager *m;
	uint64_t id = 0;

	NEED_RING();
	s = make_scheduler(2, CO_DISPATCH_ROUND_ROBIN, &tally);
	m = make_manager_on(s);
	CO_CHECK_EQ(0, co_manager_add(m, make_job(&tally), &options, &id));
	co_scheduler_destroy(s);
	CO_CHECK_EQ(0, co_manager_find(m, id, &info));
	CO_CHECK_EQ(CO_CANCELLED, info.status);
	CO_CHECK_EQ(0, tally.ran);
	CO_CHECK_EQ(1, tally.gone);
	co_manager_destroy(m);
	PASS();
}

SUITE(managed_io)
{
	RUN_TEST(loop_runs_what_a_manager_adds);
	RUN_TEST(error_of_who_is_not_kept_is_reported);
	RUN_TEST(kill_reaches_io_on_another_context);
	RUN_TEST(time_limit_ends_io);
	RUN_TEST(scheduler_may_go_before_its_manager);
}
