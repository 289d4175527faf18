// Pairs of worlds that are hard for trees, against bounds in double (worlds.h): none is missing whose shapes overlap
// or, for balls, are within the margin; each that is listed is close; few are listed whose bounds do not meet; views
// and trees give one list, on every instruction set and for any number of workers. And how much work a search is.
// Compiled once for each dimension.
#include "fewer.h"
#include "worlds.h"

static const float margin = 0.1f;

static bool may_meet(const world* w, uint32_t i, uint32_t j, int variant) {
  if (variant != FILTERED) return true;
  if ((w->category[i] & w->mask[j]) == 0 || (w->category[j] & w->mask[i]) == 0) return false;
  return w->group[i] == 0 || w->group[i] != w->group[j];
}

// How much coordinates and their differences are rounded by.
static double rounding_of(const world_bound* a, const world_bound* b) {
  double most = 0;
  for (int k = 0; k < DIM; ++k) most = fmax(most, fmax(fabs(a->at[k]), fabs(b->at[k])));
  return 5e-7 * most;
}

typedef struct judgement {
  uint64_t listed, tight;
} judgement;

// Judges one pair: whether it has to be listed, may be, or must not be.
static void judge(const world_bound* a, const world_bound* b, bool moves, bool listed, judgement* sum) {
  const double size = a->circle + b->circle + (double)margin, rounding = rounding_of(a, b);
  const double circles = gap_of_circles(a, b) - (double)margin;
  const double turned = DIM == 2 ? 2e-4 : 5e-4;
  if (circles > 0.01 * size + 2 * rounding + 1e-17) { // far apart
    assert_false(listed);
    return;
  }
  const double boxes = gap_of_boxes(a, b) - (double)margin;
  if (!moves && gap_of_shapes(a, b) <= (a->boxed || b->boxed ? 0 : (double)margin) - rounding) assert_true(listed);
  if (listed) {
    assert_true(circles <= 2.5e-5 * size + rounding + 1e-17);
    assert_true(boxes <= 1.2 * turned * size + 2e-5 * size + rounding);
  }
  sum->listed += listed;
  sum->tight += circles <= rounding && boxes <= rounding;
}

static void judge_list(const world* w, const lgjk_pair_list* list, uint32_t split, int variant, judgement* sum) {
  static world_bound bound[WORLD_MOST];
  uint64_t at = 0;
  for (uint32_t i = 0; i < w->count; ++i) bound[i] = bound_of(w, i, variant == MOVING && i < split);
  for (uint32_t i = 0; i < split; ++i) {
    for (uint32_t j = split == w->count ? i + 1 : split; j < w->count; ++j) {
      const uint32_t number = split == w->count ? j : j - split;
      const bool listed = at < list->count && list->a[at] == i && list->b[at] == number;
      at += listed;
      if (w->bad[i] || w->bad[j] || !may_meet(w, i, j, variant)) {
        assert_false(listed);
      } else {
        judge(&bound[i], &bound[j], variant == MOVING, listed, sum);
      }
    }
  }
  assert_int_equal(at, list->count); // sorted, and each once
}

// Makes a call of the bodies up to `split` and, if these are not all, with the others, with room for its pairs.
static void open_world_call(const world* w, uint32_t split, int variant, lgjk_bodiesN view[2], find_call* c) {
  view[0] = view[1] = w->view;
  view[0].count = split;
  view[1].count = w->count - split;
  view[1].shape += split;
  view[1].pose += (size_t)POSE_FLOATS * split;
  view[1].radius += split;
  uint64_t needed = 0;
  for (int turn = 0; turn < 2; ++turn) {
    open_call(c, &view[0], split < w->count ? &view[1] : NULL, needed);
    c->options.margin = margin;
    c->filters_a = c->filters_b = w->filters;
    c->filters_b.category += split;
    c->filters_b.mask += split;
    c->filters_b.group += split;
    c->options.filters_a = variant == FILTERED ? &c->filters_a : NULL;
    c->options.filters_b = variant == FILTERED && c->b != NULL ? &c->filters_b : NULL;
    c->options.motion = variant == MOVING ? w->way[0] : NULL;
    const int32_t code = run(c);
    needed = code == LGJK_OK ? c->list.count : c->error.index;
    if (code == LGJK_OK) return;
    assert_int_equal(code, LGJK_ERROR_CAPACITY);
    close_call(c);
  }
  fail();
}

// The trees of a call's views give the list of these.
static void compare_trees(find_call* c, uint32_t isa, const lgjk_tasks* tasks) {
  find_call d;
  open_call(&d, c->a, c->b, c->list.count);
  const void* scratch[2] = {d.scratch, d.list.a};
  d.options = c->options;
  d.options.isa = isa;
  d.options.tasks = tasks;
  assert_int_equal(run(&d), LGJK_OK);
  expect_list(&d, &c->list);
  assert_int_equal(d.list.compared, c->list.compared);
  memset(d.list.a, 0xFF, d.list.count * sizeof *d.list.a);
  d.options.isa = isa;
  expect_trees(&d, c->b, c->options.filters_b, &c->list);
  assert_true(d.scratch == scratch[0] && d.list.a == scratch[1]);
  close_call(&d);
}

