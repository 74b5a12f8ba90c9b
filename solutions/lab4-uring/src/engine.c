// SPDX-License-Identifier: MIT
/*
 * Part B: the engine.
 */
#include <sys/eventfd.h>
#include <unistd.h>

#include "co/delay.h"
#include "co/engine.h"

#define ASLEEP CO_ENGINE_ASLEEP

enum {
	SECOND = 1000000000
};

/* The other threads' side: everything is one compare-and-swap. */

/* The stack that hangs at @head, without what the word says beside it. */
static struct co_work *stack_of(struct co_work *head)
{
	return head && head != ASLEEP ? head : CO_WORK_LAST;
}

/*
 * Put @with in place of @head. Who replaces ASLEEP owes the owner a write, and
 * the owner waits for it: until then the descriptor, read before the swap, is
 * there, whatever becomes of the engine.
 */
static bool replace(
	struct co_engine *e, struct co_work **head, struct co_work *with)
{
	const uint64_t one = 1;
	int fd = e->wake_fd;

	/* Release: what the poster wrote is there when the owner takes it. */
	if (!atomic_compare_exchange_weak_explicit(&e->inbox, head, with,
		    memory_order_release, memory_order_relaxed))
		return false;
	while (*head == ASLEEP && write(fd, &one, sizeof(one)) < 0)
		CO_ASSERT(errno == EINTR, "the wake-up cannot be written: %d",
			errno);
	return true;
}

int co_engine_post(struct co_engine *e, struct co_work *work)
{
	struct co_work *head;

	if (co_engine_here() == e) {
		co_queue_push(&e->ready, work);
		return 0;
	}
	head = atomic_load_explicit(&e->inbox, memory_order_relaxed);
	do {
		if (head == &e->shut) {
			work->next = NULL;
			return -ESHUTDOWN;
		}
		work->next = stack_of(head);
	} while (!replace(e, &head, work));
	return 0;
}

void co_engine_wake(struct co_engine *e)
{
	struct co_work *head = atomic_load_explicit(
		&e->inbox, memory_order_relaxed);

	/* An empty stack is as good as work: the owner does not fall asleep. */
	while (!head || head == ASLEEP)
		if (replace(e, &head, CO_WORK_LAST))
			return;
}

void co_engine_shut(struct co_engine *e)
{
	struct co_work *head = atomic_load_explicit(
		&e->inbox, memory_order_relaxed);

	do {
		if (head == &e->shut)
			return;
		e->shut.next = stack_of(head);
	} while (!replace(e, &head, &e->shut));
}

void co_engine_reset(struct co_engine *e)
{
	if (!co_engine_is_shut(e))
		return;
	atomic_store_explicit(&e->inbox,
		e->shut.next == CO_WORK_LAST ? NULL : e->shut.next,
		memory_order_relaxed);
}

/* The owner's side. */

static void woken(struct co_completer *completer, int res)
{
	struct co_engine *e = co_container_of(
		completer, struct co_engine, wake);

	e->wake_armed = false;
	if (res == (int)sizeof(e->wake_count))
		e->wakes_owed -= e->wake_count;
}

int co_engine_init(struct co_engine *e, struct co_executor *executor)
{
	*e = (struct co_engine){.executor = executor};
	e->wake.complete = woken;
	e->wake_fd = eventfd(0, EFD_CLOEXEC);
	return e->wake_fd < 0 ? -errno : 0;
}

void co_engine_fini(struct co_engine *e)
{
	CO_ASSERT(!co_engine_has_ready(e), "an engine goes with work in it");
	close(e->wake_fd);
}

int co_engine_open(struct co_engine *e, unsigned entries)
{
	int err = co_ring_init(&e->ring, entries);

	if (!err)
		co__engine_here = e;
	return err;
}

/* Newest first becomes oldest first. */
static void append_reversed(struct co_work_queue *to, struct co_work *stack)
{
	struct co_work_queue batch = {0};
	struct co_work *next;

	if (stack == CO_WORK_LAST)
		return;
	batch.last = stack;
	for (; stack != CO_WORK_LAST; stack = next) {
		next = stack->next;
		stack->next = batch.first ? batch.first : CO_WORK_LAST;
		batch.first = stack;
	}
	co_queue_append(to, &batch);
}

static void take_inbox(struct co_engine *e)
{
	/* Acquire, here and below: pairs with the release in replace(). */
	struct co_work *head = atomic_load_explicit(
		&e->inbox, memory_order_acquire);

	if (!head)
		return;
	/* Only a shut may come in between, and that one stays. */
	while (head != &e->shut &&
		!atomic_compare_exchange_weak_explicit(&e->inbox, &head, NULL,
			memory_order_acquire, memory_order_acquire))
		;
	if (head == &e->shut) {
		head = e->shut.next;
		e->shut.next = CO_WORK_LAST;
	}
	append_reversed(&e->ready, head);
}

