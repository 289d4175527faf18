// What differs between 2D and 3D scenes: one table of facts each, and views of bodies that calls of either dimension
// take.
#ifndef LANEGJK_TOOLS_DIMENSION_H
#define LANEGJK_TOOLS_DIMENSION_H

#include <stddef.h>
#include <stdint.h>

#include "lanegjk/lanegjk3.h"
#include "lanegjk/lanegjk_cast.h"

enum { MAX_CORES = 5, MAX_MANIFOLD_POINTS = 4 };

// How the numbers of a core are written: a list of points; one number per axis; {"radius": r, "half_height": h}.
typedef enum core_form { CORE_POINTS, CORE_SIZES, CORE_ROUND } core_form;

typedef struct core {
  const char* key;
  core_form form;
  uint32_t kind; // LGJK_SHAPE2_* or LGJK_SHAPE3_*
} core;

typedef struct dimension {
  uint32_t axes;            // numbers of a point
  uint32_t pose_size;       // floats of a pose
  uint32_t manifold_points; // of a manifold, at most
  core cores[MAX_CORES];    // ends early with a NULL key
  const char* core_names;   // for messages
  const char* map_form;     // for messages
  const char* rotation_key; // of a pose
  uint32_t rotation_size;   // numbers of a rotation; 1: a bare number, no list
  float no_rotation[4];
  const char* rotation_domain; // for messages: what a rotation has to be
} dimension;

// NULL where there is none of that number of axes.
const dimension* dimension_of(int64_t axes);

// A pose at the origin.
void make_pose(const dimension* dim, const float* rotation, float* pose);

// Shapes of one dimension; the other pointer is NULL.
typedef struct shape_set {
  lgjk_shapes2* in2d;
  lgjk_shapes3* in3d;
} shape_set;

// The definitions are those of 3D: 2D leaves z and its kinds are LGJK_SHAPE2_*; their points are packed in `axes`
// floats.
int32_t create_shapes(const dimension* dim, const lgjk_shape3_def* defs, uint32_t count, shape_set* out,
                      lgjk_error* error);
void destroy_shapes(shape_set shapes);

// A set of one shape of 2D: an ellipse with these semi-axes, or, where they are 0, a circle of the radius.
lgjk_shapes2* create_round(float rx, float ry, float radius);

typedef struct shape_facts {
  float radius;
  float bound;      // the radius about the origin, rounding left out
  uint32_t corners; // vertices of the hull of points
} shape_facts;

shape_facts shape_facts_of(shape_set shapes, uint32_t index);

// The same bodies for calls of 2D and of 3D, of which those of the other dimension have no shapes.
typedef struct body_view {
  lgjk_bodies2 in2d;
  lgjk_bodies3 in3d;
} body_view;

// Without positions in double where these are NULL.
body_view body_view_make(shape_set shapes, uint32_t count, const uint32_t* shape, const float* radius,
                         const float* pose, const double* position);
// The bodies from `first` on.
body_view body_view_part(const dimension* dim, const body_view* all, uint32_t first, uint32_t count);

// Calls a function for bodies of 2D or of 3D; of one view, or of two.
#define CALL_OF_VIEW(dim, function, view, ...) \
  ((dim)->axes == 2 ? function##2(&(view)->in2d, __VA_ARGS__) : function##3(&(view)->in3d, __VA_ARGS__))
#define CALL_OF_VIEWS(dim, function, a, b, ...)                        \
  ((dim)->axes == 2 ? function##2(&(a)->in2d, &(b)->in2d, __VA_ARGS__) \
                    : function##3(&(a)->in3d, &(b)->in3d, __VA_ARGS__))

// Why a body is bad whatever it meets; the reason is NONE or SCALE where it is not.
lgjk_bad_reason body_reason(const dimension* dim, const body_view* bodies, uint32_t body, uint32_t flags);

// A point of a manifold, of either dimension.
typedef struct manifold_point {
  const float* position; // `axes` floats
  float separation;
  uint32_t id;
} manifold_point;

// Writes the points of a pair's manifold; returns how many.
uint32_t read_manifold(const lgjk_results* results, size_t pair, manifold_point* out);

// ---------------------------------------------------------------- neighbours

// Candidate pairs of one view or of two. The memory is kept from call to call; starts as {0}.
typedef struct neighbours {
  uint32_t* a; // the pairs that were found, of one view a < b, sorted by (a, b)
  uint32_t* b;
  uint64_t count;
  uint64_t capacity;
  void* scratch;
  uint64_t scratch_size;
} neighbours;

// Replaces the list with every pair of bodies that may be no farther apart than the options' margin: those of `a`, or
// of one of `a` and one of `b`. The list has room for one element at least, so that its arrays are there without a
// pair.
void neighbours_find(neighbours* self, const dimension* dim, const body_view* a, const body_view* b,
                     const lgjk_find_options* options);
void neighbours_free(neighbours* self);

#endif
