// Lists with room for fewer pairs than there are (LGJK_LIST_FIT): what is written is part of the whole list, bodies
// with few partners keep all of them, the room is used, and nothing depends on the instruction set or the number of
// workers. Compiled once for each dimension.
#define _DEFAULT_SOURCE
#include "find_call.h"

#include "built_index.h"

enum { FIT_BODIES = 500 };

// Counts the pairs of each first body.
static void count_rows(const lgjk_pair_list* list, uint32_t bodies, uint32_t* rows) {
  memset(rows, 0, bodies * sizeof *rows);
  for (uint64_t i = 0; i < list->count; ++i) ++rows[list->a[i]];
}

// Returns the greatest k for which all rows, cut to k, have room.
static uint32_t greatest_row(const uint32_t* rows, uint32_t bodies, uint64_t room) {
  uint32_t k = 0;
  for (uint64_t sum = 0; k < bodies; ++k) {
    uint64_t longer = 0;
    for (uint32_t i = 0; i < bodies; ++i) longer += rows[i] > k;
    if (longer == 0 || sum + longer > room) break;
    sum += longer;
  }
  return k;
}

// Compares the list of a call with the whole one.
static void expect_part(const find_call* c, const lgjk_pair_list* whole, uint32_t bodies) {
  static uint32_t rows[FIT_BODIES], kept[FIT_BODIES];
  const lgjk_pair_list* list = &c->list;
  const uint64_t room = list->capacity;
  assert_true(list->count <= room);
  assert_int_equal(list->count + list->dropped, whole->count);
  assert_int_equal(list->bad_bodies, whole->bad_bodies);
  for (uint64_t i = 0, at = 0; i < list->count; ++i, ++at) { // both are sorted
    while (at < whole->count && (whole->a[at] != list->a[i] || whole->b[at] != list->b[i])) ++at;
    assert_true(at < whole->count);
  }
  count_rows(whole, bodies, rows);
  count_rows(list, bodies, kept);
  // A sixteenth of the room bears the scatter of a hash; short lists may need a smaller k than the first.
  const uint32_t first = greatest_row(rows, bodies, room - room / 16), k = room >= 1000 ? first - first / 8 : 0;
  uint64_t least = 0;
  for (uint32_t i = 0; i < bodies; ++i) {
    assert_true(rows[i] > k || kept[i] == rows[i]);
    least += rows[i] < first ? rows[i] : first;
  }
  if (room >= 1000) assert_true(list->count >= least * 3 / 4);
}

static lgjk_pair_list copy_of(const lgjk_pair_list* list) {
  lgjk_pair_list copy = *list;
  copy.a = malloc((list->count + 1) * sizeof *copy.a);
  copy.b = malloc((list->count + 1) * sizeof *copy.b);
  memcpy(copy.a, list->a, list->count * sizeof *copy.a);
  memcpy(copy.b, list->b, list->count * sizeof *copy.b);
  return copy;
}

static void close_copy(lgjk_pair_list* copy) {
  free(copy->a);
  free(copy->b);
}

static int32_t run_against(find_call* c, const void* index) {
  return index == NULL ? run(c)
                       : lgjk_find_againstN(c->a, index, &c->list, c->scratch, c->size, &c->options, &c->error);
}

// Requests lists of several lengths, those of half the pairs on each instruction set, with one worker and three.
static void expect_parts(find_call* c, const void* index) {
  const uint64_t all = c->list.capacity;
  assert_int_equal(run_against(c, index), LGJK_OK);
  assert_int_equal(c->list.dropped, 0);
  lgjk_pair_list whole = copy_of(&c->list);
  const uint64_t rooms[] = {whole.count, whole.count - (whole.count > 0), whole.count / 2, whole.count / 9, 3, 0};
  for (size_t r = 0; r < sizeof rooms / sizeof rooms[0]; ++r) {
    if (rooms[r] > whole.count) continue;
    lgjk_pair_list first = {0};
    c->list.capacity = rooms[r];
    c->list.flags = 0;
    assert_int_equal(run_against(c, index), rooms[r] < whole.count ? LGJK_ERROR_CAPACITY : LGJK_OK);
    c->list.flags = LGJK_LIST_FIT;
    for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
      for (uint32_t workers = 1; workers <= 3 && lgjk_isa_supported(isa); workers += 2) {
        if (first.a != NULL && r != 2) continue;
        const lgjk_tasks tasks = threads_of(workers);
        c->options.isa = isa;
        c->options.tasks = workers > 1 ? &tasks : NULL;
        assert_int_equal(run_against(c, index), LGJK_OK);
        if (first.a == NULL) {
          expect_part(c, &whole, c->a->count);
          first = copy_of(&c->list);
        }
        expect_list(c, &first);
        assert_int_equal(c->list.dropped, first.dropped);
      }
    }
    c->options.tasks = NULL; // which are out of scope
    close_copy(&first);
  }
  c->options = (lgjk_find_options){.struct_size = sizeof c->options, .margin = c->options.margin};
  c->list.flags = 0;
  c->list.capacity = all;
  close_copy(&whole);
}

