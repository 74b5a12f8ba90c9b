// SPDX-License-Identifier: MIT
/*
 * The real kernel at its limits: no descriptor left, descriptors that are none,
 * more completions than one look takes.
 */
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/resource.h>

#include "../../../lab4-uring/tests/util.h"
#include "co/seed_poll.h"
#include "suites.h"

static struct rlimit usual;

/* From here on @n more descriptors can be opened. */
static void allow_descriptors(int n)
{
	struct rlimit tight;
	int lowest = dup(0);

	CO_CHECK(lowest >= 0);
	close(lowest);
	CO_CHECK_EQ(0, getrlimit(RLIMIT_NOFILE, &usual));
	tight = usual;
	tight.rlim_cur = (rlim_t)(lowest + n);
	CO_CHECK_EQ(0, setrlimit(RLIMIT_NOFILE, &tight));
}

static void allow_all_descriptors(void)
{
	CO_CHECK_EQ(0, setrlimit(RLIMIT_NOFILE, &usual));
}

static int lowest_descriptor(void)
{
	int fd = dup(0);

	close(fd);
	return fd;
}

TEST seed_poll_leaves_no_completion_behind(void)
{
	struct counter nop = COUNTER_INITIALIZER;
	struct co_seed_poll p;
	int err, i;

	NEED_RING();
	err = co_seed_poll_init(&p, 64);
	ASSERT_EQ_FMT(0, err, "%d");
	for (i = 0; i < 50; i++)
		prepare_nop(&p.ring, &nop);
	co_step("fifty nops have completed before the eventfd is read");
	CO_CHECK_EQ(50, co_seed_poll_turn(&p));
	CO_CHECK_EQ(50, nop.n);
	CO_CHECK_EQ(0, p.ring.in_flight);
	co_seed_poll_fini(&p);
	PASS();
}

TEST seed_poll_refused_leaves_nothing(void)
{
	struct co_seed_poll p;
	int before;

	NEED_RING();
	before = lowest_descriptor();
	CO_CHECK_EQ(-EINVAL, co_seed_poll_init(&p, 0));
	co_step("there is a descriptor for the ring and none for the eventfd");
	allow_descriptors(1);
	CO_CHECK_EQ(-EMFILE, co_seed_poll_init(&p, 8));
	allow_all_descriptors();
	CO_CHECK_EQ(before, lowest_descriptor());
	PASS();
}

static struct co_task *empty_body(struct co_task *self)
{
	CO_BEGIN(self);
	CO_END(self);
}

