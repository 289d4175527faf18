// Memory that would be written by mistake is refused: each result and the records against all that a call reads and all
// else that it writes, by hand and in layouts at random, where a map of bytes shows what overlaps. Both arrays are
// named, and nothing is written. Compiled once for each dimension.
#include "bad_call.h"
#include "test.h"
#include "test_random.h"

static void expect_overlap(call* c, query first, const char* one, const char* other) {
  for (query q = first; q < QUERIES; ++q) {
    char text[100];
    lgjk_error error = {.struct_size = sizeof error};
    assert_int_equal(call_query(c, q, &error), LGJK_ERROR_ARGUMENT);
    snprintf(text, sizeof text, "%s overlaps %s", one, other);
    assert_string_equal(error.text, text);
    assert_int_equal(error.index, 0);
  }
}

// The same mixture again.
static void expect_inputs_as_they_were(const call* c) {
  call fresh;
  call_open(&fresh);
  const uint32_t bodies = 2 * PAIRS;
  assert_memory_equal(c->mixed.pose, fresh.mixed.pose, bodies * POSE_FLOATS * sizeof(float));
  assert_memory_equal(c->mixed.shape, fresh.mixed.shape, bodies * sizeof(uint32_t));
  assert_memory_equal(c->mixed.radius, fresh.mixed.radius, bodies * sizeof(float));
  assert_memory_equal(c->mixed.a, fresh.mixed.a, PAIRS * sizeof(uint32_t));
  assert_memory_equal(c->mixed.b, fresh.mixed.b, PAIRS * sizeof(uint32_t));
  call_close(&fresh);
}

#define EXPECT(first_query, change, one, other)  \
  do {                                           \
    call c;                                      \
    call_open(&c);                               \
    change;                                      \
    expect_overlap(&c, first_query, one, other); \
    expect_nothing_written(&c);                  \
    expect_inputs_as_they_were(&c);              \
    call_close(&c);                              \
  } while (0)

#define MEMORY_OF(array) ((void*)(uintptr_t)(array))

// The mistake of a port: results where pairs, poses, records or other results are.
TEST(results_over_inputs_are_refused) {
  EXPECT(DISTANCE, c.results.distance = MEMORY_OF(c.pairs.a), "results->distance", "pairs->a");
  EXPECT(DISTANCE, c.results.distance = MEMORY_OF(c.pairs.b), "results->distance", "pairs->b");
  EXPECT(OVERLAP, c.results.status = MEMORY_OF(c.bodies_a.pose), "results->status", "a->pose");
  // of a pair that names no body of A behind it
  EXPECT(OVERLAP,
         (c.bodies_b.pose += POSE_FLOATS, c.bodies_b.count--, c.first = PAIRS - 2, c.count = 1,
          c.results.status = (uint8_t*)MEMORY_OF(c.bodies_b.pose + POSE_FLOATS * (2 * PAIRS - 3)) - c.first),
         "results->status", "b->pose");
  EXPECT(OVERLAP, c.results.iterations = MEMORY_OF(c.bodies_a.shape), "results->iterations", "a->shape");
  EXPECT(DISTANCE, c.results.point_a = MEMORY_OF(c.bodies_a.radius), "results->point_a", "a->radius");
  EXPECT(CONTACT, c.results.normal = MEMORY_OF(c.bodies_a.pose + 3), "results->normal", "a->pose");
  EXPECT(CONTACT, c.results.manifoldN = MEMORY_OF(c.bodies_a.pose), "results->manifold" DIM_TEXT(DIM), "a->pose");
  EXPECT(OVERLAP, c.results.bad_count = MEMORY_OF(c.bodies_a.pose), "results->bad_count", "a->pose");
  EXPECT(OVERLAP, c.records_given = MEMORY_OF(c.bodies_a.pose), "warm", "a->pose");
  EXPECT(OVERLAP, c.records_given = MEMORY_OF(c.pairs.b), "warm", "pairs->b");
}

