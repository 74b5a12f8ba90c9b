// SPDX-License-Identifier: MIT
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "build.h"
#include "inspect.h"
#include "syscalls.h"

static bool may_have_one(const char *data, size_t size)
{
	return inspect_code_has(data, size, "\x0f\x05", 2) ||
	       inspect_code_has(data, size, "\x0f\x34", 2) ||
	       inspect_code_has(data, size, "\xcd\x80", 2);
}

/* The mnemonic of a line of a disassembly: the third tab-separated field. */
static const char *mnemonic(const char *line)
{
	const char *tab = strchr(line, '\t');

	return tab ? tab + 1 : "";
}

void syscalls_find(struct arena *arena, const char *data, size_t size,
	const char *path, void (*found)(void *arg, const char *what), void *arg)
{
	static const char *const names[] = {
		"syscall", "sysenter", "int    $0x80", NULL};
	const char *text = "";
	char *rest, *line;
	const char *const *n;

#if !defined(__x86_64__)
	return;
#endif
	if (!may_have_one(data, size))
		return;
	tool_run(arena,
		(const char *const[]){
			"objdump", "-d", "--no-show-raw-insn", path, NULL},
		&text);
	rest = arena_strdup(arena, text);
	while ((line = strsep(&rest, "\n")))
		for (n = names; *n; n++)
			if (!strncmp(mnemonic(line), *n, strlen(*n))) {
				found(arg, "enters the kernel by itself, "
					   "with the instruction syscall");
				return;
			}
}
