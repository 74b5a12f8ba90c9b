/* SPDX-License-Identifier: MIT */
/*
 * A failing schedule, as the explorer reports it (grader/explore/README.md),
 * made ready to be drawn: schedule_read.c checks and cleans it,
 * schedule_links.c finds out who let whom go on and who is stuck for good,
 * schedule_words.c puts it into words.
 */
#ifndef GRADER_DRAW_SCHEDULE_H
#define GRADER_DRAW_SCHEDULE_H

#include "sketch.h"

enum {
	SCHEDULE_MAX_THREADS = 64,
	SCHEDULE_MAX_ALIASES = 12,
};

/* Who did something where. All strings are clean and never NULL. */
struct schedule_place {
	int thread;
	const char *file; /* its last part */
	int line;         /* 0: not known */
	const char *pc;   /* to compare with, never to show */
};

struct schedule_step {
	struct schedule_place at;
	int number; /* from 1, also where earlier steps are not reported */
	const char *op;
	const char *object;
	bool has_value;
	long long value;
	int cause; /* the step of another thread that let it happen; or -1 */
};

struct schedule_wait {
	struct schedule_place at;
	const char *what; /* "wants to lock a, held by thread 2" */
	const char *op;
	const char *object;
	int holder; /* who is in the way, or -1 */
	int held;   /* the step with which it took the object, or -1 */
	bool circle;
	bool hopeless; /* nobody who could end it is left */
};

/* A short name for an object that has none of its own. */
struct schedule_alias {
	const char *object;
	char name[14];
};

struct schedule {
	const char *kind, *message, *expected, *actual, *object;
	const char *note; /* the last of the test's own steps, or "" */
	struct schedule_place at;
	const char *other_what; /* "": there is no second place */
	struct schedule_place other;
	int failing_step; /* that is the failure itself, or -1 */
	int other_step;
	int period;
	struct schedule_step *steps;
	struct schedule_wait *waits;
	int nsteps, nwaits, nthreads;
	struct schedule_alias aliases[SCHEDULE_MAX_ALIASES];
	int naliases;
	const char *names[SCHEDULE_MAX_THREADS]; /* "" where there is none */
	int ended[SCHEDULE_MAX_THREADS]; /* the step with which it did, or -1 */
	char *text;                      /* what all strings point into */
	size_t text_used, text_size;
};

/*
 * Read @json into @s. Returns 0; -EINVAL when it is no result of the explorer
 * or not one of a failure, and *@why says so; -ENOMEM. schedule_fini() in any
 * case.
 */
int schedule_init(struct schedule *s, const char *json, char **why);
void schedule_fini(struct schedule *s);

/* Give objects on the heap and on stacks short names. */
void schedule_alias(struct schedule *s);

/* Find causes, holders, circles and the steps of the failure. */
void schedule_link(struct schedule *s);

/* Whether a step of these takes a lock. */
bool schedule_takes(const struct schedule_step *step);

/* Whether a step is part of what is wrong. */
bool schedule_is_blamed(const struct schedule *s, int step);

/* "Deadlock" for a kind, in words for a person. */
const char *schedule_kind_words(const struct schedule *s);

/* "condition" for what somebody waits for with this operation; or "". */
const char *schedule_object_kind(const struct schedule_wait *w);

/* "signals cond (nobody waits)", for free(): not yet fit for a label. */
char *schedule_step_text(const struct schedule_step *step);

/* What the failing thread did that is no step, for free(). */
char *schedule_failure_text(const struct schedule *s);

/* Parts of labels, for sketch_text() streams. */
void schedule_put_thread(FILE *out, const struct schedule *s, int thread);
void schedule_put_place(
	FILE *out, const char *before, const struct schedule_place *at);
/* Break @text at about @columns; each line but the last ends in @end. */
void schedule_put_wrapped(
	FILE *out, const char *text, int columns, const char *end);
/* What went wrong, in a sentence or two. */
char *schedule_headline(const struct schedule *s, int columns);

/* What the short names stand for, a line each. */
void schedule_put_aliases(FILE *out, const struct schedule *s);

/* The drawings. Each fills @k. Returns 0 or -ENOMEM. */
int draw_schedule_timeline(struct sketch *k, const struct schedule *s);
int draw_schedule_waits(struct sketch *k, const struct schedule *s);

#endif
