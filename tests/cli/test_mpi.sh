#!/usr/bin/env bash
# A crowd on several MPI ranks ends with the bits of the crowd on one: for any number of ranks, on ranks with different
# instruction sets, wherever borders are, and when it goes on from a snapshot. What is wrong with a message or a file ends
# the run, with a reason. Works as root and as another user.
#   test_mpi.sh CASE CROWD CROWD_MPI [MPIRUN]
set -euo pipefail
case=$1 crowd=$2 mpi=$3 mpirun=${4:-mpirun}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work # of each run its own: Open MPI removes its folder there while another run enters it
fail() { echo "$*"; exit 1; }

command -v "$mpirun" >/dev/null || { echo "skipped: no $mpirun"; exit 77; }
launch=("$mpirun")
if "$mpirun" --version 2>/dev/null | grep -q 'Open MPI\|OpenRTE'; then
  launch+=(--oversubscribe --bind-to none)
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  export OMPI_MCA_plm_rsh_agent=true                   # all on this machine: no ssh
  export OMPI_MCA_btl_vader_single_copy_mechanism=none # which containers forbid
  export OMPI_MCA_mpi_yield_when_idle=1                # others run on these cores, too
fi
export ASAN_OPTIONS=detect_leaks=0 # what MPI leaves is none of this program's
agents=(--agents 1500 --ticks 160)

attempt() { timeout 120 "${launch[@]}" -n "$1" "$mpi" "${@:2}" 2>&1; } # RANKS ARGUMENT...
# The same, of a run that is to succeed: what else it says does not get lost.
exec 3>&1
on() {
  local out status=0
  out=$(attempt "$@") || status=$?
  [ $status -eq 0 ] || { echo "status $status on $*: $out" >&3; return $status; }
  echo "$out"
}

# What a run comes to: the events and the checksum.
result() { sed -n 's/^events: //p; s/.*, \([0-9]* pairs touch\), .*checksum /\1 /p' <<<"$1"; }
number() { sed -n "s/^$2\([0-9.]*\).*/\1/p" <<<"$1"; } # OUTPUT TEXT

expect() { # OUTPUT OF_CROWD WHAT
  [ -n "$(result "$2")" ] && [ "$(result "$1")" = "$(result "$2")" ] || fail "$3: another end than $(result "$2"): $1"
  echo "$3: $(result "$1" | tail -n 1)"
}

case_ranks() {
  local one n
  one=$("$crowd" "${agents[@]}")
  for n in 1 2 3 4 7; do expect "$(on $n "${agents[@]}")" "$one" "$n ranks"; done
  expect "$(on 2 "${agents[@]}" --workers 2)" "$one" "2 ranks of 2 threads"
  one=$("$crowd" "${agents[@]}" --history-free)
  expect "$(on 3 "${agents[@]}" --history-free)" "$one" "3 ranks without records"
  # One agent, and ranks that have none.
  expect "$(on 3 --agents 1 --ticks 100)" "$("$crowd" --agents 1 --ticks 100)" "an agent of 3 ranks"
}

