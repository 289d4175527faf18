#!/usr/bin/env bash
# Builds the benchmark in build/bench (gcc, Release), runs it and prints a table: ns per pair, and how many times faster
# than the scalar reference and each rival in the same run. Installs what is missing. About 35 minutes; --quick a quarter of that.
#   scripts/bench.sh [--quick] [--filter REGEX] [--json FILE]
#   scripts/bench.sh --find [--quick] [--filter REGEX] [--busy]
#   --quick         3 repetitions instead of 7, and only 10,000 pairs
#   --filter REGEX  only benchmarks whose name matches, for example '2d/S2/distance/.*/(avx512|box2d)/10000'
#   --json FILE     keep all results, for scripts/ci/publish.sh, and what share of a tick of the crowd example is whose; waits up
#                   to 3 minutes until the machine is idle
#   --find          what finds pairs that may meet instead of queries: whole ticks of scenes that move, ten minutes. It writes
#                   results/<date>-<machine>/find.md and find.svg; with --quick or --filter it only prints. It refuses local
#                   changes, and a busy machine but with --busy
#   --cast          casts instead of queries, 2 minutes; the same with cast.md
# 3D scene T7 needs LGJK_DATA_DIR: a folder with convex_hulls.bin. Without it, it is skipped. Box2D 3, Box3D and Jolt take part
# where they are installed, or LGJK_BOX2D3_DIR, LGJK_BOX3D_DIR and LGJK_JOLT_DIR name the folders that they were installed to.
set -eu
script=$(basename "$0")
fail() { echo "$script: $1" >&2; exit "${2:-1}"; }

here=$PWD
cd "$(dirname "$0")/.."
# shellcheck source=scripts/ci/packages.sh
. scripts/ci/packages.sh
# shellcheck source=scripts/ci/quiet.sh
. scripts/ci/quiet.sh
# shellcheck source=scripts/ci/results_folder.sh
. scripts/ci/results_folder.sh

options=()
json=""
find="" cast="" busy="" partly=""
while [ $# -gt 0 ]; do
  case "$1" in
    --quick) options+=(--quick); partly=1; shift ;;
    --find) find=1; shift ;;
    --cast) cast=1; shift ;;
    --busy) busy=1; shift ;;
    --filter) [ $# -ge 2 ] || fail "--filter needs a regular expression" 2; options+=(--filter "$2"); partly=1; shift 2 ;;
    --json)
      [ $# -ge 2 ] || fail "--json needs a file" 2
      case "$2" in /*) json=$2 ;; *) json=$here/$2 ;; esac
      shift 2 ;;
    *) sed -n '2,16s/^# //p' scripts/bench.sh >&2; exit 2 ;;
  esac
done

[ -z "$find$cast" ] || [ -z "$json" ] || fail "--find and --cast write no JSON" 2
[ -n "$find$cast" ] || [ -z "$busy" ] || fail "--busy goes with --find and --cast; scripts/ci/publish.sh has its own" 2

# Words of a cmake command.
peers=()
for peer in LGJK_BOX2D3_DIR LGJK_BOX3D_DIR LGJK_JOLT_DIR; do
  folder=${!peer:-}
  case "$folder" in "" | /*) ;; *) folder=$here/$folder ;; esac
  peers+=("-D$peer=$folder")
done

need_packages build tools bench
[ -z "$find" ] || need_packages plot
kept=$json
if [ -z "$json" ] && [ -z "$find$cast" ]; then
  json=$(mktemp --suffix=.json)
  trap 'rm -f "$json"' EXIT
fi

echo "building build/bench" >&2
cmake -S . -B build/bench -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ \
  -DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_TOOLS=OFF -DLGJK_BUILD_EXAMPLES=ON -DLGJK_BUILD_BENCH=ON -DLGJK_WERROR=ON \
  "${peers[@]}" | grep "Benchmark: " >&2
cmake --build build/bench >/dev/null || { cmake --build build/bench >&2; fail "the build failed"; }

# value KEY PAGE: what a page's first table says of it.
value() { sed -n "s/^| $1 | \(.*\) |\$/\1/p" "$2" | head -n 1; }

# Runs the benchmark of pairs or of casts, and keeps its page.
bench_page() {
  local program=$1 name=$2 page commit directory
  [ -z "$partly" ] || { "$program" ${options[@]+"${options[@]}"}; return; }
  commit=$(sed -n 's/.*BUILD_COMMIT "\(.*\)"/\1/p' build/bench/bench/commit.h)
  case "$commit" in unknown | *-dirty) fail "this is commit $commit: commit the changes before you measure" ;; esac
  wait_for_quiet 180 || [ -n "$busy" ] || fail "measure on an idle machine, or with --busy"
  page=$(mktemp --suffix=.md)
  "$program" >"$page" || { rm -f "$page"; fail "answers are wrong, or the benchmark failed"; }
  directory=$(results_folder "$(value date "$page")" "$(value machine "$page")" "$(value cpu "$page")")
  mkdir -p "$directory"
  chmod 644 "$page"
  mv "$page" "$directory/$name.md"
  echo "$directory/$name.md"
}
if [ -n "$find" ]; then
  page=$(bench_page build/bench/lgjk_bench_find find)
  [ -n "$partly" ] || bench/report/plot.py "$page" >/dev/null
  echo "$page"
  exit
fi
if [ -n "$cast" ]; then
  bench_page build/bench/lgjk_bench_cast cast
  exit
fi

[ -z "$kept" ] || wait_for_quiet 180 || true
build/bench/lgjk_bench ${options[@]+"${options[@]}"} --json "$json" >/dev/null
if [ -n "$kept" ]; then
  tick=$(build/bench/crowd | sed -n 's/^tick: //p')
  sed -i "0,/\"context\": {/s//&\n    \"tick\": \"$tick\",/" "$json"
fi
bench/report/table.py "$json"
