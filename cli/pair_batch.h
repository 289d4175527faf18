// The pairs of a scene as a query over bodies of their own, each pair about its first body. Differences of positions
// are taken in double and then rounded, so that a scene may lie anywhere in the coordinates of a map.
#ifndef LANEGJK_TOOLS_PAIR_BATCH_H
#define LANEGJK_TOOLS_PAIR_BATCH_H

#include "dimension.h"
#include "result_rows.h"
#include "scene_json.h"

// Of `count` pairs {a, b} of bodies.
batch batch_make(const scene* self, const uint32_t* pair, uint32_t count, const query_request* request,
                 const lgjk_options* options);
// Takes over what is known of the pairs of another list; both are sorted.
void batch_carry(const batch* before, batch* query);
// Puts the bodies of all pairs where the frame has them.
void batch_place(batch* query, const scene* self, size_t frame);
void batch_free(batch* query);

#endif
