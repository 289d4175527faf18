// Builds trees; compiled once for each dimension.
#include "find/build.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "find/bounds.h"
#include "find/meet.h"
#include "find/sort.h"

#define SAMPLE 256u     // bodies from which the range is found
#define OUTLIERS 64u    // one of so many at each end may be outside of it
#define MORE 0.06f      // of the range is added at both ends, for what the sample has missed
#define SORT_PART 4096u // bodies of a part of the sort, at least
#define SORT_PARTS 32u  // such parts, at most

// ---------------------------------------------------------------- memory

void find_tree_layoutN(find_tree* tree, uint32_t bodies, find_memory* memory) {
  uint32_t count = tree->leaves = bodies / LEAF + (bodies % LEAF != 0);
  tree->fields = FIELD_LOW + (tree->boxed ? 2u * DIM : 0) + (tree->filtered ? 2u : 0);
  tree->leaf = find_take(memory, (uint64_t)count * tree->fields * LEAF * sizeof(float));
  tree->levels = 0;
  do {
    count = count / LEAF + (count % LEAF != 0);
    tree->node[tree->levels] = find_take(memory, (uint64_t)count * NODE * sizeof(float));
    tree->spot[tree->levels++] = find_take(memory, (uint64_t)count * NODE * sizeof(float));
  } while (count > 1);
}

// ---------------------------------------------------------------- the range

// Items that are sorted: bodies by their codes, which are above their numbers.
typedef struct tree_sort {
  const find_job* job;
  const lgjk_tasks* tasks;
  uint32_t count;
  uint64_t *item, *other;
  uint32_t part, shift, mask, digits; // of a pass: items of a part, and how the digit is found
  uint32_t* place;                    // of each part and digit
  const tree_plan* plan;
} tree_sort;

static float coordinate(const tree_sort* s, uint64_t item, int axis) {
  return s->job->tree.centre[axis][(uint32_t)item];
}

static uint32_t longest_of(const float side[DIM]) {
  uint32_t longest = 0;
  for (uint32_t k = 1; k < DIM; ++k) longest = side[k] > side[longest] ? k : longest;
  return longest;
}

// Returns whether a side of a range is at least twice as long as another one.
static bool is_long(const float side[DIM]) {
  float shortest = side[0];
  for (uint32_t k = 1; k < DIM; ++k) shortest = find_lesser(shortest, side[k]);
  return !(side[longest_of(side)] < 2 * shortest);
}

// Makes the next bit of a plan: halves the longest side.
static void halve(tree_plan* plan, float side[DIM], uint32_t count[DIM]) {
  const uint32_t longest = longest_of(side);
  side[longest] *= 0.5f;
  plan->axis[plan->bits++] = (uint8_t)longest;
  ++count[longest];
}

// Plans so many bits for a range, or a few more or less, so that those on the curve are as many of each axis.
static void make_plan(const float low[DIM], const float high[DIM], uint32_t bits, tree_plan* plan) {
  float side[DIM];
  uint32_t count[DIM] = {0}, place[DIM] = {0}; // of each axis in the order of the plan
  plan->bits = plan->levels = 0;
  for (uint32_t k = 0; k < DIM; ++k) side[k] = high[k] * 0.5f - low[k] * 0.5f;
  while (plan->bits < bits && is_long(side)) halve(plan, side, count);
  for (; plan->bits < bits && plan->bits + DIM <= TREE_BITS; ++plan->levels) {
    for (uint32_t k = 0; k < DIM; ++k) halve(plan, side, count);
  }
  for (uint32_t k = 0; k < DIM; ++k) {
    const uint32_t axis = plan->levels > 0 ? plan->axis[plan->bits - DIM + k] : k;
    const double cells = (double)(1u << count[axis]), width = (double)high[axis] - (double)low[axis];
    plan->order[k] = (uint8_t)axis;
    place[axis] = k;
    plan->low[k] = low[axis];
    plan->scale[k] = width > 1e-30 ? (float)(cells / width) : 0;
    plan->most[k] = (float)cells - 1;
  }
  for (uint32_t b = 0; b < plan->bits - plan->levels * DIM; ++b) {
    plan->shift[b] = (uint8_t)--count[plan->axis[b]];
    plan->axis[b] = (uint8_t)place[plan->axis[b]];
  }
}

