// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "rubric.h"

/* Weak: a tree need not have all the labs. */
extern const struct rubric_lab rubric_lab1 __attribute__((weak));
extern const struct rubric_lab rubric_lab2 __attribute__((weak));
extern const struct rubric_lab rubric_lab3 __attribute__((weak));
extern const struct rubric_lab rubric_lab4 __attribute__((weak));
extern const struct rubric_lab rubric_lab5 __attribute__((weak));
extern const struct rubric_lab rubric_lab6 __attribute__((weak));

const struct rubric_lab *rubric_lab(int number)
{
	switch (number) {
	case 1:
		return &rubric_lab1;
	case 2:
		return &rubric_lab2;
	case 3:
		return &rubric_lab3;
	case 4:
		return &rubric_lab4;
	case 5:
		return &rubric_lab5;
	case 6:
		return &rubric_lab6;
	default:
		return NULL;
	}
}

const struct rubric_test *rubric_test(
	const struct rubric_lab *lab, const char *name)
{
	const struct rubric_test *t;

	for (t = lab->tests; t->name; t++)
		if (!strcmp(t->name, name))
			return t;
	return NULL;
}

size_t rubric_count(const struct rubric_lab *lab)
{
	size_t n = 0;

	while (lab->tests[n].name)
		n++;
	return n;
}

unsigned rubric_builds(const struct rubric_test *test)
{
	if (test->program)
		return RUBRIC_EXPLORE;
	return test->builds ? test->builds : RUBRIC_PLAIN | RUBRIC_ASAN;
}

static const struct rubric_part *find_part(
	const struct rubric_lab *lab, const char *id)
{
	const struct rubric_part *p;

	for (p = lab->parts; p && p->id; p++)
		if (id && !strcmp(p->id, id))
			return p;
	return NULL;
}

const char *rubric_part_title(const struct rubric_lab *lab, const char *id)
{
	const struct rubric_part *p = find_part(lab, id);

	return p ? p->title : "";
}

bool rubric_is_challenge(
	const struct rubric_lab *lab, const struct rubric_test *test)
{
	return lab->challenge && test->part &&
	       !strcmp(lab->challenge, test->part);
}

/* The rules. */

struct checking {
	const struct rubric_lab *lab;
	void (*complain)(void *arg, const char *text);
	void *arg;
	int breaches;
};

static void breach(struct checking *c, const char *test, const char *what)
{
	char text[512];

	snprintf(text, sizeof(text), "lab%d%s%s: %s", c->lab->number,
		test ? "." : "", test ? test : "", what);
	c->complain(c->arg, text);
	c->breaches++;
}

static void check_words(struct checking *c, const struct rubric_test *t)
{
	int i;

	if (!t->property || !*t->property)
		breach(c, t->name, "has no property");
	if (!t->section || !*t->section)
		breach(c, t->name, "has no section of the handout");
	for (i = 0; i < RUBRIC_HINTS; i++)
		if (!t->hints[i] || !*t->hints[i])
			breach(c, t->name, "does not have three hints");
}

/* Without points of its own it must cost those of another. */
static bool counts(const struct rubric_lab *lab, const struct rubric_test *test)
{
	const struct rubric_test *t;

	for (t = lab->tests; !test->points && t->name; t++)
		if (t->parent && !strcmp(t->parent, test->name) &&
			!rubric_is_challenge(lab, t))
			return true;
	return test->points > 0;
}

static void check_points(struct checking *c, const struct rubric_test *t)
{
	if (!rubric_is_challenge(c->lab, t)) {
		if (!counts(c->lab, t))
			breach(c, t->name, "is worth no point");
	} else if (t->points) {
		breach(c, t->name, "is worth points and is a challenge");
	}
}

static void check_parent(struct checking *c, const struct rubric_test *t)
{
	const struct rubric_test *parent = rubric_test(c->lab, t->parent);

	if (!parent || parent >= t)
		breach(c, t->name, "has a parent that does not stand above it");
	else if (rubric_is_challenge(c->lab, parent) &&
		 !rubric_is_challenge(c->lab, t))
		breach(c, t->name, "needs a test of a challenge");
}

static void check_test(struct checking *c, const struct rubric_test *t)
{
	const struct rubric_test *same = rubric_test(c->lab, t->name);

	if (same != t)
		breach(c, t->name, "stands in the rubric twice");
	check_points(c, t);
	if (!find_part(c->lab, t->part))
		breach(c, t->name, "belongs to no part of the lab");
	if (t->program && t->builds && t->builds != RUBRIC_EXPLORE)
		breach(c, t->name, "is an explorer test in another build");
	if (!t->program && (t->builds & RUBRIC_EXPLORE))
		breach(c, t->name, "is explored but names no program");
	check_words(c, t);
	if (t->parent)
		check_parent(c, t);
}

int rubric_check(const struct rubric_lab *lab,
	void (*complain)(void *arg, const char *text), void *arg)
{
	struct checking c = {.lab = lab, .complain = complain, .arg = arg};
	const struct rubric_test *t;
	char text[64];
	int sum = 0;

	for (t = lab->tests; t->name; t++) {
		check_test(&c, t);
		sum += t->points;
	}
	if (sum != RUBRIC_MAX_POINTS) {
		snprintf(text, sizeof(text), "adds up to %d points, not %d",
			sum, RUBRIC_MAX_POINTS);
		breach(&c, NULL, text);
	}
	if (lab->challenge && !find_part(lab, lab->challenge))
		breach(&c, NULL, "has a challenge that is none of its parts");
	if (!lab->files || !lab->files[0])
		breach(&c, NULL, "names no file that a submission brings");
	return c.breaches;
}
