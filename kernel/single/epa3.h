// Runs the expanding polytope algorithm (van den Bergen 2001) with signed distances of planes, so that it may begin
// with the origin outside. If the cores turn out to be apart, it goes on as a search for their distance.
#ifndef LGJK_SINGLE_EPA3_H
#define LGJK_SINGLE_EPA3_H

#include "single/polytope3.h"

#define LGJK_EPA3_EVALUATIONS 400u // more than a surface has room for

// Begins with a tetrahedron of corners of the difference around a direction: supports at 55 degrees from it and the
// opposite one. If these are flat, others are taken; a flat difference is thickened for them.
void lgjk_epa3_begin(lgjk_difference3* d, lgjk_polytope3* p, lgjk_vec3 around);

// Grows the surface until it proves that no support value within its cone is below d->least by more than the tolerance.
// Returns false if room, or `limit` of d->evaluations, did not suffice.
bool lgjk_epa3_run(lgjk_difference3* d, lgjk_polytope3* p, uint32_t limit);

#endif
