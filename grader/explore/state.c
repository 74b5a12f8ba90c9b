/* SPDX-License-Identifier: MIT */
/*
 * Put the program back to where it was before the first schedule.
 *
 * The explorer's own variables lie in sections of their own (explore.mk renames
 * .data and .bss of its objects), so everything else that the program can write
 * is the user's: it is copied once and copied back before each schedule. The
 * program is linked with -z now, so the linker's tables are read-only by then
 * and are left out.
 *
 * Thread-local variables of the program are reset from the program's own
 * image of them, on each pool thread when it starts a new life. The explorer
 * has one such variable, ex_self, which its callers set again afterwards.
 */
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

extern char __start_explore_data[], __stop_explore_data[];
extern char __start_explore_bss[], __stop_explore_bss[];
extern char __start_explore_text[], __stop_explore_text[];

struct range {
	char *at;
	size_t size;
	char *copy;
};

enum {
	MAX_RANGES = 16
};

static struct range ranges[MAX_RANGES];
static unsigned n_ranges;
static struct {
	const char *image;
	size_t filled, size, offset;
} tls;

bool ex_is_explorer_text(uintptr_t pc)
{
	return pc >= (uintptr_t)__start_explore_text &&
	       pc < (uintptr_t)__stop_explore_text;
}

static void add_range(char *from, char *to)
{
	struct range *r = &ranges[n_ranges];

	if (from >= to)
		return;
	if (n_ranges == MAX_RANGES)
		ex_error("the program has too many writable ranges");
	r->at = from;
	r->size = (size_t)(to - from);
	r->copy = malloc(r->size);
	if (!r->copy)
		ex_error("out of memory for the saved state");
	n_ranges++;
}

/* Add [from, to) without the holes, which come in order of address. */
static void add_around(char *from, char *to, char *holes[][2], unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (holes[i][1] <= from || holes[i][0] >= to)
			continue;
		add_range(from, holes[i][0]);
		from = holes[i][1];
	}
	add_range(from, to);
}

static int by_address(const void *a, const void *b)
{
	char *const *x = a, *const *y = b;

	return x[0] < y[0] ? -1 : x[0] > y[0];
}

static int find_ranges(struct dl_phdr_info *info, size_t size, void *arg)
{
	char *holes[3][2] = {{__start_explore_data, __stop_explore_data},
		{__start_explore_bss, __stop_explore_bss}};

	(void)size;
	(void)arg;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		char *at = (char *)info->dlpi_addr + p->p_vaddr;

		if (p->p_type == PT_GNU_RELRO) {
			uintptr_t end = (uintptr_t)at + p->p_memsz;

			holes[2][0] = at;
			holes[2][1] = (char *)((end + 4095) & ~4095ul);
		} else if (p->p_type == PT_TLS) {
			tls.image = at;
			tls.filled = p->p_filesz;
			tls.size = p->p_memsz;
			tls.offset = (p->p_memsz + p->p_align - 1) &
				     ~(p->p_align - 1);
		}
	}
	qsort(holes, 3, sizeof(holes[0]), by_address);
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		char *at = (char *)info->dlpi_addr + p->p_vaddr;

		if (p->p_type == PT_LOAD && p->p_flags & PF_W)
			add_around(at, at + p->p_memsz, holes, 3);
	}
	return 1; /* the program itself comes first; the libraries stay */
}

void ex_state_save(void)
{
	dl_iterate_phdr(find_ranges, NULL);
	for (unsigned i = 0; i < n_ranges; i++)
		memcpy(ranges[i].copy, ranges[i].at, ranges[i].size);
}

void ex_state_restore(void)
{
	for (unsigned i = 0; i < n_ranges; i++)
		memcpy(ranges[i].at, ranges[i].copy, ranges[i].size);
}

void ex_state_restore_tls(void)
{
	char *block = (char *)__builtin_thread_pointer() - tls.offset;

	memcpy(block, tls.image, tls.filled);
	memset(block + tls.filled, 0, tls.size - tls.filled);
}
