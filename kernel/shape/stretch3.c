// Finds the greatest stretch by powers of a matrix. The greatest eigenvalue of a symmetric, positive semidefinite G is
// at most trace(G^n)^(1/n), and at least that divided by 3^(1/n). So squaring G forty times, n = 2^40, leaves 1e-12.
// Each square is divided by its trace, so nothing overflows; each root halves the rounding errors before it.
#include "shape/stretch3.h"

#include "shape/exact.h"
#include "base/fpcontrol.h"

#define SQUARINGS 40
#define OUTER_GROW (1.0 + 0x1p-44) // far above the rounding errors on the way
#define CIRCLE_GROW 0x1p-50        // the roundings of b1 and of b2, over |b|^2
#define CIRCLE_HALVINGS 48

typedef struct symmetric {
  double xx, yy, zz, xy, xz, yz;
} symmetric;

static symmetric gram(const double* m) {
  symmetric g;
  g.xx = m[0] * m[0] + m[3] * m[3] + m[6] * m[6];
  g.yy = m[1] * m[1] + m[4] * m[4] + m[7] * m[7];
  g.zz = m[2] * m[2] + m[5] * m[5] + m[8] * m[8];
  g.xy = m[0] * m[1] + m[3] * m[4] + m[6] * m[7];
  g.xz = m[0] * m[2] + m[3] * m[5] + m[6] * m[8];
  g.yz = m[1] * m[2] + m[4] * m[5] + m[7] * m[8];
  return g;
}

static symmetric square(symmetric g) {
  symmetric s;
  s.xx = g.xx * g.xx + g.xy * g.xy + g.xz * g.xz;
  s.yy = g.xy * g.xy + g.yy * g.yy + g.yz * g.yz;
  s.zz = g.xz * g.xz + g.yz * g.yz + g.zz * g.zz;
  s.xy = g.xx * g.xy + g.xy * g.yy + g.xz * g.yz;
  s.xz = g.xx * g.xz + g.xy * g.yz + g.xz * g.zz;
  s.yz = g.xy * g.xz + g.yy * g.yz + g.yz * g.zz;
  return s;
}

// Divides by the trace and returns it. It is above 0: matrices here are of cores that have a volume.
static double normalize(symmetric* g) {
  const double trace = g->xx + g->yy + g->zz;
  g->xx /= trace, g->yy /= trace, g->zz /= trace;
  g->xy /= trace, g->xz /= trace, g->yz /= trace;
  return trace;
}

static double greatest_eigenvalue(symmetric g) {
  double trace[SQUARINGS + 1];
  trace[0] = normalize(&g);
  for (int i = 1; i <= SQUARINGS; ++i) {
    g = square(g);
    trace[i] = normalize(&g);
  }
  double root = 1.0;
  for (int i = SQUARINGS; i > 0; --i) root = lgjk_sqrt(trace[i] * root);
  return trace[0] * root;
}

double lgjk_greatest_stretch(const lgjk_matrix3* a) { return lgjk_sqrt(greatest_eigenvalue(gram(a->m))) * OUTER_GROW; }

// Returns the greatest value of u . G u + 2 b . u on the unit circle, or next to nothing more. For each t > 0
//   p + t + b1 / t + b2 / (t + p - q)
// is as great or greater, and the least of these is the value (Gander, Golub, von Matt 1989). p >= q are the
// eigenvalues of G, b1 and b2 the squares of the parts of b along its axes. There both last terms' derivatives are -1
// together, so t is |b| at most.
static double greatest_on_circle(double xx, double yy, double xy, double bx, double by) {
  const double d = 0.5 * (xx - yy), half = lgjk_sqrt(d * d + xy * xy), square = bx * bx + by * by;
  const double turned = half > 0.0 ? (d * (bx * bx - by * by) + 2.0 * xy * bx * by) / half : square;
  const double b1 = 0.5 * (square + turned) + CIRCLE_GROW * square, b2 = 0.5 * (square - turned) + CIRCLE_GROW * square;
  const double greatest = 0.5 * (xx + yy) + half, gap = 2.0 * half;
  double from = 0.0, to = lgjk_sqrt(b1 + b2);
  if (!(to > 0.0)) return greatest;
  for (int i = 0; i < CIRCLE_HALVINGS; ++i) {
    const double t = 0.5 * (from + to), far = t + gap;
    if (b1 / (t * t) + b2 / (far * far) > 1.0) {
      from = t;
    } else {
      to = t;
    }
  }
  return greatest + to + b1 / to + b2 / (to + gap);
}

// |A u + z|^2 = |A u|^2 + 2 u . At z + |z|^2
double lgjk_rim_stretch(const lgjk_matrix3* a) {
  const symmetric g = gram(a->m);
  return lgjk_sqrt(greatest_on_circle(g.xx, g.yy, g.xy, g.xz, g.yz) + g.zz) * OUTER_GROW;
}

// Products of floats are exact in double, so each difference is rounded once.
lgjk_matrix3 lgjk_cofactors(const float m[9]) {
  lgjk_matrix3 c;
  for (int row = 0; row < 3; ++row) {
    const float* p = m + 3 * ((row + 1) % 3);
    const float* q = m + 3 * ((row + 2) % 3);
    for (int column = 0; column < 3; ++column) {
      const int i = (column + 1) % 3, j = (column + 2) % 3;
      c.m[3 * row + column] = (double)p[i] * (double)q[j] - (double)p[j] * (double)q[i];
    }
  }
  return c;
}

double lgjk_determinant(const float m[9]) {
  double terms[12];
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    lgjk_exact_product((double)m[i] * (double)m[3 + j], m[6 + k], terms + 4 * i);
    lgjk_exact_product(-(double)m[i] * (double)m[3 + k], m[6 + j], terms + 4 * i + 2);
  }
  return lgjk_exact_sum(terms, 12);
}
