// Trees that are stored: wrong heads are refused with a reason, and random changes of a tree are refused, or do no
// harm: no call reads or writes outside of its memory, which the sanitizers of their build see. LGJK_TEST_DAMAGE is the
// number of changes. Compiled once for each dimension.
#define _DEFAULT_SOURCE
#include <float.h>

#include "test.h"
#include "find/build.h"
#include "find/stored.h"
#include "find/take.h"
#include "find_call.h"
#include "lanegjk/lanegjk_cast.h"
#include "test_random.h"

#undef lgjk_cast_againstN
#define lgjk_cast_againstN LANE_CAT(lgjk_cast_against, DIM)

enum { FEW = 40, SOME = 300, ROOM = 2000, LOOKING = 20, MOVERS = 6, USUAL = 8000, HEAD = sizeof(tree_head) };

// A tree in memory that ends where it ends, and a copy that is good.
typedef struct stored {
  bodies_scene scene;
  lgjk_filters filters;
  uint8_t *good, *tree;
  uint64_t size;
} stored;

// Kinds of trees: what they have.
enum { BARE, FILTERS, SEALED, SEALED_FILTERS, KINDS };

static uint8_t* block_of(uint64_t size) {
  void* block = NULL;
  if (posix_memalign(&block, 64, size) != 0) abort();
  return block;
}

static void open_stored(stored* s, uint32_t scene, uint32_t bodies, uint32_t kind) {
  assert_int_equal(scene_open(&s->scene, scene, bodies, 21), 0);
  filters_of(&s->scene, 0, &s->filters);
  const lgjk_tree_options options = {.struct_size = sizeof options,
                                     .flags = kind >= SEALED ? LGJK_TREE_SEALED : 0,
                                     .filters = kind % 2 ? &s->filters : NULL};
  built_tree tree = build_tree(&s->scene.mixed.bodies, &options);
  s->size = tree.size;
  s->good = block_of(tree.size);
  s->tree = block_of(tree.size);
  memcpy(s->good, tree.memory, tree.size);
  memcpy(s->tree, tree.memory, tree.size);
  free(tree.memory);
}

static void close_stored(stored* s) {
  free(s->good);
  free(s->tree);
  scene_close(&s->scene);
}

// FNV-1a by words of 8 bytes.
static uint64_t hash_of(const uint8_t* from, uint64_t bytes) {
  uint64_t hash = UINT64_C(14695981039346656037), word;
  for (uint64_t i = 0; i + 8 <= bytes; i += 8) {
    memcpy(&word, from + i, 8);
    hash = (hash ^ word) * UINT64_C(1099511628211);
  }
  return hash;
}

// Brings both checksums up to date, as far as the head says where they belong.
static void repair(uint8_t* tree, uint64_t size) {
  tree_head head;
  memcpy(&head, tree, sizeof head);
  if ((head.has & TREE_SEALED) && head.bytes <= size && head.bytes > HEAD) {
    head.seal = hash_of(tree + HEAD, head.bytes - HEAD);
  }
  memcpy(tree, &head, sizeof head);
  head.checksum = hash_of(tree, offsetof(tree_head, checksum));
  memcpy(tree, &head, sizeof head);
}

// ---------------------------------------------------------------- heads

static void expect_wrong(const stored* s, uint64_t size, const char* reason) {
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_tree_info info = {.struct_size = sizeof info, .bodies = 77};
  expect_refusal(lgjk_tree_checkN(s->tree, size, &info, &error), &error, reason);
  assert_int_equal(info.bodies, 77);
}

// Changes a member of the head, and expects a reason.
#define WRONG(reason, ...)              \
  do {                                  \
    tree_head head;                     \
    memcpy(s.tree, s.good, s.size);     \
    memcpy(&head, s.tree, sizeof head); \
    __VA_ARGS__;                        \
    memcpy(s.tree, &head, sizeof head); \
    repair(s.tree, s.size);             \
    expect_wrong(&s, s.size, reason);   \
  } while (0)

