/* SPDX-License-Identifier: MIT */
/*
 * Vector clocks. Entry i of a clock is how much of thread i's past is known.
 * A release makes the releaser's past available and opens a new interval of
 * its own, so that what it does afterwards is not covered by it.
 */
#include "runtime.h"

void ex_clock_join(struct ex_clock *into, const struct ex_clock *from)
{
	for (int i = 0; i < ex_run.n_threads; i++)
		if (from->at[i] > into->at[i])
			into->at[i] = from->at[i];
}

void ex_acquire(const struct ex_clock *from)
{
	ex_clock_join(&ex_self->clock, from);
}

void ex_release(struct ex_clock *into)
{
	ex_clock_join(into, &ex_self->clock);
	ex_self->clock.at[ex_self->id]++;
}

void ex_release_store(struct ex_clock *into)
{
	*into = ex_self->clock;
	ex_self->clock.at[ex_self->id]++;
}
