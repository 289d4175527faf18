#!/usr/bin/env bash
# Installs what is missing, builds, and passes the tests.
#   scripts/test.sh            everything: some minutes
#   scripts/test.sh --quick    the tests of one build alone
# The stages beyond the first (scripts/ci/stage.sh) are built here and run as entries of the same ctest run. One that cannot
# run on this machine, and an instruction set that it lacks, are reported as skipped, by name.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/ci/packages.sh

# In the order in which they are built: the last two have work for all cores until the end.
stages="fuzz2 fuzz3 wasm aarch64 windows avx512 valgrind clang sanitize"
case "${1:-}" in
  "") ;;
  --quick) stages="" ;;
  *) sed -n '2,4s/^# //p' "$0" >&2; exit 2 ;;
esac

begin=$(date +%s)
say() { printf '\n== %4d s  %s\n' $(($(date +%s) - begin)) "$*"; }

# What was compiled before, here or in another folder, is not compiled again.
use_cache() {
  local folder
  folder=$(ccache -k cache_dir)
  mkdir -p "$folder" && [ -w "$folder" ] || { echo "no compiler's cache: cannot write to $folder"; return; }
  export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
  echo "the compiler's cache: $folder"
}

say "packages"
need_packages build tools test
want_packages plot python || echo "tests that need these are skipped"
if want_packages cache && command -v ccache >/dev/null && [ -z "${CMAKE_C_COMPILER_LAUNCHER:-}" ]; then use_cache; fi
if [ -n "$stages" ]; then
  # On x86-64 AVX-512 is emulated where it lacks.
  emulated=""
  if [ "$(uname -m)" = x86_64 ] && ! grep -qw avx512bw /proc/cpuinfo; then emulated=avx512; fi
  # shellcheck disable=SC2086
  want_packages clang valgrind site packaging aarch64 windows $emulated || echo "stages and tests that need these are skipped"
  want_packages wasm || echo "the stage wasm, or a part of it, is skipped"
fi

say "build: gcc, optimised, with the tests"
cmake --preset test -DLGJK_TEST_STAGES="${stages:+ON}" >/dev/null
cmake --build --preset test

# Two at a time: the last file of one leaves no core idle.
build_stage() {
  say "build: stage $1 ($(sed -n "s/^# $1  *//p" scripts/ci/stage.sh))"
  scripts/ci/stage.sh build "$1" || [ $? -eq 77 ]
}
export begin
export -f say build_stage
# shellcheck disable=SC2016,SC2086
printf '%s\n' $stages | CMAKE_BUILD_PARALLEL_LEVEL=$(nproc) xargs -r -n 1 -P 2 bash -euo pipefail -c 'build_stage "$0"'

say "run: $(ctest --preset test -N | tail -n 1)"
ctest --preset test -j "$(nproc)"
