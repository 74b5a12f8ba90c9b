/* SPDX-License-Identifier: MIT */
/*
 * The user's heap: a fixed region that is handed out from the bottom up and
 * starts anew with each schedule, so addresses and contents are the same in
 * every run of a schedule. Within a schedule nothing is handed out twice: an
 * access to freed memory is seen for sure, by one byte of state for each 16
 * bytes of heap. New memory holds 0xbe, freed memory 0xdf.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime.h"

#define HEAP_AT   ((char *)0x300000000000)
#define HEAP_SIZE ((size_t)1 << 30)

enum {
	GRAIN = 16,
	UNUSED = 0,
	LIVE = 1,
	FREED = 2,
	FREED_BYTE = 0xdf,
	MAX_BLOCKS = 1 << 16,
};

struct block {
	size_t offset, size;
	uintptr_t made_pc, freed_pc;
	int freed_by; /* -1: live */
};

static unsigned char *states; /* one for each grain */
static size_t top;
static struct block blocks[MAX_BLOCKS];
static unsigned n_blocks, n_live;

static void *reserve(void *at, size_t size)
{
	void *p = mmap(at, size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
			(at ? MAP_FIXED_NOREPLACE : 0),
		-1, 0);

	if (p == MAP_FAILED || (at && p != at))
		ex_error("cannot reserve the heap: %s", strerror(errno));
	return p;
}

void ex_heap_init(void)
{
	if (states)
		return;
	reserve(HEAP_AT, HEAP_SIZE);
	states = reserve(NULL, HEAP_SIZE / GRAIN);
}

void ex_heap_reset(void)
{
	memset(states, UNUSED, top / GRAIN + 1);
	if (top > (16u << 20))
		madvise(HEAP_AT, top, MADV_DONTNEED);
	top = 0;
	n_blocks = n_live = 0;
}

bool ex_heap_owns(uintptr_t address)
{
	return address - (uintptr_t)HEAP_AT < HEAP_SIZE;
}

/* The block that holds @address, or the last one below it. */
static struct block *block_of(uintptr_t address)
{
	size_t offset = address - (uintptr_t)HEAP_AT;
	unsigned low = 0, high = n_blocks;

	while (high - low > 1) {
		unsigned mid = (low + high) / 2;

		if (blocks[mid].offset <= offset)
			low = mid;
		else
			high = mid;
	}
	return n_blocks && blocks[low].offset <= offset ? &blocks[low] : NULL;
}

static bool should_fail(void)
{
	if (ex_run.fail_alloc_in >= 0 && ex_run.fail_alloc_in-- == 0)
		return true;
	return ex_on(ex_run.test->fail_alloc, false) && ex_choose(2, 1);
}

void *ex_heap_alloc(size_t size, size_t align, uintptr_t pc)
{
	struct block *b = &blocks[n_blocks];
	size_t at;

	if (align < GRAIN)
		align = GRAIN;
	if (size > HEAP_SIZE / 2 || should_fail()) {
		errno = ENOMEM;
		return NULL;
	}
	at = (top + align - 1) & ~(align - 1);
	if (at + size + 2 * GRAIN > HEAP_SIZE || n_blocks == MAX_BLOCKS)
		ex_fail(EX_UNSUPPORTED, pc, NULL,
			"a schedule allocates more than the explorer's heap "
			"holds (%d blocks, %zu MiB)",
			MAX_BLOCKS, HEAP_SIZE >> 20);
	b->offset = at;
	b->size = size;
	b->made_pc = pc;
	b->freed_by = -1;
	n_blocks++;
	n_live++;
	/* A grain between blocks stays unused, to see what runs over. */
	top = (at + size + 2 * GRAIN - 1) & ~(size_t)(GRAIN - 1);
	memset(states + at / GRAIN, LIVE, (size + GRAIN - 1) / GRAIN);
	memset(HEAP_AT + at, EX_HEAP_NEW, size);
	return HEAP_AT + at;
}

void ex_heap_free(void *p, uintptr_t pc)
{
	struct block *b;

	if (!p)
		return;
	b = ex_heap_owns((uintptr_t)p) ? block_of((uintptr_t)p) : NULL;
	if (!b || HEAP_AT + b->offset != p)
		ex_fail(EX_HEAP, pc, p, "free() of what malloc() never gave");
	if (b->freed_by >= 0)
		ex_fail_pair(EX_HEAP, pc, p, "freed first", b->freed_by,
			b->freed_pc, "freed twice");
	ex_access(p, b->size, EX_WRITE, pc);
	b->freed_by = ex_self->id;
	b->freed_pc = pc;
	n_live--;
	memset(states + b->offset / GRAIN, FREED,
		(b->size + GRAIN - 1) / GRAIN);
	memset(p, FREED_BYTE, b->size);
}

size_t ex_heap_size(const void *p)
{
	struct block *b = block_of((uintptr_t)p);

	return b ? b->size : 0;
}

static _Noreturn void bad_access(
	uintptr_t address, const char *what, uintptr_t pc)
{
	struct block *b = block_of(address);

	if (b && b->freed_by >= 0 &&
		address < (uintptr_t)HEAP_AT + b->offset + b->size)
		ex_fail_pair(EX_HEAP, pc, (void *)address, "freed", b->freed_by,
			b->freed_pc, "%s of freed memory", what);
	ex_fail(EX_HEAP, pc, (void *)address,
		"%s of heap memory that nobody allocated", what);
}

void ex_heap_check(const void *p, size_t size, const char *what, uintptr_t pc)
{
	size_t offset = (uintptr_t)p - (uintptr_t)HEAP_AT;

	if (offset >= HEAP_SIZE || !size)
		return;
	for (size_t g = offset / GRAIN; g <= (offset + size - 1) / GRAIN; g++)
		if (states[g] != LIVE)
			bad_access((uintptr_t)HEAP_AT +
					   (g * GRAIN > offset ? g * GRAIN
							       : offset),
				what, pc);
}

void ex_heap_describe(uintptr_t address, struct ex_heap_note *note)
{
	struct block *b = block_of(address);

	memset(note, 0, sizeof(*note));
	if (!b)
		return;
	note->address = (uintptr_t)HEAP_AT + b->offset;
	note->size = b->size;
	note->pc = b->made_pc;
}

void ex_heap_check_leaks(void)
{
	if (!n_live || !ex_on(ex_run.test->leaks, false))
		return;
	for (unsigned i = 0; i < n_blocks; i++)
		if (blocks[i].freed_by < 0)
			ex_fail(EX_LEAK, blocks[i].made_pc, NULL,
				"%u heap block(s) are never freed; the first "
				"has %zu bytes",
				n_live, blocks[i].size);
}

size_t explore_live_blocks(void)
{
	return n_live;
}

void explore_fail_next_alloc(unsigned skip)
{
	ex_run.fail_alloc_in = (int)skip;
}
