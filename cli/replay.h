// `lanegjk replay`: what was requested, what was measured, and the texts made of both.
#ifndef LANEGJK_TOOLS_REPLAY_H
#define LANEGJK_TOOLS_REPLAY_H

#include <stdint.h>

#include "encounters.h"
#include "support.h"
#include "trajectories.h"

// How many of the smallest gaps the report lists and the picture numbers.
#define NEAR_MISSES 5

typedef struct torso {
  int is_circle;
  float depth; // semi-axis along the motion, metres; the radius of a circle
  float width; // semi-axis across it; the same for a circle
} torso;

typedef struct replay_setup {
  const char* name; // of the recording
  torso body;
  float reach; // metres between torsos
  uint32_t isa;
} replay_setup;

typedef struct replay_totals {
  uint64_t pairs;        // pair queries over all frames
  uint64_t most_pairs;   // in one frame
  uint64_t overlapping;  // pair queries that found an overlap
  uint64_t within_reach; // ... a distance up to the reach, overlaps included
  uint64_t at_limit;     // ... the status limit
  double depth_sum;      // metres, over all overlapping pairs
  // Of each person of an overlapping pair, where the other presses: within 45 degrees of the heading, of its opposite,
  // or between.
  uint64_t in_front, behind, beside;
  bad_pairs bad;
  double query_seconds; // inside lgjk_contact2
  double query_ns;      // per pair, the median over the frames that have pairs
} replay_totals;

// The report for people to read.
text_buffer replay_report(const replay_setup* setup, const recording* crowd, const encounters* met,
                          const replay_totals* totals);
// The events, one line each: kind,id_a,id_b,first_frame,last_frame,min_distance,min_frame,ax,ay,bx,by,nx,ny.
text_buffer replay_events(const recording* crowd, const encounters* met);
// The picture, SVG: paths, and where people came closest. Below 2 MB for any crowd: it draws a sample where need be.
text_buffer replay_picture(const replay_setup* setup, const recording* crowd, const encounters* met);

#endif
