#!/usr/bin/env bash
# Builds the library, the examples and the program build/release/lanegjk; installs what is missing.
#   scripts/ci/build.sh [--preset NAME]     NAME: release (default), debug, sanitize, clang, test
set -eu
cd "$(dirname "$0")/../.."
. scripts/ci/packages.sh

preset=release
while [ $# -gt 0 ]; do
  case "$1" in
    --preset) preset=${2:?--preset needs a name}; shift 2 ;;
    *) sed -n '2,3s/^# //p' "$0" >&2; exit 2 ;;
  esac
done

case "$preset" in
  release) need_packages build tools ;;
  clang) need_packages build tools test clang ;;
  *) need_packages build tools test ;;
esac
cmake --preset "$preset" >/dev/null
cmake --build --preset "$preset"
