#!/usr/bin/env bash
# Times the pairs of every two kinds of shapes alone, here and in an earlier commit, and prints which take longer or
# shorter by more than 7%: the time here over the time there. Scenes that mix kinds hide such a case. Both run in turns, and
# the least time counts. A turn takes a minute; it requires an idle machine.
#   scripts/ci/classes.sh [--turns N] [--only TEXT] COMMIT   N turns (3); only kinds whose names, as box-cone, have TEXT
# LGJK_ISA names the instruction set: the widest that the processor has.
set -euo pipefail
cd "$(dirname "$0")/../.."

turns=3 only="" commit=""
while [ $# -gt 0 ]; do
  case "$1" in
    --turns) turns=$2; shift 2 ;;
    --only) only=$2; shift 2 ;;
    -*) commit=""; break ;;
    *) commit=$1; shift ;;
  esac
done
[ -n "$commit" ] || { sed -n '2,6s/^# //p' scripts/ci/classes.sh >&2; exit 2; }
work=build/classes
rm -rf "$work/tree" "$work"/*.txt
mkdir -p "$work"
git worktree prune
git worktree add --quiet --detach "$work/tree" "$commit"
trap 'git worktree remove --force "$work/tree"' EXIT

# Builds the library of the tree $1, and links this tree's benchmark with it as $work/$2-<dimension>.
build() {
  cmake -S "$1" -B "$work/$2" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_TOOLS=OFF \
    -DLGJK_BUILD_EXAMPLES=OFF >"$work/$2.log"
  cmake --build "$work/$2" --target lanegjk_static >>"$work/$2.log" || { tail -5 "$work/$2.log" >&2; exit 1; }
  for dim in 2 3; do
    cc -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -DDIM=$dim -I "$1/kernel/include" bench/classes/main.c \
      "$work/$2/kernel/liblanegjk.a" -lm -lpthread -o "$work/$2-$dim"
  done
}
build "$work/tree" there
build . here

run() { for dim in 2 3; do "$work/$1-$dim" "${LGJK_ISA:-auto}" "$only"; done >>"$work/$1.txt"; }
for _ in $(seq "$turns"); do run there; run here; done

sort -k1,1 -k2,2g "$work/there.txt" | sort -k1,1 -u >"$work/least.txt" # of each case the least time
sort -k1,1 -k2,2g "$work/here.txt" | sort -k1,1 -u | join "$work/least.txt" - | awk '
  { ratio = $3 / $2; sum += log(ratio) }
  ratio > 1.07 || ratio < 0.93 { printf "%.2f  %-34s %8.1f ns, before %8.1f\n", ratio, $1, $3, $2 | "sort -n" }
  END { close("sort -n"); printf "%d cases, geometric mean %.3f\n", NR, exp(sum / NR) }'
