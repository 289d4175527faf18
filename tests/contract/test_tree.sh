#!/usr/bin/env bash
# What is promised of the tree as text: style, pages that are made from it, flags of editors, and the hooks.
#   test_tree.sh CASE ARGUMENT...
# Status 77 where this machine does not have what the case requires.
set -euo pipefail

# at_most LIMIT PATTERN...: names each longer line of the files whose names fit.
at_most() {
  local limit=$1 files
  shift
  mapfile -t files < <(git ls-files --deduplicate -- "$@")
  [ ${#files[@]} -gt 0 ] || { echo "no files are called $*"; failures=1; return; }
  awk -v limit="$limit" 'length($0) > limit { print FILENAME ":" FNR ": " length($0) " bytes, at most " limit; long = 1 }
    END { exit long }' "${files[@]}" || failures=1
}

# as_formatted FOLDER...: names what clang-format would change in the C files there.
as_formatted() {
  local formatter=clang-format-14 folder
  command -v "$formatter" >/dev/null || formatter=clang-format
  case $("$formatter" --version 2>/dev/null) in
    *"version 14."*) ;;
    *) echo "skipped: this machine has no clang-format 14, so spaces are not checked"; left_out=77; return ;;
  esac
  list_files "${@/%//*.c}" "${@/%//*.h}" | xargs -r -P "$(nproc)" -n 32 "$formatter" --dry-run -Werror ||
    { echo "run $formatter -i on these"; failures=1; }
}

# Lines of tracked files: up to 120 bytes in C, C++ and CMake, and 130 in scripts of shell, Python and JavaScript.
# And C is as clang-format 14 leaves it; other versions break lines elsewhere, so without it this part is left out.
#   test_tree.sh style PROJECT_FOLDER [--changed]     --changed: clang-format only of what differs from the upstream branch
# Status 77 where this is so, or where the folder is no git checkout, so that it is not known what is tracked.
case_style() {
  export LC_ALL=C
  cd "$1"
  [ "$(git rev-parse --show-toplevel 2>/dev/null)" -ef . ] || { echo "skipped: $1 is no git checkout"; exit 77; }
  failures=0 left_out=0

  at_most 120 '*.c' '*.h' '*.inc' '*.cc' '*.cpp' '*.cmake' '*CMakeLists.txt'
  at_most 130 '*.sh' '*.py' '*.js' '*.mjs' '*.ts' .ci/run
  grep -qx 'ColumnLimit: 120' .clang-format || { echo ".clang-format: ColumnLimit is not 120"; failures=1; }
  if [ "${2:-}" = --changed ]; then
    base=$(git merge-base HEAD '@{upstream}' 2>/dev/null || echo HEAD)
    list_files() { git diff --name-only --diff-filter=d "$base" -- "$@"; }
  else
    list_files() { git ls-files --deduplicate -- "$@"; }
  fi
  as_formatted kernel tests bench examples cli bindings
  [ $failures -eq 0 ] || exit 1
  exit $left_out
}

fail() { echo "$1"; failed=1; }

# The pages that are made from the tree are up to date: the tables of docs/internals/routes.md, and the picture of
# docs/internals/architecture.md. Each route has a row in tests/attempt/.
#   test_tree.sh routes PROJECT_FOLDER
case_routes() {
  cd "$1"
  failed=0

  for dim in 2 3; do
    sed -n "/^<!-- routes of ${dim}D: begin -->\$/,/^<!-- routes of ${dim}D: end -->\$/p" docs/internals/routes.md | sed '1d;$d' |
      cmp -s - <(scripts/ci/routes.sh "$dim") ||
        fail "docs/internals/routes.md is not up to date: run scripts/ci/routes.sh --write"
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
}

check() { # CLANGD HEADER
  local errors
  errors=$("$1" --check="$2" --check-lines=1-1 --log=error 2>&1 | grep '^E\[') || return 0
  echo "$2: ${errors%%$'\n'*}"
  return 1
}

# Every header of the kernel opens in an editor without an error: clangd finds its flags in .clangd, for templates too.
#   test_tree.sh editor PROJECT_FOLDER [HEADER...]
# Status 77 where clangd is missing.
case_editor() {
  cd "$1"
  shift
  clangd=$(command -v clangd-14 || command -v clangd) || { echo "skipped: clangd is missing"; exit 77; }
  export -f check
  [ $# -gt 0 ] || set -- kernel/*/*.h kernel/include/lanegjk/*.h
  printf '%s\0' "$@" | xargs -0 -P "$(nproc)" -I{} bash -c 'check "$0" {}' "$clangd" || exit 1
  echo "$# headers open"
}

commit() { git commit -q --allow-empty -m "$1" 2>"$work/error"; }

accepted() { commit "$1" || { cat "$work/error"; echo "refused: $1"; exit 1; }; }

# refused ERROR SUBJECT
refused() {
  if commit "$2"; then echo "accepted: $2"; exit 1; fi
  grep -qF -e "$1" "$work/error" || { cat "$work/error"; echo "does not say '$1': $2"; exit 1; }
}

# The hooks that scripts/dev.sh --hook writes: in a repository of their own, with checks of the tree that pass or fail, a
# commit is made or refused by its subject and by these.
#   test_tree.sh hooks DEV_SCRIPT
# Status 77 without git.
case_hooks() {
  command -v git >/dev/null || { echo "skipped: this machine has no git"; exit 77; }
  script=$(realpath "$1")
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
  export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
  export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a

  cd "$work"
  git init -q
  mkdir -p scripts tests/contract docs/site
  cp "$script" scripts/dev.sh
  echo >docs/site/check_names.py
  for check in tree layers; do printf '#!/bin/sh\n' >tests/contract/test_$check.sh; done
  chmod +x tests/contract/*.sh
  scripts/dev.sh --hook
  longest="area: verb $(printf 'x%.0s' {1..61})"
  accepted "$longest"
  accepted "python, js: report depths of casts"
  accepted "lane/lane_256: count bits"
  accepted $'cast: keep the hit\n\nA body may have long lines: this one is longer than seventy-two characters. And a full stop.'
  accepted "Merge branch 'x'"
  accepted "fixup! cast: keep the hit"
  refused "the subject has 73 characters, at most 72" "${longest}x"
  for subject in "Keep the hit" "cast keep the hit" "cast: Keep the hit" "cast: keep" "cast:keep the hit" "cast: keep the hit." \
    "Cast: keep the hit"; do
    refused "the subject is not 'area: verb object'" "$subject"
  done
  printf '#!/bin/sh\necho "a long line" >&2\nexit 1\n' >tests/contract/test_tree.sh
  refused "a long line" "cast: keep the hit"
  echo "subjects and checks of the tree: commits are made or refused as expected"
}

case=$1
shift
"case_$case" "$@"
