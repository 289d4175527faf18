// The cases of 3D.
#include "attempt.h"

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

const known_case cases[] = {
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
const uint32_t case_count = sizeof cases / sizeof *cases;

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
