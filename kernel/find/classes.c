// Finds the size classes; compiled once for each dimension. None of this can change which pairs are found.
#include "find/classes.h"

#include <string.h>

#include "find/bounds.h"
#include "find/meet.h"

#define CLASS_RATIO 4.0f // greatest size of a class over the least

// Returns what all bodies span: find_boundsN has left it by parts.
static find_span span_of(const find_job* job) {
  const find_span* part = job->work;
  const uint32_t parts = job->count / FIND_PART + (job->count % FIND_PART != 0);
  find_span s = find_span_empty();
  for (uint32_t p = 0; p < parts; ++p) find_span_add(&s, &part[p]);
  return s;
}

// ---------------------------------------------------------------- size classes

// Sizes are counted in bins, two to a power of 2. A class is a window of bins.
#define SIZE_BINS 512u
#define CLASS_BINS 4u

static uint32_t bin_of(float size) {
  uint32_t bits;
  memcpy(&bits, &size, sizeof bits);
  return bits >> 22;
}

// Marks the window of bins that holds the most bodies of those that are in no class yet. Returns false if there are
// none. `taken`: the number of each bin's window, from 1 on, or 0.
static bool take_window(const uint32_t* bin, uint8_t* taken, uint8_t number) {
  uint64_t most = 0;
  uint32_t first = 0;
  for (uint32_t b = 0; b < SIZE_BINS; ++b) {
    uint64_t sum = 0;
    for (uint32_t w = b; w < b + CLASS_BINS && w < SIZE_BINS && !taken[w]; ++w) sum += bin[w];
    if (sum > most) {
      most = sum;
      first = b;
    }
  }
  for (uint32_t w = first; most > 0 && w < first + CLASS_BINS && w < SIZE_BINS && !taken[w]; ++w) taken[w] = number;
  return most > 0;
}

// Numbers the windows in the order of their bins. More than there can be classes end as one.
static void number_classes(find_job* job, const uint8_t* taken, uint8_t class_of[SIZE_BINS]) {
  uint32_t classes = 0;
  for (uint32_t b = 0; b < SIZE_BINS; ++b) {
    if (taken[b] && (b == 0 || taken[b] != taken[b - 1]) && classes < FIND_CLASSES) ++classes;
    class_of[b] = (uint8_t)(classes > 0 ? classes - 1 : 0);
  }
  job->classes = classes;
}

static void divide_by_size(find_job* job) {
  uint32_t bin[SIZE_BINS] = {0};
  uint8_t taken[SIZE_BINS] = {0}, class_of[SIZE_BINS];
  const float half = 0.5f * job->limits.margin;
  for (uint32_t i = 0; i < job->count; ++i) {
    if (job->class[i] != LEFT_OUT) ++bin[bin_of(job->bounds.radius[i] + half)];
  }
  for (uint8_t number = 1; number < UINT8_MAX && take_window(bin, taken, number); ++number) {
  }
  number_classes(job, taken, class_of);
  for (uint32_t i = 0; i < job->count; ++i) {
    if (job->class[i] != LEFT_OUT) job->class[i] = class_of[bin_of(job->bounds.radius[i] + half)];
  }
}

// ---------------------------------------------------------------- grids

// Rows of cells that a body looks at lie within so many of each other, and have so many cells at most.
#define ROWS_APART 3
#define ROW_CELLS 7u

static uint32_t distance_of(uint32_t number, uint32_t mask) {
  const uint32_t up = number & mask, down = (0 - number) & mask;
  return up < down ? up : down;
}

// Returns whether rows near each other share no cell.
static bool rows_part(const size_class* c) {
  const int deep = DIM == 3 ? ROWS_APART : 0;
  for (int z = -deep; z <= deep; ++z) {
    for (int y = -ROWS_APART; y <= ROWS_APART; ++y) {
      const uint32_t way = (uint32_t)y * c->step[1] + (uint32_t)z * c->step[DIM - 1];
      if ((y != 0 || z != 0) && distance_of(way, c->mask) < ROW_CELLS) return false;
    }
  }
  return true;
}

