// SPDX-License-Identifier: MIT
/*
 * The seed's experiment, second half: the same four tasks, each with an
 * executor that gives it a thread of its own.
 *
 *	make lab6-examples SRC=solutions
 *	build/bin/plain/reference-on-reference/lab6-interleaved
 *
 * In the seed one of the four sleeps, blocks its thread, and the others pass
 * it. Here each waits for its line in a script, and blocks its thread while it
 * does: the output is the same every time, and it only comes to its end when
 * all four are on their way at once. Give them no executor and the first one
 * waits for ever, for a line that the second has to print.
 */
#include <pthread.h>
#include <stdio.h>

#include "co/collect.h"
#include "co/executor.h"
#include "co/new_thread.h"

enum {
	LETTERS = 4
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static int line; /* under @lock: the one to be printed next */

struct letter {
	struct co_task task;
	char name;
	int begin, end; /* its lines */
	int value;
};

/* Block until it is the turn of line @number, and print it. */
static void print_line(int number, const struct letter *f, const char *what)
{
	pthread_mutex_lock(&lock);
	while (line != number)
		pthread_cond_wait(&changed, &lock);
	line++;
	printf("%c %s\n", f->name, what);
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static struct co_task *letter_body(struct co_task *self)
{
	struct letter *f = co_frame(self, struct letter);

	CO_BEGIN(self);
	print_line(f->begin, f, "begins");
	print_line(f->end, f, "ends");
	f->value = f->end - LETTERS + 1;
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
		printf("%s%c was number %d", i ? ", " : "", f->letters[i].name,
			f->letters[i].value);
	printf("\n");
	CO_END(self);
}

static struct co_task *all_init(struct all *f, struct co_executor *executor)
{
	/* As the seed's: b is the slow one. */
	static const int ends[LETTERS] = {4, 7, 5, 6};
	int i;

	co_task_init(&f->task, all_body, "all");
	for (i = 0; i < LETTERS; i++) {
		co_task_init(&f->letters[i].task, letter_body, "letter");
		f->letters[i].name = (char)('a' + i);
		f->letters[i].begin = i;
		f->letters[i].end = ends[i];
		f->tasks[i] = co_schedule_on(&f->letters[i].task, executor);
	}
	return &f->task;
}

int main(void)
{
	struct co_new_thread *threads = NULL;
	static struct all f;
	int err;

	err = co_new_thread_create(&threads);
	if (err)
		return 1;
	err = co_task_wait(all_init(&f, co_new_thread_executor(threads)));
	co_new_thread_destroy(threads);
	return err ? 1 : 0;
}
