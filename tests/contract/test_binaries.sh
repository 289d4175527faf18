#!/usr/bin/env bash
# What is promised of compiled libraries: the same bits, and no more in them than what belongs there.
#   test_binaries.sh CASE ARGUMENT...
# Status 77 where this machine does not have what the case requires.
set -euo pipefail

# Builds the library by another compiler or at another level, and compares what its queries write, on every instruction
# set that then runs, with the one-lane build under test: the same bits, whatever compiled them. And nothing of libm in it.
#   test_binaries.sh compilers SOURCE_DIR WORK_DIR BUILD_DIR COMPILER LEVEL [PAIRS]
# BUILD_DIR holds the programs digest2 and digest3 of the build under test. Programs for other machines run under qemu or
# Node.js. PAIRS: of each input, 40 if not said; N/K: N pairs of every Kth input; "all": as many as the golden hashes are of,
# which then are compared with.
# Status 77 where the compiler or the emulator is missing on this machine.
case_compilers() {
  SOURCE_DIR=$1 compiler=$4 level=$5
  work=$2/$compiler$level
  # shellcheck source=scripts/ci/targets.sh
  . "$SOURCE_DIR/scripts/ci/targets.sh"

  require_target "$compiler"
  written=$(build_for "$compiler" "$level" "$work" digest2 digest3) || { tail -n 20 <<<"$written"; exit 1; }
  # Machines without a control word of their own here set the standard one by libm.
  case $compiler in
    gcc | clang | aarch64-*)
      if nm -u "$work/kernel/liblanegjk.a" | grep -w 'sqrtf\?'; then
        echo "the library calls libm"
        exit 1
      fi ;;
  esac
  "$SOURCE_DIR/tests/portable/test_same_bits.sh" "$work" "$3" "${6:-40}"
}

# compare_golden DIGEST_PROGRAM GOLDEN: on the widest set, every eighth input has its golden hashes.
compare_golden() {
  local widest line compared=0 failed=0
  widest=$("$1" --list | tail -n 1)
  while read -r line; do
    grep -Fxq -- "$line" "$2" || { echo "$widest: no golden hash: $line"; failed=1; }
    compared=$((compared + 1))
  done < <("$1" --every 8 "$widest")
  [ $compared -ge 5 ] || { echo "only $compared lines of golden hashes"; failed=1; }
  echo "$widest: $compared lines of golden hashes"
  return $failed
}

# In seconds at -O0: every instruction set that runs here writes the same bits for a few pairs of each input, and on the
# widest every eighth input has its golden hashes. test_determinism does all of it.
#   test_binaries.sh digests SOURCE_DIR DIGEST_PROGRAM DIM
case_digests() {
  digest=$2 golden=$1/tests/contract/golden$3.h
  unset LGJK_DATA_DIR # its input is large
  failed=0

  expected=$("$digest" --pairs 9 scalar)
  [ "$(wc -l <<<"$expected")" -gt 40 ] || { echo "$digest printed too little"; exit 1; }
  for isa in $("$digest" --list | grep -vx scalar); do
    diff <(echo "$expected") <("$digest" --pairs 9 "$isa") || { echo "$isa: other bits than those of one lane"; failed=1; }
  done
  compare_golden "$digest" "$golden" || failed=1
  exit $failed
}

fail() { echo "$1"; exit 1; }

