#!/usr/bin/env bash
# Draws the results of scripts/bench.sh as SVG, those pictures that the file has the figures for:
#   speedup.svg, speedup3.svg   2D, 3D: how many times faster each instruction set is than each rival, on every scene
#   pairs.svg, pairs3.svg       2D, 3D: time per pair against the number of pairs of a call, cold and warm
#   warm.svg, warm3.svg         2D, 3D: time per pair of everyone on every scene, cold and warm
#   contact3.svg                3D: the same of contacts on whole scenes, and of depths of pairs that overlap
#   scripts/plot.sh FILE.json DIRECTORY
# LGJK_BENCH_TABLE names the table program, where it is not the one that scripts/bench.sh builds.
set -eu
[ $# -eq 2 ] || { sed -n '2,7s/^# //p' "$0" >&2; exit 2; }
table=${LGJK_BENCH_TABLE:-$(dirname "$0")/../build/bench/lgjk_bench_table}
[ -x "$table" ] || { echo "plot.sh: run scripts/bench.sh first, which builds $table" >&2; exit 1; }
command -v gnuplot >/dev/null || { echo "plot.sh: gnuplot is missing (Debian: gnuplot-nox)" >&2; exit 1; }

json=$1
directory=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
machine="one core, $("$table" --context machine "$json" | sed "s/'/''/g")"
busy=$("$table" --context busy "$json")
[ -z "$busy" ] || machine="$machine, busy: load average $busy"

# The same colour and point in every plot, by place in the tables: instruction sets in blues, the choice among them beside,
# rivals in the rest.
blues=("#a9bccf" "#6aaee0" "#2f72b8" "#8fb8a8" "#0b2f5c" "#1b9e93" "#7a5cd6")
others=("#6e6e6e" "#e08a1e" "#b5322a" "#4c9a3a" "#a6c93f" "#8a4fa8" "#d06fa8")
points=(5 7 9 11 13 15)
declare -A colour point
isas=$("$table" --isas)
rivals=$("$table" --rivals)
place=0
while IFS=$'\t' read -r _ shown; do
  colour[$shown]=${blues[$((place++ % ${#blues[@]}))]}
  point[$shown]=7
done <<<"$isas"
for dim in 2d 3d; do
  place=0
  while IFS=$'\t' read -r _ _ shown; do
    colour[$shown]=${others[$((place % ${#others[@]}))]}
    point[$shown]=${points[$((place++ % ${#points[@]}))]}
  done < <(grep "^$dim" <<<"$rivals")
done

# pivot FILE PATTERN [--over RIVAL]: a file of columns, see bench/table/pivot.c. False where it has no figures.
pivot() {
  local file=$work/$1
  shift
  "$table" --pivot "$@" "$json" >"$file"
  [ "$(wc -l <"$file")" -gt 1 ] && grep -q '	[0-9]' "$file"
}
# The names over the columns of a pivot, each once, as the array `names`.
names_of() { mapfile -t names < <(head -n 1 "$work/$1" | tr '\t' '\n' | tail -n +2 | uniq); }

# ---- what is in a panel: each prints the parts of a plot command, a line each. Titles are for readers of the SVG ----

# Where column K of N of them stands beside its scene.
place_of() { awk -v k="$1" -v n="$2" 'BEGIN { printf "($0+%.4f)", 0.84 * ((k + 0.5) / n - 0.5) }'; }

# bars FILE: a bar for each instruction set on each scene.
bars() {
  local k n=${#names[@]} name
  for k in "${!names[@]}"; do
    name=${names[$k]}
    echo "'$work/$1' skip 1 using $(place_of "$k" "$n"):$((k + 2)):(0.76/$n)" \
      "with boxes fs solid lc rgb '${colour[$name]}' title '$name'"
  done
  echo "1 with lines $once title 'as fast (1x)'"
}

# has_figures FILE COLUMN: gnuplot warns of a column without.
has_figures() { cut -f "$2" "$work/$1" | tail -n +2 | grep -q '[0-9]'; }

# dumbbells FILE: on each scene a hollow point for cold and a full one for warm, joined.
dumbbells() {
  local k x cold warm look mark
  for k in "${!names[@]}"; do
    x=$(place_of "$k" ${#names[@]})
    cold=$((2 * k + 2)) warm=$((2 * k + 3)) mark=${point[${names[$k]}]}
    look="lw 1.5 lc rgb '${colour[${names[$k]}]}' title '${names[$k]}'"
    ! has_figures "$1" $cold || echo "'$work/$1' skip 1 using $x:$cold with points pt $((mark - 1)) ps 0.65 $look"
    has_figures "$1" $warm || continue
    echo "'$work/$1' skip 1 using $x:$cold:(0):(\$$warm-\$$cold) with vectors nohead $look"
    echo "'$work/$1' skip 1 using $x:$warm with points pt $mark ps 0.65 $look"
  done
}

# curves FILE DASH [NAME...]: a curve for each implementation, or for those named.
curves() {
  local file=$1 dash=$2 k name
  shift 2
  for k in "${!names[@]}"; do
    name=${names[$k]}
    [ $# -eq 0 ] || printf '%s\n' "$@" | grep -qxF "$name" || continue
    echo "'$work/$file' skip 1 using 1:$((k + 2)) with linespoints pt ${point[$name]} ps 0.5 lw 1.8 dt $dash" \
      "lc rgb '${colour[$name]}' title '$name'"
  done
}

plot() { printf 'plot %s\n' "$(paste -sd, -)"; }

# scene_tics FILE: a name below each scene.
scene_tics() {
  awk -F '\t' 'NR > 1 { tics = tics (NR > 2 ? ", " : "") "\"" $1 "\" " NR - 2 }
               END { print "set xtics scale 0 (" tics "); set xrange [-0.6:" NR - 1.4 "]" }' "$work/$1"
}

# ---- the pictures ----

panels=()  # gnuplot commands of each panel of the picture
legend=""  # the names that are in them, a line each

add_panel() {
  panels+=("$1")
  legend=$(printf '%s\n' "$legend" "${names[@]}")
}

# The legend's parts, in the order of the tables: what a name looks like as boxes, points or linespoints.
legend_parts() {
  local name look="fs solid"
  while read -r name; do
    grep -qxF "$name" <<<"$legend" || continue
    [ "$1" = boxes ] || look="pt ${point[$name]} lw 1.8"
    echo "NaN with $1 $look lc rgb '${colour[$name]}' title '$name'"
  done < <(cut -f 2 <<<"$isas"; cut -f 3 <<<"$rivals" | awk '!seen[$0]++')
  [ "$1" != boxes ] || echo "NaN with lines $once title 'as fast (1x)'"
  [ "$1" != linespoints ] || ! grep -q "dt 3" <<<"${panels[*]}" ||
    echo "NaN with lines dt 3 lw 1.8 lc rgb '#000000' title 'random order'"
}

# picture FILE COLUMNS HEIGHT LOOK TITLE: the panels, each so high, with one legend above them.
picture() {
  local file=$1 columns=$2 each=$3 look=$4 title=$5 count=${#panels[@]} parts head height width i
  [ "$count" -gt 0 ] || { echo "plot.sh: no figures for $file, left out" >&2; return; }
  parts=$(legend_parts "$look")
  head=$((64 + ($(wc -l <<<"$parts") + 4) / 5 * 22))
  [ "$columns" -le "$count" ] || columns=$count
  height=$(((count + columns - 1) / columns * each + head)) width=$((960 / columns))
  {
    echo "set terminal svg size 960,$height dynamic font 'sans-serif,13' background 'white'; set output '$directory/$file'"
    printf '%s\n' "set datafile separator '\t'; set datafile missing '?'; set multiplot"
    echo "set label 1 '$title' at screen 0.5,1 center offset 0,-1 font ',15'"
    echo "set label 2 '$machine' noenhanced at screen 0.5,1 center offset 0,-2.3 textcolor rgb '#555555'"
    # The legend is a plot of nothing.
    echo "unset border; unset tics; set xrange [0:1]; set yrange [0:1]; set key center center horizontal maxcols 5 samplen 1.5"
    echo "$(margins 10 950 56 "$head" "$height"); $(plot <<<"$parts")"
    echo 'unset label 1; unset label 2; unset key; set border 3 lc rgb "#666666"; set grid ytics lt 1 lc rgb "#dddddd"'
    echo 'set xtics nomirror scale 0.5; set ytics nomirror scale 0.5'
    for i in "${!panels[@]}"; do
      echo "set autoscale; $(margins $((i % columns * width + 64)) $(((i % columns + 1) * width - 20)) \
        $((i / columns * each + head + 34)) $(((i / columns + 1) * each + head - 38)) "$height")"
      echo "${panels[$i]}"
    done
    echo 'unset multiplot'
  } | gnuplot
  echo "$directory/$file"
  panels=() legend=""
}

# margins LEFT RIGHT TOP BOTTOM HEIGHT, in pixels from the upper left corner.
margins() {
  awk -v l="$1" -v r="$2" -v t="$3" -v b="$4" -v h="$5" 'BEGIN {
    printf "set lmargin at screen %.4f; set rmargin at screen %.4f; set tmargin at screen %.4f; set bmargin at screen %.4f",
           l / 960, r / 960, 1 - t / h, 1 - b / h }'
}

# speedups DIM: a panel for each rival that has answered, the reference, which is the first of its table, after the others.
speedups() {
  local own name shown
  own=$(grep "^$1" <<<"$rivals")
  while IFS=$'\t' read -r _ name shown; do
    pivot "over-$name" "$1/*/distance/cold/*/10000" --over "$name" || continue
    names_of "over-$name"
    add_panel "set title 'times faster than $shown'; set yrange [0:*]; set format y '%gx'; $(scene_tics "over-$name")
$(bars "over-$name" | plot)"
  done < <(tail -n +2 <<<"$own"; head -n 1 <<<"$own")
}

# times DIM [SCENES QUERY]...: a panel for each query on such scenes.
times() {
  local dim=$1 file
  shift
  while [ $# -gt 0 ]; do
    file=$dim-$2
    if pivot "$file" "$dim/$1/$2/cold,warm/*/10000"; then
      names_of "$file"
      add_panel "set title '$2: ns per pair, cold hollow, warm full'; set logscale y; $(scene_tics "$file")
$(dumbbells "$file" | plot)"
    fi
    shift 2
  done
}

# sizes DIM SCENE: a panel for cold and one for warm, where there is more than one size; in random order the library and
# the rival that is most like it.
sizes() {
  local mode file shuffled
  for mode in cold warm; do
    file=$1-$2-$mode shuffled=""
    if ! pivot "$file" "$1/$2/distance/$mode/*/*" || [ "$(wc -l <"$work/$file")" -le 2 ]; then continue; fi
    if pivot "$file-shuffled" "$1/$2-shuffled/distance/$mode/*/*"; then
      names_of "$file-shuffled"
      shuffled=$(curves "$file-shuffled" 3 "$widest" Box2D Bullet)
    fi
    names_of "$file"
    add_panel "set title '$mode: ns per pair, by the number of pairs of a call'; set logscale xy; set grid xtics ytics
set xrange [$(awk 'NR == 2 { print 0.7 * $1 }' "$work/$file"):1400000]
set xtics ('1' 1, '10' 10, '100' 100, '1k' 1000, '10k' 10000, '100k' 100000, '1M' 1000000)
$({ curves "$file" 1; [ -z "$shuffled" ] || echo "$shuffled"; } | plot)"
  done
}

mkdir -p "$directory"
widest=$("$table" --context widest "$json")
once="lw 1.5 dt 2 lc rgb '#000000'"
distance="distance with witness points"
speedups 2d
picture speedup.svg 2 270 boxes "2D, $distance, cold, 10,000 pairs"
speedups 3d
picture speedup3.svg 2 230 boxes "3D, $distance, cold, 10,000 pairs"
sizes 2d S2
picture pairs.svg 2 400 linespoints "2D, scene S2 (polygons), $distance"
sizes 3d T4
picture pairs3.svg 2 400 linespoints "3D, scene T4 (hulls of 8 to 16 vertices), $distance"
times 2d '*' distance '*' overlap
picture warm.svg 1 270 points "2D, 10,000 pairs"
times 3d '*' distance '*' overlap
picture warm3.svg 1 270 points "3D, 10,000 pairs"
times 3d '*' contact '*-overlapping' depth
picture contact3.svg 1 270 points "3D, 10,000 pairs"
