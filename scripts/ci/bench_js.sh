#!/usr/bin/env bash
# The npm package in Node.js beside the C library with SSE: nanoseconds per pair of the same pairs, and two threads beside one.
#   scripts/ci/bench_js.sh                     takes build/js and build/test, as scripts/ci/js.sh leaves them; only prints
#   scripts/ci/bench_js.sh --rivals [--quick] [--busy]   downloads rapier2d, box2d-wasm, planck and matter-js from npm, as
#                     package.json in bindings/js/bench names them, and builds and tests the package (scripts/ci/js.sh). Then it
#                     measures for two minutes and writes results/<machine>-<cpu>/js.md, and js.csv with the rows of rivals:
#                     name, ours_ns, rival, rival_ns, per, faster (ours or rival), reason, and the least and greatest of each.
#                     It refuses local changes, and a busy machine except with --busy. --quick: small worlds; only prints
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/measure.sh
fail() { echo "bench_js.sh: $1" >&2; exit 1; }

rivals="" quick="" busy=""
while [ $# -gt 0 ]; do
  case "$1" in
    --rivals) rivals=1 ;;
    --quick) quick=1 ;;
    --busy) busy=1 ;;
    *) sed -n '3,8s/^# //p' "$0" >&2; exit 2 ;;
  esac
  shift
done
[ -n "$rivals" ] || [ -z "$quick$busy" ] || fail "--quick and --busy need --rivals"
if [ -n "$rivals" ]; then
  commit=$(clean_commit) || [ -n "$quick" ] || exit 1
  (cd bindings/js/bench && npm ci --no-audit --no-fund) >&2
  scripts/ci/js.sh >&2
fi
[ -e build/js/package/package.json ] || fail "run scripts/ci/js.sh before"
for dim in 2 3; do
  gcc -std=c11 -O2 -ffp-contract=off -DDIM=$dim -Ikernel/include -Itests/support -Itests/contract \
    -Ibench/scenes -Ibench/reference \
    bindings/js/bench/native.c build/test/tests/support/liblgjk_test_support.a build/test/kernel/liblanegjk.a -lm \
    -o build/js/native$dim
  ln -sf "$PWD/build/test/digest_inputs$dim" build/js/
done
if [ -z "$rivals" ]; then exec node bindings/js/bench/bench.mjs build/js; fi

[ -n "$quick" ] || wait_for_quiet 180 || [ -n "$busy" ] || fail "measure on an idle machine, or with --busy"
facts=("$commit" "GNU $(gcc -dumpfullversion), clang $(clang -dumpversion)" "$(date -u +%Y-%m-%dT%H:%M:%S+00:00)"
  "$(cut -d ' ' -f 1 /proc/loadavg)" build/js/rows.csv)
page=build/js/page.md
node bindings/js/bench/bench.mjs build/js "${facts[@]}" ${quick:+--quick} >"$page"
keep_page "$page" build/js/rows.csv js "$quick"
