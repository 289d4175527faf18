// The server as one writes it who knows lgjk_contact2 alone: agents are sorted into a grid of cells as large as two
// reach, each cell is compared with half of its neighbours, and a second grid that is made once lists what rests. Pairs
// that touch are kept in a hash set from tick to tick.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "server.h"

#define CELL (2 * SERVER_EXTENT + SERVER_MARGIN)
#define MAP_CELL 2.0f
#define NO_KEY UINT64_MAX

// Pairs with their answers. Bodies of the map are numbered from the agents' count on in keys alone.
typedef struct hand_list {
  uint32_t *a, *b;
  uint64_t count, capacity;
  uint8_t* status;
  float* distance;
  float (*normal)[2];
} hand_list;

// Keys of pairs that touch, as a list and as a table.
typedef struct hand_touches {
  uint64_t* key;
  uint64_t count, capacity;
  uint64_t* table;
  uint64_t mask;
} hand_touches;

// An agent in its cell.
typedef struct hand_item {
  float x, y, extent;
  uint32_t agent;
} hand_item;

typedef struct by_hand {
  uint32_t side, map_side; // cells
  uint32_t *begin, *cell;  // of each cell the first item; of each agent its cell
  hand_item* item;
  uint32_t *map_begin, *map_body; // of each cell what rests there
  hand_list among, against;
  hand_touches touches[2];
  int now;
  lgjk_options contact;
} by_hand;

// ---------------------------------------------------------------- cells

static uint32_t cell_of(float at, float half, float size, uint32_t side) {
  const float t = (at + half) / size + 1; // a row of cells around the world
  return t < 0 ? 0 : t < (float)side ? (uint32_t)t : side - 1;
}

static void sort_agents(by_hand* self, const server_world* w) {
  const uint32_t cells = self->side * self->side;
  memset(self->begin, 0, (cells + 2) * sizeof *self->begin);
  for (uint32_t i = 0; i < w->count; ++i) {
    if (w->category[i] == 0) continue;
    const uint32_t x = cell_of(w->pose[i][0], w->half, CELL, self->side);
    self->cell[i] = cell_of(w->pose[i][1], w->half, CELL, self->side) * self->side + x;
    ++self->begin[self->cell[i] + 2];
  }
  for (uint32_t c = 0; c < cells; ++c) self->begin[c + 2] += self->begin[c + 1];
  for (uint32_t i = 0; i < w->count; ++i) {
    if (w->category[i] == 0) continue;
    self->item[self->begin[self->cell[i] + 1]++] = (hand_item){w->pose[i][0], w->pose[i][1], w->extent[i], i};
  }
}

// Lists each body of the map in the cells that an agent could touch it from. First counts, then stores.
static void sort_map(by_hand* self, const server_world* w) {
  const uint32_t side = self->map_side, cells = side * side;
  for (int store = 0; store < 2; ++store) {
    for (uint32_t i = 0; i < w->fixed; ++i) {
      uint32_t low[2], high[2];
      for (int k = 0; k < 2; ++k) {
        const float at = w->map_pose[i][k], reach = w->reach[i][k] + SERVER_EXTENT + SERVER_MARGIN;
        low[k] = cell_of(at - reach, w->half, MAP_CELL, side);
        high[k] = cell_of(at + reach, w->half, MAP_CELL, side);
      }
      for (uint32_t y = low[1]; y <= high[1]; ++y) {
        for (uint32_t x = low[0]; x <= high[0]; ++x) {
          uint32_t* at = &self->map_begin[y * side + x + (store ? 1 : 2)];
          if (store) self->map_body[*at] = i;
          ++*at;
        }
      }
    }
    if (store) return;
    for (uint32_t c = 0; c < cells; ++c) self->map_begin[c + 2] += self->map_begin[c + 1];
    self->map_body = claim(self->map_begin[cells + 1], sizeof *self->map_body);
  }
}

// ---------------------------------------------------------------- pairs

static void open_list(hand_list* l, uint64_t capacity) {
  l->capacity = capacity;
  l->a = claim(capacity, sizeof *l->a);
  l->b = claim(capacity, sizeof *l->b);
  l->status = claim(capacity, 1);
  l->distance = claim(capacity, sizeof *l->distance);
  l->normal = claim(capacity, sizeof *l->normal);
}

