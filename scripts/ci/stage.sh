#!/usr/bin/env bash
# One stage of scripts/test.sh --all beyond the plain tests:
#   stage.sh build NAME    compiles what it needs
#   stage.sh run NAME      runs it; each stage is an entry of ctest, which reports status 77 as skipped
# clang     all of it compiled by clang, whose bits are the golden ones: no oracle has to judge them again
# sanitize  nearly all tests, of fewer pairs, under both sanitizers: address and undefined behaviour
#           (but of pages, one of oracles, the reference in 3D, the heap, one lane against itself)
# tsan      what uses threads, under the thread sanitizer: finding pairs, casts, ticks, queries, the crowd. Without the
#           adapter of OpenMP: libgomp is not instrumented, and its barriers would be reported as missing
# valgrind  the tests of memory and of bad input under valgrind
# aarch64   the sets of AArch64 under qemu-user: the same bits as this machine's
# avx512    AVX-512 where this machine has none, on a processor that Bochs emulates: the same bits as one lane's
# windows   MinGW's build under Wine: golden hashes on all sets, the examples, the command line program, the package
# wasm      the npm package: WebAssembly in Node.js and in Chromium, the golden hashes, what npm installs, the live page
# fuzz2     libFuzzer on shape building and on queries in 2D, for half a minute
# fuzz3     the same in 3D
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/targets.sh
. scripts/ci/windows.sh
jobs=$(nproc)

# Quick ones that read shapes, records and arguments of every kind. What queries write is defined: digests print all of it.
valgrind_tests="test_hull2 test_shapes2 test_shapes2_errors test_warm_carry test_pose2 test_corpus2
  test_bad_input2 test_bad_bodies2 test_warm2 test_shapes3 test_shapes3_errors test_pose3 test_corpus3 test_bad_input3
  test_bad_bodies3"

# requires COMMAND...: ends the stage as skipped where one is missing on this machine.
requires() {
  local command
  for command in "$@"; do
    command -v "$command" >/dev/null || { echo "skipped: this machine has no $command"; exit 77; }
  done
}

# Checked builds compile slowly: one lane, and the widest set that runs here. Valgrind sees the others.
checked_isas() {
  echo "scalar;$(build/test/lanegjk info | awk '$2 ~ /^[0-9]+$/ && $3 == "yes" {isa = $1} END {print isa}')"
}

preset() {
  cmake --preset "$@" >/dev/null
  cmake --build --preset "$1"
}

# An object tree without tests, for another compiler: directory, then options of cmake.
kernel_build() {
  local build=$1
  shift
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_BENCH=OFF \
    -DLGJK_BUILD_TOOLS=OFF -DLGJK_ISAS=all -DLGJK_WERROR=ON "$@" >/dev/null
  cmake --build "$build"
}

build_clang() { requires clang; preset clang; }
# The golden hashes are of all their pairs; gcc's build has run the other tests in full.
run_clang() {
  requires clang
  LGJK_TEST_PAIRS=300 ctest --preset clang -j "$jobs" -L '^(unit|shape|contract)$' -E '^(test_warm[23]|isa_equality.*)$'
}

build_sanitize() { preset sanitize -DLGJK_ISAS="$(checked_isas)"; }
run_sanitize() {
  local left_out='style|test_plot.*|test_publish|test_oracle._families|test_families3|stack_heap_.*|isa_equality._scalar'
  left_out+='|test_reference_families3|test_reference_contact3|test_reference_manifold3'
  LGJK_TEST_PAIRS=80 LGJK_TEST_ROUNDS=1 ctest --preset sanitize -j "$jobs" -E "^($left_out)\$"
}

requires_tsan() {
  mkdir -p build/tsan
  echo 'int main(void) { return 0; }' | gcc -fsanitize=thread -x c - -o build/tsan/empty 2>/dev/null && build/tsan/empty ||
    { echo "skipped: this machine's gcc has no thread sanitizer"; exit 77; }
}
build_tsan() { requires_tsan; preset tsan -DLGJK_ISAS="$(checked_isas)"; }
run_tsan() {
  requires_tsan
  ctest --preset tsan -j "$jobs"
  build/tsan/crowd --agents 500 --ticks 20 --workers 4 >/dev/null
  echo "the crowd of four workers: no race"
  echo "left out by name: test_openmp, as libgomp is not instrumented"
}

build_valgrind() { requires valgrind; }
run_valgrind() {
  requires valgrind
  local program
  export LGJK_TEST_PAIRS=80 LGJK_TEST_ROUNDS=1
  for program in $valgrind_tests "digest2 --pairs 40" "digest3 --pairs 10" "crowd --agents 100 --ticks 20" "stack tower"; do
    echo "valgrind: $program"
    # shellcheck disable=SC2086
    valgrind --quiet --trace-children=yes --error-exitcode=1 --leak-check=full build/test/$program
  done
}

