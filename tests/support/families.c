// Families of hard pairs: random numbers, the families that both dimensions have, the table of all, and batches filled
// from it: shapes built, poses and pairs stored, views set. Two draws never stand in one list of arguments: compilers
// evaluate those in orders of their own. Everything is in double with + - * / only.
#include "families.h"

#include <stdlib.h>
#include <string.h>

#include "families_pairs.h"
#include "packed.h"

// ---------------------------------------------------------------- parts of pairs

// splitmix64
uint64_t makerN_next(makerN* m) {
  uint64_t z = m->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double makerN_uniform(makerN* m, double low, double high) {
  return low + (high - low) * ((double)(makerN_next(m) >> 11) * 0x1p-53);
}

uint32_t makerN_below(makerN* m, uint32_t count) { return (uint32_t)((makerN_next(m) >> 32) * count >> 32); }

bool makerN_chance(makerN* m, double probability) { return makerN_uniform(m, 0, 1) < probability; }

double makerN_small(makerN* m, uint32_t low, uint32_t high) {
  double value = makerN_uniform(m, 0.1, 1);
  for (uint32_t i = low + makerN_below(m, high - low); i > 0; --i) value *= 0.1;
  return makerN_chance(m, 0.5) ? value : -value;
}

void makerN_clear(planN* p) {
  lgjk_shapeN_def_init(&p->def);
  p->def.kind = LGJK_SHAPEN_POINTS;
  p->def.points = p->points;
  p->def.point_count = 0;
  p->radius = 0;
}

void makerN_rounding(planN* p, double radius) {
  p->def.radius = (float)radius;
  p->radius = (float)radius;
}

void makerN_shuffle(makerN* m, planN* p) {
  for (uint32_t i = p->def.point_count; i > 1; --i) {
    float spare[DIM], *from = p->points + DIM * makerN_below(m, i), *to = p->points + DIM * (i - 1);
    memcpy(spare, from, sizeof spare);
    memmove(from, to, sizeof spare);
    memcpy(to, spare, sizeof spare);
  }
}

void makerN_copy(planN* to, const planN* from) {
  *to = *from;
  if (from->def.points != NULL) to->def.points = to->points;
}

double makerN_gap(makerN* m, double size) {
  return size * (makerN_chance(m, 0.5) ? makerN_small(m, 2, 7) : makerN_uniform(m, DIM == 2 ? -1 : -0.7, 1));
}

void makerN_random_position(makerN* m, planN* p, double range) {
  for (int k = 0; k < DIM; ++k) p->pose[k] = (float)makerN_uniform(m, -range, range);
}

void makerN_carry_away(makerN* m) {
  for (int k = 0; k < DIM; ++k) {
    const float offset = makerN_chance(m, 0.5) ? 1e4f : -1e4f;
    m->a.pose[k] += offset;
    m->b.pose[k] += offset;
  }
}

// ---------------------------------------------------------------- families of both dimensions

#if DIM == 2
#define vecN point2
#else
#define vecN vec3
#endif
#define makerN_any MAKER_NAME(_any)
#define makerN_turn MAKER_NAME(_turn)
#define makerN_pose_at_gap MAKER_NAME(_pose_at_gap)
#define makerN_direction MAKER_NAME(_direction)
#define makerN_place MAKER_NAME(_place)

void makerN_turn_both(makerN* m) {
  makerN_random_position(m, &m->a, 0.1);
  makerN_turn(m, &m->a);
  makerN_turn(m, &m->b);
}

static void any_two(makerN* m) {
  makerN_any(m, &m->a, 1);
  makerN_any(m, &m->b, 1);
}

void familyN(general)(makerN* m) {
  any_two(m);
  makerN_pose_at_gap(m, 20, makerN_uniform(m, -1.5, 1.5));
}

void familyN(far_apart)(makerN* m) {
  any_two(m);
  makerN_pose_at_gap(m, 10, 100 * makerN_uniform(m, 0.1, 100));
}

void familyN(deep)(makerN* m) {
  makerN_any(m, &m->a, 1);
  makerN_any(m, &m->b, makerN_uniform(m, 0.3, 3));
  makerN_turn_both(m);
  makerN_random_position(m, &m->b, DIM == 2 ? 0.4 : 0.3);
}

void familyN(offset_1e4)(makerN* m) {
  any_two(m);
  makerN_pose_at_gap(m, 1, makerN_gap(m, 1));
  makerN_carry_away(m);
}

void familyN(concentric)(makerN* m) {
  makerN_any(m, &m->a, 1);
  makerN_any(m, &m->b, makerN_chance(m, 0.5) ? 1 : 0.1);
  makerN_turn_both(m);
  memcpy(m->b.pose, m->a.pose, DIM * sizeof(float));
}

void familyN(identical)(makerN* m) {
  makerN_any(m, &m->a, 1);
  makerN_copy(&m->b, &m->a);
  makerN_turn_both(m);
  const float sign = makerN_chance(m, DIM == 2 ? 0.3 : 0.5) ? -1 : 1; // q and -q are one rotation of space
  memcpy(m->b.pose, m->a.pose, sizeof m->a.pose);
  for (int k = DIM; k < POSE_FLOATS; ++k) m->b.pose[k] *= sign;
  if (makerN_chance(m, 0.5)) {
    const vecN u = makerN_direction(m);
    makerN_place(m, u, makerN_small(m, 0, 7), 0);
  }
}

// ---------------------------------------------------------------- shape sets that are kept

// Tests open the same input again and again, and building its hulls takes most of that: so a set is kept until the
// program ends, and given again.

enum { KEPT_SETS = 1024, KEPT_SHAPES = 80000 }; // so that memory has an end

static struct kept_sets {
  uint64_t hash[KEPT_SETS]; // of the definitions
  lgjk_shapesN* shapes[KEPT_SETS];
  uint32_t count, all_shapes;
} kept;

static void kept_end(void) {
  for (uint32_t i = 0; i < kept.count; ++i) lgjk_shapesN_destroy(kept.shapes[i]);
}

static uint64_t kept_hash_bytes(uint64_t hash, const void* bytes, size_t size) {
  const unsigned char* byte = bytes;
  for (size_t i = 0; i < size; ++i) hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
  return hash;
}

// FNV-1a of all that definitions say, not of where their points are.
static uint64_t kept_hash(const lgjk_shapeN_def* defs, uint32_t count) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ count;
  for (uint32_t i = 0; i < count; ++i) {
    lgjk_shapeN_def def = defs[i];
    def.points = NULL;
    hash = kept_hash_bytes(hash, &def, sizeof def);
    const size_t stride = def.point_stride > 0 ? def.point_stride : DIM * sizeof(float);
    for (uint32_t k = 0; k < def.point_count; ++k) {
      hash = kept_hash_bytes(hash, (const char*)defs[i].points + stride * k, DIM * sizeof(float));
    }
  }
  return hash;
}

