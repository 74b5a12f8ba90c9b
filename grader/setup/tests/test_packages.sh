# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2016
#
# What is missing, who may install it, and what apt can answer.

test_missing_packages_are_installed_exactly() {
  ln -s "$W/bin/true" "$W/bin/other"
  run_setup
  expect_status 0
  expect_says 'installing tool-pkg'
  expect_called '^apt-get .*--no-install-recommends .*install tool-pkg$'
  expect_not_called 'other-pkg'
  expect_not_called '^apt-get .* update'
}

test_unknown_package_makes_apt_update_first() {
  fake apt-cache 'exit 100'
  run_setup
  expect_status 0
  expect_called '^apt-get .* update$'
}

test_old_lists_are_updated_once() {
  fake apt-get 'case " $* " in
*" update "*) : >"$W/updated" ;;
*) [[ -f $W/updated ]] || { echo "E: 404 Not Found"; exit 100; } ;;
esac'"$APT_INSTALLS"
  run_setup
  expect_status 0
  expect_header
}

test_not_debian_lists_what_is_missing() {
  printf 'ID=fedora\nID_LIKE="rhel centos"\n' >"$W/os-release"
  run_setup
  expect_status 3
  expect_says 'not Debian or Ubuntu'
  expect_says 'a tool (cmd tool)'
  expect_says 'apt-get install -y --no-install-recommends tool-pkg other-pkg'
  expect_not_called '^apt-get'
  expect_nothing_made
}

test_derivative_counts_as_debian() {
  printf 'ID=linuxmint\nID_LIKE="ubuntu debian"\n' >"$W/os-release"
  run_setup
  expect_status 0
}

test_plain_user_without_sudo_is_told() {
  fake id 'echo 1000'
  run_setup
  expect_status 3
  expect_says 'not root'
  expect_says 'sudo apt-get install -y --no-install-recommends tool-pkg'
  expect_not_called '^apt-get'
  expect_nothing_made
}

test_sudo_with_password_is_never_asked() {
  fake id 'echo 1000'
  fake sudo 'echo "sudo: a password is required" >&2; exit 1'
  run_setup
  expect_status 3
  expect_says 'would ask for a password'
  expect_called '^sudo -n'
  expect_not_called '^sudo [^-]'
  expect_not_called '^apt-get'
}

test_plain_user_installs_through_sudo() {
  fake id 'echo 1000'
  fake sudo 'shift; exec "$@"'
  run_setup
  expect_status 0
  expect_called '^sudo -n env DEBIAN_FRONTEND=noninteractive .*install tool-pkg'
}

test_locked_apt_names_the_holder() {
  fake apt-get "$APT_LOCKED"
  run_setup
  expect_status 3
  expect_says 'held by process 4711 (unattended-upgr)'
  expect_says 'Wait until that process is done'
  expect_says 'a tool (cmd tool)'
  expect_nothing_made
}

test_locked_apt_is_waited_for() {
  fake apt-get "[[ -f \$W/released ]] || { $APT_LOCKED
}
$APT_INSTALLS"
  fake sleep ': >"$W/released"'
  run_setup SETUP_LOCK_SECONDS=600
  expect_status 0
  expect_says 'waiting for apt, its lock is held by process 4711'
  expect_called '^apt-get .*DPkg::Lock::Timeout=[0-9]+ install'
}

test_no_network_for_packages() {
  fake apt-get "$APT_OFFLINE"
  run_setup
  expect_status 3
  expect_says 'W: Failed to fetch'
  expect_says 'another (cmd other)'
  expect_nothing_made
}

test_still_missing_after_install() {
  fake apt-get true
  run_setup
  expect_status 3
  expect_says 'still missing after the packages were installed'
  expect_says 'a tool (cmd tool), package tool-pkg'
  expect_nothing_made
}

test_install_goes_on_while_it_helps() {
  use_table 'base cmd:gcc gcc-pkg compiler' 'base cc:stdio.h:-x san-pkg san'
  fake apt-get '[[ " $* " != *" gcc-pkg "* ]] || cp "$W/gcc" "$W/bin/gcc"
[[ " $* " != *" san-pkg "* ]] || : >"$W/san"'
  fake gcc '[[ " $* " != *" -x "* || -f $W/san ]] || exit 1
[[ $1 != -E ]] || exit 1
: >"$3"'
  mv "$W/bin/gcc" "$W/gcc"
  run_setup
  expect_status 0
  expect_says 'installing gcc-pkg'
  expect_says 'installing san-pkg'
}

test_missing_compiler_with_the_real_table() {
  cp "$SETUP_DIR/deps.table" "$W/tree/grader/setup/deps.table"
  echo 'ID=other' >"$W/os-release"
  run_setup
  expect_status 3
  expect_says 'C compiler (cmd gcc)'
  expect_says 'C++20 compiler (cxx coroutine)'
  expect_says 'GNU make (cmd make)'
  expect_nothing_made
}

test_broken_compiler_shows_its_error() {
  use_table 'base cmd:gcc gcc-pkg compiler' 'base cc:stdio.h libc-pkg libc'
  fake gcc 'echo "gcc: fatal error: cannot execute cc1" >&2; exit 1'
  run_setup
  expect_status 3
  expect_says 'cannot execute cc1'
  expect_nothing_made
}

test_missing_bench_peer_is_no_failure() {
  fake id 'echo 1000'
  run_setup bench
  expect_status 0
  expect_says 'bench: not installed: a peer (cmd peer) (package peer-pkg)'
  expect_not_called '^apt-get'
}

test_bench_peer_is_installed_by_its_group_only() {
  run_setup base
  expect_not_called 'peer-pkg'
  run_setup base bench
  expect_status 0
  expect_called 'install peer-pkg'
}

test_unknown_group_is_wrong_usage() {
  run_setup benhc
  expect_status 2
  expect_says "unknown group 'benhc'"
  expect_says 'base bench fetch'
}

test_real_table_is_well_formed() {
  local group probe package what

  while read -r group probe package what; do
    [[ -n $group && $group != '#'* ]] || continue
    [[ $probe =~ ^(cmd|cc|cxx|clang|pc|run|file):.+ && -n $what &&
      $package =~ ^[a-z0-9][a-z0-9+.-]+$ ]] ||
      fail "bad line: $group $probe $package $what"
  done <"$SETUP_DIR/deps.table"
}
