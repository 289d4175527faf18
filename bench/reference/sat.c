// Separating axes in the frame of A: in 2D the gaps across the edges of each polygon, in 3D those along the 15 axes of
// two boxes. Compiled once for each dimension.
#include "sat.h"

#if DIM == 2
#include "reference2_real.h"

typedef struct placed {
  real2 point[LGJK_MAX_POINTS];
  uint32_t count;
} placed;

static void place_both(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4],
                       placed both[2]) {
  frame2 f = real2_frame(a, pose_a, b, pose_b);
  both[0].count = a->count;
  both[1].count = b->count;
  for (uint32_t i = 0; i < a->count; ++i) both[0].point[i] = real2_point(a, i);
  for (uint32_t i = 0; i < b->count; ++i) both[1].point[i] = real2_place(&f, real2_point(b, i));
}

// How far q is beyond the edge from point i of p on, at least, times the length of the normal.
static double gap_across(const placed* p, uint32_t i, const placed* q, real2* normal) {
  real2 from = p->point[i];
  *normal = real2_outwards(real2_sub(p->point[i + 1 < p->count ? i + 1 : 0], from));
  double least = real2_dot(*normal, q->point[0]);
  for (uint32_t k = 1; k < q->count; ++k) {
    double height = real2_dot(*normal, q->point[k]);
    least = height < least ? height : least;
  }
  return least - real2_dot(*normal, from);
}

static double touch_of(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4]) {
  double bounds = (double)a->bound + (double)b->bound;
  return (double)REF2_TOUCH * (bounds + real2_length(real2_offset(pose_a, pose_b)));
}

bool ref2_sat_fits(const ref2_shape* shape) { return shape->count > 2 && shape->radius == 0.0f; }

bool ref2_sat_overlap(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4]) {
  placed both[2];
  double touch = touch_of(a, pose_a, b, pose_b);
  place_both(a, pose_a, b, pose_b, both);
  for (int side = 0; side < 2; ++side) {
    for (uint32_t i = 0; i < both[side].count; ++i) {
      real2 n;
      double gap = gap_across(&both[side], i, &both[1 - side], &n);
      if (gap > 0.0 && gap * gap > touch * touch * real2_dot(n, n)) return false;
    }
  }
  return true;
}

float ref2_sat_contact(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4],
                       float normal[2]) {
  placed both[2];
  double greatest = -INFINITY;
  real2 best = {1.0, 0.0};
  place_both(a, pose_a, b, pose_b, both);
  for (int side = 0; side < 2; ++side) {
    for (uint32_t i = 0; i < both[side].count; ++i) {
      real2 n;
      double gap = gap_across(&both[side], i, &both[1 - side], &n), length = real2_length(n);
      if (!(gap > greatest * length)) continue;
      greatest = gap / length;
      best = real2_mul((side == 0 ? 1.0 : -1.0) / length, n);
    }
  }
  if (greatest > 0.0 && greatest <= touch_of(a, pose_a, b, pose_b)) greatest = 0.0;
  best = real2_turn(real2_rotation(pose_a), best);
  if (normal) {
    normal[0] = (float)best.x;
    normal[1] = (float)best.y;
  }
  return (float)greatest;
}
#else
#include "reference3_pair.h"

// Edges whose directions differ by less are parallel: their product has no direction, and the normals of the boxes part
// what it would part, up to this much of the size.
static const double PARALLEL = 1e-8;

typedef struct boxes {
  double r[3][3];      // by rows: column j is the axis j of B
  double t[3];         // from A's centre to B's
  double ha[3], hb[3]; // half extents
  double touch;
  rotation turn; // of A
} boxes;

// An axis that parts the boxes by so much.
typedef struct axis3 {
  double gap;
  vec3 n; // unit, from A to B
} axis3;

