// Warm records are guesses, checked as such: zeroed, stale, of the wrong pair, of swapped sides, of other shapes,
// random bytes. Whatever they hold, the verdict is the cold one, and distances and witness points are true within the
// contract by the oracle. A snapshot of records reproduces bits, a pair's record does not depend on its neighbours, and
// records carried over a changing list give right answers. Compiled once for each dimension.
// In the environment LGJK_TEST_SEED=n makes other pairs, LGJK_TEST_ROUNDS=n at most so many records of a kind for each,
// LGJK_TEST_PAIRS=n fewer pairs where records are compared bit by bit, and a sixth of the others.
#include "query_pairs.h"
#include "built.h"
#include "inputs.h"
#include "test_random.h"
#include "touch.h"

// The oracle takes 10 to 140 ms for a pair of curved cores.
enum { PAIRS = 120, CURVED_PAIRS = 40, MOST_FAMILIES = 64, RANDOM_SEEDS = DIM == 2 ? 6 : 3 };

_Static_assert(sizeof(lgjk_warm) == 16, "a snapshot is 16 bytes per pair");

static uint64_t seed = 20263;
static uint32_t most_rounds = RANDOM_SEEDS;

static lgjk_pairs swapped_sides(const lgjk_pairs* pairs) {
  lgjk_pairs swapped = *pairs;
  swapped.a = pairs->b;
  swapped.b = pairs->a;
  return swapped;
}

static void call_query(const lgjk_bodiesN* bodies, const lgjk_pairs* pairs, lgjk_warm* records, query q,
                       const answersN* answers) {
  query_pairs(q, bodies, pairs, records, NULL, answers);
}

// ---------------------------------------------------------------- a family, its truth, its cold answers

typedef struct fixture {
  familiesN_batch batch;
  uint32_t count; // pairs: at most PAIRS
  oracleN_table* table;
  truth truths[PAIRS];
  answersN overlap, distance;              // cold
  answersN answers;                        // of the run under test
  float moved[3][2 * POSE_FLOATS * PAIRS]; // poses of earlier frames
  lgjk_warm foreign[PAIRS];                // records of another family
  lgjk_warm records[PAIRS];                // what a kind of record has made up
} fixture;

static void fixture_open(fixture* f, uint32_t family) {
  familiesN_batch other;
  f->count = strncmp(familiesN_name(family), "curved", 6) == 0 ? CURVED_PAIRS : PAIRS;
  if (getenv("LGJK_TEST_PAIRS") != NULL) f->count = (f->count + 5) / 6;
  assert_int_equal(familiesN_make(&f->batch, family, seed, f->count, NULL), LGJK_OK);
  assert_int_equal(familiesN_make(&other, (family * 5 + 3) % familiesN_count(), seed, f->count, NULL), LGJK_OK);
  f->table = oracleN_table_create(f->batch.shapes);
  f->overlap = answersN_open(f->count);
  f->distance = answersN_open(f->count);
  f->answers = answersN_open(f->count);
  call_query(&f->batch.bodies, &f->batch.pairs, NULL, OVERLAP, &f->overlap);
  call_query(&f->batch.bodies, &f->batch.pairs, NULL, DISTANCE, &f->distance);
  for (uint32_t i = 0; i < f->count; ++i) {
    f->truths[i] = truth_of(f->table, &f->batch.bodies, &f->batch.pairs, i);
  }
  for (uint32_t k = 0; k < 3; ++k) familiesN_move(&f->batch, seed + k, f->moved[k]);
  memset(f->foreign, 0, sizeof f->foreign);
  call_query(&other.bodies, &other.pairs, f->foreign, DISTANCE, &f->answers);
  familiesN_free(&other);
}

static void fixture_close(fixture* f) {
  answersN_close(&f->overlap);
  answersN_close(&f->distance);
  answersN_close(&f->answers);
  oracleN_table_destroy(f->table);
  familiesN_free(&f->batch);
}

// ---------------------------------------------------------------- kinds of records

