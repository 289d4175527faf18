// Surfaces by the oracle, areas by trying every four points, the common part of two faces by
// cutting the one by the sides of the other.
#include "test.h"
#include "manifold3_pairs.h"

// On both surfaces, or 1 where it is beside one.
static uint32_t check_point(const pair3* pair, const lgjk_manifold_point3* point) {
  const double scale = (double)pair->touch.scale;
  uint32_t beside = 0;
  for (int side = 0; side < 2; ++side) {
    float at[3];
    for (int k = 0; k < 3; ++k) {
      const double half = 0.5 * (double)point->separation * (double)pair->touch.normal[k];
      at[k] = (float)((double)point->position[k] + (side == 0 ? -half : half));
    }
    const double off = (double)oracle3_outside(&pair->body[side], at);
    assert_false(off > 1e-3 * scale || off < -1e-6 * scale);
    beside |= off > 1e-6 * scale;
  }
  return beside;
}

// Whether the separations of all points differ as on faces within 4e-3 of parallel.
static bool rests(const pair3* pair, const lgjk_manifold3* m) {
  for (uint32_t i = 0; i < m->count; ++i) {
    for (uint32_t k = 0; k < i; ++k) {
      double square = 0.0;
      for (int axis = 0; axis < 3; ++axis) {
        const double d = (double)m->points[i].position[axis] - (double)m->points[k].position[axis];
        square += d * d;
      }
      const double rise = fabs((double)m->points[i].separation - (double)m->points[k].separation);
      if (rise > 4.001e-3 * sqrt(square) + 1e-6 * (double)pair->touch.scale) return false;
    }
  }
  return true;
}

// The first point is as deep as the pair, to the bit; but of faces that rest on each other the deepest place may be
// left out.
static void check_deepest(const pair3* pair, const lgjk_manifold3* m) {
  const double more = (double)m->points[0].separation - (double)pair->touch.distance;
  if (more == 0.0) return;
  assert_true(more > 0.0 && more <= 2e-3 * (double)pair->touch.scale);
  assert_true(rests(pair, m));
}

uint32_t check3_manifold(const pair3* pair, const lgjk_manifold3* m, bool anywhere) {
  const lgjk_touch3* t = &pair->touch;
  uint32_t beside = 0;
  assert_in_range(m->count, 1, 4);
  assert_memory_equal(m->normal, t->normal, sizeof m->normal);
  check_deepest(pair, m);
  for (uint32_t i = 0; i < m->count; ++i) {
    const lgjk_manifold_point3* p = &m->points[i];
    for (int k = 0; k < 3; ++k) assert_true(isfinite(p->position[k]));
    assert_true(p->separation >= m->points[0].separation);
    assert_true(p->separation <= t->margin);
    for (uint32_t k = 0; k < i; ++k) assert_int_not_equal(p->id, m->points[k].id);
    if (!anywhere) beside += check_point(pair, p);
  }
  const lgjk_manifold_point3 zero = {{0}, 0, 0};
  for (uint32_t i = m->count; i < 4; ++i) assert_memory_equal(&m->points[i], &zero, sizeof zero);
  return beside;
}

// ---------------------------------------------------------------- areas and ids

// Of the hull of four points seen along n: the largest of the three ways around them.
static double area_of_four(const double* p[4], const double n[3]) {
  static const int way[3][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2}};
  double most = 0.0;
  for (int w = 0; w < 3; ++w) {
    double u[3], v[3], across[3];
    for (int k = 0; k < 3; ++k) {
      u[k] = p[way[w][2]][k] - p[way[w][0]][k];
      v[k] = p[way[w][3]][k] - p[way[w][1]][k];
    }
    cross(u, v, across);
    most = fmax(most, 0.5 * fabs(dot(across, n)));
  }
  return most;
}

double best_area3(const double (*point)[3], uint32_t count, const double n[3]) {
  double best = 0.0;
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t j = i; j < count; ++j) {
      for (uint32_t k = j; k < count; ++k) {
        for (uint32_t l = k; l < count; ++l) {
          const double* four[4] = {point[i], point[j], point[k], point[l]};
          best = fmax(best, area_of_four(four, n));
        }
      }
    }
  }
  return best;
}

double area3(const lgjk_manifold3* m) {
  double point[4][3], n[3];
  for (uint32_t i = 0; i < m->count; ++i) {
    for (int k = 0; k < 3; ++k) point[i][k] = (double)m->points[i].position[k];
  }
  for (int k = 0; k < 3; ++k) n[k] = (double)m->normal[k];
  return best_area3((const double(*)[3])point, m->count, n);
}

static int compare(const void* a, const void* b) {
  const uint32_t *p = a, *q = b;
  return (*p > *q) - (*p < *q);
}

