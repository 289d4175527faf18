// Finding pairs, the nearest bodies, and whole ticks, as cases of google-benchmark. Each repetition is a process of its
// own, whose mean tick counts; what a contender finds is compared with brute force before it is timed.
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

#define TOO_LONG 1.0 // seconds of a tick

static const find_contender* const libraries[] = {&find_library2, &find_library3, &find_indexed, &near_library2,
                                                  &near_library3};
static const find_contender* const rivals[] = {&find_box2d_new,     &find_box2d_whole, &find_chipmunk_tree,
                                               &find_chipmunk_hash, &find_bullet,      &find_fcl,
                                               &find_plain2,        &find_plain3,
#ifdef LGJK_HAVE_BOX2D3
                                               &find_box2d3,
#endif
#ifdef LGJK_HAVE_BOX2D3_CLANG
                                               &find_box2d3_clang,
#endif
#ifdef LGJK_HAVE_BOX3D
                                               &find_box3d,
#endif
#ifdef LGJK_HAVE_BOX3D_CLANG
                                               &find_box3d_clang,
#endif
#ifdef LGJK_HAVE_JOLT
                                               &find_jolt,
#endif
                                               &near_nanoflann2,    &near_nanoflann3};

typedef struct entry {
  find_case c;
  bool checked, tried, slow;
  uint64_t* hash; // that all crowds of one size and order have to end with; 0: not known yet
} entry;

static bool quick;

// ---------------------------------------------------------------- measuring

static void report(bench_run* run, const tick_sum* sum, uint32_t bodies, const char* label) {
  const double mean = sum->total / sum->ticks;
  bench_measured(run, mean);
  bench_label(run, label);
  bench_counter(run, "ns_per_body", mean * 1e9 / bodies);
  bench_counter(run, "worst_ns_per_body", sum->worst * 1e9 / bodies);
}

// A counter of 0 would be left out of the figures' spread as 0/0, which is no JSON.
static void count(bench_run* run, const char* name, double value) {
  if (value > 0) bench_counter(run, name, value);
}

static find_budget budget_of(uint32_t bodies, bool rival) {
  if (quick) return (find_budget){6, 5};
  // so many that trees have come to rest after the first ticks, which cost Box2D twice as much
  if (rival) return (find_budget){bodies <= 10000 ? 60 : bodies <= 100000 ? 24 : 6, 1};
  return (find_budget){bodies <= 10000 ? 60 : bodies <= 100000 ? 16 : 5, 1};
}

static bool finds_nearest(const find_case* c) { return (c->contender->traits & NEAREST) != 0; }

static bool is_slow_rival(const find_case* c) { return c->isa == LGJK_ISA_AUTO && !finds_nearest(c); }

// A rival that takes too long is not queried about a million bodies: a tenth of them shows it.
static bool takes_too_long(entry* e) {
  if (e->tried || !is_slow_rival(&e->c) || e->c.count <= 100000) return e->slow;
  find_case tenth = e->c;
  find_result result;
  tenth.count /= 10;
  tenth.budget = budget_of(tenth.count, true);
  e->tried = true;
  e->slow = !measure_find(&tenth, &result) || 10 * result.time.total / result.time.ticks > TOO_LONG;
  return e->slow;
}

static void run_find(bench_run* run, void* context) {
  entry* e = context;
  find_result result;
  if (!e->checked && !check_find(&e->c)) fail(e->c.name, "brute force finds others");
  e->checked = true;
  if (!takes_too_long(e)) e->slow = !measure_find(&e->c, &result);
  if (e->slow && !is_slow_rival(&e->c)) fail(e->c.name, "was not done");
  if (e->slow) {
    bench_skip(run, "takes too long");
    return;
  }
  report(run, &result.time, e->c.count, e->c.contender->shown);
  count(run, "pairs_per_body", result.pairs / e->c.count);
  count(run, "index_ms", 1e3 * result.built);
}

static void run_crowd(bench_run* run, void* context) {
  entry* e = context;
  crowd_result r;
  if (!measure_crowd(&e->c, &r)) fail(e->c.name, "was not done");
  if (*e->hash == 0) *e->hash = r.hash;
  if (*e->hash != r.hash) fail(e->c.name, "ends with other poses than another case of this size and order");
  report(run, &r.time, e->c.count, "");
  for (int k = 0; k < STEPS; ++k) {
    char name[32];
    snprintf(name, sizeof name, "%s_ms", crowd_step_names[k]);
    bench_counter(run, name, 1e3 * r.step[k] / r.time.ticks);
  }
  count(run, "pairs_per_body", r.pairs / r.time.ticks / e->c.count);
  count(run, "events", r.events / r.time.ticks);
}

static void run_server(bench_run* run, void* context) {
  static bool checked;
  entry* e = context;
  server_result r;
  if (!checked && !check_server()) fail(e->c.name, "both servers report different events");
  checked = true;
  if (!measure_server(&e->c, &r)) fail(e->c.name, "was not done");
  report(run, &r.time, e->c.count, e->c.server->shown);
  count(run, "begins", r.begins / r.time.ticks);
  count(run, "entered", r.entered / r.time.ticks);
}

// ---------------------------------------------------------------- cases

