// SPDX-License-Identifier: MIT
/*
 * The given half of the task runtime: thread-local state, names, and how a
 * ready task reaches the executor it belongs to.
 */
#include "co/promise.h"
#include "co/task.h"

__thread struct co_task *co__current;
__thread struct co_executor *co__executor_here;

enum co_status co__status_of_failure(int error)
{
	switch (error) {
	case -ECANCELED:
		return CO_CANCELLED;
	case -EOWNERDEAD:
		return CO_KILLED;
	case -ETIMEDOUT:
		return CO_TIMED_OUT;
	default:
		return CO_FAILED;
	}
}

const char *co_status_name(enum co_status status)
{
	switch (status) {
	case CO_CREATED:
		return "created";
	case CO_RUNNING:
		return "running";
	case CO_SUSPENDED:
		return "suspended";
	case CO_DONE:
		return "done";
	case CO_FAILED:
		return "failed";
	case CO_CANCELLED:
		return "cancelled";
	case CO_KILLED:
		return "killed";
	case CO_TIMED_OUT:
		return "timed out";
	}
	return "in no known status";
}

void co__bad_resume_point(const struct co_task *self)
{
	CO_ASSERT(false,
		"task '%s' has no resume point at line %u: was its frame "
		"overwritten, or is it another body's?",
		self->name, self->at);
	__builtin_unreachable();
}

void co__trace_task(enum co_trace_type type, const struct co_task *self,
	const char *file, int line)
{
	co__trace_write(type, self, NULL, self->name, file, line, 0, 0);
}

void co__trace_created(struct co_task *task)
{
	task->flags |= CO_TASK_TRACED;
	co__trace_task(CO_TRACE_TASK_CREATED, task, NULL, 0);
}

void co__trace_enter(const struct co_task *self, const char *file, int line)
{
	if (self->at)
		co__trace_task(
			CO_TRACE_TASK_RESUMED, self, file, (int)self->at);
	else
		co__trace_task(CO_TRACE_TASK_STARTED, self, file, line);
}

struct co_task *co__yield_slowly(
	struct co_task *self, const char *file, int line)
{
	co_trace_at(
		CO_TRACE_TASK_SUSPENDED, self, NULL, "yield", file, line, 0);
	return self->flags & CO_TASK_CONSUMED ? co__generator_yield(self)
					      : NULL;
}

void co__trace_finish(const struct co_task *self, int error)
{
	co__trace_write(CO_TRACE_TASK_FINISHED, self, NULL, self->name, NULL, 0,
		error, (int)co_status_of_error(error));
}

void co__trace_await(struct co_task *self, struct co_awaiter *awaiter,
	const char *file, int line)
{
	/* The awaiter of a task is the one inside it: see co_task_await(). */
	struct co_task *child = co_container_of(awaiter, struct co_task, await);

	if (awaiter->ops->awaits_task)
		co__trace_write(CO_TRACE_AWAIT, self, child, self->name, file,
			line, 0, 0);
	co__trace_write(CO_TRACE_TASK_SUSPENDED, self, awaiter,
		awaiter->ops->name, file, line, 0, 0);
}

/*
 * The executor of @task takes no more work. The task cannot run where it
 * belongs, and running it elsewhere would break its rules: it ends as
 * cancelled. Whoever awaits it may belong to another executor, and goes on
 * there.
 */
static void end_refused(struct co_task *task)
{
	int err;

	/* It is ready: there is nothing left to detach it from. */
	task->awaiter = NULL;
	err = co_task_kill(task, -ECANCELED);
	CO_ASSERT(!err,
		"task '%s' was refused by its executor and cannot be cancelled",
		task->name);
}

/*
 * Ending a task wakes its parent, which may be refused as well, and so on: a
 * chain may be a million long. So only the outermost call ends tasks, in a
 * loop; the inner ones leave theirs in a list, by the links of their work.
 */
static void refused(struct co_task *task)
{
	static struct co_work last;
	static __thread struct co_work *list;
	static __thread bool ending;
	struct co_work *work;

	task->work.next = list ? list : &last;
	list = &task->work;
	if (ending)
		return;
	ending = true;
	while ((work = list)) {
		list = work->next == &last ? NULL : work->next;
		work->next = NULL;
		end_refused(co_container_of(work, struct co_task, work));
	}
	ending = false;
}

static void run_task(struct co_work *work, int error)
{
	struct co_task *task = co_container_of(work, struct co_task, work);

	if (error)
		refused(task);
	else
		co_resume(task);
}

static int post(struct co_task *task)
{
	task->work.run = run_task;
	co_trace(CO_TRACE_POST, task, task->executor, task->executor->name, 0);
	return task->executor->post(task->executor, &task->work);
}

void co_task_wake(struct co_task *task)
{
	if (!task->executor)
		co_resume(task);
	else if (post(task))
		refused(task);
}

struct co_task *co__task_next_elsewhere(struct co_task *task)
{
	if (post(task))
		refused(task);
	return NULL;
}
