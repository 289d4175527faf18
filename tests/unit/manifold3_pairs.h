// Shapes that rest on each other.
#ifndef LGJK_TESTS_MANIFOLD3_PAIRS_H
#define LGJK_TESTS_MANIFOLD3_PAIRS_H

#include <stdbool.h>

#include "oracle.h"
#include "double_manifold3.h"

static inline double dot(const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static inline void cross(const double* a, const double* b, double* out) {
  for (int k = 0; k < 3; ++k) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

// TURNED: a box as a hull, whose faces rounding has broken. PRISM, DRUM, MANY: of 7, 24, 60 sides. CAPSULE, BALL: radii
// are the bodies'. Sizes are near 1, except for edges of 2e-31 of SHEET, a box, and of THREAD, a hull.
enum {
  CUBE,
  PLATE,
  BRICK,
  TURNED,
  PRISM,
  DRUM,
  MANY,
  TETRAHEDRON,
  CLOUD,
  TRIANGLE,
  POLYGON,
  CYLINDER,
  CONE,
  ELLIPSOID,
  CAPSULE,
  BALL,
  SHEET,
  THREAD,
  SHAPES
};

// A shape of a set in its place.
typedef struct body3 {
  uint32_t shape;
  double position[3], turn[4]; // a quaternion of any length, the scalar last
  float radius;
} body3;

typedef struct pair3 {
  body3 a, b;
  double normal[3]; // from A to B: along which B is moved
  float margin;
  // written by meet3 and meet_along3
  lgjk_solid3 solid_a, solid_b;
  lgjk_touch3 touch;
  float pose[2][7];
  oracle3_body body[2];
} pair3;

// What random pairs come from.
void pairs3_seed(uint64_t seed);

// Builds the set of all shapes; false where that fails.
bool pairs3_build(void);
void pairs3_destroy(void);

body3 body3_of(uint32_t shape);
void random_turn3(double turn[4]);

// turn := by an angle in radians about an axis of any length, after what it is.
void turn3(double turn[4], double x, double y, double z, double angle);
void rotate3(const double turn[4], const double v[3], double out[3]);
// Turns `local` of the body to `world`, both of length 1.
void aim3(body3* body, const double local[3], const double world[3]);

// A local direction that shows a face of a polyhedron, or else the upper base.
void face_direction3(uint32_t shape, uint32_t which, double d[3]);

// B with its local direction `down` on A's `up`, across which the normal is: turned by `yaw` around the normal, tilted
// by `tilt` about any axis across it, moved along that by `offset`.
pair3 stack3(body3 a, const double up[3], body3 b, const double down[3], double yaw, double tilt, double offset);
// The same in any place, of any faces.
pair3 random_stack3(uint32_t shape_a, uint32_t shape_b, double tilt, double offset);

// Moves B along the normal until the supports of both are apart by `distance` along it.
void rest3(pair3* pair, double distance);

// The manifold of a pair in contact, the same on all instruction sets.
lgjk_manifold3 meet3(pair3* pair);
// The same as if the pair's normal were that of the contact, and the supports along it the points that touch.
lgjk_manifold3 meet_along3(pair3* pair);

// What double makes of the contact of a pair that has met.
lgjk_manifold3 in_double3(const pair3* pair);

// ---------------------------------------------------------------- what must hold for every manifold

// All that the interface promises of a manifold; its points on both surfaces, unless `anywhere`. Returns how many
// points are beside a face, by no more than corners are that count as within it.
uint32_t check3_manifold(const pair3* pair, const lgjk_manifold3* m, bool anywhere);

typedef struct polygon3 {
  uint32_t count;
  double at[300][3];
} polygon3;

// The common part, seen along the normal, of the faces of two polyhedra that meet there.
void common3(const pair3* pair, polygon3* out);

// The largest area of four of so many points, seen along n.
double best_area3(const double (*point)[3], uint32_t count, const double n[3]);
double area3(const lgjk_manifold3* m);

// The ids in ascending order; with halves swapped.
void sorted_ids3(const lgjk_manifold3* m, bool swapped, uint32_t ids[4]);

#endif
