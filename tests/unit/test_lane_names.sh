#!/usr/bin/env bash
# Every operation of the lane headers is one that test_lane compares, and the other way round.
#   test_lane_names.sh LANE_FOLDER TEST_LANE
set -eu
lane=$1 program=$2

# What stands before the bracket of each LANE_INLINE; in the headers' macros v is vf and vd, mask is mf and md.
names() {
  sed -n 's/^.*LANE_INLINE [^(]*[ *]\([a-z][a-z0-9_#]*\)(.*$/\1/p' "$lane"/*.h |
    sed 's/^v##\(.*\)/vf\1 vd\1/; s/^mask##\(.*\)/mf\1 md\1/' | tr ' ' '\n' | sort -u
}

listed=$("$program" --list | sort)
missing=$(comm -23 <(names) <(echo "$listed"))
unknown=$(comm -13 <(names) <(echo "$listed"))
[ -z "$missing" ] || echo "FAIL  not in LANE_OPERATIONS of lane_operations.h:" $missing >&2
[ -z "$unknown" ] || echo "FAIL  in LANE_OPERATIONS, but in no header of $lane:" $unknown >&2
[ -z "$missing$unknown" ] || exit 1
[ "$(names | wc -l)" -gt 60 ] || { echo "FAIL  only $(names | wc -l) operations: is $lane the folder of the lanes?" >&2; exit 1; }
echo "$(names | wc -l) operations"