int32_t keptN_create(const lgjk_shapeN_def* defs, uint32_t count, lgjk_shapesN** shapes, lgjk_error* error) {
  const uint64_t hash = kept_hash(defs, count);
  for (uint32_t i = 0; i < kept.count; ++i) {
    if (kept.hash[i] != hash) continue;
    *shapes = kept.shapes[i];
    return LGJK_OK;
  }
  const int32_t code = lgjk_shapesN_create(defs, count, NULL, shapes, error);
  if (code != LGJK_OK || kept.count == KEPT_SETS || kept.all_shapes + count > KEPT_SHAPES) return code;
  if (kept.count == 0 && atexit(kept_end) != 0) return code;
  kept.hash[kept.count] = hash;
  kept.shapes[kept.count++] = *shapes;
  kept.all_shapes += count;
  return code;
}

void keptN_destroy(lgjk_shapesN* shapes) {
  for (uint32_t i = 0; i < kept.count; ++i) {
    if (kept.shapes[i] == shapes) return;
  }
  lgjk_shapesN_destroy(shapes);
}

// ---------------------------------------------------------------- the table

#define FAMILY_ROW(function, name, radius) {name, familyN(function), radius},
static const struct family {
  const char* name;
  void (*make)(makerN* m);
  bool own_radius; // bodies carry radii of their own
} table[] = {FAMILIES(FAMILY_ROW)};

uint32_t familiesN_count(void) { return sizeof table / sizeof table[0]; }

const char* familiesN_name(uint32_t family) { return table[family].name; }

// ---------------------------------------------------------------- batches

