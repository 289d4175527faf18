#!/usr/bin/env bash
# One stage of scripts/test.sh --all beyond the plain tests:
#   stage.sh build NAME    compiles what it needs
#   stage.sh run NAME      runs it; each stage is an entry of ctest, which reports status 77 as skipped
# clang     all of it compiled by clang, whose bits are the golden ones: no oracle has to judge them again
# sanitize  nearly all tests, of fewer pairs, under both sanitizers: address and undefined behaviour
#           (except text and pages, one of oracles, the reference in 3D, the heap, one lane against itself, most of MPI)
# tsan      what uses threads, under the thread sanitizer: finding pairs, casts, ticks, queries, the crowd. Without the
#           adapter of OpenMP: libgomp is not instrumented, and its barriers would be reported as missing
# valgrind  the tests of memory and of bad input under valgrind
# aarch64   the sets of AArch64 under qemu-user: the same bits as this machine's
# avx512    AVX-512 where this machine lacks it, on a processor that Bochs emulates: the same bits as one lane's
# windows   MinGW's build under Wine: golden hashes on all sets, the examples, the command line program, the package
# wasm      the npm package: WebAssembly in Node.js and in Chromium, the golden hashes, what npm installs, the live page
# fuzz2     libFuzzer on all public functions in 2D, for half a minute, or LGJK_FUZZ_SECONDS
# fuzz3     the same in 3D
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/targets.sh
jobs=$(nproc)

# Checked builds compile slowly: one lane, and the widest set that runs here. Valgrind sees the others.
checked_isas() {
  echo "scalar;$(build/test/lanegjk info | awk '$2 ~ /^[0-9]+$/ && $3 == "yes" {isa = $1} END {print isa}')"
}

preset() {
  cmake --preset "$@" >/dev/null
  cmake --build --preset "$1"
}

build_clang() { require_command clang; preset clang; }
# The golden hashes of all inputs; gcc's build has run the other tests in full.
run_clang() {
  require_command clang
  ctest --preset clang -j "$jobs" -R '^test_determinism[23]$'
  LGJK_TEST_PAIRS=300 ctest --preset clang -j "$jobs" -L '^(unit|shape|contract)$' \
    -E '^(test_(warm|determinism)[23]|isa_equality.*)$'
}

build_sanitize() { preset sanitize -DLGJK_ISAS="$(checked_isas)"; }
run_sanitize() { ctest --preset sanitize -j "$jobs"; }

requires_tsan() {
  mkdir -p build/tsan
  if ! { gcc -fsanitize=thread -x c - -o build/tsan/empty && build/tsan/empty; } <<<'int main(void) {}' 2>/dev/null; then
    echo "skipped: this machine's gcc has no thread sanitizer"
    exit 77
  fi
}
build_tsan() { requires_tsan; preset tsan -DLGJK_ISAS="$(checked_isas)"; }
run_tsan() {
  requires_tsan
  ctest --preset tsan -j "$jobs"
  build/tsan/crowd --agents 500 --ticks 20 --workers 4 >/dev/null
  echo "the crowd of four workers: no race"
  echo "left out by name: test_openmp, as libgomp is not instrumented"
}

build_valgrind() { require_command valgrind; }
run_valgrind() {
  require_command valgrind
  rm -f build/test/Testing/Temporary/MemoryChecker.*.log
  ctest --preset memcheck --test-dir build/test -T memcheck -j "$jobs" ||
    { cat build/test/Testing/Temporary/MemoryChecker.*.log; return 1; }
}

# run_emulated PRESET: its tests, whose programs its toolchain file's emulator runs.
run_emulated() {
  ctest --preset "$1"
  if grep '^skipped: ' "build/$1/Testing/Temporary/LastTest.log"; then exit 77; fi
}

build_aarch64() { require_target aarch64-linux-gnu-gcc; preset aarch64; }
run_aarch64() { require_target aarch64-linux-gnu-gcc; run_emulated aarch64; }

