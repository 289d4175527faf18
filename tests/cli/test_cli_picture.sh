#!/usr/bin/env bash
# The picture of `lanegjk query --svg`: outlines lie where the shapes are, marks where the answers are; numbers and words stay in
# the picture and apart; frames, empty scenes and strange names; errors, with nothing written; the same bytes on every
# instruction set.
#   test_cli_picture.sh LANEGJK DATA_FILE
set -u
# shellcheck source=tests/cli/cli_checks.sh
. "$(dirname "$0")/cli_checks.sh"

# draw SCENE OPTIONS...: as $work/scene.svg; the answers as $work/scene.csv
draw() {
  printf '%s' "$1" >"$work/scene.json"
  shift
  "$lanegjk" query "$work/scene.json" --svg "$work/scene.svg" "$@" >"$work/scene.csv"
}

# The first two bodies are circles of radius 1 about (0, 0) and (10, 4), which say where the world is in the picture.
references='{"shape": 0, "p": [0, 0]}, {"shape": 0, "p": [10, 4]}'
circle='{"points": [[0, 0]], "radius": 1}'

# Points of an outline, in the coordinates of the world: the ends of its lines and arcs, and of its curves the points at 0, 1/4,
# 1/2 and 3/4. Reads the picture; the body's number.
outline() {
  grep -o '<path d="[^"]*"><title>bodies[^<]*' "$work/scene.svg" | sed 's/<path d="//; s/"><title>bodies\[/ /; s/\]//' |
    sed 's/\([MLACaz]\)/ \1 /g' | awk -v body="$1" '
      function world(px, py) { printf "%.6f %.6f\n", (px - left) / scale, (py - top) / -scale }
      { path[$NF] = $0 }
      END {
        split(path[0], a, " "); split(path[1], b, " ")
        left = a[2] + a[5]; top = a[3]
        scale = (b[2] + b[5] - left) / 10
        if (((top - b[3]) / 4 - scale) ^ 2 > 1e-3 || (a[5] - scale) ^ 2 > 1e-3) print "not to scale"
        n = split(path[body], t, " ")
        for (i = 1; i < n; ++i) {
          if (t[i] == "M" || t[i] == "L") { x = t[i + 1]; y = t[i + 2]; world(x, y) }
          if (t[i] == "A") { # and the middle of the arc, on the side of its chord that the sweep says
            u = t[i + 6] - x; v = t[i + 7] - y; length_of = sqrt(u * u + v * v)
            high = t[i + 1] ^ 2 - length_of ^ 2 / 4
            high = (t[i + 1] - sqrt(high > 0 ? high : 0)) / length_of * (t[i + 5] ? 1 : -1)
            world(x + u / 2 + high * v, y + v / 2 - high * u)
            x = t[i + 6]; y = t[i + 7]; world(x, y)
          }
          if (t[i] == "a") { r = t[i + 1]; world(x, y); world(x + r, y - r); world(x + 2 * r, y); world(x + r, y + r); break }
          if (t[i] == "C") for (s = 0; s < 1; s += 0.25) {
            u = 1 - s
            world(u * u * u * x + 3 * u * u * s * t[i + 1] + 3 * u * s * s * t[i + 3] + s * s * s * t[i + 5],
                  u * u * u * y + 3 * u * u * s * t[i + 2] + 3 * u * s * s * t[i + 4] + s * s * s * t[i + 6])
          }
          if (t[i] == "C") { x = t[i + 5]; y = t[i + 6] }
        }
      }'
}

