// Finds on which side of a plane a point lies: by a volume in double where its rounding cannot matter, else exactly.
#include "shape/plane3.h"

#include "base/fpcontrol.h"
#include "shape/exact.h"

static double magnitude(double x) { return x > -x ? x : -x; }

lgjk_plane3 lgjk_plane3_through(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c) {
  const double ux = (double)b.x - (double)a.x, vx = (double)c.x - (double)a.x;
  const double uy = (double)b.y - (double)a.y, vy = (double)c.y - (double)a.y;
  const double uz = (double)b.z - (double)a.z, vz = (double)c.z - (double)a.z;
  const double yz = uy * vz, zy = uz * vy, zx = uz * vx, xz = ux * vz, xy = ux * vy, yx = uy * vx;
  const lgjk_plane3 plane = {
      a,
      b,
      c,
      {yz - zy, zx - xz, xy - yx},
      {magnitude(yz) + magnitude(zy), magnitude(zx) + magnitude(xz), magnitude(xy) + magnitude(yx)}};
  return plane;
}

// Writes sign * p . (q x r) as twelve doubles.
static void triple_product(double sign, lgjk_point3 p, lgjk_point3 q, lgjk_point3 r, double* terms) {
  const double x = sign * (double)p.x, y = sign * (double)p.y, z = sign * (double)p.z;
  lgjk_exact_product(x * (double)q.y, r.z, terms);
  lgjk_exact_product(-x * (double)q.z, r.y, terms + 2);
  lgjk_exact_product(y * (double)q.z, r.x, terms + 4);
  lgjk_exact_product(-y * (double)q.x, r.z, terms + 6);
  lgjk_exact_product(z * (double)q.x, r.y, terms + 8);
  lgjk_exact_product(-z * (double)q.y, r.x, terms + 10);
}

// Returns (b - a) x (c - a) . (d - a), computed from the coordinates themselves. Their differences are not exact;
// products of three are, as two doubles each (no underflow: 2^-447).
static double exact_volume(const lgjk_plane3* plane, lgjk_point3 d) {
  const lgjk_point3 a = plane->a, b = plane->b, c = plane->c;
  double terms[48];
  triple_product(1.0, b, c, d, terms);
  triple_product(-1.0, a, c, d, terms + 12);
  triple_product(1.0, a, b, d, terms + 24);
  triple_product(-1.0, a, b, c, terms + 36);
  return lgjk_exact_sum(terms, 48);
}

// A term of the volume is rounded eight times on its way into the sum, by 2^-53 of a spread times an offset each.
// Sixteen leave room for the roundings of the bound itself.
#define FILTER 0x1p-49

int lgjk_plane3_side(const lgjk_plane3* plane, lgjk_point3 d) {
  const double x = (double)d.x - (double)plane->a.x;
  const double y = (double)d.y - (double)plane->a.y;
  const double z = (double)d.z - (double)plane->a.z;
  const double volume = plane->normal[0] * x + plane->normal[1] * y + plane->normal[2] * z;
  const double size =
      plane->spread[0] * magnitude(x) + plane->spread[1] * magnitude(y) + plane->spread[2] * magnitude(z);
  if (volume > FILTER * size) return 1;
  if (volume < -FILTER * size) return -1;
  const double exact = exact_volume(plane, d);
  return (exact > 0.0) - (exact < 0.0);
}

// Rounded values serve if cancellation has left 24 bits of the volume, and with them of the normal.
double lgjk_plane3_distance(lgjk_point3 a, lgjk_point3 b, lgjk_point3 c) {
  const lgjk_plane3 plane = lgjk_plane3_through(a, b, c);
  const double x = (double)a.x, y = (double)a.y, z = (double)a.z;
  double n[3] = {plane.normal[0], plane.normal[1], plane.normal[2]};
  double volume = n[0] * x + n[1] * y + n[2] * z;
  const double size =
      (plane.spread[0] + plane.spread[1] + plane.spread[2]) * (magnitude(x) + magnitude(y) + magnitude(z));
  if (magnitude(volume) < 0x1p24 * FILTER * size) {
    volume = -exact_volume(&plane, (lgjk_point3){0.0f, 0.0f, 0.0f});
    for (int axis = 0; axis < 3; ++axis) n[axis] = lgjk_area3_along(a, b, c, axis);
  }
  return volume > 0.0 ? volume / lgjk_sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) : 0.0;
}
