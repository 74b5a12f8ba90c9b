// SPDX-License-Identifier: MIT
/*
 * Layout in a child process: libgvc leaks, may take minutes on a graph it does
 * not like, and must not be able to hurt the grader. The child has nothing but
 * the DOT text and a pipe, and dies when its time is over or its parent is.
 */
#include <fcntl.h>
#include <graphviz/gvc.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sketch.h"

enum {
	DEFAULT_LIMIT_MS = 5000,
	MAX_SVG = 16 << 20,
};

static long long now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000LL + ts.tv_nsec / 1000000;
}

static int fail(char **why, int err, const char *what)
{
	*why = strdup(what);
	return err;
}

/* Keep nothing of the parent's but @out; warnings go nowhere. */
static void shut_in(int out, int seconds)
{
	struct rlimit cpu = {(rlim_t)seconds, (rlim_t)seconds + 1};
	int null = open("/dev/null", O_RDWR);
	int signo;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (signo = 1; signo < NSIG; signo++)
		signal(signo, SIG_DFL);
	setrlimit(RLIMIT_CPU, &cpu);
	dup2(null, STDIN_FILENO);
	dup2(null, STDERR_FILENO);
	dup2(out, STDOUT_FILENO);
	close_range(STDERR_FILENO + 1, ~0U, 0);
}

_Noreturn static void child(const char *dot, const char *engine)
{
	GVC_t *gvc = gvContext();
	Agraph_t *g = gvc ? agmemread(dot) : NULL;

	if (!g || gvLayout(gvc, g, engine))
		_exit(1);
	if (gvRender(gvc, g, "svg", stdout) || fflush(stdout))
		_exit(1);
	_exit(0);
}

/* Read until the end; false when @deadline comes or too much does. */
static bool read_all(int fd, long long deadline, FILE *to)
{
	char buffer[65536];
	size_t total = 0;

	for (;;) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		long long left = deadline - now_ms();
		ssize_t n;

		if (left <= 0 || poll(&p, 1, (int)left) == 0)
			return false;
		n = read(fd, buffer, sizeof(buffer));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n == 0;
		total += (size_t)n;
		if (total > MAX_SVG)
			return false;
		fwrite(buffer, 1, (size_t)n, to);
	}
}

static int collect(pid_t pid, int fd, int limit_ms, char **svg, char **why)
{
	size_t size;
	FILE *to = open_memstream(svg, &size);
	bool whole = to && read_all(fd, now_ms() + limit_ms, to);
	int status = 0;

	if (to && fclose(to))
		whole = false;
	if (!whole)
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (whole && WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	free(*svg);
	*svg = NULL;
	if (!whole)
		return fail(why, -ETIMEDOUT,
			"the layout took too long; the DOT text is whole");
	return fail(why, -EIO, "Graphviz failed; the DOT text is whole");
}

int draw_render(const char *dot, const char *engine, int time_limit_ms,
	char **svg, char **why)
{
	int limit = time_limit_ms > 0 ? time_limit_ms : DEFAULT_LIMIT_MS;
	int pipe_fds[2];
	pid_t pid;
	int err;

	if (pipe2(pipe_fds, O_CLOEXEC) < 0)
		return fail(why, -errno, "no pipe for the layout");
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		shut_in(pipe_fds[1], limit / 1000 + 1);
		child(dot, engine);
	}
	close(pipe_fds[1]);
	if (pid < 0)
		err = fail(why, -EIO, "no process for the layout");
	else
		err = collect(pid, pipe_fds[0], limit, svg, why);
	close(pipe_fds[0]);
	return err;
}
