#!/usr/bin/env bash
# Draws docs/internals/architecture.svg: the layers of kernel/ from the top of a call to its bottom, with the first words that
# docs/internals/architecture.md says of each, and on the right which of them a pair passes. Fails where the page, the test of
# layers and the folders differ.
#   scripts/ci/architecture.sh          writes it
#   scripts/ci/architecture.sh --check  fails where it is not up to date
set -euo pipefail
cd "$(dirname "$0")/../.."
page=docs/internals/architecture.md
picture=docs/internals/architecture.svg
script=$(basename "$0")
fail() { echo "$script: $1" >&2; exit 1; }

layers=$(sed -n 's/^layers="\(.*\)"$/\1/p' tests/contract/test_layers.sh)
for layer in $layers; do [ -d "kernel/$layer" ] || fail "kernel/$layer does not exist"; done
for folder in kernel/*/; do
  name=$(basename "$folder")
  case " include $layers " in *" $name "*) ;; *) fail "$folder is no layer of tests/contract/test_layers.sh" ;; esac
done

# Of a layer: what the page's table says, up to the first colon, semicolon or bracket.
purpose() {
  local text
  text=$(sed -n "s/^| \`$1\/\` | \(.*\) |\$/\1/p" "$page")
  [ -n "$text" ] || fail "$page has no row of $1/"
  sed 's/[:;(].*//; s/`//g; s/ *$//; s/&/\&amp;/g; s/</\&lt;/g' <<<"$text"
}

# What happens to a pair there.
way() {
  case "$1" in
    api) echo "1 a call is checked and cut into slices" ;;
    isa) echo "2 the kernel of the instruction set" ;;
    schedule) echo "3 pairs of one class fill a step" ;;
    case3) echo "4 the attempts of its case" ;;
    engine) echo "5 propose, prove, write, or queue" ;;
    block) echo "6 bodies into lanes, results to memory" ;;
    single) echo "7 what no lane can prove: one by one" ;;
  esac
}

draw() {
  local row=0 height=34 layer y text backwards=""
  for layer in $layers; do backwards="$layer $backwards"; done
  echo '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1120 640" font-family="sans-serif" font-size="13">'
  echo '<rect width="1120" height="640" fill="#ffffff"/>'
  echo '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
  echo '<path d="M0 0L8 4L0 8z" fill="#b5522a"/></marker></defs>'
  for layer in $backwards; do
    y=$((14 + row * (height + 2)))
    text=$(purpose "$layer")
    [ ${#text} -le 84 ] || text="${text:0:82} ..."
    echo "<rect x=\"14\" y=\"$y\" width=\"760\" height=\"$height\" rx=\"4\" fill=\"#eef2f7\" stroke=\"#8aa0b8\"/>"
    echo "<text x=\"26\" y=\"$((y + 22))\" font-weight=\"bold\" fill=\"#1f3550\">$layer/</text>"
    echo "<text x=\"136\" y=\"$((y + 22))\" fill=\"#333333\">$text</text>"
    text=$(way "$layer")
    if [ -n "$text" ]; then
      echo "<circle cx=\"800\" cy=\"$((y + 17))\" r=\"5\" fill=\"#b5522a\"/>"
      echo "<text x=\"816\" y=\"$((y + 22))\" fill=\"#b5522a\">$text</text>"
    fi
    row=$((row + 1))
  done
  y=$((14 + row * (height + 2) - 8))
  echo "<line x1=\"800\" y1=\"18\" x2=\"800\" y2=\"$y\" stroke=\"#b5522a\" stroke-width=\"1.5\" marker-end=\"url(#tip)\"/>"
  echo '</svg>'
}

case "${1:-}" in
  "") draw >"$picture.new"; mv "$picture.new" "$picture" ;;
  --check) draw | cmp -s - "$picture" || fail "$picture is not up to date: run scripts/ci/$script" ;;
  *) sed -n '2,6s/^# //p' "scripts/ci/$script" >&2; exit 2 ;;
esac
