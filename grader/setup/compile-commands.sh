#!/usr/bin/env bash
# Print compile_commands.json for editors: every C file that the tree has, and
# how it is compiled.
#
#   compile-commands.sh COMMAND
set -eu

command=$1
quote() { # as a JSON string
  local text=${1//\\/\\\\}
  printf '"%s"' "${text//\"/\\\"}"
}

separator='['
while IFS= read -r file; do
  case $file in
  grader/*) extra='-Igrader -Igrader/trace -Igrader/draw -Igrader/explore' ;;
  *) extra= ;;
  esac
  printf '%s\n  {"directory": %s,\n   "command": %s,\n   "file": %s}' \
    "$separator" "$(quote "$PWD")" "$(quote "$command $extra -c $file")" \
    "$(quote "$file")"
  separator=,
done < <(git ls-files -co --exclude-standard '*.c' 2>/dev/null ||
  find . -path ./build -prune -o -name '*.c' -printf '%P\n' | sort)
printf '\n]\n'