TEST context_without_descriptors_is_refused(void)
{
	struct co_context *c = NULL;
	struct co_task task;

	NEED_RING();
	co_step("none for the wake-up: there is no context");
	allow_descriptors(0);
	CO_CHECK_EQ(-EMFILE, co_context_create("none", 8, &c));
	allow_all_descriptors();
	CO_CHECK(c == NULL);
	co_step("none for the ring: it does not start, and keeps its work");
	c = make_context();
	co_task_init(&task, empty_body, "kept");
	CO_CHECK_EQ(0, co_context_submit(c, &task));
	allow_descriptors(0);
	CO_CHECK_EQ(-EMFILE, co_context_start(c));
	allow_all_descriptors();
	CO_CHECK(!co_task_is_done(&task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK_EQ(CO_DONE, co_task_status(&task));
	co_context_destroy(c);
	PASS();
}

/* Every operation on what is no descriptor, and on one that is no socket. */
struct mistaken {
	struct co_task task;
	struct co_io io;
	char byte;
	int file;
	struct sockaddr_in address;
};

static struct co_task *mistaken_body(struct co_task *self)
{
	struct mistaken *f = co_frame(self, struct mistaken);

	CO_BEGIN(self);
	CO_AWAIT(self, co_read(&f->io, -1, &f->byte, 1, 0));
	CO_CHECK_EQ(-EBADF, co_awaited(self));
	CO_AWAIT(self, co_write(&f->io, -1, &f->byte, 1, 0));
	CO_CHECK_EQ(-EBADF, co_awaited(self));
	CO_AWAIT(self, co_close(&f->io, -1));
	CO_CHECK_EQ(-EBADF, co_awaited(self));
	CO_AWAIT(self, co_recv(&f->io, -1, &f->byte, 1, 0));
	CO_CHECK_EQ(-EBADF, co_awaited(self));
	CO_AWAIT(self, co_accept(&f->io, f->file));
	CO_CHECK_EQ(-ENOTSOCK, co_awaited(self));
	CO_AWAIT(self, co_send(&f->io, f->file, &f->byte, 1, 0));
	CO_CHECK_EQ(-ENOTSOCK, co_awaited(self));
	CO_AWAIT(self,
		co_connect(&f->io, f->file, (struct sockaddr *)&f->address,
			sizeof(f->address)));
	CO_CHECK_EQ(-ENOTSOCK, co_awaited(self));
	CO_END(self);
}

TEST io_bad_descriptors_are_errors(void)
{
	struct mistaken f = {.byte = 'x'};

	NEED_RING();
	f.file = open("/dev/null", O_RDWR);
	CO_CHECK(f.file >= 0);
	f.address.sin_family = AF_INET;
	co_task_init(&f.task, mistaken_body, "mistaken");
	CO_CHECK_EQ(0, run_on_context(&f.task));
	close(f.file);
	PASS();
}

/* A timeout as an operation, and a cancel by hand. */
struct timing {
	struct co_task task;
	struct co_io io;
	struct __kernel_timespec time;
	struct co_task *next; /* to be started once this one waits, or NULL */
	int result;
};

static struct co_task *timing_body(struct co_task *self)
{
	struct timing *f = co_frame(self, struct timing);

	CO_BEGIN(self);
	if (f->next)
		CO_CHECK_EQ(0, co_context_submit(co_context_here(), f->next));
	CO_AWAIT(self, co_io_timeout(&f->io, &f->time));
	f->result = co_awaited(self);
	CO_END(self);
}

struct cancelling {
	struct co_task task;
	struct co_io io;
	struct co_io *target;
};

static struct co_task *cancelling_body(struct co_task *self)
{
	struct cancelling *f = co_frame(self, struct cancelling);

	CO_BEGIN(self);
	CO_AWAIT(self, co_io_cancel(&f->io, f->target));
	CO_CHECK_EQ(0, co_awaited(self));
	co_step("it is not in flight any more");
	CO_AWAIT(self, co_io_cancel(&f->io, f->target));
	CO_CHECK_EQ(-ENOENT, co_awaited(self));
	CO_END(self);
}

TEST io_timeout_ends_or_is_cancelled(void)
{
	struct timing brief = {.time.tv_nsec = 1000000};
	struct timing endless = {.time.tv_sec = 1000000};
	struct cancelling f = {.target = &endless.io};
	struct co_context *c;

	NEED_RING();
	c = make_context();
	co_task_init(&brief.task, timing_body, "brief");
	co_task_init(&endless.task, timing_body, "endless");
	co_task_init(&f.task, cancelling_body, "cancelling");
	endless.next = &f.task;
	CO_CHECK_EQ(0, co_context_submit(c, &brief.task));
	CO_CHECK_EQ(0, co_context_submit(c, &endless.task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK_EQ(-ETIME, brief.result);
	CO_CHECK_EQ(-ECANCELED, endless.result);
	CO_CHECK_EQ(CO_DONE, co_task_status(&f.task));
	co_context_destroy(c);
	PASS();
}

SUITE(limits)
{
	RUN_TEST(seed_poll_leaves_no_completion_behind);
	RUN_TEST(seed_poll_refused_leaves_nothing);
	RUN_TEST(context_without_descriptors_is_refused);
	RUN_TEST(io_timeout_ends_or_is_cancelled);
	RUN_TEST(io_bad_descriptors_are_errors);
}
