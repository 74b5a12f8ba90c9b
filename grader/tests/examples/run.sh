#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Every example prints what its lab's handout promises.
#
#   run.sh PROBE DIR...
#
# DIR holds programs built on the reference, as labN-NAME. For each example
# labN-*/examples/NAME.c the output of DIR/labN-NAME must be, byte for byte,
# what stands in NAME.expected beside it, and its exit status 0. An example
# without an expected output is a failure, and so is an expected output
# without an example: neither would ever be looked at. The lab's README, when it
# has one, shows the same output, indented by four.
set -u
# shellcheck source=grader/tests/lib/count.sh
. "$(dirname "$0")/../lib/count.sh"
cd "$(dirname "$0")/../../.." || exit 1
[ $# -gt 1 ] || {
  echo "usage: $0 PROBE DIR..." >&2
  exit 2
}
probe=$1
shift

shown_in() { # expected, readme
  local readme output
  readme=$(cat "$2")
  output=$(sed 's/^./    &/' "$1") # an empty line stays empty
  [[ $readme == *"$output"* ]]
}

run_example() { # program, expected
  local actual status
  [ -x "$1" ] || {
    echo "$1 was not built"
    return 1
  }
  # A dot keeps the newlines at the end, which $() would take away.
  actual=$(
    timeout -k 1 20 "$1" </dev/null 2>&1
    echo "status $?."
  )
  status=${actual##*status }
  printf '%s' "${actual%status *}" | diff -u --label "$2" --label "$1" \
    "$2" - && [ "$status" = 0. ] && return 0
  echo "$1: exit status ${status%.}"
  return 1
}

have_ring=no
"$probe" probe && have_ring=yes
can_run() { # lab
  [ $have_ring = yes ] || [[ $1 != lab[45] ]]
}

for source in lab[1-9]-*/examples/*.c; do
  [ -f "$source" ] || continue
  lab=${source%%-*}
  name=$(basename "$source" .c)
  expected=${source%.c}.expected
  [ -f "$expected" ]
  result $? "$source has its expected output beside it"
  [ -f "$expected" ] || continue
  if [ -f "${source%%/*}/README.md" ]; then
    shown_in "$expected" "${source%%/*}/README.md"
    result $? "${source%%/*}/README.md shows what $expected says"
  fi
  can_run "$lab" || {
    skip "$lab-$name: environment: this machine refuses io_uring"
    continue
  }
  for dir in "$@"; do
    run_example "$dir/$lab-$name" "$expected"
    result $? "$dir/$lab-$name prints what $expected says"
  done
done
for expected in lab[1-9]-*/examples/*.expected; do
  [ -f "$expected" ] || continue
  [ -f "${expected%.expected}.c" ]
  result $? "$expected belongs to an example"
done
conclude
