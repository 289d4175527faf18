// The names of one dimension, for what is compiled once for each: with N in place of the number. DIM is 2 or 3.
#ifndef LGJK_TESTS_DIM_NAMES_H
#define LGJK_TESTS_DIM_NAMES_H

// A pose has so many floats, and those of the rotation are 0 without a turn but for one, which is 1.
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

// Of the library.
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
#define lgjk_poseN_normalize DIM_NAME(lgjk_pose, DIM, _normalize)
#define LGJK_SHAPEN_POINTS DIM_NAME(LGJK_SHAPE, DIM, _POINTS)
#define LGJK_SHAPEN_BOX DIM_NAME(LGJK_SHAPE, DIM, _BOX)

// Of the tests.
#define oracleN_body DIM_NAME(oracle, DIM, _body)
#define oracleN_bounds DIM_NAME(oracle, DIM, _bounds)
#define oracleN_judgement DIM_NAME(oracle, DIM, _judgement)
#define oracleN_table DIM_NAME(oracle, DIM, _table)
#define oracleN_table_create DIM_NAME(oracle, DIM, _table_create)
#define oracleN_table_destroy DIM_NAME(oracle, DIM, _table_destroy)
#define oracleN_read DIM_NAME(oracle, DIM, _read)
#define oracleN_signed_distance DIM_NAME(oracle, DIM, _signed_distance)
#define oracleN_judge DIM_NAME(oracle, DIM, _judge)
#define oracleN_band DIM_NAME(oracle, DIM, _band)
#define oracleN_scale DIM_NAME(oracle, DIM, _scale)
#define oracleN_half_ulp DIM_NAME(oracle, DIM, _half_ulp)
#define oracleN_outside DIM_NAME(oracle, DIM, _outside)
#define oracleN_misclassified DIM_NAME(oracle, DIM, _misclassified)
#define familiesN_batch DIM_NAME(families, DIM, _batch)
#define familiesN_count DIM_NAME(families, DIM, _count)
#define familiesN_name DIM_NAME(families, DIM, _name)
#define familiesN_make DIM_NAME(families, DIM, _make)
#define familiesN_move DIM_NAME(families, DIM, _move)
#define familiesN_free DIM_NAME(families, DIM, _free)
#define inputN DIM_NAME(input, DIM, )
#define inputsN_count DIM_NAME(inputs, DIM, _count)
#define inputsN_name DIM_NAME(inputs, DIM, _name)
#define inputsN_missing DIM_NAME(inputs, DIM, _missing)
#define inputsN_open DIM_NAME(inputs, DIM, _open)
#define inputsN_advance DIM_NAME(inputs, DIM, _advance)
#define inputsN_close DIM_NAME(inputs, DIM, _close)
#define mixedN DIM_NAME(mixed, DIM, )
#define mixedN_in DIM_NAME(mixed, DIM, _in)
#define mixedN_define DIM_NAME(mixed, DIM, _define)
#define mixedN_open DIM_NAME(mixed, DIM, _open)
#define mixedN_advance DIM_NAME(mixed, DIM, _advance)
#define mixedN_close DIM_NAME(mixed, DIM, _close)
#define sceneN DIM_NAME(scene, DIM, )
#define sceneN_create DIM_NAME(scene, DIM, _create)
#define sceneN_free DIM_NAME(scene, DIM, _free)
#define sceneN_advance DIM_NAME(scene, DIM, _advance)
#define sceneN_reset DIM_NAME(scene, DIM, _reset)
#define sceneN_can_churn DIM_NAME(scene, DIM, _can_churn)
#define sceneN_churn DIM_NAME(scene, DIM, _churn)
#define corpusN_case DIM_NAME(corpus, DIM, _case)
#define corpusN_shape DIM_NAME(corpus, DIM, _shape)
#define corpusN_pose DIM_NAME(corpus, DIM, _pose)
#define corpusN_load DIM_NAME(corpus, DIM, _load)
#define corpusN_definition DIM_NAME(corpus, DIM, _definition)

#endif
