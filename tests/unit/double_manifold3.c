// Makes the manifold of a pair in 3D by the rules of its header. It has at most four of the places where the features
// that both cores show along the normal lie one above the other.
#include "double_manifold3.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/fpcontrol.h"
#include "lane/lane_common.h"
#include "double_clip3.h"
#include "double_feature3.h"

// The same as LGJK_ONE_PLACE for depths of curved cores: their band is wider, and their witness points are farther off.
#define AS_DEEP_CURVED 4e-6

// Places of faces that rest on each other are less deep than the pair by no more than this part of the scale.
#define LESS_DEEP 2e-3

enum { MOST = LGJK_CLIP3_MOST };

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Finds the axes across a unit normal (Duff and others 2017).
static void across(const float normal[3], lgjk_frame3* frame) {
  double* n = frame->axis[2];
  for (int k = 0; k < 3; ++k) n[k] = (double)normal[k];
  const double length = lgjk_sqrt(dot(n, n));
  for (int k = 0; k < 3; ++k) n[k] /= length;
  const double sign = n[2] < 0.0 ? -1.0 : 1.0, part = -1.0 / (sign + n[2]), both = n[0] * n[1] * part;
  frame->axis[0][0] = 1.0 + sign * n[0] * n[0] * part;
  frame->axis[0][1] = sign * both;
  frame->axis[0][2] = -sign * n[0];
  frame->axis[1][0] = both;
  frame->axis[1][1] = sign + n[1] * n[1] * part;
  frame->axis[1][2] = -n[1];
}

// ---------------------------------------------------------------- the choice of at most four places

// The chosen places stay the same while the bodies tremble.

enum { CHOSEN_MOST = 4 };

typedef struct candidate {
  double x, y, z; // in the frame; z midway between the surfaces
  double separation;
  uint32_t id;
} candidate;

typedef struct choice {
  uint32_t count;
  candidate at[CHOSEN_MOST];
} choice;

// Returns the square of the distance of two places across the normal.
static double square_between(const candidate* p, const candidate* q) {
  const double x = q->x - p->x, y = q->y - p->y;
  return x * x + y * y;
}

// Returns twice the area of the triangle, positive if it turns left.
static double area_of(const candidate* p, const candidate* q, const candidate* r) {
  return (q->x - p->x) * (r->y - p->y) - (q->y - p->y) * (r->x - p->x);
}

// The worth of a place besides the chosen ones: its area with the first two, or its area beyond the triangle of three.
typedef double worth(const candidate* chosen, const candidate* p);

static double area_beside(const candidate* chosen, const candidate* p) {
  const double area = area_of(&chosen[0], &chosen[1], p);
  return area < 0.0 ? -area : area;
}

static double area_beyond(const candidate* chosen, const candidate* p) {
  const double sign = area_of(&chosen[0], &chosen[1], &chosen[2]) < 0.0 ? -1.0 : 1.0;
  double most = 0.0;
  for (int i = 0; i < 3; ++i) {
    const double area = -sign * area_of(&chosen[i], &chosen[i < 2 ? i + 1 : 0], p);
    if (area > most) most = area;
  }
  return most;
}

// A direction, and the range of the places along it.
typedef struct extent {
  double d[2];
  double low, high;
} extent;

static double along(const double d[2], const candidate* p) { return d[0] * p->x + d[1] * p->y; }

// Adds the place that is worth most, if its area is more than `least`.
static void add_best(const candidate* found, uint32_t count, worth* value, const extent* e, double least, choice* out) {
  const candidate* best = NULL;
  double most = 0.0;
  for (uint32_t i = 0; i < count; ++i) {
    const double each = value(out->at, &found[i]);
    const double biased = each * (e->high - e->low + LGJK_BIAS * (along(e->d, &found[i]) - e->low));
    if (each <= least || biased <= most) continue;
    most = biased;
    best = &found[i];
  }
  if (best != NULL) out->at[out->count++] = *best;
}

