#!/usr/bin/env bash
# Builds the library in other ways than the one under test, and uses what comes out. Unoptimised, which is quickest.
#   test_builds.sh CASE SOURCE_DIR C_COMPILER SIMDE_INCLUDE_DIR
# plain         CMAKE_BUILD_TYPE=Debug, one instruction set: the examples link, with neither optimisation nor libm
# isas          LGJK_ISAS: what is built is listed; to request what was left out is an error
# dim2, dim3    LGJK_DIMS: the other dimension's functions are absent, in 2D with their header
# kinds         LGJK_KINDS: one kind of library is installed, and found; from the sources that conan's recipe takes
# refusals      names that LGJK_ISAS and LGJK_DIMS do not know, parts of the project that need both dimensions, and MSVC
# werror        a warning is an error with LGJK_WERROR only
# bench         the benchmark, whose lists of pairs are those of brute force
# subdirectory  a project that adds this one by add_subdirectory, with one instruction set
set -euo pipefail
case=$1 source=$2 cc=$3 simde=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The rows of LGJK_ISA_TABLE: name, processor.
isa_rows() { sed -n 's/^  X(\([a-z0-9]*\), .*, *\(any\|x86_64\|aarch64\),.*/\1 \2/p' "$source/kernel/isa/kernels.h"; }
# configure NAME [OPTION]...
configure() {
  local name=$1
  shift
  cmake -S "$source" -B "$work/$name" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER="$cc" -DSIMDE_INCLUDE_DIR="$simde" "$@"
}
build() {
  local name=$1
  shift
  cmake --build "$work/$name" -j 2 "$@"
}
# fails with the whole output of what was to pass
quietly() { "$@" >"$work/output" 2>&1 || { cat "$work/output"; echo "failed: $*"; exit 1; }; }

# says TEXT COMMAND...: the command fails, and its output has the text, wherever the lines break
says() {
  local text=$1
  shift
  if "$@" >"$work/output" 2>&1; then
    echo "no error: $*"
    exit 1
  fi
  tr -s ' \n' ' ' <"$work/output" | grep -qF -e "$text" || { cat "$work/output"; echo "does not say \"$text\": $*"; exit 1; }
  echo "$text"
}
library_only=(-DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_BENCH=OFF -DLGJK_BUILD_TOOLS=OFF)

case_plain() {
  quietly configure plain -DLGJK_ISAS=scalar "${library_only[@]}"
  quietly build plain
  "$work/plain/smallest"
  "$work/plain/smallest3"
}

case_bench() {
  local word
  for word in box2d bullet ccd fcl; do
    pkg-config --exists "$word" || { echo "skipped: pkg-config finds no $word, which the benchmark requires"; exit 77; }
  done
  quietly configure bench -DLGJK_ISAS=scalar -DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_TOOLS=OFF -DLGJK_BUILD_EXAMPLES=OFF \
    -DLGJK_BUILD_BENCH=ON
  quietly build bench --target lgjk_bench
  quietly "$work/bench/lgjk_bench" --benchmark_filter='^(find|near)/P1/1000/random/'
  grep -c _median "$work/output"
  if grep -i error "$work/output"; then return 1; fi
}

# A program that requests each instruction set by the options of a call, and prints what comes back.
isa_calls() {
  cat <<'END'
#include <lanegjk/lanegjk.h>
#include <stdio.h>

int main(void) {
  lgjk_shapes2* shapes = NULL;
  lgjk_error error = {.struct_size = sizeof error};
  if (lgjk_shapes2_create(NULL, 0, NULL, &shapes, &error) != LGJK_OK) return puts(error.text), 1;
  uint8_t status = 0;
  const lgjk_bodies2 nobody = {.struct_size = sizeof nobody, .shapes = shapes};
  const lgjk_pairs pairs = {.struct_size = sizeof pairs};
  const lgjk_results results = {.struct_size = sizeof results, .status = &status};
  for (uint32_t isa = 1; isa < LGJK_ISA_COUNT; ++isa) {
    const lgjk_options options = {.struct_size = sizeof options, .isa = isa};
    const int32_t code = lgjk_overlap2(&nobody, &nobody, &pairs, NULL, 0, 0, &results, &options, &error);
    printf("%s: %s\n", lgjk_isa_name(isa), code == LGJK_OK ? "runs" : error.text);
  }
  lgjk_shapes2_destroy(shapes);
  return 0;
}
END
}

