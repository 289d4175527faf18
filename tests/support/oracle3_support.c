// Support points of the Minkowski difference of two cores.
// An ellipsoid rolls freely in the ball of its longest, and a ball of its least radius of curvature in it, so this ball
// is taken off first and put back as rounding: two concentric balls would otherwise need a million corners.
#include "oracle3_parts.h"

static const long double ROUNDOFF = 64; // of a support point, in roundings of the scale

static vec column(const float* m, int k) { return (vec){m[k], m[3 + k], m[6 + k]}; }

// Turns columns p and q, which may lie askew, into two that are perpendicular and span the same ellipse (Jacobi,
// one-sided).
static bool make_perpendicular(vec* p, vec* q) {
  long double pp = vec_dot(*p, *p), qq = vec_dot(*q, *q), pq = vec_dot(*p, *q);
  if (fabsl(pq) <= 1e-19L * sqrtl(pp * qq)) return false;
  long double tau = (qq - pp) / (2 * pq);
  long double t = (tau >= 0 ? 1 : -1) / (fabsl(tau) + sqrtl(1 + tau * tau)), c = 1 / sqrtl(1 + t * t), s = c * t;
  vec old = *p;
  *p = vec_sub(vec_scale(old, c), vec_scale(*q, s));
  *q = vec_add(vec_scale(old, s), vec_scale(*q, c));
  return true;
}

void oracle3_semi_axes(const float* matrix, long double* longest, long double* shortest) {
  vec axis[3] = {column(matrix, 0), column(matrix, 1), column(matrix, 2)};
  for (int sweep = 0; sweep < 40; ++sweep) {
    bool changed = make_perpendicular(&axis[0], &axis[1]);
    changed = make_perpendicular(&axis[0], &axis[2]) || changed;
    changed = make_perpendicular(&axis[1], &axis[2]) || changed;
    if (!changed) break;
  }
  *longest = *shortest = vec_length(axis[0]);
  for (int k = 1; k < 3; ++k) {
    *longest = fmaxl(*longest, vec_length(axis[k]));
    *shortest = fminl(*shortest, vec_length(axis[k]));
  }
}

static void read_rotation(vec* columns, const float* pose) {
  long double x = pose[3], y = pose[4], z = pose[5], w = pose[6];
  long double n = x * x + y * y + z * z + w * w, s = 2 / n;
  columns[0] = (vec){1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)};
  columns[1] = (vec){s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)};
  columns[2] = (vec){s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)};
}

static vec combine(const vec* columns, vec p) {
  return vec_add(vec_add(vec_scale(columns[0], p.x), vec_scale(columns[1], p.y)), vec_scale(columns[2], p.z));
}

static void read_core(core3* core, const oracle3_body* body) {
  core->body = body;
  core->rolling = 0;
  read_rotation(core->column, body->pose);
  if (body->count == 0 && body->kind == LGJK_SHAPE3_ELLIPSOID) {
    long double longest, shortest;
    oracle3_semi_axes(body->matrix, &longest, &shortest);
    // A hair less, so that what remains is convex in spite of roundoff.
    core->rolling = shortest / longest * shortest * (1 - 0x1p-50L);
  }
  for (uint32_t i = 0; i < body->count; ++i) {
    const float* v = body->vertices + 3 * i;
    core->turned[i] = combine(core->column, (vec){v[0], v[1], v[2]});
  }
}

void difference3_read(difference3* d, const oracle3_body* a, const oracle3_body* b) {
  read_core(&d->a, a);
  read_core(&d->b, b);
  d->offset = (vec){(long double)a->pose[0] - b->pose[0], (long double)a->pose[1] - b->pose[1],
                    (long double)a->pose[2] - b->pose[2]};
  d->scale = oracle3_scale(a, b);
  d->error = ROUNDOFF * oracle3_epsilon() * d->scale;
  d->lower = -INFINITY;
}

// Of the cylinder of radius and half height 1, or of the cone with its apex at z = 1 and its base at z = -1.
static vec support_round(uint32_t kind, vec u) {
  long double across = sqrtl(u.x * u.x + u.y * u.y);
  if (kind == LGJK_SHAPE3_CONE && u.z + u.z >= across) return (vec){0, 0, 1};
  long double z = kind == LGJK_SHAPE3_CONE || u.z < 0 ? -1 : 1;
  return across > 0 ? (vec){u.x / across, u.y / across, z} : (vec){0, 0, z};
}

static vec support_curved(const core3* core, vec direction) {
  const float* m = core->body->matrix;
  const vec columns[3] = {column(m, 0), column(m, 1), column(m, 2)};
  vec u = {vec_dot(core->column[0], direction), vec_dot(core->column[1], direction),
           vec_dot(core->column[2], direction)};
  vec back = {vec_dot(columns[0], u), vec_dot(columns[1], u), vec_dot(columns[2], u)};
  bool ball = core->body->kind == LGJK_SHAPE3_ELLIPSOID;
  vec p = ball ? vec_scale(back, 1 / vec_length(back)) : support_round(core->body->kind, back);
  return combine(core->column, vec_sub(combine(columns, p), vec_scale(u, core->rolling)));
}

static uint32_t support_vertex(const core3* core, vec u) {
  uint32_t best = 0;
  long double most = -INFINITY;
  for (uint32_t i = 0; i < core->body->count; ++i) {
    long double along = vec_dot(core->turned[i], u);
    if (along > most) {
      most = along;
      best = i;
    }
  }
  return best;
}

static vec support_core(const core3* core, vec u, uint32_t* index) {
  *index = 0;
  if (core->body->count == 0) return support_curved(core, u);
  *index = support_vertex(core, u);
  return core->turned[*index];
}

corner3 difference3_support(difference3* d, vec u) {
  corner3 corner;
  vec p = support_core(&d->a, u, &corner.a), q = support_core(&d->b, vec_scale(u, -1), &corner.b);
  corner.point = vec_add(d->offset, vec_sub(p, q));
  d->lower = fmaxl(d->lower, -vec_dot(corner.point, u));
  return corner;
}
