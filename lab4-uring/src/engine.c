// SPDX-License-Identifier: MIT
/*
 * Part B: the engine.
 */
#include <sys/eventfd.h>
#include <unistd.h>

#include "co/delay.h"
#include "co/engine.h"

#define ASLEEP CO_ENGINE_ASLEEP

enum {
	SECOND = 1000000000
};

/* The other threads' side: everything is one compare-and-swap. */

int co_engine_post(struct co_engine *e, struct co_work *work)
{
	/*
	 * TODO(lab4.B): @work is where the owner finds it. The owner's own
	 * goes to the ready queue; anybody else's to the inbox, in one
	 * atomic step, and if the owner slept it is woken, by exactly one
	 * write.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)e;
	(void)work;
	return -ENOSYS;
}

void co_engine_wake(struct co_engine *e)
{
	/*
	 * TODO(lab4.B): the owner does not sleep, and will not before it has
	 * looked around once more.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)e;
}

void co_engine_shut(struct co_engine *e)
{
	/*
	 * TODO(lab4.B): the inbox takes nothing more; what was there is not
	 * lost; the owner knows of it, also when it sleeps.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)e;
}

void co_engine_reset(struct co_engine *e)
{
	/*
	 * TODO(lab4.B): an engine that was shut takes work again; what
	 * nobody ran is still there.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)e;
}

/* The owner's side. */

int co_engine_init(struct co_engine *e, struct co_executor *executor)
{
	/*
	 * TODO(lab4.B): an engine without an owner, with a descriptor to be
	 * woken by; or nothing is left over.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)e;
	(void)executor;
	return -ENOSYS;
}

void co_engine_fini(struct co_engine *e)
{
	/*
	 * TODO(lab4.B): nothing of the engine is left. With work in it, it
	 * stops with a message.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)e;
}

int co_engine_open(struct co_engine *e, unsigned entries)
{
	/*
	 * TODO(lab4.B): this thread owns the engine and has a ring; or
	 * nothing has changed.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)e;
	(void)entries;
	return -ENOSYS;
}

bool co_engine_has_ready(struct co_engine *e)
{
	/*
	 * TODO(lab4.B): tell whether anything is ready, here or in the
	 * inbox; a wake-up that nobody has looked around for stays one.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)e;
	return false;
}

unsigned co_engine_run(struct co_engine *e)
{
	/*
	 * TODO(lab4.B): what was ready when this began has run, or was
	 * dropped if the engine is shut; what came meanwhile waits.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)e;
	return 0;
}

int co_engine_poll(struct co_engine *e, bool wait, uint64_t deadline)
{
	/*
	 * TODO(lab4.B): what was prepared is submitted, completions are
	 * delivered, and if it had to wait it did, in the same system call,
	 * without missing a post.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)e;
	(void)wait;
	(void)deadline;
	return -ENOSYS;
}

void co_engine_settle(struct co_engine *e)
{
	/*
	 * TODO(lab4.B): nothing is in flight any more.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)e;
}

void co_engine_close(struct co_engine *e)
{
	/*
	 * TODO(lab4.B): every write that a poster still owes has come; the
	 * ring is gone, and nobody owns the engine.
	 */
	CO_NOT_STARTED("lab4.B");
	(void)e;
}
