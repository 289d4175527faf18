// Fuzzing of casts against an index: hits are those of all pairs, cast one by one, by fraction, then by body.
#ifndef LGJK_TESTS_FUZZ_AGAINST_H
#define LGJK_TESTS_FUZZ_AGAINST_H

#include "fuzz_cast.h"

enum { CASTING = 5 }; // bodies of A at most: all pairs of these are cast by brute force

typedef struct against_call {
  lgjk_bodiesN a, b;
  index_block index;
  uint32_t first_b; // the number of B's first body in the scene
  uint32_t skip[CASTING];
  lgjk_cast_search search;
  lgjk_cast_options options;
} against_call;

// All hits of a body of A, sorted.
typedef struct hit_row {
  uint32_t count;
  lgjk_cast_hit hit[BODIES];
} hit_row;

// Returns 0 where a limit has ended a cast, as against an index more contacts may decide it.
static int cast_all(const world* w, const against_call* c, hit_row rows[CASTING]) {
  uint32_t of_a[CASTING * BODIES], of_b[CASTING * BODIES], count = 0;
  float most[CASTING * BODIES];
  int sure = 1;
  memset(rows, 0, CASTING * sizeof *rows);
  for (uint32_t a = 0; a < c->a.count; ++a) {
    for (uint32_t b = 0; b < c->b.count; ++b) {
      if (!is_allowed(w, a, c->first_b + b) || (c->search.skip != NULL && c->skip[a] == b)) continue;
      of_a[count] = a;
      most[count] = c->options.most != NULL ? c->options.most[a] : 1;
      of_b[count++] = b;
    }
  }
  cast_call all = {.pairs = {.struct_size = sizeof all.pairs, .a = of_a, .b = of_b, .count = count},
                   .count = count,
                   .options = c->options};
  cast_answers answers = cast_answers_open(count);
  lgjk_error error;
  all.options.most = most;
  all.options.isa = w->in->wide_isa;
  check_error(run_cast(&c->a, &c->b, &all, &answers, &error), &error, LGJK_OK, 0);
  for (uint32_t i = 0; i < count; ++i) {
    if (answers.status[i] == LGJK_CAST_LIMIT) sure = 0;
    if (answers.status[i] != LGJK_CAST_HIT && answers.status[i] != LGJK_CAST_OVERLAP) continue;
    hit_row* row = &rows[of_a[i]];
    cast_answers_add_hit(&answers, i, of_b[i], row->hit, &row->count);
  }
  cast_answers_close(&answers);
  return sure;
}

static void check_rows(const against_call* c, const hit_row rows[CASTING]) {
  const uint32_t k = c->search.k;
  for (uint32_t a = 0; a < c->a.count; ++a) {
    const uint32_t kept = rows[a].count < k ? rows[a].count : k;
    require(c->search.found[a] == kept, "another number of hits, of body", a);
    for (uint32_t i = 0; i < k; ++i) {
      const lgjk_cast_hit* hit = &c->search.hit[a * k + i];
      if (i < kept) require(memcmp(hit, &rows[a].hit[i], sizeof *hit) == 0, "another hit, of body", a);
      if (i >= kept) require(hit->body == LGJK_NO_BODY, "a hit beyond the number that is found, of body", a);
    }
  }
}

static void check_bad_movers(const world* w, const against_call* c, const motions* m) {
  uint64_t least = 0, most = 0;
  for (uint32_t a = 0; a < c->a.count; ++a) {
    if (w->filter_word[a][0] == 0) continue;
    const int fit = is_fit(w, a), known = is_number(vector_of(&m->way, a), DIM, FLT_MAX);
    const int taken = c->options.most == NULL || (c->options.most[a] >= 0 && c->options.most[a] <= FLT_MAX);
    least += fit < 0 || !known || !taken;
    most += fit <= 0 || !known || !taken || c->options.turn_a != NULL;
  }
  const uint64_t reported = c->search.bad_bodies;
  require(reported >= least && reported <= most, "another number of bad bodies that are cast", reported);
}

static int32_t run_against(against_call* c, lgjk_error* error) {
  const size_t hits = (size_t)c->a.count * c->search.k;
  memset(c->search.hit, ANSWERS_PATTERN, hits * sizeof *c->search.hit);
  memset(c->search.found, ANSWERS_PATTERN, c->a.count * sizeof *c->search.found);
  lgjk_error_init(error);
  return lgjk_cast_againstN(&c->a, &c->b, c->index.memory, &c->search, &c->options, error);
}

