# shellcheck shell=bash
# Sourced by scripts/ci/publish.sh, bench_python.sh and bench_js.sh:
#   results_folder MACHINE CPU   prints the folder of a machine, results/<machine>-<cpu>, with the processor's family and model,
#                                as hosts of several call themselves the same

results_folder() {
  local slug
  slug=$(echo "$1 ${2%, stepping*}" | sed 's/([RTM]*)//g' | tr '[:upper:]' '[:lower:]' | tr -cs 'a-z0-9\n' '-' |
    sed 's/^-//; s/-$//')
  echo "results/$slug"
}
