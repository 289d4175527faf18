#!/usr/bin/env bash
# Measures what each special case of the table of routes saves: builds the benchmark with and without it, and prints how
# much longer a scene takes without. Both run in turns, and each time is divided by that of a third query in the same
# process, so that a machine whose clock changes gives the same figures. About 25 minutes; it wants an idle machine.
#   scripts/savings.sh [--turns N] [NAME ...]  only these cases; N turns (7)
# LGJK_ISA names the instruction set: avx512 where the processor has it, else avx2.
set -euo pipefail
cd "$(dirname "$0")/.."

turns=7
while [ $# -gt 0 ]; do
  case "$1" in
    --turns) turns=$2; shift 2 ;;
    -*) sed -n '2,6s/^# //p' scripts/savings.sh >&2; exit 2 ;;
    *) break ;;
  esac
done
work=build/savings
isa=${LGJK_ISA:-$(grep -qw avx512vl /proc/cpuinfo && echo avx512 || echo avx2)}
control=2d/S4/distance/cold/$isa/10000

# name | file of kernel/ | sed command that takes the case away | queries that it is for
cases() {
  cat <<'LIST'
nearest points of two circles or ellipses|route/routes2.h|s/&ellipses, &ellipses, &circles,/\&any_search, \&any_search, \&any_search,/; s/&ellipses, &ellipses, &ellipses,/\&curved_search, \&curved_search, \&curved_search,/|2d/S9/distance/cold 2d/S9/overlap/cold 2d/S9/contact/cold 2d/S6/distance/cold
circle or ellipse against a wall|route/routes2.h|s/&circle_wall, &circle_wall, &circle_wall_contact,/\&any_search, \&any_search, \&any_search,/; s/&ellipse_wall, &ellipse_wall, &ellipse_wall,/\&curved_search, \&curved_search, \&curved_search,/|2d/S9/distance/cold 2d/S6/distance/cold 2d/S6/contact/cold
verdict of two boxes by four axes|route/routes2.h|s/&boxes_overlap,/\&few_vertices,/|2d/S4/overlap/cold 2d/S8/overlap/cold
distance of two boxes by one side|route/routes2.h|s/&boxes_distance,/\&few_vertices,/|2d/S4/distance/cold 2d/S8/distance/cold 2d/S11/distance/cold
contact of two boxes by axes|route/routes2.h|s/&boxes_distance, &contact_by_axes/\&boxes_distance, \&few_vertices/|2d/S4/contact/cold 2d/S11/contact/cold
verdict of two polygons by one edge|route/routes2.h|s/&polygons_overlap,/\&any_search,/; s/&polygon_box_overlap,/\&any_search,/|2d/S1/overlap/cold 2d/S2/overlap/cold
distance of two polygons by one edge|route/routes2.h|s/&polygons_distance,/\&any_search,/; s/&polygon_box_distance,/\&any_search,/|2d/S1/distance/cold 2d/S5/distance/cold 2d/S5/distance/warm
contact of two polygons by edge and axes|route/routes2.h|s/&polygons_contact,/\&polygons_polytope,/|2d/S1/contact/cold 2d/S5/contact/cold 2d/S12/contact/cold
contact of segments by axes where cores overlap|route/routes2.h|s/&segments_contact,/\&few_vertices,/|2d/S3/contact/cold 2d/S13/contact/cold
double first where the last pairs touched|query/touching2.h|s/return run->left_in_last_block >= .*$/return run == NULL;/|2d/S12/overlap/cold 2d/S12/distance/cold 2d/S13/distance/cold
table of a few round shapes|schedule/rounds.h|s/if (!MANY_LANES || batch/if (batch != NULL || batch/|2d/S9/distance/cold 2d/S9/overlap/cold
balls and capsules of 3D|route/routes3.h|s/&segments_all, &segments_all, &segments_all,/\&curved_search, \&curved_search, \&curved_search_contact,/|3d/T2/distance/cold 3d/T2/contact/cold 3d/T3/distance/cold
balls and capsules against solids|route/routes3.h|s/&segment_solid, &segment_solid, &segment_cylinder_contact,/\&curved_search, \&curved_search, \&curved_search_contact,/; s/&segment_solid, &segment_solid, &segment_solid_contact,/\&curved_search, \&curved_search, \&curved_search_contact,/|3d/T3/distance/cold 3d/T3/contact/cold
verdict of two boxes of 3D by 15 axes|route/routes3.h|s/&boxes_overlap,/\&any_search,/|3d/T1/overlap/cold
distance of two boxes of 3D by projections|route/routes3.h|s/&boxes_distance,/\&any_search,/|3d/T1/distance/cold 3d/T1/distance/warm
contact of two boxes of 3D by axes|route/routes3.h|s/&boxes_contact,/\&boxes_polytope,/|3d/T1/contact/cold 3d/T8/contact/cold
boxes and cylinders by a formula|route/routes3.h|s/&cylinders_query, &cylinders_query,/\&curved_search, \&curved_distance,/|3d/T3/distance/cold 3d/T3/overlap/cold
depths of cylinders by a formula|route/routes3.h|s/&box_cylinder_contact,/\&box_curved_contact,/; s/&cylinders_contact,/\&curved_contact,/; s/&segment_cylinder_contact,/\&segment_solid_contact,/|3d/T3/contact/cold
depth first where the last pairs overlapped|query/depth3.h|s/if (run->overlapping_in_last_block < ENOUGH_DEEP)/if (run != NULL)/|3d/T4/contact/cold 3d/T5/contact/cold
verdict of hulls by the line of centres|route/routes3.h|s/&centres_overlap,/\&any_search,/|3d/T4/overlap/cold 3d/T5/overlap/cold
feature of small hulls from double|route/routes3.h|s/&any_contact, &small_hulls,/\&any_contact, NULL,/|3d/T4/distance/cold 3d/T4/distance/warm
word of the feature for the search to the end|query/class_run.h|s/return feature_fits(a) && feature_fits(b) && .*$/return a + b > 1000;/|3d/T4/distance/cold 3d/T7/distance/cold
LIST
}

build() { # folder of a tree, name of the binary
  cmake -S "$1" -B "$work/$2" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ \
    "-DLGJK_ISAS=scalar;$isa" -DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_TOOLS=OFF -DLGJK_BUILD_EXAMPLES=OFF \
    -DLGJK_BUILD_BENCH=ON >/dev/null
  cmake --build "$work/$2" --target lgjk_bench >"$work/$2.log" 2>&1 || { tail -5 "$work/$2.log" >&2; exit 1; }
}

# Prints the time of query $2 by binary $1 over that of the control.
relative() {
  "$PWD/$1" --quick --filter "^($2/$isa/10000|$control)$" --benchmark_min_time=0.02 --benchmark_repetitions=5 \
    --benchmark_enable_random_interleaving=true --json "$work/one.json" >/dev/null 2>"$work/one.log"
  awk -F'"' -v control="$control" '
    /"run_name"/ { run = $4 } /"aggregate_name"/ { kind = $4 }
    /"ns_per_pair"/ && kind == "median" { sub(/.*: */, ""); if (run == control) against = $0 + 0; else own = $0 + 0 }
    /^ *}/ { kind = "" }
    END { print (own > 0 ? own : against) / against }' "$work/one.json"
}

median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# Prints how many times as long query $1 takes without the case.
price() {
  local with=() without=()
  for _ in $(seq "$turns"); do
    with+=("$(relative "$work/base/lgjk_bench" "$1")")
    without+=("$(relative "$work/case/lgjk_bench" "$1")")
  done
  echo "$(printf '%s\n' "${without[@]}" | median) $(printf '%s\n' "${with[@]}" | median)" | awk '{ printf "%.2f", $1 / $2 }'
}

mkdir -p "$work"
echo "building with all cases" >&2
build . base
echo "| special case | time without it, over that with it |"
echo "|---|---|"
cases | while IFS='|' read -r name file command queries; do
  if [ $# -gt 0 ] && ! printf '%s\n' "$@" | grep -qxF "$name"; then continue; fi
  echo "without: $name" >&2
  rm -rf "$work/tree"
  mkdir "$work/tree"
  git ls-files -z | xargs -0 cp --parents -t "$work/tree"
  sed -i "$command" "$work/tree/kernel/$file"
  ! cmp -s "kernel/$file" "$work/tree/kernel/$file" || { echo "savings.sh: nothing changed for: $name" >&2; exit 1; }
  build "$work/tree" case
  row=""
  for query in $queries; do row="$row${row:+, }${query#?d/} $(price "$query")"; done
  echo "| $name | $row |"
done
