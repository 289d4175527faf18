// The vertices that were built have to be input points, every one of them extreme by brute force, and every input point
// has to lie within the faces that brute force finds: together that proves that they are the extreme points. The faces
// that are kept are proved one by one.
#include "test.h"
#include "hull3_truth.h"

#include "shape/pool3.h"
#include "shape_defs.h"
#include "shape/shapes.h"

static int compare_points(const void* a, const void* b) {
  const float *p = a, *q = b;
  for (int k = 0; k < 3; ++k) {
    if (p[k] != q[k]) return p[k] < q[k] ? -1 : 1;
  }
  return 0;
}

// The vertices are among the input, ascending, without a negative zero.
static void check_origin_and_order(const lgjk_point3* v, uint32_t count, const lgjk_point3* p, uint32_t n) {
  static lgjk_point3 sorted[CHECK3_MOST_POINTS];
  for (uint32_t i = 0; i < n; ++i) sorted[i] = (lgjk_point3){p[i].x + 0.0f, p[i].y + 0.0f, p[i].z + 0.0f};
  qsort(sorted, n, sizeof *sorted, compare_points);
  for (uint32_t i = 0; i < count; ++i) {
    const lgjk_point3* found = bsearch(&v[i], sorted, n, sizeof *sorted, compare_points);
    assert_non_null(found);
    assert_memory_equal(found, &v[i], sizeof *found);
    if (i > 0) assert_true(compare_points(&v[i - 1], &v[i]) < 0);
  }
}

// The loaded points 0..count-1 are the extreme points of all n loaded ones. Returns the number of faces, 0 if flat.
static uint32_t check_extreme(uint32_t count, uint32_t n, truth3_face* faces) {
  if (count <= 2) {
    for (uint32_t i = count; i < n; ++i) assert_true(truth3_on_segment(0, count - 1, i));
    return 0;
  }
  if (truth3_coplanar(count)) {
    assert_true(truth3_flat_hull(count, n));
    return 0;
  }
  bool extreme[LGJK_MAX_POINTS];
  const uint32_t face_count = truth3_faces(count, faces, extreme);
  for (uint32_t i = 0; i < count; ++i) assert_true(extreme[i]);
  assert_in_range(face_count, 4, 2 * count - 4);
  for (uint32_t f = 0; f < face_count; ++f) {
    for (uint32_t i = count; i < n; ++i) assert_true(truth3_inside(faces[f], i));
  }
  return face_count;
}

// A loop begins with its lowest vertex, holds every vertex of its plane and no other, and turns left as seen from
// outside: below any vertex that is off the plane. *normal belongs to it. Returns its edges, marked in `from_to`.
static uint32_t check_face(const lgjk_face3* face, const uint8_t* loop, uint32_t count, bool* from_to) {
  bool in_loop[LGJK_MAX_POINTS] = {0};
  assert_in_range(face->count, 3, count);
  for (uint32_t i = 0; i < face->count; ++i) {
    assert_in_range(loop[i], loop[0], count - 1);
    assert_false(in_loop[loop[i]]);
    in_loop[loop[i]] = true;
    bool* edge = &from_to[loop[i] * LGJK_MAX_POINTS + loop[(i + 1) % face->count]];
    assert_false(*edge);
    *edge = true;
  }
  double normal[3], turn[3];
  truth3_normal((truth3_face){loop[0], loop[1], loop[2]}, normal);
  for (int k = 0; k < 3; ++k) {
    assert_true(fabs((double)face->normal[k] - normal[k]) <= 0x1.000001p-24 * fabs(normal[k]) + 1e-45);
  }
  const bool flat = face->count == count;
  for (uint32_t i = 0; i < face->count; ++i) {
    const uint32_t a = loop[i], b = loop[(i + 1) % face->count], c = loop[(i + 2) % face->count];
    for (uint32_t other = 0; other < count; ++other) {
      assert_int_equal(truth3_side(a, b, c, other), flat || in_loop[other] ? 0 : -1);
    }
    truth3_normal((truth3_face){a, b, c}, turn);
    assert_true(turn[0] * normal[0] + turn[1] * normal[1] + turn[2] * normal[2] > 0.5);
  }
  return face->count;
}

