// SPDX-License-Identifier: MIT
/*
 * What is found in objects that the compiler makes of hostile sources.
 */
#include <stdlib.h>
#include <string.h>

#include "suites.h"

#include "grade/build.h"
#include "grade/fs.h"
#include "grade/inspect.h"
#include "grade/syscalls.h"

static char found[1024];

static void remember(void *arg, const char *what)
{
	(void)arg;
	strncat(found, what, sizeof(found) - strlen(found) - 2);
	strcat(found, ";");
}

/* Compile @source and look at it; the finds are in @found. */
static int look(const char *source, enum build build)
{
	char folder[] = "/tmp/corolab-inspect-XXXXXX";
	struct arena *a = arena_create();
	struct symbols allowed = {0};
	char *c, *o, *data;
	size_t size;
	int err = -1;

	found[0] = '\0';
	if (!mkdtemp(folder))
		abort();
	c = arena_printf(a, "%s/a.c", folder);
	o = arena_printf(a, "%s/a.o", folder);
	fs_write(c, source, strlen(source));
	symbols_add(a, &allowed, "puts");
	symbols_add(a, &allowed, "free");
	symbols_sort(&allowed);
	if (!tool_run(a,
		    (const char *const[]){"gcc", "-O2", "-w", "-c",
			    build == BUILD_ASAN ? "-fsanitize=address"
						: "-fno-ident",
			    c, "-o", o, NULL},
		    NULL) &&
		!fs_read(a, o, 1 << 24, &data, &size)) {
		err = inspect_object(
			data, size, &allowed, build, remember, NULL);
		syscalls_find(a, data, size, o, remember, NULL);
	}
	fs_remove(folder);
	arena_destroy(a);
	return err;
}

TEST honest_code_passes_in_every_build(void)
{
	static const char honest[] =
		"int puts(const char *); void free(void *);\n"
		"static int table[100]; int last; static const char *n = "
		"\"x\";\n"
		"int f(int i) { puts(n); free(0); return table[i & 15] + 1029; "
		"}\n";

	ASSERT_EQ(0, look(honest, BUILD_PLAIN));
	ASSERT_STR_EQ("", found);
	ASSERT_EQ(0, look(honest, BUILD_ASAN));
	ASSERT_STR_EQ("", found);
	PASS();
}

TEST constructor_is_found_in_every_build(void)
{
	static const char early[] = "int g[9]; __attribute__((constructor)) "
				    "void f(void) { g[1]=1; }";

	ASSERT_EQ(0, look(early, BUILD_PLAIN));
	ASSERT(strstr(found, ".init_array"));
	ASSERT_EQ(0, look(early, BUILD_ASAN));
	ASSERT(strstr(found, ".init_array"));
	PASS();
}

/* The priority that the sanitizers' own constructor has. */
TEST constructor_beside_the_sanitizers_is_found(void)
{
	ASSERT_EQ(0,
		look("int g[9]; __attribute__((constructor(99))) void f(void) "
		     "{ g[1] = 1; }",
			BUILD_ASAN));
	ASSERT(strstr(found, ".init_array"));
	PASS();
}

TEST call_is_found_whatever_it_is_called(void)
{
	ASSERT_EQ(0, look("int nice(void) __asm__(\"fork\");"
			  "int f(void) { return nice(); }",
			     BUILD_PLAIN));
	ASSERT(strstr(found, "fork"));
	PASS();
}

TEST system_call_is_found_and_its_bytes_alone_are_not(void)
{
	ASSERT_EQ(
		0, look("void f(void) { __asm__(\"syscall\"); }", BUILD_PLAIN));
	ASSERT(strstr(found, "syscall"));
	ASSERT_EQ(0, look("int f(void) { return 0x050f050f; }", BUILD_PLAIN));
	ASSERT_STR_EQ("", found);
	PASS();
}

TEST no_object_is_an_error(void)
{
	struct symbols none = {0};
	static const char junk[128] = "\177ELF\2";

	ASSERT(inspect_object(
		junk, sizeof(junk), &none, BUILD_PLAIN, remember, NULL));
	ASSERT(inspect_object("", 0, &none, BUILD_PLAIN, remember, NULL));
	PASS();
}

SUITE(inspect_suite)
{
	RUN_TEST(honest_code_passes_in_every_build);
	RUN_TEST(constructor_is_found_in_every_build);
	RUN_TEST(constructor_beside_the_sanitizers_is_found);
	RUN_TEST(call_is_found_whatever_it_is_called);
	RUN_TEST(system_call_is_found_and_its_bytes_alone_are_not);
	RUN_TEST(no_object_is_an_error);
}
