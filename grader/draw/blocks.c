// SPDX-License-Identifier: MIT
/*
 * Slices become blocks. When there are too many, some are left out: the middle,
 * unless the beginning is all that is asked for, since how it began and how it
 * ended say the most.
 */
#include "blocks.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_ROWS = 5
};

/* How many tasks stand above @task in the await tree, up to a limit. */
static int depth_of(const struct trace *t, int task)
{
	int depth = 0;
	int at = t->tasks[task].parent;

	while (at >= 0 && depth < MAX_ROWS - 1) {
		at = t->tasks[at].parent;
		depth++;
	}
	return depth;
}

static int row_of(const struct trace *t, const struct trace_slice *s)
{
	int row = depth_of(t, s->task);

	if (row < s->depth)
		row = s->depth;
	return row < MAX_ROWS ? row : MAX_ROWS - 1;
}

static void cut(struct blocks *b, const struct trace *t)
{
	int i;

	for (i = 0; i < t->nslices; i++) {
		const struct trace_slice *s = &t->slices[i];

		b->blocks[i] = (struct block){
			.slice = i,
			.thread = s->thread,
			.begin = s->begin,
			.end = s->end < 0 ? t->nevents : s->end,
			.row = row_of(t, s),
		};
		b->block_of[i] = i;
	}
	b->nblocks = t->nslices;
}

/* Keep the first @head and the last of what @max allows. */
static void leave_out(
	struct blocks *b, const struct trace *t, int max, int head)
{
	int gone = b->nblocks - max;
	int i;

	for (i = 0; i < t->nslices; i++) {
		if (b->block_of[i] < head)
			continue;
		if (b->block_of[i] < head + gone) {
			b->block_of[i] = -1;
			b->left_out++;
		} else {
			b->block_of[i] -= gone;
		}
	}
	memmove(&b->blocks[head], &b->blocks[head + gone],
		(size_t)(max - head) * sizeof(*b->blocks));
	b->nblocks = max;
	b->gap_after = head - 1;
}

int blocks_init(struct blocks *b, const struct trace *t, int max, int head)
{
	memset(b, 0, sizeof(*b));
	b->gap_after = -1;
	b->blocks = calloc((size_t)t->nslices + 1, sizeof(*b->blocks));
	b->block_of = calloc((size_t)t->nslices + 1, sizeof(*b->block_of));
	if (!b->blocks || !b->block_of)
		return -ENOMEM;
	cut(b, t);
	if (b->nblocks > max)
		leave_out(b, t, max, head);
	return 0;
}

void blocks_fini(struct blocks *b)
{
	free(b->blocks);
	free(b->block_of);
}
