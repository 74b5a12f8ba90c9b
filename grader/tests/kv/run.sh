#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The key-value server, driven from outside on loopback.
#
#   run.sh CLIENT DIR...
#
# DIR holds lab5-kv or lab6-kv or both; CLIENT tells whether this machine has
# io_uring. Each scenario has a server of its own, which must survive it, then
# end with status 0 on a signal, and have written nothing to standard error: a
# sanitizer would.
set -u
[ $# -gt 1 ] || {
  echo "usage: $0 CLIENT DIR..." >&2
  exit 2
}
client=$1
shift
tmp=$(mktemp -d)
pid=
load=
# shellcheck disable=SC2317,SC2329 # called by the trap
leave() {
  [ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null
  [ -z "$load" ] || kill -KILL "$load" 2>/dev/null
  rm -rf "$tmp"
}
trap leave EXIT
# shellcheck source=grader/tests/lib/count.sh
. "$(dirname "$0")/../lib/count.sh"
skip_all() {
  skip "$*"
  conclude
  exit
}

# Starts a server; sets pid and port.
serve() { # program, arguments...
  mkfifo "$tmp/port" 2>/dev/null
  "$@" >"$tmp/port" 2>"$tmp/errors" &
  pid=$!
  port=
  read -r -t 10 _ port <"$tmp/port"
  [ -n "$port" ]
}

# Ends it: with status 0, and no word.
finish() { # signal
  local status
  kill -"$1" "$pid" 2>/dev/null
  # A server that does not end is a failure, not a hang.
  timeout 10 tail -s 0.02 --pid="$pid" -f /dev/null || kill -KILL "$pid"
  wait "$pid"
  status=$?
  pid=
  [ "$status" = 0 ] && [ ! -s "$tmp/errors" ] && return 0
  echo "the server ended with status $status"
  cat "$tmp/errors"
  return 1
}

cli() {
  timeout 20 redis-cli -p "$port" --no-raw "$@"
}

expect() { # what is printed, command...
  local out wanted=$1
  shift
  out=$(cli "$@" 2>&1)
  [ "$out" = "$wanted" ]
  result $? "$*: $out"
}

# Says something, and prints what is answered until the server closes.
raw() { # bytes, as printf takes them
  local fd
  exec {fd}<>"/dev/tcp/127.0.0.1/$port" || return 1
  # shellcheck disable=SC2059
  printf "$1" >&"$fd"
  timeout 10 cat <&"$fd"
  exec {fd}<&-
}

refused() { # bytes, the reply without its line's end
  local out
  out=$(raw "$1")
  [ "$out" = "$2"$'\r' ]
  result $? "$1: $out"
}

# Scenarios.

commands() {
  expect PONG PING
  expect '"hello"' PING hello
  expect '"hello"' ECHO hello
  expect OK SET name value
  expect '"value"' GET name
  expect '(nil)' GET nobody
  expect '(integer) 1' EXISTS name nobody
  expect '(integer) 2' EXISTS name name
  expect '(integer) 1' INCR counter
  expect '(integer) 2' INCR counter
  expect '(error) ERR value is not an integer or out of range' INCR name
  expect OK SET counter 9223372036854775807
  expect '(error) ERR increment or decrement would overflow' INCR counter
  expect $'1) "value"\n2) (nil)\n3) "9223372036854775807"' \
    MGET name nobody counter
  expect '(integer) 2' DBSIZE
  expect '(integer) 1' DEL name nobody
  expect '(nil)' GET name
  expect "(error) ERR unknown command 'TELL'" TELL me
  expect "(error) ERR wrong number of arguments for 'get' command" GET
  expect "(error) ERR wrong number of arguments for 'set' command" SET a b c
  expect OK FLUSHALL
  expect '(integer) 0' DBSIZE
  expect OK SET $'a\r\nb' ''
  expect '""' GET $'a\r\nb'
}

# Thousands of requests sent before a reply is read, by several clients.
pipelining() {
  local out i
  for ((i = 0; i < 10000; i++)); do
    printf 'SET key:%d %d\r\nINCR counter\r\n' $i $i
  done >"$tmp/requests"
  for i in 1 2 3; do
    timeout 20 redis-cli -p "$port" --pipe <"$tmp/requests" >"$tmp/out.$i" &
    clients[i]=$!
  done
  for i in 1 2 3; do
    wait "${clients[i]}"
    result $? "client $i ends well: $(cat "$tmp/out.$i")"
    out=$(tail -n 1 "$tmp/out.$i")
    [ "$out" = 'errors: 0, replies: 20000' ]
    result $? "client $i: $out"
  done
  expect '(integer) 10001' DBSIZE
  expect '"30000"' GET counter
  expect '"9999"' GET key:9999
}

big_value() {
  local size=$((16 << 20))
  head -c $size /dev/urandom >"$tmp/big"
  expect OK -x SET big <"$tmp/big"
  timeout 20 redis-cli -p "$port" --raw GET big >"$tmp/again"
  cmp -n $size "$tmp/big" "$tmp/again" &&
    [ "$(stat -c %s "$tmp/again")" = $((size + 1)) ]
  result $? "16 MiB come back as they were"
  # Five of them are over the limit of a reply: an error for this client.
  expect '(error) ERR the reply is too big' MGET big big big big big
  expect PONG PING
}

malformed_requests() {
  local wrong='-ERR Protocol error: '
  refused '*x\r\n' "${wrong}invalid multibulk length"
  refused '*65537\r\n' "${wrong}invalid multibulk length"
  refused '*1\r\nPING\r\n' "${wrong}expected '\$'"
  refused '*1\r\n$-5\r\n' "${wrong}invalid bulk length"
  refused '*1\r\n$abc\r\n' "${wrong}invalid bulk length"
  refused '*1\r\n$2\r\nPING\r\n' "${wrong}expected the end of a bulk"
  refused 'PING\r\n*1\r\n$x\r\nPING\r\n' \
    $'+PONG\r\n'"${wrong}invalid bulk length"
  refused 'QUIT\r\nPING\r\n' '+OK'
  expect PONG PING
}

# The client sends all of what is refused, and hears why.
request_over_the_limit() {
  local fd out
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  # shellcheck disable=SC2016
  (
    trap '' PIPE
    set -o pipefail
    printf '*3\r\n$3\r\nSET\r\n$1\r\na\r\n$67108865\r\n' &&
      head -c $((16 << 20)) /dev/zero
  ) >&"$fd" 2>/dev/null
  result $? "what is sent of it is taken"
  out=$(timeout 10 cat <&"$fd")
  [ "$out" = $'-ERR Protocol error: invalid bulk length\r' ]
  result $? "it is told why: $out"
  exec {fd}<&-
  refused "$(printf '%70000s' x)" '-ERR Protocol error: too big inline request'
  expect '(integer) 0' DBSIZE
}

descriptors() {
  local all=("/proc/$pid/fd/"*)
  echo ${#all[@]}
}

# Each time a client is answered the server has looked around.
wait_for_descriptors() { # how many
  local i
  for ((i = 0; i < 500; i++)); do
    [ "$(descriptors)" -le "$1" ] && return 0
    cli PING >/dev/null
  done
  return 1
}

vanishing_clients() {
  local before fd i
  cli SET big "$(head -c 100000 /dev/zero | tr '\0' x)" >/dev/null
  before=$(descriptors)
  for ((i = 0; i < 20; i++)); do
    exec {fd}<>"/dev/tcp/127.0.0.1/$port"
    # Nothing; half a request; much that is never read, which is a reset.
    case $((i % 3)) in
    1) printf '*2\r\n$3\r\nGET\r\n$100\r\nhalf' >&"$fd" ;;
    2)
      printf 'GET big\r\n%.0s' {1..100} >&"$fd"
      head -c 5 <&"$fd" >/dev/null
      ;;
    esac
    exec {fd}<&-
  done
  expect PONG PING
  wait_for_descriptors "$before"
  result $? "$(descriptors) descriptors are left, $before were before"
}