TEST(wrong_heads_are_refused_with_a_reason) {
  for (uint32_t kind = 0; kind < KINDS; ++kind) {
    stored s;
    open_stored(&s, ALL_KINDS, SOME, kind);
    WRONG("tree holds no tree", head.magic ^= 1);
    WRONG("tree holds a tree of another version", ++head.version);
    WRONG("tree holds a tree of another dimension", head.dim = 5 - DIM);
    WRONG("counts are impossible", head.bodies = (1u << 28) + 1);
    WRONG("counts are impossible", head.placed = head.bodies + 1);
    WRONG("size is not that of its arrays", head.has ^= TREE_BOXES);
    WRONG("size is not that of its arrays", head.has ^= TREE_FILTERS);
    WRONG("size is not that of its arrays", head.has ^= TREE_GROUPS);
    WRONG("size is not that of its arrays", (head.bodies -= 16, head.placed = 0));
    WRONG("size is not that of its arrays", head.bytes -= 64);
    WRONG("cut short", head.bytes += 64);
    memcpy(s.tree, s.good, s.size);
    for (uint64_t size = s.size - 1; size >= sizeof(tree_head); size = size > 3000 ? size - 997 : size - 1) {
      expect_wrong(&s, size, "cut short");
    }
    for (uint64_t size = 0; size < sizeof(tree_head); ++size) expect_wrong(&s, size, "smaller than the head");
    for (uint64_t i = 16; i < sizeof(tree_head); ++i) { // the first words have reasons of their own
      s.tree[i] ^= 1;
      expect_wrong(&s, s.size, "checksum of its head");
      s.tree[i] ^= 1;
    }
    for (uint64_t i = HEAD; i < s.size && kind >= SEALED; i += 61) {
      s.tree[i] ^= 0x10;
      lgjk_error error = {.struct_size = sizeof error};
      expect_refusal(lgjk_tree_checkN(s.tree, s.size, NULL, &error), &error, "is damaged");
      s.tree[i] ^= 0x10;
    }
    assert_int_equal(lgjk_tree_checkN(s.tree, s.size, NULL, NULL), LGJK_OK);
    close_stored(&s);
  }
}

// Each number of a body in a leaf is looked at.
TEST(numbers_in_leaves_are_checked) {
  stored s;
  tree_head head;
  find_tree tree;
  open_stored(&s, ALL_KINDS, SOME, FILTERS);
  assert_null(find_stored_openN((char*)s.tree, s.size, &head, &tree));
  for (uint32_t i = 0; i < tree.leaves * LEAF; ++i) {
    uint32_t* body = leaf_words(tree_leaf(&tree, i / LEAF), FIELD_BODY) + i % LEAF;
    const uint32_t kept = *body;
    *body = SOME - 1;
    assert_int_equal(lgjk_tree_checkN(s.tree, s.size, NULL, NULL), LGJK_OK);
    *body = SOME;
    expect_wrong(&s, s.size, "a leaf has a body that the view had not");
    *body = kept;
  }
  close_stored(&s);
}

// Returns the bytes of a tree of so many bodies, without boxes and filters.
static uint64_t bytes_of(uint32_t bodies) {
  find_memory memory = {NULL, sizeof(tree_head)};
  find_tree tree;
  memset(&tree, 0, sizeof tree);
  for (int k = 0; k <= DIM; ++k) find_take(&memory, ((uint64_t)bodies + FIND_PADDING) * sizeof(float));
  find_tree_layoutN(&tree, bodies, &memory);
  return memory.used;
}

// Writes the head of a tree of so many bodies, of which none is placed; returns its bytes.
static uint64_t write_head(const stored* s, uint32_t bodies, uint8_t to[HEAD]) {
  tree_head head;
  memcpy(&head, s->good, sizeof head);
  head.has = 0;
  head.placed = 0;
  head.bodies = bodies;
  head.bytes = bytes_of(bodies);
  memcpy(to, &head, sizeof head);
  repair(to, sizeof head);
  return head.bytes;
}

// A head stands for a tree that is too large for a test: no more of it is read before its bodies are counted. One that
// is not too large is refused later, as there are no points.
TEST(targets_have_so_many_bodies_at_most) {
  enum { MOST_BODIES = 1 << 28 };
  static _Alignas(64) uint8_t large[HEAD];
  const float point[DIM] = {0};
  uint32_t body = 77;
  stored s;
  lgjk_error error = {.struct_size = sizeof error};
  open_stored(&s, CIRCLES, FEW, BARE);
  const uint64_t size = lgjk_near_scratchN(1, 0);
  uint8_t* scratch = block_of(size);
  lgjk_targetN targets[2] = {{NULL, s.good, s.size}, {NULL, large, 0}};
#define NEAREST(points, count) \
  lgjk_nearestN(points, 1, targets, count, 1, &body, NULL, NULL, scratch, size, NULL, &error)
  targets[1].tree_size = write_head(&s, MOST_BODIES - FEW, large);
  expect_refusal(NEAREST(NULL, 2), &error, "points is NULL");
  targets[1].tree_size = write_head(&s, MOST_BODIES - FEW + 1, large);
  expect_refusal(NEAREST(NULL, 2), &error, "targets have more than 2^28 bodies");
  expect_refusal(NEAREST(point, 2), &error, "targets have more than 2^28 bodies");
  assert_int_equal(body, 77);
  assert_int_equal(NEAREST(point, 1), LGJK_OK);
  assert_true(body < FEW);
  free(scratch);
  close_stored(&s);
}

