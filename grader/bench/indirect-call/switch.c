// SPDX-License-Identifier: MIT
/*
 * The limit of a switch: call a function through a pointer that stands in an
 * object, and have it count in the object. A resume can do no less.
 */
#include <stdlib.h>

#include "../contender.h"

struct object {
	void (*run)(struct object *self);
	uint64_t count;
};

static struct object **objects;
static uint64_t called;

static void count(struct object *self)
{
	self->count++;
}

static void prepare(size_t size)
{
	size_t i;

	objects = calloc(size, sizeof(*objects));
	for (i = 0; i < size; i++) {
		objects[i] = calloc(1, sizeof(*objects[i]));
		objects[i]->run = count;
	}
}

static void run(size_t size, uint64_t n)
{
	uint64_t round;
	size_t i;

	for (round = 0; round < n / size; round++)
		for (i = 0; i < size; i++)
			objects[i]->run(objects[i]);
	called += n;
	for (i = 0; i < size; i++)
		bench_expect(called / size, objects[i]->count, "a count");
}

BENCH_CASE(switch_1, "switch-1", 1, prepare, run)
BENCH_CASE(switch_1k, "switch-1000", 1000, prepare, run)
BENCH_CASE(switch_30k, "switch-30000", 30000, prepare, run)
