// The two reals of the lane vocabulary under one set of names, so that an algorithm is written once and included twice:
// #define REAL_IS_DOUBLE 0, templates (*_tmpl.h), #undef REAL_IS_DOUBLE, and again with 1. Outside of templates only
// vf_*, vd_*, mf_* and md_* compile: a word never means two types.
#ifndef LGJK_LANE_REAL_H
#define LGJK_LANE_REAL_H

#include "lane/lane.h"
#include "lane/pick.h"

#define LANE_PICK(f, d) LANE_CAT(LANE_PICK_, REAL_IS_DOUBLE)(f, d)

#define REAL LANE_PICK(float, double)
#define REAL_LANES LANE_PICK(LANES, WIDE_LANES)
#define vr LANE_PICK(vf, vd)                      // a register of reals
#define mr LANE_PICK(mf, md)                      // a mask of the same lanes
#define R(name) LANE_CAT(name, LANE_PICK(_f, _d)) // the name of a function or type of this real

#define v_load LANE_CAT(vr, _load)
#define v_store LANE_CAT(vr, _store)
#define v_set(a) LANE_CAT(vr, _set)((REAL)(a))
#define v_add LANE_CAT(vr, _add)
#define v_sub LANE_CAT(vr, _sub)
#define v_mul LANE_CAT(vr, _mul)
#define v_div LANE_CAT(vr, _div)
#define v_sqrt LANE_CAT(vr, _sqrt)
#define v_min LANE_CAT(vr, _min)
#define v_max LANE_CAT(vr, _max)
#define v_lt LANE_CAT(vr, _lt)
#define v_le LANE_CAT(vr, _le)
#define v_eq LANE_CAT(vr, _eq)
#define v_select LANE_CAT(vr, _select)
#define v_merge LANE_CAT(vr, _merge)
#define v_flip_sign LANE_CAT(vr, _flip_sign)
#define v_neg LANE_CAT(vr, _neg)
#define v_abs LANE_CAT(vr, _abs)
#define v_largest LANE_CAT(vr, _largest)
#define m_and LANE_PICK(mf_and, md_and)
#define m_or LANE_PICK(mf_or, md_or)
#define m_and_not LANE_PICK(mf_and_not, md_and_not)
#define m_bits LANE_PICK(mf_bits, md_bits)
#define m_from_bits LANE_PICK(mf_from_bits, md_from_bits)
#define m_any LANE_PICK(mf_any, md_any)

#endif
