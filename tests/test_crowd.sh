#!/usr/bin/env bash
# The crowd example ends with the same bits on an instruction set as on one lane: agents, walls, warm records and the
# shapes added half way. Skipped (77) where this machine lacks the instruction set.
#   test_crowd.sh CROWD ISA [CROWD_OF_ANOTHER_MACHINE EMULATOR...]
set -euo pipefail
crowd=$1
isa=$2
shift 2

checksum_of() { "$@" --agents 700 --ticks 120 | sed -n 's/.*checksum //p'; }

expected=$(checksum_of "$crowd" --isa scalar)
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
  found=$(checksum_of "$crowd" --isa "$isa")
fi
echo "scalar $expected, $isa $found"
[ -n "$expected" ] && [ "$expected" = "$found" ]
