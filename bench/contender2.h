// A contender: one implementation that answers the queries of a scene. The library on each instruction set, the scalar
// reference and the rivals all sit behind these few functions, so that every one is driven, checked and timed alike.
#ifndef LGJK_BENCH_CONTENDER2_H
#define LGJK_BENCH_CONTENDER2_H

#include "scenes2.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where answers go: one element per pair (two floats per pair for points). Every contender of a query writes the same.
typedef struct answers2 {
  uint8_t* overlapping;  // overlap: 1 where the pair overlaps, else another number
  uint8_t* iterations;   // support evaluations or iterations, by the contender's own count
  float* distance;       // distance: 0 where the pair overlaps
  float* point_a;
  float* point_b;
  bool counting;  // false: iterations need not be written
} answers2;

// How a contender is opened.
typedef struct setup2 {
  const scene2* scene;  // outlives the contender; its arrays stay where they are
  bool warm;            // keep a record per pair from query to query
  uint32_t isa;         // of the library: LGJK_ISA_*
  uint32_t flags;       // of the library: LGJK_FLAG_*
  float max_distance;   // of the library; 0: none
  bool interleaved;     // of the library: pairs as an array of {a, b}
} setup2;

// Functions that a contender has no need of are NULL. Only replace, distance and overlap are timed.
typedef struct contender2 {
  void* (*open)(const setup2* setup);  // NULL where memory is short
  void (*close)(void* self);
  void (*restart)(void* self);  // the scene is back at frame 0: forget every record
  void (*leave)(void* self);    // pairs are about to be replaced
  void (*follow)(void* self);   // poses have changed, and the pairs marked in scene->replaced
  void (*replace)(void* self);  // timed: bring the records to the new pair list
  void (*distance)(void* self, const answers2* answers);
  void (*overlap)(void* self, const answers2* answers);
  bool counts_iterations;
  bool follows_replacement;
  bool has_warm_start;
  uint32_t most_pairs;  // that it is given; 0: any number
  float misjudges;  // the share of verdicts that it is known to get wrong; where not 0 its distances are not checked
  const char* approximates;  // the scene of which it has only similar shapes, or NULL
} contender2;

extern const contender2 contender2_library;
extern const contender2 contender2_reference;
extern const contender2 contender2_box2d;           // overlap by b2TestOverlap
extern const contender2 contender2_box2d_distance;  // overlap by b2Distance
extern const contender2 contender2_chipmunk;

const char* chipmunk_version(void);

#ifdef __cplusplus
}
#endif

#endif
