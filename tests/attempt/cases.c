// The cases, queried in both orders on every instruction set.
#include "built.h"
#include "attempt.h"

static void expect(const known_case* c, const answersN* answers, const truth* t, attempt_query query_kind,
                   uint32_t limit) {
  const uint8_t status = answers->status[0];
  double product = 0;
  if (limit != 0 && status == LGJK_STATUS_LIMIT) return;
  if (status != c->status) fail_msg("%s, %s: status %u, not %u", c->name, attempt_name[query_kind], status, c->status);
  if (query_kind == ATTEMPT_OVERLAP) return;
  const double off = fabs((double)answers->distance[0] - (double)c->distance);
  if (c->within > 0 && !(off <= (double)c->within)) fail_msg("%s: distance %g", c->name, (double)answers->distance[0]);
  for (int k = 0; k < DIM && c->beside > 0; ++k) {
    if (!(fabsf(answers->point_a[k] - c->point[k]) <= c->beside)) fail_msg("%s: point", c->name);
  }
  if (query_kind >= ATTEMPT_CONTACT) {
    for (int k = 0; k < DIM; ++k) product += (double)c->across[k] * (double)answers->normal[k];
    if (c->off > 0 && !(fabs(product - (double)c->along) <= (double)c->off))
      fail_msg("%s: normal %g", c->name, product);
    if (!truth_is_touched(t, answers, 0)) fail_msg("%s: a contact out of the band", c->name);
  } else if (!truth_is_kept(t, answers, 0)) {
    fail_msg("%s: a distance out of the band", c->name);
  }
}

// Most of them name vertices that there may be.
static lgjk_warm random_record(void) {
  const uint32_t mask = random_below(8) ? 0x07070707u : UINT32_MAX;
  return (lgjk_warm){{random_bits() & mask, random_bits() & mask, random_bits() & mask, 1 + random_below(4)}};
}

// `swapped`: B and A are queried, and what is known of A's point and of the normal is not.
static void check_on(const known_case* c, uint32_t isa, bool swapped) {
  const uint32_t shape[2] = {0, 1};
  lgjk_shapeN_def defs[2] = {c->def[0], c->def[1]};
  known_case known = *c;
  if (swapped) known.beside = known.off = 0;
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
  lgjk_options options = options_of_isa(isa);
  uint32_t a, b;
  for (int k = 0; k < 2; ++k) defs[k].struct_size = sizeof defs[k];
  lgjk_shapesN* shapes = build_shapesN(defs, 2);
  lone_pairs(shapes, shape, c->pose[0], 1, swapped ? &b : &a, swapped ? &a : &b, &bodies, &pairs);
  pairs = packed_pairs(&a, &b, 1);
  oracleN_table* table = oracleN_table_create(shapes);
  const truth t = truth_of(table, &bodies, &pairs, 0);
  answersN answers = answersN_open(1);
  for (attempt_query query_kind = ATTEMPT_OVERLAP; query_kind < ATTEMPT_QUERIES; ++query_kind) {
    options.flags = query_kind == ATTEMPT_EPA ? LGJK_FLAG_EPA : 0;
    for (uint32_t limit = 0; limit <= c->limits && (c->queries >> query_kind & 1); ++limit) {
      options.iteration_limit = limit;
      query_pairs(query_of[query_kind], &bodies, &pairs, NULL, &options, &answers);
      expect(&known, &answers, &t, query_kind, limit);
    }
    options.iteration_limit = 0;
    for (uint32_t n = 0; n < c->records && (c->queries >> query_kind & 1); ++n) {
      lgjk_warm record = random_record();
      query_pairs(query_of[query_kind], &bodies, &pairs, &record, &options, &answers);
      expect(&known, &answers, &t, query_kind, 0);
    }
  }
  answersN_close(&answers);
  oracleN_table_destroy(table);
  lgjk_shapesN_destroy(shapes);
}

static void check_case(const known_case* c) {
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t known = test_isas(isas);
  random_state = 3;
  for (uint32_t k = 0; k < 2 * known; ++k) check_on(c, isas[k / 2], k % 2);
}

// ---------------------------------------------------------------- the cases of 2D