more_than_descriptors() {
  local fds=() fd i out
  for ((i = 0; i < 30; i++)); do
    exec {fd}<>"/dev/tcp/127.0.0.1/$port"
    fds+=("$fd")
  done
  printf 'QUIT\r\n' >&"${fds[0]}"
  out=$(timeout 10 cat <&"${fds[0]}")
  [ "$out" = $'+OK\r' ]
  result $? "one of those that came first is served: $out"
  for fd in "${fds[@]:1:29}"; do
    printf 'QUIT\r\n' >&"$fd"
    out=$(timeout 10 cat <&"$fd")
    [ "$out" = $'+OK\r' ]
    result $? "so are the others, when there is room: $out"
    exec {fd}<&-
  done
  exec {fds[0]}<&-
  expect PONG PING
}

# Clients in every state: busy, idle, halfway, and told that it is over.
stop_in_the_middle() {
  local idle half over i
  exec {idle}<>"/dev/tcp/127.0.0.1/$port"
  exec {half}<>"/dev/tcp/127.0.0.1/$port"
  exec {over}<>"/dev/tcp/127.0.0.1/$port"
  printf '*2\r\n$3\r\nGET\r\n$100\r\nhalf' >&"$half"
  redis-benchmark -p "$port" -q -t incr -n 100000000 >/dev/null 2>&1 &
  load=$!
  for ((i = 0; i < 1000; i++)); do
    [ "$(cli EXISTS counter:__rand_int__)" = '(integer) 1' ] && break
  done
  [ $i -lt 1000 ]
  result $? "the load has begun"
  printf '*x\r\n' >&"$over"
  head -c 5 <&"$over" >/dev/null
  finish INT
  result $? "the server ends as it should"
  kill -KILL $load 2>/dev/null
  wait $load 2>/dev/null
  load=
  exec {idle}<&- {half}<&- {over}<&-
}

