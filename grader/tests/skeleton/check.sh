#!/bin/sh
# SPDX-License-Identifier: MIT
# Is a lab's skeleton its solution with the marked functions taken out?
#
#	check.sh              every lab of this tree, and its own test first
#	check.sh SRC SOLUTION LAB
#	                      two folders, of the lab with number LAB
#
# Outside the functions with CO_NOT_STARTED, and but for comments, all that the
# skeleton says stands in the solution too, in the same order. The solution may
# add what is its own affair: helper functions, fields, macros, variables; but
# nothing that is public. Every mark has one TODO of the same part.
# Exit status 0 when all is well.
set -u
here=$(dirname "$0")
tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
failures=0

complain()
{
	echo "skeleton: $*"
	failures=$((failures + 1))
}

# names FILE WHICH: " a b c ", the functions of FILE whose line matches WHICH
names()
{
	awk -v mode=names -f "$here/chunks.awk" "$1" | awk -v which="$2" '
		BEGIN { printf " " }
		$0 ~ which { printf "%s ", $1 }'
}

check_marks() # FILE LAB
{
	grep -o 'TODO([^)]*)' "$1" | sed 's/.*(\(.*\))/\1/' | sort >"$tmp/todo"
	grep -o 'CO_NOT_STARTED("[^"]*")' "$1" |
		sed 's/.*"\(.*\)".*/\1/' | sort >"$tmp/marks"
	cmp -s "$tmp/todo" "$tmp/marks" ||
		complain "$1: not one TODO for each CO_NOT_STARTED:" \
			"$(diff "$tmp/todo" "$tmp/marks" | grep '^[<>]' |
				tr '\n' ' ')"
	if grep -v "^lab$2\.[A-Z]\$" "$tmp/marks" >"$tmp/foreign"; then
		complain "$1: marks of another lab:" $(sort -u "$tmp/foreign")
	fi
}

outside() # FILE STUBS
{
	awk -v mode=outside -v stubs="$2" -f "$here/chunks.awk" "$1"
}

check_file() # SKELETON SOLUTION LAB
{
	stubs=$(names "$1" ' stub ')
	outside "$1" "$stubs" >"$tmp/skeleton"
	outside "$2" "$stubs" >"$tmp/solution"
	diff "$tmp/skeleton" "$tmp/solution" >"$tmp/diff"
	if grep '^<' "$tmp/diff" >"$tmp/only"; then
		complain "$1: given, but not so in $2:"
		sed 's/^</   /' "$tmp/only"
	fi
	known=$(names "$1" ' ')
	for name in $(names "$2" ' extern'); do
		case $known in
		*" $name "*) ;;
		*) complain "$2: $name() is public and not in $1" ;;
		esac
	done
	check_marks "$1" "$3"
	if grep -q CO_NOT_STARTED "$2"; then
		complain "$2: a solution with CO_NOT_STARTED in it"
	fi
}

check_folders() # SRC SOLUTION LAB
{
	(cd "$1" && ls -- *.c) >"$tmp/ours" 2>/dev/null
	(cd "$2" && ls -- *.c) >"$tmp/theirs" 2>/dev/null
	if ! cmp -s "$tmp/ours" "$tmp/theirs"; then
		complain "$1 and $2 have different files:" \
			"$(diff "$tmp/ours" "$tmp/theirs" | grep '^[<>]' |
				tr '\n' ' ')"
	fi
	if ! grep -qs CO_NOT_STARTED "$1"/*.c; then
		complain "$1: nothing is left to write"
	fi
	for file in $(comm -12 "$tmp/ours" "$tmp/theirs"); do
		check_file "$1/$file" "$2/$file" "$3"
	done
}

if [ $# -eq 3 ]; then
	check_folders "$1" "$2" "$3"
	[ "$failures" -eq 0 ]
	exit
fi

"$here/selftest.sh" || exit 1
good=0
bad=0
for lab in lab[1-9]-*; do
	[ -d "$lab/src" ] && [ -d "solutions/$lab/src" ] || continue
	number=${lab#lab}
	failures=0
	check_folders "$lab/src" "solutions/$lab/src" "${number%%-*}"
	if [ "$failures" -eq 0 ]; then
		good=$((good + 1))
	else
		bad=$((bad + 1))
	fi
done
echo "$good passed, $bad failed"
[ "$bad" -eq 0 ] && [ "$good" -gt 0 ]