static verdict spoil_against(against_call* c, uint32_t way, uint32_t value) {
  switch (way) {
    case 0: c->search.struct_size ^= value | 1; break;
    case 1: c->search.flags = value | 2; break;
    case 2: c->search.reserved = value | 1; break;
    case 3: c->options.way_b = c->options.way_a; break;
    case 4: c->options.turn_b = c->options.way_a; break;
    case 5: c->index.memory += 4 * (value % 15 + 1); break;
    case 6: c->index.memory = NULL; break;
    case 7: c->b.count = value % c->b.count; break;
    case 8: c->options.target = float_of(value | 0x80000001u); break; // negative or no number
    default: c->options.isa = LGJK_ISA_COUNT + value % 1000; return (verdict){LGJK_ERROR_ISA, 0};
  }
  return taken_if(0);
}

static void check_spoiled_against(const against_call* good, uint32_t way, uint32_t value) {
  against_call c = *good;
  lgjk_error error;
  if (c.a.count == 0 || c.b.count == 0) return;
  const verdict expected = spoil_against(&c, way, value);
  check_error(run_against(&c, &error), &error, expected.code, expected.index);
  require(answersN_is_pattern(c.search.hit, sizeof *c.search.hit * c.a.count * c.search.k) &&
              answersN_is_pattern(c.search.found, sizeof *c.search.found * c.a.count),
          "a cast that is refused writes hits", way);
}

// Of the first bodies of A against B. All hits at once, or the first k.
static void check_against(input* in, const world* w, reader* r) {
  against_call c = {.a = w->a, .b = w->b, .first_b = w->split};
  const uint32_t ways = read_byte(r), way = read_below(r, 10), value = read_bytes(r, 4);
  const motions m = read_motions(r, in, w, CASTING);
  if (c.a.count > CASTING) c.a.count = CASTING;
  for (uint32_t i = 0; i < CASTING; ++i) c.skip[i] = read_below(r, c.b.count + 1);
  c.options = read_cast_options(r, w, &m, ways & 1);
  c.options.way_b = c.options.turn_b = NULL;
  c.index = build_index(w, &c.b, LGJK_INDEX_COVER, read_reach(r, w), w->filtered ? &w->filters_b : NULL, NULL);
  hit_row rows[CASTING];
  lgjk_cast_search_init(&c.search);
  c.search.skip = ways & 32 ? c.skip : NULL;
  const int sure = cast_all(w, &c, rows);
  uint32_t most = 0;
  for (uint32_t a = 0; a < c.a.count; ++a) most = rows[a].count > most ? rows[a].count : most;
  c.search.k = 1 + ways / 2 % 8;
  c.search.flags = ways & 16 ? LGJK_CAST_ALL : 0;
  c.search.filters_a = w->filtered ? &w->filters : NULL;
  c.search.hit = malloc((size_t)c.a.count * c.search.k * sizeof *c.search.hit);
  c.search.found = malloc(c.a.count * sizeof *c.search.found);
  for (int wide = 0; wide < 2; ++wide) {
    lgjk_error error;
    c.options.isa = wide ? in->wide_isa : LGJK_ISA_SCALAR;
    c.options.tasks = wide ? &w->tasks : NULL;
    const int fits = !(ways & 16) || most <= c.search.k;
    const int32_t code = run_against(&c, &error);
    check_bad_movers(w, &c, &m);
    require(c.search.limit_bodies <= c.a.count && (!sure || c.search.limit_bodies == 0), "bodies with a limit",
            c.search.limit_bodies);
    for (uint32_t i = 0; i < c.a.count * c.search.k; ++i) {
      const lgjk_cast_hit* hit = &c.search.hit[i];
      require(hit->body == LGJK_NO_BODY || hit->status == LGJK_CAST_HIT || hit->status == LGJK_CAST_OVERLAP,
              "a hit that is none", i);
    }
    if (!sure) {
      // A cast that a limit has ended may be a hit here.
      require(code == LGJK_OK || (code == LGJK_ERROR_CAPACITY && (ways & 16) && error.index > c.search.k),
              "a cast is refused", (uint64_t)code);
      continue;
    }
    check_error(code, &error, fits ? LGJK_OK : LGJK_ERROR_CAPACITY, most);
    check_rows(&c, rows);
  }
  check_spoiled_against(&c, way, value);
  free(c.search.hit);
  free(c.search.found);
  free(c.index.memory);
}

#endif
