#!/usr/bin/env bash
# The page that the crowd example writes draws the run in a browser, and its controls work: with #selftest it uses them all
# and puts what is wrong into its title. A page that would be too large is refused, and the message says what would do.
# Skipped (77) without Chromium.
#   test_crowd_page.sh CROWD
set -euo pipefail
crowd=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

code=0
"$crowd" --agents 1000000 --html "$work/none.html" >"$work/out" 2>&1 || code=$?
[ "$code" -eq 2 ] && grep -q 'page of 2400 MB, and at most 30 MB are written: --agents 12458 would do' "$work/out" ||
  { echo "status $code: $(cat "$work/out")"; exit 1; }
[ ! -e "$work/none.html" ] || { echo "a page that is too large is there"; exit 1; }

"$crowd" --agents 400 --ticks 700 --workers 2 --html "$work/page.html" >/dev/null
size=$(wc -c <"$work/page.html")
[ "$size" -lt 1000000 ] || { echo "400 agents take $size bytes"; exit 1; }
! grep -qiE '(src|href)=|https?://' "$work/page.html" || { echo "the page loads something else"; exit 1; }

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
  { echo "skipped: this machine has no Chromium"; exit 77; }
HOME=$work timeout 100 "$chromium" --headless --no-sandbox --disable-gpu --dump-dom "file://$work/page.html#selftest" \
  >"$work/dom" 2>"$work/log" || { echo "Chromium: status $?"; tail -n 5 "$work/log"; exit 1; }
title=$(sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' "$work/dom")
echo "$title"
[ "$title" = "selftest passed" ]
