#!/bin/sh
# SPDX-License-Identifier: MIT
# Does check.sh see what it is there to see? One good pair of folders, and one
# wrong change after the other.
set -u
here=$(dirname "$0")
tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
passed=0
failed=0

reset()
{
	rm -rf "$tmp/src" "$tmp/sol"
	mkdir "$tmp/src" "$tmp/sol"
	cat >"$tmp/src/a.c" <<'C'
/* What to do. */
#include "co/base.h"

static int twice(int x)
{
	return 2 * x; /* given */
}

int answer(int x)
{
	/*
	 * TODO(lab1.A): the answer.
	 */
	CO_NOT_STARTED("lab1.A");
	(void)x;
	(void)twice;
	return 0;
}
C
	cat >"$tmp/sol/a.c" <<'C'
// How it is done { and why.
#include "co/base.h"

static int twice(int x)
{
	return 2 * x;
}

static int helper(int x)
{
	return x + 1;
}

int answer(int x)
{
	return twice(helper(x));
}
C
}

# expect good|bad WHAT: the verdict on the pair, and the word it must hold
expect()
{
	if "$here/check.sh" "$tmp/src" "$tmp/sol" 1 >"$tmp/out" 2>&1; then
		verdict=good
	else
		verdict=bad
	fi
	if [ "$verdict" = "$1" ] && { [ "$1" = good ] ||
		grep -q "$3" "$tmp/out"; }; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "selftest: $2: was to be $1, is $verdict"
		cat "$tmp/out"
	fi
	reset
}

# change FILE FROM TO: TO instead of FROM
change()
{
	sed -i "s/$2/$3/" "$tmp/$1/a.c"
}

reset
expect good 'comments and helpers may differ'
echo 'static __thread int mine;' >>"$tmp/sol/a.c"
expect good 'a variable of the solution'
change src 'return 2 \* x' 'return 3 * x'
expect bad 'a given function differs' 'return 3'
change sol 'int answer(int x)' 'int answer(long x)'
expect bad 'the head of a stub differs' 'int x'
change sol 'base\.h' 'task.h'
expect bad 'an include differs' 'base.h'
change src 'TODO(lab1.A)' 'TODO(lab1.B)'
expect bad 'the TODO names another part' 'lab1.B'
change src 'lab1\.A' 'lab2.A'
expect bad 'the marks name another lab' 'lab2.A'
change sol 'static int helper' 'int helper'
expect bad 'a public function only in the solution' 'helper'
echo 'static int more;' >>"$tmp/src/a.c"
expect bad 'a variable only in the skeleton' 'more'
cp "$tmp/sol/a.c" "$tmp/sol/b.c"
expect bad 'a file only in the solution' 'b.c'
cp "$tmp/src/a.c" "$tmp/sol/a.c"
expect bad 'a solution that is not one' 'CO_NOT_STARTED'
cp "$tmp/sol/a.c" "$tmp/src/a.c"
expect bad 'a skeleton with nothing to write' 'left to write'

echo "selftest: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
