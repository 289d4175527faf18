// The benchmark of casts: pairs of which three in ten touch, this library on each instruction set and its rivals in
// turns, and how far their fractions are apart. It prints a page in Markdown.
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../find/clock.h"
#include "contender.h"
#include "rays.h"
#include "isa/kernels.h"
#include "page_head.h"

enum { MOST = 16 };

static const char reading[] =
    "Pairs of the benchmark's scenes. A moves towards B or past it, by four sums of both radii, so that three in ten\n"
    "touch: shapes, rays in place of A, and of 2D shapes that turn by up to half a radian. Nanoseconds per pair, "
    "medians\n"
    "of 7 turns, one core. Times faster: than the fastest rival of the same rows, the scalar reference aside; bold "
    "where\n"
    "that one is faster.\n"
    "\n"
    "Rivals stop at distances of their own (b2TimeOfImpact 5 mm before a touch, of bodies of about a metre); this "
    "library\n"
    "within 5e-6 of the radii. Other verdicts: the share of pairs that a rival calls otherwise. Median difference: of "
    "the\n"
    "way between both touches, in sums of both radii.\n";

typedef struct options {
  uint32_t pairs, turns;
  double least; // seconds of a measurement
  bool filtered;
  regex_t filter;
} options;

// A contender of a scene.
typedef struct entry {
  const cast_contender* contender;
  uint32_t isa;
  void* self;
  float* fraction;
  double seconds[MOST];
} entry;

static const cast_contender* const rivals[] = {
    &cast_reference2, &cast_reference3,        &cast_box2d_toi,  &cast_box2d_shape, &cast_box2d_ray,
#ifdef LGJK_HAVE_BOX2D3
    &cast_box2d3_toi, &cast_box2d3_shape,      &cast_box2d3_ray,
#endif
    &cast_chipmunk,   &cast_bullet_subsimplex, &cast_bullet_gjk, &cast_fcl};

static void fail(const char* text) {
  fprintf(stderr, "lgjk_bench_cast: %s\n", text);
  exit(2);
}

// ---------------------------------------------------------------- scenes

static float touching_share(const cast_scene* s) {
  const cast_contender* c = s->dim == 2 ? &cast_library2 : &cast_library3;
  float* fraction = malloc(s->count * sizeof *fraction);
  void* self = c->open(s, LGJK_ISA_AUTO);
  if (fraction == NULL || self == NULL) fail("not enough memory");
  uint32_t hits = 0;
  c->run(self, fraction);
  for (uint32_t i = 0; i < s->count; ++i) hits += fraction[i] < CAST_MISS;
  c->close(self);
  free(fraction);
  return (float)hits / (float)s->count;
}

// Opens a scene whose ways go so far beside B that the promised share touches.
static void open_scene(cast_scene* s, const char* name, uint32_t count, bool rays, bool turns) {
  float wide = 2;
  for (int turn = 0; turn < 6; ++turn) {
    if (!cast_scene_open(s, name, count, rays, turns, wide)) fail("a scene cannot be made");
    const float share = touching_share(s);
    if (turn == 5 || fabsf(share - CAST_SHARE) < 0.01f) return;
    cast_scene_close(s);
    wide *= s->dim == 2 ? share / CAST_SHARE : sqrtf(share / CAST_SHARE);
    if (name[0] == 'T') wide = wide < 0.1f ? 0.1f : wide;
  }
}

// ---------------------------------------------------------------- measuring

static double measure_once(entry* e, double least) {
  uint32_t runs = 0;
  const double begin = clock_seconds(OF_THREAD);
  double end = begin;
  for (; end - begin < least || runs == 0; ++runs) {
    e->contender->run(e->self, e->fraction);
    end = clock_seconds(OF_THREAD);
  }
  return (end - begin) / runs;
}

static double median_of(entry* e, uint32_t turns) {
  double* t = e->seconds;
  for (uint32_t i = 1; i < turns; ++i) {
    const double one = t[i];
    uint32_t k = i;
    for (; k > 0 && t[k - 1] > one; --k) t[k] = t[k - 1];
    t[k] = one;
  }
  return t[turns / 2];
}

// ---------------------------------------------------------------- the page

// How the fractions of a rival differ from those of the library: the share of pairs of another verdict, and the median
// of the way between both touches, in sums of the radii.
static void print_difference(const cast_scene* s, const entry* e, const entry* library) {
  uint32_t others = 0, both = 0;
  float* way = malloc(s->count * sizeof *way);
  if (way == NULL) fail("not enough memory");
  for (uint32_t i = 0; i < s->count; ++i) {
    const bool hit = e->fraction[i] < CAST_MISS, truly = library->fraction[i] < CAST_MISS;
    others += hit != truly;
    if (hit && truly) way[both++] = 4 * fabsf(e->fraction[i] - library->fraction[i]);
  }
  for (uint32_t i = 1; i < both; ++i) { // a median of a few thousand
    const float one = way[i];
    uint32_t k = i;
    for (; k > 0 && way[k - 1] > one; --k) way[k] = way[k - 1];
    way[k] = one;
  }
  printf(" %.2f%% | %.1e |\n", 100.0 * others / s->count, both > 0 ? (double)way[both / 2] : 0.0);
  free(way);
}

