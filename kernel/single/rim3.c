// Finds sectors without angles: a direction is folded into an eighth of the circle, and compared with tangents there.
#include "single/rim3.h"

#include "base/fpcontrol.h"

// A point of a disc counts as on its rim from this part of the radius on.
#define RIM_FROM 0.99

enum { EIGHTH = LGJK_RIM3_SECTORS / 8, QUARTER = 2 * EIGHTH };

uint32_t lgjk_rim3_sector(double x, double y) {
  // The tangents of the odd multiples of half a sector.
  static const double tangent[EIGHTH] = {0.04366094290851206, 0.13165249758739583, 0.22169466264293988,
                                         0.3152987888789835,  0.41421356237309503, 0.5205670505517462,
                                         0.6370702608074932,  0.7673269879789604,  0.9163311740174234};
  const double across = x < 0.0 ? -x : x, up = y < 0.0 ? -y : y;
  const double low = across < up ? across : up, high = across < up ? up : across;
  uint32_t sector = 0;
  while (sector < EIGHTH && low > tangent[sector] * high) ++sector;
  if (across < up) sector = QUARTER - sector;
  if (x < 0.0) sector = 2 * QUARTER - sector;
  return y < 0.0 ? (LGJK_RIM3_SECTORS - sector) % LGJK_RIM3_SECTORS : sector;
}

lgjk_corner3 lgjk_rim3_farthest(const lgjk_feature3* disc, double x, double y) {
  const double *e = disc->semi[0], *f = disc->semi[1];
  const double u = e[0] * x + e[1] * y, v = f[0] * x + f[1] * y, length = lgjk_sqrt(u * u + v * v);
  const double cosine = length > 0.0 ? u / length : 1.0, sine = length > 0.0 ? v / length : 0.0;
  return (lgjk_corner3){disc->centre[0] + cosine * e[0] + sine * f[0], disc->centre[1] + cosine * e[1] + sine * f[1],
                        lgjk_rim3_number(disc->is_bottom, lgjk_rim3_sector(cosine, sine))};
}

uint32_t lgjk_rim3_number_at(const lgjk_feature3* f, double x, double y) {
  if (!f->is_disc) return f->number;
  const double dx = x - f->centre[0], dy = y - f->centre[1], *p = f->semi[0], *q = f->semi[1];
  const double area = p[0] * q[1] - p[1] * q[0], u = (dx * q[1] - dy * q[0]) / area, v = (p[0] * dy - p[1] * dx) / area;
  if (u * u + v * v < RIM_FROM * RIM_FROM) return f->number;
  return lgjk_rim3_number(f->is_bottom, lgjk_rim3_sector(u, v));
}