TEST(results_over_results_are_refused) {
  EXPECT(OVERLAP, c.results.iterations = c.results.status, "results->iterations", "results->status");
  EXPECT(OVERLAP, c.results.iterations = c.results.status + PAIRS - 1, "results->iterations", "results->status");
  EXPECT(DISTANCE, c.results.point_b = c.results.point_a, "results->point_b", "results->point_a");
  EXPECT(DISTANCE, c.results.point_b = c.results.point_a + DIM * PAIRS - 1, "results->point_b", "results->point_a");
  EXPECT(CONTACT, c.results.normal = c.results.point_a, "results->normal", "results->point_a");
  EXPECT(CONTACT, c.results.normal = (float*)(void*)c.results.manifoldN, "results->manifold" DIM_TEXT(DIM),
         "results->normal");
  EXPECT(DISTANCE, (c.count = PAIRS / 4, c.records_given = (void*)c.results.distance), "warm", "results->distance");
  EXPECT(CONTACT, c.records_given = (void*)c.results.manifoldN, "warm", "results->manifold" DIM_TEXT(DIM));
  EXPECT(DISTANCE, c.results.bad_count = (void*)c.results.point_a, "results->bad_count", "results->point_a");
}

// What lies between the elements of an array with a stride is the caller's own: here statuses and a count within the
// records of bodies. One more status would be in the next record's pose.
typedef struct record {
  float pose[POSE_FLOATS];
  uint32_t shape;
  float radius;
  uint32_t unused[DIM == 2 ? 2 : 3];
  uint64_t bad;
  uint8_t left[32];
} record;

TEST(memory_between_elements_is_fine) {
  call c;
  static record records[2 * PAIRS];
  call_open(&c);
  for (uint32_t i = 0; i < 2 * PAIRS; ++i) {
    memcpy(records[i].pose, c.mixed.pose + POSE_FLOATS * i, sizeof records[i].pose);
    records[i].shape = c.mixed.shape[i], records[i].radius = c.mixed.radius[i];
  }
  c.bodies_a.pose = records->pose, c.bodies_a.shape = &records->shape, c.bodies_a.radius = &records->radius;
  c.bodies_a.pose_stride = c.bodies_a.shape_stride = c.bodies_a.radius_stride = sizeof(record);
  c.bodies_b = c.bodies_a;
  c.first = 3;
  for (query q = OVERLAP; q < QUERIES; ++q) {
    c.results.bad_count = &records[7].bad;
    c.results.status = records[PAIRS].left - 3;
    c.count = sizeof records->left;
    assert_int_equal(call_query(&c, q, NULL), LGJK_OK);
  }
  ++c.count;
  expect_overlap(&c, OVERLAP, "results->status", "a->pose");
  --c.count;
  c.results.bad_count = (uint64_t*)(void*)&records[7].bad - 3;
  expect_overlap(&c, OVERLAP, "results->bad_count", "a->pose");
  call_close(&c);
}

// An empty range writes the count of bad pairs and nothing else, and reads nothing.
TEST(empty_ranges_overlap_nothing) {
  call c;
  call_open(&c);
  c.count = 0;
  c.results.distance = MEMORY_OF(c.bodies_a.pose);
  c.records_given = MEMORY_OF(c.bodies_a.pose);
  for (query q = OVERLAP; q < QUERIES; ++q) assert_int_equal(call_query(&c, q, NULL), LGJK_OK);
  call_close(&c);
}

// ---------------------------------------------------------------- at random

enum { ARENA = 1 << 14, MOST_BODIES = 6, MOST_PAIRS = 5 };
enum { READ = 1, WRITTEN = 2 };

// Arrays anywhere in an arena of zeros, and what is read and written of it, byte by byte.
typedef struct layout {
  uint64_t arena[ARENA / 8];
  uint8_t use[ARENA];
  uint32_t room; // bytes in which arrays begin
  bool overlaps;
} layout;

