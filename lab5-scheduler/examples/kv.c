// SPDX-License-Identifier: MIT
/*
 * A key-value server that speaks enough of the Redis protocol for redis-cli
 * and redis-benchmark, on all contexts of a scheduler.
 *
 *	lab5-kv                        serve clients of our own, and end
 *	lab5-kv --port N [--contexts N]
 *	                               print the port (0: the system chooses
 *	                               one), and serve until SIGTERM or SIGINT;
 *	                               without --contexts one for each core
 *
 * PING, ECHO, GET, SET, DEL, INCR, EXISTS, MGET, DBSIZE, FLUSHALL, SELECT 0,
 * CONFIG GET, COMMAND, QUIT. A string has at most 64 MiB, a request at most
 * 65,536 strings and 65 MiB, a line of words 64 KiB.
 */
#include <arpa/inet.h>
#include <stdio.h>

#include "kv/process.h"
#include "kv/selftest.h"

enum {
	ENTRIES = 1024, /* of each ring */
};

/* Until a signal or, with @test, until all is said. */
static int serve(struct kv_server *server, struct selftest *test)
{
	int err = watch_signals(server);

	if (!err)
		err = kv_start(server);
	if (err)
		return err;
	if (test)
		selftest_start(test);
	else
		printf("port %d\n", ntohs(server->address.sin_port));
	fflush(stdout);
	err = co_scheduler_loop(server->scheduler);
	/* It was stopped: that is how it ends. */
	return err == -ECANCELED ? server->error : err;
}

/* @port negative: the demonstration. */
static int run(long port, unsigned contexts)
{
	struct co_scheduler_options options = {
		.contexts = contexts,
		.entries = ENTRIES,
		.dispatch = CO_DISPATCH_ROUND_ROBIN,
	};
	struct kv_server server = {.store = store_create()};
	struct selftest test = {.server = &server};
	int err = server.store ? 0 : -ENOMEM;

	if (err)
		return err;
	err = co_scheduler_create(&options, &server.scheduler);
	if (err)
		goto err_store;
	err = kv_listen(&server, port < 0 ? 0 : (uint16_t)port);
	if (err)
		goto err_scheduler;
	err = serve(&server, port < 0 ? &test : NULL);
	co_scheduler_destroy(server.scheduler);
	kv_close(&server);
	store_destroy(server.store);
	return err ? err : atomic_load(&test.error);

err_scheduler:
	co_scheduler_destroy(server.scheduler);
err_store:
	store_destroy(server.store);
	return err;
}

int main(int argc, char **argv)
{
	long contexts = 0; /* one for each core */
	long port = -1;
	const struct number_option options[] = {
		{"--port", 0, 65535, &port},
		{"--contexts", 1, CO_SCHEDULER_MOST, &contexts},
	};
	int err;

	if (!read_options(argc, argv, options, 2)) {
		fprintf(stderr, "usage: %s [--port N] [--contexts 1..%d]\n",
			argv[0], CO_SCHEDULER_MOST);
		return 2;
	}
	raise_limit();
	err = run(port, (unsigned)contexts);
	if (err)
		print_error(err);
	return err ? 1 : 0;
}
