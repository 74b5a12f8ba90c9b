/* SPDX-License-Identifier: MIT */
/*
 * Accounts, and money that goes from one to another (lab 6, part G).
 *
 * What is given works until two transfers meet, or until somebody pays
 * himself: then everybody waits for ever. Run it, read the wait-for graph, and
 * mend it.
 */
#ifndef CO_ACCOUNT_H
#define CO_ACCOUNT_H

#include "co/mutex.h"

#ifdef __cplusplus
extern "C" {
#endif

struct co_account {
	struct co_mutex mutex;
	long balance; /* under @mutex */
};

/* A coroutine that adds @amount to an account, under its mutex. */
struct co_deposit {
	struct co_task task;
	struct co_mutex_wait wait;
	struct co_account *account;
	long amount;
};

/* A coroutine that moves @amount. */
struct co_transfer {
	struct co_task task;
	struct co_mutex_wait waits[2];
	struct co_deposit deposit;
	struct co_account *from, *to;
	long amount;
};

/* Given: open an account, in the caller's memory; @name must outlive it. */
static inline void co_account_init(
	struct co_account *account, const char *name, long balance)
{
	co_mutex_init(&account->mutex);
	co_mutex_set_name(&account->mutex, name);
	account->balance = balance;
}

/* Given: it is closed; its mutex is free (CO_ASSERT, "destroyed while"). */
static inline void co_account_fini(struct co_account *account)
{
	co_mutex_fini(&account->mutex);
}

/* Given: make a coroutine that deposits; to be awaited. */
void co_deposit_init(
	struct co_deposit *deposit, struct co_account *account, long amount);

/*
 * Make a coroutine that moves @amount from one account to another; to be
 * awaited or started. It ends with 0; -ERANGE when @from has less, and then
 * nothing is moved; -ECANCELED when its token is asked while it waits,
 * likewise.
 *
 *  - Whoever holds both mutexes finds all the money there: none is on its way.
 *  - Any number of transfers between any accounts come to an end, also one from
 *    an account to itself.
 *  - Every mutex is free when it ends.
 *
 * Ownership: borrows all three until the task has ended.
 */
void co_transfer_init(struct co_transfer *transfer, struct co_account *from,
	struct co_account *to, long amount);

#ifdef __cplusplus
}
#endif

#endif
