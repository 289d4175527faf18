#!/usr/bin/env bash
# The crowd example with enough agents for every thread to have parts of each phase: the same bits on one thread and on
# several. A million agents need no more memory than the program says.
#   test_crowd_large.sh CROWD [MEGABYTES]     of memory that a million agents may take; without: any number
set -euo pipefail
crowd=$1
most=${2:-}

expected=$("$crowd" --agents 20000 --ticks 70 | sed -n 's/.*checksum //p')
for workers in 2 3 8; do
  found=$("$crowd" --agents 20000 --ticks 70 --workers $workers | sed -n 's/.*checksum //p')
  [ -n "$expected" ] && [ "$found" = "$expected" ] || { echo "$workers threads: $found, one: $expected"; exit 1; }
done

million=$("$crowd" --agents 1000000 --ticks 2 --workers 2)
taken=$(sed -n 's/^memory: \([0-9]*\).*/\1/p' <<<"$million")
echo "a million agents: $taken MB"
[ -z "$most" ] || [ "$taken" -le "$most" ] || { echo "$million"; exit 1; }