// Widens a range by a little. Returns whether it is more than one place.
static bool widen(float low[DIM], float high[DIM]) {
  float widest = 0;
  for (int k = 0; k < DIM; ++k) {
    const float more = MORE * (high[k] * 0.5f - low[k] * 0.5f);
    low[k] -= more;
    high[k] += more;
    widest = find_greater(widest, high[k] * 0.5f - low[k] * 0.5f);
  }
  return widest > 0;
}

// Puts a value among the `count` least of others, which ascend.
static inline void keep_least(float* least, uint32_t count, float value) {
  uint32_t k = count - 1;
  if (!(value < least[k])) return;
  for (; k > 0 && value < least[k - 1]; --k) least[k] = least[k - 1];
  least[k] = value;
}

// Finds the range of most bodies from some of them. Returns whether that is more than one place.
static bool find_usual_range(const tree_sort* s, const uint64_t* item, uint32_t count, float low[DIM],
                             float high[DIM]) {
  const uint32_t sample = count < SAMPLE ? count : SAMPLE, outside = sample / OUTLIERS + 1;
  float least[SAMPLE / OUTLIERS + 1], greatest[SAMPLE / OUTLIERS + 1]; // the latter negated
  if (count == 0) return false;
  for (int k = 0; k < DIM; ++k) {
    for (uint32_t i = 0; i < outside; ++i) least[i] = greatest[i] = FLT_MAX;
    for (uint32_t i = 0; i < sample; ++i) {
      const float at = coordinate(s, item[(uint64_t)i * count / sample], k);
      keep_least(least, outside, at);
      keep_least(greatest, outside, -at);
    }
    low[k] = least[outside - 1];
    high[k] = -greatest[outside - 1];
  }
  return widen(low, high);
}

// Finds the range of all bodies of these items that are good; without items, of a view. Returns whether that is more
// than one place.
static bool find_whole_range(const tree_sort* s, const uint64_t* item, float low[DIM], float high[DIM]) {
  for (int k = 0; k < DIM; ++k) {
    low[k] = FLT_MAX;
    high[k] = -FLT_MAX;
  }
  for (uint32_t i = 0; i < s->count; ++i) {
    const uint64_t body = item == NULL ? i : item[i];
    if (s->job->class[(uint32_t)body] == LEFT_OUT) continue;
    for (int k = 0; k < DIM; ++k) {
      low[k] = find_lesser(low[k], coordinate(s, body, k));
      high[k] = find_greater(high[k], coordinate(s, body, k));
    }
  }
  return widen(low, high);
}

// ---------------------------------------------------------------- the sort

// Returns the bits of the code that sorts so many bodies: two cells or more for each.
static uint32_t bits_for(uint32_t count) {
  uint32_t bits = 4;
  while (bits < TREE_BITS && 1u << (bits - 1) < count) bits += 2;
  return bits;
}

static uint32_t part_of(uint32_t count) {
  const uint32_t part = count / SORT_PARTS + 1;
  return part > SORT_PART ? part : SORT_PART;
}

static uint32_t digit_of(uint64_t item, uint32_t shift, uint32_t mask) { return (uint32_t)(item >> shift) & mask; }

static void count_part(void* context, uint32_t first, uint32_t end) {
  const tree_sort* s = context;
  const uint32_t shift = s->shift, mask = s->mask;
  uint32_t* count = s->place + (size_t)(first / s->part) * s->digits;
  memset(count, 0, s->digits * sizeof *count);
  for (uint32_t i = first; i < end; ++i) ++count[digit_of(s->item[i], shift, mask)];
}

static void place_part(void* context, uint32_t first, uint32_t end) {
  const tree_sort* s = context;
  const uint32_t shift = s->shift, mask = s->mask;
  uint32_t* place = s->place + (size_t)(first / s->part) * s->digits;
  for (uint32_t i = first; i < end; i += SORT_PLACES) {
    const uint32_t some = end - i < SORT_PLACES ? end - i : SORT_PLACES;
    const uint64_t* item = s->item + i;
    uint64_t* other = s->other;
    uint32_t to[SORT_PLACES];
    for (uint32_t k = 0; k < some; ++k) to[k] = place[digit_of(item[k], shift, mask)]++;
    for (uint32_t k = 0; k < some; ++k) other[to[k]] = item[k];
  }
}

