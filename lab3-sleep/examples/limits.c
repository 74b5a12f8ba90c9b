// SPDX-License-Identifier: MIT
/*
 * A download with a time limit, three times: it is in time, it is too late, it
 * is no longer wanted.
 *
 *	make lab3-examples SRC=solutions
 *	build/bin/plain/reference-on-reference/lab3-limits
 */
#include <stdio.h>
#include <string.h>

#include "co/looper.h"
#include "co/sleep.h"

enum {
	HOUR = 3600000
};

struct download {
	struct co_task task;
	struct co_sleep nap;
	int ms;
};

static struct co_task *download_body(struct co_task *self)
{
	struct download *f = co_frame(self, struct download);

	CO_BEGIN(self);
	CO_AWAIT(self, co_sleep_ms(&f->nap, f->ms));
	printf("download: %s\n", strerror(-co_awaited(self)));
	return co_finish(self, co_awaited(self));
	CO_END(self);
}

static void download_cleanup(struct co_task *self)
{
	(void)self;
	printf("download: cleanup closes the file\n");
}

struct page {
	struct co_task task;
	struct co_timeout timeout;
	struct download download;
	int ms, limit;
};

static struct co_task *page_body(struct co_task *self)
{
	struct page *f = co_frame(self, struct page);

	CO_BEGIN(self);
	co_task_init(&f->download.task, download_body, "download");
	co_task_set_cleanup(&f->download.task, download_cleanup);
	f->download.ms = f->ms;
	CO_AWAIT(self,
		co_with_timeout(&f->timeout, &f->download.task, f->limit));
	printf("page:     %s\n", strerror(-co_awaited(self)));
	return co_finish(self, co_awaited(self));
	CO_END(self);
}

static void show(struct co_executor *executor, int ms, int limit, bool cancel)
{
	struct co_cancel_source source;
	struct page f = {.ms = ms, .limit = limit};

	co_cancel_source_init(&source);
	co_task_init(&f.task, page_body, "page");
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	if (co_start(co_schedule_on(&f.task, executor)))
		return;
	if (cancel)
		co_cancel_request(&source);
	co_task_wait(&f.task);
	printf("main:     page is %s\n\n",
		co_status_name(co_task_status(&f.task)));
	co_cancel_source_fini(&source);
}

int main(void)
{
	struct co_looper *looper = NULL;

	if (co_looper_create("looper", &looper))
		return 1;
	printf("1 ms of work, an hour of time:\n");
	show(co_looper_executor(looper), 1, HOUR, false);
	printf("an hour of work, 1 ms of time:\n");
	show(co_looper_executor(looper), HOUR, 1, false);
	printf("an hour of work, cancelled:\n");
	show(co_looper_executor(looper), HOUR, HOUR, true);
	co_looper_destroy(looper);
	return 0;
}
