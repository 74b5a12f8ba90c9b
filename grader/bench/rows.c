// SPDX-License-Identifier: MIT
/*
 * The rows of the bench, in the order in which they run.
 */
#include "bench.h"

#define CXX20                                                                  \
	"cxx20-g++-malloc", "cxx20-g++-pooled", "cxx20-clang++-malloc",        \
		"cxx20-clang++-pooled"

const struct bench_row bench_rows[] = {
	/* Lab 1. */
	{"switch-1", "ns", "indirect-call",
		{CXX20, "ucontext", "boost-context"}, 1, false},
	{"switch-1000", "ns", "indirect-call",
		{CXX20, "ucontext", "boost-context"}, 1, false},
	{"switch-30000", "ns", "indirect-call",
		{CXX20, "ucontext", "boost-context"}, 1, false},
	{"create-1", "ns", NULL, {CXX20, "ucontext", "boost-context"}, 1,
		false},
	{"create-1000", "ns", NULL, {CXX20, "ucontext", "boost-context"}, 1,
		false},
	{"create-30000", "ns", NULL, {CXX20, "ucontext", "boost-context"}, 1,
		false},
	{"await-child", "ns", NULL, {CXX20, "boost-context"}, 1, false},
	{"chain-1000", "ns", NULL, {CXX20}, 1, false},
	{"trace-off", "ns", NULL, {NULL}, 1, false},
	{"trace-event", "ns", NULL, {NULL}, 1, false},
	{"memory-per-task", "bytes", NULL, {CXX20, "ucontext", "boost-context"},
		1, true},
	/* Lab 2. */
	{"post-cross-thread", "ns", NULL,
		{"asio", "libuv", "libev", "mutex-queue"}, 2, false},
	{"post-self", "ns", NULL, {"asio", "libuv", "libev", "mutex-queue"}, 1,
		false},
	/* Lab 3. */
	{"timer-arm-1000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false},
	{"timer-arm-10000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false},
	{"timer-arm-100000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false},
	{"timer-arm-1000000", "ns", NULL, {"libev", "libuv", "asio"}, 2, true},
	{"timer-cancel-1000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false},
	{"timer-cancel-10000", "ns", NULL, {"libev", "libuv", "asio"}, 2,
		false},
	{"timer-cancel-100000", "ns", NULL, {"libev", "libuv", "asio"}, 2,
		false},
	{"timer-cancel-1000000", "ns", NULL, {"libev", "libuv", "asio"}, 2,
		true},
	{"timer-fire-1000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false},
	{"timer-fire-10000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false},
	{"timer-fire-100000", "ns", NULL, {"libev", "libuv", "asio"}, 2, false},
	{"timer-fire-1000000", "ns", NULL, {"libev", "libuv", "asio"}, 2, true},
	/* Lab 6. */
	{"lock-unlock", "ns", NULL, {"pthread-mutex"}, 1, false},
	{"lock-hand-over", "ns", NULL, {NULL}, 1, false},
	{"collect-1000", "ns", NULL, {NULL}, 1, false},
	{0},
};
