// The scalar reference's names of one dimension, with N in place of the number, as dim.h has the library's.
#ifndef LGJK_TESTS_REFERENCE_DIM_H
#define LGJK_TESTS_REFERENCE_DIM_H

#include "dim.h"
#if DIM == 2
#include "reference2.h"
#include "sat2.h"
#else
#include "reference3_batch.h"
#include "sat3.h"
#endif

#define refN_shapes DIM_NAME(ref, DIM, _shapes)
#define refN_shapes_create DIM_NAME(ref, DIM, _shapes_create)
#define refN_shapes_destroy DIM_NAME(ref, DIM, _shapes_destroy)
#define refN_distance_batch DIM_NAME(ref, DIM, _distance_batch)
#define refN_contact_batch DIM_NAME(ref, DIM, _contact_batch)
#define refN_cache DIM_NAME(ref, DIM, _cache)
#define refN_shape DIM_NAME(ref, DIM, _shape)
#define refN_contact DIM_NAME(ref, DIM, _contact)
#define refN_sat_fits DIM_NAME(ref, DIM, _sat_fits)
#define refN_sat_overlap DIM_NAME(ref, DIM, _sat_overlap)
#define refN_sat_contact DIM_NAME(ref, DIM, _sat_contact)
#define REFN_CONTACT_LIMIT DIM_NAME(REF, DIM, _CONTACT_LIMIT)

#endif
