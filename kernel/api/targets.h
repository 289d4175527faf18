// Checks the targets of a call: views with their trees; for files that are compiled once for each dimension.
#ifndef LGJK_API_TARGETS_H
#define LGJK_API_TARGETS_H

#include "api/views.h"

#define lgjk_targetN NAME_N(lgjk_target, )

// The targets of a call that are checked.
typedef struct opened_targets {
  tree_head head[LGJK_MAX_TARGETS];
  find_tree tree[LGJK_MAX_TARGETS];
  lgjk_side side[LGJK_MAX_TARGETS];  // without bodies none
  uint32_t before[LGJK_MAX_TARGETS]; // bodies of those before each
  uint32_t bodies;                   // of all
} opened_targets;

enum { TARGET_TREES, TARGET_BODIES }; // what targets have to have

static const char* const target_tree_names[LGJK_MAX_TARGETS] = {"targets[0].tree", "targets[1].tree", "targets[2].tree",
                                                                "targets[3].tree"};
static const char* const target_body_names[LGJK_MAX_TARGETS] = {"targets[0].bodies", "targets[1].bodies",
                                                                "targets[2].bodies", "targets[3].bodies"};

// Opens a target. `needed`: TARGET_TREES or TARGET_BODIES.
static inline int32_t open_target(const lgjk_targetN* target, uint32_t t, int needed, const float* turned,
                                  opened_targets* out, lgjk_error* error) {
  LGJK_TRY(
      check_tree(target_tree_names[t], target->tree, target->tree_size, turned, &out->head[t], &out->tree[t], error));
  memset(&out->side[t], 0, sizeof out->side[t]);
  if (needed == TARGET_TREES) return LGJK_OK;
  LGJK_TRY(lgjk_check_bodies(target_body_names[t], target->bodies, DIM, &out->side[t], error));
  const bool placed = out->side[t].position != NULL, has = out->tree[t].home != NULL;
  if (placed != has)
    return lgjk_refuse(error, "%s->position is %s, but the tree was built of a view with%s positions",
                       target_body_names[t], placed ? "set" : "NULL", has ? "" : "out");
  if (out->side[t].body_count == out->head[t].bodies) return LGJK_OK;
  return lgjk_fail(error, LGJK_ERROR_ARGUMENT, out->head[t].bodies,
                   "%s->count is %u, but the tree was built of %u bodies", target_body_names[t],
                   (unsigned)out->side[t].body_count, (unsigned)out->head[t].bodies);
}

static inline int32_t open_targets(const lgjk_targetN* targets, uint32_t count, int needed, const float* turned,
                                   opened_targets* out, lgjk_error* error) {
  uint64_t bodies = 0;
  if (count > LGJK_MAX_TARGETS)
    return lgjk_refuse(error, "target_count is %u, at most %u are possible", (unsigned)count, LGJK_MAX_TARGETS);
  if (targets == NULL && count > 0) return lgjk_refuse(error, "targets is NULL");
  for (uint32_t t = 0; t < count; ++t) {
    LGJK_TRY(open_target(&targets[t], t, needed, turned, out, error));
    out->before[t] = (uint32_t)bodies;
    bodies += out->head[t].bodies;
    if (bodies > FIND_BODIES) return lgjk_refuse(error, "targets have more than 2^28 bodies");
  }
  out->bodies = (uint32_t)bodies;
  return LGJK_OK;
}

#define TARGET_ROWS 5u

// Adds what is read of a target to a table of arrays; returns how many rows it has.
static inline uint32_t add_target_rows(const lgjk_side* side, const void* memory, uint64_t bytes, lgjk_array* arrays,
                                       uint32_t rows) {
  const lgjk_array own[TARGET_ROWS] = {
      {"targets->tree", LGJK_READ, memory, 1, 1, bytes},
      LGJK_BODY_ROWS("targets->bodies", side, DIM),
  };
  memcpy(arrays + rows, own, sizeof own);
  return rows + TARGET_ROWS;
}

#endif