// ---------------------------------------------------------------- damage

static uint64_t changes(void) {
  const char* text = getenv("LGJK_TEST_DAMAGE");
  return text != NULL ? strtoull(text, NULL, 10) : USUAL;
}

// Changes one to four bytes or words, some of them to numbers that are at borders, in the head or anywhere.
static void damage(const stored* s, uint32_t bodies) {
  const uint32_t odd[] = {0,          1,          15,         16,         17,         bodies - 1,
                          bodies,     bodies + 1, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
                          0x7fc00000, 0x80000000, 0xffffffff, 0x0fffffff, 0x10000000, 0x3f800000};
  const uint32_t times = 1 + random_below(4), part = random_below(4) == 0 ? sizeof(tree_head) : (uint32_t)s->size;
  for (uint32_t t = 0; t < times; ++t) {
    if (random_below(3) == 0) {
      s->tree[random_below(part)] ^= (uint8_t)(1 + random_below(255));
    } else {
      const uint32_t word = odd[random_below(sizeof odd / sizeof odd[0])];
      memcpy(s->tree + random_below(part / 4) * 4, &word, sizeof word);
    }
  }
}

// All calls that take trees, with memory that ends where it ends.
typedef struct all_calls {
  lgjk_pair_list list;
  void *scratch, *near_scratch;
  float* points;
  uint32_t *body, *found;
  float* distance;
  lgjk_cast_hit* hit;
  float* way;
} all_calls;

static void open_calls(all_calls* c, uint32_t bodies) {
  c->list = (lgjk_pair_list){.struct_size = sizeof c->list, .flags = LGJK_LIST_FIT, .capacity = ROOM};
  c->list.a = malloc(ROOM * sizeof *c->list.a);
  c->list.b = malloc(ROOM * sizeof *c->list.b);
  c->scratch = block_of(lgjk_tree_scratchN(bodies, ROOM));
  c->near_scratch = block_of(lgjk_near_scratchN(LOOKING, ROOM));
  c->points = malloc(LOOKING * DIM * sizeof *c->points);
  c->body = malloc(LOOKING * 5 * sizeof *c->body);
  c->found = malloc(LOOKING * sizeof *c->found);
  c->distance = malloc(ROOM * sizeof *c->distance);
  c->hit = malloc(MOVERS * 2 * sizeof *c->hit);
  c->way = malloc(MOVERS * DIM * sizeof *c->way);
  for (uint32_t i = 0; i < LOOKING * DIM; ++i) c->points[i] = (float)random_in(-5, 5);
  for (uint32_t i = 0; i < MOVERS * DIM; ++i) c->way[i] = (float)random_in(-5, 5);
}

static void close_calls(all_calls* c) {
  void* const blocks[] = {c->list.a, c->list.b, c->scratch,  c->near_scratch, c->points,
                          c->body,   c->found,  c->distance, c->hit,          c->way};
  for (size_t k = 0; k < sizeof blocks / sizeof blocks[0]; ++k) free(blocks[k]);
}

static void check_numbers(const lgjk_pair_list* list, uint32_t most_a, uint32_t most_b) {
  assert_true(list->count <= list->capacity);
  for (uint64_t i = 0; i < list->count; ++i) assert_true(list->a[i] < most_a && list->b[i] < most_b);
}

