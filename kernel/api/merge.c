#include "api/merge.h"

#include "base/tasks.h"

#define PART_LEAST 4096u // pairs: a part costs two binary searches

uint32_t lgjk_merge_parts(const pair_list* now, const lgjk_tasks* tasks) {
  const uint64_t parts = lgjk_is_split(tasks) ? now->count / PART_LEAST : 1;
  return parts < 1 ? 1 : parts > MERGE_PARTS ? MERGE_PARTS : (uint32_t)parts;
}

// Returns how many pairs of the list come before `key`.
static uint64_t count_before(const pair_list* list, uint64_t key) {
  uint64_t first = 0, end = list->count;
  while (first < end) {
    const uint64_t middle = first + (end - first) / 2;
    if (pair_list_key(list, list->stride, middle) < key) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  return first;
}

// Parts are cut before a pair of the list now.
static uint64_t cut(const pair_list* now, uint32_t parts, uint32_t number) {
  return now->count / parts * number + now->count % parts * number / parts;
}

merge_part lgjk_merge_part(const pair_list* before, const pair_list* now, uint32_t parts, uint32_t number) {
  merge_part part = {0, before->count, cut(now, parts, number), cut(now, parts, number + 1)};
  if (number > 0) part.was = count_before(before, pair_list_key(now, now->stride, part.is));
  if (number + 1 < parts) part.was_end = count_before(before, pair_list_key(now, now->stride, part.is_end));
  return part;
}
