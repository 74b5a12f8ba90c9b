# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2016
#
# Where greatest.h comes from, and that no wrong one is ever used.

# The world's Debian mirror: a fake apt-get that has the source package
# carrier, and keeps the sources it was asked to use in $W/used.
use_mirror() {
  mkdir -p "$W/carrier-1/test" "$W/sources.d"
  cp "$W/good.h" "$W/carrier-1/test/greatest.h"
  tar -cf "$W/carrier_1.orig.tar.gz" -C "$W" carrier-1
  sed -i "s/^tarball .*/tarball $(sum_of "$W/carrier_1.orig.tar.gz")/" \
    "$W/tree/grader/setup/greatest.pin"
  echo 'deb http://mirror.test/debian bookworm main' >"$W/sources.list"
  fake apt-get "$APT_INSTALLS_OR_FETCHES"
  fake git "$GIT_OFFLINE"
}

APT_INSTALLS_OR_FETCHES='
for word; do
  case $word in
  Dir::Etc::sourceparts=*) cat "${word#*=}"/* >>"$W/used" ;;
  source) exec cp "$W/carrier_1.orig.tar.gz" . ;;
  *-pkg) ln -sf "$W/bin/true" "$W/bin/${word%-pkg}" ;;
  esac
done'

expect_wrong_sum() {
  expect_status 3
  expect_says "expected $1"
  expect_says "found    $2"
  expect_nothing_made
}

header_sum() {
  sum_of "$W/good.h"
}

test_header_from_a_named_file() {
  run_setup GREATEST_H="$W/good.h"
  expect_status 0
  expect_header
  expect_not_called '^git'
}

test_named_file_that_is_not_there() {
  run_setup GREATEST_H="$W/nowhere.h"
  expect_status 3
  expect_says "GREATEST_H: cannot read $W/nowhere.h"
  expect_nothing_made
}

test_wrong_checksum_of_a_named_file() {
  echo 'tampered' >"$W/bad.h"
  run_setup GREATEST_H="$W/bad.h"
  expect_wrong_sum "$(header_sum)" "$(sum_of "$W/bad.h")"
  expect_says "$W/bad.h"
}

test_wrong_named_file_spoils_no_good_header() {
  run_setup
  echo 'tampered' >"$W/bad.h"
  run_setup GREATEST_H="$W/bad.h"
  expect_status 3
  expect_header
}

test_header_from_the_include_path() {
  fake gcc 'echo "# 1 \"$W/greatest.h\" 1"'
  cp "$W/good.h" "$W/greatest.h"
  run_setup
  expect_status 0
  expect_header
  expect_not_called '^git'
}

test_other_version_on_the_include_path() {
  fake gcc 'echo "# 1 \"$W/greatest.h\" 1"'
  echo 'older' >"$W/greatest.h"
  run_setup
  expect_status 0
  expect_says 'looking elsewhere'
  expect_header
}

test_header_from_the_debian_source() {
  use_mirror
  run_setup
  expect_status 0
  expect_header
  expect_called '^apt-get .*source --download-only --tar-only carrier=1-1$'
  expect_not_called '^git'
}

test_wrong_checksum_of_the_tarball() {
  local right

  use_mirror
  right=$(sum_of "$W/carrier_1.orig.tar.gz")
  echo 'tampered' >"$W/carrier_1.orig.tar.gz"
  run_setup
  expect_wrong_sum "$right" "$(sum_of "$W/carrier_1.orig.tar.gz")"
  expect_says 'carrier_1.orig.tar.gz'
}

test_sources_in_lines_are_derived() {
  use_mirror
  cat >"$W/sources.list" <<'END'
# deb http://comment.test/debian bookworm main
deb cdrom:[Debian 12]/ bookworm main
deb [signed-by=/k.gpg arch=amd64] http://mirror.test/debian bookworm contrib main
deb http://mirror.test/security bookworm-security main
deb-src http://source.test/debian bookworm main
END
  run_setup
  expect_status 0
  sort -u "$W/used" >"$W/out"
  expect_says \
    'deb-src [signed-by=/k.gpg arch=amd64] http://mirror.test/debian trixie main'
  [[ $(wc_lines "$W/out") == 1 ]] || fail "more than one source was derived"
}

test_sources_in_stanzas_are_derived() {
  use_mirror
  : >"$W/sources.list"
  cat >"$W/sources.d/debian.sources" <<'END'
Enabled: no
Types: deb
URIs: http://disabled.test/debian
Suites: bookworm
Components: main

types: deb
# a comment
URIs: http://mirror.test/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 -----END PGP PUBLIC KEY BLOCK-----

Types: deb
URIs: http://mirror.test/security
Suites: bookworm-security
Components: main
END
  run_setup
  expect_status 0
  cp "$W/used" "$W/out"
  expect_says 'Types: deb-src'
  expect_says 'URIs: http://mirror.test/debian'
  expect_says 'Suites: trixie'
  expect_says ' -----END PGP PUBLIC KEY BLOCK-----'
  ! grep -qE 'disabled|security' "$W/out" || fail "a wrong source was derived"
}

wc_lines() {
  local lines

  mapfile -t lines <"$1"
  echo "${#lines[@]}"
}

test_header_from_upstream() {
  run_setup
  expect_status 0
  expect_header
  expect_called '^git .*--branch v9.9 https://upstream.test/greatest '
}

test_wrong_checksum_of_the_clone() {
  fake git 'mkdir -p "${@: -1}"; echo tampered >"${@: -1}/greatest.h"'
  run_setup
  echo tampered >"$W/bad.h"
  expect_wrong_sum "$(header_sum)" "$(sum_of "$W/bad.h")"
}

test_no_network_for_the_header() {
  use_mirror
  fake apt-get "[[ \" \$* \" != *' install '* ]] && {
$APT_OFFLINE
}
$APT_INSTALLS"
  run_setup
  expect_status 3
  expect_says 'W: Failed to fetch http://mirror.test/debian'
  expect_says 'fatal: unable to access: Could not resolve host'
  expect_says 'make setup GREATEST_H=/path/to/greatest.h'
  expect_nothing_made
}

test_no_git_for_the_header() {
  rm "$W/bin/git"
  fake id 'echo 1000'
  use_table 'base cmd:true true-pkg true' 'fetch cmd:git git-pkg git'
  run_setup
  expect_status 3
  expect_says 'there is no git'
  expect_nothing_made
}