// Calls all that take a tree whose check has passed. Its `bodies` is the view's: others are refused where there is one.
static void call_all(const stored* s, all_calls* c, uint32_t bodies) {
  const lgjk_bodiesN* view = &s->scene.mixed.bodies;
  const lgjk_targetN target = {view, s->tree, s->size}, two[2] = {{NULL, s->good, s->size}, {NULL, s->tree, s->size}};
  const lgjk_find_options find = {.struct_size = sizeof find, .margin = 0.1f, .isa = random_below(2)}; // any, or scalar
  const lgjk_near_options near = {.struct_size = sizeof near, .max_distance = 0.6f, .isa = find.isa};
  tree_head head;
  memcpy(&head, s->tree, sizeof head);
  const uint64_t scratch = lgjk_tree_scratchN(bodies, ROOM), near_size = lgjk_near_scratchN(LOOKING, ROOM);
  if (head.bodies <= bodies) { // else the scratch is too small
    if (lgjk_tree_pairsN(s->tree, s->size, NULL, 0, &c->list, c->scratch, scratch, &find, NULL) == LGJK_OK)
      check_numbers(&c->list, head.bodies, head.bodies);
    if (lgjk_tree_pairsN(s->tree, s->size, s->good, s->size, &c->list, c->scratch, scratch, &find, NULL) == LGJK_OK)
      check_numbers(&c->list, head.bodies, bodies);
  }
  if (lgjk_tree_pairsN(s->good, s->size, s->tree, s->size, &c->list, c->scratch, scratch, &find, NULL) == LGJK_OK)
    check_numbers(&c->list, bodies, head.bodies);
  assert_int_equal(
      lgjk_nearestN(c->points, LOOKING, two, 2, 5, c->body, NULL, c->found, c->near_scratch, near_size, NULL, NULL),
      LGJK_OK);
  for (uint32_t i = 0; i < LOOKING * 5; ++i)
    assert_true(c->body[i] < bodies + head.bodies || c->body[i] == LGJK_NO_BODY);
  assert_int_equal(
      lgjk_withinN(c->points, LOOKING, two, 2, &c->list, c->distance, c->near_scratch, near_size, &near, NULL),
      LGJK_OK);
  check_numbers(&c->list, LOOKING, bodies + head.bodies);
  lgjk_bodiesN movers = *view;
  movers.count = MOVERS;
  lgjk_cast_search search = {.struct_size = sizeof search, .k = 2, .hit = c->hit};
  const lgjk_cast_options cast = {.struct_size = sizeof cast, .way_a = c->way, .isa = find.isa};
  const int32_t code = lgjk_cast_againstN(&movers, &target, 1, &search, &cast, NULL);
  assert_int_equal(code, head.bodies == bodies ? LGJK_OK : LGJK_ERROR_ARGUMENT);
  for (uint32_t i = 0; i < MOVERS * 2 && code == LGJK_OK; ++i)
    assert_true(c->hit[i].body < bodies || c->hit[i].body == LGJK_NO_BODY);
}

TEST(no_tree_does_harm) {
  static const uint32_t scenes[] = {CIRCLES, WALLS};
  const uint64_t count = changes() / (2 * KINDS) + 1;
  for (uint32_t world = 0; world < 2 * KINDS; ++world) {
    stored s;
    all_calls calls;
    uint64_t taken = 0;
    const uint32_t bodies = world % 2 ? FEW : SOME;
    random_state = test_seed(61) + world;
    open_stored(&s, scenes[world % 2], bodies, world / 2);
    open_calls(&calls, bodies);
    for (uint64_t n = 0; n < count; ++n) {
      memcpy(s.tree, s.good, s.size);
      damage(&s, bodies);
      if (random_below(16) != 0) repair(s.tree, s.size);
      if (lgjk_tree_checkN(s.tree, s.size, NULL, NULL) != LGJK_OK) continue;
      call_all(&s, &calls, bodies);
      ++taken;
    }
    print_message("  seed %u: %llu changes, %llu trees are taken\n", 61 + world, (unsigned long long)count,
                  (unsigned long long)taken);
    assert_true(taken > count / 16);
    close_calls(&calls);
    close_stored(&s);
  }
}

// Entries beyond the last of a node may have boxes that hold everything: they are no leaves.
TEST(boxes_without_end_do_no_harm) {
  for (uint32_t kind = 0; kind < KINDS; ++kind) {
    for (int some = 0; some < 2; ++some) {
      stored s;
      all_calls calls;
      tree_head head;
      find_tree tree;
      const uint32_t bodies = some ? SOME : FEW;
      random_state = 81;
      open_stored(&s, CIRCLES, bodies, kind);
      open_calls(&calls, bodies);
      assert_null(find_stored_openN((char*)s.tree, s.size, &head, &tree));
      for (uint32_t level = 0, count = tree.leaves; level < tree.levels; ++level) {
        count = (count + LEAF - 1) / LEAF;
        for (uint32_t i = 0; i < count * NODE; ++i)
          tree.node[level][i] = tree.spot[level][i] = i % NODE < NODE / 2 ? -FLT_MAX : FLT_MAX;
      }
      repair(s.tree, s.size);
      assert_int_equal(lgjk_tree_checkN(s.tree, s.size, NULL, NULL), LGJK_OK);
      memcpy(s.good, s.tree, s.size); // the tree of the others, too
      for (int n = 0; n < 20; ++n) call_all(&s, &calls, bodies);
      close_calls(&calls);
      close_stored(&s);
    }
  }
}
