// The data of a call that builds a tree of the bodies of a view, and of one that finds the pairs of two trees.
#ifndef LGJK_FIND_JOB_H
#define LGJK_FIND_JOB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/tasks.h"
#include "block/batch.h"
#include "find/tree.h"
#include "lane/dimension.h"

#define FIND_BODIES (1u << 28) // at most: places have so many bits
#define FIND_PART 2048u        // bodies of a part of the work
#define FIND_PADDING 16u       // elements behind arrays that lanes may read

#define LEFT_OUT 255u // the class of a body that meets no other

// One view, with its filters.
typedef struct find_view {
  lgjk_side bodies;
  const float* box; // of each shape of its set (shape/box.h)
  const char *category, *mask, *group;
  size_t filter_stride;
  bool only_points; // all cores are points
} find_view;

// The box of a body, if it has one: else half[0] is below 0. Its circle is here once more, so that lanes load both as
// one record of quads (four floats each).
typedef struct find_box {
  float offset[DIM];            // of its centre from that of the circle
  float axis[DIM == 2 ? 2 : 9]; // 2D: (x, y) of the first axis; 3D: the axes, one after the other
  float half[DIM];
  float radius; // rounding radius
  float circle; // radius of the circle
  float centre[DIM];
#if DIM == 2
  float unused[2];
#endif
} find_box;
_Static_assert(sizeof(find_box) == (DIM == 2 ? 12 : 20) * sizeof(float), "whole quads");

enum { BOX_QUADS = DIM == 2 ? 3 : 5 };

// What bodies meet by: the margin, rounded outwards; and of it and the sum of both radii, what a test along an axis
// adds.
typedef struct find_limits {
  float margin, turned;
} find_limits;

// How bodies are sorted. A range is halved again and again, always along its longest side, and each half is a bit of a
// code, from the top. Once no side is twice as long as another, one axis follows the other, in an order that stays.
// From there on cells are on Hilbert's curve.
typedef struct tree_plan {
  float low[DIM], scale[DIM], most[DIM];     // cell = least of most and (coordinate - low) * scale, and at least 0
  uint32_t bits, levels;                     // the last `levels` bits of each axis are on the curve
  uint8_t order[DIM];                        // of axes, in which all that is here of each one stands
  uint8_t axis[TREE_BITS], shift[TREE_BITS]; // of each bit above the curve: of which axis, and which bit of its cell
} tree_plan;

// How a search treats pairs for which there may be no room (find/fit.h).
enum { FIT_OFF, FIT_COUNTS, FIT_KEEPS };

// The boxes of the bodies of a leaf.
typedef struct leaf_boxes {
  float low[DIM][LEAF], high[DIM][LEAF];
} leaf_boxes;

// The types in isa/kernels.h: what a void pointer points to is another struct in each dimension.
typedef void find_circles_fn(void* job, uint32_t first, uint32_t end, void* sum);
typedef void find_codes_fn(const void* job, const void* plan, uint64_t* item, uint32_t count);
typedef void find_boxes_fn(const void* job, const uint32_t* body, void* boxes);

// A call that builds a tree.
typedef struct find_job {
  find_view view;
  uint32_t count;   // bodies
  float turned;     // of find_limits
  double tolerance; // of the squared length of a rotation
  const char* motion;
  size_t motion_stride;
  const float*
      grow; // NULL, or what is added to the radius of each body, whose box is not used; below 0: it is left out
  const char* points; // of a call that builds a tree of points; NULL: all are 0
  size_t point_stride;
  const lgjk_tasks* tasks;
  find_circles_fn* circles; // in lanes; NULL: one body after the other
  find_codes_fn* codes;
  find_boxes_fn* boxes;
  double origin[DIM]; // of places, in a view with positions
  uint8_t* class;     // of each body, 0 or LEFT_OUT
  find_tree tree;     // first the bounds of each body
  void* work;         // what sorting works in
  uint64_t* item;     // bodies that are sorted, two for each
  atomic_uint_fast64_t bad;
  atomic_bool any_boxed;
} find_job;

// A tree whose bodies are found, and how many bodies there are before its own.
typedef struct join_target {
  const find_tree* tree;
  uint32_t before;
} join_target;

// A call that finds the pairs of a tree with others, or with itself: then each pair is found once.
typedef struct join_job {
  void (*search)(void* job, uint32_t first, uint32_t end); // of the instruction set (find/join.h)
  const find_tree* a;
  const join_target* target;
  uint32_t targets;
  join_target b;  // the one that is searched
  bool positions; // of bodies are compared, whatever their bounds are
  find_limits limits;
  const uint32_t* skip; // NULL, or for each body of A one that it does not meet
  const lgjk_tasks* tasks;
  void* work;         // what sorting works in
  uint64_t* pair;     // `capacity` pairs as they are found, the first body above the second
  uint32_t* pair_end; // of each first body
  uint64_t capacity;
  uint32_t fit, fit_most; // FIT_*; the most partners that a body keeps, in sixteenths
  uint32_t* fit_count;    // of each body its partners, as the first of a pair
  atomic_uint_fast64_t pair_total;
  uint32_t effort; // nodes and leaves that each leaf is compared with, at most
  atomic_uint_fast64_t compared, cut;
} join_job;

#endif
