#!/usr/bin/env bash
# The C programs of README.md compile as printed, without a warning, and print what README.md says they print; so does the
# command line program for the scenes that stand there.
#   test_readme.sh README LIBRARY INCLUDE_DIR C_COMPILER [LANEGJK]
set -euo pipefail
# shellcheck disable=SC2034  # block reads it
readme=$1
library=$2
include=$3
cc=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shellcheck source=tests/cli/readme_block.sh
. "$(dirname "$0")/readme_block.sh"

for program in 1 2; do
  block c $program >"$work/program.c"
  block text $program >"$work/expected"
  [ -s "$work/program.c" ] && [ -s "$work/expected" ]
  "$cc" -std=c11 -Wall -Wextra -Wconversion -Wshadow -Werror -I"$include" "$work/program.c" "$library" -o "$work/program"
  "$work/program" >"$work/printed"
  diff "$work/expected" "$work/printed"
  echo "program $program: $(wc -l <"$work/program.c") lines, prints as README.md says"
done

if [ $# -gt 4 ]; then
  for scene in 1 2; do
    block json $scene >"$work/scene.json"
    block csv $scene >"$work/expected.csv"
    [ -s "$work/scene.json" ] && [ -s "$work/expected.csv" ]
    "$5" query "$work/scene.json" >"$work/printed.csv"
    diff "$work/expected.csv" "$work/printed.csv"
    echo "scene $scene gives the table of README.md"
  done
fi