# What lab 6 adds.

lists() {
  expect '(integer) 2' RPUSH l b c
  expect '(integer) 3' LPUSH l a
  expect '(integer) 3' LLEN l
  expect '"a"' LPOP l
  expect $'1) "l"\n2) "b"' BLPOP l 0
  expect '"c"' LPOP l
  expect '(nil)' LPOP l
  expect '(integer) 0' LLEN l
  expect '(nil)' BLPOP l 0.01
  expect '(integer) 1' RPUSH $'a\r\nb' ''
  expect '""' LPOP $'a\r\nb'
  for timeout in x -1 '' nan 1x 1e99; do
    expect '(error) ERR timeout is not a float or out of range' \
      BLPOP l "$timeout"
  done
  expect "(error) ERR wrong number of arguments for 'rpush' command" RPUSH l
}

# The order of what is sent together is that of the replies, and a request
# behind one that waits waits, too.
pipelined_wait() {
  local out
  out=$(raw 'PING\r\nBLPOP l 0.05\r\nRPUSH l v\r\nBLPOP l 0\r\nQUIT\r\n')
  [ "$out" = $'+PONG\r\n*-1\r\n:1\r\n*2\r\n$1\r\nl\r\n$1\r\nv\r\n+OK\r' ]
  result $? "replies in order: $out"
}

# Each time it is asked the server has looked around.
wait_for_info() { # a line of INFO
  local i
  for ((i = 0; i < 500; i++)); do
    [[ $(cli --raw INFO) == *"$1"* ]] && return 0
  done
  return 1
}

workers() {
  local i out workers=()
  for i in {1..12}; do
    timeout 20 redis-cli -p "$port" --raw BLPOP jobs 0 >"$tmp/job.$i" &
    workers+=($!)
  done
  wait_for_info blocked_clients:12
  result $? "twelve wait"
  expect '(integer) 12' RPUSH jobs {01..12}
  wait "${workers[@]}"
  out=$(cat "$tmp"/job.* | grep -v jobs | sort | xargs)
  [ "$out" = '01 02 03 04 05 06 07 08 09 10 11 12' ]
  result $? "each has one: $out"
  expect '(nil)' LPOP jobs
}

# Those that go while they wait take nothing along, and leave nothing behind.
vanishing_workers() {
  local before fd fds=() i
  cli PING >/dev/null
  before=$(descriptors)
  for i in {1..20}; do
    exec {fd}<>"/dev/tcp/127.0.0.1/$port"
    printf 'BLPOP jobs 0\r\n' >&"$fd"
    # More than is received while one waits.
    [ $((i % 2)) = 0 ] || printf '%09999d' 0 >&"$fd"
    fds+=("$fd")
  done
  wait_for_info blocked_clients:20
  result $? "twenty wait"
  for fd in "${fds[@]}"; do
    exec {fd}<&-
  done
  wait_for_info blocked_clients:0
  result $? "nobody waits any more"
  expect '(integer) 1' RPUSH jobs left
  expect '"left"' LPOP jobs
  wait_for_descriptors "$before"
  result $? "$(descriptors) descriptors are left, $before were before"
}

# One that sends on and on while it waits is served none the less.
talking_worker() {
  local fd i out
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  printf 'BLPOP jobs 0\r\n' >&"$fd"
  for i in {1..2000}; do
    printf 'ECHO 0123456789\r\n' >&"$fd"
  done
  printf 'QUIT\r\n' >&"$fd"
  wait_for_info blocked_clients:1
  result $? "it waits"
  cli RPUSH jobs one >/dev/null
  out=$(timeout 10 cat <&"$fd" | grep -c 0123456789)
  [ "$out" = 2000 ]
  result $? "2000 requests behind it are answered: $out"
  exec {fd}<&-
}

