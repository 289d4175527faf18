#!/usr/bin/env bash
# The crowd example ends with the same bits on an instruction set as on one lane, and on several threads as on one: agents
# that come, go and change places in memory, walls, warm records and the shapes added half way, and where ticks are played
# again from snapshots, with records or without them. Each touch that began has ended, or is one now. The table of a tick's
# phases adds up. The last line reports what the queries cost, and that nobody is deep in another. Skipped (77) where this
# machine does not have the instruction set.
#   test_crowd.sh CROWD ISA [CROWD_OF_ANOTHER_MACHINE EMULATOR...]
set -euo pipefail
crowd=$1
isa=$2
shift 2

checksum_of() { "$@" --agents 700 --ticks 120 | sed -n 's/.*checksum //p'; }

# 700 agents have some 1,100 pairs per tick. Of times only that they are there, and that carrying records is a part of the
# queries, is certain.
check_costs() {
  awk '/checksum/ {
    found = match($0, /[0-9]+ pairs per tick/) && substr($0, RSTART) + 0 >= 700 && substr($0, RSTART) + 0 <= 3500
    found = found && match($0, /[0-9.]+ ns per pair in queries/) && substr($0, RSTART) + 0 > 0
    found = found && match($0, /[0-9.]+% of that in lgjk_warm_carry/)
    found = found && substr($0, RSTART) + 0 > 0 && substr($0, RSTART) + 0 < 100
    found = found && match($0, /[0-9]+ pairs touch, at most /) && substr($0, RSTART + RLENGTH) + 0 < 0.2
  }
  END { exit !found }'
}

# Rows are name, median, worst, share, from `phase` on; the last is the whole tick.
check_table() {
  awk '$1 == "phase" { inside = 1; next }
    !inside || NF != 4 { next }
    $1 == "tick" { whole = $2; inside = 0; next }
    { rows++; sum += $4; wrong += $2 > $3; worst += $3 }
    END { exit !(rows == 9 && !wrong && sum > 99 && sum < 101 && whole > 0 && whole <= worst) }'
}

# What began, what ended, and what touches in the last tick.
check_events() {
  awk '/^events: / { open = $2 - $6; any = $2 > 100 && $6 > 100 }
    /checksum/ { match($0, /[0-9]+ pairs touch/); found = any && substr($0, RSTART) + 0 == open }
    END { exit !found }'
}

whole=$("$crowd" --agents 700 --ticks 120 --isa scalar)
line=$(tail -n 1 <<<"$whole")
check_costs <<<"$line" || { echo "no costs, or too deep: $line"; exit 1; }
check_table <<<"$whole" || { echo "phases do not add up: $whole"; exit 1; }
check_events <<<"$whole" || { echo "touches that began and ended: $whole"; exit 1; }
grep -qE '^memory: [0-9.]+ MB at the most, [0-9]+ bytes per agent$' <<<"$whole" || { echo "no memory: $whole"; exit 1; }

expected=$(checksum_of "$crowd" --isa scalar)
again=$("$crowd" --agents 700 --ticks 120 --rollback)
grep -q '^rollback: 100 ticks played again, all with the same bits$' <<<"$again" || { echo "no rollback: $again"; exit 1; }
[ "${again##*checksum }" = "$expected" ] || { echo "rolled back, the crowd ends otherwise: $again"; exit 1; }
free_of_history=$(checksum_of "$crowd" --history-free)
again=$("$crowd" --agents 700 --ticks 120 --rollback --history-free)
grep -q '^rollback: 100 ticks played again, all with the same bits$' <<<"$again" || { echo "no rollback: $again"; exit 1; }
[ "${again##*checksum }" = "$free_of_history" ] || { echo "without records, it ends otherwise: $again"; exit 1; }
if [ $# -gt 0 ]; then
  other=$1
  shift
  found=$(checksum_of "$@" "$other" --isa "$isa")
else
  code=0
  "$crowd" --agents 1 --ticks 1 --isa "$isa" >/dev/null || code=$?
  if [ "$code" -eq 3 ]; then
    echo "skipped: this machine has no $isa"
    exit 77
  fi
  [ "$code" -eq 0 ] || { echo "one agent alone, and so no pair: status $code"; exit 1; }
  found=$(checksum_of "$crowd" --isa "$isa")
fi
for workers in 2 5; do
  threads=$("$crowd" --agents 700 --ticks 120 --workers $workers --rollback)
  [ "${threads##*checksum }" = "$expected" ] || { echo "on $workers threads, it ends otherwise: $threads"; exit 1; }
  check_events <<<"$threads" || { echo "touches that began and ended, on $workers threads: $threads"; exit 1; }
done
echo "scalar $expected, $isa $found"
[ -n "$expected" ] && [ "$expected" = "$found" ]