case_isas() {
  local requested="avx2;scalar" built="scalar avx2" absent isa listed
  [ "$(uname -m)" = x86_64 ] || { requested=scalar built=scalar; }
  absent=$(isa_rows | awk '{print $1}' | grep -vxFf <(xargs -n 1 <<<"$built"))
  quietly configure isas -DLGJK_ISAS="$requested" -DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_BENCH=OFF -DLGJK_BUILD_TOOLS=ON
  quietly build isas
  "$work/isas/lanegjk" info
  echo '{"dim": 2, "shapes": [{"box": [1, 1]}], "bodies": [{"shape": 0, "p": [0, 0]}], "pairs": []}' >"$work/scene.json"
  listed=$("$work/isas/lanegjk" info | awk '/^instruction set/ {inside = 1; next} !NF {inside = 0} inside {print $1}' | xargs)
  [ "$listed" = "$built" ]
  isa_calls >"$work/isas.c"
  "$cc" -I"$source/kernel/include" "$work/isas.c" "$work/isas/kernel/liblanegjk.a" -o "$work/isa_calls"
  "$work/isa_calls" | tee "$work/answers"
  for isa in $absent; do
    grep -qx "$isa: options->isa: $isa is not in this build" "$work/answers"
    says "'$isa' is not in this build" "$work/isas/lanegjk" query "$work/scene.json" --isa "$isa"
    says "LANEGJK_ISA is \"$isa\", which is not in this build" env LANEGJK_ISA="$isa" "$work/isas/lanegjk" info
  done
}

# only DIM: a library of one dimension, installed, exports what its headers declare of that dimension, and the example runs.
only() {
  local dim=$1 other=$((5 - $1)) prefix=$work/prefix
  quietly configure only -DLGJK_DIMS="$dim" -DLGJK_ISAS=scalar -DCMAKE_INSTALL_LIBDIR=lib
  quietly build only
  quietly cmake --install "$work/only" --prefix "$prefix"
  sed -n 's/^LGJK_API [^(]*\(lgjk_[a-z0-9_]*\)(.*/\1/p' "$prefix/include/lanegjk/"*.h | grep -v "^lgjk_[a-z_]*$other" |
    sort >"$work/declared"
  nm -D --defined-only "$prefix/lib/liblanegjk.so" | awk 'NF == 3 {print $3}' | sort >"$work/exported"
  diff "$work/declared" "$work/exported"
  grep -q "^lgjk_distance$dim\$" "$work/exported"
}
case_dim2() {
  only 2
  "$work/only/smallest"
  [ ! -e "$work/prefix/include/lanegjk/lanegjk3.h" ]
  "$cc" -I"$work/prefix/include" "$source/tests/cli/install/consumer.c" "$work/prefix/lib/liblanegjk.a" -o "$work/consumer"
  "$work/consumer"
}
case_dim3() {
  only 3
  "$work/only/smallest3"
}

# The package of one kind, as the recipes in packaging/ build it: no other library, and lanegjk::lanegjk is this one.
case_kinds() {
  local parts kind name
  parts=$(sed -n 's/^PARTS = (\(.*\))$/\1/p' "$source/packaging/conan/conanfile.py" | tr -d '",')
  mkdir "$work/tree"
  # shellcheck disable=SC2086
  (cd "$source" && cp -R --parents $parts "$work/tree")
  mkdir "$work/parent"
  cp "$source/tests/cli/install/consumer.c" "$work/parent"
  cat >"$work/parent/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(parent LANGUAGES C)
find_package(lanegjk REQUIRED CONFIG)
add_executable(consumer consumer.c)
target_link_libraries(consumer PRIVATE lanegjk::lanegjk)
END
  for kind in static shared; do
    source=$work/tree quietly configure tree -DLGJK_ISAS=scalar -DLGJK_DIMS=2 -DLGJK_KINDS=$kind -DCMAKE_INSTALL_LIBDIR=lib \
      -DCMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON "${library_only[@]}" -DLGJK_BUILD_EXAMPLES=OFF
    quietly build tree
    quietly cmake --install "$work/tree" --prefix "$work/$kind"
    source=$work/parent quietly configure "consumer_$kind" -DCMAKE_PREFIX_PATH="$work/$kind"
    quietly build "consumer_$kind"
    "$work/consumer_$kind/consumer"
    for name in lanegjk_tick.h lanegjk_slide.h lanegjk_find.h lanegjk_cast.h; do [ -f "$work/$kind/include/lanegjk/$name" ]; done
  done
  [ ! -e "$work/static/lib/liblanegjk.so" ] && [ ! -e "$work/shared/lib/liblanegjk.a" ]
  [ -e "$work/static/lib/liblanegjk.a" ] && [ -e "$work/shared/lib/liblanegjk.so" ]
}

