// SPDX-License-Identifier: MIT
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fs.h"
#include "inspect.h"

enum {
	MAX_LIST = 1 << 20,
};

/* A relocatable file whose tables have been checked. */
struct object {
	const char *data;
	size_t size;
	const Elf64_Shdr *sections;
	size_t section_count;
	const Elf64_Shdr *symtab;
	const Elf64_Sym *symbols;
	size_t symbol_count;
};

struct finding {
	const struct object *object;
	const struct symbols *allowed;
	enum build build;
	void (*found)(void *arg, const char *what);
	void *arg;
};

/* Lists of names. */

void symbols_add(struct arena *arena, struct symbols *s, const char *name)
{
	struct lines l = {s->at, s->count};

	lines_add(arena, &l, name);
	s->at = l.at;
	s->count = l.count;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void symbols_sort(struct symbols *s)
{
	if (s->count)
		qsort(s->at, s->count, sizeof(*s->at), by_name);
}

bool symbols_has(const struct symbols *s, const char *name)
{
	return s->count &&
	       bsearch(&name, s->at, s->count, sizeof(*s->at), by_name);
}

int symbols_read(struct arena *arena, struct symbols *s, const char *path)
{
	char *text, *line;
	size_t size;
	int err = fs_read(arena, path, MAX_LIST, &text, &size);

	if (err)
		return err;
	while ((line = strsep(&text, "\n")))
		if (*line)
			symbols_add(arena, s, line);
	return 0;
}

/* Reading ELF. */

static bool inside(const struct object *o, Elf64_Off at, uint64_t size)
{
	return at <= o->size && size <= o->size - at;
}

/* A string of the table in section @table; "" when it is out of bounds. */
static const char *string(const struct object *o, size_t table, uint32_t at)
{
	const Elf64_Shdr *s =
		&o->sections[table < o->section_count ? table : 0];
	const char *text;

	if (!inside(o, s->sh_offset, s->sh_size) || at >= s->sh_size)
		return "";
	text = o->data + s->sh_offset + at;
	return memchr(text, '\0', s->sh_size - at) ? text : "";
}

static const char *section_name(const struct object *o, const Elf64_Shdr *s)
{
	const Elf64_Ehdr *h = (const Elf64_Ehdr *)(const void *)o->data;

	return string(o, h->e_shstrndx, s->sh_name);
}

static const char *symbol_name(const struct object *o, const Elf64_Sym *s)
{
	return string(o, o->symtab->sh_link, s->st_name);
}

static int open_object(struct object *o, const char *data, size_t size)
{
	const Elf64_Ehdr *h = (const Elf64_Ehdr *)(const void *)data;
	size_t i;

	*o = (struct object){.data = data, .size = size};
	if (size < sizeof(*h) || memcmp(h->e_ident, ELFMAG, SELFMAG) ||
		h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_type != ET_REL ||
		h->e_shentsize != sizeof(Elf64_Shdr) || h->e_shoff % 8 ||
		!inside(o, h->e_shoff,
			(uint64_t)h->e_shnum * sizeof(Elf64_Shdr)) ||
		!h->e_shnum)
		return -EINVAL;
	o->sections = (const Elf64_Shdr *)(const void *)(data + h->e_shoff);
	o->section_count = h->e_shnum;
	for (i = 0; i < o->section_count; i++) {
		const Elf64_Shdr *s = &o->sections[i];

		if (s->sh_type != SHT_SYMTAB)
			continue;
		if (!inside(o, s->sh_offset, s->sh_size) || s->sh_offset % 8)
			return -EINVAL;
		o->symtab = s;
		o->symbols =
			(const Elf64_Sym *)(const void *)(data + s->sh_offset);
		o->symbol_count = s->sh_size / sizeof(Elf64_Sym);
	}
	return 0;
}

int inspect_globals(
	struct arena *arena, const char *data, size_t size, struct symbols *out)
{
	struct object o;
	size_t i;
	int err = open_object(&o, data, size);

	if (err)
		return err;
	for (i = 0; i < o.symbol_count; i++) {
		const Elf64_Sym *s = &o.symbols[i];

		if (ELF64_ST_BIND(s->st_info) != STB_LOCAL &&
			s->st_shndx != SHN_UNDEF)
			symbols_add(arena, out,
				arena_strdup(arena, symbol_name(&o, s)));
	}
	return 0;
}

/* Finding. */

static void find(struct finding *f, const char *what, const char *name)
{
	char text[512];

	snprintf(text, sizeof(text), "%s %s", what, name);
	f->found(f->arg, text);
}

static bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* What the sanitizers' passes call, and nothing of their control functions. */
static bool is_instrumentation(const char *name, enum build build)
{
	static const char *const asan[] = {"__asan_report_", "__asan_load",
		"__asan_store", "__asan_stack_malloc", "__asan_stack_free",
		"__asan_handle_no_return", "__asan_init",
		"__asan_version_mismatch_check", "__asan_register_",
		"__asan_unregister_", "__asan_poison_", "__asan_unpoison_",
		"__asan_option_detect_stack_use", "__asan_alloca_",
		"__asan_allocas_", "__asan_set_shadow_", "__asan_shadow_memory",
		"__asan_mem", "__asan_before_dynamic", "__asan_after_dynamic",
		"__ubsan_handle_", "__sanitizer_ptr_", NULL};
	const char *const *a;

	if (build == BUILD_EXPLORE)
		return starts(name, "__tsan_");
	for (a = asan; build == BUILD_ASAN && *a; a++)
		if (starts(name, *a))
			return true;
	return false;
}

static bool is_code(const struct object *o, size_t section)
{
	return section < o->section_count &&
	       (o->sections[section].sh_flags & SHF_EXECINSTR);
}

/* The function that a relocation of an array of functions points at. */
static const char *target(const struct object *o, const Elf64_Rela *r)
{
	size_t at = ELF64_R_SYM(r->r_info);
	const Elf64_Sym *s, *f;
	size_t i;

	if (at >= o->symbol_count)
		return "";
	s = &o->symbols[at];
	if (ELF64_ST_TYPE(s->st_info) != STT_SECTION)
		return symbol_name(o, s);
	for (i = 0; i < o->symbol_count; i++) {
		f = &o->symbols[i];
		if (f->st_shndx == s->st_shndx &&
			ELF64_ST_TYPE(f->st_info) == STT_FUNC &&
			f->st_value == (uint64_t)r->r_addend)
			return symbol_name(o, f);
	}
	return "";
}

/*
 * The sanitizers register a file's globals from a constructor of their own; it
 * is the only one in an array of its own, and known by its name, which the
 * compiler would not give to anything else in the same file.
 */
static bool is_the_sanitizers(
	const struct object *o, size_t array, enum build build)
{
	const Elf64_Shdr *s = &o->sections[array];
	size_t i;

	if (build == BUILD_PLAIN || s->sh_size != sizeof(Elf64_Addr))
		return false;
	for (i = 0; i < o->section_count; i++) {
		const Elf64_Shdr *r = &o->sections[i];

		if (r->sh_type != SHT_RELA || r->sh_info != array)
			continue;
		if (r->sh_size != sizeof(Elf64_Rela) ||
			!inside(o, r->sh_offset, r->sh_size))
			return false;
		return starts(
			target(o, (const Elf64_Rela *)(const void
						  *)(o->data + r->sh_offset)),
			"_sub_");
	}
	return false;
}

static bool runs_by_itself(const struct object *o, const Elf64_Shdr *s)
{
	static const char *const names[] = {
		".init", ".fini", ".preinit", ".ctors", ".dtors", ".jcr", NULL};
	const char *const *n;

	if (s->sh_type == SHT_INIT_ARRAY || s->sh_type == SHT_FINI_ARRAY ||
		s->sh_type == SHT_PREINIT_ARRAY)
		return true;
	for (n = names; *n; n++)
		if (starts(section_name(o, s), *n))
			return true;
	return false;
}

static void look_at_sections(struct finding *f)
{
	const struct object *o = f->object;
	size_t i;

	for (i = 1; i < o->section_count; i++) {
		const Elf64_Shdr *s = &o->sections[i];

		if (runs_by_itself(o, s) && !is_the_sanitizers(o, i, f->build))
			find(f, "has code that runs outside of main(), section",
				section_name(o, s));
		if ((s->sh_flags & SHF_EXECINSTR) && (s->sh_flags & SHF_WRITE))
			find(f, "has writable code, section",
				section_name(o, s));
	}
}

static void look_at_symbol(struct finding *f, const Elf64_Sym *s)
{
	const char *name = symbol_name(f->object, s);
	int type = ELF64_ST_TYPE(s->st_info);

	if (type == STT_GNU_IFUNC)
		find(f, "has an indirect function,", name);
	if (type == STT_OBJECT && is_code(f->object, s->st_shndx))
		find(f, "has data among its code,", name);
	if (s->st_shndx != SHN_UNDEF || !*name)
		return;
	if (symbols_has(f->allowed, name) || is_instrumentation(name, f->build))
		return;
	find(f, "calls what this lab does not use:", name);
}

int inspect_object(const char *data, size_t size, const struct symbols *allowed,
	enum build build, void (*found)(void *arg, const char *what), void *arg)
{
	struct object o;
	struct finding f = {.object = &o,
		.allowed = allowed,
		.build = build,
		.found = found,
		.arg = arg};
	size_t i;
	int err = open_object(&o, data, size);

	if (err)
		return err;
	look_at_sections(&f);
	for (i = 1; i < o.symbol_count; i++)
		look_at_symbol(&f, &o.symbols[i]);
	return 0;
}

bool inspect_code_has(const char *data, size_t size, const char *what, size_t n)
{
	struct object o;
	size_t i;

	if (open_object(&o, data, size))
		return false;
	for (i = 0; i < o.section_count; i++) {
		const Elf64_Shdr *s = &o.sections[i];

		if (is_code(&o, i) && s->sh_type != SHT_NOBITS &&
			inside(&o, s->sh_offset, s->sh_size) &&
			memmem(data + s->sh_offset, s->sh_size, what, n))
			return true;
	}
	return false;
}
