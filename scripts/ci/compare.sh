#!/usr/bin/env bash
# Compares the time of cases here and in an earlier commit by google-benchmark's compare.py: builds the benchmark of both, runs
# both, and prints for each case how the time here differs, as a share, with a test of whether it is chance.
#   scripts/ci/compare.sh [--quick] [--filter REGEX] COMMIT     '^kinds/' runs each pair of kinds of shapes alone
# It requires an idle machine, and a commit whose benchmark has the cases.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/packages.sh

options=() commit=""
while [ $# -gt 0 ]; do
  case "$1" in
    --quick) options+=(--quick); shift ;;
    --filter) options+=(--filter "$2"); shift 2 ;;
    -*) commit=""; break ;;
    *) commit=$1; shift ;;
  esac
done
[ -n "$commit" ] || { sed -n '2,5s/^# //p' scripts/ci/compare.sh >&2; exit 2; }
need_packages build bench compare
work=$PWD/build/compare
rm -rf "$work/tree"
mkdir -p "$work"
git worktree prune
git worktree add --quiet --detach "$work/tree" "$commit"
trap 'git worktree remove --force "$work/tree"' EXIT

run() { # folder of a tree, name
  cmake -S "$1" -B "$work/$2" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_TOOLS=OFF \
    -DLGJK_BUILD_EXAMPLES=OFF -DLGJK_BUILD_BENCH=ON >"$work/$2.log"
  cmake --build "$work/$2" --target lgjk_bench >>"$work/$2.log" || { tail -5 "$work/$2.log" >&2; exit 1; }
  "$work/$2/lgjk_bench" ${options[@]+"${options[@]}"} --json "$work/$2.json" >/dev/null
}
run "$work/tree" there
run . here
/usr/bin/python3 /usr/share/benchmark/compare.py benchmarks "$work/there.json" "$work/here.json"
