# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Derives sources of Debian source packages from the machine's own apt
# configuration, in both of its formats: whatever mirror, proxy or keyring the
# machine uses is used here as well, and no host is named.

# Writes into folder $1 one sources file per archive the machine is configured
# for, asking for source packages of suite $2. Archives that are not Debian's
# may be among them: they do not have that suite.
source_entries() {
  local out=$1 suite=$2 file prefix n=0
  local list=/etc/apt/sources.list parts=/etc/apt/sources.list.d

  eval "$(apt-config shell list Dir::Etc::sourcelist/f \
    parts Dir::Etc::sourceparts/d 2>/dev/null)"
  for file in "$list" "${parts%/}"/*.list "${parts%/}"/*.sources; do
    [[ -r $file ]] || continue
    printf -v prefix '%s/%03d' "$out" "$((n += 1))"
    case $file in
    *.sources) entries_from_deb822 "$file" "$prefix" "$suite" ;;
    *) entries_from_lines "$file" "$prefix" "$suite" ;;
    esac
  done
}

# deb [options] URI suite component...
entries_from_lines() {
  awk -v prefix="$2" -v suite="$3" '
    /^[ \t]*deb[ \t]/ {
      sub(/#.*/, "")
      sub(/^[ \t]*deb[ \t]+/, "")
      options = ""
      if ($0 ~ /^\[/) {
        end = index($0, "]")
        options = substr($0, 1, end) " "
        $0 = substr($0, end + 1)
      }
      main = 0
      for (i = 3; i <= NF; i++)
        if ($i == "main")
          main = 1
      if (!main || $1 ~ /^cdrom:/ || $2 !~ /^[a-z]+$/ || seen[$1]++)
        next
      file = prefix "." ++count ".list"
      print "deb-src " options $1 " " suite " main" >file
      close(file)
    }' "$1"
}

# Stanzas of "Field: value", a value going on in indented lines.
entries_from_deb822() {
  awk -v prefix="$2" -v suite="$3" '
    function has(field, pattern,    words, n, i) {
      n = split(value[field], words, /[ \t\n]+/)
      for (i = 1; i <= n; i++)
        if (words[i] ~ pattern)
          return 1
      return 0
    }
    function emit(    file) {
      if (has("types", "^deb$") && has("components", "^main$") &&
          has("suites", "^[a-z]+$") &&
          !has("enabled", "^(no|false|without|off|disable|0)$")) {
        file = prefix "." ++count ".sources"
        print "Types: deb-src\nURIs:" value["uris"] >file
        print "Suites: " suite "\nComponents: main" >file
        if ("signed-by" in value)
          print "Signed-By:" value["signed-by"] >file
        if ("trusted" in value)
          print "Trusted:" value["trusted"] >file
        close(file)
      }
      split("", value)
    }
    /^#/ { next }
    /^[ \t]*$/ { emit(); next }
    /^[ \t]/ { value[field] = value[field] "\n" $0; next }
    {
      field = tolower(substr($0, 1, index($0, ":") - 1))
      value[field] = substr($0, index($0, ":") + 1)
    }
    END { emit() }' "$1"
}
