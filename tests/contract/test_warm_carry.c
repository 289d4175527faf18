// Warm records find their pairs again: against a quadratic search on random lists, in every layout of the index arrays,
// and with each argument that cannot be meant, where nothing may be written.
#include "test.h"
#include "lanegjk/lanegjk.h"
#include "test_random.h"

#define MOST 200

// A list of pairs in memory of its own, of any stride.
typedef struct list {
  uint32_t index[8 * MOST];
  lgjk_pairs pairs;
  lgjk_warm records[MOST];
} list;

static uint32_t* index_of(const list* l, const uint32_t* base, uint64_t i) {
  const uint32_t stride = l->pairs.stride > 0 ? l->pairs.stride / 4 : 1;
  return (uint32_t*)(base + i * stride);
}

// Every (a, b) of a span x span square is taken with probability 1/sparsity, in ascending order; indices reach
// UINT32_MAX.
static void fill(list* l, uint32_t stride, uint32_t span, uint32_t sparsity) {
  lgjk_pairs_init(&l->pairs);
  memset(l->records, 0, sizeof l->records);
  l->pairs.stride = stride;
  l->pairs.a = l->index;
  l->pairs.b = stride >= 8 ? l->index + 1 : l->index + MOST;
  for (uint32_t k = 0; k < span * span && l->pairs.count < MOST; ++k) {
    if (random_below(sparsity) != 0) continue;
    const uint64_t i = l->pairs.count++;
    *index_of(l, l->pairs.a, i) = k / span < span / 2 ? k / span : UINT32_MAX - (span - k / span);
    *index_of(l, l->pairs.b, i) = k % span < span / 2 ? k % span : UINT32_MAX - (span - 1 - k % span);
    for (int w = 0; w < 4; ++w) l->records[i].word[w] = 1 + random_below(1000000);
  }
}

static const lgjk_warm* find(const list* from, uint32_t a, uint32_t b) {
  for (uint64_t i = 0; i < from->pairs.count; ++i) {
    if (*index_of(from, from->pairs.a, i) == a && *index_of(from, from->pairs.b, i) == b) return &from->records[i];
  }
  return NULL;
}

TEST(records_follow_their_pairs) {
  static list from, to;
  const lgjk_warm cold = {{0, 0, 0, 0}};
  const uint32_t strides[] = {0, 4, 8, 12, 16};
  random_state = 1;
  uint64_t carried = 0, fresh = 0;
  for (int round = 0; round < 500; ++round) {
    fill(&from, strides[random_below(5)], 1 + random_below(14), 1 + random_below(4));
    fill(&to, strides[random_below(5)], 1 + random_below(14), 1 + random_below(4));
    lgjk_warm result[MOST + 1];
    memset(result, 0x5A, sizeof result);
    lgjk_error error = {.struct_size = sizeof error};
    assert_int_equal(lgjk_warm_carry(&from.pairs, from.records, &to.pairs, result, NULL, &error), LGJK_OK);
    assert_int_equal(error.code, LGJK_OK);
    for (uint64_t i = 0; i < to.pairs.count; ++i) {
      const lgjk_warm* old = find(&from, *index_of(&to, to.pairs.a, i), *index_of(&to, to.pairs.b, i));
      assert_memory_equal(&result[i], old != NULL ? old : &cold, sizeof cold);
      carried += old != NULL;
      fresh += old == NULL;
    }
    for (int w = 0; w < 4; ++w) assert_int_equal(result[to.pairs.count].word[w], 0x5A5A5A5Au);
  }
  assert_true(carried > 1000 && fresh > 1000);
}