// Finds a direction that turns with both bodies. It is the same whichever is A, unless their faces are equally large.
static void find_direction(const lgjk_feature3* a, const lgjk_feature3* b, double d[2]) {
  const bool swapped = lgjk_clip3_face_is_b(a, b);
  const double *p = swapped ? b->fixed : a->fixed, *q = swapped ? a->fixed : b->fixed;
  const double together = p[0] * q[0] + p[1] * q[1];
  for (int k = 0; k < 2; ++k) d[k] = together > LGJK_OPPOSED ? p[k] + q[k] : p[k] - q[k];
}

// Chooses both ends along a direction that turns with the bodies, and others that are farther than `near` from those
// before: at most `most`, 2 or 4. Depths do not matter, so that the choice stays the same while bodies tremble.
static void choose_spread(const lgjk_feature3* a, const lgjk_feature3* b, const candidate* found, uint32_t count,
                          uint32_t most, double near, choice* out) {
  extent e;
  const candidate *low = found, *high = found;
  find_direction(a, b, e.d);
  for (uint32_t i = 1; i < count; ++i) {
    if (along(e.d, &found[i]) < along(e.d, low)) low = &found[i];
    if (along(e.d, &found[i]) > along(e.d, high)) high = &found[i];
  }
  e.low = along(e.d, low);
  e.high = along(e.d, high);
  out->at[0] = *low;
  out->at[1] = *high;
  const double square = square_between(low, high), least = near * lgjk_sqrt(square);
  out->count = square > near * near ? 2 : 1;
  if (out->count == 2 && most > 2) add_best(found, count, area_beside, &e, least, out);
  if (out->count == 3) add_best(found, count, area_beyond, &e, least, out);
}

static uint32_t find_deepest(const candidate* at, uint32_t count) {
  uint32_t deepest = 0;
  for (uint32_t i = 1; i < count; ++i) {
    if (at[i].separation < at[deepest].separation) deepest = i;
  }
  return deepest;
}

static uint32_t find_nearest(const candidate* p, const choice* out) {
  uint32_t nearest = 0;
  for (uint32_t i = 1; i < out->count; ++i) {
    if (square_between(p, &out->at[i]) < square_between(p, &out->at[nearest])) nearest = i;
  }
  return nearest;
}

// Puts the deepest place among the chosen ones, in place of the nearest. `deep`: as deep as the pair.
static void include_deepest(const candidate* deepest, double deep, choice* out) {
  if (out->at[find_deepest(out->at, out->count)].separation <= deep) return;
  out->at[find_nearest(deepest, out)] = *deepest;
}

// Chooses all places, except those that coincide with an earlier place: nearer than `near`.
static void choose_all(const candidate* found, uint32_t count, double near, choice* out) {
  out->count = 0;
  for (uint32_t i = 0; i < count; ++i) {
    bool taken = false;
    for (uint32_t k = 0; k < out->count && !taken; ++k) {
      taken = square_between(&out->at[k], &found[i]) <= near * near;
    }
    if (!taken) out->at[out->count++] = found[i];
  }
}

// ---------------------------------------------------------------- candidates

// Collects the places within the margin. No place is deeper than the pair: rounding alone makes it seem so.
static uint32_t collect(const lgjk_feature3* a, const lgjk_feature3* b, const lgjk_meetings3* meetings,
                        const lgjk_touch3* touch, candidate* found) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < meetings->count; ++i) {
    const double x = meetings->at[i].x, y = meetings->at[i].y;
    const double below = a->height + a->slope[0] * x + a->slope[1] * y;
    const double above = b->height + b->slope[0] * x + b->slope[1] * y;
    double separation = above - below;
    if (separation > (double)touch->margin) continue;
    if (separation < (double)touch->distance) separation = (double)touch->distance;
    found[count++] = (candidate){x, y, 0.5 * (below + above), separation, meetings->at[i].id};
  }
  return count;
}

