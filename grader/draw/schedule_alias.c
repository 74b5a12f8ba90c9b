// SPDX-License-Identifier: MIT
/*
 * Short names for objects that have none of their own: "mutex 1" in place of
 * "heap(looper.c:197:0)+64". The legend says which is which.
 */
#include <stdio.h>
#include <string.h>

#include "schedule.h"

enum {
	SHORT = 14 /* what is shorter than an alias can be keeps its name */
};

static bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* What an object is, by what is done with it first. */
static const char *kind_of(const char *op)
{
	static const char *const kinds[][2] = {
		{"locks", "mutex"},
		{"tries to lock", "mutex"},
		{"unlocks", "mutex"},
		{"read-locks", "rwlock"},
		{"write-locks", "rwlock"},
		{"signals", "cond"},
		{"broadcasts", "cond"},
		{"waits on", "cond"},
		{"waits (timed) on", "cond"},
		{"wakes up", "cond"},
		{"loads", "atomic"},
		{"stores", "atomic"},
		{"exchanges", "atomic"},
		{"compares", "atomic"},
		{"fails to swap", "atomic"},
		{"adds to", "atomic"},
		{"subtracts from", "atomic"},
	};
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (starts(op, kinds[i][0]))
			return kinds[i][1];
	return "object";
}

/* The alias of @object, a new one if need be; @object itself when it is good.
 */
static const char *alias_of(
	struct schedule *s, const char *object, const char *op)
{
	const char *kind = kind_of(op);
	int i, n = 1;

	if (strlen(object) < SHORT ||
		(!starts(object, "heap(") && !starts(object, "stack of ")))
		return object;
	for (i = 0; i < s->naliases; i++) {
		if (!strcmp(s->aliases[i].object, object))
			return s->aliases[i].name;
		n += starts(s->aliases[i].name, kind);
	}
	if (i == SCHEDULE_MAX_ALIASES)
		return object;
	s->aliases[i].object = object;
	snprintf(s->aliases[i].name, sizeof(s->aliases[i].name), "%s %d", kind,
		n);
	s->naliases++;
	return s->aliases[i].name;
}

/* An alias is shorter than what it stands for: there is room in place. */
static void rephrase(char *phrase, const char *object, const char *alias)
{
	char *at = *object ? strstr(phrase, object) : NULL;
	size_t length = strlen(alias);

	if (!at || alias == object)
		return;
	memmove(at + length, at + strlen(object),
		strlen(at + strlen(object)) + 1);
	memcpy(at, alias, length);
}

void schedule_alias(struct schedule *s)
{
	int i;

	for (i = 0; i < s->nsteps; i++)
		s->steps[i].object = alias_of(
			s, s->steps[i].object, s->steps[i].op);
	for (i = 0; i < s->nwaits; i++) {
		struct schedule_wait *w = &s->waits[i];
		const char *alias = alias_of(s, w->object, w->op);
		char *phrase = s->text + (w->what - s->text);

		rephrase(phrase, w->object, alias);
		w->object = alias;
	}
	for (i = 0; i < s->naliases; i++)
		if (!strcmp(s->aliases[i].object, s->object))
			s->object = s->aliases[i].name;
}
