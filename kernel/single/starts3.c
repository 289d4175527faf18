#include "single/starts3.h"

static void remove_at(lgjk_starts3* s, uint32_t place) {
  --s->count;
  for (uint32_t i = place; i < s->count; ++i) s->value[i] = s->value[i + 1], s->direction[i] = s->direction[i + 1];
}

double lgjk_starts3_offer(lgjk_difference3* d, lgjk_starts3* s, lgjk_vec3 n) {
  const double value = vec3_dot(lgjk_difference3_support(d, n).w, n);
  for (uint32_t i = s->count; i-- > 0;) {
    if (vec3_dot(s->direction[i], n) < LGJK_STARTS3_COSINE) continue;
    if (s->value[i] <= value) return value;
    remove_at(s, i);
  }
  if (s->count == LGJK_STARTS3) {
    if (s->value[s->count - 1] <= value) return value;
    --s->count;
  }
  uint32_t place = s->count++;
  for (; place > 0 && value < s->value[place - 1]; --place) {
    s->value[place] = s->value[place - 1], s->direction[place] = s->direction[place - 1];
  }
  s->value[place] = value;
  s->direction[place] = n;
  return value;
}
