// Manifolds in the plane: one point, or the two ends of the stretch along which two edges face each other.
//
// Of each shape the edge most across the normal is taken: A's most along n, B's most along -n, of the two that meet in
// the support vertex. Along the tangent t both are intervals, and their heights along n are linear, so that the
// separation between them is greatest and least at the ends of what the intervals have in common. A shape has no such
// edge where it is curved or a point, or where the edge is steeper than EDGE_ACROSS. Without two edges, or where they
// have nothing in common, and where no end is as deep as the shapes are, the point midway between the witness points
// is one.
//
// An id has A's feature in its low 16 bits and B's in the others. A feature is a number in its low 8 bits, of an edge
// or a vertex in the ring of penetration/ring2.h, and what meets there above them: see feature_kind. Start and end are
// an edge's own, counter-clockwise around its shape: at either end of the common stretch one edge is nearer to its
// start and the other to its end, whichever shape's end it is. So an id depends on nothing but the two edges and the
// end, and swapping the shapes swaps its halves.
#include "base/fpcontrol.h"
#include "penetration/manifold.h"
#include "penetration/ring2.h"

typedef enum feature_kind {
  TOWARDS_START, // of an edge, the end of the common stretch towards its start
  TOWARDS_END,
  WHOLE_EDGE,    // the witness point, on an edge
  VERTEX,        // the witness point, where no edge is across the normal
  NO_FEATURE     // a curved core, or a point
} feature_kind;

// The least cosine between the normal and that of an edge that carries a manifold: 41 degrees, so that a square on its
// corner, whose edges are at 45, has one point and not one that jumps between both.
#define EDGE_ACROSS 0.75

// Relative to the pair's scale: what is shorter is one point, and an end that is less deep by more is not the deepest.
#define MANIFOLD_SLACK 1e-6

// The edge of a shape that faces the other, with its ends in the order of the tangent; or none.
typedef struct facing_edge {
  feature_kind kind; // WHOLE_EDGE, VERTEX or NO_FEATURE
  uint32_t number;
  double along[2], height[2]; // of its ends: along t, and along n
} facing_edge;

// The cosine between n and the outward normal of an edge.
static double cosine_of(lgjk_vec2 edge, lgjk_vec2 n) {
  return lgjk_cross2(n, edge) / lgjk_sqrt(lgjk_dot2(edge, edge));
}

// n: out of the shape. side: 1 of A, -1 of B, whose edges run against the tangent.
static facing_edge find_edge(const lgjk_solid2* solid, lgjk_vec2 n, double side) {
  facing_edge out = {.kind = NO_FEATURE};
  if (lgjk_ring2_count(solid) < 2) return out;
  const uint32_t vertex = lgjk_ring2_farthest(solid, lgjk_turn_back2(solid, n));
  const uint32_t before = lgjk_ring2_before(solid, vertex);
  const double after_cosine = cosine_of(lgjk_ring2_edge(solid, vertex), n);
  const double before_cosine = cosine_of(lgjk_ring2_edge(solid, before), n);
  const uint32_t edge = before_cosine > after_cosine ? before : vertex;
  if ((before_cosine > after_cosine ? before_cosine : after_cosine) < EDGE_ACROSS) {
    return (facing_edge){.kind = VERTEX, .number = vertex};
  }
  const lgjk_vec2 ends[2] = {lgjk_ring2_vertex(solid, edge), lgjk_ring2_vertex(solid, lgjk_ring2_next(solid, edge))};
  out.kind = WHOLE_EDGE;
  out.number = edge;
  for (int i = 0; i < 2; ++i) {
    const lgjk_vec2 end = ends[side > 0 ? i : 1 - i];
    out.along[i] = side * lgjk_cross2(n, end);
    out.height[i] = side * lgjk_dot2(n, end);
  }
  return out;
}

// The height of an edge at s along the tangent, which is between its ends.
static double height_at(const facing_edge* e, double s) {
  const double share = (s - e->along[0]) / (e->along[1] - e->along[0]);
  return e->height[0] + share * (e->height[1] - e->height[0]);
}

static uint32_t id_of(feature_kind kind_a, uint32_t a, feature_kind kind_b, uint32_t b) {
  return ((uint32_t)kind_a << 8 | a) | ((uint32_t)kind_b << 8 | b) << 16;
}

// The end of the common stretch at s: upper is 1 at the end that is farther along the tangent.
static lgjk_manifold_point2 end_point(const facing_edge* a, const facing_edge* b, const lgjk_touch2* touch, lgjk_vec2 n,
                                      double s, int upper) {
  const double surface_a = height_at(a, s) + (double)touch->radius_a;
  const double surface_b = height_at(b, s) - (double)touch->radius_b;
  const double middle = 0.5 * (surface_a + surface_b);
  lgjk_manifold_point2 out;
  out.position[0] = (float)((double)touch->origin[0] + (n.x * middle - n.y * s));
  out.position[1] = (float)((double)touch->origin[1] + (n.y * middle + n.x * s));
  out.separation = (float)(surface_b - surface_a);
  out.id = id_of(upper ? TOWARDS_END : TOWARDS_START, a->number, upper ? TOWARDS_START : TOWARDS_END, b->number);
  return out;
}

static lgjk_manifold_point2 witness_point(const facing_edge* a, const facing_edge* b, const lgjk_touch2* touch) {
  lgjk_manifold_point2 out = {.separation = touch->distance, .id = id_of(a->kind, a->number, b->kind, b->number)};
  for (int k = 0; k < 2; ++k) {
    out.position[k] = (float)(0.5 * ((double)touch->point_a[k] + (double)touch->point_b[k]));
  }
  return out;
}

void lgjk_manifold2_make(const lgjk_solid2* a, const lgjk_solid2* b, const lgjk_touch2* touch, lgjk_manifold2* out) {
  const lgjk_vec2 rounded = {(double)touch->normal[0], (double)touch->normal[1]};
  const lgjk_vec2 n = lgjk_scale2(rounded, 1.0 / lgjk_sqrt(lgjk_dot2(rounded, rounded)));
  const facing_edge edge_a = find_edge(a, n, 1), edge_b = find_edge(b, lgjk_scale2(n, -1), -1);
  const double slack = MANIFOLD_SLACK * (double)touch->scale;
  lgjk_manifold_point2 end[2];
  uint32_t ends = 0;
  if (edge_a.kind == WHOLE_EDGE && edge_b.kind == WHOLE_EDGE) {
    const double low = edge_a.along[0] > edge_b.along[0] ? edge_a.along[0] : edge_b.along[0];
    const double high = edge_a.along[1] < edge_b.along[1] ? edge_a.along[1] : edge_b.along[1];
    if (high - low > slack) {
      const lgjk_manifold_point2 lower = end_point(&edge_a, &edge_b, touch, n, low, 0);
      const lgjk_manifold_point2 upper = end_point(&edge_a, &edge_b, touch, n, high, 1);
      const int swapped = upper.separation < lower.separation;
      end[0] = swapped ? upper : lower;
      end[1] = swapped ? lower : upper;
      ends = 2;
    }
  }
  *out = (lgjk_manifold2){.normal = {touch->normal[0], touch->normal[1]}};
  if (ends == 0 || (double)end[0].separation > (double)touch->distance + slack) {
    out->points[out->count++] = witness_point(&edge_a, &edge_b, touch);
  }
  for (uint32_t i = 0; i < ends && out->count < 2; ++i) {
    if (out->count == 0 || end[i].separation <= touch->margin) out->points[out->count++] = end[i];
  }
}
