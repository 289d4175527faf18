#!/usr/bin/env bash
# The site builds without a warning, its links lead somewhere (scripts/ci/site.sh), each function of the public headers stands on
# exactly one page, the pictures of docs/concepts.md are those of this build's answers, and pages
# work in Chromium (site_browser.mjs, skipped without node or Chromium).
#   test_site.sh PROJECT_FOLDER LANEGJK
# Status 77 where this machine does not have what makes the site.
set -euo pipefail
cd "$1"
lanegjk=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/pictures"
python3 -B docs/site/pictures.py "$lanegjk" "$work/pictures"
diff -r "$work/pictures" docs/concepts
echo "the pictures show this build's answers"

scripts/ci/site.sh --installed
if [ -d build/site/html/live ]; then grep -q 'href="../index.html"' build/site/html/live/index.html; fi
sed -nE 's/^(LGJK_API )?[a-z][a-z0-9_ ]*[ *](lgjk_[a-z0-9_]+)\(.*/\2/p' kernel/include/lanegjk/*.h | sort >"$work/declared"
grep -oE 'id="c\.lgjk_[a-z0-9_]+"' -r build/site/html --include='*.html' | sort -u | sed 's/.*"c\.//;s/"//' | sort >"$work/all"
grep -xFf "$work/declared" "$work/all" | diff "$work/declared" -
echo "$(wc -l <"$work/declared") functions, each on one page"
if command -v node >/dev/null; then
  node tests/cli/site_browser.mjs build/site/html
else
  echo "skipped: the pages in Chromium: this machine has no node"
  exit 77
fi
