// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sandbox.h"
#include "supervise.h"

enum {
	MAX_WORDS = 128,
	OPEN_FILES = 256,
	TRY_SECONDS = 10,
};

/* A command line being put together. */
struct words {
	struct arena *arena;
	const char **at;
	size_t count;
};

static void say(struct words *w, const char *word)
{
	if (w->count + 1 < MAX_WORDS)
		w->at[w->count++] = word;
}

static void say_all(struct words *w, const char *const *words)
{
	while (words && *words)
		say(w, *words++);
}

static void say_number(struct words *w, const char *name, unsigned value)
{
	if (value)
		say(w, arena_printf(w->arena, "%s=%u", name, value));
}

const char *sandbox_name(enum sandbox_kind kind)
{
	switch (kind) {
	case SANDBOX_BWRAP:
		return "bubblewrap";
	case SANDBOX_LANDLOCK:
		return "landlock";
	default:
		return "none";
	}
}

const char *sandbox_path(const struct sandbox *s, const struct box *box,
	const char *path, struct arena *arena)
{
	const struct mount *m;

	if (s->kind == SANDBOX_BWRAP || path[0] != '/')
		return path;
	for (m = box->mounts; m->from; m++) {
		size_t n = strlen(m->to);

		if (!strncmp(path, m->to, n) && (!path[n] || path[n] == '/'))
			return arena_printf(arena, "%s%s", m->from, path + n);
	}
	return path;
}

static void say_limits(
	struct words *w, const struct sandbox *s, const struct box *box)
{
	say_number(w, "cpu", box->cpu_seconds);
	say_number(w, "as", box->address_mb);
	say_number(w, "fsize", box->file_mb);
	/* Elsewhere it would count what the person at the machine runs. */
	if (s->kind == SANDBOX_BWRAP || s->drop_user)
		say_number(w, "nproc", box->nproc);
	say_number(w, "nofile", OPEN_FILES);
	say_number(w, "record", box->record);
	say_number(w, "ptrace", box->proc);
	if (s->kind != SANDBOX_NONE && !box->processes)
		say(w, "seccomp=1");
}

static void say_landlock(
	struct words *w, const struct sandbox *s, const struct box *box)
{
	static const char *const system[] = {"ro=/usr/lib", "ro=/lib",
		"ro=/lib64", "ro=/etc/ld.so.cache", "rw=/dev/null",
		"rw=/dev/full", "ro=/dev/urandom", "ro=/dev/zero", NULL};
	const struct mount *m;

	say(w, "landlock=1");
	say_number(w, "net", box->devices);
	say_all(w, system);
	if (box->toolchain)
		say(w, "ro=/usr");
	if (box->proc)
		say(w, "ro=/proc");
	if (s->scratch)
		say(w, arena_printf(w->arena, "rw=%s", s->scratch));
	for (m = box->mounts; m->from; m++)
		say(w, arena_printf(w->arena, "%s=%s", m->write ? "rw" : "ro",
			       m->from));
}

static void say_mounts(struct words *w, const struct box *box)
{
	const struct mount *m;

	for (m = box->mounts; m->from; m++) {
		say(w, m->write ? "--bind" : "--ro-bind");
		say(w, m->from);
		say(w, m->to);
	}
}

/* Everything unshared, nothing inherited, every file system sized. */
static void say_bwrap(
	struct words *w, const struct sandbox *s, const struct box *box)
{
	static const char *const base[] = {"bwrap", "--unshare-all",
		"--unshare-user", "--disable-userns", "--die-with-parent",
		"--new-session", "--cap-drop", "ALL", "--clearenv", NULL};
	static const char *const libraries[] = {"--ro-bind", "/usr/lib",
		"/usr/lib", "--ro-bind-try", "/usr/lib64", "/usr/lib64", NULL};
	static const char *const whole_usr[] = {"--ro-bind", "/usr", "/usr",
		"--symlink", "usr/bin", "/bin", NULL};
	static const char *const links[] = {"--symlink", "usr/lib", "/lib",
		"--symlink", "usr/lib64", "/lib64", "--size", "33554432",
		"--tmpfs", "/tmp", NULL};
	static const char *const devices[] = {"--dev", "/dev", "--size",
		"16777216", "--tmpfs", "/dev/shm", NULL};
	static const char *const few_devices[] = {"--dev-bind", "/dev/null",
		"/dev/null", "--dev-bind", "/dev/zero", "/dev/zero",
		"--dev-bind", "/dev/full", "/dev/full", "--dev-bind",
		"/dev/urandom", "/dev/urandom", NULL};

