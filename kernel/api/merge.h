// Divides the merge of two sorted lists of pairs into parts that threads can do.
#ifndef LGJK_API_MERGE_H
#define LGJK_API_MERGE_H

#include "api/pair_list.h"

#define MERGE_PARTS 64u // at most

// A part of a merge: pairs was..was_end - 1 of the list before, and is..is_end - 1 of the list now.
typedef struct merge_part {
  uint64_t was, was_end, is, is_end;
} merge_part;

// Returns the number of parts, 1..MERGE_PARTS. More than one only pays if threads do them.
uint32_t lgjk_merge_parts(const pair_list* now, const lgjk_tasks* tasks);

// Returns part `number` of `parts`. A pair that is in both lists is in one part.
merge_part lgjk_merge_part(const pair_list* before, const pair_list* now, uint32_t parts, uint32_t number);

#endif
