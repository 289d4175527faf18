// What the calls that build trees, order bodies, find pairs and find what is near refuse: each row spoils one argument
// of a call that was good, and has the whole text of the error. Nothing is written, except that a list is empty. Then
// what may be left out. Compiled once for each dimension.
#include "test.h"
#include "built.h"
#include "built_tree.h"
#include "packed.h"

// Calls, as bits: a row is for one or several.
enum {
  BUILD = 1,
  CHECK = 2,
  ORDER = 4,
  FIND = 8,
  PAIRS = 16,
  NEAREST = 32,
  WITHIN = 64,
  NEAREST_SHAPES = 128,
  WITHIN_SHAPES = 256,
  ALL_CALLS = 511,
  POINTS = NEAREST | WITHIN,
  SHAPES = NEAREST_SHAPES | WITHIN_SHAPES,
  NEAR = POINTS | SHAPES,
  LISTS = FIND | PAIRS | WITHIN | WITHIN_SHAPES
};

enum { BODIES = 6, K = 3, ROOM = BODIES * BODIES, PATTERN = 0x3C };

// What calls write, besides their memory and the members of lists.
typedef struct outputs {
  uint32_t list_a[ROOM], list_b[ROOM], order[BODIES], body[BODIES * K], found[BODIES];
  float distance[ROOM];
  lgjk_tree_info info;
} outputs;

// A call that is good, and that a test then spoils: its arguments, and what they name.
typedef struct call {
  uint32_t which;
  lgjk_shapesN* shapes;
  uint32_t shape[BODIES], category[BODIES], target_count, count, k, *order, *body, *found;
  float pose[BODIES][POSE_FLOATS], *distance;
  const float* points;
  lgjk_bodiesN view;
  const lgjk_bodiesN *bodies, *bodies_b;
  built_tree tree, tree_a, tree_b;
  lgjk_targetN target[LGJK_MAX_TARGETS + 1];
  const lgjk_targetN* targets;
  lgjk_filters filters, filters_b;
  lgjk_tasks tasks;
  lgjk_tree_options of_tree;
  lgjk_find_options find;
  lgjk_near_options near;
  lgjk_pair_list list, *list_given;
  uint8_t* block;
  void* memory; // the tree to build, or the scratch
  uint64_t size;
  outputs out;
} call;

static int32_t run(call* c, lgjk_error* error) {
  switch (c->which) {
    case BUILD: return lgjk_tree_buildN(c->bodies, c->memory, c->size, &c->of_tree, error);
    case CHECK: return lgjk_tree_checkN(c->tree_a.memory, c->tree_a.size, &c->out.info, error);
    case ORDER: return lgjk_orderN(c->bodies, c->order, c->memory, c->size, error);
    case FIND: return lgjk_find_pairsN(c->bodies, c->bodies_b, c->list_given, c->memory, c->size, &c->find, error);
    case PAIRS:
      return lgjk_tree_pairsN(c->tree_a.memory, c->tree_a.size, c->tree_b.memory, c->tree_b.size, c->list_given,
                              c->memory, c->size, &c->find, error);
    case NEAREST:
      return lgjk_nearestN(c->points, c->count, c->targets, c->target_count, c->k, c->body, c->distance, c->found,
                           c->memory, c->size, &c->near, error);
    case WITHIN:
      return lgjk_withinN(c->points, c->count, c->targets, c->target_count, c->list_given, c->distance, c->memory,
                          c->size, &c->near, error);
    case NEAREST_SHAPES:
      return lgjk_nearest_shapesN(c->bodies, c->targets, c->target_count, c->k, c->body, c->distance, c->found,
                                  c->memory, c->size, &c->near, error);
    default:
      return lgjk_within_shapesN(c->bodies, c->targets, c->target_count, c->list_given, c->distance, c->memory, c->size,
                                 &c->near, error);
  }
}

// Returns the bytes of memory that a call needs.
static uint64_t memory_of(uint32_t which) {
  switch (which) {
    case BUILD:
    case ORDER: return lgjk_tree_sizeN(BODIES);
    case CHECK: return 0;
    case FIND: return lgjk_find_scratchN(BODIES, BODIES, ROOM);
    case PAIRS: return lgjk_tree_scratchN(BODIES, ROOM);
    case NEAREST: return lgjk_near_scratchN(BODIES, 0);
    case NEAREST_SHAPES: return lgjk_nearest_shapes_scratchN(BODIES, K, BODIES);
    default: return lgjk_near_scratchN(BODIES, ROOM);
  }
}

