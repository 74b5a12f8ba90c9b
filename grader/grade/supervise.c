// SPDX-License-Identifier: MIT
/*
 * The loop around the jobs. Starting one is in spawn.c, reading what it says
 * and how it ended in job.c, looking at what it uses in usage.c.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "job.h"
#include "spawn.h"
#include "supervise.h"
#include "usage.h"

enum {
	LOOK_MS = 20,
	ANSWER_MS = 400, /* for a hanging test to say where it hangs */
	FDS_PER_JOB = 4,
};

static struct job *running[MAX_JOBS];
static int running_count;
static int signals = -1;
static bool interrupted;
static pid_t spared;

int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000LL + ts.tv_nsec / 1000000;
}

int supervise_init(void)
{
	sigset_t set;

	if (signals >= 0)
		return 0;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return signals < 0 ? -errno : 0;
}

static void take_signals(void)
{
	struct signalfd_siginfo info;

	while (signals >= 0 && read(signals, &info, sizeof(info)) > 0)
		interrupted = true;
}

bool supervise_interrupted(void)
{
	take_signals();
	return interrupted;
}

int pool_room(int jobs)
{
	if (supervise_interrupted())
		return 0;
	return (jobs < MAX_JOBS ? jobs : MAX_JOBS) - running_count;
}

/* Ending. */

static void kill_tree(struct job *job)
{
	syscall(SYS_pidfd_send_signal, job->pidfd, SIGKILL, NULL, 0);
	kill(-job->pid, SIGKILL);
}

static void forget(struct job *job)
{
	int i;

	for (i = 0; i < running_count; i++)
		if (running[i] == job)
			running[i] = running[--running_count];
}

static bool is_running(pid_t pid)
{
	int i;

	for (i = 0; i < running_count; i++)
		if (running[i]->pid == pid)
			return true;
	return false;
}

/* What a job without a namespace left behind has become our child. */
static void kill_orphans(void)
{
	pid_t pids[256];
	int n = usage_children(getpid(), pids, 256);
	int i;

	for (i = 0; i < n; i++) {
		if (is_running(pids[i]) || pids[i] == spared)
			continue;
		kill(pids[i], SIGKILL);
		waitpid(pids[i], NULL, 0);
	}
}

void supervise_spare(pid_t pid)
{
	spared = pid;
}

static void finish(struct job *job)
{
	struct rusage usage;
	int status = 0;

	kill(-job->pid, SIGKILL);
	job_read(job);
	while (wait4(job->pid, &status, 0, &usage) < 0 && errno == EINTR)
		;
	if (job->status_fd >= 0)
		job_read_status(job);
	job->wall_ms = (unsigned)(now_ms() - job->started);
	job_note_end(job, status, &usage);
	job_close(job);
	forget(job);
	kill_orphans();
	if (job->done)
		job->done(job, job->arg);
}

/* The loop. */

static void look_at_time(struct job *job, int64_t now)
{
	if (now < job->deadline)
		return;
	job->timed_out = true;
	if (job->wants_record && !job->asked) {
		job->asked = true;
		job->deadline = now + ANSWER_MS;
		usage_signal_leaves(job->pid, SIGABRT);
		return;
	}
	kill_tree(job);
	job->deadline = INT64_MAX;
}

static void look_at_usage(struct job *job, int64_t now)
{
	struct usage u;

	if (now < job->next_look)
		return;
	job->next_look = now + LOOK_MS;
	usage_of_tree(job->pid, &u);
	if (u.memory_kb > job->memory_kb)
		job->memory_kb = (unsigned)u.memory_kb;
	if (u.cpu_ms > job->cpu_ms)
		job->cpu_ms = u.cpu_ms;
	if (job->megabytes && u.memory_kb > 1024UL * job->megabytes)
		job->out_of_memory = true;
	if (job->tasks && u.tasks > job->tasks)
		job->too_many_tasks = true;
	if (job->out_of_memory || job->too_many_tasks)
		kill_tree(job);
}

static int wait_time(int64_t now)
{
	int64_t next = now + 1000;
	int i;

	for (i = 0; i < running_count; i++) {
		if (running[i]->deadline < next)
			next = running[i]->deadline;
		if ((running[i]->megabytes || running[i]->tasks) &&
			running[i]->next_look < next)
			next = running[i]->next_look;
	}
	return next > now ? (int)(next - now) : 0;
}

static void interrupt_all(void)
{
	int i;

	for (i = 0; i < running_count; i++) {
		running[i]->interrupted = true;
		kill_tree(running[i]);
	}
}

static int gather(struct pollfd *p)
{
	int i, n = 0;

	p[n++] = (struct pollfd){.fd = signals, .events = POLLIN};
	for (i = 0; i < running_count; i++) {
		struct job *j = running[i];

		p[n++] = (struct pollfd){.fd = j->pidfd, .events = POLLIN};
		p[n++] = (struct pollfd){.fd = j->output_fd, .events = POLLIN};
		p[n++] = (struct pollfd){.fd = j->record_fd, .events = POLLIN};
		p[n++] = (struct pollfd){.fd = j->status_fd, .events = POLLIN};
	}
	return n;
}

/* One turn: returns how many jobs ended in it. */
static int turn(void)
{
	struct pollfd p[1 + FDS_PER_JOB * MAX_JOBS];
	struct job *ended[MAX_JOBS];
	int64_t now = now_ms();
	int i, n = gather(p), ends = 0;

	poll(p, (nfds_t)n, wait_time(now));
	if (supervise_interrupted())
		interrupt_all();
	now = now_ms();
	for (i = 0; i < running_count; i++) {
		struct job *job = running[i];
		struct pollfd *fds = &p[1 + FDS_PER_JOB * i];

		if (fds[3].revents)
			job_read_status(job);
		job_read(job);
		if (job->too_much_output)
			kill_tree(job);
		if (fds[0].revents) {
			ended[ends++] = job;
			continue;
		}
		look_at_time(job, now);
		if (job->megabytes || job->tasks)
			look_at_usage(job, now);
	}
	for (i = 0; i < ends; i++)
		finish(ended[i]);
	return ends;
}

bool pool_wait(void)
{
	if (!running_count)
		return false;
	while (running_count && !turn())
		;
	return true;
}

void pool_start(struct job *job)
{
	int err = spawn_job(job);

	job->started = now_ms();
	job->deadline = job->started + 1000LL * job->seconds;
	job->next_look = job->started + LOOK_MS;
	if (err) {
		snprintf(job->fault, sizeof(job->fault),
			"cannot start a process: %s", strerror(-err));
		if (job->done)
			job->done(job, job->arg);
		return;
	}
	running[running_count++] = job;
}

static void mark_done(struct job *job, void *arg)
{
	(void)job;
	*(bool *)arg = true;
}

void job_run(struct job *job)
{
	bool done = false;

	job->done = mark_done;
	job->arg = &done;
	pool_start(job);
	while (!done && pool_wait())
		;
}
