/* SPDX-License-Identifier: MIT */
/*
 * C11 atomics under the names that C and C++ share, so that a header with an
 * atomic member serves both.
 */
#ifndef CO_ATOMIC_H
#define CO_ATOMIC_H

#ifdef __cplusplus

#include <atomic>

#define CO_ATOMIC(type) std::atomic<type>

using std::atomic_compare_exchange_strong_explicit;
using std::atomic_compare_exchange_weak_explicit;
using std::atomic_exchange_explicit;
using std::atomic_fetch_add_explicit;
using std::atomic_fetch_sub_explicit;
using std::atomic_load_explicit;
using std::atomic_store_explicit;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

#else

#include <stdatomic.h>

#define CO_ATOMIC(type) _Atomic(type)

#endif

#endif
