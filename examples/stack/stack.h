// What the files of the stack example share: bodies and the world (scenes.c), mass and faces of solids (solids.c),
// contacts from the library (contacts.c), the solver (solver.c), and the picture (draw.c).
//
// A world in 2D is one in 3D whose bodies have z = 0 and turn about z only: the solver knows no difference.
#ifndef LGJK_EXAMPLE_STACK_H
#define LGJK_EXAMPLE_STACK_H

#include <math.h>
#include <stdint.h>

#include "lanegjk/lanegjk3.h"
#include "lanegjk/lanegjk_find.h"

// Vectors, matrices and rotations in 3D, in float. + - * / and sqrt only: the same bits everywhere.
typedef struct vec3 {
  float x, y, z;
} vec3;

typedef struct mat3 {
  vec3 row[3];
} mat3;

typedef struct quat {
  float x, y, z, w;
} quat;

static inline vec3 add(vec3 a, vec3 b) { return (vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vec3 sub(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec3 scale(float s, vec3 a) { return (vec3){s * a.x, s * a.y, s * a.z}; }
static inline float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline float length(vec3 a) { return sqrtf(dot(a, a)); }

static inline vec3 cross(vec3 a, vec3 b) {
  return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline vec3 apply(const mat3* m, vec3 v) {
  return (vec3){dot(m->row[0], v), dot(m->row[1], v), dot(m->row[2], v)};
}

static inline mat3 transpose(const mat3* m) {
  const vec3* r = m->row;
  return (mat3){{{r[0].x, r[1].x, r[2].x}, {r[0].y, r[1].y, r[2].y}, {r[0].z, r[1].z, r[2].z}}};
}

static inline mat3 multiply(const mat3* a, const mat3* b) {
  const mat3 columns = transpose(b);
  mat3 product;
  for (int i = 0; i < 3; i++) product.row[i] = apply(&columns, a->row[i]);
  return product;
}

// Of a symmetric matrix.
static inline mat3 invert(const mat3* m) {
  const vec3 a = cross(m->row[1], m->row[2]), b = cross(m->row[2], m->row[0]), c = cross(m->row[0], m->row[1]);
  const float s = 1.0f / dot(m->row[0], a);
  return (mat3){{scale(s, a), scale(s, b), scale(s, c)}};
}

static inline mat3 rotation_of(quat q) {
  return (mat3){
      {{1.0f - 2.0f * (q.y * q.y + q.z * q.z), 2.0f * (q.x * q.y - q.z * q.w), 2.0f * (q.x * q.z + q.y * q.w)},
       {2.0f * (q.x * q.y + q.z * q.w), 1.0f - 2.0f * (q.x * q.x + q.z * q.z), 2.0f * (q.y * q.z - q.x * q.w)},
       {2.0f * (q.x * q.z - q.y * q.w), 2.0f * (q.y * q.z + q.x * q.w), 1.0f - 2.0f * (q.x * q.x + q.y * q.y)}}};
}

// The rotation q followed by a small turn, a vector along its axis whose length is the angle.
static inline quat turned(quat q, vec3 turn) {
  const vec3 h = scale(0.5f, turn);
  const quat r = {q.x + h.x * q.w + h.y * q.z - h.z * q.y, q.y + h.y * q.w + h.z * q.x - h.x * q.z,
                  q.z + h.z * q.w + h.x * q.y - h.y * q.x, q.w - h.x * q.x - h.y * q.y - h.z * q.z};
  const float s = 1.0f / sqrtf(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w);
  return (quat){s * r.x, s * r.y, s * r.z, s * r.w};
}

// Seconds. Contacts are found once per frame: more seldom, bodies that rock on a rim would gain more than damping
// takes, because the point they rock on moves between two queries.
#define FRAME (1.0f / 240.0f)
#define SUBSTEPS 2    // of the solver per frame
#define GRAVITY 9.81f // m/s^2, against z, in 2D against y

enum { MAX_SHAPES = 16, MAX_VERTICES = 32, MAX_FACES = 64 };

typedef struct pose3 { // as the library reads it
  vec3 position;
  quat turn;
} pose3;

typedef struct body {
  pose3 pose;
  float pose2[4]; // the same as a pose in 2D
  uint32_t shape;
  uint32_t group; // 1: does not move, and so does not meet its like; 0: meets all
  float bound;    // radius about its position
  vec3 velocity, spin;
  float inverse_mass;       // 0: does not move
  mat3 inverse_inertia;     // about local axes
  mat3 inverse_inertia_now; // the same about the world's, in this frame
} body;

// A point that carries load, with what it carried.
typedef struct support {
  uint32_t id;
  float separation;  // metres, as predicted while the substeps go on
  vec3 arm_a, arm_b; // from the bodies' positions
  float normal_mass; // what resists a push along the normal, kg
  float tangent_mass[2];
  float push;    // impulse of a substep along the normal, Ns
  vec3 friction; // and across it
} support;

// Two bodies that touch, or nearly.
typedef struct contact {
  uint32_t body[2]; // A, B
  vec3 normal;      // unit, from A to B
  vec3 tangent[2];
  uint32_t count;
  support points[4];
} contact;

typedef struct contact_list {
  uint32_t count, capacity;
  contact* items; // sorted by their bodies
} contact_list;

// Candidate pairs, sorted by (a, b), with what the query reads and writes for each.
typedef struct pair_list {
  uint32_t count;
  size_t capacity;
  uint32_t *a, *b;
  lgjk_warm* warm;
  float* distance;
  lgjk_manifold2* manifold2;
  lgjk_manifold3* manifold3;
  void* scratch; // of the search for them
  uint64_t scratch_size;
} pair_list;

typedef struct world {
  uint32_t dim;
  vec3 down;             // gravity, m/s^2
  float friction;        // coefficient, of any two bodies
  float damping;         // of spins, 1/s: air and rolling resistance
  lgjk_shapes2* shapes2; // of these two, that of the dimension
  lgjk_shapes3* shapes3;
  vec3 vertices[MAX_SHAPES][MAX_VERTICES]; // of each shape: for its mass, and to draw it
  uint32_t vertex_count[MAX_SHAPES];
  body* bodies;
  uint32_t count, top; // top: whose place is watched; count: none
  vec3 start;          // of the top
  float least_size;    // metres, the least width of a body that moves
  float height;        // metres, of what the top stands on
  pair_list pairs[2];  // of this frame and of the one before
  contact_list contacts[2];
  uint32_t now; // which of the two is this frame's
  lgjk_options options;
} world;

// stack.c: these end the program where a call failed, or where memory ran out.
void check(int32_t code, const lgjk_error* error);
void* grow(void* memory, size_t count, size_t size);

// scenes.c
void build_tower(world* w);
void build_heap(world* w);
void build_pyramid(world* w);

// solids.c: of the convex hull of some vertices, each of which is a corner of it.
typedef struct face {
  vec3 normal; // unit, outwards
  uint32_t count;
  uint32_t vertex[MAX_VERTICES]; // counter-clockwise, seen from outside
} face;
uint32_t find_faces(const vec3* vertices, uint32_t count, face faces[MAX_FACES]);
// Moves the vertices so that the centre of mass is at the origin; writes the inertia about it, and returns the mass.
float centre_on_mass(vec3* vertices, uint32_t count, float density, mat3* inertia);

// contacts.c: the contacts of this frame, with the impulses that the frame before left at the same points.
void find_contacts(world* w);
// The largest depth among the pairs of this frame, metres.
float deepest(const world* w);

// solver.c: moves everything by a frame.
void solve(world* w);

// draw.c: returns 0 where the file could not be written.
int draw(const world* w, const char* path);

#endif
