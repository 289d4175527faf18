#!/usr/bin/env bash
# The pages that are made from the tree are up to date: the tables of docs/internals/routes.md, and the picture of
# docs/internals/architecture.md. Each route has a row in tests/attempt/.
#   test_routes.sh PROJECT_FOLDER
set -euo pipefail
cd "$1"
failed=0
fail() { echo "$1"; failed=1; }

for dim in 2 3; do
  sed -n "/^<!-- routes of ${dim}D: begin -->\$/,/^<!-- routes of ${dim}D: end -->\$/p" docs/internals/routes.md | sed '1d;$d' |
    cmp -s - <(scripts/ci/routes.sh "$dim") || fail "docs/internals/routes.md is not up to date: run scripts/ci/routes.sh --write"
  rows=$(scripts/ci/routes.sh "$dim" | grep -c '^|')
  [ "$rows" -gt 30 ] || fail "scripts/ci/routes.sh $dim prints $rows lines only"
done
scripts/ci/architecture.sh --check || failed=1

for dim in 2 3; do
  for route in $(sed -nE 's/^ROUTE\(([a-z0-9_]+)\).*/\1/p' "kernel/case$dim"/*.h); do
    grep -qw "$route" "tests/attempt/rows$dim.c" || fail "tests/attempt/rows$dim.c has no row for the route $route"
  done
done
exit $failed
