#include "table.h"

#include <stdio.h>

static const char reading[] =
    "Nanoseconds per body and tick: the median, the mean and the worst of the ticks. All bodies but walls move in "
    "each\n"
    "tick, by 1.0 to 1.6 m/s at 60 ticks per second; they have radii of 0.2 to 0.35 m, and the margin is 0.1 m. They\n"
    "stand in memory at random, or as `lgjk_order2` and `lgjk_order3` sort them (Z).\n"
    "\n"
    "lanegjk makes its list of all pairs anew in each tick, sorted; of P2 also with the walls in an index that is "
    "made\n"
    "once. Rivals keep their structures from tick to tick: what is timed is to move the bodies and to find the pairs.\n"
    "Their boxes are widened by half of the margin, so that none lacks a pair. Box2D's worlds ask for new pairs "
    "alone;\n"
    "other rows are of all pairs. Rivals count the pairs that they tell, Box2D and Chipmunk without storing them.\n"
    "The time is CPU time, for two workers that of the wall clock. Before the ticks are timed, all lists are compared\n"
    "with brute force on 3,000 bodies. A rival whose mean tick of 100,000 bodies is above 0.1 s is not asked about a\n"
    "million.\n"
    "\n"
    "Times faster: than the rival whose median, or whose mean, is the least in the same run, whether it tells new "
    "pairs\n"
    "or all; bold where that rival is faster.\n";

void table_begin(const run_begun* begun, bool quick) {
  const page_row more[] = {
#ifdef LGJK_HAVE_BOX2D3
      {"box2d-v3", find_box2d3_version()},
#endif
#ifdef LGJK_HAVE_JOLT
      {"jolt", find_jolt_version()},
#endif
      {NULL, NULL}};
  print_page_head("Pairs that may meet", begun,
                  quick ? "quick: few ticks of few bodies; its figures mean nothing" : NULL, more);
  fputs(reading, stdout);
}

// ---------------------------------------------------------------- groups

static bool is_rival(const find_case* c) { return c->isa == LGJK_ISA_AUTO; }

// Returns how many of the runs are of the first one's scene, size and order.
static uint32_t group_size(const find_run* runs, uint32_t count) {
  const find_case* c = &runs[0].which;
  uint32_t size = 1;
  while (size < count && runs[size].which.kind == c->kind && runs[size].which.count == c->count &&
         runs[size].which.z_order == c->z_order) {
    size++;
  }
  return size;
}

static double figure(const find_run* run, bool mean) { return mean ? run->result.time.mean : run->result.time.median; }

// Returns the fastest rival of a group; NULL if there is none.
static const find_run* fastest_rival(const find_run* group, uint32_t count, bool mean) {
  const find_run* best = NULL;
  for (uint32_t i = 0; i < count; ++i) {
    if (!is_rival(&group[i].which) || !group[i].result.done) continue;
    if (best == NULL || figure(&group[i], mean) < figure(best, mean)) best = &group[i];
  }
  return best;
}

// Prints how many times faster than a rival a run is; bold where the rival is faster.
static void print_ratio(const find_run* run, const find_run* rival, bool mean) {
  if (rival == NULL || !run->result.done) {
    printf(" |");
    return;
  }
  const double ratio = figure(rival, mean) / figure(run, mean);
  printf(ratio < 1 ? " **%.2fx**, %s |" : " %.1fx, %s |", ratio, rival->which.contender->shown);
}

static void print_number(double number) { printf(number < 1000 ? " %.1f |" : " %.0f |", number); }

// ---------------------------------------------------------------- summary

// Returns this library's run of a group by which a summary speaks: that of the widest set, which comes first.
static const find_run* widest(const find_run* group, uint32_t count, const find_contender* contender,
                              uint32_t workers) {
  for (uint32_t i = 0; i < count; ++i) {
    const find_case* c = &group[i].which;
    const bool fits = contender != NULL ? c->contender == contender : c->contender != &find_indexed;
    if (!is_rival(c) && fits && c->workers == workers && group[i].result.done) return &group[i];
  }
  return NULL;
}

static void print_median(const find_run* run) {
  if (run == NULL) {
    printf(" |");
  } else {
    print_number(run->result.time.median * 1e9 / run->which.count);
  }
}

