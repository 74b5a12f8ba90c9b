/* SPDX-License-Identifier: MIT */
/*
 * A thread that posts, for the explored tests of lab 2: it writes down what
 * became of each of its items.
 */
#ifndef LAB2_POSTING_H
#define LAB2_POSTING_H

#include "../../../../lab2-executors/tests/util.h"
#include "explore.h"

enum {
	MAX_ITEMS = 3
};

struct posting {
	struct co_executor *executor;
	pthread_t thread;
	struct item items[MAX_ITEMS];
	int n;
	int taken; /* how many the executor took */
};

static inline void *posting_thread(void *arg)
{
	struct posting *p = arg;
	int i, err;

	for (i = 0; i < p->n; i++) {
		err = co_post(p->executor, &p->items[i].work);
		CO_CHECK(err == 0 || err == -ESHUTDOWN);
		p->taken += !err;
		if (err)
			CO_CHECK(p->items[i].work.next == NULL);
	}
	return NULL;
}

/* Start a thread that posts @n items with the ids @first, @first + 1 ... */
static inline void posting_start(struct posting *p, struct notes *notes,
	struct co_executor *executor, int first, int n)
{
	int i;

	p->executor = executor;
	p->n = n;
	p->taken = 0;
	for (i = 0; i < n; i++)
		item_init(&p->items[i], notes, first + i);
	CO_CHECK_EQ(0, pthread_create(&p->thread, NULL, posting_thread, p));
}

static inline void posting_join(struct posting *p)
{
	pthread_join(p->thread, NULL);
}

/* No id was noted twice. */
static inline void check_once(const struct notes *notes)
{
	int i, k;

	for (i = 0; i < notes->n; i++)
		for (k = 0; k < i; k++)
			CO_CHECK(notes->ids[i] != notes->ids[k]);
}

#endif
