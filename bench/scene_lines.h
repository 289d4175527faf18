// What each scene is, in a line for the pages of the results. scenes2.h and scenes3.h say more.
#ifndef LGJK_BENCH_SCENE_LINES_H
#define LGJK_BENCH_SCENE_LINES_H

#define BENCH_SCENE_LINES(ROW)                                                              \
  ROW("S1", "polygons of 8 vertices, half of the pairs overlapping")                        \
  ROW("S2", "polygons of 3 to 8 vertices, 30% overlapping")                                 \
  ROW("S3", "capsules, 30% overlapping")                                                    \
  ROW("S4", "boxes, 30% overlapping")                                                       \
  ROW("S5", "polygons of 3 to 8 vertices, all apart")                                       \
  ROW("S6", "circles, capsules, boxes and polygons in equal parts, 30% overlapping")        \
  ROW("S7", "polygons of 3 to 8 vertices, near touching: gaps of 0.001 to 1 of their size") \
  ROW("S8", "a grid of touching boxes that rest, each against its eight neighbours")        \
  ROW("S9", "a crowd: circles, ellipses and walls, a third overlapping by up to 20%")       \
  ROW("S10", "touching after a push: boxes, hexagons, capsules, circles and walls")         \
  ROW("S11", "touching after a push: boxes against walls")                                  \
  ROW("S12", "touching after a push: hexagons against walls")                               \
  ROW("S13", "touching after a push: capsules against walls")                               \
  ROW("T1", "boxes, 30% overlapping")                                                       \
  ROW("T2", "capsules, 30% overlapping")                                                    \
  ROW("T3", "balls, capsules, boxes and cylinders in equal parts, 30% overlapping")         \
  ROW("T4", "hulls of 8 to 16 vertices, 30% overlapping")                                   \
  ROW("T5", "hulls of 32 to 64 vertices, 30% overlapping")                                  \
  ROW("T6", "hulls of 256 vertices, 30% overlapping")                                       \
  ROW("T7", "the convex hulls of a shipped game, 30% overlapping")                          \
  ROW("T8", "boxes, hulls and prisms at rest on a floor, 70% overlapping")

#endif
