// The manifold of a contact in space: one face clipped by the other. A second opinion for tests, and for boxes and
// small hulls a fair baseline; of large hulls it is not, as their faces are looked for again in each pair. Only the
// reference includes this file.
#ifndef LGJK_REFERENCE3_MANIFOLD_H
#define LGJK_REFERENCE3_MANIFOLD_H

#include "reference_bodies.h"

// Of a contact that is not bad. No points where the shapes are apart by more than REF3_TOUCH, and no point of a larger
// separation. Ids number the corners of the face that is common to both.
void ref3_manifold(const ref3_body* a, const ref3_body* b, const ref3_answer* contact, lgjk_manifold3* out);

#endif
