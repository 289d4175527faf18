#!/usr/bin/env bash
# Builds the benchmark in build/bench (gcc, Release), runs it and prints a table: nanoseconds, and how many times faster than
# each rival in the same run. Installs what is missing. About 45 minutes; --quick 10.
#   scripts/bench.sh [--quick] [--filter REGEX] [--json FILE [--resume]]
#   --quick         3 repetitions instead of 7, only calls of 10,000 pairs, and few ticks of few bodies
#   --filter REGEX  only benchmarks whose name matches, for example '2d/S2/distance/.*/(avx512|box2d)/10000' or '^(find|near)/'
#   --json FILE     keep all results, for google-benchmark's compare.py, with the steal time of the run, and what share of a
#                   tick of the crowd example is whose; without --quick it waits up to 3 minutes until the machine is idle
#   --resume        go on with the run of FILE, of this build: what it lacks, and the disturbed blocks again
#   scripts/bench.sh --publish [OPTION ...]
#     measures everything and writes results/: scripts/ci/publish.sh, which says more. At most two hours
# 3D scene T7 needs LGJK_DATA_DIR: a folder with convex_hulls.bin. Without it, it is skipped. Rivals
# that Debian lacks take part where LGJK_BOX2D3_DIR and the like, which docs/benchmark.md lists, name their folders.
set -eu
script=$(basename "$0")
fail() { echo "$script: $1" >&2; exit "${2:-1}"; }

if [ "${1:-}" = --publish ]; then exec "$(dirname "$0")/ci/publish.sh" "${@:2}"; fi
here=$PWD
cd "$(dirname "$0")/.."
# shellcheck source=scripts/ci/packages.sh
. scripts/ci/packages.sh
# shellcheck source=scripts/ci/measure.sh
. scripts/ci/measure.sh

options=()
json="" quick="" resume=""
while [ $# -gt 0 ]; do
  case "$1" in
    --quick) quick=1 options+=(--quick); shift ;;
    --resume) resume=1 options+=(--resume); shift ;;
    --filter) [ $# -ge 2 ] || fail "--filter needs a regular expression" 2; options+=(--filter "$2"); shift 2 ;;
    --json)
      [ $# -ge 2 ] || fail "--json needs a file" 2
      case "$2" in /*) json=$2 ;; *) json=$here/$2 ;; esac
      shift 2 ;;
    *) sed -n '2,13s/^# //p' scripts/bench.sh >&2; exit 2 ;;
  esac
done
[ -z "$resume" ] || [ -n "$json" ] || fail "--resume needs --json" 2

# Words of a cmake command.
peers=("-DLGJK_PEER_FLAGS=${LGJK_PEER_FLAGS:-}")
for peer in LGJK_{BOX2D3,BOX2D3_CLANG,BOX3D,BOX3D_CLANG,JOLT,C2,OPENGJK,MUJOCO,COAL}_DIR; do
  folder=${!peer:-}
  case "$folder" in "" | /*) ;; *) folder=$here/$folder ;; esac
  peers+=("-D$peer=$folder")
done

need_packages build test bench plot
kept=$json
if [ -z "$json" ]; then
  json=$(mktemp --suffix=.json)
  trap 'rm -f "$json"' EXIT
fi

echo "building build/bench" >&2
cmake --preset bench "${peers[@]}" | grep "Benchmark: " >&2
cmake --build --preset bench >build/bench/build.log 2>&1 ||
  { tail -40 build/bench/build.log >&2; fail "the build failed"; }

[ -z "$kept" ] || [ -n "$quick" ] || wait_for_quiet 180 || true
bench/report/measure.py ${options[@]+"${options[@]}"} build/bench/lgjk_bench "$json"
[ -z "$kept" ] || grep -q '^ *"tick": ' "$json" ||
  sed -i "0,/\"context\": {/s//&\n  \"tick\": \"$(build/bench/crowd | sed -n 's/^tick: //p')\",/" "$json"
bench/report/table.py "$json"
