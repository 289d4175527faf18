// Fuzzing of what is within a distance, by positions and by shapes, and of the nearest shapes. By positions the list is
// that of brute force; by shapes it is that of the distances of all pairs, bit by bit. Another set and threads give the
// same bits, also in a list that just fits, and one without room for a pair is refused with what is needed.
#ifndef LGJK_TESTS_FUZZ_NEAR_H
#define LGJK_TESTS_FUZZ_NEAR_H

#include "fuzz_slide.h"

// A list of pairs with their distances.
typedef struct near_list {
  lgjk_pair_list pairs;
  float* distance;
} near_list;

static near_list open_near_list(uint64_t capacity) {
  near_list list = {open_list(capacity), malloc((size_t)capacity * sizeof *list.distance)};
  memset(list.distance, ANSWERS_PATTERN, (size_t)capacity * sizeof *list.distance);
  return list;
}

static void close_near_list(near_list* list) {
  close_list(&list->pairs);
  free(list->distance);
}

// What looks: points, or bodies of `a`.
typedef struct looking {
  const world* w;
  const near_call* points; // NULL: bodies
  lgjk_bodiesN a;
  uint32_t count;
  lgjk_targetN target;
  lgjk_near_options options;
} looking;

static int32_t look(const looking* c, near_list* list, lgjk_error* error) {
  const uint64_t size = lgjk_near_scratchN(c->count, list->pairs.capacity);
  void* scratch = aligned_block(size);
  lgjk_error_init(error);
  const int32_t code = c->points == NULL ? lgjk_within_shapesN(&c->a, &c->target, 1, &list->pairs, list->distance,
                                                               scratch, size, &c->options, error)
                                         : lgjk_withinN(c->points->points.at, c->count, &c->target, 1, &list->pairs,
                                                        list->distance, scratch, size, &c->options, error);
  free(scratch);
  return code;
}

static void require_same_near(const near_list* one, const near_list* other) {
  const size_t bytes = (size_t)one->pairs.count * sizeof(uint32_t);
  require(one->pairs.count == other->pairs.count && memcmp(one->pairs.a, other->pairs.a, bytes) == 0 &&
              memcmp(one->pairs.b, other->pairs.b, bytes) == 0 && memcmp(one->distance, other->distance, bytes) == 0,
          "another set or room has another list of what is near", one->pairs.count);
}

// The call again, on the other set by threads, with just enough room; and with too little.
static void check_rooms(const looking* good, const near_list* one, uint64_t enough) {
  looking c = *good;
  lgjk_error error;
  c.options.isa = c.w->in->wide_isa;
  c.options.tasks = &c.w->tasks;
  near_list other = open_near_list(enough);
  check_error(look(&c, &other, &error), &error, LGJK_OK, 0);
  require_same_near(one, &other);
  close_near_list(&other);
  if (one->pairs.count == 0) return;
  other = open_near_list(one->pairs.count - 1);
  const int32_t code = look(&c, &other, &error);
  require(code == LGJK_ERROR_CAPACITY && error.index >= one->pairs.count, "a list without room", error.index);
  require(other.pairs.count == 0, "a list without room has a count", other.pairs.count);
  close_near_list(&other);
}

static void check_spoiled_near(const looking* good, uint32_t way, uint32_t value) {
  looking c = *good;
  lgjk_error error;
  const near_list kept = open_near_list(1);
  near_list list = kept;
  int32_t expected = LGJK_ERROR_ARGUMENT;
  switch (way) {
    case 0: c.options.struct_size ^= value | 1; break;
    case 1: c.options.max_distance = float_of(value | 0x80000001u); break; // negative or no number
    case 2: list.pairs.struct_size ^= value | 1; break;
    case 3: list.pairs.flags = value | 2; break;
    case 4: list.pairs.b = NULL; break;
    case 5: c.target.tree_size = value % 64; break;
    case 6: c.target.tree = (const char*)c.target.tree + 4 * (value % 15 + 1); break;
    default: c.options.isa = LGJK_ISA_COUNT + value % 1000, expected = LGJK_ERROR_ISA;
  }
  check_error(look(&c, &list, &error), &error, expected, error.index);
  require((list.pairs.count == 0 || way == 2) && answersN_is_pattern(list.distance, sizeof *list.distance),
          "a call that is refused writes what is near", way);
  list = kept;
  close_near_list(&list);
}

// ---------------------------------------------------------------- within a distance of a point

