// A game server's tick by the tick layer, and by a server that is written by hand with lgjk_contact2 alone: agents of
// several kinds, walls, regions that count who enters, filters, slots that are emptied and filled, begins and ends of
// touching, bodies pushed apart.
#ifndef LGJK_BENCH_FIND_SERVER_H
#define LGJK_BENCH_FIND_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "lanegjk/lanegjk.h"

#define SERVER_MARGIN 0.1f  // metres up to which contacts are queried
#define SERVER_SLOP 0.02f   // up to which a pair that touches continues to
#define SERVER_EXTENT 0.36f // no agent reaches farther from its position

enum { SERVER_AGENT = 1, SERVER_GHOST = 2, SERVER_WALL = 4, SERVER_REGION = 8 }; // categories; 0: an empty slot

typedef struct server_world {
  uint32_t count, fixed; // agents, and bodies that rest: walls, then regions
  uint32_t walls;
  float half; // of the world's width
  lgjk_shapes2* shapes;
  lgjk_bodies2 agents, map;
  float (*pose)[4], (*walk)[2], (*push)[2], (*map_pose)[4];
  uint32_t *shape, *category, *mask, *map_shape, *map_category;
  float* extent;      // of each agent about its position
  float (*reach)[2];  // half of the width of the box around each body of the map
  uint8_t* replaced;  // slots with another agent than before
  uint8_t* is_region; // of the map
  uint64_t random;
} server_world;

// What began and ceased to touch: the agent's number times 2^32, and the other agent's, or count and the number of a
// body of the map. In any order.
typedef struct server_events {
  uint64_t *begun, *ended;
  uint64_t begins, ends, capacity;
} server_events;

typedef struct server_contender {
  const char *name, *shown;
  void* (*open)(const server_world* w);
  // Bodies have moved: writes events, and adds to the agents' pushes what moves them apart.
  void (*tick)(void* self, server_world* w, server_events* events);
} server_contender;

extern const server_contender server_by_tick, server_by_hand;

static inline void server_add_event(uint64_t* list, uint64_t* count, uint64_t capacity, uint32_t a, uint32_t b) {
  if (*count < capacity) list[*count] = (uint64_t)a << 32 | b;
  ++*count;
}

#endif
