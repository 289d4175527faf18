// What the calls that merge and renumber lists of pairs refuse: each row spoils one argument of a call that was good,
// and has the whole text of the error. Nothing is written, except that events and lists are empty.
#include "test.h"
#include "lanegjk/lanegjk_find.h"

enum { EVENTS, MATCH, RENUMBER };
enum { FEW = 4, PATTERN = 0x3C };

// What calls write, besides the members of events and lists.
typedef struct outputs {
  lgjk_event event[2 * FEW];
  uint32_t index[FEW], a[FEW], b[FEW];
  uint8_t touching[FEW];
} outputs;

// A call that is good, and that a test then spoils: its arguments, and what they name.
typedef struct call {
  int which;
  outputs out;
  uint32_t a[FEW], b[FEW], order[FEW], bodies_a, bodies_b;
  uint64_t scratch[3 * FEW];
  uint8_t status[FEW], touching[FEW];
  lgjk_pairs pairs[2];
  lgjk_touches touches[2];
  lgjk_events events, *events_given;
  lgjk_pair_list now, *now_given;
  const lgjk_pairs* pairs_given[2];
  const lgjk_touches* touches_given[2];
  const uint32_t *order_a, *order_b;
  void* memory;
} call;

static int32_t run(call* c, lgjk_error* error) {
  switch (c->which) {
    case EVENTS:
      return lgjk_pair_events(c->touches_given[0], c->touches_given[1], c->status, NULL, 0, NULL, NULL, c->events_given,
                              error);
    case MATCH: return lgjk_pairs_match(c->pairs_given[0], c->pairs_given[1], c->out.index, NULL, error);
    default:
      return lgjk_pairs_renumber(c->pairs_given[0], c->order_a, c->bodies_a, c->order_b, c->bodies_b, c->now_given,
                                 c->out.index, c->memory, sizeof c->scratch, error);
  }
}

// Fills all that a call may write.
static void fill(call* c) {
  memset(&c->out, PATTERN, sizeof c->out);
  c->events.count = 7;
  c->now.count = c->now.bad_bodies = c->now.dropped = c->now.compared = c->now.cut = 7;
}

static void open_lists(call* c) {
  for (uint32_t i = 0; i < FEW; ++i) { // (0, 1), (0, 2), (1, 2), (1, 3)
    c->a[i] = i / 2;
    c->b[i] = c->a[i] + 1 + i % 2;
    c->order[i] = FEW - 1 - i;
    c->status[i] = LGJK_STATUS_OVERLAPPING;
  }
  for (int k = 0; k < 2; ++k) {
    c->pairs[k] = (lgjk_pairs){.struct_size = sizeof c->pairs[k], .a = c->a, .b = c->b, .count = FEW};
    lgjk_touches_init(&c->touches[k]);
    c->touches[k].pairs = c->pairs_given[k] = &c->pairs[k];
    c->touches[k].touching = k == 0 ? c->touching : c->out.touching;
    c->touches_given[k] = &c->touches[k];
  }
}

// Opens a call, expects that it is good, and fills again what it has written.
static void open_call(call* c, int which) {
  memset(c, 0, sizeof *c);
  c->which = which;
  open_lists(c);
  lgjk_events_init(&c->events);
  c->events.event = c->out.event;
  c->events.capacity = 2 * FEW;
  c->events_given = &c->events;
  lgjk_pair_list_init(&c->now);
  c->now.a = c->out.a;
  c->now.b = c->out.b;
  c->now.capacity = FEW;
  c->now_given = &c->now;
  c->order_a = c->order_b = c->order;
  c->bodies_a = c->bodies_b = FEW;
  c->memory = c->scratch;
  fill(c);
  assert_int_equal(run(c, NULL), LGJK_OK);
  if (which == EVENTS) assert_int_equal(c->events.count, FEW);
  if (which == RENUMBER) assert_int_equal(c->now.count, FEW);
  fill(c);
}

// Events and lists are emptied where they are such.
static void expect_refused(call* c, uint64_t index, const char* text) {
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_events events = c->events;
  lgjk_pair_list now = c->now;
  outputs out;
  memset(&out, PATTERN, sizeof out);
  if (c->which == EVENTS && c->events_given != NULL && events.struct_size == sizeof events) events.count = 0;
  if (c->which == RENUMBER && c->now_given != NULL && now.struct_size == sizeof now)
    now.count = now.bad_bodies = now.dropped = now.compared = now.cut = 0;
  for (int turn = 0; turn < 2; ++turn) {
    assert_int_equal(run(c, turn == 0 ? &error : NULL), LGJK_ERROR_ARGUMENT);
    assert_memory_equal(&c->out, &out, sizeof out);
    assert_memory_equal(&c->events, &events, sizeof events);
    assert_memory_equal(&c->now, &now, sizeof now);
  }
  assert_string_equal(error.text, text);
  assert_int_equal(error.code, LGJK_ERROR_ARGUMENT);
  assert_int_equal(error.index, index);
}

