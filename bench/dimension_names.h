// The names of one dimension, for files that are compiled once for each: with N in place of the number. DIM is 2 or 3.
#ifndef LGJK_BENCH_DIMENSION_NAMES_H
#define LGJK_BENCH_DIMENSION_NAMES_H

#include "contender.h"
#include "sat.h"

#if DIM == 2
#include "scenes2.h"
#define sceneN_shape_count(scene) SCENE2_SHAPES
#define SAT_SCENES "124578bce"
#define BENCH_RIVALSN BENCH_RIVALS2
#define sceneN_radius(scene) ((scene)->radius)
#define sceneN_max_distance(scene) ((scene)->max_distance)
#define sceneN_reach scene2_reach
#else
#include "scenes3.h"
#define sceneN_shape_count(scene) ((scene)->shape_count)
#define SAT_SCENES "1"
#define BENCH_RIVALSN BENCH_RIVALS3
#define sceneN_radius(scene) NULL
#define sceneN_max_distance(scene) ((void)(scene), 0.0f)
#define sceneN_reach(scene, body) ((scene)->bound[(scene)->shape[body]])
#endif

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
