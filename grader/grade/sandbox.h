/* SPDX-License-Identifier: MIT */
/*
 * The sandbox: what a compiler or a test can see and use.
 *
 * bubblewrap where it works; Landlock, seccomp and resource limits where it
 * does not; resource limits alone only when somebody asked for no sandbox.
 * This module makes command lines; supervise.h runs them.
 */
#ifndef GRADE_SANDBOX_H
#define GRADE_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"

enum sandbox_kind {
	SANDBOX_BWRAP,
	SANDBOX_LANDLOCK,
	SANDBOX_NONE,
};

enum {
	BOX_MOUNTS = 8,
};

/* A file or folder inside a box. */
struct mount {
	const char *from; /* outside */
	const char *to;   /* inside */
	bool write;
};

/* What runs in a box, what it sees there, and how much it may use. */
struct box {
	const char *const *argv;         /* inside paths; ended by NULL */
	const char *const *env;          /* NAME=VALUE; ended by NULL */
	struct mount mounts[BOX_MOUNTS]; /* ended by one without @from */
	const char *folder;              /* inside; where it starts. NULL: / */
	bool toolchain; /* all of /usr, not the libraries alone */
	bool proc;      /* /proc: the sanitizers read it */
	bool devices;   /* /dev and a loopback: labs with I/O */
	bool processes; /* may fork: a compiler does */
	bool record;    /* descriptor 3 is a record */
	unsigned cpu_seconds;
	unsigned address_mb; /* 0: no limit; sanitizers need terabytes */
	unsigned file_mb;
	unsigned nproc;
};

struct sandbox {
	enum sandbox_kind kind;
	const char *launcher; /* the program launch, outside */
	const char *scratch;  /* a folder that boxes without bwrap may write */
	bool drop_user;       /* we are root: boxes run as nobody */
	const char *warning;  /* one line when it is not bwrap; or NULL */
};

/* "bubblewrap", "landlock", "none". */
const char *sandbox_name(enum sandbox_kind kind);

/*
 * Find out what works here.
 *
 * Returns: 0; -ENOSYS when neither bubblewrap nor Landlock does, and then
 *          s->warning says what to do about it.
 */
int sandbox_probe(struct sandbox *s, bool none, struct arena *arena);

/* Whether a box of @kind can run /bin/true here; 0 or the reason in @why. */
int sandbox_try(const struct sandbox *s, enum sandbox_kind kind,
	struct arena *arena, const char **why);

/*
 * The command line that runs @box. Paths of the box stand for their outside
 * ones where the sandbox has no file system of its own.
 */
char **sandbox_command(
	const struct sandbox *s, const struct box *box, struct arena *arena);

/* Where the inside path @path of @box is for the program that runs in it. */
const char *sandbox_path(const struct sandbox *s, const struct box *box,
	const char *path, struct arena *arena);

#endif
