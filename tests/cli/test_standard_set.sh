#!/usr/bin/env bash
# What the benchmark publishes is what the pages show: every instruction set of this machine on every scene, the curve
# against the number of pairs, cold and warm, contacts, and a line about each scene.
#   test_standard_set.sh BENCHMARK PROJECT_FOLDER
set -euo pipefail
benchmark=$1
project=$2
table=$project/bench/report/table.py
fail() { echo "FAILED: $1" >&2; exit 1; }

list=$("$benchmark" --list | grep "^[23]d/")
has() { grep -qxF "$1" <<<"$list" || fail "the standard set lacks $1"; }

scenes=$(cut -d / -f 1,2 <<<"$list" | grep -v -e - | sort -u)
isas=$("$table" --isas | cut -f 1 | grep -vx auto | grep -xFf <(cut -d / -f 5 <<<"$list" | sort -u))
widest=$(tail -n 1 <<<"$isas")  # of one machine, the last
for scene in $scenes; do
  grep -q "^    \"${scene#*/}\": \"" "$project/bench/report/results.py" || fail "results.py has no line about ${scene#*/}"
  for isa in $isas; do
    for mode in cold warm; do has "$scene/distance/$mode/$isa/10000"; done
  done
done
for pairs in 1000 10000 100000 1000000; do
  for mode in cold warm; do
    for name in "$widest" box2d; do has "2d/S2/distance/$mode/$name/$pairs"; done
  done
done
for mode in cold warm; do
  for isa in "$widest" $(grep -x avx2 <<<"$isas"); do
    for question in 2d/S2/contact 2d/S2-overlapping/depth 3d/T1/contact 3d/T4/contact 3d/T4-overlapping/depth; do
      has "$question/$mode/$isa/10000"
    done
  done
done
echo "$(wc -w <<<"$scenes") scenes, $(wc -w <<<"$isas") instruction sets"
