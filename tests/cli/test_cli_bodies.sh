#!/usr/bin/env bash
# `lanegjk query` of pairs that the scene does not list and of bodies: "pairs": "all" and "find", "against", --query find,
# --query nearest, casts against what rests. Answers known by hand; random scenes against all pairs by awk; frames; coordinates
# of a map; what is bad; each error; the same output on every instruction set.
#   test_cli_bodies.sh LANEGJK DATA_FILE
set -u
# shellcheck source=tests/cli/cli_checks.sh
. "$(dirname "$0")/cli_checks.sh"
seed=${LGJK_SEED:-$RANDOM}
echo "seed $seed"

query() { local scene=$1; shift; "$lanegjk" query - "$@" <<<"$scene"; }

# Circles of radius 0.5 at x = 0, 1.25, 3, 3.5, and another one far away; a box of 2 x 1 around (2, 3).
shapes2='"dim": 2, "shapes": [{"points": [[0, 0]], "radius": 0.5}, {"box": [1, 0.5]}, {"points": [[0, 0]]}]'
row='{"shape": 0, "p": [0, 0]}, {"shape": 0, "p": [1.25, 0]}, {"shape": 0, "p": [3, 0]}, {"shape": 0, "p": [3.5, 0]},
  {"shape": 0, "p": [0, 1000]}'
row3=${row//0]\}/0, 0]\}}
row3=${row3//1000]/1000, 0]}
shapes3='"dim": 3, "shapes": [{"points": [[0, 0, 0]], "radius": 0.5}, {"box": [1, 0.5, 2]}, {"points": [[0, 0, 0]]}]'

test_all() {
  local scene="{$shapes2, \"bodies\": [$row], \"pairs\": \"all\"}"
  same "all pairs of one list, a < b" "0,1 0,2 0,3 0,4 1,2 1,3 1,4 2,3 2,4 3,4" \
    "$(query "$scene" | sed 1d | cut -d , -f 3,4 | xargs)"
  same "what a list of them gives" \
    "$(query "${scene/\"all\"/[[0,1],[0,2],[0,3],[0,4],[1,2],[1,3],[1,4],[2,3],[2,4],[3,4]]}" --query contact)" \
    "$(query "$scene" --query contact)"
  same "all pairs of two lists" "0,0 0,1 1,0 1,1" \
    "$(query "{$shapes2, \"bodies\": [{\"shape\": 0, \"p\": [0, 0]}, {\"shape\": 0, \"p\": [9, 0]}],
      \"against\": [{\"shape\": 1, \"p\": [5, 0]}, {\"shape\": 1, \"p\": [0, 5]}], \"pairs\": \"all\"}" | sed 1d |
      cut -d , -f 3,4 | xargs)"
  near "a listed pair of two lists" 1e-6 "0,0,0,1,separated,4,0,0.5,0,4.5" \
    "$(query "{$shapes2, \"bodies\": [{\"shape\": 0, \"p\": [0, 0]}, {\"shape\": 0, \"p\": [9, 0]}],
      \"against\": [{\"shape\": 1, \"p\": [5, 0]}, {\"shape\": 1, \"p\": [0, 5]}], \"pairs\": [[0, 1]]}" | sed 1d |
      without_iterations)"
  same "all pairs of nothing" "frame,pair,a,b,status" \
    "$(query "{$shapes2, \"bodies\": [], \"pairs\": \"all\"}" --query overlap)"
  same "all pairs of one body" "frame,pair,a,b,status" \
    "$(query "{$shapes2, \"bodies\": [{\"shape\": 0, \"p\": [0, 0]}], \"pairs\": \"all\"}" --query overlap)"
  same "all pairs in 3D" "0,1,separated 0,2,separated 1,2,separated 2,3,overlapping" \
    "$(query "{$shapes3, \"bodies\": [$row3], \"pairs\": \"all\"}" --query overlap | sed 1d | cut -d , -f 3-5 |
      grep -v -e ,4, -e '^[01],3' | xargs)"
}

test_find() {
  local scene="{$shapes2, \"bodies\": [$row]}" code=0
  same "pairs that overlap" "frame,pair,a,b
0,0,2,3" "$(query "$scene" --query find)"
  same "pairs within a margin" "frame,pair,a,b
0,0,0,1
0,1,1,2
0,2,2,3" "$(query "$scene" --query find --margin 0.76)"
  same "JSON" '{"query": "find", "results": [
  {"frame": 0, "pair": 0, "a": 0, "b": 1},
  {"frame": 0, "pair": 1, "a": 2, "b": 3}
]}' "$(query "$scene" --query find --margin 0.3 --format json)"
  same "no pairs, JSON" '{"query": "find", "results": [
]}' "$(query "{$shapes2, \"bodies\": []}" --query find --format json)"
  local within="{$shapes2, \"bodies\": [$row], \"pairs\": {\"find\": {\"margin\": 0.3}}}"
  same "the margin of the scene" "0,1 2,3" "$(query "$within" --query find | sed 1d | cut -d , -f 3,4 | xargs)"
  same "an option comes before it" "2,3" "$(query "$within" --query find --margin 0.1 | sed 1d | cut -d , -f 3,4)"
  near "a query of the pairs that are found" 1e-6 "0,0,0,1,separated,0.25,1,0,0.5,0,0.75,0
