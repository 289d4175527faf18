// Defines the attempts of 2D, the routes that they form, and the table that gives each class its routes.
#ifndef LGJK_ROUTE_ROUTES2_H
#define LGJK_ROUTE_ROUTES2_H

#include "query/box_distance2.h"
#include "query/box_verdict.h"
#include "query/depth2.h"
#include "query/polygon_contacts2.h"
#include "query/touching2.h"
#include "query/wall2.h"
#include "route/attempts.h"

ATTEMPT(ellipses_few, try_ellipses(run, pairs, query, SECOND_ATTEMPT))
ATTEMPT(ellipses_more, try_ellipses(run, pairs, query, TO_END))
ATTEMPT(wall, asks_verdict(query) ? wall_verdict(run, pairs) : wall_distance(run, pairs, query))
ATTEMPT(box_verdict, try_box_verdict(run, pairs))
ATTEMPT(box_edge, try_box_edge(run, pairs))
ATTEMPT(axes, run_axes(run, pairs, blocks_of(pairs), expects_touching(run) ? TOUCHING_AXES : ALL_AXES))
ATTEMPT(axes_or_search,
        expects_touching(run) ? run_axes(run, pairs, blocks_of(pairs), TOUCHING_AXES) : search(run, pairs, query, mode))
ATTEMPT(axes_queued, run_axes(run, pairs, blocks_of(pairs), LATER_AXES))
ATTEMPT(edge_or_axes, run_polygon_contacts(run, pairs))
ATTEMPT(edge_queued, run_edges(run, pairs, true))
ATTEMPT(edge_verdict, run_polygon_verdicts(run, pairs))
ATTEMPT(axes_verdict, run_axis_verdicts(run, pairs))
ATTEMPT(edge_recorded, mode == COLD ? cold_polygons(run, pairs) : recorded_polygons(run, pairs, mode))
ATTEMPT(touching_or_edge, expects_touching(run) ? run_touching(run, pairs, query) : cold_polygons(run, pairs))
ATTEMPT(touching_or_edge_verdict,
        expects_touching(run) ? run_touching(run, pairs, query) : run_polygon_verdicts(run, pairs))
ATTEMPT(touching_or_search, expects_touching(run) ? run_touching(run, pairs, query) : search(run, pairs, query, mode))

DEPTH_ATTEMPT(depth_by_axes, run_axes(run, pairs, 1, DEEP_AXES))
DEPTH_ATTEMPT(depth_by_newton, run_polytope(run, pairs, true))
DEPTH_ATTEMPT(depth_by_polytope, run_polytope(run, pairs, false))

// No record of 2D names an answer, so that nothing waits in BY_RECORD.
LANE_INLINE void run_by_record(class_run* run) { (void)run; }

// clang-format off
#define SEARCH_FROM(record) \
  .cold = search, .warm = (record), .second = search_queued, .left = (record), .afresh = search, .traits = RECORDS
#define ELLIPSES WITHOUT_RECORDS(ellipses_few, ellipses_more), .traits = ROUND

ROUTE(circles) = {ELLIPSES, .depth = depth_by_axes, CULLED(3, 3)};
ROUTE(ellipses) = {ELLIPSES, .depth = depth_by_newton, CULLED(9, 9)};
ROUTE(ellipses_by_polytope) = {ELLIPSES, .depth = depth_by_polytope, CULLED(9, 9)};
ROUTE(circle_wall) = {WITHOUT_RECORDS(wall, search_queued), CULLED(8, 8)};
ROUTE(circle_wall_contact) = {WITHOUT_RECORDS(wall, axes_queued), .depth = depth_by_axes, CULLED(3, 3)};
ROUTE(circle_wall_polytope) = {WITHOUT_RECORDS(wall, search_queued), .depth = depth_by_polytope, CULLED(8, 8)};
ROUTE(ellipse_wall) = {WITHOUT_RECORDS(wall, search_queued), .depth = depth_by_polytope, CULLED(3, 3)};
ROUTE(boxes_overlap) = {WITHOUT_RECORDS(box_verdict, search_queued), .traits = BOUNDING_WITHIN, CULLED(8, 8)};
ROUTE(boxes_distance) = {WITHOUT_RECORDS(box_edge, search_queued), CULLED(8, 8)};
ROUTE(contact_by_axes) = {WITHOUT_RECORDS(axes, axes_queued), .depth = depth_by_axes, CULLED(3, 3)};
ROUTE(segments_contact) = {WITHOUT_RECORDS(axes_or_search, search), .depth = depth_by_axes, CULLED(8, 8)};
ROUTE(few_vertices) = {TOUCHING_FIRST(touching_or_search, search, search_queued), .depth = depth_by_polytope,
    CULLED(8, 8)};
