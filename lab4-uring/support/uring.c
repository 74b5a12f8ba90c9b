// SPDX-License-Identifier: MIT
/*
 * The given half of lab 4: which engine a thread owns.
 */
#include "co/engine.h"

__thread struct co_engine *co__engine_here;