static uint64_t block_of(const call* c) { return (memory_of(c->which) + 127) / 64 * 64; }

// Fills all that a call may write.
static void fill(call* c) {
  memset(&c->out, PATTERN, sizeof c->out);
  lgjk_tree_info_init(&c->out.info);
  memset(c->block, PATTERN, block_of(c));
  c->list.count = c->list.bad_bodies = c->list.dropped = c->list.compared = c->list.cut = 7;
}

static void open_bodies(call* c) {
  static const float origin[DIM];
  const lgjk_shapeN_def ball = rounded_pointsN(origin, 1, 0.6f);
  c->shapes = build_shapesN(&ball, 1);
  for (uint32_t i = 0; i < BODIES; ++i) { // in a row, each overlaps the next
    c->pose[i][0] = (float)i;
    c->pose[i][POSE_UNIT] = 1;
    c->category[i] = 1;
  }
  c->view = packed_bodies(c->shapes, BODIES, c->shape, c->pose[0], NULL);
  c->tree = c->tree_a = c->tree_b = build_tree(&c->view, NULL);
  for (uint32_t t = 0; t <= LGJK_MAX_TARGETS; ++t) c->target[t] = *TARGET(&c->view, &c->tree);
}

// Opens a call that has all arguments, expects that it is good, and fills again what it has written.
static void open_call(call* c, uint32_t which) {
  memset(c, 0, sizeof *c);
  c->which = which;
  open_bodies(c);
  c->bodies = c->bodies_b = &c->view;
  c->targets = c->target;
  c->target_count = 1;
  c->points = c->pose[0];
  c->count = BODIES;
  c->k = K;
  lgjk_filters_init(&c->filters);
  c->filters.category = c->category;
  c->filters_b = c->filters;
  lgjk_tasks_init(&c->tasks);
  lgjk_tree_options_init(&c->of_tree);
  lgjk_find_options_init(&c->find);
  lgjk_near_options_init(&c->near);
  c->of_tree.tasks = c->find.tasks = c->near.tasks = &c->tasks;
  c->of_tree.filters = c->near.filters = &c->filters;
  if (which == FIND) c->find.filters_a = &c->filters, c->find.filters_b = &c->filters_b;
  if (which & POINTS) c->near.stride = sizeof c->pose[0];
  c->near.max_distance = 1.5f;
  lgjk_pair_list_init(&c->list);
  c->list.a = c->out.list_a;
  c->list.b = c->out.list_b;
  c->list.capacity = ROOM;
  c->list_given = &c->list;
  c->order = c->out.order;
  c->body = c->out.body;
  c->found = c->out.found;
  c->distance = c->out.distance;
  c->size = memory_of(which);
  c->memory = c->block = aligned_alloc(64, block_of(c));
  fill(c);
  assert_int_equal(run(c, NULL), LGJK_OK);
  assert_true(c->list.count == 7 ? (which & LISTS) == 0 : c->list.count >= BODIES - 1);
  fill(c);
}

static void close_call(call* c) {
  free(c->block);
  free(c->tree.memory);
  lgjk_shapesN_destroy(c->shapes);
}

static void expect_memory_as_filled(const call* c) {
  uint64_t other = 0;
  for (uint64_t k = 0; k < block_of(c); ++k) other += c->block[k] != PATTERN;
  assert_true(other == 0);
}

// Lists are emptied where they are lists.
static void expect_refused(call* c, int32_t code, uint64_t index, const char* text) {
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_pair_list list = c->list;
  outputs before;
  memcpy(&before, &c->out, sizeof before);
  if ((c->which & LISTS) && c->list_given != NULL && list.struct_size == sizeof list)
    list.count = list.bad_bodies = list.dropped = list.compared = list.cut = 0;
  for (int turn = 0; turn < 2; ++turn) {
    assert_int_equal(run(c, turn == 0 ? &error : NULL), code);
    assert_memory_equal(&before, &c->out, sizeof before);
    assert_memory_equal(&list, &c->list, sizeof list);
    expect_memory_as_filled(c);
  }
  assert_string_equal(error.text, text);
  assert_int_equal(error.code, code);
  assert_int_equal(error.index, index);
}

