#!/usr/bin/env bash
# Every public header stands alone and compiles without a warning: as C11 and
# gnu11 by gcc and clang, and as C++20 by g++.
#
#   headers.sh BUILD_FOLDER
set -u
includes="-I$1/include"
for dir in lab*/include; do includes="$includes -I$dir"; done
warn="-Wall -Wextra -Werror -fsyntax-only"
good=0
bad=0

try() { # description, compiler and flags ...
  local what=$1
  shift
  # The header is named by its path: quotes around it are the shell's.
  if printf '#include "%s"\n' "$header" | "$@" $warn $includes -; then
    good=$((good + 1))
  else
    echo "$header does not compile as $what"
    bad=$((bad + 1))
  fi
}

for path in lab*/include/co/*.h; do
  header=co/${path##*/}
  try 'C11 by gcc' gcc -std=c11 -D_GNU_SOURCE -x c
  try 'gnu11 by gcc' gcc -std=gnu11 -D_GNU_SOURCE -x c
  try 'gnu11 by clang' clang -std=gnu11 -D_GNU_SOURCE -x c
  try 'C11 by clang' clang -std=c11 -D_GNU_SOURCE -x c
  try 'C++20 by g++' g++ -std=c++20 -x c++
done
echo "$good passed, $bad failed"
[ "$bad" = 0 ]