TEST(empty_lists_need_no_arrays) {
  static list some;
  random_state = 2;
  fill(&some, 8, 8, 2);
  lgjk_pairs empty = {.struct_size = sizeof empty};
  lgjk_warm result[MOST];
  memset(result, 0x5A, sizeof result);
  assert_int_equal(lgjk_warm_carry(&empty, NULL, &some.pairs, result, NULL, NULL), LGJK_OK);
  for (uint64_t i = 0; i < 4 * some.pairs.count; ++i) assert_int_equal(result[i / 4].word[i % 4], 0);
  assert_int_equal(lgjk_warm_carry(&some.pairs, some.records, &empty, NULL, NULL, NULL), LGJK_OK);
  assert_int_equal(lgjk_warm_carry(&empty, NULL, &empty, NULL, NULL, NULL), LGJK_OK);
}

// Lists longer than what is checked at once: the first pair out of order is named wherever it is, and nothing is
// written.
TEST(long_lists_are_checked_whole) {
  enum { LONG = 5000 };
  static uint32_t index[2 * LONG];
  static lgjk_warm records[LONG], result[LONG];
  static const uint32_t wrong[] = {8, 14, 1023, 1024, 1025, 1026, 2048, 2049, 4999};
  for (uint32_t stride = 4; stride <= 8; stride += 4) {
    lgjk_pairs pairs = {.struct_size = sizeof pairs, .stride = stride, .a = index};
    pairs.b = stride == 8 ? index + 1 : index + LONG;
    pairs.count = LONG;
    uint32_t *a = index, *b = stride == 8 ? index + 1 : index + LONG;
    for (uint32_t i = 0; i < LONG; ++i) {
      a[i * (stride / 4)] = i / 7;
      b[i * (stride / 4)] = 0x80000000u - 3 + i % 7; // a comparison with signs would find it out of order
      records[i].word[0] = i + 1;
    }
    assert_int_equal(lgjk_warm_carry(&pairs, records, &pairs, result, NULL, NULL), LGJK_OK);
    assert_memory_equal(result, records, sizeof records);
    for (uint32_t k = 0; k < sizeof wrong / sizeof wrong[0]; ++k) {
      lgjk_error error = {.struct_size = sizeof error};
      uint32_t* changed = &a[wrong[k] * (stride / 4)];
      const uint32_t before = *changed;
      *changed = 0;
      memset(result, 0x5A, sizeof result);
      assert_int_equal(lgjk_warm_carry(&pairs, records, &pairs, result, NULL, &error), LGJK_ERROR_ARGUMENT);
      assert_int_equal(error.index, wrong[k]);
      assert_int_equal(result[0].word[0], 0x5A5A5A5Au);
      *changed = before;
    }
  }
}

// ---------------------------------------------------------------- errors

typedef struct call {
  list from, to;
  const lgjk_pairs* from_pairs;
  const lgjk_pairs* to_pairs;
  const lgjk_warm* from_records;
  lgjk_warm* to_records;
} call;

static call good_call;

static call* begin(void) {
  static call c;
  random_state = 3;
  memset(&c, 0, sizeof c);
  fill(&c.from, 8, 6, 1);
  fill(&c.to, 0, 6, 1);
  c.from_pairs = &c.from.pairs;
  c.to_pairs = &c.to.pairs;
  c.from_records = c.from.records;
  c.to_records = c.to.records;
  memset(c.to.records, 0x5A, sizeof c.to.records);
  good_call = c;
  return &c;
}

static void expect_error(const call* c, uint64_t index, const char* text) {
  lgjk_error error = {.struct_size = sizeof error};
  assert_int_equal(lgjk_warm_carry(c->from_pairs, c->from_records, c->to_pairs, c->to_records, NULL, &error),
                   LGJK_ERROR_ARGUMENT);
  assert_int_equal(error.code, LGJK_ERROR_ARGUMENT);
  assert_string_equal(error.text, text);
  assert_int_equal(error.index, index);
  assert_memory_equal(c->to.records, good_call.to.records, sizeof c->to.records);
  assert_memory_equal(c->from.records, good_call.from.records, sizeof c->from.records);
}

#define EXPECT(change, index, text) \
  do {                              \
    call* c = begin();              \
    change;                         \
    expect_error(c, index, text);   \
  } while (0)

