// Builds and opens indices; compiled once for each dimension.
#include "find/index.h"

#include <math.h>
#include <string.h>

#include "find/bounds.h"
#include "find/cover.h"
#include "find/meet.h"
#include "find/run.h"

// The arrays of an index.
typedef struct index_arrays {
  find_bounds bounds;
  uint32_t* body; // their own numbers, for a search through all
  char* filter[3];
  uint32_t* end;
  cover_entry* entry;
} index_arrays;

// Places the arrays of an index behind its head; returns the bytes of all. A NULL memory only counts.
static uint64_t place_arrays(const index_head* head, char* memory, index_arrays* out) {
  find_memory m = {memory, sizeof(index_head)};
  const uint64_t n = head->bodies, padded = n + FIND_PADDING, word = sizeof(uint32_t);
  for (int k = 0; k < DIM; ++k) out->bounds.centre[k] = find_take(&m, padded * sizeof(float));
  out->bounds.radius = find_take(&m, padded * sizeof(float));
  out->bounds.box = head->boxed ? find_take(&m, n * sizeof(find_box)) : NULL;
  out->body = find_take(&m, padded * word);
  for (uint32_t f = 0; f < 3; ++f) out->filter[f] = head->filters >> f & 1 ? find_take(&m, n * word) : NULL;
  out->end = find_take_ends(&m, (uint64_t)head->mask + 1);
  out->entry = find_take(&m, head->entries * sizeof(cover_entry));
  return m.used;
}

// ---------------------------------------------------------------- measure

// A cover of one body at a time, for which no arrays are needed.
typedef struct index_probe {
  find_job job;
  find_cover cover;
  float centre[DIM], radius;
  find_box box;
  uint8_t class;
} index_probe;

static void begin_probe(const find_job* job, float reach, index_probe* p) {
  memset(p, 0, sizeof *p);
  p->job.view[0] = job->view[0];
  p->job.limits = job->limits;
  p->job.tolerance = job->tolerance;
  for (int k = 0; k < DIM; ++k) p->job.bounds.centre[k] = &p->centre[k];
  p->job.bounds.radius = &p->radius;
  p->job.bounds.box = &p->box;
  p->cover.bounds = &p->job.bounds;
  p->cover.class = &p->class;
  p->cover.count = 1;
  p->cover.turned = job->limits.turned;
  p->cover.reach[1] = reach;
  p->class = 1;
}

uint64_t find_index_measureN(find_job* job, float reach, index_head* head) {
  const uint32_t bodies = job->count;
  float largest = 0;
  index_probe p;
  begin_probe(job, reach, &p);
  memset(head, 0, sizeof *head);
  head->magic = INDEX_MAGIC;
  head->reach = reach;
  head->turned = job->limits.turned;
  head->tolerance = job->tolerance;
  head->bodies = bodies;
  for (int k = 0; k < DIM; ++k) {
    head->low[k] = HUGE_VALF;
    head->high[k] = -HUGE_VALF;
  }
  for (uint32_t i = 0; i < bodies; ++i) {
    const bound_kind kind = find_boundN(&p.job, 0, i, 0);
    head->bad += kind == BOUND_BAD;
    head->boxed |= kind == BOUND_BOXED;
    if (kind == BOUND_BAD || kind == BOUND_EMPTY) continue;
    largest = p.radius > largest ? p.radius : largest;
    for (int k = 0; k < DIM; ++k) {
      const float low = p.centre[k] - p.radius, high = p.centre[k] + p.radius;
      head->low[k] = low < head->low[k] ? low : head->low[k];
      head->high[k] = high > head->high[k] ? high : head->high[k];
    }
  }
  find_cover_planN(&p.cover, reach, largest);
  for (uint32_t i = 0; i < bodies; ++i) {
    const bound_kind kind = find_boundN(&p.job, 0, i, 0);
    if (kind == BOUND_POINT || kind == BOUND_BOXED) head->entries += find_cover_countN(&p.cover, UINT64_MAX);
  }
  memcpy(head->inverse, p.cover.inverse, sizeof head->inverse);
  head->levels = p.cover.levels;
  head->mask = find_cover_maskN(head->entries);
  const find_view* v = &job->view[0];
  head->filters = (v->category != NULL) | (uint32_t)(v->mask != NULL) << 1 | (uint32_t)(v->group != NULL) << 2;
  index_arrays arrays;
  head->bytes = place_arrays(head, NULL, &arrays);
  return head->bytes;
}

