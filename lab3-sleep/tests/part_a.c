// SPDX-License-Identifier: MIT
/*
 * Part A: the heap of deadlines.
 */
#include "co/harness.h"
#include "co/heap.h"
#include "suites.h"

enum {
	N = 200
};

static void insert(
	struct co_heap *heap, struct co_heap_node *node, uint64_t deadline)
{
	int err;

	node->deadline = deadline;
	err = co_heap_insert(heap, node);
	if (err)
		CO_CHECK_EQ(0, err);
}

/* Some order that is neither up nor down; every value once. */
static uint64_t shuffled(int i)
{
	return (uint64_t)(i * 77 % N);
}

TEST heap_pops_earliest_first(void)
{
	struct co_heap_node nodes[N] = {{0}};
	struct co_heap heap = {0};
	struct co_heap_node *node;
	uint64_t next = 0;
	int i;

	co_step("insert %d deadlines in disorder", N);
	for (i = 0; i < N; i++)
		insert(&heap, &nodes[i], shuffled(i));
	CO_CHECK_EQ(N, heap.count);
	while (next <= N && (node = co_heap_pop(&heap))) {
		CO_CHECK_EQ(next, node->deadline);
		CO_CHECK(!co_heap_contains(node));
		next++;
	}
	CO_CHECK_EQ(N, next);
	co_heap_fini(&heap);
	PASS();
}

TEST heap_keeps_insertion_order_of_equals(void)
{
	struct co_heap_node nodes[N] = {{0}};
	struct co_heap heap = {0};
	int i, k;

	co_step("four deadlines, each many times");
	for (i = 0; i < N; i++)
		insert(&heap, &nodes[i], (uint64_t)(i % 4));
	for (k = 0; k < 4; k++)
		for (i = k; i < N; i += 4)
			CO_CHECK(co_heap_pop(&heap) == &nodes[i]);
	co_heap_fini(&heap);
	PASS();
}

TEST heap_removes_from_the_middle(void)
{
	struct co_heap_node nodes[N] = {{0}};
	struct co_heap heap = {0};
	struct co_heap_node *node;
	uint64_t next = 0;
	int i, err;

	for (i = 0; i < N; i++)
		insert(&heap, &nodes[i], shuffled(i));
	co_step("remove all odd deadlines, wherever they are");
	for (i = 0; i < N; i++)
		if (nodes[i].deadline % 2) {
			err = co_heap_remove(&heap, &nodes[i]);
			CO_CHECK_EQ(0, err);
			CO_CHECK(!co_heap_contains(&nodes[i]));
		}
	co_step("pop the even ones");
	for (; next <= N && (node = co_heap_pop(&heap)); next += 2)
		CO_CHECK_EQ(next, node->deadline);
	CO_CHECK_EQ(N, next);
	co_heap_fini(&heap);
	PASS();
}

TEST heap_refuses_what_it_has_or_has_not(void)
{
	struct co_heap_node node = {.deadline = 5};
	struct co_heap heap = {0};
	int err;

	err = co_heap_remove(&heap, &node);
	CO_CHECK_EQ(-ENOENT, err);
	CO_CHECK_EQ(0, co_heap_insert(&heap, &node));
	co_step("insert it again");
	err = co_heap_insert(&heap, &node);
	CO_CHECK_EQ(-EBUSY, err);
	CO_CHECK_EQ(1, heap.count);
	CO_CHECK(co_heap_top(&heap) == &node);
	CO_CHECK(co_heap_pop(&heap) == &node);
	CO_CHECK(co_heap_pop(&heap) == NULL);
	err = co_heap_remove(&heap, &node);
	CO_CHECK_EQ(-ENOENT, err);
	co_heap_fini(&heap);
	PASS();
}

SUITE(part_a)
{
	RUN_TEST(heap_pops_earliest_first);
	RUN_TEST(heap_keeps_insertion_order_of_equals);
	RUN_TEST(heap_removes_from_the_middle);
	RUN_TEST(heap_refuses_what_it_has_or_has_not);
}
