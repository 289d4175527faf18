#!/usr/bin/env bash
# The manual page has all options of the command line program's --help, and no others; its version is that of the project.
# Where man is there, it shows the page without a warning.
#   test_man.sh LANEGJK PAGE
set -euo pipefail
lanegjk=$1 page=$2
sort_options() { grep -oE -e '--[a-z]+(-[a-z]+)*' | grep -vxE -e '--(help|version)' | sort -u; }

diff <(for command in query replay info demo-recording; do "$lanegjk" $command --help; done | sort_options) \
  <(sed 's/\\-/-/g' "$page" | sort_options)
grep -qF "\"$("$lanegjk" --version | head -n 1)\"" "$page" || { echo "the page is of another version"; exit 1; }
if command -v man >/dev/null; then
  said=$(MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
  [ -z "$said" ] || { echo "$said"; exit 1; }
fi
echo "the manual page has all options"
