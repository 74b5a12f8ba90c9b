#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Whole gradings: the reference has all points every time, the skeleton none,
# bad input a clear word, and an interrupted run leaves nothing behind.
#
#   grading.sh GRADE      the program; REPEAT=3 runs of the reference
set -u

grade=$1
repeat=${REPEAT:-3}
passed=0
failed=0
work=$(mktemp -d)
chmod 755 "$work" # boxes run as somebody else when we are root
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
trap 'rm -rf "$work"' EXIT

check() { # name, command...: one test
  local name=$1
  shift
  if "$@" >"$work/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
    sed 's/^/  | /' "$work/log" | tail -n 20
  fi
}

# What two runs of the same code may differ in: how long and how much.
steady() {
  grep -Ev '"(wall_ms|cpu_ms|memory_kb|submission)"' "$1/results.json"
}

reference_has_all_points() {
  "$grade" --no-graphs --submission solutions --report "$work/first" >"$work/out" || return
  cat "$work/out"
  # "labN: 100/100", and nothing that could not be graded.
  ! grep -E '^lab[0-9]+: ' "$work/out" | grep -v ': 100/100' || return
  grep -q '^lab1: 100/100' "$work/out"
}

reference_is_the_same_every_time() {
  local i
  for i in $(seq 2 "$repeat"); do
    "$grade" --no-graphs --submission solutions --report "$work/again" \
      >/dev/null || return
    diff <(steady "$work/first") <(steady "$work/again") || return
  done
}

# The tree that a student gets: every src/ as the skeleton has it.
skeleton_has_no_point() {
  mkdir -p "$work/empty"
  "$grade" --submission . --report "$work/skeleton" >"$work/out" || return
  tail -n 5 "$work/out"
  ! grep -E '^lab[0-9]+: ' "$work/out" | grep -v ': 0/' || return
  # What waits for others is summed up: a beginner reads this.
  [ "$(wc -l <"$work/out")" -lt 400 ] || return
  grep -q 'tests: others must pass first' "$work/out" || return
  # Neither failed nor crashed: it was not started.
  ! grep -E '"status": "(failed|crashed|timed out|passed|refused)"' \
    "$work/skeleton/results.json"
}

status_of() { # expected status, pattern, command...
  local expected=$1 pattern=$2 status
  shift 2
  "$@" >"$work/out" 2>&1
  status=$?
  cat "$work/out"
  [ "$status" = "$expected" ] && grep -q -e "$pattern" "$work/out"
}

does_not_compile() {
  rm -rf "$work/broken"
  cp -r solutions "$work/broken"
  echo 'int x = ;' >>"$work/broken/lab1-task/src/task.c"
  "$grade" 1 --submission "$work/broken" --report "$work/r" >"$work/out" ||
    return
  cat "$work/out"
  # As the compiler said it, once, and before anything else of the lab.
  [ "$(grep -c "error: expected expression before" "$work/out")" = 1 ] &&
    grep -q '^lab1-task/src/task.c:[0-9]*:[0-9]*: error' "$work/out" &&
    grep -q '^lab1: 0/100' "$work/out"
}

missing_function_is_named() {
  rm -rf "$work/broken"
  cp -r solutions "$work/broken"
  echo '#include "co/stack.h"' >"$work/broken/lab1-task/src/stack.c"
  "$grade" 1 --submission "$work/broken" --report "$work/r" >"$work/out" ||
    return
  grep -q 'the function co_stack_[a-z]* of the contract is missing' "$work/out"
}

# A submission whose await is broken: public and hidden tests fail by it.
break_await() {
  rm -rf "$work/broken"
  cp -r solutions "$work/broken"
  patch -s -p2 -d "$work/broken" \
    <grader/mutants/lab1/await-forgets-parent.patch
}

