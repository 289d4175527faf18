// Computes the support of a core of any class, in its own axes, by the functions that its row of the table names.
#ifdef LGJK_IDE // an editor opens this file alone
#include OF_DIM("gjk/support2_tmpl.h", "gjk/support3_tmpl.h")
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

LANE_INLINE R(core_vertex) R(support_core)(const R(core_lanes)* core, R(vec) d, uint32_t lanes) {
  const lgjk_core_row row = lgjk_coreN_row_of(core->core);
#define CORE_SUPPORT(name) \
  case NAME_N(LGJK_SUPPORT, _##name): return R(support_##name)(core, row.vertices, d, lanes);
  switch (row.support) { LGJK_SUPPORTN_TABLE(CORE_SUPPORT) }
#undef CORE_SUPPORT
  return R(vertex_of)(core, 0, d); // unreachable: all functions have their case
}

// Returns the support value alone, which proves that no vertex is farther for half the work of a support. Cores for
// which it saves no work have value_support.
#define value_support_f(core, count, d) support_core_f(core, d, lanes).h
#define value_support_d(core, count, d) support_core_d(core, d, lanes).h
LANE_INLINE vr R(value_core)(const R(core_lanes)* core, R(vec) d, uint32_t lanes) {
  const lgjk_core_row row = lgjk_coreN_row_of(core->core);
#define CORE_VALUE(name) \
  case NAME_N(LGJK_VALUE, _##name): return R(value_##name)(core, row.vertices, d);
  switch (row.value) { LGJK_VALUEN_TABLE(CORE_VALUE) }
#undef CORE_VALUE
  return R(value_of)(core, 0, d); // unreachable: all functions have their case
}
#undef value_support_f
#undef value_support_d