// Records that the earlier frames left, of alternating queries.
static void make_stale(fixture* f, const lgjk_pairs* pairs) {
  lgjk_bodiesN bodies = f->batch.bodies;
  memset(f->records, 0, sizeof f->records);
  for (uint32_t k = 0; k < 3; ++k) {
    bodies.pose = f->moved[k];
    call_query(&bodies, pairs, f->records, (query)((k + 1) % QUERIES), &f->answers);
  }
}

static void zeroed(fixture* f) { memset(f->records, 0, sizeof f->records); }
static void stale(fixture* f) { make_stale(f, &f->batch.pairs); }

static void from_overlap(fixture* f) {
  zeroed(f);
  call_query(&f->batch.bodies, &f->batch.pairs, f->records, OVERLAP, &f->answers);
}

static void from_distance(fixture* f) {
  zeroed(f);
  call_query(&f->batch.bodies, &f->batch.pairs, f->records, DISTANCE, &f->answers);
}

static void from_contact(fixture* f) {
  zeroed(f);
  call_query(&f->batch.bodies, &f->batch.pairs, f->records, CONTACT, &f->answers);
}

static void of_swapped_sides(fixture* f) {
  const lgjk_pairs swapped = swapped_sides(&f->batch.pairs);
  make_stale(f, &swapped);
}

static void of_the_wrong_pair(fixture* f) {
  stale(f);
  random_shuffle(f->records, f->count, sizeof f->records[0]);
}

static void of_other_shapes(fixture* f) { memcpy(f->records, f->foreign, sizeof f->records); }

static void random_bytes(fixture* f) {
  for (uint32_t i = 0; i < f->count; ++i) {
    for (uint32_t k = 0; k < 4; ++k) f->records[i].word[k] = random_bits();
  }
}

// As the library would write them, except for what they say.
static void random_but_well_formed(fixture* f) {
  for (uint32_t i = 0; i < f->count; ++i) {
    const uint32_t mask = DIM == 2 || i % 2 == 0 ? 0x07070707u : 0x1F1F1F1Fu;
    const uint32_t indices[2] = {random_bits() & mask, random_bits() & mask};
    f->records[i] = (lgjk_warm){{random_bits(), indices[0], indices[1], random_below(DIM == 2 ? 5 : DIM + 2)}};
  }
}

// As a depth in 3D leaves them, but of any pair, apart or not, and after any number of supports.
static void random_normals(fixture* f) {
  for (uint32_t i = 0; i < f->count; ++i) {
    f->records[i] = (lgjk_warm){{i % 16 ? random_bits() : 0, random_bits() >> i % 32, 0, RECORD_NAMES_DEPTH}};
  }
}

// As a distance of two boxes leaves them, but any places: half of the coordinates are at an end, or beyond.
static void random_places(fixture* f) {
  for (uint32_t i = 0; i < f->count; ++i) {
    uint32_t place[2] = {random_bits(), random_bits()};
    for (int k = 0; k < 6; ++k) {
      if (random_below(2) == 0) place[k & 1] = (place[k & 1] & ~(0x1FFu << 10 * (k >> 1))) | 0x100u << 10 * (k >> 1);
    }
    f->records[i] = (lgjk_warm){{random_bits(), place[0], place[1], RECORD_NAMES_POINTS}};
  }
}

// One bit of a good record is wrong.
static void with_a_flipped_bit(fixture* f) {
  from_distance(f);
  for (uint32_t i = 0; i < f->count; ++i) f->records[i].word[random_below(4)] ^= 1u << random_below(32);
}

static void all_ones(fixture* f) { memset(f->records, 0xFF, sizeof f->records); }

static const struct kind {
  const char* name;
  void (*make)(fixture* f);
  uint32_t rounds;
} KINDS[] = {
    {"zeroed", zeroed, 1},
    {"left by overlap", from_overlap, 1},
    {"left by distance", from_distance, 1},
    {"left by contact", from_contact, 1},
    {"stale", stale, 1},
    {"of swapped sides", of_swapped_sides, 1},
    {"of the wrong pair", of_the_wrong_pair, 2},
    {"of other shapes", of_other_shapes, 1},
    {"with a flipped bit", with_a_flipped_bit, RANDOM_SEEDS},
    {"random bytes", random_bytes, RANDOM_SEEDS},
    {"random but well-formed", random_but_well_formed, RANDOM_SEEDS},
    {"random normals of depths", random_normals, RANDOM_SEEDS},
    {"random places", random_places, RANDOM_SEEDS},
    {"all ones", all_ones, 1},
};

