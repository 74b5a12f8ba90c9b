// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "doctor.h"
#include "fs.h"

static int wrong;

static void good(const char *what, const char *detail)
{
	printf("  ok       %-18s %s\n", what, detail);
}

static void bad(const char *what, const char *why, const char *advice)
{
	printf("  missing  %-18s %.*s\n           %-18s -> %s\n", what,
		(int)strcspn(why, "\n"), why, "", advice);
	wrong++;
}

static void look_at_tool(
	struct context *c, const char *tool, const char *package)
{
	const char *said = "";

	if (tool_run(c->arena, (const char *const[]){tool, "--version", NULL},
		    &said))
		bad(tool, "it does not run", package);
	else
		good(tool, arena_strndup(c->arena, said, strcspn(said, "\n")));
}

static const char *uring_advice(int error)
{
	switch (error) {
	case EPERM:
		return "a container's seccomp profile or "
		       "kernel.io_uring_disabled refuses it; allow "
		       "io_uring_setup, or run outside of the container";
	case ENOSYS:
		return "the kernel has none: 5.19 or newer is needed";
	case ENOMEM:
		return "raise the limit of locked memory: ulimit -l 8192";
	default:
		return "labs 4 to 6 will be skipped";
	}
}

static void look_at_sandbox(struct context *c)
{
	const char *why = "";

	if (sandbox_try(&c->sandbox, SANDBOX_BWRAP, c->arena, &why))
		bad("bubblewrap", why,
			"install bubblewrap; where user namespaces are off: "
			"sysctl kernel.unprivileged_userns_clone=1, or on "
			"Ubuntu kernel.apparmor_restrict_unprivileged_userns="
			"0; in Docker: --security-opt seccomp=unconfined");
	else
		good("bubblewrap", "namespaces and limits work");
	if (sandbox_try(&c->sandbox, SANDBOX_LANDLOCK, c->arena, &why))
		bad("landlock", why,
			"needs Linux 5.13 with lsm=landlock; only used where "
			"bubblewrap does not work");
	else
		good("landlock", "the fall-back works");
}

static void look_at_kit(struct context *c)
{
	char *greatest = arena_printf(
		c->arena, "%s/../include/greatest.h", c->kit);
	int n;

	if (fs_exists(greatest))
		good("greatest.h", "found");
	else
		bad("greatest.h", "not in the build folder", "make setup");
	for (n = 1; n <= RUBRIC_LABS; n++) {
		char *tests = arena_printf(
			c->arena, "%s/plain/lab%d-public.o", c->kit, n);
		char name[16];

		snprintf(name, sizeof(name), "lab%d", n);
		if (!rubric_lab(n))
			continue;
		if (fs_exists(tests))
			good(name, "its tests are built");
		else
			bad(name, "its tests are not built", "make kit");
	}
}

int doctor(struct context *c)
{
	int error;

	wrong = 0;
	look_at_tool(c, "gcc", "install gcc");
	look_at_tool(c, "ld", "install binutils");
	look_at_tool(c, "objcopy", "install binutils");
	look_at_tool(c, "addr2line", "install binutils");
	look_at_tool(c, "patch", "install patch (for `grade mutants`)");
	look_at_sandbox(c);
	if (uring_works(&error))
		good("io_uring", "a ring can be set up");
	else
		bad("io_uring", strerror(error), uring_advice(error));
	if (c->have_explorer)
		good("explorer", "built");
	else
		bad("explorer", "not built", "make kit");
	look_at_kit(c);
	printf("%s\n", wrong ? "some of it needs your attention"
			     : "everything is there");
	return wrong ? EXIT_ENVIRONMENT : EXIT_GRADED;
}
