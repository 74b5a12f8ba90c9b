/* SPDX-License-Identifier: MIT */
/*
 * The end of a schedule that went wrong: say what, where and who, and leave.
 *
 * A crash in the user's code is a failure like any other: the signal handler
 * notes it and leaves the schedule. A crash in the explorer is not, unless it
 * carries out an access that the user asked for (ex_thread.user_pc).
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "runtime.h"

struct ex_shared *ex_shared;

const char *ex_kind_name(enum ex_kind kind)
{
	static const char *const names[] = {
		[EX_NONE] = "none",
		[EX_CHECK] = "check",
		[EX_ASSERT] = "assert",
		[EX_DEADLOCK] = "deadlock",
		[EX_LOST_WAKEUP] = "lost-wakeup",
		[EX_LIVELOCK] = "livelock",
		[EX_RACE] = "race",
		[EX_DESTROYED] = "destroyed-object",
		[EX_THREAD_LEFT] = "thread-left",
		[EX_FOREIGN_UNLOCK] = "foreign-unlock",
		[EX_HEAP] = "heap",
		[EX_LEAK] = "leak",
		[EX_CRASH] = "crash",
		[EX_UNSUPPORTED] = "unsupported",
	};

	return names[kind];
}

const char *ex_verdict_name(enum ex_verdict verdict)
{
	static const char *const names[] = {
		[EX_PASSED] = "passed",
		[EX_FAILED] = "failed",
		[EX_CRASHED] = "crashed",
		[EX_NOT_STARTED] = "not-started",
		[EX_ERROR] = "error",
	};

	return names[verdict];
}

static enum ex_verdict verdict_of(enum ex_kind kind)
{
	return kind == EX_CRASH ? EX_CRASHED : EX_FAILED;
}

/* Remember which heap blocks the steps are about, for their names. */
static void note_blocks(struct ex_trace *t, uintptr_t address)
{
	struct ex_heap_note note;

	if (!ex_heap_owns(address) || t->n_blocks == 64)
		return;
	ex_heap_describe(address, &note);
	for (unsigned i = 0; i < t->n_blocks; i++)
		if (t->blocks[i].address == note.address)
			return;
	if (note.size)
		t->blocks[t->n_blocks++] = note;
}

static struct ex_failure *begin(
	enum ex_kind kind, uintptr_t pc, const void *object)
{
	struct ex_trace *t = &ex_shared->now;
	struct ex_failure *f = &t->failure;

	memset(f, 0, sizeof(*f));
	f->verdict = verdict_of(kind);
	f->kind = kind;
	f->pc = pc;
	f->object = (uintptr_t)object;
	f->thread = ex_self ? ex_self->id : -1;
	f->other_thread = -1;
	for (unsigned i = 0; i < t->n_steps; i++)
		note_blocks(t, t->steps[i].object);
	note_blocks(t, f->object);
	return f;
}

static _Noreturn void leave(void)
{
	if (!ex_run.active || !ex_self)
		ex_error("a failure outside a test: %s",
			ex_shared->now.failure.message);
	ex_leave_schedule();
}

_Noreturn void ex_fail(enum ex_kind kind, uintptr_t pc, const void *object,
	const char *fmt, ...)
{
	struct ex_failure *f = begin(kind, pc, object);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(f->message, sizeof(f->message), fmt, ap);
	va_end(ap);
	leave();
}

_Noreturn void ex_fail_pair(enum ex_kind kind, uintptr_t pc, const void *object,
	const char *other_what, int other_thread, uintptr_t other_pc,
	const char *fmt, ...)
{
	struct ex_failure *f = begin(kind, pc, object);
	va_list ap;

	f->other_what = other_what;
	f->other_thread = other_thread;
	f->other_pc = other_pc;
	va_start(ap, fmt);
	vsnprintf(f->message, sizeof(f->message), fmt, ap);
	va_end(ap);
	leave();
}

static void copy(char *to, size_t size, const char *from)
{
	snprintf(to, size, "%s", from ? from : "(null)");
}

