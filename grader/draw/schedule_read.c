// SPDX-License-Identifier: MIT
/*
 * From the explorer's line of JSON to a schedule. The line comes from a
 * process that the student's code ran in: every number is checked, every
 * string cleaned.
 */
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "schedule.h"

enum {
	MAX_STEPS = 1 << 12 /* the explorer reports 2,000 */
};

/*
 * A clean copy of a string. All copies together are never longer than the
 * JSON text that they came from, since each is taken once.
 */
static const char *copy(struct schedule *s, const char *from)
{
	size_t size = from ? strlen(from) + 1 : 0;
	char *to = s->text + s->text_used;

	if (!from || size > s->text_size - s->text_used)
		return "";
	memcpy(to, from, size);
	trace_clean(to);
	s->text_used += size;
	return to;
}

static const char *text(struct schedule *s, const json_t *from, const char *key)
{
	return copy(s, json_string_value(json_object_get(from, key)));
}

/* A small number; @absent when there is none or it is too large. */
static int number(const json_t *from, const char *key, int absent)
{
	const json_t *n = json_object_get(from, key);
	double value = json_number_value(n);

	return json_is_number(n) && value >= 0 && value < INT_MAX ? (int)value
								  : absent;
}

/* Values have 64 bits: of those that JSON cannot hold the sign is known. */
static long long whole(const json_t *value)
{
	double real = json_number_value(value);

	if (json_is_integer(value))
		return json_integer_value(value);
	return real > -9e18 && real < 9e18 ? (long long)real : -1;
}

/* False: it names no thread. */
static bool read_place(
	struct schedule *s, const json_t *from, struct schedule_place *at)
{
	at->thread = number(from, "thread", -1);
	at->file = trace_base_name(text(s, from, "file"));
	at->line = *at->file ? number(from, "line", 0) : 0;
	at->pc = text(s, from, "pc");
	if (at->thread < 0 || at->thread >= SCHEDULE_MAX_THREADS)
		return false;
	if (at->thread >= s->nthreads)
		s->nthreads = at->thread + 1;
	return true;
}

static bool read_step(
	struct schedule *s, const json_t *from, struct schedule_step *step)
{
	const json_t *value = json_object_get(from, "value");

	step->op = text(s, from, "op");
	step->object = text(s, from, "object");
	step->has_value = json_is_number(value);
	step->value = whole(value);
	return read_place(s, from, &step->at) && *step->op;
}

static bool read_wait(
	struct schedule *s, const json_t *from, struct schedule_wait *w)
{
	w->what = text(s, from, "for");
	w->op = text(s, from, "op");
	w->object = text(s, from, "object");
	w->holder = number(from, "holder", -1);
	if (w->holder >= SCHEDULE_MAX_THREADS)
		return false;
	if (w->holder >= s->nthreads)
		s->nthreads = w->holder + 1;
	return read_place(s, from, &w->at) && *w->what;
}

/* 0, -EINVAL or -ENOMEM. */
static int read_steps(struct schedule *s, const json_t *root)
{
	const json_t *list = json_object_get(root, "steps");
	size_t n = json_array_size(list);
	/* The last ones are reported, and counted from the first. */
	int before = number(root, "n_steps", (int)n) - (int)n;
	size_t i;

	if (!json_is_array(list) || n > MAX_STEPS)
		return -EINVAL;
	s->steps = calloc(n + 1, sizeof(*s->steps));
	if (!s->steps)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		if (!read_step(s, json_array_get(list, i), &s->steps[i]))
			return -EINVAL;
		s->steps[i].number = (before > 0 ? before : 0) + (int)i + 1;
	}
	s->nsteps = (int)n;
	return 0;
}

static int read_waits(struct schedule *s, const json_t *root)
{
	const json_t *list = json_object_get(root, "waits");
	size_t n = json_array_size(list);
	size_t i;

	if (n > SCHEDULE_MAX_THREADS)
		return -EINVAL;
	s->waits = calloc(n + 1, sizeof(*s->waits));
	if (!s->waits)
		return -ENOMEM;
	for (i = 0; i < n; i++)
		if (!read_wait(s, json_array_get(list, i), &s->waits[i]))
			return -EINVAL;
	s->nwaits = (int)n;
	return 0;
}

static void read_names(struct schedule *s, const json_t *root)
{
	const json_t *names = json_object_get(root, "threads");
	const json_t *notes = json_object_get(root, "notes");
	size_t n = json_array_size(notes);
	size_t i;

	for (i = 0; i < SCHEDULE_MAX_THREADS; i++)
		s->names[i] = copy(
			s, json_string_value(json_array_get(names, i)));
	s->note = copy(
		s, n ? json_string_value(json_array_get(notes, n - 1)) : NULL);
}

static int read_failure(struct schedule *s, const json_t *root)
{
	const json_t *other = json_object_get(root, "other");
	int err;

	s->kind = text(s, root, "kind");
	s->message = text(s, root, "message");
	s->expected = text(s, root, "expected");
	s->actual = text(s, root, "actual");
	s->object = text(s, root, "object");
	s->period = number(root, "period", 0);
	s->other_what = text(s, other, "what");
	if (!read_place(s, root, &s->at) ||
		(other && !read_place(s, other, &s->other)))
		return -EINVAL;
	read_names(s, root);
	err = read_steps(s, root);
	return err ? err : read_waits(s, root);
}

static int refuse(char **why, const char *what)
{
	*why = strdup(what);
	return -EINVAL;
}

static int read_root(struct schedule *s, const json_t *root, char **why)
{
	const char *verdict = json_string_value(
		json_object_get(root, "verdict"));
	int err;

	if (!verdict)
		return refuse(why, "this is no result of the explorer");
	if (strcmp(verdict, "failed") != 0 && strcmp(verdict, "crashed") != 0)
		return refuse(why, "the explorer found no failure: there is no "
				   "schedule to draw");
	err = read_failure(s, root);
	if (err == -EINVAL)
		return refuse(why, "this result of the explorer is damaged");
	return err;
}

int schedule_init(struct schedule *s, const char *json, char **why)
{
	size_t length = strlen(json);
	json_t *root;
	int err;

	memset(s, 0, sizeof(*s));
	s->text_size = length + 1;
	s->text = calloc(s->text_size, 1);
	if (!s->text)
		return -ENOMEM;
	/* One result: of several lines the first. */
	root = json_loadb(json, length, JSON_DISABLE_EOF_CHECK, NULL);
	if (!root) /* perhaps for a number that is too large for it */
		root = json_loadb(json, length,
			JSON_DISABLE_EOF_CHECK | JSON_DECODE_INT_AS_REAL, NULL);
	err = read_root(s, root, why);
	json_decref(root);
	if (!err) {
		schedule_alias(s);
		schedule_link(s);
	}
	return err;
}

void schedule_fini(struct schedule *s)
{
	free(s->steps);
	free(s->waits);
	free(s->text);
}
