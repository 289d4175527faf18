// The shapes of 3D scenes as Box3D has them.
#ifndef LGJK_BENCH_BOX3D_SHAPES_H
#define LGJK_BENCH_BOX3D_SHAPES_H

#include <box3d/collision.h>
#include <string.h>

#include "by_clang.h"
#include "lanegjk/lanegjk3.h"

enum { CYLINDER_SIDES = 20, BOX3D_MOST_POINTS = B3_MAX_HULL_EDGES / 3 + 2 };

// In the order in which Box3D has functions: of two kinds the first comes first.
typedef enum box3d_kind { KIND_HULL, KIND_CAPSULE, KIND_SPHERE } box3d_kind;

typedef struct box3d_shape {
  box3d_kind kind;
  const b3HullData* hull; // NULL where it is none
  b3HullData* made;       // to be destroyed
  b3BoxHull box;
  b3Capsule capsule;
  b3Sphere sphere;
  b3ShapeProxy proxy;
} box3d_shape;

static inline b3HullData* box3d_make_prism(float radius, float half_height) {
  b3Vec3 points[2 * CYLINDER_SIDES];
  for (int i = 0; i < CYLINDER_SIDES; i++) {
    float pose[4];
    lgjk_pose2_from_angle(0.0f, 0.0f, 6.2831853f * (float)i / (float)CYLINDER_SIDES, pose);
    points[2 * i] = (b3Vec3){radius * pose[2], radius * pose[3], half_height};
    points[2 * i + 1] = (b3Vec3){radius * pose[2], radius * pose[3], -half_height};
  }
  return b3CreateHull(points, 2 * CYLINDER_SIDES, 2 * CYLINDER_SIDES);
}

// Proxies of shapes point into them: a shape stays where it is. Without hulls one of points is nothing but these.
static inline void box3d_make_shape(box3d_shape* s, const lgjk_shape3_def* def, bool hulls) {
  const b3Vec3* points = (const b3Vec3*)(const void*)def->points;
  memset(s, 0, sizeof *s);
  if (def->kind == LGJK_SHAPE3_BOX) {
    s->box = b3MakeBoxHull(def->size[0], def->size[1], def->size[2]);
    s->hull = &s->box.base;
  } else if (def->kind == LGJK_SHAPE3_CYLINDER) {
    s->hull = s->made = box3d_make_prism(def->size[0], def->size[1]);
  } else if (def->point_count == 1) {
    s->kind = KIND_SPHERE;
    s->sphere = (b3Sphere){points[0], def->radius};
  } else if (def->point_count == 2) {
    s->kind = KIND_CAPSULE;
    s->capsule = (b3Capsule){points[0], points[1], def->radius};
  } else if (hulls && def->point_count <= BOX3D_MOST_POINTS) {
    s->hull = s->made = b3CreateHull(points, (int)def->point_count, (int)def->point_count);
  }
  if (s->hull != NULL) points = b3GetHullPoints(s->hull);
  const uint32_t count = s->hull ? (uint32_t)s->hull->vertexCount : def->point_count;
  s->proxy = (b3ShapeProxy){points, (int)count, def->radius};
}

static inline void box3d_free_shape(const box3d_shape* s) {
  if (s->made) b3DestroyHull(s->made);
}

#endif
