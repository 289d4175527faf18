// Builds and opens indices; compiled once for each dimension.
#include "find/index.h"

#include <math.h>
#include <string.h>

#include "find/bounds.h"
#include "find/meet.h"
#include "find/run.h"
#include "find/build.h"

// The arrays of an index, and what it is built in.
typedef struct index_arrays {
  find_tree tree;
  find_bounds bounds;
  char* group;
  uint8_t* class;
  uint64_t* item;
  void* work;
} index_arrays;

// Places the arrays of an index behind its head; returns the bytes of all. A NULL memory only counts.
static uint64_t place_arrays(const index_head* head, char* memory, index_arrays* out) {
  find_memory m = {memory, sizeof(index_head)};
  const uint64_t n = head->bodies, padded = n + FIND_PADDING;
  memset(out, 0, sizeof *out);
  for (int k = 0; k < DIM; ++k) out->bounds.centre[k] = find_take(&m, padded * sizeof(float));
  out->bounds.radius = find_take(&m, padded * sizeof(float));
  out->group = head->grouped ? find_take(&m, n * sizeof(uint32_t)) : NULL;
  out->class = find_take(&m, n);
  out->item = find_take(&m, 2 * n * sizeof *out->item);
  out->work = find_take(&m, find_tree_workN(head->bodies));
  out->bounds.box = head->boxed ? find_take(&m, n * sizeof(find_box)) : NULL;
  out->tree.boxed = head->boxed;
  out->tree.filtered = head->filtered;
  find_tree_layoutN(&out->tree, head->bodies, &m);
  out->tree.box = out->bounds.box;
  for (int k = 0; k < DIM; ++k) out->tree.centre[k] = out->bounds.centre[k];
  out->tree.radius = out->bounds.radius;
  return m.used;
}

uint64_t find_index_measureN(const find_job* job, index_head* head) {
  const find_view* v = &job->view[0];
  index_arrays arrays;
  memset(head, 0, sizeof *head);
  head->magic = INDEX_MAGIC;
  head->turned = job->limits.turned;
  head->tolerance = job->tolerance;
  head->bodies = job->count;
  head->boxed = !v->only_points;
  head->filtered = v->category != NULL || v->mask != NULL;
  head->grouped = v->group != NULL;
  return head->bytes = place_arrays(head, NULL, &arrays);
}

static void find_borders(const find_tree* tree, index_head* head) {
  for (int k = 0; k < DIM; ++k) {
    head->low[k] = HUGE_VALF;
    head->high[k] = -HUGE_VALF;
  }
  const float* root = tree->node[tree->levels - 1];
  for (uint32_t i = 0; i < LEAF * (tree->leaves > 0); ++i) {
    for (int k = 0; k < DIM; ++k) {
      head->low[k] = find_lesser(head->low[k], root[LEAF * k + (int)i]);
      head->high[k] = find_greater(head->high[k], root[LEAF * (DIM + k) + (int)i]);
    }
  }
}

void find_index_buildN(find_job* job, index_head* head, char* memory) {
  index_arrays arrays;
  const find_view* v = &job->view[0];
  memset(memory, 0, head->bytes);
  place_arrays(head, memory, &arrays);
  job->bounds = arrays.bounds;
  job->class = arrays.class;
  job->item = arrays.item;
  job->work = arrays.work;
  find_boundsN(job);
  if (job->bounds.box == NULL) { // none was found: its room is of no use
    head->boxed = 0;
    place_arrays(head, memory, &arrays);
  }
  job->tree[0] = arrays.tree;
  find_tree_buildN(job, 0);
  for (uint32_t i = 0; i < head->bodies && v->group != NULL; ++i)
    memcpy(arrays.group + sizeof(uint32_t) * i, v->group + v->filter_stride * i, sizeof(uint32_t));
  head->bad = (uint32_t)atomic_load_explicit(&job->bad, memory_order_relaxed);
  head->placed = job->tree[0].bodies;
  find_borders(&job->tree[0], head);
  memcpy(memory, head, sizeof *head);
}

void find_index_openN(const char* memory, find_job* job) {
  index_head head;
  index_arrays arrays;
  memcpy(&head, memory, sizeof head);
  place_arrays(&head, (char*)(uintptr_t)memory, &arrays);
  job->of_index = job->two_views = true;
  job->tree[1] = arrays.tree;
  job->tree[1].bodies = head.placed;
  job->tree[1].leaves = head.placed / LEAF + (head.placed % LEAF != 0);
  uint32_t count = job->tree[1].leaves;
  job->tree[1].levels = 0;
  do {
    count = count / LEAF + (count % LEAF != 0);
    ++job->tree[1].levels;
  } while (count > 1);
  find_view* view = &job->view[1];
  view->bodies = (lgjk_side){.body_count = head.bodies};
  view->group = arrays.group;
  view->filter_stride = sizeof(uint32_t);
  view->category = view->mask = NULL;
  job->index = memory;
  job->index_bytes = head.bytes;
}
