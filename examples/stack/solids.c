// Faces and mass of convex solids, by brute force: a solid is made once.
#include "stack.h"

#define ON_PLANE 1e-4f // metres from a face's plane within which a vertex is on it

static int is_before(const vec3* v, const face* f, uint32_t i, uint32_t k) {
  const vec3 first = v[f->vertex[0]];
  return dot(cross(sub(v[i], first), sub(v[k], first)), f->normal) > 0.0f;
}

// Sorted around the first.
static void put_vertex(const vec3* v, face* f, uint32_t added) {
  uint32_t k = f->count++;
  for (; k > 1 && is_before(v, f, added, f->vertex[k - 1]); k--) f->vertex[k] = f->vertex[k - 1];
  f->vertex[k] = added;
}

// The face through three vertices; 0 where vertices are on both sides of it, or where its first three are others.
static int make_face(const vec3* v, uint32_t count, uint32_t a, uint32_t b, uint32_t c, face* f) {
  const vec3 across = cross(sub(v[b], v[a]), sub(v[c], v[a]));
  const float size = length(across);
  if (size < 1e-8f) return 0;
  float low = 0.0f, high = 0.0f;
  *f = (face){.normal = scale(1.0f / size, across)};
  for (uint32_t i = 0; i < count; i++) {
    const float height = dot(f->normal, sub(v[i], v[a]));
    low = height < low ? height : low;
    high = height > high ? height : high;
    if (fabsf(height) < ON_PLANE && i < c && i != a && i != b) return 0;
  }
  if (high > ON_PLANE && low < -ON_PLANE) return 0;
  if (high > ON_PLANE) f->normal = scale(-1.0f, f->normal);
  for (uint32_t i = a; i < count; i++)
    if (fabsf(dot(f->normal, sub(v[i], v[a]))) < ON_PLANE) put_vertex(v, f, i);
  return 1;
}

uint32_t find_faces(const vec3* vertices, uint32_t count, face faces[MAX_FACES]) {
  uint32_t found = 0;
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = a + 1; b < count; b++)
      for (uint32_t c = b + 1; c < count && found < MAX_FACES; c++)
        found += (uint32_t)make_face(vertices, count, a, b, c, &faces[found]);
  return found;
}

// ---------------------------------------------------------------- mass

// What the tetrahedra between the origin and the faces add up to.
typedef struct moments {
  float volume;
  vec3 first;  // of the volume: the integral of the position
  mat3 second; // the integral of position times position
} moments;

static void add_outer(mat3* sum, float weight, vec3 v) {
  const vec3 s = scale(weight, v);
  sum->row[0] = add(sum->row[0], scale(s.x, v));
  sum->row[1] = add(sum->row[1], scale(s.y, v));
  sum->row[2] = add(sum->row[2], scale(s.z, v));
}

static void add_tetrahedron(moments* sum, vec3 a, vec3 b, vec3 c) {
  const float six = dot(a, cross(b, c));
  const vec3 corner[3] = {a, b, c}, all = add(a, add(b, c));
  sum->volume += six / 6.0f;
  sum->first = add(sum->first, scale(six / 24.0f, all));
  add_outer(&sum->second, six / 120.0f, all);
  for (int i = 0; i < 3; i++) add_outer(&sum->second, six / 120.0f, corner[i]);
}

static moments moments_of(const vec3* v, uint32_t count) {
  face faces[MAX_FACES];
  moments sum = {0};
  const uint32_t found = find_faces(v, count, faces);
  for (uint32_t i = 0; i < found; i++)
    for (uint32_t k = 2; k < faces[i].count; k++)
      add_tetrahedron(&sum, v[faces[i].vertex[0]], v[faces[i].vertex[k - 1]], v[faces[i].vertex[k]]);
  return sum;
}

float centre_on_mass(vec3* vertices, uint32_t count, float density, mat3* inertia) {
  const moments placed = moments_of(vertices, count);
  const vec3 centre = scale(1.0f / placed.volume, placed.first);
  for (uint32_t i = 0; i < count; i++) vertices[i] = sub(vertices[i], centre);
  const moments m = moments_of(vertices, count);
  const float trace = m.second.row[0].x + m.second.row[1].y + m.second.row[2].z;
  const mat3 whole = {{{trace, 0.0f, 0.0f}, {0.0f, trace, 0.0f}, {0.0f, 0.0f, trace}}};
  for (int i = 0; i < 3; i++) inertia->row[i] = scale(density, sub(whole.row[i], m.second.row[i]));
  return density * m.volume;
}