static const void* odd(const void* array) { return (const char*)array + 2; }

TEST(bad_arguments_are_named) {
  EXPECT(c->from_pairs = NULL, 0, "from is NULL");
  EXPECT(c->to_pairs = NULL, 0, "to is NULL");
  EXPECT(c->from_records = NULL, 0, "from_records is NULL");
  EXPECT(c->to_records = NULL, 0, "to_records is NULL");
  EXPECT(c->from.pairs.a = NULL, 0, "from->a is NULL");
  EXPECT(c->to.pairs.b = NULL, 0, "to->b is NULL");
  EXPECT(c->from.pairs.a = odd(c->from.pairs.a), 0, "from->a is not aligned to 4 bytes");
  EXPECT(c->to.pairs.b = odd(c->to.pairs.b), 0, "to->b is not aligned to 4 bytes");
  EXPECT(c->from_records = odd(c->from_records), 0, "from_records is not aligned to 4 bytes");
  EXPECT(c->to_records = (void*)(uintptr_t)odd(c->to_records), 0, "to_records is not aligned to 4 bytes");
  EXPECT(c->from.pairs.stride = 6, 0, "from->stride is 6, not a multiple of 4");
  EXPECT(c->to.pairs.stride = 1, 0, "to->stride is 1, not a multiple of 4");
  EXPECT(c->to.pairs.struct_size = 0, 0, "to->struct_size is 0, not 32: was lgjk_pairs_init called?");
  EXPECT(c->from.pairs.struct_size = 99, 0, "from->struct_size is 99, not 32: was lgjk_pairs_init called?");
}

TEST(overlapping_records_are_refused) {
  EXPECT(c->to_records = c->from.records, 0, "to_records overlaps from_records");
  EXPECT(c->to_records = c->from.records + 35, 0, "to_records overlaps from_records");
  EXPECT(c->from_records = c->to.records + 35, 0, "to_records overlaps from_records");
  EXPECT(c->to_records = (lgjk_warm*)(void*)c->from.index, 0, "to_records overlaps from->a");
  EXPECT(c->to_records = (lgjk_warm*)(void*)(c->from.index + 71), 0, "to_records overlaps from->b");
  EXPECT(c->to_records = (lgjk_warm*)(void*)(c->to.index + 35), 0, "to_records overlaps to->a");
  EXPECT(c->to_records = (lgjk_warm*)(void*)(c->to.index + MOST), 0, "to_records overlaps to->b");
  call* c = begin();
  assert_int_equal(c->from.pairs.count, 36);
  c->to_records = c->from.records + 36;
  assert_int_equal(lgjk_warm_carry(c->from_pairs, c->from_records, c->to_pairs, c->to_records, NULL, NULL), LGJK_OK);
}

// An empty list has no records, wherever they are said to be.
TEST(records_of_an_empty_list_overlap_none) {
  for (int empty = 0; empty < 2; ++empty) {
    call* c = begin();
    (empty ? &c->to : &c->from)->pairs.count = 0;
    c->from_records = empty ? c->from.records : c->to.records + 3;
    c->to_records = empty ? c->from.records + 3 : c->to.records;
    assert_int_equal(lgjk_warm_carry(c->from_pairs, c->from_records, c->to_pairs, c->to_records, NULL, NULL), LGJK_OK);
  }
}

TEST(lists_out_of_order_are_refused) {
  EXPECT(*index_of(&c->from, c->from.pairs.b, 2) = 1, 2,
         "from: pair 2 does not come after the one before it by (a, b)");
  EXPECT(*index_of(&c->to, c->to.pairs.a, 35) = 0, 35, "to: pair 35 does not come after the one before it by (a, b)");
  EXPECT(*index_of(&c->to, c->to.pairs.a, 0) = 1, 1, "to: pair 1 does not come after the one before it by (a, b)");
}
