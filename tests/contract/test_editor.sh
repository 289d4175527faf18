#!/usr/bin/env bash
# Every header of the kernel opens in an editor without an error: clangd finds its flags in .clangd, for templates too.
#   test_editor.sh PROJECT_FOLDER [HEADER...]
# Status 77 where clangd is missing.
set -euo pipefail
cd "$1"
shift
clangd=$(command -v clangd-14 || command -v clangd) || { echo "skipped: clangd is missing"; exit 77; }

check() { # CLANGD HEADER
  local errors
  errors=$("$1" --check="$2" --check-lines=1-1 --log=error 2>&1 | grep '^E\[') || return 0
  echo "$2: ${errors%%$'\n'*}"
  return 1
}
export -f check
[ $# -gt 0 ] || set -- kernel/*/*.h kernel/include/lanegjk/*.h
printf '%s\0' "$@" | xargs -0 -P "$(nproc)" -I{} bash -c 'check "$0" {}' "$clangd" || exit 1
echo "$# headers open"
