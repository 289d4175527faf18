// Compiled once for each dimension.
#include "find/fit.h"

#include <string.h>

// Returns 16 times the pairs that are left if no body keeps more than `most` sixteenths of a pair.
static uint64_t kept_pairs(const join_job* job, uint32_t most) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < job->a->numbers; ++i) {
    const uint64_t own = (uint64_t)FIT_PART * job->fit_count[i];
    sum += own < most ? own : most;
  }
  return sum;
}

// Returns the greatest number that a body may keep so that a list has `room`.
static uint32_t find_most(const join_job* job, uint64_t room) {
  uint32_t low = 0, high = UINT32_MAX; // `low` has room
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (kept_pairs(job, middle) <= FIT_PART * room) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

uint64_t find_fitN(join_job* job, uint32_t* a, uint32_t* b) {
  memset(job->fit_count, 0, job->a->numbers * sizeof *job->fit_count);
  job->fit = FIT_COUNTS;
  find_searchN(job, a, b);
  job->fit = FIT_KEEPS;
  // A hash keeps about as many as it should. The sixteenth is more than the scatter of a long list.
  uint64_t found;
  job->fit_most = find_most(job, job->capacity - job->capacity / 16);
  while (found = find_searchN(job, a, b), found > job->capacity) job->fit_most -= job->fit_most / 8 + 1;
  job->fit = FIT_OFF;
  return found;
}
