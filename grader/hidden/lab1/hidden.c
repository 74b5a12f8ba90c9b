// SPDX-License-Identifier: MIT
/*
 * The hidden tests of lab 1: their suites, and what they share.
 */
#include "hidden.h"

/* The end of the queue: a posted item's link is never NULL. */
static struct co_work last;

static int hand_post(struct co_executor *executor, struct co_work *work)
{
	struct hand *h = co_container_of(executor, struct hand, executor);
	struct co_work **link;

	if (h->refuses)
		return -ESHUTDOWN;
	if (work->next)
		return -EBUSY;
	pthread_mutex_lock(&h->lock);
	for (link = &h->first; *link != &last; link = &(*link)->next)
		;
	work->next = &last;
	*link = work;
	h->posted++;
	pthread_mutex_unlock(&h->lock);
	return 0;
}

void hand_init(struct hand *h, const char *name)
{
	*h = (struct hand){
		.executor = {.post = hand_post, .name = name},
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.first = &last,
	};
}

static struct co_work *hand_take(struct hand *h)
{
	struct co_work *work;

	pthread_mutex_lock(&h->lock);
	work = h->first;
	if (work == &last) {
		work = NULL;
	} else {
		h->first = work->next;
		work->next = NULL;
	}
	pthread_mutex_unlock(&h->lock);
	return work;
}

int hand_run(struct hand *h)
{
	struct co_executor *outer = co__executor_here;
	struct co_work *work;
	int n = 0;

	co__executor_here = &h->executor;
	for (; (work = hand_take(h)); n++)
		work->run(work, 0);
	co__executor_here = outer;
	return n;
}

static struct co_task *walker_body(struct co_task *self)
{
	struct walker *w = co_frame(self, struct walker);

	w->runs++;
	CO_BEGIN(self);
	while (w->yields > 0) {
		w->yields--;
		CO_YIELD(self);
	}
	if (w->error)
		return co_finish(self, w->error);
	CO_END(self);
}

static void walker_cleanup(struct co_task *self)
{
	CO_CHECK(!co_task_is_done(self));
	co_frame(self, struct walker)->cleaned++;
}

void walker_init(struct walker *w, const char *name, int yields, int error)
{
	w->yields = yields;
	w->error = error;
	w->runs = 0;
	w->cleaned = 0;
	co_task_init(&w->task, walker_body, name);
	co_task_set_cleanup(&w->task, walker_cleanup);
}

static struct co_task *parent_body(struct co_task *self)
{
	struct parent *p = co_frame(self, struct parent);

	CO_BEGIN(self);
	CO_AWAIT(self, co_task_await(p->child));
	p->seen = co_awaited(self);
	CO_END(self);
}

static void parent_cleanup(struct co_task *self)
{
	co_frame(self, struct parent)->cleaned++;
}

void parent_init(struct parent *p, const char *name, struct co_task *child)
{
	p->child = child;
	p->seen = 1;
	p->cleaned = 0;
	co_task_init(&p->task, parent_body, name);
	co_task_set_cleanup(&p->task, parent_cleanup);
}

struct call {
	void (*fn)(void *arg);
	void *arg;
};

static void *call_main(void *arg)
{
	struct call *call = arg;

	call->fn(call->arg);
	return NULL;
}

void run_in_thread(void (*fn)(void *arg), void *arg, size_t stack_size)
{
	struct call call = {fn, arg};
	pthread_attr_t attr;
	pthread_t thread;
	int err;

	pthread_attr_init(&attr);
	err = pthread_attr_setstacksize(&attr, stack_size);
	CO_CHECK_EQ(0, err);
	err = pthread_create(&thread, &attr, call_main, &call);
	CO_CHECK_EQ(0, err);
	if (!err)
		pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
}

void co_test_suites(void)
{
	RUN_SUITE(hidden_a);
	RUN_SUITE(hidden_b);
	RUN_SUITE(hidden_c);
	RUN_SUITE(hidden_d);
	RUN_SUITE(hidden_frames);
	RUN_SUITE(hidden_e);
	RUN_SUITE(hidden_f);
}
