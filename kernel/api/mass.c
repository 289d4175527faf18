// Returns mass, centre and inertia of shapes; compiled once for each dimension.
#include "shape/mass.h"

#include "base/error.h"
#include "base/fpcontrol.h"
#include "shape/definition.h"

#define lgjk_massN NAME_N(lgjk_mass, )
#define lgjk_massN_init NAME_N(lgjk_mass, _init)
#define lgjk_shapesN_mass NAME_N(lgjk_shapes, _mass)

// Moves second moments to the centre, and makes the moments of inertia of them.
static void write_mass(const lgjk_moments* m, lgjk_massN* out) {
  double centre[DIM], second[DIM][DIM], sum = 0;
  for (int k = 0; k < DIM; ++k) centre[k] = m->mass > 0 ? m->first[k] / m->mass : 0;
  for (int i = 0; i < DIM; ++i) {
    for (int k = 0; k < DIM; ++k) second[i][k] = m->second[i][k] - m->mass * centre[i] * centre[k];
    sum += second[i][i];
  }
  out->mass = (float)m->mass;
  for (int k = 0; k < DIM; ++k) out->centre[k] = (float)(m->origin[k] + centre[k]);
#if DIM == 2
  out->inertia = (float)sum;
#else
  for (int k = 0; k < 3; ++k) out->inertia[k] = (float)(sum - second[k][k]);
  out->inertia[3] = (float)-second[0][1];
  out->inertia[4] = (float)-second[0][2];
  out->inertia[5] = (float)-second[1][2];
#endif
}

int32_t lgjk_shapesN_mass(const lgjk_shapesN* shapes, uint32_t index, lgjk_massN* mass, lgjk_error* error) {
  LGJK_TRY(lgjk_check_shape(shapes, DIM, index, error));
  LGJK_TRY(lgjk_check_struct("mass", mass, sizeof *mass, NAME_TEXT(lgjk_massN_init), error));
  const lgjk_fp_state caller = lgjk_fp_enter();
  lgjk_moments moments;
  lgjk_momentsN(shapes->shape + index, shapes->pool, &moments);
  write_mass(&moments, mass);
  lgjk_fp_leave(caller);
  return lgjk_succeed(error);
}
