#!/usr/bin/env bash
# Builds the library by another compiler or at another level, and compares what its queries write, on every instruction
# set that then runs, with the one-lane build under test: the same bits, whatever compiled them. And nothing of libm in it.
#   test_compilers.sh SOURCE_DIR WORK_DIR BUILD_DIR SIMDE_INCLUDE_DIR COMPILER LEVEL [PAIRS]
# BUILD_DIR holds the programs digest2 and digest3 of the build under test. Programs for other machines run under qemu or
# Node.js. PAIRS: of each input, 40 if not said; "all": as many as the golden hashes are of, which then are compared with.
# Status 77 where this machine lacks the compiler or the emulator.
set -euo pipefail
SOURCE_DIR=$1 build=$3 simde=$4 compiler=$5 level=$6 pairs=${7:-40}
work=$2/$compiler$level
. "$SOURCE_DIR/scripts/ci/targets.sh"
unset LGJK_DATA_DIR  # where its input runs, all takes longer, and shows the same

target_of "$compiler"
build_for "$compiler" "$level" "$simde" "$work" >/dev/null
# Machines without a control word of their own here set the standard one by libm.
case $compiler in
  gcc | clang | aarch64-*)
    if nm -u "$work/kernel/liblanegjk.a" | grep -w 'sqrtf\?'; then
      echo "the library calls libm"
      exit 1
    fi ;;
esac
compile_digests "$compiler" "$level" "$work"

of_each=(--pairs "$pairs")
if [ "$pairs" = all ]; then of_each=(); fi
for dim in 2 3; do
  if [ "$pairs" = all ]; then
    grep GOLDEN "$SOURCE_DIR/tests/contract/golden$dim.h" | grep -v '"T7"' >"$work/expected$dim"
  else
    "$build/digest$dim" "${of_each[@]}" scalar >"$work/expected$dim"
  fi
  for isa in $("${emulator[@]}" "$work/digest$dim" --list); do
    "${emulator[@]}" "$work/digest$dim" "${of_each[@]}" "$isa" | diff "$work/expected$dim" -
    echo "$compiler $level, ${dim}D, $isa: the same bits"
  done
done
