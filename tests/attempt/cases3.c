// The cases of 3D.
#include "cases.h"

static const float long_segment[] = {-0x1.698p+13f, -0x1.698p+13f, -0x1.698p+13f, 0.75f, 0.75f, 0.75f};

const known_case cases[] = {
    // A depth that vanishes in float became -0.
    {.name = "two ellipsoids that touch",
     .def = {{.kind = LGJK_SHAPE3_ELLIPSOID, .size = {0.5f, 0.5f, 0.5f}},
             {.kind = LGJK_SHAPE3_ELLIPSOID, .size = {0.5f, 1.5f, 0.5f}}},
     .pose = {{-2, -2, -2, 0, 0, 0, 1}, {-2, 0, -2, 0, -1, 0, 0}},
     .asks = 1u << ASK_CONTACT,
     .status = LGJK_STATUS_OVERLAPPING,
     .within = 1e-30f},
    // Between nearest points rounding took the normal off the right angle to the segment, by 2e-5, which is much over
    // that length.
    {.name = "a segment of 20,000 beside the rim of a cylinder",
     .def = {{.points = long_segment, .point_count = 2},
             {.kind = LGJK_SHAPE3_CYLINDER, .size = {1, 1}, .map = {2, 0, 0, 0, 2, 0, 0, 0, 2}}},
     .pose = {{-2, -2, 0.5f, 0, 0, 0, 1}, {0.5f, -1, -1, 0, -1, 0, 0}},
     .asks = 1u << ASK_CONTACT,
     .status = LGJK_STATUS_SEPARATED,
     .distance = 0.039383f,
     .within = 1e-5f,
     .across = {1, 1, 1},
     .off = 5e-6f},
};
const uint32_t case_count = sizeof cases / sizeof *cases;
