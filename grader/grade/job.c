// SPDX-License-Identifier: MIT
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "job.h"

enum {
	FIRST_SIGNAL_CODE = 128,
	LAST_SIGNAL_CODE = 192,
};

/* Append what @fd has; returns false when there will be no more. */
static bool collect(int fd, struct bytes *to, size_t limit, bool *over)
{
	char data[16384];
	ssize_t n;

	while ((n = read(fd, data, sizeof(data))) > 0) {
		size_t keep = (size_t)n;

		if (to->size + keep > limit) {
			keep = limit - to->size;
			*over = true;
		}
		if (to->size + keep + 1 > to->room) {
			to->room = 2 * (to->size + keep + 1);
			to->data = realloc(to->data, to->room);
			if (!to->data)
				abort();
		}
		memcpy(to->data + to->size, data, keep);
		to->size += keep;
		to->data[to->size] = '\0';
		if (*over)
			return true;
	}
	return n < 0 && (errno == EAGAIN || errno == EINTR);
}

void job_read_status(struct job *job)
{
	char text[sizeof(job->fault) + 1];
	ssize_t n = read(job->status_fd, text, sizeof(text) - 1);

	if (n < 0)
		return;
	text[n] = '\0';
	if (text[0] == 'e')
		snprintf(job->fault, sizeof(job->fault), "%s", text + 1);
	job->ready = text[0] == 'r' && !strchr(text, 'e');
	if (text[0] == 'r' && text[1] == 'e')
		snprintf(job->fault, sizeof(job->fault), "%s", text + 2);
	close(job->status_fd);
	job->status_fd = -1;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void job_read(struct job *job)
{
	bool ignored = false;

	if (job->output_fd >= 0 && !collect(job->output_fd, &job->output,
					   OUTPUT_LIMIT, &job->too_much_output))
		close_fd(&job->output_fd);
	if (job->record_fd >= 0 &&
		!collect(job->record_fd, &job->record, RECORD_LIMIT, &ignored))
		close_fd(&job->record_fd);
	if (ignored)
		job->too_much_output = true;
}

static unsigned timeval_ms(struct timeval t)
{
	return (unsigned)(t.tv_sec * 1000 + t.tv_usec / 1000);
}

static void note_status(struct job *job, int status)
{
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
	bool ours = job->timed_out || job->out_of_memory ||
		    job->too_many_tasks || job->too_much_output ||
		    job->interrupted;

	job->exited = WIFEXITED(status);
	job->exit_code = code;
	job->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	/* bubblewrap says "128 + signal" for what it ran. */
	if (!job->plain && job->exited && code > FIRST_SIGNAL_CODE &&
		code < LAST_SIGNAL_CODE) {
		job->exited = false;
		job->signal = code - FIRST_SIGNAL_CODE;
	}
	if (ours && job->signal == SIGKILL)
		job->signal = 0;
}

void job_note_end(struct job *job, int status, const struct rusage *usage)
{
	/* bubblewrap does not wait for what it runs: then we only looked. */
	unsigned cpu_ms = timeval_ms(usage->ru_utime) +
			  timeval_ms(usage->ru_stime);

	note_status(job, status);
	if (cpu_ms > job->cpu_ms)
		job->cpu_ms = cpu_ms;
	if (job->plain && (unsigned)usage->ru_maxrss > job->memory_kb)
		job->memory_kb = (unsigned)usage->ru_maxrss;
}

void job_close(struct job *job)
{
	close_fd(&job->pidfd);
	close_fd(&job->output_fd);
	close_fd(&job->record_fd);
	close_fd(&job->status_fd);
}

void job_clear(struct job *job)
{
	free(job->output.data);
	free(job->record.data);
	memset(&job->output, 0, sizeof(job->output));
	memset(&job->record, 0, sizeof(job->record));
}
