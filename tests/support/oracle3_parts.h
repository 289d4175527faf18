// What the parts of the 3D oracle share: vectors of long doubles, support points of the Minkowski difference D = A - B
// (cores only, no rounding), and the simplex that GJK leaves to the others.
#ifndef LGJK_TESTS_ORACLE3_PARTS_H
#define LGJK_TESTS_ORACLE3_PARTS_H

#include <math.h>

#include "oracle.h"

typedef struct vec {
  long double x, y, z;
} vec;

static inline vec vec_add(vec p, vec q) { return (vec){p.x + q.x, p.y + q.y, p.z + q.z}; }
static inline vec vec_sub(vec p, vec q) { return (vec){p.x - q.x, p.y - q.y, p.z - q.z}; }
static inline vec vec_scale(vec p, long double s) { return (vec){p.x * s, p.y * s, p.z * s}; }
static inline long double vec_dot(vec p, vec q) { return p.x * q.x + p.y * q.y + p.z * q.z; }
static inline long double vec_length(vec p) { return sqrtl(vec_dot(p, p)); }
static inline vec vec_cross(vec p, vec q) {
  return (vec){p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

// A core in axes of the world about its own position.
typedef struct core3 {
  const oracle3_body* body;
  vec column[3];               // of the rotation
  long double rolling;         // radius taken off an ellipsoid
  vec turned[LGJK_MAX_POINTS]; // vertices of a polyhedron
} core3;

// A point of D, and which vertices of A and B it came from (0 for curved cores).
typedef struct corner3 {
  vec point;
  uint32_t a, b;
} corner3;

typedef struct difference3 {
  core3 a, b;
  vec offset;
  long double scale;
  long double error; // bound of the roundoff of a support point
  long double lower; // every support along a unit u says that the signed distance is at least -h(u): the best so far
} difference3;

void difference3_read(difference3* d, const oracle3_body* a, const oracle3_body* b);
// Farthest corner of D along the unit vector u; keeps d->lower.
corner3 difference3_support(difference3* d, vec u);

typedef struct simplex3 {
  corner3 corner[4];
  uint32_t count;
} simplex3;

// The point of a triangle that is nearest to the origin.
vec oracle3_nearest_on_triangle(vec a, vec b, vec c);
// GJK: the distance of the origin from some point of D, to the precision of double: 0 where the origin is in the
// simplex. d->lower bounds it from below.
long double oracle3_gjk(difference3* d, simplex3* simplex);
// The expanding polytope, from a simplex that holds the origin or comes within roundoff of it: an upper bound of the
// signed distance; d->lower is the other.
long double oracle3_depth(difference3* d, const simplex3* simplex);
// As oracle3_exact, from a simplex of D to start with.
oracle3_bounds oracle3_exact_from(const oracle3_body* a, const oracle3_body* b, const simplex3* start);

// Semi-axes of the ellipsoid that is the image of the unit ball under a matrix by rows: longest and shortest.
void oracle3_semi_axes(const float* matrix, long double* longest, long double* shortest);

#endif
