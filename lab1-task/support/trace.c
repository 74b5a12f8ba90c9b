// SPDX-License-Identifier: MIT
/*
 * The recorder behind co/trace.h.
 *
 * One mapping, made before main() and never unmapped. A thread takes a free
 * ring at its first event and gives it back when it ends, so a program that
 * starts a thousand short threads needs no thousand rings. Nothing here can
 * fail the program: without a mapping it runs on untraced, after one warning.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "co/trace.h"

enum {
	RINGS = 64,
	DEFAULT_CAPACITY = 16384,
	MAX_CAPACITY = 1 << 24,
	STRINGS_SIZE = 256 * 1024,
	CACHE_SIZE = 512, /* strings a thread remembers by address */
	RECALIBRATE = 4096,
	CALIBRATE_NS = 20000,
};

/* A string this thread has seen: its address and its offset in the table. */
struct seen {
	const char *text;
	uint32_t offset;
};

bool co__trace_on;

/* Fixed when recording starts. */
static struct co_trace_header *header;
static struct co_trace_ring *rings;
static struct co_trace_event *events;
static char *strings;
static uint64_t (*external_clock)(void);

static pthread_mutex_t strings_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t thread_end;

static _Thread_local struct co_trace_ring *my_ring;
static _Thread_local struct co_trace_event *my_events;
static _Thread_local uint64_t my_head;
static _Thread_local bool my_ring_refused;
static _Thread_local struct seen my_strings[CACHE_SIZE];

static uint64_t clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* The cheapest clock that all cores share; the header translates it. */
static uint64_t ticks_now(void)
{
	if (external_clock)
		return external_clock();
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#else
	return clock_ns();
#endif
}

/*
 * Read both clocks. Several threads may come here at once: one of them does it
 * and the others go on, so that the two readings belong together. A foreign
 * clock needs no translation.
 */
static void calibrate(int point)
{
	static bool busy;

	if (external_clock || __atomic_test_and_set(&busy, __ATOMIC_ACQUIRE))
		return;
	header->ticks[point] = ticks_now();
	header->ns[point] = clock_ns();
	__atomic_clear(&busy, __ATOMIC_RELEASE);
}

/* Strings. */

static uint32_t find_string(const char *text, uint64_t used)
{
	uint64_t at = 1;

	while (at < used) {
		if (!strcmp(strings + at, text))
			return (uint32_t)at;
		at += strlen(strings + at) + 1;
	}
	return 0;
}

