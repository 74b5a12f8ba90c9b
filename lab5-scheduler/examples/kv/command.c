// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "command.h"

/* One request on its way. */
struct call {
	struct store *store;
	const struct resp_parser *parser;
	const char *from;
	struct resp_writer *reply;
	bool quit;
};

static struct resp_bytes arg(const struct call *call, size_t i)
{
	return resp_arg(call->parser, call->from, i);
}

static size_t arg_count(const struct call *call)
{
	return call->parser->count;
}

static bool is_word(struct resp_bytes bytes, const char *word, size_t size)
{
	return bytes.size == size && !strncasecmp(bytes.at, word, size);
}

static void put_bytes(struct call *call, struct resp_bytes bytes)
{
	resp_put_bulk(call->reply, bytes.at, bytes.size);
}

static void put_status(struct call *call, int err)
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

static void put_value(struct call *call, struct resp_bytes key)
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
static void do_config(struct call *call)
{
	struct resp_bytes name = arg(call, 2);

	if (!is_word(arg(call, 1), "get", 3)) {
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

static void do_dbsize(struct call *call)
{
	resp_put_integer(call->reply, (int64_t)store_count(call->store));
}

static void do_del(struct call *call)
{
	int64_t n = 0;
	size_t i;

	for (i = 1; i < arg_count(call); i++)
		n += store_delete(call->store, arg(call, i));
	resp_put_integer(call->reply, n);
}

static void do_echo(struct call *call)
{
	put_bytes(call, arg(call, 1));
}

static void do_exists(struct call *call)
{
	int64_t n = 0;
	size_t i;

	for (i = 1; i < arg_count(call); i++)
		n += store_contains(call->store, arg(call, i));
	resp_put_integer(call->reply, n);
}

static void do_flushall(struct call *call)
{
	store_clear(call->store);
	put_status(call, 0);
}

static void do_get(struct call *call)
{
	put_value(call, arg(call, 1));
}

static void do_incr(struct call *call)
{
	int64_t sum;
	int err = store_add(call->store, arg(call, 1), 1, &sum);

	if (err)
		put_status(call, err);
	else
		resp_put_integer(call->reply, sum);
}

static void do_mget(struct call *call)
{
	size_t i;

	resp_put_array(call->reply, arg_count(call) - 1);
	/* Stop at the limit: nobody gets to see the rest. */
	for (i = 1; i < arg_count(call) && !call->reply->error; i++)
		put_value(call, arg(call, i));
}

/* What redis-cli asks for hints: there are none. */
static void do_nothing(struct call *call)
{
	resp_put_array(call->reply, 0);
}

static void do_ping(struct call *call)
{
	if (arg_count(call) == 2)
		put_bytes(call, arg(call, 1));
	else
		resp_put_simple(call->reply, "PONG");
}

static void do_quit(struct call *call)
{
	call->quit = true;
	put_status(call, 0);
}

static void do_select(struct call *call)
{
	if (is_word(arg(call, 1), "0", 1))
		put_status(call, 0);
	else
		resp_put_error(call->reply, "ERR DB index is out of range");
}

static void do_set(struct call *call)
{
	put_status(call, store_set(call->store, arg(call, 1), arg(call, 2)));
}

/* The frequent ones first. Arguments are counted with the name. */
static const struct command {
	const char *name;
	size_t size;
	size_t at_least, at_most;
	void (*run)(struct call *call);
} commands[] = {
#define COMMAND(name, least, most, run)                                        \
	{                                                                      \
		name, sizeof(name) - 1, least, most, run                       \
	}
	COMMAND("get", 2, 2, do_get),
	COMMAND("set", 3, 3, do_set),
	COMMAND("incr", 2, 2, do_incr),
	COMMAND("ping", 1, 2, do_ping),
	COMMAND("mget", 2, RESP_ARGS_MAX, do_mget),
	COMMAND("del", 2, RESP_ARGS_MAX, do_del),
	COMMAND("exists", 2, RESP_ARGS_MAX, do_exists),
	COMMAND("echo", 2, 2, do_echo),
	COMMAND("config", 3, 3, do_config),
	COMMAND("command", 1, RESP_ARGS_MAX, do_nothing),
	COMMAND("dbsize", 1, 1, do_dbsize),
	COMMAND("flushall", 1, 2, do_flushall),
	COMMAND("quit", 1, RESP_ARGS_MAX, do_quit),
	COMMAND("select", 2, 2, do_select),
#undef COMMAND
};

static const struct command *command_named(struct resp_bytes name)
{
	size_t i;

	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (is_word(name, commands[i].name, commands[i].size))
			return &commands[i];
	return NULL;
}

/* The client's bytes go into a line of the reply: only what is printable. */
static void put_unknown(struct call *call, struct resp_bytes name)
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

static void put_wrong_count(struct call *call, const struct command *command)
{
	char text[80];

	snprintf(text, sizeof(text),
		"ERR wrong number of arguments for '%s' command",
		command->name);
	resp_put_error(call->reply, text);
}

static void dispatch(struct call *call)
{
	const struct command *command = command_named(arg(call, 0));
	size_t n = arg_count(call);

	if (!command)
		put_unknown(call, arg(call, 0));
	else if (n < command->at_least || n > command->at_most)
		put_wrong_count(call, command);
	else
		command->run(call);
}

bool kv_command_run(struct store *store, const struct resp_parser *parser,
	const char *from, struct resp_writer *reply)
{
	struct call call = {store, parser, from, reply, false};
	size_t before = reply->size;
	int err;

	if (!parser->count)
		return true;
	dispatch(&call);
	err = reply->error;
	if (err) {
		resp_writer_cut(reply, before, reply->room);
		resp_put_error(reply, err == -EMSGSIZE
					      ? "ERR the reply is too big"
					      : "OOM out of memory");
	}
	return !call.quit && !reply->error;
}