static void mark(layout* l, const void* array, size_t size, size_t stride, uint64_t first, uint64_t count,
                 uint8_t use) {
  size_t at = (size_t)((const char*)array - (const char*)l->arena) + stride * first;
  for (; count > 0; --count, at += stride) {
    for (size_t k = 0; k < size; ++k) {
      if (l->use[at + k] == WRITTEN || (use == WRITTEN && l->use[at + k] == READ)) l->overlaps = true;
      if (l->use[at + k] != WRITTEN) l->use[at + k] = use;
    }
  }
}

static void* anywhere(layout* l, uint32_t alignment) {
  return (char*)l->arena + random_below(l->room / alignment) * alignment;
}

static void view_anywhere(layout* l, lgjk_bodiesN* view) {
  view->count = 1 + random_below(MOST_BODIES);
  view->pose_stride = 4 * POSE_FLOATS + 4 * random_below(40);
  view->shape_stride = 4 + 4 * random_below(40);
  view->radius_stride = 4 + 4 * random_below(40);
  view->pose = anywhere(l, 4), view->shape = anywhere(l, 4);
  view->radius = random_below(2) ? anywhere(l, 4) : NULL;
}

static void mark_bodies(layout* l, const lgjk_bodiesN* view, uint32_t named) {
  mark(l, view->pose, 4 * POSE_FLOATS, view->pose_stride, 0, named, READ);
  mark(l, view->shape, 4, view->shape_stride, 0, named, READ);
  if (view->radius != NULL) mark(l, view->radius, 4, view->radius_stride, 0, named, READ);
}

static uint32_t* index_at(const lgjk_pairs* pairs, const uint32_t* indices, uint64_t i) {
  return (uint32_t*)(uintptr_t)(indices + pairs->stride / 4 * i);
}

// Any bodies that both views have, since the two arrays of indices may share memory. What a call reads of the views
// ends with the last body that its pairs name.
static void pairs_anywhere(layout* l, call* c) {
  const uint32_t fewest = c->a->count < c->b->count ? c->a->count : c->b->count;
  uint32_t named_a = 0, named_b = 0;
  c->pairs.stride = 4 + 4 * random_below(20);
  c->pairs.a = anywhere(l, 4), c->pairs.b = anywhere(l, 4);
  c->pairs.count = MOST_PAIRS;
  c->first = random_below(MOST_PAIRS);
  c->count = random_below(MOST_PAIRS + 1 - (uint32_t)c->first);
  mark(l, c->pairs.a, 4, c->pairs.stride, c->first, c->count, READ);
  mark(l, c->pairs.b, 4, c->pairs.stride, c->first, c->count, READ);
  for (uint64_t i = c->first; i < c->first + c->count; ++i) {
    *index_at(&c->pairs, c->pairs.a, i) = random_below(fewest);
    *index_at(&c->pairs, c->pairs.b, i) = random_below(fewest);
  }
  for (uint64_t i = c->first; i < c->first + c->count; ++i) {
    const uint32_t a = *index_at(&c->pairs, c->pairs.a, i), b = *index_at(&c->pairs, c->pairs.b, i);
    if (a >= named_a) named_a = a + 1;
    if (b >= named_b) named_b = b + 1;
  }
  mark_bodies(l, c->a, named_a);
  mark_bodies(l, c->b, named_b);
}

static void results_anywhere(layout* l, call* c, query q) {
  lgjk_results_init(&c->results);
#define ANYWHERE(member, theirs, each, first_query)                          \
  if (q >= first_query && random_below(4) == 0) {                            \
    const size_t size = sizeof *c->answers.member * (each);                  \
    c->results.theirs = anywhere(l, sizeof *c->answers.member == 1 ? 1 : 4); \
    mark(l, c->results.theirs, size, size, c->first, c->count, WRITTEN);     \
  }
  ANSWERS_ARRAYS(ANYWHERE)
#undef ANYWHERE
  c->results.bad_count = anywhere(l, 8);
  mark(l, c->results.bad_count, 8, 8, 0, 1, WRITTEN);
  c->records_given = random_below(2) ? anywhere(l, 4) : NULL;
  if (c->records_given != NULL) mark(l, c->records_given, 16, 16, c->first, c->count, WRITTEN);
}

