#!/usr/bin/env bash
# Builds the npm package lanegjk: compiles the library to WebAssembly, adds the loader and the types, tests it in Node.js and
# Chromium, and packs it. All is left in build/js: package/ is the package, live/ the live page, which any file server serves.
#   scripts/ci/js.sh          all of it; installs what is missing
#   scripts/ci/js.sh build    compiles and assembles alone
#   scripts/ci/js.sh test     tests what was built; LGJK_TEST_PROGRAMS is the folder of digest_inputs2, digest_inputs3 and crowd
#   scripts/ci/js.sh golden   the golden hashes alone, in Node.js and in Chromium; both have to be there
#   scripts/ci/js.sh fuzz SECONDS [SEED]   fuzzes what was built
# Status 77 where this machine lacks what it cannot do without, or where tests have left something out, by name.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/ci/packages.sh
. scripts/ci/targets.sh
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}

build() {
  require_command esbuild
  export CCACHE_COMPILERTYPE=clang # what emcc is, where ccache stands before it, and gcc is not
  mkdir -p build/js
  # SIMD outside of the kernels, too: checks of indices are loops for it. Every browser with it has atomics, and objects with
  # these serve one thread as well as several. Bulk memory is left out: V8 makes a call of each fill, which takes longer than
  # the few stores that a block needs. -O3 is not faster.
  build_for emcc "-O2 -DNDEBUG -matomics -msimd128" build/js/wasm lanegjk_static lgjk_js
  node bindings/js/build.mjs build/js/wasm/bindings/js build/js
}

check() {
  require_command node
  [ -e build/js/package/package.json ] || { echo "skipped: scripts/ci/js.sh build has made no package"; exit 77; }
  LGJK_JS=$PWD/build/js/package LGJK_SOURCE=$PWD node --test "$@" | tee build/js/tests.log
}

case "${1:-} $#" in
  " 0")
    need_packages build tools test wasm
    cmake --preset test >/dev/null
    cmake --build build/test --target digest_inputs2 digest_inputs3 crowd
    build
    LGJK_TEST_PROGRAMS=$PWD/build/test check bindings/js/tests/*.test.mjs
    if command -v npm >/dev/null; then (cd build/js && npm pack ./package); fi ;;
  "build 1") build ;;
  "test 1")
    check bindings/js/tests/*.test.mjs
    if grep -qE '^(#|ℹ) skipped [1-9]' build/js/tests.log; then exit 77; fi ;;
  "golden 1")
    require_command chromium
    check --test-name-pattern="golden hashes" bindings/js/tests/queries.test.mjs bindings/js/tests/live.test.mjs ;;
  "fuzz "[23])
    require_command node
    LGJK_JS=$PWD/build/js/package LGJK_SOURCE=$PWD node bindings/js/tests/fuzz.mjs "${@:2}" ;;
  *) sed -n '2,9s/^# //p' scripts/ci/js.sh >&2; exit 2 ;;
esac