static const char* isa_shown(uint32_t isa) {
#define ISA_SHOWN(name, number, shown, ...) \
  if (isa == number) return shown;
  LGJK_ISA_TABLE(ISA_SHOWN)
  return "";
}

static void print_scene(const cast_scene* s, const char* name, entry* entries, uint32_t count, uint32_t turns) {
  double best = 0;
  for (uint32_t k = 0; k < count; ++k) {
    const double t = median_of(&entries[k], turns);
    const bool rival = entries[k].isa == LGJK_ISA_AUTO && strcmp(entries[k].contender->name, "reference") != 0;
    if (rival && (best == 0 || t < best)) best = t;
  }
  for (uint32_t k = 0; k < count; ++k) {
    const entry* e = &entries[k];
    const double t = e->seconds[turns / 2];
    printf("| %s%s | %s", name, s->rays ? ", rays" : s->turns ? ", turning" : "", e->contender->shown);
    if (e->isa != LGJK_ISA_AUTO) printf(", %s", isa_shown(e->isa));
    printf(" | %.1f |", t * 1e9 / s->count);
    if (e->isa == LGJK_ISA_AUTO) {
      printf(" |");
      print_difference(s, e, &entries[0]);
    } else if (best > 0) {
      printf(best < t ? " **%.2fx** | | |\n" : " %.1fx | | |\n", best / t);
    } else {
      puts(" | | |");
    }
  }
  fflush(stdout);
}

static uint32_t list_entries(const cast_scene* s, const char* name, entry* entries) {
  uint32_t count = 0;
  for (uint32_t isa = LGJK_ISA_COUNT - 1; isa > 0; --isa) {
    if (!lgjk_isa_supported(isa)) continue;
    entries[count++] = (entry){.contender = s->dim == 2 ? &cast_library2 : &cast_library3, .isa = isa};
  }
  for (size_t k = 0; k < sizeof rivals / sizeof rivals[0]; ++k) {
    const cast_contender* c = rivals[k];
    if (c->dim != s->dim || !(s->rays ? c->rays : s->turns ? c->turns : c->shapes) || strchr(c->lacks, name[1]) != NULL)
      continue;
    entries[count++] = (entry){.contender = c, .isa = LGJK_ISA_AUTO};
  }
  return count;
}

static void run_scene(const options* o, const char* name, bool rays, bool turns) {
  char label[32];
  snprintf(label, sizeof label, "%s%s", name, rays ? "/rays" : turns ? "/turning" : "/shapes");
  if (o->filtered && regexec(&o->filter, label, 0, NULL, 0) != 0) return;
  cast_scene s;
  entry entries[MOST];
  fprintf(stderr, "%s\n", label);
  open_scene(&s, name, o->pairs, rays, turns);
  const uint32_t count = list_entries(&s, name, entries);
  for (uint32_t k = 0; k < count; ++k) {
    entries[k].self = entries[k].contender->open(&s, entries[k].isa);
    entries[k].fraction = malloc(s.count * sizeof(float));
    if (entries[k].self == NULL || entries[k].fraction == NULL) fail("not enough memory");
  }
  for (uint32_t turn = 0; turn < o->turns; ++turn) {
    for (uint32_t k = 0; k < count; ++k) entries[k].seconds[turn] = measure_once(&entries[k], o->least);
  }
  print_scene(&s, name, entries, count, o->turns);
  for (uint32_t k = 0; k < count; ++k) {
    entries[k].contender->close(entries[k].self);
    free(entries[k].fraction);
  }
  cast_scene_close(&s);
}

// ---------------------------------------------------------------- rays against a map

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

typedef struct rays_run {
  const ray_rival* rival; // NULL: this library
  uint32_t isa;
  void* self;
  ray_hit* hit;
  double seconds[MOST];
} rays_run;

static const ray_rival* const ray_rivals[] = {&box2d_rays,
#ifdef LGJK_HAVE_BOX2D3
                                              &box2d3_rays,
#endif
                                              &bullet_rays};

static double time_rays(rays_run* r, double least) {
  uint32_t runs = 0;
  const double begin = clock_seconds(OF_THREAD);
  double end = begin;
  for (; end - begin < least || runs == 0; ++runs) {
    (r->rival != NULL ? r->rival->run : library_rays_run)(r->self, r->hit);
    end = clock_seconds(OF_THREAD);
  }
  return (end - begin) / runs;
}

