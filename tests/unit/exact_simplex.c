#include "exact_simplex.h"

#include <string.h>

typedef struct vector {
  int64_t x, y, z;
} vector;

static vector from_to(const int32_t* p, const int32_t* q) {
  return (vector){(int64_t)q[0] - p[0], (int64_t)q[1] - p[1], (int64_t)q[2] - p[2]};
}

static int64_t dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static vector cross(vector a, vector b) {
  return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static int64_t volume(vector a, vector b, vector c) { return dot(cross(a, b), c); }

exact_place exact_place_of(const int_point* points, const feature* f) {
  static const int32_t origin[3] = {0, 0, 0};
  exact_place out = {.sum = 1, .square = {0, 1}};
  const int32_t *p0 = points[f->id[0]], *p1 = points[f->id[1]], *p2 = points[f->id[2]], *p3 = points[f->id[3]];
  const vector o = from_to(p0, origin), e1 = from_to(p0, p1), e2 = from_to(p0, p2), e3 = from_to(p0, p3);
  const vector n = cross(e1, e2);
  int64_t* w = out.weight;
  switch (f->count) {
    case 1: out.square[0] = dot(o, o); break;
    case 2:
      out.sum = out.square[1] = dot(e1, e1);
      w[1] = dot(o, e1);
      out.square[0] = dot(cross(e1, o), cross(e1, o));
      break;
    case 3: // o = w1 e1 + w2 e2 except for what is across both: two equations
      out.sum = out.square[1] = dot(n, n);
      w[1] = dot(o, e1) * dot(e2, e2) - dot(o, e2) * dot(e1, e2);
      w[2] = dot(o, e2) * dot(e1, e1) - dot(o, e1) * dot(e1, e2);
      out.square[0] = dot(n, o) * dot(n, o);
      break;
    default: {
      const int64_t whole = volume(e1, e2, e3), sign = whole < 0 ? -1 : 1;
      out.sum = sign * whole;
      w[1] = sign * volume(o, e2, e3);
      w[2] = sign * volume(e1, o, e3);
      w[3] = sign * volume(e1, e2, o);
    }
  }
  w[0] = out.sum - w[1] - w[2] - w[3];
  for (uint32_t k = 0; k < 3; ++k) {
    for (uint32_t i = 0; i < f->count; ++i) out.point[k] += w[i] * points[f->id[i]][k];
  }
  return out;
}

bool exact_within(const exact_place* place, uint32_t count) {
  if (place->sum == 0) return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (place->weight[i] < 0) return false;
  }
  return true;
}

static int64_t times(const exact_place* a, const exact_place* b) { return a->square[0] * b->square[1]; }

bool exact_same_distance(const exact_place* a, const exact_place* b) { return times(a, b) == times(b, a); }

feature exact_nearest(const int_point* points, uint32_t count, exact_place* place) {
  feature nearest = {0};
  for (uint32_t size = 1; size <= count; ++size) {
    for (uint32_t set = 1; set < 1u << count; ++set) {
      feature f = {0};
      for (uint32_t i = 0; i < count; ++i) {
        if (set >> i & 1) f.id[f.count++] = i;
      }
      if (f.count != size) continue;
      const exact_place at = exact_place_of(points, &f);
      if (!exact_within(&at, size) || (nearest.count > 0 && times(&at, place) >= times(place, &at))) continue;
      nearest = f;
      *place = at;
    }
  }
  return nearest;
}