#if DIM == 2
static const float square[] = {1, -1, 1, 1, -1, 1, -1, -1}, square_aside[] = {11, -1, 11, 1, 9, 1, 9, -1};
static const float triangle[] = {4, 11, 4, 5, 9, 9}, quad[] = {5, 7, 7, 3, 10, 2, 12, 7};
static const float far_quad[] = {8, 6, 15, 6, 13, 1, 10, 2}, right_angle[] = {0, 0, 3, 0, 0, 4};
static const float tip[] = {3, 0, 6, 1, 6, -1}, ledge[] = {1, 0, 2, 0, 1, -5}, slope[] = {1.5f, 2, 4, 4, 3, 4};
static const float doubled[] = {4, 11, 4, 11, 4, 5, 9, 9, 4, 5, 9, 9, 4, 8, 4, 5}, one_point[] = {8, 6, 8, 6, 8, 6};
static const float diagonal[] = {-1, -1, 2, 2, 0, 0, 1, 1}, upright[] = {0, -1, 0, 1};
static const float line[] = {-1, 0, 1, 0}, dot[] = {0, 0}, raised_dot[] = {0, 0.75f};
// Two halves of a segment, with a gap between them that double distinguishes from touching and an edge across it does
// not.
static const float left_half[] = {-1, 0, 0, 0}, right_half[] = {1e-11f, 0, 1, 0};
static const float large[] = {-0x1.78p+9f, 0, -0x1.cp+0f, -0x1.a218p+17f, 0x1.21acp+18f, -0x1p+1f, 0x1p+0f, 0x1.4p+0f};
static const float short_edge[] = {-0x1.1fd294p-1f, 0x1.5bbb36p+16f, -0x1.21cfc4p-11f, 0x1.9b2c7ap+3f,
                                   0x1.d4beb4p-14f, -0x1.1aeedcp+4f, -0x1.1a61a4p-15f, 0x1.42c6bcp+5f};

#define HULL(array, corners, rounding) \
  { .points = (array), .point_count = (corners), .radius = (rounding) }
#define BOX_OF(x, y)                          \
  {                                           \
    .kind = LGJK_SHAPE2_BOX, .size = { x, y } \
  }
#define MAPPED(sized)                                                     \
  {                                                                       \
    .kind = LGJK_SHAPE2_##sized, .size = {1, 1}, .map = { 3, 0, 0, 0.5f } \
  }
#define TURNED_NOT(x) \
  { x, 0, 1, 0 }
#define LINE HULL(line, 2, 0)
#define CAPSULE_ON_LINE HULL(line, 2, 0.25f)
#define DOT HULL(dot, 1, 0)
#define CIRCLE_ON_LINE HULL(dot, 1, 0.5f)
#define ALL ((1u << ATTEMPT_OVERLAP) | (1u << ATTEMPT_DISTANCE) | (1u << ATTEMPT_CONTACT) | (1u << ATTEMPT_EPA))

// Of two shapes that are not turned, B at (x, y): apart by `gap`, known to `error`, or touching or overlapping at 0.
#define PLACED(what, x, y, gap, error, ...)                                                    \
  {                                                                                            \
    .name = what, .def = {__VA_ARGS__}, .pose = {TURNED_NOT(0), {x, y, 1, 0}}, .queries = ALL, \
    .status = (gap) > 0 ? LGJK_STATUS_SEPARATED : LGJK_STATUS_OVERLAPPING, .distance = (gap),  \
    .within = (gap) > 0 ? (error) : 0                                                          \
  }
