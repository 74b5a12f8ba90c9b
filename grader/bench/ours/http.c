// SPDX-License-Identifier: MIT
/*
 * Lab 4: the HTTP server of the examples, as its own program.
 */
#include <limits.h>

#include "../servers/http.h"

static void http_serve(int listener)
{
	char program[PATH_MAX + 16];
	char port[8];

	/* It binds by itself, to the port that was found to be free. */
	close(listener);
	snprintf(port, sizeof(port), "%d", ntohs(server.address.sin_port));
	http_folder(program, PATH_MAX);
	strcat(program, "/ours-http");
	execl(program, program, "--port", port, (char *)NULL);
}

HTTP_ROWS
