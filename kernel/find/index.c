// Builds and opens indices; compiled once for each dimension.
#include "find/index.h"

#include <math.h>
#include <string.h>

#include "find/bounds.h"
#include "find/large_bodies.h"
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

#define MOST_PARTS 64u
#define LEAST_PART 256u // bodies

// What a part of the bodies, or all of them, comes to.
typedef struct index_sum {
  float low[DIM], high[DIM], largest;
  uint32_t bad, boxed, levels;
  uint64_t entries;
} index_sum;

typedef struct index_measure {
  const find_job* job;
  float reach, largest;
  uint32_t common; // level (job.h)
  uint32_t part;   // bodies
  index_sum sum[MOST_PARTS];
} index_measure;

static void add_body(index_sum* s, const index_probe* p, bound_kind kind) {
  s->bad += kind == BOUND_BAD;
  s->boxed |= kind == BOUND_BOXED;
  if (kind == BOUND_BAD || kind == BOUND_EMPTY) return;
  s->largest = p->radius > s->largest ? p->radius : s->largest;
  for (int k = 0; k < DIM; ++k) {
    const float low = p->centre[k] - p->radius, high = p->centre[k] + p->radius;
    s->low[k] = low < s->low[k] ? low : s->low[k];
    s->high[k] = high > s->high[k] ? high : s->high[k];
  }
}

static void bound_part(void* context, uint32_t first, uint32_t end) {
  index_measure* m = context;
  index_sum* s = &m->sum[first / m->part];
  index_probe p;
  begin_probe(m->job, m->reach, &p);
  memset(s, 0, sizeof *s);
  for (int k = 0; k < DIM; ++k) {
    s->low[k] = HUGE_VALF;
    s->high[k] = -HUGE_VALF;
  }
  for (uint32_t i = first; i < end; ++i) add_body(s, &p, find_boundN(&p.job, 0, i, 0));
}

static void count_part(void* context, uint32_t first, uint32_t end) {
  index_measure* m = context;
  index_sum* s = &m->sum[first / m->part];
  index_probe p;
  begin_probe(m->job, m->reach, &p);
  find_cover_planN(&p.cover, m->reach, m->largest);
  p.cover.common = m->common;
  s->entries = s->levels = 0;
  for (uint32_t i = first; i < end; ++i) {
    const bound_kind kind = find_boundN(&p.job, 0, i, 0);
    if (kind == BOUND_POINT || kind == BOUND_BOXED) s->entries += find_cover_cellsN(&p.cover, 0, &s->levels);
  }
}

// Adds up the parts in their order.
static void add_sums(const index_measure* m, uint32_t parts, index_head* head) {
  for (int k = 0; k < DIM; ++k) {
    head->low[k] = HUGE_VALF;
    head->high[k] = -HUGE_VALF;
  }
  for (const index_sum* s = m->sum; s < m->sum + parts; ++s) {
    head->bad += s->bad;
    head->boxed |= s->boxed;
    head->levels |= s->levels;
    head->entries += s->entries;
    for (int k = 0; k < DIM; ++k) {
      head->low[k] = s->low[k] < head->low[k] ? s->low[k] : head->low[k];
      head->high[k] = s->high[k] > head->high[k] ? s->high[k] : head->high[k];
    }
  }
}

#define MOST_ENTRIES(entries) (4 * (entries) + 4096) // that a common level may take instead of so many

// Counts entries, and returns them.
static uint64_t count_all(index_measure* m, uint32_t parts, uint32_t common, uint32_t* levels) {
  uint64_t entries = 0;
  m->common = common;
  *levels = 0;
  lgjk_split(m->job->tasks, m->job->count, m->part, count_part, m);
  for (uint32_t p = 0; p < parts; ++p) {
    entries += m->sum[p].entries;
    *levels |= m->sum[p].levels;
  }
  return entries;
}

// Counts entries with the finest common level that does not take too many.
static void choose_common(index_measure* m, uint32_t parts) {
  uint32_t levels, few;
  const uint64_t most = MOST_ENTRIES(count_all(m, parts, COVER_LEVELS, &levels));
  if ((levels & (levels - 1)) == 0) return;
  for (; levels != 0; levels &= levels - 1) { // the coarsest level takes no more than at first
    if (count_all(m, parts, (uint32_t)__builtin_ctz(levels), &few) <= most) return;
  }
}

