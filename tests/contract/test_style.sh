#!/usr/bin/env bash
# Lines of tracked files: up to 120 bytes in C, C++ and CMake, and 130 in scripts of shell, Python and JavaScript.
# And C is as clang-format 14 leaves it; other versions break lines elsewhere, so without it this part is left out.
#   test_style.sh PROJECT_FOLDER [--changed]     --changed: clang-format only of what differs from the upstream branch
# Status 77 where this is so, or where the folder is no git checkout, so that it is not known what is tracked.
set -euo pipefail
export LC_ALL=C
cd "$1"
[ "$(git rev-parse --show-toplevel 2>/dev/null)" -ef . ] || { echo "skipped: $1 is no git checkout"; exit 77; }
failures=0 left_out=0

# at_most LIMIT PATTERN...: names each longer line of the files whose names fit.
at_most() {
  local limit=$1 files
  shift
  mapfile -t files < <(git ls-files --deduplicate -- "$@")
  [ ${#files[@]} -gt 0 ] || { echo "no files are called $*"; failures=1; return; }
  awk -v limit="$limit" 'length($0) > limit { print FILENAME ":" FNR ": " length($0) " bytes, at most " limit; long = 1 }
    END { exit long }' "${files[@]}" || failures=1
}

at_most 120 '*.c' '*.h' '*.inc' '*.cc' '*.cpp' '*.cmake' '*CMakeLists.txt'
at_most 130 '*.sh' '*.py' '*.js' '*.mjs' '*.ts' .ci/run
grep -qx 'ColumnLimit: 120' .clang-format || { echo ".clang-format: ColumnLimit is not 120"; failures=1; }

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
if [ "${2:-}" = --changed ]; then
  base=$(git merge-base HEAD '@{upstream}' 2>/dev/null || echo HEAD)
  list_files() { git diff --name-only --diff-filter=d "$base" -- "$@"; }
else
  list_files() { git ls-files --deduplicate -- "$@"; }
fi
as_formatted kernel tests bench examples cli bindings
[ $failures -eq 0 ] || exit 1
exit $left_out
