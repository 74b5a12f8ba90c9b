// SPDX-License-Identifier: MIT
/*
 * Part D: I/O to await.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "suites.h"
#include "util.h"

/* A file: made, written, read back, closed. */
struct filing {
	struct co_task task;
	struct co_io io;
	struct co_transfer transfer;
	const char *path;
	char buffer[16];
	int fd;
};

static struct co_task *filing_body(struct co_task *self)
{
	struct filing *f = co_frame(self, struct filing);

	CO_BEGIN(self);
	CO_TRY(self, co_openat(&f->io, AT_FDCWD, f->path, O_RDWR, 0));
	f->fd = co_awaited(self);
	CO_TRY(self, co_write_all(&f->transfer, f->fd, "hello, ring", 11, 0));
	CO_CHECK_EQ(11, f->transfer.moved);
	CO_TRY(self, co_read_full(&f->transfer, f->fd, f->buffer, 16, 7));
	CO_CHECK_EQ(4, f->transfer.moved);
	CO_TRY(self, co_close(&f->io, f->fd));
	co_step("the descriptor is closed: the kernel says so");
	CO_AWAIT(self, co_read(&f->io, f->fd, f->buffer, 1, 0));
	CO_CHECK_EQ(-EBADF, co_awaited(self));
	CO_END(self);
}

TEST io_file_round_trip(void)
{
	const char *folder = getenv("TMPDIR");
	char path[PATH_MAX];
	struct filing f = {.path = path};
	int fd;

	NEED_RING();
	snprintf(
		path, sizeof(path), "%s/lab4-XXXXXX", folder ? folder : "/tmp");
	fd = mkstemp(path);
	CO_CHECK(fd >= 0);
	close(fd);
	co_task_init(&f.task, filing_body, "filing");
	CO_CHECK_EQ(0, run_on_context(&f.task));
	CO_CHECK_STR("ring", f.buffer);
	unlink(path);
	PASS();
}

/* One operation that goes wrong. */
struct failing {
	struct co_task task;
	struct co_io io;
	int result;
};

static struct co_task *failing_body(struct co_task *self)
{
	struct failing *f = co_frame(self, struct failing);

	CO_BEGIN(self);
	CO_AWAIT(self, co_openat(&f->io, AT_FDCWD, "/no/such/file", 0, 0));
	f->result = co_awaited(self);
	CO_END(self);
}

TEST io_error_is_the_result(void)
{
	struct failing f = {.result = 0};

	NEED_RING();
	co_task_init(&f.task, failing_body, "failing");
	CO_CHECK_EQ(0, run_on_context(&f.task));
	CO_CHECK_EQ(-ENOENT, f.result);
	PASS();
}

TEST io_without_an_engine_is_refused(void)
{
	struct failing f = {.result = 0};

	co_task_init(&f.task, failing_body, "failing");
	CO_CHECK_EQ(0, co_task_wait(&f.task));
	CO_CHECK_EQ(-EINVAL, f.result);
	PASS();
}

/* Two tasks talk over loopback: one listens, one connects. */
struct talking {
	struct co_task task;
	struct co_io io;
	struct co_transfer transfer;
	struct sockaddr_in address;
	char buffer[8];
	int listener, fd;
};

static struct co_task *server_body(struct co_task *self)
{
	struct talking *f = co_frame(self, struct talking);

	CO_BEGIN(self);
	CO_TRY(self, co_accept(&f->io, f->listener));
	f->fd = co_awaited(self);
	CO_TRY(self,
		co_read_full(&f->transfer, f->fd, f->buffer, 4, CO_NO_OFFSET));
	CO_TRY(self, co_send_all(&f->transfer, f->fd, f->buffer, 4));
	CO_TRY(self, co_close(&f->io, f->fd));
	CO_END(self);
}

static struct co_task *client_body(struct co_task *self)
{
	struct talking *f = co_frame(self, struct talking);

	CO_BEGIN(self);
	CO_TRY(self, co_socket(&f->io, AF_INET, SOCK_STREAM, 0));
	f->fd = co_awaited(self);
	CO_TRY(self, co_connect(&f->io, f->fd, (struct sockaddr *)&f->address,
			     sizeof(f->address)));
	CO_TRY(self, co_send(&f->io, f->fd, "ping", 4, 0));
	CO_CHECK_EQ(4, co_awaited(self));
	co_step("all four bytes come, and then the end");
	CO_TRY(self,
		co_read_full(&f->transfer, f->fd, f->buffer, 4, CO_NO_OFFSET));
	CO_TRY(self, co_recv(&f->io, f->fd, f->buffer + 4, 4, 0));
	CO_CHECK_EQ(0, co_awaited(self));
	CO_TRY(self, co_close(&f->io, f->fd));
	CO_END(self);
}

/* A listening socket on a port that the system chose. */
static int listen_on_loopback(struct sockaddr_in *address)
{
	socklen_t size = sizeof(*address);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	*address = (struct sockaddr_in){.sin_family = AF_INET};
	address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	CO_CHECK(fd >= 0);
	CO_CHECK_EQ(0, bind(fd, (struct sockaddr *)address, sizeof(*address)));
	CO_CHECK_EQ(0, listen(fd, 4));
	CO_CHECK_EQ(0, getsockname(fd, (struct sockaddr *)address, &size));
	return fd;
}

