# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# A stamp says that a group was complete, and why that is believed: the sums
# of the set-up's own files and of greatest.h, the commands that were on PATH
# and every file the compiler and the linker opened while probing. Checking it
# again costs one process and a test of existence per line, so a package that
# was removed since is noticed without running a compiler.

# Sets SUMS to what the first part of a good stamp must say.
stamp_sums() {
  local files=("$HERE"/setup.sh "$HERE"/lib/*.sh "$HERE"/deps.table
    "$HERE"/greatest.pin)

  [[ ! -f $HEADER ]] || files+=("$HEADER")
  SUMS=$(sha256sum "${files[@]}") || die "cannot run sha256sum"
}

stamp_is_good() {
  local stamp=$STATE/$1.stamp kind value sums=

  [[ -r $stamp ]] || return 1
  if [[ $1 == base ]]; then
    [[ -f $HEADER && -z ${GREATEST_H:-} ]] || return 1
  fi
  while read -r kind value; do
    case $kind in
    sum) sums+=${sums:+$'\n'}$value ;;
    cmd) probe_cmd "$value" || return 1 ;;
    file) [[ -e $value ]] || return 1 ;;
    *) return 1 ;;
    esac
  done <"$stamp"
  [[ $sums == "$SUMS" ]]
}

# Writes the stamp of group $1 from what probe_group has just seen.
stamp_write() {
  stamp_sums
  {
    printf 'sum %s\n' "${SUMS//$'\n'/$'\n'sum }"
    ((${#SEEN[@]} == 0)) || printf '%s\n' "${SEEN[@]}" | sort -u
  } >"$TMP/stamp"
  mv -f "$TMP/stamp" "$STATE/$1.stamp"
}
