#!/usr/bin/env bash
# `lanegjk query` of scenes with random changes: bytes that are removed, doubled or replaced, and words and numbers that take
# the place of others. Whatever comes out, the program ends by itself with status 0, 1 or 2; after an error it has said why and
# has written nothing, and otherwise JSON and SVG are whole.
#   test_cli_changed.sh LANEGJK DATA_FILE [ROUNDS]
set -u
# shellcheck source=tests/cli/cli_checks.sh
. "$(dirname "$0")/cli_checks.sh"
rounds=${3:-60} seed=${LGJK_SEED:-$RANDOM}
echo "seed $seed"

cat >"$work/two.json" <<'SCENE'
{"dim": 2, "shapes": [{"points": [[0, 0], [2, 0], [1, 2]], "radius": 0.25}, {"box": [1, 0.5]}, {"ellipse": [2, 1]}],
"bodies": [{"shape": 0, "p": [0, 0], "angle": 0.5, "way": [4, 0], "turn": 1}, {"shape": 1, "p": [3, 0], "radius": 0.5},
{"shape": 2, "p": [0, 3]}], "against": [{"shape": 1, "p": [5, 0]}, {"shape": 2, "p": [0, -4], "angle": 1}],
"pairs": {"find": {"margin": 0.5}}}
SCENE
cat >"$work/three.json" <<'SCENE'
{"dim": 3, "shapes": [{"box": [1, 1, 1]}, {"cylinder": {"radius": 1, "half_height": 2}}], "pairs": "all",
"bodies": [{"shape": 0}, {"shape": 1}, {"shape": 1}], "frames": [[{"p": [0, 0, 0]}, {"p": [3, 0, 0], "q": [0, 0.6, 0, 0.8]},
{"p": [0, 3, 0]}], [{"p": [0, 0, 0]}, {"p": [2, 0, 0]}, {"p": [0, 3, 0]}]]}
SCENE

# changed SCENE NUMBER: the scene with one or two changes
changed() {
  LC_ALL=C awk -v seed="$((seed + $2))" '
    function any(n) { return int(n * rand()) }
    BEGIN {
      srand(seed)
      numbers = split("0 1 2 -1 0.5 1e30 1e-30 1e6 -0.0 4294967296 1e39 1e400", word)
      words = numbers + split("null true false [] {} \"all\" \"\" [[0,0]] {\"find\":{}} [1]", other)
      for (i = numbers + 1; i <= words; ++i) word[i] = other[i - numbers]
    }
    { text = text $0 "\n" }
    END {
      for (changes = 1 + any(2); changes > 0; --changes) {
        kind = any(12); at = 1 + any(length(text)); size = any(12)
        before = substr(text, 1, at - 1); after = substr(text, at)
        if (kind == 0) text = before substr(after, 1 + size)
        else if (kind == 1) text = before substr(after, 1, size) after
        else if (kind == 2) text = before sprintf("%c", 1 + any(255)) substr(after, 2)
        else if (match(after, kind < 4 ? "\"[a-z]*\"" : "-?[0-9.]+"))
          text = before substr(after, 1, RSTART - 1) word[1 + any(kind < 6 ? words : numbers)] substr(after, RSTART + RLENGTH)
      }
      printf "%s", text
    }' "$1"
}

queries=(distance overlap contact cast find "nearest -k 2")
works=0
for scene in two three; do
  for ((i = 0; i < rounds; ++i)); do
    changed "$work/$scene.json" $i >"$work/scene.json"
    query=${queries[i % 6]} picture=() code=0
    [ $scene = three ] || picture=(--svg "$work/out.svg")
    rm -f "$work/out.json" "$work/out.svg"
    # shellcheck disable=SC2086  # words
    timeout 20 "$lanegjk" query "$work/scene.json" --query $query --format json --out "$work/out.json" "${picture[@]}" \
      >"$work/said" 2>"$work/err" || code=$?
    wrong=""
    case $code in
      0 | 1)
        works=$((works + 1))
        [ "$(tail -n 1 "$work/out.json")" = "]}" ] || wrong="JSON is not whole"
        [ ${#picture[@]} -eq 0 ] || [ "$(tail -n 1 "$work/out.svg")" = "</svg>" ] || wrong="SVG is not whole" ;;
      2)
        [ "$(wc -l <"$work/err")" -ge 1 ] && ! grep -qE 'Sanitizer|runtime error' "$work/err" || wrong="no reason"
        { [ ! -e "$work/out.json" ] && [ ! -e "$work/out.svg" ]; } || wrong="something is written" ;;
      *) wrong="status $code" ;;
    esac
    [ -z "$wrong" ] || failed "$scene, change $i, $query: $wrong" "$(cat "$work/err")" "$(cat "$work/scene.json")"
  done
done
[ $works -ge $((rounds / 5)) ] && passed "$works of $((2 * rounds)) changed scenes have answers" ||
  failed "only $works of $((2 * rounds)) changed scenes have answers"
finish