// The kept faces are the hull's faces exactly: each is one, each edge has one on both sides, Euler's formula holds.
static void check_faces(const lgjk_shapes3* shapes) {
  static bool from_to[LGJK_MAX_POINTS * LGJK_MAX_POINTS];
  const lgjk_shape3* shape = shapes->shape;
  const uint32_t count = shape->count;
  if (count < 3) return;
  const lgjk_face3* face = lgjk_shape3_faces(shape, shapes->pool);
  const uint8_t* loops = lgjk_shape3_loops(shape, shapes->pool);
  memset(from_to, 0, sizeof from_to);
  uint32_t edges = 0;
  for (uint32_t f = 0; f < shape->face_count; ++f) {
    assert_int_equal(face[f].start, edges);
    edges += check_face(&face[f], loops + edges, count, from_to);
  }
  for (uint32_t from = 0; from < count; ++from) {
    for (uint32_t to = 0; to < from; ++to) {
      assert_int_equal(from_to[from * LGJK_MAX_POINTS + to], from_to[to * LGJK_MAX_POINTS + from]);
    }
  }
  assert_int_equal(count + shape->face_count, edges / 2 + 2);
  if (!truth3_coplanar(count)) return;
  assert_int_equal(shape->face_count, 2);
  for (int k = 0; k < 3; ++k) assert_true(face[0].normal[k] == -face[1].normal[k]);
}

// The planes hold all vertices, up to rounding, and each is that of its face. Those after the last hold all there is.
static void check_planes(const lgjk_shapes3* shapes) {
  const lgjk_shape3* shape = shapes->shape;
  if (shape->count < 3) return;
  const lgjk_face3* face = lgjk_shape3_faces(shape, shapes->pool);
  const uint8_t* loops = lgjk_shape3_loops(shape, shapes->pool);
  const float *planes = lgjk_shape3_planes(shape, shapes->pool), *v = shapes->pool + shape->pool;
  const uint32_t count = (shape->face_count + 15) / 16 * 16;
  for (uint32_t f = 0; f < count; ++f) {
    const float* plane = planes + f / 16 * 64 + f % 16;
    const float n[3] = {plane[0], plane[16], plane[32]}, none[3] = {0, 0, 0};
    assert_memory_equal(n, f < shape->face_count ? face[f].normal : none, sizeof n);
    if (f >= shape->face_count) assert_true(plane[48] == 1);
    for (uint32_t i = 0; f < shape->face_count && i < face[f].count; ++i) {
      const float* on = v + 3 * loops[face[f].start + i];
      const double along = (double)n[0] * (double)on[0] + (double)n[1] * (double)on[1] + (double)n[2] * (double)on[2];
      assert_true(fabs(along - (double)plane[48]) <= 4e-7 * (double)shape->bound + 0x1p-149);
    }
  }
}

// Twice the area of a loop, as seen along a unit normal.
static double area_along(const lgjk_point3* v, const uint8_t* loop, uint32_t count, const float* normal) {
  double sum = 0.0;
  for (uint32_t i = 2; i < count; ++i) {
    const lgjk_point3 a = v[loop[0]], b = v[loop[i - 1]], c = v[loop[i]];
    const double p[3] = {(double)b.x - (double)a.x, (double)b.y - (double)a.y, (double)b.z - (double)a.z};
    const double q[3] = {(double)c.x - (double)a.x, (double)c.y - (double)a.y, (double)c.z - (double)a.z};
    for (int k = 0; k < 3; ++k) {
      sum += (double)normal[k] * (p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3]);
    }
  }
  return sum;
}