TEST(lists_of_one_view_are_cut) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c;
    const uint32_t bodies = kind == ONE_POINT ? 300 : FIT_BODIES;
    print_message("  %s, seed 3\n", scene_names[kind]);
    open_scene(&s, &c, kind, bodies, 3);
    for (int variant = 0; variant < VARIANTS; ++variant) {
      choose_variant(&c, &s, bodies, variant);
      expect_parts(&c, NULL);
    }
    close_scene(&s, &c);
  }
}

TEST(lists_of_two_views_are_cut) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c;
    lgjk_bodiesN a, b;
    const uint32_t bodies = kind == ONE_POINT ? 300 : FIT_BODIES, split = bodies / 3;
    assert_int_equal(scene_open(&s, kind, bodies, 4), 0);
    split_views(&s, split, &a, &b);
    open_call(&c, &a, &b, (uint64_t)bodies * bodies / 2);
    c.options.margin = s.margin;
    choose_variant(&c, &s, split, FILTERED);
    expect_parts(&c, NULL);
    close_scene(&s, &c);
  }
}

TEST(lists_against_an_index_are_cut) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    bodies_scene s;
    find_call c;
    lgjk_bodiesN a, b;
    const uint32_t bodies = kind == ONE_POINT ? 300 : FIT_BODIES, split = bodies / 2;
    assert_int_equal(scene_open(&s, kind, bodies, 5), 0);
    split_views(&s, split, &a, &b);
    void* index = build_index(&b, (lgjk_index_def){.reach = 1}, NULL, NULL);
    open_call(&c, &a, NULL, (uint64_t)bodies * bodies / 2);
    c.options.margin = s.margin;
    expect_parts(&c, index);
    free(index);
    close_scene(&s, &c);
  }
}

// Bodies away from a crowd on one spot lose no pair.
TEST(a_crowd_costs_others_nothing) {
  enum { CROWD = 300, ROOM = 3000 };
  bodies_scene s;
  find_call c;
  static uint32_t rows[FIT_BODIES], kept[FIT_BODIES];
  open_scene(&s, &c, ONE_POINT, FIT_BODIES, 6);
  float* pose = (float*)(uintptr_t)s.mixed.bodies.pose;
  for (uint32_t i = CROWD; i < FIT_BODIES; ++i) pose[(size_t)POSE_FLOATS * i] += 1000 + (float)(i - CROWD) * 0.5f;
  assert_int_equal(run(&c), LGJK_OK);
  lgjk_pair_list whole = copy_of(&c.list);
  assert_true(whole.count > 10 * ROOM);
  count_rows(&whole, FIT_BODIES, rows);
  c.list.capacity = ROOM;
  c.list.flags = LGJK_LIST_FIT;
  assert_int_equal(run(&c), LGJK_OK);
  assert_true(c.list.dropped > 0 && c.list.count > ROOM / 2);
  count_rows(&c.list, FIT_BODIES, kept);
  for (uint32_t i = CROWD; i < FIT_BODIES; ++i) assert_int_equal(kept[i], rows[i]);
  close_copy(&whole);
  close_scene(&s, &c);
}

// Pairs far away from each other, more than there is room for: most of the room is used.
TEST(a_list_with_room_for_some_bodies_is_used) {
  bodies_scene s;
  find_call c;
  open_scene(&s, &c, ONE_POINT, FIT_BODIES, 7);
  float* pose = (float*)(uintptr_t)s.mixed.bodies.pose;
  for (uint32_t i = 0; i < FIT_BODIES; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) pose[(size_t)POSE_FLOATS * i + k] = k == 0 ? 100.0f * (float)(i / 2) : 0;
  }
  assert_int_equal(run(&c), LGJK_OK);
  assert_int_equal(c.list.count, FIT_BODIES / 2);
  c.list.flags = LGJK_LIST_FIT;
  for (c.list.capacity = 40; c.list.capacity < FIT_BODIES / 2; c.list.capacity += 30) {
    assert_int_equal(run(&c), LGJK_OK);
    assert_true(c.list.count <= c.list.capacity && c.list.count >= c.list.capacity / 2);
    assert_int_equal(c.list.count + c.list.dropped, FIT_BODIES / 2);
  }
  close_scene(&s, &c);
}
