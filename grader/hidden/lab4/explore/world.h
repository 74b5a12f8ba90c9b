/* SPDX-License-Identifier: MIT */
/*
 * What the explored tests of lab 4 share, beside the public ones' util.h: the
 * simulated world, and tasks that wait for it.
 */
#ifndef LAB4_WORLD_H
#define LAB4_WORLD_H

#include "../../../../lab4-uring/tests/util.h"
#include "explore.h"
#include "ring/sim.h"
#include "ring/vfs.h"

/* A task that receives once; how it ended is counted. */
struct receiving {
	struct co_task task;
	struct co_io io;
	struct co_callback ended;
	char buffer[8];
	int fd;
	int result; /* 1000 until the await has ended */
	int ends;
};

static inline void receiving_ended(
	struct co_callback *callback, struct co_task *task)
{
	(void)task;
	co_container_of(callback, struct receiving, ended)->ends++;
}

static inline struct co_task *receiving_body(struct co_task *self)
{
	struct receiving *f = co_frame(self, struct receiving);

	CO_BEGIN(self);
	CO_AWAIT(self, co_recv(&f->io, f->fd, f->buffer, 8, 0));
	f->result = co_awaited(self);
	CO_END(self);
}

static inline void receiving_init(struct receiving *f, int fd)
{
	*f = (struct receiving){.fd = fd, .result = 1000};
	co_task_init(&f->task, receiving_body, "receiving");
	co_task_finally(&f->task, &f->ended, receiving_ended);
}

/* A task that ends at once. */
static inline struct co_task *empty_body(struct co_task *self)
{
	CO_BEGIN(self);
	CO_END(self);
}

/* A thread that sends one byte. */
static inline void *send_byte(void *arg)
{
	CO_CHECK_EQ(1, vfs_send(*(int *)arg, "x", 1));
	return NULL;
}

static inline pthread_t start(void *(*fn)(void *), void *arg)
{
	pthread_t thread;

	CO_CHECK_EQ(0, pthread_create(&thread, NULL, fn, arg));
	return thread;
}

/* Bodies with several threads: fewer schedules each. */
enum {
	SOME = 3000
};

#endif
