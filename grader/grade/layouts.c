// SPDX-License-Identifier: MIT
#ifdef HAVE_DRAW
#include "layouts.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "fs.h"
#include "sha256.h"

enum {
	MAX_LAYOUT = 16 << 20,
	MAX_PATH = 4096,
};

static void name_layout(char path[MAX_PATH], const char *cache,
	const char *engine, const char *dot)
{
	char hex[SHA256_HEX];
	struct sha256 hash;

	sha256_init(&hash);
	sha256_add_string(&hash, engine);
	sha256_add_string(&hash, dot);
	sha256_finish(&hash, hex);
	snprintf(path, MAX_PATH, "%s/%s.svg", cache, hex);
}

static char *recall(void *cache, const char *engine, const char *dot)
{
	struct arena *a = arena_create();
	char path[MAX_PATH], *data, *svg = NULL;
	size_t size;

	name_layout(path, cache, engine, dot);
	if (a && !fs_read(a, path, MAX_LAYOUT, &data, &size) && size)
		svg = strdup(data);
	if (a)
		arena_destroy(a);
	return svg;
}

static void keep(
	void *cache, const char *engine, const char *dot, const char *svg)
{
	char path[MAX_PATH];

	name_layout(path, cache, engine, dot);
	fs_write(path, svg, strlen(svg));
}

struct draw_memory layouts_in(const char *cache)
{
	return (struct draw_memory){.recall = recall,
		.keep = keep,
		.arg = (void *)(uintptr_t)cache};
}

#endif
