// SPDX-License-Identifier: MIT
/*
 * Replies written.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "resp.h"

enum {
	HEAD = 24, /* a type, an int64_t in decimal and a line's end */
};

int resp_writer_init(struct resp_writer *w, size_t room, size_t limit)
{
	*w = (struct resp_writer){.room = room, .limit = limit};
	w->data = malloc(room);
	return w->data ? 0 : -ENOMEM;
}

void resp_writer_fini(struct resp_writer *w)
{
	free(w->data);
	w->data = NULL;
	w->size = w->room = 0;
}

void resp_writer_cut(struct resp_writer *w, size_t size, size_t room)
{
	char *less;

	w->size = size;
	w->error = 0;
	if (w->room <= room || size > room)
		return;
	less = realloc(w->data, room);
	if (!less)
		return; /* then it keeps what it has */
	w->data = less;
	w->room = room;
}

static bool grow(struct resp_writer *w, size_t more)
{
	size_t room = w->room * 2;
	char *data;

	if (more > w->limit || w->size > w->limit - more) {
		w->error = -EMSGSIZE;
		return false;
	}
	if (room < w->size + more)
		room = w->size + more;
	data = realloc(w->data, room);
	if (!data) {
		w->error = -ENOMEM;
		return false;
	}
	w->data = data;
	w->room = room;
	return true;
}

static bool has_room(struct resp_writer *w, size_t more)
{
	if (w->error)
		return false;
	return more <= w->room - w->size || grow(w, more);
}

static void put(struct resp_writer *w, const void *at, size_t size)
{
	memcpy(w->data + w->size, at, size);
	w->size += size;
}

size_t resp_format(char *to, int64_t n)
{
	uint64_t rest = n < 0 ? -(uint64_t)n : (uint64_t)n;
	char digits[20];
	size_t i = sizeof(digits);
	size_t size;

	do
		digits[--i] = (char)('0' + rest % 10);
	while (rest /= 10);
	if (n < 0)
		*to++ = '-';
	size = sizeof(digits) - i;
	memcpy(to, digits + i, size);
	return size + (n < 0);
}

/* There is room. */
static void put_head(struct resp_writer *w, char type, int64_t n)
{
	w->data[w->size++] = type;
	w->size += resp_format(w->data + w->size, n);
	put(w, "\r\n", 2);
}

static void put_line(struct resp_writer *w, const char *type, const char *text)
{
	size_t begin = strlen(type);
	size_t size = strlen(text);

	if (!has_room(w, begin + size + 2))
		return;
	put(w, type, begin);
	put(w, text, size);
	put(w, "\r\n", 2);
}

void resp_put_simple(struct resp_writer *w, const char *text)
{
	put_line(w, "+", text);
}

void resp_put_error(struct resp_writer *w, const char *text)
{
	put_line(w, "-", text);
}

void resp_put_protocol_error(struct resp_writer *w, const char *text)
{
	put_line(w, "-ERR ", text);
}

void resp_put_integer(struct resp_writer *w, int64_t n)
{
	if (has_room(w, HEAD))
		put_head(w, ':', n);
}

void resp_put_bulk(struct resp_writer *w, const void *at, size_t size)
{
	if (!has_room(w, HEAD + size + 2))
		return;
	put_head(w, '$', (int64_t)size);
	put(w, at, size);
	put(w, "\r\n", 2);
}

void resp_put_nil(struct resp_writer *w)
{
	if (has_room(w, 5))
		put(w, "$-1\r\n", 5);
}

void resp_put_nil_array(struct resp_writer *w)
{
	put_line(w, "*-1", "");
}

void resp_put_array(struct resp_writer *w, size_t count)
{
	if (has_room(w, HEAD))
		put_head(w, '*', (int64_t)count);
}
