// Joins tokens after their expansion, and picks one of two by a 0 or 1.
#ifndef LGJK_LANE_PICK_H
#define LGJK_LANE_PICK_H

#define LANE_CAT_(a, b) a##b
#define LANE_CAT(a, b) LANE_CAT_(a, b)
#define LANE_PICK_0(f, d) f
#define LANE_PICK_1(f, d) d

#endif
