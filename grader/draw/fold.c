// SPDX-License-Identifier: MIT
/*
 * Folding by hash: a task's hash is made of what it is and, at the first
 * level, of the hashes of its children in any order. Children before parents,
 * then groups from the roots down; no recursion, as chains can be a million
 * deep.
 */
#include "fold.h"

#include <stdlib.h>
#include <string.h>

#include "map.h"

/* So few tasks are drawn one by one. */
enum {
	FEW = 16
};

struct folder {
	const struct trace *t;
	struct fold *f;
	int *parent;    /* in the tree: who awaited it first, or created it */
	int *order;     /* tasks, parents before children */
	uint64_t *hash; /* of the task, at this level */
};

/* Who awaits whom may be a circle; the tree leaves out what closes it. */
static void find_parents(const struct trace *t, int *parent, int *state)
{
	int i, at;

	for (i = 0; i < t->ntasks; i++)
		parent[i] = t->tasks[i].parent >= 0 ? t->tasks[i].parent
						    : t->tasks[i].creator;
	for (i = 0; i < t->ntasks; i++) {
		/* Walk up until a task that an earlier walk has seen. */
		for (at = i; at >= 0 && !state[at]; at = parent[at]) {
			state[at] = i + 1;
			if (parent[at] >= 0 && state[parent[at]] == i + 1)
				parent[at] = -1;
		}
	}
}

/* Sort by depth: count how many stand at each, then place them. */
static int find_order(int n, const int *parent, int *order, int *depth)
{
	int *start = calloc((size_t)n + 2, sizeof(*start));
	int i, at, k;

	if (!start)
		return -ENOMEM;
	for (i = 0; i < n; i++)
		depth[i] = -1;
	for (i = 0; i < n; i++) {
		for (at = i, k = 0; at >= 0 && depth[at] < 0; at = parent[at])
			k++;
		k += at >= 0 ? depth[at] : -1;
		for (at = i; at >= 0 && depth[at] < 0; at = parent[at])
			depth[at] = k--;
	}
	for (i = 0; i < n; i++)
		start[depth[i] + 1]++;
	for (i = 0; i < n; i++)
		start[i + 1] += start[i];
	for (i = 0; i < n; i++)
		order[start[depth[i]]++] = i;
	free(start);
	return 0;
}

int fold_tree(const struct trace *t, int *parent, int *order)
{
	int *scratch = calloc((size_t)t->ntasks + 1, sizeof(*scratch));
	int err;

	if (!scratch)
		return -ENOMEM;
	find_parents(t, parent, scratch);
	err = find_order(t->ntasks, parent, order, scratch);
	free(scratch);
	return err;
}

/* What the task is, whoever is around it. */
static uint64_t own_hash(const struct trace_task *k)
{
	uint64_t h = trace_hash((uint64_t)k->status, k->name);

	h = trace_mix(h, (uint64_t)(k->executor + 1));
	if (trace_is_over(k->status))
		return trace_mix(h, (uint64_t)(uint32_t)k->error);
	return trace_mix(trace_hash(h, k->kind), k->line);
}

static void hash_all(struct folder *d, enum fold_level level)
{
	const struct trace *t = d->t;
	int i;

	for (i = 0; i < t->ntasks; i++)
		d->hash[i] = own_hash(&t->tasks[i]);
	if (level != FOLD_SUBTREES)
		return;
	for (i = t->ntasks - 1; i >= 0; i--) {
		int task = d->order[i];

		if (d->parent[task] >= 0)
			d->hash[d->parent[task]] += trace_mix(d->hash[task], 1);
	}
}

static uint64_t key_of(const struct folder *d, int task, int parent_group)
{
	switch (d->f->level) {
	case FOLD_NONE:
		return (uint64_t)task;
	case FOLD_EVERYWHERE:
		return d->hash[task];
	default:
		return trace_mix(d->hash[task], (uint64_t)(parent_group + 1));
	}
}

static int group_all(struct folder *d, enum fold_level level)
{
	struct trace_map seen = {0};
	struct fold *f = d->f;
	int err = 0;
	int i;

	f->level = level;
	f->ngroups = 0;
	hash_all(d, level);
	for (i = 0; i < d->t->ntasks && !err; i++) {
		int task = d->order[i];
		int above = d->parent[task] < 0 ? -1
						: f->group_of[d->parent[task]];
		uint64_t key = key_of(d, task, above);
		int g = trace_map_get(&seen, key);

		if (g < 0) {
			g = f->ngroups++;
			f->groups[g] = (struct fold_group){task, 0, above};
			err = trace_map_set(&seen, key, g);
		}
		f->groups[g].count++;
		f->group_of[task] = g;
	}
	trace_map_free(&seen);
	return err;
}

static int fold(struct folder *d, int max_groups)
{
	int err = fold_tree(d->t, d->parent, d->order);
	int level;

	level = d->t->ntasks <= FEW ? FOLD_NONE : FOLD_SUBTREES;
	for (; level <= FOLD_EVERYWHERE && !err; level++) {
		err = group_all(d, level);
		if (d->f->ngroups <= max_groups)
			break;
	}
	return err;
}

int fold_init(struct fold *f, const struct trace *t, int max_groups)
{
	size_t n = (size_t)t->ntasks + 1;
	struct folder d = {.t = t, .f = f};
	int err = -ENOMEM;

	memset(f, 0, sizeof(*f));
	f->groups = calloc(n, sizeof(*f->groups));
	f->group_of = calloc(n, sizeof(*f->group_of));
	d.parent = calloc(n, sizeof(*d.parent));
	d.order = calloc(n, sizeof(*d.order));
	d.hash = calloc(n, sizeof(*d.hash));
	if (f->groups && f->group_of && d.parent && d.order && d.hash)
		err = fold(&d, max_groups);
	free(d.parent);
	free(d.order);
	free(d.hash);
	return err;
}

void fold_fini(struct fold *f)
{
	free(f->groups);
	free(f->group_of);
}
