/* SPDX-License-Identifier: MIT */
/*
 * What the files of the explorer share. Not for tests: those use explore.h.
 *
 * The one rule that everything rests on: the thread that holds the baton, and
 * no other, runs. All the state declared here belongs to the holder, so none of
 * it is locked or atomic. Three things pass the baton: ex_step(), ex_wait()
 * and the end of a thread.
 *
 * A new simulated device (a ring, a timer, a socket) needs only this seam:
 *
 *	ex_step(op, obj, pc)   before each operation that others can observe
 *	ex_wait(&wait)         the same for an operation that can block: it is
 *	                       not chosen before wait.ready(wait.arg) is true or
 *	                       virtual time has reached wait.deadline
 *	ex_choose(n, cost)     a nondeterministic choice, 0 being the tame one
 *	ex_now()               virtual time
 *	ex_wrote()             "something observable changed": wakes threads
 *	                       that were put aside because they only spin
 *	ex_object(addr, kind)  per-object state that vanishes with the schedule
 *
 * There is no wake call. A ready() predicate is evaluated at every decision,
 * so to wake a thread is to make its predicate true. Predicates must be pure.
 */
#ifndef EXPLORE_RUNTIME_H
#define EXPLORE_RUNTIME_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include "explore.h"
#include "result.h"
#include "search.h"

#define EX_NEVER UINT64_MAX

/* The address after the call into the explorer: where the user's code is. */
#define EX_PC ((uintptr_t)__builtin_return_address(0))

/* ---- Vector clocks (clock.c) ---- */

struct ex_clock {
	uint32_t at[EX_MAX_THREADS];
};

void ex_clock_join(struct ex_clock *into, const struct ex_clock *from);

/* ---- Threads (thread.c) ---- */

enum ex_state {
	EX_UNUSED,
	EX_READY, /* may run, unless @wait says otherwise */
	EX_ENDED,
};

/* What a thread is about to do. */
struct ex_waiting {
	const char *op;
	const void *object;
	uintptr_t pc;
	bool (*ready)(void *arg); /* NULL: always */
	void *arg;
	uint64_t deadline; /* EX_NEVER: none */
	int holder;        /* who is in the way, for reports; or -1 */
};

struct ex_thread {
	/* Fixed when the pool makes it. */
	int id;
	int tid;
	uintptr_t stack_low, stack_high;

	/* The baton: set by the thread that hands over, a futex. */
	int baton;
	/* Or, when one kernel thread runs all of them, what to run on. */
	void *stack, *tls;
	jmp_buf home;
	struct ex_thread *next; /* who goes on when this one has ended */

	/* Of this schedule. */
	enum ex_state state;
	struct ex_waiting wait;
	unsigned wait_since; /* steps of the schedule when it began */
	void *(*fn)(void *);
	void *arg;
	void *result;
	uintptr_t started_pc;
	bool on_stack; /* its real thread is inside fn */
	bool detached, joined;
	bool yielded; /* let the others go first, once */
	struct ex_clock clock;
	struct ex_clock acquire_later; /* read relaxed, for an acquire fence */
	struct ex_clock release_fence; /* as of the last release fence */
	void *specific[32];

	/* Spin detection; see sched.c. */
	unsigned n_idle;
	struct {
		uintptr_t key;
		unsigned count;
	} idle[8];
	uint64_t idle_epoch;
	bool spinning;
	unsigned patience;    /* same looks that make a spin */
	unsigned spin_rounds; /* released from spinning, at this time */
	unsigned polls;       /* of the clock, in a row */
	uint64_t polled_epoch;
	unsigned burst;       /* steps since it was switched to */
	unsigned plain_burst; /* plain accesses since its last step */

	/* The user's calls, innermost last; deeper ones are not kept. */
	unsigned depth;
	uintptr_t calls[EX_CALL_DEPTH];

	/* An access of the user's that the explorer carries out. */
	uintptr_t user_pc;
};

