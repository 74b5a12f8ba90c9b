// SPDX-License-Identifier: MIT
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "spawn.h"
#include "supervise.h"

enum {
	OUT_OF_THE_WAY = 20,
	NOBODY = 65534,
	EXIT_NO_EXEC = 127,
};

/* The job's ends of its pipes; -1: it has none. */
struct ends {
	int output, record, status;
};

static int make_nonce(char nonce[NONCE_HEX])
{
	unsigned char random[(NONCE_HEX - 1) / 2];
	size_t i;

	if (getrandom(random, sizeof(random), 0) != sizeof(random))
		return -EIO;
	for (i = 0; i < sizeof(random); i++)
		snprintf(nonce + 2 * i, 3, "%02x", random[i]);
	return 0;
}

static int make_pipe(int *ours, int *theirs)
{
	int p[2];

	if (pipe2(p, O_CLOEXEC) < 0)
		return -errno;
	fcntl(p[0], F_SETFL, O_NONBLOCK);
	*ours = p[0];
	*theirs = p[1];
	return 0;
}

static int make_record(struct job *job, int *theirs)
{
	int s[2];
	int err = make_nonce(job->nonce);

	if (err)
		return err;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s) < 0)
		return -errno;
	fcntl(s[0], F_SETFL, O_NONBLOCK);
	job->record_fd = s[0];
	*theirs = s[1];
	if (dprintf(s[0], "%s\n", job->nonce) < 0)
		return -errno;
	return 0;
}

static void place(int fd, int at)
{
	if (fd >= 0)
		dup2(fd, at);
	else
		close(at);
}

static int lift(int fd)
{
	return fd < 0 ? -1 : fcntl(fd, F_DUPFD, OUT_OF_THE_WAY);
}

static void become_nobody(void)
{
	if (setgroups(0, NULL) < 0 || setresgid(NOBODY, NOBODY, NOBODY) < 0 ||
		setresuid(NOBODY, NOBODY, NOBODY) < 0)
		_exit(EXIT_NO_EXEC);
}

static void become(struct job *job, struct ends e)
{
	int null = lift(open("/dev/null", O_RDONLY | O_CLOEXEC));
	sigset_t none;

	e.output = lift(e.output);
	e.record = lift(e.record);
	e.status = lift(e.status);
	place(null, 0);
	place(e.output, 1);
	place(e.output, 2);
	place(e.record, 3);
	place(e.status, 4);
	syscall(SYS_close_range, 5, ~0U, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	setsid();
	if (job->input_folder && chdir(job->input_folder) < 0)
		_exit(EXIT_NO_EXEC);
	if (job->drop_user)
		become_nobody();
	/* After the change of user, which clears it. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	execvp(job->argv[0], job->argv);
	dprintf(4, "e%s: %s", job->argv[0], strerror(errno));
	_exit(EXIT_NO_EXEC);
}

static void close_all(const int *fds, size_t n)
{
	while (n--)
		if (fds[n] >= 0)
			close(fds[n]);
}

int spawn_job(struct job *job)
{
	struct ends e = {-1, -1, -1};
	int err;

	job->pid = -1;
	job->pidfd = job->output_fd = job->record_fd = job->status_fd = -1;
	err = make_pipe(&job->output_fd, &e.output);
	if (!err)
		err = make_pipe(&job->status_fd, &e.status);
	if (!err && job->wants_record)
		err = make_record(job, &e.record);
	if (err)
		goto close_ours;
	job->pid = fork();
	if (job->pid < 0) {
		err = -errno;
		goto close_ours;
	}
	if (job->pid == 0)
		become(job, e);
	job->pidfd = (int)syscall(SYS_pidfd_open, job->pid, 0);
	if (job->pidfd < 0) {
		err = -errno;
		kill(job->pid, SIGKILL);
		goto close_ours;
	}
	close_all((int[]){e.output, e.record, e.status}, 3);
	return 0;

close_ours:
	close_all((int[]){e.output, e.record, e.status, job->output_fd,
			  job->record_fd, job->status_fd},
		6);
	return err;
}
