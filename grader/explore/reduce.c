/* SPDX-License-Identifier: MIT */
/*
 * Shorten a failing schedule.
 *
 * A schedule is its list of deviations, so shortening is delta debugging on
 * that list: leave out halves, then quarters, then single ones, and keep what
 * still fails in the same way with no more context switches. What is left is
 * a schedule in which every departure from "run on until you block" matters.
 */
#include <string.h>

#include "runtime.h"

enum {
	MAX_ATTEMPTS = 3000
};

static struct ex_deviation kept[EX_MAX_STEPS], tried[EX_MAX_STEPS];
static unsigned n_kept, attempts;

void ex_copy_trace(struct ex_trace *to, const struct ex_trace *from)
{
	size_t head = offsetof(struct ex_trace, deviations);

	memcpy(to, from, head);
	memcpy(to->deviations, from->deviations,
		from->n_deviations * sizeof(*from->deviations));
	memcpy(to->steps, from->steps, from->n_steps * sizeof(*from->steps));
}

/* The same thing went wrong: kind, and the place where it is known. */
static bool same_failure(const struct ex_failure *a, const struct ex_failure *b)
{
	if (a->verdict != b->verdict || a->kind != b->kind)
		return false;
	if (a->kind == EX_CHECK || a->kind == EX_ASSERT)
		return a->line == b->line && !strcmp(a->file, b->file);
	return true;
}

static bool better(const struct ex_trace *a, const struct ex_trace *b)
{
	if (a->switches != b->switches)
		return a->switches < b->switches;
	if (a->n_deviations != b->n_deviations)
		return a->n_deviations < b->n_deviations;
	return a->n_steps < b->n_steps;
}

bool ex_keep_if_better(bool failed)
{
	struct ex_trace *best = &ex_shared->best, *now = &ex_shared->now;

	ex_shared->reductions++;
	if (!failed || !same_failure(&now->failure, &best->failure) ||
		!better(now, best))
		return false;
	ex_copy_trace(best, now);
	return true;
}

static bool attempt(unsigned n)
{
	const struct ex_trace *best = &ex_shared->best;

	attempts++;
	if (!ex_keep_if_better(
		    ex_run_schedule(EX_STRATEGY_REPLAY, 0, tried, n)))
		return false;
	n_kept = best->n_deviations;
	memcpy(kept, best->deviations, n_kept * sizeof(*kept));
	return true;
}

/* Try the list without each run of @size deviations, the last ones first. */
static bool leave_out(unsigned size)
{
	bool shorter = false;

	for (unsigned end = n_kept; end > 0;) {
		unsigned from = end > size ? end - size : 0;

		if (attempts >= MAX_ATTEMPTS)
			return false;
		memcpy(tried, kept, from * sizeof(*kept));
		memcpy(tried + from, kept + end,
			(n_kept - end) * sizeof(*kept));
		if (attempt(n_kept - (end - from))) {
			shorter = true;
			end = from < n_kept ? from : n_kept;
		} else {
			end = from;
		}
	}
	return shorter;
}

static void leave_out_all(void)
{
	attempts = 0;
	n_kept = ex_shared->best.n_deviations;
	memcpy(kept, ex_shared->best.deviations, n_kept * sizeof(*kept));
	for (unsigned size = (n_kept + 1) / 2; size;) {
		bool again = leave_out(size);

		if (attempts >= MAX_ATTEMPTS)
			return;
		if (size > 1)
			size = (size + 1) / 2;
		else if (!again)
			return;
	}
}

void ex_reduce(void)
{
	leave_out_all();
	ex_straighten();
	leave_out_all();
}