// Returns a text that is kept until the next.
__attribute__((format(printf, 1, 2))) static const char* line(const char* format, ...) {
  static char text[200];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

// `code`, `index` and `text` may be of the call after the change, `c`.
#define EXPECT_CODE(calls, code, index, text, ...)          \
  for (uint32_t which = 1; which < ALL_CALLS; which *= 2) { \
    if (((uint32_t)(calls)&which) == 0) continue;           \
    call c;                                                 \
    open_call(&c, which);                                   \
    __VA_ARGS__;                                            \
    expect_refused(&c, code, index, text);                  \
    close_call(&c);                                         \
  }
#define EXPECT(calls, text, ...) EXPECT_CODE(calls, LGJK_ERROR_ARGUMENT, 0, text, __VA_ARGS__)
#define EXPECT_SIZE(calls, name, object, init)                                                            \
  EXPECT(calls, line(name "->struct_size is 1, not %u: was " init " called?", (unsigned)sizeof c.object), \
         c.object.struct_size = 1)
#define EXPECT_STRIDE(calls, name, member, least) \
  EXPECT(calls, line(name " is 4, not 0 or a multiple of 4 that is at least %u", (unsigned)(least)), c.member = 4)

static void* odd(const void* array) { return (char*)(uintptr_t)array + 2; }

enum { TOO_MANY = (1 << 28) + 1 };

// ---------------------------------------------------------------- what calls share

TEST(memory_that_is_missing_or_too_small_is_named) {
  for (uint32_t one = 1; one < ALL_CALLS; one *= 2) {
    if (one == CHECK) continue;
    const char* const name = one == BUILD ? "tree" : "scratch";
    const char* const size = one == BUILD ? "size" : "scratch_size";
    EXPECT(one, line("%s is NULL", name), c.memory = NULL);
    EXPECT(one, line("%s is not aligned to 64 bytes", name), c.memory = c.block + 32);
    EXPECT_CODE(one, LGJK_ERROR_ARGUMENT, memory_of(one),
                line("%s is %llu, but %llu bytes are needed", size, (unsigned long long)memory_of(one) - 1,
                     (unsigned long long)memory_of(one)),
                c.size -= 1);
  }
}

TEST(sets_tasks_and_sizes_of_options_are_named) {
  EXPECT_SIZE(BUILD, "options", of_tree, "lgjk_tree_options_init");
  EXPECT_SIZE(FIND | PAIRS, "options", find, "lgjk_find_options_init");
  EXPECT_SIZE(NEAR, "options", near, "lgjk_near_options_init");
  EXPECT_SIZE(BUILD | FIND | PAIRS | NEAR, "options->tasks", tasks, "lgjk_tasks_init");
  EXPECT(BUILD | FIND | PAIRS | NEAR, "options->tasks->workers is 65, above LGJK_MAX_WORKERS", c.tasks.workers = 65);
  EXPECT(BUILD | FIND | PAIRS | NEAR, "options->tasks->start is NULL", c.tasks.workers = 2);
  EXPECT_CODE(BUILD | FIND | PAIRS | NEAR, LGJK_ERROR_ISA, 0, "options->isa is 99, which is no instruction set",
              c.of_tree.isa = c.find.isa = c.near.isa = 99);
}

TEST(wrong_filters_are_named) {
  EXPECT_SIZE(BUILD | NEAR, "options->filters", filters, "lgjk_filters_init");
  EXPECT_SIZE(FIND, "options->filters_a", filters, "lgjk_filters_init");
  EXPECT_SIZE(FIND, "options->filters_b", filters_b, "lgjk_filters_init");
  EXPECT(BUILD | NEAR, "options->filters->stride is not a multiple of 4", c.filters.stride = 6);
  EXPECT(FIND, "options->filters_b->stride is not a multiple of 4", c.filters_b.stride = 7);
  EXPECT(BUILD | NEAR, "options->filters is not aligned to 4 bytes", c.filters.category = odd(c.category));
  EXPECT(BUILD | NEAR, "options->filters is not aligned to 4 bytes", c.filters.mask = odd(c.category));
  EXPECT(FIND, "options->filters_a is not aligned to 4 bytes", c.filters.group = odd(c.category));
  EXPECT(BUILD, "tree overlaps options->filters", c.filters.mask = c.memory);
  EXPECT(NEAR, "scratch overlaps options->filters", c.filters.group = c.memory);
}

TEST(wrong_views_are_named) {
  EXPECT(BUILD | ORDER, "bodies is NULL", c.bodies = NULL);
  EXPECT(FIND | SHAPES, "a is NULL", c.bodies = NULL);
  EXPECT(BUILD | ORDER, "bodies->pose is NULL", c.view.pose = NULL);
  EXPECT(BUILD | ORDER, "bodies->count is 268435457, at most 2^28 are possible", c.view.count = TOO_MANY);
  lgjk_bodiesN other;
  EXPECT(SHAPES, "a->count is 268435457, at most 2^28 are possible",
         (other = c.view, other.count = TOO_MANY, c.bodies = &other));
  EXPECT(SHAPES, "a->shape is NULL", (other = c.view, other.shape = NULL, c.bodies = &other));
}

TEST(wrong_lists_are_named) {
  EXPECT(LISTS, "list is NULL", c.list_given = NULL);
  EXPECT_SIZE(LISTS, "list", list, "lgjk_pair_list_init");
  EXPECT(LISTS, "list->flags has an unknown flag", c.list.flags = LGJK_LIST_FIT | 2);
  EXPECT(LISTS, "list->capacity is above UINT32_MAX", c.list.capacity = UINT64_C(1) << 32);
  EXPECT(LISTS, "list->a is NULL", c.list.a = NULL);
  EXPECT(LISTS, "list->b is not aligned to 4 bytes", c.list.b = odd(c.out.list_b));
  EXPECT(LISTS, "list->b overlaps list->a", c.list.b = c.list.a + ROOM - 1);
}

// ---------------------------------------------------------------- trees and orders

TEST(wrong_arguments_of_trees_are_named) {
  EXPECT(BUILD, "options->flags is 0x40000001, of which some are unknown", c.of_tree.flags = 0x40000001u);
  EXPECT_STRIDE(BUILD, "options->motion_stride", of_tree.motion_stride, DIM * sizeof(float));
  EXPECT(BUILD, "options->motion is not aligned to 4 bytes", c.of_tree.motion = odd(c.pose));
  EXPECT_SIZE(CHECK, "info", out.info, "lgjk_tree_info_init");
  EXPECT(CHECK, "tree is NULL", c.tree_a.memory = NULL);
  EXPECT(CHECK, "tree is not aligned to 64 bytes", c.tree_a.memory = (char*)c.tree_a.memory + 8);
  EXPECT(CHECK, "tree is cut short: the tree has more bytes", c.tree_a.size -= 1);
  EXPECT(ORDER, "order is NULL", c.order = NULL);
  EXPECT(ORDER, "order is not aligned to 4 bytes", c.order = odd(c.order));
  EXPECT(ORDER, "scratch overlaps order", c.order = c.memory);
}

TEST(wrong_trees_of_pairs_are_named) {
  EXPECT(PAIRS, "a is NULL", c.tree_a.memory = NULL);
  EXPECT(PAIRS, "a is not aligned to 64 bytes", c.tree_a.memory = (char*)c.tree_a.memory + 8);
  EXPECT(PAIRS, "b is not aligned to 64 bytes", c.tree_b.memory = (char*)c.tree_b.memory + 8);
  EXPECT(PAIRS, "b is cut short: the tree has more bytes", c.tree_b.size -= 1);
  EXPECT(PAIRS, "options->filters_b is set, but trees have their own filters", c.find.filters_b = &c.filters);
  EXPECT(PAIRS, "scratch overlaps list->a", c.list.a = c.memory);
}

TEST(the_info_of_trees_begins_with_zeros) {
  const lgjk_tree_info zeros = {.struct_size = sizeof zeros};
  lgjk_tree_info info;
  memset(&info, PATTERN, sizeof info);
  lgjk_tree_info_init(&info);
  assert_memory_equal(&info, &zeros, sizeof info);
}

// ---------------------------------------------------------------- what is near

TEST(wrong_arguments_of_what_is_near_are_named) {
  static const double position[BODIES][DIM];
  EXPECT(POINTS, "count is 268435457, at most 2^28 are possible", c.count = TOO_MANY);
  EXPECT(SHAPES, "options->stride is set, but there are no points", c.near.stride = sizeof c.pose[0]);
  EXPECT(SHAPES, "options->position is set, but there are no points", c.near.position = position[0]);
  EXPECT(NEAREST | NEAREST_SHAPES, "k is 0, outside 1..64", c.k = 0);
  EXPECT(NEAREST | NEAREST_SHAPES, "k is 65, outside 1..64", c.k = LGJK_MAX_NEAREST + 1);
  EXPECT(NEAR, "targets is NULL", c.targets = NULL);
  EXPECT(NEAR, "target_count is 5, at most 4 are possible", c.target_count = LGJK_MAX_TARGETS + 1);
  EXPECT(NEAR, "targets[0].tree is NULL", c.target[0].tree = NULL);
  EXPECT(SHAPES, "targets[0].bodies is NULL", c.target[0].bodies = NULL);
  EXPECT(SHAPES, "options->flags are not those of targets[0].tree", c.near.flags = LGJK_FLAG_NORMALIZE);
  EXPECT(WITHIN | WITHIN_SHAPES, "options->max_distance is 2e+09, above LGJK_MAX_MARGIN", c.near.max_distance = 2e9f);
  EXPECT(NEAREST | NEAREST_SHAPES, "body is NULL", c.body = NULL);
  EXPECT(NEAREST | NEAREST_SHAPES, "found overlaps body", c.found = c.body);
  EXPECT(NEAR, "distance is not aligned to 4 bytes", c.distance = odd(c.distance));
}

// ---------------------------------------------------------------- lists without room, and what may be left out

// Shapes have room for what their bounds find. The scratch is written, and members of the list other than these.
TEST(lists_without_room_say_how_much_is_needed) {
  for (uint32_t which = 1; which < ALL_CALLS; which *= 2) {
    if ((which & LISTS) == 0) continue;
    call c;
    lgjk_error error = {.struct_size = sizeof error};
    open_call(&c, which);
    assert_int_equal(run(&c, NULL), LGJK_OK);
    const uint64_t count = c.list.count;
    fill(&c);
    outputs before;
    memcpy(&before, &c.out, sizeof before);
    c.list.capacity = count - 1;
    assert_int_equal(run(&c, &error), LGJK_ERROR_CAPACITY);
    assert_true(which == WITHIN_SHAPES ? error.index >= count : error.index == count);
    assert_string_equal(
        error.text, line("list->capacity is %u, but there are %u pairs", (unsigned)count - 1, (unsigned)error.index));
    assert_memory_equal(&before, &c.out, sizeof before);
    assert_int_equal(c.list.count + c.list.dropped, 0);
    c.list.capacity = error.index;
    assert_int_equal(run(&c, NULL), LGJK_OK);
    assert_int_equal(c.list.count, count);
    close_call(&c);
  }
}

// Distances and numbers may be left out: all else is as it was.
TEST(some_arrays_may_be_left_out) {
  for (uint32_t which = NEAREST; which < ALL_CALLS; which *= 2) {
    call c;
    open_call(&c, which);
    assert_int_equal(run(&c, NULL), LGJK_OK);
    outputs all;
    memcpy(&all, &c.out, sizeof all);
    memset(all.distance, PATTERN, sizeof all.distance);
    memset(all.found, PATTERN, sizeof all.found);
    fill(&c);
    c.distance = NULL;
    c.found = NULL;
    assert_int_equal(run(&c, NULL), LGJK_OK);
    assert_memory_equal(&all, &c.out, sizeof all);
    close_call(&c);
  }
}

// Without targets there is nothing near; options and an info may be left out.
TEST(some_arguments_may_be_left_out) {
  for (uint32_t which = NEAREST; which < ALL_CALLS; which *= 2) {
    call c;
    open_call(&c, which);
    c.targets = NULL;
    c.target_count = 0;
    assert_int_equal(run(&c, NULL), LGJK_OK);
    for (uint32_t i = 0; i < BODIES * K && (which & LISTS) == 0; ++i) assert_int_equal(c.body[i], LGJK_NO_BODY);
    if (which & LISTS) assert_int_equal(c.list.count, 0);
    close_call(&c);
  }
  call c, d;
  open_call(&c, FIND);
  open_call(&d, PAIRS);
  assert_int_equal(run(&c, NULL), LGJK_OK);
  assert_int_equal(lgjk_find_pairsN(c.bodies, c.bodies_b, &d.list, c.memory, c.size, NULL, NULL), LGJK_OK);
  assert_memory_equal(&c.out, &d.out, sizeof c.out);
  fill(&d);
  assert_int_equal(lgjk_tree_pairsN(d.tree_a.memory, d.tree_a.size, d.tree_b.memory, d.tree_b.size, &d.list, d.memory,
                                    d.size, NULL, NULL),
                   LGJK_OK);
  assert_memory_equal(&c.out, &d.out, sizeof c.out);
  assert_int_equal(lgjk_tree_checkN(d.tree_a.memory, d.tree_a.size, NULL, NULL), LGJK_OK);
  close_call(&c);
  close_call(&d);
}
