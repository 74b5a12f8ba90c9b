/* SPDX-License-Identifier: MIT */
/*
 * The C11 atomics that the compiler's thread instrumentation turns into calls.
 *
 * Only the baton's holder runs, so plain C does the operation itself and every
 * execution is sequentially consistent. What the memory orders mean is kept in
 * the clocks: a relaxed load orders nothing until an acquire fence, a relaxed
 * store publishes what the last release fence covers, a read-modify-write
 * continues the release sequence that it finds.
 */
#include "wrap.h"

/* Memory orders as the compiler passes them. */
enum {
	RELAXED,
	CONSUME,
	ACQUIRE,
	RELEASE,
	ACQ_REL,
	SEQ_CST
};

static bool acquires(int mo)
{
	return mo == CONSUME || mo == ACQUIRE || mo >= ACQ_REL;
}

static bool releases(int mo)
{
	return mo >= RELEASE;
}

/* Everything that comes before the operation itself. */
static struct ex_object *begin(const volatile void *p, size_t size,
	const char *op, int access, uintptr_t pc)
{
	const void *at = (const void *)p;

	if (!ex_run.active)
		ex_error("an atomic operation outside a test");
	ex_step(op, at, pc);
	ex_self->user_pc = pc;
	ex_heap_check(at, size, "atomic access", pc);
	ex_access(at, size, EX_ATOMIC | access, pc);
	return ex_object(at, EX_OBJ_ATOMIC);
}

static void done(uint64_t value)
{
	ex_self->user_pc = 0;
	ex_step_value(value);
}

static void loaded(struct ex_object *o, int mo)
{
	if (acquires(mo))
		ex_acquire(&o->clock);
	else
		ex_clock_join(&ex_self->acquire_later, &o->clock);
}

static void stored(struct ex_object *o, int mo)
{
	if (releases(mo)) {
		ex_release_store(&o->clock);
		o->owner = ex_self->id;
	} else if (o->owner != ex_self->id) {
		/* Another thread's store ends the release sequence. */
		o->clock = ex_self->release_fence;
	} else {
		ex_clock_join(&o->clock, &ex_self->release_fence);
	}
	ex_wrote();
}

static void modified(struct ex_object *o, int mo)
{
	loaded(o, mo);
	if (releases(mo))
		ex_release(&o->clock);
	else
		ex_clock_join(&o->clock, &ex_self->release_fence);
}

/* A write of what was there already tells nobody anything. */
static void changed(
	bool really, const volatile void *p, uint64_t value, uintptr_t pc)
{
	if (really)
		ex_wrote();
	else
		ex_idle(pc, (uintptr_t)p, value);
}

#define LOAD(bits, T)                                                          \
	T __tsan_atomic##bits##_load(const volatile T *p, int mo)              \
	{                                                                      \
		struct ex_object *o = begin(                                   \
			p, sizeof(T), "loads", EX_READ, EX_PC);                \
		T v = *p;                                                      \
                                                                               \
		loaded(o, mo);                                                 \
		done((uint64_t)v);                                             \
		ex_idle(EX_PC, (uintptr_t)p, (uint64_t)v);                     \
		return v;                                                      \
	}

#define STORE(bits, T)                                                         \
	void __tsan_atomic##bits##_store(volatile T *p, T v, int mo)           \
	{                                                                      \
		struct ex_object *o = begin(                                   \
			p, sizeof(T), "stores", EX_WRITE, EX_PC);              \
                                                                               \
		*p = v;                                                        \
		stored(o, mo);                                                 \
		done((uint64_t)v);                                             \
	}

#define MODIFY(bits, T, name, text, expr)                                      \
	T __tsan_atomic##bits##_##name(volatile T *p, T v, int mo)             \
	{                                                                      \
		struct ex_object *o = begin(                                   \
			p, sizeof(T), text, EX_WRITE, EX_PC);                  \
		T old = *p, new = (T)(expr);                                   \
                                                                               \
		*p = new;                                                      \
		modified(o, mo);                                               \
		done((uint64_t) new);                                          \
		changed(new != old, p, (uint64_t)old, EX_PC);                  \
		return old;                                                    \
	}

#define COMPARE(bits, T)                                                       \
	static T compare##bits(                                                \
		volatile T *p, T want, T v, int mo, int fail, uintptr_t pc)    \
	{                                                                      \
		struct ex_object *o = begin(                                   \
			p, sizeof(T), "compares, swaps", EX_WRITE, pc);        \
		T old = *p;                                                    \
                                                                               \
		if (old != want) {                                             \
			loaded(o, fail);                                       \
			done((uint64_t)old);                                   \
			ex_shared->now.steps[ex_shared->now.n_steps - 1].op =  \
				"fails to swap";                               \
			ex_idle(pc, (uintptr_t)p, (uint64_t)old);              \
			return old;                                            \
		}                                                              \
		*p = v;                                                        \
		modified(o, mo);                                               \
		done((uint64_t)v);                                             \
		changed(v != old, p, (uint64_t)old, pc);                       \
		return old;                                                    \
	}                                                                      \
	int __tsan_atomic##bits##_compare_exchange_strong(                     \
		volatile T *p, T *want, T v, int mo, int fail)                 \
	{                                                                      \
		T expected = *want;                                            \
		T old = compare##bits(p, expected, v, mo, fail, EX_PC);        \
                                                                               \
		if (old == expected)                                           \
			return 1;                                              \
		*want = old;                                                   \
		return 0;                                                      \
	}                                                                      \
	int __tsan_atomic##bits##_compare_exchange_weak(                       \
		volatile T *p, T *want, T v, int mo, int fail)                 \
	{                                                                      \
		T expected = *want;                                            \
		T old = compare##bits(p, expected, v, mo, fail, EX_PC);        \
                                                                               \
		if (old == expected)                                           \
			return 1;                                              \
		*want = old;                                                   \
		return 0;                                                      \
	}                                                                      \
	T __tsan_atomic##bits##_compare_exchange_val(                          \
		volatile T *p, T want, T v, int mo, int fail)                  \
	{                                                                      \
		return compare##bits(p, want, v, mo, fail, EX_PC);             \
	}

#define ALL(bits, T)                                                           \
	LOAD(bits, T)                                                          \
	STORE(bits, T)                                                         \
	MODIFY(bits, T, exchange, "exchanges", v)                              \
	MODIFY(bits, T, fetch_add, "adds to", old + v)                         \
	MODIFY(bits, T, fetch_sub, "subtracts from", old - v)                  \
	MODIFY(bits, T, fetch_and, "ands", old &v)                             \
	MODIFY(bits, T, fetch_or, "ors", old | v)                              \
	MODIFY(bits, T, fetch_xor, "xors", old ^ v)                            \
	MODIFY(bits, T, fetch_nand, "nands", ~(old & v))                       \
	COMPARE(bits, T)

ALL(8, uint8_t)
ALL(16, uint16_t)
ALL(32, uint32_t)
ALL(64, uint64_t)
ALL(128, unsigned __int128)

void __tsan_atomic_thread_fence(int mo)
{
	struct ex_thread *me = ex_self;

	ex_step("fence", NULL, EX_PC);
	if (acquires(mo))
		ex_clock_join(&me->clock, &me->acquire_later);
	if (releases(mo)) {
		me->release_fence = me->clock;
		me->clock.at[me->id]++;
	}
}

/* A signal fence orders a thread with itself: nothing to do. */
void __tsan_atomic_signal_fence(int mo)
{
	(void)mo;
}