TEST(layouts_at_random_are_told_apart) {
  enum { ROUNDS = 60000 };
  static layout l;
  uint32_t refused = 0;
  call c;
  call_open(&c);
  const uint64_t seed = random_state = 20267;
  for (uint32_t round = 0; round < ROUNDS; ++round) {
    const query q = (query)(round % QUERIES);
    memset(&l, 0, sizeof l);
    l.room = 64u << random_below(8);
    view_anywhere(&l, &c.bodies_a);
    c.b = random_below(2) ? &c.bodies_b : &c.bodies_a;
    if (c.b == &c.bodies_b) view_anywhere(&l, &c.bodies_b);
    pairs_anywhere(&l, &c);
    results_anywhere(&l, &c, q);
    const int32_t code = call_query(&c, q, NULL);
    refused += l.overlaps;
    if (code == (l.overlaps ? LGJK_ERROR_ARGUMENT : LGJK_OK)) continue;
    fail_msg("round %u of seed %llu: code %d, but %s", round, (unsigned long long)seed, code,
             l.overlaps ? "bytes overlap" : "none do");
  }
  print_message("seed %llu: %u of %u layouts overlap\n", (unsigned long long)seed, refused, (uint32_t)ROUNDS);
  assert_true(refused > ROUNDS / 4 && refused < ROUNDS / 4 * 3);
  call_close(&c);
}

// ----------------------------------------------------------------
// Views and lists of a batch as large, as far apart and as interleaved as they may be: the answers are those of small
// and tight ones.

// More pairs than kernels number at a time, and more bodies than are read without looking ahead.
enum { MANY = 70000 };

// The answers of a good call; after it the same are expected whatever has changed.
static void expect_same(call* c, const answersN expected[QUERIES]) {
  for (query q = OVERLAP; q < QUERIES; ++q) {
    answersN_fill(&c->answers);
    memset(c->records, 0, sizeof c->records);
    assert_int_equal(call_query(c, q, NULL), LGJK_OK);
    assert_true(answersN_difference(&expected[q], &c->answers, 0, PAIRS) == UINT64_MAX);
  }
}

static void expect_first(call* c, answersN expected[QUERIES]) {
  for (query q = OVERLAP; q < QUERIES; ++q) {
    memset(c->records, 0, sizeof c->records);
    assert_int_equal(call_query(c, q, NULL), LGJK_OK);
    expected[q] = c->answers;
    c->answers = answersN_open(PAIRS);
    c->results = answersN_results(&c->answers);
  }
}

// A view of more bodies than there is memory for: only those that pairs name are read.
TEST(a_view_may_be_of_any_size) {
  static const uint32_t counts[] = {0x7FFFFFFFu, 0x80000000u, 0x80000001u, UINT32_MAX};
  call c;
  answersN expected[QUERIES];
  call_open(&c);
  expect_first(&c, expected);
  for (size_t k = 0; k < sizeof counts / sizeof counts[0]; ++k) {
    c.bodies_a.count = counts[k];
    expect_same(&c, expected);
    c.bodies_b.count = counts[k];
    expect_same(&c, expected);
    c.bodies_a.count = 2 * PAIRS;
    expect_same(&c, expected);
    c.mixed.b[7] = counts[k];
    assert_int_equal(call_query(&c, OVERLAP, NULL), LGJK_ERROR_PAIR_INDEX);
    c.mixed.b[7] = 15;
    c.bodies_b.count = 2 * PAIRS;
  }
  for (int q = 0; q < QUERIES; ++q) answersN_close(&expected[q]);
  call_close(&c);
}