// ---------------------------------------------------------------- build

static void copy_filter(const char* from, size_t stride, uint32_t bodies, char* to) {
  for (uint32_t i = 0; i < bodies && to != NULL; ++i) memcpy(to + sizeof(uint32_t) * i, from + stride * i, 4);
}

// `class`: LEFT_OUT for a body without entries, else 1.
static void fill_cover(const index_head* head, const find_bounds* bounds, const uint8_t* class, index_arrays* arrays) {
  find_cover cover;
  memset(&cover, 0, sizeof cover);
  cover.bounds = bounds;
  cover.class = class;
  cover.count = head->bodies;
  cover.turned = head->turned;
  cover.reach[1] = head->reach;
  cover.limit = COVER_CELLS;
  memcpy(cover.inverse, head->inverse, sizeof cover.inverse);
  cover.mask = head->mask;
  cover.end = arrays->end;
  cover.entry = arrays->entry;
  find_cover_fillN(&cover);
}

void find_index_buildN(find_job* job, const index_head* head, char* memory) {
  index_arrays arrays;
  memset(memory, 0, head->bytes);
  place_arrays(head, memory, &arrays);
  memcpy(memory, head, sizeof *head);
  uint8_t* class = (uint8_t*)arrays.body; // until the numbers are written
  job->bounds = arrays.bounds;
  for (uint32_t i = 0; i < head->bodies; ++i) {
    const bound_kind kind = find_boundN(job, 0, i, i);
    class[i] = kind == BOUND_BAD || kind == BOUND_EMPTY ? LEFT_OUT : 1;
    if (class[i] != LEFT_OUT) continue;
    arrays.bounds.radius[i] = 0;
    for (int k = 0; k < DIM; ++k) arrays.bounds.centre[k][i] = NAN; // so that no circle meets it
  }
  fill_cover(head, &arrays.bounds, class, &arrays);
  for (uint32_t i = 0; i < head->bodies; ++i) arrays.body[i] = i;
  const find_view* v = &job->view[0];
  copy_filter(v->category, v->filter_stride, head->bodies, arrays.filter[0]);
  copy_filter(v->mask, v->filter_stride, head->bodies, arrays.filter[1]);
  copy_filter(v->group, v->filter_stride, head->bodies, arrays.filter[2]);
}

// ---------------------------------------------------------------- use

void find_index_openN(const char* memory, find_job* job) {
  index_head head;
  index_arrays arrays;
  memcpy(&head, memory, sizeof head);
  place_arrays(&head, (char*)(uintptr_t)memory, &arrays);
  job->of_index = job->two_views = true;
  job->others = arrays.bounds;
  job->reach = head.reach;
  find_cover* cover = &job->cover;
  memcpy(cover->origin, head.origin, sizeof cover->origin);
  memcpy(cover->inverse, head.inverse, sizeof cover->inverse);
  cover->levels = head.levels;
  cover->mask = head.mask;
  cover->end = arrays.end;
  cover->entry = arrays.entry;
  find_grid* all = &job->all;
  for (int k = 0; k < DIM; ++k) all->centre[k] = arrays.bounds.centre[k];
  all->radius = arrays.bounds.radius;
  all->body = arrays.body;
  job->others_count = head.bodies;
  find_view* view = &job->view[1];
  view->bodies = (lgjk_side){.body_count = head.bodies};
  job->index = memory;
  job->index_bytes = head.bytes;
  view->category = arrays.filter[0];
  view->mask = arrays.filter[1];
  view->group = arrays.filter[2];
  view->filter_stride = sizeof(uint32_t);
}