// Whether a point may see a body: its category is 1, its mask has all bits.
static int is_seen(const world* w, const near_call* c, uint32_t point, uint32_t body) {
  if (c->options.skip != NULL && c->options.skip[point] == body) return 0;
  return w->filter_word[body][0] != 0 && (!w->filtered || (w->filter_word[body][1] & 1) != 0);
}

static void check_within_points(const looking* c, const near_list* list) {
  const float most = c->options.max_distance;
  uint64_t at = 0;
  for (uint32_t i = 0; i < c->count; ++i) {
    const float* point = vector_of(&c->points->points, i);
    for (uint32_t body = 0; body < c->w->all.count; ++body) {
      const int listed = at < list->pairs.count && list->pairs.a[at] == i && list->pairs.b[at] == body;
      const float square = square_to(c->w, body, point);
      const int near = is_number(point, DIM, FLT_MAX) && is_seen(c->w, c->points, i, body) && square <= most * most;
      require(!listed || (near && is_fit(c->w, body) >= 0), "a body that is not within the distance", i);
      require(listed || !near || is_fit(c->w, body) <= 0 || !(square <= FLT_MAX), "a body within is missing", i);
      if (listed) require(list->distance[at] == sqrtf(square), "what is within is at another distance", i);
      at += (uint64_t)listed;
    }
  }
  require(at == list->pairs.count, "what is within is not sorted, or there twice", at);
}

static float read_reach(reader* r) {
  const float reach = fabsf(read_float(r));
  return reach <= LGJK_MAX_MARGIN ? reach : 2;
}

static void check_within(input* in, const world* w, reader* r) {
  near_call points = read_near(r, in, w);
  const uint32_t way = read_below(r, 8), value = read_bytes(r, 4);
  const tree_block tree = build_tree(w, &w->all, w->filtered ? &w->filters : NULL, NULL);
  looking c = {.w = w, .points = &points, .count = points.count, .target = {NULL, tree.memory, tree.size}};
  lgjk_error error;
  c.options = points.options;
  c.options.isa = LGJK_ISA_SCALAR;
  c.options.max_distance = read_reach(r);
  near_list list = open_near_list((uint64_t)c.count * w->all.count);
  check_error(look(&c, &list, &error), &error, LGJK_OK, 0);
  check_within_points(&c, &list);
  check_rooms(&c, &list, list.pairs.count);
  check_spoiled_near(&c, way, value);
  close_near_list(&list);
  free(tree.memory);
}

// ---------------------------------------------------------------- by shapes

typedef struct near_row {
  uint32_t count;
  uint32_t body[BODIES]; // by distance, then by number
  float distance[BODIES];
} near_row;

// The distances of all pairs that may meet, in rows.
static void measure_rows(const looking* c, const lgjk_bodiesN* b, uint32_t first_b, near_row rows[CASTING]) {
  uint32_t of_a[CASTING * BODIES], of_b[CASTING * BODIES], count = 0;
  float distance[CASTING * BODIES];
  uint8_t status[CASTING * BODIES];
  for (uint32_t i = 0; i < c->count; ++i) {
    for (uint32_t k = 0; k < b->count; ++k) {
      if (!is_allowed(c->w, i, first_b + k) || (c->options.skip != NULL && c->options.skip[i] == k)) continue;
      of_a[count] = i;
      of_b[count++] = k;
    }
  }
  const lgjk_pairs pairs = packed_pairs(of_a, of_b, count);
  const lgjk_results results = {.struct_size = sizeof results, .status = status, .distance = distance};
  const lgjk_options options = {.struct_size = sizeof options, .isa = LGJK_ISA_SCALAR, .flags = c->w->flags};
  require(lgjk_distanceN(&c->a, b, &pairs, NULL, 0, count, &results, &options, NULL) == LGJK_OK, "distances", count);
  memset(rows, 0, CASTING * sizeof *rows);
  for (uint32_t i = 0; i < count; ++i) {
    near_row* row = &rows[of_a[i]];
    if (status[i] == LGJK_STATUS_BAD || status[i] == LGJK_STATUS_BEYOND) continue;
    const float d = status[i] == LGJK_STATUS_OVERLAPPING ? 0 : distance[i];
    uint32_t at = row->count++;
    for (; at > 0 && row->distance[at - 1] > d; --at) {
      row->distance[at] = row->distance[at - 1];
      row->body[at] = row->body[at - 1];
    }
    row->distance[at] = d;
    row->body[at] = of_b[i];
  }
}

// How many of a row are within the distance; infinitely far counts.
static uint32_t within_row(const near_row* row, float most) {
  uint32_t count = 0;
  while (count < row->count && row->distance[count] <= most) ++count;
  return count;
}

