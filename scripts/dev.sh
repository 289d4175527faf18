#!/usr/bin/env bash
# The quick loop of a developer: builds build/dev without optimisation for one lane and AVX2, and runs unit tests,
# digests of few pairs, what the layers include, style, the pages that are made from the tree, and the names in pages.
# Within a minute from scratch on two idle cores, 20 s after an edit.
#   scripts/dev.sh          builds and tests
#   scripts/dev.sh --hook   makes git run includes, style and pages before every commit, and check its subject
#   scripts/dev.sh --text   only text: what the first hook runs
#   scripts/dev.sh --subject FILE    checks the subject of the commit message in a file: what the second hook runs
set -euo pipefail
cd "$(dirname "$0")/.."
script=$(basename "$0")
fail() { echo "$script: $1" >&2; exit 1; }

text() {
  tests/contract/test_tree.sh style . --changed || [ $? -eq 77 ]
  tests/contract/test_layers.sh "$PWD/kernel"
  tests/contract/test_tree.sh routes .
  python3 -B docs/site/check_names.py .
}

# subject FILE: `area: verb object`, at most 72 characters; git writes the subjects of merges, reverts and fixups.
subject() {
  local line
  line=$(grep -v -m 1 -e '^#' -e '^[[:space:]]*$' "$1") || fail "the commit message is empty"
  case "$line" in "Merge "* | "Revert "* | "fixup! "* | "squash! "* | "amend! "*) return ;; esac
  [ ${#line} -le 72 ] || fail "the subject has ${#line} characters, at most 72: $line"
  [[ $line =~ ^[a-z0-9][a-z0-9_.,/+\ -]*:\ [a-z][a-z-]*\ .*[^.]$ ]] ||
    fail "the subject is not 'area: verb object' without a full stop: $line"
}

# hook NAME COMMAND: makes git run it.
hook() {
  local hooks
  hooks=$(git rev-parse --git-path hooks)
  mkdir -p "$hooks"
  printf '#!/bin/sh\nexec %s\n' "$2" >"$hooks/$1"
  chmod +x "$hooks/$1"
  echo "git runs $2: $hooks/$1"
}

case "${1:-}" in
  "") ;;
  --subject) [ $# -eq 2 ] || fail "--subject needs a file"; subject "$2"; exit ;;
  --text) text; exit ;;
  --hook)
    hook pre-commit 'scripts/dev.sh --text'
    # shellcheck disable=SC2016  # for the hook
    hook commit-msg 'scripts/dev.sh --subject "$1"'
    exit ;;
  *) sed -n '5,8s/^# //p' "scripts/$script" >&2; exit 2 ;;
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