0,1,2,3,overlapping,-0.5,1,0,3.5,0,3,0" \
    "$(query "$within" --query contact | sed 1d | without_iterations)"
  same "against what rests: numbers of their own" "1,1 2,0 2,1 3,0 3,1" \
    "$(query "{$shapes2, \"bodies\": [$row],
             \"against\": [{\"shape\": 1, \"p\": [4, 0]}, {\"shape\": 1, \"p\": [2.25, 0.875]}]}" \
      --query find | sed 1d | cut -d , -f 3,4 | xargs)"
  near "and a query of these" 1e-6 "0,0,0,0,separated,0.25
0,1,1,0,overlapping,-0.5" \
    "$(query "{$shapes2, \"bodies\": [{\"shape\": 0, \"p\": [0, 1.25]}, {\"shape\": 0, \"p\": [1, 0.5]}],
      \"against\": [{\"shape\": 1, \"p\": [0, 0]}], \"pairs\": {\"find\": {\"margin\": 0.25}}}" --query contact | sed 1d |
      cut -d , -f 1-6)"
  same "in 3D" "0,1 1,2 2,3" \
    "$(query "{$shapes3, \"bodies\": [$row3]}" --query find --margin 0.76 | sed 1d | cut -d , -f 3,4 | xargs)"
  same "a list for each frame, also where the first is empty" '{"query": "overlap", "results": [
  {"frame": 1, "pair": 0, "a": 0, "b": 1, "status": "overlapping"},
  {"frame": 2, "pair": 0, "a": 1, "b": 2, "status": "overlapping"}
]}' "$(query "{$shapes2, \"bodies\": [{\"shape\": 0}, {\"shape\": 0}, {\"shape\": 0}], \"pairs\": {\"find\": {}}, \"frames\": [
      [{\"p\": [0, 0]}, {\"p\": [4, 0]}, {\"p\": [8, 0]}], [{\"p\": [0, 0]}, {\"p\": [0.5, 0]}, {\"p\": [8, 0]}],
      [{\"p\": [0, 0]}, {\"p\": [7.5, 0]}, {\"p\": [8, 0]}]]}" --query overlap --format json)"
}

# Of a frame that is there twice the second begins with what the first has found, as where pairs are listed: the pair's place in
# the list is another one.
test_found_records() {
  local far='{"p": [50, 50]}, {"p": [90, 90]}' near='{"p": [50, 50]}, {"p": [50, 50.5]}' box='{"p": [0, 0], "angle": 0.25}' \
    other='{"p": [4, 0.5], "angle": -0.5}'
  query '{"dim": 2, "shapes": [{"points": [[-1, -1], [1, -1], [1.5, 0], [1, 1], [-1, 1]]}], "pairs": {"find": {"margin": 3}},
    "bodies": [{"shape": 0}, {"shape": 0}, {"shape": 0}, {"shape": 0}],
    "frames": ['"[$far, $box, $other], [$near, $box, $other]]}" >"$work/found.csv"
  near "the pair's place in both frames" 0 "0,0,2,3
1,0,0,1
1,1,2,3" "$(sed 1d "$work/found.csv" | cut -d , -f 1-4)"
  awk -F , '$3 == 2 { count[$1] = $11 } END { exit !(count[1] > 0 && count[1] < count[0]) }' "$work/found.csv" &&
    passed "records go along with pairs that are found" || failed "records of found pairs" "$(cat "$work/found.csv")"
}

# Balls of random sizes in a box of 40 (3D: 16): AXES COUNT. Then `p` has coordinates, `r` the radius.
random_bodies() {
  awk -v axes="$1" -v count="$2" -v seed="$seed" 'BEGIN {
    srand(seed)
    side = axes == 2 ? 40 : 16
    for (i = 0; i < count; ++i) {
      printf "%s{\"shape\": 0, \"radius\": %.3f, \"p\": [", i ? ",\n" : "", 0.2 + rand()
      for (k = 0; k < axes; ++k) printf "%s%.3f", k ? ", " : "", side * rand()
      printf "]}"
    }
  }'
}

# Lines of radius and coordinates of what random_bodies has written.
numbers_of() {
  grep -o '[0-9.]*[0-9]' | awk -v each="$1" '{ line = line " " $0 } NR % each == 0 { print line; line = "" }'
}

test_random_find() {
  local axes bodies found
  for axes in 2 3; do
    bodies=$(random_bodies $axes 300)
    local shapes="shapes$axes"
    found=$(query "{${!shapes}, \"bodies\": [$bodies]}" --query find --margin 0.3 | sed 1d | cut -d , -f 3,4)
    # no pair with a gap of up to the margin is missing, none is there with one that is clearly more
    same "$axes""D: pairs of 300 balls" "" "$({ numbers_of $((axes + 2)) <<<"$bodies"; echo; echo "$found"; } |
      awk -v axes=$axes '
      BEGIN { count = 0 }
      !pairs && NF == 0 { pairs = 1; next }
      !pairs { for (k = 2; k <= axes + 2; ++k) body[count, k] = $k; ++count; next }
      { listed[$0] = 1; ++total }
      END {
        for (i = 0; i < count; ++i) for (j = i + 1; j < count; ++j) {
          square = 0
          for (k = 3; k <= axes + 2; ++k) square += (body[i, k] - body[j, k]) ^ 2
          gap = sqrt(square) - body[i, 2] - body[j, 2]
          if (gap <= 0.3 && !((i "," j) in listed)) print "missing: " i "," j
          if (gap > 0.3 + 1e-3 && ((i "," j) in listed)) print "too far apart: " i "," j
        }
        if (total < 20) print "too few pairs: " total
      }')"
  done
}

test_random_nearest() {
  local axes bodies found
  for axes in 2 3; do
    bodies=$(random_bodies $axes 200)
    local shapes="shapes$axes"
    found=$(query "{${!shapes}, \"bodies\": [$bodies]}" --query nearest -k 4 | sed 1d | tr , ' ')
    same "$axes""D: the 4 nearest of 200" "" "$({ numbers_of $((axes + 2)) <<<"$bodies"; echo; echo "$found"; } |
      awk -v axes=$axes '
      function distance(i, j,   square, k) {
        square = 0
        for (k = 3; k <= axes + 2; ++k) square += (body[i, k] - body[j, k]) ^ 2
        return sqrt(square)
      }
      BEGIN { count = 0 }
      !rows && NF == 0 { rows = 1; next }
      !rows { for (k = 2; k <= axes + 2; ++k) body[count, k] = $k; ++count; next }
      { if ($3 != int(seen / 4)) print "row of another body: " $0
        if (($5 - distance($3, $4)) ^ 2 > 1e-10) print "distance: " $0
        if ($3 == $4) print "itself: " $0
        mine[$3, ++of[$3]] = $5; ++seen }
      END {
        if (seen != 4 * count) print "rows: " seen
        for (i = 0; i < count; ++i) for (rank = 1; rank <= 4; ++rank) {
          closer = 0
          for (j = 0; j < count; ++j) closer += j != i && distance(i, j) < mine[i, rank] - 1e-5
          if (closer >= rank) print "not the nearest: " i " rank " rank
        }
      }')"
  done
}

test_nearest() {
  local scene="{$shapes2, \"bodies\": [$row]}"
  same "the nearest" "frame,pair,a,b,distance
0,0,0,1,1.25
0,1,1,0,1.25
0,2,2,3,0.5
0,3,3,2,0.5
0,4,4,0,1000" "$(query "$scene" --query nearest)"
  same "within a distance" "0,0,0,1,1.25
0,1,1,0,1.25
0,2,2,3,0.5
0,3,3,2,0.5" "$(query "$scene" --query nearest --max-distance 1.5 -k 5 | sed 1d)"
  same "equally near ones by number, JSON" '{"query": "nearest", "results": [
  {"frame": 0, "pair": 0, "a": 0, "b": 0, "distance": 2},
  {"frame": 0, "pair": 1, "a": 0, "b": 2, "distance": 2},
  {"frame": 0, "pair": 2, "a": 0, "b": 1, "distance": 3}
]}' "$(query "{$shapes2, \"bodies\": [{\"shape\": 0, \"p\": [0, 0]}], \"against\": [{\"shape\": 1, \"p\": [2, 0]},
      {\"shape\": 1, \"p\": [0, -3]}, {\"shape\": 1, \"p\": [0, 2]}]}" --query nearest -k 3 --format json)"
  same "in 3D" "0,1,1.25 1,0,1.25 2,3,0.5 3,2,0.5" \
    "$(query "{$shapes3, \"bodies\": [$row3]}" --query nearest --max-distance 2 | sed 1d | cut -d , -f 3- | xargs)"
  same "in each frame" "0,0,0,1,3
0,1,1,0,3
1,0,0,1,5
1,1,1,0,5" "$(query "{$shapes2, \"bodies\": [{\"shape\": 0}, {\"shape\": 0}], \"frames\": [[{\"p\": [0, 0]}, {\"p\": [0, 3]}],
      [{\"p\": [4, 0]}, {\"p\": [0, 3]}]]}" --query nearest | sed 1d)"
}

# A ray against a box of 2 x 1 about (5, 0) and one behind it; a circle of 0.5 that comes down on the first; one that passes;
# one that begins in it.
cast2="{$shapes2, \"bodies\": [{\"shape\": 2, \"p\": [0, 0.25], \"way\": [16, 0]},
  {\"shape\": 0, \"p\": [5, 6], \"way\": [0, -8]}, {\"shape\": 0, \"p\": [0, 9], \"way\": [9, 0]},
  {\"shape\": 0, \"p\": [5, 0.75]}], \"against\": [{\"shape\": 1, \"p\": [5, 0]}, {\"shape\": 1, \"p\": [9, 0]}]}"
cast3="{$shapes3, \"bodies\": [{\"shape\": 2, \"p\": [0, 0.25, 1], \"way\": [16, 0, 0]},
  {\"shape\": 0, \"p\": [5, 6, -1], \"way\": [0, -8, 0]}, {\"shape\": 0, \"p\": [0, 9, 0], \"way\": [9, 0, 0]},
  {\"shape\": 0, \"p\": [5, 0.75, 0]}], \"against\": [{\"shape\": 1, \"p\": [5, 0, 0]}, {\"shape\": 1, \"p\": [9, 0, 0]}]}"

test_casts() {
  near "the first hit" 1e-5 "frame,pair,a,b,status,fraction,nx,ny,x,y,depth
0,0,0,0,hit,0.25,1,0,4,0.25,0
0,1,1,0,hit,0.625,0,-1,5,0.5,0
0,2,2,,miss,1,0,0,0,0,0
0,3,3,0,overlap,0,0,-1,*,0.5,0.25" "$(query "$cast2" --query cast)"
  near "two hits" 1e-5 "0,0,0,0,hit,0.25,1,0,4,0.25,0
0,1,0,1,hit,0.5,1,0,8,0.25,0
0,2,1,0,hit,0.625,0,-1,5,0.5,0
0,3,2,,miss,1,0,0,0,0,0
0,4,3,0,overlap,0,0,-1,*,0.5,0.25" "$(query "$cast2" --query cast -k 2 | sed 1d)"
  near "in 3D" 1e-5 "frame,pair,a,b,status,fraction,nx,ny,nz,x,y,z,depth
0,0,0,0,hit,0.25,1,0,0,4,0.25,1,0
0,1,0,1,hit,0.5,1,0,0,8,0.25,1,0
0,2,1,0,hit,0.625,0,-1,0,5,0.5,-1,0
0,3,2,,miss,1,0,0,0,0,0,0,0
0,4,3,0,overlap,0,0,-1,0,*,0.5,*,0.25" "$(query "$cast3" --query cast -k 2)"
  same "JSON of a miss" '  {"frame": 0, "pair": 2, "a": 2, "b": null, "status": "miss", "fraction": 1, "normal": null, '\
'"point": null, "depth": null},' \
    "$(query "$cast2" --query cast --format json | sed -n 4p)"
  says "JSON of a hit" '"a": 0, "b": 0, "status": "hit", "fraction": 0.2' query "$cast2" --query cast --format json
  same "pairs are answered as they are listed" "0,1,hit 2,0,miss" \
    "$(query "${cast2%\}}, \"pairs\": [[0, 1], [2, 0]]}" --query cast | sed 1d | cut -d , -f 3-5 | xargs)"
  near "and give what the bodies do" 1e-5 "$(query "$cast2" --query cast -k 2 | sed 1d | grep -v miss | cut -d , -f 3-)" \
    "$(query "${cast2%\}}, \"pairs\": \"all\"}" --query cast | sed 1d | grep -v miss | cut -d , -f 3- | without_iterations)"
  near "what does not move hits what it overlaps" 1e-5 "0,0,0,0,overlap,0
0,1,1,,miss,1" "$(query "{$shapes2, \"bodies\": [{\"shape\": 0, \"p\": [4.5, 0]}, {\"shape\": 0, \"p\": [0, 0]}],
      \"against\": [{\"shape\": 1, \"p\": [5, 0]}]}" --query cast | sed 1d | cut -d , -f 1-6)"
  same "against nothing" "0,0,0,,miss,1,0,0,0,0,0" \
    "$(query "{$shapes2, \"bodies\": [{\"shape\": 0, \"p\": [0, 0], \"way\": [1, 0]}], \"against\": []}" --query cast | sed 1d)"
}

# A needle of half length 2 turns about its middle from the x axis to 90 degrees, and meets a point at 45 degrees on the way:
# by the chord of (1, 0) and (0, 1), where both parts are equal, at one half. In 3D about z; a q of 90 degrees is half of that, so
# at 45 degrees the chord is halved as well.
test_turns() {
  local needle='{"dim": 2, "shapes": [{"points": [[-2, 0], [2, 0]]}, {"points": [[0, 0]], "radius": 0.001}], "bodies": [
    {"shape": 0, "p": [0, 0], "turn": 1.5707963}], "against": [{"shape": 1, "p": [1, 1]}]'
  near "a body that turns" 2e-3 "0,0,0,0,hit,0.5,-0.7071,0.7071,1,1,0" "$(query "$needle}" --query cast | sed 1d)"
  near "in a pair" 2e-3 "0,0,0,0,hit,0.5,-0.7071,0.7071,1,1,0" \
    "$(query "$needle, \"pairs\": \"all\"}" --query cast | sed 1d | without_iterations)"
  near "in 3D" 2e-3 "0,0,0,0,hit,0.5,-0.7071,0.7071,0,1,1,0,0" "$(query '{"dim": 3,
    "shapes": [{"points": [[-2, 0, 0], [2, 0, 0]]},
    {"points": [[0, 0, 0]], "radius": 0.001}], "bodies": [{"shape": 0, "p": [0, 0, 0], "turn": [0, 0, 0.70710678, 0.70710678]}],
    "against": [{"shape": 1, "p": [1, 1, 0]}]}' --query cast | sed 1d)"
  near "what has no turn keeps its rotation" 1e-5 "0,1,1,0,hit,0.5,1,0,4,0,0" \
    "$(query '{"dim": 2, "shapes": [{"box": [1, 2]}, {"points": [[0, 0]]}], "bodies": [{"shape": 0, "p": [0, 50], "turn": 1},
      {"shape": 0, "p": [0, 0], "angle": 1.5707964, "way": [4, 0]}], "against": [{"shape": 1, "p": [4, 0]}]}' --query cast |
      sed -n 3p)"
}

