// SPDX-License-Identifier: MIT
#include <arpa/inet.h>
#include <unistd.h>

#include "co/io.h"
#include "co/sleep.h"
#include "server.h"

enum {
	BACKLOG = 511,
	PAUSE_MS = 20, /* when there is no descriptor for a client */
};

struct server {
	struct co_task task;
	struct co_io io;
	struct co_sleep pause;
	struct store *store;
	int listener;
};

static int set_up(int fd, struct sockaddr_in *address)
{
	socklen_t size = sizeof(*address);
	int one = 1;

	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) ||
		setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &one, sizeof(one)) ||
		bind(fd, (struct sockaddr *)address, sizeof(*address)) ||
		listen(fd, BACKLOG) ||
		getsockname(fd, (struct sockaddr *)address, &size))
		return -errno;
	return 0;
}

int server_listen(struct sockaddr_in *address)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int err;

	if (fd < 0)
		return -errno;
	address->sin_family = AF_INET;
	address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	err = set_up(fd, address);
	if (!err)
		return fd;
	close(fd);
	return err;
}

static bool is_worth_a_pause(int error)
{
	return error == -EMFILE || error == -ENFILE || error == -ENOMEM ||
	       error == -ENOBUFS || error == -EAGAIN;
}

/* Of the client that is gone before we had it; the next is another. */
static bool is_of_client(int error)
{
	return error == -ECONNABORTED || error == -EINTR || error == -EPROTO ||
	       error == -EPERM;
}

static struct co_task *server_body(struct co_task *self)
{
	struct server *f = co_frame(self, struct server);
	int fd;

	CO_BEGIN(self);
	for (;;) {
		CO_AWAIT(self, co_accept(&f->io, f->listener));
		fd = co_awaited(self);
		if (is_of_client(fd))
			continue;
		if (fd < 0 && !is_worth_a_pause(fd))
			return co_finish(self, fd);
		/* No memory is as good as no descriptor. */
		if (fd < 0 || connection_start(f->store, fd))
			CO_TRY(self, co_sleep_ms(&f->pause, PAUSE_MS));
	}
	CO_END(self);
}

static void server_release(struct co_task *self)
{
	close(co_frame(self, struct server)->listener);
}

struct co_task *server_create(struct store *store, int listener)
{
	struct co_task *task = co_task_create(
		sizeof(struct server), server_body, "server");

	if (!task)
		return NULL;
	co_frame(task, struct server)->store = store;
	co_frame(task, struct server)->listener = listener;
	co_task_set_cleanup(task, server_release);
	return task;
}
