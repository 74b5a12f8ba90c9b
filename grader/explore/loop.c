/* SPDX-License-Identifier: MIT */
/*
 * Where is an endless loop? The signal that asks lands on any of its
 * instructions, so two runs would name two lines. The thread is therefore led
 * once round the loop, one instruction at a time, and the loop's first
 * instruction is the answer: the same in each run.
 */

#include "runtime.h"

enum {
	TRAP_FLAG = 1 << 8,      /* x86: SIGTRAP after the next instruction */
	MAX_INSTRUCTIONS = 20000 /* a long way round still ends in time */
};

static struct {
	bool on;
	uintptr_t from, first;
	unsigned taken;
	uint64_t pulse;
} walk;

static bool in_program(uintptr_t pc)
{
	extern char __executable_start[], etext[];

	return pc >= (uintptr_t)__executable_start && pc < (uintptr_t)etext &&
	       !ex_is_explorer_text(pc);
}

bool ex_loop_walking(void)
{
	return walk.on;
}

void ex_loop_begin(ucontext_t *uc)
{
	uintptr_t pc = (uintptr_t)uc->uc_mcontext.gregs[REG_RIP];

	walk.on = true;
	walk.from = walk.first = pc;
	walk.taken = 0;
	walk.pulse = ex_shared->pulse;
	uc->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

static void stop(ucontext_t *uc)
{
	walk.on = false;
	uc->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
}

uintptr_t ex_loop_step(ucontext_t *uc)
{
	uintptr_t pc = (uintptr_t)uc->uc_mcontext.gregs[REG_RIP];

	if (walk.pulse != ex_shared->pulse) {
		stop(uc); /* it came by the explorer: no such loop */
		return 0;
	}
	if (in_program(pc) && (!in_program(walk.first) || pc < walk.first))
		walk.first = pc;
	if (pc != walk.from && ++walk.taken < MAX_INSTRUCTIONS)
		return 0;
	stop(uc);
	return walk.first;
}
