#!/usr/bin/env bash
# Draws the results of scripts/bench.sh as SVG, those pictures that the file has the figures for:
#   speedup.svg    2D: speed-up of each instruction set over Box2D and over the scalar reference
#   pairs.svg      2D: time per pair against the number of pairs, bodies in order and shuffled
#   warm.svg       2D: cold against warm
#   speedup3.svg   3D: speed-up of each instruction set over Bullet and over the scalar reference
#   warm3.svg      3D: cold against warm
#   scripts/plot.sh FILE.json DIRECTORY
set -eu
[ $# -eq 2 ] || { sed -n '2,8s/^# //p' "$0" >&2; exit 2; }
table=$(dirname "$0")/../build/bench/lgjk_bench_table
[ -x "$table" ] || { echo "plot.sh: run scripts/bench.sh first, which builds $table" >&2; exit 1; }
command -v gnuplot >/dev/null || { echo "plot.sh: gnuplot is missing (Debian: gnuplot-nox)" >&2; exit 1; }

json=$1
directory=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$table" --csv "$json" >"$work/all.csv"
machine=$("$table" --context machine "$json")
isas=$(awk -F, 'NR > 1 && $7 == 1 && $4 !~ /-sorted$/ && !seen[$4]++ { print $4 }' "$work/all.csv" | tr '\n' ' ')
widest=${isas% }
widest=${widest##* }

# Columns for gnuplot: by_scene LETTER COLUMN... gives a row per scene of 10,000 pairs in order whose name begins with the
# letter (S: 2D, T: 3D). A column is QUERY:MODE:IMPLEMENTATION[:OVER]: the time, or how many times longer OVER takes. A
# figure that is missing is a ?.
by_scene() {
  local letter=$1
  shift
  awk -F, -v letter="$letter" -v columns="$*" '
    $5 == 10000 && $1 !~ /-/ && substr($1, 1, 1) == letter { time[$1 ":" $2 ":" $3 ":" $4] = $6; if (!seen[$1]++) scene[++scenes] = $1 }
    END {
      n = split(columns, column, " ")
      for (i = 1; i <= scenes; i++) {
        line = scene[i]; known = 0
        for (k = 1; k <= n; k++) {
          split(column[k], part, ":")
          base = scene[i] ":" part[1] ":" part[2] ":"
          own = time[base part[3]]; over = time[base part[4]]
          value = part[4] == "" ? own : (own > 0 && over > 0 ? over / own : "")
          if (value != "") known = 1
          line = line "\t" (value == "" ? "?" : value)
        }
        if (known) print line
      }
    }' "$work/all.csv"
}

# A row per number of pairs: SCENE:IMPLEMENTATION gives the time of distance, cold.
by_pairs() {
  awk -F, -v columns="$*" '
    $2 == "distance" && $3 == "cold" { time[$1 ":" $4 ":" $5] = $6; if ($5 + 0 > 0 && !seen[$5]++) size[++sizes] = $5 }
    END {
      n = split(columns, column, " ")
      for (i = 1; i <= sizes; i++) {
        line = size[i]; known = 0
        for (k = 1; k <= n; k++) {
          value = time[column[k] ":" size[i]]
          if (value != "") known++
          line = line "\t" (value == "" ? "?" : value)
        }
        if (known) print line
      }
    }' "$work/all.csv" | sort -n
}

style='set terminal svg size 960,WIDTH dynamic font "sans-serif,13" background "white"
set datafile separator "\t"; set datafile missing "?"
set border 3 lc rgb "#666666"; set tics nomirror scale 0.5; set grid ytics lt 1 lc rgb "#dddddd"
set key outside right top; set style fill solid 0.9 noborder; set boxwidth 0.9
set style data histograms; set style histogram clustered gap 1
set linetype 1 lc rgb "#b8c4d0"; set linetype 2 lc rgb "#7fa8d0"; set linetype 3 lc rgb "#3d78b5"
set linetype 4 lc rgb "#123e70"; set linetype 5 lc rgb "#d08a3d"'

# A picture is left out where its data has no rows: draw FILE HEIGHT DATA..., the commands on standard input.
draw() {
  local file=$1 height=$2 data
  shift 2
  for data in "$@"; do
    [ -s "$data" ] || { echo "plot.sh: no figures for $file, left out" >&2; cat >/dev/null; return; }
  done
  { echo "${style/WIDTH/$height}"; echo "set output '$directory/$file'"; cat; } | gnuplot
  echo "$directory/$file"
}

columns_of() {
  local isa
  for isa in $isas; do echo "distance:cold:$isa:$1"; done
}

# plot commands for one histogram: FILE TITLE...
bars() {
  local file=$1 k=2 title separator="plot"
  shift
  for title in "$@"; do
    printf "%s '%s' using %d:xtic(1) title '%s' lt %d" "$separator" "$file" "$k" "$title" $((k - 1))
    separator=","
    k=$((k + 1))
  done
  echo
}

mkdir -p "$directory"
# shellcheck disable=SC2046
by_scene S $(columns_of box2d) >"$work/box2d"
# shellcheck disable=SC2046
by_scene S $(columns_of reference) >"$work/reference"
# shellcheck disable=SC2086
draw speedup.svg 640 "$work/box2d" "$work/reference" <<END
set multiplot layout 2,1 title "distance with witness points, cold, 10,000 pairs, one core: times faster ($machine)"
set yrange [0:*]
set ylabel "than Box2D"
$(bars "$work/box2d" $isas)
set ylabel "than the scalar reference"
$(bars "$work/reference" $isas)
unset multiplot
END

by_pairs "S2:$widest" "S2-shuffled:$widest" S2:reference S2-shuffled:reference S2:box2d S2-shuffled:box2d >"$work/pairs"
[ "$(wc -l <"$work/pairs")" -gt 1 ] || : >"$work/pairs"
draw pairs.svg 480 "$work/pairs" <<END
set title "S2, distance, cold, one core ($machine)"
set logscale xy; set xrange [800:1250000]; set xlabel "pairs"; set ylabel "ns per pair"; set format x "10^{%L}"; set grid xtics ytics
set style data linespoints; set pointsize 0.7
plot '$work/pairs' using 1:2 title '$widest' lt 4 lw 2 pt 7, '' using 1:3 title '$widest, shuffled' lt 4 lw 2 pt 6 dt 2, \
     '' using 1:4 title 'reference' lt 2 lw 2 pt 7, '' using 1:5 title 'reference, shuffled' lt 2 lw 2 pt 6 dt 2, \
     '' using 1:6 title 'Box2D' lt 5 lw 2 pt 7, '' using 1:7 title 'Box2D, shuffled' lt 5 lw 2 pt 6 dt 2
END

# Box2D keeps a cache only in b2Distance, which then answers overlap too.
by_scene S "distance:cold:$widest" "distance:warm:$widest" distance:cold:box2d distance:warm:box2d >"$work/warm_distance"
by_scene S "overlap:cold:$widest" "overlap:warm:$widest" overlap:cold:box2d overlap:warm:box2d-distance >"$work/warm_overlap"
draw warm.svg 640 "$work/warm_distance" "$work/warm_overlap" <<END
set multiplot layout 2,1 title "cold and warm, 10,000 pairs, one core: ns per pair ($machine)"
set yrange [0:*]
set linetype 1 lc rgb "#123e70"; set linetype 2 lc rgb "#7fa8d0"; set linetype 3 lc rgb "#d08a3d"; set linetype 4 lc rgb "#ecc69a"
set ylabel "distance"
$(bars "$work/warm_distance" "$widest cold" "$widest warm" "Box2D cold" "Box2D warm")
set ylabel "overlap"
$(bars "$work/warm_overlap" "$widest cold" "$widest warm" "b2TestOverlap" "b2Distance warm")
unset multiplot
END

# 3D shows every instruction set only on some scenes, and the widest on all.
# shellcheck disable=SC2046
by_scene T $(columns_of bullet) >"$work/bullet"
# shellcheck disable=SC2046
by_scene T $(columns_of reference) >"$work/reference3"
# shellcheck disable=SC2086
draw speedup3.svg 640 "$work/bullet" "$work/reference3" <<END
set multiplot layout 2,1 title "3D: distance with witness points, cold, 10,000 pairs, one core: times faster ($machine)"
set yrange [0:*]
set ylabel "than Bullet"
$(bars "$work/bullet" $isas)
set ylabel "than the scalar reference"
$(bars "$work/reference3" $isas)
unset multiplot
END

# Hulls of many vertices take a hundred times as long as capsules.
by_scene T "distance:cold:$widest" "distance:warm:$widest" distance:cold:reference distance:warm:reference \
  distance:cold:bullet distance:warm:bullet >"$work/warm3"
draw warm3.svg 480 "$work/warm3" <<END
set title "3D: distance, cold and warm, 10,000 pairs, one core: ns per pair ($machine)"
set logscale y; set yrange [10:*]
set linetype 1 lc rgb "#123e70"; set linetype 2 lc rgb "#7fa8d0"; set linetype 3 lc rgb "#4d4d4d"
set linetype 4 lc rgb "#b3b3b3"; set linetype 5 lc rgb "#d08a3d"; set linetype 6 lc rgb "#ecc69a"
$(bars "$work/warm3" "$widest cold" "$widest warm" "reference cold" "reference warm" "Bullet cold" "Bullet warm")
END
