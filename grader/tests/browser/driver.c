// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "http.h"
#include "keeper.h"

enum {
	EXIT_ENVIRONMENT = 3,
};

struct browser {
	struct kept driver;
	int port;
	char session[128];
};

/* clang-format off */
static const char checks[] =
#include "checks.js"
;
/* clang-format on */

static void give_up(const char *what)
{
	fprintf(stderr, "browser: %s\n", what);
	exit(EXIT_ENVIRONMENT);
}

/* The driver takes a free port and says which. */
static void start_driver(struct browser *b)
{
	static char *const argv[] = {"chromedriver", "--port=0", NULL};
	char line[512];

	if (keeper_start(&b->driver, argv))
		give_up("no process");
	while (fgets(line, sizeof(line), b->driver.says)) {
		const char *at = strstr(line, "successfully on port ");

		if (at && sscanf(at, "successfully on port %d", &b->port) == 1)
			return;
	}
	give_up("chromedriver did not start");
}

/* The "value" of what the driver answers. */
static json_t *ask(
	struct browser *b, const char *method, const char *path, json_t *body)
{
	json_t *answer = http_json(b->port, method, path, body);
	json_t *value = json_incref(json_object_get(answer, "value"));

	json_decref(answer);
	json_decref(body);
	if (!value)
		give_up("chromedriver gave no answer");
	return value;
}

/* Likewise, of a path below the session; an error of the page is ours. */
static json_t *ask_session(
	struct browser *b, const char *method, const char *path, json_t *body)
{
	char whole[512];
	json_t *value;
	const char *error;

	snprintf(whole, sizeof(whole), "/session/%s%s", b->session, path);
	value = ask(b, method, whole, body);
	error = json_string_value(json_object_get(value, "error"));
	if (error && strcmp(error, "no such element")) {
		fprintf(stderr, "browser: %s: %s\n", path,
			json_string_value(json_object_get(value, "message")));
		exit(EXIT_ENVIRONMENT);
	}
	return value;
}

static json_t *capabilities(const char *profile)
{
	static const char *const flags[] = {"--headless", "--no-sandbox",
		"--disable-gpu", "--no-first-run", "--disable-sync",
		"--disable-background-networking", "--disable-dev-shm-usage",
		"--disable-component-update", "--hide-scrollbars"};
	json_t *args = json_array();
	char folder[4096];
	size_t i;

	for (i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		json_array_append_new(args, json_string(flags[i]));
	snprintf(folder, sizeof(folder), "--user-data-dir=%s", profile);
	json_array_append_new(args, json_string(folder));
	return json_pack("{s:{s:{s:{s:o}, s:{s:s, s:s}}}}", "capabilities",
		"alwaysMatch", "goog:chromeOptions", "args", args,
		"goog:loggingPrefs", "browser", "ALL", "performance", "ALL");
}

struct browser *browser_open(const char *profile)
{
	struct browser *b = calloc(1, sizeof(*b));
	const char *session;
	json_t *value;

	if (!b)
		give_up("out of memory");
	start_driver(b);
	value = ask(b, "POST", "/session", capabilities(profile));
	session = json_string_value(json_object_get(value, "sessionId"));
	if (!session) {
		fprintf(stderr, "%s\n",
			json_string_value(json_object_get(value, "message")));
		give_up("Chromium did not start");
	}
	snprintf(b->session, sizeof(b->session), "%s", session);
	json_decref(value);
	return b;
}

void browser_close(struct browser *b)
{
	json_decref(ask_session(b, "DELETE", "", NULL));
	keeper_end(&b->driver);
	free(b);
}

void browser_go(struct browser *b, const char *url)
{
	json_decref(
		ask_session(b, "POST", "/url", json_pack("{s:s}", "url", url)));
}

json_t *browser_run(struct browser *b, const char *script)
{
	char *whole;
	json_t *value;

	if (asprintf(&whole, "%s\n%s", checks, script) < 0)
		give_up("out of memory");
	value = ask_session(b, "POST", "/execute/sync",
		json_pack("{s:s, s:[]}", "script", whole, "args"));
	free(whole);
	return value;
}

json_t *browser_devtools(
	struct browser *b, const char *name, const char *parameters)
{
	return ask_session(b, "POST", "/goog/cdp/execute",
		json_pack("{s:s, s:o}", "cmd", name, "params",
			json_loads(parameters, 0, NULL)));
}

json_t *browser_log(struct browser *b, const char *type)
{
	return ask_session(
		b, "POST", "/se/log", json_pack("{s:s}", "type", type));
}

char *browser_text(struct browser *b, const char *selector)
{
	json_t *found = ask_session(b, "POST", "/element",
		json_pack("{s:s, s:s}", "using", "css selector", "value",
			selector));
	const char *id = json_string_value(
		json_object_get(found, "element-6066-11e4-a52e-4f735466cecf"));
	char path[256], *text;
	json_t *value;

	if (!id) {
		json_decref(found);
		return NULL;
	}
	snprintf(path, sizeof(path), "/element/%s/text", id);
	json_decref(found);
	value = ask_session(b, "GET", path, NULL);
	text = strdup(json_string_value(value));
	json_decref(value);
	return text;
}
