#!/usr/bin/env bash
# Every C file is laid out as .clang-format says.
set -u
bad=0
good=0
while IFS= read -r file; do
  if clang-format --dry-run --Werror "$file" 2>/dev/null; then
    good=$((good + 1))
  else
    echo "$file is not laid out as .clang-format says: run make format"
    bad=$((bad + 1))
  fi
done < <(git ls-files -co --exclude-standard '*.c' '*.h')
echo "$good passed, $bad failed"
[ "$bad" = 0 ]
