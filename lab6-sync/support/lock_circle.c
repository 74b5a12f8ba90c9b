// SPDX-License-Identifier: MIT
/*
 * The watch over locks: the circle that somebody closes, and the order in which
 * locks are wanted.
 */
#include "lock_tables.h"

enum {
	DEEPEST = 16
};

/* Somebody held @first and wanted @second. */
struct order {
	const void *first, *second; /* NULL: the place is free */
};

static struct order orders[CO_LOCK_MOST];

/* One step of a circle: @waiter wants the lock, and @holder has it. */
struct step {
	const struct co_lock_claim *want, *hold;
};

/* Does @ancestor wait for @task to end, or is it the same? */
static bool awaits(const struct co_task *ancestor, const struct co_task *task)
{
	while (task && task != ancestor)
		task = task->continuation;
	return task;
}

/*
 * Follow @want to who holds that lock, to what those or whom they await want,
 * and so on, until it comes back to whoever waits for @first to end.
 *
 * Returns how many steps the circle has; 0: there is none.
 */
static int follow(const struct co_lock_claim *first,
	const struct co_lock_claim *want, struct step *steps, int depth)
{
	size_t i, j;
	int n;

	if (depth == DEEPEST)
		return 0;
	steps[depth].want = want;
	for (i = 0; i < CO_LOCK_MOST; i++) {
		if (!co__lock_holds[i].task ||
			co__lock_holds[i].lock != want->lock)
			continue;
		steps[depth].hold = &co__lock_holds[i];
		if (awaits(co__lock_holds[i].task, first->task))
			return depth + 1;
		for (j = 0; j < CO_LOCK_MOST; j++) {
			if (!co__lock_wants[j].task ||
				!awaits(co__lock_holds[i].task,
					co__lock_wants[j].task))
				continue;
			n = follow(first, &co__lock_wants[j], steps, depth + 1);
			if (n)
				return n;
		}
	}
	return 0;
}

static void report_circle(const struct step *steps, int n)
{
	struct co_lock_text text = {.used = 0};
	const struct co_task *waiter;
	int i;

	co__lock_say(&text, "deadlock:");
	for (i = 0; i < n; i++) {
		waiter = steps[(i + 1) % n].want->task;
		co__lock_say(&text, "%s '%s' wants %s, held by '%s'",
			i ? "," : "", steps[i].want->task->name,
			steps[i].want->name, steps[i].hold->task->name);
		if (steps[i].hold->task != waiter)
			co__lock_say(
				&text, ", which awaits '%s'", waiter->name);
	}
	co__lock_report(&text);
}

/* Was @second ever wanted by who held @first, or by a chain of such? */
static bool comes_before(const void *first, const void *second, int depth)
{
	size_t i;

	for (i = 0; i < CO_LOCK_MOST; i++)
		if (orders[i].first == first &&
			(orders[i].second == second ||
				(depth < DEEPEST &&
					comes_before(orders[i].second, second,
						depth + 1))))
			return true;
	return false;
}

static void add_order(const void *first, const void *second)
{
	size_t i;

	for (i = 0; i < CO_LOCK_MOST && orders[i].first; i++)
		if (orders[i].first == first && orders[i].second == second)
			return;
	if (i < CO_LOCK_MOST)
		orders[i] = (struct order){first, second};
}

/* Whoever waits for @want's task to end holds its locks meanwhile. */
static void check_order(const struct co_lock_claim *want)
{
	struct co_lock_text text = {.used = 0};
	size_t i;

	for (i = 0; i < CO_LOCK_MOST; i++) {
		if (!co__lock_holds[i].task ||
			co__lock_holds[i].lock == want->lock ||
			!awaits(co__lock_holds[i].task, want->task))
			continue;
		if (comes_before(want->lock, co__lock_holds[i].lock, 0)) {
			co__lock_say(&text,
				"lock order: '%s' holds %s and '%s' wants %s; "
				"elsewhere it is the other way round",
				co__lock_holds[i].task->name,
				co__lock_holds[i].name, want->task->name,
				want->name);
			co__lock_report(&text);
			return;
		}
		add_order(co__lock_holds[i].lock, want->lock);
	}
}

void co__lock_check(const struct co_lock_claim *want)
{
	struct step steps[DEEPEST];
	int n = follow(want, want, steps, 0);

	if (n)
		report_circle(steps, n);
	else
		check_order(want);
}

/* The last one fills the gap: what is used stays together. */
static void drop_order(size_t i)
{
	size_t last = i;

	while (last + 1 < CO_LOCK_MOST && orders[last + 1].first)
		last++;
	orders[i] = orders[last];
	orders[last] = (struct order){NULL, NULL};
}

void co__lock_forget_orders(const void *lock)
{
	size_t i;

	for (i = 0; i < CO_LOCK_MOST; i++)
		while (orders[i].first &&
			(orders[i].first == lock || orders[i].second == lock))
			drop_order(i);
}