# Makes the library in one file (scripts/ci/amalgamate.py) and compiles it by one command: without a warning, without libm,
# with the public functions alone to be seen from outside. Its digests and examples are those of the build under test.
#   test_binaries.sh dropin SOURCE_DIR WORK_DIR BUILD_DIR COMPILER LEVEL 2|3|both
# BUILD_DIR holds the programs digest2, digest3, smallest and server of the build under test.
# Status 77 where the compiler or Python is missing on this machine, or it is no x86-64.
case_dropin() {
  SOURCE_DIR=$1 build=$3 compiler=$4 level=$5 dim=$6
  work=$2/$compiler$level
  # shellcheck source=scripts/ci/targets.sh
  . "$SOURCE_DIR/scripts/ci/targets.sh"
  unset LGJK_DATA_DIR # its input is large

  require_command "$compiler" python3
  case $("$compiler" -dumpmachine) in x86_64-*) ;; *) echo "skipped: $compiler is not for x86-64"; exit 77 ;; esac
  rm -rf "$work"
  mkdir -p "$work"
  CC=$compiler python3 "$SOURCE_DIR/scripts/ci/amalgamate.py" --dim "$dim" "$work"
  cd "$work"

  # By the compiler's cache, if the build has one.
  # shellcheck disable=SC2086
  ${CMAKE_C_COMPILER_LAUNCHER:-} "$compiler" "$level" -fPIC -Wall -Wextra -Werror -c lanegjk.c
  if nm -u lanegjk.o | grep -wE 'sqrtf?|floorf?|fmaf?'; then fail "the file calls libm"; fi
  "$compiler" -shared lanegjk.o -o liblanegjk.so
  if nm -D --defined-only liblanegjk.so | awk '{print $3}' | grep -v '^lgjk_'; then fail "not public, but seen from outside"; fi
  for header in lanegjk/*.h; do grep -o '\<lgjk_[a-z0-9_]*(' "$header"; done | tr -d '(' | sort -u >public
  nm -D --defined-only liblanegjk.so | awk '{print $3}' | sort >seen
  [ "$(wc -l <seen)" -gt 50 ] || fail "few functions are seen from outside"
  if grep -vxFf public seen; then fail "in no public header, but seen from outside"; fi
  if "$compiler" -ffast-math -E lanegjk.c 2>refusal >/dev/null; then fail "-ffast-math is not refused"; fi
  grep -q 'do not compile it with -ffast-math' refusal

  support=$SOURCE_DIR/tests/support
  for d in ${dim/both/2 3}; do
    "$compiler" -std=c11 -O0 -ffp-contract=off -DDIM="$d" -I. -I"$support" -I"$SOURCE_DIR/bench/scenes" \
      -I"$SOURCE_DIR/bench/reference" "$SOURCE_DIR/tests/contract/digest.c" "$SOURCE_DIR/bench/scenes/scenes$d"*.c \
      "$support"/{families,inputs,"families${d}_"*}.c lanegjk.o -lm -o "digest$d"
    "$build/digest$d" --pairs 16 scalar >expected
    for isa in $("./digest$d" --list); do
      "./digest$d" --pairs 16 "$isa" | diff expected -
      echo "$compiler $level, ${d}D, $isa: the same bits"
    done
    compare_golden "./digest$d" "$SOURCE_DIR/tests/contract/golden$d.h"
  done

  for example in smallest server; do
    if [ ! -x "$build/$example" ] || [ "$dim" = 3 ]; then continue; fi
    "$compiler" -O1 -ffp-contract=off -I. "$SOURCE_DIR/examples/$example.c" lanegjk.o -lm -o "$example"
    diff <("$build/$example") <("./$example")
    echo "$example: the same output"
  done
}

# symbols QUERY: the functions of the smallest program, with this query in place of its contacts.
symbols() {
  sed "s/lgjk_contact2/lgjk_$1/" "$project/examples/smallest.c" >"$1.c"
  "$compiler" -O1 -I"$project/kernel/include" "$1.c" "$library" -lm -Wl,--gc-sections -o "$1"
  nm "$1" | awk '{print $NF}'
}

text() { size "$1" | awk 'END { print $1 }'; }

# A static program linked with --gc-sections has only what it uses: of the other dimension and the other queries nothing.
#   test_binaries.sh static_parts PROJECT_FOLDER STATIC_LIBRARY COMPILER WORK_FOLDER
# Status 77 where the compiler's linker does not know --gc-sections.
case_static_parts() {
  project=$1 library=$2 compiler=$3 work=$4
  mkdir -p "$work"
  cd "$work"

  echo 'int main(void) { return 0; }' >empty.c
  "$compiler" empty.c -Wl,--gc-sections -o empty 2>/dev/null ||
    { echo "skipped: $compiler links without --gc-sections"; exit 77; }

  for query in overlap2 distance2 contact2; do
    symbols "$query" >"$query.txt"
    for other in overlap2 distance2 contact2 find2 look2 nearest2 circles2 overlap3 distance3 contact3; do
      number=$(grep -cE "^lgjk_${other}_(scalar|sse|avx2|avx512|neon)$" "$query.txt" || true)
      if [ $other = $query ]; then
        [ "$number" -gt 0 ] || fail "a program of lgjk_$query has no kernel lgjk_${other}_..."
      else
        [ "$number" -eq 0 ] || fail "a program of lgjk_$query has $number kernels lgjk_${other}_..."
      fi
    done
  done
  local attempt=try_edges_of_polygons # of contacts
  grep -q "^$attempt" contact2.txt || fail "$attempt is no symbol any more: name another attempt of contacts"
  ! grep -q "^$attempt" distance2.txt || fail "a program of lgjk_distance2 has attempts of contacts"
  echo "bytes of text: $(text distance2) with distance2, $(text contact2) with contact2"
}

case=$1
shift
"case_$case" "$@"