static double rays_median(rays_run* r, uint32_t turns) {
  entry e = {.contender = NULL};
  memcpy(e.seconds, r->seconds, sizeof e.seconds);
  return median_of(&e, turns);
}

static uint32_t open_rays(const ray_map* map, rays_run* run, double* built) {
  uint32_t count = 0;
  for (uint32_t isa = LGJK_ISA_COUNT - 1; isa > 0; --isa) {
    if (!lgjk_isa_supported(isa)) continue;
    run[count++] = (rays_run){.isa = isa, .self = library_rays_open(map, isa, built)};
  }
  for (size_t k = 0; k < sizeof ray_rivals / sizeof ray_rivals[0]; ++k) {
    const ray_rival* one = ray_rivals[k];
    if (map->count <= one->most) run[count++] = (rays_run){.rival = one, .self = one->open(map)};
  }
  for (uint32_t k = 0; k < count; ++k) run[k].hit = malloc(RAYS * sizeof *run[k].hit);
  return count;
}

static void run_rays(const options* o, uint32_t bodies) {
  ray_map map;
  rays_run run[MOST];
  double built = 0, best = 0;
  fprintf(stderr, "rays/%u\n", bodies);
  if (!ray_map_open(&map, bodies)) fail("not enough memory");
  const uint32_t count = open_rays(&map, run, &built);
  for (uint32_t turn = 0; turn < o->turns; ++turn) {
    for (uint32_t k = 0; k < count; ++k) run[k].seconds[turn] = time_rays(&run[k], o->least);
  }
  for (uint32_t k = 0; k < count; ++k) {
    const double t = rays_median(&run[k], o->turns);
    if (run[k].rival != NULL && (best == 0 || t < best)) best = t;
  }
  for (uint32_t k = 0; k < count; ++k) {
    const double t = rays_median(&run[k], o->turns);
    if (run[k].rival == NULL) {
      printf(best < t ? "| %u | lanegjk, %s | %.0f | **%.2fx** | |\n" : "| %u | lanegjk, %s | %.0f | %.1fx | |\n",
             bodies, isa_shown(run[k].isa), t * 1e9 / RAYS, best / t);
      library_rays_close(run[k].self);
    } else {
      printf("| %u | %s | %.0f | | %.2f%% |\n", bodies, run[k].rival->shown, t * 1e9 / RAYS,
             100 * other_hits(run[0].hit, run[k].hit));
      run[k].rival->close(run[k].self);
    }
    if (k > 0) free(run[k].hit);
  }
  printf("| %u | index, built once | %.0f per body | | |\n", bodies, built * 1e9 / bodies);
  fflush(stdout);
  free(run[0].hit);
  ray_map_close(&map);
}

int main(int argc, char** argv) {
  static const char* const names[] = {"S1", "S2", "S3", "S4", "S5", "S9", "T1", "T2", "T3", "T4", "T5"};
  static options o = {.pairs = 10000, .turns = 7, .least = 0.05};
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--quick") == 0) {
      o.pairs = 1000;
      o.turns = 1;
      o.least = 0;
    } else if (strcmp(argv[i], "--filter") == 0 && i + 1 < argc && !o.filtered) {
      if (regcomp(&o.filter, argv[++i], REG_EXTENDED | REG_NOSUB) != 0) fail("no regular expression");
      o.filtered = true;
    } else {
      fail("usage: lgjk_bench_cast [--quick] [--filter REGEX]");
    }
  }
  run_begun begun;
  note_begin(&begun);
  const page_row more[] = {
#ifdef LGJK_HAVE_BOX2D3
      {"box2d-v3", box2d3_casts_version()},
#endif
      {NULL, NULL}};
  print_page_head("Casts", &begun, o.least > 0 ? NULL : "quick: few pairs, once; its figures mean nothing", more);
  puts(reading);
  printf("| scene | | ns per pair | times faster than the fastest rival | other verdicts | median difference |\n");
  printf("|---|---|--:|--:|--:|--:|\n");
  for (size_t k = 0; k < sizeof names / sizeof names[0]; ++k) {
    run_scene(&o, names[k], false, false);
    run_scene(&o, names[k], true, false);
    if (names[k][0] == 'S' && names[k][1] != '9') run_scene(&o, names[k], false, true);
  }
  if (!o.filtered || regexec(&o.filter, "rays", 0, NULL, 0) == 0) {
    puts("\nThe first hits of 10,000 rays of 20 m, nanoseconds for a ray:\n");
    puts("| bodies | | ns | times faster than the fastest rival | other hits |\n|--:|---|--:|--:|--:|");
    static const uint32_t sizes[] = {1000, 10000, 100000, 1000000};
    for (int k = 0; k < 4 && (o.least > 0 || k == 0); ++k) run_rays(&o, sizes[k]);
  }
  if (o.filtered) regfree(&o.filter);
  return 0;
}
