/* SPDX-License-Identifier: MIT */
/*
 * A test runs in a worker process; this one watches. All that the worker knows
 * is in memory they share, so nothing is lost when it dies.
 *
 * A worker that makes no step for STALL_MS of its own CPU time is in a loop
 * that never comes by the explorer: it is asked by signal to say where, and
 * killed if it does not.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime.h"

enum {
	TICK_MS = 2,
	STALL_MS = 500,        /* of CPU time without a step */
	STALL_WALL_MS = 60000, /* of anything at all without a step */
};

struct job {
	const struct explore_test *test;
	const struct ex_options *opt;
};

static void share_memory(void)
{
	if (ex_shared)
		munmap(ex_shared, sizeof(*ex_shared));
	ex_shared = mmap(NULL, sizeof(*ex_shared), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (ex_shared == MAP_FAILED) {
		ex_shared = NULL;
		ex_error("cannot map shared memory: %s", strerror(errno));
	}
}

/* One core for all threads: the baton is then cheapest to hand over. */
static void pin(void)
{
	cpu_set_t set;
	int cpu = sched_getcpu();

	CPU_ZERO(&set);
	CPU_SET(cpu < 0 ? 0 : (unsigned)cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static void search(void *arg)
{
	struct job *job = arg;

	ex_search(job->test, job->opt);
}

static void work(struct job *job)
{
	int log = -1;

	if (job->opt->log) {
		log = open(job->opt->log,
			O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
		if (log < 0)
			ex_error("cannot write %s: %s", job->opt->log,
				strerror(errno));
	}
	ex_search_set_log(log);
	ex_run.inline_mode = job->opt->inline_mode;
	ex_baton_init(job->opt->inline_mode);
	pin();
	ex_heap_init();
	ex_run_controller(search, job);
	if (log >= 0)
		close(log);
	ex_shared->finished = true;
}

static void silence(void)
{
	int fd = open("/dev/null", O_RDWR);

	if (fd < 0)
		return;
	dup2(fd, 0);
	dup2(fd, 1);
	dup2(fd, 2);
	if (fd > 2)
		close(fd);
}

static long cpu_ms(pid_t pid)
{
	clockid_t clock;
	struct timespec t;

	if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &t))
		return 0;
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void tell(struct ex_failure *f, enum ex_verdict verdict,
	enum ex_kind kind, const char *message)
{
	memset(f, 0, sizeof(*f));
	f->verdict = verdict;
	f->kind = kind;
	f->thread = f->other_thread = -1;
	snprintf(f->message, sizeof(f->message), "%s", message);
}

/* Returns the status of waitpid(); kills a worker that never steps again. */
static int watch(pid_t pid)
{
	struct timespec tick = {.tv_nsec = TICK_MS * 1000000};
	uint64_t pulse = 0;
	long since = 0, wall = 0;
	bool asked = false;
	int status;

	while (!waitpid(pid, &status, WNOHANG)) {
		nanosleep(&tick, NULL);
		wall += TICK_MS;
		if (pulse != ex_shared->pulse || !ex_shared->in_schedule) {
			pulse = ex_shared->pulse;
			since = cpu_ms(pid);
			wall = 0;
			asked = false;
			continue;
		}
		if (cpu_ms(pid) - since < STALL_MS && wall < STALL_WALL_MS)
			continue;
		if (!asked) {
			asked = true;
			since = cpu_ms(pid) - STALL_MS / 2;
			syscall(SYS_tgkill, pid, ex_shared->running_tid,
				SIGUSR1);
			continue;
		}
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
		tell(&ex_shared->now.failure, EX_FAILED, EX_LIVELOCK,
			"an endless loop without a scheduling point");
		return status;
	}
	return status;
}

/* The worker is gone without a word: say what is known. */
static void conclude(int status)
{
	struct ex_failure *f = &ex_shared->now.failure;
	char text[128];

	if (ex_shared->found && ex_shared->best.failure.verdict)
		return; /* it was lost while it shortened a failure */
	if (f->verdict == EX_PASSED && WIFSIGNALED(status)) {
		snprintf(text, sizeof(text),
			"the worker was killed by signal %d (%s)",
			WTERMSIG(status), strsignal(WTERMSIG(status)));
		tell(f, ex_shared->in_schedule ? EX_CRASHED : EX_ERROR,
			EX_CRASH, text);
	} else if (f->verdict == EX_PASSED) {
		snprintf(text, sizeof(text),
			"the worker left early with status %d",
			WEXITSTATUS(status));
		tell(f, EX_ERROR, EX_NONE, text);
	}
	ex_shared->found = f->verdict != EX_ERROR;
	if (!ex_shared->found_strategy[0])
		strcpy(ex_shared->found_strategy, "replay");
	ex_copy_trace(&ex_shared->best, &ex_shared->now);
}

static void run_in_child(struct job *job)
{
	pid_t parent = getpid(), pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0) {
		tell(&ex_shared->best.failure, EX_ERROR, EX_NONE,
			"cannot start a worker");
		return;
	}
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(3);
		silence();
		ex_result_forget(job->opt->result_fd);
		work(job);
		_exit(0);
	}
	int status = watch(pid);

	/* What a worker says of itself counts only if it then ended well. */
	if (!ex_shared->finished || !WIFEXITED(status) || WEXITSTATUS(status))
		conclude(status);
}

int ex_supervise(const struct explore_test *test, const struct ex_options *opt)
{
	struct job job = {.test = test, .opt = opt};

	share_memory();
	if (opt->inline_mode)
		work(&job);
	else
		run_in_child(&job);
	ex_report(test, opt);
	if (opt->result_fd >= 0)
		ex_json(opt->result_fd, test);
	switch (ex_shared->best.failure.verdict) {
	case EX_PASSED:
		return 0;
	case EX_ERROR:
		return 3;
	default:
		return 1;
	}
}
