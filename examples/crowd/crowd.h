// What the files of the crowd example share: the plaza with its agents and walls (world.c), the candidate pairs and the
// queries over them (crowd.c), rollback (snapshot.c), and the picture (draw.c).
#ifndef LGJK_EXAMPLE_CROWD_H
#define LGJK_EXAMPLE_CROWD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lanegjk/lanegjk.h"

#define COMFORT 0.35f                      // metres that agents like to keep to others and to walls
#define MAX_EXTENT 0.3f                    // metres from an agent's centre to its farthest point
#define CELL (2.0f * MAX_EXTENT + COMFORT) // side of a grid cell: neighbours are at most one cell away

enum { CIRCLE, TORSO, LONG_WALL, BLOCK, FIRST_SHAPES, TRIANGLE = FIRST_SHAPES, HEXAGON, ALL_SHAPES };
enum { MAX_WALLS = 24 };

typedef struct vec2 {
  float x, y;
} vec2;

typedef struct pose2 {
  float x, y, c, s;
} pose2;

typedef struct agents {
  uint32_t count;
  uint32_t* shape;
  pose2* pose;      // faces where it walks
  float* radius;    // rounding
  float* extent;    // whole body, from the centre
  float* speed;     // preferred, metres per second
  uint32_t* stream; // 0..3: walks east, west, north, south, and back again
  vec2* velocity;
  vec2* push; // of this tick
} agents;

typedef struct walls {
  uint32_t count;
  uint32_t shape[MAX_WALLS];
  pose2 pose[MAX_WALLS];
  vec2 low[MAX_WALLS], high[MAX_WALLS]; // bounding box
} walls;

typedef struct entry {
  uint32_t agent;
  float x, y, extent;
} entry;

// What the search for neighbours reads of each agent, sorted by cell. One empty ring of cells around the plaza spares
// the edges a special case.
typedef struct grid {
  uint32_t columns;
  uint32_t* start; // first entry of each cell; columns * columns + 1
  entry* entries;
} grid;

// Candidate pairs, sorted by (a, b), with what the query reads and writes for each.
typedef struct pair_list {
  uint64_t count, capacity;
  uint32_t *a, *b;
  bool keeps_records;
  lgjk_warm* warm; // where it does
  uint8_t* status;
  float* distance; // signed
  vec2 *normal, *on_a, *on_b;
} pair_list;

typedef struct crowd {
  float half;   // of the plaza's side
  vec2 ends[2]; // of a wall along it
  lgjk_shape2_def defs[ALL_SHAPES];
  lgjk_shapes2* shapes;
  agents agents;
  walls walls;
  grid grid;
  pair_list among, against[2]; // agents among themselves; agents against walls, this tick's and the one's before
  uint32_t now;                // which of the two is this tick's
  uint64_t touching;           // pairs of this tick
  float deepest;               // of this tick, metres
  uint64_t queried;            // pairs, since the start, of ticks that were played again too
  double query_seconds, carry_seconds;  // of CPU time in queries, since the start; of that in lgjk_warm_carry
  double play_seconds, pairing_seconds; // in whole ticks; in finding candidate pairs
  lgjk_options options;
} crowd;

// What brings a crowd back to the end of a tick.
typedef struct snapshot {
  bool held;
  pose2* pose;
  vec2* velocity;
  uint32_t* stream;
  uint64_t count; // pairs of agents and walls, with their records
  uint32_t *a, *b;
  lgjk_warm* warm;
} snapshot;

// crowd.c: ends the program where a call failed, or where memory ran out.
void check(int32_t code, const lgjk_error* error);
void* grow(void* memory, size_t count, size_t size);
void grow_list(pair_list* list);

// world.c
void build_world(crowd* w, uint32_t agent_count);
void add_obstacles(crowd* w);
void push_apart(crowd* w);
void move(crowd* w);

// snapshot.c
void save(const crowd* w, snapshot* s);
void restore(crowd* w, const snapshot* s);
void forget(snapshot* s);

// draw.c: writes what the last query saw; returns 0 where the file could not be written.
int draw(const crowd* w, const char* path);

#endif
