// Defines the attempts of 3D, the routes that they form, and the table that gives each class its routes.
#ifndef LGJK_ROUTE_ROUTES3_H
#define LGJK_ROUTE_ROUTES3_H

#include "query/box_contacts3.h"
#include "query/box_distance3.h"
#include "query/box_verdict.h"
#include "query/depth3.h"
#include "query/solids3.h"
#include "route/attempts.h"

ATTEMPT(segments, asks_verdict(query) ? segment_verdict(run, pairs) : segment_distance(run, pairs, query))
ATTEMPT(segment_and_solid, run_formula(run, pairs, query, guess_at_solid))
ATTEMPT(two_curved, run_formula(run, pairs, query, guess_curved))

ATTEMPT(box_verdict, try_box_verdict(run, pairs))
ATTEMPT(box_projection, try_box_points_of_positions(run, pairs, query, mode, false))
ATTEMPT(box_projection_queued, try_box_points_of_positions(run, pairs, query, mode, true))
ATTEMPT(box_places, try_box_points_of_records(run, pairs, query))
ATTEMPT(centres, run_centres(run, pairs))

// Runs the attempt `rest` and counts the pairs that it queues for their depth, so that the next block tries it first.
LANE_INLINE void count_deep(attempt_fn* rest, class_run* run, const block_pairs pairs[BLOCKS], query_id query,
                            run_mode mode) {
  const uint32_t before = run->count[DEPTH];
  rest(run, pairs, query, mode);
  run->overlapping_in_last_block = run->count[DEPTH] - before;
}

