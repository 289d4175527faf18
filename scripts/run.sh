#!/usr/bin/env bash
# Installs what is missing, builds, and shows the library at work: a crowd of 20,000 agents, stacks at rest, then the replay of
# recorded pedestrians. Nothing is downloaded beyond packages; without --trajectories the recording is generated.
#   scripts/run.sh [--trajectories FILE]     FILE: lines of `id frame x y [z]`, comments with #
set -euo pipefail
cd "$(dirname "$0")/.."

recording=""
while [ $# -gt 0 ]; do
  case "$1" in
    --trajectories)
      [ $# -ge 2 ] || { echo "run.sh: --trajectories needs a file" >&2; exit 2; }
      recording=$2
      shift 2 ;;
    *) sed -n '4s/^# *//p' "$0" >&2; exit 2 ;;
  esac
done
[ -z "$recording" ] || [ -r "$recording" ] || { echo "cannot read $recording" >&2; exit 2; }

say() { printf '\n== %s\n' "$*"; }

say "build"
scripts/ci/build.sh
out=build/run
mkdir -p "$out"
build/release/lanegjk info

say "a crowd of 20,000 agents among walls; obstacles are added half way"
build/release/crowd --svg "$out/crowd.svg"
build/release/crowd --agents 3000 --html "$out/crowd.html" >/dev/null # plays in a browser

say "bodies that rest on contact manifolds"
for scene in tower heap pyramid; do build/release/stack $scene --svg "$out/$scene.svg"; done

if [ -z "$recording" ]; then
  recording=$out/recording.txt
  build/release/lanegjk demo-recording --out "$recording"
fi
say "replay of $recording"
build/release/lanegjk replay "$recording" --out "$out/replay.csv" --svg "$out/replay.svg"

say "written"
wc -c "$out"/*.svg "$out"/*.html "$out"/*.csv | awk '$2 != "total" {print $2 "  " $1 " bytes"}'
