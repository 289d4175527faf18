// The two dimensions behind one interface: their scenes, and their contenders as contender2.h and contender3.h describe
// them. What lists, plays, checks and times benchmark cases knows no other.
#ifndef LGJK_BENCH_DIMENSION_H
#define LGJK_BENCH_DIMENSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum query { QUERY_DISTANCE, QUERY_OVERLAP, QUERY_CONTACT, QUERY_DEPTH, QUERIES } query;

// Depth is contact without the manifold.
static inline bool asks_contact(query q) { return q == QUERY_CONTACT || q == QUERY_DEPTH; }

// Where answers go, as answers2 and answers3 say.
typedef struct answers {
  uint8_t* overlapping;
  uint8_t* iterations;
  float* distance;
  float* point_a;
  float* point_b;
  float* normal;
  void* manifold;
  bool counting;
} answers;

// How a contender is opened, as setup2 and setup3 say.
typedef struct setup {
  const void* scene;
  bool warm;
  uint32_t isa;
  uint32_t flags;
  float max_distance;
  float margin;
  bool interleaved;
  uint32_t call_pairs;
} setup;

// What a contender can do.
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
  const char* scenes[QUERIES]; // digits (scene_digit) of those that it can be asked about; NULL: all
} contender;

#define CONTENDER_LIBRARY 0u // the number of the library; the others follow

typedef struct dimension {
  const char* name; // "2d"
  uint32_t point_floats;
  size_t manifold_size;
  float contact_reach;                            // maximum distance and margin of contacts, in metres
  const char* const* scenes;                      // names in order, NULL at the end
  const char* no_churn;                           // the scene whose pairs can't be replaced, or ""
  const char* mixed_scenes;                       // digits of those that have an -overlapping one
  const char* touching_scenes;                    // of those where all pairs touch within rounding
  const char* resting_scenes;                     // and of those where all nearly touch
  const char* (*missing_data)(const char* scene); // what the scene lacks here; NULL: nothing

  void* (*scene_create)(const char* name, uint32_t pairs, uint64_t seed); // NULL where memory is short
  void (*scene_free)(void* scene);
  void (*scene_reset)(void* scene);
  void (*scene_advance)(void* scene);
  void (*scene_churn)(void* scene, uint32_t frame);
  float (*scene_max_distance)(const void* scene);          // that distances are asked for; 0: none
  double (*scene_scale)(const void* scene, uint32_t pair); // of a pair, as lanegjk.h defines it

  uint32_t contender_count;
  contender (*contender)(uint32_t number);
  void* (*open)(uint32_t number, const setup* how); // NULL where memory is short
  void (*close)(void* self);
  void (*restart)(void* self);
  void (*leave)(void* self);
  void (*follow)(void* self);
  void (*replace)(void* self);
  void (*ask)(void* self, query what, const answers* to);
} dimension;

extern const dimension dimension2;
extern const dimension dimension3;

#endif