# Neither the results nor a drawing shows where a hidden test stands.
hidden_tests_stay_hidden() {
  local report=$work/broken-report name names hidden
  break_await || return
  "$grade" 1 --submission "$work/broken" --report "$report" \
    >"$work/out" || return
  grep -q 'failed .*(hidden)' "$work/out" || return
  ! grep -rl 'grader/hidden' "$report" "$work/out" || return
  names=$(cd grader/hidden/lab1 && printf '%s\n' *.[ch])
  hidden=$(grep -B3 '"visibility": "hidden"' "$report/results.json" |
    sed -n 's/.*"name": "\(.*\)",/\1/p')
  [ -n "$names" ] && [ -n "$hidden" ] || return
  for name in $hidden; do
    [ ! -e "$report/traces/lab1.$name.plain.trace" ] || return
    ! cat "$report"/*/lab1."$name".* 2>/dev/null | grep -F "$names" || return
  done
}

failure_is_compared() {
  local graph=graphs/lab1.await_of_child_runs_it_and_goes_on.diff.svg
  grep -q "compared *$graph" "$work/out" &&
    grep -q 'first difference' "$work/broken-report/$graph" &&
    grep -q 'Beside what should' "$work/broken-report/index.html"
}

# Lab 6's part G as it is given: the test goes on, and two tasks never do.
deadlock_is_drawn() {
  local test=lab6.transfer_to_itself_ends given=lab6-sync/src/transfer.c
  rm -rf "$work/stuck"
  cp -r solutions "$work/stuck"
  git show "HEAD:$given" | sed '/CO_NOT_STARTED/d' >"$work/stuck/$given"
  "$grade" $test --submission "$work/stuck" --report "$work/stuck-report" \
    >"$work/out"
  grep -q 'Deadlock: these tasks wait for each other in a circle' \
    "$work/stuck-report/graphs/$test.svg"
}

# Whatever the environment says, an explorer's program runs.
explorer_ignores_environment() {
  local kit
  kit=$(dirname "$grade")/../kit/explore
  # shellcheck disable=SC2046 # the flags are words
  gcc -o "$work/explorer" "$kit"/lab1-hidden-completion.o \
    "$kit"/lab1-reference.o "$kit"/lab1-support.o \
    $(cat "$kit/ldflags") -pthread || return
  CO_TRACE=$work/t CO_TRACE_EVENTS=x CO_RESULT_FD=x "$work/explorer"
}

# A disk of 64 KB at $work/disk, seen by the command alone.
with_full_disk() {
  mkdir -p "$work/disk"
  # shellcheck disable=SC2016 # expanded by the inner shell
  unshare -m sh -c 'mount -t tmpfs -o size=64k none "$0" && exec "$@"' \
    "$work/disk" "$@"
}

# As somebody to whom permissions apply.
as_plain_user() {
  if [ "$(id -u)" = 0 ]; then
    setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
  else
    "$@"
  fi
}

unreadable_source_is_named() {
  rm -rf "$work/plain"
  mkdir -m 777 "$work/plain"
  cp -r solutions "$work/plain/mine"
  chmod 000 "$work/plain/mine/lab1-task/src/stack.c"
  status_of 0 'stack.c cannot be read (Permission denied)' \
    as_plain_user env TMPDIR="$work/plain" "$grade" 1 --no-graphs \
    --submission "$work/plain/mine" --report "$work/plain/r"
}

nothing_is_left() {
  [ -z "$(ls -A "$TMPDIR")" ] || { ls -la "$TMPDIR"; return 1; }
  # Whoever still runs would have our folder on its command line.
  ! pgrep -f -- "$TMPDIR/corolab" || return
}

interruption_leaves_nothing() {
  local pid signal
  for signal in INT TERM; do
    "$grade" 1 --submission solutions --report "$work/cut" >"$work/out" 2>&1 &
    pid=$!
    # Once a test has ended, others are running.
    rm -f "$work/cut/results.json"
    until [ -e "$work/cut/results.json" ]; do
      kill -0 "$pid" || return
    done
    kill -"$signal" "$pid"
    wait "$pid"
    nothing_is_left || return
  done
}

interrupted_run_is_resumed() {
  grep -q '"finished": false' "$work/cut/results.json" || return
  "$grade" 1 --submission solutions --report "$work/cut" --resume \
    >"$work/out" 2>&1 || return
  cat "$work/out"
  grep -q 'tests taken over' "$work/out" &&
    grep -q '^lab1: 100/100' "$work/out"
}

without_bubblewrap() {
  mkdir -p "$work/path"
  printf '#!/bin/sh\necho "bwrap: no namespaces here" >&2\nexit 1\n' \
    >"$work/path/bwrap"
  chmod +x "$work/path/bwrap"
  PATH=$work/path:$PATH "$grade" --no-graphs --submission solutions \
    --report "$work/r" >"$work/out" 2>&1
  cat "$work/out"
  grep -q 'Landlock' "$work/out" &&
    [ "$(grep -c '^lab[1-6]: 100/100' "$work/out")" = 6 ]
}

check 'the rubrics agree with the tests' "$grade" check-rubric
check 'the reference has all points' reference_has_all_points
check "the reference has them $repeat times" reference_is_the_same_every_time
if [ -z "$(git status --porcelain -- 'lab*/src' 2>/dev/null)" ]; then
  check 'the skeleton has none' skeleton_has_no_point
else
  echo 'lab*/src was edited here: the skeleton is not graded'
fi
check 'a missing folder' status_of 2 'No such file' \
  "$grade" --submission "$work/nowhere"
check 'an empty folder' status_of 0 'is it the right folder' \
  "$grade" 1 --submission "$TMPDIR/.." --report "$work/r"
check 'a wrong option' status_of 2 'no such lab' "$grade" 9
check 'a wrong format' status_of 2 'no such format' "$grade" --format x
check 'a wrong test' status_of 2 'no such test' "$grade" lab1.nothing
check 'the help' status_of 0 'usage: grade' "$grade" --help
check 'a source that does not compile' does_not_compile
check 'a source that lacks a function' missing_function_is_named
check 'hidden tests in a report' hidden_tests_stay_hidden
check 'a failure beside the reference' failure_is_compared
check 'a deadlock in red' deadlock_is_drawn
check 'an explorer asked for a trace' explorer_ignores_environment
if as_plain_user test -r "$PWD/Makefile"; then
  check 'a source that cannot be read' unreadable_source_is_named
else
  echo 'a plain user cannot read this tree: no unreadable source is tried'
fi
if [ "$(id -u)" = 0 ] && with_full_disk true 2>/dev/null; then
  check 'a full disk for the report' status_of 3 'No space left on device' \
    with_full_disk "$grade" 1 --submission solutions --report "$work/disk/r"
  check 'a full disk to work on' status_of 3 'No space left on device' \
    with_full_disk env TMPDIR="$work/disk" "$grade" 1 \
    --submission solutions --report "$work/r"
else
  echo 'nothing can be mounted here: a full disk is not tried'
fi
check 'a run without bubblewrap' without_bubblewrap
check 'an interrupted run' interruption_leaves_nothing
check 'a resumed run' interrupted_run_is_resumed
check 'what is left at the end' nothing_is_left
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
