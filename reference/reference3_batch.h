// The queries of the 3D reference over all pairs of a list.
#ifndef LGJK_REFERENCE3_BATCH_H
#define LGJK_REFERENCE3_BATCH_H

#include "reference3.h"

#ifdef __cplusplus
extern "C" {
#endif

// ref3_overlap, ref3_distance and ref3_contact for all pairs of a list, on the views and result arrays of the library's
// queries. shapes_a and shapes_b stand for a->shapes and b->shapes; caches: pairs->count of them, or NULL. Pair indices
// are trusted; a body that is not fit for use makes its pairs `bad`.
void ref3_overlap_batch(const ref3_shapes* shapes_a, const lgjk_bodies3* a, const ref3_shapes* shapes_b,
                        const lgjk_bodies3* b, const lgjk_pairs* pairs, ref3_cache* caches,
                        const lgjk_results* results);
void ref3_distance_batch(const ref3_shapes* shapes_a, const lgjk_bodies3* a, const ref3_shapes* shapes_b,
                         const lgjk_bodies3* b, const lgjk_pairs* pairs, ref3_cache* caches,
                         const lgjk_results* results);
// Manifolds are those of a margin of 0; their ids are not the library's.
void ref3_contact_batch(const ref3_shapes* shapes_a, const lgjk_bodies3* a, const ref3_shapes* shapes_b,
                        const lgjk_bodies3* b, const lgjk_pairs* pairs, ref3_cache* caches,
                        const lgjk_results* results);

#ifdef __cplusplus
}
#endif

#endif