# Two places: the third client is served when one leaves.
places() {
  local one two three out
  exec {one}<>"/dev/tcp/127.0.0.1/$port"
  exec {two}<>"/dev/tcp/127.0.0.1/$port"
  printf 'PING\r\n' >&"$one"
  timeout 10 head -c 7 <&"$one" >/dev/null
  printf 'BLPOP jobs 0\r\n' >&"$two"
  exec {three}<>"/dev/tcp/127.0.0.1/$port"
  printf 'INFO\r\nQUIT\r\n' >&"$three"
  # All three are connected; the first and the second are served.
  printf 'RPUSH jobs done\r\n' >&"$one"
  timeout 10 head -c 4 <&"$one" >/dev/null
  timeout 10 head -c 24 <&"$two" >/dev/null
  printf 'INFO\r\n' >&"$one"
  out=$(timeout 10 head -c 24 <&"$one")
  [[ $out == *connected_clients:2 ]]
  result $? "two are there: $out"
  exec {two}<&-
  out=$(timeout 10 cat <&"$three")
  [[ $out == *connected_clients:2* && $out == *+OK* ]]
  result $? "the third is served when the second has gone: $out"
  exec {one}<&- {three}<&-
  expect PONG PING
}

# What was received before the stop is answered, and the answers are sent.
orderly_stop() {
  local fd i idle wait out
  cli SET big "$(head -c 100000 /dev/zero | tr '\0' x)" >/dev/null
  exec {idle}<>"/dev/tcp/127.0.0.1/$port"
  exec {wait}<>"/dev/tcp/127.0.0.1/$port"
  # With more behind it than is received while one waits.
  { echo BLPOP jobs 0; printf '%020000d' 0; } >"$tmp/requests"
  cat "$tmp/requests" >&"$wait"
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  # More than the sockets hold, so the server is in the middle of it; in one
  # piece, so it has received all.
  printf 'GET big\r\n%.0s' {1..300} >"$tmp/requests"
  cat "$tmp/requests" >&"$fd"
  timeout 10 head -c 1 <&"$fd" >/dev/null
  wait_for_info blocked_clients:1
  result $? "one waits"
  kill -TERM "$pid"
  # Those that are owed nothing go first: this one is not read meanwhile.
  for i in "$idle" "$wait"; do
    out=$(timeout 10 cat <&"$i" | wc -c)
    [ "$out" = 0 ]
    result $? "who idles or waits is let go, without a reply: $out"
  done
  out=$(timeout 10 cat <&"$fd" | wc -c)
  [ "$out" = $((300 * 100011 - 1)) ]
  result $? "all answers come: $out bytes"
  exec {fd}<&- {idle}<&- {wait}<&-
}

# One that never reads is not waited for for ever.
stop_past_a_reader() {
  local fd
  cli SET big "$(head -c 100000 /dev/zero | tr '\0' x)" >/dev/null
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  printf 'GET big\r\n%.0s' {1..300} >"$tmp/requests"
  cat "$tmp/requests" >&"$fd"
  timeout 10 head -c 1 <&"$fd" >/dev/null
  finish TERM
  result $? "the server ends as it should"
  exec {fd}<&-
}

run() { # scenario, signal, server and its arguments
  local name=$1 signal=$2
  shift 2
  scenario="$name: $*"
  serve "$@"
  result $? "the server starts"
  [ -n "$port" ] || return
  $name
  [ -n "$pid" ] || return
  finish "$signal"
  result $? "the server ends as it should"
}

"$client" probe || skip_all "environment: this machine refuses io_uring"
for tool in redis-cli redis-benchmark; do
  command -v $tool >/dev/null ||
    skip_all "$tool is not installed: grader/setup/setup.sh servers"
done
meet() { # server
  run lists INT "$@"
  run pipelined_wait INT "$@" --contexts 1
  run workers INT "$@" --contexts 2
  run vanishing_workers INT "$@" --contexts 2
  run talking_worker INT "$@"
  run places INT "$@" --contexts 2 --clients 2
  run orderly_stop INT "$@" --contexts 2
  run stop_past_a_reader INT "$@" --contexts 1
}

for dir in "$@"; do
  for program in "$dir"/lab[56]-kv; do
    [ -x "$program" ] || continue
    kv=("$program" --port 0)
    run commands TERM "${kv[@]}"
    run pipelining INT "${kv[@]}" --contexts 2
    run big_value INT "${kv[@]}"
    run malformed_requests INT "${kv[@]}" --contexts 1
    run request_over_the_limit INT "${kv[@]}"
    run vanishing_clients INT "${kv[@]}" --contexts 2
    run more_than_descriptors INT prlimit --nofile=24:24 "${kv[@]}" \
      --contexts 2
    run stop_in_the_middle INT "${kv[@]}" --contexts 2
    [[ $program != */lab6-kv ]] || meet "${kv[@]}"
  done
done
conclude