// Adds a case, whose name is still that of its suite and scene: "find/P1". `who` ends it.
static entry* add(suite_list* list, bench_body* body, const find_case* model, const char* who) {
  entry* e = claim(1, sizeof *e);
  const char* order = model->server != NULL ? "" : model->z_order ? "/Z" : "/random";
  e->c = *model;
  snprintf(e->c.name, sizeof e->c.name, "%.16s/%u%s/%.40s", model->name, model->count, order, who);
  suite_add(list, body, e, e->c.name)->once = true;
  return e;
}

// Adds the cases of this library: by each instruction set, and by the widest with two workers, too.
static void add_library(suite_list* list, bench_body* body, const find_case* model, const char* prefix,
                        uint64_t* hash) {
  find_case c = *model;
  bool widest = true;
  for (c.isa = LGJK_ISA_COUNT - 1; c.isa > 0; --c.isa) {
    if (!lgjk_isa_supported(c.isa)) continue;
    for (c.workers = 1; c.workers <= (widest ? 2 : 1); ++c.workers) {
      char who[48];
      snprintf(who, sizeof who, "%s%s-%u", prefix, lgjk_isa_name(c.isa), c.workers);
      add(list, body, &c, who)->hash = hash;
    }
    widest = false;
  }
}

// Whether a contender has answers for a scene.
static bool serves(const find_contender* c, moving_kind kind, bool nearest) {
  if (((c->traits & NEAREST) != 0) != nearest) return false;
  if (!(c->traits & (moving_kinds[kind].dim == 2 ? IN_2D : IN_3D))) return false;
  const bool boxes = moving_kinds[kind].walls > 0 || kind == BOXES || kind == BOXES30 || kind == BOXES_FLAT;
  if (boxes && (c->traits & ROUND_ONLY)) return false;
  if ((kind == VIEWS2 || kind == VIEWS5) && !(c->traits & TWO_VIEWS)) return false;
  return !(c->traits & (kind == WALLED ? NO_WALLS : kind < CROWD ? WALLS_ONLY : NO_WALLS | WALLS_ONLY));
}

// Whether the standard set has bodies in the order of a space-filling curve, too: where they walk, of one size.
static bool is_sorted_too(const suite_list* list, moving_kind kind, uint32_t size, bool nearest) {
  return list->all || quick ? kind < CROWD : kind == WALKERS && size == 100000 && !nearest;
}

static void add_find(suite_list* list, moving_kind kind, uint32_t size, bool nearest) {
  for (int z = 0; z < (is_sorted_too(list, kind, size, nearest) ? 2 : 1); ++z) {
    find_case c = {.kind = kind, .count = size, .z_order = z, .budget = budget_of(size, nearest)};
    snprintf(c.name, sizeof c.name, "%s/%s", nearest ? "near" : "find", moving_kinds[kind].name);
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; ++i) {
      char prefix[16];
      if (!serves(libraries[i], kind, nearest)) continue;
      c.contender = libraries[i];
      snprintf(prefix, sizeof prefix, "%s-", c.contender->name);
      add_library(list, run_find, &c, prefix, NULL);
    }
    c.budget = budget_of(size, true);
    for (size_t i = 0; i < sizeof rivals / sizeof rivals[0]; ++i) {
      c.contender = rivals[i];
      if (serves(rivals[i], kind, nearest)) add(list, run_find, &c, rivals[i]->name);
    }
  }
}

static void add_crowd(suite_list* list, uint32_t size) {
  for (int z = 0; z < (list->all || size <= 100000 ? 2 : 1); ++z) {
    const find_case c = {.name = "crowd", .count = size, .z_order = z, .budget = budget_of(size, false)};
    add_library(list, run_crowd, &c, "", claim(1, sizeof(uint64_t)));
  }
}

static void add_server(suite_list* list, uint32_t size) {
  find_case c = {.name = "server", .count = size, .budget = budget_of(size, false)};
  c.server = &server_by_tick;
  add(list, run_server, &c, c.server->name);
  c.server = &server_by_hand;
  add(list, run_server, &c, c.server->name);
}

void suite_find(suite_list* list) {
  quick = list->quick;
  for (int k = 0; k < MOVING_KINDS; ++k) {
    const moving_kind kind = (moving_kind)k;
    const bool grows = kind == WALKERS || kind == SWARM;
    // The standard set shows growth from 10,000 to a million bodies that walk and fly, and other scenes of up to
    // 100,000.
    const uint32_t limit = quick ? 1000 : list->all || grows ? 1000000 : 100000;
    const uint32_t most = moving_kinds[kind].most < limit ? moving_kinds[kind].most : limit;
    const uint32_t few = moving_kinds[kind].most > 100000 ? 10000 : most;
    for (uint32_t size = quick ? 1000 : list->all ? moving_kinds[kind].least : few; size <= most; size *= 10) {
      add_find(list, kind, size, false);
      if (grows && (list->all || size <= 100000)) add_find(list, kind, size, true);
    }
  }
  add_crowd(list, quick ? 10000 : 100000); // enough for two workers
  if (!quick) add_crowd(list, 1000000);
  add_server(list, quick ? 3000 : 20000);
  if (!quick) add_server(list, 100000);
}
