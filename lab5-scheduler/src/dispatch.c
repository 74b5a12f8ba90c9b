// SPDX-License-Identifier: MIT
/*
 * Part B: which place takes the next task.
 */
#include <stdlib.h>
#include <string.h>

#include "co/dispatch.h"

int co_dispatch_init(
	struct co_dispatch *d, unsigned n, enum co_dispatch_kind kind)
{
	/*
	 * TODO(lab5.B): there are @n places, none of them loaded.
	 */
	CO_NOT_STARTED("lab5.B");
	(void)d;
	(void)n;
	(void)kind;
	return -ENOSYS;
}

void co_dispatch_fini(struct co_dispatch *d)
{
	/*
	 * TODO(lab5.B): nothing is left over.
	 */
	CO_NOT_STARTED("lab5.B");
	(void)d;
}

size_t co_dispatch_load(struct co_dispatch *d, unsigned place)
{
	/*
	 * TODO(lab5.B): the answer is what was picked for @place and is not
	 * done.
	 */
	CO_NOT_STARTED("lab5.B");
	(void)d;
	(void)place;
	return 0;
}

unsigned co_dispatch_pick_place(struct co_dispatch *d, unsigned place)
{
	/*
	 * TODO(lab5.B): @place has one more.
	 */
	CO_NOT_STARTED("lab5.B");
	(void)d;
	return place;
}

void co_dispatch_done(struct co_dispatch *d, unsigned place)
{
	/*
	 * TODO(lab5.B): @place has one less.
	 */
	CO_NOT_STARTED("lab5.B");
	(void)d;
	(void)place;
}

unsigned co_dispatch_by_key(uint64_t key, unsigned n)
{
	/*
	 * TODO(lab5.B): the same key has the same place, and many keys are
	 * spread evenly.
	 */
	CO_NOT_STARTED("lab5.B");
	(void)key;
	(void)n;
	return 0;
}

unsigned co_dispatch_pick(struct co_dispatch *d, uint64_t key)
{
	/*
	 * TODO(lab5.B): the place that the kind of dispatch says has one
	 * more.
	 */
	CO_NOT_STARTED("lab5.B");
	(void)d;
	(void)key;
	return 0;
}

unsigned co_dispatch_pick_near(
	struct co_dispatch *d, uint64_t key, unsigned here)
{
	/*
	 * TODO(lab5.B): @here has one more, unless it has too many.
	 */
	CO_NOT_STARTED("lab5.B");
	(void)d;
	(void)key;
	return here;
}
