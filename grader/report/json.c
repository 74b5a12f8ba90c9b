// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdlib.h>

#include "json.h"
#include "text.h"

json_t *json_taken(char *text)
{
	json_t *json = text_must(json_string(text));

	free(text);
	return json;
}

json_t *json_text(const char *text)
{
	return json_taken(text_clean(text));
}

void json_set(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value))
		text_must(NULL);
}

void json_add(json_t *array, json_t *value)
{
	if (json_array_append_new(array, value))
		text_must(NULL);
}

int json_finish(json_t *root, FILE *out, size_t flags)
{
	int error = 0;

	errno = 0;
	if (json_dumpf(root, out, flags))
		error = errno ? -errno : -EIO;
	json_decref(root);
	if (error)
		return error;
	fputc('\n', out);
	return text_finish(out);
}
