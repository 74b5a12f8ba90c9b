// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest.h"

static struct guest *guest_of(const struct kv_call *call)
{
	return co_container_of(call->owner, struct guest, connection);
}

/* The list that a request names; NULL: the client is told. */
static struct list *enter(struct kv_call *call)
{
	struct list *list = lists_enter(
		guest_of(call)->host->lists, kv_arg(call, 1));

	if (!list)
		resp_put_error(call->reply, "OOM out of memory");
	return list;
}

/* Without memory for all of them some may be in. */
static void push(struct kv_call *call, enum list_end end)
{
	struct list *list = enter(call);
	size_t n = 0;
	int err = 0;

	if (!list)
		return;
	while (!err && n + 2 < kv_arg_count(call)) {
		err = list_put(list, kv_arg(call, n + 2), end);
		n += !err;
	}
	if (err)
		resp_put_error(call->reply, "OOM out of memory");
	else
		resp_put_integer(call->reply, (int64_t)list_count(list));
	list_offer(list, n);
	lists_leave(list);
}

/* The commands, by the alphabet. */

/* Seconds, with a fraction. Returns whether @bytes are that, and nothing else.
 */
static bool read_seconds(struct resp_bytes bytes, int64_t *ms)
{
	char text[32];
	char *end;
	double seconds;

	if (!bytes.size || bytes.size >= sizeof(text))
		return false;
	memcpy(text, bytes.at, bytes.size);
	text[bytes.size] = '\0';
	seconds = strtod(text, &end);
	if (end != text + bytes.size || !(seconds >= 0 && seconds < 1e9))
		return false;
	*ms = (int64_t)(seconds * 1000);
	if (seconds > 0 && !*ms)
		*ms = 1; /* 0 is for ever */
	return true;
}

static void do_blpop(struct kv_call *call)
{
	struct guest *guest = guest_of(call);
	struct list *list;
	int64_t ms;

	if (!read_seconds(kv_arg(call, 2), &ms)) {
		resp_put_error(call->reply,
			"ERR timeout is not a float or out of range");
		return;
	}
	list = enter(call);
	if (!list)
		return;
	if (!co_semaphore_try_acquire(&list->there)) {
		guest->connection.wait = guest_pop(guest, list, ms);
		return;
	}
	guest_put_item(call->reply, list, list_take(list));
	lists_leave(list);
}

static void do_info(struct kv_call *call)
{
	struct host *host = guest_of(call)->host;
	char text[96];
	int size;

	size = snprintf(text, sizeof(text),
		"connected_clients:%zu\r\nblocked_clients:%zu\r\n",
		atomic_load_explicit(&host->connected, memory_order_relaxed),
		atomic_load_explicit(&host->blocked, memory_order_relaxed));
	resp_put_bulk(call->reply, text, (size_t)size);
}

static void do_llen(struct kv_call *call)
{
	struct list *list = enter(call);

	if (!list)
		return;
	resp_put_integer(call->reply, (int64_t)list_count(list));
	lists_leave(list);
}

static void do_lpop(struct kv_call *call)
{
	struct list *list = enter(call);
	struct item *item;

	if (!list)
		return;
	if (co_semaphore_try_acquire(&list->there)) {
		item = list_take(list);
		resp_put_bulk(call->reply, item->bytes, item->size);
		free(item);
	} else {
		resp_put_nil(call->reply);
	}
	lists_leave(list);
}

static void do_lpush(struct kv_call *call)
{
	push(call, LIST_FRONT);
}

static void do_rpush(struct kv_call *call)
{
	push(call, LIST_BACK);
}

static const struct kv_command commands[] = {
	KV_COMMAND("rpush", 3, RESP_ARGS_MAX, do_rpush),
	KV_COMMAND("blpop", 3, 3, do_blpop),
	KV_COMMAND("lpush", 3, RESP_ARGS_MAX, do_lpush),
	KV_COMMAND("lpop", 2, 2, do_lpop),
	KV_COMMAND("llen", 2, 2, do_llen),
	KV_COMMAND("info", 1, 2, do_info),
};

const struct kv_more guest_commands = {
	commands, sizeof(commands) / sizeof(commands[0])};