// Segments and points on the x axis: apart along it, or touching at 0, in the middles of both.
#define ALONG(core_a, core_b, x, gap) \
  PLACED("along one line: " #core_a ", " #core_b ", " #x, x, 0, gap, 2e-6f, core_a, core_b)
#define FOUNDING 1.71791148f // sqrt(4961) / 41, the distance of the founding documents
#define SIZED(array, corners, size)                                          \
  {                                                                          \
    .points = (array), .point_count = (corners), .map = { size, 0, 0, size } \
  }

static const known_case cases[] = {
    ALONG(LINE, LINE, 3, 1),
    ALONG(LINE, LINE, 2, 0),
    ALONG(LINE, LINE, 2.000001f, 9.53674316e-7f),
    ALONG(LINE, LINE, 1.5f, 0),
    ALONG(LINE, DOT, 1.5f, 0.5f),
    ALONG(LINE, DOT, 1, 0),
    ALONG(DOT, LINE, 1.0625f, 0.0625f),
    ALONG(LINE, DOT, 0.25f, 0),
    ALONG(DOT, DOT, 2, 2),
    ALONG(CAPSULE_ON_LINE, CAPSULE_ON_LINE, 3, 0.5f),
    ALONG(CAPSULE_ON_LINE, CAPSULE_ON_LINE, 2.5f, 0),
    ALONG(CAPSULE_ON_LINE, LINE, 2.5f, 0.25f),
    ALONG(CIRCLE_ON_LINE, LINE, 2, 0.5f),
    ALONG(CIRCLE_ON_LINE, LINE, 1.5f, 0),
    ALONG(HULL(left_half, 2, 0), HULL(right_half, 2, 0), 0, 1e-11f),
    // The figures of the founding documents, and where their code failed: repeated points, touching, scales.
    PLACED("triangle and quad", 0, 0, 0, 0, HULL(triangle, 3, 0), HULL(quad, 4, 0)),
    {.name = "triangle and far quad",
     .def = {HULL(triangle, 3, 0), HULL(far_quad, 4, 0)},
     .pose = {TURNED_NOT(0), TURNED_NOT(0)},
     .queries = 1u << ATTEMPT_DISTANCE,
     .status = LGJK_STATUS_SEPARATED,
     .distance = FOUNDING,
     .within = 4e-6f,
     .point = {284.0f / 41, 301.0f / 41},
     .beside = 1e-5f},
    PLACED("small", 0, 0, 0x1p-19f * FOUNDING, 0x1p-36f, SIZED(triangle, 3, 0x1p-19f), SIZED(far_quad, 4, 0x1p-19f)),
    PLACED("large", 0, 0, 0x1p14f * FOUNDING, 0.25f, SIZED(triangle, 3, 0x1p14f), SIZED(far_quad, 4, 0x1p14f)),
    {.name = "far from the origin of the world",
     .def = {HULL(triangle, 3, 0), HULL(far_quad, 4, 0)},
     .pose = {{7e6f, -1e6f, 0, 1}, {7e6f, -1e6f, 0, 1}},
     .queries = ALL,
     .status = LGJK_STATUS_SEPARATED,
     .distance = FOUNDING,
     .within = 1.2e-5f},
    PLACED("repeated points", 0, 0, FOUNDING, 4e-6f, HULL(doubled, 8, 0), HULL(one_point, 3, 0)),
    PLACED("points of a line", 0, 2, 1.41421356f, 4e-6f, HULL(diagonal, 4, 0), DOT),
    PLACED("points of a line, on it", 1.5f, 1.5f, 0, 0, HULL(diagonal, 4, 0), DOT),
    PLACED("boxes about one centre", 0, 0, 0, 0, BOX_OF(2, 1), BOX_OF(1, 1)),
    PLACED("segments that cross", 0, 0, 0, 0, HULL(upright, 2, 0), LINE),
    PLACED("boxes, side by side", 0, -1, 0, 0, BOX_OF(0.5f, 0.5f), BOX_OF(0.5f, 0.5f)),
    PLACED("boxes, corner at corner", -1, 1, 0, 0, BOX_OF(0.5f, 0.5f), BOX_OF(0.5f, 0.5f)),
    PLACED("a tip at a corner", 0, 0, 0, 0, HULL(right_angle, 3, 0), HULL(tip, 3, 0)),
    PLACED("a ledge on an edge", 0, 0, 0, 0, HULL(right_angle, 3, 0), HULL(ledge, 3, 0)),
    PLACED("a corner on a slope", 0, 0, 0, 0, HULL(right_angle, 3, 0), HULL(slope, 3, 0)),
    PLACED("circles that touch", 5, 0, 0, 0, HULL(dot, 1, 2), HULL(dot, 1, 3)),
    PLACED("circles far apart", 300, 400, 496, 2e-4f, HULL(dot, 1, 2), HULL(dot, 1, 2)),
    PLACED("a gap beside long edges", 300, 0.501f, 0.001f, 4e-4f, BOX_OF(500, 0.5f), DOT),
    PLACED("slivers apart", 0.5f, 3e-4f, 1e-4f, 8e-7f, BOX_OF(1, 1e-4f), BOX_OF(1, 1e-4f)),
    PLACED("slivers that overlap", 0.5f, 1.5e-4f, 0, 0, BOX_OF(1, 1e-4f), BOX_OF(1, 1e-4f)),
    {.name = "a box turned by a quarter",
     .def = {BOX_OF(3, 1), HULL(dot, 1, 0)},
     .pose = {{10, 20, 0, 1}, {13, 20, 1, 0}},
     .queries = ALL,
     .status = LGJK_STATUS_SEPARATED,
     .distance = 2,
     .within = 1e-5f},
    PLACED("a mapped box", 5, 0, 2, 1e-5f, MAPPED(BOX), DOT),
    PLACED("a mapped ellipse", 5, 0, 2, 1e-5f, MAPPED(ELLIPSE), DOT),
    // Edges of both hold the origin together with the local origins, of which one is in no core.
    {.name = "a square beside its origin",
     .def = {HULL(square_aside, 4, 0), HULL(square, 4, 0)},
     .pose = {TURNED_NOT(0), TURNED_NOT(1)},
     .queries = ALL,
     .status = LGJK_STATUS_SEPARATED,
     .records = 512,
     .distance = 7,
     .within = 1e-5f},
    // With a limit of one evaluation they were known to overlap, but at no common point.
    {.name = "thin boxes that cross",
     .def = {BOX_OF(0x1.3b0362p-12f, 0x1.7e84p+2f), BOX_OF(0x1.3b0362p-12f, 0x1.7e84p+2f)},
     .pose = {{-2.2734375f, -1.2099609f, 0, 1}, {-1.75f, 1.5f, 1, -0x1.24221ep-13f}},
     .queries = 1u << ATTEMPT_DISTANCE,
     .status = LGJK_STATUS_OVERLAPPING,
     .limits = 7,
     .point = {-1.75f, -1.2099609f},
     .beside = 0.01f},
    // The polytope met the origin itself, and took the way there, which is none, for the normal.
    {.name = "a small ellipse on the corner of a polygon of 300,000",
     .def = {{.kind = LGJK_SHAPE2_ELLIPSE,
              .size = {1, 1},
              .map = {-0x1.5p+1f, -0x1.4f74p+1f, -0x1.88p+1f, 0x1.4f74p+0f}},
             HULL(large, 4, 0x1.f0ep+0f)},
     .pose = {{0x1.6848p+1f, -0x1.4p+0f, 0x1.14a28p-1f, 0x1.aed548p-1f},
              {0x1.27c846p-12f, -0x1.d33ed6p-15f, 0x1.42e3dep-2f, -0x1.e5e15p-1f}},
     .queries = 1u << ATTEMPT_CONTACT,
     .status = LGJK_STATUS_OVERLAPPING},
    // One is turned by so little that its cosine with the other's side is all that is left of it: their common point
    // was in one of them alone.
    {.name = "boxes of no width that cross",
     .def = {BOX_OF(0x1.87fcp+18f, 0x1.fep-142f), BOX_OF(0x1.87fcp+18f, 0x1.fep-142f)},
     .pose = {{1, -1.5f, 0, 1}, {-0x1.2315aep-12f, -0x1.5798eep-17f, 1, 0x1.4445fep-59f}},
     .queries = 1u << ATTEMPT_DISTANCE,
     .status = LGJK_STATUS_OVERLAPPING,
     .point = {1, 0},
     .beside = 0.1f},
    // What was left of the edge's direction, from the second corner to the third, was off by 2e-5, rounded there.
    {.name = "a short edge of a polygon, 20,000 from a point",
     .def = {HULL(short_edge, 4, 0), HULL(raised_dot, 1, 0)},
     .pose = {{-0x1.c638p+1f, 1, -1, 0}, {0x1.3b8p+14f, -0x1.20acp+2f, -0x1.377d34p-2f, -0x1.e7bcbep-1f}},
     .queries = 1u << ATTEMPT_CONTACT,
     .status = LGJK_STATUS_SEPARATED,
     .across = {0, 1},
     .along = 2.17e-5f,
     .off = 1e-7f},
};
#else

// ---------------------------------------------------------------- the cases of 3D

static const float long_segment[] = {-0x1.698p+13f, -0x1.698p+13f, -0x1.698p+13f, 0.75f, 0.75f, 0.75f};

// Segments that are parallel up to rounding: where a closed form finds their nearest points is noise.
static const float short_a[6] = {-0x1.6de6e8p-12f, 0x1.05453cp-11f,  -0x1.1c3ae8p-11f,
                                 0x1.6de6e8p-12f,  -0x1.05453cp-11f, 0x1.1c3ae8p-11f};
static const float short_b[6] = {-0x1.089edap-12f, 0x1.70ee4ep-12f,  -0x1.931c8ep-12f,
                                 0x1.089edap-12f,  -0x1.70ee4ep-12f, 0x1.931c8ep-12f};
static const float short_c[6] = {-0x1.e1b1e4p-14f, -0x1.544596p-13f, -0x1.557ca4p-15f,
                                 0x1.e1b1e4p-14f,  0x1.544596p-13f,  0x1.557ca4p-15f};
static const float short_d[6] = {-0x1.981414p-9f, -0x1.204ep-8f, -0x1.21422ap-10f,
                                 0x1.981414p-9f,  0x1.204ep-8f,  0x1.21422ap-10f};

#define BOX_OF(x, y, z)                          \
  {                                              \
    .kind = LGJK_SHAPE3_BOX, .size = { x, y, z } \
  }
#define SEGMENT(ends, rounding) \
  { .points = (ends), .point_count = 2, .radius = (rounding) }
// Edges far shorter than their pair: squares and products of theirs vanish in float, and what vanishes must prove
// nothing, whatever the record. A is at the origin, and both are turned alike.
#define TINY(what, found, where, turn, ...)                                                       \
  {                                                                                               \
    .name = what, .def = {__VA_ARGS__}, .pose = {{0, 0, 0, turn}, {where, turn}}, .records = 128, \
    .queries = 1u << ATTEMPT_OVERLAP | 1u << ATTEMPT_DISTANCE, .status = LGJK_STATUS_##found      \
  }
#define AT(...) __VA_ARGS__
#define UNTURNED 0, 0, 0, 1
#define BLADE BOX_OF(1.5e-4f, 3.7e-43f, 1.25f)
#define WIRE BOX_OF(1.5e-4f, 1e-20f, 1e-22f)
#define THIN BOX_OF(1, 1e-12f, 1)
#define THIN_ROUNDED(x, y, z, rounding) \
  { .kind = LGJK_SHAPE3_BOX, .size = {x, y, z}, .radius = (rounding) }
#define TWO_ROUNDED \
  THIN_ROUNDED(2.8e-3f, 2.4e-17f, 1.1e-27f, 2.7e-3f), THIN_ROUNDED(5.9e-3f, 2.6e-28f, 3.4e-26f, 1.7e-3f)

static const known_case cases[] = {
    TINY("boxes as thin as floats get", SEPARATED, AT(7.1875f, 0, 0), UNTURNED, BLADE, BLADE),
    TINY("wires", SEPARATED, AT(0.25f, 0, 0), UNTURNED, WIRE, WIRE),
    TINY("a wire beside a plate", SEPARATED, AT(0.25f, 0.5f, 0), UNTURNED, WIRE, THIN),
    TINY("plates", SEPARATED, AT(0.5f, 1e-3f, 0), UNTURNED, THIN, THIN),
    TINY("thin rounded boxes", OVERLAPPING, AT(0, -2.56e-3f, 0), UNTURNED, TWO_ROUNDED),
    TINY("thin rounded boxes, apart", SEPARATED, AT(0, -5e-3f, 0), UNTURNED, TWO_ROUNDED),
    TINY("short segments", OVERLAPPING, AT(0, 0, 0), AT(0x1.23b7aap-4f, 0x1.21e70ap-1f, -0x1.6a61f4p-2f, 0x1.7b652p-1f),
         SEGMENT(short_a, 0), SEGMENT(short_b, 0)),
    TINY("short segments, rounded", SEPARATED, AT(0x1.43dfaep-8f, -0x1.36acdp-8f, -0x1.4715d6p-8f),
         AT(-0x1.0e5d22p-2f, -0x1.8f3e12p-1f, -0x1.9bb792p-3f, -0x1.0fcf74p-1f), SEGMENT(short_c, 0),
         SEGMENT(short_d, 0x1.80b17cp-11f)),
    // A depth that vanishes in float became -0.
    {.name = "two ellipsoids that touch",
     .def = {{.kind = LGJK_SHAPE3_ELLIPSOID, .size = {0.5f, 0.5f, 0.5f}},
             {.kind = LGJK_SHAPE3_ELLIPSOID, .size = {0.5f, 1.5f, 0.5f}}},
     .pose = {{-2, -2, -2, 0, 0, 0, 1}, {-2, 0, -2, 0, -1, 0, 0}},
     .queries = 1u << ATTEMPT_CONTACT,
     .status = LGJK_STATUS_OVERLAPPING,
     .within = 1e-30f},
    // Between nearest points rounding took the normal off the right angle to the segment, by 2e-5, which is much over
    // that length.
    {.name = "a segment of 20,000 beside the rim of a cylinder",
     .def = {{.points = long_segment, .point_count = 2},
             {.kind = LGJK_SHAPE3_CYLINDER, .size = {1, 1}, .map = {2, 0, 0, 0, 2, 0, 0, 0, 2}}},
     .pose = {{-2, -2, 0.5f, 0, 0, 0, 1}, {0.5f, -1, -1, 0, -1, 0, 0}},
     .queries = 1u << ATTEMPT_CONTACT,
     .status = LGJK_STATUS_SEPARATED,
     .distance = 0.039383f,
     .within = 1e-5f,
     .across = {1, 1, 1},
     .off = 5e-6f},
    // Edges that cross at an angle of 1.3e-4: the normal of their narrow face is off by more than the gap at which a
    // search in double had converged, and the fourth vertex of that face sent it round in circles.
    {.name = "boxes whose edges cross at a small angle",
     .def = {{.kind = LGJK_SHAPE3_BOX, .size = {1, 1, 1}},
             {.kind = LGJK_SHAPE3_BOX, .size = {0x1.970994p-10f, 1, 0x1.970994p-10f}}},
     .pose = {{0x1.452dap+4f, 0x1.4f3bdcp+1f, 0x1.21b19p+4f, -0x1.510f72p-5f, -0x1.82f20cp-2f, -0x1.569c26p-2f,
               0x1.b97e24p-1f},
              {0x1.569338p+4f, 0x1.6d56dp+1f, 0x1.2fb3a8p+4f, 0x1.1e089p-3f, 0x1.dbcbf2p-2f, 0x1.210298p-1f,
               0x1.55eb12p-1f}},
     .queries = 1u << ATTEMPT_OVERLAP | 1u << ATTEMPT_DISTANCE,
     .status = LGJK_STATUS_SEPARATED,
     .distance = 7.25e-5f,
     .within = 0.25e-5f},
};

// Of a direction whose square is 0 a support plane's distance may have a square.
TEST(specks_with_a_large_radius) {
  for (float size = 1e-10f; size > 1e-25f; size *= 0.5f) {
    const float speck[12] = {0, 0, 0, 0, size, size, 0, -size, 0, 0, 0, -size};
    const known_case c =
        TINY("specks", OVERLAPPING, AT(90, 0, 0), UNTURNED, {.points = speck, .point_count = 4, .radius = 900},
             {.points = speck, .point_count = 4, .radius = 100});
    check_case(&c);
  }
}

// What is seen along the axis except for a denormal number has a direction across whose inverse is infinite.
TEST(round_cores_that_lean_a_little) {
  static const lgjk_shape3_def cylinder = {.kind = LGJK_SHAPE3_CYLINDER, .size = {1, 2}};
  static const lgjk_shape3_def cone = {.kind = LGJK_SHAPE3_CONE, .size = {1, 2}}, box = BOX_OF(1, 2, 3);
  for (float lean = 1e-36f; lean > 0; lean *= 0.125f) {
    const known_case known[3] = {TINY("a cylinder below", SEPARATED, AT(0, 0, 9), AT(0, lean, 0, 1), cylinder, box),
                                 TINY("a cone above", SEPARATED, AT(0, 0, -9), AT(0, lean, 0, 1), cone, cylinder),
                                 TINY("a box below", SEPARATED, AT(0, 0, 9), AT(0, lean, 0, 1), box, cone)};
    for (int i = 0; i < 3; ++i) check_case(&known[i]);
  }
}
#endif

TEST(cases_are_right) {
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; ++i) check_case(&cases[i]);
}
