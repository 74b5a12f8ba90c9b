/* SPDX-License-Identifier: MIT */
/*
 * How the next option is picked, and how a schedule is written down.
 *
 * Whatever picks, every departure from option 0 is noted in the trace, so any
 * schedule can be run again from its list of deviations alone. As text that
 * is "12-40.2": option 1 at decision 12 and option 2 at decision 40, the
 * default everywhere else. "0" is the schedule without a deviation.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

enum {
	RARE = 16, /* a costly value (a failure) is picked once in so often */
};

struct ex_decision ex_decisions[EX_MAX_STEPS];

static struct {
	enum ex_strategy strategy;
	uint64_t random;
	/* Replay. */
	const struct ex_deviation *devs;
	unsigned n_devs, next_dev;
	/* Guided: the thread of each step, and the values that were picked. */
	const uint8_t *plan;
	unsigned n_plan;
	uint8_t values[EX_MAX_VALUES];
	unsigned n_values, next_value;
	/* PCT: the larger runs first. */
	int64_t priority[EX_MAX_THREADS];
	uint32_t known; /* set of threads that have a priority */
	int64_t lowest;
	unsigned change_at[2], n_changes;
} pick;

/* splitmix64: tiny, and good enough to pick schedules with. */
uint64_t ex_random(uint64_t *state)
{
	uint64_t z = (*state += 0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static unsigned below(unsigned n)
{
	return (unsigned)(ex_random(&pick.random) % n);
}

void ex_strategy_begin(enum ex_strategy strategy, uint64_t seed,
	unsigned expected_steps, const struct ex_deviation *devs,
	unsigned n_devs)
{
	pick.strategy = strategy;
	pick.random = (seed + 1) * 0x2545f4914f6cdd1d;
	pick.devs = devs;
	pick.n_devs = n_devs;
	pick.next_dev = pick.next_value = 0;
	pick.known = 0;
	pick.lowest = 0;
	pick.n_changes = strategy == EX_STRATEGY_PCT3 ? 2 : 1;
	for (unsigned i = 0; i < pick.n_changes; i++)
		pick.change_at[i] = 1 + below(expected_steps + 1);
}

/* Note the decision and what was picked. */
static unsigned decided(
	unsigned option, unsigned n, unsigned cost, bool lazy_last)
{
	struct ex_trace *t = &ex_shared->now;
	unsigned at = t->n_decisions;

	if (at + 1 >= EX_MAX_STEPS)
		ex_error("more than %d decisions in a schedule", EX_MAX_STEPS);
	ex_decisions[at].options = (uint16_t)n;
	ex_decisions[at].cost = (uint8_t)cost;
	ex_decisions[at].lazy_last = lazy_last;
	t->n_decisions = at + 1;
	if (option) {
		t->deviations[t->n_deviations].at = at + 1;
		t->deviations[t->n_deviations++].option = option;
	}
	return option;
}

static unsigned replay(unsigned n)
{
	unsigned at = ex_shared->now.n_decisions + 1, option = 0;

	if (pick.next_dev < pick.n_devs && pick.devs[pick.next_dev].at == at)
		option = pick.devs[pick.next_dev++].option;
	/* A shortened schedule may have fewer options here: stay default. */
	return option < n ? option : 0;
}

void ex_strategy_guide(
	const uint8_t *plan, unsigned n, const struct ex_trace *like)
{
	pick.plan = plan;
	pick.n_plan = n;
	pick.n_values = like->n_values;
	memcpy(pick.values, like->values, like->n_values);
}

static unsigned follow_plan(const int *ids, unsigned n)
{
	unsigned step = ex_shared->now.n_steps;

	for (unsigned i = 0; step < pick.n_plan && i < n; i++)
		if (ids[i] == pick.plan[step])
			return i;
	return 0;
}

static int64_t *priority_of(int id)
{
	if (!(pick.known & (1u << id))) {
		pick.known |= 1u << id;
		pick.priority[id] = 1 + (int64_t)below(1 << 30);
	}
	return &pick.priority[id];
}

/* Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010). */
static unsigned pct(const int *ids, unsigned n)
{
	unsigned best = 0;

	for (unsigned i = 0; i < pick.n_changes; i++)
		if (pick.change_at[i] &&
			ex_shared->now.n_steps >= pick.change_at[i]) {
			pick.change_at[i] = 0;
			*priority_of(ex_self->id) = --pick.lowest;
		}
	for (unsigned i = 1; i < n; i++)
		if (*priority_of(ids[i]) > *priority_of(ids[best]))
			best = i;
	return best;
}

unsigned ex_pick_thread(
	const int *ids, unsigned n, unsigned cost, bool lazy_last)
{
	unsigned option = 0, eager = lazy_last ? n - 1 : n;

	switch (pick.strategy) {
	case EX_STRATEGY_EXHAUSTIVE:
	case EX_STRATEGY_REPLAY:
		option = replay(n);
		break;
	case EX_STRATEGY_GUIDED:
		option = follow_plan(ids, n);
		break;
	case EX_STRATEGY_PCT2:
	case EX_STRATEGY_PCT3:
		option = pct(ids, eager);
		break;
	case EX_STRATEGY_RANDOM:
		option = lazy_last && !below(RARE) ? n - 1 : below(eager);
		break;
	}
	return decided(option, n, cost, lazy_last);
}

unsigned ex_pick_value(unsigned n, unsigned cost)
{
	struct ex_trace *t = &ex_shared->now;
	unsigned option = 0;

	if (pick.strategy == EX_STRATEGY_EXHAUSTIVE ||
		pick.strategy == EX_STRATEGY_REPLAY)
		option = replay(n);
	else if (pick.strategy == EX_STRATEGY_GUIDED)
		option = pick.next_value < pick.n_values
				 ? pick.values[pick.next_value++]
				 : 0;
	else if (!cost || !below(RARE))
		option = below(n);
	if (option >= n)
		option = 0;
	if (t->n_values < EX_MAX_VALUES)
		t->values[t->n_values++] = (uint8_t)option;
	return decided(option, n, cost, false);
}

void ex_strategy_yielded(int thread)
{
	if (pick.strategy == EX_STRATEGY_PCT2 ||
		pick.strategy == EX_STRATEGY_PCT3)
		*priority_of(thread) = --pick.lowest;
}

/* ---- Names and texts ---- */

static const char *const names[] = {
	[EX_STRATEGY_EXHAUSTIVE] = "exhaustive",
	[EX_STRATEGY_PCT2] = "pct2",
	[EX_STRATEGY_PCT3] = "pct3",
	[EX_STRATEGY_RANDOM] = "random",
	[EX_STRATEGY_REPLAY] = "replay",
	[EX_STRATEGY_GUIDED] = "guided",
};

const char *ex_strategy_name(enum ex_strategy strategy)
{
	return names[strategy];
}

bool ex_strategy_parse(const char *name, enum ex_strategy *out)
{
	for (unsigned i = 0; i <= EX_STRATEGY_REPLAY; i++)
		if (!strcmp(name, names[i])) {
			*out = (enum ex_strategy)i;
			return true;
		}
	return false;
}

static bool number(const char **text, uint32_t *out)
{
	char *end;
	unsigned long v;

	if (**text < '0' || **text > '9')
		return false;
	errno = 0;
	v = strtoul(*text, &end, 10);
	*out = (uint32_t)v;
	*text = end;
	return !errno && v <= UINT32_MAX;
}

bool ex_deviations_parse(
	const char *text, struct ex_deviation *out, unsigned max, unsigned *n)
{
	uint32_t last = 0;

	*n = 0;
	if (!strcmp(text, "0"))
		return true;
	for (;; text++) {
		struct ex_deviation d = {.option = 1};

		if (!number(&text, &d.at) || d.at <= last || *n == max)
			return false;
		if (*text == '.' && (text++, !number(&text, &d.option)))
			return false;
		out[(*n)++] = d;
		last = d.at;
		if (*text != '-')
			return !*text && d.option;
	}
}

void ex_deviations_format(
	const struct ex_deviation *devs, unsigned n, char *out, size_t size)
{
	size_t used = 0;

	snprintf(out, size, "0");
	for (unsigned i = 0; i < n && used + 1 < size; i++) {
		int w = snprintf(out + used, size - used, "%s%u", i ? "-" : "",
			devs[i].at);

		if (w > 0)
			used += (size_t)w;
		if (devs[i].option == 1 || used >= size)
			continue;
		w = snprintf(out + used, size - used, ".%u", devs[i].option);
		if (w > 0)
			used += (size_t)w;
	}
}