// Whether a face is in the plane of another, and looks the same way.
static bool is_in_plane(const lgjk_shapes3* shapes, const lgjk_point3* v, const lgjk_face3* plane,
                        const lgjk_face3* face) {
  const uint8_t* loops = lgjk_shape3_loops(shapes->shape, shapes->pool);
  const lgjk_point3 base = v[loops[plane->start]];
  double along = 0.0;
  for (int k = 0; k < 3; ++k) along += (double)plane->normal[k] * (double)face->normal[k];
  if (along <= 0.0) return false;
  for (uint32_t i = 0; i < face->count; ++i) {
    const lgjk_point3 p = v[loops[face->start + i]];
    const double off = (double)plane->normal[0] * ((double)p.x - (double)base.x) +
                       (double)plane->normal[1] * ((double)p.y - (double)base.y) +
                       (double)plane->normal[2] * ((double)p.z - (double)base.z);
    if (fabs(off) > 1.001e-6 * (double)shapes->shape->bound) return false;
  }
  return true;
}

static bool is_among(const uint16_t (*ring)[2], uint32_t first, uint32_t end, uint32_t face) {
  while (first < end && ring[first][0] != face) ++first;
  return first < end;
}

// The faces that stand for several: none of these is in another's, they cover its outline, and it has the lowest's
// normal. *whole: of each face itself, or the one that stands for it.
static void check_joined(const lgjk_shapes3* shapes, const lgjk_point3* v, uint32_t* whole) {
  const lgjk_shape3* shape = shapes->shape;
  const lgjk_face3* face = lgjk_shape3_faces(shape, shapes->pool);
  const uint8_t* loops = lgjk_shape3_loops(shape, shapes->pool);
  const uint16_t *lowest = lgjk_shape3_numbers(shape, shapes->pool), *start = lowest + shape->joined;
  const uint16_t(*ring)[2] = (const uint16_t(*)[2])(start + shape->count + 1);
  for (uint32_t f = 0; f < shape->face_count; ++f) whole[f] = f;
  for (uint32_t j = 0; j < shape->joined; ++j) {
    const lgjk_face3* joined = &face[shape->face_count + j];
    assert_in_range(lowest[j], 0, shape->face_count - 1);
    assert_memory_equal(joined->normal, face[lowest[j]].normal, sizeof joined->normal);
    double area = 0.0;
    uint32_t members = 0;
    for (uint32_t f = 0; f < shape->face_count; ++f) {
      const uint8_t* loop = loops + face[f].start;
      bool member = f >= lowest[j] && is_in_plane(shapes, v, joined, &face[f]);
      for (uint32_t i = 0; i < face[f].count && member; ++i) {
        const uint32_t first = start[loop[i]], end = start[loop[i] + 1u];
        member = !is_among(ring, first, end, f) && is_among(ring, first, end, shape->face_count + j);
      }
      if (whole[f] != f || !member) continue;
      whole[f] = shape->face_count + j;
      area += area_along(v, loops + face[f].start, face[f].count, joined->normal);
      ++members;
    }
    assert_true(whole[lowest[j]] == shape->face_count + j && members >= 2);
    const double outline = area_along(v, loops + joined->start, joined->count, joined->normal);
    const double size = (double)shape->bound * (double)shape->bound;
    assert_true(outline > 0.0 && fabs(outline - area) <= 1e-5 * size);
  }
}

