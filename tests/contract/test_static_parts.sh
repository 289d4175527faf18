#!/usr/bin/env bash
# A static program linked with --gc-sections has only what it uses: of the other dimension and the other queries nothing.
#   test_static_parts.sh PROJECT_FOLDER STATIC_LIBRARY COMPILER WORK_FOLDER
# Status 77 where the compiler's linker does not know --gc-sections.
set -euo pipefail
project=$1 library=$2 compiler=$3 work=$4
mkdir -p "$work"
cd "$work"
fail() { echo "FAIL  $1"; exit 1; }

echo 'int main(void) { return 0; }' >empty.c
"$compiler" empty.c -Wl,--gc-sections -o empty 2>/dev/null || { echo "skipped: $compiler links without --gc-sections"; exit 77; }

# symbols QUERY: the functions of the smallest program, with this query in place of its contacts.
symbols() {
  sed "s/lgjk_contact2/lgjk_$1/" "$project/examples/smallest.c" >"$1.c"
  "$compiler" -O1 -I"$project/kernel/include" "$1.c" "$library" -lm -Wl,--gc-sections -o "$1"
  nm "$1" | awk '{print $NF}'
}

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
grep -q '^run_edges' contact2.txt || fail "run_edges is no symbol any more: name another attempt of contacts"
! grep -q '^run_edges' distance2.txt || fail "a program of lgjk_distance2 has attempts of contacts"
text() { size "$1" | awk 'END { print $1 }'; }
echo "bytes of text: $(text distance2) with distance2, $(text contact2) with contact2"
