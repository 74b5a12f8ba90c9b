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
	unsigned room;            /* how many more @first may take */
};

static _Thread_local struct free_list lists[CLASSES];
static _Thread_local bool thread_known;

static pthread_mutex_t depot_lock = PTHREAD_MUTEX_INITIALIZER;
static struct free_frame *depot[CLASSES]; /* batches, under @depot_lock */

static pthread_key_t thread_end;
static pthread_once_t thread_end_once = PTHREAD_ONCE_INIT;

/* CLASSES or more when @size is too large for a list, or 0. */
static size_t class_of(size_t size)
{
	return (size - 1) / CLASS_SIZE;
}

static void give_batch(size_t class, struct free_frame *batch)
{
	pthread_mutex_lock(&depot_lock);
	batch->next_batch = depot[class];
	depot[class] = batch;
	pthread_mutex_unlock(&depot_lock);
}

static struct free_frame *take_batch(size_t class)
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
	size_t class;

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

/*
 * The list is empty: the spare batch, one from the depot, or fresh memory. The
 * slow ways are not inline: what they save would burden the quick ones.
 */
static __attribute__((noinline)) void *alloc_slowly(
	struct free_list *l, size_t class)
{
	struct free_frame *f = l->spare;

	if (!thread_known)
		know_thread();
	l->spare = NULL;
	if (!f)
		f = take_batch(class);
	if (!f)
		return malloc((class + 1) * CLASS_SIZE);
	co__frame_unpoison(f, (class + 1) * CLASS_SIZE);
	/* A batch that a dying thread left may be short: it is never longer. */
	l->first = f->next;
	l->room = l->first ? 1 : BATCH;
	return f;
}

void *co_frame_alloc(size_t size)
{
	size_t class = class_of(size);
	struct free_list *l;
	struct free_frame *f;

	if (co_unlikely(class >= CLASSES))
		return size ? malloc(size) : NULL;
	l = &lists[class];
	f = l->first;
	if (co_unlikely(!f))
		return alloc_slowly(l, class);
	co__frame_unpoison(f, (class + 1) * CLASS_SIZE);
	l->first = f->next;
	l->room++;
	return f;
}

/*
 * There was no room for the newest: all others become the spare batch, and the
 * old one goes to the depot. Nor is there room before the thread is known.
 */
static __attribute__((noinline)) void set_aside(
	struct free_list *l, size_t class)
{
	struct free_frame *rest = l->first->next;

	/* A thread that only frees comes by here with its first frame. */
	if (!thread_known)
		know_thread();
	if (rest && l->spare)
		give_batch(class, l->spare);
	if (rest)
		l->spare = rest;
	l->first->next = NULL;
	l->room = BATCH - 1;
}

/*
 * The list of @class: by a branch, not by an index. The size is read from the
 * frame, and most frames that a thread frees are of one size: the processor
 * guesses that and does not wait for it.
 */
static struct free_list *list_of(size_t class)
{
	static _Thread_local size_t latest = CLASSES;
	static _Thread_local struct free_list *list;

	if (co_unlikely(class != latest)) {
		latest = class;
		list = &lists[class];
	}
	return list;
}

void co_frame_free(void *frame, size_t size)
{
	size_t class = class_of(size);
	struct free_frame *f = frame;
	struct free_list *l;

	if (co_unlikely(!frame | (class >= CLASSES))) {
		/* Of size 0: the frame is not from here. */
		if (size)
			free(frame);
		return;
	}
	co__frame_poison(f, (class + 1) * CLASS_SIZE, sizeof(*f));
	l = list_of(class);
	f->next = l->first;
	l->first = f;
	if (co_unlikely(l->room-- == 0))
		set_aside(l, class);
}