uint64_t find_index_measureN(const find_job* job, float reach, index_head* head) {
  index_measure m = {.job = job, .reach = reach, .largest = 0};
  const uint32_t bodies = job->count, even = bodies / MOST_PARTS + 1;
  m.part = even > LEAST_PART ? even : LEAST_PART;
  const uint32_t parts = bodies / m.part + (bodies % m.part != 0);
  memset(head, 0, sizeof *head);
  head->magic = INDEX_MAGIC;
  head->reach = reach;
  head->turned = job->limits.turned;
  head->tolerance = job->tolerance;
  head->bodies = bodies;
  lgjk_split(job->tasks, bodies, m.part, bound_part, &m);
  for (uint32_t p = 0; p < parts; ++p) m.largest = m.sum[p].largest > m.largest ? m.sum[p].largest : m.largest;
  choose_common(&m, parts);
  add_sums(&m, parts, head);
  find_cover cover;
  float extent[DIM];
  find_cover_planN(&cover, reach, m.largest);
  cover.levels = head->levels;
  for (int k = 0; k < DIM; ++k) extent[k] = head->high[k] - head->low[k] + 2 * reach;
  find_cover_slotsN(&cover, head->entries, extent);
  memcpy(head->inverse, cover.inverse, sizeof head->inverse);
  memcpy(head->step, cover.step, sizeof head->step);
  head->common = m.common;
  head->mask = cover.mask;
  const find_view* v = &job->view[0];
  head->filters = (v->category != NULL) | (uint32_t)(v->mask != NULL) << 1 | (uint32_t)(v->group != NULL) << 2;
  index_arrays arrays;
  return head->bytes = place_arrays(head, NULL, &arrays);
}

// ---------------------------------------------------------------- build

typedef struct index_build {
  find_job* job;
  const index_head* head;
  char* memory;
  index_arrays arrays;
  uint8_t* class; // LEFT_OUT for a body without entries, else 1
} index_build;

#define PIECE 65536u // bytes

static void clear_piece(void* context, uint32_t first, uint32_t end) {
  const index_build* b = context;
  for (uint32_t piece = first; piece < end; ++piece) {
    const uint64_t at = (uint64_t)piece * PIECE, left = b->head->bytes - at;
    memset(b->memory + at, 0, left < PIECE ? (size_t)left : PIECE);
  }
}

static void place_part(void* context, uint32_t first, uint32_t end) {
  const index_build* b = context;
  const find_bounds* bounds = &b->arrays.bounds;
  for (uint32_t i = first; i < end; ++i) {
    const bound_kind kind = find_boundN(b->job, 0, i, i);
    b->class[i] = kind == BOUND_BAD || kind == BOUND_EMPTY ? LEFT_OUT : 1;
    if (b->class[i] != LEFT_OUT) continue;
    bounds->radius[i] = 0;
    for (int k = 0; k < DIM; ++k) bounds->centre[k][i] = NAN; // so that no circle meets it
  }
}

static void copy_filter(const char* from, size_t stride, uint32_t first, uint32_t end, char* to) {
  for (uint32_t i = first; i < end && to != NULL; ++i) memcpy(to + sizeof(uint32_t) * i, from + stride * i, 4);
}

// Writes the bodies' numbers and filters.
static void number_part(void* context, uint32_t first, uint32_t end) {
  const index_build* b = context;
  const find_view* v = &b->job->view[0];
  for (uint32_t i = first; i < end; ++i) b->arrays.body[i] = i;
  copy_filter(v->category, v->filter_stride, first, end, b->arrays.filter[0]);
  copy_filter(v->mask, v->filter_stride, first, end, b->arrays.filter[1]);
  copy_filter(v->group, v->filter_stride, first, end, b->arrays.filter[2]);
}

static void fill_cover(const index_build* b) {
  const index_head* head = b->head;
  find_cover cover = {.bounds = &b->arrays.bounds,
                      .class = b->class,
                      .count = head->bodies,
                      .turned = head->turned,
                      .reach = {0, head->reach},
                      .limit = COVER_CELLS,
                      .common = head->common,
                      .mask = head->mask,
                      .end = b->arrays.end,
                      .entry = b->arrays.entry,
                      .tasks = b->job->tasks};
  memcpy(cover.inverse, head->inverse, sizeof cover.inverse);
  memcpy(cover.step, head->step, sizeof cover.step);
  find_cover_fillN(&cover);
}

void find_index_buildN(find_job* job, const index_head* head, char* memory) {
  index_build b = {.job = job, .head = head, .memory = memory};
  lgjk_split(job->tasks, (uint32_t)((head->bytes - 1) / PIECE) + 1, 16, clear_piece, &b);
  place_arrays(head, memory, &b.arrays);
  memcpy(memory, head, sizeof *head);
  b.class = (uint8_t*)b.arrays.body; // until the numbers are written
  job->bounds = b.arrays.bounds;
  lgjk_split(job->tasks, head->bodies, FIND_PART, place_part, &b);
  fill_cover(&b);
  lgjk_split(job->tasks, head->bodies, FIND_PART, number_part, &b);
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
  memcpy(cover->step, head.step, sizeof cover->step);
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
