// SPDX-License-Identifier: MIT
/*
 * redis-server with one thread, keeping nothing on disk.
 */
#include "../servers/kv.h"

static void kv_serve(int listener)
{
	char port[8];

	/* It binds by itself, to the port that was found to be free. */
	close(listener);
	snprintf(port, sizeof(port), "%d", ntohs(server.address.sin_port));
	execlp("redis-server", "redis-server", "--port", port, "--bind",
		"127.0.0.1", "--save", "", "--appendonly", "no", "--io-threads",
		"1", "--daemonize", "no", "--dir", "/tmp", (char *)NULL);
}

KV_ROWS
