// SPDX-License-Identifier: MIT
/*
 * The seed's experiment, first half: four tasks without an executor, collected.
 *
 *	make lab6-examples SRC=solutions
 *	build/bin/plain/reference-on-reference/lab6-ordered
 *
 * To collect does not make anything concurrent. A task without an executor
 * runs where the collection runs, up to its end if it never suspends: so these
 * run one after the other, whether the collection is here or on a looper. The
 * second half is lab6-interleaved.
 */
#include <stdio.h>

#include "co/collect.h"
#include "co/executor.h"
#include "co/looper.h"

enum {
	LETTERS = 4
};

static int global;

struct letter {
	struct co_task task;
	char name;
	int value;
};

static struct co_task *letter_body(struct co_task *self)
{
	struct letter *f = co_frame(self, struct letter);

	CO_BEGIN(self);
	f->value = ++global;
	printf("  %c runs %s\n", f->name,
		co_executor_here() ? "on the looper" : "here");
	CO_END(self);
}

struct all {
	struct co_task task;
	struct co_collect collect;
	struct co_collect_guard guards[LETTERS];
	struct letter letters[LETTERS];
	struct co_task *tasks[LETTERS];
};

static struct co_task *all_body(struct co_task *self)
{
	struct all *f = co_frame(self, struct all);
	int i;

	CO_BEGIN(self);
	CO_TRY(self, co_collect_all(&f->collect, f->tasks, f->guards, LETTERS));
	for (i = 0; i < LETTERS; i++)
		printf("%s%c is %d", i ? ", " : "  ", f->letters[i].name,
			f->letters[i].value);
	printf("\n");
	CO_END(self);
}

static struct co_task *all_init(struct all *f)
{
	int i;

	co_task_init(&f->task, all_body, "all");
	for (i = 0; i < LETTERS; i++) {
		co_task_init(&f->letters[i].task, letter_body, "letter");
		f->letters[i].name = (char)('a' + i);
		f->tasks[i] = &f->letters[i].task;
	}
	return &f->task;
}

int main(void)
{
	struct co_looper *looper = NULL;
	static struct all f;
	int err;

	err = co_looper_create("looper", &looper);
	if (err)
		return 1;
	printf("Without an executor:\n");
	err = co_task_wait(all_init(&f));
	printf("The collection on a looper:\n");
	if (!err)
		err = co_task_wait(co_schedule_on(
			all_init(&f), co_looper_executor(looper)));
	co_looper_destroy(looper);
	return err ? 1 : 0;
}
