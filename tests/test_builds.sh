#!/usr/bin/env bash
# Builds the library in other ways than the one under test, and uses what comes out. Unoptimised, which is quickest.
#   test_builds.sh CASE SOURCE_DIR C_COMPILER SIMDE_INCLUDE_DIR
# plain     CMAKE_BUILD_TYPE=Debug: the examples link, with neither optimisation nor libm
set -euo pipefail
case=$1 source=$2 cc=$3 simde=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# configure NAME [OPTION]...
configure() {
  local name=$1
  shift
  cmake -S "$source" -B "$work/$name" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER="$cc" -DSIMDE_INCLUDE_DIR="$simde" "$@"
}
build() {
  local name=$1
  shift
  cmake --build "$work/$name" -j 2 "$@"
}
# fails with the whole output of what was to pass
quietly() { "$@" >"$work/output" 2>&1 || { cat "$work/output"; echo "failed: $*"; exit 1; }; }

case_plain() {
  quietly configure plain -DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_BENCH=OFF -DLGJK_BUILD_TOOLS=OFF
  quietly build plain
  "$work/plain/smallest"
  "$work/plain/smallest3"
  if nm -u "$work/plain/kernel/liblanegjk.a" | grep -w 'sqrtf\?'; then
    echo "the library calls libm"
    exit 1
  fi
}

"case_$case"