	say_all(w, base);
	say_all(w, box->toolchain ? whole_usr : libraries);
	say_all(w, links);
	say_all(w, box->devices ? devices : few_devices);
	if (box->proc) {
		say(w, "--proc");
		say(w, "/proc");
	}
	say(w, "--ro-bind");
	say(w, s->launcher);
	say(w, "/launch");
	say_mounts(w, box);
	if (box->devices) {
		say(w, "--remount-ro");
		say(w, "/dev");
	}
	say(w, "--remount-ro");
	say(w, "/");
	if (box->folder) {
		say(w, "--chdir");
		say(w, box->folder);
	}
}

static void say_environment(
	struct words *w, const struct sandbox *s, const struct box *box)
{
	const char *const *e;

	for (e = box->env; e && *e; e++) {
		const char *equals = strchr(*e, '=');

		say(w, "--setenv");
		say(w, arena_strndup(w->arena, *e, (size_t)(equals - *e)));
		say(w, sandbox_path(s, box, equals + 1, w->arena));
	}
}

/* Without namespaces, env(1) clears and sets; it also changes the folder. */
static void say_env(
	struct words *w, const struct sandbox *s, const struct box *box)
{
	const char *const *e;

	say(w, "env");
	say(w, "-i");
	if (box->folder) {
		say(w, "-C");
		say(w, sandbox_path(s, box, box->folder, w->arena));
	}
	if (s->scratch)
		say(w, arena_printf(w->arena, "TMPDIR=%s", s->scratch));
	for (e = box->env; e && *e; e++) {
		const char *equals = strchr(*e, '=');

		say(w, arena_printf(w->arena, "%.*s=%s", (int)(equals - *e), *e,
			       sandbox_path(s, box, equals + 1, w->arena)));
	}
}

char **sandbox_command(
	const struct sandbox *s, const struct box *box, struct arena *arena)
{
	struct words w = {.arena = arena};
	const char *const *a;

	w.at = arena_zalloc(arena, MAX_WORDS * sizeof(*w.at));
	if (s->kind == SANDBOX_BWRAP) {
		say_bwrap(&w, s, box);
		say_environment(&w, s, box);
		say(&w, "/launch");
	} else {
		say_env(&w, s, box);
		say(&w, s->launcher);
	}
	say_limits(&w, s, box);
	if (s->kind == SANDBOX_LANDLOCK)
		say_landlock(&w, s, box);
	say(&w, "--");
	for (a = box->argv; *a; a++)
		say(&w, sandbox_path(s, box, *a, arena));
	return (char **)w.at;
}

int sandbox_try(const struct sandbox *s, enum sandbox_kind kind,
	struct arena *arena, const char **why)
{
	static const char *const argv[] = {"/usr/bin/true", NULL};
	struct sandbox probe = *s;
	struct box box = {.argv = argv, .toolchain = true, .nproc = 64};
	struct job job = {.seconds = TRY_SECONDS};

	probe.kind = kind;
	job.argv = sandbox_command(&probe, &box, arena);
	job.drop_user = s->drop_user;
	job_run(&job);
	if (job.ready && job.exited && job.exit_code == 0) {
		job_clear(&job);
		return 0;
	}
	*why = job.output.size ? arena_clean(arena, job.output.data,
					 job.output.size, 200)
	       : job.fault[0]  ? arena_strdup(arena, job.fault)
			       : "it is not installed";
	job_clear(&job);
	return -ENOSYS;
}

int sandbox_probe(struct sandbox *s, bool none, struct arena *arena)
{
	const char *bwrap_why = "", *landlock_why = "";

	s->drop_user = geteuid() == 0;
	s->kind = SANDBOX_NONE;
	if (none) {
		s->warning = "no sandbox: the submission can read and write "
			     "what you can";
		return 0;
	}
	s->kind = SANDBOX_BWRAP;
	if (!sandbox_try(s, SANDBOX_BWRAP, arena, &bwrap_why))
		return 0;
	/*
	 * Nobody may not get at the work folder, in a temporary folder that
	 * only root can enter: then boxes have root's number and no rights.
	 */
	if (s->drop_user) {
		s->drop_user = false;
		if (!sandbox_try(s, SANDBOX_BWRAP, arena, &bwrap_why))
			return 0;
		s->drop_user = true;
	}
	s->kind = SANDBOX_LANDLOCK;
	if (!sandbox_try(s, SANDBOX_LANDLOCK, arena, &landlock_why)) {
		s->warning = arena_printf(arena,
			"bubblewrap does not work here (%.*s); Landlock and "
			"limits take its place",
			(int)strcspn(bwrap_why, "\n"), bwrap_why);
		return 0;
	}
	s->warning = arena_printf(arena,
		"neither bubblewrap (%.*s) nor Landlock (%.*s) works here: "
		"run `grade doctor`, or --no-sandbox for code you trust",
		(int)strcspn(bwrap_why, "\n"), bwrap_why,
		(int)strcspn(landlock_why, "\n"), landlock_why);
	return -ENOSYS;
}
