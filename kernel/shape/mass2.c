// Moments of shapes in 2D. A polygon is a fan of triangles; its rounding is a rectangle on each edge and a sector at
// each vertex (Steiner 1840).
#include <stdbool.h>
#include <string.h>

#include "base/fpcontrol.h"
#include "shape/box.h"
#include "shape/mass.h"

#define PI 3.14159265358979323846
#define MOST_VERTICES 1024 // of a polygon that stands in for an ellipse with a rounding radius

// Returns the angle whose cosine and sine are given, from 0 to pi. Tangents of half the angle are found until a series
// of nine terms is exact.
static double angle_of(double cosine, double sine) {
  if (cosine < 0) return PI - angle_of(-cosine, sine);
  double t = sine / (1 + cosine);
  for (int i = 0; i < 2; ++i) t = t / (1 + lgjk_sqrt(1 + t * t));
  double sum = 0;
  for (int k = 17; k > 0; k -= 2) sum = (k % 4 == 1 ? 1.0 : -1.0) / k + t * t * sum;
  return 8 * t * sum;
}

// Adds a part: its mass, its centre, and its second moments about that centre.
static void add_part(lgjk_moments* m, double mass, const double centre[2], double xx, double yy, double xy) {
  m->mass += mass;
  for (int i = 0; i < 2; ++i) {
    m->first[i] += mass * centre[i];
    for (int k = 0; k < 2; ++k) m->second[i][k] += mass * centre[i] * centre[k] + (i != k ? xy : i == 0 ? xx : yy);
  }
}

// Adds a triangle, counter-clockwise: where it seems to be clockwise, rounding hides its area.
static void add_triangle(lgjk_moments* m, const double* a, const double* b, const double* c) {
  const double area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  const double mass = area > 0 ? area : 0;
  double centre[2], second[3] = {0, 0, 0};
  for (int k = 0; k < 2; ++k) centre[k] = (a[k] + b[k] + c[k]) / 3;
  const double* corner[3] = {a, b, c};
  for (int i = 0; i < 3; ++i) {
    const double x = corner[i][0] - centre[0], y = corner[i][1] - centre[1];
    second[0] += x * x, second[1] += y * y, second[2] += x * y;
  }
  add_part(m, mass, centre, mass / 12 * second[0], mass / 12 * second[1], mass / 12 * second[2]);
}

// Adds the rectangle of width r on the right of the edge from a to b. `n`: the unit normal to that side.
static void add_rectangle(lgjk_moments* m, const double* a, const double* b, const double* n, double r) {
  const double ex = b[0] - a[0], ey = b[1] - a[1], square = ex * ex + ey * ey, mass = lgjk_sqrt(square) * r;
  const double centre[2] = {0.5 * (a[0] + b[0] + r * n[0]), 0.5 * (a[1] + b[1] + r * n[1])};
  const double wide = mass / 12, thick = mass * r * r / 12;
  add_part(m, mass, centre, wide * ex * ex + thick * n[0] * n[0], wide * ey * ey + thick * n[1] * n[1],
           wide * ex * ey + thick * n[0] * n[1]);
}

// Adds the sector about p from the direction `from` to `to`, counter-clockwise, `angle` wide.
static void add_sector(lgjk_moments* m, const double* p, const double* from, const double* to, double angle, double r) {
  const double r2 = r * r, mass = 0.5 * r2 * angle;
  const double way[2] = {r2 * r / 3 * (to[1] - from[1]), r2 * r / 3 * (from[0] - to[0])}; // integral of the offset
  const double turn = to[0] * to[1] - from[0] * from[1];                                  // of cosine squared, twice
  const double cross = to[1] * to[1] - from[1] * from[1], quarter = r2 * r2 / 8;
  const double about[3] = {quarter * (angle + turn), quarter * (angle - turn), quarter * cross};
  const double place[2] = {p[0], p[1]};
  m->mass += mass;
  for (int i = 0; i < 2; ++i) {
    m->first[i] += mass * place[i] + way[i];
    for (int k = 0; k < 2; ++k) {
      m->second[i][k] += mass * place[i] * place[k] + place[i] * way[k] + place[k] * way[i] + about[i == k ? i : 2];
    }
  }
}