// Sorts by some digit, which keeps the order of equal ones: parts and threads change nothing.
static void sort_pass(tree_sort* s, uint32_t shift, uint32_t digits) {
  s->shift = shift;
  s->digits = digits;
  s->mask = (2u << (31 - __builtin_clz(digits - 1))) - 1;
  lgjk_split(s->tasks, s->count, s->part, count_part, s);
  const uint32_t parts = (s->count - 1) / s->part + 1;
  uint32_t at = 0;
  for (uint32_t d = 0; d < digits; ++d) {
    for (uint32_t p = 0; p < parts; ++p) {
      uint32_t* place = &s->place[(size_t)p * digits + d];
      const uint32_t count = *place;
      *place = at;
      at += count;
    }
  }
  lgjk_split(s->tasks, s->count, s->part, place_part, s);
  uint64_t* const sorted = s->other;
  s->other = s->item;
  s->item = sorted;
}

// Sorts items by their codes, of so many bits, and bodies that are left out, of the code after all, to the end.
static void sort_items(tree_sort* s, uint32_t bits) {
  s->part = part_of(s->count);
  sort_pass(s, 32, 1u << bits / 2);
  sort_pass(s, 32 + bits / 2, (1u << (bits - bits / 2)) + 1);
}

static void code_part(void* context, uint32_t first, uint32_t end) {
  const tree_sort* s = context;
  for (uint32_t i = first; i < end; ++i) s->item[i] = i;
  s->job->codes(s->job, s->plan, s->item + first, end - first);
  for (uint32_t i = first; i < end; ++i) {
    if (s->job->class[i] == LEFT_OUT) s->item[i] = (uint64_t)1 << (s->plan->bits + 32) | i;
  }
}

// Sorts a run of items of one code by a range of its own, and so on. Returns where they stand.
static void sort_run(const tree_sort* all, uint64_t* item, uint64_t* other, uint32_t count) {
  tree_plan plan;
  tree_sort s = *all;
  s.tasks = NULL;
  s.item = item;
  s.other = other;
  s.count = count;
  float low[DIM], high[DIM];
  const bool few = count <= 2 * SAMPLE; // for which all is found sooner than most
  if ((few || !find_usual_range(&s, item, count, low, high)) && !find_whole_range(&s, item, low, high)) return;
  make_plan(low, high, bits_for(count), &plan);
  s.job->codes(s.job, &plan, item, count);
  sort_items(&s, plan.bits); // two passes: the items are where they were
}

// Sorts the runs of one code that are longer than a leaf. Their items get codes of their own, until no run is long.
static void sort_runs(const tree_sort* all, uint64_t* item, uint64_t* other, uint32_t count) {
  for (uint32_t i = 0; i + LEAF < count;) {
    const uint32_t code = (uint32_t)(item[i] >> 32);
    if (code != (uint32_t)(item[i + LEAF] >> 32)) {
      ++i;
      continue;
    }
    uint32_t end = i + 1;
    while (end < count && (uint32_t)(item[end] >> 32) == code) ++end;
    if (end - i < count) {
      sort_run(all, item + i, other + i, end - i);
      sort_runs(all, item + i, other + i, end - i);
    }
    i = end;
  }
}

// ---------------------------------------------------------------- all bodies

uint64_t find_tree_workN(uint32_t bodies) {
  const uint64_t parts = bodies / part_of(bodies) + 1, digits = (2u << bits_for(bodies) / 2) + 1;
  return parts * digits * sizeof(uint32_t);
}

// Takes some good bodies as items, evenly. Returns how many.
static uint32_t sample_bodies(const tree_sort* s, uint64_t item[SAMPLE]) {
  const uint8_t* class = s->job->class;
  uint32_t count = 0;
  for (uint32_t p = 0; p < SAMPLE; ++p) {
    uint32_t i = (uint32_t)((uint64_t)p * s->count / SAMPLE);
    const uint32_t end = (uint32_t)((uint64_t)(p + 1) * s->count / SAMPLE);
    while (i < end && class[i] == LEFT_OUT) ++i;
    if (i < end) item[count++] = i;
  }
  return count;
}

