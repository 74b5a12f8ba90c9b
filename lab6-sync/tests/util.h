/* SPDX-License-Identifier: MIT */
/*
 * What the tests of this lab share: tasks that lock, wait, send and receive,
 * and children to be collected.
 *
 * Nothing here sleeps or looks at a clock.
 */
#ifndef LAB6_TEST_UTIL_H
#define LAB6_TEST_UTIL_H

#include <stdio.h>

#include "../../lab3-sleep/tests/util.h"
#include "co/channel.h"
#include "co/collect.h"
#include "co/event.h"
#include "co/mutex.h"
#include "co/semaphore.h"
#include "co/shared_mutex.h"
#include "co/shared_promise.h"

/* Run all that @m has. */
static inline void manual_run(struct manual *m)
{
	while (manual_turn(m))
		;
}

/* Notes @id, takes @turns, and ends with @error: a child to be collected. */
struct member {
	struct co_task task;
	struct co_turn turn;
	struct notes *notes;
	int id;
	int turns;
	int error;
	bool obeys; /* looks at its token after each turn */
};

static inline struct co_task *member_body(struct co_task *self)
{
	struct member *f = co_frame(self, struct member);

	CO_BEGIN(self);
	note(f->notes, f->id, 0);
	for (; f->turns; f->turns--) {
		CO_AWAIT(self, co_reschedule(&f->turn));
		if (f->obeys && co_cancel_requested(self->cancel))
			return co_finish(self, -ECANCELED);
	}
	note(f->notes, f->id + 100, f->error);
	return co_finish(self, f->error);
	CO_END(self);
}

static inline void member_init(
	struct member *f, struct notes *notes, int id, int turns, int error)
{
	co_task_init(&f->task, member_body, "member");
	f->notes = notes;
	f->id = id;
	f->turns = turns;
	f->error = error;
	f->obeys = true;
}

enum {
	MAX_MEMBERS = 4
};

/* Collects @k of @n members, notes 1000 and what came of it. */
struct club {
	struct co_task task;
	struct co_collect collect;
	struct co_collect_guard guards[MAX_MEMBERS];
	struct member members[MAX_MEMBERS];
	struct co_task *tasks[MAX_MEMBERS];
	struct notes *notes;
	size_t n, k;
	enum co_rest rest;
};

static inline struct co_task *club_body(struct co_task *self)
{
	struct club *f = co_frame(self, struct club);

	CO_BEGIN(self);
	CO_AWAIT(self, co_collect_some(&f->collect, f->tasks, f->guards, f->n,
			       f->k, f->rest));
	note(f->notes, 1000, co_awaited(self));
	if (f->rest == CO_REST_DETACH) {
		CO_AWAIT(self, co_collect_rest(&f->collect));
		note(f->notes, 1001, co_awaited(self));
	}
	CO_END(self);
}

/* Members take one turn and succeed, unless the test says otherwise. */
static inline void club_init(
	struct club *f, struct notes *notes, size_t n, size_t k)
{
	size_t i;

	co_task_init(&f->task, club_body, "club");
	f->notes = notes;
	f->n = n;
	f->k = k;
	f->rest = CO_REST_CANCEL;
	for (i = 0; i < MAX_MEMBERS; i++) {
		member_init(&f->members[i], notes, (int)i, 1, 0);
		f->tasks[i] = &f->members[i].task;
	}
}

static inline void start_on(struct manual *m, struct co_task *task)
{
	CO_CHECK_EQ(0, co_start(co_schedule_on(task, &m->executor)));
}

/* What came of 1000; 1 when there is no such note, or two. */
static inline int noted_error(struct notes *notes, int id)
{
	int error = 1;
	int i;

	for (i = 0; i < notes->n; i++)
		if (notes->ids[i] == id)
			error = error == 1 ? notes->errors[i] : 2;
	return error;
}

/* Task 0 locked, and unlocked, before task 1 did: "0 in, 0 out, 1 in". */
static inline void check_order(struct notes *notes, const char *expected)
{
	char actual[512] = "";
	size_t at = 0;
	int i;

	for (i = 0; i < notes->n && at < sizeof(actual) - 32; i++)
		at += (size_t)sprintf(actual + at, "%s%d %s", i ? ", " : "",
			notes->ids[i] % 100,
			notes->ids[i] < 100 ? "in" : "out");
	CO_CHECK_STR(expected, actual);
}

/* Locks, notes @id, takes a turn inside, notes @id + 100, unlocks. */
struct locker {
	struct co_task task;
	struct co_mutex_wait wait;
	struct co_turn turn;
	struct co_mutex *mutex;
	struct notes *notes;
	int id;
};

