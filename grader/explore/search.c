/* SPDX-License-Identifier: MIT */
/*
 * Which schedules are run, in which order.
 *
 * The exhaustive search runs each schedule exactly once. A schedule is a list
 * of deviations; a run of it meets decisions behind its last deviation, and
 * each alternative there is one more schedule, filed under the number of
 * preemptions it needs. Bucket 0 is emptied first, then bucket 1, and so on.
 * What is filed beyond the budget is replaced at random (by a fixed seed), so
 * that a cut search still looks at all of the test and not at its beginning.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime.h"

enum {
	MAX_BOUND = 8,
	CALIBRATION_STEPS = 16,
};

struct node {
	int parent; /* index into nodes, or -1 */
	struct ex_deviation dev;
};

struct bucket {
	int *nodes;
	unsigned n, taken, size;
	bool dropped; /* something was not filed for want of budget */
};

static struct {
	const struct explore_test *test;
	struct timespec start;
	struct node *nodes;
	unsigned n_nodes, nodes_size;
	struct bucket buckets[MAX_BOUND + 2];
	struct ex_deviation devs[EX_MAX_STEPS];
	unsigned expected_steps;
	uint64_t random;
} search;

static int log_fd = -1;

bool ex_run_schedule(enum ex_strategy strategy, uint64_t seed,
	const struct ex_deviation *devs, unsigned n_devs)
{
	ex_sched_reset();
	ex_objects_reset();
	ex_race_reset();
	ex_heap_reset();
	ex_eventfd_reset();
	ex_conds_reset();
	ex_libc_reset();
	ex_keys_reset();
	ex_state_restore();
	ex_strategy_begin(strategy, seed, search.expected_steps, devs, n_devs);
	ex_shared->in_schedule = true;
	ex_run_body(ex_run.test->body);
	ex_shared->in_schedule = false;
	ex_run.schedule++;
	if (log_fd >= 0)
		ex_log_schedule(log_fd, ex_strategy_name(strategy), seed);
	return ex_shared->now.failure.verdict != EX_PASSED;
}

static bool out_of_time(void)
{
	struct timespec now;
	int64_t ms;

	clock_gettime(CLOCK_MONOTONIC, &now);
	ms = (now.tv_sec - search.start.tv_sec) * 1000 +
	     (now.tv_nsec - search.start.tv_nsec) / 1000000;
	return ms >= (int64_t)search.test->milliseconds;
}

/* Whether the search must stop: a failure, or no time is left. */
static bool stop(enum ex_strategy strategy, uint64_t seed, bool failed)
{
	ex_shared->schedules++;
	if (failed) {
		strcpy(ex_shared->found_strategy, ex_strategy_name(strategy));
		ex_shared->found_seed = seed;
		ex_shared->found = true;
		return true;
	}
	if (ex_shared->schedules % 64 == 0 && out_of_time()) {
		ex_shared->clock_cut = true;
		return true;
	}
	return false;
}

/* ---- Exhaustive ---- */

static int new_node(int parent, unsigned at, unsigned option)
{
	struct node *n;

	if (search.n_nodes == search.nodes_size) {
		search.nodes_size = search.nodes_size * 2 + 1024;
		search.nodes = realloc(search.nodes,
			search.nodes_size * sizeof(*search.nodes));
		if (!search.nodes)
			ex_error("out of memory for the search");
	}
	n = &search.nodes[search.n_nodes];
	n->parent = parent;
	n->dev.at = at;
	n->dev.option = option;
	return (int)search.n_nodes++;
}

static void file_schedule(struct bucket *b, unsigned room, int parent,
	unsigned at, unsigned option)
{
	if (b->n - b->taken >= room) {
		unsigned waiting = b->n - b->taken;

		b->dropped = true;
		if (!waiting || ex_random(&search.random) % 2)
			return;
		b->nodes[b->taken + ex_random(&search.random) % waiting] =
			new_node(parent, at, option);
		return;
	}
	if (b->n == b->size) {
		b->size = b->size * 2 + 256;
		b->nodes = realloc(b->nodes, b->size * sizeof(*b->nodes));
		if (!b->nodes)
			ex_error("out of memory for the search");
	}
	b->nodes[b->n++] = new_node(parent, at, option);
}

static unsigned unroll(int node)
{
	unsigned n = 0, i;

	for (int at = node; at >= 0; at = search.nodes[at].parent)
		n++;
	i = n;
	for (int at = node; at >= 0; at = search.nodes[at].parent)
		search.devs[--i] = search.nodes[at].dev;
	return n;
}

