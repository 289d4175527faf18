// An index of bodies by their positions, for the nearest ones of a point.
#ifndef LGJK_FIND_CENTRES_H
#define LGJK_FIND_CENTRES_H

#include "find/job.h"
#include "lane/pick.h"

#define find_centres_sizeN LANE_CAT(lgjk_find_centres_size, DIM)
#define find_centres_buildN LANE_CAT(lgjk_find_centres_build, DIM)
#define find_centres_openN LANE_CAT(lgjk_find_centres_open, DIM)

// Another number whenever what follows changes.
#define CENTRES_MAGIC (0x4C474E10u + DIM)

// What the index begins with.
typedef struct centres_head {
  uint32_t magic;
  uint32_t bodies; // of the view
  uint32_t placed; // those that are not left out
  uint32_t bad;
  uint64_t bytes;
  size_class cells;
} centres_head;

// Points whose nearest bodies are searched for.
typedef struct nearest_job {
  const centres_head* head;
  find_grid grid;
  const char* points;
  size_t stride;
  const uint32_t* skip; // or NULL
  float most;           // distance
  uint32_t k;
  uint32_t* body;
  float* distance; // or NULL
  uint32_t* found; // or NULL
} nearest_job;

// Returns the bytes of an index of so many bodies.
uint64_t find_centres_sizeN(uint32_t bodies);

// Builds the index of the job's first view. `size`: of cells, or 0.
void find_centres_buildN(find_job* job, float size, char* memory);

// Makes an index that of a job.
void find_centres_openN(const char* memory, nearest_job* job);

#endif
