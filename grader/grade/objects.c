// SPDX-License-Identifier: MIT
#include "objects.h"

#include <string.h>

#include "sanitizer.h"

const char *objects_birth(const char *name)
{
	const char *at = strstr(name, "(0x");

	return at ? at + 1 : "";
}

static size_t number_of(
	struct arena *arena, struct lines *seen, const char *at, size_t size)
{
	const char *key = arena_strndup(arena, at, size);
	size_t i;

	for (i = 0; i < seen->count; i++)
		if (!strcmp(seen->at[i], key))
			return i + 1;
	lines_add(arena, seen, key);
	return seen->count;
}

static const char *block_name(struct arena *arena, struct objects *o,
	const char *birth, const struct lines *frames)
{
	const char *end = strchr(birth, ')');
	const char *rest = end && strcmp(end + 1, "+0") != 0 ? end + 1 : "";
	const char *frame, *slash;

	if (!frames->count)
		return arena_printf(arena, "heap block %zu%s%s",
			number_of(
				arena, &o->blocks, birth, strcspn(birth, ":)")),
			*rest ? " " : "", rest);
	frame = best_frame(frames);
	slash = strrchr(frame, '/');
	frame = slash ? slash + 1 : frame;
	return arena_printf(arena, "heap block of %.*s%s%s",
		(int)strcspn(frame, " "), frame, *rest ? " " : "", rest);
}

const char *objects_name(struct arena *arena, struct objects *o,
	const char *name, const struct lines *frames)
{
	const char *birth = objects_birth(name);

	if (*birth)
		return block_name(arena, o, birth, frames);
	if (!strncmp(name, "0x", 2))
		return arena_printf(arena, "static variable %zu",
			number_of(arena, &o->variables, name, strlen(name)));
	return name;
}
