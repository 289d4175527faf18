#!/usr/bin/env bash
# The benchmark's standard set has what is published of small calls, variants of scenes, the crowd's scene, and of
# contacts: pairs that touch and rest, by default options, and with records against without.
#   test_bench_cases.sh LGJK_BENCH
set -euo pipefail
list=$("$1" --list)
wrong=0

expects() { grep -qxE "$1" <<<"$list" || { echo "missing: $1"; wrong=1; }; }
refuses() { ! grep -xE "$1" <<<"$list" || { echo "unwanted: the above"; wrong=1; }; }
isa='(scalar|sse|avx2|avx512|neon)'

for query in distance overlap; do
  for mode in cold warm; do
    for size in 1 4 16 64 256 1000; do
      expects "2d/S2/$query/$mode/scalar/$size"
      expects "2d/S2/$query/$mode/(sse|avx2|avx512|neon)/$size"
      [ $size = 1000 ] || expects "2d/S2/$query/$mode/auto/$size" # what users get by default
      [ $size = 1000 ] || expects "3d/T4/$query/$mode/auto/$size"
      expects "2d/S2/$query/$mode/reference/$size"
      expects "2d/S2/$query/$mode/box2d/$size"
      expects "3d/T4/$query/$mode/scalar/$size"
      expects "3d/T4/$query/$mode/(sse|avx2|avx512|neon)/$size"
      expects "3d/T4/$query/$mode/reference/$size"
      expects "3d/T4/$query/$mode/bullet/$size"
    done
    for scene in 2d/S1 2d/S2 2d/S3 2d/S4 2d/S5 3d/T1 3d/T2 3d/T4; do
      expects "$scene-ab/$query/$mode/$isa/10000"
      expects "$scene/$query/$mode/$isa/10000" # to compare with
    done
    for implementation in scalar reference box2d chipmunk; do
      [ "$query $implementation" = "distance chipmunk" ] || expects "2d/S9/$query/$mode/$implementation/10000"
    done
  done
done
for mode in cold warm; do
  for scene in 2d/S1 2d/S2 2d/S3 2d/S4 2d/S5 3d/T1 3d/T2 3d/T4; do
    expects "$scene-reach/distance/$mode/$isa/10000"
    expects "$scene-half/distance/$mode/$isa/10000"
  done
done
for mode in cold warm; do
  for scene in 2d/S{1..13} 3d/T{1..4} 3d/T8; do expects "$scene/contact/$mode/$isa/10000"; done
  for scene in 2d/S7 2d/S8 2d/S10 3d/T8; do
    expects "$scene/depth/$mode/$isa/10000"
    expects "$scene/distance/$mode/$isa/10000"
  done
  for scene in 2d/S1 2d/S2 2d/S4 2d/S5 2d/S10 3d/T1 3d/T4 3d/T8; do
    expects "$scene-default/contact/$mode/$isa/10000" # without a maximum distance and a margin
  done
  for scene in 2d/S7 2d/S8 2d/S10; do expects "$scene/overlap/$mode/$isa/10000"; done
  for scene in 2d/S2 3d/T1 3d/T3 3d/T4 3d/T5; do expects "$scene-overlapping/depth/$mode/$isa/10000"; done
  for scene in 3d/T1 3d/T2 3d/T3 3d/T4; do
    expects "$scene/contact/$mode/bullet/10000"
    expects "$scene/contact/$mode/reference/10000"
  done
done
expects "3d/T8/overlap/cold/$isa/10000"
for scene in 2d/S{1..6} 2d/S9 2d/S10 3d/T{1..4} 3d/T8; do
  for query in contact overlap; do expects "$scene/$query/recordless/$isa/10000"; done
done
for scene in 2d/S1 2d/S2 2d/S4 2d/S5 3d/T1; do
  expects "$scene/contact/cold/reference-sat/10000"
  expects "$scene/overlap/cold/reference-sat/10000"
done
refuses "(2d/S[369]|2d/S1[03]|3d/T[2-8])[-/].*/reference-sat/.*" # no polygons or boxes alone
for scene in 2d/S1 2d/S2 2d/S4 2d/S5 2d/S7 2d/S8 2d/S9 2d/S1{1..3}; do expects "$scene/contact/cold/box2d/10000"; done
expects "2d/S6/contact/cold/chipmunk/10000"
for rival in bullet bullet-detector libccd libccd-mpr fcl; do
  expects "3d/T4/contact/cold/$rival/10000"
  expects "3d/T5-overlapping/depth/cold/$rival/10000"
done
# Rivals that may be missing in a build: all of their cases, or none.
grep -q /box2d-v3/ <<<"$list" && for scene in 2d/S{1..13}; do
  expects "$scene/contact/cold/box2d-v3/10000"
  for mode in cold warm; do expects "$scene/distance/$mode/box2d-v3/10000"; done
done
grep -q /box3d/ <<<"$list" && for scene in 3d/T1 3d/T2 3d/T4 3d/T8; do
  for mode in cold warm; do
    expects "$scene/contact/$mode/box3d/10000"
    expects "$scene/distance/$mode/box3d/10000"
  done
done
grep -q /jolt/ <<<"$list" && for scene in 3d/T{1..4}; do
  expects "$scene/contact/cold/jolt/10000"
  for mode in cold warm; do expects "$scene/distance/$mode/jolt/10000"; done
done
refuses "2d/S([36]|10)/contact/.*/box2d/.*" # it has none for two capsules
refuses "2d/.*/(contact|depth)/warm/(box2d|box2d-v3|chipmunk)/.*" # they keep no state
refuses ".*-overlapping/(distance|overlap|contact)/.*"
refuses ".*/(contact|depth)/(churn/.*|.*-sorted/.*|.*/(1|4|16|64|256|1000|100000|1000000))"
refuses ".*-(reach|half|ab|default)/.*/(reference|box2d.*|chipmunk|bullet.*|libccd.*|fcl|box3d|jolt)/.*"
refuses ".*-(reach|half)/overlap/.*"
refuses ".*-default/(distance|overlap)/.*"
refuses ".*/recordless/(reference|box2d.*|chipmunk|bullet.*|libccd.*|fcl|box3d|jolt)/.*"
refuses ".*/auto/[0-9]{4,}" # where it is the widest set
refuses ".*-(reach|half|ab|default)/.*/(1|4|16|64|256|1000)"
[ -z "$(sort <<<"$list" | uniq -d)" ] || { echo "a case is there twice"; wrong=1; }
exit $wrong