# on_outline NAME BODY LEAST RADIUS TURN X Y SHAPE: at least so many points of the body's outline, each within 0.002 of where the
# gap to the core is the radius. SHAPE: "x y x y ..." counter-clockwise, or "matrix xx xy yx yy" of an ellipse.
on_outline() {
  local off
  off=$(outline "$2" | awk -v least="$3" -v radius="$4" -v turn="$5" -v x="$6" -v y="$7" -v shape="$8" '
    function hypot(u, v) { return sqrt(u * u + v * v) }
    function to_segment(px, py, ax, ay, bx, by,   t, d) {
      d = (bx - ax) ^ 2 + (by - ay) ^ 2
      t = d > 0 ? ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / d : 0
      t = t < 0 ? 0 : t > 1 ? 1 : t
      return hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay))
    }
    BEGIN {
      n = split(shape, v, " ")
      if (v[1] != "matrix") { corners = n / 2; for (i = 0; i < corners; ++i) { cx[i] = v[2 * i + 1]; cy[i] = v[2 * i + 2] } }
      else for (corners = 0; corners < 4000; ++corners) {
        a = corners * 6.283185307179586 / 4000
        cx[corners] = v[2] * cos(a) + v[3] * sin(a); cy[corners] = v[4] * cos(a) + v[5] * sin(a)
      }
    }
    NF != 2 { print; next }
    {
      px = cos(turn) * ($1 - x) + sin(turn) * ($2 - y); py = cos(turn) * ($2 - y) - sin(turn) * ($1 - x)
      nearest = 1e9
      for (i = 0; i < corners; ++i) {
        j = (i + 1) % corners
        if (corners > 100 && (px - cx[i]) ^ 2 + (py - cy[i]) ^ 2 > (nearest + 0.01) ^ 2) continue
        d = to_segment(px, py, cx[i], cy[i], cx[j], cy[j])
        if (d < nearest) { nearest = d; from_centre = cx[i] ^ 2 + cy[i] ^ 2 }
      }
      if ((nearest - radius) ^ 2 > 4e-6) print "(" $1 ", " $2 ") is " nearest " from the core"
      if (corners > 100 && radius > 0 && px ^ 2 + py ^ 2 < from_centre) print "(" $1 ", " $2 ") is in the core"
      ++count
    }
    END { if (count < least) print count " points" }' | head -n 5)
  same "outline: $1" "" "$off"
}

test_outlines() {
  draw '{"dim": 2, "shapes": ['"$circle"', {"points": [[0, 0], [2, 0], [1, 1.5]], "radius": 0.25}, {"box": [1, 0.5]},
    {"points": [[-1, 0], [1, 0]], "radius": 0.3}, {"ellipse": [1.5, 0.25]}, {"ellipse": [1, 0.125], "radius": 0.4},
    {"ellipse": [1, 0.5], "map": [[-1, 0.5], [0, 1]], "radius": 0.2}, {"box": [1, 0.5], "radius": 0.25}],
    "bodies": ['"$references"', {"shape": 1, "p": [3, 0], "angle": 0.5}, {"shape": 2, "p": [6, 0], "angle": -0.7},
    {"shape": 3, "p": [3, 4], "angle": 1}, {"shape": 4, "p": [6, 4], "angle": 2}, {"shape": 5, "p": [0, 4], "angle": 0.3},
    {"shape": 6, "p": [0, 7]}, {"shape": 7, "p": [4, 7], "angle": 0.1, "radius": 0.75}], "pairs": []}'
  on_outline "circle" 1 4 1 0 10 4 "0 0"
  on_outline "rounded triangle" 2 13 0.25 0.5 3 0 "0 0 2 0 1 1.5"
  on_outline "box" 3 5 0 -0.7 6 0 "-1 -0.5 1 -0.5 1 0.5 -1 0.5"
  on_outline "capsule" 4 11 0.3 1 3 4 "-1 0 1 0"
  on_outline "ellipse" 5 100 0 2 6 4 "matrix 1.5 0 0 0.25"
  on_outline "rounded ellipse" 6 100 0.4 0.3 0 4 "matrix 1 0 0 0.125"
  on_outline "mapped ellipse, mirrored" 7 100 0.2 0 0 7 "matrix -1 0.25 0 0.5"
  on_outline "box with a radius of the body's own" 8 13 0.75 0.1 4 7 "-1 -0.5 1 -0.5 1 0.5 -1 0.5"
}