static void file_alternatives(int node, unsigned bound, unsigned room)
{
	unsigned first = node < 0 ? 0 : search.nodes[node].dev.at;
	unsigned n = ex_shared->now.n_decisions;

	for (unsigned i = first; i < n; i++) {
		struct ex_decision d = ex_decisions[i];

		for (unsigned option = 1; option < d.options; option++) {
			bool lazy = d.lazy_last && option + 1 == d.options;
			unsigned to = bound + d.cost + lazy;

			if (to > MAX_BOUND)
				to = MAX_BOUND + 1;
			file_schedule(
				&search.buckets[to], room, node, i + 1, option);
		}
	}
}

/* Returns true when the search is over, not just this strategy. */
static bool exhaustive(unsigned budget, unsigned max_bound)
{
	unsigned bound = 0, ran = 0;
	bool complete = true;
	int node = -1;

	for (;;) {
		unsigned n = node < 0 ? 0 : unroll(node);
		struct bucket *b;
		bool bad;

		bad = ex_run_schedule(
			EX_STRATEGY_EXHAUSTIVE, ++ran, search.devs, n);
		if (stop(EX_STRATEGY_EXHAUSTIVE, ran, bad))
			return true;
		if (ran == 1)
			search.expected_steps = ex_shared->now.n_steps;
		file_alternatives(node, bound, budget - ran);
		for (;; bound++) {
			b = &search.buckets[bound];
			if (b->taken < b->n)
				break;
			complete = complete && !b->dropped;
			if (complete) {
				ex_shared->exhausted_bound = bound;
				ex_shared->exhausted_count = ran;
			}
			if (bound == max_bound || bound == MAX_BOUND)
				goto done;
		}
		if (ran == budget) {
			complete = false;
			goto done;
		}
		node = b->nodes[b->taken++];
	}
done:
	ex_shared->exhausted = complete;
	ex_shared->whole_space = complete;
	for (unsigned i = bound + 1; i < MAX_BOUND + 2; i++)
		if (search.buckets[i].n || search.buckets[i].dropped)
			ex_shared->whole_space = false;
	return ex_shared->whole_space;
}

static bool sample(enum ex_strategy strategy, unsigned budget)
{
	for (unsigned seed = 1; seed <= budget; seed++)
		if (stop(strategy, seed,
			    ex_run_schedule(strategy, seed, NULL, 0)))
			return true;
	return false;
}

/* A run that only tells how long the test is, for the change points of PCT. */
static void calibrate(void)
{
	ex_run_schedule(EX_STRATEGY_REPLAY, 0, NULL, 0);
	search.expected_steps = ex_shared->now.n_steps;
}

static void search_all(void)
{
	unsigned which = search.test->strategies, left, half;
	unsigned bound = search.test->preemptions;

	left = search.test->schedules;
	half = which == EXPLORE_EXHAUSTIVE ? left : (left + 1) / 2;
	if (bound == EXPLORE_NO_PREEMPTION)
		bound = 0;
	if (which & EXPLORE_EXHAUSTIVE) {
		if (exhaustive(half, bound))
			return;
		left -= ex_shared->schedules;
	} else {
		calibrate();
	}
	for (unsigned i = 0; i < 3; i++) {
		unsigned rest = which & (~1u << (i + 1));
		unsigned share = (unsigned)__builtin_popcount(rest & 14) + 1;
		unsigned n = left / share;

		if (!(which & (EXPLORE_PCT2 << i)))
			continue;
		if (sample(EX_STRATEGY_PCT2 + i, n))
			return;
		left -= n;
	}
}

static void one_schedule(const struct ex_options *opt)
{
	uint64_t seed = strtoull(opt->seed, NULL, 10);
	unsigned n = 0;

	if (opt->strategy == EX_STRATEGY_REPLAY) {
		if (!ex_deviations_parse(
			    opt->seed, search.devs, EX_MAX_STEPS, &n))
			ex_error("--seed %s is not a schedule", opt->seed);
	} else {
		calibrate();
	}
	stop(opt->strategy, seed,
		ex_run_schedule(opt->strategy, seed, search.devs, n));
}

void ex_search_set_log(int fd)
{
	log_fd = fd;
}

void ex_search(const struct explore_test *test, const struct ex_options *opt)
{
	search.test = test;
	search.random = 1;
	search.expected_steps = CALIBRATION_STEPS;
	clock_gettime(CLOCK_MONOTONIC, &search.start);
	ex_run.test = test;
	ex_state_save();
	if (!opt->seed)
		search_all();
	else if (opt->strategy == EX_STRATEGY_EXHAUSTIVE)
		exhaustive((unsigned)strtoul(opt->seed, NULL, 10),
			test->preemptions == EXPLORE_NO_PREEMPTION
				? 0
				: test->preemptions);
	else
		one_schedule(opt);
	if (!ex_shared->found)
		return;
	ex_copy_trace(&ex_shared->first, &ex_shared->now);
	ex_copy_trace(&ex_shared->best, &ex_shared->now);
	if (!opt->no_reduce && !(opt->seed))
		ex_reduce();
}
