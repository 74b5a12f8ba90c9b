#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The example servers, driven from outside on loopback.
#
#   run.sh CLIENT DIR...
#
# DIR holds lab4-echo and lab4-http, built on the reference; CLIENT plays the
# clients. Each scenario has a server of its own, which must survive it, then
# end with status 0 on SIGTERM, and have written nothing to standard error: a
# sanitizer would. Without io_uring, curl or wrk, what needs it is skipped.
set -u
[ $# -gt 1 ] || {
  echo "usage: $0 CLIENT DIR..." >&2
  exit 2
}
client=$1
shift
tmp=$(mktemp -d)
pid=
# shellcheck disable=SC2317,SC2329 # called by the trap
leave() {
  [ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null
  rm -rf "$tmp"
}
trap leave EXIT
# shellcheck source=grader/tests/lib/count.sh
. "$(dirname "$0")/../lib/count.sh"

# Starts a server; sets pid and port.
serve() { # program, arguments...
  mkfifo "$tmp/port" 2>/dev/null
  "$@" >"$tmp/port" 2>"$tmp/errors" &
  pid=$!
  port=
  read -r -t 10 _ port <"$tmp/port"
  [ -n "$port" ]
}

# Ends it: by SIGTERM unless something else did, with status 0 and no word.
finish() {
  local status
  kill -TERM "$pid" 2>/dev/null
  # A server that does not end is a failure, not a hang.
  timeout 10 tail --pid="$pid" -f /dev/null || kill -KILL "$pid"
  wait "$pid"
  status=$?
  pid=
  [ "$status" = 0 ] && [ ! -s "$tmp/errors" ] && return 0
  echo "the server ended with status $status"
  cat "$tmp/errors"
  return 1
}

scenario() { # name, kind, server and its arguments
  local name=$1 kind=$2 what
  shift 2
  what="$name: $*"
  serve "$@"
  result $? "$what: the server starts"
  [ -n "$port" ] || return
  timeout 30 "$client" "$kind" "$port" "$pid" "$name"
  result $? "$what"
  finish
  result $? "$what: the server ends as it should"
}

try_curl() { # server
  local url out
  serve "$1" --port 0 || return 1
  url=http://127.0.0.1:$port
  out=$(curl -sS -m 10 "$url/") && [ "$out" = "Nobody waits here." ]
  result $? "curl gets the page"
  out=$(curl -sS -m 10 -o /dev/null -o /dev/null \
    -w '%{http_code} %{num_connects}\n' "$url/" "$url/nothing")
  [ "$out" = $'200 1\n404 0' ]
  result $? "curl asks twice on one connection: $out"
  out=$(curl -sS -m 10 -I -o /dev/null -w '%{http_code}' "$url/")
  [ "$out" = 200 ]
  result $? "curl asks for the head only: $out"
  out=$(curl -sS -m 10 -o /dev/null -w '%{http_code}' -d body "$url/")
  [ "$out" = 405 ]
  result $? "curl posts: $out"
  out=$(head -c 100000 /dev/zero |
    curl -sS -m 10 -o /dev/null -w '%{http_code}' --data-binary @- "$url/")
  [ "$out" = 413 ]
  result $? "curl posts too much: $out"
  out=$(curl -sS -m 10 -o /dev/null -w '%{http_code}' -d body \
    -H 'Transfer-Encoding: chunked' "$url/")
  [ "$out" = 501 ]
  result $? "curl posts in chunks: $out"
  finish
  result $? "the server ends after curl"
}

try_wrk() { # server
  local out
  serve "$1" --port 0 || return 1
  out=$(wrk -t 1 -c 64 -d 1s "http://127.0.0.1:$port/")
  result $? "wrk ends"
  [[ $out != *"Socket errors"* && $out != *Non-2xx* ]]
  result $? "wrk sees no errors: $out"
  [[ $out =~ ([0-9]+)\ requests\ in && ${BASH_REMATCH[1]} -gt 0 ]]
  result $? "wrk is answered: $out"
  finish
  result $? "the server ends after wrk"
}

if ! "$client" probe; then
  skip "environment: this machine refuses io_uring"
  conclude
  exit
fi
limit=$(ulimit -Hn)
for dir in "$@"; do
  for kind in echo http; do
    server=$dir/lab4-$kind
    if [ "$limit" = unlimited ] || [ "$limit" -ge 1400 ]; then
      scenario many_connections $kind "$server" --port 0
    else
      skip "many_connections: only $limit descriptors are allowed"
    fi
    for name in vanishing_clients half_closed_client \
      client_that_never_reads stop_in_the_middle; do
      scenario $name $kind "$server" --port 0
    done
    scenario more_than_descriptors $kind \
      prlimit --nofile=24:24 "$server" --port 0
  done
  scenario malformed_requests http "$dir/lab4-http" --port 0
  scenario slow_clients http "$dir/lab4-http" --port 0 --timeout 100
  for tool in curl wrk; do
    if command -v $tool >/dev/null; then
      try_$tool "$dir/lab4-http"
    else
      skip "$tool is not installed: grader/setup/setup.sh servers"
    fi
  done
done
conclude