# to_world: points of the picture, x and y a line, to the world by the two references
to_world() {
  local at
  at=$(grep -o '<path d="M[^"]*"><title>bodies\[[01]\]' "$work/scene.svg" | sort -t '[' -k 2 |
    sed 's/<path d="M\([-0-9.]*\) \([-0-9.]*\)a\([0-9.]*\).*/\1 \2 \3/' | xargs)
  awk -v at="$at" 'BEGIN { split(at, r, " "); left = r[1] + r[3]; scale = (r[4] + r[6] - left) / 10 }
    { printf "%.3f,%.3f\n", ($1 - left) / scale, (r[2] - $2) / scale }'
}
lines_of() { inside "$1" "$work/scene.svg" | grep -o 'd="M[^"]*' | sed 's/d="M//; s/L/\n/' | to_world; }
dots() { inside points "$work/scene.svg" | sed -n 's/.*cx="\([^"]*\)" cy="\([^"]*\)".*/\1 \2/p' | to_world; }

test_marks() {
  local box='{"box": [1, 1]}' bodies="\"bodies\": [$references"
  draw "{\"dim\": 2, \"shapes\": [$circle, $box], $bodies, {\"shape\": 1, \"p\": [4, 0]}], \"pairs\": [[0, 2], [1, 2]]}"
  near "closest points" 5e-3 "1,0
3,0
$(sed -n 3p "$work/scene.csv" | awk -F , '{ print $7 "," $8 "\n" $9 "," $10 }')" "$(lines_of gaps)"
  near "and dots at their ends" 5e-3 "$(lines_of gaps)" "$(dots)"
  draw "{\"dim\": 2, \"shapes\": [$circle, $box], $bodies, {\"shape\": 1, \"p\": [1.5, 0]}], \"pairs\": [[0, 2]]}" \
    --query contact --manifold
  near "the depth of an overlap" 5e-3 "1,0
0.5,0" "$(lines_of depths)"
  same "the normal begins there, and points from a to b" "1.000,0.000 along" \
    "$(lines_of normals | awk -F , 'NR == 1 { at = $0; x = $1 } NR == 2 { print at, ($1 > x && $2 ^ 2 < 1e-5 ? "along" : $0) }')"
  near "points of the manifold" 5e-3 "1,0
0.5,0
0.75,0" "$(dots)"
  same "what touches is drawn so" "0 2" "$(inside bodies-touching "$work/scene.svg" | grep -o '\[[0-9]*\]' | tr -d '[]' | xargs)"
  same "and what does not" "1" "$(inside bodies "$work/scene.svg" | grep -o '\[[0-9]*\]' | tr -d '[]' | xargs)"
  draw "{\"dim\": 2, \"shapes\": [$circle, $box], $bodies, {\"shape\": 0, \"p\": [4, 0], \"way\": [0, 8]}],
    \"against\": [{\"shape\": 1, \"p\": [4, 7]}]}" --query cast
  near "a way" 5e-3 "4,0
4,8" "$(lines_of ways)"
  near "a body where it touches" 5e-3 "3,5" \
    "$(inside ghosts "$work/scene.svg" | sed -n 's/.*d="M\([0-9.]*\) \([0-9.]*\)a.*/\1 \2/p' | to_world)"
  near "the point where it touches" 5e-3 "4,6" "$(dots)"
  same "the normal points upwards" "4.000,6.000 up" \
    "$(lines_of normals | awk -F , 'NR == 1 { at = $0; y = $2 }
      NR == 2 { print at, ($2 > y && ($1 - 4) ^ 2 < 1e-5 ? "up" : $0) }')"
  same "what rests and is hit" "against[0]" "$(inside rest-touching "$work/scene.svg" | grep -o 'against\[.\]')"
  same "the counts" "bodies: 3 and 1 at rest; answers: 3, touching: 1" "$(text_of counts "$work/scene.svg")"
  draw "{\"dim\": 2, \"shapes\": [$circle], $bodies, {\"shape\": 0, \"p\": [4, 0]}]}" --query nearest
  near "the nearest bodies" 5e-3 "0,0
4,0
10,4
4,0
4,0
0,0" "$(lines_of links)"
  draw "{\"dim\": 2, \"shapes\": [$circle], $bodies, {\"shape\": 0, \"p\": [1.5, 0]}]}" --query find
  near "pairs that may meet" 5e-3 "0,0
1.5,0" "$(lines_of links)"
}