static candidate witness(const lgjk_frame3* frame, const lgjk_feature3* a, const lgjk_feature3* b,
                         const lgjk_touch3* touch) {
  double middle[3];
  for (int k = 0; k < 3; ++k) {
    middle[k] = 0.5 * ((double)touch->point_a[k] + (double)touch->point_b[k]) - (double)touch->origin[k];
  }
  const double x = dot(frame->axis[0], middle), y = dot(frame->axis[1], middle);
  return (candidate){x, y, dot(frame->axis[2], middle), (double)touch->distance,
                     lgjk_rim3_number_at(a, x, y) | lgjk_rim3_number_at(b, x, y) << 16};
}

static candidate at_corner(const lgjk_feature3* a, const lgjk_feature3* b, const lgjk_touch3* touch,
                           const lgjk_corner3* p, uint32_t id) {
  const double below = a->height + a->slope[0] * p->x + a->slope[1] * p->y;
  const double above = b->height + b->slope[0] * p->x + b->slope[1] * p->y;
  return (candidate){p->x, p->y, 0.5 * (below + above), (double)touch->distance, id};
}

// Finds the deepest place of a tilted disc, which is between its corners and moves along the rim with the tilt. If it
// is over the other face, it is as deep as the pair.
static bool find_summit(const lgjk_feature3* a, const lgjk_feature3* b, const lgjk_touch3* touch, candidate* out) {
  const double tilt[2] = {b->slope[0] - a->slope[0], b->slope[1] - a->slope[1]};
  for (int side = 0; side < 2; ++side) {
    const lgjk_feature3 *disc = side == 0 ? a : b, *other = side == 0 ? b : a;
    if (!disc->is_disc || other->count < 3) continue;
    const lgjk_corner3 p = lgjk_rim3_farthest(disc, -tilt[0], -tilt[1]);
    if (!lgjk_clip3_covers(other, &p, 0.0)) continue;
    *out = at_corner(a, b, touch, &p, side == 0 ? p.number | other->number << 16 : other->number | p.number << 16);
    return true;
  }
  return false;
}

static bool is_rim(const lgjk_feature3* of_a, const lgjk_feature3* of_b, uint32_t id) {
  return (of_a->is_disc && (id & 0xFFFF) < LGJK_FEATURE3_SECTOR) || (of_b->is_disc && id >> 16 < LGJK_FEATURE3_SECTOR);
}

// Finds a place as deep as the pair, if no corner or crossing is. A corner of a rim does not count: the deepest place
// passes it as the disc rolls. `deepest`: of the places that are there, or NULL.
static bool find_deeper(const lgjk_frame3* frame, const lgjk_feature3* a, const lgjk_feature3* b,
                        const lgjk_touch3* touch, const candidate* deepest, double deep, candidate* out) {
  if (deepest != NULL && deepest->separation <= deep && !is_rim(a, b, deepest->id)) return false;
  if (!find_summit(a, b, touch, out)) *out = witness(frame, a, b, touch);
  return true;
}

// ---------------------------------------------------------------- the manifold

// Adds a place that is deeper than all. It replaces the nearest one if there are enough, if the two are one, or if that
// is a corner of a rim, which the deeper place passes.
static void add_deeper(const candidate* deeper, const lgjk_feature3* a, const lgjk_feature3* b, uint32_t most,
                       double near, choice* out) {
  const uint32_t nearest = find_nearest(deeper, out);
  const candidate* other = &out->at[nearest];
  bool instead = out->count == most;
  if (out->count > 0) instead |= is_rim(a, b, other->id) || square_between(deeper, other) <= near * near;
  out->at[instead ? nearest : out->count++] = *deeper;
}

