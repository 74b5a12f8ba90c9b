# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Counting, for the suites that are scripts: sourced, then
#
#   [ ... ]
#   result $? "what should be so"
#   ...
#   conclude                      the last line, as run.sh reads it
#
# What failed is named with $scenario before it, where that is set.
good=0
bad=0
skipped=0

result() { # 0 or 1, what was checked
  if [ "$1" = 0 ]; then
    good=$((good + 1))
  else
    echo "not so: ${scenario:+$scenario: }$2"
    bad=$((bad + 1))
  fi
}

skip() { # why
  echo "skipped: $*"
  skipped=$((skipped + 1))
}

# Fails when something did, or when nothing was looked at.
conclude() {
  echo "$good passed, $bad failed, $skipped skipped"
  [ "$bad" = 0 ] && [ $((good + skipped)) -gt 0 ]
}
