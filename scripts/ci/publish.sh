#!/usr/bin/env bash
# Puts a benchmark run into the folder of its machine, results/<machine>-<cpu>: results.csv, a table and the plots; and shows it
# in README.md and results/README.md. It runs the accuracy tests on the build that was measured (build/bench, or the folder in
# LGJK_BENCH_BUILD). It refuses a run of a part of the cases; one that does not say its machine, compiler, flags, commit, date
# and version, or whose commit had local changes; one whose repetitions spread by more than 3% (the coefficient of variation,
# median over all cases); and one in which the host took time from the machine (steal time).
#   scripts/bench.sh --json FILE.json && scripts/ci/publish.sh FILE.json
set -eu
fail() { echo "publish.sh: $1" >&2; exit 1; }
case "$#:${1:-}" in 1:-* | 0:* | [2-9]*) sed -n '2,7s/^# //p' "$0" >&2; exit 2 ;; esac
[ -f "$1" ] || fail "no file $1"
json=$(realpath "$1")
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/ci/packages.sh
. scripts/ci/packages.sh
# shellcheck source=scripts/ci/measure.sh
. scripts/ci/measure.sh
need_packages plot

table=bench/report/table.py
work=$(mktemp -d results/.publish-XXXXXX)
trap 'rm -rf "$work"' EXIT
"$table" --csv "$json" >"$work/results.csv"
# context KEY: what the results say of it; nothing said is a refusal.
context() {
  local value
  value=$(sed -n "s/^# $1: //p" "$work/results.csv")
  [ -n "$value" ] || fail "$json does not say its $1"
  echo "$value"
}
machine=$(context machine)
commit=$(context commit)
for key in compiler flags date lanegjk; do context "$key" >/dev/null; done
case "$commit" in
  unknown) fail "$1 does not say its commit" ;;
  *-dirty) fail "$1 was measured on $commit: commit the changes and measure again" ;;
esac
set=$(context set)
[ "$set" = standard ] || fail "$1 is a $set run: publish one of all cases, without --quick and --filter"

# ---- a quiet machine ----

spread=$("$table" --context spread "$work/results.csv")
awk -v spread="$spread" 'BEGIN { exit !(spread <= 0.03) }' ||
  fail "the repetitions in $1 spread by $spread (median coefficient of variation), more than 0.03: measure on an idle machine"
steal=$(context steal)
[ "$steal" = 0 ] || fail "the host took $steal ticks of steal time from the run in $1: measure again"

# ---- right answers ----

build=${LGJK_BENCH_BUILD:-build/bench}
built=$(sed -n 's/.*BUILD_COMMIT "\(.*\)"/\1/p' "$build/bench/commit.h" 2>/dev/null || true)
[ "$built" = "$commit" ] || fail "$build is of commit ${built:-unknown}, not of $commit that was measured"
cmake --build "$build" >"$build/build.log" 2>&1 || fail "the accuracy tests cannot be built: $build/build.log"
ctest --test-dir "$build" -L oracle --output-on-failure >"$build/oracle.log" 2>&1 ||
  fail "the accuracy tests fail on the build that was measured: $build/oracle.log"

# ---- the folder ----

directory=$(results_folder "$machine" "$(context cpu)")
"$table" "$work/results.csv" >"$work/table.md"
bench/report/plot.py "$work/results.csv" "$work" >/dev/null
mkdir -p "$directory"
rm -f "$directory"/*.svg # python.md and js.md stay
mv "$work"/* "$directory"
bench/report/pages.sh
echo "$directory"