uint32_t find_tree_sortN(find_job* job) {
  tree_sort s = {.job = job, .tasks = job->tasks, .item = job->item, .place = job->work, .count = job->count};
  uint64_t sample[SAMPLE];
  tree_plan plan;
  float low[DIM] = {0}, high[DIM] = {0};
  uint32_t count = job->count;
  if (count == 0) return 0;
  s.other = s.item + count;
  s.plan = &plan;
  if (!find_usual_range(&s, sample, sample_bodies(&s, sample), low, high)) find_whole_range(&s, NULL, low, high);
  make_plan(low, high, bits_for(count), &plan);
  lgjk_split(s.tasks, count, FIND_PART, code_part, &s);
  sort_items(&s, plan.bits); // two passes: the items are where they were
  while (count > 0 && s.item[count - 1] >> 32 == 1u << plan.bits) --count;
  sort_runs(&s, s.item, s.other, count);
  return count;
}

// ---------------------------------------------------------------- leaves and nodes

// Bounds the bodies of a leaf that are circles, in a loop that compilers turn into vectors.
static void bound_circles(const float* leaf, leaf_boxes* out) {
  for (uint32_t k = 0; k < DIM; ++k) {
    for (uint32_t i = 0; i < LEAF; ++i) {
      const float c = leaf[LEAF * k + i], r = leaf[LEAF * FIELD_RADIUS + i] * TREE_RADIUS;
      const float more = (find_abs(c) + r) * TREE_BORDER;
      out->low[k][i] = c - r - more;
      out->high[k][i] = c + r + more;
    }
  }
}

static float least_of(const float* value) {
  float least[LEAF / 2];
  for (uint32_t i = 0; i < LEAF / 2; ++i) least[i] = find_lesser(value[i], value[i + LEAF / 2]);
  for (uint32_t i = 0; i < LEAF / 4; ++i) least[i] = find_lesser(least[i], least[i + LEAF / 4]);
  return find_lesser(find_lesser(least[0], least[2]), find_lesser(least[1], least[3]));
}

static float greatest_of(const float* value) {
  float most[LEAF / 2];
  for (uint32_t i = 0; i < LEAF / 2; ++i) most[i] = find_greater(value[i], value[i + LEAF / 2]);
  for (uint32_t i = 0; i < LEAF / 4; ++i) most[i] = find_greater(most[i], most[i + LEAF / 4]);
  return find_greater(find_greater(most[0], most[2]), find_greater(most[1], most[3]));
}

static void copy_filters(const find_job* job, const uint32_t* body, uint32_t count, float* leaf) {
  const find_view* v = &job->view;
  uint32_t *category = leaf_words(leaf, job->tree.fields - 2), *barred = category + LEAF;
  for (uint32_t i = 0; i < LEAF; ++i) {
    category[i] = i < count ? filter_word(v->category, v->filter_stride, body[i], 1) : 0;
    barred[i] = i < count ? ~filter_word(v->mask, v->filter_stride, body[i], UINT32_MAX) : 0;
  }
}

// Makes the boxes of places without a body those of nothing, and writes the entry of all: the box of the boxes.
static void write_entry(leaf_boxes* boxes, uint32_t count, float* entry) {
  for (uint32_t k = 0; k < DIM; ++k) {
    for (uint32_t i = count; i < LEAF; ++i) {
      boxes->low[k][i] = FLT_MAX;
      boxes->high[k][i] = -FLT_MAX;
    }
    entry[LEAF * k] = least_of(boxes->low[k]);
    entry[LEAF * (DIM + k)] = greatest_of(boxes->high[k]);
  }
}

#define PACK_AHEAD 32u // bodies between a prefetch and the use of a bound

// Makes a circle larger by the rounding of its place, of half a unit in the last place of each coordinate.
static inline void blur_circle(float* leaf, uint32_t i) {
  float sum = 0;
  for (uint32_t k = 0; k < DIM; ++k) sum += find_abs(leaf[LEAF * k + i]);
  leaf[LEAF * FIELD_RADIUS + i] += sum * TREE_BORDER;
}

// Makes the box of a place larger by its rounding.
static inline void blur_spot(leaf_boxes* boxes, uint32_t i) {
  for (uint32_t k = 0; k < DIM; ++k) {
    boxes->low[k][i] -= find_abs(boxes->low[k][i]) * TREE_BORDER;
    boxes->high[k][i] += find_abs(boxes->high[k][i]) * TREE_BORDER;
  }
}

