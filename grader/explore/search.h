/* SPDX-License-Identifier: MIT */
/*
 * Which schedule to run next: strategies, the search over schedules, and the
 * text form of a schedule.
 */
#ifndef EXPLORE_SEARCH_H
#define EXPLORE_SEARCH_H

#include "result.h"

/* ---- Strategies (strategy.c, search.c) ---- */

enum ex_strategy {
	EX_STRATEGY_EXHAUSTIVE,
	EX_STRATEGY_PCT2,
	EX_STRATEGY_PCT3,
	EX_STRATEGY_RANDOM,
	EX_STRATEGY_REPLAY,
	EX_STRATEGY_GUIDED, /* by a plan, to shorten a failure */
};

/* One decision as it was met: how many options, what a departure costs. */
struct ex_decision {
	uint16_t options;
	uint8_t cost;
	bool lazy_last; /* the last option costs one more */
};

extern struct ex_decision ex_decisions[EX_MAX_STEPS];

void ex_strategy_begin(enum ex_strategy strategy, uint64_t seed,
	unsigned expected_steps, const struct ex_deviation *devs,
	unsigned n_devs);
/*
 * Choose one of the @n threads @ids; the first is the default. @lazy_last: the
 * last one only spins.
 */
unsigned ex_pick_thread(
	const int *ids, unsigned n, unsigned cost, bool lazy_last);
unsigned ex_pick_value(unsigned n, unsigned cost);
/* The next guided schedule follows @plan, with values as in @like. */
void ex_strategy_guide(
	const uint8_t *plan, unsigned n, const struct ex_trace *like);
void ex_strategy_yielded(int thread);
uint64_t ex_random(uint64_t *state);

bool ex_strategy_parse(const char *name, enum ex_strategy *out);
const char *ex_strategy_name(enum ex_strategy strategy);
bool ex_deviations_parse(
	const char *text, struct ex_deviation *out, unsigned max, unsigned *n);
void ex_deviations_format(
	const struct ex_deviation *devs, unsigned n, char *out, size_t size);

/* ---- The search over schedules (search.c, reduce.c), in the worker ---- */

struct ex_options {
	const char *run; /* --run NAME */
	bool has_strategy;
	enum ex_strategy strategy;
	const char *seed;   /* --seed, or NULL */
	unsigned schedules; /* --schedules, or 0 */
	bool verbose;
	bool inline_mode;
	bool list;
	bool no_reduce;
	const char *log;
	int result_fd; /* -1: none */
};

void ex_search_set_log(int fd);
void ex_search(const struct explore_test *test, const struct ex_options *opt);
/* Run one schedule; true when it failed. The trace is in ex_shared->now. */
bool ex_run_schedule(enum ex_strategy strategy, uint64_t seed,
	const struct ex_deviation *devs, unsigned n_devs);
void ex_reduce(void);
void ex_straighten(void);
/* Make the last schedule the best one when it is; true when it was. */
bool ex_keep_if_better(bool failed);
void ex_copy_trace(struct ex_trace *to, const struct ex_trace *from);
void ex_log_schedule(int fd, const char *strategy, uint64_t seed);

#endif
