// The server on the tick layer.
#include <stdlib.h>
#include <string.h>

#include "check_call.h"
#include "lanegjk/lanegjk_tick.h"
#include "server.h"

typedef struct by_tick {
  void* index; // of the map
  lgjk_tick tick;
  lgjk_filters filters;
  lgjk_find_options find;
  lgjk_options contact;
} by_tick;

static void* aligned_room(uint64_t size) {
  void* memory = aligned_alloc(64, (size + 63) / 64 * 64);
  if (memory == NULL) exit(2);
  memset(memory, 0, (size + 63) / 64 * 64);
  return memory;
}

static void* open_tick(const server_world* w) {
  by_tick* self = server_room(1, sizeof *self);
  lgjk_error error = {0};
  const lgjk_filters kinds = {.struct_size = sizeof kinds, .category = w->map_category};
  const lgjk_index_def def = {.struct_size = sizeof def, .reach = SERVER_EXTENT + SERVER_MARGIN, .filters = &kinds};
  uint64_t size = 0;
  check_call(lgjk_index_size2(&w->map, &def, &size, &error), &error);
  self->index = aligned_room(size);
  check_call(lgjk_index_build2(&w->map, &def, self->index, size, NULL, &error), &error);
  lgjk_filters_init(&self->filters);
  self->filters.category = w->category;
  self->filters.mask = w->mask;
  lgjk_find_options_init(&self->find);
  self->find.margin = SERVER_MARGIN;
  self->find.filters_a = &self->filters;
  lgjk_options_init(&self->contact);
  lgjk_tick_init(&self->tick);
  self->tick.max_bodies = w->count;
  self->tick.max_pairs = 4 * (uint64_t)w->count;
  self->tick.slop = SERVER_SLOP;
  self->tick.replaced = w->replaced;
  self->tick.size = lgjk_tick_size2(w->count, self->tick.max_pairs, 0);
  self->tick.memory = aligned_room(self->tick.size);
  return self;
}

static void tell(const lgjk_tick_list* list, uint32_t offset, server_events* told) {
  for (uint64_t i = 0; i < list->event_count; ++i) {
    const lgjk_event* e = &list->events[i];
    if (e->kind == LGJK_EVENT_BEGIN) {
      server_tell(told->begun, &told->begins, told->capacity, e->a, offset + e->b);
    } else {
      server_tell(told->ended, &told->ends, told->capacity, e->a, offset + e->b);
    }
  }
}

static void run_tick(void* pointer, server_world* w, server_events* told) {
  by_tick* self = pointer;
  lgjk_error error = {0};
  check_call(lgjk_tick_run2(&self->tick, &w->agents, &w->map, self->index, &self->find, &self->contact, &error),
             &error);
  tell(&self->tick.among, 0, told);
  tell(&self->tick.against, w->count, told);
  const lgjk_push_options options = {.struct_size = sizeof options,
                                     .slop = 0.01f,
                                     .share = 0.5f,
                                     .fixed_sensors = w->is_region,
                                     .fixed_bodies = w->map.count};
  check_call(lgjk_push_apart2(&self->tick, w->agents.count, &options, w->push[0], &error), &error);
}

const server_contender server_by_tick = {"tick", "lanegjk, lgjk_tick_run2", open_tick, run_tick};
