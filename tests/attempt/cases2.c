// The cases of 2D.
#include "attempt.h"

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

const known_case cases[] = {
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
const uint32_t case_count = sizeof cases / sizeof *cases;