// Numbers the cells of a class. A world of few cells keeps them all. Else rows begin at multiples of irrational parts
// of the whole, so that no period of the world can fill one cell.
static void number_cells(size_class* c, const find_span* span) {
  double world = 1, cells[DIM];
  for (int k = 0; k < DIM; ++k) {
    cells[k] = (double)(span->high[k] - span->low[k]) * (double)c->inverse[k] + 4;
    if (cells[k] < ROW_CELLS) cells[k] = ROW_CELLS;
    world *= cells[k];
  }
  const bool whole = world <= 2.0 * c->count;
  const double least = whole ? world : c->count;
  for (int k = 0; k < DIM; ++k) c->world[k] = whole ? (uint32_t)cells[k] : 0;
  uint32_t size = 256;
  while (size < least) size *= 2;
  for (;; size *= 2) {
    const double part[3] = {0, 0.6180339887498949, 0.7548776662466927};
    double step = 1;
    c->mask = size - 1;
    c->step[0] = 1;
    for (int k = 1; k < DIM; ++k) {
      if (whole) step *= (double)c->world[k - 1];
      c->step[k] = whole ? (uint32_t)step : (uint32_t)((double)size * part[k]) | 1u;
    }
    if (rows_part(c)) return;
  }
}

static float farthest(const find_span* span) {
  float most = 0;
  for (int k = 0; k < DIM; ++k) most = find_greater(most, find_greater(-span->low[k], span->high[k]));
  return most;
}

// Sets the sizes of cells, and numbers them. A place is rounded to less than a fourth of a cell.
static void size_cells(size_class* c, const find_span* span, const float size[DIM]) {
  const float least = farthest(span) * 5e-7f;
  for (int k = 0; k < DIM; ++k) {
    float used = find_greater(size[k], least);
    if (!(used > 1e-30f)) used = 1e-30f;
    if (!(used < 1e37f)) used = 1e37f;
    c->origin[k] = span->low[k];
    c->inverse[k] = 1 / used;
  }
  number_cells(c, span);
}

// Cells are as wide as a body reaches, and twice as high: a body looks at two rows (3D: four) of three cells, whose
// bodies fill a vector or two. With one lane half of each is better: three rows (nine) of five cells hold fewer bodies.
static void plan_grid(const find_job* job, size_class* c, const find_span* span) {
  const float reach = (2 * c->radius + job->limits.margin) * 1.0001f, part = job->lanes == 1 ? 0.5f : 1.0f;
  float size[DIM];
  for (int k = 0; k < DIM; ++k) size[k] = (k == 0 ? reach : 2.002f * reach) * part;
  size_cells(c, span, size);
}

static void measure_classes(find_job* job) {
  for (uint32_t i = 0; i < job->count; ++i) {
    if (job->class[i] == LEFT_OUT) continue;
    size_class* c = &job->of_class[job->class[i]];
    c->radius = find_greater(c->radius, job->bounds.radius[i]);
    c->boxed = c->boxed || (job->bounds.box != NULL && is_boxed(&job->bounds.box[i]));
    ++c->count;
  }
}

bool find_classesN(find_job* job) {
  const find_span span = span_of(job);
  if (span.count == 0) return false;
  const float half = 0.5f * job->limits.margin;
  memset(job->of_class, 0, sizeof job->of_class);
  if (span.greatest + half <= CLASS_RATIO * (span.least + half)) {
    job->classes = 1;
    job->of_class[0].radius = span.greatest;
    job->of_class[0].count = span.count;
    job->of_class[0].boxed = job->bounds.box != NULL;
  } else {
    divide_by_size(job);
    measure_classes(job);
  }
  uint32_t first = 0;
  for (uint32_t k = 0; k < job->classes; ++k) {
    size_class* c = &job->of_class[k];
    plan_grid(job, c, &span);
    c->first = first;
    first += c->mask + 1;
  }
  job->grid.cells = first;
  return true;
}

bool find_one_classN(find_job* job, float size) {
  const find_span span = span_of(job);
  size_class* c = &job->of_class[0];
  memset(c, 0, sizeof *c);
  job->classes = 1;
  if (span.count == 0) return false;
  double room = 1;
  for (int k = 0; k < DIM; ++k) room *= (double)span.high[k] - (double)span.low[k] + 1e-30;
  const double each = (DIM == 2 ? 2 : 4) * room / span.count; // so that a row of some cells fills a vector
  float even = 1;                                             // within an eighth
  while (even < 1e30f && (double)even * (double)even * (DIM == 2 ? 1 : (double)even) < each) even *= 1.25f;
  while (even > 1e-30f && (double)even * (double)even * (DIM == 2 ? 1 : (double)even) > each) even /= 1.25f;
  const float used = size > 0 ? size : even;
  const float sizes[3] = {used, used, used};
  c->count = span.count;
  size_cells(c, &span, sizes);
  job->grid.cells = c->mask + 1;
  return true;
}