/*
 * Only looks: to take an empty stack is to have heard the wake-up, and then
 * whoever asks would have to look around again. co_engine_run() takes it.
 */
bool co_engine_has_ready(struct co_engine *e)
{
	struct co_work *head = atomic_load_explicit(
		&e->inbox, memory_order_acquire);

	if (head == &e->shut)
		head = e->shut.next;
	return !co_queue_is_empty(&e->ready) || stack_of(head) != CO_WORK_LAST;
}

unsigned co_engine_run(struct co_engine *e)
{
	struct co_work_queue batch;
	struct co_work *work;
	unsigned n = 0;

	take_inbox(e);
	batch = e->ready;
	e->ready = (struct co_work_queue){0};
	while ((work = co_queue_pop(&batch))) {
		co_work_run(e->executor, work,
			co_engine_is_shut(e) ? -ECANCELED : 0);
		n++;
	}
	return n;
}

static bool arm_wake(struct co_engine *e)
{
	struct io_uring_sqe *sqe;

	if (e->wake_armed)
		return true;
	sqe = co_ring_sqe(&e->ring);
	if (!sqe)
		return false;
	io_uring_prep_read(sqe, e->wake_fd, &e->wake_count,
		sizeof(e->wake_count), UINT64_MAX);
	co_sqe_address(sqe, &e->wake, NULL, "wake-up");
	e->wake_armed = true;
	return true;
}

/* Say that we sleep; not if something came in, or the engine is shut. */
static bool fall_asleep(struct co_engine *e)
{
	struct co_work *nothing = NULL;

	return arm_wake(e) &&
	       atomic_compare_exchange_strong_explicit(&e->inbox, &nothing,
		       ASLEEP, memory_order_relaxed, memory_order_relaxed);
}

static void wake_up(struct co_engine *e)
{
	struct co_work *asleep = ASLEEP;

	if (!atomic_compare_exchange_strong_explicit(&e->inbox, &asleep, NULL,
		    memory_order_relaxed, memory_order_relaxed))
		e->wakes_owed++;
}

/* One system call. */
static int enter(struct co_engine *e, bool wait, uint64_t deadline)
{
	struct io_uring *uring = &e->ring.uring;
	struct __kernel_timespec ts;
	struct io_uring_cqe *cqe;
	uint64_t now;

	if (!wait)
		return io_uring_submit_and_get_events(uring);
	if (deadline == CO_NO_DEADLINE)
		return io_uring_submit_and_wait(uring, 1);
	now = co_clock_now();
	now = deadline > now ? deadline - now : 0;
	ts.tv_sec = (int64_t)(now / SECOND);
	ts.tv_nsec = (long long)(now % SECOND);
	return io_uring_submit_and_wait_timeout(uring, &cqe, 1, &ts, NULL);
}

/* What ends a wait early, or goes away once completions are taken. */
static bool is_harmless(int err)
{
	return err == -ETIME || err == -EINTR || err == -EAGAIN ||
	       err == -EBUSY;
}

int co_engine_poll(struct co_engine *e, bool wait, uint64_t deadline)
{
	int err, n;

	wait = wait && !co_engine_has_ready(e) && fall_asleep(e);
	err = co_submitted(enter(e, wait, deadline));
	if (wait)
		wake_up(e);
	n = (int)co_ring_reap(&e->ring);
	return err < 0 && !is_harmless(err) ? err : n;
}

/* Wait for one completion, whoever posts meanwhile. */
static void wait_for_kernel(struct co_engine *e)
{
	int err = co_submitted(enter(e, true, CO_NO_DEADLINE));

	CO_ASSERT(err >= 0 || is_harmless(err),
		"the kernel does not let go of a ring: error %d", err);
	co_ring_reap(&e->ring);
}

void co_engine_settle(struct co_engine *e)
{
	/* A cancel may come too late for some: ask until all are in. */
	while (co_engine_in_flight(e)) {
		co_ring_cancel_all(&e->ring);
		wait_for_kernel(e);
	}
}

void co_engine_close(struct co_engine *e)
{
	/* Somebody is on the way out of a post, with our descriptor in hand. */
	while (e->wakes_owed) {
		arm_wake(e);
		wait_for_kernel(e);
	}
	co_ring_fini(&e->ring);
	e->wake_armed = false;
	co__engine_here = NULL;
}
