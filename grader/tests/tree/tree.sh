#!/usr/bin/env bash
# The tree has the rooms it should have, and nothing that belongs elsewhere.
set -u
good=0
bad=0
check() { # sentence, then a command that must succeed
  local what=$1
  shift
  if "$@" >/dev/null 2>&1; then
    good=$((good + 1))
  else
    echo "not so: $what"
    bad=$((bad + 1))
  fi
}

top() {
  ! git ls-files -co --exclude-standard | cut -d/ -f1 | sort -u |
    grep -vxE 'lab[1-6]-[a-z]+|solutions|grader|README\.md|Makefile|LICENSE|\..*'
}
no_greatest() { ! git ls-files | grep -qE '(^|/)greatest\.h$'; }
no_reserved_names() {
  ! git grep -nwE 'co_await|co_yield|co_return' -- 'lab*/include' 'lab*/src' \
    'lab*/support' solutions/'*.c'
}
readmes() { for l in lab[1-6]-*; do [ -s "$l/README.md" ] || return 1; done; }
one_home() { # no header name occurs in two labs
  [ -z "$(git ls-files 'lab*/include/co/*.h' | sed 's|.*/||' | sort | uniq -d)" ]
}

check 'the top level holds the labs, solutions and grader only' top
check 'greatest.h is not committed' no_greatest
check 'nothing is called co_await, co_yield or co_return' no_reserved_names
check 'every lab has a README' readmes
check 'a header lives in one lab only' one_home
echo "$good passed, $bad failed"
[ "$bad" = 0 ]
