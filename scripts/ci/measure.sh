# shellcheck shell=bash
# Sourced by scripts that measure: scripts/bench.sh; publish.sh, sizes.sh, bench_python.sh and bench_js.sh of scripts/ci.
#   wait_for_quiet [SECONDS [FILE]]   waits until the load average of the last minute is at most 1, for 180 seconds at the
#                                     most, and reports it; 1 where the machine is still busy. FILE: in place of /proc/loadavg
#   clean_commit                      prints the commit; 1 where files differ from it, except pages of results/, which one
#                                     measurement of a published run writes before the next begins
#   facts COMMIT COMPILER             prints a table: this machine, and what a page is of
#   results_folder MACHINE CPU        prints the folder of a machine, results/<machine>-<cpu>, with the processor's family and
#                                     model, as hosts of several call themselves the same; below LGJK_RESULTS, if that is set
#   keep_page PAGE ROWS NAME          copies a page of measurements, and its rows, into the folder of the machine that it names,
#                                     as NAME.md and NAME.csv; with a fourth word prints it, and lost rows to standard error

wait_for_quiet() {
  local left=${1:-180} file=${2:-/proc/loadavg} load
  while :; do
    read -r load _ <"$file" || return 0
    awk -v load="$load" 'BEGIN { exit load > 1 }' && return 0
    [ "$left" -gt 0 ] || break
    [ "$left" != "${1:-180}" ] || echo "load average $load: waiting up to $left s for it to fall to 1" >&2
    sleep $((left < 5 ? left : 5))
    left=$((left - 5))
  done
  echo "the machine is busy (load average $load): scripts/ci/publish.sh may refuse this run" >&2
  return 1
}

clean_commit() {
  local commit
  commit=$(git describe --always --abbrev=12)
  git diff --quiet HEAD -- . ':(top,exclude)results' || commit+=-dirty
  echo "$commit"
  case "$commit" in *-dirty) echo "this is commit $commit: commit the changes before you measure" >&2; return 1 ;; esac
}

facts() {
  cpu() { sed -n "s/^$1[[:space:]]*: //p" /proc/cpuinfo | head -n 1; }
  echo "|  |  |"
  echo "|---|--:|"
  printf '| %s | %s |\n' machine "$(cpu 'model name')" \
    cpu "family $(cpu 'cpu family'), model $(cpu model), stepping $(cpu stepping)" compiler "$2" commit "$1" \
    date "$(date -u +%Y-%m-%dT%H:%M:%S+00:00)" lanegjk "$(scripts/ci/version.sh)"
}

results_folder() {
  local slug
  slug=$(echo "$1 ${2%, stepping*}" | sed 's/([RTM]*)//g' | tr '[:upper:]' '[:lower:]' | tr -cs 'a-z0-9\n' '-' |
    sed 's/^-//; s/-$//')
  echo "${LGJK_RESULTS:-results}/$slug"
}

keep_page() {
  local machine cpu folder
  if [ -n "${4:-}" ]; then
    cat "$1"
    grep -E '^name,|,rival,' "$2" >&2
    return
  fi
  machine=$(sed -n 's/^| machine | \(.*\) |$/\1/p' "$1" | head -n 1) # of the page's first table
  cpu=$(sed -n 's/^| cpu | \(.*\) |$/\1/p' "$1" | head -n 1)
  folder=$(results_folder "$machine" "$cpu")
  mkdir -p "$folder"
  cp "$1" "$folder/$3.md"
  cp "$2" "$folder/$3.csv"
  echo "$folder/$3.md"
}