void table_summary(const find_run* runs, uint32_t count) {
  printf(
      "\n## Summary\n\nMedians of the widest instruction set.\n\n"
      "| scene | bodies | order | lanegjk | 2 workers | walls in an index | fastest rival by median | times faster "
      "| by mean |\n|---|--:|---|--:|--:|--:|--:|--:|--:|\n");
  for (uint32_t at = 0; at < count;) {
    const find_run* group = runs + at;
    const uint32_t size = group_size(group, count - at);
    const find_case* c = &group->which;
    const find_run *one = widest(group, size, NULL, 1), *rival = fastest_rival(group, size, false);
    printf("| %s | %u | %s |", moving_kinds[c->kind].name, c->count, order_name(c->z_order));
    print_median(one);
    print_median(widest(group, size, NULL, 2));
    print_median(widest(group, size, &find_indexed, 1));
    print_median(rival);
    if (one == NULL) {
      puts(" | |");
    } else {
      print_ratio(one, rival, false);
      print_ratio(one, fastest_rival(group, size, true), true);
      putchar('\n');
    }
    at += size;
  }
}

// ---------------------------------------------------------------- scenes

static void print_run(const find_run* run, const find_run* by_median, const find_run* by_mean, uint32_t seconds) {
  const find_case* c = &run->which;
  const tick_figures* t = &run->result.time;
  const double per_body = 1e9 / c->count;
  printf("| %u | %s | %s", c->count, order_name(c->z_order), c->contender->shown);
  if (!is_rival(c)) printf(", %s", isa_shown(c->isa));
  if (c->workers > 1) printf(", %u workers", c->workers);
  if (run->result.expected > 0) {
    printf(" | not asked: %.1f s a tick by a tenth of the bodies | | | | | | |\n", run->result.expected);
    return;
  }
  if (!run->result.done) {
    printf(" | not done in %u s | | | | | | |\n", seconds);
    return;
  }
  printf(" |");
  print_number(t->median * per_body);
  print_number(t->mean * per_body);
  print_number(t->worst * per_body);
  printf(" %u | %.2f |", t->ticks, run->result.pairs / c->count);
  print_ratio(run, is_rival(c) ? NULL : by_median, false);
  print_ratio(run, is_rival(c) ? NULL : by_mean, true);
  putchar('\n');
}

// What the indices of a scene's runs took: one for each size and order.
static void print_built(const find_run* runs, uint32_t count) {
  bool told = false;
  for (uint32_t at = 0; at < count; at += group_size(runs + at, count - at)) {
    const find_run* run = widest(runs + at, group_size(runs + at, count - at), &find_indexed, 1);
    if (run == NULL) continue;
    if (!told) puts("\nWhat the indices took, once:\n\n| walls | order | ms | ns per wall |\n|--:|---|--:|--:|");
    told = true;
    const uint32_t walls = run->which.count / 100;
    printf("| %u | %s | %.3f | %.0f |\n", walls, order_name(run->which.z_order), run->result.built * 1e3,
           run->result.built * 1e9 / walls);
  }
}

void table_scenes(const find_run* runs, uint32_t count, bool quick) {
  for (uint32_t at = 0, first = 0; at < count;) {
    const find_run* group = runs + at;
    const uint32_t size = group_size(group, count - at);
    const moving_kind kind = group->which.kind;
    const find_run *by_median = fastest_rival(group, size, false), *by_mean = fastest_rival(group, size, true);
    if (at == first) {
      printf("\n## %s: %s\n\n", moving_kinds[kind].name, moving_kinds[kind].text);
      puts(
          "| bodies | order | | median | mean | worst tick | ticks | pairs per body | times faster by median | by mean "
          "|");
      puts("|--:|---|---|--:|--:|--:|--:|--:|--:|--:|");
    }
    const uint32_t seconds = MOST_TIMES_LONGER * budget_of(group->which.count, true, quick).seconds;
    for (uint32_t i = 0; i < size; ++i) print_run(&group[i], by_median, by_mean, seconds);
    at += size;
    if (at < count && runs[at].which.kind == kind) continue;
    print_built(runs + first, at - first);
    first = at;
  }
}

// ---------------------------------------------------------------- the nearest

static const char near_reading[] =
    "The 8 nearest of each body in each tick: an index of all bodies is built, then asked. nanoflann builds its tree\n"
    "of the same positions. Nanoseconds per body, medians and worst ticks, both with what building takes.\n";

