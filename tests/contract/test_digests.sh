#!/usr/bin/env bash
# In seconds at -O0: every instruction set that runs here writes the same bits for a few pairs of each input, and on the
# widest every eighth input has its golden hashes. test_determinism does all of it.
#   test_digests.sh SOURCE_DIR DIGEST_PROGRAM DIM
set -euo pipefail
digest=$2 golden=$1/tests/contract/golden$3.h
unset LGJK_DATA_DIR # its input is large
failed=0
compared=0

expected=$("$digest" --pairs 9 scalar)
[ "$(wc -l <<<"$expected")" -gt 40 ] || { echo "$digest printed too little"; exit 1; }
for isa in $("$digest" --list | grep -vx scalar); do
  diff <(echo "$expected") <("$digest" --pairs 9 "$isa") || { echo "$isa: other bits than those of one lane"; failed=1; }
done

widest=$("$digest" --list | tail -n 1)
while read -r line; do
  grep -Fxq -- "$line" "$golden" || { echo "$widest: no golden hash: $line"; failed=1; }
  compared=$((compared + 1))
done < <("$digest" --every 8 "$widest")
[ $compared -ge 5 ] || { echo "only $compared inputs have golden hashes"; failed=1; }
echo "$widest: $compared inputs with golden hashes"
exit $failed
