// The library's names of one dimension, for what is compiled once for each: with N in place of the number. DIM is 2
// or 3.
#ifndef LGJK_LIBRARY_NAMES_H
#define LGJK_LIBRARY_NAMES_H

// A pose has so many floats, and those of the rotation are 0 without a turn except one, which is 1.
#if DIM == 2
#include "lanegjk/lanegjk.h"
enum { POSE_FLOATS = 4, POSE_UNIT = 2 };
#else
#include "lanegjk/lanegjk3.h"
enum { POSE_FLOATS = 7, POSE_UNIT = 6 };
#endif

#define DIM_JOIN(before, number, after) before##number##after
#define DIM_NAME(before, number, after) DIM_JOIN(before, number, after)
#define DIM_TEXT_OF(number) #number
#define DIM_TEXT(number) DIM_TEXT_OF(number)

#define lgjk_shapeN_def DIM_NAME(lgjk_shape, DIM, _def)
#define lgjk_shapeN_def_init DIM_NAME(lgjk_shape, DIM, _def_init)
#define lgjk_shapeN_info DIM_NAME(lgjk_shape, DIM, _info)
#define lgjk_shapeN_info_init DIM_NAME(lgjk_shape, DIM, _info_init)
#define lgjk_shapesN DIM_NAME(lgjk_shapes, DIM, )
#define lgjk_shapesN_create DIM_NAME(lgjk_shapes, DIM, _create)
#define lgjk_shapesN_destroy DIM_NAME(lgjk_shapes, DIM, _destroy)
#define lgjk_shapesN_count DIM_NAME(lgjk_shapes, DIM, _count)
#define lgjk_shapesN_get DIM_NAME(lgjk_shapes, DIM, _get)
#define lgjk_bodiesN DIM_NAME(lgjk_bodies, DIM, )
#define lgjk_bodiesN_init DIM_NAME(lgjk_bodies, DIM, _init)
#define lgjk_overlapN DIM_NAME(lgjk_overlap, DIM, )
#define lgjk_distanceN DIM_NAME(lgjk_distance, DIM, )
#define lgjk_contactN DIM_NAME(lgjk_contact, DIM, )
#define lgjk_bad_reasonN DIM_NAME(lgjk_bad_reason, DIM, )
#define lgjk_manifoldN DIM_NAME(lgjk_manifold, DIM, )
#define manifoldN DIM_NAME(manifold, DIM, )
#if DIM == 2
#define manifoldM manifold3 // of the other dimension
#else
#define manifoldM manifold2
#endif
#define lgjk_massN DIM_NAME(lgjk_mass, DIM, )
#define lgjk_massN_init DIM_NAME(lgjk_mass, DIM, _init)
#define lgjk_shapesN_mass DIM_NAME(lgjk_shapes, DIM, _mass)
#define lgjk_find_scratchN DIM_NAME(lgjk_find_scratch, DIM, )
#define lgjk_find_pairsN DIM_NAME(lgjk_find_pairs, DIM, )
#define lgjk_targetN DIM_NAME(lgjk_target, DIM, )
#define lgjk_tree_sizeN DIM_NAME(lgjk_tree_size, DIM, )
#define lgjk_tree_buildN DIM_NAME(lgjk_tree_build, DIM, )
#define lgjk_tree_checkN DIM_NAME(lgjk_tree_check, DIM, )
#define lgjk_tree_scratchN DIM_NAME(lgjk_tree_scratch, DIM, )
#define lgjk_tree_pairsN DIM_NAME(lgjk_tree_pairs, DIM, )
#define lgjk_near_scratchN DIM_NAME(lgjk_near_scratch, DIM, )
#define lgjk_add_positionsN DIM_NAME(lgjk_add_positions, DIM, )
#define lgjk_nearestN DIM_NAME(lgjk_nearest, DIM, )
#define lgjk_withinN DIM_NAME(lgjk_within, DIM, )
#define lgjk_within_shapesN DIM_NAME(lgjk_within_shapes, DIM, )
#define lgjk_nearest_shapesN DIM_NAME(lgjk_nearest_shapes, DIM, )
#define lgjk_nearest_shapes_scratchN DIM_NAME(lgjk_nearest_shapes_scratch, DIM, )
#define lgjk_orderN DIM_NAME(lgjk_order, DIM, )
#define lgjk_castN DIM_NAME(lgjk_cast, DIM, )
#define lgjk_sweepN DIM_NAME(lgjk_sweep, DIM, )
#define lgjk_cast_againstN DIM_NAME(lgjk_cast_against, DIM, )
#define lgjk_slideN DIM_NAME(lgjk_slide, DIM, )
#define lgjk_slide_clipN DIM_NAME(lgjk_slide_clip, DIM, )
#define lgjk_tick_sizeN DIM_NAME(lgjk_tick_size, DIM, )
#define lgjk_tick_runN DIM_NAME(lgjk_tick_run, DIM, )
#define lgjk_tick_initN DIM_NAME(lgjk_tick_init, DIM, )
#define lgjk_tick_saveN DIM_NAME(lgjk_tick_save, DIM, )
#define lgjk_tick_loadN DIM_NAME(lgjk_tick_load, DIM, )
#define lgjk_tick_renumberN DIM_NAME(lgjk_tick_renumber, DIM, )
#define lgjk_push_apartN DIM_NAME(lgjk_push_apart, DIM, )
#define lgjk_poseN_normalize DIM_NAME(lgjk_pose, DIM, _normalize)
#define LGJK_SHAPEN_POINTS DIM_NAME(LGJK_SHAPE, DIM, _POINTS)
#define LGJK_SHAPEN_BOX DIM_NAME(LGJK_SHAPE, DIM, _BOX)

#endif
