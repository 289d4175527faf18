#!/usr/bin/env bash
# What is made of the project: the pages and packages of the stages, the manual page, and the benchmark's standard set.
#   test_products.sh CASE ARGUMENT...
# Status 77 where this machine does not have what the case requires.
set -euo pipefail

sort_options() { grep -oE -e '--[a-z]+(-[a-z]+)*' | grep -vxE -e '--(help|version)' | sort -u; }

# The manual page has all options of the command line program's --help, and no others; its version is that of the project.
# Where man is there, it shows the page without a warning.
#   test_products.sh man LANEGJK PAGE
case_man() {
  lanegjk=$1 page=$2

  diff <(for command in query replay info demo-recording; do "$lanegjk" $command --help; done | sort_options) \
    <(sed 's/\\-/-/g' "$page" | sort_options)
  grep -qF "\"$("$lanegjk" --version | head -n 1)\"" "$page" || { echo "the page is of another version"; exit 1; }
  if command -v man >/dev/null; then
    said=$(MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
    [ -z "$said" ] || { echo "$said"; exit 1; }
  fi
  echo "the manual page has all options"
}

# links LIBRARY_FOLDER: a program with the shared library there
links() {
  # shellcheck disable=SC2046
  "$cc" "$source/tests/cli/install/consumer.c" -o "$work/consumer" \
    $(PKG_CONFIG_PATH=$1/pkgconfig pkg-config --cflags --libs lanegjk)
  readelf -d "$work/consumer" | grep -q 'NEEDED.*liblanegjk'
  LD_LIBRARY_PATH=$1 "$work/consumer"
}

words() { tr -s ' .\n' ' ' | sed 's/^ //;s/ $//'; }

# The Debian packages build, lintian has nothing to say of them, and what they and the archive hold can be used: a program
# links the shared library by pkg-config, the command line program starts, the manual page and the licence are there.
#   test_products.sh packages SOURCE_DIR C_COMPILER
# Status 77 where this machine does not have what makes packages.
case_packages() {
  source=$1 cc=$2
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  packages=$source/build/packages-quick
  "$source/scripts/ci/package.sh" --quick

  for package in "$packages"/*.deb; do dpkg-deb -x "$package" "$work/root"; done
  links "$work/root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
  version=$("$work/root/usr/bin/lanegjk" --version)
  echo "$version"
  [ "$(dpkg-deb -f "$packages"/lanegjk_*.deb Version)" = "${version#lanegjk }-1" ]
  [ -e "$work/root/usr/share/man/man1/lanegjk.1.gz" ]
  cmp "$source/cli/completion/lanegjk.bash" "$work/root/usr/share/bash-completion/completions/lanegjk"
  cmp "$source/cli/completion/_lanegjk" "$work/root/usr/share/zsh/vendor-completions/_lanegjk"
  diff <(sed -n '/^Permission/,$p' "$source/LICENSE" | words) \
    <(sed -n '/^ Permission/,$p' "$work/root/usr/share/doc/lanegjk/copyright" | words)

  mkdir "$work/archive"
  tar -C "$work/archive" --strip-components=1 -xf "$packages"/lanegjk-*.tar.gz
  links "$(dirname "$(find "$work/archive" -name liblanegjk.so)")"
  "$work/archive/bin/lanegjk" --version
  cmp "$source/LICENSE" "$work/archive/share/doc/lanegjk/LICENSE"
}

# The site builds without a warning, its links lead somewhere (scripts/ci/site.sh), each function of the public headers stands on
# exactly one page, the pictures of docs/concepts.md are those of this build's answers, and pages
# work in Chromium (site_browser.mjs, skipped without node or Chromium).
#   test_products.sh site PROJECT_FOLDER LANEGJK
# Status 77 where this machine does not have what makes the site.
case_site() {
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
}

# expects PATTERN...: a case of the list fits each
expects() {
  local pattern
  for pattern in "$@"; do grep -qxE "$pattern" <<<"$list" || { echo "missing: $pattern"; wrong=1; }; done
}

refuses() { ! grep -xE "$1" <<<"$list" || { echo "unwanted: the above"; wrong=1; }; }

# The benchmark's standard set has what is published of small calls, variants of scenes, the crowd's scene, and of
# contacts: pairs that touch and rest, by default options, and with records against without.
#   test_products.sh bench_cases LGJK_BENCH
case_bench_cases() {
  list=$("$1" --list)
  wrong=0
  isa='(scalar|sse|avx2|avx512|neon)'
  wide='(sse|avx2|avx512|neon)'

  # Everybody on every scene.
  expects {2d/S{1..15},3d/T{1..10}}/{distance,overlap,contact}/{cold,warm}/"$isa"/10000
  expects {2d/S{1..15},3d/T{1..10}}/{distance,contact}/cold/reference/10000
  # Calls of few pairs, by rivals of one.
  expects {2d/S2,2d/S6,3d/T1,3d/T3,3d/T4}/{distance/{cold,warm},contact/cold}/{scalar,"$wide",auto}/{1,4,16,64}
  expects {2d/S2,3d/T4}/overlap/cold/{scalar,"$wide",auto}/{1,4,16,64}
  expects {2d/S2,3d/T4}/distance/{cold,warm}/reference/1 2d/S2/distance/{cold,warm}/box2d/1 3d/T4/distance/{cold,warm}/bullet/1
  expects 2d/S9/{distance,overlap}/{cold,warm}/{scalar,reference,box2d}/10000 2d/S9/overlap/{cold,warm}/chipmunk/10000
  expects {2d/S2,3d/T1}{,-shuffled}/distance/cold/{scalar,"$wide",reference}/1000000
  expects {2d/S2,3d/T4}{-half/distance/{cold,warm},-ab/distance/cold,/distance/historyfree}/{scalar,"$wide"}/10000
  expects {2d/S{2,4,10,14},3d/T{1,4,8}}-default/contact/cold/"$isa"/10000
  expects {2d/S2,3d/T1,3d/T3,3d/T4,3d/T5}-overlapping/depth/{cold,warm}/"$isa"/10000
  expects 3d/T{1..4}/contact/{cold,warm}/{bullet,reference}/10000
  expects {2d/S2,2d/S4,2d/S6,2d/S9,2d/S15,3d/T1,3d/T4,3d/T{8..10}}/{contact,overlap,distance}/recordless/{scalar,"$wide"}/10000
  expects {2d/S1,2d/S2,2d/S4,2d/S5,3d/T1}/{contact,overlap}/cold/reference-sat/10000
  expects 2d/S{1,2,4,5,7,8,9,11,12,13}/contact/cold/box2d/10000 2d/S6/contact/cold/chipmunk/10000
  expects {3d/T4/contact,3d/T5-overlapping/depth}/cold/{bullet,bullet-detector,libccd,libccd-mpr,fcl}/10000
  # Lists that differ from call to call, of rivals, too.
  expects {2d/S1,2d/S2,2d/S3,2d/S10,2d/S15,3d/T1,3d/T4,3d/T9,3d/T10}-lists/contact/cold/{scalar,"$wide",reference}/10000
  # Casts, rays, finding and its worlds.
  expects cast/{S1,S2,S3,S4,S5,S9,T1,T2,T3,T4,T5}/{shapes,rays}/{scalar,"$wide"}/10000
  expects rays/{scalar,"$wide"}/{1000,10000,100000,1000000}
  expects find/P{1,5}/{10000,100000,1000000}/random/library-{scalar,"$wide"}-1
  expects find/P{2,3,4,6}/100000/random/library-{scalar,"$wide"}-1
  expects find/{A0,A7,A9,A18,D4,D30,D1000,B10,G6,G9,H1,W10,W100,R2,R5,F1,F2,F3,F4}/[0-9]+/random/library-{scalar,"$wide"}-1
  # Rivals that may be missing in a build: all of their cases, or none.
  ! grep -q /box2d-v3/ <<<"$list" || expects 2d/S{1..15}/{contact/cold,distance/cold,distance/warm}/box2d-v3/10000
  ! grep -q /c2/ <<<"$list" || expects 2d/S{{1..7},{10..15}}/contact/cold/c2/10000 2d/S{{1..8},{10..15}}/distance/warm/c2/10000
  ! grep -q /box3d/ <<<"$list" || expects 3d/T{1,2,4,8,9,10}/{contact,distance}/{cold,warm}/box3d/10000
  ! grep -q /box2d-v3-clang/ <<<"$list" || expects 2d/S{1..15}/{contact/cold,distance/cold,distance/warm}/box2d-v3-clang/10000
  ! grep -q /box3d/ <<<"$list" || expects 3d/T{5,6}/distance/{cold,warm}/box3d/10000
  ! grep -q /box3d-clang/ <<<"$list" || expects 3d/T{1,2,4,8,9,10}/{contact,distance}/{cold,warm}/box3d-clang/10000
  ! grep -q /opengjk/ <<<"$list" || expects 3d/T{1,2,4,5,6,8,9}/distance/cold/opengjk/10000
  ! grep -q /mujoco/ <<<"$list" || expects 3d/T{1,4,5,6,8,9}/distance/cold/mujoco/10000 3d/T4-overlapping/depth/cold/mujoco/10000
  ! grep -q /coal/ <<<"$list" || expects 3d/T{1..4}/{contact,distance}/{cold,warm}/coal/10000
  ! grep -q /jolt/ <<<"$list" || expects 3d/T{1..4}/{contact/cold,distance/cold,distance/warm}/jolt/10000

  refuses "(2d/S[369]|2d/S1[035]|3d/T([2-9]|10))[-/].*/reference-sat/.*" # no polygons or boxes alone
  refuses "2d/S([36]|10|15)/contact/.*/box2d/.*" # it has none for two capsules
  refuses "2d/.*/(contact|depth)/warm/(box2d|box2d-v3|box2d-v3-clang|c2|chipmunk)/.*" # they keep no state
  refuses "3d/.*/(warm|churn)/(opengjk|mujoco)/.*" # nor these
  refuses "3d/T(2|3|10)[-/].*/mujoco/.*" # it has closed forms
  refuses "3d/.*/(contact|depth)/.*/opengjk/.*"
  refuses ".*-overlapping/(distance|overlap|contact)/.*"
  refuses ".*/(contact|depth)/(churn/.*|.*/(1000|100000|1000000))"
  refuses "[23]d/.*-sorted/.*" # and what lies in between
  refuses "[23]d/.*/(256|1000|100000)"
  refuses ".*-reach/.*"
  refuses "[23]d/.*/(reference|box2d.*|chipmunk|bullet.*|libccd.*|fcl|box3d.*|jolt|opengjk|mujoco|coal)/(4|16|64)"
  refuses ".*/depth/.*/(1|4|16|64)"
  refuses ".*-lists/(distance|overlap|depth)/.*"
  refuses ".*-(half|ab|default)/.*/(reference|box2d.*|chipmunk|bullet.*|libccd.*|fcl|box3d.*|jolt|opengjk|mujoco|coal)/.*"
  refuses ".*-half/overlap/.*"
  refuses ".*-default/(distance|overlap)/.*"
  refuses ".*/recordless/(reference|box2d.*|chipmunk|bullet.*|libccd.*|fcl|box3d.*|jolt|opengjk|mujoco|coal)/.*"
  refuses ".*/auto/[0-9]{4,}" # where it is the widest set
  refuses ".*-(half|ab|default)/.*/(1|4|16|64)"
  # A column of an instruction set that has figures has them in each row.
  for suite in 2d 3d cast rays find near crowd; do
    sets=$(grep "^$suite/" <<<"$list" | grep -oE "[/-](scalar|sse|avx2|avx512|neon)(-1)?(/|$)" | tr -d '/-' |
      sed 's/1$//' | sort | uniq -c | awk '{ print $1 }' | sort -u | wc -l)
    [ "$sets" -eq 1 ] || { echo "$suite: an instruction set has fewer cases than another"; wrong=1; }
  done
  [ -z "$(sort <<<"$list" | uniq -d)" ] || { echo "a case is there twice"; wrong=1; }
  exit $wrong
}

fail() { echo "FAILED: $1" >&2; exit 1; }

has() { grep -qxF "$1" <<<"$list" || fail "the standard set lacks $1"; }

# What the benchmark publishes is what the pages show: every instruction set of this machine on every scene, the curve
# against the number of pairs, cold and warm, contacts, and a line about each scene.
#   test_products.sh standard_set BENCHMARK PROJECT_FOLDER
case_standard_set() {
  benchmark=$1
  project=$2
  table=$project/bench/report/table.py

  list=$("$benchmark" --list | grep "^[23]d/")

  scenes=$(cut -d / -f 1,2 <<<"$list" | grep -v -e - | sort -u)
  isas=$("$table" --isas | cut -f 1 | grep -vx auto | grep -xFf <(cut -d / -f 5 <<<"$list" | sort -u))
  widest=$(tail -n 1 <<<"$isas")  # of one machine, the last
  for scene in $scenes; do
    grep -q "^    \"${scene#*/}\": \"" "$project/bench/report/results.py" || fail "results.py has no line about ${scene#*/}"
    for isa in $isas; do
      for mode in cold warm; do has "$scene/distance/$mode/$isa/10000"; done
    done
  done
  for pairs in 1 4 16 64; do
    for mode in cold warm; do has "2d/S2/distance/$mode/$widest/$pairs"; done
  done
  for mode in cold warm; do
    for isa in "$widest" $(grep -x avx2 <<<"$isas"); do
      for question in 2d/S2/contact 2d/S2-overlapping/depth 3d/T1/contact 3d/T4/contact 3d/T4-overlapping/depth; do
        has "$question/$mode/$isa/10000"
      done
    done
  done
  echo "$(wc -w <<<"$scenes") scenes, $(wc -w <<<"$isas") instruction sets"
}

case=$1
shift
"case_$case" "$@"
