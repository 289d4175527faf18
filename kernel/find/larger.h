// Searches the cover for larger bodies that a body meets, in lanes.
#ifndef LGJK_FIND_LARGER_H
#define LGJK_FIND_LARGER_H

#include "find/large_bodies.h"
#include "find/rows.h"

// A query body of the cover, in lanes.
typedef struct cover_probe {
  vf centre[DIM], radius, margin, turned;
} cover_probe;

// Returns the lanes of boxes an axis of which separates them from the query body's circle, as parts_circle. `rec`: a
// find_box in each lane. `way`: from the centres of their circles to that of the query body.
LANE_INLINE mf parting_boxes(const cover_probe* p, const vf* rec, const vf way[DIM], vf circle) {
  const vf gap = vf_add(p->margin, vf_mul(p->turned, vf_add(vf_add(p->radius, circle), p->margin)));
  const vf *axes = rec + DIM, *half = rec + offsetof(find_box, half) / sizeof(float);
  const vf rounding = rec[offsetof(find_box, radius) / sizeof(float)];
  mf apart = mf_none();
  vf d[DIM];
  for (int k = 0; k < DIM; ++k) d[k] = vf_sub(way[k], rec[k]);
  for (int k = 0; k < DIM; ++k) {
#if DIM == 2
    const vf x = k == 0 ? axes[0] : vf_neg(axes[1]), y = k == 0 ? axes[1] : axes[0];
    const vf along = vf_add(vf_mul(d[0], x), vf_mul(d[1], y));
#else
    const vf *axis = axes + 3 * k, two = vf_add(vf_mul(d[0], axis[0]), vf_mul(d[1], axis[1]));
    const vf along = vf_add(two, vf_mul(d[2], axis[2]));
#endif
    apart = mf_or(apart, vf_lt(vf_add(vf_add(half[k], rounding), vf_add(p->radius, gap)), vf_abs(along)));
  }
  return mf_and(apart, vf_le(vf_set(0), half[0]));
}

// Returns the lanes, as bits, of bodies of the cover whose circle meets that of the query body, and whose box, if they
// have one, does not part from it. `body`: LANES of them.
LANE_INLINE uint32_t near_larger(const find_bounds* others, const cover_probe* p, const uint32_t body[LANES]) {
  vf rec[4 * BOX_QUADS], way[DIM], circle;
  if (others->box != NULL) {
    vf_load_records((const char*)others->box, sizeof(find_box), body, 0, BOX_QUADS, rec);
  } else {
    for (int k = 0; k < DIM; ++k) {
      rec[offsetof(find_box, centre) / sizeof(float) + (size_t)k] =
          vf_load_each((const char*)others->centre[k], sizeof(float), body);
    }
    rec[offsetof(find_box, circle) / sizeof(float)] = vf_load_each((const char*)others->radius, sizeof(float), body);
  }
  const vf* centre = rec + offsetof(find_box, centre) / sizeof(float);
  circle = rec[offsetof(find_box, circle) / sizeof(float)];
  vf square = vf_set(0);
  for (int k = 0; k < DIM; ++k) {
    way[k] = vf_sub(p->centre[k], centre[k]);
    square = k == 0 ? vf_mul(way[k], way[k]) : vf_add(square, vf_mul(way[k], way[k]));
  }
  const vf reach = vf_add(vf_add(p->radius, circle), p->margin);
  mf meet = vf_le(square, vf_mul(reach, reach));
  if (others->box != NULL) meet = mf_and_not(meet, parting_boxes(p, rec, way, circle));
  return mf_bits(meet);
}

// Returns whether body j of the cover, whose circle and box do not part from body i, is its partner.
static inline bool is_partner(const find_rows* rows, uint32_t i, uint32_t class, uint32_t j) {
  const find_job* job = rows->job;
  if (class > 0 && job->class[j] <= class) return false;
  if (job->two_views && !job->of_index && (i < job->split) == (j < job->split)) return false;
  const bool boxed = job->bounds.box != NULL && is_boxed(&job->bounds.box[i]);
  const uint32_t checks = (rows->checks & (CHECK_FILTERS | CHECK_FIT)) | (boxed ? CHECK_BOXES : 0);
  return checks == 0 || keep_meeting(job, checks, i, &j, 1) != 0;
}

// Takes body j of the cover, whose circle and box do not part from body i, if it is a partner. A row that is searched
// for the second time has its pairs apart already.
static inline uint32_t take_partner(find_rows* rows, uint32_t i, uint32_t class, uint32_t j, uint32_t* hit,
                                    uint32_t hits) {
  if (!is_partner(rows, i, class, j)) return hits;
  if (!rows->job->of_index && j < i) {
    if (rows->direct == NULL) add_apart(rows, j, i);
    return hits;
  }
  if (hits == HITS) hits = spill(rows, i, hit, hits);
  hit[hits] = j;
  return hits + 1;
}

// Takes up to LANES bodies of the cover that may be partners.
LANE_INLINE uint32_t take_larger(find_rows* rows, const cover_probe* p, uint32_t i, uint32_t class,
                                 uint32_t body[LANES], uint32_t count, uint32_t* hit, uint32_t hits) {
  const find_job* job = rows->job;
  for (uint32_t l = count; l < LANES; ++l) body[l] = body[0];
  uint32_t near = near_larger(&job->others, p, body) & (uint32_t)((1ull << count) - 1);
  for (; near != 0; near &= near - 1) {
    hits = take_partner(rows, i, class, body[__builtin_ctz(near)], hit, hits);
  }
  return hits;
}

// Where the entries of a cell are: those of a slot that have the key.
typedef struct cover_place {
  uint32_t slot, key;
} cover_place;

// Finds the cell of a level that holds a place.
LANE_INLINE cover_place cover_find(const find_cover* cover, uint32_t level, const float place[DIM]) {
  int32_t cell[DIM];
  cover_cell(cover, level, place, cell);
  return (cover_place){cover_slot(cover, cell, level), cover_key(cell, level)};
}

// Searches the cover: one slot of each level, whose entries of the body's cell are taken by LANES.
static LANE_NOINLINE uint32_t search_cover(find_rows* rows, uint32_t class, uint32_t i, uint32_t* hit, uint32_t hits) {
  const find_job* job = rows->job;
  const find_cover* cover = &job->cover;
  float place[DIM];
  uint32_t body[LANES + 1];
  cover_probe p = {.radius = vf_set(job->bounds.radius[i]),
                   .margin = vf_set(job->limits.margin),
                   .turned = vf_set(job->limits.turned)};
  for (int k = 0; k < DIM; ++k) {
    place[k] = job->bounds.centre[k][i];
    p.centre[k] = vf_set(place[k]);
  }
  for (uint32_t levels = cover->levels; levels != 0; levels &= levels - 1) {
    const cover_place at = cover_find(cover, (uint32_t)__builtin_ctz(levels), place);
    uint32_t count = 0;
    for (uint32_t e = find_begin(cover->end, at.slot); e < cover->end[at.slot]; ++e) {
      body[count] = cover->entry[e].body;
      count += cover->entry[e].key == at.key;
      if (count < LANES) continue;
      hits = take_larger(rows, &p, i, class, body, count, hit, hits);
      count = 0;
    }
    if (count > 0) hits = take_larger(rows, &p, i, class, body, count, hit, hits);
  }
  return hits;
}

#endif
