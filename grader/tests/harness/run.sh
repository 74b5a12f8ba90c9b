#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Does a test program say of each way to end what it was?
#
#   run.sh PROGRAM        built from sample.c
set -u
[ $# = 1 ] || {
  echo "usage: $0 PROGRAM" >&2
  exit 2
}
program=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export CO_TEST_SECONDS=1
# shellcheck source=grader/tests/lib/count.sh
. "$(dirname "$0")/../lib/count.sh"

"$program" >"$tmp/out" 2>/dev/null
[ $? = 1 ]
result $? "the status of a program some of whose tests fail is 1"
says() { # verdict, test
  grep -qE "^$1 +$2\$" "$tmp/out"
  result $? "$2: $1"
}
says passed passes
says failed differs
says failed stops
says passed stops_where_it_should
says failed should_have_stopped
says crashed crashes
says 'ended early' leaves
says 'not started' is_for_later
says skipped is_for_others
says skipped is_for_them_too
says 'timed out' hangs
[ "$(tail -n 1 "$tmp/out")" = \
  "2 passed, 6 failed, 1 not started, 2 skipped" ]
result $? "the last line counts: $(tail -n 1 "$tmp/out")"

after() { # test, text: stands below the verdict
  sed -n "/ $1\$/,/^[a-z]/p" "$tmp/out" | grep -qF -- "$2"
  result $? "$1: \"$2\" is said"
}
after differs 'count to three'
after differs "$program --run differs"
after stops 'nothing is right'
after should_have_stopped 'it went on to its end'
after crashes 'Segmentation fault'
after is_for_later 'lab1.A'
after is_for_others 'not on this machine'
[ "$(grep -c 'not on this machine' "$tmp/out")" = 1 ]
result $? "what many are skipped for is said once"

# Who is interrupted, or killed, takes the test that hangs along.
for signal in INT KILL; do
  mkfifo "$tmp/pid"
  # A background job of a script ignores SIGINT: give it back.
  CO_TEST_SECONDS=60 SAMPLE_PID=$tmp/pid setsid \
    env --default-signal=INT "$program" >/dev/null 2>&1 &
  parent=$!
  disown # nobody wants to be told that it was killed
  read -r -t 30 child <"$tmp/pid"
  kill -$signal $parent
  [ -n "$child" ] && timeout 20 tail --pid="$child" -f /dev/null
  result $? "a test ends with its program: SIG$signal"
  rm "$tmp/pid"
done

conclude
