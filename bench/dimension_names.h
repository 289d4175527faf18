// The names of one dimension, for files that are compiled once for each: with N in place of the number. DIM is 2 or 3.
#ifndef LGJK_BENCH_DIMENSION_NAMES_H
#define LGJK_BENCH_DIMENSION_NAMES_H

#include "contender.h"

#if DIM == 2
#include "scenes2.h"
#include "reference2.h"
#include "sat2.h"
#define sceneN_shape_count(scene) SCENE2_SHAPES
#define SAT_SCENES "124578bc"
#define POSE_FLOATS 4
#define BENCH_RIVALSN BENCH_RIVALS2
#define sceneN_radius(scene) ((scene)->radius)
#define sceneN_max_distance(scene) ((scene)->max_distance)
#define sceneN_reach scene2_reach
#else
#include "scenes3.h"
#include "reference3_batch.h"
#include "sat3.h"
#define sceneN_shape_count(scene) ((scene)->shape_count)
#define SAT_SCENES "1"
#define POSE_FLOATS 7
#define BENCH_RIVALSN BENCH_RIVALS3
#define sceneN_radius(scene) NULL
#define sceneN_max_distance(scene) ((void)(scene), 0.0f)
#define sceneN_reach(scene, body) ((scene)->bound[(scene)->shape[body]])
#endif

#define DIM_JOIN(before, number, after) before##number##after
#define DIM_NAME(before, number, after) DIM_JOIN(before, number, after)
#define DIM_TEXT_OF(number) #number
#define DIM_TEXT(number) DIM_TEXT_OF(number)

// Of the library.
#define lgjk_shapesN DIM_NAME(lgjk_shapes, DIM, )
#define lgjk_shapesN_create DIM_NAME(lgjk_shapes, DIM, _create)
#define lgjk_shapesN_destroy DIM_NAME(lgjk_shapes, DIM, _destroy)
#define lgjk_bodiesN DIM_NAME(lgjk_bodies, DIM, )
#define lgjk_bodiesN_init DIM_NAME(lgjk_bodies, DIM, _init)
#define lgjk_overlapN DIM_NAME(lgjk_overlap, DIM, )
#define lgjk_distanceN DIM_NAME(lgjk_distance, DIM, )
#define lgjk_contactN DIM_NAME(lgjk_contact, DIM, )
#define lgjk_manifoldN DIM_NAME(lgjk_manifold, DIM, )
// The member of lgjk_results.
#define manifoldN DIM_NAME(manifold, DIM, )

// Of the reference.
#define refN_shapes DIM_NAME(ref, DIM, _shapes)
#define refN_shapes_create DIM_NAME(ref, DIM, _shapes_create)
#define refN_shapes_destroy DIM_NAME(ref, DIM, _shapes_destroy)
#define refN_cache DIM_NAME(ref, DIM, _cache)
#define refN_distance_batch DIM_NAME(ref, DIM, _distance_batch)
#define refN_overlap_batch DIM_NAME(ref, DIM, _overlap_batch)
#define refN_contact_batch DIM_NAME(ref, DIM, _contact_batch)
#define refN_shape DIM_NAME(ref, DIM, _shape)
#define refN_sat_overlap DIM_NAME(ref, DIM, _sat_overlap)
#define refN_sat_contact DIM_NAME(ref, DIM, _sat_contact)

// Of the benchmark.
#define sceneN DIM_NAME(scene, DIM, )
#define sceneN_create DIM_NAME(scene, DIM, _create)
#define sceneN_free DIM_NAME(scene, DIM, _free)
#define sceneN_reset DIM_NAME(scene, DIM, _reset)
#define sceneN_advance DIM_NAME(scene, DIM, _advance)
#define sceneN_churn DIM_NAME(scene, DIM, _churn)
#define contenderN_library DIM_NAME(contender, DIM, _library)
#define contenderN_reference_sat DIM_NAME(contender, DIM, _reference_sat)
#define contenderN_reference DIM_NAME(contender, DIM, _reference)
#define dimensionN DIM_NAME(dimension, DIM, )

#endif
