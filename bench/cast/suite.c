// Casts as cases of google-benchmark: pairs of which three in ten touch, and rays against all bodies of a map. This
// library's answers have to be those of its one-lane build, bit for bit; rivals' within their accuracy.
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "contender.h"

static const cast_contender* const rivals[] = {
    &cast_reference2,       &cast_reference3,         &cast_box2d_toi,        &cast_box2d_shape, &cast_box2d_ray,
#ifdef LGJK_HAVE_BOX2D3
    &cast_box2d3_toi,       &cast_box2d3_shape,       &cast_box2d3_ray,
#endif
#ifdef LGJK_HAVE_BOX2D3_CLANG
    &cast_box2d3_toi_clang, &cast_box2d3_shape_clang, &cast_box2d3_ray_clang,
#endif
#ifdef LGJK_HAVE_BOX3D
    &cast_box3d_ray,        &cast_box3d_shape,
#endif
#ifdef LGJK_HAVE_BOX3D_CLANG
    &cast_box3d_ray_clang,  &cast_box3d_shape_clang,
#endif
#ifdef LGJK_HAVE_JOLT
    &cast_jolt_ray,         &cast_jolt_shape,
#endif
    &cast_chipmunk,         &cast_bullet_subsimplex,  &cast_bullet_gjk,       &cast_fcl};

// ---------------------------------------------------------------- pairs

// What several cases share. It is opened by the first of them that runs.
typedef struct stage {
  const char* name;
  uint32_t pairs;
  bool rays, turns, opened;
  cast_scene scene;
  float* truth; // of the one-lane build
} stage;

typedef struct entry {
  char name[80];
  const cast_contender* contender;
  uint32_t isa; // LGJK_ISA_AUTO: of a rival
  stage* stage;
  bool checked;
  double others, difference;
} entry;

// Writes the answers of the one-lane build; returns the share of pairs that touch.
static float take_truth(stage* s) {
  const cast_contender* c = s->scene.dim == 2 ? &cast_library2 : &cast_library3;
  void* self = need(c->open(&s->scene, LGJK_ISA_SCALAR));
  uint32_t hits = 0;
  c->run(self, s->truth);
  for (uint32_t i = 0; i < s->pairs; ++i) hits += s->truth[i] < CAST_MISS;
  c->close(self);
  return (float)hits / (float)s->pairs;
}

// Opens a scene whose ways go so far beside B that the promised share touches.
static void open_stage(stage* s) {
  float wide = 2;
  if (s->opened) return;
  s->truth = claim(s->pairs, sizeof *s->truth);
  s->opened = true;
  for (int turn = 0;; ++turn) {
    if (!cast_scene_open(&s->scene, s->name, s->pairs, s->rays, s->turns, wide)) fail(s->name, "cannot be made");
    const float share = take_truth(s);
    if (turn == 5 || fabsf(share - CAST_SHARE) < 0.01f) return;
    wide *= s->scene.dim == 2 ? share / CAST_SHARE : sqrtf(share / CAST_SHARE);
    if (s->scene.dim == 3 && wide < 0.1f) wide = 0.1f;
    cast_scene_close(&s->scene);
  }
}

// The share of pairs on which a rival is known to disagree, at most.
static double known_others(const cast_contender* c) { return strcmp(c->name, "fcl") == 0 ? 0.1 : 0.02; }

// Verdicts that differ, and the mean way between both touches, in sums of the radii.
static void check(entry* e, const float* fraction) {
  const stage* s = e->stage;
  uint32_t others = 0, both = 0;
  double way = 0;
  e->checked = true;
  if (e->isa != LGJK_ISA_AUTO) {
    if (memcmp(fraction, s->truth, s->pairs * sizeof *fraction) != 0)
      fail(e->name, "the answers are not those of the scalar build, bit for bit");
    return;
  }
  for (uint32_t i = 0; i < s->pairs; ++i) {
    const bool hit = fraction[i] < CAST_MISS, truly = s->truth[i] < CAST_MISS;
    others += hit != truly;
    both += hit && truly;
    if (hit && truly) way += (double)(4 * fabsf(fraction[i] - s->truth[i]));
  }
  e->others = (double)others / s->pairs;
  e->difference = both > 0 ? way / both : 0;
  if (e->others > known_others(e->contender)) fail(e->name, "too many other verdicts");
  if (e->difference > 0.1) fail(e->name, "touches are elsewhere");
}

static void run_cast(bench_run* run, void* context) {
  entry* e = context;
  open_stage(e->stage);
  void* self = need(e->contender->open(&e->stage->scene, e->isa));
  float* fraction = claim(e->stage->pairs, sizeof *fraction);
  e->contender->run(self, fraction);
  if (!e->checked) check(e, fraction);
  while (bench_next(run)) {
    const double start = clock_seconds(OF_THREAD);
    e->contender->run(self, fraction);
    bench_took(run, clock_seconds(OF_THREAD) - start);
  }
  e->contender->close(self);
  free(fraction);
  bench_label(run, e->contender->shown);
  bench_nanoseconds_per_item(run, "ns_per_pair", e->stage->pairs);
  if (e->others > 0) bench_counter(run, "other_verdicts", e->others);
  if (e->difference > 0) bench_counter(run, "mean_difference", e->difference);
}

static void add_entry(suite_list* list, stage* s, const cast_contender* c, uint32_t isa) {
  entry* e = claim(1, sizeof *e);
  *e = (entry){.contender = c, .isa = isa, .stage = s};
  snprintf(e->name, sizeof e->name, "cast/%s/%s/%s/%u", s->name,
           s->rays    ? "rays"
           : s->turns ? "turning"
                      : "shapes",
           isa == LGJK_ISA_AUTO ? c->name : lgjk_isa_name(isa), (unsigned)s->pairs);
  suite_add(list, run_cast, e, e->name);
}

