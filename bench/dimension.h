// The two dimensions behind one interface: their scenes, and their contenders as contender.h describes them. What
// lists, plays, checks and times benchmark cases knows no other.
#ifndef LGJK_BENCH_DIMENSION_H
#define LGJK_BENCH_DIMENSION_H

#include <stddef.h>

#include "contender.h"

// A contender as lists of cases see it.
typedef struct contender {
  const char* name;
  bool answers[QUERIES];
  bool plays_frames[QUERIES];  // it takes part where bodies move
  bool follows_replacement;    // and where pairs are replaced
  uint32_t most_pairs;         // 0: any number
  float misjudges;             // share of verdicts that are known to be wrong
  float misjudges_contacts;    // the same of contacts
  bool finds_overlaps_alone;   // contacts: none where the pair is apart
  float misses_depths;         // share of depths that are
  const char* approximates;    // the scene of which it has only similar shapes, or ""
  const char* scenes[QUERIES]; // digits (scene_digit) of those that it can answer; NULL: all
} contender;

#define CONTENDER_LIBRARY 0u // the number of the library; the others follow

typedef struct dimension {
  const char* name; // "2d"
  uint32_t point_floats;
  size_t manifold_size;
  const char* const* scenes;                      // names in order, NULL at the end
  const char* no_churn;                           // digits of scenes whose pairs can't be replaced
  const char* mixed_scenes;                       // digits of those that have an -overlapping one
  const char* touching_scenes;                    // of those where all pairs touch within rounding
  const char* corner_scenes;                      // and of those where half of them touch at corners alone
  const char* resting_scenes;                     // and of those where all nearly touch
  const char* (*missing_data)(const char* scene); // what is missing here for the scene; NULL: nothing

  void* (*scene_create)(const char* name, uint32_t pairs, uint64_t seed); // NULL where memory is short
  void (*scene_free)(void* scene);
  void (*scene_reset)(void* scene);
  void (*scene_advance)(void* scene);
  void (*scene_churn)(void* scene, uint32_t frame);
  float (*scene_max_distance)(const void* scene);          // of distance queries; 0: none
  double (*scene_scale)(const void* scene, uint32_t pair); // of a pair, as lanegjk.h defines it

  uint32_t contender_count;
  contender (*contender)(uint32_t number);
  void* (*open)(uint32_t number, const setup* how); // NULL where memory is short
  void (*close)(void* self);
  void (*restart)(void* self);
  void (*leave)(void* self);
  void (*follow)(void* self);
  void (*replace)(void* self);
  void (*answer)(void* self, query what, const answers* to);
} dimension;

extern const dimension dimension2;
extern const dimension dimension3;

#endif