/* The offset of @text in the table; 0, the empty string, when it is full. */
static uint32_t add_string(const char *text)
{
	size_t size = strlen(text) + 1;
	uint64_t used;
	uint32_t at;

	pthread_mutex_lock(&strings_lock);
	used = header->strings_used;
	at = find_string(text, used);
	if (!at && used + size <= header->strings_size) {
		memcpy(strings + used, text, size);
		at = (uint32_t)used;
		/* A reader of a live trace sees the bytes before the size. */
		__atomic_store_n(
			&header->strings_used, used + size, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&strings_lock);
	return at;
}

static uint32_t string_offset(const char *text)
{
	struct seen *s;

	if (!text)
		return 0;
	s = &my_strings[((uintptr_t)text >> 3) % CACHE_SIZE];
	if (co_unlikely(s->text != text)) {
		s->offset = add_string(text);
		s->text = text;
	}
	return s->offset;
}

/* Rings. */

static struct co_trace_ring *take_ring(void)
{
	uint32_t free_now;
	int i;

	/* First the ones nobody used: they still have their whole history. */
	for (i = 0; i < 2 * RINGS; i++) {
		struct co_trace_ring *r = &rings[i % RINGS];

		if (i < RINGS && __atomic_load_n(&r->tid, __ATOMIC_RELAXED))
			continue;
		free_now = 0;
		/* Acquire: pairs with the release in release_ring(). */
		if (__atomic_compare_exchange_n(&r->busy, &free_now, 1, false,
			    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			return r;
	}
	return NULL;
}

static void release_ring(void *ring)
{
	struct co_trace_ring *r = ring;

	if (!co__trace_on || my_ring != r)
		return;
	co__trace_write(CO_TRACE_THREAD_STOP, NULL, NULL, NULL, NULL, 0,
		(int)r->tid, 0);
	calibrate(1);
	my_ring = NULL;
	/* An event of a later destructor of this thread has no ring. */
	my_ring_refused = true;
	__atomic_store_n(&r->busy, 0, __ATOMIC_RELEASE);
}

static bool claim_ring(void)
{
	char name[16] = "";
	uint32_t tid;

	if (my_ring_refused)
		return false;
	my_ring = take_ring();
	if (!my_ring) {
		my_ring_refused = true;
		return false;
	}
	tid = (uint32_t)syscall(SYS_gettid);
	__atomic_store_n(&my_ring->tid, tid, __ATOMIC_RELAXED);
	my_head = my_ring->head;
	my_events = events + (uint64_t)(my_ring - rings) * header->capacity;
	pthread_setspecific(thread_end, my_ring);
	pthread_getname_np(pthread_self(), name, sizeof(name));
	co__trace_write(
		CO_TRACE_THREAD_START, NULL, NULL, NULL, NULL, 0, (int)tid, 0);
	my_events[(my_head - 1) & (header->capacity - 1)].name = add_string(
		name);
	return true;
}

void co__trace_write(enum co_trace_type type, const void *task,
	const void *other, const char *name, const char *file, int line,
	int arg, int flags)
{
	struct co_trace_event *e;

	if (co_unlikely(!my_ring) && !claim_ring()) {
		__atomic_fetch_add(&header->dropped, 1, __ATOMIC_RELAXED);
		return;
	}
	e = &my_events[my_head & (header->capacity - 1)];
	e->time = ticks_now();
	e->task = (uintptr_t)task;
	e->other = (uintptr_t)other;
	e->name = string_offset(name);
	e->file = string_offset(file);
	e->line = (uint32_t)line;
	e->arg = arg;
	e->type = (uint16_t)type;
	e->flags = (uint16_t)flags;
	e->unused = 0;
	my_head++;
	/* Release: whoever reads the new head finds the event complete. */
	__atomic_store_n(&my_ring->head, my_head, __ATOMIC_RELEASE);
	if (co_unlikely(my_head % RECALIBRATE == 0))
		calibrate(1);
}

void co_trace_note(const char *text)
{
	if (!co__trace_on)
		return;
	co__trace_write(CO_TRACE_NOTE, NULL, NULL, NULL, NULL, 0, 0, 0);
	if (my_ring)
		my_events[(my_head - 1) & (header->capacity - 1)].name =
			add_string(text);
}

void co_trace_use_clock(uint64_t (*ticks)(void))
{
	external_clock = ticks;
	if (header) {
		/* One tick is one nanosecond from here on. */
		header->ticks[0] = header->ns[0] = 0;
		header->ticks[1] = header->ns[1] = 1;
	}
}

/* Setting up. */

static void warn(const char *path, const char *what)
{
	fprintf(stderr, "corolab: CO_TRACE=%s: %s; running untraced\n", path,
		what);
}

static uint32_t wanted_capacity(const char *path)
{
	const char *text = getenv("CO_TRACE_EVENTS");
	char *end;
	long n;

	if (!text)
		return DEFAULT_CAPACITY;
	n = strtol(text, &end, 10);
	if (*end || n < 2 || n > MAX_CAPACITY || (n & (n - 1))) {
		fprintf(stderr,
			"corolab: CO_TRACE=%s: CO_TRACE_EVENTS=%s is not a "
			"power of two from 2 to %d; using %d\n",
			path, text, MAX_CAPACITY, DEFAULT_CAPACITY);
		return DEFAULT_CAPACITY;
	}
	return (uint32_t)n;
}

static void lay_out(struct co_trace_header *h, uint32_t capacity)
{
	memset(h, 0, sizeof(*h));
	h->version = CO_TRACE_VERSION;
	h->event_size = sizeof(struct co_trace_event);
	h->rings = RINGS;
	h->capacity = capacity;
	h->rings_at = 4096;
	h->strings_at = h->rings_at + RINGS * sizeof(struct co_trace_ring);
	h->strings_size = STRINGS_SIZE;
	h->events_at = h->strings_at + STRINGS_SIZE;
	h->file_size = h->events_at + (uint64_t)RINGS * capacity *
					      sizeof(struct co_trace_event);
	h->pid = (uint64_t)getpid();
	h->strings_used = 1;
}

/* Map @path, emptied; NULL with errno when that cannot be. */
static void *map_file(const char *path, size_t size)
{
	struct stat st;
	void *map = NULL;
	int fd;

	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) < 0)
		goto close;
	/*
	 * A file that has the size already was made by whoever wants the
	 * trace, perhaps because this process may not write so large a one.
	 */
	if ((size_t)st.st_size != size &&
		(ftruncate(fd, 0) < 0 || ftruncate(fd, (off_t)size) < 0))
		goto close;
	map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		map = NULL;
close:
	close(fd);
	return map;
}

static void stop_in_child(void)
{
	/* The rings belong to the parent's threads. */
	co__trace_on = false;
}

__attribute__((constructor)) static void trace_start(void)
{
	const char *path = getenv("CO_TRACE");
	struct co_trace_header layout;
	char *map;

	if (!path || !*path)
		return;
	lay_out(&layout, wanted_capacity(path));
	map = map_file(path, layout.file_size);
	if (!map) {
		warn(path, strerror(errno));
		return;
	}
	if (pthread_key_create(&thread_end, release_ring)) {
		warn(path, "no thread-specific key is left");
		munmap(map, layout.file_size);
		return;
	}
	header = (struct co_trace_header *)(void *)map;
	*header = layout;
	rings = (struct co_trace_ring *)(void *)(map + layout.rings_at);
	strings = map + layout.strings_at;
	events = (struct co_trace_event *)(void *)(map + layout.events_at);
	memset(rings, 0, RINGS * sizeof(*rings));
	strings[0] = '\0';
	calibrate(0);
	/* A first idea of the clock's rate, should we be killed at once. */
	do {
		calibrate(1);
	} while (header->ns[1] - header->ns[0] < CALIBRATE_NS);
	/* The magic goes in last: a file with it has a whole header. */
	__atomic_store_n(&header->magic, CO_TRACE_MAGIC, __ATOMIC_RELEASE);
	pthread_atfork(NULL, NULL, stop_in_child);
	co__trace_on = true;
}
