/* SPDX-License-Identifier: MIT */
/*
 * The life of threads, simulated and real.
 *
 * Simulated thread i always runs on pool thread i, which is made once and kept
 * for all schedules of the process, so thread-local variables are what they
 * are anywhere else (baton.c says how one runs instead of another).
 *
 * Stacks lie at fixed addresses, and with them the thread-local blocks that
 * glibc puts on top, so that code which compares addresses behaves the same
 * in every process.
 *
 * To end a schedule early, everybody that is inside the user's code jumps back
 * to its pool loop, one at a time.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime.h"

#define STACKS_AT ((char *)0x200000000000)

enum {
	GUARD = 1 << 16,
	SCRUB = 4096,
};

_Thread_local struct ex_thread *ex_self;
struct ex_thread ex_threads[EX_MAX_THREADS];
static int pool_size;

/* Hand over, and return when it is our turn again. */
void ex_pass_baton(struct ex_thread *to)
{
	struct ex_thread *me = ex_self;

	ex_hand_over(me, to);
	if (ex_run.leaving)
		longjmp(me->home, 1);
}

/* Left-over values on the stack must not differ between schedules. */
static __attribute__((noinline)) void scrub_stack(void)
{
	char junk[SCRUB];

	memset(junk, 0, sizeof(junk));
	__asm__ volatile("" : : "r"(junk) : "memory");
}

static void *stack_of(int id)
{
	char *at = STACKS_AT + (size_t)id * (EX_STACK + GUARD);
	void *p = mmap(at, EX_STACK, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE |
			MAP_NORESERVE,
		-1, 0);

	if (p != at)
		ex_error("cannot map the stack of thread %d: %s", id,
			strerror(errno));
	return p;
}

static pthread_t start_pthread(struct ex_thread *t, void *(*loop)(void *))
{
	pthread_attr_t attr;
	pthread_t handle;
	char *stack = stack_of(t->id);
	int err;

	t->stack_low = (uintptr_t)stack;
	t->stack_high = t->stack_low + EX_STACK;
	pthread_attr_init(&attr);
	pthread_attr_setstack(&attr, stack, EX_STACK);
	err = pthread_create(&handle, &attr, loop, t);
	pthread_attr_destroy(&attr);
	if (err)
		ex_error("cannot start pool thread %d: %s", t->id,
			strerror(err));
	return handle;
}

/* Run the user's function; returns who is to have the baton next. */
static struct ex_thread *run_thread(struct ex_thread *me)
{
	if (!setjmp(me->home)) {
		me->on_stack = true;
		scrub_stack();
		ex_sched_record("starts", me->wait.pc);
		ex_thread_exit(me->fn(me->arg));
	}
	me->on_stack = false;
	return ex_run.leaving ? &ex_threads[0] : me->next;
}

_Noreturn void ex_thread_loop(struct ex_thread *me)
{
	for (;;) {
		ex_state_restore_tls();
		ex_self = me;
		errno = 0;
		ex_hand_over(me, run_thread(me));
	}
}

static void *pool_thread(void *arg)
{
	ex_baton_start(arg);
	return NULL;
}

_Noreturn void ex_thread_exit(void *result)
{
	struct ex_thread *me = ex_self;

	if (me == &ex_threads[0])
		ex_fail(EX_UNSUPPORTED, 0, NULL,
			"the test body called pthread_exit()");
	ex_keys_run_destructors(me);
	ex_sched_record("ends", 0);
	ex_wrote();
	me->result = result;
	me->state = EX_ENDED;
	me->next = ex_sched_after_end();
	longjmp(me->home, 1);
}

_Noreturn void ex_leave_schedule(void)
{
	ex_run.leaving = true;
	longjmp(ex_self->home, 1);
}

