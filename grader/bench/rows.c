// SPDX-License-Identifier: MIT
/*
 * The rows of the bench, in the order in which they run.
 */
#include "bench.h"

#define CXX20                                                                  \
	"cxx20-g++-malloc", "cxx20-g++-pooled", "cxx20-clang++-malloc",        \
		"cxx20-clang++-pooled"

#define ECHO(c, s)                                                             \
	{"echo-" #c "-" #s, "ns", NULL, {ECHO_PEERS}, 2, false, 90},           \
	{                                                                      \
		"echo-" #c "-" #s "-wall", "ns", NULL, {ECHO_PEERS}, 2, false, \
			90                                                     \
	}

#define ECHO_PEERS                                                             \
	"liburing", "liburing-multishot", "epoll", "libuv", "asio", "ours-again"

#define KV(what)                                                               \
	{"kv-" what, "ns", NULL, {"redis", "ours-again"}, 2, false, 150},      \
	{                                                                      \
		"kv-" what "-wall", "ns", NULL, {"redis", "ours-again"}, 2,    \
			false, 150                                             \
	}

/* A round is the second that wrk runs, so a few of them are enough. */
#define HTTP(c)                                                                \
	{"http-" #c, "ns", NULL, {"nginx", "ours-again"}, 2, true, 0},         \
	{                                                                      \
		"http-" #c "-wall", "ns", NULL, {"nginx", "ours-again"}, 2,    \
			true, 0                                                \
	}

const struct bench_row bench_rows[] = {
	/* Lab 1. */
	{"switch-1", "ns", "indirect-call",
		{CXX20, "ucontext", "boost-context"}, 1, false, 0},
	{"switch-1000", "ns", "indirect-call",
		{CXX20, "ucontext", "boost-context"}, 1, false, 0},
	{"switch-30000", "ns", "indirect-call",
		{CXX20, "ucontext", "boost-context"}, 1, false, 0},
	{"create-1", "ns", NULL, {CXX20, "ucontext", "boost-context"}, 1, false,
		0},
	{"create-1000", "ns", NULL, {CXX20, "ucontext", "boost-context"}, 1,
		false, 0},
	{"create-30000", "ns", NULL, {CXX20, "ucontext", "boost-context"}, 1,
		false, 0},
	{"await-child", "ns", NULL, {CXX20, "boost-context"}, 1, false, 0},
	{"chain-1000", "ns", NULL, {CXX20}, 1, false, 0},
	{"trace-off", "ns", NULL, {NULL}, 1, false, 0},
	{"trace-event", "ns", NULL, {NULL}, 1, false, 0},
	{"memory-per-task", "bytes", NULL, {CXX20, "ucontext", "boost-context"},
		1, true, 0},
	/* Lab 2. */
	{"post-cross-thread", "ns", NULL,
		{"asio", "libuv", "libev", "mutex-queue"}, 2, false, 0},
	{"post-self", "ns", NULL, {"asio", "libuv", "libev", "mutex-queue"}, 1,
		false, 0},
	/* Lab 3. */
	{"timer-arm-1000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false, 0},
	{"timer-arm-10000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false,
		0},
	{"timer-arm-100000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false,
		0},
	{"timer-arm-1000000", "ns", NULL, {"libev", "libuv", "asio"}, 2, true,
		0},
	{"timer-cancel-1000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false,
		0},
	{"timer-cancel-10000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false,
		0},
	{"timer-cancel-100000", "ns", NULL, {"libev", "libuv", "asio"}, 2,
		false, 0},
	{"timer-cancel-1000000", "ns", NULL, {"libev", "libuv", "asio"}, 2,
		true, 0},
	{"timer-fire-1000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false,
		0},
	{"timer-fire-10000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false,
		0},
	{"timer-fire-100000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false,
		0},
	{"timer-fire-1000000", "ns", NULL, {"libev", "libuv", "asio"}, 2, true,
		0},
	/* Lab 4. */
	{"nop-1", "ns", NULL, {"liburing", "liburing-eventfd"}, 1, false, 0},
	{"nop-32", "ns", NULL, {"liburing", "liburing-eventfd"}, 1, false, 0},
	{"nop-256", "ns", NULL, {"liburing", "liburing-eventfd"}, 1, false, 0},
	{"seed-poll-1", "ns", NULL, {NULL}, 1, false, 0},
	{"seed-poll-32", "ns", NULL, {NULL}, 1, false, 0},
	{"seed-poll-256", "ns", NULL, {NULL}, 1, false, 0},
	ECHO(1, 64),
	ECHO(1, 1024),
	ECHO(1, 16384),
	ECHO(64, 64),
	ECHO(64, 1024),
	ECHO(64, 16384),
	ECHO(256, 64),
	ECHO(256, 1024),
	ECHO(256, 16384),
	HTTP(1),
	HTTP(64),
	/* Lab 5. */
	{"tree-deep", "ns", NULL, {"one-context"}, 2, false, 0},
	{"tree-deep-work", "ns", NULL, {"one-context"}, 2, false, 0},
	{"tree-wide", "ns", NULL, {"one-context"}, 2, true, 0},
	{"tree-wide-work", "ns", NULL, {"one-context"}, 2, true, 0},
	KV("get-1"),
	KV("set-1"),
	KV("get-16"),
	KV("set-16"),
	/* Lab 6. */
	{"lock-unlock", "ns", NULL, {"pthread-mutex"}, 1, false, 0},
	{"lock-hand-over", "ns", NULL, {NULL}, 1, false, 0},
	{"collect-1000", "ns", NULL, {NULL}, 1, false, 0},
	{0},
};
