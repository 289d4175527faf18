// What the files of this folder share; they are compiled once for each dimension.
//
// The memory is a head, then for each of the two lists two buffers of pairs, records and touches: that of the last run,
// and the one that is filled. They are exchanged when all calls of a run have succeeded. Each run writes all else
// again. Arrays are at fixed offsets, so that a copy of the memory can be anywhere; only the tree and the scratch
// are aligned where they are.
#ifndef LGJK_TICK_PARTS_H
#define LGJK_TICK_PARTS_H

#include "lanegjk/lanegjk_tick.h"

#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "lanegjk/lanegjk3.h"
#include "shape/names.h"

#define lgjk_tree_sizeN NAME_N(lgjk_tree_size, )
#define lgjk_tick_sizeN NAME_N(lgjk_tick_size, )
#define tick_openN NAME_N(lgjk_tick_open, )
#define tick_check_structN NAME_N(lgjk_tick_check_struct, )
#define tick_sealN NAME_N(lgjk_tick_seal, )
#define tick_placeN NAME_N(lgjk_tick_place, )
#define tick_empty_listsN NAME_N(lgjk_tick_empty_lists, )
#define tick_fresh_headN NAME_N(lgjk_tick_fresh_head, )

enum { LISTS = 2 };

// What the memory begins with. All 0: no run has been made.
typedef struct tick_head {
  uint32_t magic, version, dim, flags;
  uint32_t max_bodies, current; // current: the buffer of the last run
  uint64_t max_pairs;
  uint64_t count[LISTS]; // pairs of the last run
  uint64_t checksum;     // of all before
} tick_head;

typedef struct tick_buffer {
  uint32_t *a, *b;
  uint8_t* touching;
  lgjk_warm* records; // or NULL
} tick_buffer;

typedef struct tick_arrays {
  tick_head* head;
  tick_buffer buffer[LISTS][2];
  uint8_t* status[LISTS];
  float *distance[LISTS], *normal[LISTS];
  float *point_a[LISTS], *point_b[LISTS]; // or NULL
  lgjk_manifoldN* manifold[LISTS];        // or NULL
  lgjk_event* event[LISTS];
  char* work; // all that a run needs beside: the tree of moving bodies, and the scratch of their pairs behind it
  uint64_t work_size;
} tick_arrays;

static inline lgjk_pairs pairs_of(const tick_buffer* buffer, uint64_t count) {
  return (lgjk_pairs){.struct_size = sizeof(lgjk_pairs), .a = buffer->a, .b = buffer->b, .count = count};
}

// FNV-1a, as any order of bytes gives it.
static inline uint64_t tick_hash(uint64_t hash, const void* bytes, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) hash = (hash ^ ((const uint8_t*)bytes)[i]) * UINT64_C(1099511628211);
  return hash;
}
#define TICK_HASH_BEGIN UINT64_C(14695981039346656037)

// Checks the caller's struct, and where its memory is.
int32_t tick_check_structN(const lgjk_tick* tick, lgjk_error* error);
// Places the arrays of a tick whose struct is checked.
void tick_placeN(const lgjk_tick* tick, tick_arrays* arrays);
// Checks the struct, places the arrays, and checks the head and the stored pairs. *head: a copy, that of a new tick
// where the memory is all 0.
int32_t tick_openN(const lgjk_tick* tick, tick_arrays* arrays, tick_head* head, lgjk_error* error);
// Returns the head of a tick without runs.
tick_head tick_fresh_headN(const lgjk_tick* tick);
// Writes a head with its checksum.
void tick_sealN(tick_head* to, const tick_head* head);
// Empties the lists of the last run.
void tick_empty_listsN(lgjk_tick* tick);

#endif
