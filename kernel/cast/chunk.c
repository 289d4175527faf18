// Compiled once for each dimension. A chunk is compared without a branch on whether circles meet, which no processor
// predicts.
#include "cast/chunk.h"

#include "base/fpcontrol.h"
#include "cast/write.h"
#include "shape/cores.h"

// Circles are larger by this, so that no rounding keeps apart what meets.
#define OUTWARDS 1.000001

// Scales that are inside the domain of a contact beyond doubt. Others are left to it.
#define LEAST_REACH OF_DIM(2e-6, 2e-4)
#define MOST_REACH OF_DIM(4e5, 3.5e4)

// What a side of a new pair is.
typedef struct side_reading {
  double bound;                     // with its radius
  double core;                      // without
  bool good, curved, point, simple; // simple: a polygon; in 3D a point, a segment or a box
} side_reading;

static inline side_reading read_side(const cast_job* job, const lgjk_side* side, uint32_t i, cast_body* out) {
  memcpy(out->pose, side->pose + side->pose_stride * i, sizeof out->pose);
  out->shape = lgjk_word_at(side->shape, side->shape_stride, i);
  const uint32_t shape = out->shape < side->shape_count ? out->shape : side->shape_count; // whose bound is no number
  const lgjk_shapeN* record = (const lgjk_shapeN*)side->table + shape;
  out->radius = record->radius;
  if (side->radius != NULL) memcpy(&out->radius, side->radius + side->radius_stride * i, sizeof out->radius);
  return (side_reading){.bound = (double)record->bound + (double)out->radius,
                        .core = (double)record->bound,
                        .good = cast_is_turned_well(job, out->pose + DIM) & (out->radius >= 0),
                        .curved = is_curved_core(record->core),
                        .point = is_point_core(record->core),
                        .simple = OF_DIM(!is_curved_core(record->core),
                                         is_point_or_segment_core(record->core) || is_box_core(record->core))};
}

static inline void read_pair(const cast_job* job, cast_chunk* c, uint32_t i) {
  const uint64_t pair = c->pair[i];
  const uint32_t a = lgjk_word_at(job->batch.pair_a, job->batch.pair_stride, pair);
  const uint32_t b = lgjk_word_at(job->batch.pair_b, job->batch.pair_stride, pair);
  double way[DIM] = {0};
  const side_reading of_a = read_side(job, &job->batch.a, a, &c->a[i]);
  const side_reading of_b = read_side(job, &job->batch.b, b, &c->b[i]);
  cast_add_way(job, &job->batch.a, job->way_a, job->way_a_stride, a, 1, way);
  cast_add_way(job, &job->batch.b, job->way_b, job->way_b_stride, b, -1, way);
  double between[DIM];
  const bool placed = lgjk_between_positions(&job->batch.a, a, &job->batch.b, b, DIM, between);
  for (int k = 0; k < DIM; ++k) {
    c->start[k][i] = ((double)c->a[i].pose[k] - (double)c->b[i].pose[k]) - between[k];
    c->way[k][i] = way[k];
    c->b[i].pose[k] = 0;
  }
  c->reach[i] = of_a.bound + of_b.bound + job->target;
  const bool curved = of_a.curved | of_b.curved;
  c->scale[i] = curved ? CAST_BAND_CURVED : CAST_BAND_FLAT;
  const double smaller = of_a.bound < of_b.bound ? of_a.bound : of_b.bound, local = LOCAL * smaller + job->target;
  const bool turns = job->turn_a != NULL || job->turn_b != NULL;
  const bool sized = c->reach[i] >= LEAST_REACH && c->reach[i] <= MOST_REACH;
  const bool unlike = local < c->reach[i] && sized;
  c->tolerance[i] = CAST_NEAR_SMALL * smaller + (curved ? CAST_NEAR_CURVED : CAST_NEAR_FLAT) * c->reach[i];
  c->fine[i] = turns && unlike ? c->tolerance[i] + c->scale[i] * smaller : 0;
  const bool round = (of_a.point & of_b.simple) | (of_b.point & of_a.simple);
  c->exact[i] = (unlike | (round & sized)) & !turns;
  c->most[i] = job->most != NULL ? (double)job->most[pair] : 1;
  c->spin[i] = cast_spin(job, &job->batch.a, a, job->turn_a, job->turn_a_stride, of_a.core) +
               cast_spin(job, &job->batch.b, b, job->turn_b, job->turn_b_stride, of_b.core);
  const bool itself =
      job->batch.a.pose + job->batch.a.pose_stride * a == job->batch.b.pose + job->batch.b.pose_stride * b;
  c->good[i] = of_a.good & of_b.good & placed & !itself;
}

// Finds which new pairs are good, and between which fractions their circles meet. By the cross product, a place 1e5
// radii off loses a ten thousand millionth of a radius.
static void find_meetings(cast_chunk* c) {
  for (uint32_t i = 0; i < c->count; ++i) {
    const double x = c->start[0][i], y = c->start[1][i], u = c->way[0][i], v = c->way[1][i];
    const double z = x * v - y * u, reach = c->reach[i] * OUTWARDS;
#if DIM == 2
    const double cross = z * z, way = u * u + v * v, along = x * u + y * v, place = x * x + y * y;
#else
    const double h = c->start[2][i], w = c->way[2][i], p = y * w - h * v, q = h * u - x * w;
    const double cross = p * p + q * q + z * z, way = u * u + v * v + w * w;
    const double along = x * u + y * v + h * w, place = x * x + y * y + h * h;
#endif
    const double root = way * (reach * reach) - cross, s = lgjk_sqrt(root > 0 ? root : 0), by = way > 0 ? way : 1;
    const double enter = (-along - s) / by, leave = (s - along) / by, most = c->most[i];
    const double from = way > 0 && enter > 0 ? enter : 0, to = way > 0 && leave < most ? leave : most;
    const double finite = (c->spin[i] - c->spin[i]) + (place - place) + (way - way) + (most - most) + (reach - reach);
    c->from[i] = from;
    c->to[i] = to;
    c->meets[i] = (way > 0 ? root >= 0 : place <= reach * reach) & (from <= to);
    c->good[i] &= (finite == 0) & (most >= 0) & (c->spin[i] == 0 || most <= 1);
  }
}

void cast_read_chunkN(const cast_job* job, const cast_left* left, uint32_t at, uint32_t count, cast_chunk* out) {
  out->count = count;
  for (uint32_t i = 0; i < count; ++i) {
    out->pair[i] = left->first + left->pair[at + i];
    read_pair(job, out, i);
  }
  find_meetings(out);
  for (uint32_t i = 0; i < count; ++i) {
    const double from = (double)left->from[at + i];
    out->from[i] = out->from[i] > from ? out->from[i] : from;
    out->meets[i] &= out->from[i] <= out->to[i];
  }
}