# The scene at the coordinates of a map: axes have these.
test_world() {
  draw "{\"dim\": 2, \"shapes\": [$circle], \"bodies\": [{\"shape\": 0, \"p\": [500000.5, 5600000.5]},
    {\"shape\": 0, \"p\": [500004.5, 5600000.5]}], \"pairs\": \"all\"}"
  same "axes in the coordinates of the scene" "500000.0 500002.0 500004.0 5600000.0" \
    "$(inside axes "$work/scene.svg" | grep -oE '>(50000[024]|5600000)\.0<' | tr -d '<>' | xargs)"
}

test_frames() {
  local scene="{\"dim\": 2, \"shapes\": [$circle], \"bodies\": [{\"shape\": 0}, {\"shape\": 0}], \"pairs\": [[0, 1]],
    \"frames\": [[{\"p\": [0, 0]}, {\"p\": [4, 0]}], [{\"p\": [0, 0]}, {\"p\": [1, 0]}]]}"
  draw "$scene"
  same "the first frame" "bodies: 2; answers: 1, touching: 0; frame 0 of 0 to 1" "$(text_of counts "$work/scene.svg")"
  draw "$scene" --frame 1
  same "another one" "bodies: 2; answers: 1, touching: 1; frame 1 of 0 to 1" "$(text_of counts "$work/scene.svg")"
  same "the answers are those of all frames" 3 "$(wc -l <"$work/scene.csv")"
}

# Words end within the picture: a letter is no wider than its size, and on the average 0.6 of it.
words_fit() {
  awk -F '"' -v name="$1" '
    /<svg/ { for (i = 1; i < NF; i += 2) if ($i ~ /viewBox=$/) split($(i + 1), box, " ") }
    /<text/ {
      n = split($0, part, "<text")
      for (k = 2; k <= n; ++k) {
        if (part[k] ~ /transform/) continue
        match(part[k], /x="[-0-9.]*/); x = substr(part[k], RSTART + 3, RLENGTH - 3) + 0
        match(part[k], /y="[-0-9.]*/); y = substr(part[k], RSTART + 3, RLENGTH - 3) + 0
        match(part[k], />[^<]*/); text = substr(part[k], RSTART + 1, RLENGTH - 1)
        wide = 0.6 * 14 * length(text)
        low = part[k] ~ /"end"/ ? x - wide : part[k] ~ /"middle"/ || text ~ /^[0-9]*$/ ? x - wide / 2 : x
        if (low < 0 || low + wide > box[3] || y < 0 || y > box[4]) print name ": " text " at " x ", " y
      }
    }' "$2"
}

# 150 bodies close together: their numbers keep apart, and the words stay inside.
test_numbers() {
  local bodies
  bodies=$(awk 'BEGIN { srand(5); for (i = 0; i < 150; ++i) printf "%s{\"shape\": 0, \"p\": [%.3f, %.3f], \"radius\": %.2f}",
    i ? "," : "", 30 * rand(), 12 * rand(), 0.1 + rand() }')
  draw "{\"dim\": 2, \"shapes\": [$circle], \"bodies\": [$bodies], \"pairs\": {\"find\": {\"margin\": 0.2}}}" --query contact
  inside numbers "$work/scene.svg" | grep -o '<text x="[0-9.]*" y="[0-9.]*"' | tr -d 'a-z<="' >"$work/numbers"
  same "numbers keep apart" "" "$(awk '{ x[NR] = $1; y[NR] = $2 }
    END { for (i = 1; i <= NR; ++i) for (j = 1; j < i; ++j) if ((x[i] - x[j]) ^ 2 + (y[i] - y[j]) ^ 2 < 324) print i, j
    }' "$work/numbers")"
  [ "$(wc -l <"$work/numbers")" -gt 100 ] && passed "most bodies have one" || failed "numbers" "$(wc -l <"$work/numbers")"
  same "words stay in the picture" "" "$(words_fit crowd "$work/scene.svg")"
  draw "{\"dim\": 2, \"shapes\": [{\"box\": [0.5, 40]}], \"bodies\": [{\"shape\": 0, \"p\": [0, 0], \"way\": [3, 0]}],
    \"against\": [{\"shape\": 0, \"p\": [3, 0]}, {\"shape\": 0, \"p\": [9, 0]}]}" --query cast
  same "words stay in a narrow picture" "" "$(words_fit narrow "$work/scene.svg")"
}

# well_formed NAME
well_formed() {
  if ! command -v xmllint >/dev/null; then
    left_out "$1" "xmllint is not installed"
  elif xmllint --noout "$work/scene.svg" 2>"$work/err" && ! grep -qE 'nan|inf[^o]' "$work/scene.svg"; then
    passed "$1"
  else
    failed "$1" "$(cat "$work/err")"
  fi
}

test_odd_scenes() {
  local odd point='{"points": [[0, 0]]}'
  draw "{\"dim\": 2, \"shapes\": [], \"bodies\": [], \"pairs\": []}"
  well_formed "an empty scene"
  draw "{\"dim\": 2, \"shapes\": [$point], \"bodies\": [{\"shape\": 0, \"p\": [3, 3]}], \"pairs\": \"all\"}"
  well_formed "one point"
  draw "{\"dim\": 2, \"shapes\": [$circle], \"bodies\": [{\"shape\": 0, \"p\": [0, 0], \"angle\": 1e9},
    {\"shape\": 0, \"p\": [1e30, 0]}, {\"shape\": 0, \"p\": [1, 1]}], \"pairs\": \"all\"}" 2>/dev/null
  well_formed "bad bodies"
  same "are not drawn" "bodies: 3; answers: 3, touching: 0; not drawn: 2 bad or far away" "$(text_of counts "$work/scene.svg")"
  for odd in 1e-6 1e-3 1e3 1e6; do
    draw "{\"dim\": 2, \"shapes\": [{\"box\": [$odd, $odd]}], \"bodies\": [{\"shape\": 0, \"p\": [0, 0]}], \"pairs\": []}"
    well_formed "a box of $odd"
    [ "$(wc -c <"$work/scene.svg")" -lt 20000 ] || failed "a box of $odd: size" "$(wc -c <"$work/scene.svg")"
  done
  odd=$'a<b>&"c" \x01\xff.json'
  cp "$data/worked.json" "$work/$odd"
  "$lanegjk" query "$work/$odd" --svg "$work/scene.svg" >/dev/null
  well_formed "a strange name"
  same "what XML cannot hold is escaped or replaced" $'a&lt;b&gt;&amp;&quot;c&quot; \xef\xbf\xbd\xef\xbf\xbd.json' \
    "$(text_of name "$work/scene.svg")"
}

test_errors() {
  echo '{"dim": 3, "shapes": [], "bodies": [], "pairs": []}' >"$work/three.json"
  rm -f "$work/none.svg" "$work/none.csv"
  refuses "a scene of 3D" "$work/three.json: dim: --svg draws scenes of 2D, and this one is of 3D" \
    query "$work/three.json" --svg "$work/none.svg" --out "$work/none.csv"
  refuses "no such frame" "--frame: there is no frame 3 (the scene has 3)" \
    query "$data/circles.json" --svg "$work/none.svg" --frame 3 --out "$work/none.csv"
  refuses "a frame without a picture" "--frame requires --svg" query "$data/circles.json" --frame 1 --out "$work/none.csv"
  refuses "a folder that is not there" "cannot write" query "$data/circles.json" --svg "$work/no/such.svg" --out "$work/none.csv"
  refuses "a table that cannot be written" "cannot write" \
    query "$data/circles.json" --svg "$work/none.svg" --out "$work/no/such.csv"
  printf '{"dim": 2, "shapes": [], "bodies": [], "pairs": [], "frames": []}' >"$work/none.json"
  refuses "no frames" "$work/none.json: frames: there is none that --svg could draw" \
    query "$work/none.json" --svg "$work/none.svg"
  [ ! -e "$work/none.svg" ] && [ ! -e "$work/none.csv" ] && passed "nothing is written then" || failed "nothing is written then"
  same "nor left behind" "" "$(find "$work" -name '*.tmp')"
}

test_instruction_sets() {
  local isa
  for isa in $isas; do
    "$lanegjk" query "$data/contacts.json" --query contact --manifold --svg "$work/$isa.svg" --isa "$isa" >/dev/null 2>&1
    cmp -s "$work/scalar.svg" "$work/$isa.svg" && passed "the picture: $isa as scalar" || failed "the picture: $isa as scalar"
  done
}

run_tests
