#!/usr/bin/env bash
# The command line program of MinGW's build: its tests, by a script that runs it under Wine; and files that both systems'
# programs write are equal. Status 77 where it was not built.
#   test_windows_program.sh BUILD_DIR REFERENCE_DIR EMULATOR
set -euo pipefail
windows=$1 reference=$2 emulator=$3
tests=$(cd "$(dirname "$0")/.." && pwd)
[ -e "$windows/lanegjk.exe" ] || { echo "skipped: lanegjk.exe was not built"; exit 77; }
mkdir -p "$windows/program"
printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$emulator" "$windows/lanegjk.exe" >"$windows/program/lanegjk"
chmod +x "$windows/program/lanegjk"
"$tests/cli/test_cli3.sh" "$windows/program/lanegjk" "$tests/data/cli.txt"
for program in "$reference/lanegjk" "$windows/program/lanegjk"; do
  folder=$windows/demo_of_$(basename "$(dirname "$program")")
  mkdir -p "$folder"
  (cd "$folder" && "$program" demo-recording --out demo.txt &&
    "$program" replay demo.txt --out replay.csv --svg replay.svg >/dev/null)
done
diff -r "$windows/demo_of_$(basename "$reference")" "$windows/demo_of_program"
echo "recording, replay and picture: the same bytes"
