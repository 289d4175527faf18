// A tree over the bounds of bodies: 16 bodies that are near each other are a leaf, 16 leaves or nodes a node. Nodes
// and leaves are arrays of 16, without pointers, so that lanes test all of a node at once.
//
// Bodies are sorted by a code: their place on Hilbert's curve through cells of the range of most bodies (tree_plan).
// Bodies outside of the range count to the cells at its border, so that a few far away do not stretch it. Runs of
// bodies with one code are sorted by a range of their own. So no distribution of positions or sizes makes many bodies
// share a leaf with bodies far away.
#ifndef LGJK_FIND_TREE_H
#define LGJK_FIND_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lane/dimension.h"

enum { LEAF = 16, TREE_LEVELS = 8, TREE_BITS = 24 };

// Where a body of a view with positions is: its position, and the centre of its circle relative to that.
typedef struct find_home {
  double position[DIM];
  float local[DIM];
#if DIM == 3
  uint32_t unused; // 0
#endif
} find_home;

// A tree of the bodies of a view. A leaf has fields of LEAF words each: of its bodies the centres and the radius of
// the circle, and the number; if any has a box, the least and the greatest coordinates; and if there are filters, the
// category and the bits that the mask has not. Places without a body have a centre that is no number.
typedef struct find_tree {
  uint32_t numbers; // of bodies: those of the view
  uint32_t bodies;  // that stand in leaves
  uint32_t leaves, levels, fields;
  bool boxed, filtered;
  float* leaf;              // leaves * fields * LEAF words
  float* node[TREE_LEVELS]; // of each level, nodes of 2 * DIM fields: low, high. Level 0 has the boxes of the leaves
  float* spot[TREE_LEVELS]; // the same of the positions alone, without what bodies reach: for the nearest of points
  // Of each body by its number:
  float *centre[DIM], *radius; // its circle
  struct find_box* box;        // or NULL if all are points or balls
  find_home* home;             // or NULL: positions are 0
  double origin[DIM];          // that centres and boxes are relative to, where bodies have homes
  uint32_t* group;             // or NULL
} find_tree;

enum { FIELD_RADIUS = DIM, FIELD_BODY = DIM + 1, FIELD_LOW = DIM + 2, FIELD_HIGH = 2 * DIM + 2, NODE = 2 * DIM * LEAF };

static inline float* tree_leaf(const find_tree* tree, uint32_t leaf) {
  return tree->leaf + (size_t)leaf * tree->fields * LEAF;
}

static inline uint32_t* leaf_words(float* leaf, uint32_t field) { return (uint32_t*)(void*)(leaf + field * LEAF); }

// The boxes of a node hold those of all bodies below it. Those of bodies are rounded outwards, so that two bodies that
// the test of pairs lets meet are in boxes that meet, whatever is rounded: u being 2^-24, that test is off by 6 u of
// the radii and the margin, and a border by 2 u of its coordinate.
#define TREE_RADIUS 1.000002f // 33 u
#define TREE_BORDER 0x1p-22f  // 4 u

// A place of a tree: above PLACE_BITS 0 for a leaf, else the level of a node, from 1 on.
#define PLACE_BITS 28
#define PLACE_NUMBER ((1u << PLACE_BITS) - 1)

// Returns how many entries there are in all leaves, or in all nodes of a level from 1 on.
static inline uint32_t tree_count(const find_tree* tree, uint32_t level) {
  uint32_t count = level == 0 ? tree->bodies : tree->leaves;
  for (; level > 1; --level) count = count / LEAF + (count % LEAF != 0);
  return count;
}

#endif
