#!/usr/bin/env bash
# The kernel's layers: every header of the library compiles alone, in each dimension; a template refuses to; and no file
# includes one of a layer above its own. The order is that of `layers` below, which docs/internals/architecture.md explains.
# And what a layer must not know, it does not name: cores, queries, records.
#   test_layers.sh KERNEL_FOLDER [SIMDE_INCLUDE_FOLDER COMPILER]     without a compiler: what is included, alone
set -eu
kernel=$1 simde=${2:-} compiler=${3:-}
layers="base lane shape single gjk block manifold3 engine case2 case3 schedule find cast isa api openmp slide tick"
failures=0
checked=0
fail() { echo "FAIL  $1" >&2; failures=$((failures + 1)); }

# Headers of one instruction set need its flags; lane_plain.h and lane_simd.h are parts of theirs.
is_alone() {
  case $1 in
    lane/lane_[0-9]*.h | lane/lane_plain.h | lane/lane_simd.h) return 1 ;;
  esac
}

compiles() { # FILE DIMENSION
  "$compiler" -std=c11 -fsyntax-only -Wall -Wextra -Wconversion -Wshadow -Werror -Wno-unused-function -Wno-unused-variable \
    -DLGJK_DIM="$2" -I"$kernel/include" -I"$kernel" -isystem "$simde" -x c "$kernel/$1" 2>&1
}

cd "$kernel"
for file in */*.h; do
  [ -n "$compiler" ] || break
  is_alone "$file" || continue
  for dim in 2 3; do
    case $file in *$((5 - dim)).h | case$((5 - dim))/*) continue ;; esac
    case $file in
      *_tmpl.h)
        if output=$(compiles "$file" $dim); then fail "$file compiles without REAL_IS_DOUBLE"; fi
        case $output in *"a template"*) ;; *) fail "$file does not say that it is a template: $output" ;; esac ;;
      *) output=$(compiles "$file" $dim) || fail "$file in ${dim}D: $output" ;;
    esac
    checked=$((checked + 1))
  done
done

# What the files include, by one program: names what is wrong, and prints the number of includes.
check_includes() {
  awk -v layers="$layers" '
    function wrong(text) { print "FAIL  " FILENAME text >"/dev/stderr"; failed = 1 }
    BEGIN { count = split(layers, layer, " "); for (i = 1; i <= count; ++i) rank[layer[i]] = i }
    FNR == 1 {
      own = FILENAME
      sub(/\/.*/, "", own)
      if (!(own in rank)) wrong(" is in no layer")
    }
    function check(included,   other) {
      other = included
      if (!sub(/\/.*/, "", other)) wrong(" includes " included " without its layer")
      else if (other == "lanegjk" || other == "simde") return
      else if (!(other in rank)) wrong(" includes " included ", which is in no layer")
      else if (rank[other] > rank[own]) wrong(" includes " included ", of a layer above its own")
      ++checked
    }
    /^ *#include [^<]/ { # "file", or OF_DIM("file of 2D", "file of 3D")
      names = split($0, quoted, "\"")
      for (i = 2; i <= names; i += 2) check(quoted[i])
    }
    END { print checked + 0; exit failed }' "$@"
}
includes=$(check_includes */*.[ch]) || failures=$((failures + 1))
checked=$((checked + includes))

# No file of a layer has what the pattern finds, in code or in words.
keep_out() { # PATTERN WHAT_IT_DOES LAYER...
  local pattern=$1 what=$2 found
  shift 2
  found=$(grep -rnE "$pattern" "$@") || return 0
  fail "$what: $found"
}
core='\bLGJK_CORE[23N]_[A-Z]'
# shellcheck disable=SC2046,SC2086 # a word for each layer
keep_out "$core" "names a core: shape/cores.h answers what it is" \
  $(printf '%s\n' $layers | grep -vxE 'shape|gjk|block|schedule') $(find gjk ! -name basics.h -type f) \
  $(find schedule ! -name classes.h -type f)
keep_out '\bis_[a-z]+_core\(' "tests cores: schedule/route.h decides what runs" schedule/[!c]*
knows='\b(query_id|needs_(depth|verdict|witness)|lgjk_warm|lgjk_batch|pair_block|side_lanes|class_run|block_pairs)\b'
keep_out "$knows" "knows queries, records or blocks" base lane shape single gjk

# So is a case above its line of `=`: there are formulas. Most cases have one. Nor has it a type of block/, a call of a
# function there, or an include of what knows these.
functions=$(grep -hoE '^[A-Za-z_]+(_INLINE| inline)[^(;]*\b[a-z_0-9]+\(' block/*.h |
  grep -oE '[a-z_0-9]+\($' | tr -d '(' | sort -u)
types=$(grep -hoE '^\} [a-z_0-9]+;' block/*.h | tr -d '} ;' | sort -u)
[ "$(wc -w <<<"$functions $types")" -gt 60 ] || fail "block/ has few functions: they are declared in another way"
block="\\b(($(paste -sd'|' <<<"$functions"))\\(|($(paste -sd'|' <<<"$types"))\\b)"
includes='#include "(block|engine|schedule)/'
marked=0
for file in case[23]/*.h; do
  grep -q '^// =\{18\} attempts' "$file" || continue
  marked=$((marked + 1))
  found=$(sed '/^\/\/ =\{18\} attempts/q' "$file" | grep -nE "$knows|$block|$includes") || continue
  fail "$file knows queries, records or blocks above the line that says so: $found"
done
[ $marked -gt 5 ] || fail "only $marked cases have a line between formulas and attempts"

[ $checked -gt 100 ] || fail "only $checked checks: is $kernel the library's folder?"
[ $failures -eq 0 ] || { echo "$failures failures" >&2; exit 1; }
echo "$checked headers and includes"