// ---------------------------------------------------------------- what must hold

static void complain(const fixture* f, const char* kind, uint32_t i, const lgjk_warm* record) {
  print_message("  records %s, pair %u, LGJK_TEST_SEED=%llu: cold %s %.9g, warm %s %.9g, from %08x %08x %08x %08x\n",
                kind, i, (unsigned long long)seed, lgjk_status_text(f->distance.status[i]),
                (double)f->distance.distance[i], lgjk_status_text(f->answers.status[i]), (double)f->answers.distance[i],
                record->word[0], record->word[1], record->word[2], record->word[3]);
  fail_msg("a record changed what is true");
}

// The verdict of both cold runs; statuses alike except for ellipses that reach the iteration limit on one way only.
static int same_verdict(uint8_t cold, uint8_t warm) {
  const int overlaps = cold == LGJK_STATUS_OVERLAPPING;
  if (overlaps != (warm == LGJK_STATUS_OVERLAPPING)) return 0;
  return cold == warm || cold == LGJK_STATUS_LIMIT || warm == LGJK_STATUS_LIMIT;
}

static void expect_truth(const fixture* f, const char* kind, const lgjk_warm* given) {
  const answersN* r = &f->answers;
  for (uint32_t i = 0; i < f->count; ++i) {
    const bool true_enough = truth_is_kept(&f->truths[i], r, i);
    if (!true_enough || !same_verdict(f->distance.status[i], r->status[i])) complain(f, kind, i, &given[i]);
  }
}

static void expect_verdicts(const fixture* f, const char* kind, const lgjk_warm* given) {
  for (uint32_t i = 0; i < f->count; ++i) {
    const int same = same_verdict(f->overlap.status[i], f->answers.status[i]) &&
                     same_verdict(f->distance.status[i], f->answers.status[i]);
    if (!same) complain(f, kind, i, &given[i]);
  }
}

static void expect_contacts(const fixture* f, const char* kind, const lgjk_warm* given) {
  const answersN* r = &f->answers;
  for (uint32_t i = 0; i < f->count; ++i) {
    const bool true_enough = truth_is_touched(&f->truths[i], r, i);
    if (!true_enough || !same_verdict(f->distance.status[i], r->status[i])) complain(f, kind, i, &given[i]);
  }
}

// Each query from the same records, then once more from what they left.
static void check_kind(fixture* f, const struct kind* kind) {
  static lgjk_warm given[PAIRS], for_distance[PAIRS], for_overlap[PAIRS], for_contact[PAIRS];
  kind->make(f);
  memcpy(given, f->records, sizeof given);
  memcpy(for_distance, given, sizeof given);
  memcpy(for_overlap, given, sizeof given);
  memcpy(for_contact, given, sizeof given);
  for (uint32_t pass = 0; pass < 2; ++pass) {
    call_query(&f->batch.bodies, &f->batch.pairs, for_distance, DISTANCE, &f->answers);
    expect_truth(f, kind->name, given);
    call_query(&f->batch.bodies, &f->batch.pairs, for_overlap, OVERLAP, &f->answers);
    expect_verdicts(f, kind->name, given);
    call_query(&f->batch.bodies, &f->batch.pairs, for_contact, CONTACT, &f->answers);
    expect_contacts(f, kind->name, given);
  }
}

static void records_never_change_what_is_true(void** state) {
  static fixture f;
  random_state = seed;
  fixture_open(&f, *(const uint32_t*)*state);
  for (uint32_t k = 0; k < sizeof KINDS / sizeof KINDS[0]; ++k) {
    for (uint32_t round = 0; round < KINDS[k].rounds && round < most_rounds; ++round) check_kind(&f, &KINDS[k]);
  }
  fixture_close(&f);
}

// ---------------------------------------------------------------- snapshots

