#!/bin/sh
# SPDX-License-Identifier: MIT
# Does an untouched skeleton pass nothing and crash nowhere?
#
#	untouched.sh PROGRAM...   test programs, linked with the skeleton
set -u
good=0
bad=0

for program; do
	last=$("$program" 2>/dev/null | tail -n 1)
	case $last in
	"0 passed, 0 failed, "[1-9]*" not started, 0 skipped")
		good=$((good + 1))
		;;
	*)
		bad=$((bad + 1))
		echo "$program: not all of its tests are \"not started\": $last"
		;;
	esac
done
echo "$good passed, $bad failed"
[ "$bad" -eq 0 ] && [ "$good" -gt 0 ]
