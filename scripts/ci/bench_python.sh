#!/usr/bin/env bash
# The Python package beside calls of C, shapely and scipy, on the same pairs: two minutes. Builds and tests the package first
# (scripts/ci/python.sh). Writes results/<machine>-<cpu>/python.md; refuses local changes, and a busy machine except with --busy.
#   scripts/ci/bench_python.sh [--quick] [--busy]     --quick: fewer and smaller calls; only prints
# LGJK_SHAPELY2_DIR names a folder with shapely 2, which Debian does not have: `pip install --target FOLDER shapely`.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/packages.sh
. scripts/ci/measure.sh
fail() { echo "bench_python.sh: $1" >&2; exit 1; }

quick="" busy=""
while [ $# -gt 0 ]; do
  case "$1" in
    --quick) quick=1 ;;
    --busy) busy=1 ;;
    *) sed -n '4,5s/^# //p' scripts/ci/bench_python.sh >&2; exit 2 ;;
  esac
  shift
done

need_packages build tools test python pybench
commit=$(clean_commit) || [ -n "$quick" ] || exit 1
scripts/ci/python.sh >&2
gcc -O2 -std=gnu11 -Ikernel/include bench/python/calls.c build/test/kernel/liblanegjk.a -lm -o build/python/calls
[ -n "$quick" ] || wait_for_quiet 180 || [ -n "$busy" ] || fail "measure on an idle machine, or with --busy"
page=build/python/page.md
build/python/venv/bin/python bench/python/compare.py build/python/calls "$commit" "GNU $(gcc -dumpfullversion)" \
  "$(date -u +%Y-%m-%dT%H:%M:%S+00:00)" "$(cut -d ' ' -f 1 /proc/loadavg)" ${quick:+--quick} >"$page"
if [ -n "$quick" ]; then cat "$page"; else keep_page "$page" python.md; fi
