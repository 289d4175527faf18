// `lanegjk replay`: what was asked for, what was measured, and the texts made of both.
#ifndef LANEGJK_TOOLS_REPLAY_H
#define LANEGJK_TOOLS_REPLAY_H

#include <stdint.h>

#include "encounters.h"
#include "support.h"
#include "trajectories.h"

typedef struct torso {
  int is_circle;
  float depth;  // semi-axis along the motion, metres; the radius of a circle
  float width;  // semi-axis across it; the same for a circle
} torso;

typedef struct replay_setup {
  const char* file;
  torso body;
  float reach;  // metres between torsos
  uint32_t isa;
} replay_setup;

typedef struct replay_totals {
  uint64_t pairs;         // pair queries over all frames
  uint64_t most_pairs;    // in one frame
  uint64_t overlapping;   // pair queries that found an overlap
  uint64_t within_reach;  // ... a distance up to the reach, overlaps included
  uint64_t undecided;     // ... the statuses limit and bad
  double query_seconds;   // inside lgjk_distance2
  double median_ns;       // per pair, the median over the frames that have pairs
} replay_totals;

// The report for people to read.
text_buffer replay_report(const replay_setup* setup, const recording* crowd, const encounters* met,
                          const replay_totals* totals);
// The events, one line each: kind,id_a,id_b,first_frame,last_frame,min_distance,min_frame,ax,ay,bx,by.
text_buffer replay_events(const recording* crowd, const encounters* met);
// The picture, SVG: all paths, and where people came closest.
text_buffer replay_picture(const replay_setup* setup, const recording* crowd, const encounters* met);

#endif