// Writes the manifold, the deepest place first. `deep`: the separation up to which a place is as deep as the pair.
static void write(const choice* chosen, const lgjk_frame3* frame, const lgjk_touch3* touch, double deep,
                  lgjk_manifold3* out) {
  memset(out, 0, sizeof *out);
  out->count = chosen->count;
  memcpy(out->normal, touch->normal, sizeof out->normal);
  const uint32_t deepest = find_deepest(chosen->at, chosen->count);
  for (uint32_t i = 0; i < chosen->count; ++i) {
    const candidate* p = &chosen->at[i == 0 ? deepest : i == deepest ? 0 : i];
    lgjk_manifold_point3* to = &out->points[i];
    for (int k = 0; k < 3; ++k) {
      const double away = p->x * frame->axis[0][k] + p->y * frame->axis[1][k] + p->z * frame->axis[2][k];
      to->position[k] = (float)((double)touch->origin[k] + away);
    }
    to->separation = i == 0 && p->separation <= deep ? touch->distance : (float)p->separation;
    to->id = p->id;
  }
}

// Returns the square of the vector (-slope, 1) along a face's normal.
static double square_of(const lgjk_feature3* f) { return 1.0 + f->slope[0] * f->slope[0] + f->slope[1] * f->slope[1]; }

// Returns whether two faces rest on each other, so that any place is about as deep as the pair. `deepest`: may be NULL.
static bool rests(const lgjk_feature3* a, const lgjk_feature3* b, const lgjk_touch3* touch, const candidate* deepest) {
  if (deepest == NULL || a->count < 3 || b->count < 3) return false;
  const double x = b->slope[0] - a->slope[0], y = b->slope[1] - a->slope[1];
  const double z = a->slope[0] * b->slope[1] - a->slope[1] * b->slope[0]; // of the cross product of both (-slope, 1)
  const double less = deepest->separation - (double)touch->distance;
  const double most = LGJK_TREMOR * LGJK_TREMOR * (square_of(a) * square_of(b));
  return x * x + y * y + z * z <= most && less <= LESS_DEEP * (double)touch->scale;
}

// Makes the manifold of two features. Not inlined, to keep its places off the stack while features are found.
static LANE_NOINLINE void make_of(const lgjk_feature3* of_a, const lgjk_feature3* of_b, const lgjk_frame3* frame,
                                  bool curved, const lgjk_touch3* touch, lgjk_manifold3* out) {
  lgjk_meetings3 meetings;
  candidate found[MOST], deeper;
  const double near = LGJK_ONE_PLACE * (double)touch->scale;
  const double deep = (double)touch->distance + (curved ? AS_DEEP_CURVED : LGJK_ONE_PLACE) * (double)touch->scale;
  lgjk_clip3(of_a, of_b, near, &meetings);
  const uint32_t count = collect(of_a, of_b, &meetings, touch, found);
  const uint32_t most = of_a->count == 2 || of_b->count == 2 ? 2 : CHOSEN_MOST; // an edge has two ends
  const candidate* deepest = count > 0 ? &found[find_deepest(found, count)] : NULL;
  const bool resting = rests(of_a, of_b, touch, deepest);
  choice chosen;
  if (count <= most) {
    choose_all(found, count, near, &chosen);
  } else {
    choose_spread(of_a, of_b, found, count, most, near, &chosen);
    if (!resting) include_deepest(deepest, deep, &chosen);
  }
  if (!resting && find_deeper(frame, of_a, of_b, touch, deepest, deep, &deeper)) {
    add_deeper(&deeper, of_a, of_b, most, near, &chosen);
  }
  write(&chosen, frame, touch, deep, out);
}

void lgjk_manifold3_make(const lgjk_solid3* a, const lgjk_solid3* b, const lgjk_touch3* touch, lgjk_manifold3* out) {
  lgjk_frame3 frame;
  lgjk_feature3 of_a, of_b;
  across(touch->normal, &frame);
  lgjk_feature3_find(a, &frame, 1.0, (double)touch->radius_a, (double)touch->scale, &of_a);
  lgjk_feature3_find(b, &frame, -1.0, (double)touch->radius_b, (double)touch->scale, &of_b);
  const bool curved = lgjk_core3_row_of(a->shape->core).curved || lgjk_core3_row_of(b->shape->core).curved;
  make_of(&of_a, &of_b, &frame, curved, touch, out);
}
