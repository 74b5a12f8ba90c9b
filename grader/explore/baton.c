/* SPDX-License-Identifier: MIT */
/*
 * The baton: who runs.
 *
 * Every simulated thread has a real one, with its stack and its thread-local
 * block. There are two ways to make one of them run instead of another.
 *
 * By futex: wake the other, sleep oneself. All threads share a core, so this is
 * two system calls and a switch by the kernel. Debuggers see what they expect;
 * --inline uses it.
 *
 * By hand: the real threads only lend their stack and thread-local block, and
 * sleep for ever. One kernel thread runs them all: it saves its registers,
 * points the fs register at the other's thread-local block, and continues on
 * the other's stack. No system call, some twenty times as fast, and to the code
 * that runs there is no difference. It needs an x86-64 processor and kernel
 * that let programs write fs (FSGSBASE); without, it is the futex.
 */
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime.h"

#define HWCAP2_FSGSBASE 2

enum {
	HEADROOM = 8192
};

static bool by_hand;

static void futex(int *word, int op, int value)
{
	syscall(SYS_futex, word, op | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

#ifdef __x86_64__

/* Save our registers and stack in *@save, go on where @stack was saved. */
void ex_switch_stack(void **save, void *stack, void *tls);
__asm__(".text\n"
	".globl ex_switch_stack\n"
	".type ex_switch_stack, @function\n"
	"ex_switch_stack:\n"
	"	push %rbp\n"
	"	push %rbx\n"
	"	push %r12\n"
	"	push %r13\n"
	"	push %r14\n"
	"	push %r15\n"
	"	mov %rsp, (%rdi)\n"
	"	wrfsbase %rdx\n"
	"	mov %rsi, %rsp\n"
	"	pop %r15\n"
	"	pop %r14\n"
	"	pop %r13\n"
	"	pop %r12\n"
	"	pop %rbx\n"
	"	pop %rbp\n"
	"	ret\n"
	".size ex_switch_stack, .-ex_switch_stack\n");

static void enter(void)
{
	ex_thread_loop(ex_self);
}

/* A stack that looks as if ex_switch_stack() had saved it before enter(). */
static void lend_stack(struct ex_thread *me)
{
	char here;
	uintptr_t top = ((uintptr_t)&here - HEADROOM) & ~(uintptr_t)15;
	uintptr_t *sp = (uintptr_t *)top;

	*--sp = 0; /* enter() does not return */
	*--sp = (uintptr_t)enter;
	for (int i = 0; i < 6; i++)
		*--sp = 0;
	me->stack = sp;
	me->tls = __builtin_thread_pointer();
}

static void switch_by_hand(struct ex_thread *me, struct ex_thread *to)
{
	ex_switch_stack(&me->stack, to->stack, to->tls);
}

#else

static void lend_stack(struct ex_thread *me)
{
	(void)me;
}

static void switch_by_hand(struct ex_thread *me, struct ex_thread *to)
{
	(void)me;
	(void)to;
}

#endif

void ex_baton_init(bool real_threads)
{
#ifdef __x86_64__
	by_hand = !real_threads && getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE;
#else
	(void)real_threads;
#endif
}

static void wait_for_baton(struct ex_thread *me)
{
	while (!__atomic_load_n(&me->baton, __ATOMIC_ACQUIRE))
		futex(&me->baton, FUTEX_WAIT, 0);
	__atomic_store_n(&me->baton, 0, __ATOMIC_RELAXED);
}

void ex_hand_over(struct ex_thread *me, struct ex_thread *to)
{
	if (by_hand) {
		switch_by_hand(me, to);
		return;
	}
	ex_shared->running_tid = to->tid;
	__atomic_store_n(&to->baton, 1, __ATOMIC_RELEASE);
	futex(&to->baton, FUTEX_WAKE, 1);
	wait_for_baton(me);
}

static void announce(struct ex_thread *me)
{
	ex_self = me;
	if (me->id)
		lend_stack(me);
	else
		me->tls = __builtin_thread_pointer();
	__atomic_store_n(&me->tid, (int)syscall(SYS_gettid), __ATOMIC_RELEASE);
	futex(&me->tid, FUTEX_WAKE, 1);
}

/* Thread 0 is the kernel thread that runs all, and starts with the baton. */
void ex_baton_start_first(struct ex_thread *me)
{
	announce(me);
	ex_catch_signals();
	ex_shared->running_tid = me->tid;
}

void ex_baton_start(struct ex_thread *me)
{
	sigset_t all;

	announce(me);
	if (by_hand) {
		sigfillset(&all);
		pthread_sigmask(SIG_BLOCK, &all, NULL);
		for (;;)
			futex(&me->tid, FUTEX_WAIT, me->tid);
	}
	ex_catch_signals();
	wait_for_baton(me);
	ex_thread_loop(me);
}

void ex_baton_await_start(struct ex_thread *t)
{
	while (!__atomic_load_n(&t->tid, __ATOMIC_ACQUIRE))
		futex(&t->tid, FUTEX_WAIT, 0);
}
