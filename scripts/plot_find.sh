#!/usr/bin/env bash
# Draws find.svg beside a page of scripts/bench.sh --find: nanoseconds per body against the number of bodies, of this library
# and its rivals, in random order, for the scenes that have all sizes.
#   scripts/plot_find.sh results/FOLDER/find.md
set -eu
if [ $# -ne 1 ] || [ ! -f "$1" ]; then
  sed -n '2,4s/^# //p' "$0" >&2
  exit 2
fi
command -v gnuplot >/dev/null || { echo "plot_find.sh: gnuplot is missing (Debian: gnuplot-nox)" >&2; exit 1; }
page=$1
picture=${page%.md}.svg
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# rows SCENE: bodies, contender and median of the rows in random order, with tabs between.
rows() {
  awk -F' *\\| *' -v scene="## $1:" '
    /^## / { here = index($0, scene) == 1 }
    here && NF > 9 && $2 ~ /^[0-9]+$/ && $3 == "random" && $5 ~ /^[0-9.]+$/ { print $2 "\t" $4 "\t" $5 }' "$page"
}

blues=("#0b2f5c" "#2f72b8" "#6aaee0")
others=("#6e6e6e" "#e08a1e" "#b5322a" "#4c9a3a" "#8a4fa8" "#d06fa8")

# lines SCENE: the parts of a plot command. Of this library the widest set, with one and two workers.
lines() {
  local name shown widest own=0 rival=0 comma=""
  widest=$(rows "$1" | cut -f 2 | grep '^lanegjk' | head -n 1)
  while IFS= read -r name; do
    case "$name" in
      "$widest" | "$widest, "* | "lanegjk, walls in an index${widest#lanegjk}")
        shown=$name colour=${blues[own++ % 3]} width=2.5 ;;
      lanegjk*) continue ;;
      *) shown=$name colour=${others[rival++ % 6]} width=1.5 ;;
    esac
    rows "$1" | awk -F'\t' -v name="$name" '$2 == name { print $1 "\t" $3 }' >"$work/$1.$own.$rival"
    printf "%s'%s' using 1:2 with linespoints lw %s pt 7 ps 0.5 lc rgb '%s' title '%s'" \
      "$comma" "$work/$1.$own.$rival" "$width" "$colour" "$shown"
    comma=", "
  done < <(rows "$1" | cut -f 2 | awk '!seen[$0]++')
}

panel() { # scene, title
  echo "set title '$2'"
  echo "plot $(lines "$1")"
}

machine=$(sed -n 's/^| machine | \(.*\) |$/\1/p' "$page" | head -n 1)
{
  cat <<SETTINGS
set terminal svg size 1200,500 dynamic font 'sans,11' background '#ffffff'
set output '$picture'
set multiplot layout 1,3 title '$machine; medians of ticks; bodies in random order'
set logscale xy
set format x '%.0s%c'
set xlabel 'bodies'
set ylabel 'ns per body and tick'
set xrange [800:1250000]
set yrange [20:10000]
set grid ytics lc rgb '#dddddd'
set key below maxcols 2 reverse Left font ',9' samplen 1.5
SETTINGS
  panel P1 'P1: walkers'
  panel P2 'P2: walkers among long walls'
  panel P5 'P5: a swarm in 3D'
  echo 'unset multiplot'
} >"$work/find.gp"
gnuplot "$work/find.gp"
grep -q '^!\[' "$page" || sed -i "0,/^## /s//![Nanoseconds per body against the number of bodies](find.svg)\n\n## /" "$page"