static void reset_thread(struct ex_thread *t)
{
	t->state = EX_READY;
	memset(&t->wait, 0, sizeof(t->wait));
	t->wait.op = "starts";
	t->wait.deadline = EX_NEVER;
	t->wait.holder = -1;
	t->result = NULL;
	t->on_stack = t->detached = t->joined = false;
	t->depth = 0;
	ex_sched_reset_thread(t);
	t->user_pc = 0;
	memset(t->specific, 0, sizeof(t->specific));
	memset(&t->clock, 0, sizeof(t->clock));
	memset(&t->acquire_later, 0, sizeof(t->acquire_later));
	memset(&t->release_fence, 0, sizeof(t->release_fence));
	t->clock.at[t->id] = 1;
	ex_shared->now.thread_names[t->id][0] = '\0';
}

static void grow_pool(int id)
{
	struct ex_thread *t = &ex_threads[id];

	t->id = id;
	pthread_detach(start_pthread(t, pool_thread));
	ex_baton_await_start(t);
	pool_size = id + 1;
}

int ex_thread_create(
	void *(*fn)(void *), void *arg, bool detached, uintptr_t pc)
{
	struct ex_thread *me = ex_self, *t;
	int id = ex_run.n_threads;

	if (id >= EX_MAX_THREADS)
		ex_fail(EX_UNSUPPORTED, pc, NULL,
			"a test may start %d threads in all and this one "
			"starts more",
			EX_MAX_THREADS - 1);
	t = &ex_threads[id];
	if (id >= pool_size)
		grow_pool(id);
	reset_thread(t);
	t->fn = fn;
	t->arg = arg;
	t->detached = detached;
	t->wait.pc = t->started_pc = pc;
	ex_run.n_threads = ex_shared->now.n_threads = id + 1;
	ex_clock_join(&t->clock, &me->clock);
	me->clock.at[me->id]++;
	return id;
}

static bool others_ended(void *arg)
{
	(void)arg;
	for (int i = 1; i < ex_run.n_threads; i++)
		if (ex_threads[i].state != EX_ENDED)
			return false;
	return true;
}

/* What must hold when the body has returned. */
static void end_of_test(void)
{
	struct ex_waiting w = {.op = ex_end_of_test,
		.ready = others_ended,
		.deadline = EX_NEVER,
		.holder = -1};

	ex_wait(&w);
	for (int i = 1; i < ex_run.n_threads; i++)
		if (!ex_threads[i].joined && !ex_threads[i].detached)
			ex_fail(EX_THREAD_LEFT, ex_threads[i].started_pc, NULL,
				"thread %d was neither joined nor detached", i);
	if (ex_run.expect_assert)
		ex_fail(EX_CHECK, 0, NULL,
			"the test should have stopped at a CO_ASSERT about "
			"\"%s\", and did not",
			ex_run.expect_assert);
	ex_heap_check_leaks();
}

/* Send everybody that is still inside the user's code home. */
static void unwind_others(struct ex_thread *me)
{
	for (int i = 1; i < ex_run.n_threads; i++) {
		if (!ex_threads[i].on_stack)
			continue;
		ex_run.leaving = true;
		ex_hand_over(me, &ex_threads[i]);
	}
}

void ex_run_body(void (*body)(void))
{
	struct ex_thread *me = &ex_threads[0];

	reset_thread(me);
	ex_run.n_threads = ex_shared->now.n_threads = 1;
	ex_state_restore_tls();
	ex_self = me;
	errno = 0;
	if (!setjmp(me->home)) {
		ex_run.active = true;
		scrub_stack();
		body();
		end_of_test();
	}
	ex_run.active = false;
	unwind_others(me);
}

static struct {
	void (*fn)(void *);
	void *arg;
} controller;

static void *controller_loop(void *arg)
{
	struct ex_thread *me = arg;

	ex_baton_start_first(me);
	controller.fn(controller.arg);
	return NULL;
}

void ex_run_controller(void (*fn)(void *), void *arg)
{
	pool_size = 1;
	controller.fn = fn;
	controller.arg = arg;
	pthread_join(start_pthread(&ex_threads[0], controller_loop), NULL);
}
