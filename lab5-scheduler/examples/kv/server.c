// SPDX-License-Identifier: MIT
#include <arpa/inet.h>
#include <unistd.h>

#include "server.h"

enum {
	BACKLOG = 511,
	PAUSE_MS = 20, /* when there is no descriptor for a client */
};

/* Accepting. */

/* What goes away when somebody else has ended. */
static bool is_worth_a_pause(int error)
{
	return error == -EMFILE || error == -ENFILE || error == -ENOMEM ||
	       error == -ENOBUFS || error == -EAGAIN;
}

/* Of the client that is gone before we had it: accept(2). */
static bool is_of_client(int error)
{
	return error == -ECONNABORTED || error == -EINTR || error == -EPROTO ||
	       error == -EPERM || error == -ENETDOWN || error == -ENETUNREACH ||
	       error == -EHOSTDOWN || error == -EHOSTUNREACH ||
	       error == -ENONET || error == -ENOPROTOOPT;
}

static struct co_task *accept_body(struct co_task *self)
{
	struct kv_accept *f = co_frame(self, struct kv_accept);

	CO_BEGIN(self);
	for (;;) {
		CO_AWAIT(self, co_accept(&f->io, f->listener));
		f->fd = co_awaited(self);
		if (f->fd >= 0)
			break;
		if (co_cancel_requested(self->cancel))
			return co_finish(self, -ECANCELED);
		if (is_of_client(f->fd))
			continue;
		if (!is_worth_a_pause(f->fd))
			return co_finish(self, f->fd);
		CO_TRY(self, co_sleep_ms(&f->pause, PAUSE_MS));
	}
	CO_END(self);
}

struct co_awaiter *kv_accept(struct kv_accept *f, int listener)
{
	co_task_init(&f->task, accept_body, "accept");
	f->listener = listener;
	return co_task_await(&f->task);
}

struct acceptor {
	struct co_task task;
	struct kv_accept accept;
	struct kv_server *server;
};

static struct co_task *acceptor_body(struct co_task *self)
{
	struct acceptor *f = co_frame(self, struct acceptor);

	CO_BEGIN(self);
	while (!co_cancel_requested(self->cancel)) {
		CO_AWAIT(self, kv_accept(&f->accept, f->server->listener));
		if (co_awaited(self))
			break;
		/* Without memory for it the client was closed. */
		connection_start(f->server, f->accept.fd);
	}
	if (!co_cancel_requested(self->cancel))
		f->server->error = co_awaited(self);
	co_scheduler_stop(f->server->scheduler);
	CO_END(self);
}

int kv_start(struct kv_server *s)
{
	struct co_task *task = co_task_create(
		sizeof(struct acceptor), acceptor_body, "acceptor");
	int err;

	if (!task)
		return -ENOMEM;
	co_frame(task, struct acceptor)->server = s;
	co_with_cancel(task, co_cancel_token_of(&s->stop));
	err = co_scheduler_submit(s->scheduler, task);
	if (err)
		co_task_destroy(task);
	return err;
}

void kv_stop(struct kv_server *s)
{
	co_cancel_request(&s->stop);
}

/* Listening. */

static int set_up(int fd, struct sockaddr_in *address)
{
	socklen_t size = sizeof(*address);
	int one = 1;

	/* A server that is started again need not wait for TIME_WAIT. */
	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) ||
		bind(fd, (struct sockaddr *)address, sizeof(*address)) ||
		listen(fd, BACKLOG) ||
		getsockname(fd, (struct sockaddr *)address, &size))
		return -errno;
	return 0;
}

int kv_listen(struct kv_server *s, uint16_t port)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int err;

	if (fd < 0)
		return -errno;
	s->address = (struct sockaddr_in){.sin_family = AF_INET};
	s->address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	s->address.sin_port = htons(port);
	err = set_up(fd, &s->address);
	if (err) {
		close(fd);
		return err;
	}
	s->listener = fd;
	s->error = 0;
	co_cancel_source_init(&s->stop);
	return 0;
}

void kv_close(struct kv_server *s)
{
	co_cancel_source_fini(&s->stop);
	close(s->listener);
}
