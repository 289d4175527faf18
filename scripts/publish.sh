#!/usr/bin/env bash
# Puts the results of a benchmark run under results/<date>-<machine>: the raw JSON, a table and the plots. Refuses results
# that do not say which machine, compiler, flags, commit and date they come from, or whose commit had local changes.
#   scripts/bench.sh --json FILE.json && scripts/publish.sh FILE.json
set -eu
fail() { echo "publish.sh: $1" >&2; exit 1; }
[ $# -eq 1 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
json=$(realpath "$1")
cd "$(dirname "$0")/.."
# shellcheck source=scripts/packages.sh
. scripts/packages.sh

[ -f "$json" ] || fail "no file $1"
table=build/bench/lgjk_bench_table
[ -x "$table" ] || fail "run scripts/bench.sh first, which builds $table"
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
case "$commit" in
  unknown) fail "$1 does not say its commit" ;;
  *-dirty) fail "$1 was measured on $commit: commit the changes and measure again" ;;
esac

slug=$(echo "$machine" | sed 's/([RTM]*)//g' | tr '[:upper:]' '[:lower:]' | tr -cs 'a-z0-9\n' '-' | sed 's/^-//; s/-$//')
directory=results/${date%%T*}-$slug
[ ! -e "$directory" ] || fail "$directory is there already; remove it to publish again"
need_packages plot

work=$(mktemp -d results/.publish-XXXXXX)
trap 'rm -rf "$work"' EXIT
# The name of the host says nothing about the figures.
sed -E 's/"host_name": "[^"]*"/"host_name": ""/' "$json" >"$work/results.json"
"$table" --markdown "$json" >"$work/table.md"
scripts/plot.sh "$json" "$work" >/dev/null
chmod 755 "$work"
mv "$work" "$directory"
echo "$directory"
