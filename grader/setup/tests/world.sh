# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2016,SC2034
# (code in single quotes is for the fakes; variables are for the tests)
#
# A small world for one test: a copy of the set-up in a tree of its own with a
# table of made-up dependencies, and a PATH of which every command that could
# touch the machine is a fake. Needs neither root nor a network.
#
#   $W            the world's folder
#   $W/tree       the tree; the set-up works in $W/tree/build
#   $W/bin        the only folder on PATH
#   $W/calls      one line per call of a fake
#   $W/good.h     what the world's greatest.pin calls greatest.h

REAL_TOOLS=(awk bash cat chmod cp env grep head ln mkdir mv rm sed sha256sum
  sort tail tar timeout tr true)

new_world() {
  local tool

  W=$1
  mkdir -p "$W/bin" "$W/tree/grader" "$W/tmp"
  cp -r "$SETUP_DIR" "$W/tree/grader/setup"
  for tool in "${REAL_TOOLS[@]}"; do
    ln -s "$(type -P "$tool")" "$W/bin/$tool"
  done
  : >"$W/calls"
  echo 'ID=debian' >"$W/os-release"
  use_table 'base cmd:tool tool-pkg a tool' 'base cmd:other other-pkg another' \
    'bench cmd:peer peer-pkg a peer' 'fetch cmd:git git-pkg git'
  use_header '/* greatest */'
  fake id 'echo 0'
  fake apt-cache true
  fake apt-config "echo \"list='$W/sources.list'; parts='$W/sources.d/'\""
  fake apt-get "$APT_INSTALLS"
  fake git "$GIT_CLONES"
}

# fake NAME CODE: a command that notes its call and runs CODE.
fake() {
  printf '#!%s\nW=%q\necho "%s $*" >>"$W/calls"\n%s\n' "$(type -P bash)" "$W" \
    "$1" "$2" >"$W/tmp/$1"
  chmod +x "$W/tmp/$1"
  mv -f "$W/tmp/$1" "$W/bin/$1"
}

# Installing X-pkg makes the command X.
APT_INSTALLS='
[[ " $* " == *" install "* || " $* " == *" update "* ]] || exit 100
for word; do
  [[ $word != *-pkg ]] || ln -sf "$W/bin/true" "$W/bin/${word%-pkg}"
done'

GIT_CLONES='mkdir -p "${@: -1}" && cp "$W/good.h" "${@: -1}/greatest.h"'

# What apt-get says while another process holds its lock.
APT_LOCKED='
echo "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by" \
  "process 4711 (unattended-upgr)" >&2
exit 100'

# What apt-get and git say without a network.
APT_OFFLINE='
echo "W: Failed to fetch http://mirror.test/debian  Could not resolve" >&2
echo "E: Unable to locate what was asked for" >&2
exit 100'
GIT_OFFLINE='
echo "fatal: unable to access: Could not resolve host" >&2
exit 128'

use_table() {
  printf '%s\n' "$@" >"$W/tree/grader/setup/deps.table"
}

# use_header TEXT: greatest.h is a file with this line.
use_header() {
  echo "$1" >"$W/good.h"
  printf '%s\n' 'version v9.9' 'upstream https://upstream.test/greatest' \
    "header $(sum_of "$W/good.h")" 'suite trixie' 'source carrier=1-1' \
    'member test/greatest.h' 'tarball 0' >"$W/tree/grader/setup/greatest.pin"
}

sum_of() {
  local sum rest

  read -r sum rest < <(sha256sum <"$1")
  echo "$sum"
}

# run_setup [VAR=VALUE...] [GROUP...]: sets STATUS; the output is in $W/out.
run_setup() {
  local vars=() groups=() word

  for word; do
    case $word in
    *=*) vars+=("$word") ;;
    *) groups+=("$word") ;;
    esac
  done
  STATUS=0
  env -i PATH="$W/bin" SETUP_OS_RELEASE="$W/os-release" SETUP_LOCK_SECONDS=0 \
    "${vars[@]}" "$W/tree/grader/setup/setup.sh" "${groups[@]}" \
    >"$W/out" 2>&1 || STATUS=$?
}

fail() {
  echo "$*" >&2
  sed 's/^/    | /' "$W/out" >&2
  exit 1
}

expect_status() {
  [[ $STATUS == "$1" ]] || fail "exit status $STATUS, expected $1"
}

expect_says() {
  grep -qF -- "$1" "$W/out" || fail "does not say: $1"
}

expect_silent() {
  [[ ! -s $W/out ]] || fail "is not silent"
}

expect_called() {
  grep -qE -- "$1" "$W/calls" || fail "did not call: $1"
}

expect_not_called() {
  ! grep -qE -- "$1" "$W/calls" || fail "called: $(grep -E -- "$1" "$W/calls")"
}

expect_header() {
  cmp_files "$W/good.h" "$W/tree/build/include/greatest.h" ||
    fail "build/include/greatest.h is not the right one"
}

cmp_files() {
  [[ -f $1 && -f $2 && $(sum_of "$1") == "$(sum_of "$2")" ]]
}

# No header, no stamp, no temporary file: as if set-up had never run.
expect_nothing_made() {
  local left

  left=$(compgen -G "$W/tree/build/include/*"
    compgen -G "$W/tree/build/setup/*.stamp"
    compgen -G "$W/tree/build/setup/tmp.*") || true
  [[ -z $left ]] || fail "left behind: $left"
}