TEST(pairs_are_those_of_bounds_in_double) {
  static const uint32_t numbers[] = {0, 1, 2, 15, 16, 17, 255, 256, 257, 3000};
  static world w;
  for (uint32_t kind = 0; kind < WORLDS; ++kind) {
    judgement sum = {0, 0};
    random_state = 71 + kind;
    for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; ++n) {
      const uint32_t count = numbers[n] <= 257 ? numbers[n] : kind == ONE_PLACE ? 600 : fewer(3000, 700);
      open_world(&w, kind, count);
      for (int variant = 0; variant < VARIANTS; ++variant) {
        for (int two = 0; two < 2; ++two) {
          const uint32_t split = two ? count / 3 : count;
          lgjk_bodiesN view[2];
          find_call c;
          open_world_call(&w, split, variant, view, &c);
          judge_list(&w, &c.list, split, variant, &sum);
          compare_trees(&c, LGJK_ISA_AUTO, NULL);
          close_call(&c);
        }
      }
      close_world(&w);
    }
    print_message("  %s: %llu pairs, of which %llu meet by tight bounds\n", world_names[kind],
                  (unsigned long long)sum.listed, (unsigned long long)sum.tight);
    assert_true(sum.listed > 50);
    assert_true((double)sum.listed <= 1.02 * (double)sum.tight + 5);
  }
}

TEST_WITH_THREADS(worlds_are_the_same_on_every_set_for_any_number_of_workers) {
  static world w;
  for (uint32_t kind = 0; kind < WORLDS; ++kind) {
    random_state = 91 + kind;
    open_world(&w, kind, kind == ONE_PLACE ? 600 : 3000);
    for (int variant = 0; variant < VARIANTS; ++variant) {
      lgjk_bodiesN view[2];
      find_call c;
      open_world_call(&w, variant == PLAIN ? w.count : w.count / 2, variant, view, &c);
      for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
        for (uint32_t workers = 1; workers <= 4 && lgjk_isa_supported(isa); ++workers) {
          if (!has_turn(isa, workers)) continue;
          const lgjk_tasks tasks = threads_of(workers);
          compare_trees(&c, isa, &tasks);
        }
      }
      close_call(&c);
    }
    close_world(&w);
  }
}

// ---------------------------------------------------------------- work

// Compared are leaves of A with nodes and leaves: at most so many for each leaf and halving of the bodies, and for each
// 16 pairs.
#define PER_LEVEL (DIM == 2 ? 3.0 : 12.0)
#define PER_PAIRS 4.0

typedef struct world_work {
  double bodies, compared, pairs;
} world_work;

static world_work work_of(uint32_t kind, uint32_t n) {
  static world w;
  lgjk_bodiesN view[2];
  find_call c;
  random_state = 111 + kind;
  open_world(&w, kind, kind == ONE_PLACE ? n / 8 : n);
  open_world_call(&w, w.count, PLAIN, view, &c);
  const world_work work = {w.count, (double)c.list.compared, (double)c.list.count};
  assert_true(c.list.compared > 0 && c.list.cut == 0);
  close_call(&c);
  close_world(&w);
  return work;
}

TEST(the_work_grows_as_n_log_n_and_pairs) {
  for (uint32_t kind = 0; kind < WORLDS; ++kind) {
    double most = 0;
    for (uint32_t n = 3000; n <= fewer(WORLD_MOST, 6000); n *= 2) {
      const world_work work = work_of(kind, n);
      const double levels = work.bodies / 16 * log2(work.bodies);
      most = fmax(most, (work.compared - PER_PAIRS * work.pairs / 16) / levels);
    }
    print_message("  %s: %.2f for each leaf and halving\n", world_names[kind], most);
    assert_true(most <= PER_LEVEL);
  }
}

// Returns the section of the page of LGJK_PAGE that states the work. It is read once.
static const char* page_section(void) {
  static char page[1 << 16];
  if (page[0] == '\0') {
    FILE* file = fopen(LGJK_PAGE, "rb");
    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
  }
  const char* section = strstr(page, "\n## What a search costs\n");
  assert_non_null(section);
  return section;
}

// Returns whether a row of the page's tables that starts with a name has these cells at its `first` column.
static bool has_row(const char* name, int first, const char* cells) {
  char start[64];
  snprintf(start, sizeof start, "\n| %s", name);
  const char* row = strstr(page_section(), start);
  for (int column = 0; column <= first && row != NULL; ++column) row = strchr(row + 1, '|');
  const bool equal = row != NULL && strncmp(row, cells, strlen(cells)) == 0;
  print_message("  %s %s%s\n", name, cells, equal ? "" : ": " LGJK_PAGE " has to have this");
  return equal;
}

