// SPDX-License-Identifier: MIT
/*
 * From figures to a judgement. Medians and quartiles: a round that something
 * else disturbed does not count for more than any other.
 */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

/* Above this the middle half of the rounds lies too far apart. */
#define NOISY_SPREAD 0.10

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The value below which a part @q of the @n sorted @figures lies. */
static double quantile(const double *figures, int n, double q)
{
	double at = q * (n - 1);
	int low = (int)at;
	int high = low + 1 < n ? low + 1 : low;

	return figures[low] + (figures[high] - figures[low]) * (at - low);
}

static void sum_up(struct bench_contender *c)
{
	double sorted[BENCH_MAX_ROUNDS];

	memcpy(sorted, c->figures, sizeof(sorted));
	qsort(sorted, (size_t)c->rounds, sizeof(*sorted), compare);
	c->median = quantile(sorted, c->rounds, 0.5);
	c->spread = (quantile(sorted, c->rounds, 0.75) -
			    quantile(sorted, c->rounds, 0.25)) /
		    c->median;
}

/*
 * The median of the rounds' ratios, not the ratio of the medians: both of a
 * pair ran within milliseconds, so what slows the machine slows both.
 */
static double ratio_by_rounds(
	const struct bench_contender *ours, const struct bench_contender *peer)
{
	double ratios[BENCH_MAX_ROUNDS];
	int n = ours->rounds < peer->rounds ? ours->rounds : peer->rounds;
	int i;

	for (i = 0; i < n; i++)
		ratios[i] = ours->figures[i] / peer->figures[i];
	qsort(ratios, (size_t)n, sizeof(*ratios), compare);
	return quantile(ratios, n, 0.5);
}

void bench_judge(struct bench_result *result)
{
	struct bench_contender *ours = &result->contenders[0];
	int i;

	result->noisy = false;
	for (i = 0; i < result->n; i++) {
		struct bench_contender *c = &result->contenders[i];

		if (c->state != BENCH_LIVE)
			continue;
		sum_up(c);
		result->noisy |= c->spread > NOISY_SPREAD;
		if (i && ours->state == BENCH_LIVE)
			c->ratio = ratio_by_rounds(ours, c);
	}
}
