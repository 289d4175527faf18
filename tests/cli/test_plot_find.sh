#!/usr/bin/env bash
# The plot of a page of pairs, from the published pages: it names the widest set, its two workers, and each rival that has
# rows, draws as many points as the page has up to 10,000 ns, and is shown in the page once.
#   test_plot_find.sh PROJECT_FOLDER
set -euo pipefail
project=$1
command -v gnuplot >/dev/null || { echo "SKIPPED: gnuplot is missing" >&2; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1" >&2; exit 1; }

# Contenders of a scene's rows in random order, and their medians: rows SCENE PAGE
rows() {
  sed -n "/^## $1:/,/^## /p" "$2" | grep '^| [0-9]' | grep '| random |' |
    awk -F' *[|] *' 'NF > 9 && $5 ~ /^[0-9.]+$/ { print $4 "\t" $5 }'
}

checked=0
for page in "$project"/results/*/find.md; do
  [ -f "$page" ] || continue
  checked=$((checked + 1))
  cp "$page" "$work/find.md"
  sed -i '/^!\[/d' "$work/find.md"
  "$project/scripts/plot_find.sh" "$work/find.md"
  [ -s "$work/find.svg" ] || fail "$page: there is no picture"
  expected=0
  for scene in P1 P2 P5; do
    widest=$(rows $scene "$page" | cut -f 1 | grep '^lanegjk, A' | grep -v workers | head -n 1)
    [ -n "$widest" ] || fail "$page: $scene has no rows of this library"
    while IFS= read -r name; do
      grep -qF ">$name<" "$work/find.svg" || fail "$page: $scene does not name $name"
      points=$(rows $scene "$page" | awk -F'\t' -v name="$name" '$1 == name && $2 <= 10000' | wc -l)
      expected=$((expected + points + 1)) # and one in the key
    done < <(rows $scene "$page" | cut -f 1 | awk -v widest="$widest" '
      !seen[$0]++ && (!/^lanegjk/ || $0 == widest || $0 == widest ", 2 workers" ||
                      $0 == "lanegjk, walls in an index" substr(widest, 8))')
  done
  drawn=$(grep -c "<use xlink:href='#gpPt6'" "$work/find.svg" || true)
  [ "$drawn" = "$expected" ] || fail "$page: $drawn points are drawn, of $expected rows"
  grep -q 'lanegjk, SSE' "$work/find.svg" && fail "$page: a set that is not the widest is drawn"
  [ "$(grep -c '^!\[' "$work/find.md")" = 1 ] || fail "$page: the page does not show the picture once"
  "$project/scripts/plot_find.sh" "$work/find.md"
  [ "$(grep -c '^!\[' "$work/find.md")" = 1 ] || fail "$page: a second run shows the picture again"
done
[ "$checked" -gt 0 ] || fail "there is no published page of pairs"

status=0
"$project/scripts/plot_find.sh" "$work/none.md" 2>/dev/null || status=$?
[ "$status" = 2 ] || fail "a page that is not there ends with status $status"
