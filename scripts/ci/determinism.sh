#!/usr/bin/env bash
# The same bits everywhere: builds the library by every compiler, at every level and for every machine that this one can
# emulate, compares all that its queries write with the golden hashes, and writes the table results/determinism.md. What
# cannot be built or run here is named as skipped. Installs what is missing. Takes half an hour on two cores.
#   scripts/ci/determinism.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/packages.sh
[ $# -eq 0 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }

rows="gcc -O0
gcc -O2
gcc -O3
clang -O0
clang -O2
clang -O3
aarch64-linux-gnu-gcc -O0
aarch64-linux-gnu-gcc -O2
aarch64-linux-gnu-gcc -O3
riscv64-linux-gnu-gcc -O2
powerpc64le-linux-gnu-gcc -O2
s390x-linux-gnu-gcc -O2
x86_64-w64-mingw32-gcc -O2
emcc -O2"
work=build/determinism
mkdir -p "$work"

need_packages build tools test
try_packages clang aarch64 avx512 machines windows wasm || echo "what needs these is skipped"
cmake --preset test >/dev/null
cmake --build --preset test --target digest2 digest3 digest_inputs2 digest_inputs3 test_determinism2 test_determinism3 \
  test_isa_equality2 test_isa_equality3 lanegjk

# row STATUS COMPILER LEVEL SETS LOG: a row of the table.
row() {
  case $1 in
    0) echo "| $2 | $3 | $4 | the same |" ;;
    77) echo "| $2 | $3 | $4 | $(grep -o 'skipped.*' "$5" | tail -n 1) |" ;;
    *) echo "| $2 | $3 | $4 | **other bits, or no build** |" ;;
  esac
}

# one_row COMPILER LEVEL: its row in a file of its own.
one_row() {
  local status=0 log=$work/$1$2.log sets version=""
  tests/contract/test_binaries.sh compilers "$PWD" "$PWD/$work" "$PWD/build/test" "$1" "$2" all >"$log" 2>&1 || status=$?
  if command -v "$1" >/dev/null; then version=" $(version_of "$1")"; fi
  sets=$(sed -n 's/.*, 2D, \([a-z0-9]*\): the same bits$/\1/p' "$log" | paste -sd' ')
  row $status "$1$version" "$2" "$sets" "$log" >"$work/$1$2.row"
  cat "$work/$1$2.row"
}
version_of() { grep -oEm 1 '\b[0-9]+(\.[0-9]+\.[0-9]+|-win32)' <<<"$("$1" --version)" | head -n 1; } # emcc needs a full read
export -f one_row row version_of
export work
xargs -P "$(nproc)" -L 1 bash -c 'one_row "$1" "$2"' row <<<"$rows"

# What is missing on this machine and can be emulated.
emulated_row() {
  local status=0 log=$work/avx512.log
  if build/test/lanegjk info | grep -qE '^avx512 .* yes$'; then return; fi
  { scripts/ci/stage.sh build avx512 && LGJK_TEST_PAIRS=all scripts/ci/stage.sh run avx512; } >"$log" 2>&1 || status=$?
  row $status "gcc $(version_of gcc)" -O1 "avx512, by Bochs" "$log"
}

# The npm package, which queries by its own classes.
package_row() {
  local status=0 log=$work/package.log version=""
  if command -v emcc >/dev/null; then version=" $(version_of emcc)"; fi
  { scripts/ci/js.sh build && LGJK_TEST_PROGRAMS=$PWD/build/test scripts/ci/js.sh golden; } >"$log" 2>&1 || status=$?
  row $status "emcc$version" -O3 "wasm, the npm package in Node.js and Chromium" "$log"
}

# one_test NAME SENTENCE: of threads, ranges, order and neighbours.
one_test() {
  if ctest --preset test -R "$1" >"$work/test.log" 2>&1; then
    echo "| $2 | the same |"
  else
    echo "| $2 | **other bits** |"
  fi
}
count() { grep -c '^GOLDEN' "tests/contract/golden$1.h"; }

{
  echo "# The same bits everywhere"
  echo
  echo "Written by \`scripts/ci/determinism.sh\`; commit $(git rev-parse --short=12 HEAD), $(date -u +%F). Each row is a build"
  echo "of the library whose queries (overlap, distance and contact, cold, over warm frames and free of"
  echo "history) and other calls (pairs, trees, orders, casts, slides, what is near, mass properties, ticks) wrote, for"
  echo "$(count 2) inputs"
  echo "of 2D and $(count 3) of 3D (scenes, mixtures and adversarial families), what \`tests/contract/golden2.h\` and"
  echo "\`golden3.h\` have, bit by bit: results, records and iteration counts. Other machines are emulated: by qemu-user,"
  echo "Windows by Wine, WebAssembly by Node.js, AVX-512 by Bochs where this machine has none."
  echo "T7, whose data file is not in the repository, is compared on this machine alone."
  echo
  echo "| compiler | level | instruction sets | bits |"
  echo "|---|---|---|---|"
  while read -r compiler level; do cat "$work/$compiler$level.row"; done <<<"$rows"
  emulated_row
  package_row
  echo
  echo "| on this machine, all instruction sets | bits |"
  echo "|---|---|"
  one_test '^test_determinism[23]$' "all inputs against the golden hashes; 5 threads by uneven ranges against one call"
  one_test '^isa_equality[23]_' "every set against one lane: batches of any size, permuted pairs, ranges, listed bodies"
} >results/determinism.md
cat results/determinism.md
! grep -q '\*\*' results/determinism.md
