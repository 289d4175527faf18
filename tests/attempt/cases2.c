// The cases of 2D.
#include "cases.h"

static const float square[] = {1, -1, 1, 1, -1, 1, -1, -1}, square_aside[] = {11, -1, 11, 1, 9, 1, 9, -1};
static const float line[] = {-1, 0, 1, 0}, dot[] = {0, 0}, raised_dot[] = {0, 0.75f};
// Two halves of a segment, with a gap between them that double tells from touching and an edge across it does not.
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
#define TURNED_NOT(x) \
  { x, 0, 1, 0 }
#define LINE HULL(line, 2, 0)
#define CAPSULE_ON_LINE HULL(line, 2, 0.25f)
#define DOT HULL(dot, 1, 0)
#define CIRCLE_ON_LINE HULL(dot, 1, 0.5f)
#define ALL ((1u << ASK_OVERLAP) | (1u << ASK_DISTANCE) | (1u << ASK_CONTACT) | (1u << ASK_EPA))

// Segments and points on the x axis: apart by `gap` along it, or touching at 0, in the middles of both.
#define ALONG(core_a, core_b, x, gap)                                                         \
  {                                                                                           \
    .name = "along one line: " #core_a ", " #core_b ", " #x, .def = {core_a, core_b},         \
    .pose = {TURNED_NOT(0), TURNED_NOT(x)}, .asks = ALL,                                      \
    .status = (gap) > 0 ? LGJK_STATUS_SEPARATED : LGJK_STATUS_OVERLAPPING, .distance = (gap), \
    .within = (gap) > 0 ? 2e-6f : 0                                                           \
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
    // Edges of both hold the origin together with the local origins, of which one is in no core.
    {.name = "a square beside its origin",
     .def = {HULL(square_aside, 4, 0), HULL(square, 4, 0)},
     .pose = {TURNED_NOT(0), TURNED_NOT(1)},
     .asks = ALL,
     .status = LGJK_STATUS_SEPARATED,
     .held = 4,
     .distance = 7,
     .within = 1e-5f},
    // With a limit of one evaluation they were known to overlap, but at no common point.
    {.name = "thin boxes that cross",
     .def = {BOX_OF(0x1.3b0362p-12f, 0x1.7e84p+2f), BOX_OF(0x1.3b0362p-12f, 0x1.7e84p+2f)},
     .pose = {{-2.2734375f, -1.2099609f, 0, 1}, {-1.75f, 1.5f, 1, -0x1.24221ep-13f}},
     .asks = 1u << ASK_DISTANCE,
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
     .asks = 1u << ASK_CONTACT,
     .status = LGJK_STATUS_OVERLAPPING},
    // One is turned by so little that its cosine with the other's side is all that is left of it: their common point
    // was in one of them alone.
    {.name = "boxes of no width that cross",
     .def = {BOX_OF(0x1.87fcp+18f, 0x1.fep-142f), BOX_OF(0x1.87fcp+18f, 0x1.fep-142f)},
     .pose = {{1, -1.5f, 0, 1}, {-0x1.2315aep-12f, -0x1.5798eep-17f, 1, 0x1.4445fep-59f}},
     .asks = 1u << ASK_DISTANCE,
     .status = LGJK_STATUS_OVERLAPPING,
     .point = {1, 0},
     .beside = 0.1f},
    // What was left of the edge's direction, from the second corner to the third, was off by 2e-5, rounded there.
    {.name = "a short edge of a polygon, 20,000 from a point",
     .def = {HULL(short_edge, 4, 0), HULL(raised_dot, 1, 0)},
     .pose = {{-0x1.c638p+1f, 1, -1, 0}, {0x1.3b8p+14f, -0x1.20acp+2f, -0x1.377d34p-2f, -0x1.e7bcbep-1f}},
     .asks = 1u << ASK_CONTACT,
     .status = LGJK_STATUS_SEPARATED,
     .across = {0, 1},
     .along = 2.17e-5f,
     .off = 1e-7f},
};
const uint32_t case_count = sizeof cases / sizeof *cases;
