// Casts pairs by conservative advancement; compiled once for each dimension.
//
// A pair is looked at in a frame of its own: B at the origin, A at the difference of their places, moved along the
// difference of their ways. So coordinates are no larger than the shapes, however far off they are and however long the
// way is. The frame is in double; the input of a contact query is rounded to float.
//
// First the circles (balls) about both bodies: between the fractions at which they meet and part, the difference of the
// places is at most the sum R of their radii, so that the scale of a contact is at most 2 R. Then contacts in turn. One
// gives a distance d and a normal n. Along n, a gap of at least d less a band is left. It shrinks by way . n in a whole
// way. If bodies turn, it also shrinks by the greatest angular speed of each, times its core's radius. By nothing else:
// so with the sum v of these the pair does not touch before (d - STEP_BANDS bands) / v more; there the next contact is
// computed. If v is not above 0, it never touches. Where bodies turn, v is far too high for most pairs. So from the
// second contact on the normal is followed as it turns (cast/exact.h), which goes on to where it ceases to separate.
//
// Pairs take different numbers of contacts. A slot that is through takes the next pair, so that a call for contacts has
// some SLOTS pairs until the last.
#include "cast/run.h"

#include <stdbool.h>
#include <string.h>

#include "base/fpcontrol.h"
#include "cast/exact.h"
#include "cast/write.h"
#include "cast/chunk.h"
#include "shape/names.h"

#define lgjk_contactN LANE_CAT(lgjk_contact, DIM)

#define SLOTS 256u

// Of the scale 2 R. What is left after a step: more than the touch band, within which a contact takes double.
#define STEP_BANDS 4.0

// Contacts that many steps in double count as, so that a limit ends them, too.
#define UNFINISHED_STEPS 16u

// The pairs that are looked at. Slots stay where they are; `active` lists those in use, and results are in its order.
typedef struct cast_slots {
  uint32_t count, spare;                     // active slots, and those that are not
  uint32_t active[SLOTS], free[SLOTS];       // their numbers
  uint64_t pair[SLOTS];                      // of each slot, as all that follows
  double start[SLOTS][DIM], way[SLOTS][DIM]; // of A relative to B
  double fraction[SLOTS], limit[SLOTS];      // where A is; where both circles part
  double band[SLOTS], fine[SLOTS];           // fine: as in cast/chunk.h
  double spin[SLOTS];                        // how fast turns bring both together, at most
  double before[SLOTS];                      // where the contact before the last was
  float normal_before[SLOTS][DIM];           // and its normal
  uint32_t steps[SLOTS];
  cast_body a[SLOTS], b[SLOTS];
  lgjk_warm warm[DIM == 3 ? SLOTS : 1]; // by place in `active`, as the results
  uint8_t status[SLOTS];
  float distance[SLOTS], normal[SLOTS][DIM], point[SLOTS][DIM];
} cast_slots;

// ---------------------------------------------------------------- slots

static void turn_body(const cast_turn* t, double fraction, cast_body* out) {
  double at[TURN];
  turn_at(t, fraction, at);
  for (int k = 0; k < TURN; ++k) out->pose[DIM + k] = (float)at[k];
}

// Brings both bodies of a slot to its fraction.
static void place_pair(const cast_job* job, cast_slots* s, uint32_t i) {
  const double fraction = s->fraction[i];
  const uint64_t pair = s->pair[i];
  const lgjk_batch* batch = &job->batch;
  for (int k = 0; k < DIM; ++k) s->a[i].pose[k] = (float)(s->start[i][k] + fraction * s->way[i][k]);
  if (job->turn_a != NULL && fraction > 0) {
    const cast_turn t =
        turn_of_pair(&batch->a, batch->pair_a, batch->pair_stride, pair, job->turn_a, job->turn_a_stride);
    turn_body(&t, fraction, &s->a[i]);
  }
  if (job->turn_b != NULL && fraction > 0) {
    const cast_turn t =
        turn_of_pair(&batch->b, batch->pair_b, batch->pair_stride, pair, job->turn_b, job->turn_b_stride);
    turn_body(&t, fraction, &s->b[i]);
  }
}