// The ring of each vertex has the faces around it, each once.
static void check_rings(const lgjk_shapes3* shapes, const lgjk_point3* v) {
  static uint32_t whole[LGJK_HULL3_MOST_FACES];
  const lgjk_shape3* shape = shapes->shape;
  if (shape->count < 3) return;
  const lgjk_face3* face = lgjk_shape3_faces(shape, shapes->pool);
  const uint8_t* loops = lgjk_shape3_loops(shape, shapes->pool);
  const uint16_t* start = lgjk_shape3_numbers(shape, shapes->pool) + shape->joined;
  const uint16_t(*ring)[2] = (const uint16_t(*)[2])(start + shape->count + 1);
  check_joined(shapes, v, whole);
  assert_int_equal(start[0], 0);
  for (uint32_t i = 0; i < shape->count; ++i) {
    static bool in_ring[LGJK_HULL3_MOST_FACES * 3 / 2];
    uint32_t found = 0;
    memset(in_ring, 0, sizeof in_ring);
    for (uint32_t k = start[i]; k < start[i + 1]; ++k) {
      const uint32_t number = ring[k][0];
      assert_in_range(number, 0, shape->face_count + shape->joined - 1);
      assert_false(in_ring[number]);
      in_ring[number] = true;
      const uint8_t* loop = loops + face[number].start;
      const uint8_t* at = memchr(loop, (int)i, face[number].count);
      assert_true(at != NULL || number >= shape->face_count);
      assert_int_equal(ring[k][1], at == NULL ? i : loop[(uint32_t)(at - loop + 1) % face[number].count]);
    }
    for (uint32_t f = 0; f < shape->face_count; ++f) {
      if (memchr(loops + face[f].start, (int)i, face[f].count) == NULL) continue;
      assert_true(in_ring[whole[f]]);
      bool first = true;
      for (uint32_t g = 0; g < f; ++g) {
        first &= whole[g] != whole[f] || memchr(loops + face[g].start, (int)i, face[g].count) == NULL;
      }
      found += first;
    }
    assert_int_equal(found, start[i + 1] - start[i]);
  }
}

// bound is the least float that reaches every vertex; inner the distance to the nearest face, rounded down a little.
static void check_radii(const lgjk_shape3* shape, const truth3_face* faces, uint32_t face_count) {
  int least = shape->bound == 0.0f;
  for (uint32_t i = 0; i < shape->count; ++i) {
    assert_true(truth3_compare_length(i, shape->bound) <= 0);
    if (truth3_compare_length(i, nextafterf(shape->bound, 0.0f)) > 0) least = 1;
  }
  assert_true(least);
  int inside = face_count > 0;
  double nearest = INFINITY;
  for (uint32_t f = 0; f < face_count; ++f) {
    double distance = 0.0;
    const int order = truth3_compare_distance(faces[f], shape->inner, &distance);
    if (order == -2) inside = 0;
    if (shape->inner > 0.0f) assert_true(order >= 0);
    nearest = fmin(nearest, distance);
  }
  if (!inside) assert_true(shape->inner == 0.0f);
  if (inside) assert_true((double)shape->inner >= nearest * (1.0 - 2e-6) - 3e-45);
}

static uint32_t expected_core(uint32_t vertices) {
  if (vertices <= 2) return vertices - 1;
  return vertices <= 16 ? LGJK_CORE3_HULL16 : vertices <= 32 ? LGJK_CORE3_HULL32 : LGJK_CORE3_LARGE;
}

// Vertices rounded to a grid, on which none is longer than 2^15 - 1.
static void check_grid(const lgjk_shape3* shape, const float* vertex) {
  const int16_t* word = (const int16_t*)(const void*)(vertex + LGJK_GRID_AT);
  assert_true((double)shape->fineness * (double)shape->bound <= LGJK_GRID_REACH);
  if (shape->bound > LGJK_GRID_SIZE_MIN)
    assert_true((double)shape->fineness * (double)shape->bound > LGJK_GRID_REACH * (1 - 1e-6));
  for (uint32_t i = 0; i < LGJK_GRID_VERTICES; ++i) {
    const int16_t step[3] = {word[2 * i], word[2 * i + 1], word[2 * LGJK_GRID_VERTICES + i]};
    for (uint32_t k = 0; k < 3; ++k) {
      const double exact = (double)vertex[3 * i + k] * (double)shape->fineness;
      assert_true(fabs((double)step[k] - exact) <= 0.5);
    }
  }
}

