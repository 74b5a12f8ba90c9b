# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2016,SC2034
#
# A second run: quick, silent, and yet never wrong.

test_second_run_is_silent_and_runs_nothing() {
  run_setup
  expect_status 0
  : >"$W/calls"
  run_setup
  expect_status 0
  expect_silent
  expect_not_called .
}

test_removed_command_is_noticed() {
  run_setup
  rm "$W/bin/tool"
  : >"$W/calls"
  run_setup
  expect_status 0
  expect_called 'install tool-pkg$'
}

test_removed_file_of_a_library_is_noticed() {
  use_table 'base cc:lib.h lib-pkg a library'
  : >"$W/lib.h"
  : >"$W/lib.so"
  fake gcc '[[ -f $W/lib.h && -f $W/lib.so && $1 != -E ]] || exit 1
echo "probe: $W/lib.h" >"$3"
[[ " $* " != *" -Wl,--trace "* ]] || echo "$W/lib.so"'
  run_setup
  expect_status 0
  : >"$W/calls"
  run_setup
  expect_not_called .
  rm "$W/lib.so"
  run_setup
  expect_status 3
  expect_called 'install lib-pkg$'
}

test_changed_table_is_noticed() {
  run_setup
  use_table 'base cmd:third third-pkg a third'
  run_setup
  expect_status 0
  expect_called 'install third-pkg$'
}

test_damaged_header_is_fetched_again() {
  run_setup
  echo damaged >>"$W/tree/build/include/greatest.h"
  run_setup
  expect_status 0
  expect_says 'wrong SHA-256'
  expect_header
}

test_removed_header_is_fetched_again() {
  run_setup
  rm "$W/tree/build/include/greatest.h"
  run_setup
  expect_status 0
  expect_header
}

test_damaged_stamp_is_not_believed() {
  run_setup
  echo 'nonsense' >>"$W/tree/build/setup/base.stamp"
  rm "$W/bin/tool"
  run_setup
  expect_status 0
  expect_called 'install tool-pkg$'
}

test_leftovers_of_a_killed_run_are_removed() {
  local dead

  dead=$(bash -c 'echo $$')
  mkdir -p "$W/tree/build/setup/tmp.$dead/half"
  run_setup
  expect_status 0
  [[ ! -e $W/tree/build/setup/tmp.$dead ]] || fail "tmp.$dead is still there"
}

# The fake git says that it has begun and then waits for a line that never
# comes, so the signal always finds it half-way. No signal is ignored, even when
# these tests run under nohup.
interrupt_with() {
  local pid git

  mkfifo "$W/begun" "$W/never"
  fake git 'mkdir -p "${@: -1}"; echo half >"${@: -1}/greatest.h"
echo $$ >"$W/begun"
read -r line <"$W/never"'
  env -i --default-signal PATH="$W/bin" SETUP_OS_RELEASE="$W/os-release" \
    "$W/tree/grader/setup/setup.sh" >"$W/out" 2>&1 &
  pid=$!
  exec 3<>"$W/begun"
  read -r -t 60 -u 3 git || fail "git was not called"
  kill -s "$1" "$pid"
  STATUS=0
  wait "$pid" || STATUS=$?
  expect_status "$2"
  expect_says 'interrupted'
  expect_nothing_made
  ! kill -0 "$git" 2>/dev/null || fail "the interrupted git still runs"
}

test_terminated_run_leaves_nothing() {
  interrupt_with TERM 143
}

test_hang_up_leaves_nothing() {
  interrupt_with HUP 129
}