void table_near(void) {
  printf("\n## The nearest bodies\n\n%s\n", near_reading);
  puts("| scene | bodies | order | | median | worst tick | times faster |\n|---|--:|---|---|--:|--:|--:|");
}

void table_near_row(const near_case* c, const near_result* r, double rival) {
  printf("| %s | %u | %s | %s", moving_kinds[c->kind].name, c->count, order_name(c->z_order), c->contender->shown);
  if (c->contender->library) printf(", %s", isa_shown(c->isa));
  if (c->workers > 1) printf(", %u workers", c->workers);
  if (!r->done) {
    puts(" | not done | | |");
    return;
  }
  printf(" | %.0f | %.0f |", r->median * 1e9 / c->count, r->worst * 1e9 / c->count);
  if (c->contender->library && rival > 0) printf(" %.1fx |", rival / r->median);
  puts(c->contender->library && rival > 0 ? "" : " |");
  fflush(stdout);
}

// ---------------------------------------------------------------- the crowd

static const char crowd_reading[] =
    "Milliseconds, medians. 1.35 agents per square metre in four streams that cross, 30% of them ellipses of 0.25 by\n"
    "0.15 m; they are told of others up to 0.35 m away. Contacts are asked for distance and normal. Two workers share\n"
    "all but push. Circles and ellipses have no use for records: carry is what other crowds would pay. All\n"
    "rows of one size and order end with the same poses, to the bit.\n";

void table_crowd(void) {
  printf("\n## A whole tick of a crowd\n\n%s\n", crowd_reading);
  printf("| agents | order | |");
  for (int k = 0; k < STEPS; ++k) printf(" %s |", crowd_step_names[k]);
  puts(" tick | mean | worst | pairs per agent | contact, ns per pair | events, ns per pair |");
  printf("|--:|---|---|");
  for (int k = 0; k < STEPS + 6; ++k) printf("--:|");
  putchar('\n');
}

void table_crowd_row(const crowd_case* c, const crowd_result* r) {
  printf("| %u | %s | %s", c->count, order_name(c->z_order), isa_shown(c->isa));
  if (c->workers > 1) printf(", %u workers", c->workers);
  printf(" |");
  if (!r->done) {
    printf(" not done |");
    for (int k = 0; k < STEPS + 5; ++k) printf(" |");
  } else {
    for (int k = 0; k < STEPS; ++k) printf(" %.2f |", r->step[k].median * 1e3);
    printf(" **%.2f** | %.2f | %.2f | %.2f | %.1f | %.1f |", r->tick.median * 1e3, r->tick.mean * 1e3,
           r->tick.worst * 1e3, r->pairs / c->count, r->step[STEP_CONTACT].median * 1e9 / r->pairs,
           r->step[STEP_EVENTS].median * 1e9 / r->pairs);
  }
  putchar('\n');
  fflush(stdout);
}

// ---------------------------------------------------------------- the server

static const char server_reading[] =
    "Milliseconds of a whole tick on one thread: agents move, pairs are found, contacts asked, begins and ends told, "
    "and\n"
    "agents pushed apart. One agent per square metre: circles, capsules, boxes and hexagons; a tenth are ghosts that "
    "touch\n"
    "no other agent. A wall of 4 m for each 100 agents, and a region of 5 m for each 1,000. In each tick one slot of "
    "1,000 is\n"
    "emptied, filled, or gets another agent. Both servers have the widest instruction set, and tell the same events "
    "of the\n"
    "same world of 3,000 agents.\n";

void table_server(void) {
  printf("\n## A server, and one written by hand\n\n%s\n", server_reading);
  puts("| agents | | median | mean | worst | begins per tick | of them in regions | times faster |");
  puts("|--:|---|--:|--:|--:|--:|--:|--:|");
}

void table_server_row(const server_case* c, const server_result* r, double rival) {
  printf("| %u | %s |", c->count, c->contender->shown);
  if (!r->done) {
    puts(" not done | | | | | |");
    return;
  }
  printf(" %.2f | %.2f | %.2f | %.0f | %.1f |", r->time.median * 1e3, r->time.mean * 1e3, r->time.worst * 1e3,
         r->begins, r->entered);
  const bool ours = c->contender == &server_by_tick;
  const double ratio = rival / r->time.median;
  if (ours && rival > 0) printf(ratio < 1 ? " **%.2fx** |" : " %.1fx |", ratio);
  puts(ours && rival > 0 ? "" : " |");
  fflush(stdout);
}
