// SPDX-License-Identifier: MIT
/*
 * The last program before a test or a compiler: inside the sandbox it gives
 * up what the namespaces around it cannot take away, and becomes the other.
 *
 *	launch [option=value ...] -- program [argument ...]
 *
 *	cpu=N nproc=N nofile=N     resource limits; as=N fsize=N in megabytes
 *	ro=PATH rw=PATH            with landlock=1: what may be read, written
 *	net=1                      with landlock=1: TCP is allowed
 *	landlock=1                 restrict the file system and TCP
 *	seccomp=1                  no new processes, no reach into others
 *	ptrace=1                   with seccomp=1: the leak checker needs it
 *	record=1                   descriptor 3 is the record; hide its number
 *
 * Descriptor 4 tells whoever started us how it went: 'r' when all is set and
 * the program comes next, 'e' and a sentence when something cannot be done.
 * It is closed by the exec. Statically linked: it runs where no library is.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	RECORD_FD = 3,
	STATUS_FD = 4,
	FIRST_HIDDEN_FD = 64,
	HIDDEN_FDS = 128,
};

#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#define ACCESS_FS_TRUNCATE (1ULL << 14)
#define ACCESS_NET_BIND    (1ULL << 0)
#define ACCESS_NET_CONNECT (1ULL << 1)
#define FS_V1              ((1ULL << 13) - 1)
#define FS_READ                                                                \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |           \
		LANDLOCK_ACCESS_FS_READ_DIR)

static void give_up(const char *what)
{
	dprintf(STATUS_FD, "e%s: %s", what, strerror(errno));
	_exit(126);
}

static void limit(int resource, rlim_t value)
{
	struct rlimit r = {value, value};

	if (setrlimit(resource, &r) < 0)
		give_up("setrlimit");
}

/* Landlock. */

/* As the kernel has it from ABI 4 on; older headers lack the second field. */
struct ruleset {
	uint64_t fs;
	uint64_t net;
};

static int ruleset = -1;
static uint64_t handled;

static void landlock_begin(bool net)
{
	struct ruleset r = {.fs = FS_V1};
	int abi = (int)syscall(SYS_landlock_create_ruleset, NULL, 0,
		LANDLOCK_CREATE_RULESET_VERSION);

	if (abi < 1)
		give_up("landlock");
	if (abi >= 2)
		r.fs |= LANDLOCK_ACCESS_FS_REFER;
	if (abi >= 3)
		r.fs |= ACCESS_FS_TRUNCATE;
	if (abi >= 4 && !net)
		r.net = ACCESS_NET_BIND | ACCESS_NET_CONNECT;
	handled = r.fs;
	ruleset = (int)syscall(SYS_landlock_create_ruleset, &r,
		abi >= 4 ? sizeof(r) : sizeof(r.fs), 0);
	if (ruleset < 0)
		give_up("landlock");
}

static void landlock_allow(const char *path, bool write)
{
	struct landlock_path_beneath_attr rule = {0};
	struct stat st;

	rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.parent_fd < 0)
		return; /* what is not there needs no rule */
	if (fstat(rule.parent_fd, &st) < 0)
		give_up(path);
	rule.allowed_access = write ? handled : (uint64_t)FS_READ;
	if (!S_ISDIR(st.st_mode))
		rule.allowed_access &= LANDLOCK_ACCESS_FS_EXECUTE |
				       LANDLOCK_ACCESS_FS_READ_FILE |
				       LANDLOCK_ACCESS_FS_WRITE_FILE |
				       ACCESS_FS_TRUNCATE;
	rule.allowed_access &= handled;
	if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH,
		    &rule, 0) < 0)
		give_up(path);
	close(rule.parent_fd);
}

/* Seccomp: a filter of a few instructions needs no library. */

#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
#define ARGUMENT(n)  (offsetof(struct seccomp_data, args) + 8 * (n))
#define RETURN(v)    BPF_STMT(BPF_RET | BPF_K, (v))
#define REFUSE(e)    RETURN(SECCOMP_RET_ERRNO | (e))
/* When the loaded word is @nr, run the next instruction; else skip it. */
#define ON(nr) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (nr), 0, 1)

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif

/*
 * Threads are fine, processes are not. clone3 hides its flags behind a pointer,
 * so it does not exist here and the C library falls back to clone.
 */
