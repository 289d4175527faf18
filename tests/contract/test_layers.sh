#!/usr/bin/env bash
# The kernel's layers: every header of the library compiles alone, in each dimension; a template refuses to; and no file
# includes one of a layer above its own. The order is that of `layers` below, which docs/architecture.md explains.
#   test_layers.sh KERNEL_FOLDER SIMDE_INCLUDE_FOLDER COMPILER
set -eu
kernel=$1 simde=$2 compiler=$3
layers="base lane shape single geometry block formula query route schedule isa api"
failures=0
checked=0
fail() { echo "FAIL  $1" >&2; failures=$((failures + 1)); }

# Headers of one instruction set need its flags, and those that open and close a real are no headers of their own.
is_alone() {
  case $1 in
    lane/lane_[0-9]*.h | lane/lane_plain.h | lane/lane_masks.h | lane/real_begin.h | lane/real_end.h) return 1 ;;
  esac
}

compiles() { # FILE DIMENSION
  "$compiler" -std=c11 -fsyntax-only -Wall -Wextra -Wconversion -Wshadow -Werror -Wno-unused-function -Wno-unused-variable \
    -DLGJK_BUILDING -DLGJK_DIM="$2" -I"$kernel/include" -I"$kernel" -isystem "$simde" -x c "$kernel/$1" 2>&1
}

cd "$kernel"
for file in */*.h; do
  is_alone "$file" || continue
  for dim in 2 3; do
    case $file in *$((5 - dim)).h) continue ;; esac
    case $file in
      *_tmpl.h)
        if output=$(compiles "$file" $dim); then fail "$file compiles without lane/real_begin.h"; fi
        case $output in *"a template"*) ;; *) fail "$file does not say that it is a template: $output" ;; esac ;;
      *) output=$(compiles "$file" $dim) || fail "$file in ${dim}D: $output" ;;
    esac
    checked=$((checked + 1))
  done
done

rank() { # LAYER
  local layer number=0
  for layer in $layers; do
    [ "$layer" = "$1" ] && { echo $number; return; }
    number=$((number + 1))
  done
  echo none
}
for file in */*.[ch]; do
  case $file in include/*) continue ;; esac
  own=$(rank "${file%%/*}")
  [ "$own" != none ] || fail "$file is in no layer"
  while read -r included; do
    other=$(rank "${included%%/*}")
    [ "$other" != none ] || { fail "$file includes $included, which is in no layer"; continue; }
    [ "$other" -le "$own" ] || fail "$file includes $included, of a layer above its own"
    checked=$((checked + 1))
  done < <(sed -n 's/^ *#include "\([a-z0-9_]*\/[a-z0-9_]*\.h\)".*/\1/p' "$file" | grep -v '^lanegjk/')
  ! grep -q '^ *#include "[a-z0-9_]*\.[a-z]*"' "$file" || fail "$file includes a file without its layer"
done

[ $checked -gt 100 ] || fail "only $checked checks: is $kernel the library's folder?"
[ $failures -eq 0 ] || { echo "$failures failures" >&2; exit 1; }
echo "$checked headers and includes"