build_aarch64() {
  requires aarch64-linux-gnu-gcc qemu-aarch64
  # The SIMDe headers alone: the rest of this machine's include folder is not for the other one.
  mkdir -p build/aarch64/include
  ln -sfn "$(sed -n 's/^SIMDE_INCLUDE_DIR:PATH=//p' build/test/CMakeCache.txt)/simde" build/aarch64/include/simde
  kernel_build build/aarch64 -DCMAKE_TOOLCHAIN_FILE="$PWD/packaging/cmake/aarch64-linux-gnu.cmake" \
    -DSIMDE_INCLUDE_DIR="$PWD/build/aarch64/include"
  compile_digests aarch64-linux-gnu-gcc -O2 build/aarch64
  compile_test_lane aarch64-linux-gnu-gcc build/aarch64
}
# The rows of LGJK_ISA_TABLE: name, lane header, processor.
isa_rows() { sed -n 's/^  X(\([a-z0-9]*\),.*" *, *[0-9]*, *\([a-z0-9_]*\), *\([a-z0-9_]*\),.*/\1 \2 \3/p' kernel/isa/kernels.h; }
aarch64_isas() { isa_rows | awk '$3 == "any" || $3 == "aarch64" {print $1}'; }
# The test of the lanes' operations for the sets of AArch64, plain C too: compiler, build folder.
compile_test_lane() {
  local isa header processor objects=() flags="-std=c11 -O2 -ffp-contract=off -fno-tree-vectorize"
  flags+=" -Ikernel -Ikernel/include -Itests/support"
  while read -r isa header processor; do
    case $processor in any | aarch64) flags+=" -DLGJK_HAVE_$isa=1" ;; *) flags+=" -DLGJK_HAVE_$isa=0"; continue ;; esac
    # shellcheck disable=SC2086
    "$1" $flags -isystem "$2/include" -DLANE_ISA="$isa" -DLANE_HEADER="\"lane/$header.h\"" \
      -c tests/unit/lane_operations.c -o "$2/lane_operations_$isa.o"
    objects+=("$2/lane_operations_$isa.o")
  done < <(isa_rows)
  # shellcheck disable=SC2086
  "$1" $flags tests/unit/test_lane.c tests/unit/lane_input.c "${objects[@]}" "$2/kernel/liblanegjk.a" -lm -o "$2/test_lane"
}
run_aarch64() {
  requires aarch64-linux-gnu-gcc qemu-aarch64
  local emulate="qemu-aarch64 -L /usr/aarch64-linux-gnu" isa dim scene
  local -A pairs=([2]=300 [3]=100)  # of each input: in 3D 300 take three quarters of a minute there
  $emulate build/aarch64/test_lane
  # Ticks, casts, slides and what finds pairs.
  build/test/server >build/aarch64/expected_server
  LANEGJK_ISA=neon $emulate build/aarch64/server | diff build/aarch64/expected_server -
  echo "the server: the widest set here, neon on AArch64: equal"
  for isa in $(aarch64_isas); do
    # shellcheck disable=SC2086
    tests/cli/test_crowd.sh build/test/crowd "$isa" build/aarch64/crowd $emulate
    for scene in tower pyramid; do  # the heap takes minutes there
      [ "$scene $isa" != "pyramid scalar" ] || continue  # plain C, as here
      # shellcheck disable=SC2086
      tests/cli/test_stack.sh build/test/stack $scene "$isa" build/aarch64/stack $emulate
    done
    for dim in 2 3; do
      build/test/digest$dim --pairs "${pairs[$dim]}" scalar >build/aarch64/expected$dim
      # shellcheck disable=SC2086
      $emulate build/aarch64/digest$dim --pairs "${pairs[$dim]}" "$isa" | diff build/aarch64/expected$dim -
    done
    echo "digests: scalar here, $isa on AArch64: equal"
  done
}

