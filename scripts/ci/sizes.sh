#!/usr/bin/env bash
# Prints a page: the code size of the library for each instruction set and dimension, of programs that link it and of the npm
# package's modules, and how long builds take.
#   scripts/ci/sizes.sh [--quick] BUILD     BUILD: a build of cmake whose objects are measured; --quick: no build times
# Modules are those of build/js/package, as scripts/ci/js.sh leaves them.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/measure.sh
fail() { echo "sizes.sh: $1" >&2; exit 1; }
quick=""
if [ "${1:-}" = --quick ]; then quick=1; shift; fi
case "$#:${1:-}" in 1:-* | 0:* | [2-9]*) sed -n '4,5s/^# *//p' "$0" >&2; exit 2 ;; esac
build=$1
[ -d "$build/kernel/CMakeFiles" ] || fail "no build of the library in $build"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# kilobytes FILE...: of code and constants.
kilobytes() { size "$@" | awk 'NR > 1 { sum += $1 + $2 } END { printf "%.0f", sum / 1000 }'; }
objects() { find "$build/kernel/CMakeFiles/$1.dir" -name '*.o' 2>/dev/null; }

sets() {
  local isa dim
  echo "| code, kB | 2D | 3D |"
  echo "|---|--:|--:|"
  for isa in scalar sse avx2 avx512 neon wasm; do
    [ -n "$(objects "lgjk_kernel2_$isa")" ] || continue
    echo "| $(bench/report/table.py --isas | sed -n "s/^$isa\t//p") |$(for dim in 2 3; do
      mapfile -t files < <(objects "lgjk_kernel${dim}_$isa")
      echo " $(kilobytes "${files[@]}") |"
    done | tr -d '\n')"
  done
  echo "| for all sets |$(for dim in 2 3; do
    mapfile -t files < <(objects "lgjk_objects$dim")
    echo " $(kilobytes "${files[@]}") |"
  done | tr -d '\n')"
}

# What a program that queries distances alone keeps of the library.
programs() {
  local dim
  for dim in 2 3; do
    printf '#include <%s>\nint main(void) { return lgjk_distance%s(0, 0, 0, 0, 0, 0, 0, 0, 0); }\n' \
      "lanegjk/lanegjk$([ $dim = 2 ] || echo $dim).h" $dim >"$work/program.c"
    cc -O2 -Ikernel/include "$work/program.c" "$build/kernel/liblanegjk.a" -Wl,--gc-sections -lm -o "$work/program"
    echo "| a program that calls \`lgjk_distance$dim\` alone, all sets | $(kilobytes "$work/program") |"
  done
}

modules() {
  local file
  for file in build/js/package/*.wasm build/js/package/*/*.wasm; do
    [ ! -f "$file" ] || echo "| $(basename "$file") | $(($(wc -c <"$file") / 1000)) | $(($(gzip -9c "$file" | wc -c) / 1000)) |"
  done
}

# seconds COMPILER OPTION...: of a build of the static library without a compiler cache.
seconds() {
  local compiler=$1 begin
  shift
  rm -rf "$work/build"
  env -u CMAKE_C_COMPILER_LAUNCHER -u CMAKE_CXX_COMPILER_LAUNCHER cmake -G Ninja -B "$work/build" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER="$compiler" -DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_TOOLS=OFF -DLGJK_BUILD_EXAMPLES=OFF "$@" >/dev/null
  begin=$(date +%s%N)
  cmake --build "$work/build" --target lanegjk_static >/dev/null
  awk -v ns=$(($(date +%s%N) - begin)) 'BEGIN { printf "%.0f", ns / 1e9 }'
}

builds() {
  local compiler
  echo "| a build of the static library on $(nproc) cores, seconds | all | AVX2 and scalar |"
  echo "|---|--:|--:|"
  for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    echo "| $compiler $($compiler -dumpfullversion -dumpversion) | $(seconds $compiler) |" \
      "$(seconds $compiler "-DLGJK_ISAS=scalar;avx2") |"
  done
}

echo "# Sizes and build times"
echo
facts "$(clean_commit 2>/dev/null)" "GNU $(gcc -dumpfullversion)"
echo
sets
echo
echo "| linked statically, unused sections removed | kB |"
echo "|---|--:|"
programs
if [ -n "$(modules)" ]; then
  echo
  echo "| modules of the npm package | kB | gzip, kB |"
  echo "|---|--:|--:|"
  modules
fi
if [ -z "$quick" ]; then
  echo
  builds
fi
