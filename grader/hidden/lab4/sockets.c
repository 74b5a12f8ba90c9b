// SPDX-License-Identifier: MIT
/*
 * The real kernel: sockets on loopback, many at once, and peers that misbehave.
 */
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "../../../lab4-uring/tests/util.h"
#include "suites.h"

enum {
	CONNECTIONS = 48,
	SIZE = 8192,
	ROUNDS = 4,
};

/* A listening socket on a port that the system chose. */
static int listen_on_loopback(struct sockaddr_in *address)
{
	socklen_t size = sizeof(*address);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	*address = (struct sockaddr_in){.sin_family = AF_INET};
	address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	CO_CHECK(fd >= 0);
	CO_CHECK_EQ(0, bind(fd, (struct sockaddr *)address, sizeof(*address)));
	CO_CHECK_EQ(0, listen(fd, CONNECTIONS));
	CO_CHECK_EQ(0, getsockname(fd, (struct sockaddr *)address, &size));
	return fd;
}

/* Echoes one connection to its end, and goes. */
struct echoing {
	struct co_task task;
	struct co_callback ended;
	struct co_io io;
	struct co_transfer transfer;
	char buffer[SIZE];
	int fd;
};

static struct co_task *echoing_body(struct co_task *self)
{
	struct echoing *f = co_frame(self, struct echoing);

	CO_BEGIN(self);
	for (;;) {
		CO_AWAIT(self, co_recv(&f->io, f->fd, f->buffer, SIZE, 0));
		if (co_awaited(self) <= 0)
			break;
		CO_AWAIT(self, co_send_all(&f->transfer, f->fd, f->buffer,
				       (size_t)co_awaited(self)));
		if (co_awaited(self))
			break;
	}
	CO_AWAIT(self, co_close(&f->io, f->fd));
	CO_END(self);
}

static void echoing_ended(struct co_callback *callback, struct co_task *task)
{
	(void)callback;
	co_task_destroy(task);
}

struct serving {
	struct co_task task;
	struct co_io io;
	int listener;
	int left; /* connections to accept */
};

static void serve(struct co_context *c, int fd)
{
	struct co_task *task = co_task_create(
		sizeof(struct echoing), echoing_body, "echo");
	struct echoing *f = co_frame(task, struct echoing);

	f->fd = fd;
	co_task_on_release(task, &f->ended, echoing_ended);
	CO_CHECK_EQ(0, co_context_submit(c, task));
}

static struct co_task *serving_body(struct co_task *self)
{
	struct serving *f = co_frame(self, struct serving);

	CO_BEGIN(self);
	while (f->left--) {
		CO_TRY(self, co_accept(&f->io, f->listener));
		serve(co_context_here(), co_awaited(self));
	}
	CO_END(self);
}

/* Sends, and checks what comes back. */
struct calling {
	struct co_task task;
	struct co_io io;
	struct co_transfer transfer;
	struct sockaddr_in *address;
	char out[SIZE], in[SIZE];
	int fd, round, rounds;
	bool vanish; /* go away with data unread */
};

static struct co_task *calling_body(struct co_task *self)
{
	struct calling *f = co_frame(self, struct calling);

	CO_BEGIN(self);
	CO_TRY(self, co_socket(&f->io, AF_INET, SOCK_STREAM, 0));
	f->fd = co_awaited(self);
	CO_TRY(self, co_connect(&f->io, f->fd, (struct sockaddr *)f->address,
			     sizeof(*f->address)));
	for (f->round = 0; f->round < f->rounds; f->round++) {
		memset(f->out, 'a' + (f->fd + f->round) % 26, SIZE);
		CO_TRY(self, co_send_all(&f->transfer, f->fd, f->out, SIZE));
		if (f->vanish)
			break;
		CO_TRY(self, co_read_full(&f->transfer, f->fd, f->in, SIZE,
				     CO_NO_OFFSET));
		CO_CHECK_EQ(SIZE, f->transfer.moved);
		CO_CHECK(!memcmp(f->in, f->out, SIZE));
	}
	CO_TRY(self, co_close(&f->io, f->fd));
	CO_END(self);
}

