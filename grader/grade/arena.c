// SPDX-License-Identifier: MIT
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

enum {
	BLOCK_SIZE = 64 * 1024,
	EXIT_ENVIRONMENT = 3,
};

struct block {
	struct block *next;
	size_t used;
	size_t size;
	alignas(max_align_t) char bytes[];
};

struct arena {
	struct block *blocks; /* the newest first */
};

static void *must(void *memory)
{
	if (memory)
		return memory;
	fputs("grade: out of memory\n", stderr);
	exit(EXIT_ENVIRONMENT);
}

struct arena *arena_create(void)
{
	return must(calloc(1, sizeof(struct arena)));
}

void arena_destroy(struct arena *arena)
{
	struct block *b, *next;

	if (!arena)
		return;
	for (b = arena->blocks; b; b = next) {
		next = b->next;
		free(b);
	}
	free(arena);
}

void *arena_zalloc(struct arena *arena, size_t size)
{
	struct block *b = arena->blocks;
	size_t need = (size + alignof(max_align_t) - 1) &
		      ~(alignof(max_align_t) - 1);
	void *memory;

	if (!b || b->size - b->used < need) {
		size_t room = need > BLOCK_SIZE ? need : BLOCK_SIZE;

		b = must(malloc(sizeof(*b) + room));
		b->next = arena->blocks;
		b->used = 0;
		b->size = room;
		arena->blocks = b;
	}
	memory = b->bytes + b->used;
	b->used += need;
	return memset(memory, 0, size);
}

void *arena_grow(struct arena *arena, const void *old, size_t old_count,
	size_t count, size_t size)
{
	void *memory = arena_zalloc(arena, count * size);

	if (old_count)
		memcpy(memory, old, old_count * size);
	return memory;
}

char *arena_strndup(struct arena *arena, const char *text, size_t size)
{
	size_t n = strnlen(text, size);
	char *copy = arena_zalloc(arena, n + 1);

	memcpy(copy, text, n);
	return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, strlen(text));
}

char *arena_printf(struct arena *arena, const char *fmt, ...)
{
	va_list args;
	char *text;
	int n;

	va_start(args, fmt);
	n = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	text = arena_zalloc(arena, (size_t)n + 1);
	va_start(args, fmt);
	vsnprintf(text, (size_t)n + 1, fmt, args);
	va_end(args);
	return text;
}

static int continuation_bytes(unsigned char c)
{
	if (c >= 0xc2 && c <= 0xdf)
		return 1;
	if ((c & 0xf0) == 0xe0)
		return 2;
	if (c >= 0xf0 && c <= 0xf4)
		return 3;
	return -1;
}

/* No overlong forms, no surrogates, nothing above U+10FFFF. */
static int second_byte_is_wrong(unsigned char first, unsigned char second)
{
	return (first == 0xe0 && second < 0xa0) ||
	       (first == 0xed && second > 0x9f) ||
	       (first == 0xf0 && second < 0x90) ||
	       (first == 0xf4 && second > 0x8f);
}

/* The length of the character at @at, 0 when it is not valid UTF-8. */
static size_t utf8_length(const char *at, size_t left)
{
	const unsigned char *c = (const unsigned char *)at;
	int more, i;

	if (*c < 0x80)
		return 1;
	more = continuation_bytes(*c);
	if (more < 0 || (size_t)more + 1 > left ||
		second_byte_is_wrong(c[0], c[1]))
		return 0;
	for (i = 1; i <= more; i++)
		if ((c[i] & 0xc0) != 0x80)
			return 0;
	return (size_t)more + 1;
}

char *arena_clean(
	struct arena *arena, const char *text, size_t size, size_t max)
{
	static const char cut[] = "...";
	char *copy = arena_zalloc(arena, (size < max ? size : max) + 5);
	size_t from = 0, to = 0;

	while (from < size && to < max) {
		size_t n = utf8_length(text + from, size - from);
		unsigned char c = (unsigned char)text[from];

		if (to + n > max)
			break;
		if (!n || (c < ' ' && c != '\n' && c != '\t') || c == 0x7f) {
			copy[to++] = '?';
			from++;
			continue;
		}
		memcpy(copy + to, text + from, n);
		to += n;
		from += n;
	}
	if (from < size)
		memcpy(copy + to, cut, sizeof(cut));
	return copy;
}
