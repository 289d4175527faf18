// Builds, opens and checks trees in memory; compiled once for each dimension.
#include "find/stored.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "find/bounds.h"
#include "find/build.h"
#include "find/meet.h"

// ---------------------------------------------------------------- memory

// Places the arrays of a tree behind its head; returns the bytes of all.
static uint64_t place_arrays(uint32_t bodies, uint32_t has, char* memory, find_tree* out) {
  find_memory m = {memory, sizeof(tree_head)};
  const uint64_t n = bodies, padded = n + FIND_PADDING;
  memset(out, 0, sizeof *out);
  for (int k = 0; k < DIM; ++k) out->centre[k] = find_take(&m, padded * sizeof(float));
  out->radius = find_take(&m, padded * sizeof(float));
  out->home = has & TREE_POSITIONS ? find_take(&m, n * sizeof(find_home)) : NULL;
  out->group = has & TREE_GROUPS ? find_take(&m, n * sizeof *out->group) : NULL;
  out->box = has & TREE_BOXES ? find_take(&m, n * sizeof(find_box)) : NULL;
  out->numbers = bodies;
  out->boxed = (has & TREE_BOXES) != 0;
  out->filtered = (has & TREE_FILTERS) != 0;
  find_tree_layoutN(out, bodies, &m);
  return m.used;
}

// Places what a tree is built in behind its arrays; returns the bytes of all.
static uint64_t place_work(find_job* job, uint32_t bodies, uint64_t used, char* memory) {
  find_memory m = {memory, used};
  job->class = find_take(&m, (uint64_t)bodies + FIND_PADDING);
  job->item = find_take(&m, 2 * (uint64_t)bodies * sizeof *job->item);
  job->work = find_take(&m, find_tree_workN(bodies));
  return m.used;
}

uint64_t find_stored_sizeN(uint32_t bodies) {
  const uint32_t all = TREE_BOXES | TREE_FILTERS | TREE_GROUPS | TREE_POSITIONS;
  find_job job;
  return place_work(&job, bodies, place_arrays(bodies, all, NULL, &job.tree), NULL);
}

// ---------------------------------------------------------------- the head

// FNV-1a by words.
static uint64_t hash_words(const char* from, uint64_t bytes) {
  uint64_t hash = UINT64_C(14695981039346656037), word;
  for (uint64_t i = 0; i < bytes; i += sizeof word) {
    memcpy(&word, from + i, sizeof word);
    hash = (hash ^ word) * UINT64_C(1099511628211);
  }
  return hash;
}

static uint64_t head_checksum(const tree_head* head) {
  return hash_words((const char*)head, offsetof(tree_head, checksum));
}

// All behind the head.
static uint64_t seal_of(const char* memory, uint64_t bytes) {
  return hash_words(memory + sizeof(tree_head), bytes - sizeof(tree_head));
}

static void find_borders(const find_tree* tree, tree_head* head) {
  for (int k = 0; k < DIM; ++k) {
    head->low[k] = HUGE_VALF;
    head->high[k] = -HUGE_VALF;
  }
  const float* root = tree->node[tree->levels - 1];
  for (uint32_t i = 0; i < LEAF && tree->leaves > 0; ++i) {
    for (int k = 0; k < DIM; ++k) {
      head->low[k] = find_lesser(head->low[k], root[LEAF * k + (int)i]);
      head->high[k] = find_greater(head->high[k], root[LEAF * (DIM + k) + (int)i]);
    }
  }
}

// ---------------------------------------------------------------- build

static void copy_groups(void* context, uint32_t first, uint32_t end) {
  const find_job* job = context;
  const find_view* v = &job->view;
  for (uint32_t i = first; i < end; ++i) job->tree.group[i] = filter_word(v->group, v->filter_stride, i, 0);
}

// Places the arrays of a tree, and what it is built in. Returns the bytes of all.
static uint64_t begin_tree(find_job* job, tree_head* head, bool may_be_boxed, char* memory) {
  const find_view* v = &job->view;
  head->magic = TREE_MAGIC;
  head->version = TREE_VERSION;
  head->dim = DIM;
  head->turned = job->turned;
  head->bodies = job->count;
  head->has |= v->group != NULL ? TREE_GROUPS : 0;
  head->has |= v->bodies.position != NULL ? TREE_POSITIONS : 0;
  head->has |= v->category != NULL || v->mask != NULL ? TREE_FILTERS : 0;
  const uint64_t used = place_arrays(job->count, head->has | (may_be_boxed ? TREE_BOXES : 0), memory, &job->tree);
  return place_work(job, job->count, used, memory);
}

