// SPDX-License-Identifier: MIT
/*
 * A transfer that deadlocks, to be mended. The contract: include/co/account.h.
 */
#include "co/account.h"

/* Given. */
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

/* Given. */
void co_deposit_init(
	struct co_deposit *deposit, struct co_account *account, long amount)
{
	co_task_init(&deposit->task, deposit_body, "deposit");
	deposit->account = account;
	deposit->amount = amount;
}

static struct co_task *transfer_body(struct co_task *self)
{
	struct co_transfer *f = co_frame(self, struct co_transfer);

	/*
	 * TODO(lab6.G): take the mark below out and run the tests: this holds
	 * a lock and awaits a task that wants one. Read who waits for whom,
	 * and mend it: no transfer waits for ever, and no money is ever lost
	 * or on its way while both mutexes are held.
	 */
	CO_NOT_STARTED("lab6.G");
	CO_BEGIN(self);
	CO_TRY(self, co_mutex_lock(&f->from->mutex, &f->waits[0]));
	if (f->from->balance < f->amount) {
		co_mutex_unlock(&f->from->mutex);
		return co_finish(self, -ERANGE);
	}
	f->from->balance -= f->amount;
	co_deposit_init(&f->deposit, f->to, f->amount);
	CO_AWAIT(self, co_task_await(&f->deposit.task));
	co_mutex_unlock(&f->from->mutex);
	return co_finish(self, co_awaited(self));
	CO_END(self);
}

/* Given. */
void co_transfer_init(struct co_transfer *transfer, struct co_account *from,
	struct co_account *to, long amount)
{
	co_task_init(&transfer->task, transfer_body, "transfer");
	transfer->from = from;
	transfer->to = to;
	transfer->amount = amount;
}
