// Pushes bodies out of those that they overlap; compiled once for each dimension.
#include <float.h>

#include "base/arrays.h"
#include "tick/parts.h"

#define lgjk_push_apartN NAME_N(lgjk_push_apart, )

enum { AT_ONCE = 64 }; // pairs

// An array with an element for each body, or NULL.
typedef struct body_bytes {
  const uint8_t* first;
  size_t stride;
} body_bytes;

static inline size_t stride_of(uint32_t given, size_t tight) { return given != 0 ? given : tight; }

static inline bool is_sensor(body_bytes b, uint32_t body) { return b.first != NULL && b.first[b.stride * body] != 0; }

// A list, and what decides which of its bodies move.
typedef struct push_call {
  const lgjk_tick_list* list;
  float slop, share;
  body_bytes sensor_a, sensor_b;
  const char* inverse; // or NULL
  size_t inverse_stride;
  bool among; // b moves, too
} push_call;

static inline float inverse_mass(const push_call* c, uint32_t body) {
  float inverse = 1;
  if (c->inverse != NULL) memcpy(&inverse, c->inverse + c->inverse_stride * body, sizeof inverse);
  return inverse;
}

// Writes which pairs from `first` on push, without a branch that nothing predicts; returns how many.
static uint32_t list_pushing(const push_call* c, uint64_t first, uint64_t end, uint64_t pushing[AT_ONCE]) {
  const lgjk_tick_list* list = c->list;
  uint32_t count = 0;
  for (uint64_t i = first; i < end; ++i) {
    const bool deep = -list->distance[i] - c->slop > 0;
    const bool sensed = is_sensor(c->sensor_a, list->pairs.a[i]) || is_sensor(c->sensor_b, list->pairs.b[i]);
    pushing[count] = i;
    count += (list->status[i] == LGJK_STATUS_OVERLAPPING) & deep & !sensed;
  }
  return count;
}

// Moves the bodies of a pair, each by its part of the way.
static void push_pair(const push_call* c, uint64_t i, float* push) {
  const uint32_t a = c->list->pairs.a[i], b = c->list->pairs.b[i];
  const float inverse_a = inverse_mass(c, a), inverse_b = c->among ? inverse_mass(c, b) : 0;
  const float both = inverse_a + inverse_b, way = (-c->list->distance[i] - c->slop) * c->share;
  if (!(both > 0 && both <= FLT_MAX)) return; // neither moves
  const float *normal = c->list->normal + DIM * i, way_a = way * (inverse_a / both), way_b = way * (inverse_b / both);
  for (size_t k = 0; k < DIM; ++k) {
    push[(size_t)DIM * a + k] -= way_a * normal[k];
    if (c->among) push[(size_t)DIM * b + k] += way_b * normal[k];
  }
}

static void push_list(const push_call* c, float* push) {
  uint64_t pushing[AT_ONCE];
  const uint64_t pairs = c->list->pairs.count;
  for (uint64_t first = 0; first < pairs; first += AT_ONCE) {
    const uint64_t end = pairs - first < AT_ONCE ? pairs : first + AT_ONCE;
    const uint32_t count = list_pushing(c, first, end, pushing);
    for (uint32_t n = 0; n < count; ++n) push_pair(c, pushing[n], push);
  }
}

// ---------------------------------------------------------------- arguments

static int32_t check_options(const lgjk_push_options* o, uint32_t bodies, lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct("options", o, sizeof *o, "lgjk_push_options_init", error));
  if (!(o->slop >= 0 && o->slop <= FLT_MAX)) {
    return lgjk_refuse(error, "options->slop is %g: it has to be at least 0 and finite", (double)o->slop);
  }
  if (!(o->share >= 0 && o->share <= 1)) {
    return lgjk_refuse(error, "options->share is %g: it has to be in 0..1", (double)o->share);
  }
  if (o->inverse_mass_stride % 4 != 0) {
    return lgjk_refuse(error, "options->inverse_mass_stride is %u, not a multiple of 4",
                       (unsigned)o->inverse_mass_stride);
  }
  const push_call masses = {.inverse = (const char*)o->inverse_mass,
                            .inverse_stride = stride_of(o->inverse_mass_stride, sizeof(float))};
  for (uint32_t i = 0; i < bodies && o->inverse_mass != NULL; ++i) {
    const float inverse = inverse_mass(&masses, i);
    if (inverse >= 0 && inverse <= FLT_MAX) continue;
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, i,
                     "options->inverse_mass of body %u is %g: it has to be at least 0 "
                     "and finite",
                     (unsigned)i, (double)inverse);
  }
  return LGJK_OK;
}