static boxes read_boxes(const ref3_shape* a, const float pose_a[7], const ref3_shape* b, const float pose_b[7]) {
  boxes x = {.turn = rotation_of(pose_a)};
  rotation back = inverse(x.turn);
  matrix3 r = matrix_of(product(back, rotation_of(pose_b)));
  vec3 t = {(double)pose_b[0] - (double)pose_a[0], (double)pose_b[1] - (double)pose_a[1],
            (double)pose_b[2] - (double)pose_a[2]};
  vec3 rows[4] = {r.x, r.y, r.z, rotate(back, t)};
  for (int k = 0; k < 3; ++k) {
    x.r[k][0] = rows[k].x;
    x.r[k][1] = rows[k].y;
    x.r[k][2] = rows[k].z;
    x.ha[k] = (double)a->matrix[4 * k];
    x.hb[k] = (double)b->matrix[4 * k];
  }
  x.t[0] = rows[3].x;
  x.t[1] = rows[3].y;
  x.t[2] = rows[3].z;
  x.touch = REF3_TOUCH * ((double)a->bound + (double)b->bound + sqrt(length2_of(t)));
  return x;
}

// The axis l, of the given length, on which the boxes reach as far as `reach` from their centres, together.
REF3_INLINE axis3 along(const boxes* x, vec3 l, double length, double reach) {
  double centres = l.x * x->t[0] + l.y * x->t[1] + l.z * x->t[2], k = 1.0 / length;
  return (axis3){k * (fabs(centres) - reach), mul(centres < 0.0 ? -k : k, l)};
}

REF3_INLINE axis3 normal_of_a(const boxes* x, int i) {
  const double *r = x->r[i], *h = x->hb;
  vec3 l = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
  return along(x, l, 1.0, x->ha[i] + h[0] * fabs(r[0]) + h[1] * fabs(r[1]) + h[2] * fabs(r[2]));
}

REF3_INLINE axis3 normal_of_b(const boxes* x, int j) {
  vec3 l = {x->r[0][j], x->r[1][j], x->r[2][j]};
  return along(x, l, 1.0, x->hb[j] + x->ha[0] * fabs(l.x) + x->ha[1] * fabs(l.y) + x->ha[2] * fabs(l.z));
}

// Of edge i of A and edge j of B; no gap where they are parallel.
REF3_INLINE axis3 edge_product(const boxes* x, int i, int j) {
  static const int next[3] = {1, 2, 0};
  int i1 = next[i], i2 = next[i1], j1 = next[j], j2 = next[j1];
  double u = x->r[i1][j], v = x->r[i2][j], length = sqrt(u * u + v * v), l[3];
  if (!(length > PARALLEL)) return (axis3){-INFINITY, {0.0, 0.0, 0.0}};
  l[i] = 0.0;
  l[i1] = -v;
  l[i2] = u;
  double reach_a = x->ha[i1] * fabs(v) + x->ha[i2] * fabs(u);
  double reach_b = x->hb[j1] * fabs(x->r[i][j2]) + x->hb[j2] * fabs(x->r[i][j1]);
  return along(x, (vec3){l[0], l[1], l[2]}, length, reach_a + reach_b);
}

REF3_INLINE axis3 axis_of(const boxes* x, int number) {
  if (number < 3) return normal_of_a(x, number);
  if (number < 6) return normal_of_b(x, number - 3);
  return edge_product(x, (number - 6) / 3, number % 3);
}

bool ref3_sat_fits(const ref3_shape* shape) { return shape->kind == LGJK_SHAPE3_BOX && shape->radius == 0.0f; }

bool ref3_sat_overlap(const ref3_shape* a, const float pose_a[7], const ref3_shape* b, const float pose_b[7]) {
  boxes x = read_boxes(a, pose_a, b, pose_b);
  for (int number = 0; number < 15; ++number) {
    if (axis_of(&x, number).gap > x.touch) return false;
  }
  return true;
}

float ref3_sat_contact(const ref3_shape* a, const float pose_a[7], const ref3_shape* b, const float pose_b[7],
                       float normal[3]) {
  boxes x = read_boxes(a, pose_a, b, pose_b);
  axis3 best = axis_of(&x, 0);
  for (int number = 1; number < 15; ++number) {
    axis3 next = axis_of(&x, number);
    if (next.gap > best.gap) best = next;
  }
  if (best.gap > 0.0 && best.gap <= x.touch) best.gap = 0.0;
  vec3 n = rotate(x.turn, best.n);
  if (normal) {
    normal[0] = (float)n.x;
    normal[1] = (float)n.y;
    normal[2] = (float)n.z;
  }
  return (float)best.gap;
}
#endif
