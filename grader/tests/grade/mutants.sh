#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Is every mutant killed? One test for each.
#
#   mutants.sh GRADE      the program
#
# Labs go side by side: some mutants hang, and their time-outs cost no processor.
set -u

export GRADE=$1
logs=$(mktemp -d)
export logs
trap 'rm -rf "$logs"' EXIT

# The longest first. The single quotes are for that shell.
# shellcheck disable=SC2016
printf '%s\n' grader/mutants/lab* | sed 's/.*lab//' | sort -r |
  xargs -P 3 -I{} sh -c '"$GRADE" mutants {} >"$logs/{}" 2>&1'

cat "$logs"/*
killed=0
survived=0
for log in "$logs"/*; do
  if [[ $(tail -n 1 "$log") =~ ^([0-9]+)\ killed,\ ([0-9]+)\ survived$ ]]; then
    killed=$((killed + BASH_REMATCH[1]))
    survived=$((survived + BASH_REMATCH[2]))
  else
    echo "lab ${log##*/}: it did not come to its end"
    survived=$((survived + 1))
  fi
done
echo "$killed passed, $survived failed"
[ "$survived" = 0 ] && [ "$killed" -gt 0 ]
