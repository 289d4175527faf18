#!/usr/bin/env bash
# The npm package in Node.js beside the C library with SSE: nanoseconds per pair of the same pairs, and two threads beside one.
#   scripts/bench_js.sh            takes build/js and build/test, as scripts/js.sh leaves them
#   scripts/bench_js.sh --rivals   downloads planck, rapier2d and box2d-wasm from npm before, as js/bench/package.json names them
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-} $#" in
  " 0") ;;
  "--rivals 1") (cd js/bench && npm ci --no-audit --no-fund) ;;
  *) sed -n '3,4s/^# //p' "$0" >&2; exit 2 ;;
esac
[ -e build/js/package/package.json ] || { echo "bench_js.sh: run scripts/js.sh before" >&2; exit 1; }
for dim in 2 3; do
  gcc -std=c11 -O2 -ffp-contract=off -DDIM=$dim -Ikernel/include -Itests/support -Itests/contract -Iscenes -Ireference \
    js/bench/native.c build/test/tests/support/liblgjk_test_support.a build/test/kernel/liblanegjk.a -lm -o build/js/native$dim
  ln -sf "$PWD/build/test/digest_inputs$dim" build/js/
done
exec node js/bench/bench.mjs build/js
