#!/usr/bin/env bash
# The quick loop of a developer: builds build/dev without optimisation for one lane and AVX2, and runs unit tests,
# digests of few pairs, what the layers include, style, and the pages that are made from the tree. Within a minute from
# scratch on two idle cores, 20 s after an edit.
#   scripts/dev.sh          builds and tests
#   scripts/dev.sh --hook   makes git run includes, style and pages before every commit
#   scripts/dev.sh --text   only these three: what the hook runs
set -euo pipefail
cd "$(dirname "$0")/.."
script=$(basename "$0")
fail() { echo "$script: $1" >&2; exit 1; }

text() {
  tests/contract/test_style.sh . --changed || [ $? -eq 77 ]
  tests/contract/test_layers.sh "$PWD/kernel"
  tests/contract/test_routes.sh .
}

case "${1:-}" in
  "") ;;
  --text) text; exit ;;
  --hook)
    hooks=$(git rev-parse --git-path hooks)
    mkdir -p "$hooks"
    printf '#!/bin/sh\nexec scripts/dev.sh --text\n' >"$hooks/pre-commit"
    chmod +x "$hooks/pre-commit"
    echo "git runs scripts/dev.sh --text before a commit: $hooks/pre-commit"
    exit ;;
  *) sed -n '5,7s/^# //p' "scripts/$script" >&2; exit 2 ;;
esac

. scripts/ci/packages.sh
need_packages build test text
begin=$SECONDS
cmake --preset dev >/dev/null
cmake --build build/dev --target dev_tests >build/dev/build.log 2>&1 || { tail -40 build/dev/build.log; fail "the build failed"; }
echo "built in $((SECONDS - begin)) s"
status=0
LGJK_TEST_PAIRS=10 ctest --test-dir build/dev -j "$(nproc)" -L 'unit|dev' --output-on-failure >build/dev/test.log || status=$?
sed -n '/Failed\|\*\*\*\|tests passed\|tests failed\|ERROR\|error/p' build/dev/test.log
echo "all of it in $((SECONDS - begin)) s"
exit "$status"
