/* SPDX-License-Identifier: MIT */
/*
 * Data races by happens-before.
 *
 * For each 8 bytes of memory a few recent accesses are kept: who, when in its
 * own clock, which bytes, and how. Two accesses race when they overlap, one of
 * them writes, not both are atomic, and neither is known to the other's clock.
 * Bytes are told apart, so neighbours in a word do not disturb each other.
 * When the few places are taken an old access is forgotten: a race may be
 * missed in a schedule, but none is ever invented.
 */
#include "runtime.h"

enum {
	TABLE = 1 << 15, /* words; a power of two */
	PROBES = 16,
	CELLS = 4,
};

struct cell {
	uint32_t clock;
	uint8_t thread;
	uint8_t bytes; /* which of the eight */
	uint8_t access;
	uintptr_t pc;
};

struct word {
	uintptr_t number; /* address / 8 */
	uint32_t generation;
	uint8_t n, next;
	struct cell cells[CELLS];
};

static struct word table[TABLE];
static uint32_t generation;

void ex_race_reset(void)
{
	generation++;
}

static struct word *word_of(uintptr_t number)
{
	size_t at = (number ^ (number >> 19)) & (TABLE - 1);
	struct word *w;

	for (int i = 0; i < PROBES; i++) {
		w = &table[(at + (size_t)i) & (TABLE - 1)];
		if (w->generation != generation)
			goto fresh;
		if (w->number == number)
			return w;
	}
	w = &table[at]; /* crowded: forget the first */
fresh:
	w->number = number;
	w->generation = generation;
	w->n = w->next = 0;
	return w;
}

static const char *kind_of(int access)
{
	static const char *const names[] = {
		"a read", "a write", "an atomic read", "an atomic write"};

	return names[access & 3];
}

static bool known(const struct cell *c)
{
	return c->clock <= ex_self->clock.at[c->thread];
}

static void check(
	const struct cell *c, uintptr_t address, int access, uintptr_t pc)
{
	if (c->thread == ex_self->id || known(c))
		return;
	if (!((access | c->access) & EX_WRITE))
		return;
	if (access & c->access & EX_ATOMIC)
		return;
	ex_fail_pair(EX_RACE, pc, (void *)address, kind_of(c->access),
		c->thread, c->pc,
		"%s by thread %d and %s by thread %d, and nothing "
		"orders them",
		kind_of(access), ex_self->id, kind_of(c->access), c->thread);
}

/* Whether @c says nothing that the new access does not say as well. */
static bool covered(const struct cell *c, uint8_t bytes, int access)
{
	if (c->bytes & ~bytes || !known(c))
		return false;
	if (c->thread == ex_self->id)
		return c->access == access;
	return access == EX_WRITE;
}

static void access_word(
	uintptr_t number, uint8_t bytes, int access, uintptr_t pc)
{
	struct word *w = word_of(number);
	struct cell mine = {.clock = ex_self->clock.at[ex_self->id],
		.thread = (uint8_t)ex_self->id,
		.bytes = bytes,
		.access = (uint8_t)access,
		.pc = pc};
	unsigned kept = 0;

	for (unsigned i = 0; i < w->n; i++) {
		struct cell *c = &w->cells[i];

		if (c->bytes & bytes)
			check(c, number * 8, access, pc);
		if (!covered(c, bytes, access))
			w->cells[kept++] = *c;
	}
	w->n = (uint8_t)kept;
	if (w->n < CELLS) {
		w->cells[w->n++] = mine;
		return;
	}
	w->cells[w->next] = mine;
	w->next = (uint8_t)((w->next + 1) % CELLS);
}

void ex_access(const void *address, size_t size, int access, uintptr_t pc)
{
	uintptr_t at = (uintptr_t)address, end = at + size;

	/* What happens before the first thread is made is known to all. */
	if (ex_run.n_threads < 2 || !ex_on(ex_run.test->races, true))
		return;
	while (at < end) {
		unsigned first = at & 7;
		unsigned n = 8 - first;

		if (n > end - at)
			n = (unsigned)(end - at);
		access_word(at >> 3, (uint8_t)(((1u << n) - 1) << first),
			access, pc);
		at += n;
	}
}
