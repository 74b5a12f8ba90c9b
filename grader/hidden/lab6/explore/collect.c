// SPDX-License-Identifier: MIT
/*
 * The barrier and collecting, explored: children that end at the same time, on
 * threads of their own.
 */
#include "co/new_thread.h"
#include "meeting.h"

/* Waits at a barrier; two threads arrive besides it. */
struct pausing {
	struct co_task task;
	struct co_barrier barrier;
	int before, after;
};

static struct co_task *pausing_body(struct co_task *self)
{
	struct pausing *f = co_frame(self, struct pausing);

	CO_BEGIN(self);
	f->before++;
	CO_AWAIT(self, co_barrier_wait(&f->barrier));
	f->after++;
	CO_END(self);
}

static void *arriving_thread(void *barrier)
{
	struct co_task *next = co_barrier_arrive(barrier);

	if (next)
		co_resume(next);
	return NULL;
}

static void barrier_resumes_once(void)
{
	struct pausing f = {.before = 0};
	pthread_t threads[2];
	int i;

	co_task_init(&f.task, pausing_body, "pausing");
	co_barrier_init(&f.barrier, 3);
	for (i = 0; i < 2; i++)
		CO_CHECK_EQ(0, pthread_create(&threads[i], NULL,
				       arriving_thread, &f.barrier));
	co_resume(&f.task);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	CO_CHECK_EQ(1, f.before);
	CO_CHECK_EQ(1, f.after);
}

/* Two members on threads of their own, collected by a club on the heap. */
static void collect_two(
	size_t k, enum co_rest rest, int first, int second, int expected)
{
	struct notes notes = NOTES_INITIALIZER;
	struct club *f = malloc(sizeof(*f));
	struct co_new_thread *threads;
	int i;

	CO_CHECK_EQ(0, co_new_thread_create(&threads));
	club_init(f, &notes, 2, k);
	f->rest = rest;
	f->members[0].error = first;
	f->members[1].error = second;
	for (i = 0; i < 2; i++) {
		f->members[i].turns = 0;
		co_schedule_on(f->tasks[i], co_new_thread_executor(threads));
	}
	CO_CHECK_EQ(0, co_task_wait(&f->task));
	if (expected <= 0)
		CO_CHECK_EQ(expected, noted_error(&notes, 1000));
	else
		CO_CHECK(noted_error(&notes, 1000) == first ||
			 noted_error(&notes, 1000) == second);
	for (i = 0; i < 2; i++)
		CO_CHECK(co_task_is_done(f->tasks[i]));
	/* Whoever is still inside is found out. */
	free(f);
	co_new_thread_destroy(threads);
}

static void all_end_at_once(void)
{
	collect_two(2, CO_REST_CANCEL, 0, 0, 0);
}

static void failure_meets_success(void)
{
	collect_two(2, CO_REST_CANCEL, -EIO, 0, -EIO);
}

static void one_of_two_failures_is_reported(void)
{
	collect_two(2, CO_REST_CANCEL, -EIO, -EPERM, 1);
}

static void any_of_two_that_succeed(void)
{
	collect_two(1, CO_REST_CANCEL, 0, 0, 0);
}

static void any_survives_a_failure(void)
{
	collect_two(1, CO_REST_CANCEL, -EIO, 0, 0);
}

static void detached_rest_is_awaited(void)
{
	collect_two(1, CO_REST_DETACH, 0, 0, 0);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(barrier_resumes_once),
	EXPLORE_TEST(all_end_at_once, .schedules = MOST),
	EXPLORE_TEST(failure_meets_success, .schedules = MOST),
	EXPLORE_TEST(one_of_two_failures_is_reported, .schedules = MOST),
	EXPLORE_TEST(any_of_two_that_succeed, .schedules = MOST),
	EXPLORE_TEST(any_survives_a_failure, .schedules = MOST),
	EXPLORE_TEST(detached_rest_is_awaited, .schedules = MOST),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