// `index` and `text` may be of the call after the change, `c`.
#define EXPECT_INDEX(which, index, text, ...) \
  do {                                        \
    call c;                                   \
    open_call(&c, which);                     \
    __VA_ARGS__;                              \
    expect_refused(&c, index, text);          \
  } while (0)
#define EXPECT(which, text, ...) EXPECT_INDEX(which, 0, text, __VA_ARGS__)
#define EXPECT_SIZE(which, name, object, init) \
  EXPECT(which, size_text(name, sizeof c.object, init), c.object.struct_size = 1)

// Returns a text that is kept until the next.
static const char* size_text(const char* name, size_t size, const char* init) {
  static char text[200];
  snprintf(text, sizeof text, "%s->struct_size is 1, not %u: was %s called?", name, (unsigned)size, init);
  return text;
}

TEST(wrong_touches_and_events_are_named) {
  EXPECT_SIZE(EVENTS, "before", touches[0], "lgjk_touches_init");
  EXPECT_SIZE(EVENTS, "now", touches[1], "lgjk_touches_init");
  EXPECT_SIZE(EVENTS, "before->pairs", pairs[0], "lgjk_pairs_init");
  EXPECT_SIZE(EVENTS, "events", events, "lgjk_events_init");
  EXPECT(EVENTS, "before is NULL", c.touches_given[0] = NULL);
  EXPECT(EVENTS, "now is NULL", c.touches_given[1] = NULL);
  EXPECT(EVENTS, "events is NULL", c.events_given = NULL);
  EXPECT(EVENTS, "before->reserved is not 0", c.touches[0].reserved = 1);
  EXPECT(EVENTS, "now->reserved is not 0", c.touches[1].reserved = 1);
  EXPECT(EVENTS, "before->pairs is NULL", c.touches[0].pairs = NULL);
  EXPECT(EVENTS, "now->pairs->stride is 6, not a multiple of 4", c.pairs[1].stride = 6);
  EXPECT(EVENTS, "before has 2^32 - 1 pairs or more", c.pairs[0].count = UINT32_MAX);
  EXPECT(EVENTS, "now has 2^32 - 1 pairs or more", c.pairs[1].count = UINT64_MAX);
}

// An address without memory, which nothing reads. Lists as long as 2^32 pairs would overlap others anywhere else.
static const uint32_t* nowhere(int part) { return (const uint32_t*)((uintptr_t)part << 40); }

static void make_long(lgjk_pairs* pairs, uint64_t count) {
  pairs->count = count;
  pairs->a = nowhere(1);
  pairs->b = nowhere(2);
}

TEST(wrong_lists_to_match_are_named) {
  EXPECT(MATCH, "before is NULL", c.pairs_given[0] = NULL);
  EXPECT(MATCH, "now is NULL", c.pairs_given[1] = NULL);
  EXPECT_SIZE(MATCH, "now", pairs[1], "lgjk_pairs_init");
  EXPECT(MATCH, "now->stride is 10, not a multiple of 4", c.pairs[1].stride = 10);
  EXPECT_INDEX(MATCH, 3, "before: pair 3 does not come after the one before it by (a, b)", c.b[3] = 2);
  EXPECT(MATCH, "before has 2^32 - 1 pairs or more", make_long(&c.pairs[0], UINT32_MAX));
  EXPECT(MATCH, "now has 2^32 - 1 pairs or more", (c.pairs[0].count = 0, make_long(&c.pairs[1], UINT32_MAX)));
}

TEST(wrong_lists_to_renumber_are_named) {
  EXPECT(RENUMBER, "before is NULL", c.pairs_given[0] = NULL);
  EXPECT(RENUMBER, "before->stride is 7, not a multiple of 4", c.pairs[0].stride = 7);
  EXPECT(RENUMBER, "before has 2^32 - 1 pairs or more", c.pairs[0].count = UINT32_MAX);
  EXPECT(RENUMBER, "now is NULL", c.now_given = NULL);
  EXPECT_SIZE(RENUMBER, "now", now, "lgjk_pair_list_init");
  EXPECT(RENUMBER, "now->flags is not 0", c.now.flags = LGJK_LIST_FIT);
  EXPECT(RENUMBER, "bodies_a and bodies_b differ, but the order is the same", c.bodies_b = 3);
  EXPECT(RENUMBER, "scratch is NULL", c.memory = NULL);
  EXPECT(RENUMBER, "scratch is not aligned to 8 bytes", c.memory = (char*)c.memory + 4);
  EXPECT(RENUMBER, "before: pair 0 has body 0 of a, but bodies_a is 0", c.bodies_a = c.bodies_b = 0);
  EXPECT_INDEX(RENUMBER, 3, "before: pair 3 has body 3 of b, but bodies_b is 3", (c.order_a = NULL, c.bodies_b = 3));
  EXPECT_INDEX(RENUMBER, 2, "before: pair 2 has body 1 of a, but bodies_a is 1", (c.order_b = NULL, c.bodies_a = 1));
}
