// The manifold of a pair in 3D: where the features that both cores show along the normal lie one above the other, at
// most four of those places.
#include "penetration/manifold3.h"

#include <string.h>

#include "base/fpcontrol.h"
#include "lane/lane_common.h"
#include "penetration/clip3.h"

// As LGJK_ONE_PLACE, of depths of curved cores: their band is wider, and so are witness points off.
#define AS_DEEP_CURVED 4e-6

// Relative to the scale: where there are more than four places, the choice begins with one that is as deep but for
// this, so that it stays the same while shapes rest.
#define DEEP_ENOUGH 1e-4

// The larger of two squares of distances, or of two areas, is so by this factor: among equals the first is taken,
// whatever rounding and small motions do to them.
#define CLEARLY 1.001

enum { MOST = LGJK_CLIP3_MOST + 1, MOST_CHOSEN = 4 };

typedef struct candidate {
  double x, y, z;  // in the frame; z midway between the surfaces
  double separation;
  uint32_t id;
} candidate;

typedef struct choice {
  uint32_t count;
  candidate at[MOST_CHOSEN];
} choice;

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// The axes across a unit normal (Duff and others 2017).
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

// No place is deeper than the pair: what seems to be is rounding.
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

static candidate witness(const lgjk_frame3* frame, const lgjk_touch3* touch, uint32_t id) {
  double middle[3];
  for (int k = 0; k < 3; ++k) {
    middle[k] = 0.5 * ((double)touch->point_a[k] + (double)touch->point_b[k]) - (double)touch->origin[k];
  }
  return (candidate){dot(frame->axis[0], middle), dot(frame->axis[1], middle), dot(frame->axis[2], middle),
                     (double)touch->distance, id};
}

// Of a tilted disc the deepest place moves along the rim with the tilt, and passes corners of the disc, which are
// nearly as deep only while it is near: such a corner, if it alone is deep, gives way to the witness points, so that
// one place keeps its id while a disc rolls on its rim.
static bool is_passed_by(const candidate* deepest, const candidate* found, uint32_t count, double deep,
                         const lgjk_feature3* of_a, const lgjk_feature3* of_b) {
  if (!lgjk_feature3_is_rim(of_a, deepest->id & 0xFFFF) && !lgjk_feature3_is_rim(of_b, deepest->id >> 16)) return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (&found[i] != deepest && found[i].separation <= deep) return false;
  }
  return true;
}

// ---------------------------------------------------------------- at most four

static double square_between(const candidate* p, const candidate* q) {
  const double x = q->x - p->x, y = q->y - p->y;
  return x * x + y * y;
}

// Twice the area of the triangle, positive where it turns left.
static double area_of(const candidate* p, const candidate* q, const candidate* r) {
  return (q->x - p->x) * (r->y - p->y) - (q->y - p->y) * (r->x - p->x);
}

// What a point is worth besides those that are chosen: its square distance from the first, its area with the first two,
// its area beyond the triangle of three.
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

// Adds the point that is worth most, if any is worth more than `least`. Returns how much.
static double add_best(const candidate* found, uint32_t count, worth* value, double least, choice* out) {
  const candidate* best = NULL;
  double most = least;
  for (uint32_t i = 0; i < count; ++i) {
    const double each = value(out->at, &found[i]);
    if (each <= (best != NULL ? most * CLEARLY : most)) continue;
    most = each;
    best = &found[i];
  }
  if (best != NULL) out->at[out->count++] = *best;
  return most;
}

// Of those that are nearly as deep as the pair, the farthest from the mean of all. Precondition: there is one.
static const candidate* first_of(const candidate* found, uint32_t count, double deep) {
  candidate mean = {0};
  for (uint32_t i = 0; i < count; ++i) {
    mean.x += found[i].x / count;
    mean.y += found[i].y / count;
  }
  const candidate* first = NULL;
  double most = 0.0;
  for (uint32_t i = 0; i < count; ++i) {
    if (found[i].separation > deep) continue;
    const double square = square_between(&mean, &found[i]);
    if (first != NULL && square <= most * CLEARLY) continue;
    most = square;
    first = &found[i];
  }
  return first;
}

