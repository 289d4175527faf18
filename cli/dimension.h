// What differs between 2D and 3D scenes, one table each: the reader and the writer go by the table and name no
// dimension.
#ifndef LANEGJK_TOOLS_DIMENSION_H
#define LANEGJK_TOOLS_DIMENSION_H

#include <stddef.h>
#include <stdint.h>

#include "lanegjk/lanegjk3.h"
#include "lanegjk/lanegjk_cast.h"

enum { MAX_CORES = 5 };

// How the numbers of a core are written: a list of points; one number per axis; {"radius": r, "half_height": h}.
typedef enum core_form { CORE_POINTS, CORE_SIZES, CORE_ROUND } core_form;

typedef struct core {
  const char* key;
  core_form form;
  uint32_t kind; // LGJK_SHAPE2_* or LGJK_SHAPE3_*
} core;

typedef union shape_set {
  lgjk_shapes2* in2d;
  lgjk_shapes3* in3d;
} shape_set;

// Bodies of either dimension, with arrays as in lgjk_bodies2 and 3.
typedef struct body_view {
  shape_set shapes;
  uint32_t count;
  const uint32_t* shape;
  const float* radius; // NULL: those of the shapes
  const float* pose;
} body_view;

// A query over all pairs of one frame; arrays as in lgjk_bodies2 or 3 and lgjk_results. Each pair has two bodies of its
// own, the first at the origin.
typedef struct batch {
  shape_set shapes;
  uint32_t body_count;
  uint32_t* shape;
  float* radius;
  float* pose;
  float* way;     // of casts, `axes` floats; NULL where nothing moves
  float* turn;    // of casts, the rotation of a pose; NULL where nothing turns
  uint32_t* body; // of the scene, two per pair
  double* offset; // where the first body of each pair is in the scene, `axes` doubles
  lgjk_pairs pairs;
  lgjk_warm* warm;
  lgjk_options options;
  uint8_t* status;
  uint8_t* iterations;
  float* distance; // of distances and contacts, as the next two; of casts the fraction, and the point of the touch
  float* point_a;
  float* point_b;
  float* depth;   // of casts; NULL where not needed, as the next two
  float* normal;  // of contacts and casts
  void* manifold; // lgjk_manifold2 or 3 per pair
  uint64_t* bad_count;
} batch;

// A point of a manifold, of either dimension.
typedef struct manifold_point {
  const float* position; // `axes` floats
  float separation;
  uint32_t id;
} manifold_point;

typedef struct dimension {
  uint32_t axes;            // numbers of a point
  uint32_t pose_size;       // floats of a pose
  uint32_t manifold_points; // of a manifold, at most
  size_t manifold_size;     // bytes of a manifold
  core cores[MAX_CORES];    // ends early with a NULL key
  const char* core_names;   // for messages
  const char* map_form;     // for messages
  const char* rotation_key; // of a pose
  uint32_t rotation_size;   // numbers of a rotation; 1: a bare number, no list
  float no_rotation[4];
  const char* rotation_domain; // for messages: what a rotation has to be
  void (*make_pose)(const float* position, const float* rotation, float* pose);
  // The definitions are those of 3D: 2D leaves z and its kinds are LGJK_SHAPE2_*; their points are packed in `axes`
  // floats.
  int32_t (*create_shapes)(const lgjk_shape3_def* defs, uint32_t count, shape_set* out, lgjk_error* error);
  void (*destroy_shapes)(shape_set shapes);
  float (*shape_radius)(shape_set shapes, uint32_t index);
  uint32_t (*shape_corners)(shape_set shapes, uint32_t index); // vertices of the hull of points
  int32_t (*distance)(const batch* query, lgjk_error* error);
  int32_t (*overlap)(const batch* query, lgjk_error* error);
  int32_t (*contact)(const batch* query, lgjk_error* error);
  int32_t (*cast)(const batch* query, lgjk_error* error);
  void (*bad_reason)(const batch* query, uint64_t pair, lgjk_bad_reason* reason); // after a query
  // Why a body is bad whatever it meets; the reason is NONE or SCALE where it is not.
  void (*body_reason)(const body_view* bodies, uint32_t body, uint32_t flags, lgjk_bad_reason* reason);
  uint32_t (*manifold_count)(const batch* query, size_t pair);
  manifold_point (*manifold_point)(const batch* query, size_t pair, uint32_t index);
  // Those of lanegjk_find.h and lanegjk_cast.h; `b` NULL: pairs of one view.
  uint64_t (*find_scratch)(uint32_t bodies_a, uint32_t bodies_b, uint64_t capacity);
  int32_t (*find_pairs)(const body_view* a, const body_view* b, lgjk_pair_list* list, void* scratch, uint64_t size,
                        const lgjk_find_options* options, lgjk_error* error);
  int32_t (*index_size)(const body_view* bodies, const lgjk_index_def* def, uint64_t* size, lgjk_error* error);
  int32_t (*index_build)(const body_view* bodies, const lgjk_index_def* def, void* memory, uint64_t size,
                         lgjk_error* error);
  int32_t (*nearest)(const void* index, const float* points, uint64_t count, uint32_t k, uint32_t* body,
                     float* distance, uint32_t* found, const lgjk_nearest_options* options, lgjk_error* error);
  int32_t (*cast_against)(const body_view* a, const body_view* b, const void* index, lgjk_cast_search* search,
                          const lgjk_cast_options* options, lgjk_error* error);
  float (*shape_bound)(shape_set shapes, uint32_t index); // the radius about the origin, rounding left out
} dimension;

// NULL where there is none of that number of axes.
const dimension* dimension_of(int64_t axes);

#endif
