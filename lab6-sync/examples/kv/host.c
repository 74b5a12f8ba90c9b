// SPDX-License-Identifier: MIT
#include "host.h"

/* Accepts, until the token is asked. */
struct porter {
	struct co_task task;
	struct co_semaphore_wait place;
	struct kv_accept accept;
	struct host *host;
};

static struct co_task *porter_body(struct co_task *self)
{
	struct porter *f = co_frame(self, struct porter);

	CO_BEGIN(self);
	for (;;) {
		CO_TRY(self, co_semaphore_acquire(&f->host->places, &f->place));
		CO_TRY(self, kv_accept(&f->accept, f->host->server.listener));
		guest_start(f->host, f->accept.fd);
	}
	CO_END(self);
}

/* Ends when the last guest has left. */
struct farewell {
	struct co_task task;
	struct co_event_wait wait;
	struct host *host;
};

static struct co_task *farewell_body(struct co_task *self)
{
	struct farewell *f = co_frame(self, struct farewell);

	CO_BEGIN(self);
	CO_TRY(self, co_wait_group_await(&f->host->guests, &f->wait));
	CO_END(self);
}

struct reception {
	struct co_task task;
	struct porter porter;
	struct farewell farewell;
	struct co_timeout limit;
	struct host *host;
};

/* The porter alone hears of the stop: what follows must not be cancelled. */
static struct co_awaiter *open_doors(struct reception *f)
{
	co_task_init(&f->porter.task, porter_body, "porter");
	f->porter.host = f->host;
	co_with_cancel(
		&f->porter.task, co_cancel_token_of(&f->host->server.stop));
	return co_task_await(&f->porter.task);
}

static struct co_awaiter *see_off(struct reception *f)
{
	co_task_init(&f->farewell.task, farewell_body, "farewell");
	f->farewell.host = f->host;
	return co_with_timeout(&f->limit, &f->farewell.task, GRACE_MS);
}

static struct co_task *reception_body(struct co_task *self)
{
	struct reception *f = co_frame(self, struct reception);
	struct kv_server *server = &f->host->server;

	CO_BEGIN(self);
	CO_AWAIT(self, open_doors(f));
	if (co_awaited(self) != -ECANCELED) {
		server->error = co_awaited(self);
		kv_stop(server); /* the guests are to hear of it, too */
	}
	CO_AWAIT(self, see_off(f));
	co_scheduler_stop(server->scheduler);
	CO_END(self);
}

int host_start(struct host *host)
{
	struct co_task *task = co_task_create(
		sizeof(struct reception), reception_body, "reception");
	int err;

	if (!task)
		return -ENOMEM;
	co_frame(task, struct reception)->host = host;
	err = co_scheduler_submit(host->server.scheduler, task);
	if (err)
		co_task_destroy(task);
	return err;
}

int host_init(struct host *host, size_t places)
{
	host->lists = lists_create();
	if (!host->lists)
		return -ENOMEM;
	co_semaphore_init(&host->places, places);
	co_wait_group_init(&host->guests);
	atomic_init(&host->connected, 0);
	atomic_init(&host->blocked, 0);
	return 0;
}

void host_fini(struct host *host)
{
	co_wait_group_fini(&host->guests);
	co_semaphore_fini(&host->places);
	lists_destroy(host->lists);
}
