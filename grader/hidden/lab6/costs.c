// SPDX-License-Identifier: MIT
/*
 * What waiting costs: no memory but that of the frames.
 *
 * malloc() and its like are counted where no sanitizer has taken them over;
 * elsewhere the tests only do what they do.
 */
#include <stdlib.h>

#include "../../../lab6-sync/tests/util.h"
#include "co/baton.h"
#include "co/wait_group.h"
#include "suites.h"

static CO_ATOMIC(unsigned) allocations;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
enum {
	COUNTED = 1
};

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);

void *malloc(size_t size)
{
	atomic_fetch_add(&allocations, 1);
	return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	atomic_fetch_add(&allocations, 1);
	return __libc_calloc(n, size);
}

void *realloc(void *block, size_t size)
{
	atomic_fetch_add(&allocations, 1);
	return __libc_realloc(block, size);
}
#else
enum {
	COUNTED = 0
};
#endif

/* The count works: otherwise what follows would prove nothing. */
static void check_count(void)
{
	unsigned before = atomic_load(&allocations);
	void *volatile block = malloc(1);

	free(block);
	CO_CHECK_EQ(before + COUNTED, atomic_load(&allocations));
}

/* A task that holds it, one that waits, one that leaves: three times. */
static void lock_and_wait(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_shared_mutex shared;
	struct co_mutex mutex;
	struct sharer sharers[3];
	struct locker f[3];
	int i;

	co_cancel_source_init(&source);
	co_shared_mutex_init(&shared);
	co_mutex_init(&mutex);
	CO_CHECK(co_mutex_try_lock(&mutex));
	CO_CHECK(co_shared_mutex_try_lock(&shared, CO_EXCLUSIVE));
	for (i = 0; i < 3; i++) {
		locker_init(&f[i], &mutex, &notes, i);
		sharer_init(&sharers[i], &shared,
			i == 2 ? CO_SHARED : CO_EXCLUSIVE, &notes, i);
	}
	co_with_cancel(&f[1].task, co_cancel_token_of(&source));
	co_with_cancel(&sharers[1].task, co_cancel_token_of(&source));
	for (i = 0; i < 3; i++) {
		co_resume(&f[i].task);
		co_resume(&sharers[i].task);
	}
	co_cancel_request(&source);
	co_mutex_unlock(&mutex);
	co_shared_mutex_unlock(&shared, CO_EXCLUSIVE);
	for (i = 0; i < 3; i++) {
		CO_CHECK(co_task_is_done(&f[i].task));
		CO_CHECK(co_task_is_done(&sharers[i].task));
	}
	co_mutex_fini(&mutex);
	co_shared_mutex_fini(&shared);
	co_cancel_source_fini(&source);
}

TEST locks_allocate_nothing(void)
{
	unsigned before;

	check_count();
	before = atomic_load(&allocations);
	lock_and_wait();
	CO_CHECK_EQ(before, atomic_load(&allocations));
	PASS();
}

static void wait_for_events(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_semaphore semaphore;
	struct co_event events[2];
	struct co_latch latch;
	struct waiting f[4];
	int i;

	co_event_init(&events[0], CO_EVENT_MANUAL);
	co_event_init(&events[1], CO_EVENT_AUTO);
	co_latch_init(&latch, 2);
	co_semaphore_init(&semaphore, 0);
	for (i = 0; i < 4; i++)
		waiting_init(&f[i], &notes, i);
	f[0].event = &events[0];
	f[1].event = &events[1];
	f[2].latch = &latch;
	f[3].semaphore = &semaphore;
	for (i = 0; i < 4; i++)
		co_resume(&f[i].task);
	co_event_set(&events[0]);
	co_event_set(&events[1]);
	CO_CHECK_EQ(0, co_latch_count_down(&latch, 2));
	CO_CHECK_EQ(0, co_semaphore_release(&semaphore, 1));
	CO_CHECK_EQ(4, notes.n);
	for (i = 0; i < 2; i++)
		co_event_fini(&events[i]);
	co_latch_fini(&latch);
	co_semaphore_fini(&semaphore);
}

TEST events_latches_and_semaphores_allocate_nothing(void)
{
	unsigned before;

	check_count();
	before = atomic_load(&allocations);
	wait_for_events();
	CO_CHECK_EQ(before, atomic_load(&allocations));
	PASS();
}

struct runner {
	struct co_task task;
	struct co_event_wait wait;
	struct co_baton baton;
	struct co_wait_group group;
};

static struct co_task *runner_body(struct co_task *self)
{
	struct runner *f = co_frame(self, struct runner);

	CO_BEGIN(self);
	CO_AWAIT(self, co_baton_wait(&f->baton));
	CO_TRY(self, co_wait_group_await(&f->group, &f->wait));
	CO_END(self);
}

TEST batons_and_wait_groups_allocate_nothing(void)
{
	struct runner f;
	unsigned before;

	check_count();
	before = atomic_load(&allocations);
	co_task_init(&f.task, runner_body, "runner");
	co_baton_init(&f.baton);
	co_wait_group_init(&f.group);
	CO_CHECK_EQ(0, co_wait_group_add(&f.group, 1));
	co_resume(&f.task);
	co_baton_post(&f.baton);
	CO_CHECK_EQ(0, co_wait_group_done(&f.group));
	CO_CHECK_STATUS(CO_DONE, &f.task);
	CO_CHECK_EQ(before, atomic_load(&allocations));
	co_baton_fini(&f.baton);
	co_wait_group_fini(&f.group);
	PASS();
}

SUITE(costs)
{
	RUN_TEST(locks_allocate_nothing);
	RUN_TEST(events_latches_and_semaphores_allocate_nothing);
	RUN_TEST(batons_and_wait_groups_allocate_nothing);
}
