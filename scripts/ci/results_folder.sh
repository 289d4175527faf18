# shellcheck shell=bash
# Sourced by scripts/bench.sh and scripts/ci/publish.sh:
#   results_folder DATE MACHINE CPU   prints the folder of a run: results/<date>-<machine>-<cpu>, with the processor's family and
#                                     model, as hosts of several call themselves the same

results_folder() {
  local slug
  slug=$(echo "$2 ${3%, stepping*}" | sed 's/([RTM]*)//g' | tr '[:upper:]' '[:lower:]' | tr -cs 'a-z0-9\n' '-' |
    sed 's/^-//; s/-$//')
  echo "results/${1%%T*}-$slug"
}
