// SPDX-License-Identifier: MIT
/*
 * The frame allocator: size classes, per-thread free lists, a shared depot.
 *
 * A list that grows past two batches gives one away, a list that is empty takes
 * one: so a thread that only frees feeds a thread that only allocates, and a
 * lock is taken once in BATCH frames.
 */
#include <pthread.h>
#include <stdlib.h>

#include "co/frame.h"
#include "co/poison.h"

enum {
	CLASS_SIZE = 64,
	CLASSES = 16, /* up to 1 KiB; what is larger goes to malloc */
	BATCH = 64,
};

/* A free frame holds the list's link, and the first of a batch the next's. */
struct free_frame {
	struct free_frame *next;
	struct free_frame *next_batch;
};

struct free_list {
	struct free_frame *first;
	struct free_frame *spare; /* a whole batch, or NULL */
	unsigned count;           /* in @first */
};

static _Thread_local struct free_list lists[CLASSES];
static _Thread_local bool thread_known;

static pthread_mutex_t depot_lock = PTHREAD_MUTEX_INITIALIZER;
static struct free_frame *depot[CLASSES]; /* batches, under @depot_lock */

static pthread_key_t thread_end;
static pthread_once_t thread_end_once = PTHREAD_ONCE_INIT;

static unsigned class_of(size_t size)
{
	return (unsigned)((size - 1) / CLASS_SIZE);
}

static void give_batch(unsigned class, struct free_frame *batch)
{
	pthread_mutex_lock(&depot_lock);
	batch->next_batch = depot[class];
	depot[class] = batch;
	pthread_mutex_unlock(&depot_lock);
}

static struct free_frame *take_batch(unsigned class)
{
	struct free_frame *batch;

	pthread_mutex_lock(&depot_lock);
	batch = depot[class];
	if (batch)
		depot[class] = batch->next_batch;
	pthread_mutex_unlock(&depot_lock);
	return batch;
}

/* The thread ends: what it kept goes to those that stay. */
static void give_all(void *unused)
{
	unsigned class;

	(void)unused;
	for (class = 0; class < CLASSES; class ++) {
		struct free_list *l = &lists[class];

		if (l->first)
			give_batch(class, l->first);
		if (l->spare)
			give_batch(class, l->spare);
		*l = (struct free_list){0};
	}
	/* A later destructor may free a frame yet: see it then. */
	thread_known = false;
}

static void make_thread_end(void)
{
	pthread_key_create(&thread_end, give_all);
}

static void know_thread(void)
{
	pthread_once(&thread_end_once, make_thread_end);
	/* Any value but NULL: the destructor runs for threads that have one. */
	pthread_setspecific(thread_end, lists);
	thread_known = true;
}

/* The list is empty: the spare batch, one from the depot, or fresh memory. */
static void *alloc_slowly(struct free_list *l, unsigned class)
{
	struct free_frame *f = l->spare;

	if (!thread_known)
		know_thread();
	l->spare = NULL;
	if (!f)
		f = take_batch(class);
	if (!f)
		return malloc((size_t)(class + 1) * CLASS_SIZE);
	/* A batch that a dying thread left may be short: it is never longer. */
	l->first = f->next;
	l->count = l->first ? BATCH - 1 : 0;
	return f;
}

void *co_frame_alloc(size_t size)
{
	unsigned class = class_of(size);
	struct free_list *l;
	struct free_frame *f;

	if (!size)
		return NULL;
	if (class >= CLASSES)
		return malloc(size);
	l = &lists[class];
	f = l->first;
	if (co_likely(f)) {
		l->first = f->next;
		l->count--;
	} else {
		f = alloc_slowly(l, class);
	}
	co__frame_unpoison(f, (size_t)(class + 1) * CLASS_SIZE);
	return f;
}

/* A full list becomes the spare batch; the old spare goes to the depot. */
static void set_aside(struct free_list *l, unsigned class)
{
	if (!thread_known)
		know_thread();
	if (l->spare)
		give_batch(class, l->spare);
	l->spare = l->first;
	l->first = NULL;
	l->count = 0;
}

void co_frame_free(void *frame, size_t size)
{
	unsigned class = class_of(size);
	struct free_frame *f = frame;
	struct free_list *l;

	if (!frame)
		return;
	if (class >= CLASSES) {
		free(frame);
		return;
	}
	co__frame_poison(f, (size_t)(class + 1) * CLASS_SIZE, sizeof(*f));
	l = &lists[class];
	if (co_unlikely(l->count >= BATCH))
		set_aside(l, class);
	f->next = l->first;
	l->first = f;
	l->count++;
}