static void seccomp_restrict(bool ptrace)
{
#ifdef ARCH
	struct sock_filter filter[] = {
		LOAD(offsetof(struct seccomp_data, arch)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0),
		RETURN(SECCOMP_RET_KILL_PROCESS),
		LOAD(offsetof(struct seccomp_data, nr)),
#if defined(__x86_64__)
		/* The x32 numbers would be a second way in. */
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
		RETURN(SECCOMP_RET_KILL_PROCESS),
		ON(SYS_fork),
		REFUSE(EPERM),
		ON(SYS_vfork),
		REFUSE(EPERM),
#endif
		ON(SYS_clone3),
		REFUSE(ENOSYS),
		ON(SYS_process_vm_readv),
		REFUSE(EPERM),
		ON(SYS_process_vm_writev),
		REFUSE(EPERM),
		ON(SYS_pidfd_open),
		REFUSE(EPERM),
		ON(SYS_pidfd_getfd),
		REFUSE(EPERM),
		ON(SYS_bpf),
		REFUSE(EPERM),
		ON(SYS_perf_event_open),
		REFUSE(EPERM),
		ON(SYS_userfaultfd),
		REFUSE(EPERM),
		ON(SYS_keyctl),
		REFUSE(EPERM),
		ON(SYS_add_key),
		REFUSE(EPERM),
		ON(SYS_setsid),
		REFUSE(EPERM),
		ON(SYS_setpgid),
		REFUSE(EPERM),
		ON(ptrace ? SYS_bpf : SYS_ptrace),
		REFUSE(EPERM),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
		LOAD(ARGUMENT(0)),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_VM, 1, 0),
		REFUSE(EPERM),
		RETURN(SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {
		.len = sizeof(filter) / sizeof(*filter), .filter = filter};

	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) < 0)
		give_up("seccomp");
#else
	(void)ptrace;
#endif
}

/* The record goes to a number that a guess does not find. */
static void hide_record(void)
{
	unsigned char random = 0;
	char text[16];
	int fd;

	if (getrandom(&random, 1, 0) != 1)
		give_up("getrandom");
	fd = fcntl(RECORD_FD, F_DUPFD, FIRST_HIDDEN_FD + random % HIDDEN_FDS);
	if (fd < 0)
		give_up("the record");
	close(RECORD_FD);
	snprintf(text, sizeof(text), "%d", fd);
	setenv("CO_RESULT_FD", text, 1);
}

struct options {
	bool landlock, seccomp, ptrace, record, net;
};

static bool is(const char *option, const char *name)
{
	size_t n = strlen(name);

	return !strncmp(option, name, n) && option[n] == '=';
}

static void take(const char *option, struct options *o)
{
	const char *text = strchr(option, '=') + 1;
	rlim_t value = strtoul(text, NULL, 10);

	if (is(option, "cpu")) {
		struct rlimit r = {value, value + 1};

		if (setrlimit(RLIMIT_CPU, &r) < 0)
			give_up("setrlimit");
	} else if (is(option, "nproc")) {
		limit(RLIMIT_NPROC, value);
	} else if (is(option, "nofile")) {
		limit(RLIMIT_NOFILE, value);
	} else if (is(option, "as")) {
		limit(RLIMIT_AS, value << 20);
	} else if (is(option, "fsize")) {
		limit(RLIMIT_FSIZE, value << 20);
	} else if (is(option, "seccomp")) {
		o->seccomp = value;
	} else if (is(option, "ptrace")) {
		o->ptrace = value;
	} else if (is(option, "record")) {
		o->record = value;
	} else if (is(option, "net")) {
		o->net = value;
	} else if (is(option, "landlock")) {
		o->landlock = value;
	} else if (!is(option, "ro") && !is(option, "rw")) {
		errno = EINVAL;
		give_up(option);
	}
}

int main(int argc, char **argv)
{
	struct options o = {0};
	int i, j;

	fcntl(STATUS_FD, F_SETFD, FD_CLOEXEC);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (i = 1; i < argc && strcmp(argv[i], "--"); i++)
		if (strchr(argv[i], '='))
			take(argv[i], &o);
	if (i + 1 >= argc) {
		fputs("usage: launch [option=value ...] -- program\n", stderr);
		return 2;
	}
	limit(RLIMIT_CORE, 0);
	if (o.record)
		hide_record();
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		give_up("no_new_privs");
	if (o.landlock) {
		landlock_begin(o.net);
		for (j = 1; j < i; j++)
			if (is(argv[j], "ro") || is(argv[j], "rw"))
				landlock_allow(argv[j] + 3, argv[j][1] == 'w');
		if (syscall(SYS_landlock_restrict_self, ruleset, 0) < 0)
			give_up("landlock");
		close(ruleset);
	}
	if (o.seccomp)
		seccomp_restrict(o.ptrace);
	if (write(STATUS_FD, "r", 1) < 0)
		_exit(126);
	execv(argv[i + 1], argv + i + 1);
	give_up(argv[i + 1]);
}
