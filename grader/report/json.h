/* SPDX-License-Identifier: MIT */
/*
 * A little more of jansson, without errors of memory to handle (see text.h).
 */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <stdio.h>

#include <jansson.h>

/* @text, filtered; NULL stands for "". */
json_t *json_text(const char *text);

/* @text, which is filtered already and is freed here. */
json_t *json_taken(char *text);

/* Give @value to @object as its @key, or to @array as its last element. */
void json_set(json_t *object, const char *key, json_t *value);
void json_add(json_t *array, json_t *value);

/*
 * Write @root with @flags and a newline, flush, and drop @root.
 *
 * Returns: 0; -errno of the write.
 */
int json_finish(json_t *root, FILE *out, size_t flags);

#endif