has_avx512() { build/test/lanegjk info | awk '$1 == "avx512" && $3 == "yes" { found = 1 } END { exit !found }'; }
# Without the upper half of the registers: Bochs 2.7 refuses gathers by an index in one of these.
build_avx512() {
  if has_avx512; then return 0; fi
  requires bochs xorriso
  kernel_build build/avx512 -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="-O1$(printf ' -ffixed-xmm%d' {16..31})" \
    -DLGJK_ISAS="scalar;avx512" -DLGJK_BUILD_EXAMPLES=OFF
  compile_digests gcc -O1 build/avx512 -static
}
# All pairs and the golden hashes for scripts/ci/determinism.sh (LGJK_TEST_PAIRS=all); else as many pairs as a stage has time for.
run_avx512() {
  local dim command=() few=()
  local -A pairs=([2]=40 [3]=10)
  if has_avx512; then echo "this machine has AVX-512: the other tests use it"; return 0; fi
  requires bochs xorriso
  unset LGJK_DATA_DIR
  mkdir -p build/avx512/machine
  for dim in 2 3; do
    if [ "${LGJK_TEST_PAIRS:-}" = all ]; then
      grep GOLDEN "tests/contract/golden$dim.h" | grep -v '"T7"'
    else
      few=(--pairs "${pairs[$dim]}")
      build/test/digest$dim "${few[@]}" scalar
    fi
    command+=(-- "build/avx512/digest$dim" "${few[@]}" avx512)
  done >build/avx512/expected
  if ! scripts/ci/emulate_avx512.sh build/avx512/machine "${command[@]:1}" >build/avx512/written; then
    tail -n 5 build/avx512/written
    if grep -q '^skipped' build/avx512/written; then exit 77; fi
    return 1
  fi
  diff build/avx512/expected build/avx512/written
  echo "digests: scalar here, avx512 emulated: equal"
}

build_wasm() { scripts/ci/js.sh build; }
run_wasm() { LGJK_TEST_PROGRAMS=$PWD/build/test scripts/ci/js.sh test; }

# The undefined-behaviour checks that foreign numbers and indices can hit; all of them would double the time to compile, as
# address checks in line would.
fuzz_checks=address,bounds,shift,signed-integer-overflow,float-cast-overflow

# One kernel for both dimensions, whoever comes first, then the fuzzer of the one that is given.
build_fuzz() {
  requires clang
  mkdir -p build/fuzz
  exec 9>build/fuzz/lock
  flock 9
  kernel_build build/fuzz -DCMAKE_C_COMPILER=clang -DLGJK_BUILD_EXAMPLES=OFF -DLGJK_ISAS="$(checked_isas)" \
    -DCMAKE_C_FLAGS_RELEASE="-O1 -g1 -mllvm -asan-instrumentation-with-call-threshold=100" \
    -DCMAKE_C_FLAGS="-fsanitize=fuzzer-no-link,$fuzz_checks -fno-sanitize-recover=all"
  local opinions
  opinions=$(compile_opinions "$1")
  # shellcheck disable=SC2086
  clang -std=c11 -DDIM="$1" -O1 -g1 -Wall -Wextra -Wconversion -Wshadow -Werror "-fsanitize=fuzzer,$fuzz_checks" \
    -fno-sanitize-recover=all -Ikernel/include -Ibench/reference -Itests/support -Itests/shape -Iexamples \
    tests/fuzz/fuzz.c examples/pool.c $opinions build/fuzz/kernel/liblanegjk.a -lgmp -lm -o "build/fuzz/fuzz$1"
}
# The scalar reference and the oracle of a dimension, without checks: nothing new is to be found in them. Their objects.
compile_opinions() {
  local source object
  for source in bench/reference/{reference,sat}"$1"*.c bench/reference/reference_*.c tests/support/{oracle,minkowski}"$1"*.c \
    tests/support/oracle_judge.c; do
    [ -f "$source" ] || continue
    object=build/fuzz/$(basename "$source" .c)-$1.o
    clang -std=c11 -DDIM="$1" -O2 -ffp-contract=off -Ikernel/include -Ibench/reference -Itests/support -c "$source" -o "$object"
    echo "$object"
  done
}
run_fuzz() {
  requires clang
  # From the kept inputs, which reach all that hours of fuzzing have reached; what is new goes into a folder of its own.
  # One more is kept by packing build/fuzz/corpus$1 again: tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner.
  # Whole scenes from the start, and no weighing of inputs by entropy, which would take most of the time.
  # libFuzzer's own status for a finding is 77, which here would mean skipped. The seed is the commit's: another one has other
  # inputs, and the same one has the same.
  local seed
  seed=$(git rev-parse --short=7 HEAD 2>/dev/null || echo 1)
  rm -rf "build/fuzz/new$1" "build/fuzz/corpus$1"
  mkdir -p "build/fuzz/new$1" "build/fuzz/corpus$1"
  tar -C "build/fuzz/corpus$1" -xzf "tests/fuzz/corpus$1.tar.gz"
  "build/fuzz/fuzz$1" -seed=$((16#${seed:0:7})) -max_total_time=30 -len_control=0 -max_len=2048 -entropic=0 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/$1-" -error_exitcode=1 "build/fuzz/new$1" "build/fuzz/corpus$1"
}
build_fuzz2() { build_fuzz 2; }
build_fuzz3() { build_fuzz 3; }
run_fuzz2() { run_fuzz 2; }
run_fuzz3() { run_fuzz 3; }

usage() { sed -n '2,17s/^# //p' "$0" >&2; exit 2; }
case "${1:-}" in build | run) ;; *) usage ;; esac
declare -F "$1_${2:-}" >/dev/null || usage
"$1_$2"
