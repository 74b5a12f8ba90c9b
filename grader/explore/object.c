/* SPDX-License-Identifier: MIT */
/*
 * What the explorer knows about the user's mutexes, conditions, atomics, ...:
 * a table from the address to the state. The user's memory holds nothing of
 * it, so static initialisers need no help, and a new schedule starts with an
 * empty table by counting the generation up.
 *
 * A destroyed object is filled with a pattern. When it is used later and the
 * pattern is gone, somebody has put a new object there; when not, it is a use
 * of a destroyed object.
 */
#include <string.h>

#include "runtime.h"

enum {
	TABLE = 1 << 12,
	POISON = 0xdd
};

static struct ex_object table[TABLE];
static uint32_t generation;
static unsigned used;

static const struct {
	const char *name;
	size_t poison; /* bytes of the user's object to fill */
} kinds[] = {
	[EX_OBJ_ANY] = {"object", 0},
	[EX_OBJ_ATOMIC] = {"atomic", 0},
	[EX_OBJ_MUTEX] = {"mutex", 16},
	[EX_OBJ_COND] = {"condition", 16},
	[EX_OBJ_RWLOCK] = {"rwlock", 16},
	[EX_OBJ_ONCE] = {"once", 0},
	[EX_OBJ_BARRIER] = {"barrier", 16},
	[EX_OBJ_SPIN] = {"spin lock", 4},
	[EX_OBJ_SEM] = {"semaphore", 16},
	[EX_OBJ_DEVICE] = {"device", 0},
};

void ex_objects_reset(void)
{
	generation++;
	used = 0;
}

static struct ex_object *slot(uintptr_t address)
{
	size_t at = (address >> 2) * 0x9e3779b97f4a7c15u >> 40;

	for (;; at++) {
		struct ex_object *o = &table[at & (TABLE - 1)];

		if (o->generation != generation || o->address == address)
			return o;
	}
}

static void make(struct ex_object *o, uintptr_t address, uint8_t kind)
{
	if (o->generation != generation && ++used > TABLE / 2)
		ex_fail(EX_UNSUPPORTED, 0, NULL,
			"the test uses more than %d atomics and locks",
			TABLE / 2);
	memset(o, 0, sizeof(*o));
	o->address = address;
	o->generation = generation;
	o->kind = kind;
	o->owner = -1;
}

struct ex_object *ex_object(const void *address, enum ex_object_kind kind)
{
	struct ex_object *o = slot((uintptr_t)address);

	if (o->generation != generation || o->kind != kind)
		make(o, (uintptr_t)address, (uint8_t)kind);
	return o;
}

struct ex_object *ex_object_find(const void *address)
{
	struct ex_object *o = slot((uintptr_t)address);

	return address && o->generation == generation ? o : NULL;
}

static bool still_poisoned(const void *memory, uint8_t kind)
{
	const unsigned char *p = memory;

	for (size_t i = 0; i < kinds[kind].poison; i++)
		if (p[i] != POISON)
			return false;
	return true;
}

/* The heap fills new memory with a pattern that no initialiser leaves. */
static bool never_initialised(const void *memory, enum ex_object_kind kind)
{
	const unsigned char *p = memory;

	if (!ex_heap_owns((uintptr_t)memory) || ex_object_find(memory))
		return false;
	for (size_t i = 0; i < kinds[kind].poison; i++)
		if (p[i] != EX_HEAP_NEW)
			return false;
	return true;
}

struct ex_object *ex_object_use(const void *address, enum ex_object_kind kind,
	const char *op, uintptr_t pc)
{
	struct ex_object *o;

	if (!address)
		ex_fail(EX_CRASH, pc, NULL, "%s of a NULL %s", op,
			kinds[kind].name);
	ex_heap_check(address, 4, op, pc);
	if (never_initialised(address, kind))
		ex_fail(EX_DESTROYED, pc, address,
			"%s of a %s that was never initialised", op,
			kinds[kind].name);
	o = ex_object(address, kind);
	if (!o->destroyed)
		return o;
	if (still_poisoned(address, o->kind))
		ex_fail_pair(EX_DESTROYED, pc, address, "destroyed", o->owner,
			o->pc, "%s of a destroyed %s", op, kinds[kind].name);
	make(o, o->address, o->kind);
	return o;
}

struct ex_object *ex_object_init(void *address, enum ex_object_kind kind)
{
	struct ex_object *o = ex_object(address, kind);

	make(o, (uintptr_t)address, (uint8_t)kind);
	memset(address, 0, kinds[kind].poison);
	return o;
}

void ex_object_destroy(struct ex_object *o, void *memory, uintptr_t pc)
{
	o->destroyed = true;
	o->owner = ex_self->id;
	o->pc = pc;
	memset(memory, POISON, kinds[o->kind].poison);
}
