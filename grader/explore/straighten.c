/* SPDX-License-Identifier: MIT */
/*
 * Take context switches out of a failing schedule.
 *
 * Leaving out deviations (reduce.c) is fragile for a schedule that was found at
 * random: without one of them, all later ones mean something else. So this
 * looks at the schedule as the sequence of threads that took its steps. It
 * joins two runs of the same thread, either by moving the later one forward or
 * the earlier one back, and lets the new sequence guide the next schedule. What
 * still fails in the same way with fewer switches is kept.
 */
#include <string.h>

#include "runtime.h"

enum {
	MAX_ATTEMPTS = 4000,
	MAX_BLOCKS = 2000
};

struct block {
	uint8_t thread;
	unsigned from, n;
};

static struct block blocks[MAX_BLOCKS];
static unsigned n_blocks;
static uint8_t plan[EX_MAX_STEPS];
static unsigned n_plan, attempts;

/* The runs of one thread in the best schedule so far. */
static bool find_blocks(const struct ex_trace *t)
{
	n_blocks = 0;
	for (unsigned i = 0; i < t->n_steps; i++) {
		struct block *last = n_blocks ? &blocks[n_blocks - 1] : NULL;

		if (last && last->thread == t->steps[i].thread) {
			last->n++;
			continue;
		}
		if (n_blocks == MAX_BLOCKS)
			return false;
		blocks[n_blocks++] = (struct block){
			.thread = t->steps[i].thread, .from = i, .n = 1};
	}
	return true;
}

static void add_to_plan(const struct block *b)
{
	memset(plan + n_plan, b->thread, b->n);
	n_plan += b->n;
}

/* The sequence with block @moved taken out and put before block @before. */
static void make_plan(unsigned moved, unsigned before)
{
	n_plan = 0;
	for (unsigned i = 0; i < n_blocks; i++) {
		if (i == before)
			add_to_plan(&blocks[moved]);
		if (i != moved)
			add_to_plan(&blocks[i]);
	}
}

static bool try_plan(unsigned moved, unsigned before)
{
	attempts++;
	make_plan(moved, before);
	ex_strategy_guide(plan, n_plan, &ex_shared->best);
	return ex_keep_if_better(
		ex_run_schedule(EX_STRATEGY_GUIDED, 0, NULL, 0));
}

static unsigned next_of_same(unsigned i)
{
	for (unsigned j = i + 1; j < n_blocks; j++)
		if (blocks[j].thread == blocks[i].thread)
			return j;
	return 0;
}

/* One switch fewer, or false when there is none to save. */
static bool join_two_blocks(void)
{
	for (unsigned i = 0; i < n_blocks && attempts < MAX_ATTEMPTS; i++) {
		unsigned j = next_of_same(i);

		if (j && (try_plan(j, i + 1) || try_plan(i, j)))
			return true;
	}
	return false;
}

void ex_straighten(void)
{
	attempts = 0;
	while (find_blocks(&ex_shared->best) && join_two_blocks())
		;
}