# The command line program reads JSON by jansson, of which Debian has no build for Windows: its source, fetched once.
build_jansson() {
  local windows=$PWD/build/windows apt=$PWD/build/windows/apt source options
  [ ! -e "$windows/jansson/lib/libjansson.a" ] || return 0
  command -v apt-get >/dev/null || return 1
  rm -rf "$apt"
  mkdir -p "$apt/lists"
  # shellcheck disable=SC2016
  apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    grep ' main$' >"$apt/sources.list"
  options=(-o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$apt/lists")
  (cd "$apt" && apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only jansson &&
    tar -xf jansson_*.orig.tar.*) >"$apt/log" 2>&1 || return 1
  rm -r "$apt/lists"
  source=$(echo "$apt"/jansson-*)
  cmake -S "$source" -B "$apt/build" -G Ninja --toolchain "$PWD/packaging/cmake/x86_64-w64-mingw32.cmake" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$windows/jansson" -Wno-dev \
    -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF >>"$apt/log" 2>&1 || return 1
  cmake --build "$apt/build" --target install >>"$apt/log" 2>&1
}

build_windows() {
  require_target x86_64-w64-mingw32-gcc
  local tools=OFF
  if build_jansson; then tools=ON; else echo "left out: lanegjk.exe, as apt fetched no source of jansson"; fi
  PKG_CONFIG_LIBDIR=$PWD/build/windows/jansson/lib/pkgconfig preset windows -DLGJK_BUILD_TOOLS=$tools
  packaging/cmake/wine.sh build/windows/smallest.exe >/dev/null # makes the C drive
}
run_windows() {
  require_target x86_64-w64-mingw32-gcc
  : >build/windows/lost
  run_emulated windows
  echo "runs whose output Wine lost, and that were made again: $(wc -l <build/windows/lost)"
}

has_avx512() { build/test/lanegjk info | awk '$1 == "avx512" && $3 == "yes" { found = 1 } END { exit !found }'; }
build_avx512() {
  if has_avx512; then return 0; fi
  require_command bochs xorriso
  preset avx512
}
# All pairs and the golden hashes for scripts/ci/determinism.sh (LGJK_TEST_PAIRS=all); else as many pairs as a stage has time for.
run_avx512() {
  local dim command=() few=()
  local -A pairs=([2]=40 [3]=10)
  if has_avx512; then echo "this machine has AVX-512: the other tests use it"; return 0; fi
  require_command bochs xorriso
  unset LGJK_DATA_DIR
  mkdir -p build/avx512/machine
  for dim in 2 3; do
    if [ "${LGJK_TEST_PAIRS:-}" = all ]; then
      grep -E '^(GOLDEN|CALLS)' "tests/contract/golden$dim.h" | grep -v '"T7"'
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

# Both fuzzers, whichever comes first.
build_fuzz() {
  require_command clang
  mkdir -p build/fuzz
  exec 9>build/fuzz/lock
  flock 9
  preset fuzz -DLGJK_ISAS="$(checked_isas)"
}
run_fuzz() {
  require_command clang
  # From the kept inputs, which reach all that hours of fuzzing have reached; what is new goes into a folder of its own.
  # One more is kept by packing both folders again: tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner.
  # Whole scenes from the start, and no weighing of inputs by entropy, which would take most of the time.
  # libFuzzer's own status for a finding is 77, which here would mean skipped. The seed is the commit's: another one has other
  # inputs, and the same one has the same.
  local seed
  seed=${LGJK_FUZZ_SEED:-$(git rev-parse --short=7 HEAD 2>/dev/null || echo 1)} # hexadecimal
  rm -rf "build/fuzz/new$1" "build/fuzz/corpus$1"
  mkdir -p "build/fuzz/new$1"
  tar -C build/fuzz -xzf tests/fuzz/corpus.tar.gz "corpus$1"
  "build/fuzz/fuzz$1" -seed=$((16#${seed:0:7})) -max_total_time="${LGJK_FUZZ_SECONDS:-30}" -len_control=0 -max_len=2048 \
    -entropic=0 -print_final_stats=1 -artifact_prefix="build/fuzz/$1-" -error_exitcode=1 "build/fuzz/new$1" \
    "build/fuzz/corpus$1"
}
build_fuzz2() { build_fuzz 2; }
build_fuzz3() { build_fuzz 3; }
run_fuzz2() { run_fuzz 2; }
run_fuzz3() { run_fuzz 3; }

usage() { sed -n '2,17s/^# //p' "$0" >&2; exit 2; }
case "${1:-}" in build | run) ;; *) usage ;; esac
declare -F "$1_${2:-}" >/dev/null || usage
"$1_$2"
