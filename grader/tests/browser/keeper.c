// SPDX-License-Identifier: MIT
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "keeper.h"

/* Send SIGKILL to each child of ours. */
static void kill_children(void)
{
	FILE *f = fopen("/proc/thread-self/children", "re");
	int pid;

	while (f && fscanf(f, "%d", &pid) == 1)
		kill(pid, SIGKILL);
	if (f)
		fclose(f);
}

/* The children of a child that goes become ours: again, until none is left. */
static void end_all(void)
{
	do {
		kill_children();
	} while (waitpid(-1, NULL, 0) > 0 || errno == EINTR);
}

static void become_program(char *const argv[], int out)
{
	dup2(out, STDOUT_FILENO);
	execvp(argv[0], argv);
	perror(argv[0]);
	_exit(127);
}

static void keep(char *const argv[], int life, int out)
{
	char byte;

	/* Not in the group that a terminal's interrupt goes to. */
	setpgid(0, 0);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (!fork())
		become_program(argv, out);
	close(out);
	while (read(life, &byte, 1) < 0 && errno == EINTR)
		;
	end_all();
	_exit(0);
}

int keeper_start(struct kept *k, char *const argv[])
{
	int life[2], out[2];

	if (pipe2(life, O_CLOEXEC))
		return -errno;
	if (pipe2(out, O_CLOEXEC))
		return -errno;
	k->keeper = fork();
	if (k->keeper < 0)
		return -errno;
	if (!k->keeper) {
		close(life[1]);
		close(out[0]);
		keep(argv, life[0], out[1]);
	}
	close(life[0]);
	close(out[1]);
	k->life = life[1];
	k->says = fdopen(out[0], "r");
	return k->says ? 0 : -ENOMEM;
}

void keeper_end(struct kept *k)
{
	close(k->life);
	while (waitpid(k->keeper, NULL, 0) < 0 && errno == EINTR)
		;
	fclose(k->says);
}