# The closed form of a ray that meets a circle, for random rays among random circles that do not hold its beginning.
test_random_rays() {
  local circles rays
  circles=$(random_bodies 2 60)
  rays=$(awk -v seed=$((seed + 1)) 'BEGIN {
    srand(seed)
    for (i = 0; i < 200; ++i) printf "%s{\"shape\": 2, \"p\": [%.3f, -3], \"way\": [%.3f, %.3f]}", i ? ",\n" : "", 40 * rand(),
      20 * rand() - 10, 20 + 20 * rand()
  }')
  query "{$shapes2, \"bodies\": [$rays], \"against\": [$circles]}" --query cast | sed 1d | tr , ' ' |
    sed 's/  miss/ - miss/' >"$work/hits"
  same "200 rays among 60 circles" "" "$({ numbers_of 4 <<<"$circles"; echo; grep -o '[-0-9.]*[0-9]' <<<"$rays" |
    awk '{ line = line " " $0 } NR % 5 == 0 { print line; line = "" }'; echo; cat "$work/hits"; } | awk '
      BEGIN { n = m = 0 }
      NF == 0 { ++part; next }
      part == 0 { r[n] = $2; x[n] = $3; y[n] = $4; ++n; next }
      part == 1 { px[m] = $2; py[m] = $3; wx[m] = $4; wy[m] = $5; ++m; next }
      { best = 2
        for (i = 0; i < n; ++i) {
          u = px[$3] - x[i]; v = py[$3] - y[i]
          a = wx[$3] ^ 2 + wy[$3] ^ 2; b = u * wx[$3] + v * wy[$3]; c = u * u + v * v - r[i] ^ 2
          if (b * b - a * c < 0) { if (b * b - a * c > -1e-3) doubtful = 1; continue }
          t = (-b - sqrt(b * b - a * c)) / a
          if (b * b - a * c < 1e-3) doubtful = 1
          if (t >= 0 && t <= 1 && t < best) best = t
        }
        hits += $5 == "hit"
        if (!doubtful && best > 1 && $5 != "miss") print "no hit: " $0
        if (!doubtful && best <= 1 && ($5 != "hit" || ($6 - best) ^ 2 > 1e-9)) print "at " best ": " $0
        doubtful = 0 }
      END { if (hits < 20 || m != 200) print hits " hits of " m " rays" }')"
}

