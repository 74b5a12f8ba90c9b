# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Looks for the things of deps.table. A probe_KIND function succeeds when the
# thing works and then has appended to SEEN what a stamp should watch.

# Results of probe_group. By index: package, description, what the compiler
# said if it was asked. SEEN is for stamps.
MISSING=()
MISSING_WHAT=()
MISSING_WHY=()
SEEN=()

# Calls $1 with the four fields of each line of the table.
table_each() {
  local group probe package what

  while read -r group probe package what; do
    [[ -z $group || $group == '#'* ]] || "$1" "$group" "$probe" "$package" \
      "$what"
  done <"$HERE/deps.table"
}

table_groups() {
  table_each echo | awk '!seen[$1]++ { printf "%s%s", sep, $1; sep = " " }'
}

table_has_group() {
  local line

  while read -r line; do
    [[ $line != "$1 "* ]] || return 0
  done <"$HERE/deps.table"
  return 1
}

# Probes all of group $1 and sets the results above.
probe_group() {
  MISSING=()
  MISSING_WHAT=()
  MISSING_WHY=()
  SEEN=()
  COMPILES=
  WANTED=$1
  table_each probe_line
}

probe_line() {
  local group=$1 probe=$2 package=$3 what=$4

  [[ $group == "$WANTED" ]] || return 0
  WHY=
  "probe_${probe%%:*}" "${probe#*:}" && return
  MISSING+=("$package")
  MISSING_WHY+=("$WHY")
  MISSING_WHAT+=("$what (${probe/:/ })")
}

probe_cmd() {
  local name names

  IFS='|' read -ra names <<<"$1"
  for name in "${names[@]}"; do
    if type -P "$name" >/dev/null; then
      SEEN+=("cmd $name")
      return
    fi
  done
  return 1
}

probe_file() {
  [[ -e $1 ]] && SEEN+=("file $1")
}

# While gcc or the C library's headers are missing, nothing can be compiled.
# Two lines of the table say so; what else needs the compiler is then judged
# as well as can be done without it, and again once it works.

probe_cc() {
  local header flags

  IFS=: read -r header flags <<<"$1"
  # shellcheck disable=SC2086 # flags are a list
  compile gcc c "$header" ${flags//:/ } && return
  if [[ -n $flags ]]; then
    ! compiler_works
  else
    ! type -P gcc >/dev/null && header_exists "$header"
  fi
}

probe_cxx() {
  probe_other_compiler g++ cpp "$1" -std=c++20
}

probe_clang() {
  probe_other_compiler clang c "$1"
}

probe_other_compiler() {
  local compiler=$1 suffix=$2 header flags
  IFS=: read -r header flags <<<"$3"
  shift 3

  type -P "$compiler" >/dev/null || return 1
  # shellcheck disable=SC2086
  compile "$compiler" "$suffix" "$header" "$@" ${flags//:/ } || ! compiler_works
}

probe_pc() {
  local module=${1%%:*} header=${1#*:} flags

  if ! compiler_works || ! type -P pkg-config >/dev/null; then
    header_exists "$header"
    return
  fi
  flags=$(pkg-config --cflags --libs "$module" 2>/dev/null) || return 1
  # shellcheck disable=SC2086
  compile gcc c "$header" $flags
}

compiler_works() {
  if [[ -z $COMPILES ]]; then
    COMPILES=no
    ! compile gcc c stdio.h || COMPILES=yes
  fi
  [[ $COMPILES == yes ]]
}

header_exists() {
  local dir

  for dir in /usr/local/include /usr/include /usr/include/*-linux-*; do
    [[ ! -e $dir/$1 ]] || return 0
  done
  return 1
}

# dot must find its layout and SVG plugins, which are packages of their own on
# some systems and which libgvc needs as well. It says itself what it loaded.
probe_run_dot() {
  local dir name

  type -P dot >/dev/null || return 1
  printf 'digraph { a -> b }\n' |
    dot -v -Tsvg -o "$TMP/dot.svg" 2>"$TMP/dot.log" || return 1
  grep -q '</svg>' "$TMP/dot.svg" || return 1
  SEEN+=("cmd dot")
  dir=$(sed -n 's/^libdir = "\(.*\)"$/\1/p' "$TMP/dot.log")
  while read -r name; do
    [[ ! -e $dir/$name ]] || SEEN+=("file $dir/$name")
  done < <(sed -n 's/^Activated plugin library: //p' "$TMP/dot.log")
}

probe_run() {
  "probe_run_$1"
}

# compile COMPILER SUFFIX HEADER [FLAG...]: compiles and links, and watches
# every file that took.
compile() {
  local compiler=$1 source=$TMP/probe.$2 header=$3 path
  shift 3

  type -P "$compiler" >/dev/null || return 1
  printf '#include <%s>\nint main(void) { return 0; }\n' "$header" >"$source"
  "$compiler" -MD -MF "$TMP/probe.d" -Wl,--trace -o "$TMP/probe" "$source" \
    "$@" >"$TMP/probe.link" 2>"$TMP/probe.log" || {
    WHY=$(grep -m 1 -i error "$TMP/probe.log") || true
    return 1
  }
  SEEN+=("cmd $compiler")
  while read -r path; do
    [[ $path == "$TMP"/* || ! -e $path ]] || SEEN+=("file $path")
  done < <(tr ' ' '\n' <"$TMP/probe.d" | grep '^/'
    grep '^/' "$TMP/probe.link")
}

list_missing() {
  local i

  for i in "${!MISSING[@]}"; do
    printf '  %-22s %s\n' "${MISSING[i]}" "${MISSING_WHAT[i]}" >&2
  done
}