void sorted_ids3(const lgjk_manifold3* m, bool swapped, uint32_t ids[4]) {
  for (int i = 0; i < 4; ++i) {
    const uint32_t id = m->points[i].id;
    ids[i] = swapped ? id << 16 | id >> 16 : id;
  }
  qsort(ids, 4, sizeof *ids, compare);
}

// ---------------------------------------------------------------- the common part of two faces

// The vertices of a core that are nearly the farthest along d, in order around it.
static void find_top(const lgjk_shapes3* shapes, const lgjk_solid3* solid, const double d[3], polygon3* out) {
  float v[3 * LGJK_MAX_POINTS];
  lgjk_shape3_info info = {.struct_size = sizeof info};
  assert_int_equal(lgjk_shapes3_get(shapes, (uint32_t)(solid->shape - shapes->shape), &info, v, LGJK_MAX_POINTS, NULL),
                   LGJK_OK);
  double top[3], centre[3] = {0}, angle[300];
  lgjk_solid3_support(solid, d, top);
  out->count = 0;
  for (uint32_t i = 0; i < info.vertex_count; ++i) {
    double* p = out->at[out->count];
    double below = 0.0;
    for (int k = 0; k < 3; ++k) {
      p[k] = solid->position[k];
      for (int j = 0; j < 3; ++j) p[k] += solid->turn[3 * k + j] * (double)v[3 * i + (uint32_t)j];
      below += (top[k] - p[k]) * d[k];
    }
    out->count += below < 0.006;
  }
  for (uint32_t i = 0; i < out->count; ++i) {
    for (int k = 0; k < 3; ++k) centre[k] += out->at[i][k] / out->count;
  }
  int axis = fabs(d[0]) < 0.6 ? 0 : 1;
  double x[3] = {0}, y[3];
  for (int k = 0; k < 3; ++k) x[k] = (k == axis) - d[axis] * d[k];
  for (int k = 0; k < 3; ++k) y[k] = d[(k + 1) % 3] * x[(k + 2) % 3] - d[(k + 2) % 3] * x[(k + 1) % 3];
  for (uint32_t i = 0; i < out->count; ++i) {
    double px = 0.0, py = 0.0;
    for (int k = 0; k < 3; ++k) {
      px += (out->at[i][k] - centre[k]) * x[k];
      py += (out->at[i][k] - centre[k]) * y[k];
    }
    angle[i] = atan2(py, px);
  }
  for (uint32_t i = 1; i < out->count; ++i) {
    for (uint32_t j = i; j > 0 && angle[j] < angle[j - 1]; --j) {
      double p[3];
      const double t = angle[j];
      angle[j] = angle[j - 1], angle[j - 1] = t;
      memcpy(p, out->at[j], sizeof p);
      memcpy(out->at[j], out->at[j - 1], sizeof p);
      memcpy(out->at[j - 1], p, sizeof p);
    }
  }
}

// Cuts the polygon by a side of another, to the left of it as seen against d (Sutherland and Hodgman 1974).
static void cut(polygon3* p, const double a[3], const double b[3], const double d[3]) {
  polygon3 out = {0};
  double left[3];
  for (int k = 0; k < 3; ++k) {
    left[k] = d[(k + 1) % 3] * (b[(k + 2) % 3] - a[(k + 2) % 3]) - d[(k + 2) % 3] * (b[(k + 1) % 3] - a[(k + 1) % 3]);
  }
  for (uint32_t i = 0; i < p->count; ++i) {
    const double *u = p->at[i], *v = p->at[(i + 1) % p->count];
    double at_u = 0.0, at_v = 0.0;
    for (int k = 0; k < 3; ++k) {
      at_u += left[k] * (u[k] - a[k]);
      at_v += left[k] * (v[k] - a[k]);
    }
    if (at_u >= 0.0) memcpy(out.at[out.count++], u, sizeof *out.at);
    if ((at_u >= 0.0) == (at_v >= 0.0)) continue;
    for (int k = 0; k < 3; ++k) out.at[out.count][k] = u[k] + at_u / (at_u - at_v) * (v[k] - u[k]);
    ++out.count;
  }
  *p = out;
}

void common3(const lgjk_shapes3* shapes, const pair3* pair, polygon3* out) {
  const double back[3] = {-pair->normal[0], -pair->normal[1], -pair->normal[2]};
  static polygon3 a;
  find_top(shapes, &pair->solid_a, pair->normal, &a);
  find_top(shapes, &pair->solid_b, back, out);
  for (uint32_t i = 0; i < a.count; ++i) cut(out, a.at[i], a.at[(i + 1) % a.count], pair->normal);
}