// Arrays of {a, b}, {b, a}, and of indices with something between them.
TEST(indices_may_lie_as_they_like) {
  static const struct { uint32_t step, a, b; } ways[] = {{2, 0, 1}, {2, 1, 0}, {3, 0, 2}, {3, 1, 2}};
  uint32_t index[3 * PAIRS];
  call c;
  answersN expected[QUERIES];
  call_open(&c);
  expect_first(&c, expected);
  for (size_t k = 0; k < sizeof ways / sizeof ways[0]; ++k) {
    for (uint32_t i = 0; i < 3 * PAIRS; ++i) index[i] = UINT32_MAX;
    for (uint32_t i = 0; i < PAIRS; ++i) {
      index[ways[k].step * i + ways[k].a] = c.mixed.a[i];
      index[ways[k].step * i + ways[k].b] = c.mixed.b[i];
    }
    c.pairs.a = index + ways[k].a;
    c.pairs.b = index + ways[k].b;
    c.pairs.stride = 4 * ways[k].step;
    expect_same(&c, expected);
    c.bodies_a.count = 80;
    c.bodies_b.count = 81; // the fewer of both are not enough for a list that is read in one pass
    expect_same(&c, expected);
    c.bodies_a.count = 79;
    c.bodies_b.count = 80;
    expect_same(&c, expected); // B's last body is no body of A
    c.bodies_a.count = 80;
    index[ways[k].step * 5 + ways[k].b] = 80;
    lgjk_error error = {.struct_size = sizeof error};
    assert_int_equal(call_query(&c, OVERLAP, &error), LGJK_ERROR_PAIR_INDEX);
    assert_int_equal(error.index, 5);
  }
  for (int q = 0; q < QUERIES; ++q) answersN_close(&expected[q]);
  call_close(&c);
}

// Two views of one array of records of two poses each: B's poses are A's where their addresses are, from wherever
// either view begins.
TEST(views_may_share_an_array) {
  enum { RECORD = 2 * POSE_FLOATS, RECORDS = 2 * PAIRS + 4 };
  static float pose[RECORDS][RECORD];
  static const uint32_t first_float[] = {0, POSE_FLOATS};
  call c;
  call_open(&c);
  for (uint32_t i = 0; i < RECORDS; ++i) {
    memcpy(pose[i], c.mixed.pose + POSE_FLOATS * (i % (2 * PAIRS)), POSE_FLOATS * sizeof(float));
    memcpy(pose[i] + POSE_FLOATS, pose[i], POSE_FLOATS * sizeof(float));
  }
  for (uint32_t way = 0; way < 2 * 9; ++way) {
    const uint32_t from_a = way / 2 / 3, from_b = way / 2 % 3;
    c.bodies_a.pose = pose[from_a];
    c.bodies_b.pose = pose[from_b] + first_float[way % 2];
    c.bodies_a.pose_stride = c.bodies_b.pose_stride = 4 * RECORD;
    for (uint32_t i = 0; i < PAIRS; ++i) {
      c.mixed.a[i] = i + 2;
      c.mixed.b[i] = i % 2 ? i + 2 + from_a - from_b : i + 7;
    }
    for (query q = OVERLAP; q < QUERIES; ++q) {
      assert_int_equal(call_query(&c, q, NULL), LGJK_OK);
      for (uint32_t i = 0; i < PAIRS; ++i) {
        const int same = way % 2 == 0 && c.mixed.a[i] + from_a == c.mixed.b[i] + from_b;
        assert_int_equal(c.answers.status[i] == LGJK_STATUS_BAD, same);
      }
    }
  }
  call_close(&c);
}

// A call of many pairs over views of many bodies, against calls of a few.
TEST(large_calls_are_as_good_as_small_ones) {
  mixedN m;
  assert_int_equal(mixedN_open(&m, 11, MANY, 0), 0);
  answersN whole = answersN_open(MANY), parts = answersN_open(MANY);
  const lgjk_results results = answersN_results(&whole), others = answersN_results(&parts);
  assert_int_equal(call_distanceN(&m.bodies, &m.bodies, &m.pairs, NULL, 0, MANY, &results, NULL, NULL), LGJK_OK);
  for (uint64_t first = 0; first < MANY; first += 7000) {
    assert_int_equal(call_distanceN(&m.bodies, &m.bodies, &m.pairs, NULL, first, 7000, &others, NULL, NULL), LGJK_OK);
  }
  assert_true(answersN_difference(&whole, &parts, 0, MANY) == UINT64_MAX);
  answersN_close(&whole);
  answersN_close(&parts);
  mixedN_close(&m);
}