static void add_pair(hand_list* l, uint32_t a, uint32_t b) {
  if (l->count == l->capacity) exit(2);
  l->a[l->count] = a;
  l->b[l->count++] = b;
}

static void compare_items(by_hand* self, const server_world* w, const hand_item* one, uint32_t first, uint32_t end) {
  for (uint32_t k = first; k < end; ++k) {
    const hand_item* other = &self->item[k];
    const float x = other->x - one->x, y = other->y - one->y, reach = one->extent + other->extent + SERVER_MARGIN;
    if (x * x + y * y > reach * reach) continue;
    const uint32_t i = one->agent, j = other->agent;
    if (!(w->category[i] & w->mask[j]) || !(w->category[j] & w->mask[i])) continue;
    add_pair(&self->among, i < j ? i : j, i < j ? j : i);
  }
}

// Compares each agent with those after it in its cell, in the next one, and in the three below.
static void find_among(by_hand* self, const server_world* w) {
  const uint32_t side = self->side, *begin = self->begin;
  self->among.count = 0;
  for (uint32_t y = 0; y < side; ++y) {
    for (uint32_t x = 0; x < side; ++x) {
      const uint32_t cell = y * side + x, next = x + 1 < side ? cell + 2 : cell + 1;
      const uint32_t below = y + 1 < side ? cell + side : cell, left = x > 0 ? below - 1 : below;
      const uint32_t right = x + 1 < side ? below + 2 : below + 1;
      for (uint32_t k = begin[cell]; k < begin[cell + 1]; ++k) {
        compare_items(self, w, &self->item[k], k + 1, begin[next]);
        if (below != cell) compare_items(self, w, &self->item[k], begin[left], begin[right]);
      }
    }
  }
}

static void find_against(by_hand* self, const server_world* w) {
  self->against.count = 0;
  for (uint32_t i = 0; i < w->count; ++i) {
    if (w->category[i] == 0) continue;
    const float *at = w->pose[i], reach = w->extent[i] + SERVER_MARGIN;
    const uint32_t x = cell_of(at[0], w->half, MAP_CELL, self->map_side);
    const uint32_t cell = cell_of(at[1], w->half, MAP_CELL, self->map_side) * self->map_side + x;
    for (uint32_t k = self->map_begin[cell]; k < self->map_begin[cell + 1]; ++k) {
      const uint32_t j = self->map_body[k];
      if (fabsf(at[0] - w->map_pose[j][0]) > w->reach[j][0] + reach) continue;
      if (fabsf(at[1] - w->map_pose[j][1]) > w->reach[j][1] + reach) continue;
      if (w->mask[i] & w->map_category[j]) add_pair(&self->against, i, j);
    }
  }
}

// ---------------------------------------------------------------- touches

static uint64_t slot_of(const hand_touches* t, uint64_t key) {
  uint64_t slot = (key * UINT64_C(0x9E3779B97F4A7C15)) >> 32 & t->mask;
  while (t->table[slot] != NO_KEY && t->table[slot] != key) slot = (slot + 1) & t->mask;
  return slot;
}

static bool is_in(const hand_touches* t, uint64_t key) { return t->table[slot_of(t, key)] == key; }

static void open_touches(hand_touches* t, uint64_t capacity) {
  t->capacity = capacity;
  t->mask = 1023;
  while (t->mask < 2 * capacity) t->mask = 2 * t->mask + 1;
  t->key = claim(capacity, sizeof *t->key);
  t->table = claim(t->mask + 1, sizeof *t->table);
  memset(t->table, 0xFF, (t->mask + 1) * sizeof *t->table);
}

// An agent that has left or was replaced no longer touches anything.
static bool is_replaced(const server_world* w, uint64_t key) {
  const uint32_t b = (uint32_t)key;
  return w->replaced[key >> 32] || (b < w->count && w->replaced[b]);
}