// The layout that kernels read: the last vertex repeated up to the class's count, twice a point in the record.
static void check_layout(const lgjk_shapes3* shapes, const lgjk_point3* v, uint32_t n) {
  const lgjk_shape3* shape = shapes->shape;
  const uint32_t core = expected_core(n);
  const uint32_t padded[] = {0, 0, 16, 32, (n + 3) / 4 * 4};
  assert_int_equal(shape->core, core);
  assert_int_equal(shape->count, n);
  assert_int_equal(shape->padded, padded[core]);
  assert_int_equal(shape->pool, n <= 2 ? 0 : 96);
  for (uint32_t i = 0; i < 96; ++i) assert_true(shapes->pool[i] == 0.0f);
  for (uint32_t i = 0; i < shape->padded; ++i) {
    const lgjk_point3 p = v[i < n ? i : n - 1];
    assert_memory_equal(shapes->pool + shape->pool + 3 * i, &p, sizeof p);
  }
  uint32_t end = 3 * shape->padded;
  float small[9] = {0};
  if (core == LGJK_CORE3_HULL16) {
    end += LGJK_GRID_WORDS;
    small[8] = shape->fineness;
    check_grid(shape, shapes->pool + shape->pool);
  }
  if (core == LGJK_CORE3_LARGE) { // what the cells hold: tests/unit/test_points3.c
    const uint32_t* word = (const uint32_t*)(const void*)(shapes->pool + shape->pool + end);
    const uint32_t steps = (uint32_t)(2 * shape->cells.half_steps), cells = 6 * steps * steps;
    for (uint32_t c = 0; c < cells; ++c) end += 2 * (word[2 * c + 1] & 0xFF);
    end += 2 * cells;
    memcpy(small + 4, &shape->cells, sizeof shape->cells);
  }
  for (uint32_t i = end; i % 16 != 0; ++i) assert_true(shapes->pool[shape->pool + i] == 0.0f);
  if (n <= 2) memcpy(small, &v[0], sizeof *v), memcpy(small + 3, &v[n - 1], sizeof *v);
  const size_t used = n <= 2 ? 0 : 4; // for the faces
  assert_memory_equal(shape->small + used, small + used, sizeof small - used * sizeof *small);
}

uint32_t check3_hull(const lgjk_point3* p, uint32_t n) {
  static lgjk_point3 all[LGJK_MAX_POINTS + CHECK3_MOST_POINTS];
  static truth3_face faces[TRUTH3_MOST_FACES];
  const lgjk_shape3_def def = points_def3(&p->x, n);
  lgjk_shapes3* shapes = NULL;
  lgjk_error error = {.struct_size = sizeof error};
  const int32_t code = lgjk_shapes3_create(&def, 1, NULL, &shapes, &error);
  assert_string_equal(error.text, "");
  assert_int_equal(code, LGJK_OK);
  lgjk_shape3_info info = {.struct_size = sizeof info};
  assert_int_equal(lgjk_shapes3_get(shapes, 0, &info, &all->x, LGJK_MAX_POINTS, NULL), LGJK_OK);
  assert_int_equal(info.kind, LGJK_SHAPE3_POINTS);
  const uint32_t count = info.vertex_count;
  check_origin_and_order(all, count, p, n);
  check_layout(shapes, all, count);
  memcpy(all + count, p, n * sizeof *p);
  truth3_load(all, count + n);
  const uint32_t face_count = check_extreme(count, count + n, faces);
  check_radii(shapes->shape, faces, face_count);
  check_faces(shapes);
  check_planes(shapes);
  check_rings(shapes, all);
  lgjk_shapes3_destroy(shapes);
  return count;
}

uint32_t check3_count(const lgjk_point3* p, uint32_t n) {
  const lgjk_shape3_def def = points_def3(&p->x, n);
  lgjk_shapes3* shapes = NULL;
  const int32_t code = lgjk_shapes3_create(&def, 1, NULL, &shapes, NULL);
  const uint32_t count = shapes != NULL ? shapes->shape->count : LGJK_MAX_POINTS + 1;
  assert_int_equal(code, shapes != NULL ? LGJK_OK : LGJK_ERROR_SHAPE);
  lgjk_shapes3_destroy(shapes);
  return count;
}
