#!/usr/bin/env bash
# Draw every failure that the explorer finds in its own wrong programs.
#
#   explored.sh GRADE PROGRAM...
#
# Each must be drawn, twice the same, with something in red.
set -u

grade=$1
shift
passed=0
failed=0
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT

fail() {
  failed=$((failed + 1))
  echo "FAIL $1"
}

draw() { # file, kind
  "$grade" graph "$folder/failure.json" --kind "$2" -o "$folder/$1"
}

try() { # name, kind
  if ! draw a.svg "$2" || ! draw b.svg "$2"; then
    fail "$1 $2: not drawn"
  elif ! cmp -s "$folder/a.svg" "$folder/b.svg"; then
    fail "$1 $2: not the same twice"
  elif ! grep -q '#e5484d' "$folder/a.svg"; then
    fail "$1 $2: nothing in it is red"
  else
    passed=$((passed + 1))
  fi
}

for program; do
  "$program" --result 9 9>"$folder/results" >"$folder/report" 2>&1
  while IFS= read -r line; do
    case $line in
      *'"verdict":"failed"'* | *'"verdict":"crashed"'*) ;;
      *) continue ;;
    esac
    printf '%s\n' "$line" >"$folder/failure.json"
    name=${line#*:\"}
    try "${name%%\"*}" timeline
    try "${name%%\"*}" waits
  done <"$folder/results"
done

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
