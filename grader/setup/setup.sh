#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Finds or installs what the project needs.
#
#   grader/setup/setup.sh [GROUP...]      groups of deps.table; default: base
#
# Rules of the interface:
# - Silent, and a few milliseconds, when nothing is missing.
# - Exit 0: everything of every group is there (of `bench` and `servers`,
#   whatever can be).
#   Exit 2: wrong usage. Exit 3: the environment lacks something, and the
#   message says what and what to do. Killed by a signal: as that signal says.
# - Asks no question and reads no terminal.
# - Leaves either all or nothing: build/include/greatest.h and the stamps
#   appear by rename, and temporary files go with the process.
#
# Environment:
#   GREATEST_H          take greatest.h from this file
#   SETUP_LOCK_SECONDS  how long to wait for a locked apt (default 120)
#   SETUP_OS_RELEASE    read this file instead of /etc/os-release
set -euo pipefail
export LC_ALL=C

HERE=$(cd "${BASH_SOURCE[0]%/*}" && pwd -P)
ROOT=${HERE%/grader/setup}
STATE=$ROOT/build/setup
TMP=$STATE/tmp.$$
HEADER=$ROOT/build/include/greatest.h
CHILD=

# shellcheck source=grader/setup/lib/probe.sh
. "$HERE/lib/probe.sh"
# shellcheck source=grader/setup/lib/stamp.sh
. "$HERE/lib/stamp.sh"
# shellcheck source=grader/setup/lib/apt.sh
. "$HERE/lib/apt.sh"
# shellcheck source=grader/setup/lib/sources.sh
. "$HERE/lib/sources.sh"
# shellcheck source=grader/setup/lib/greatest.sh
. "$HERE/lib/greatest.sh"

say() {
  printf 'setup: %s\n' "$*" >&2
}

die() {
  say "$@"
  exit 3
}

cleanup() {
  if [[ -n $CHILD ]]; then
    kill "$CHILD" 2>/dev/null || true
    wait "$CHILD" 2>/dev/null || true
  fi
  rm -rf "$TMP"
}

on_signal() {
  trap - EXIT "$1"
  cleanup
  say "interrupted; nothing half-made is left behind"
  kill -s "$1" $$
}

# What a killed run could not remove itself.
remove_stale() {
  local dir

  for dir in "$STATE"/tmp.*; do
    [[ -d $dir ]] || continue
    kill -0 "${dir##*.}" 2>/dev/null || rm -rf "$dir"
  done
}

prepare_state() {
  mkdir -p "$STATE" || die "cannot create $STATE"
  trap cleanup EXIT
  trap 'on_signal INT' INT
  trap 'on_signal TERM' TERM
  trap 'on_signal HUP' HUP
  remove_stale
  mkdir -p "$TMP"
}

is_optional() {
  [[ $1 == bench || $1 == servers ]]
}

# Makes sure of one group, which did not have a good stamp.
ensure_group() {
  local group=$1

  probe_group "$group"
  if is_optional "$group"; then
    install_what_can_be "$group"
  else
    install_all "$group"
  fi
  ((${#MISSING[@]} == 0)) || return 0
  [[ $group != base ]] || greatest_ensure
  stamp_write "$group"
}

# Installing can bring to light what was hidden by a missing compiler, so this
# goes on for as long as it changes what is missing.
install_all() {
  local before=

  while ((${#MISSING[@]})); do
    [[ $before != "${MISSING_WHAT[*]}" ]] || die_still_missing
    before=${MISSING_WHAT[*]}
    apt_install_missing
    probe_group "$1"
  done
}

install_what_can_be() {
  ((${#MISSING[@]})) || return 0
  apt_install_optional
  probe_group "$1"
  report_not_installed "$1"
}

die_still_missing() {
  local i

  say "still missing after the packages were installed:"
  for i in "${!MISSING[@]}"; do
    say "  ${MISSING_WHAT[i]}, package ${MISSING[i]}"
    [[ -z ${MISSING_WHY[i]} ]] || say "    ${MISSING_WHY[i]}"
  done
  die "apt-get succeeded; its output is in $STATE/apt.log"
}

report_not_installed() {
  local i

  for i in "${!MISSING[@]}"; do
    say "$1: not installed: ${MISSING_WHAT[i]} (package ${MISSING[i]})"
  done
}

main() {
  local group groups=("$@")

  ((${#groups[@]})) || groups=(base)
  for group in "${groups[@]}"; do
    if ! table_has_group "$group"; then
      say "unknown group '$group'; there are: $(table_groups)"
      exit 2
    fi
  done
  stamp_sums
  for group in "${groups[@]}"; do
    stamp_is_good "$group" && continue
    [[ -d $TMP ]] || prepare_state
    ensure_group "$group"
  done
}

main "$@"