ROUTE(polygons_overlap) = {TOUCHING_FIRST(touching_or_edge_verdict, edge_verdict, axes_verdict), CULLED(5, 7)};
ROUTE(polygon_box_overlap) = {TOUCHING_FIRST(touching_or_edge_verdict, edge_verdict, axes_verdict), CULLED(8, 8)};
#define NEXT_EDGE                                                                               \
  .cold = touching_or_edge, .warm = by_record, .second = search_queued, .left = edge_recorded, \
  .afresh = edge_recorded, .traits = RECORDS | EDGE_AFTER_RECORD
ROUTE(polygons_distance) = {NEXT_EDGE, CULLED(5, 7)};
ROUTE(polygon_box_distance) = {NEXT_EDGE, CULLED(8, 8)};
ROUTE(polygons_contact) = {WITHOUT_RECORDS(edge_or_axes, edge_queued), .depth = depth_by_axes,
    .traits = PROVES_DEPTH, CULLED(3, 3)};
ROUTE(polygons_polytope) = {SEARCH_FROM(by_record), .depth = depth_by_polytope, CULLED(5, 7)};
ROUTE(curved_search) = {SEARCH_FROM(search), .depth = depth_by_polytope, CULLED(3, 3)};
ROUTE(any_search) = {SEARCH_FROM(by_record), .depth = depth_by_polytope, CULLED(8, 8)};
// clang-format on

#define CORE(name) (1u << LGJK_CORE2_##name)
enum {
  POINTS = CORE(POINT),
  SEGMENTS = CORE(SEGMENT),
  BOXES = CORE(BOX),
  RINGS = CORE(POLYGON4) | CORE(POLYGON8),
  CURVED = CORE(ELLIPSE) | CORE(ROUND),
  WALLS = SEGMENTS | BOXES | RINGS,
  EVERY = UINT16_MAX
};

// clang-format off
static const route_row routes[] = {
  // cores of either side; overlap, distance, contact, contact with LGJK_FLAG_EPA
  {POINTS, POINTS, &ellipses, &ellipses, &circles, &ellipses_by_polytope},
  {POINTS | CURVED, POINTS | CURVED, &ellipses, &ellipses, &ellipses, &ellipses_by_polytope},
  {POINTS, WALLS, &circle_wall, &circle_wall, &circle_wall_contact, &circle_wall_polytope},
  {CURVED, WALLS, &ellipse_wall, &ellipse_wall, &ellipse_wall, &ellipse_wall},
  {BOXES, BOXES, &boxes_overlap, &boxes_distance, &contact_by_axes, &few_vertices},
  {RINGS, RINGS, &polygons_overlap, &polygons_distance, &polygons_contact, &polygons_polytope},
  {RINGS, BOXES, &polygon_box_overlap, &polygon_box_distance, &polygons_contact, &any_search},
  {SEGMENTS, SEGMENTS | BOXES, &few_vertices, &few_vertices, &segments_contact, &few_vertices},
  {SEGMENTS, RINGS, &any_search, &any_search, &contact_by_axes, &any_search},
  {CURVED, EVERY, &curved_search, &curved_search, &curved_search, &curved_search},
  {EVERY, EVERY, &any_search, &any_search, &any_search, &any_search},
};
// clang-format on
#undef CORE

#endif
