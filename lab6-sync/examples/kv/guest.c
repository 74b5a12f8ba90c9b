// SPDX-License-Identifier: MIT
#include <unistd.h>

#include "guest.h"

/* Nothing more is received; what has come is answered. */
static void hear_of_stop(struct co_cancel_callback *callback)
{
	struct guest *f = co_container_of(callback, struct guest, stop);

	shutdown(f->connection.fd, SHUT_RD);
}

static void guest_release(struct co_task *self)
{
	struct guest *f = co_container_of(self, struct guest, connection.task);
	struct host *host = f->host;

	/* Before the descriptor is closed: it may be another's at once. */
	co_cancel_deregister(&f->stop);
	/* A client that went before it could wait. */
	if (f->connection.wait)
		co_task_destroy(&f->blpop.task);
	connection_release(self);
	atomic_fetch_sub_explicit(&host->connected, 1, memory_order_relaxed);
	co_semaphore_release(&host->places, 1);
	co_wait_group_done(&host->guests);
}

static int guest_init(struct guest *f, struct host *host, int fd)
{
	int err = connection_init(&f->connection, host->server.store, fd);

	f->connection.more = &guest_commands;
	f->host = host;
	co_task_set_cleanup(&f->connection.task, guest_release);
	co_wait_group_add(&host->guests, 1);
	atomic_fetch_add_explicit(&host->connected, 1, memory_order_relaxed);
	co_cancel_register(
		co_cancel_token_of(&host->server.stop), &f->stop, hear_of_stop);
	return err;
}

int guest_start(struct host *host, int fd)
{
	struct co_task *task = co_task_create(
		sizeof(struct guest), connection_body, "guest");
	int err;

	if (!task) {
		close(fd);
		co_semaphore_release(&host->places, 1);
		return -ENOMEM;
	}
	err = guest_init(
		co_container_of(task, struct guest, connection.task), host, fd);
	if (!err)
		err = co_scheduler_submit(host->server.scheduler, task);
	if (err)
		co_task_destroy(task);
	return err;
}
