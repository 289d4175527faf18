#!/usr/bin/env bash
# Builds the library by another compiler or at another level, and compares what its queries write, on every instruction
# set that then runs, with the one-lane build under test: the same bits, whatever compiled them. And nothing of libm in it.
#   test_compilers.sh SOURCE_DIR WORK_DIR BUILD_DIR COMPILER LEVEL [PAIRS]
# BUILD_DIR holds the programs digest2 and digest3 of the build under test. Programs for other machines run under qemu or
# Node.js. PAIRS: of each input, 40 if not said; "all": as many as the golden hashes are of, which then are compared with.
# Status 77 where the compiler or the emulator is missing on this machine.
set -euo pipefail
SOURCE_DIR=$1 compiler=$4 level=$5
work=$2/$compiler$level
# shellcheck source=scripts/ci/targets.sh
. "$SOURCE_DIR/scripts/ci/targets.sh"

require_target "$compiler"
build_for "$compiler" "$level" "$work" digest2 digest3 >/dev/null
# Machines without a control word of their own here set the standard one by libm.
case $compiler in
  gcc | clang | aarch64-*)
    if nm -u "$work/kernel/liblanegjk.a" | grep -w 'sqrtf\?'; then
      echo "the library calls libm"
      exit 1
    fi ;;
esac
same_digests "$work" "$3" "${6:-40}"
