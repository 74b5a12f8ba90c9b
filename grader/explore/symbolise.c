/* SPDX-License-Identifier: MIT */
/*
 * From addresses to what a person calls them: file and line of code through
 * addr2line (run once for a whole report), names of variables through the
 * program's own symbol table.
 */
#include <elf.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime.h"

extern char **environ;

enum {
	CACHE = 4096,
	BATCH = 512
};

static struct {
	uintptr_t pc;
	struct ex_place place;
} cache[CACHE];
static unsigned n_cached;

static struct ex_place unknown(uintptr_t pc)
{
	struct ex_place p = {.line = 0};

	snprintf(p.file, sizeof(p.file), "%#lx", (unsigned long)pc);
	return p;
}

/* "dir/file.c:12 (discriminator 1)" */
static struct ex_place parse(char *text, uintptr_t pc)
{
	struct ex_place p = {.line = 0};
	char *colon = strrchr(text, ':');

	if (!colon || text[0] == '?')
		return unknown(pc);
	p.line = atoi(colon + 1);
	*colon = '\0';
	snprintf(p.file, sizeof(p.file), "%s", text);
	return p;
}

static FILE *start_addr2line(const uintptr_t *pcs, unsigned n, pid_t *pid)
{
	static char texts[BATCH][20];
	char exe[64], *argv[BATCH + 5] = {"addr2line", "-e", exe};
	posix_spawn_file_actions_t actions;
	int pipe_fds[2], err;

	/* The pid is ours to keep: the child is another program. */
	snprintf(exe, sizeof(exe), "/proc/%d/exe", (int)getpid());
	for (unsigned i = 0; i < n; i++) {
		/* The call itself, not what it returns to. */
		snprintf(texts[i], sizeof(texts[i]), "%#lx",
			(unsigned long)pcs[i] - 1);
		argv[3 + i] = texts[i];
	}
	if (pipe2(pipe_fds, O_CLOEXEC))
		return NULL;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, pipe_fds[1], 1);
	posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
	err = posix_spawnp(pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(pipe_fds[1]);
	if (err) {
		close(pipe_fds[0]);
		return NULL;
	}
	return fdopen(pipe_fds[0], "r");
}

static void look_up(const uintptr_t *pcs, unsigned n)
{
	char line[160];
	pid_t pid = 0;
	FILE *f = start_addr2line(pcs, n, &pid);

	for (unsigned i = 0; i < n && n_cached < CACHE; i++) {
		cache[n_cached].pc = pcs[i];
		if (f && fgets(line, sizeof(line), f))
			cache[n_cached].place = parse(line, pcs[i]);
		else
			cache[n_cached].place = unknown(pcs[i]);
		n_cached++;
	}
	if (!f)
		return;
	fclose(f);
	waitpid(pid, NULL, 0);
}

static const struct ex_place *cached(uintptr_t pc)
{
	for (unsigned i = 0; i < n_cached; i++)
		if (cache[i].pc == pc)
			return &cache[i].place;
	return NULL;
}

static bool wanted(const uintptr_t *list, unsigned n, uintptr_t pc)
{
	for (unsigned i = 0; i < n; i++)
		if (list[i] == pc)
			return false;
	return pc && !cached(pc);
}

static void add(uintptr_t *list, unsigned *n, uintptr_t pc)
{
	if (!wanted(list, *n, pc))
		return;
	list[(*n)++] = pc;
	if (*n == BATCH) {
		look_up(list, *n);
		*n = 0;
	}
}

void ex_symbolise_trace(const struct ex_trace *t)
{
	uintptr_t list[BATCH];
	unsigned n = 0;

	add(list, &n, t->failure.pc);
	add(list, &n, t->failure.other_pc);
	for (unsigned i = 0; i < t->n_waits; i++)
		add(list, &n, t->waits[i].pc);
	for (unsigned i = 0; i < t->n_blocks; i++)
		add(list, &n, t->blocks[i].pc);
	for (unsigned i = 0; i < t->n_steps; i++)
		add(list, &n, t->steps[i].pc);
	if (n)
		look_up(list, n);
}

struct ex_place ex_place_of(uintptr_t pc)
{
	const struct ex_place *p = cached(pc);

	if (!p && pc) {
		look_up(&pc, 1);
		p = cached(pc);
	}
	return p ? *p : unknown(pc);
}

/* ---- Names of variables ---- */

static struct {
	const Elf64_Sym *symbols;
	size_t n;
	const char *strings;
	bool tried;
} elf;

static void load_symbols(void)
{
	const Elf64_Ehdr *e;
	const Elf64_Shdr *sections;
	struct stat st;
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	const char *image;

	elf.tried = true;
	if (fd < 0 || fstat(fd, &st))
		return;
	image = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (image == MAP_FAILED)
		return;
	e = (const void *)image;
	sections = (const void *)(image + e->e_shoff);
	for (int i = 0; i < e->e_shnum; i++) {
		const Elf64_Shdr *s = &sections[i];

		if (s->sh_type != SHT_SYMTAB)
			continue;
		elf.symbols = (const void *)(image + s->sh_offset);
		elf.n = s->sh_size / sizeof(*elf.symbols);
		elf.strings = image + sections[s->sh_link].sh_offset;
	}
}

static bool variable_at(uintptr_t address, char *out, size_t size)
{
	if (!elf.tried)
		load_symbols();
	for (size_t i = 0; i < elf.n; i++) {
		const Elf64_Sym *s = &elf.symbols[i];
		uintptr_t offset = address - s->st_value;

		if (ELF64_ST_TYPE(s->st_info) != STT_OBJECT ||
			offset >= s->st_size)
			continue;
		if (offset)
			snprintf(out, size, "%s+%lu", elf.strings + s->st_name,
				(unsigned long)offset);
		else
			snprintf(out, size, "%s", elf.strings + s->st_name);
		return true;
	}
	return false;
}

static bool block_at(
	const struct ex_trace *t, uintptr_t address, char *out, size_t size)
{
	for (unsigned i = 0; i < t->n_blocks; i++) {
		const struct ex_heap_note *b = &t->blocks[i];
		struct ex_place p;
		const char *base;

		if (address - b->address >= b->size)
			continue;
		p = ex_place_of(b->pc);
		base = strrchr(p.file, '/');
		snprintf(out, size, "heap(%s:%d)+%lu", base ? base + 1 : p.file,
			p.line, (unsigned long)(address - b->address));
		return true;
	}
	return false;
}

void ex_object_name(
	const struct ex_trace *t, uintptr_t address, char *out, size_t size)
{
	out[0] = '\0';
	if (!address)
		return;
	for (unsigned i = 0; i < t->n_named; i++)
		if (t->named[i].object == address) {
			snprintf(out, size, "%s", t->named[i].name);
			return;
		}
	if (variable_at(address, out, size) || block_at(t, address, out, size))
		return;
	if (address >> 44 == 2)
		snprintf(out, size, "stack of thread %lu +%lu",
			(unsigned long)((address & 0xfffffffffff) /
					(EX_STACK + (1 << 16))),
			(unsigned long)((address & 0xfffffffffff) %
					(EX_STACK + (1 << 16))));
	else
		snprintf(out, size, "%#lx", (unsigned long)address);
}

void ex_seed_text(const struct ex_trace *t, char *out, size_t size)
{
	ex_deviations_format(t->deviations, t->n_deviations, out, size);
}
