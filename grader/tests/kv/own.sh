#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The capstone on one submission's own labs: at the end the whole runtime is
# the student's.
#
#   own.sh CLIENT GREATEST_H
#
# Makes the tree that a student has at the end: all that is handed out, without
# solutions/, and src/ of every lab written; here it is the reference's. Then
# STACK=own must build every layer from there, and the servers must pass what the
# reference's do.
set -u
[ $# = 2 ] || {
  echo "usage: $0 CLIENT GREATEST_H" >&2
  exit 2
}
client=$(realpath "$1")
greatest=$(realpath "$2")
cd "$(dirname "$0")/../../.." || exit 1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
# shellcheck source=grader/tests/lib/count.sh
. grader/tests/lib/count.sh
build() { # target...
  # What the make around this one was told is not for this one.
  env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u O GREATEST_H="$greatest" \
    make --no-print-directory -C "$tree" STACK=own SRC=. "$@"
}

git ls-files -z -co --exclude-standard -- Makefile grader 'lab[1-6]-*' |
  tar --null --ignore-failed-read -cT - 2>/dev/null | tar -xC "$tree"
programs=$tree/build/bin/plain/own-on-own

build build/bin/plain/own-on-own/lab{5,6}-kv
result $? "the servers are built on the skeletons"
for program in "$programs"/lab{5,6}-kv; do
  out=$("$program" 2>&1)
  [[ $out == *"is not written yet"* ]]
  result $? "on the skeletons it says what is not written: $out"
done

for lab in solutions/lab[1-6]-*; do
  cp "$lab/src/"*.[ch] "$tree/${lab#solutions/}/src/" 2>/dev/null
done
# Younger than the objects, whatever the clock's resolution.
rm -rf "$tree/build/obj"
build build/bin/plain/own-on-own/lab{5,6}-kv
result $? "the servers are built on the submission"
[ -z "$(find "$tree/build/obj" -path '*solutions*')" ]
result $? "nothing comes from a reference"
for lab in 1 2 3 4 5 6; do
  [ -n "$(find "$tree/build/obj/plain" -path "*/lab$lab-*/src/*.o")" ]
  result $? "lab $lab is the submission's"
done
diff -u lab5-scheduler/examples/kv.expected <("$programs/lab5-kv")
result $? "the demonstration of lab 5 says what it should"
diff -u lab6-sync/examples/kv.expected <("$programs/lab6-kv")
result $? "the demonstration of lab 6 says what it should"
out=$(grader/tests/kv/run.sh "$client" "$programs")
echo "$out"
out=$(tail -n 1 <<<"$out")
[[ $out =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]]
result $? "the servers were driven"
good=$((good + ${BASH_REMATCH[1]:-0}))
bad=$((bad + ${BASH_REMATCH[2]:-0}))
conclude
