#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Make pages and check them in Chromium. Ends in "N passed, N failed".
#
#   O=build run.sh [LAB...]
#
# The pages are those of the fixture and, for each LAB that can be graded here,
# the grader's own: of the reference, where there is one, and of this tree.
set -euo pipefail

O=${O:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

grade() { # name, submission, labs ...
  local log=$tmp/$1.log
  mkdir -p "$tmp/real/$1"
  if ! "$O/bin/grade" "${@:3}" --submission "$2" --report "$tmp/real/$1" \
    >"$log" 2>&1; then
    echo "the grader did not grade $2:" >&2
    tail -n 20 "$log" >&2
    exit 3
  fi
}

mkdir "$tmp/profile"
"$O/bin/report-pages" "$tmp/pages" .
pages=("$tmp"/pages/*/index.html)
if (($#)); then
  grade tree . "$@"
  [[ ! -d solutions ]] || grade reference solutions "$@"
  pages+=("$tmp"/real/*/index.html)
fi
HOME=$tmp TMPDIR=$tmp "$O/bin/browser-tests" "$tmp/profile" "${pages[@]}"
