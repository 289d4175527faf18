#!/usr/bin/env bash
# Puts the results of a benchmark run under results/<date>-<machine>-<cpu>: the raw JSON, a table and the plots; and shows them
# in README.md and results/README.md. Refuses results that do not say which machine, compiler, flags, commit, date and load
# average they come from, whose commit had local changes, or whose machine was busy: a load average above 1 at the start.
#   scripts/bench.sh --json FILE.json && scripts/ci/publish.sh FILE.json
#   scripts/ci/publish.sh --busy FILE.json     publishes a busy run nevertheless; its pages and plots say so
set -eu
fail() { echo "publish.sh: $1" >&2; exit 1; }
take_busy=""
if [ "${1:-}" = --busy ]; then
  take_busy=1
  shift
fi
case "$#:${1:-}" in 1:-* | 0:* | [2-9]*) sed -n '2,6s/^# //p' "$0" >&2; exit 2 ;; esac
json=$(realpath "$1")
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/ci/packages.sh
. scripts/ci/packages.sh
# shellcheck source=scripts/ci/results_folder.sh
. scripts/ci/results_folder.sh

[ -f "$json" ] || fail "no file $1"
table=bench/report/table.py
# context KEY: what the results say of it; nothing said is a refusal.
context() {
  local value
  value=$("$table" --context "$1" "$json")
  [ -n "$value" ] || fail "$json does not say its $1"
  echo "$value"
}
machine=$(context machine)
commit=$(context commit)
date=$(context date)
context compiler >/dev/null
context flags >/dev/null
context load_avg >/dev/null
busy=$("$table" --context busy "$json")
[ -z "$busy" ] || [ -n "$take_busy" ] ||
  fail "$1 was measured on a busy machine, load average $busy: measure again on an idle one, or publish it with --busy"
case "$commit" in
  unknown) fail "$1 does not say its commit" ;;
  *-dirty) fail "$1 was measured on $commit: commit the changes and measure again" ;;
esac

cpu=$("$table" --context cpu "$json")
directory=$(results_folder "$date" "$machine" "$cpu")
[ ! -e "$directory/results.json" ] || fail "$directory is there already; remove it to publish again"
need_packages plot

work=$(mktemp -d results/.publish-XXXXXX)
trap 'rm -rf "$work"' EXIT
# The name of the host says nothing about the figures.
sed -E 's/"host_name": "[^"]*"/"host_name": ""/' "$json" >"$work/results.json"
"$table" --markdown "$json" >"$work/table.md"
bench/report/plot.py "$json" "$work" >/dev/null
chmod 755 "$work"
# scripts/bench.sh --find and --cast, scripts/ci/bench_python.sh and scripts/ci/bench_js.sh may have been there first.
for kept in find.md find.svg tick.svg cast.md python.md js.md; do
  [ ! -f "$directory/$kept" ] || mv "$directory/$kept" "$work"
done
[ ! -d "$directory" ] || rmdir "$directory"
mv "$work" "$directory"
scripts/ci/results_pages.sh
echo "$directory"
