// SPDX-License-Identifier: MIT
/*
 * A transfer: both mutexes, always in the same order, and nothing awaited but
 * them.
 */
#include "co/account.h"

static struct co_task *deposit_body(struct co_task *self)
{
	struct co_deposit *f = co_frame(self, struct co_deposit);

	CO_BEGIN(self);
	CO_LOCKED(self, &f->account->mutex, &f->wait)
	{
		f->account->balance += f->amount;
	}
	CO_END(self);
}

void co_deposit_init(
	struct co_deposit *deposit, struct co_account *account, long amount)
{
	co_task_init(&deposit->task, deposit_body, "deposit");
	deposit->account = account;
	deposit->amount = amount;
}

/* Addresses are an order that all transfers share. */
static struct co_mutex *lower(const struct co_transfer *f)
{
	return (uintptr_t)f->from < (uintptr_t)f->to ? &f->from->mutex
						     : &f->to->mutex;
}

static struct co_mutex *upper(const struct co_transfer *f)
{
	return (uintptr_t)f->from < (uintptr_t)f->to ? &f->to->mutex
						     : &f->from->mutex;
}

/* Under both mutexes. */
static int move_money(struct co_transfer *f)
{
	if (f->from->balance < f->amount)
		return -ERANGE;
	f->from->balance -= f->amount;
	f->to->balance += f->amount;
	return 0;
}

static struct co_task *transfer_body(struct co_task *self)
{
	struct co_transfer *f = co_frame(self, struct co_transfer);
	int err;

	CO_BEGIN(self);
	CO_TRY(self, co_mutex_lock(lower(f), &f->waits[0]));
	if (f->from != f->to) {
		CO_AWAIT(self, co_mutex_lock(upper(f), &f->waits[1]));
		if (co_awaited(self)) {
			co_mutex_unlock(lower(f));
			return co_finish(self, co_awaited(self));
		}
	}
	err = move_money(f);
	if (f->from != f->to)
		co_mutex_unlock(upper(f));
	co_mutex_unlock(lower(f));
	return co_finish(self, err);
	CO_END(self);
}

void co_transfer_init(struct co_transfer *transfer, struct co_account *from,
	struct co_account *to, long amount)
{
	co_task_init(&transfer->task, transfer_body, "transfer");
	transfer->from = from;
	transfer->to = to;
	transfer->amount = amount;
}
