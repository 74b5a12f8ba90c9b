#!/usr/bin/env bash
# The right programs pass, the wrong ones are found, and the ring on real
# descriptors works.
#
#   run.sh BINARIES
set -u
bin=$1
good=0
bad=0

expect() { # status, program, test
  "$bin/$2" --run "$3" >"$bin/$3.log" 2>&1
  local status=$?
  if [ "$status" = "$1" ]; then
    good=$((good + 1))
  else
    bad=$((bad + 1))
    echo "$2 $3: exit status $status, expected $1"
    tail -n 20 "$bin/$3.log"
  fi
}

for name in $("$bin/right" --list); do expect 0 right "$name"; done
for name in $("$bin/wrong" --list); do expect 1 wrong "$name"; done
if "$bin/native" 2>/dev/null | grep -q ', 0 failed'; then
  good=$((good + 1))
else
  bad=$((bad + 1))
  "$bin/native"
fi
echo "$good passed, $bad failed"
[ "$bad" = 0 ]
