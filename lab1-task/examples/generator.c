// SPDX-License-Identifier: MIT
/*
 * Generators, part E: two of them in a row.
 *
 * fibonacci yields numbers and never ends. even consumes it, passes the even
 * ones on, and ends after the sixth. main() consumes even. Nothing is computed
 * before somebody asks for it, and no list of numbers exists anywhere.
 */
#include <stdio.h>

#include "co/generator.h"

struct fibonacci {
	struct co_task task;
	long value;
	long next;
};

struct even {
	struct co_task task;
	struct fibonacci source;
	int left;
	long value;
};

static struct co_task *fibonacci_body(struct co_task *self)
{
	struct fibonacci *f = co_frame(self, struct fibonacci);

	CO_BEGIN(self);
	f->value = 0;
	f->next = 1;
	for (;;) {
		long sum;

		CO_YIELD(self);
		sum = f->value + f->next;
		f->value = f->next;
		f->next = sum;
	}
	CO_END(self);
}

static struct co_task *even_body(struct co_task *self)
{
	struct even *f = co_frame(self, struct even);

	CO_BEGIN(self);
	co_task_init(&f->source.task, fibonacci_body, "fibonacci");
	while (f->left > 0) {
		CO_TRY(self, co_generator_await(&f->source.task));
		if (f->source.value % 2)
			continue;
		f->value = f->source.value;
		f->left--;
		CO_YIELD(self);
	}
	co_task_destroy(&f->source.task);
	CO_END(self);
}

int main(void)
{
	struct even even;
	int more;

	co_task_init(&even.task, even_body, "even");
	even.left = 6;
	while ((more = co_generator_next(&even.task)) == 1)
		printf("%ld\n", even.value);
	printf("ended: %d\n", more);
	printf("asked again: %d\n", co_generator_next(&even.task));
	co_task_destroy(&even.task);
	return more;
}
