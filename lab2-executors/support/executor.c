// SPDX-License-Identifier: MIT
/*
 * The given half of every executor: names, traces, and the work item of a task.
 */
#include <pthread.h>
#include <stdio.h>

#include "co/executor.h"

void co_thread_begin(struct co_executor *executor)
{
	char name[16]; /* what the kernel keeps of a thread's name */

	snprintf(name, sizeof(name), "%s", executor->name);
	pthread_setname_np(pthread_self(), name);
}

/* Apart, so that what resumes a task saves no registers for it. */
static __attribute__((noinline)) void drop_task(struct co_task *task)
{
	int err;

	/* It was ready: there is nothing to detach it from. */
	task->awaiter = NULL;
	err = co_task_kill(task, -ECANCELED);
	CO_ASSERT(!err,
		"task '%s' was dropped by its executor and cannot be cancelled",
		task->name);
}

static void run_task(struct co_work *work, int error)
{
	struct co_task *task = co_container_of(work, struct co_task, work);

	if (co_unlikely(error))
		drop_task(task);
	else
		co_resume(task);
}

int co__task_post(struct co_task *task)
{
	CO_ASSERT(task->executor, "task '%s' has no executor to be posted to",
		task->name);
	task->work.run = run_task;
	if (co_unlikely(co__trace_on))
		co__work_trace(CO_TRACE_POST, task->executor, &task->work);
	return task->executor->post(task->executor, &task->work);
}

void co__task_queue(struct co_task *task, struct co_work_queue *queue)
{
	task->work.run = run_task;
	co_queue_push(queue, &task->work);
	/* Last: a call that nothing follows costs the usual path nothing. */
	if (co_unlikely(co__trace_on))
		co__work_trace(CO_TRACE_POST, task->executor, &task->work);
}

/*
 * A task that was posted by co__task_post() is known by its function. For any
 * other work the events that follow on this thread say what it was.
 */
void co__work_trace(enum co_trace_type type, struct co_executor *executor,
	const struct co_work *work)
{
	const void *task = work->run == run_task
				   ? co_container_of(work, struct co_task, work)
				   : NULL;

	co__trace_write(type, task, executor, executor->name, NULL, 0, 0, 0);
}