// These attempts try depths if most pairs of the block before overlapped, or if records name depths; else `rest`.
#define DEPTH_BEFORE(rest) \
  ATTEMPT(depth_before_##rest, if (!run_depths_first(run, pairs, mode)) count_deep(rest, run, pairs, query, mode))
#define RECORDED_DEPTH_BEFORE(rest) \
  ATTEMPT(recorded_depth_before_##rest, if (!split_by_records(run, pairs)) count_deep(rest, run, pairs, query, mode))
DEPTH_BEFORE(segment_and_solid)
DEPTH_BEFORE(two_curved)
DEPTH_BEFORE(box_projection)
DEPTH_BEFORE(search)
RECORDED_DEPTH_BEFORE(two_curved)
RECORDED_DEPTH_BEFORE(search)
RECORDED_DEPTH_BEFORE(by_record)

ATTEMPT(axes_before_box_projection,
        if (!axes_come_first(run) || !try_box_contacts(run, pairs)) count_deep(box_projection, run, pairs, query, mode))

DEPTH_ATTEMPT(depth_by_axes, find_box_depths(run, pairs))

// Finds depths one pair at a time, for cores that have no depth by axes or in lanes.
LANE_INLINE void run_each_depth(class_run* run, const block_pairs* pairs) {
  pair_block block;
  open_block(run, pairs, BY_CALL, ALL_ROWS, &block);
  queue_depths(run, &block, lanes_of(&block));
}
DEPTH_ATTEMPT(depth_of_each, run_each_depth(run, pairs))
DEPTH_ATTEMPT(depth_in_lanes, run_waiting_depths(run, pairs, mode))

// Runs a block of contacts whose records name their depth.
static LANE_NOINLINE void run_by_record(class_run* run) {
  block_pairs pairs;
  dequeue(run, BY_RECORD, &pairs);
  try_recorded_depth(run, &pairs);
}

// clang-format off
#define SEARCH_FROM(record) \
  .cold = search, .warm = (record), .second = search_queued, .left = (record), .afresh = search
#define WITH_RECORDS(first, recorded, then) \
  .cold = (first), .warm = (recorded), .second = (then), .left = (then), .afresh = (then)
#define IN_LANES .depth = depth_in_lanes

ROUTE(segments_all) = {WITHOUT_RECORDS(segments, search_queued), .depth = depth_of_each, CULLED(12, 12)};
ROUTE(boxes_overlap) = {WITHOUT_RECORDS(box_verdict, search_queued), .traits = BOUNDING_WITHIN, CULLED(12, 12)};
ROUTE(boxes_distance) = {.cold = box_projection, .warm = box_places, .second = box_projection_queued,
    .left = box_places, .afresh = box_projection, .traits = RECORDS, CULLED(5, 8)};
ROUTE(boxes_contact) = {WITHOUT_RECORDS(axes_before_box_projection, box_projection), .depth = depth_by_axes,
    .traits = PROVES_DEPTH | DEPTH_AXES, CULLED(12, 12)};
ROUTE(boxes_polytope) = {WITHOUT_RECORDS(depth_before_box_projection, box_projection), IN_LANES,
    .traits = PROVES_DEPTH, CULLED(12, 12)};
ROUTE(cylinders_query) = {WITHOUT_RECORDS(two_curved, search_queued), CULLED(12, 12)};
ROUTE(cylinders_contact) = {WITHOUT_RECORDS(two_curved, two_curved), IN_LANES, .traits = CYLINDER_DEPTHS,
    CULLED(12, 12)};
ROUTE(cylinders_polytope) = {WITHOUT_RECORDS(two_curved, two_curved), IN_LANES, CULLED(12, 12)};
ROUTE(segment_solid) = {WITHOUT_RECORDS(segment_and_solid, search_queued), CULLED(12, 12)};
ROUTE(segment_cylinder_contact) = {WITHOUT_RECORDS(depth_before_segment_and_solid, segment_and_solid), IN_LANES,
    .traits = PROVES_DEPTH | CYLINDER_DEPTHS, CULLED(12, 12)};
ROUTE(segment_solid_contact) = {WITHOUT_RECORDS(depth_before_segment_and_solid, segment_and_solid), IN_LANES,
    .traits = PROVES_DEPTH, CULLED(12, 12)};
ROUTE(box_cylinder_contact) = {WITHOUT_RECORDS(depth_before_two_curved, two_curved), IN_LANES,
    .traits = PROVES_DEPTH | CYLINDER_DEPTHS, CULLED(12, 12)};
ROUTE(box_cylinder_polytope) = {WITHOUT_RECORDS(depth_before_two_curved, two_curved), IN_LANES,
    .traits = PROVES_DEPTH, CULLED(12, 12)};
ROUTE(curved_distance) = {WITH_RECORDS(two_curved, two_curved, search_queued), .traits = RECORDS, CULLED(2, 4)};
ROUTE(curved_contact) = {WITH_RECORDS(depth_before_two_curved, recorded_depth_before_two_curved, two_curved),
    IN_LANES, .traits = RECORDS | PROVES_DEPTH, CULLED(2, 4)};
ROUTE(curved_search) = {SEARCH_FROM(search), .traits = RECORDS, CULLED(2, 4)};
ROUTE(curved_search_contact) = {WITH_RECORDS(depth_before_search, recorded_depth_before_search, search), IN_LANES,
    .traits = RECORDS | PROVES_DEPTH, CULLED(2, 4)};
ROUTE(centres_overlap) = {.cold = centres, .warm = by_record, .second = search_queued, .left = by_record,
    .afresh = search, .traits = RECORDS, CULLED(2, 4)};
ROUTE(any_search) = {SEARCH_FROM(by_record), .traits = RECORDS, CULLED(2, 4)};
ROUTE(any_contact) = {.cold = depth_before_search, .warm = recorded_depth_before_by_record, .second = search,
    .left = by_record, .afresh = search, IN_LANES, .traits = RECORDS | PROVES_DEPTH,
    CULLED(2, 4)};
// clang-format on

#define CORE(name) (1u << LGJK_CORE3_##name)
enum {
  SEGMENTS = CORE(POINT) | CORE(SEGMENT),
  BOXES = CORE(BOX),
  CYLINDERS = CORE(CYLINDER),
  CONES = CORE(CONE) | CORE(ELLIPSOID),
  CURVED = CYLINDERS | CONES,
  HULLS = CORE(HULL16) | CORE(HULL32),
  EVERY = UINT16_MAX
};

// clang-format off
static const route_row routes[] = {
  // cores of either side; overlap, distance, contact, contact with LGJK_FLAG_EPA
  {SEGMENTS, SEGMENTS, &segments_all, &segments_all, &segments_all, &segments_all},
  {SEGMENTS, CYLINDERS, &segment_solid, &segment_solid, &segment_cylinder_contact, &segment_solid_contact},
  {SEGMENTS, BOXES | CONES, &segment_solid, &segment_solid, &segment_solid_contact, &segment_solid_contact},
  {BOXES, BOXES, &boxes_overlap, &boxes_distance, &boxes_contact, &boxes_polytope},
  {BOXES, CYLINDERS, &cylinders_query, &cylinders_query, &box_cylinder_contact, &box_cylinder_polytope},
  {CYLINDERS, CYLINDERS, &cylinders_query, &cylinders_query, &cylinders_contact, &cylinders_polytope},
  {BOXES, CONES, &curved_search, &curved_distance, &curved_contact, &curved_contact},
  {CURVED, CURVED, &curved_search, &curved_distance, &curved_contact, &curved_contact},
  {CURVED, EVERY, &curved_search, &curved_search, &curved_search_contact, &curved_search_contact},
  {HULLS, HULLS, &centres_overlap, &any_search, &any_contact, &any_contact},
  {EVERY, EVERY, &any_search, &any_search, &any_contact, &any_contact},
};
// clang-format on
#undef CORE

#endif
