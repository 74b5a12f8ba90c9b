// SPDX-License-Identifier: MIT
/*
 * The server half that the examples share.
 */
#include "server.h"

#include <arpa/inet.h>
#include <unistd.h>

enum {
	PAUSE_MS = 20 /* when there is no descriptor for a client */
};

/* Connections. */

/*
 * In the cleanup, because that is run whichever way the task ends; and not by
 * co_close(), because after a request to cancel nothing is started any more.
 */
static void connection_close(struct co_task *task)
{
	close(co_frame(task, struct connection)->fd);
}

static void connection_ended(struct co_callback *callback, struct co_task *task)
{
	struct connection *c = co_container_of(
		callback, struct connection, ended);

	/* Relaxed: it is only ever a number to show. */
	atomic_fetch_sub_explicit(
		&c->server->connections, 1, memory_order_relaxed);
	co_task_destroy(task);
}

static int start_here(struct co_task *task)
{
	return co_context_submit(co_context_here(), task);
}

/* Takes @fd in every case. Returns 0; or -errno, and then it is closed. */
static int serve(struct server *s, int fd)
{
	struct co_task *task = co_task_create(
		s->frame_size, s->connection, "connection");
	struct connection *c = co_frame(task, struct connection);
	int err;

	if (!task) {
		close(fd);
		return -ENOMEM;
	}
	c->server = s;
	c->fd = fd;
	co_with_cancel(task, co_cancel_token_of(&s->stop));
	co_task_set_cleanup(task, connection_close);
	co_task_on_release(task, &c->ended, connection_ended);
	atomic_fetch_add_explicit(&s->connections, 1, memory_order_relaxed);
	err = s->start ? s->start(s, task) : start_here(task);
	/* Its end closes and frees it, also when it has never begun. */
	if (err)
		co_task_kill(task, err);
	return err;
}

/* Accepting. */

/* What a client that is not there any more leaves in the queue: accept(2). */
static bool is_of_one_client(int error)
{
	switch (error) {
	case -ECONNABORTED:
	case -EINTR:
	case -ENETDOWN:
	case -EPROTO:
	case -ENOPROTOOPT:
	case -EHOSTDOWN:
	case -ENONET:
	case -EHOSTUNREACH:
	case -ENETUNREACH:
	case -EPERM:
		return true;
	default:
		return false;
	}
}

/* What goes away when somebody else has ended. */
static bool is_worth_a_pause(int error)
{
	return error == -EMFILE || error == -ENFILE || error == -ENOMEM ||
	       error == -ENOBUFS || error == -EAGAIN;
}

static struct co_task *server_body(struct co_task *self)
{
	struct server *f = co_frame(self, struct server);

	CO_BEGIN(self);
	while (f->left) {
		CO_AWAIT(self, co_accept(&f->io, f->listener));
		f->result = co_awaited(self);
		if (f->result >= 0) {
			f->left -= f->left > 0;
			f->result = serve(f, f->result);
		}
		if (f->result == 0 || is_of_one_client(f->result))
			continue;
		if (!is_worth_a_pause(f->result))
			break;
		CO_AWAIT(self, co_sleep_ms(&f->pause, PAUSE_MS));
	}
	/* All the clients that were asked for, or a stop: no failure. */
	if (!f->left || co_cancel_requested(self->cancel))
		return co_finish(self, 0);
	/* Nobody can connect any more, so nobody has a reason to stay. */
	server_stop(f);
	return co_finish(self, f->result);
	CO_END(self);
}

/* Its owner's side. */

static int bind_and_listen(struct server *s)
{
	struct sockaddr *address = (struct sockaddr *)&s->address;
	socklen_t size = sizeof(s->address);
	int yes = 1;

	/* A server that is started again need not wait for TIME_WAIT. */
	if (setsockopt(
		    s->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) ||
		bind(s->listener, address, size) ||
		listen(s->listener, SOMAXCONN) ||
		getsockname(s->listener, address, &size))
		return -errno;
	return 0;
}

int server_listen(struct server *s, uint16_t port)
{
	int err;

	s->address = (struct sockaddr_in){.sin_family = AF_INET};
	s->address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	s->address.sin_port = htons(port);
	s->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (s->listener < 0)
		return -errno;
	err = bind_and_listen(s);
	if (err) {
		close(s->listener);
		return err;
	}
	co_cancel_source_init(&s->stop);
	co_task_init(&s->task, server_body, "server");
	co_with_cancel(&s->task, co_cancel_token_of(&s->stop));
	atomic_init(&s->connections, 0);
	return 0;
}

unsigned server_port(const struct server *s)
{
	return ntohs(s->address.sin_port);
}

void server_stop(struct server *s)
{
	co_cancel_request(&s->stop);
}

void server_fini(struct server *s)
{
	co_cancel_source_fini(&s->stop);
	close(s->listener);
}
