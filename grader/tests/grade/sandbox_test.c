// SPDX-License-Identifier: MIT
/*
 * What a box keeps in, in each kind of sandbox that works here.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suites.h"

#include "grade/fs.h"
#include "grade/sandbox.h"
#include "grade/supervise.h"

static struct arena *arena;
static struct sandbox sandbox;
static char folder[64];

static struct job run_in(
	enum sandbox_kind kind, struct box box, const char *script)
{
	const char *const argv[] = {"/usr/bin/sh", "-c", script, NULL};
	struct job job = {.seconds = 10, .drop_user = sandbox.drop_user};

	sandbox.kind = kind;
	box.argv = argv;
	box.toolchain = true;
	job.argv = sandbox_command(&sandbox, &box, arena);
	job_run(&job);
	return job;
}

static bool works(enum sandbox_kind kind)
{
	const char *why;

	return !sandbox_try(&sandbox, kind, arena, &why);
}

static const char *said(struct job *j)
{
	const char *text = j->output.size ? arena_strdup(arena, j->output.data)
					  : "";

	job_clear(j);
	return text;
}

TEST host_files_are_out_of_sight(enum sandbox_kind kind)
{
	struct box box = {.processes = true};
	struct job j;
	const char *text;

	if (!works(kind))
		SKIPm("this sandbox does not work here");
	j = run_in(kind, box,
		"cat /etc/passwd /proc/1/environ; ls /home /root; "
		"echo x > /usr/x; echo ended");
	text = said(&j);
	ASSERT(strstr(text, "ended"));
	ASSERT_FALSE(strstr(text, "root:"));
	ASSERT_FALSE(fs_exists("/usr/x"));
	PASS();
}

TEST processes_are_refused(enum sandbox_kind kind)
{
	struct box box = {.processes = false};
	struct job j;
	const char *text;

	if (!works(kind))
		SKIPm("this sandbox does not work here");
	j = run_in(kind, box, "echo alive; (echo child)");
	text = said(&j);
	ASSERT(strstr(text, "alive"));
	ASSERT_FALSE(strstr(text, "child\n"));
	PASS();
}

TEST network_is_out_of_reach(enum sandbox_kind kind)
{
	struct box box = {.processes = true};
	struct job j;
	const char *text;

	if (!works(kind))
		SKIPm("this sandbox does not work here");
	if (!fs_exists("/usr/bin/bash"))
		SKIPm("needs bash");
	j = run_in(kind, box,
		"bash -c 'echo > /dev/tcp/192.0.2.1/9' && echo connected; "
		"echo ended");
	text = said(&j);
	ASSERT(strstr(text, "ended"));
	ASSERT_FALSE(strstr(text, "connected"));
	PASS();
}

TEST files_have_a_largest_size(enum sandbox_kind kind)
{
	struct box box = {.processes = true, .file_mb = 1};
	struct job j;
	struct stat st;

	if (!works(kind))
		SKIPm("this sandbox does not work here");
	box.mounts[0] = (struct mount){folder, "/out", true};
	j = run_in(kind, box,
		kind == SANDBOX_BWRAP
			? "head -c 5000000 /dev/zero > /out/big"
			: arena_printf(arena,
				  "head -c 5000000 /dev/zero > %s/big",
				  folder));
	job_clear(&j);
	ASSERT_EQ(0, stat(arena_printf(arena, "%s/big", folder), &st));
	ASSERT(st.st_size <= 1 << 20);
	unlink(arena_printf(arena, "%s/big", folder));
	PASS();
}

TEST environment_is_empty(enum sandbox_kind kind)
{
	struct box box = {.processes = true};
	struct job j;
	const char *text;

	if (!works(kind))
		SKIPm("this sandbox does not work here");
	setenv("CO_SECRET", "secret", 1);
	j = run_in(kind, box, "/usr/bin/env");
	text = said(&j);
	ASSERT_FALSE(strstr(text, "CO_SECRET"));
	PASS();
}

TEST record_hides_behind_another_number(enum sandbox_kind kind)
{
	struct box box = {.processes = true, .record = true, .proc = true};
	struct job job = {.seconds = 10, .wants_record = true};
	const char *const argv[] = {"/usr/bin/sh", "-c",
		"test -e /proc/self/fd/3 && echo plain; "
		"echo $CO_RESULT_FD",
		NULL};
	int fd;

	if (!works(kind))
		SKIPm("this sandbox does not work here");
	sandbox.kind = kind;
	box.argv = argv;
	box.toolchain = true;
	job.drop_user = sandbox.drop_user;
	job.argv = sandbox_command(&sandbox, &box, arena);
	job_run(&job);
	fd = atoi(said(&job));
	ASSERT(fd >= 64);
	PASS();
}

static void set_up_all(void)
{
	arena = arena_create();
	memset(&sandbox, 0, sizeof(sandbox));
	strcpy(folder, "/tmp/corolab-sandbox-XXXXXX");
	if (!mkdtemp(folder))
		abort();
	chmod(folder, 0755);
	sandbox.launcher = arena_printf(arena, "%s/launch", folder);
	fs_copy(launcher_path, sandbox.launcher);
	chmod(sandbox.launcher, 0755);
	sandbox.drop_user = geteuid() == 0;
	if (sandbox.drop_user && chown(folder, 65534, 65534) < 0)
		abort();
}

SUITE(sandbox_suite)
{
	static const enum sandbox_kind kinds[] = {
		SANDBOX_BWRAP, SANDBOX_LANDLOCK};
	size_t i;

	set_up_all();
	for (i = 0; i < 2; i++) {
		greatest_set_test_suffix(i ? "landlock" : "bwrap");
		RUN_TEST1(host_files_are_out_of_sight, kinds[i]);
		greatest_set_test_suffix(i ? "landlock" : "bwrap");
		RUN_TEST1(processes_are_refused, kinds[i]);
		greatest_set_test_suffix(i ? "landlock" : "bwrap");
		RUN_TEST1(network_is_out_of_reach, kinds[i]);
		greatest_set_test_suffix(i ? "landlock" : "bwrap");
		RUN_TEST1(files_have_a_largest_size, kinds[i]);
		greatest_set_test_suffix(i ? "landlock" : "bwrap");
		RUN_TEST1(environment_is_empty, kinds[i]);
		greatest_set_test_suffix(i ? "landlock" : "bwrap");
		RUN_TEST1(record_hides_behind_another_number, kinds[i]);
	}
	fs_remove(folder);
	arena_destroy(arena);
}
