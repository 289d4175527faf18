#!/usr/bin/env bash
# Installs what is missing, builds, and passes the tests.
#   scripts/test.sh          the library and its program by gcc, with few pairs: four minutes on two cores
#   scripts/test.sh --all    everything, as CI does: other compilers and systems, sanitizers, emulated machines, fuzzing
# The stages of --all (scripts/ci/stage.sh) are built here and run as entries of the same ctest run. One that cannot run on
# this machine, and an instruction set that it does not have, are reported as skipped, by name.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/ci/packages.sh

begin=$(date +%s)
say() { printf '\n== %4d s  %s\n' $(($(date +%s) - begin)) "$*"; }

# Runs the tests of a preset. At the end stand those that left out something, or all, and why.
run_tests() {
  local status=0
  say "run: $(ctest --preset "$1" -N | tail -n 1)"
  ctest --preset "$1" -j "$(nproc)" || status=$?
  awk '$2 == "Test:" { name = $3 } /^ *(skipped:|.*: skipped, |SKIPPED|- skip)/ { print name ": " $0 }' \
    "build/$1/Testing/Temporary/LastTest.log"
  return $status
}

# What was compiled before, here or in another folder, is not compiled again.
use_cache() {
  local folder
  command -v ccache >/dev/null && [ -z "${CMAKE_C_COMPILER_LAUNCHER:-}" ] || return 0
  folder=$(ccache -k cache_dir)
  mkdir -p "$folder" && [ -w "$folder" ] || { echo "no compiler's cache: cannot write to $folder"; return; }
  export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
  echo "the compiler's cache: $folder"
}

# One lane, and the two widest instruction sets of this machine.
widest_isas() {
  case $(uname -m) in
    x86_64)
      if grep -qw avx512bw /proc/cpuinfo; then echo "scalar;avx2;avx512"; return; fi
      if grep -qw avx2 /proc/cpuinfo; then echo "scalar;sse;avx2"; else echo "scalar;sse"; fi ;;
    aarch64) echo "scalar;neon" ;;
    *) echo "scalar" ;;
  esac
}

test_library() {
  say "packages"
  need_packages build tools test
  use_cache
  say "build: gcc, -O1, instruction sets $(widest_isas)"
  cmake --preset quick -DLGJK_ISAS="$(widest_isas)" >/dev/null
  cmake --build --preset quick
  LGJK_TEST_PAIRS=80 LGJK_TEST_ROUNDS=1 run_tests quick
}

# In the order in which they are built: the last two have work for all cores until the end.
stages="fuzz2 fuzz3 wasm aarch64 windows avx512 valgrind clang tsan sanitize"
build_stage() {
  say "build: stage $1 ($(sed -n "s/^# $1  *//p" scripts/ci/stage.sh))"
  scripts/ci/stage.sh build "$1" || [ $? -eq 77 ]
}

test_all() {
  local emulated=""
  say "packages"
  need_packages build tools test text
  try_packages plot python bench mpi || echo "tests that need these are skipped"
  try_packages cache || true
  use_cache
  # On x86-64 AVX-512 is emulated where it is missing.
  if [ "$(uname -m)" = x86_64 ] && ! grep -qw avx512bw /proc/cpuinfo; then emulated=avx512; fi
  # shellcheck disable=SC2086
  try_packages clang valgrind site packaging aarch64 windows $emulated || echo "stages and tests that need these are skipped"
  try_packages wasm || echo "the stage wasm, or a part of it, is skipped"

  say "build: gcc, optimised, with the tests"
  cmake --preset test -DLGJK_TEST_STAGES=ON >/dev/null
  cmake --build --preset test
  export begin
  export -f say build_stage
  # Two at a time: the last file of one leaves no core idle.
  # shellcheck disable=SC2016,SC2086
  printf '%s\n' $stages | CMAKE_BUILD_PARALLEL_LEVEL=$(nproc) xargs -r -n 1 -P 2 bash -euo pipefail -c 'build_stage "$0"'

  run_tests test
}

case "${1:-}" in
  "") test_library ;;
  --all) test_all ;;
  *) sed -n '2,4s/^# //p' "$0" >&2; exit 2 ;;
esac
