#!/usr/bin/env bash
# The examples of a build for another machine write what those of a build for this machine write.
#   test_examples.sh BUILD_DIR REFERENCE_DIR
# BUILD_DIR/emulator has what runs the programs of BUILD_DIR.
set -euo pipefail
folder=$1 reference=$2
tests=$(dirname "$0")/../cli
read -r -a emulator <"$folder/emulator"
widest=$("${emulator[@]}" "$folder/digest2" --list | tail -n 1)

for name in smallest smallest3 server; do
  diff <("$reference/$name") <(LANEGJK_ISA=$widest "${emulator[@]}" "$folder/$name")
  echo "$name, $widest: the same output"
done
for isa in scalar "$widest"; do
  "$tests/test_examples.sh" crowd "$reference/crowd" "$isa" "$folder/crowd" "${emulator[@]}"
  "$tests/test_examples.sh" stack "$reference/stack" tower "$isa" "$folder/stack" "${emulator[@]}"
done
# Scalar code is plain C, as here; the heap takes minutes there.
"$tests/test_examples.sh" stack "$reference/stack" pyramid "$widest" "$folder/stack" "${emulator[@]}"
