#!/usr/bin/env bash
# Run the suites named in a list and add up what they counted.
#
#   run.sh LIST LOGS
#
# LIST has one suite a line: a name, a tab, a command. A suite that ends in a
# line "N passed, N failed" (more may follow after a comma) is counted by it;
# any other counts as one test, by its exit status. What a suite prints goes
# to LOGS/NAME.log, and its end is shown when it fails.
set -u

list=$1
logs=$2
mkdir -p "$logs"
passed=0
failed=0
skipped=0

skips_in() { # log: 0 when it says nothing of it
  local n
  n=$(sed -nE 's/^[0-9]+ passed, [0-9]+ failed.*, ([0-9]+) skipped.*/\1/p' \
    "$1" | tail -n 1)
  echo "${n:-0}"
}

count_of() { # 1 or 2 (passed or failed), log: from the last such line
  sed -nE "s/^([0-9]+) passed, ([0-9]+) failed.*/\\$1/p" "$2" | tail -n 1
}

while IFS=$'\t' read -r name command; do
  log=$logs/$name.log
  start=$(date +%s%N)
  bash -c "$command" >"$log" 2>&1 </dev/null
  status=$?
  ms=$((($(date +%s%N) - start) / 1000000))
  good=$(count_of 1 "$log")
  bad=$(count_of 2 "$log")
  if [ -z "$good" ] || [ -z "$bad" ]; then
    good=0
    bad=0
    if [ "$status" = 0 ]; then good=1; else bad=1; fi
  elif [ "$status" != 0 ] && [ "$bad" = 0 ]; then
    bad=1 # it counted no failure and failed all the same
  fi
  left_out=$(skips_in "$log")
  skipped=$((skipped + left_out))
  passed=$((passed + good))
  failed=$((failed + bad))
  printf '%-24s %5d passed %4d failed %8d.%03d s\n' \
    "$name" "$good" "$bad" $((ms / 1000)) $((ms % 1000))
  if [ "$left_out" != 0 ]; then
    printf '  %s skipped, %s\n' "$left_out" \
      "$(grep -m 1 -o 'environment: .*' "$log" || echo "see $log")"
  fi
  if [ "$bad" != 0 ]; then
    printf '  %s\n' "command: $command" "log: $log"
    tail -n 40 "$log" | sed 's/^/  | /'
  fi
done <"$list"

printf '%d passed, %d failed' "$passed" "$failed"
[ "$skipped" = 0 ] || printf ', %d skipped' "$skipped"
echo
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