extern _Thread_local struct ex_thread *ex_self;
extern struct ex_thread ex_threads[EX_MAX_THREADS];

/* baton.c */
void ex_baton_init(bool real_threads);
void ex_baton_start_first(struct ex_thread *me);
_Noreturn void ex_baton_start(struct ex_thread *me);
void ex_baton_await_start(struct ex_thread *t);
void ex_hand_over(struct ex_thread *me, struct ex_thread *to);

/* thread.c */
_Noreturn void ex_thread_loop(struct ex_thread *me);
void ex_pass_baton(struct ex_thread *to);
int ex_thread_create(
	void *(*fn)(void *), void *arg, bool detached, uintptr_t pc);
_Noreturn void ex_thread_exit(void *result);
/* Run @fn on the thread that will be thread 0, and come back. */
void ex_run_controller(void (*fn)(void *), void *arg);
/* Run one schedule's body on thread 0; all else is parked when it returns. */
void ex_run_body(void (*body)(void));
/* Leave the schedule, from whatever thread. */
_Noreturn void ex_leave_schedule(void);

/* ---- Scheduling (sched.c) ---- */

struct ex_run {
	const struct explore_test *test; /* defaults filled in */
	unsigned schedule;
	int n_threads;
	uint64_t now;
	uint64_t epoch; /* grows with every observable write */
	bool leaving;   /* the schedule is over, unwind */
	bool active;    /* a test body runs */
	bool spun_on;   /* a thread was let spin on, in this schedule */
	const char *expect_assert;
	int fail_alloc_in; /* -1: not asked for */
	bool inline_mode;
};

extern struct ex_run ex_run;

void ex_sched_reset(void);
void ex_sched_reset_thread(struct ex_thread *t);
void ex_step(const char *op, const void *object, uintptr_t pc);
/* Returns false when the deadline came before ready() was true. */
bool ex_wait(const struct ex_waiting *wait);
void ex_yield(const char *op, uintptr_t pc);
/* Note a step that needs no decision: the start or the end of a thread. */
void ex_sched_record(const char *op, uintptr_t pc);
/* The caller has ended: choose who goes on. */
struct ex_thread *ex_sched_after_end(void);
/* The operation in which thread 0 waits for the others, as ex_waiting.op. */
extern const char ex_end_of_test[];
unsigned ex_choose(unsigned n, unsigned cost);
uint64_t ex_now(void);
void ex_wrote(void);
/*
 * The operation at @pc looked at @address, saw @value and changed nothing: to
 * do the same again and again is to spin.
 */
void ex_idle(uintptr_t pc, uintptr_t address, uint64_t value);
/* Note the value that the last step read or wrote. */
void ex_step_value(uint64_t value);
bool ex_on(enum explore_switch s, bool otherwise);

/* ---- Failures (fail.c) ---- */

_Noreturn void ex_fail(enum ex_kind kind, uintptr_t pc, const void *object,
	const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* The same for a failure that has a second place to show. */
_Noreturn void ex_fail_pair(enum ex_kind kind, uintptr_t pc, const void *object,
	const char *other_what, int other_thread, uintptr_t other_pc,
	const char *fmt, ...) __attribute__((format(printf, 7, 8)));
_Noreturn void ex_fail_check(const char *file, int line, const char *what,
	const char *expected, const char *actual);
/* The explorer or the machine is at fault. */
_Noreturn void ex_error(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));
void ex_catch_signals(void);

/* ---- Schedules that do not end (stuck.c) ---- */

_Noreturn void ex_nobody_can_run(void);
_Noreturn void ex_never_ends(void);

/* ---- Objects (object.c) ---- */

enum ex_object_kind {
	EX_OBJ_ANY, /* for lookups */
	EX_OBJ_ATOMIC,
	EX_OBJ_MUTEX,
	EX_OBJ_COND,
	EX_OBJ_RWLOCK,
	EX_OBJ_ONCE,
	EX_OBJ_BARRIER,
	EX_OBJ_SPIN,
	EX_OBJ_SEM,
	EX_OBJ_DEVICE,
};