static inline struct co_task *locker_body(struct co_task *self)
{
	struct locker *f = co_frame(self, struct locker);

	CO_BEGIN(self);
	CO_AWAIT(self, co_mutex_lock(f->mutex, &f->wait));
	note(f->notes, f->id, co_awaited(self));
	if (co_awaited(self))
		return co_finish(self, co_awaited(self));
	CO_AWAIT(self, co_reschedule(&f->turn));
	note(f->notes, f->id + 100, 0);
	co_mutex_unlock(f->mutex);
	CO_END(self);
}

static inline void locker_init(
	struct locker *f, struct co_mutex *mutex, struct notes *notes, int id)
{
	co_task_init(&f->task, locker_body, "locker");
	f->mutex = mutex;
	f->notes = notes;
	f->id = id;
}

/* Likewise with a shared mutex. */
struct sharer {
	struct co_task task;
	struct co_shared_wait wait;
	struct co_turn turn;
	struct co_shared_mutex *mutex;
	enum co_sharing how;
	struct notes *notes;
	int id;
};

static inline struct co_task *sharer_body(struct co_task *self)
{
	struct sharer *f = co_frame(self, struct sharer);

	CO_BEGIN(self);
	CO_AWAIT(self, co_shared_mutex_lock(f->mutex, &f->wait, f->how));
	note(f->notes, f->id, co_awaited(self));
	if (co_awaited(self))
		return co_finish(self, co_awaited(self));
	CO_AWAIT(self, co_reschedule(&f->turn));
	note(f->notes, f->id + 100, 0);
	co_shared_mutex_unlock(f->mutex, f->how);
	CO_END(self);
}

static inline void sharer_init(struct sharer *f, struct co_shared_mutex *mutex,
	enum co_sharing how, struct notes *notes, int id)
{
	co_task_init(&f->task, sharer_body, "sharer");
	f->mutex = mutex;
	f->how = how;
	f->notes = notes;
	f->id = id;
}

/* What a waiting task may wait for: one of these is not NULL. */
struct waiting {
	struct co_task task;
	struct co_event_wait event_wait;
	struct co_semaphore_wait semaphore_wait;
	struct co_shared_promise_wait promise_wait;
	struct co_event *event;
	struct co_latch *latch;
	struct co_semaphore *semaphore;
	struct co_shared_promise *promise;
	struct notes *notes;
	int id;
};

static inline struct co_awaiter *waiting_await(struct waiting *f)
{
	if (f->event)
		return co_event_await(f->event, &f->event_wait);
	if (f->latch)
		return co_latch_await(f->latch, &f->event_wait);
	if (f->semaphore)
		return co_semaphore_acquire(f->semaphore, &f->semaphore_wait);
	return co_shared_promise_await(f->promise, &f->promise_wait);
}

static inline struct co_task *waiting_body(struct co_task *self)
{
	struct waiting *f = co_frame(self, struct waiting);

	CO_BEGIN(self);
	CO_AWAIT(self, waiting_await(f));
	note(f->notes, f->id, co_awaited(self));
	return co_finish(self, co_awaited(self));
	CO_END(self);
}

static inline void waiting_init(struct waiting *f, struct notes *notes, int id)
{
	memset(f, 0, sizeof(*f));
	co_task_init(&f->task, waiting_body, "waiting");
	f->notes = notes;
	f->id = id;
}

/* Sends the numbers from @next to @last, or receives until it is closed. */
struct porter {
	struct co_task task;
	struct co_channel_wait wait;
	struct co_channel *channel;
	struct notes *notes;
	intptr_t next, last;
};

static inline struct co_task *sender_body(struct co_task *self)
{
	struct porter *f = co_frame(self, struct porter);

	CO_BEGIN(self);
	for (; f->next <= f->last; f->next++)
		CO_TRY(self,
			co_channel_send(f->channel, &f->wait, (void *)f->next));
	CO_END(self);
}

static inline struct co_task *receiver_body(struct co_task *self)
{
	struct porter *f = co_frame(self, struct porter);

	CO_BEGIN(self);
	for (;;) {
		CO_AWAIT(self, co_channel_receive(f->channel, &f->wait));
		if (co_awaited(self))
			return co_finish(self, co_awaited(self));
		note(f->notes, (int)(intptr_t)co_channel_received(&f->wait), 0);
	}
	CO_END(self);
}

static inline void porter_init(struct porter *f, co_body_fn *body,
	struct co_channel *channel, struct notes *notes)
{
	co_task_init(&f->task, body, "porter");
	f->channel = channel;
	f->notes = notes;
	f->next = 1;
	f->last = 0;
}

#endif