static void fill_slot(const cast_job* job, cast_slots* s, const cast_chunk* c, uint32_t from) {
  const uint32_t i = s->free[--s->spare];
  s->active[s->count] = i;
  if (DIM == 3) memset(&s->warm[s->count], 0, sizeof s->warm[0]);
  ++s->count;
  s->pair[i] = c->pair[from];
  for (int k = 0; k < DIM; ++k) {
    s->start[i][k] = c->start[k][from];
    s->way[i][k] = c->way[k][from];
  }
  s->fraction[i] = c->from[from];
  s->limit[i] = c->to[from];
  s->band[i] = c->scale[from] * 2 * c->reach[from];
  s->fine[i] = c->fine[from];
  s->spin[i] = c->spin[from];
  s->steps[i] = 0;
  s->a[i] = c->a[from];
  s->b[i] = c->b[from];
  place_pair(job, s, i);
}

// Reads `count` of the pairs that are left, from the place `at` on, for which there is room. Puts those whose circles
// meet into slots. Returns how many are bad.
static uint32_t take_chunk(const cast_job* job, cast_slots* s, const cast_left* left, uint32_t at, uint32_t count) {
  cast_chunk c;
  uint32_t bad = 0, meeting = 0, meets[CHUNK + 1];
  cast_read_chunkN(job, left, at, count, &c);
  for (uint32_t i = 0; i < count; ++i) {
    meets[meeting] = i;
    meeting += c.good[i] & c.meets[i];
    bad += !c.good[i];
  }
  for (uint32_t i = 0; i < count && bad != 0; ++i) {
    if (!c.good[i]) cast_write_plain(job, c.pair[i], LGJK_CAST_BAD, 0, 0);
  }
  for (uint32_t k = 0; k < meeting; ++k) {
    if (!c.exact[meets[k]] || !cast_in_doubleN(job, &c, meets[k])) fill_slot(job, s, &c, meets[k]);
  }
  return bad;
}

// ---------------------------------------------------------------- contacts

static lgjk_bodiesN view_of(const void* shapes, const cast_body* bodies) {
  return (lgjk_bodiesN){.struct_size = sizeof(lgjk_bodiesN),
                        .count = SLOTS,
                        .shapes = shapes,
                        .shape = &bodies->shape,
                        .pose = bodies->pose,
                        .radius = &bodies->radius,
                        .shape_stride = sizeof *bodies,
                        .pose_stride = sizeof *bodies,
                        .radius_stride = sizeof *bodies};
}

// Computes the contacts of all active slots by a public call. Its arguments are right.
static void find_contacts(const cast_job* job, cast_slots* s) {
  const lgjk_bodiesN a = view_of(job->shapes_a, s->a), b = view_of(job->shapes_b, s->b);
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = s->active, .b = s->active, .count = s->count};
  const lgjk_results results = {.struct_size = sizeof results,
                                .status = s->status,
                                .distance = s->distance,
                                .normal = s->normal[0],
                                .point_b = s->point[0]};
  const lgjk_options options = {.struct_size = sizeof options, .isa = job->isa, .flags = job->flags};
  lgjk_contactN(&a, &b, &pairs, DIM == 3 ? s->warm : NULL, 0, s->count, &results, &options, NULL);
}

// Writes the touch of active slot `at`. `depth`: of an overlap, or 0.
static void write_touch(const cast_job* job, const cast_slots* s, uint32_t at, uint32_t status, double depth) {
  const uint32_t i = s->active[at];
  double normal[DIM], point[DIM];
  for (int k = 0; k < DIM; ++k) {
    normal[k] = (double)s->normal[at][k];
    point[k] = (double)s->point[at][k];
  }
  cast_write_at(job, s->pair[i], status, s->fraction[i], s->steps[i], normal, point, depth);
}

static void write_miss(const cast_job* job, const cast_slots* s, uint32_t i) {
  const uint64_t pair = s->pair[i];
  cast_write_plain(job, pair, LGJK_CAST_MISS, job->most != NULL ? (double)job->most[pair] : 1, s->steps[i]);
}