TEST(a_snapshot_reproduces_bits) {
  for (uint32_t number = 0; number < inputsN_count(); ++number) {
    inputN input;
    if (!test_has(inputsN_name(number), inputsN_missing(number))) continue;
    assert_int_equal(inputsN_open(&input, number, seed, inputsN_pairs(500)), 0);
    const size_t count = (size_t)input.pairs.count, size = count * sizeof(lgjk_warm);
    lgjk_warm *records = calloc(1, size), *snapshot = calloc(1, size), *after = calloc(1, size);
    answersN first = answersN_open(count), second = answersN_open(count);
    for (uint32_t frame = 0; frame < 4; ++frame, inputsN_advance(&input)) {
      memcpy(snapshot, records, size);
      call_query(&input.bodies, &input.pairs, records, (query)(frame % QUERIES), &first);
      memcpy(after, snapshot, size);
      call_query(&input.bodies, &input.pairs, after, (query)(frame % QUERIES), &second);
      assert_int_equal(answersN_difference(&first, &second, 0, count), UINT64_MAX);
      assert_memory_equal(records, after, size);
    }
    answersN_close(&first);
    answersN_close(&second);
    free(records);
    free(snapshot);
    free(after);
    inputsN_close(&input);
  }
}

// ---------------------------------------------------------------- neighbours

// Every third pair in a list of its own, from the same records.
TEST(records_do_not_depend_on_neighbours) {
  for (uint32_t number = 0; number < inputsN_count(); ++number) {
    inputN input;
    if (!test_has(inputsN_name(number), inputsN_missing(number))) continue;
    assert_int_equal(inputsN_open(&input, number, seed, inputsN_pairs(500)), 0);
    const size_t count = (size_t)input.pairs.count, few = (count + 2) / 3;
    lgjk_warm *records = calloc(count, sizeof *records), *alone = calloc(few, sizeof *alone);
    uint32_t *a = malloc(few * sizeof *a), *b = malloc(few * sizeof *b);
    answersN all = answersN_open(count), some = answersN_open(few);
    lgjk_pairs pairs = input.pairs;
    pairs.a = a;
    pairs.b = b;
    pairs.count = few;
    for (uint32_t frame = 0; frame < 4; ++frame, inputsN_advance(&input)) {
      for (size_t i = 0; i < few; ++i) {
        a[i] = input.pairs.a[3 * i];
        b[i] = input.pairs.b[3 * i];
        alone[i] = records[3 * i];
      }
      call_query(&input.bodies, &input.pairs, records, (query)(frame % QUERIES), &all);
      call_query(&input.bodies, &pairs, alone, (query)(frame % QUERIES), &some);
      for (size_t i = 0; i < few; ++i) {
        if (!answersN_same_at(&all, 3 * i, &some, i)) fail_msg("%s: answer %u", input.name, (unsigned)(3 * i));
        assert_memory_equal(&records[3 * i], &alone[i], sizeof *alone);
      }
    }
    answersN_close(&all);
    answersN_close(&some);
    free(records);
    free(alone);
    free(a);
    free(b);
    inputsN_close(&input);
  }
}

// ---------------------------------------------------------------- carried records

enum { CARRIED = 2000, CARRY_FRAMES = 12 };

// This frame's part of a scene's sorted list: about nine pairs in ten.
typedef struct sublist {
  uint32_t a[CARRIED], b[CARRIED];
  lgjk_warm records[CARRIED];
  lgjk_pairs pairs;
} sublist;

static void choose_pairs(sublist* list, const sceneN* scene) {
  list->pairs = (lgjk_pairs){.struct_size = sizeof list->pairs, .a = list->a, .b = list->b};
  for (uint32_t i = 0; i < scene->pair_count; ++i) {
    if (random_below(10) == 0) continue;
    list->a[list->pairs.count] = scene->a[i];
    list->b[list->pairs.count++] = scene->b[i];
  }
}

static void compare_with_cold(const inputN* input, const oracleN_table* table, const sublist* list,
                              const answersN* warm) {
  answersN cold = answersN_open(list->pairs.count);
  call_query(&input->bodies, &list->pairs, NULL, DISTANCE, &cold);
  for (uint32_t i = 0; i < list->pairs.count; ++i) {
    const oracleN_body a = truth_body(table, &input->bodies, list->a[i]);
    const oracleN_body b = truth_body(table, &input->bodies, list->b[i]);
    assert_int_equal(cold.status[i], warm->status[i]);
    assert_true(fabsl((long double)cold.distance[i] - (long double)warm->distance[i]) <= 2 * oracleN_band(&a, &b));
  }
  answersN_close(&cold);
}

