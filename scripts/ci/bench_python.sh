#!/usr/bin/env bash
# The Python package beside calls of C, shapely, scipy and numpy, on the same bodies: a minute. Builds and tests the package
# first (scripts/ci/python.sh). Writes results/<machine>-<cpu>/python.md, and python.csv with all rows: name, ours_ns, rival,
# rival_ns, per, faster (ours or rival), reason, and the least and greatest of each. Refuses local changes, and a busy machine
# except with --busy.
#   scripts/ci/bench_python.sh [--quick] [--busy]     --quick: fewer and smaller calls; only prints
# Debian's shapely is 1.8. LGJK_SHAPELY2_DIR names a folder with shapely 2; without it pip installs one into build/shapely2.
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
    *) sed -n '6,7s/^# //p' scripts/ci/bench_python.sh >&2; exit 2 ;;
  esac
  shift
done

need_packages build tools test python pybench
commit=$(clean_commit) || [ -n "$quick" ] || exit 1
shapely=${LGJK_SHAPELY2_DIR:-$PWD/build/shapely2}
if [ ! -d "$shapely/shapely" ]; then
  [ -z "${LGJK_SHAPELY2_DIR:-}" ] || fail "LGJK_SHAPELY2_DIR: there is no package shapely in $shapely"
  /usr/bin/python3 -m pip install --quiet --retries 1 --timeout 10 --no-deps --target "$shapely" 'shapely>=2,<3' >&2 || {
    rm -rf "$shapely"
    echo "bench_python.sh: pip could not install shapely 2, so its rows are left out; LGJK_SHAPELY2_DIR may name a folder" >&2
  }
fi
scripts/ci/python.sh >&2 || [ $? -eq 77 ] # where tests of recordings have no data
gcc -O2 -std=gnu11 -Ikernel/include bench/python/calls.c build/test/kernel/liblanegjk.a -lm -o build/python/calls
[ -n "$quick" ] || wait_for_quiet 180 || [ -n "$busy" ] || fail "measure on an idle machine, or with --busy"
page=build/python/page.md
PYTHONPATH=$shapely build/python/venv/bin/python bench/python/compare.py build/python/calls "$commit" \
  "GNU $(gcc -dumpfullversion)" "$(date -u +%Y-%m-%dT%H:%M:%S+00:00)" "$(cut -d ' ' -f 1 /proc/loadavg)" build/python/rows.csv \
  ${quick:+--quick} >"$page"
keep_page "$page" build/python/rows.csv python "$quick"
