// The list of benchmarks: which contender answers which query on which scene, in which mode, for how many pairs. A
// case is named <dim>/<scene>/<query>/<mode>/<implementation>/<pairs>, for example 2d/S2/distance/warm/avx512/10000.
// The scene may have a suffix: -shuffled, -overlapping, or that of a variant. Contact and depth alone are queried on
// -overlapping scenes; depth is contact without the manifold. Both have a maximum distance and a margin, CONTACT_REACH,
// except with -default.
//
// Pairs are those of one call of the library. A call of fewer than 1,000 is one of many that go through a scene of
// 1,024 pairs, so that no size shows the luck of a few pairs, and that reading the clock costs nothing; shapes, poses,
// records and results stay in the cache, as they do for users of small calls. The time per pair is that of a call over
// its pairs.
#ifndef LGJK_BENCH_CASES_H
#define LGJK_BENCH_CASES_H

#include "dimension.h"

typedef enum mode {
  MODE_COLD,         // no records passed
  MODE_WARM,         // 60 frames of moving bodies, records kept
  MODE_CHURN,        // as warm, and a tenth of the pairs is replaced in each frame
  MODE_HISTORY_FREE, // as warm, by LGJK_FLAG_HISTORY_FREE: the answers are the cold ones, whatever the records hold
  MODE_RECORDLESS    // as warm, but no records passed: what warm has to be faster than
} mode;

// The same scene, queried in another way; all but the last by the library alone. Rivals have no list of pairs, and no
// maximum distance except Bullet's detector, which then gives the same for pairs that are beyond and pairs that
// overlap: nothing.
typedef enum variant {
  VARIANT_NONE,
  VARIANT_REACH,   // -reach: up to a maximum distance that all pairs are within
  VARIANT_HALF,    // -half: up to one that half of the pairs are beyond, at frame 0
  VARIANT_AB,      // -ab: pairs as an array of {a, b} instead of two arrays
  VARIANT_DEFAULT, // -default: contacts by the default options, without a maximum distance and a margin
  VARIANT_LISTS,   // -lists: cold calls of eight lists of other seeds in turn, by rivals, too: branch prediction
                   // learns a list that comes again and again, as none of a program's does
  VARIANTS
} variant;

typedef struct bench_case {
  char name[80];
  const dimension* dimension;
  char scene[16]; // without the suffix of the variant
  variant variant;
  query query;
  mode mode;
  uint32_t pairs;       // per call
  uint32_t scene_pairs; // of the scene
  uint32_t contender;   // its number in the dimension
  uint32_t isa;         // of the library
  uint32_t flags;       // of the library
} bench_case;

// Every case that can be run here, or only the standard set: what is published. Only pairs as given, 0: all sizes.
// Returns an array of *count cases.
bench_case* cases_list(bool all, uint32_t pairs, uint32_t* count);

// ---- running: frames are played, answers compared with the library's scalar ones, then timed ----

// Registers the cases with the shim. A contender whose answers are wrong ends the program with a message. The cases
// must outlive the run. repetitions: how often each is measured, for the progress line.
void run_register(const bench_case* cases, uint32_t count, uint32_t repetitions);

// ---- what a contender has answered, added up ----

// Coordinates reach 50, where a unit in the last place is 4e-6, and Box2D subtracts world coordinates.
#define TOUCHING 1e-5f

// Over all timed frames of a run.
typedef struct tally {
  uint64_t answers;
  uint64_t overlapping;
  uint64_t beyond; // the maximum distance, where the library says so
  uint64_t bad;
  double distance;
  uint64_t hash;       // of every answer's bits
  uint64_t iterations; // of all pairs
  uint64_t lane_steps; // iterations of the slowest pair of each block of `lanes` pairs, times the pairs of the block
} tally;

// Adds the answers to all pairs of the scene. most: the maximum distance of the library's query; 0: none.
void tally_add(tally* sum, const bench_case* c, const answers* given, float most);
// Pairs of one block; 1 where the contender is not the library.
uint32_t tally_lanes(const bench_case* c);

// A depth that is off by more than this share of the pair's scale is missed.
#define MISSED_DEPTH 1e-3

// Errors of depths over the pairs that overlap in truth by more than MISSED_DEPTH, relative to the scale of each. Where
// a contender finds nothing, its depth is 0.
typedef struct depth_errors {
  uint32_t pairs;
  double worst, median;
  double missed; // share of the pairs
} depth_errors;

// Of given signed distances, `pairs` of them, against true ones.
void depth_errors_find(const dimension* dim, const void* scene, uint32_t pairs, const float* truth, const float* given,
                       depth_errors* errors);

// Errors of distances over the pairs that are apart in truth by no more than `most` (0: by anything), relative to the
// scale of each.
typedef struct distance_errors {
  double worst, median;
} distance_errors;

void distance_errors_find(const dimension* dim, const void* scene, uint32_t pairs, float most, const float* truth,
                          const float* given, distance_errors* errors);

// The share of pairs whose verdict is another than the true one.
double wrong_verdicts(uint32_t pairs, const uint8_t* truth, const uint8_t* given);

#endif