static void check_within_rows(const looking* c, const near_row rows[CASTING], const near_list* list) {
  uint64_t at = 0;
  for (uint32_t i = 0; i < c->count; ++i) {
    const near_row* row = &rows[i];
    const uint32_t near = within_row(row, c->options.max_distance);
    uint64_t first = at;
    for (; at < list->pairs.count && list->pairs.a[at] == i; ++at) {
      uint32_t k = 0;
      while (k < near && row->body[k] != list->pairs.b[at]) ++k;
      require(k < near, "a shape that is not within the distance, of body", i);
      require(list->distance[at] == row->distance[k], "a shape at another distance, of body", i);
      require(at == first || list->pairs.b[at - 1] < list->pairs.b[at], "shapes are not sorted, of body", i);
    }
    require(at - first == near, "a shape within the distance is missing, of body", i);
  }
  require(at == list->pairs.count, "a list of shapes that is not sorted", at);
}

static int32_t rank_shapes(const looking* c, uint32_t k, uint32_t bodies, const near_answers* a, lgjk_error* error) {
  const uint64_t size = lgjk_nearest_shapes_scratchN(c->count, k, bodies);
  void* scratch = aligned_block(size);
  lgjk_error_init(error);
  const int32_t code =
      lgjk_nearest_shapesN(&c->a, &c->target, 1, k, a->body, a->distance, a->found, scratch, size, &c->options, error);
  free(scratch);
  return code;
}

static void check_ranks(const looking* good, const near_row rows[CASTING], uint32_t k, uint32_t bodies) {
  looking c = *good;
  const float most = c.options.max_distance > 0 ? c.options.max_distance : HUGE_VALF;
  const near_call size = {.count = c.count, .k = k};
  for (int wide = 0; wide < 2; ++wide) {
    lgjk_error error;
    near_answers a = open_near(&size);
    c.options.isa = wide ? c.w->in->wide_isa : LGJK_ISA_SCALAR;
    c.options.tasks = wide ? &c.w->tasks : NULL;
    check_error(rank_shapes(&c, k, bodies, &a, &error), &error, LGJK_OK, 0);
    for (uint32_t i = 0; i < c.count; ++i) {
      const uint32_t near = within_row(&rows[i], most), kept = near < k ? near : k;
      require(a.found[i] == kept, "another number of nearest shapes, of body", i);
      for (uint32_t n = 0; n < k; ++n) {
        const uint32_t body = a.body[i * k + n];
        require(body == (n < kept ? rows[i].body[n] : LGJK_NO_BODY), "another nearest shape, of body", i);
        const float d = n < kept ? rows[i].distance[n] : HUGE_VALF;
        require(a.distance[i * k + n] == d, "a nearest shape at another distance, of body", i);
      }
    }
    close_near(&a);
  }
}

// The first bodies of A look for those of B.
static void check_near_shapes(const world* w, reader* r) {
  const uint32_t ways = read_byte(r), way = read_below(r, 8), value = read_bytes(r, 4);
  uint32_t skip[CASTING];
  near_row rows[CASTING];
  lgjk_error error;
  for (uint32_t i = 0; i < w->all.count; ++i) {
    if (is_fit(w, i) == 0) return; // such as one of more than 1e6: a query may take it, and a tree leave it out
  }
  const tree_block tree = build_tree(w, &w->b, w->filtered ? &w->filters_b : NULL, NULL);
  looking c = {.w = w, .a = w->a, .target = {&w->b, tree.memory, tree.size}};
  if (c.a.count > CASTING) c.a.count = CASTING;
  c.count = c.a.count;
  for (uint32_t i = 0; i < CASTING; ++i) skip[i] = read_below(r, w->b.count + 1);
  lgjk_near_options_init(&c.options);
  c.options.isa = LGJK_ISA_SCALAR;
  c.options.flags = w->flags;
  c.options.filters = w->filtered ? &w->filters : NULL;
  c.options.skip = ways & 1 ? skip : NULL;
  c.options.max_distance = ways & 2 ? 0 : read_reach(r);
  measure_rows(&c, &w->b, w->split, rows);
  const uint64_t enough = (uint64_t)c.count * w->b.count;
  near_list list = open_near_list(enough);
  check_error(look(&c, &list, &error), &error, LGJK_OK, 0);
  check_within_rows(&c, rows, &list);
  check_rooms(&c, &list, enough);
  check_spoiled_near(&c, way, value);
  check_ranks(&c, rows, 1 + ways / 4 % 8, w->b.count);
  close_near_list(&list);
  free(tree.memory);
}

#endif
