// Grows a closed surface of triangles, oriented outwards, whose corners are points of a Minkowski difference D.
//
// The surface proves a depth even with dents, folds and slivers. If the corners of each triangle are at heights
// >= r > 0 along its outward normal, the surface winds around the ball of radius r. So this ball is in the hull of the
// corners, and in D. The same holds within a cone of directions for the triangles that meet it.
#ifndef LGJK_SINGLE_POLYTOPE3_H
#define LGJK_SINGLE_POLYTOPE3_H

#include "single/difference3.h"

#define LGJK_POLYTOPE3_CORNERS 128u
#define LGJK_POLYTOPE3_FACES (2u * LGJK_POLYTOPE3_CORNERS - 4u) // by Euler's formula
#define LGJK_POLYTOPE3_NONE 0xFFFFu

// The directions between 3 or 4 rays; all directions if count is 0.
typedef struct lgjk_cone3 {
  uint32_t count;
  lgjk_vec3 ray[4];
  lgjk_vec3 plane[4]; // inward normals of the planes through a ray and the next
} lgjk_cone3;

void lgjk_cone3_set(lgjk_cone3* cone, const lgjk_vec3* ray, uint32_t count);

enum { LGJK_FACET3_FREE, LGJK_FACET3_OPEN, LGJK_FACET3_ENDED, LGJK_FACET3_OUTSIDE };

typedef struct lgjk_facet3 {
  lgjk_vec3 normal;   // unit, outwards
  double top;         // greatest height of a corner along the normal; that of all up to rounding, and in slivers
  uint16_t corner[3]; // counter-clockwise from outside
  uint16_t across[3]; // the face beyond the edge from corner k to the next
  uint8_t state;      // ENDED: no corner is beyond the face; OUTSIDE: the face does not meet the cone
  uint8_t visible;    // whether the new corner sees the face
} lgjk_facet3;

// Returns how far w is above the corners of a face.
static inline double lgjk_facet3_under(const lgjk_facet3* f, lgjk_vec3 w) { return vec3_dot(f->normal, w) - f->top; }

typedef struct lgjk_polytope3 {
  lgjk_cone3 cone;
  double dent;                        // a point that is no farther off a plane is in it
  uint32_t corners, faces, free;      // used so far; the first of the free faces, listed by across[0]
  double floor[LGJK_POLYTOPE3_FACES]; // least height of a corner along the normal: signed distance of a plane before
                                      // the whole face. LGJK_POLYTOPE3_NO_FLOOR if the face is not open
  lgjk_support3 corner[LGJK_POLYTOPE3_CORNERS];
  lgjk_facet3 face[LGJK_POLYTOPE3_FACES];
} lgjk_polytope3;

#define LGJK_POLYTOPE3_NO_FLOOR 1e300

// Begins with the tetrahedron of four corners that are not in a plane. Precondition: the cone has been set.
void lgjk_polytope3_begin(lgjk_polytope3* p, const lgjk_support3 corner[4], double scale);

// Returns the open face of least floor, or NONE.
uint32_t lgjk_polytope3_lowest(const lgjk_polytope3* p);
// Takes a face out of the open ones.
void lgjk_polytope3_end_face(lgjk_polytope3* p, uint32_t number);
// Returns the least floor of all faces that meet the cone, ended ones included.
double lgjk_polytope3_floor(const lgjk_polytope3* p);
// Returns the face whose normal is nearest to a direction.
uint32_t lgjk_polytope3_towards(const lgjk_polytope3* p, lgjk_vec3 n);
// Returns the face that w is farthest beyond.
uint32_t lgjk_polytope3_facing(const lgjk_polytope3* p, lgjk_vec3 w);

// Replaces `first`, and the faces beside it that the corner sees, by the fan of triangles from their rim to the corner.
// Returns false, and leaves the surface as before, if there is no room, or rounding has left no rim.
bool lgjk_polytope3_expand(lgjk_polytope3* p, uint32_t first, const lgjk_support3* corner);

// A point of a face by weights of its corners, whose sum is 1.
typedef struct lgjk_surface_point3 {
  lgjk_vec3 point;
  double weight[3];
  double square; // of the point's distance from the target
  uint32_t face;
} lgjk_surface_point3;

// Returns the point of the surface that is nearest to a target. `first`: a guess at its face.
lgjk_surface_point3 lgjk_polytope3_nearest(const lgjk_polytope3* p, lgjk_vec3 target, uint32_t first);

#endif