// Each that is added is farther than `near` from those before it; at most `wanted`, 2 or 4.
static void spread(const candidate* found, uint32_t count, uint32_t wanted, double deep, double near, choice* out) {
  out->at[0] = *first_of(found, count, deep);
  out->count = 1;
  const double least = near * lgjk_sqrt(add_best(found, count, square_between, near * near, out));
  if (out->count == 2 && wanted > 2) add_best(found, count, area_beside, least, out);
  if (out->count == 3) add_best(found, count, area_beyond, least, out);
}

static uint32_t deepest_of(const candidate* at, uint32_t count) {
  uint32_t deepest = 0;
  for (uint32_t i = 1; i < count; ++i) {
    if (at[i].separation < at[deepest].separation) deepest = i;
  }
  return deepest;
}

// The deepest has to be among them: in place of the nearest.
static void include_deepest(const candidate* found, uint32_t count, double deep, choice* out) {
  if (out->at[deepest_of(out->at, out->count)].separation <= deep) return;
  const candidate* deepest = &found[deepest_of(found, count)];
  uint32_t nearest = 0;
  for (uint32_t i = 1; i < out->count; ++i) {
    if (square_between(deepest, &out->at[i]) < square_between(deepest, &out->at[nearest])) nearest = i;
  }
  out->at[nearest] = *deepest;
}

// All of them, but for those that are one with an earlier.
static void take_all(const candidate* found, uint32_t count, double near, choice* out) {
  out->count = 0;
  for (uint32_t i = 0; i < count; ++i) {
    bool taken = false;
    for (uint32_t k = 0; k < out->count && !taken; ++k) {
      taken = square_between(&out->at[k], &found[i]) <= near * near;
    }
    if (!taken) out->at[out->count++] = found[i];
  }
}

// The deepest goes first.
static void write(const choice* chosen, const lgjk_frame3* frame, const lgjk_touch3* touch, lgjk_manifold3* out) {
  memset(out, 0, sizeof *out);
  out->count = chosen->count;
  memcpy(out->normal, touch->normal, sizeof out->normal);
  const uint32_t deepest = deepest_of(chosen->at, chosen->count);
  for (uint32_t i = 0; i < chosen->count; ++i) {
    const candidate* p = &chosen->at[i == 0 ? deepest : i == deepest ? 0 : i];
    lgjk_manifold_point3* to = &out->points[i];
    for (int k = 0; k < 3; ++k) {
      const double away = p->x * frame->axis[0][k] + p->y * frame->axis[1][k] + p->z * frame->axis[2][k];
      to->position[k] = (float)((double)touch->origin[k] + away);
    }
    to->separation = (float)p->separation;
    to->id = p->id;
  }
}

// A function of its own, so that what it puts on the stack is not there while features are found.
static LANE_APART void make_of(const lgjk_feature3* of_a, const lgjk_feature3* of_b, const lgjk_frame3* frame,
                               bool curved, const lgjk_touch3* touch, lgjk_manifold3* out) {
  lgjk_meetings3 meetings;
  candidate found[MOST];
  const double near = LGJK_ONE_PLACE * (double)touch->scale;
  const double deep = (double)touch->distance + (curved ? AS_DEEP_CURVED : LGJK_ONE_PLACE) * (double)touch->scale;
  const double nearly = (double)touch->distance + DEEP_ENOUGH * (double)touch->scale;
  lgjk_clip3(of_a, of_b, near, &meetings);
  uint32_t count = collect(of_a, of_b, &meetings, touch, found + 1);
  uint32_t first = 1;
  candidate* deepest = &found[1 + deepest_of(found + 1, count)];
  const bool none = count == 0 || deepest->separation > deep;
  if (none) {
    first = 0;
    ++count;
    deepest = found;
  }
  if (none || is_passed_by(deepest, found + 1, count, deep, of_a, of_b)) {
    *deepest = witness(frame, touch, of_a->number | of_b->number << 16);
  }
  const uint32_t wanted = of_a->count == 2 || of_b->count == 2 ? 2 : MOST_CHOSEN;  // of an edge its ends
  choice chosen;
  if (count <= wanted) {
    take_all(found + first, count, near, &chosen);
  } else {
    spread(found + first, count, wanted, nearly, near, &chosen);
    include_deepest(found + first, count, deep, &chosen);
  }
  write(&chosen, frame, touch, out);
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
