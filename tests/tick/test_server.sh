#!/usr/bin/env bash
# The server example: agents touch, stop touching and enter regions, and all of it is the same on every instruction set.
#   test_server.sh SERVER
set -euo pipefail
server=$1
fail() { echo "FAIL  $1" >&2; exit 1; }
expected=$("$server")
case $expected in
  *"tick 300: "*" touches began, "*" ended; "*" entered a region") ;;
  *) fail "the last line is not that of tick 300: $expected" ;;
esac
number() { sed -n "s/^tick 300: .*[ ;]\([0-9][0-9]*\) $1.*/\1/p" <<<"$expected"; }
began=$(number "touches began") ended=$(number ended) entered=$(number entered)
[ "$began" -gt "$ended" ] && [ "$ended" -gt 1000 ] && [ "$entered" -gt 100 ] || fail "too little happens: $expected"
for isa in scalar sse avx2 avx512 neon; do
  if ! other=$(LANEGJK_ISA=$isa "$server" 2>&1); then
    case $other in *LANEGJK_ISA*) echo "$isa: not here"; continue ;; *) fail "$isa: $other" ;; esac
  fi
  [ "$other" = "$expected" ] || fail "$isa gives another run"
done
