#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Is every mutant caught by the test that it names?
#
#   check.sh [LAB]        lab 1 unless said otherwise; O= as in the Makefile
#
# A mutant is a patch against the root of the tree, with lines before it:
#
#   Test: labN.NAME       the test that must catch it
#   Build: asan           only where a plain build does not show it
#   Why: a sentence
#
# A test of the explorer runs on the explorer. Each mutant is applied to a
# copy of the tree; the named test must pass without it and not pass with it.
set -u

lab=${1:-1}
export O=${O:-build}
top=$(pwd)
copy=$(mktemp -d) || exit 3
trap 'rm -rf "$copy"' EXIT
exec 2>"$copy/noise" # the shell's own words on tests that crash
killed=0
survived=0

field() { # NAME FILE
  sed -n "s/^$1: //p; /^--- /q" "$2"
}

# Sets $program to the test program, in build $2, that has test $1.
find_program() {
  local p
  for p in "$copy"/grader/hidden/lab"$lab"/explore/*.c; do
    if grep -q "^static void $1(void)" "$p" 2>/dev/null; then
      program=$O/bin/explore/reference-on-reference/lab$lab-hidden-$(basename "$p" .c)
      return 0
    fi
  done
  for p in "$copy"/lab"$lab"-*/tests/explore/*.c; do
    if grep -q "^static void $1(void)" "$p" 2>/dev/null; then
      program=$O/bin/explore/reference-on-reference/lab$lab-explore-$(basename "$p" .c)
      return 0
    fi
  done
  program=
  grep -q "RUN_TEST($1)" "$copy"/lab"$lab"-*/tests/*.c 2>/dev/null &&
    program=$O/bin/$2/reference-on-reference/lab$lab-tests
  grep -q "RUN_TEST($1)" "$copy"/grader/hidden/lab"$lab"/*.c 2>/dev/null &&
    program=$O/bin/$2/reference-on-reference/lab$lab-hidden
  [ -n "$program" ]
}

build() {
  make -C "$copy" -j2 "$program" >"$copy/build.log" 2>&1
}

run() { # TEST: 0 when it passed
  (cd "$copy" && exec timeout 60 "$program" --run "$1") \
    >"$copy/run.log" 2>&1
}

judge() { # PATCH TEST BUILD: sets $verdict
  local test=$2 kind=$3
  find_program "$test" "$kind" || { verdict="no test of that name"; return; }
  build || { verdict="the reference does not build"; return; }
  run "$test" || { verdict="the reference fails"; return; }
  patch -d "$copy" -p1 -s -f <"$1" >"$copy/patch.log" 2>&1 ||
    { verdict="does not apply"; return; }
  if ! build; then
    verdict="does not build"
  elif run "$test"; then
    verdict=survived
  else
    verdict=killed
  fi
  patch -d "$copy" -p1 -s -f -R <"$1" >"$copy/patch.log" 2>&1
}

git ls-files -co --exclude-standard -z | tar -c --null -T - | tar -x -C "$copy"
[ -d "$O" ] && cp -a "$O" "$copy/$O"

printf '%-36s %-58s %s\n' mutant test verdict
for patch in grader/mutants/lab"$lab"/*.patch; do
  [ -f "$patch" ] || { echo "lab $lab has no mutants"; exit 1; }
  name=$(basename "$patch" .patch)
  test=$(field Test "$patch")
  kind=$(field Build "$patch")
  judge "$top/$patch" "${test#lab"$lab".}" "${kind:-plain}"
  printf '%-36s %-58s %s\n' "$name" "$test" "$verdict"
  if [ "$verdict" = killed ]; then
    killed=$((killed + 1))
  else
    survived=$((survived + 1))
  fi
done
echo "$killed killed, $survived survived"
[ "$survived" -eq 0 ]