// Returns active slot `at` on its way, along the normal of its contact.
static cast_course course_of(const cast_slots* s, uint32_t at, double least, double enough) {
  const uint32_t i = s->active[at];
  cast_course c = {.pair = s->pair[i],
                   .start = s->start[i],
                   .way = s->way[i],
                   .a = &s->a[i],
                   .b = &s->b[i],
                   .from = s->fraction[i],
                   .end = s->limit[i],
                   .least = least,
                   .enough = enough};
  for (int k = 0; k < DIM; ++k) c.normal[k] = (double)s->normal[at][k];
  return c;
}

// Returns the fraction of the next contact, before which the pair does not touch. A gap of at least `gap` is left along
// the normal of active slot `at`, and shrinks by `speed` at most.
static double next_fraction(const cast_job* job, cast_slots* s, uint32_t at, double gap, double speed) {
  const uint32_t i = s->active[at];
  const double from = s->fraction[i], by_speed = from + gap / speed, since = from - s->before[i];
  double by_axis = by_speed;
  if (s->spin[i] > 0 && s->steps[i] > 1 && since > 0 && by_speed <= s->limit[i]) {
    cast_course c = course_of(s, at, STEP_BANDS * s->band[i], s->band[i]);
    for (int k = 0; k < DIM; ++k) c.drift[k] = (c.normal[k] - (double)s->normal_before[i][k]) / since;
    by_axis = cast_follow_axisN(job, &c, gap - s->band[i]);
  }
  s->before[i] = from;
  memcpy(s->normal_before[i], s->normal[at], sizeof s->normal[at]);
  return by_axis > by_speed ? by_axis : by_speed;
}

// Writes what active slot `at` comes to where it touches: a hit, or a miss.
static void end_at_touch(const cast_job* job, const cast_slots* s, uint32_t at, const cast_touch* touch) {
  const uint32_t i = s->active[at];
  const cast_begin begin = {.first = touch->first,
                            .gap = touch->gap,
                            .speed = touch->speed,
                            .rest = s->limit[i] - touch->fraction,
                            .way = lgjk_sqrt(cast_dot(s->way[i], s->way[i])),
                            .band = s->band[i]};
  if (cast_passes_touch(&begin)) {
    write_miss(job, s, i);
  } else {
    cast_write_at(job, s->pair[i], LGJK_CAST_HIT, touch->fraction, s->steps[i], touch->normal, touch->point, 0);
  }
}

// Takes active slot `at` from a contact within the touch bands to its touch. Returns false if the pair has its answer.
static bool finish(const cast_job* job, cast_slots* s, uint32_t at, double gap, double speed) {
  const uint32_t i = s->active[at];
  cast_touch touch = {.fraction = s->fraction[i], .gap = gap, .speed = speed, .first = gap + s->fraction[i] * speed};
  for (int k = 0; k < DIM; ++k) {
    touch.normal[k] = (double)s->normal[at][k];
    touch.point[k] = (double)s->point[at][k];
  }
  if (s->fine[i] > 0) {
    const cast_course c = course_of(s, at, (CAST_TOUCH_BANDS + 1) * s->band[i], s->fine[i]);
    const uint32_t end = cast_finish_turnN(job, &c, s->spin[i], &touch);
    if (end == CAST_PASSES) {
      write_miss(job, s, i);
      return false;
    }
    if (end == CAST_UNFINISHED) {
      const uint32_t steps = s->steps[i] + UNFINISHED_STEPS;
      s->steps[i] = steps < job->limit ? steps : job->limit;
    }
    if (end >= CAST_UNKNOWN && s->steps[i] >= job->limit) {
      cast_write_plain(job, s->pair[i], LGJK_CAST_LIMIT, touch.fraction, s->steps[i]);
      return false;
    }
    if (end >= CAST_UNKNOWN) {
      s->fraction[i] = s->before[i] = touch.fraction; // its normal is none that next_fraction can follow
      place_pair(job, s, i);
      return true;
    }
  }
  end_at_touch(job, s, at, &touch);
  return false;
}

