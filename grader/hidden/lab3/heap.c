// SPDX-License-Identifier: MIT
/*
 * The heap against a plain array that knows the same: many inserts, pops and
 * removals in an order that nobody has thought of.
 */
#include "co/heap.h"
#include "suites.h"

enum {
	N = 300,
	STEPS = 20000,
	LOTS = 100000
};

static uint32_t seed = 1;

static uint32_t dice(uint32_t n)
{
	/* A linear congruence: the same numbers in every run. */
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* What is inside, in the order of insertion. */
struct model {
	struct co_heap_node *inside[N];
	int count;
};

static int model_first(const struct model *m)
{
	int first = 0;
	int i;

	for (i = 1; i < m->count; i++)
		if (m->inside[i]->deadline < m->inside[first]->deadline)
			first = i;
	return first;
}

static void model_remove(struct model *m, int at)
{
	for (m->count--; at < m->count; at++)
		m->inside[at] = m->inside[at + 1];
}

/* Every node stands where it says. */
static bool places_are_right(const struct co_heap *heap)
{
	size_t i;

	for (i = 0; i < heap->count; i++)
		if (heap->entries[i].node->place != i + 1)
			return false;
	return true;
}

static bool pop_one(struct co_heap *heap, struct model *m)
{
	int first = model_first(m);
	struct co_heap_node *expected = m->count ? m->inside[first] : NULL;

	if (m->count)
		model_remove(m, first);
	return co_heap_pop(heap) == expected;
}

static bool remove_one(struct co_heap *heap, struct model *m)
{
	int at;

	if (!m->count)
		return true;
	at = (int)dice((uint32_t)m->count);
	if (co_heap_remove(heap, m->inside[at]))
		return false;
	model_remove(m, at);
	return true;
}

static bool insert_one(
	struct co_heap *heap, struct model *m, struct co_heap_node *node)
{
	if (co_heap_contains(node))
		return true;
	node->deadline = dice(64);
	if (co_heap_insert(heap, node))
		return false;
	m->inside[m->count++] = node;
	return true;
}

TEST heap_agrees_with_a_plain_array(void)
{
	static struct co_heap_node nodes[N];
	struct co_heap heap = {0};
	struct model m = {.count = 0};
	bool right = true;
	int i;

	for (i = 0; i < STEPS && right; i++) {
		switch (dice(5)) {
		case 0:
			right = pop_one(&heap, &m);
			break;
		case 1:
			right = remove_one(&heap, &m);
			break;
		default:
			right = insert_one(&heap, &m, &nodes[dice(N)]);
		}
		right = right && heap.count == (size_t)m.count &&
			places_are_right(&heap);
	}
	CO_CHECK(right);
	CO_CHECK_EQ(STEPS, i);
	while (m.count)
		CO_CHECK(pop_one(&heap, &m));
	co_heap_fini(&heap);
	PASS();
}

TEST heap_removes_one_of_many_in_no_time(void)
{
	static struct co_heap_node nodes[LOTS];
	struct co_heap heap = {0};
	bool right = true;
	int i;

	co_step("insert %d, then remove each from wherever it is", LOTS);
	for (i = 0; i < LOTS; i++) {
		nodes[i].deadline = dice(1u << 24);
		right = right && !co_heap_insert(&heap, &nodes[i]);
	}
	for (i = 0; i < LOTS; i++)
		right = right && !co_heap_remove(&heap, &nodes[i]);
	CO_CHECK(right);
	CO_CHECK_EQ(0, heap.count);
	co_heap_fini(&heap);
	PASS();
}

SUITE(heap)
{
	RUN_TEST(heap_agrees_with_a_plain_array);
	RUN_TEST(heap_removes_one_of_many_in_no_time);
}
