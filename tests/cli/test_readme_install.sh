#!/usr/bin/env bash
# What docs/install.md says, to the letter and with an empty environment: installs into a home folder, then builds the first
# program of README.md with CMake and with pkg-config, static and shared, and starts it. Its output is in README.md, too.
# The clone has one instruction set, unoptimised: the commands and what they install are the same.
#   test_readme_install.sh SOURCE_DIR
# Status 77 where this machine has the tools elsewhere than a fresh environment would look.
set -euo pipefail
source=$1
readme=$source/README.md
install=$source/docs/install.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=tests/cli/page_block.sh
. "$(dirname "$0")/page_block.sh"

fresh() { env -i HOME="$work/home" PATH=/usr/bin:/bin "$@"; }
for command in cmake make cc pkg-config; do
  # shellcheck disable=SC2016
  fresh sh -c 'command -v "$0" >/dev/null' $command || { echo "skipped: this machine has no $command in /usr/bin"; exit 77; }
done

# follow FOLDER N [SED]: runs the Nth shell block of docs/install.md there, edited by SED if given
follow() {
  block "$install" sh "$2" | sed "${3:-}" >"$work/commands"
  [ -s "$work/commands" ]
  cat "$work/commands"
  (cd "$1" && fresh sh -eu "$work/commands") >"$work/output" 2>&1 || { cat "$work/output"; exit 1; }
}
# links PROGRAM: the lanegjk library that it needs when it starts, none where that is static
links() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(liblanegjk.*\)\]/\1/p'; }
# expect TIMES: what the last commands printed ends with what README.md says, that many times
expect() {
  local i
  block "$readme" text >"$work/once"
  [ -s "$work/once" ]
  for ((i = 0; i < $1; i++)); do cat "$work/once"; done >"$work/expected"
  tail -n "$(wc -l <"$work/expected")" "$work/output" | diff "$work/expected" -
}

mkdir "$work/home" "$work/clone" "$work/project"
tar -C "$source" --exclude=./build --exclude=./.git -cf - . | tar -C "$work/clone" -xf -
sed -i '1a set(LGJK_ISAS scalar)\nset(CMAKE_C_FLAGS_RELEASE -O0)' "$work/clone/CMakeLists.txt"
follow "$work/clone" 1
cmp "$source/LICENSE" "$work/home/.local/share/doc/lanegjk/LICENSE"

block "$readme" c >"$work/project/program.c"
block "$install" cmake >"$work/project/CMakeLists.txt"
follow "$work/project" 2
expect 1
[ -z "$(links "$work/project/build/your_program")" ]
rm -r "$work/project/build"
option=-DBUILD_SHARED_LIBS=ON
grep -qF -e "$option" "$install"
follow "$work/project" 2 "/^cmake -S/s/\$/ $option/"
expect 1
[ -n "$(links "$work/project/build/your_program")" ]

follow "$work/project" 3
expect 2
[ -z "$(links "$work/project/program_static")" ]
[ -n "$(links "$work/project/program_shared")" ]
[ -z "$(block "$install" sh 4)" ]
