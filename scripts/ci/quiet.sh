# shellcheck shell=bash
# Sourced by scripts/bench.sh:
#   wait_for_quiet [SECONDS [FILE]]   waits until the load average of the last minute is at most 1, for 180 seconds at the
#                                     most, and says so; 1 where the machine is still busy. FILE: in place of /proc/loadavg

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
