// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "view.h"

static void devtools(
	struct browser *b, const char *name, const char *parameters)
{
	json_decref(browser_devtools(b, name, parameters));
}

static void set_width(struct browser *b, int width)
{
	char size[128];

	snprintf(size, sizeof(size),
		"{\"width\":%d,\"height\":740,\"deviceScaleFactor\":1,"
		"\"mobile\":%s}",
		width, width == PHONE ? "true" : "false");
	devtools(b, "Emulation.setDeviceMetricsOverride", size);
}

static void set_look(struct browser *b, const char *media, const char *scheme)
{
	char look[256];

	snprintf(look, sizeof(look),
		"{\"media\":\"%s\",\"features\":[{\"name\":"
		"\"prefers-color-scheme\",\"value\":\"%s\"}]}",
		media, scheme);
	devtools(b, "Emulation.setEmulatedMedia", look);
}

void view_show(struct browser *b, const char *url, int width, const char *media,
	const char *scheme)
{
	set_width(b, width);
	set_look(b, media, scheme);
	browser_go(b, url);
}

void view_scripts(struct browser *b, bool on)
{
	devtools(b, "Emulation.setScriptExecutionDisabled",
		on ? "{\"value\":false}" : "{\"value\":true}");
}

int view_number(struct browser *b, const char *script)
{
	json_t *value = browser_run(b, script);
	int n = json_is_integer(value) ? (int)json_integer_value(value) : -1;

	if (json_is_boolean(value))
		n = json_is_true(value);
	json_decref(value);
	return n;
}

json_t *view_request(const json_t *entry)
{
	const char *text = json_string_value(json_object_get(entry, "message"));
	json_t *root = text ? json_loads(text, 0, NULL) : NULL;
	json_t *message = json_object_get(root, "message");
	const char *method = json_string_value(
		json_object_get(message, "method"));
	json_t *address = NULL;

	if (method && !strcmp(method, "Network.requestWillBeSent"))
		address = json_incref(json_object_get(
			json_object_get(
				json_object_get(message, "params"), "request"),
			"url"));
	json_decref(root);
	return address;
}
