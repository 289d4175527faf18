#!/usr/bin/env bash
# Builds the site from the pages of the tree into build/site/html, and checks its links and the names in pages. A warning is an
# error. Nothing is fetched except missing Debian packages. The live page is included if scripts/ci/js.sh has built it before.
#   scripts/ci/site.sh             installs what is missing
#   scripts/ci/site.sh --installed takes what is there: status 77 where it is not enough
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/packages.sh
. scripts/ci/targets.sh
case "${1:-} $#" in
  " 0") need_packages site ;;
  "--installed 1") ;;
  *) sed -n '4,5s/^# *//p' "$0" >&2; exit 2 ;;
esac
require_command doxygen sphinx-build git
/usr/bin/python3 -c 'import breathe, furo, myst_parser' 2>/dev/null ||
  { echo "skipped: /usr/bin/python3 has not breathe, furo and myst_parser"; exit 77; }
[ "$(git rev-parse --show-toplevel 2>/dev/null)" -ef . ] || { echo "skipped: this is no git checkout"; exit 77; }

site=$PWD/build/site live=$PWD/build/js/live
rm -rf "$site"
mkdir -p "$site/source"
# Folders as in the tree, so that links between pages are the same in both.
git ls-files | cut -d/ -f1 | sort -u | grep -v '^\.' | while read -r name; do ln -s "$PWD/$name" "$site/source/$name"; done
mkdir "$site/source/api" # no folder of the tree
cp docs/site/{index,notes,tables}.md "$site/source"
if [ ! -e "$live/index.html" ]; then
  sed -i '/^<!-- live: begin/,/^<!-- live: end/d' "$site/source/index.md"
  echo "left out: the live page, which scripts/ci/js.sh builds"
fi
export PYTHONDONTWRITEBYTECODE=1 LGJK_DOXYGEN_XML=$site/doxygen/xml
LGJK_VERSION=$(scripts/ci/version.sh)
export LGJK_VERSION
doxygen docs/site/Doxyfile
/usr/bin/python3 docs/site/reference.py "$PWD" "$site/source/api"
/usr/bin/sphinx-build -W --keep-going -q -j "$(nproc)" -c docs/site -d "$site/doctrees" "$site/source" "$site/html"
static=$site/html/_static
# Debian's furo.js is a module, but its theme loads it as a classic script; what it imports defines a global there.
if grep -q '^import Gumshoe' "$static/scripts/furo.js"; then
  sed '/^import Gumshoe/d' "$static/scripts/furo.js" | cat "$static/scripts/gumshoe-patched.js" - >"$site/furo.js"
  mv "$site/furo.js" "$static/scripts/furo.js"
fi
# Debian's furo.css imports a file of the machine by an absolute path.
if grep -q '^@import url(/javascript/normalize.css/normalize.css)' "$static/styles/furo.css"; then
  cp /usr/share/javascript/normalize.css/normalize.css "$static/styles"
  sed -i 's|^@import url(/javascript/normalize.css/normalize.css)|@import url(normalize.css)|' "$static/styles/furo.css"
fi
# Debian's furo.css has the dark colours for the theme switch only, not for a system that prefers dark.
if ! grep -q 'prefers-color-scheme' "$static/styles/furo.css"; then
  dark=$(sed -n '/^  body\[data-theme="dark"\] {/,/}/p' "$static/styles/furo.css")
  printf '@media screen and (prefers-color-scheme: dark) {\n%s\n}\n' \
    "${dark/body\[data-theme=\"dark\"\]/body:not([data-theme=\"light\"])}" >>"$static/styles/furo.css"
fi
# Without an icon, a browser requests favicon.ico, which does not exist.
find "$site/html" -name '*.html' -exec sed -i 's|</head>|<link rel="icon" href="data:,"></head>|' {} +
if [ -e "$live/index.html" ]; then
  cp -rL "$live" "$site/html/live"
  sed -i 's|^<!-- site: .*|<a href="../index.html">lanegjk</a>|' "$site/html/live/index.html"
fi
/usr/bin/python3 docs/site/check_links.py "$site/html"
/usr/bin/python3 docs/site/check_names.py .