TEST io_sockets_talk_over_loopback(void)
{
	struct talking server = {.fd = -1}, client = {.fd = -1};
	struct co_context *c;

	NEED_RING();
	c = make_context();
	server.listener = listen_on_loopback(&client.address);
	co_task_init(&server.task, server_body, "server");
	co_task_init(&client.task, client_body, "client");
	CO_CHECK_EQ(0, co_context_submit(c, &server.task));
	CO_CHECK_EQ(0, co_context_submit(c, &client.task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK_EQ(0, server.task.error);
	CO_CHECK_EQ(0, client.task.error);
	CO_CHECK_STR("ping", client.buffer);
	co_context_destroy(c);
	close(server.listener);
	PASS();
}

/* Reads from a pipe, and another task asks its token. */
struct reading {
	struct co_task task;
	struct co_io io;
	char buffer[8];
	int fd;
	int result;
};

static struct co_task *reading_body(struct co_task *self)
{
	struct reading *f = co_frame(self, struct reading);

	CO_BEGIN(self);
	CO_AWAIT(self, co_read(&f->io, f->fd, f->buffer, 8, CO_NO_OFFSET));
	f->result = co_awaited(self);
	CO_END(self);
}

struct asking {
	struct co_task task;
	struct co_cancel_source *source;
};

static struct co_task *asking_body(struct co_task *self)
{
	struct asking *f = co_frame(self, struct asking);

	CO_BEGIN(self);
	co_cancel_request(f->source);
	CO_END(self);
}

TEST io_token_cancels_in_the_kernel(void)
{
	struct reading f = {.result = 1};
	struct co_cancel_source source;
	struct asking a = {.source = &source};
	struct co_context *c;
	int waiting = 0;
	int fds[2];

	NEED_RING();
	CO_CHECK_EQ(0, pipe(fds));
	f.fd = fds[0];
	co_cancel_source_init(&source);
	c = make_context();
	co_task_init(&f.task, reading_body, "reading");
	co_task_init(&a.task, asking_body, "asking");
	f.task.cancel = co_cancel_token_of(&source);
	CO_CHECK_EQ(0, co_context_submit(c, &f.task));
	CO_CHECK_EQ(0, co_context_submit(c, &a.task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_step("nothing is ever written: only the cancel ends the read");
	co_context_join(c);
	CO_CHECK_EQ(-ECANCELED, f.result);
	CO_CHECK_EQ(CO_DONE, co_task_status(&f.task));
	co_step("what is written now stays in the pipe");
	CO_CHECK_EQ(2, write(fds[1], "ab", 2));
	CO_CHECK_EQ(0, ioctl(fds[0], FIONREAD, &waiting));
	CO_CHECK_EQ(2, waiting);
	co_context_destroy(c);
	co_cancel_source_fini(&source);
	close(fds[0]);
	close(fds[1]);
	PASS();
}

TEST io_after_the_request_starts_nothing(void)
{
	struct reading f = {.result = 1};
	struct co_cancel_source source;
	int fds[2];

	NEED_RING();
	CO_CHECK_EQ(0, pipe(fds));
	CO_CHECK_EQ(1, write(fds[1], "a", 1));
	f.fd = fds[0];
	co_cancel_source_init(&source);
	co_cancel_request(&source);
	co_task_init(&f.task, reading_body, "reading");
	f.task.cancel = co_cancel_token_of(&source);
	CO_CHECK_EQ(0, run_on_context(&f.task));
	CO_CHECK_EQ(-ECANCELED, f.result);
	CO_CHECK_EQ('\0', f.buffer[0]);
	co_cancel_source_fini(&source);
	close(fds[0]);
	close(fds[1]);
	PASS();
}

/* Sends to a peer that is gone. */
static struct co_task *shouting_body(struct co_task *self)
{
	struct talking *f = co_frame(self, struct talking);

	CO_BEGIN(self);
	CO_AWAIT(self, co_send_all(&f->transfer, f->fd, "hello", 5));
	CO_CHECK_EQ(-EPIPE, co_awaited(self));
	CO_CHECK_EQ(0, f->transfer.moved);
	CO_END(self);
}

TEST io_send_to_gone_peer_is_an_error(void)
{
	struct talking f = {.fd = -1};
	int fds[2];

	NEED_RING();
	CO_CHECK_EQ(0, socketpair(AF_UNIX, SOCK_STREAM, 0, fds));
	close(fds[1]);
	f.fd = fds[0];
	co_task_init(&f.task, shouting_body, "shouting");
	CO_CHECK_EQ(0, run_on_context(&f.task));
	close(fds[0]);
	PASS();
}

SUITE(part_d)
{
	RUN_TEST(io_file_round_trip);
	RUN_TEST(io_error_is_the_result);
	RUN_TEST(io_without_an_engine_is_refused);
	RUN_TEST(io_sockets_talk_over_loopback);
	RUN_TEST(io_token_cancels_in_the_kernel);
	RUN_TEST(io_after_the_request_starts_nothing);
	RUN_TEST(io_send_to_gone_peer_is_an_error);
}