# The same scenes at the coordinates of a map; and a body that is far from all others takes no precision from these.
test_world() {
  local here there
  here='[0, 0.25], "way": [16, 0]}, {"shape": 2, "p": [1e9, 0]}], "against": [{"shape": 1, "p": [5, 0]}]'
  there='[5428000, 3500000.25], "way": [16, 0]}, {"shape": 2, "p": [1e9, 0]}], "against": [{"shape": 1, "p": [5428005, 3500000]}]'
  near "a cast at the coordinates of a map" 1e-5 \
    "$(query "{$shapes2, \"bodies\": [{\"shape\": 2, \"p\": $here}" --query cast | sed 1d | cut -d , -f 1-8)" \
    "$(query "{$shapes2, \"bodies\": [{\"shape\": 2, \"p\": $there}" --query cast | sed 1d | cut -d , -f 1-8)"
  near "its point is of the map" 1e-5 "5428004,3500000.25" \
    "$(query "{$shapes2, \"bodies\": [{\"shape\": 2, \"p\": $there}" --query cast | sed -n 2p | cut -d , -f 9,10)"
  # A gap of 0.1 that floats about the middle of all bodies, 5,000 km away, round to one of 0.5.
  same "found although their positions are rounded" "3,4" \
    "$(query "{$shapes2, \"bodies\": [{\"shape\": 0, \"p\": [0, 0]}, {\"shape\": 0, \"p\": [0, 9]},
      {\"shape\": 0, \"p\": [0, 18]}, {\"shape\": 0, \"p\": [5000000.2, 0]}, {\"shape\": 0, \"p\": [5000001.3, 0]}]}" \
      --query find --margin 0.15 | sed 1d | cut -d , -f 3,4)"
  near "nearest" 1e-6 "1,0,0.6" "$(query "{$shapes2, \"bodies\": [{\"shape\": 0, \"p\": [5428000.1, 3500000.7]},
      {\"shape\": 0, \"p\": [5428000.7, 3500000.7]}]}" --query nearest | sed -n 3p | cut -d , -f 3-)"
}

# warned NAME STATUS SHARE TEXT SCENE ARGUMENTS...: the exit status, and what standard error says of that share of the bodies
warned() {
  local name=$1 status=$2 share=$3 text=$4 scene=$5 code=0
  shift 5
  query "$scene" "$@" >"$work/out.csv" 2>"$work/warning" || code=$?
  same "$name: exit status" "$status" "$code"
  same "$name: warning" "lanegjk query: warning: $share bodies are bad and meet no others; the first: frame 0, $text" \
    "$(cat "$work/warning")"
}

test_bad_bodies() {
  local turned='{"shape": 0, "p": [0, 0], "angle": 1e9}' good='{"shape": 0, "p": [0.5, 0]}' \
    turns='{"shape": 0, "p": [0, 0], "turn": 3.1}' reason="c of its pose is not finite; an angle is within +-1e6" \
    too_far="a turn is by more than 168 degrees, or is no rotation"
  warned "find: a bad body" 0 "1 of 3" "bodies[1]: $reason" "{$shapes2, \"bodies\": [$good, $turned, $good]}" --query find
  same "it is in no pair" "0,0,0,2" "$(sed 1d "$work/out.csv")"
  warned "a body beyond 1e15" 0 "1 of 2" "bodies[0]: x of its position is 1e+16, outside of -1e15..1e15" \
    "{$shapes2, \"bodies\": [{\"shape\": 0, \"p\": [1e16, 0]}, $good]}" --query nearest
  warned "all bodies are bad" 1 "1 of 1" "bodies[0]: $reason" "{$shapes2, \"bodies\": [$turned], \"pairs\": {\"find\": {}}}"
  warned "what rests is bad" 0 "1 of 2" "against[0]: $reason" \
    "{$shapes2, \"bodies\": [$good], \"against\": [$turned]}" --query nearest
  warned "a cast of a bad body" 0 "1 of 3" "bodies[0]: $reason" \
    "{$shapes2, \"bodies\": [$turned, $good], \"against\": [$good]}" --query cast
  same "its row" "0,0,0,,bad,nan,0,0,0,0,0" "$(sed -n 2p "$work/out.csv")"
  warned "a turn that is too large" 0 "1 of 2" "bodies[0]: $too_far" \
    "{$shapes2, \"bodies\": [$turns], \"against\": [$good]}" --query cast
  query "{$shapes2, \"bodies\": [$turns], \"against\": [$good], \"pairs\": \"all\"}" --query cast >/dev/null 2>"$work/warning"
  same "the same of a pair" "lanegjk query: warning: 1 of 1 pairs are bad and have no answer; the first: frame 0, pair 0 \
(bodies 0 and 0): $too_far" "$(cat "$work/warning")"
  local off='{"shape": 0, "p": [0, 0, 0], "q": [0, 0, 0, 1.004]}' straight='{"shape": 0, "p": [0.5, 0, 0]}'
  warned "a q off length 1" 0 "1 of 2" "bodies[0]: the squares of its rotation add up to 1.0080159, off 1 by more than 1e-4; \
q has length 1, give or take 5e-5" "{$shapes3, \"bodies\": [$off, $straight]}" --query find
  same "which --normalize takes: find" "0,0,0,1" \
    "$(query "{$shapes3, \"bodies\": [$off, $straight]}" --query find --normalize 2>&1 | sed 1d)"
  same "cast" "0,0,0,0,overlap,0" \
    "$(query "{$shapes3, \"bodies\": [$off], \"against\": [$straight]}" --query cast --normalize 2>&1 | sed 1d | cut -d , -f 1-6)"
  same "nearest" "0,0,0,0,0.5" \
    "$(query "{$shapes3, \"bodies\": [$straight], \"against\": [$off]}" --query nearest --normalize 2>&1 | sed 1d)"
}

test_errors() {
  local box='"shapes": [{"box": [1, 1]}]' two='"bodies": [{"shape": 0, "p": [0, 0]}, {"shape": 0, "p": [3, 0]}]' head
  head="{\"dim\": 2, $box, $two"
  refuses_scene "pairs of another word" ' pairs: none of [[a, b], ...], "all" and {"find": {"margin": m}}' \
    "$head, \"pairs\": \"some\"}"
  refuses_scene "pairs of a number" ' pairs: none of [[a, b], ...]' "$head, \"pairs\": 3}"
  refuses_scene "pairs of null" ' pairs: none of [[a, b], ...]' "$head, \"pairs\": null}"
  refuses_scene "unknown key of pairs" ' pairs: unknown key "margin" (known here: find)' "$head, \"pairs\": {\"margin\": 1}}"
  refuses_scene "no find" ' pairs: "find" is missing' "$head, \"pairs\": {}}"
  refuses_scene "unknown key of find" ' pairs.find: unknown key "gap" (known here: margin)' \
    "$head, \"pairs\": {\"find\": {\"gap\": 1}}}"
  refuses_scene "find of a number" ' pairs.find: not an object' "$head, \"pairs\": {\"find\": 1}}"
  refuses_scene "margin: negative" ' pairs.find.margin: -1 is negative' "$head, \"pairs\": {\"find\": {\"margin\": -1}}}"
  refuses_scene "margin: no number" ' pairs.find.margin: not a number' "$head, \"pairs\": {\"find\": {\"margin\": \"1\"}}}"
  refuses_scene "margin: too large" ' pairs.find.margin: 1e+10 is above 1e+09' "$head, \"pairs\": {\"find\": {\"margin\": 1e10}}}"
  refuses_scene "against of an object" ' against: not a list' "$head, \"against\": {}, \"pairs\": []}"
  refuses_scene "what rests has a way" ' against[0]: unknown key "way" (known here: shape, p, angle, radius)' \
    "$head, \"against\": [{\"shape\": 0, \"p\": [0, 0], \"way\": [1, 0]}], \"pairs\": []}"
  refuses_scene "what rests has no place" ' against[0]: "p" is missing' "$head, \"against\": [{\"shape\": 0}], \"pairs\": []}"
  refuses_scene "what rests has no place, with frames" ' against[0]: "p" is missing' \
    "$head, \"against\": [{\"shape\": 0}], \"pairs\": [], \"frames\": [[{\"p\": [0, 0]}, {\"p\": [0, 0]}]]}"
  refuses_scene "what rests is of no shape" ' against[0].shape: there is no shape 1 (the scene has 1)' \
    "$head, \"against\": [{\"shape\": 1, \"p\": [0, 0]}], \"pairs\": []}"
  refuses_scene "a pair of no resting body" ' pairs[0][1]: there is no body of "against" 1 (the scene has 1)' \
    "$head, \"against\": [{\"shape\": 0, \"p\": [0, 0]}], \"pairs\": [[0, 1]]}"
  refuses_scene "turn: no number" ' bodies[0].turn: not a number' \
    "{\"dim\": 2, $box, \"bodies\": [{\"shape\": 0, \"p\": [0, 0], \"turn\": [1, 0]}], \"pairs\": []}"
  refuses_scene "turn of three numbers" ' bodies[0].turn: not a list of 4 numbers' \
    '{"dim": 3, "shapes": [{"box": [1, 1, 1]}], "bodies": [{"shape": 0, "p": [0, 0, 0], "turn": [1, 0, 0]}], "pairs": []}'
  refuses_scene "a frame has poses of bodies alone" ' frames[0]: 1 poses for 2 bodies' \
    "$head, \"against\": [{\"shape\": 0, \"p\": [0, 0]}], \"pairs\": [], \"frames\": [[{\"p\": [0, 0]}]]}"
  refuses_scene "too many pairs" ' pairs: "all" are 17997000 pairs, more than 16777216; {"find": {"margin": m}} lists those' \
    "{\"dim\": 2, $box, \"pairs\": \"all\", \"bodies\": [{\"shape\": 0, \"p\": [0, 0]}$(printf \
      ',{"shape":0,"p":[%d,0]}' {1..5999})]}"
  refuses_scene "no pairs, although there is something to query against" ' "pairs" is missing' "$head, \"against\": []}"
  echo "$head}" >"$work/bare.json"
  refuses "casts without pairs, and against nothing" "$work/bare.json: \"pairs\" is missing" query "$work/bare.json" --query cast
  refuses "manifold of what is found" "--manifold requires --query contact" query "$work/bare.json" --query find --manifold
  refuses "distance of what is found" "--max-distance requires --query distance, overlap, contact or nearest" \
    query "$work/bare.json" --query find --max-distance 1
  refuses "history of what is found" "--history-free requires --query distance, overlap or contact" \
    query "$work/bare.json" --query find --history-free
  refuses "margin of what is nearest" "--margin requires --manifold or --query find" \
    query "$work/bare.json" --query nearest --margin 1
  refuses "k of distances" "-k requires --query cast or nearest" query "$work/bare.json" -k 2
  refuses "k of casts of pairs" '-k requires casts of a scene that has "against" and no "pairs"' \
    query "$data/circles.json" --query cast -k 2
  refuses "k: none" "-k: 0 is not within 1..64" query "$work/bare.json" --query nearest -k 0
  refuses "k: too many" "-k: 65 is not within 1..64" query "$work/bare.json" --query nearest -k 65
  refuses "k: no number" "-k: 'two' is not a whole number" query "$work/bare.json" --query nearest -k two
  refuses "k: nothing" "-k needs a value" query "$work/bare.json" --query nearest -k
  refuses "margin: above what the finder takes" "--margin: 1e10 is not within 0..1e+09" \
    query "$work/bare.json" --query find --margin 1e10
}

test_instruction_sets() {
  local axes query
  for axes in 2 3; do
    local shapes="shapes$axes" cast="cast$axes"
    echo "{${!shapes}, \"bodies\": [$(random_bodies $axes 100)], \"pairs\": {\"find\": {\"margin\": 0.2}}}" >"$work/many.json"
    for query in "find --margin 0.5" "nearest -k 3" "contact --manifold" "distance"; do
      # shellcheck disable=SC2086  # words
      same_bits "$axes""D, $query" query "$work/many.json" --query $query
    done
    echo "${!cast}" >"$work/cast.json"
    same_bits "$axes""D, cast" query "$work/cast.json" --query cast -k 2
  done
}

run_tests
