#!/usr/bin/env bash
# Builds the library by another compiler or at another level, and compares what its queries write, on every instruction
# set that then runs, with the one-lane build under test: the same bits, whatever compiled them. And nothing of libm in it.
#   test_compilers.sh SOURCE_DIR WORK_DIR BUILD_DIR SIMDE_INCLUDE_DIR COMPILER LEVEL
# BUILD_DIR holds the programs digest2 and digest3 of the build under test. A compiler for AArch64 runs its program under
# qemu. Status 77 where this machine lacks the compiler or the emulator.
set -euo pipefail
source=$1 build=$3 simde=$4 compiler=$5 level=$6
work=$2/$compiler$level
emulator=()
pairs=120  # of each input: emulated and unoptimised, a thousand take minutes

requires() {
  command -v "$1" >/dev/null || { echo "skipped: this machine has no $1"; exit 77; }
}

requires "$compiler"
options=(-DCMAKE_C_COMPILER="$compiler")
mkdir -p "$work/include"
# The SIMDe headers alone: the rest of this machine's include folder is not for another one.
ln -sfn "$simde/simde" "$work/include/simde"
if [[ $compiler == aarch64-* ]]; then
  requires qemu-aarch64
  emulator=(qemu-aarch64 -L /usr/aarch64-linux-gnu)
  options=(-DCMAKE_TOOLCHAIN_FILE="$source/cmake/aarch64-linux-gnu.cmake")
fi

cmake -S "$source" -B "$work" "${options[@]}" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$level" \
  -DSIMDE_INCLUDE_DIR="$work/include" -DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_BENCH=OFF -DLGJK_BUILD_TOOLS=OFF \
  -DLGJK_BUILD_EXAMPLES=OFF -DLGJK_WERROR=ON >/dev/null
cmake --build "$work" --target lanegjk_static >/dev/null
if nm -u "$work/kernel/liblanegjk.a" | grep -w 'sqrtf\?'; then
  echo "the library calls libm"
  exit 1
fi
compile_digest() {
  "$compiler" -std=c11 "$level" -ffp-contract=off -DDIM="$1" -I"$source/kernel/include" -I"$source/tests/support" \
    -I"$source/scenes" "$source/tests/contract/digest.c" "$source"/scenes/scenes"$1"*.c "$work/kernel/liblanegjk.a" -lm \
    -o "$work/digest$1"
}

for dim in 2 3; do
  compile_digest $dim
  "$build/digest$dim" --pairs $pairs scalar >"$work/expected$dim"
  for isa in $("${emulator[@]}" "$work/digest$dim" --list); do
    "${emulator[@]}" "$work/digest$dim" --pairs $pairs "$isa" | diff "$work/expected$dim" -
    echo "$compiler $level, ${dim}D, $isa: the same bits"
  done
done
