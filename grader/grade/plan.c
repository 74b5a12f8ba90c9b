// SPDX-License-Identifier: MIT
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "sanitizer.h"

static const char *text(const json_t *at, const char *key)
{
	const char *s = json_string_value(json_object_get(at, key));

	return s ? s : "";
}

/* A frame is "src/looper.c:41 in co_looper_post". */
void plan_place(json_t *at, const struct lines *frames)
{
	const char *frame = frames->count ? best_frame(frames) : "";
	size_t end = strcspn(frame, ":");

	json_object_del(at, "file");
	json_object_del(at, "line");
	if (!frame[end])
		return;
	json_object_set_new(at, "file", json_stringn(frame, end));
	json_object_set_new(
		at, "line", json_integer(strtol(frame + end + 1, NULL, 10)));
}

void plan_object(struct arena *arena, json_t *at, const char *name)
{
	const char *old = text(at, "object");
	const char *phrase = text(at, "for");
	const char *found = *old ? strstr(phrase, old) : NULL;

	/* "wants to lock heap(0x4054a9:0)+32, held by thread 2" */
	if (found && strcmp(old, name) != 0)
		json_object_set_new(at, "for",
			json_string(arena_printf(arena, "%.*s%s%s",
				(int)(found - phrase), phrase, name,
				found + strlen(old))));
	json_object_set_new(at, "object", json_string(name));
}

const char *plan_text(struct arena *arena, json_t *root, size_t left_out,
	const struct lines *places, bool hidden)
{
	json_t *steps = json_object_get(root, "steps");
	json_t *other = json_object_get(root, "other");
	const char *kept = NULL;
	char *plan;

	while (left_out--)
		json_array_remove(steps, 0);
	/* A check has no address: its file is named when it is public. */
	if (hidden || *text(root, "pc"))
		plan_place(root, &places[0]);
	if (other)
		plan_place(other, &places[1]);
	if (hidden && !strcmp(text(root, "kind"), "check"))
		json_object_set_new(root, "message", json_string(""));
	plan = json_dumps(root, JSON_COMPACT);
	if (plan)
		kept = arena_strdup(arena, plan);
	free(plan);
	return kept;
}
