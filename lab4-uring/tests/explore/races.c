// SPDX-License-Identifier: MIT
/*
 * Your engine, your context and your I/O under the explorer, on a simulated
 * ring: which thread runs next and which completion comes first are choices,
 * and each test runs over thousands of them. A failure names the schedule.
 */
#include "../util.h"
#include "explore.h"
#include "ring/vfs.h"

static pthread_t start(void *(*fn)(void *), void *arg)
{
	pthread_t thread;

	CO_CHECK_EQ(0, pthread_create(&thread, NULL, fn, arg));
	return thread;
}

struct posting {
	struct co_engine *engine;
	struct item item;
};

static void *posting_thread(void *arg)
{
	struct posting *p = arg;

	CO_CHECK_EQ(0, co_engine_post(p->engine, &p->item.work));
	return NULL;
}

/* The post comes before the last look, after it, or into the sleep. */
static void engine_hears_a_post_as_it_falls_asleep(void)
{
	struct runs runs = {0};
	struct posting p;
	pthread_t thread;
	struct bare b;

	bare_open(&b);
	p.engine = &b.engine;
	item_init(&p.item, &runs, 1);
	thread = start(posting_thread, &p);
	while (!runs.n) {
		CO_CHECK(co_engine_poll(&b.engine, true, CO_NO_DEADLINE) >= 0);
		co_engine_run(&b.engine);
	}
	pthread_join(thread, NULL);
	bare_close(&b);
}

/* Receives one byte, unless it is asked to stop. */
struct receiving {
	struct co_task task;
	struct co_io io;
	char buffer[8];
	int fd;
	int result;
};

static struct co_task *receiving_body(struct co_task *self)
{
	struct receiving *f = co_frame(self, struct receiving);

	CO_BEGIN(self);
	CO_AWAIT(self, co_recv(&f->io, f->fd, f->buffer, 8, 0));
	f->result = co_awaited(self);
	CO_END(self);
}

static void *sending_thread(void *arg)
{
	CO_CHECK_EQ(1, vfs_send(*(int *)arg, "x", 1));
	return NULL;
}

/* The byte and the request come at the same time. */
static void io_cancel_and_completion_end_it_once(void)
{
	struct receiving f = {.result = 1000};
	struct co_context *c = make_context();
	struct co_cancel_source source;
	pthread_t thread;
	int fds[2];

	vfs_socketpair(fds, 0);
	f.fd = fds[0];
	co_cancel_source_init(&source);
	co_task_init(&f.task, receiving_body, "receiving");
	f.task.cancel = co_cancel_token_of(&source);
	CO_CHECK_EQ(0, co_context_submit(c, &f.task));
	CO_CHECK_EQ(0, co_context_start(c));
	thread = start(sending_thread, &fds[1]);
	co_cancel_request(&source);
	co_context_join(c);
	pthread_join(thread, NULL);
	CO_CHECK(f.result == 1 || f.result == -ECANCELED);
	co_context_destroy(c);
	co_cancel_source_fini(&source);
}

static struct co_task *empty_body(struct co_task *self)
{
	CO_BEGIN(self);
	CO_END(self);
}

struct submitting {
	struct co_context *context;
	struct co_task task;
	int error;
};

static void *submitting_thread(void *arg)
{
	struct submitting *s = arg;

	s->error = co_context_submit(s->context, &s->task);
	return NULL;
}

/* A task that was taken ends, one way or the other; one that was not is ours.*/
static void context_stop_and_submit_agree(void)
{
	struct submitting s = {.context = make_context()};
	pthread_t thread;

	co_task_init(&s.task, empty_body, "submitted");
	co_context_hold(s.context);
	CO_CHECK_EQ(0, co_context_start(s.context));
	thread = start(submitting_thread, &s);
	co_context_stop(s.context);
	co_context_join(s.context);
	pthread_join(thread, NULL);
	CO_CHECK(s.error == 0 || s.error == -ESHUTDOWN);
	co_context_destroy(s.context);
	if (s.error)
		CO_CHECK_EQ(CO_CREATED, co_task_status(&s.task));
	else
		CO_CHECK(co_task_is_done(&s.task));
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(engine_hears_a_post_as_it_falls_asleep),
	EXPLORE_TEST(io_cancel_and_completion_end_it_once, .schedules = 5000),
	EXPLORE_TEST(context_stop_and_submit_agree, .schedules = 5000),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