// Copies the circles and numbers of the bodies of a leaf, the first of `left` items. It prefetches here, not in a
// function of its own, since gcc removes calls of a function that does nothing else.
static void copy_bodies(const find_tree* tree, const uint64_t* item, uint32_t left, float* leaf) {
  uint32_t* body = leaf_words(leaf, FIELD_BODY);
  for (uint32_t i = 0; i < LEAF && i < left; ++i) {
    const uint32_t from = (uint32_t)item[i];
    const uint32_t next = (uint32_t)item[i + PACK_AHEAD < left ? i + PACK_AHEAD : i];
    for (uint32_t k = 0; k < DIM; ++k) __builtin_prefetch(&tree->centre[k][next]);
    __builtin_prefetch(&tree->radius[next]);
    if (tree->box != NULL) { // which may cross a line
      __builtin_prefetch(&tree->box[next]);
      __builtin_prefetch(&tree->box[next].centre[DIM - 1]);
    }
    for (uint32_t k = 0; k < DIM; ++k) leaf[LEAF * k + i] = tree->centre[k][from];
    leaf[LEAF * FIELD_RADIUS + i] = tree->radius[from];
    body[i] = from;
    if (tree->home != NULL) blur_circle(leaf, i);
  }
}

// Writes a leaf, and its entries of the lowest level.
static void pack_leaf(const find_job* job, uint32_t number) {
  const find_tree* tree = &job->tree;
  float* leaf = tree_leaf(tree, number);
  const size_t entry = (size_t)(number / LEAF) * NODE + number % LEAF;
  const uint32_t at = number * LEAF, left = tree->bodies - at, count = left < LEAF ? left : LEAF;
  uint32_t* body = leaf_words(leaf, FIELD_BODY);
  leaf_boxes boxes;
  copy_bodies(tree, job->item + at, left, leaf);
  for (uint32_t i = count; i < LEAF; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) leaf[LEAF * k + i] = NAN; // so that no circle meets it
    leaf[LEAF * FIELD_RADIUS + i] = 0;
    body[i] = 0;
  }
  if (tree->boxed) {
    job->boxes(job, body, &boxes);
  } else {
    bound_circles(leaf, &boxes);
  }
  write_entry(&boxes, count, tree->node[0] + entry);
  if (tree->boxed) memcpy(leaf + LEAF * FIELD_LOW, &boxes, sizeof boxes);
  memcpy(boxes.low, leaf, sizeof boxes.low);
  memcpy(boxes.high, leaf, sizeof boxes.high);
  for (uint32_t i = 0; tree->home != NULL && i < LEAF; ++i) blur_spot(&boxes, i);
  write_entry(&boxes, count, tree->spot[0] + entry);
  if (tree->filtered) copy_filters(job, body, count, leaf);
}

static void pack_part(void* context, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; ++i) pack_leaf(context, i);
}

// Makes entries without anything below them the last of a node.
static void close_node(float* node, uint32_t count) {
  for (uint32_t f = 0; f < 2 * DIM; ++f) {
    for (uint32_t k = count; k < LEAF; ++k) node[LEAF * f + k] = f < DIM ? FLT_MAX : -FLT_MAX;
  }
}

// Makes the entry of a node in the level above.
static void lift_node(const float* node, float* entry) {
  for (uint32_t k = 0; k < DIM; ++k) {
    entry[LEAF * k] = least_of(node + LEAF * k);
    entry[LEAF * (DIM + k)] = greatest_of(node + LEAF * (DIM + k));
  }
}

// Makes all levels from that of the leaves. Returns how many there are.
static uint32_t pile_nodes(float* const* node, uint32_t count) {
  for (uint32_t level = 0;; ++level) {
    const uint32_t nodes = count / LEAF + (count % LEAF != 0);
    if (nodes > 0 && count % LEAF != 0) close_node(node[level] + (size_t)(nodes - 1) * NODE, count % LEAF);
    if (nodes <= 1) return level + 1;
    for (uint32_t n = 0; n < nodes; ++n)
      lift_node(node[level] + (size_t)n * NODE, node[level + 1] + (size_t)(n / LEAF) * NODE + n % LEAF);
    count = nodes;
  }
}

void find_tree_buildN(find_job* job) {
  find_tree* tree = &job->tree;
  tree->bodies = find_tree_sortN(job);
  tree->leaves = tree->bodies / LEAF + (tree->bodies % LEAF != 0);
  lgjk_split(job->tasks, tree->leaves, 8 * LEAF, pack_part, job);
  tree->levels = pile_nodes(tree->node, tree->leaves);
  pile_nodes(tree->spot, tree->leaves);
}
