/* SPDX-License-Identifier: MIT */
/*
 * A program that leaves nothing behind.
 *
 * chromedriver does not end its browser when it is killed, and a test may be
 * killed at any moment. So a process stands between us and the driver that
 * outlives us by a moment: every orphan below it becomes its child, and when
 * our end of a pipe closes, for whatever reason, it ends them all.
 */
#ifndef BROWSER_KEEPER_H
#define BROWSER_KEEPER_H

#include <stdio.h>
#include <sys/types.h>

struct kept {
	pid_t keeper;
	int life;   /* as long as this is open, the program may live */
	FILE *says; /* what the program prints */
};

/* Start @argv. Returns: 0; -errno. */
int keeper_start(struct kept *k, char *const argv[]);

/* End the program and all that it started, and wait until they are gone. */
void keeper_end(struct kept *k);

#endif
