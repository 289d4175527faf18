#!/usr/bin/env bash
# Makes the library in one file (scripts/ci/amalgamate.py) and compiles it by one command: without a warning, without libm,
# with the public functions alone to be seen from outside. Its digests and examples are those of the build under test.
#   test_dropin.sh SOURCE_DIR WORK_DIR BUILD_DIR COMPILER LEVEL 2|3|both
# BUILD_DIR holds the programs digest2, digest3, smallest and server of the build under test.
# Status 77 where the compiler or Python is missing on this machine, or it is no x86-64.
set -euo pipefail
SOURCE_DIR=$1 build=$3 compiler=$4 level=$5 dim=$6
work=$2/$compiler$level
# shellcheck source=scripts/ci/targets.sh
. "$SOURCE_DIR/scripts/ci/targets.sh"
unset LGJK_DATA_DIR # its input is large
fail() { echo "$1"; exit 1; }

require_command "$compiler" python3
case $("$compiler" -dumpmachine) in x86_64-*) ;; *) echo "skipped: $compiler is not for x86-64"; exit 77 ;; esac
rm -rf "$work"
mkdir -p "$work"
CC=$compiler python3 "$SOURCE_DIR/scripts/ci/amalgamate.py" --dim "$dim" "$work"
cd "$work"

"$compiler" "$level" -fPIC -Wall -Wextra -Werror -c lanegjk.c
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
  "$SOURCE_DIR/tests/contract/test_digests.sh" "$SOURCE_DIR" "$work/digest$d" "$d"
done

for example in smallest server; do
  if [ ! -x "$build/$example" ] || [ "$dim" = 3 ]; then continue; fi
  "$compiler" -O1 -ffp-contract=off -I. "$SOURCE_DIR/examples/$example.c" lanegjk.o -lm -o "$example"
  diff <("$build/$example") <("./$example")
  echo "$example: the same output"
done
