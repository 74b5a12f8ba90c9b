/* SPDX-License-Identifier: MIT */
/*
 * Running processes that are not to be trusted, several at a time.
 *
 * A job is one process tree with a wall clock, a memory and an output limit,
 * all of them enforced from outside. One thread runs everything: it polls the
 * record, the output and the end of every job. Whatever a job does, it ends,
 * and nothing of it is left: SIGKILL to bubblewrap takes its namespace along,
 * and without bubblewrap we are the reaper of whatever it left behind.
 *
 * Interruption: after supervise_init(), SIGINT and SIGTERM set a flag; the
 * jobs that run are killed, no further one starts, and pool_wait() returns.
 */
#ifndef GRADE_SUPERVISE_H
#define GRADE_SUPERVISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Bytes that grow, up to a limit. */
struct bytes {
	char *data;
	size_t size;
	size_t room;
};

enum {
	OUTPUT_LIMIT = 1 << 20, /* more than this and the job is killed */
	RECORD_LIMIT = 1 << 20,
	MAX_JOBS = 64,
	NONCE_HEX = 33,
};

struct job {
	/* What to run; filled in by the caller, zero elsewhere. */
	char **argv;
	unsigned seconds;   /* wall clock */
	unsigned megabytes; /* resident memory of the whole tree; 0: any */
	unsigned tasks;     /* threads of the whole tree; 0: any */
	bool drop_user;
	bool wants_record; /* a socket as descriptor 3, a nonce on it */
	bool plain;        /* no launcher in between: no status to wait for */
	const char *input_folder; /* where it starts; NULL: here */
	void (*done)(struct job *job, void *arg);
	void *arg;

	/* What came of it; kept until job_clear(). */
	bool ready;  /* the launcher got as far as the program */
	bool exited; /* by itself, with @exit_code */
	int exit_code;
	int signal; /* that ended it, when !exited; 0 when we did */
	bool timed_out;
	bool out_of_memory;
	bool too_many_tasks;
	bool too_much_output;
	bool interrupted;
	char fault[256]; /* the environment's: why it could not run; or "" */
	unsigned wall_ms, cpu_ms, memory_kb;
	struct bytes output; /* stdout and stderr */
	struct bytes record;
	char nonce[NONCE_HEX];

	/* Ours. */
	pid_t pid;
	int pidfd, output_fd, record_fd, status_fd;
	int64_t started, deadline, next_look;
	bool asked; /* SIGABRT was sent, to learn where it hangs */
};

/* Block the signals that are polled; become the reaper of orphans. */
int supervise_init(void);

/* Whether SIGINT or SIGTERM came. */
bool supervise_interrupted(void);

/* How many more jobs may start now, of at most @jobs at a time. */
int pool_room(int jobs);

/* Start @job; job->done is called by pool_wait() when it has ended. */
void pool_start(struct job *job);

/*
 * Wait until at least one job has ended, and call its done().
 *
 * Returns: false when no job runs.
 */
bool pool_wait(void);

/* Run one job to its end. */
void job_run(struct job *job);

/* Free what the job collected. */
void job_clear(struct job *job);

/* @pid is a child of ours that is no job: leave it alone. 0: none. */
void supervise_spare(pid_t pid);

int64_t now_ms(void);

#endif
