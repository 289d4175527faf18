#!/usr/bin/env bash
# The server example: agents touch, stop touching and enter regions, bullets hit agents and walls, a player walks on, and
# all of it is the same on every instruction set.
#   test_server.sh SERVER
set -euo pipefail
server=$1
fail() { echo "FAIL  $1" >&2; exit 1; }
expected=$("$server")
case $expected in
  *"tick 300: "*" touches began, "*" ended; "*" entered a region"*"bullets hit "*" walls; the player came to ("*) ;;
  *) fail "the last lines are not those of tick 300: $expected" ;;
esac
number() { sed -n "s/^tick 300: .*[ ;]\([0-9][0-9]*\) $1.*/\1/p" <<<"$expected"; }
began=$(number "touches began") ended=$(number ended) entered=$(number entered)
[ "$began" -gt "$ended" ] && [ "$ended" -gt 1000 ] && [ "$entered" -gt 100 ] || fail "too little happens: $expected"
shots=$(sed -n 's/^bullets hit \([0-9]*\) agents and \([0-9]*\) walls; .*/\1 \2/p' <<<"$expected")
[ "${shots% *}" -gt 10000 ] && [ "${shots#* }" -gt 1000 ] || fail "too few hits: $expected"
case $expected in *"came to (-"*) fail "the player does not get along the walls: $expected" ;; esac

# Clients that gather on one spot do not stop the server (test_tick_world looks at the events of others).
for gathered in 401 3000; do
  crowd=$("$server" "$gathered") || fail "$gathered agents on one spot stop the server: $crowd"
  case $crowd in *"tick 300: "*" pairs of the crowd had no room"*) ;; *) fail "$gathered on one spot: $crowd" ;; esac
  case $crowd in *"
0 pairs of the crowd had no room"*) fail "a list of $gathered on one spot had room for all: $crowd" ;; esac
done

for isa in scalar sse avx2 avx512 neon; do
  if ! other=$(LANEGJK_ISA=$isa "$server" 2>&1); then
    case $other in *LANEGJK_ISA*) echo "$isa: not here"; continue ;; *) fail "$isa: $other" ;; esac
  fi
  [ "$other" = "$expected" ] || fail "$isa gives another run"
done
