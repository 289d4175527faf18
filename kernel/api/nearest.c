// Checks the arguments of lgjk_nearest2 and lgjk_nearest3, and runs them; compiled once for each dimension.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/extents.h"
#include "base/fpcontrol.h"
#include "find/centres.h"
#include "isa/kernels.h"
#include "lanegjk/lanegjk_find.h"

#define lgjk_nearestN LANE_CAT(lgjk_nearest, DIM)

#define NEAREST_PART 256u // points that a thread takes at a time

static int32_t bad(lgjk_error* error, const char* what) { return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s", what); }

static int32_t check_options(const lgjk_nearest_options* options, nearest_job* job, lgjk_error* error) {
  int32_t code =
      lgjk_check_struct_size("options", options->struct_size, sizeof *options, "lgjk_nearest_options_init", error);
  if (code != LGJK_OK) return code;
  if (!(options->max_distance >= 0)) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "options->max_distance is %g: negative or NaN",
                     (double)options->max_distance);
  }
  if (options->stride % 4 != 0 || (options->stride != 0 && options->stride < DIM * sizeof(float))) {
    return bad(error, "options->stride is neither 0 nor a multiple of 4 that holds a point");
  }
  job->most = options->max_distance > 0 ? options->max_distance : HUGE_VALF;
  job->stride = options->stride != 0 ? options->stride : DIM * sizeof(float);
  job->skip = options->skip;
  code = lgjk_check_aligned("options->skip", options->skip, 4, error);
  return code != LGJK_OK ? code : lgjk_check_tasks("options->tasks", options->tasks, error);
}

static int32_t check_index(const void* index, lgjk_error* error) {
  uint32_t magic;
  if (index == NULL) return bad(error, "index is NULL");
  if ((uintptr_t)index % 64 != 0) return bad(error, "index is not aligned to 64 bytes");
  memcpy(&magic, index, sizeof magic);
  return magic == CENTRES_MAGIC
             ? LGJK_OK
             : bad(error, "index is none of kind LGJK_INDEX_NEAREST, this dimension and this layout");
}

static int32_t check_arrays(const nearest_job* job, uint64_t count, lgjk_error* error) {
  const uint64_t results = count * job->k;
  lgjk_extents written, read;
  written.count = read.count = 0;
  if (job->k == 0 || job->k > LGJK_MAX_NEAREST) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "k is %u, outside 1..%u", (unsigned)job->k, LGJK_MAX_NEAREST);
  }
  if (count > UINT64_MAX / LGJK_MAX_NEAREST / 8) return bad(error, "count is too large");
  if (count > 0 && job->points == NULL) return bad(error, "points is NULL");
  if (count > 0 && job->body == NULL) return bad(error, "body is NULL");
  int32_t code = lgjk_check_aligned("points", job->points, 4, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("body", job->body, 4, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("distance", job->distance, 4, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("found", job->found, 4, error);
  if (code != LGJK_OK) return code;
  lgjk_extents_add(&written, "body", job->body, 4, 4, 0, results);
  lgjk_extents_add(&written, "distance", job->distance, 4, 4, 0, results);
  lgjk_extents_add(&written, "found", job->found, 4, 4, 0, count);
  lgjk_extents_add(&read, "points", job->points, DIM * sizeof(float), job->stride, 0, count);
  lgjk_extents_add(&read, "options->skip", job->skip, 4, 4, 0, count);
  lgjk_extents_add(&read, "index", job->head, 1, 1, 0, job->head->bytes);
  return lgjk_check_extents(&written, &read, error);
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
  int32_t code = check_index(index, error);
  if (code == LGJK_OK) code = check_options(options, job, error);
  if (code != LGJK_OK) return code;
  find_centres_openN(index, job);
  code = check_arrays(job, count, error);
  if (code != LGJK_OK) return code;
  const lgjk_kernels* kernels = lgjk_kernels_for(options->isa, UINT64_MAX, &code, error);
  if (kernels == NULL) return code;
  nearest_work w = {job, kernels->nearest[DIM - 2], count};
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
