/* SPDX-License-Identifier: MIT */
/*
 * A browser to command: Chromium through chromedriver, over the WebDriver
 * protocol.
 *
 * Ownership: json_t results are the caller's, for json_decref().
 * Errors:    a browser that does not answer ends the program with status 3 and
 *            a message, for then the environment is at fault.
 */
#ifndef BROWSER_DRIVER_H
#define BROWSER_DRIVER_H

#include <jansson.h>

struct browser;

/* Start one of its own, with a profile in the folder @profile. */
struct browser *browser_open(const char *profile);
void browser_close(struct browser *b);

/* Open @url and wait until it is loaded. */
void browser_go(struct browser *b, const char *url);

/* Run @script in the page, checks.js before it; what it returns. */
json_t *browser_run(struct browser *b, const char *script);

/* Send DevTools the command @name with @parameters, a JSON object. */
json_t *browser_devtools(
	struct browser *b, const char *name, const char *parameters);

/* The entries of a log since the last call: "browser" or "performance". */
json_t *browser_log(struct browser *b, const char *type);

/* What the first element that fits @selector shows; NULL: there is none. */
char *browser_text(struct browser *b, const char *selector);

#endif
