// SPDX-License-Identifier: MIT
/*
 * Slices become blocks. When there are too many, what one thread did in a row
 * becomes one block; when there are still too many, the middle is left out:
 * how it began and how it ended say the most.
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

static int end_of(const struct trace *t, const struct trace_slice *s)
{
	return s->end < 0 ? t->nevents : s->end;
}

/* Slices stand in order of their beginning, so a merge only looks back. */
static void cut(struct blocks *b, const struct trace *t, bool merge)
{
	struct block *last = NULL;
	int i;

	b->nblocks = 0;
	for (i = 0; i < t->nslices; i++) {
		const struct trace_slice *s = &t->slices[i];
		int row = merge ? 0 : row_of(t, s);

		if (!merge || !last || last->thread != s->thread) {
			last = &b->blocks[b->nblocks++];
			*last = (struct block){
				.thread = s->thread,
				.first = i,
				.begin = s->begin,
				.row = row,
			};
		}
		last->last = i;
		last->count++;
		if (last->end < end_of(t, s))
			last->end = end_of(t, s);
		b->block_of[i] = b->nblocks - 1;
	}
}

/* Keep the first and the last half of what @max allows. */
static void leave_out_middle(struct blocks *b, const struct trace *t, int max)
{
	int head = max / 2;
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

int blocks_init(struct blocks *b, const struct trace *t, int max)
{
	memset(b, 0, sizeof(*b));
	b->gap_after = -1;
	b->blocks = calloc((size_t)t->nslices + 1, sizeof(*b->blocks));
	b->block_of = calloc((size_t)t->nslices + 1, sizeof(*b->block_of));
	if (!b->blocks || !b->block_of)
		return -ENOMEM;
	cut(b, t, false);
	if (b->nblocks > max)
		cut(b, t, true);
	if (b->nblocks > max)
		leave_out_middle(b, t, max);
	return 0;
}

void blocks_fini(struct blocks *b)
{
	free(b->blocks);
	free(b->block_of);
}
