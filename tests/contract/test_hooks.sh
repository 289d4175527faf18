#!/usr/bin/env bash
# The hooks that scripts/dev.sh --hook writes: in a repository of their own, with checks of the tree that pass or fail, a
# commit is made or refused by its subject and by these.
#   test_hooks.sh DEV_SCRIPT
# Status 77 without git.
set -euo pipefail
command -v git >/dev/null || { echo "skipped: this machine has no git"; exit 77; }
script=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a

cd "$work"
git init -q
mkdir -p scripts tests/contract docs/site
cp "$script" scripts/dev.sh
echo >docs/site/check_names.py
for check in style layers routes; do printf '#!/bin/sh\n' >tests/contract/test_$check.sh; done
chmod +x tests/contract/*.sh
scripts/dev.sh --hook

commit() { git commit -q --allow-empty -m "$1" 2>"$work/error"; }
accepted() { commit "$1" || { cat "$work/error"; echo "refused: $1"; exit 1; }; }
# refused ERROR SUBJECT
refused() {
  if commit "$2"; then echo "accepted: $2"; exit 1; fi
  grep -qF -e "$1" "$work/error" || { cat "$work/error"; echo "does not say '$1': $2"; exit 1; }
}
longest="area: verb $(printf 'x%.0s' {1..61})"
accepted "$longest"
accepted "python, js: report depths of casts"
accepted "lane/lane_256: count bits"
accepted "cast: keep the hit

A body may have long lines and anything: this one is longer than seventy-two characters. And a full stop."
accepted "Merge branch 'x'"
accepted "fixup! cast: keep the hit"
refused "the subject has 73 characters, at most 72" "${longest}x"
for subject in "Keep the hit" "cast keep the hit" "cast: Keep the hit" "cast: keep" "cast:keep the hit" "cast: keep the hit." \
  "Cast: keep the hit"; do
  refused "the subject is not 'area: verb object'" "$subject"
done
printf '#!/bin/sh\necho "a long line" >&2\nexit 1\n' >tests/contract/test_routes.sh
refused "a long line" "cast: keep the hit"
echo "subjects and checks of the tree: commits are made or refused as expected"
