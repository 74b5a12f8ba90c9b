# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Puts greatest.h, the test library, at build/include/greatest.h.
#
# It is no Debian binary package. The ways, in this order: the file named by
# GREATEST_H; one on the compiler's include path; the Debian source package
# named in greatest.pin, through the machine's own mirror; a clone of the
# upstream tag. Whatever the way, only a file with the pinned SHA-256 is used.

FETCH_SECONDS=300

# Why each way failed, for the last message.
TRIED=()

# Reads one value of greatest.pin.
pin() {
  local key value

  while read -r key value; do
    if [[ $key == "$1" ]]; then
      echo "$value"
      return
    fi
  done <"$HERE/greatest.pin"
  die "greatest.pin has no '$1'"
}

sum_of() {
  local sum rest

  read -r sum rest < <(sha256sum <"$1")
  echo "$sum"
}

has_sum() {
  [[ $(sum_of "$1") == "$2" ]]
}

say_wrong_sum() {
  say "wrong SHA-256: $1"
  say "  expected $2"
  say "  found    $(sum_of "$1")"
}

# Stops unless file $1, called $3 in the message, has the SHA-256 $2.
require_sum() {
  has_sum "$1" "$2" && return
  say_wrong_sum "$1" "$2"
  die "$3 was not used; nothing is installed"
}

greatest_ensure() {
  if [[ -n ${GREATEST_H:-} ]]; then
    greatest_from_file "$GREATEST_H"
    return
  fi
  if [[ -f $HEADER ]]; then
    has_sum "$HEADER" "$(pin header)" && return
    say_wrong_sum "$HEADER" "$(pin header)"
    say "fetching it again"
  fi
  greatest_from_include_path && return
  say "fetching greatest.h $(pin version)"
  : >"$STATE/fetch.log"
  greatest_from_debian && return
  greatest_from_upstream && return
  die_no_greatest
}

greatest_from_file() {
  [[ -f $1 && -r $1 ]] || die "GREATEST_H: cannot read $1"
  require_sum "$1" "$(pin header)" "the file named by GREATEST_H"
  greatest_install "$1"
}

# Copies under a temporary name in the same folder, so that what appears is
# whole; the copy is what is checked.
greatest_install() {
  local copy=$TMP/greatest.h

  mkdir -p "${HEADER%/*}"
  cp -- "$1" "$copy"
  require_sum "$copy" "$(pin header)" "the copy of $1"
  chmod 644 "$copy"
  mv -f "$copy" "$HEADER"
}

# Another version on the include path is no fault of anyone: ours stands
# before it when tests are compiled.
greatest_from_include_path() {
  local path

  path=$(gcc -E -x c - <<<'#include <greatest.h>' 2>/dev/null |
    sed -n 's/^# [0-9]* "\(.*\/greatest\.h\)".*/\1/p' | head -n 1) || return 1
  [[ -f $path ]] || return 1
  if ! has_sum "$path" "$(pin header)"; then
    say_wrong_sum "$path" "$(pin header)"
    say "that is not greatest.h $(pin version); looking elsewhere"
    return 1
  fi
  greatest_install "$path"
}

# Runs a command that may take long: bounded, without a terminal, and ended
# with this script when a signal comes.
run_fetch() {
  local status=0

  timeout "$FETCH_SECONDS" "$@" </dev/null >>"$STATE/fetch.log" 2>&1 &
  CHILD=$!
  wait "$CHILD" || status=$?
  CHILD=
  return "$status"
}

greatest_from_debian() {
  local tarball entry

  if ! type -P apt-get >/dev/null; then
    TRIED+=("Debian source package: there is no apt-get")
    return 1
  fi
  mkdir -p "$TMP/entries"
  source_entries "$TMP/entries" "$(pin suite)"
  if ! compgen -G "$TMP/entries/*" >/dev/null; then
    TRIED+=("Debian source package: no Debian archive in the apt sources")
    return 1
  fi
  for entry in "$TMP"/entries/*; do
    fetch_source "$entry" || continue
    tarball=$(echo "$TMP"/source/*.orig.tar.*)
    require_sum "$tarball" "$(pin tarball)" "the Debian source of greatest.h"
    greatest_from_tarball "$tarball"
    return
  done
  TRIED+=("Debian source package $(pin source): $(first_error '^(W: Failed|E:)')")
  return 1
}

greatest_from_tarball() {
  mkdir -p "$TMP/tree"
  if ! tar -xf "$1" -C "$TMP/tree" --strip-components=1 \
    --wildcards "*/$(pin member)" 2>>"$STATE/fetch.log"; then
    TRIED+=("Debian source package $(pin source): cannot unpack it")
    return 1
  fi
  greatest_install "$TMP/tree/$(pin member)"
}

# The first line of the log of fetches that matches $1.
first_error() {
  grep -m 1 -E "$1" "$STATE/fetch.log" || echo "failed without a message"
}

# Downloads the source package through the sources file $1 with lists, cache
# and sources of its own: the system's apt is read, never changed. The status
# of the update is not asked: hooks of the system can spoil it.
fetch_source() {
  local dir=$TMP/apt options

  rm -rf "$dir" "$TMP/source"
  mkdir -p "$dir/sources" "$dir/lists/partial" "$dir/cache/archives/partial" \
    "$TMP/source"
  cp "$1" "$dir/sources/"
  options=(-q -o Dir::Etc::sourcelist=/dev/null
    -o "Dir::Etc::sourceparts=$dir/sources" -o "Dir::State::lists=$dir/lists"
    -o "Dir::Cache=$dir/cache" -o APT::Sandbox::User= -o Acquire::Retries=1
    -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20
    -o Acquire::Languages=none)
  run_fetch apt-get "${options[@]}" update || true
  run_fetch env -C "$TMP/source" apt-get "${options[@]}" source \
    --download-only --tar-only "$(pin source)" || return 1
  compgen -G "$TMP/source/*.orig.tar.*" >/dev/null
}

greatest_from_upstream() {
  local clone=$TMP/clone

  if ! ensure_git; then
    TRIED+=("clone of $(pin upstream): there is no git")
    return 1
  fi
  run_fetch env GIT_TERMINAL_PROMPT=0 git -c core.autocrlf=false \
    -c http.lowSpeedLimit=100 -c http.lowSpeedTime=20 clone --quiet --depth 1 \
    --branch "$(pin version)" "$(pin upstream)" "$clone" || true
  if [[ ! -f $clone/greatest.h ]]; then
    TRIED+=("clone of $(pin upstream): $(first_error '^(fatal|error):')")
    return 1
  fi
  require_sum "$clone/greatest.h" "$(pin header)" "the clone of $(pin upstream)"
  greatest_install "$clone/greatest.h"
}

# git is needed for this way only, so it is installed only here. What the last
# probe saw belongs to another group's stamp and is put back.
ensure_git() {
  local seen=("${SEEN[@]}")

  probe_group fetch
  if ((${#MISSING[@]})); then
    apt_install_optional
    probe_group fetch
  fi
  SEEN=("${seen[@]}")
  type -P git >/dev/null
}

die_no_greatest() {
  local line

  say "cannot get greatest.h $(pin version):"
  for line in "${TRIED[@]}"; do
    say "  $line"
  done
  say "Fetch it by hand on a machine with a network, from"
  say "  $(pin upstream) (tag $(pin version), file greatest.h)"
  die "and then run:  make setup GREATEST_H=/path/to/greatest.h"
}
