#!/usr/bin/env bash
# Nobody of the crowd walks into a wall, at 1, 10 and 60 ticks per second, with steps of up to 1.6 m. Of the places along
# each step this is checked by an overlap, and not by a cast.
#   test_crowd_walls.sh CROWD
set -euo pipefail
for rate in 1 10 60; do
  out=$("$1" --agents 1500 --ticks $((12 * rate)) --rate $rate --watch)
  grep -qx 'steps into a wall: 0' <<<"$out" || { echo "at $rate ticks per second: $out"; exit 1; }
done
