// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "command.h"

static bool is_word(struct resp_bytes bytes, const char *word, size_t size)
{
	return bytes.size == size && !strncasecmp(bytes.at, word, size);
}

static void put_bytes(struct kv_call *call, struct resp_bytes bytes)
{
	resp_put_bulk(call->reply, bytes.at, bytes.size);
}

static void put_status(struct kv_call *call, int err)
{
	static const char oom[] = "OOM out of memory";
	static const char integer[] =
		"ERR value is not an integer or out of range";
	static const char range[] = "ERR increment or decrement would overflow";

	if (!err)
		resp_put_simple(call->reply, "OK");
	else
		resp_put_error(call->reply, err == -EINVAL   ? integer
					    : err == -ERANGE ? range
							     : oom);
}

static void put_value(struct kv_call *call, struct resp_bytes key)
{
	struct value *value = store_get(call->store, key);

	if (value)
		resp_put_bulk(call->reply, value->bytes, value->size);
	else
		resp_put_nil(call->reply);
	value_put(value);
}

/* The commands, by the alphabet. */

/* What redis-benchmark asks: nothing here is ever written to disk. */
static void do_config(struct kv_call *call)
{
	struct resp_bytes name = kv_arg(call, 2);

	if (!is_word(kv_arg(call, 1), "get", 3)) {
		resp_put_error(call->reply, "ERR only CONFIG GET is there");
		return;
	}
	if (!is_word(name, "save", 4) && !is_word(name, "appendonly", 10)) {
		resp_put_array(call->reply, 0);
		return;
	}
	resp_put_array(call->reply, 2);
	put_bytes(call, name);
	put_bytes(call, name.size == 4 ? (struct resp_bytes){"", 0}
				       : (struct resp_bytes){"no", 2});
}

static void do_dbsize(struct kv_call *call)
{
	resp_put_integer(call->reply, (int64_t)store_count(call->store));
}

static void do_del(struct kv_call *call)
{
	int64_t n = 0;
	size_t i;

	for (i = 1; i < kv_arg_count(call); i++)
		n += store_delete(call->store, kv_arg(call, i));
	resp_put_integer(call->reply, n);
}

static void do_echo(struct kv_call *call)
{
	put_bytes(call, kv_arg(call, 1));
}

static void do_exists(struct kv_call *call)
{
	int64_t n = 0;
	size_t i;

	for (i = 1; i < kv_arg_count(call); i++)
		n += store_contains(call->store, kv_arg(call, i));
	resp_put_integer(call->reply, n);
}

static void do_flushall(struct kv_call *call)
{
	store_clear(call->store);
	put_status(call, 0);
}

static void do_get(struct kv_call *call)
{
	put_value(call, kv_arg(call, 1));
}

static void do_incr(struct kv_call *call)
{
	int64_t sum;
	int err = store_add(call->store, kv_arg(call, 1), 1, &sum);

	if (err)
		put_status(call, err);
	else
		resp_put_integer(call->reply, sum);
}

static void do_mget(struct kv_call *call)
{
	size_t i;

	resp_put_array(call->reply, kv_arg_count(call) - 1);
	/* Stop at the limit: nobody gets to see the rest. */
	for (i = 1; i < kv_arg_count(call) && !call->reply->error; i++)
		put_value(call, kv_arg(call, i));
}

/* What redis-cli asks for hints: there are none. */
static void do_nothing(struct kv_call *call)
{
	resp_put_array(call->reply, 0);
}

static void do_ping(struct kv_call *call)
{
	if (kv_arg_count(call) == 2)
		put_bytes(call, kv_arg(call, 1));
	else
		resp_put_simple(call->reply, "PONG");
}

static void do_quit(struct kv_call *call)
{
	call->quit = true;
	put_status(call, 0);
}

static void do_select(struct kv_call *call)
{
	if (is_word(kv_arg(call, 1), "0", 1))
		put_status(call, 0);
	else
		resp_put_error(call->reply, "ERR DB index is out of range");
}

static void do_set(struct kv_call *call)
{
	put_status(
		call, store_set(call->store, kv_arg(call, 1), kv_arg(call, 2)));
}

/* The frequent ones first. */
static const struct kv_command commands[] = {
	KV_COMMAND("get", 2, 2, do_get),
	KV_COMMAND("set", 3, 3, do_set),
	KV_COMMAND("incr", 2, 2, do_incr),
	KV_COMMAND("ping", 1, 2, do_ping),
	KV_COMMAND("mget", 2, RESP_ARGS_MAX, do_mget),
	KV_COMMAND("del", 2, RESP_ARGS_MAX, do_del),
	KV_COMMAND("exists", 2, RESP_ARGS_MAX, do_exists),
	KV_COMMAND("echo", 2, 2, do_echo),
	KV_COMMAND("config", 3, 3, do_config),
	KV_COMMAND("command", 1, RESP_ARGS_MAX, do_nothing),
	KV_COMMAND("dbsize", 1, 1, do_dbsize),
	KV_COMMAND("flushall", 1, 2, do_flushall),
	KV_COMMAND("quit", 1, RESP_ARGS_MAX, do_quit),
	KV_COMMAND("select", 2, 2, do_select),
};

static const struct kv_command *find(
	const struct kv_command *at, size_t count, struct resp_bytes name)
{
	for (; count; at++, count--)
		if (is_word(name, at->name, at->size))
			return at;
	return NULL;
}

static const struct kv_command *command_of(const struct kv_call *call)
{
	const struct kv_command *command = find(commands,
		sizeof(commands) / sizeof(commands[0]), kv_arg(call, 0));

	if (!command && call->more)
		command = find(call->more->commands, call->more->count,
			kv_arg(call, 0));
	return command;
}

/* The client's bytes go into a line of the reply: only what is printable. */
static void put_unknown(struct kv_call *call, struct resp_bytes name)
{
	char text[64];
	char shown[24];
	size_t i;

	for (i = 0; i < name.size && i + 1 < sizeof(shown); i++)
		shown[i] = name.at[i] > ' ' && name.at[i] <= '~' ? name.at[i]
								 : '?';
	shown[i] = '\0';
	snprintf(text, sizeof(text), "ERR unknown command '%s'", shown);
	resp_put_error(call->reply, text);
}

static void put_wrong_count(
	struct kv_call *call, const struct kv_command *command)
{
	char text[80];

	snprintf(text, sizeof(text),
		"ERR wrong number of arguments for '%s' command",
		command->name);
	resp_put_error(call->reply, text);
}

static void dispatch(struct kv_call *call)
{
	const struct kv_command *command = command_of(call);
	size_t n = kv_arg_count(call);

	if (!command)
		put_unknown(call, kv_arg(call, 0));
	else if (n < command->at_least || n > command->at_most)
		put_wrong_count(call, command);
	else
		command->run(call);
}

bool kv_reply_end(struct resp_writer *reply, size_t before)
{
	int err = reply->error;

	if (err) {
		resp_writer_cut(reply, before, reply->room);
		resp_put_error(reply, err == -EMSGSIZE
					      ? "ERR the reply is too big"
					      : "OOM out of memory");
	}
	return !reply->error;
}

bool kv_command_run(struct kv_call *call)
{
	size_t before = call->reply->size;

	if (!kv_arg_count(call))
		return true;
	dispatch(call);
	return kv_reply_end(call->reply, before) && !call->quit;
}