// Builds a tree whose bounds are found.
static void finish_tree(find_job* job, tree_head* head, char* memory) {
  head->has |= job->tree.box != NULL ? TREE_BOXES : 0;
  memcpy(head->origin, job->origin, sizeof head->origin);
  head->bytes = place_arrays(job->count, head->has, memory, &job->tree); // without room for boxes if there is none
  find_tree_buildN(job);
  if (job->tree.group != NULL) lgjk_split(job->tasks, job->count, FIND_PART, copy_groups, job);
  head->bad = (uint32_t)atomic_load_explicit(&job->bad, memory_order_relaxed);
  head->placed = job->tree.bodies;
  find_borders(&job->tree, head);
  head->seal = head->has & TREE_SEALED ? seal_of(memory, head->bytes) : 0;
  head->checksum = head_checksum(head);
  memcpy(memory, head, sizeof *head);
}

static void grow_circles(find_job* job) {
  for (uint32_t i = 0; i < job->count; ++i) {
    if (job->class[i] == LEFT_OUT) continue;
    if (job->grow[i] < 0) job->class[i] = LEFT_OUT;
    job->tree.radius[i] = find_lesser(job->tree.radius[i] + job->grow[i] * CIRCLE_OUTWARDS, MOST_RADIUS);
  }
}

void find_stored_buildN(find_job* job, uint32_t has, char* memory) {
  tree_head head = {.has = has};
  const bool may_be_boxed = job->grow == NULL && (!job->view.only_points || job->motion != NULL);
  const uint64_t all = begin_tree(job, &head, may_be_boxed, memory);
  if (has & TREE_SEALED) memset(memory, 0, (size_t)all);
  find_boundsN(job);
  if (job->grow != NULL) grow_circles(job);
  finish_tree(job, &head, memory);
}

static void point_part(void* context, uint32_t first, uint32_t end) {
  find_job* job = context;
  for (uint32_t i = first; i < end; ++i) {
    float at[DIM] = {0}, sum = 0;
    const char* point = job->points == NULL ? NULL : job->points + job->point_stride * i;
    if (point != NULL) memcpy(at, point, sizeof at);
    const bool possible = job->tree.home == NULL || find_home_of(job, point, i, at);
    for (int k = 0; k < DIM; ++k) {
      sum += at[k] - at[k];
      job->tree.centre[k][i] = at[k];
    }
    job->tree.radius[i] = 0;
    const bool there = filter_word(job->view.category, job->view.filter_stride, i, 1) != 0;
    job->class[i] = sum == 0 && possible && there ? 0 : LEFT_OUT;
  }
}

void find_stored_pointsN(find_job* job, char* memory) {
  tree_head head = {.has = 0};
  begin_tree(job, &head, false, memory);
  atomic_init(&job->bad, 0);
  find_originN(job);
  lgjk_split(job->tasks, job->count, FIND_PART, point_part, job);
  finish_tree(job, &head, memory);
}

void find_stored_orderN(find_job* job, uint32_t* order, char* memory) {
  tree_head head = {.has = 0};
  begin_tree(job, &head, false, memory);
  find_boundsN(job);
  find_tree_sortN(job);
  for (uint32_t i = 0; i < job->count; ++i) order[i] = (uint32_t)job->item[i];
}

// ---------------------------------------------------------------- open

const char* find_stored_openN(const char* memory, uint64_t size, tree_head* head, find_tree* tree) {
  if (size < sizeof *head) return "is smaller than the head of a tree";
  memcpy(head, memory, sizeof *head);
  if (head->magic != TREE_MAGIC) return "holds no tree";
  if (head->version != TREE_VERSION) return "holds a tree of another version of this library";
  if (head->dim != DIM) return "holds a tree of another dimension";
  if (head->checksum != head_checksum(head)) return "is damaged: the checksum of its head is wrong";
  if (head->bodies > FIND_BODIES || head->placed > head->bodies) return "is damaged: its counts are impossible";
  if (head->bytes > size) return "is cut short: the tree has more bytes";
  if (place_arrays(head->bodies, head->has, (char*)(uintptr_t)memory, tree) != head->bytes)
    return "is damaged: its size is not that of its arrays";
  memcpy(tree->origin, head->origin, sizeof tree->origin);
  tree->bodies = head->placed;
  tree->leaves = head->placed / LEAF + (head->placed % LEAF != 0);
  uint32_t count = tree->leaves;
  tree->levels = 0;
  do {
    count = count / LEAF + (count % LEAF != 0);
    ++tree->levels;
  } while (count > 1);
  return NULL;
}

const char* find_stored_proveN(const char* memory, const tree_head* head, const find_tree* tree) {
  for (uint32_t i = 0; i < tree->leaves; ++i) {
    const uint32_t* body = leaf_words(tree_leaf(tree, i), FIELD_BODY);
    for (uint32_t k = 0; k < LEAF; ++k) {
      if (body[k] >= head->bodies) return "is damaged: a leaf has a body that the view had not";
    }
  }
  if ((head->has & TREE_SEALED) != 0 && head->seal != seal_of(memory, head->bytes))
    return "is damaged: the checksum of its arrays is wrong";
  return NULL;
}
