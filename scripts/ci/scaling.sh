#!/usr/bin/env bash
# Measures the crowd on one machine and on MPI ranks, and writes docs/beyond-one-machine: figures, plots, and what a model
# makes of them for more cores than there are here. The machine has to be idle.
#   scripts/ci/scaling.sh            all of it; some minutes
#   scripts/ci/scaling.sh measure    the figures alone, of one round, added to those that are there (LGJK_SIZES: agents)
#   scripts/ci/scaling.sh runs       what ranks own, and their ghosts and time in each tick
#   scripts/ci/scaling.sh draw       plots and page of the figures that are there
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/packages.sh
build=build/release out=docs/beyond-one-machine rounds=3
ranks=$(nproc)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_plm_rsh_agent=true
export OMPI_MCA_btl_vader_single_copy_mechanism=none
on() { mpirun --oversubscribe --bind-to none -n "$1" "$build/crowd_mpi" "${@:2}"; }

# Milliseconds per tick of the program's last line.
milliseconds() {
  awk '/checksum/ {
    for (i = 2; i < NF; i++) {
      if ($i == "ticks/s,") print 1e3 / $(i - 1)
      if ($i == "ms" && $(i + 1) == "per") print $(i - 1)
    }
  }'
}
row() { echo "$1,$2,$3,$(milliseconds)" >>$out/times.csv; } # PROGRAM AGENTS CORES

# Programs take turns, so that all see the same machine.
measure() {
  local agents ticks n
  mkdir -p $out
  [ -f $out/times.csv ] || echo "program,agents,cores,ms" >$out/times.csv
  for agents in ${LGJK_SIZES:-200 20000 100000 200000 1000000 200000 200000}; do
    ticks=$((20000000 / agents > 1000 ? 1000 : 20000000 / agents)) # the first takes longer than others
    for n in 1 "$ranks"; do
      "$build/crowd" --agents "$agents" --ticks $ticks --workers "$n" | row crowd "$agents" "$n"
      on "$n" --agents "$agents" --ticks $ticks | row crowd_mpi "$agents" "$n"
    done
  done
}

runs() {
  mkdir -p $out
  on "$ranks" --agents 50000 --clusters 3 --ticks 600 --balance time --period 100 --log $out/ticks.csv
  on 7 --agents 20000 --clusters 3 --ticks 100 --period 20 --cell 2.5 --map $out/map.csv
  # Ghosts do not depend on the machine.
  echo "ranks,agents,ghosts" >$out/ghosts.csv
  for n in 2 4 8 16; do
    on $n --agents 100000 --ticks 20 | awk -v n=$n '/^per tick/ { print n ",100000," $3 }' >>$out/ghosts.csv
  done
}

case "${1:-} $#" in
  " 0")
    need_packages build plot mpi
    cmake --preset release >/dev/null
    cmake --build --preset release --target crowd crowd_mpi
    rm -f $out/times.csv
    for _ in $(seq $rounds); do measure; done
    runs
    /usr/bin/python3 bench/report/scaling.py $out ;;
  "measure 1") measure ;;
  "runs 1") runs ;;
  "draw 1") /usr/bin/python3 bench/report/scaling.py $out ;;
  *) sed -n '2,8s/^# //p' "$0" >&2; exit 2 ;;
esac