// Takes the contact of active slot `at`, and moves A on. Returns false if the pair has its answer.
static bool advance(const cast_job* job, cast_slots* s, uint32_t at, uint64_t* bad) {
  const uint32_t status = s->status[at], i = s->active[at];
  const bool begins = s->steps[i]++ == 0 && s->fraction[i] == 0;
  if (status == LGJK_STATUS_BAD) {
    cast_write_plain(job, s->pair[i], LGJK_CAST_BAD, 0, s->steps[i]);
    ++*bad;
    return false;
  }
  double normal[DIM];
  for (int k = 0; k < DIM; ++k) normal[k] = (double)s->normal[at][k];
  const double gap = (double)s->distance[at] - job->target, speed = cast_dot(s->way[i], normal) + s->spin[i];
  if (gap < -s->band[i]) { // later only where a contact was off by more than its band
    write_touch(job, s, at, begins ? LGJK_CAST_OVERLAP : LGJK_CAST_HIT, begins ? -gap : 0);
    return false;
  }
  if (!(speed > 0)) {
    write_miss(job, s, i);
    return false;
  }
  if (gap <= CAST_TOUCH_BANDS * s->band[i]) return finish(job, s, at, gap, speed);
  if (status == LGJK_STATUS_LIMIT || s->steps[i] >= job->limit) {
    cast_write_plain(job, s->pair[i], LGJK_CAST_LIMIT, s->fraction[i], s->steps[i]);
    return false;
  }
  const double next = next_fraction(job, s, at, gap - STEP_BANDS * s->band[i], speed);
  if (!(next <= s->limit[i])) {
    write_miss(job, s, i);
    return false;
  }
  if (!(next > s->fraction[i])) { // the way is so long that a double has no fraction between
    write_touch(job, s, at, LGJK_CAST_HIT, 0);
    return false;
  }
  s->fraction[i] = next;
  place_pair(job, s, i);
  return true;
}

// Takes all contacts, and keeps the slots that go on.
static void advance_all(const cast_job* job, cast_slots* s, uint64_t* bad) {
  uint32_t kept = 0;
  for (uint32_t at = 0; at < s->count; ++at) {
    const uint32_t i = s->active[at];
    if (advance(job, s, at, bad)) {
      if (DIM == 3) s->warm[kept] = s->warm[at];
      s->active[kept++] = i;
    } else {
      s->free[s->spare++] = i;
    }
  }
  s->count = kept;
}

// Looks at `count` pairs, and lists those that are left. All are misses so far.
static void look_at(const cast_job* job, uint64_t first, uint32_t count, cast_left* left) {
  left->first = first;
  left->count = 0;
  cast_write_misses(job, first, count);
  if (job->turn_a == NULL && job->turn_b == NULL) {
    job->look(job, count, left);
    return;
  }
  for (; left->count < count; ++left->count) {
    left->pair[left->count] = (uint16_t)left->count;
    left->from[left->count] = 0;
  }
}

uint64_t cast_runN(const cast_job* job, uint64_t first, uint64_t end) {
  cast_slots s;
  cast_left left;
  uint64_t next = first, bad = 0;
  uint32_t taken = 0;
  left.count = 0;
  s.count = 0;
  s.spare = SLOTS;
  for (uint32_t i = 0; i < SLOTS; ++i) s.free[i] = i;
  for (;;) {
    while (s.spare >= CHUNK && (taken < left.count || next < end)) {
      if (taken == left.count) {
        const uint32_t count = end - next < CAST_LOOK ? (uint32_t)(end - next) : CAST_LOOK;
        look_at(job, next, count, &left);
        next += count;
        taken = 0;
      }
      const uint32_t some = left.count - taken < CHUNK ? left.count - taken : CHUNK;
      if (some > 0) bad += take_chunk(job, &s, &left, taken, some);
      taken += some;
    }
    if (s.count == 0) return bad;
    find_contacts(job, &s);
    advance_all(job, &s, &bad);
  }
}