// Writes the unit normal on the right of the edge from a to b.
static void write_normal(const double* a, const double* b, double n[2]) {
  const double x = b[1] - a[1], y = a[0] - b[0], length = lgjk_sqrt(x * x + y * y);
  n[0] = x / length;
  n[1] = y / length;
}

static void add_rounding(lgjk_moments* m, double (*v)[2], uint32_t count, double r) {
  if (count == 1) { // a disc
    const double mass = PI * r * r, second = mass * r * r / 4;
    add_part(m, mass, v[0], second, second, 0);
    return;
  }
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t next = (i + 1) % count, after = (i + 2) % count;
    double n[2], following[2];
    write_normal(v[i], v[next], n);
    write_normal(v[next], v[after], following);
    add_rectangle(m, v[i], v[next], n, r);
    const double cosine = n[0] * following[0] + n[1] * following[1], sine = n[0] * following[1] - n[1] * following[0];
    add_sector(m, v[next], n, following, angle_of(cosine, sine < 0 ? 0 : sine), r);
  }
}

static void add_polygon(lgjk_moments* m, double (*v)[2], uint32_t count, double r) {
  for (uint32_t i = 2; i < count; ++i) add_triangle(m, v[0], v[i - 1], v[i]);
  if (r > 0) add_rounding(m, v, count, r);
}

// Adds an ellipse, the image of the unit disc.
static void add_ellipse(lgjk_moments* m, const float* matrix, double r) {
  const double xx = (double)matrix[0], xy = (double)matrix[1], yx = (double)matrix[2], yy = (double)matrix[3];
  const double turned = xx * yy - xy * yx, area = PI * (turned < 0 ? -turned : turned);
  const double centre[2] = {0, 0};
  if (r == 0) {
    add_part(m, area, centre, area / 4 * (xx * xx + xy * xy), area / 4 * (yx * yx + yy * yy),
             area / 4 * (xx * yx + xy * yy));
    return;
  }
  double v[MOST_VERTICES][2], c = 1, s = 0;
  const double step_c = 0.99998117528260111, step_s = 0.0061358846491544753; // of a turn by 2 pi / 1024
  for (uint32_t i = 0; i < MOST_VERTICES; ++i) {
    const double y = turned < 0 ? -s : s; // counter-clockwise in any case
    v[i][0] = xx * c + xy * y;
    v[i][1] = yx * c + yy * y;
    const double next = c * step_c - s * step_s;
    s = s * step_c + c * step_s;
    c = next;
  }
  add_polygon(m, v, MOST_VERTICES, r);
}

static bool are_one(const double* a, const double* b) { return a[0] == b[0] && a[1] == b[1]; }

// Reads vertices, counted from the middle of all. Returns how many there are: those that this rounds to one count once,
// as an edge between them has no normal.
static uint32_t read_vertices(lgjk_moments* m, const lgjk_shape2* shape, const float* pool, double (*v)[2]) {
  uint32_t kept = 0;
  lgjk_shape2_middle(shape, pool, m->origin);
  for (uint32_t i = 0; i < shape->count; ++i) {
    float p[2];
    lgjk_shape2_vertex(shape, pool, i, p);
    for (int k = 0; k < 2; ++k) v[kept][k] = (double)p[k] - m->origin[k];
    if (kept == 0 || !are_one(v[kept], v[kept - 1])) ++kept;
  }
  while (kept > 1 && are_one(v[kept - 1], v[0])) --kept;
  return kept;
}

void lgjk_moments2(const lgjk_shape2* shape, const float* pool, lgjk_moments* out) {
  double v[LGJK_MAX_POINTS][2];
  memset(out, 0, sizeof *out);
  if (shape->count == 0) {
    add_ellipse(out, shape->row, (double)shape->radius);
    return;
  }
  const uint32_t count = read_vertices(out, shape, pool, v);
  add_polygon(out, v, count, (double)shape->radius);
}
