/* SPDX-License-Identifier: MIT */
/*
 * check_objects WRAPPED ALLOWED OBJECT...
 *
 * Refuse objects that use what the explorer cannot control. The objects have
 * been through objcopy --redefine-syms=WRAPPED. What they leave undefined must
 * be simulated (WRAPPED), harmless (ALLOWED), part of the instrumentation, or
 * the project's own (co_*, explore_*). Their code must hold no locked
 * instruction: the compiler's instrumentation turns every C11 atomic into a
 * call, so one that is left comes from inline assembly.
 *
 * Prints one line for each finding, with the file and line of the use where
 * debug information tells. Exit status: 0 nothing found, 1 something, 2 wrong
 * usage or a tool that fails.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum {
	MAX_NAMES = 1024,
	NAME = 64,
	LINE = 1024
};

static char allowed[MAX_NAMES][NAME];
static unsigned n_allowed;
static char undefined[MAX_NAMES][NAME];
static bool reported[MAX_NAMES]; /* the undefined name has been told */
static unsigned n_undefined;
static char defined[MAX_NAMES * 4][NAME];
static unsigned n_defined;
static unsigned findings;

static _Noreturn void die(const char *what, const char *name)
{
	fprintf(stderr, "check_objects: %s %s\n", what, name);
	exit(2);
}

static void read_allowed(const char *path)
{
	char line[LINE];
	FILE *f = fopen(path, "r");

	if (!f)
		die("cannot read", path);
	while (fgets(line, sizeof(line), f)) {
		line[strcspn(line, " \n")] = '\0';
		if (!line[0] || line[0] == '#')
			continue;
		if (n_allowed == MAX_NAMES)
			die("too many names in", path);
		snprintf(allowed[n_allowed++], NAME, "%.63s", line);
	}
	fclose(f);
}

/* Only to be sure that it is there: the names in objects say it all. */
static void check_wrapped(const char *path)
{
	if (access(path, R_OK))
		die("cannot read", path);
}

static FILE *start(char **argv, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	int fds[2], err;

	if (pipe2(fds, O_CLOEXEC))
		die("cannot run", argv[0]);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fds[1], 1);
	err = posix_spawnp(pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(fds[1]);
	if (err)
		die("cannot run", argv[0]);
	return fdopen(fds[0], "r");
}

static void finish(FILE *f, pid_t pid, const char *object)
{
	int status;

	fclose(f);
	if (waitpid(pid, &status, 0) < 0 || status)
		die("cannot read", object);
}

static bool starts_with(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

static int find(const char *name, char (*list)[NAME], unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (!strcmp(list[i], name))
			return (int)i;
	return -1;
}

static bool is_in(const char *name, char (*list)[NAME], unsigned n)
{
	return find(name, list, n) >= 0;
}

static void list_symbols(char *object)
{
	char *argv[] = {"nm", "-P", object, NULL};
	char line[LINE], name[LINE], type;
	pid_t pid;
	FILE *f = start(argv, &pid);

	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%1023s %c", name, &type) != 2)
			continue;
		if ((type == 'U' || type == 'w') && n_undefined < MAX_NAMES &&
			!is_in(name, undefined, n_undefined))
			snprintf(undefined[n_undefined++], NAME, "%.63s", name);
		else if (type != 'U' && n_defined < MAX_NAMES * 4)
			snprintf(defined[n_defined++], NAME, "%.63s", name);
	}
	finish(f, pid, object);
}

static bool is_fine(const char *name)
{
	if (starts_with(name, "explore_refuse_"))
		return false;
	return starts_with(name, "explore_") || starts_with(name, "__tsan_") ||
	       starts_with(name, "co_") || starts_with(name, "_GLOBAL_") ||
	       is_in(name, allowed, n_allowed) ||
	       is_in(name, defined, n_defined);
}

/* "src/queue.c:41" in objdump's output is a line of its own. */
static bool is_place(const char *line)
{
	const char *colon = strrchr(line, ':');

	return line[0] != ' ' && line[0] != '\t' && colon && colon[1] >= '0' &&
	       colon[1] <= '9';
}

static void strip(char *line)
{
	char *extra = strstr(line, " (discriminator");

	if (extra)
		*extra = '\0';
	line[strcspn(line, "\n")] = '\0';
}

static const char *plain_name(const char *name)
{
	static const char refuse[] = "explore_refuse_";

	return starts_with(name, refuse) ? name + sizeof(refuse) - 1 : name;
}

static void found(const char *what, const char *place)
{
	findings++;
	printf("the explorer cannot control %s at %s\n", what,
		place[0] ? place : "an unknown line");
}

/* The name that a relocation line of objdump refers to. */
static bool relocation(const char *line, char *name)
{
	const char *r = strstr(line, "R_X86_64_"), *tab;

	tab = r ? strpbrk(r, "\t ") : NULL;
	if (!tab || sscanf(tab, " %63[A-Za-z0-9_]", name) != 1)
		return false;
	return true;
}

static const char *bad_instruction(const char *line)
{
	const char *text = strrchr(line, '\t');

	if (line[0] != ' ' || !text || strstr(line, "R_X86_64"))
		return NULL;
	if (strstr(line, "\tlock "))
		return "an atomic instruction of inline assembly";
	if (strstr(line, "\txchg ") && strchr(line, '('))
		return "an atomic exchange of inline assembly";
	if (strstr(line, "\tsyscall"))
		return "a system call of inline assembly";
	return NULL;
}

static void scan_code(char *object)
{
	char *argv[] = {"objdump", "-dlr", "--no-show-raw-insn", object, NULL};
	char line[LINE], place[LINE] = "", name[NAME], text[NAME + 8];
	pid_t pid;
	FILE *f = start(argv, &pid);

	while (fgets(line, sizeof(line), f)) {
		const char *bad;
		int at;

		strip(line);
		if (is_place(line)) {
			strcpy(place, line);
			continue;
		}
		bad = bad_instruction(line);
		if (bad)
			found(bad, place);
		at = relocation(line, name) ? find(name, undefined, n_undefined)
					    : -1;
		if (at < 0 || is_fine(name))
			continue;
		reported[at] = true;
		snprintf(text, sizeof(text), "%s()", plain_name(name));
		found(text, place);
	}
	finish(f, pid, object);
}

/* Uses that are no code: an address in a table. */
static void report_rest(void)
{
	for (unsigned i = 0; i < n_undefined; i++)
		if (!reported[i] && !is_fine(undefined[i]))
			found(plain_name(undefined[i]), "");
}

int main(int argc, char **argv)
{
	if (argc < 4) {
		fprintf(stderr,
			"usage: check_objects WRAPPED ALLOWED OBJECT...\n");
		return 2;
	}
	check_wrapped(argv[1]);
	read_allowed(argv[2]);
	for (int i = 3; i < argc; i++)
		list_symbols(argv[i]);
	for (int i = 3; i < argc; i++)
		scan_code(argv[i]);
	report_rest();
	return findings ? 1 : 0;
}
