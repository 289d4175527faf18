// The names of the dimension that a file is compiled for, with N in place of the number.
#ifndef LGJK_SHAPE_NAMES_H
#define LGJK_SHAPE_NAMES_H

#include "lane/dimension.h"
#include "lane/pick.h"
#include OF_DIM("shape/hull2.h", "shape/hull3.h")
#include "shape/shapes.h"

#define NAME_N(before, after) LANE_CAT(LANE_CAT(before, DIM), after)
#define NAME_TEXT_(name) #name
#define NAME_TEXT(name) NAME_TEXT_(name)

#define rowN OF_DIM(row, small) // the floats of a record that hold a core that is not in the pool
#define LGJK_COREN_TABLE NAME_N(LGJK_CORE, _TABLE)
#define LGJK_SUPPORTN_TABLE NAME_N(LGJK_SUPPORT, _TABLE)
#define LGJK_VALUEN_TABLE NAME_N(LGJK_VALUE, _TABLE)
#define LGJK_VERTEXN_TABLE NAME_N(LGJK_VERTEX, _TABLE)
#define LGJK_SHAPEN_LAST OF_DIM(LGJK_SHAPE2_ELLIPSE, LGJK_SHAPE3_CONE)

#define lgjk_bodiesN NAME_N(lgjk_bodies, )
#define lgjk_pointN NAME_N(lgjk_point, )
#define lgjk_shapeN NAME_N(lgjk_shape, )
#define lgjk_shapeN_def NAME_N(lgjk_shape, _def)
#define lgjk_shapeN_def_init NAME_N(lgjk_shape, _def_init)
#define lgjk_shapeN_info NAME_N(lgjk_shape, _info)
#define lgjk_shapeN_info_init NAME_N(lgjk_shape, _info_init)
#define lgjk_shapesN NAME_N(lgjk_shapes, )
#define lgjk_shapesN_create NAME_N(lgjk_shapes, _create)
#define lgjk_shapesN_destroy NAME_N(lgjk_shapes, _destroy)
#define lgjk_shapesN_count NAME_N(lgjk_shapes, _count)
#define lgjk_shapesN_get NAME_N(lgjk_shapes, _get)
#define lgjk_shapeN_vertex NAME_N(lgjk_shape, _vertex)
#define lgjk_shapeN_box NAME_N(lgjk_shape, _box)
#define lgjk_shapeN_middle NAME_N(lgjk_shape, _middle)
#define lgjk_momentsN NAME_N(lgjk_moments, )
#define lgjk_builderN NAME_N(lgjk_builder, )
#define lgjk_builderN_check NAME_N(lgjk_builder, _check)
#define lgjk_builderN_add NAME_N(lgjk_builder, _add)
#define lgjk_builderN_pool_size NAME_N(lgjk_builder, _pool_size)
#define lgjk_builderN_find_hull NAME_N(lgjk_builder, _find_hull)
#define lgjk_recordN_write_row NAME_N(lgjk_record, _write_row)
#define lgjk_recordN_face_units NAME_N(lgjk_record, _face_units)
#define lgjk_recordN_extra_size NAME_N(lgjk_record, _extra_size)
#define lgjk_recordN_write_extra NAME_N(lgjk_record, _write_extra)
#define lgjk_recordN_write_faces NAME_N(lgjk_record, _write_faces)
#define lgjk_recordN_determinant NAME_N(lgjk_record, _determinant)
#define lgjk_recordN_write_curved NAME_N(lgjk_record, _write_curved)
#define lgjk_coreN_row_of NAME_N(lgjk_core, _row_of)
#define lgjk_solidN NAME_N(lgjk_solid, )
#define lgjk_solidN_place NAME_N(lgjk_solid, _place)
#define lgjk_solidN_support NAME_N(lgjk_solid, _support)
#define lgjk_penetrationN NAME_N(lgjk_penetration, )
#define lgjk_penetrateN NAME_N(lgjk_penetrate, )
#define lgjk_manifoldN NAME_N(lgjk_manifold, )
#define manifoldN NAME_N(manifold, )

#define LGJK_HULLN_SCRATCH NAME_N(LGJK_HULL, _SCRATCH)
#define LGJK_SHAPEN_POINTS NAME_N(LGJK_SHAPE, _POINTS)
#define LGJK_SHAPEN_BOX NAME_N(LGJK_SHAPE, _BOX)
#define LGJK_COREN_POINT NAME_N(LGJK_CORE, _POINT)
#define LGJK_COREN_LARGE NAME_N(LGJK_CORE, _LARGE)
#define LGJK_COREN_BOX NAME_N(LGJK_CORE, _BOX)
#define LGJK_COREN_KINDS NAME_N(LGJK_CORE, _KINDS)
#define LGJK_COREN_SHAPES NAME_N(LGJK_CORE, _SHAPES)
#define LGJK_REACHN NAME_N(LGJK_REACH, )
#define LGJK_LARGEN_STEP NAME_N(LGJK_LARGE, _STEP)
#define LGJK_POOLN_FIRST NAME_N(LGJK_POOL, _FIRST)
#define LGJK_POOLN_HOLDS NAME_N(LGJK_POOL, _HOLDS)
#define LGJK_POOLN_HEAD NAME_N(LGJK_POOL, _HEAD)
#define LGJK_POOLN_TAIL NAME_N(LGJK_POOL, _TAIL)

#endif