/* @vanishing of the callers go away in the middle. */
static void echo(int vanishing)
{
	struct calling *callers = calloc(CONNECTIONS, sizeof(*callers));
	struct serving s = {.left = CONNECTIONS};
	struct co_context *c = make_context();
	struct sockaddr_in address;
	int i;

	s.listener = listen_on_loopback(&address);
	co_task_init(&s.task, serving_body, "serving");
	CO_CHECK_EQ(0, co_context_submit(c, &s.task));
	for (i = 0; i < CONNECTIONS; i++) {
		co_task_init(&callers[i].task, calling_body, "calling");
		callers[i].address = &address;
		callers[i].rounds = ROUNDS;
		callers[i].vanish = i < vanishing;
		CO_CHECK_EQ(0, co_context_submit(c, &callers[i].task));
	}
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK_EQ(CO_DONE, co_task_status(&s.task));
	for (i = 0; i < CONNECTIONS; i++)
		CO_CHECK_EQ(0, callers[i].task.error);
	co_context_destroy(c);
	close(s.listener);
	free(callers);
}

TEST echo_serves_many_connections(void)
{
	NEED_RING();
	echo(0);
	PASS();
}

TEST echo_survives_clients_that_vanish(void)
{
	NEED_RING();
	co_step("half of the clients close without reading the answer");
	echo(CONNECTIONS / 2);
	PASS();
}

/* Accepts once while the process has no descriptor left, and once after. */
struct accepting {
	struct co_task task;
	struct co_io io;
	struct rlimit limit;
	int listener;
	int first, second;
};

static struct co_task *accepting_body(struct co_task *self)
{
	struct accepting *f = co_frame(self, struct accepting);

	CO_BEGIN(self);
	CO_AWAIT(self, co_accept(&f->io, f->listener));
	f->first = co_awaited(self);
	CO_CHECK_EQ(0, setrlimit(RLIMIT_NOFILE, &f->limit));
	CO_AWAIT(self, co_accept(&f->io, f->listener));
	f->second = co_awaited(self);
	CO_END(self);
}

TEST accept_without_descriptors_goes_on_later(void)
{
	struct accepting f = {.first = 0};
	struct sockaddr_in address;
	struct co_context *c;
	struct rlimit tight;
	int client;

	NEED_RING();
	f.listener = listen_on_loopback(&address);
	client = socket(AF_INET, SOCK_STREAM, 0);
	CO_CHECK_EQ(0,
		connect(client, (struct sockaddr *)&address, sizeof(address)));
	c = make_context();
	co_context_hold(c);
	CO_CHECK_EQ(0, co_context_start(c));
	CO_CHECK_EQ(0, getrlimit(RLIMIT_NOFILE, &f.limit));
	tight = f.limit;
	tight.rlim_cur = 3;
	co_step("no descriptor is to be had now");
	CO_CHECK_EQ(0, setrlimit(RLIMIT_NOFILE, &tight));
	co_task_init(&f.task, accepting_body, "accepting");
	CO_CHECK_EQ(0, co_context_submit(c, &f.task));
	CO_CHECK_EQ(0, co_task_wait(&f.task));
	CO_CHECK_EQ(-EMFILE, f.first);
	CO_CHECK(f.second >= 0);
	co_context_release(c);
	co_context_destroy(c);
	close(f.second);
	close(client);
	close(f.listener);
	PASS();
}

/* A read in flight when the context is destroyed: the buffer may go at once. */
struct waiting {
	struct co_task task;
	struct co_io io;
	char buffer[64];
	int fd;
};

static struct co_task *waiting_body(struct co_task *self)
{
	struct waiting *f = co_frame(self, struct waiting);

	CO_BEGIN(self);
	CO_TRY(self, co_read(&f->io, f->fd, f->buffer, 64, CO_NO_OFFSET));
	CO_END(self);
}

TEST destroy_takes_buffers_back_from_the_kernel(void)
{
	struct waiting *f;
	struct co_context *c;
	int fds[2];
	int i;

	NEED_RING();
	for (i = 0; i < 20; i++) {
		CO_CHECK_EQ(0, pipe(fds));
		f = malloc(sizeof(*f));
		f->fd = fds[0];
		co_task_init(&f->task, waiting_body, "waiting");
		c = make_context();
		CO_CHECK_EQ(0, co_context_submit(c, &f->task));
		CO_CHECK_EQ(0, co_context_start(c));
		co_context_destroy(c);
		CO_CHECK_EQ(CO_CANCELLED, co_task_status(&f->task));
		memset(f, 0x5a, sizeof(*f));
		CO_CHECK_EQ(4, write(fds[1], "abcd", 4));
		CO_CHECK_EQ(0x5a, f->buffer[0]);
		free(f);
		close(fds[0]);
		close(fds[1]);
	}
	PASS();
}

SUITE(sockets)
{
	RUN_TEST(echo_serves_many_connections);
	RUN_TEST(echo_survives_clients_that_vanish);
	RUN_TEST(accept_without_descriptors_goes_on_later);
	RUN_TEST(destroy_takes_buffers_back_from_the_kernel);
}
