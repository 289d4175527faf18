// Makes the manifold of a pair in 3D by the rules of its header. It has at most four of the places where the features
// that both cores show along the normal lie one above the other.
#include "single/manifold3.h"

#include <string.h>

#include "base/fpcontrol.h"
#include "lane/lane_common.h"
#include "single/choice3.h"
#include "single/clip3.h"
#include "single/rim3.h"

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

// ---------------------------------------------------------------- candidates

// Collects the places within the margin. No place is deeper than the pair: rounding alone makes it seem so.
static uint32_t collect(const lgjk_feature3* a, const lgjk_feature3* b, const lgjk_meetings3* meetings,
                        const lgjk_touch3* touch, lgjk_place3* found) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < meetings->count; ++i) {
    const double x = meetings->at[i].x, y = meetings->at[i].y;
    const double below = a->height + a->slope[0] * x + a->slope[1] * y;
    const double above = b->height + b->slope[0] * x + b->slope[1] * y;
    double separation = above - below;
    if (separation > (double)touch->margin) continue;
    if (separation < (double)touch->distance) separation = (double)touch->distance;
    found[count++] = (lgjk_place3){x, y, 0.5 * (below + above), separation, meetings->at[i].id};
  }
  return count;
}

static lgjk_place3 witness(const lgjk_frame3* frame, const lgjk_feature3* a, const lgjk_feature3* b,
                           const lgjk_touch3* touch) {
  double middle[3];
  for (int k = 0; k < 3; ++k) {
    middle[k] = 0.5 * ((double)touch->point_a[k] + (double)touch->point_b[k]) - (double)touch->origin[k];
  }
  const double x = dot(frame->axis[0], middle), y = dot(frame->axis[1], middle);
  return (lgjk_place3){x, y, dot(frame->axis[2], middle), (double)touch->distance,
                       lgjk_rim3_number_at(a, x, y) | lgjk_rim3_number_at(b, x, y) << 16};
}

static lgjk_place3 at_corner(const lgjk_feature3* a, const lgjk_feature3* b, const lgjk_touch3* touch,
                             const lgjk_corner3* p, uint32_t id) {
  const double below = a->height + a->slope[0] * p->x + a->slope[1] * p->y;
  const double above = b->height + b->slope[0] * p->x + b->slope[1] * p->y;
  return (lgjk_place3){p->x, p->y, 0.5 * (below + above), (double)touch->distance, id};
}

// Finds the deepest place of a tilted disc, which is between its corners and moves along the rim with the tilt. If it
// is over the other face, it is as deep as the pair.
static bool find_summit(const lgjk_feature3* a, const lgjk_feature3* b, const lgjk_touch3* touch, lgjk_place3* out) {
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
                        const lgjk_touch3* touch, const lgjk_place3* deepest, double deep, lgjk_place3* out) {
  if (deepest != NULL && deepest->separation <= deep && !is_rim(a, b, deepest->id)) return false;
  if (!find_summit(a, b, touch, out)) *out = witness(frame, a, b, touch);
  return true;
}

// ---------------------------------------------------------------- the manifold

// Adds a place that is deeper than all. It replaces the nearest one if there are enough, if the two are one, or if that
// is a corner of a rim, which the deeper place passes.
static void add_deeper(const lgjk_place3* deeper, const lgjk_feature3* a, const lgjk_feature3* b, uint32_t most,
                       double near, lgjk_choice3* out) {
  const uint32_t nearest = lgjk_choice3_nearest(deeper, out);
  const lgjk_place3* other = &out->at[nearest];
  bool instead = out->count == most;
  if (out->count > 0) instead |= is_rim(a, b, other->id) || lgjk_choice3_square(deeper, other) <= near * near;
  out->at[instead ? nearest : out->count++] = *deeper;
}

// Writes the manifold, the deepest place first. `deep`: the separation up to which a place is as deep as the pair.
static void write(const lgjk_choice3* chosen, const lgjk_frame3* frame, const lgjk_touch3* touch, double deep,
                  lgjk_manifold3* out) {
  memset(out, 0, sizeof *out);
  out->count = chosen->count;
  memcpy(out->normal, touch->normal, sizeof out->normal);
  const uint32_t deepest = lgjk_choice3_deepest(chosen->at, chosen->count);
  for (uint32_t i = 0; i < chosen->count; ++i) {
    const lgjk_place3* p = &chosen->at[i == 0 ? deepest : i == deepest ? 0 : i];
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
static bool rests(const lgjk_feature3* a, const lgjk_feature3* b, const lgjk_touch3* touch,
                  const lgjk_place3* deepest) {
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
  lgjk_place3 found[MOST], deeper;
  const double near = LGJK_ONE_PLACE * (double)touch->scale;
  const double deep = (double)touch->distance + (curved ? AS_DEEP_CURVED : LGJK_ONE_PLACE) * (double)touch->scale;
  lgjk_clip3(of_a, of_b, near, &meetings);
  const uint32_t count = collect(of_a, of_b, &meetings, touch, found);
  const uint32_t most = of_a->count == 2 || of_b->count == 2 ? 2 : LGJK_CHOICE3_MOST; // an edge has two ends
  const lgjk_place3* deepest = count > 0 ? &found[lgjk_choice3_deepest(found, count)] : NULL;
  const bool resting = rests(of_a, of_b, touch, deepest);
  lgjk_choice3 chosen;
  if (count <= most) {
    lgjk_choice3_take(found, count, near, &chosen);
  } else {
    lgjk_choice3_spread(of_a, of_b, found, count, most, near, &chosen);
    if (!resting) lgjk_choice3_include(deepest, deep, &chosen);
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
