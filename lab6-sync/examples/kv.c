// SPDX-License-Identifier: MIT
/*
 * The capstone on all six labs: the key-value server of lab 5, where clients
 * also meet. One puts values into a list, another waits for them.
 *
 *	lab6-kv                        serve clients of our own, and end
 *	lab6-kv --port N [--contexts N] [--clients N]
 *	                               as lab5-kv; at most so many clients at
 *	                               a time (10,000), and who comes too many
 *	                               waits until one leaves
 *
 * Besides the commands of lab5-kv: RPUSH, LPUSH, LPOP, LLEN, BLPOP of one list,
 * INFO. Lists have names of their own, apart from those of GET and SET.
 *
 * SIGTERM and SIGINT end it in order: what was received is answered first.
 */
#include <arpa/inet.h>
#include <stdio.h>

#include "../../lab5-scheduler/examples/kv/process.h"
#include "kv/play.h"

enum {
	ENTRIES = 1024, /* of each ring */
	CLIENTS = 10000,
	CLIENTS_MOST = 1000000,
};

/* Until a signal or, with @play, until it is over. */
static int serve(struct host *host, struct play *play)
{
	struct kv_server *server = &host->server;
	int err = watch_signals(server);

	if (!err)
		err = host_start(host);
	if (err)
		return err;
	if (play)
		play_start(play);
	else
		printf("port %d\n", ntohs(server->address.sin_port));
	fflush(stdout);
	err = co_scheduler_loop(server->scheduler);
	/* It was stopped: that is how it ends. */
	return err == -ECANCELED ? server->error : err;
}

/* @port negative: the play. */
static int run(struct host *host, long port, unsigned contexts)
{
	struct co_scheduler_options options = {
		.contexts = contexts,
		.entries = ENTRIES,
		.dispatch = CO_DISPATCH_ROUND_ROBIN,
	};
	struct play play = {.host = host};
	int err = co_scheduler_create(&options, &host->server.scheduler);

	if (err)
		return err;
	err = kv_listen(&host->server, port < 0 ? 0 : (uint16_t)port);
	if (err) {
		co_scheduler_destroy(host->server.scheduler);
		return err;
	}
	err = serve(host, port < 0 ? &play : NULL);
	co_scheduler_destroy(host->server.scheduler);
	kv_close(&host->server);
	return err || port >= 0 ? err : atomic_load(&play.error);
}

static int host_run(long port, unsigned contexts, size_t clients)
{
	struct host host;
	int err = host_init(&host, port < 0 ? PLAY_PLACES : clients);

	if (err)
		return err;
	host.server.store = store_create();
	err = host.server.store ? run(&host, port, contexts) : -ENOMEM;
	host_fini(&host);
	store_destroy(host.server.store);
	return err;
}

int main(int argc, char **argv)
{
	long contexts = 0; /* one for each core */
	long clients = CLIENTS;
	long port = -1;
	const struct number_option options[] = {
		{"--port", 0, 65535, &port},
		{"--contexts", 1, CO_SCHEDULER_MOST, &contexts},
		{"--clients", 1, CLIENTS_MOST, &clients},
	};
	int err;

	if (!read_options(argc, argv, options, 3)) {
		fprintf(stderr,
			"usage: %s [--port N] [--contexts 1..%d] "
			"[--clients 1..%d]\n",
			argv[0], CO_SCHEDULER_MOST, CLIENTS_MOST);
		return 2;
	}
	raise_limit();
	err = host_run(port, (unsigned)contexts, (size_t)clients);
	if (err)
		print_error(err);
	return err ? 1 : 0;
}