case_sets() {
  local isa here=() command=()
  for isa in scalar sse avx2 avx512 neon; do
    if "$crowd" --agents 1 --ticks 1 --isa $isa >/dev/null 2>&1; then here+=("$isa"); fi
  done
  [ ${#here[@]} -gt 1 ] || { echo "skipped: this machine has scalar alone"; exit 77; }
  for isa in "${here[@]}"; do
    [ ${#command[@]} -eq 0 ] || command+=(:)
    command+=(-n 1 env "LANEGJK_ISA=$isa" "$mpi" "${agents[@]}")
  done
  expect "$(timeout 120 "${launch[@]}" "${command[@]}" 2>&1)" "$("$crowd" "${agents[@]}")" "ranks on ${here[*]}"
}

case_borders() {
  local one out n left_out=""
  one=$("$crowd" "${agents[@]}")
  for n in 2 3 5; do expect "$(on $n "${agents[@]}" --balance random)" "$one" "random borders, $n ranks"; done
  # Cells smaller than a step: agents jump over a rank's.
  out=$(on 7 "${agents[@]}" --balance random --cell 0.3)
  expect "$out" "$one" "random borders of small cells, 7 ranks"
  [ "$(number "$out" "across two borders in one tick: ")" -gt 20 ] || fail "no agent crosses two borders: $out"
  out=$(on 3 "${agents[@]}" --balance time --period 10)
  expect "$out" "$one" "borders by time"
  awk '/^per tick/ { exit !($4 > 10 && $6 > 1) }' <<<"$out" || fail "too few ghosts, or none moves: $out"
  if attempt 1 --balance zoltan --agents 1 --ticks 1 >/dev/null; then
    expect "$(on 3 "${agents[@]}" --balance zoltan --period 10)" "$one" "borders by Zoltan"
  else
    left_out="skipped: borders by Zoltan (libtrilinos-zoltan-dev), which this build has not"
  fi
  # Agents in clusters that walk fast, and ranks of equal areas, of which some are empty.
  one=$("$crowd" "${agents[@]}" --clusters 2 --rate 4)
  out=$(on 4 "${agents[@]}" --clusters 2 --rate 4)
  expect "$out" "$one" "clusters"
  out=$(on 7 "${agents[@]}" --clusters 2 --rate 4 --balance none)
  expect "$out" "$one" "clusters, on equal areas"
  out=$(on 7 --agents 40 --ticks 100 --balance random)
  expect "$out" "$("$crowd" --agents 40 --ticks 100)" "some ranks empty"
  [ "$(number "$out" "1\?[0-9]* ranks; ticks of a rank without an agent: ")" -gt 10 ] || fail "no rank is empty: $out"
  [ -z "$left_out" ] || { echo "$left_out"; exit 77; }
}

# A rank that dies ends the run. It goes on from the last snapshot, on any number of ranks.
case_killed() {
  local one out n file=$work/run
  for kind in "" --history-free; do
    one=$("$crowd" "${agents[@]}" --clusters 3 $kind)
    if out=$(attempt 3 "${agents[@]}" --clusters 3 $kind --snapshot "$file" --every 20 --fault kill:1:75); then
      fail "a run goes on without one of its ranks: $out"
    fi
    cp "$file" "$work/at60"
    for n in 1 2 5; do expect "$(on $n --resume "$file" --balance time)" "$one" "after a death, $n ranks $kind"; done
  done
  # Once more, in the half with obstacles; what was written last is of tick 100.
  attempt 2 --resume "$file" --snapshot "$file" --every 50 --fault kill:0:130 >/dev/null && fail "rank 0 is dead"
  cmp -s "$file" "$work/at60" && fail "no snapshot was written after the first death"
  expect "$(on 4 --resume "$file" --balance random)" "$one" "after two deaths"
}

refuses() { # WHAT TEXT RANKS ARGUMENT...
  local out status=0
  out=$(attempt "${@:3}") || status=$?
  [ $status -ne 0 ] && [ $status -ne 124 ] || fail "$1: status $status: $out"
  grep -q "crowd_mpi: .*$2" <<<"$out" || fail "$1 gives no reason: $out"
  echo "$1: $(grep -m 1 -o 'crowd_mpi: .*' <<<"$out")"
}

damage() { # FILE BYTE: another value there
  local value
  value=$(od -An -tu1 -j "$2" -N 1 "$1")
  # shellcheck disable=SC2059
  printf "$(printf '\\%03o' $((value ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

case_wrong() {
  local file=$work/run size at
  refuses "a damaged message" "message of rank 1 in tick 30 is damaged" 3 "${agents[@]}" --fault flip:1:30
  refuses "a message cut short" "message of rank 2 in tick 30 has [0-9]* bytes and was to have" 3 "${agents[@]}" \
    --fault cut:2:30
  on 2 "${agents[@]}" --snapshot "$file" --every 100 >/dev/null
  size=$(stat -c %s "$file")
  for at in 9 100 1000 $((size - 5)); do
    cp "$file" "$file.bad"
    damage "$file.bad" "$at"
    refuses "a snapshot with byte $at changed" "version\|damaged" 2 --resume "$file.bad"
  done
  for at in 0 100 $((size - 1)); do
    head -c "$at" "$file" >"$file.bad"
    refuses "a snapshot cut off after $at bytes" "bytes" 2 --resume "$file.bad"
  done
  head -c 5000 "$mpi" >"$file.bad"
  refuses "another file" "no snapshot of crowd_mpi" 2 --resume "$file.bad"
  refuses "no file" "cannot read" 2 --resume "$file.none"
}

"case_$case"
