#!/usr/bin/env bash
# What digest2 and digest3 of a build write on each of its sets is what those of another build write on one lane. T7, which is
# large, is left out.
#   test_same_bits.sh BUILD_DIR REFERENCE_DIR PAIRS...
# BUILD_DIR/emulator has what runs the programs of BUILD_DIR. PAIRS: so many pairs of each input, one number, or one for each
# dimension; N/K: of every Kth input; all: the golden hashes.
set -euo pipefail
folder=$1 reference=$2
shift 2
golden=$(dirname "$0")/../contract/golden
read -r -a emulator <"$folder/emulator" || true
unset LGJK_DATA_DIR

for dim in 2 3; do
  pairs=(--pairs "${1%/*}")
  [ "$1" = "${1%/*}" ] || pairs+=(--every "${1#*/}")
  [ $# -eq 1 ] || shift
  if [ "${pairs[1]}" = all ]; then
    pairs=()
    grep -E '^(GOLDEN|CALLS)' "$golden$dim.h" | grep -v '"T7"'
  else
    "$reference/digest$dim" "${pairs[@]}" scalar
  fi >"$folder/expected$dim"
  for isa in $("${emulator[@]}" "$folder/digest$dim" --list); do
    "${emulator[@]}" "$folder/digest$dim" "${pairs[@]}" "$isa" | diff "$folder/expected$dim" -
    echo "$(basename "$folder"), ${dim}D, $isa: the same bits"
  done
done
