#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Tests of the set-up. Usage: run.sh [PATTERN]; exits 1 if a test failed.
#
# Each test is a function test_* that runs in a process and a world of its own
# (world.sh) and fails by exiting with a status other than 0.
set -euo pipefail
export LC_ALL=C

TESTS_DIR=$(cd "${BASH_SOURCE[0]%/*}" && pwd -P)
SETUP_DIR=${TESTS_DIR%/tests}
WORLDS=$(mktemp -d)
trap 'rm -rf "$WORLDS"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# shellcheck source=grader/setup/tests/world.sh
. "$TESTS_DIR/world.sh"
# shellcheck source=grader/setup/tests/test_packages.sh
. "$TESTS_DIR/test_packages.sh"
# shellcheck source=grader/setup/tests/test_greatest.sh
. "$TESTS_DIR/test_greatest.sh"
# shellcheck source=grader/setup/tests/test_stamp.sh
. "$TESTS_DIR/test_stamp.sh"

run_one() {
  set -e
  new_world "$WORLDS/$1"
  "$1"
}

main() {
  local name passed=0 failed=0

  while read -r _ _ name; do
    [[ $name == test_*${1:-}* ]] || continue
    set +e
    (run_one "$name") >"$WORLDS/log" 2>&1
    # shellcheck disable=SC2181 # in a condition, set -e would not hold inside
    if [[ $? == 0 ]]; then
      passed=$((passed + 1))
      echo "ok   setup: ${name#test_}"
    else
      failed=$((failed + 1))
      echo "FAIL setup: ${name#test_}"
      sed 's/^/     /' "$WORLDS/log"
    fi
    set -e
    rm -rf "${WORLDS:?}/$name"
  done < <(declare -F)
  echo "$passed passed, $failed failed"
  ((failed == 0 && passed > 0))
}

main "$@"