struct ex_object {
	uintptr_t address;
	uint32_t generation;
	uint8_t kind;
	uint8_t type; /* mutex type, condition clock, ... */
	bool destroyed;
	uint64_t poison; /* what the memory held when it was destroyed */
	int owner;       /* thread that holds it exclusively, or -1 */
	int count;       /* recursion, semaphore value, readers, arrivals */
	int limit;       /* barrier size */
	unsigned round;  /* barrier generation */
	unsigned waiters;
	uint32_t readers; /* rwlock: set of threads */
	/* Conditions: the last signal that nobody heard. */
	unsigned signal_step;
	uintptr_t signal_pc;
	int signal_thread;
	uintptr_t pc; /* of the last lock, or of the destruction */
	struct ex_clock clock;
	struct ex_clock readers_clock;
};

struct ex_object *ex_object(const void *address, enum ex_object_kind kind);
struct ex_object *ex_object_find(const void *address);
/* The same, and fail when it was destroyed. */
struct ex_object *ex_object_use(const void *address, enum ex_object_kind kind,
	const char *op, uintptr_t pc);
struct ex_object *ex_object_init(void *address, enum ex_object_kind kind);
void ex_object_destroy(struct ex_object *o, void *memory, uintptr_t pc);
void ex_objects_reset(void);

/* ---- Happens-before (race.c) ---- */

enum ex_access {
	EX_READ = 0,
	EX_WRITE = 1,
	EX_ATOMIC = 2,
};

void ex_race_reset(void);
void ex_access(const void *address, size_t size, int access, uintptr_t pc);
void ex_acquire(const struct ex_clock *from);
void ex_release(struct ex_clock *into);       /* joins */
void ex_release_store(struct ex_clock *into); /* replaces */

/* ---- Memory (heap.c, state.c) ---- */

enum {
	EX_HEAP_NEW = 0xbe
}; /* what new memory is filled with */

void ex_heap_init(void);
void ex_heap_reset(void);
void *ex_heap_alloc(size_t size, size_t align, uintptr_t pc);
void ex_heap_free(void *p, uintptr_t pc);
size_t ex_heap_size(const void *p);
/* Fail when [p, p + size) is heap memory that is not allocated. */
void ex_heap_check(const void *p, size_t size, const char *what, uintptr_t pc);
bool ex_heap_owns(uintptr_t address);
void ex_heap_describe(uintptr_t address, struct ex_heap_note *note);
void ex_heap_check_leaks(void);

void ex_state_save(void);
void ex_state_restore(void);
void ex_state_restore_tls(void);
bool ex_is_explorer_text(uintptr_t pc);

/* ---- Where an endless loop begins (loop.c) ---- */

bool ex_loop_walking(void);
void ex_loop_begin(ucontext_t *uc);

/* Returns 0 while the walk goes on, then the address the loop begins at. */
uintptr_t ex_loop_step(ucontext_t *uc);

/* ---- Devices and wrappers ---- */

void ex_eventfd_reset(void);
/* An eventfd as the ring uses it: never blocks. 8, or -errno. */
bool ex_eventfd_known(int fd);
bool ex_eventfd_readable(int fd);
int ex_eventfd_take(int fd, void *out);
void ex_eventfd_add(int fd, uint64_t n);
void ex_conds_reset(void);
void ex_libc_reset(void);
void ex_keys_reset(void);
void ex_keys_run_destructors(struct ex_thread *t);

/* ---- Mutexes, for conditions (sync_mutex.c) ---- */

void ex_mutex_release(struct ex_object *m, const char *op, uintptr_t pc);
void ex_mutex_take(struct ex_object *m, uintptr_t pc);
bool ex_mutex_free(void *object);

#endif