// Checks that a list is one that a run has put into the tick's memory, and that all its numbers have elements.
static int32_t check_list(const lgjk_tick* tick, const tick_arrays* t, int number, const uint64_t elements[2],
                          lgjk_error* error) {
  static const char* const names[LISTS] = {"tick->among", "tick->against"};
  static const char* const counts[LISTS] = {"bodies", "options->fixed_bodies"};
  const lgjk_tick_list* list = number == 0 ? &tick->among : &tick->against;
  const lgjk_pairs* pairs = &list->pairs;
  if (pairs->count == 0) return LGJK_OK;
  const tick_buffer* from = &t->buffer[number][pairs->a == t->buffer[number][1].a];
  if (pairs->a != from->a || pairs->b != from->b || list->status != t->status[number] ||
      list->distance != t->distance[number] || list->normal != t->normal[number] || pairs->count > tick->max_pairs) {
    return lgjk_refuse(error, "%s is not where a run with this tick->memory writes it", names[number]);
  }
  for (uint64_t i = 0; i < pairs->count; ++i) {
    const uint32_t a = pairs->a[i], b = pairs->b[i];
    if (a < elements[0] && b < elements[1]) continue;
    const int side = a < elements[0];
    const uint32_t body = side ? b : a;
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, (uint64_t)body + 1,
                     "%s is %llu, but the last run has a pair with body %u", counts[side ? number : 0],
                     (unsigned long long)elements[side], (unsigned)body);
  }
  return LGJK_OK;
}

// Checks that pushes are not written over what is read.
static int32_t check_memory(const lgjk_tick* tick, uint32_t bodies, const lgjk_push_options* o, const float* push,
                            lgjk_error* error) {
  const size_t mass = sizeof(float);
  const lgjk_array arrays[] = {
      {"push", LGJK_WRITTEN | LGJK_NEEDED, push, sizeof *push, sizeof *push, (uint64_t)DIM * bodies},
      {"tick", LGJK_READ, tick, sizeof *tick, sizeof *tick, 1},
      {"tick->memory", LGJK_READ, tick->memory, 1, 1, tick->size},
      {"options", LGJK_READ, o, sizeof *o, sizeof *o, 1},
      {"options->sensors", LGJK_READ, o->sensors, 1, stride_of(o->sensor_stride, 1), bodies},
      {"options->fixed_sensors", LGJK_READ, o->fixed_sensors, 1, stride_of(o->fixed_sensor_stride, 1), o->fixed_bodies},
      {"options->inverse_mass", LGJK_READ, o->inverse_mass, mass, stride_of(o->inverse_mass_stride, mass), bodies},
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
}

int32_t lgjk_push_apartN(const lgjk_tick* tick, uint32_t bodies, const lgjk_push_options* options, float* push,
                         lgjk_error* error) {
  static const lgjk_push_options defaults = {.struct_size = sizeof defaults};
  const lgjk_push_options* o = options == NULL ? &defaults : options;
  tick_arrays t;
  LGJK_TRY(tick_check_structN(tick, error));
  LGJK_TRY(check_options(o, bodies, error));
  LGJK_TRY(check_memory(tick, bodies, o, push, error));
  tick_placeN(tick, &t);
  const uint64_t fixed = o->fixed_sensors != NULL ? o->fixed_bodies : UINT64_MAX;
  for (int number = 0; number < LISTS; ++number) {
    const uint64_t elements[2] = {bodies, number == 0 ? bodies : fixed};
    LGJK_TRY(check_list(tick, &t, number, elements, error));
  }
  push_call c = {.list = &tick->among,
                 .slop = o->slop,
                 .share = o->share > 0 ? o->share : 1,
                 .sensor_a = {o->sensors, stride_of(o->sensor_stride, 1)},
                 .inverse = (const char*)o->inverse_mass,
                 .inverse_stride = stride_of(o->inverse_mass_stride, sizeof(float)),
                 .among = true};
  c.sensor_b = c.sensor_a;
  push_list(&c, push);
  c.list = &tick->against;
  c.sensor_b = (body_bytes){o->fixed_sensors, stride_of(o->fixed_sensor_stride, 1)};
  c.among = false;
  push_list(&c, push);
  return lgjk_succeed(error);
}
