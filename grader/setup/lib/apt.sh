# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Installs what probe_group found missing, where that is allowed.
#
# apt is run without a terminal and without questions. Its output goes to
# build/setup/apt.log; a person sees it only when it failed.

APT_OPTIONS=(-y -q --no-install-recommends
  -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold
  -o Dpkg::Use-Pty=0)
APT_UPDATED=

os_field() {
  local file=${SETUP_OS_RELEASE:-/etc/os-release}

  [[ ! -r $file ]] || sed -n "s/^$1=\"\\{0,1\\}\\([^\"]*\\)\"\\{0,1\\}\$/\\1/p" "$file"
}

is_debian() {
  case " $(os_field ID) $(os_field ID_LIKE) " in
  *' debian '* | *' ubuntu '*) type -P apt-get >/dev/null ;;
  *) return 1 ;;
  esac
}

is_root() {
  [[ $(id -u) == 0 ]]
}

sudo_works() {
  type -P sudo >/dev/null && sudo -n true </dev/null >/dev/null 2>&1
}

# Prints why nothing may be installed here, or nothing if it may.
why_not_install() {
  if ! is_debian; then
    echo "this system is not Debian or Ubuntu"
  elif ! is_root && ! sudo_works; then
    echo "not root, and sudo is not there or would ask for a password"
  fi
}

missing_packages() {
  printf '%s\n' "${MISSING[@]}" | awk '!seen[$0]++'
}

apt_command_line() {
  local packages sudo='sudo '

  packages=$(missing_packages)
  ! is_root || sudo=
  printf '%sapt-get install -y --no-install-recommends %s\n' "$sudo" \
    "${packages//$'\n'/ }"
}

# Installs MISSING, or says what is missing and stops.
apt_install_missing() {
  local why packages

  why=$(why_not_install)
  if [[ -n $why ]]; then
    say "missing:"
    list_missing
    say "cannot install: $why."
    if is_debian; then
      die "Run this, then try again:  $(apt_command_line)"
    fi
    say "Install these with this system's own package manager, then try again."
    die "On Debian they come with:  $(apt_command_line)"
  fi
  mapfile -t packages < <(missing_packages)
  say "installing ${packages[*]}"
  apt_install "${packages[@]}" || die_apt_failed
}

# Installs what it can of MISSING; what it cannot is no failure.
apt_install_optional() {
  local packages available=() package

  [[ -z $(why_not_install) ]] || return 0
  mapfile -t packages < <(missing_packages)
  apt_update_if_needed "${packages[@]}" || return 0
  for package in "${packages[@]}"; do
    ! apt_knows "$package" || available+=("$package")
  done
  ((${#available[@]})) || return 0
  say "installing ${available[*]}"
  apt_install "${available[@]}" ||
    say "apt-get failed; see $STATE/apt.log"
}

apt_knows() {
  apt-cache show "$1" >/dev/null 2>&1
}

apt_update_if_needed() {
  local package

  for package in "$@"; do
    if ! apt_knows "$package"; then
      apt_update
      return
    fi
  done
}

apt_update() {
  [[ -z $APT_UPDATED ]] || return 0
  apt_get update || return 1
  APT_UPDATED=yes
}

# Package lists can be older than what the mirror still holds: a failure with
# old lists is tried once more with new ones.
apt_install() {
  apt_update_if_needed "$@" || return 1
  apt_get install "$@" && return
  ! apt_was_locked && [[ -z $APT_UPDATED ]] || return 1
  apt_update && apt_get install "$@"
}

# Runs apt-get as root; waits a bounded time for its locks. apt can wait for
# dpkg's lock by itself, but not for those of its lists and archives.
apt_get() {
  local limit=${SETUP_LOCK_SECONDS:-120} told=
  local deadline=$((SECONDS + limit))

  until apt_get_once "$((deadline - SECONDS))" "$@"; do
    apt_was_locked || return 1
    ((SECONDS < deadline)) || return 1
    [[ -n $told ]] || say "waiting for apt, $(apt_lock_holder)"
    told=yes
    sleep 1
  done
}

apt_get_once() {
  local wait=$1 as_root=()
  shift

  is_root || as_root=(sudo -n)
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a \
    APT_LISTCHANGES_FRONTEND=none LC_ALL=C \
    apt-get "${APT_OPTIONS[@]}" -o "DPkg::Lock::Timeout=$wait" "$@" \
    </dev/null >"$STATE/apt.log" 2>&1
}

apt_was_locked() {
  grep -Eq 'Could not get lock|Unable to lock|Unable to acquire the dpkg' \
    "$STATE/apt.log"
}

apt_lock_holder() {
  local line

  line=$(grep -Eo 'held by process [0-9]+( \([^)]*\))?' "$STATE/apt.log" |
    tail -n 1)
  echo "its lock is ${line:-held by another process}"
}

die_apt_failed() {
  if apt_was_locked; then
    say "apt is in use: $(apt_lock_holder)."
    say "Wait until that process is done, then try again. Still missing:"
    list_missing
    exit 3
  fi
  say "apt-get failed:"
  tail -n 12 "$STATE/apt.log" | sed 's/^/  /' >&2
  say "Still missing:"
  list_missing
  die "Put that right (a network? a mirror?), then:  $(apt_command_line)"
}