static void store_body(familiesN_batch* batch, lgjk_shapeN_def* defs, uint32_t body, const planN* p) {
  size_t size = DIM * p->def.point_count * sizeof(float);
  defs[body] = p->def;
  if (size > 0) {
    float* copy = malloc(size);
    memcpy(copy, p->points, size);
    defs[body].points = copy;
  }
  batch->shape[body] = body;
  memcpy(&batch->pose[POSE_FLOATS * body], p->pose, sizeof p->pose);
  if (batch->radius != NULL) batch->radius[body] = p->radius;
}

static void set_views(familiesN_batch* batch) {
  batch->bodies = packed_bodies(batch->shapes, batch->body_count, batch->shape, batch->pose, batch->radius);
  batch->pairs = packed_pairs(batch->a, batch->b, batch->pair_count);
}

int32_t familiesN_make(familiesN_batch* batch, uint32_t family, uint64_t seed, uint32_t pair_count, lgjk_error* error) {
  uint32_t bodies = 2 * pair_count;
  lgjk_shapeN_def* defs = calloc(bodies + 1, sizeof *defs);
  *batch = (familiesN_batch){.body_count = bodies, .pair_count = pair_count};
  batch->shape = malloc((bodies + 1) * sizeof *batch->shape);
  batch->pose = malloc((bodies + 1) * POSE_FLOATS * sizeof *batch->pose);
  if (table[family].own_radius) batch->radius = malloc((bodies + 1) * sizeof *batch->radius);
  batch->a = malloc((pair_count + 1) * sizeof *batch->a);
  batch->b = malloc((pair_count + 1) * sizeof *batch->b);
  for (uint32_t i = 0; i < pair_count; ++i) {
    makerN m = {.state = seed * 0x2545f4914f6cdd1du + family * 1000003u + i};
    m.state = makerN_next(&m);
    table[family].make(&m);
    store_body(batch, defs, 2 * i, &m.a);
    store_body(batch, defs, 2 * i + 1, &m.b);
    batch->a[i] = 2 * i;
    batch->b[i] = 2 * i + 1;
  }
  int32_t code = keptN_create(defs, bodies, &batch->shapes, error);
  for (uint32_t i = 0; i < bodies; ++i) free((void*)(uintptr_t)defs[i].points);
  free(defs);
  set_views(batch);
  if (code != LGJK_OK) familiesN_free(batch);
  return code;
}

void familiesN_free(familiesN_batch* batch) {
  keptN_destroy(batch->shapes);
  free(batch->shape);
  free(batch->pose);
  free(batch->radius);
  free(batch->a);
  free(batch->b);
  *batch = (familiesN_batch){0};
}

#if DIM == 2
static void turn_by(double turn, const float* from, float* to) {
  to[0] = (float)(from[0] - turn * from[1]);
  to[1] = (float)(from[1] + turn * from[0]);
}
#else
// q + t q with a small imaginary t, which is a turn by twice its length.
static void turn_slightly(maker3* m, const float* from, float* to) {
  double angle = maker3_uniform(m, -0.005, 0.005);
  vec3 t = vec3_scale(maker3_direction(m), angle);
  double x = from[0], y = from[1], z = from[2], w = from[3];
  to[0] = (float)(x + t.x * w + t.y * z - t.z * y);
  to[1] = (float)(y - t.x * z + t.y * w + t.z * x);
  to[2] = (float)(z + t.x * y - t.y * x + t.z * w);
  to[3] = (float)(w - t.x * x - t.y * y - t.z * z);
}
#endif

void familiesN_move(const familiesN_batch* batch, uint64_t seed, float* pose) {
  makerN m = {.state = seed};
  for (uint32_t i = 0; i < batch->body_count; ++i) {
    const float* from = &batch->pose[POSE_FLOATS * i];
    float* to = &pose[POSE_FLOATS * i];
    lgjk_shapeN_info info = {.struct_size = sizeof info};
    lgjk_shapesN_get(batch->shapes, batch->shape[i], &info, NULL, 0, NULL);
    double step = 0.01 * info.bound;
#if DIM == 2
    const double turn = makerN_uniform(&m, -0.01, 0.01); // drawn before the step
#endif
    for (int k = 0; k < DIM; ++k) to[k] = (float)(from[k] + step * makerN_uniform(&m, -1, 1));
#if DIM == 2
    turn_by(turn, from + DIM, to + DIM);
#else
    turn_slightly(&m, from + DIM, to + DIM);
#endif
  }
  lgjk_poseN_normalize(pose, 0, batch->body_count, NULL);
}