case_refusals() {
  local valid part
  valid=$(isa_rows | awk -v processor="$(uname -m)" '$2 == "any" || $2 == processor {print $1}' | paste -s -d ';')
  valid="the instruction sets for $(uname -m) are \"$valid\"."
  says "LGJK_ISAS holds \"avx3\"; $valid" configure unknown -DLGJK_ISAS="scalar;avx3"
  says "LGJK_ISAS holds \"scalar,sse\"; $valid" configure commas -DLGJK_ISAS="scalar,sse"
  says "LGJK_ISAS is empty; $valid" configure no_isa -DLGJK_ISAS=
  if [ "$(uname -m)" = x86_64 ]; then
    says "LGJK_ISAS is \"avx2\", which not every processor runs" configure unsure -DLGJK_ISAS=avx2
    quietly configure no_scalar "${library_only[@]}" -DLGJK_ISAS="sse;avx2"
    says 'LGJK_BUILD_TESTS is ON and needs the kernels of one lane, but LGJK_ISAS is "sse;avx2"' \
      configure no_scalar_tests -DLGJK_ISAS="sse;avx2"
    quietly configure installed "${library_only[@]}"
    grep -q '^LGJK_ISAS:STRING=sse;avx2;avx512$' "$work/installed/CMakeCache.txt"
    quietly configure every "${library_only[@]}" -DLGJK_ISAS=all
  fi
  says "lanegjk cannot be compiled by MSVC or clang-cl. On Windows use gcc or clang of MinGW-w64" configure msvc -DMSVC=ON
  says 'LGJK_DIMS holds "4"; the dimensions are "2;3".' configure four -DLGJK_DIMS="2;4"
  says 'LGJK_DIMS is empty; the dimensions are "2;3".' configure no_dim -DLGJK_DIMS=
  says 'LGJK_KINDS holds "dynamic"; the kinds of library are "static;shared".' configure kinds -DLGJK_KINDS=dynamic
  for part in TESTS BENCH TOOLS; do
    says "LGJK_BUILD_$part is ON and needs both dimensions, but LGJK_DIMS is \"2\"" \
      configure $part -DLGJK_DIMS=2 -DLGJK_BUILD_$part=ON
  done
}

case_werror() {
  quietly configure warns -DCMAKE_C_FLAGS=-Wpadded "${library_only[@]}"
  quietly build warns --target lgjk_objects
  grep -q 'warning: .*-Wpadded' "$work/output"
  quietly configure fails -DCMAKE_C_FLAGS=-Wpadded "${library_only[@]}" -DLGJK_WERROR=ON
  says "-Werror" build fails --target lgjk_objects
}

case_subdirectory() {
  mkdir "$work/parent"
  cp "$source/tests/cli/install/consumer.c" "$work/parent"
  cat >"$work/parent/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(parent LANGUAGES C)
set(LGJK_ISAS scalar)
add_subdirectory("$source" lanegjk)
add_executable(consumer consumer.c)
target_link_libraries(consumer PRIVATE lanegjk::lanegjk)
END
  source=$work/parent quietly configure child
  quietly build child
  "$work/child/consumer"
  [ ! -e "$work/child/lanegjk/smallest" ]
}

"case_$case"
