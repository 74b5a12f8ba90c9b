// SPDX-License-Identifier: MIT
#include <stdlib.h>

#include "guest.h"

static struct co_task *pop_body(struct co_task *self)
{
	struct pop *f = co_frame(self, struct pop);

	CO_BEGIN(self);
	CO_TRY(self, co_semaphore_acquire(&f->list->there, &f->wait));
	f->item = list_take(f->list);
	CO_END(self);
}

static void count_blocked(struct connection *c, size_t more)
{
	struct host *host = co_container_of(c, struct guest, connection)->host;

	atomic_fetch_add_explicit(&host->blocked, more, memory_order_relaxed);
}

static struct co_awaiter *receive(struct watch *f)
{
	struct connection *c = f->connection;

	return co_recv(&f->io, c->fd, c->in + c->size, c->room - c->size, 0);
}

/*
 * Succeeds when the client has gone. One that sends more than there is room for
 * meanwhile is not watched any longer: it is in nobody's way.
 */
static struct co_task *watch_body(struct co_task *self)
{
	struct watch *f = co_frame(self, struct watch);

	CO_BEGIN(self);
	/* The pop was started before, so it is in its queue. */
	count_blocked(f->connection, 1);
	while (f->connection->size < f->connection->room) {
		CO_AWAIT(self, receive(f));
		if (co_awaited(self) == -ECANCELED)
			return co_finish(self, -ECANCELED);
		f->gone = co_awaited(self) <= 0;
		if (f->gone)
			return co_finish(self, 0);
		f->connection->size += (size_t)co_awaited(self);
	}
	return co_finish(self, -ENOBUFS);
	CO_END(self);
}

static struct co_task *nap_body(struct co_task *self)
{
	struct nap *f = co_frame(self, struct nap);

	CO_BEGIN(self);
	CO_TRY(self, co_sleep_ms(&f->sleep, f->ms));
	CO_END(self);
}

void guest_put_item(
	struct resp_writer *reply, const struct list *list, struct item *item)
{
	size_t before = reply->size;

	resp_put_array(reply, 2);
	resp_put_bulk(reply, list->entry->key, list->entry->size);
	resp_put_bulk(reply, item->bytes, item->size);
	kv_reply_end(reply, before);
	free(item);
}

/* All three have ended. */
static void settle(struct guest *f)
{
	struct connection *c = &f->connection;
	struct pop *pop = &f->blpop.pop;
	bool stopped = co_cancel_requested(
		co_cancel_token_of(&f->host->server.stop));

	if (pop->item && f->blpop.watch.gone) {
		list_put_back(pop->list, pop->item);
	} else if (pop->item) {
		guest_put_item(&c->reply, pop->list, pop->item);
	} else if (!stopped) {
		resp_put_nil_array(&c->reply);
	}
	count_blocked(c, (size_t)-1);
	if (f->blpop.watch.gone || stopped)
		c->open = false;
}

static struct co_task *blpop_body(struct co_task *self)
{
	struct blpop *f = co_frame(self, struct blpop);

	CO_BEGIN(self);
	/* For the watch; what has come is moved, so there is some. */
	connection_make_room(f->watch.connection);
	CO_AWAIT(self, co_collect_any(&f->any, f->children, f->guards,
			       f->nap.ms ? 3 : 2));
	settle(co_container_of(f, struct guest, blpop));
	CO_END(self);
}

static void blpop_release(struct co_task *self)
{
	lists_leave(co_frame(self, struct blpop)->pop.list);
}

struct co_awaiter *guest_pop(struct guest *guest, struct list *list, int64_t ms)
{
	struct blpop *f = &guest->blpop;

	co_task_init(&f->pop.task, pop_body, "pop");
	f->pop.list = list;
	f->pop.item = NULL;
	co_task_init(&f->watch.task, watch_body, "watch");
	f->watch.connection = &guest->connection;
	f->watch.gone = false;
	co_task_init(&f->nap.task, nap_body, "nap");
	f->nap.ms = ms;
	f->children[0] = &f->pop.task;
	f->children[1] = &f->watch.task;
	f->children[2] = &f->nap.task;
	co_task_init(&f->task, blpop_body, "blpop");
	co_task_set_cleanup(&f->task, blpop_release);
	co_with_cancel(&f->task, co_cancel_token_of(&guest->host->server.stop));
	return co_task_await(&f->task);
}
