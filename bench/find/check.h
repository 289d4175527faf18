// What has to be true of a contender's pairs before it is timed.
#ifndef LGJK_BENCH_FIND_CHECK_H
#define LGJK_BENCH_FIND_CHECK_H

#include "contender.h"

// The pairs of a scene by brute force.
typedef struct true_pairs {
  const moving* scene;
  uint64_t* must;  // pairs that meet (lanegjk_find.h), by bounds that are not rounded outwards; ascending
  uint64_t* may;   // and with bounds that are rounded twice as far
  uint64_t* close; // pairs whose shapes are within the margin
  uint64_t must_count, may_count, close_count;
} true_pairs;

// Returns false if memory lacks. `bodies`: at most some thousands, as all pairs are looked at.
bool true_pairs_open(true_pairs* t, const moving* m);

// Whether the contender's pairs are right: this library's are those that meet, and a rival's hold all within the
// margin. Says what is wrong on standard error, in the name of `who`. Pairs of two walls are passed over.
bool check_pairs(const true_pairs* t, const find_pairs* told, bool of_library, const char* who);

#endif