// Adds the pairs of a list that touch, and reports those that did not before.
static void begin_touches(by_hand* self, const server_world* w, const hand_list* l, uint32_t offset,
                          server_events* events) {
  hand_touches *now = &self->touches[self->now], *before = &self->touches[!self->now];
  for (uint64_t i = 0; i < l->count; ++i) {
    const bool overlaps = l->status[i] == LGJK_STATUS_OVERLAPPING;
    if (!overlaps && !(l->distance[i] <= SERVER_SLOP)) continue;
    const uint64_t key = (uint64_t)l->a[i] << 32 | (offset + l->b[i]);
    const bool touched = !is_replaced(w, key) && is_in(before, key);
    if (!overlaps && !touched) continue;
    if (now->count == now->capacity) exit(2);
    now->key[now->count++] = key;
    now->table[slot_of(now, key)] = key;
    if (!touched) server_add_event(events->begun, &events->begins, events->capacity, l->a[i], offset + l->b[i]);
  }
}

static void end_touches(by_hand* self, const server_world* w, server_events* events) {
  const hand_touches *now = &self->touches[self->now], *before = &self->touches[!self->now];
  for (uint64_t i = 0; i < before->count; ++i) {
    const uint64_t key = before->key[i];
    if (is_in(now, key) && !is_replaced(w, key)) continue;
    server_add_event(events->ended, &events->ends, events->capacity, (uint32_t)(key >> 32), (uint32_t)key);
  }
}

// ---------------------------------------------------------------- a tick

static void* open_hand(const server_world* w) {
  by_hand* self = claim(1, sizeof *self);
  self->side = (uint32_t)(2 * w->half / CELL) + 3;
  self->map_side = (uint32_t)(2 * w->half / MAP_CELL) + 3;
  self->begin = claim((uint64_t)self->side * self->side + 2, sizeof *self->begin);
  self->cell = claim(w->count, sizeof *self->cell);
  self->item = claim(w->count, sizeof *self->item);
  self->map_begin = claim((uint64_t)self->map_side * self->map_side + 2, sizeof *self->map_begin);
  sort_map(self, w);
  open_list(&self->among, 4 * (uint64_t)w->count);
  open_list(&self->against, 4 * (uint64_t)w->count);
  for (int k = 0; k < 2; ++k) open_touches(&self->touches[k], 2 * (uint64_t)w->count);
  lgjk_options_init(&self->contact);
  self->contact.max_distance = SERVER_MARGIN;
  return self;
}

static void find_contacts(const by_hand* self, const server_world* w, const lgjk_bodies2* partners,
                          const hand_list* l) {
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = l->a, .b = l->b, .count = l->count};
  const lgjk_results results = {
      .struct_size = sizeof results, .status = l->status, .distance = l->distance, .normal = l->normal[0]};
  lgjk_error error = {0};
  check_call(lgjk_contact2(&w->agents, partners, &pairs, NULL, 0, l->count, &results, &self->contact, &error), &error);
}

static void push_apart(const server_world* w, const hand_list* l, bool both) {
  for (uint64_t i = 0; i < l->count; ++i) {
    const float depth = -l->distance[i] - 0.01f;
    if (l->status[i] != LGJK_STATUS_OVERLAPPING || !(depth > 0)) continue;
    if (!both && w->is_region[l->b[i]]) continue;
    const float way = depth * (both ? 0.25f : 0.5f);
    for (int k = 0; k < 2; ++k) {
      w->push[l->a[i]][k] -= way * l->normal[i][k];
      if (both) w->push[l->b[i]][k] += way * l->normal[i][k];
    }
  }
}

static void run_hand(void* pointer, server_world* w, server_events* events) {
  by_hand* self = pointer;
  hand_touches* now = &self->touches[self->now];
  sort_agents(self, w);
  find_among(self, w);
  find_against(self, w);
  find_contacts(self, w, &w->agents, &self->among);
  find_contacts(self, w, &w->map, &self->against);
  now->count = 0;
  memset(now->table, 0xFF, (now->mask + 1) * sizeof *now->table);
  begin_touches(self, w, &self->among, 0, events);
  begin_touches(self, w, &self->against, w->count, events);
  end_touches(self, w, events);
  push_apart(w, &self->among, true);
  push_apart(w, &self->against, false);
  self->now = !self->now;
}

const server_contender server_by_hand = {"by-hand", "by hand, lgjk_contact2 alone", open_hand, run_hand};
