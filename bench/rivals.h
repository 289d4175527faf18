// Every contender that is no instruction set of the library, in the order in which tables and plots show them. The
// benchmark runs these rows, and the table of its results knows no other names. Those of peers.cmake
// are no packages of Debian: where a build does not have them, dimension.c has contenders that answer nothing.
//   identifier  contender2_<identifier> or contender3_<identifier>
//   name        as it stands in the name of a case
//   shown       as pages and plots call it
//   library     where it comes from: the line of the results' context with its version
// The first is the reference that speed-ups are quoted against.
#ifndef LGJK_BENCH_RIVALS_H
#define LGJK_BENCH_RIVALS_H

#define BENCH_RIVALS2(ROW)                                             \
  ROW(reference, "reference", "reference", "lanegjk")                  \
  ROW(box2d, "box2d", "Box2D", "box2d")                                \
  ROW(box2d_distance, "box2d-distance", "b2Distance", "box2d")         \
  ROW(box2d3, "box2d-v3", "Box2D v3", "box2d-v3")                      \
  ROW(box2d3_clang, "box2d-v3-clang", "Box2D v3 by clang", "box2d-v3") \
  ROW(c2, "c2", "Cute C2", "c2")                                       \
  ROW(chipmunk, "chipmunk", "Chipmunk", "chipmunk")                    \
  ROW(reference_sat, "reference-sat", "reference SAT", "lanegjk")

#define BENCH_RIVALS3(ROW)                                             \
  ROW(reference, "reference", "reference", "lanegjk")                  \
  ROW(bullet, "bullet", "Bullet", "bullet")                            \
  ROW(bullet_detector, "bullet-detector", "Bullet detector", "bullet") \
  ROW(libccd, "libccd", "libccd", "libccd")                            \
  ROW(libccd_mpr, "libccd-mpr", "libccd MPR", "libccd")                \
  ROW(fcl, "fcl", "FCL", "fcl")                                        \
  ROW(box3d, "box3d", "Box3D", "box3d")                                \
  ROW(box3d_clang, "box3d-clang", "Box3D by clang", "box3d")           \
  ROW(jolt, "jolt", "Jolt", "jolt")                                    \
  ROW(opengjk, "opengjk", "openGJK", "opengjk")                        \
  ROW(mujoco, "mujoco", "MuJoCo", "mujoco")                            \
  ROW(coal, "coal", "coal", "coal")                                    \
  ROW(reference_sat, "reference-sat", "reference SAT", "lanegjk")

#endif