_Noreturn void ex_fail_check(const char *file, int line, const char *what,
	const char *expected, const char *actual)
{
	struct ex_failure *f = begin(EX_CHECK, 0, NULL);

	copy(f->message, sizeof(f->message), what);
	copy(f->expected, sizeof(f->expected), expected);
	copy(f->actual, sizeof(f->actual), actual);
	copy(f->file, sizeof(f->file), file);
	f->line = line;
	leave();
}

_Noreturn void ex_error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (ex_shared) {
		struct ex_failure *f = &ex_shared->now.failure;

		memset(f, 0, sizeof(*f));
		f->verdict = EX_ERROR;
		f->thread = f->other_thread = -1;
		vsnprintf(f->message, sizeof(f->message), fmt, ap);
	}
	if (!ex_shared || ex_run.inline_mode) {
		fputs("explorer error: ", stderr);
		if (ex_shared)
			fputs(ex_shared->now.failure.message, stderr);
		else
			vfprintf(stderr, fmt, ap);
		fputc('\n', stderr);
	}
	va_end(ap);
	_exit(3);
}

/* ---- Signals ---- */

static const char *signal_text(int sig, const siginfo_t *info)
{
	static char text[64];
	uintptr_t at = (uintptr_t)info->si_addr;

	if (sig != SIGSEGV && sig != SIGBUS)
		return strsignal(sig);
	if (at < 4096)
		return "NULL pointer dereferenced";
	for (int i = 0; i < EX_MAX_THREADS; i++)
		if (ex_threads[i].stack_low &&
			ex_threads[i].stack_low - at < (1 << 16))
			return "stack overflow";
	snprintf(text, sizeof(text), "bad address %#lx", (unsigned long)at);
	return text;
}

static uintptr_t user_place(uintptr_t pc)
{
	extern char __executable_start[], etext[];
	const struct ex_thread *t = ex_self;

	if (t && t->user_pc)
		return t->user_pc;
	if (pc >= (uintptr_t)__executable_start && pc < (uintptr_t)etext)
		return pc + 1;
	/* In a library: the call that the user's innermost function made. */
	return t && t->depth && t->depth <= EX_CALL_DEPTH
		       ? t->calls[t->depth - 1]
		       : 0;
}

static void on_signal(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;
	uintptr_t pc = (uintptr_t)uc->uc_mcontext.gregs[REG_RIP];
	struct ex_thread *t = ex_self;

	if (!t || !ex_run.active)
		ex_error("signal %d (%s) at %#lx outside a test", sig,
			strsignal(sig), (unsigned long)pc);
	if (sig == SIGTRAP && ex_loop_walking()) {
		pc = ex_loop_step(uc);
		if (pc)
			ex_fail(EX_LIVELOCK, user_place(pc), NULL,
				"an endless loop without a scheduling point");
		return;
	}
	if (ex_is_explorer_text(pc) && !t->user_pc) {
		if (sig == SIGUSR1)
			return; /* it moves; the supervisor asks again */
		ex_error("signal %d (%s) in the explorer at %#lx", sig,
			strsignal(sig), (unsigned long)pc);
	}
	if (sig == SIGUSR1) {
		ex_loop_begin(uc);
		return;
	}
	ex_fail(EX_CRASH, user_place(pc), NULL, "%s", signal_text(sig, info));
}

void ex_catch_signals(void)
{
	static const int signals[] = {
		SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGUSR1};
	struct sigaction sa = {.sa_sigaction = on_signal,
		.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
	stack_t alt = {.ss_size = 1 << 16};

	alt.ss_sp = mmap(NULL, alt.ss_size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (alt.ss_sp == MAP_FAILED || sigaltstack(&alt, NULL))
		ex_error("cannot set up a signal stack");
	for (unsigned i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		/* Under a debugger a crash should stop where it happens. */
		if (ex_run.inline_mode)
			continue;
		sigaction(signals[i], &sa, NULL);
	}
}
