// SPDX-License-Identifier: MIT
/*
 * The outside world, part E: a library with callbacks becomes something to
 * await.
 *
 * The library below knows nothing of coroutines. It takes a question and a
 * function to call with the answer, and calls it later, on a thread of its
 * own. ask() is the adapter: it makes a completion, gives the producer's half
 * to the library's callback, and awaits the other half. One question the
 * library throws away without a word: the coroutine does not hang.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "co/completion.h"
#include "co/promise.h"

/* The library. */

typedef void answer_fn(void *arg, const char *answer);

struct library {
	const char *question;
	answer_fn *fn;
	void *arg;
};

static void library_ask(
	struct library *library, const char *question, answer_fn *fn, void *arg)
{
	*library = (struct library){question, fn, arg};
}

/* Runs on a thread of the library's. NULL: there is no answer. */
static void *library_thread(void *arg)
{
	struct library *library = arg;
	bool known = !strcmp(library->question, "capital of France");

	printf("library: answers on its own thread\n");
	library->fn(library->arg, known ? "Paris" : NULL);
	return NULL;
}

/* The adapter. */

struct ask {
	struct co_task task;
	struct library *library;
	const char *question;
	const char *answer;
	struct co_completion *completion;
};

static void on_answer(void *arg, const char *answer)
{
	struct co_completion *completion = arg;

	if (answer)
		co_completion_set(completion, (void *)answer);
	co_completion_drop(completion);
}

static struct co_task *ask_body(struct co_task *self)
{
	struct ask *f = co_frame(self, struct ask);
	int err;

	CO_BEGIN(self);
	err = co_completion_create(&f->completion);
	if (err)
		return co_finish(self, err);
	library_ask(f->library, f->question, on_answer, f->completion);
	CO_AWAIT(self, co_completion_await(f->completion));
	f->answer = co_completion_value(f->completion);
	co_completion_destroy(f->completion);
	return co_finish(self, co_awaited(self));
	CO_END(self);
}

static int ask(const char *question)
{
	struct library library;
	struct ask f = {.library = &library, .question = question};
	pthread_t thread;
	int err;

	co_task_init(&f.task, ask_body, "ask");
	co_resume(&f.task);
	printf("main:    ask is %s\n", co_status_name(co_task_status(&f.task)));
	if (pthread_create(&thread, NULL, library_thread, &library))
		return 1;
	err = co_task_wait(&f.task);
	pthread_join(thread, NULL);
	printf("main:    %s: %s\n", question, err ? strerror(-err) : f.answer);
	co_task_destroy(&f.task);
	return 0;
}

int main(void)
{
	return ask("capital of France") || ask("meaning of life");
}