// The counts are the same on every machine, so the page has them exactly.
TEST(the_page_states_the_work_of_each_world) {
  const double leaf = 16, crowd = work_of(CROWD, WORLD_MOST).compared / WORLD_MOST;
  bool equal = true;
  for (uint32_t kind = 0; kind < WORLDS; ++kind) {
    char cells[64];
    const world_work work = work_of(kind, WORLD_MOST);
    const double compared = work.compared / work.bodies;
    snprintf(cells, sizeof cells, "| %.1f | %.1f | %.1f |", work.pairs / work.bodies, leaf * compared,
             compared / crowd);
    equal = has_row(world_names[kind], DIM == 2 ? 1 : 4, cells) && equal;
  }
  assert_true(equal);
}

// Writes a number with a comma before each three digits.
static void write_number(char text[16], uint64_t number) {
  if (number < 1000) {
    snprintf(text, 16, "%u", (unsigned)number);
  } else {
    snprintf(text, 16, "%u,%03u", (unsigned)(number / 1000), (unsigned)(number % 1000));
  }
}

// Where filters exclude all pairs of one place, each leaf is compared with all after it, and with the nodes above
// these. The page has what an effort leaves of that.
TEST(the_page_states_the_work_where_filters_exclude_all) {
  enum { HEAPED = 4000 };
  static const uint32_t efforts[] = {0, 128, 32, 8};
  static world w;
  open_world(&w, ONE_PLACE, HEAPED);
  for (uint32_t i = 0; i < HEAPED; ++i) w.category[i] = 1, w.mask[i] = 2, w.group[i] = 0;
  for (size_t e = 0; e < sizeof efforts / sizeof efforts[0]; ++e) {
    const uint64_t leaves = HEAPED / 16, of_leaves = leaves * (leaves - 1) / 2;
    char name[16], compared[16], cells[64];
    find_call c;
    open_call(&c, &w.view, NULL, 0);
    c.options.filters_a = &w.filters;
    c.options.effort = efforts[e];
    assert_int_equal(run(&c), LGJK_OK);
    assert_int_equal(c.list.count, 0);
    if (efforts[e] == 0) {
      assert_true(c.list.compared >= of_leaves && (double)c.list.compared <= 1.08 * (double)of_leaves);
    } else {
      assert_true(c.list.compared <= leaves * efforts[e]);
    }
    snprintf(name, sizeof name, efforts[e] > 0 ? "%u" : "no limit", efforts[e]);
    write_number(compared, c.list.compared);
    snprintf(cells, sizeof cells, "| %s | %u |", compared, (unsigned)c.list.cut);
    assert_true(has_row(name, 1, cells));
    close_call(&c);
  }
  close_world(&w);
}

// Bodies on one place whose filters exclude each other: effort bounds the work, and cuts the same pairs everywhere.
TEST_WITH_THREADS(effort_bounds_the_work_of_a_heap) {
  static const uint32_t efforts[] = {1, 2, 10, 50};
  enum { HEAPED = 4000 };
  static world w;
  random_state = 131;
  open_world(&w, ONE_PLACE, HEAPED);
  for (uint32_t i = 0; i < HEAPED; ++i) {
    w.category[i] = i % 64 == 0 ? 2 : 1;
    w.mask[i] = i % 64 == 0 ? 1 : 2;
    w.group[i] = 0;
  }
  for (size_t e = 0; e < sizeof efforts / sizeof efforts[0]; ++e) {
    find_call c;
    open_call(&c, &w.view, NULL, (uint64_t)HEAPED * HEAPED / 32);
    c.options.filters_a = &w.filters;
    assert_int_equal(run(&c), LGJK_OK);
    const uint64_t whole = c.list.count, leaves = (HEAPED + 15) / 16, compared = c.list.compared;
    assert_int_equal(whole, (HEAPED + 63) / 64 * (HEAPED - (HEAPED + 63) / 64));
    assert_true(c.list.cut == 0 && compared > leaves * leaves / 2);
    c.options.effort = efforts[e];
    assert_int_equal(run(&c), LGJK_OK);
    assert_true(c.list.compared <= leaves * efforts[e] && c.list.compared < compared);
    assert_true(c.list.cut > 0 && c.list.cut <= leaves && c.list.count < whole);
    for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
      for (uint32_t workers = 1; workers <= 4 && lgjk_isa_supported(isa); ++workers) {
        if (!has_turn(isa, workers)) continue;
        const lgjk_tasks tasks = threads_of(workers);
        find_call d;
        open_call(&d, &w.view, NULL, c.list.capacity);
        d.options = c.options;
        d.options.isa = isa;
        d.options.tasks = &tasks;
        assert_int_equal(run(&d), LGJK_OK);
        expect_list(&d, &c.list);
        assert_true(d.list.compared == c.list.compared && d.list.cut == c.list.cut);
        close_call(&d);
      }
    }
    c.options.effort = HEAPED; // is enough
    assert_int_equal(run(&c), LGJK_OK);
    assert_true(c.list.cut == 0 && c.list.count == whole);
    close_call(&c);
  }
  close_world(&w);
}
