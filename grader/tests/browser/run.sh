#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Make pages and check them in Chromium. Ends in "N passed, N failed".
#
#   O=build run.sh [PAGE...]      more pages to check: index.html of real runs
set -euo pipefail

O=${O:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

mkdir "$tmp/profile"
"$O/bin/report-pages" "$tmp/pages" .
pages=("$tmp"/pages/*/index.html)
for page in "$@"; do
  pages+=("$(realpath "$page")")
done
HOME=$tmp "$O/bin/browser-tests" "$tmp/profile" "${pages[@]}"
