// SPDX-License-Identifier: MIT
/*
 * Part D, hidden: the frame allocator, alone and between threads.
 */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "co/frame.h"
#include "hidden.h"

enum {
	SLOTS = 400,
	ROUNDS = 20000
};

struct slot {
	unsigned char *frame;
	size_t size;
	unsigned char mark;
};

static void check_slot(const struct slot *s)
{
	size_t i;

	for (i = 0; i < s->size && s->frame[i] == s->mark; i++)
		;
	CO_CHECK_EQ(s->size, i);
}

static void juggle(void *arg)
{
	static _Thread_local struct slot slots[SLOTS];
	unsigned seed = *(unsigned *)arg;
	int round, i;

	for (round = 0; round < ROUNDS && !co_check_has_failed(); round++) {
		struct slot *s = &slots[rand_r(&seed) % SLOTS];

		if (s->frame) {
			check_slot(s);
			co_frame_free(s->frame, s->size);
			s->frame = NULL;
			continue;
		}
		s->size = 1 + (unsigned)rand_r(&seed) % 1500;
		s->mark = (unsigned char)round;
		s->frame = co_frame_alloc(s->size);
		CO_CHECK(s->frame);
		if (!s->frame)
			return;
		CO_CHECK_EQ(0, (uintptr_t)s->frame % 16);
		memset(s->frame, s->mark, s->size);
	}
	for (i = 0; i < SLOTS; i++) {
		if (slots[i].frame)
			check_slot(&slots[i]);
		co_frame_free(slots[i].frame, slots[i].size);
	}
}

TEST frames_in_use_never_overlap(void)
{
	unsigned seed;

	for (seed = 1; seed <= 3; seed++) {
		co_step("allocate, fill and free at random, seed %u", seed);
		run_in_thread(juggle, &seed, 1 << 20);
	}
	PASS();
}

/* One thread allocates, another frees: they hand batches over. */
enum {
	BATCH = 512,
	BATCHES = 1500,
	FRAME = 192
};

struct channel {
	pthread_mutex_t lock;
	pthread_cond_t moved;
	void **full; /* under @lock: a batch to be freed, or NULL */
	bool over;   /* under @lock */
};

static void *free_batches(void *arg)
{
	struct channel *c = arg;
	int i;

	pthread_mutex_lock(&c->lock);
	while (!c->over || c->full) {
		if (!c->full) {
			pthread_cond_wait(&c->moved, &c->lock);
			continue;
		}
		for (i = 0; i < BATCH; i++)
			co_frame_free(c->full[i], FRAME);
		c->full = NULL;
		pthread_cond_signal(&c->moved);
	}
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

static bool alloc_batch(void **frames)
{
	int i;

	for (i = 0; i < BATCH; i++) {
		frames[i] = co_frame_alloc(FRAME);
		CO_CHECK(frames[i]);
		if (!frames[i])
			return false;
		memset(frames[i], 0xee, FRAME);
	}
	return true;
}

static void hand_over(struct channel *c, void **frames, bool over)
{
	pthread_mutex_lock(&c->lock);
	c->full = frames;
	c->over = over;
	pthread_cond_signal(&c->moved);
	while (c->full && !over)
		pthread_cond_wait(&c->moved, &c->lock);
	pthread_mutex_unlock(&c->lock);
}

/* Bytes that malloc has given out; 0 where it is not the C library's. */
static size_t bytes_in_use(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

TEST frames_freed_by_another_thread_stay_bounded(void)
{
	struct channel c = {
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.moved = PTHREAD_COND_INITIALIZER,
	};
	static void *frames[BATCH];
	pthread_t thread;
	size_t before, after;
	int i;

	pthread_create(&thread, NULL, free_batches, &c);
	before = bytes_in_use();
	co_step("allocate %d frames here and free them on another thread",
		BATCH * BATCHES);
	for (i = 0; i < BATCHES && alloc_batch(frames); i++)
		hand_over(&c, frames, false);
	after = bytes_in_use();
	hand_over(&c, NULL, true);
	pthread_join(thread, NULL);
	co_step("less than 4 MiB may be left in lists, of %d MiB that went "
		"through them",
		BATCH * BATCHES / 1024 * FRAME / 1024);
	CO_CHECK(after < before + (4u << 20));
	PASS();
}

static void leave_frames(void *arg)
{
	void *frames[100];
	int i;

	(void)arg;
	for (i = 0; i < 100; i++)
		frames[i] = co_frame_alloc(1000);
	for (i = 0; i < 100; i++)
		co_frame_free(frames[i], 1000);
}

static void free_only(void *arg)
{
	void **frames = arg;
	int i;

	for (i = 0; i < 50; i++)
		co_frame_free(frames[i], 1000);
}

TEST frames_of_ended_threads_are_used_again(void)
{
	void *frames[50];
	size_t before = 0;
	int i, n;

	co_step("300 threads, one after the other, use 100 frames each");
	for (i = 0; i < 300; i++) {
		if (i == 1)
			before = bytes_in_use();
		run_in_thread(leave_frames, NULL, 1 << 18);
	}
	CO_CHECK(bytes_in_use() < before + (2u << 20));
	co_step("300 threads free 50 frames each that this one made, and end");
	before = bytes_in_use();
	for (n = 0; n < 300; n++) {
		for (i = 0; i < 50; i++)
			frames[i] = co_frame_alloc(1000);
		run_in_thread(free_only, frames, 1 << 18);
	}
	CO_CHECK(bytes_in_use() < before + (2u << 20));
	PASS();
}

SUITE(hidden_frames)
{
	RUN_TEST(frames_in_use_never_overlap);
	RUN_TEST(frames_freed_by_another_thread_stay_bounded);
	RUN_TEST(frames_of_ended_threads_are_used_again);
}