static void add_stage(suite_list* list, const char* name, bool rays, bool turns) {
  stage* s = claim(1, sizeof *s);
  const int dim = name[0] == 'S' ? 2 : 3;
  *s = (stage){.name = name, .pairs = list->quick ? 1000 : 10000, .rays = rays, .turns = turns};
  for (uint32_t isa = LGJK_ISA_COUNT - 1; isa > 0; --isa) {
    if (lgjk_isa_supported(isa)) add_entry(list, s, dim == 2 ? &cast_library2 : &cast_library3, isa);
  }
  for (size_t k = 0; k < sizeof rivals / sizeof rivals[0]; ++k) {
    const cast_contender* c = rivals[k];
    const bool casts = rays ? c->rays : turns ? c->turns : c->shapes;
    if (c->dim == dim && casts && strchr(c->missing, name[1]) == NULL) add_entry(list, s, c, LGJK_ISA_AUTO);
  }
}

// ---------------------------------------------------------------- rays against a map

typedef struct rays_stage {
  uint32_t bodies;
  ray_map map;
  ray_hit* truth; // NULL: not opened yet
} rays_stage;

typedef struct rays_entry {
  char name[80];
  const ray_contender* contender;
  uint32_t isa;
  rays_stage* stage;
  void* self; // NULL: not opened yet
  ray_hit* hit;
  double built, others;
} rays_entry;

static const ray_contender* const ray_rivals[] = {&box2d_rays,
#ifdef LGJK_HAVE_BOX2D3
                                                  &box2d3_rays,       &box2d3_tree_rays,
#endif
#ifdef LGJK_HAVE_BOX2D3_CLANG
                                                  &box2d3_rays_clang, &box2d3_tree_rays_clang,
#endif
                                                  &bullet_rays};

// The share of rays whose first hit is another body, or a thousandth of the way off. Rays that begin in a body differ:
// Box2D hits no circle from inside.
static double other_hits(const ray_hit* a, const ray_hit* b) {
  uint32_t others = 0, counted = 0;
  for (uint32_t i = 0; i < RAYS; ++i) {
    if (a[i].body != NO_HIT && a[i].fraction == 0) continue;
    ++counted;
    others += a[i].body != b[i].body || (a[i].body != NO_HIT && fabsf(a[i].fraction - b[i].fraction) > 1e-3f);
  }
  return (double)others / counted;
}

static void open_rays(rays_entry* e) {
  rays_stage* s = e->stage;
  if (s->truth == NULL) {
    double built;
    ray_map_open(&s->map, s->bodies);
    s->truth = claim(RAYS, sizeof *s->truth);
    library_rays.run(library_rays.open(&s->map, LGJK_ISA_SCALAR, &built), s->truth);
  }
  if (e->self != NULL) return;
  e->self = need(e->contender->open(&s->map, e->isa, &e->built));
  e->hit = claim(RAYS, sizeof *e->hit);
  e->contender->run(e->self, e->hit);
  e->others = other_hits(s->truth, e->hit);
  if (e->others > (e->isa == LGJK_ISA_AUTO ? 0.03 : 0)) fail(e->name, "too many other hits");
}

static void run_rays(bench_run* run, void* context) {
  rays_entry* e = context;
  open_rays(e);
  while (bench_next(run)) {
    const double start = clock_seconds(OF_THREAD);
    e->contender->run(e->self, e->hit);
    bench_took(run, clock_seconds(OF_THREAD) - start);
  }
  bench_label(run, e->contender->shown);
  bench_nanoseconds_per_item(run, "ns_per_ray", RAYS);
  if (e->others > 0) bench_counter(run, "other_hits", e->others);
  if (e->built > 0) bench_counter(run, "index_ms", 1e3 * e->built);
}

static void add_ray(suite_list* list, rays_stage* s, const ray_contender* c, uint32_t isa) {
  rays_entry* e = claim(1, sizeof *e);
  *e = (rays_entry){.contender = c, .isa = isa, .stage = s};
  snprintf(e->name, sizeof e->name, "rays/%s/%u", isa == LGJK_ISA_AUTO ? c->name : lgjk_isa_name(isa), s->bodies);
  suite_add(list, run_rays, e, e->name);
}

static void add_rays(suite_list* list, uint32_t bodies) {
  rays_stage* s = claim(1, sizeof *s);
  s->bodies = bodies;
  for (uint32_t isa = LGJK_ISA_COUNT - 1; isa > 0; --isa) {
    if (lgjk_isa_supported(isa)) add_ray(list, s, &library_rays, isa);
  }
  for (size_t k = 0; k < sizeof ray_rivals / sizeof ray_rivals[0]; ++k) {
    if (bodies <= ray_rivals[k]->most) add_ray(list, s, ray_rivals[k], LGJK_ISA_AUTO);
  }
}

void suite_cast(suite_list* list) {
  static const char* const names[] = {"S1", "S2", "S3", "S4", "S5", "S9", "T1", "T2", "T3", "T4", "T5"};
  for (size_t k = 0; k < sizeof names / sizeof names[0]; ++k) {
    add_stage(list, names[k], false, false);
    add_stage(list, names[k], true, false);
    if (names[k][0] == 'S' && names[k][1] != '9') add_stage(list, names[k], false, true);
  }
  for (uint32_t bodies = 1000; bodies <= (list->quick ? 1000u : 1000000u); bodies *= 10) add_rays(list, bodies);
}
