/* SPDX-License-Identifier: MIT */
/* One request to a server on this machine, and its answer. */
#ifndef BROWSER_HTTP_H
#define BROWSER_HTTP_H

#include <jansson.h>

/*
 * Send @body (NULL: none) to @path and parse what comes back as JSON.
 *
 * Returns: it, for json_decref(); NULL when nothing of that kind came within
 *          a minute.
 */
json_t *http_json(
	int port, const char *method, const char *path, const json_t *body);

#endif
