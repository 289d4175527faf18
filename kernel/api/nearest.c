// Checks the arguments of lgjk_nearest2 and lgjk_nearest3, and runs them; compiled once for each dimension.
#include <math.h>
#include <string.h>

#include "base/arrays.h"
#include "base/error.h"
#include "base/fpcontrol.h"
#include "find/centres.h"
#include "isa/kernels.h"
#include "lanegjk/lanegjk_find.h"

#define lgjk_nearestN LANE_CAT(lgjk_nearest, DIM)

#define NEAREST_PART 256u // points that a thread takes at a time

static int32_t check_options(const lgjk_nearest_options* options, nearest_job* job, lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct("options", options, sizeof *options, "lgjk_nearest_options_init", error));
  if (!(options->max_distance >= 0)) {
    return lgjk_refuse(error, "options->max_distance is %g: negative or NaN", (double)options->max_distance);
  }
  LGJK_TRY(lgjk_take_stride("options->stride", options->stride, DIM * sizeof(float), &job->stride, error));
  job->most = options->max_distance > 0 ? options->max_distance : HUGE_VALF;
  job->skip = options->skip;
  return lgjk_check_tasks("options->tasks", options->tasks, error);
}

static int32_t check_index(const void* index, lgjk_error* error) {
  uint32_t magic;
  LGJK_TRY(lgjk_check_memory("index", index, 64, error));
  memcpy(&magic, index, sizeof magic);
  if (magic == CENTRES_MAGIC) return LGJK_OK;
  return lgjk_refuse(error, "index is none of kind LGJK_INDEX_NEAREST, this dimension and this layout");
}

static int32_t check_arrays(const nearest_job* job, uint64_t count, lgjk_error* error) {
  const uint64_t results = count * job->k;
  if (job->k == 0 || job->k > LGJK_MAX_NEAREST) {
    return lgjk_refuse(error, "k is %u, outside 1..%u", (unsigned)job->k, LGJK_MAX_NEAREST);
  }
  if (count > UINT64_MAX / LGJK_MAX_NEAREST / 8) return lgjk_refuse(error, "count is too large");
  const lgjk_array arrays[] = {
      {"points", LGJK_READ | LGJK_NEEDED, job->points, DIM * sizeof(float), job->stride, count},
      {"options->skip", LGJK_READ, job->skip, 4, 4, count},
      {"index", LGJK_READ, job->head, 1, 1, job->head->bytes},
      {"body", LGJK_WRITTEN | LGJK_NEEDED, job->body, 4, 4, results},
      {"distance", LGJK_WRITTEN, job->distance, 4, 4, results},
      {"found", LGJK_WRITTEN, job->found, 4, 4, count},
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
}

typedef struct nearest_work {
  const nearest_job* job;
  lgjk_near_search* search;
  uint64_t count;
} nearest_work;

static void search_part(void* context, uint32_t first, uint32_t end) {
  const nearest_work* w = context;
  const uint64_t to = (uint64_t)end * NEAREST_PART;
  w->search(w->job, (uint64_t)first * NEAREST_PART, to < w->count ? to : w->count);
}

static int32_t find_nearest(const void* index, nearest_job* job, uint64_t count, const lgjk_nearest_options* given,
                            lgjk_error* error) {
  static const lgjk_nearest_options defaults = {.struct_size = sizeof defaults};
  const lgjk_nearest_options* options = given == NULL ? &defaults : given;
  int32_t code;
  LGJK_TRY(check_index(index, error));
  LGJK_TRY(check_options(options, job, error));
  find_centres_openN(index, job);
  LGJK_TRY(check_arrays(job, count, error));
  const uint32_t set = lgjk_isa_for(options->isa, UINT64_MAX, &code, error);
  if (set == 0) return code;
  nearest_work w = {job, LANE_CAT(lgjk_nearestN, _kernels)[set], count};
  lgjk_split(options->tasks, (uint32_t)((count + NEAREST_PART - 1) / NEAREST_PART), 4, search_part, &w);
  return lgjk_succeed(error);
}

int32_t lgjk_nearestN(const void* index, const float* points, uint64_t count, uint32_t k, uint32_t* body,
                      float* distance, uint32_t* found, const lgjk_nearest_options* options, lgjk_error* error) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  nearest_job job;
  memset(&job, 0, sizeof job);
  job.points = (const char*)points;
  job.k = k;
  job.body = body;
  job.distance = distance;
  job.found = found;
  const int32_t code = find_nearest(index, &job, count, options, error);
  lgjk_fp_leave(caller);
  return code;
}
