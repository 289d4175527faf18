#!/usr/bin/env bash
# The npm package in Node.js beside the C library with SSE: nanoseconds per pair of the same pairs, and two threads beside one.
#   scripts/ci/bench_js.sh                     takes build/js and build/test, as scripts/ci/js.sh leaves them; only prints
#   scripts/ci/bench_js.sh --rivals [--busy]   downloads planck, rapier2d and box2d-wasm from npm, as package.json in
#                     bindings/js/bench names them, and builds and tests the package (scripts/ci/js.sh). Then it measures for
#                     half a minute and writes results/<machine>-<cpu>/js.md. It refuses local changes, and a busy
#                     machine except with --busy
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/measure.sh
fail() { echo "bench_js.sh: $1" >&2; exit 1; }

case "$*" in
  "") rivals="" busy="" ;;
  --rivals) rivals=1 busy="" ;;
  "--rivals --busy") rivals=1 busy=1 ;;
  *) sed -n '3,6s/^# //p' "$0" >&2; exit 2 ;;
esac
if [ -n "$rivals" ]; then
  commit=$(clean_commit)
  (cd bindings/js/bench && npm ci --no-audit --no-fund) >&2
  scripts/ci/js.sh >&2
fi
[ -e build/js/package/package.json ] || fail "run scripts/ci/js.sh before"
for dim in 2 3; do
  gcc -std=c11 -O2 -ffp-contract=off -DDIM=$dim -Ikernel/include -Itests/support -Itests/contract -Iscenes -Ireference \
    bindings/js/bench/native.c build/test/tests/support/liblgjk_test_support.a build/test/kernel/liblanegjk.a -lm \
    -o build/js/native$dim
  ln -sf "$PWD/build/test/digest_inputs$dim" build/js/
done
if [ -z "$rivals" ]; then exec node bindings/js/bench/bench.mjs build/js; fi

wait_for_quiet 180 || [ -n "$busy" ] || fail "measure on an idle machine, or with --busy"
facts=("$commit" "GNU $(gcc -dumpfullversion), clang $(clang -dumpversion)" "$(date -u +%Y-%m-%dT%H:%M:%S+00:00)"
  "$(cut -d ' ' -f 1 /proc/loadavg)")
page=build/js/page.md
node bindings/js/bench/bench.mjs build/js "${facts[@]}" >"$page"
keep_page "$page" js.md
