// SPDX-License-Identifier: MIT
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "usage.h"

enum {
	MAX_CHILDREN = 128,
	MAX_DEPTH = 8,
};

static int children_of_thread(pid_t pid, const char *tid, pid_t *out, int max)
{
	char path[64];
	FILE *f;
	int n = 0;

	snprintf(path, sizeof(path), "/proc/%d/task/%.16s/children", (int)pid,
		tid);
	f = fopen(path, "re");
	if (!f)
		return 0;
	while (n < max && fscanf(f, "%d", &out[n]) == 1)
		n++;
	fclose(f);
	return n;
}

int usage_children(pid_t pid, pid_t *pids, int max)
{
	struct dirent *d;
	char path[64];
	DIR *tasks;
	int n = 0;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	tasks = opendir(path);
	if (!tasks)
		return 0;
	while (n < max && (d = readdir(tasks)))
		if (d->d_name[0] != '.')
			n += children_of_thread(
				pid, d->d_name, pids + n, max - n);
	closedir(tasks);
	return n;
}

static void add_process(pid_t pid, struct usage *out)
{
	unsigned long pages = 0, size = 0;
	char path[64], line[512];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/statm", (int)pid);
	f = fopen(path, "re");
	if (!f)
		return;
	if (fscanf(f, "%lu %lu", &size, &pages) == 2)
		out->memory_kb += pages * (unsigned long)getpagesize() / 1024;
	fclose(f);
	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	f = fopen(path, "re");
	if (!f)
		return;
	while (fgets(line, sizeof(line), f)) {
		unsigned threads;

		if (sscanf(line, "Threads: %u", &threads) == 1)
			out->tasks += threads;
	}
	fclose(f);
}

/* User and system time: the 14th and 15th field, counted after the name. */
static void add_time(pid_t pid, struct usage *out)
{
	unsigned long user, system;
	char path[64], line[1024];
	const char *at;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	f = fopen(path, "re");
	if (!f)
		return;
	at = fgets(line, sizeof(line), f) ? strrchr(line, ')') : NULL;
	if (at && sscanf(at,
			  ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u "
			  "%lu %lu",
			  &user, &system) == 2)
		out->cpu_ms += (unsigned)((user + system) * 1000 /
					  (unsigned long)sysconf(_SC_CLK_TCK));
	fclose(f);
}

static void add_tree(pid_t pid, struct usage *out, int depth)
{
	pid_t pids[MAX_CHILDREN];
	int i, n;

	add_process(pid, out);
	add_time(pid, out);
	if (depth == MAX_DEPTH)
		return;
	n = usage_children(pid, pids, MAX_CHILDREN);
	for (i = 0; i < n; i++)
		add_tree(pids[i], out, depth + 1);
}

void usage_of_tree(pid_t root, struct usage *out)
{
	*out = (struct usage){0};
	add_tree(root, out, 0);
}

static void signal_leaves(pid_t pid, int signal, int depth)
{
	pid_t pids[MAX_CHILDREN];
	int i, n = usage_children(pid, pids, MAX_CHILDREN);

	if (!n && depth)
		kill(pid, signal);
	for (i = 0; i < n && depth < MAX_DEPTH; i++)
		signal_leaves(pids[i], signal, depth + 1);
}

void usage_signal_leaves(pid_t root, int signal)
{
	pid_t child;

	/* Without a sandbox around it the root itself is the test. */
	if (!usage_children(root, &child, 1))
		kill(root, signal);
	else
		signal_leaves(root, signal, 0);
}