TEST(carried_records_give_right_answers) {
  static sublist lists[2];
  random_state = seed;
  for (uint32_t number = familiesN_count(); number < inputsN_count(); ++number) {
    inputN input;
    if (!test_has(inputsN_name(number), inputsN_missing(number))) continue;
    assert_int_equal(inputsN_open(&input, number, seed, CARRIED), 0);
    if (input.scene == NULL || !sceneN_can_churn(input.scene)) {
      inputsN_close(&input);
      continue;
    }
    oracleN_table* table = oracleN_table_create(input.scene_shapes);
    lists[0].pairs.count = 0;
    for (uint32_t frame = 1; frame <= CARRY_FRAMES; ++frame) {
      sublist *from = &lists[(frame + 1) % 2], *to = &lists[frame % 2];
      lgjk_error error = {.struct_size = sizeof error};
      if (frame == 1) choose_pairs(from, input.scene);
      if (frame == 1) memset(from->records, 0, sizeof from->records);
      choose_pairs(to, input.scene);
      if (lgjk_warm_carry(&from->pairs, from->records, &to->pairs, to->records, NULL, &error) != LGJK_OK) {
        fail_msg("%s", error.text);
      }
      answersN warm = answersN_open(to->pairs.count);
      call_query(&input.bodies, &to->pairs, to->records, DISTANCE, &warm);
      compare_with_cold(&input, table, to, &warm);
      answersN_close(&warm);
      sceneN_churn(input.scene, frame);
      inputsN_advance(&input);
    }
    oracleN_table_destroy(table);
    inputsN_close(&input);
  }
}

// ---------------------------------------------------------------- edges that only a record names

// Two rounded shapes that overlap deeply; A's vertices are so close together that the square of an edge between them
// vanishes.
TEST(a_record_of_a_tiny_edge_parts_nothing) {
  static const float size = 5.859e-23f, radius = DIM == 2 ? 1.6e5f : 2.4e4f;
  float at[3][DIM] = {{0}}, origin[DIM] = {0}, poses[2][POSE_FLOATS] = {{0}};
  at[0][1] = -0.4f * size;
  at[1][1] = 0.6f * size;
  at[2][0] = DIM == 2 ? 0 : 0.5f * size;
  const lgjk_shapeN_def defs[2] = {rounded_pointsN(at[0], DIM, radius), rounded_pointsN(origin, 1, radius)};
  poses[0][POSE_UNIT] = poses[1][POSE_UNIT] = 1;
  poses[1][0] = 1.875f * radius;
  lgjk_shapesN* shapes = build_shapesN(defs, 2);
  const uint32_t shape[2] = {0, 1};
  uint32_t a, b;
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
  lone_pairs(shapes, shape, poses[0], 1, &a, &b, &bodies, &pairs);
  answersN answers = answersN_open(1);
  for (uint32_t i = 0; i < 64; ++i) { // three indices of two bits
    const uint32_t indices = (i & 3) | (i >> 2 & 3) << 8 | (i >> 4) << 16;
    for (uint32_t count = 1; count <= DIM + 1; ++count) {
      lgjk_warm record = {{0, indices, 0, count}};
      call_query(&bodies, &pairs, &record, OVERLAP, &answers);
      assert_int_equal(answers.status[0], LGJK_STATUS_OVERLAPPING);
    }
  }
  answersN_close(&answers);
  lgjk_shapesN_destroy(shapes);
}

int main(void) {
  static uint32_t families[MOST_FAMILIES];
  const char* length = getenv("LGJK_TEST_ROUNDS");
  if (length != NULL) most_rounds = (uint32_t)strtoul(length, NULL, 0);
  seed = test_seed(seed);
  for (uint32_t i = 0; i < familiesN_count(); ++i) {
    families[i] = i;
    test_add(records_never_change_what_is_true, &families[i], "%s", familiesN_name(i));
  }
  return test_run(NULL, NULL);
}
