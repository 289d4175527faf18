#include "cases.h"

#include <stdio.h>
#include <string.h>

#include "basics.h"
#include "scene_common.h"

enum { MODES = 5, SIZES = 9 };
static const char* const query_names[QUERIES] = {"distance", "overlap", "contact", "depth"};
static const char* const mode_names[MODES] = {"cold", "warm", "churn", "historyfree", "recordless"};
static const char* const variant_suffixes[VARIANTS] = {"", "-reach", "-half", "-ab", "-default", "-lists"};
static const uint32_t sizes[SIZES] = {1, 4, 16, 64, 256, 1000, 10000, 100000, 1000000};

#define SMALL_SIZE 1000u  // up to it calls are small
#define SMALL_SCENE 1024u // pairs of a scene that is queried by fewer than SMALL_SIZE at a time
#define USUAL_SIZE 10000u
#define MOST_FEW 64u // pairs of a call of few, in the standard set
#define MOST_PAIRS 1000000u
#define MOST_ISAS 32u

typedef struct case_list {
  bool all;
  uint32_t pairs; // only of so many; 0: any
  uint32_t count, capacity;
  bench_case* cases;
} case_list;

static bool is_scene(const bench_case* c, const char* digits) { return strchr(digits, scene_digit(c->scene)) != NULL; }

static bool has_suffix(const bench_case* c, const char* suffix) { return strcmp(scene_suffix(c->scene), suffix) == 0; }

static bool is_shuffled(const bench_case* c) { return has_suffix(c, "-shuffled"); }

static bool is_overlapping(const bench_case* c) { return has_suffix(c, "-overlapping"); }

// Beside warm ones: polygons, capsules and boxes in 2D; boxes and hulls in 3D.
static bool has_history_free(const bench_case* c) {
  bool scene = is_scene(c, c->dimension == &dimension2 ? "12345" : "14");
  return scene && has_suffix(c, "") && c->variant == VARIANT_NONE && c->contender == CONTENDER_LIBRARY && !c->flags &&
         c->pairs >= SMALL_SIZE && c->query != QUERY_DEPTH;
}

// What warm is compared with: the same frames by the library, without records.
static bool is_recordless(const bench_case* c) {
  return c->contender == CONTENDER_LIBRARY && !c->flags && has_suffix(c, "") && c->pairs >= SMALL_SIZE;
}

static bool has_variants(const bench_case* c) {
  if (c->variant == VARIANT_LISTS)
    return has_suffix(c, "") && c->mode == MODE_COLD && !c->flags && c->pairs == USUAL_SIZE;
  if (!has_suffix(c, "") || c->mode > MODE_WARM || c->contender != CONTENDER_LIBRARY || c->flags) return false;
  if (c->variant == VARIANT_DEFAULT) return is_contact(c->query);
  if (!is_scene(c, c->dimension == &dimension2 ? "12345" : "124")) return false;
  return c->query == QUERY_DISTANCE || (c->query == QUERY_OVERLAP && c->variant == VARIANT_AB);
}

// ---- the standard set ----

// What is published: each row names queries and modes of scenes, which every instruction set and every rival answers.
typedef struct standard_row {
  const char* suffix;    // of the scene, or of the variant
  const char* scenes[2]; // digits of those in 2D and 3D; NULL: all
  bool queries[QUERIES], modes[MODES];
  uint32_t least, most; // pairs of a call
} standard_row;

#define ALL_PAIRS \
  { [QUERY_DISTANCE] = true, [QUERY_OVERLAP] = true, [QUERY_CONTACT] = true }
#define DISTANCES \
  { [QUERY_DISTANCE] = true }
#define CONTACTS \
  { [QUERY_CONTACT] = true }
#define BOTH_MODES \
  { [MODE_COLD] = true, [MODE_WARM] = true }
#define COLD_ONLY \
  { [MODE_COLD] = true }

static const standard_row standard_rows[] = {
    {"", {NULL, NULL}, ALL_PAIRS, BOTH_MODES, USUAL_SIZE, USUAL_SIZE},
    // Calls of few pairs: polygons, boxes, hulls and mixed kinds.
    {"", {"26", "134"}, DISTANCES, BOTH_MODES, 1, MOST_FEW},
    {"", {"26", "134"}, CONTACTS, COLD_ONLY, 1, MOST_FEW},
    {"", {"2", "4"}, {[QUERY_OVERLAP] = true}, COLD_ONLY, 1, MOST_FEW},
    // Lists that no cache holds, of bodies in order and in random order.
    {"", {"2", "1"}, DISTANCES, COLD_ONLY, MOST_PAIRS, MOST_PAIRS},
    {"-shuffled", {"2", "1"}, DISTANCES, COLD_ONLY, MOST_PAIRS, MOST_PAIRS},
    // What records are worth, and what happens where pairs are replaced.
    {"", {"2469f", "1489a"}, ALL_PAIRS, {[MODE_RECORDLESS] = true}, USUAL_SIZE, USUAL_SIZE},
    {"", {"2", "4"}, DISTANCES, {[MODE_HISTORY_FREE] = true}, USUAL_SIZE, USUAL_SIZE},
    {"", {"2", ""}, DISTANCES, {[MODE_CHURN] = true}, USUAL_SIZE, USUAL_SIZE},
    // Other ways to query a scene.
    {"-half", {"2", "4"}, DISTANCES, BOTH_MODES, USUAL_SIZE, USUAL_SIZE},
    {"-ab", {"2", "4"}, DISTANCES, COLD_ONLY, USUAL_SIZE, USUAL_SIZE},
    {"-default", {"24ae", "148"}, CONTACTS, COLD_ONLY, USUAL_SIZE, USUAL_SIZE},
    {"-lists", {"123af", "149a"}, CONTACTS, COLD_ONLY, USUAL_SIZE, USUAL_SIZE},
    {"-overlapping", {"2", "1345"}, {[QUERY_DEPTH] = true}, BOTH_MODES, USUAL_SIZE, USUAL_SIZE},
};

static bool is_of_row(const bench_case* c, const standard_row* row) {
  const char* suffix = c->variant == VARIANT_NONE ? scene_suffix(c->scene) : variant_suffixes[c->variant];
  const char* scenes = row->scenes[c->dimension == &dimension3];
  return strcmp(suffix, row->suffix) == 0 && (!scenes || is_scene(c, scenes)) && row->queries[c->query] &&
         row->modes[c->mode] && c->pairs >= row->least && c->pairs <= row->most;
}

// Rivals are called pair by pair: what they take in a call of one pair stands for a few.
static bool is_standard(const bench_case* c) {
  const bool repeated = c->contender != CONTENDER_LIBRARY && c->pairs > 1 && c->pairs < SMALL_SIZE;
  if (repeated || c->flags || (c->pairs > MOST_FEW && c->pairs < USUAL_SIZE)) return false;
  for (size_t i = 0; i < sizeof standard_rows / sizeof *standard_rows; i++) {
    if (is_of_row(c, &standard_rows[i])) return true;
  }
  return false;
}

// ---- all cases ----

static bool is_possible(const bench_case* c) {
  const contender can = c->dimension->contender(c->contender);
  const char* scenes = can.scenes[c->query];
  if (scenes && !is_scene(c, scenes)) return false;
  if (is_contact(c->query) && c->flags) return false;
  if (is_overlapping(c) && (!is_contact(c->query) || c->mode == MODE_CHURN)) return false;
  if (c->variant != VARIANT_NONE && !has_variants(c)) return false;
  if (c->pairs < SMALL_SIZE && (c->flags || !has_suffix(c, "") || c->variant != VARIANT_NONE || c->mode == MODE_CHURN))
    return false;
  if (c->mode == MODE_HISTORY_FREE && !has_history_free(c)) return false;
  if (c->mode == MODE_RECORDLESS && !is_recordless(c)) return false;
  if (!can.answers[c->query]) return false;
  if (can.most_pairs && c->pairs > can.most_pairs) return false;
  if (c->mode != MODE_COLD && !can.plays_frames[c->query]) return false;
  if (c->mode != MODE_CHURN) return true;
  return can.follows_replacement && !is_shuffled(c) && !is_scene(c, c->dimension->no_churn);
}

static void append(case_list* list, const bench_case* c) {
  bool selected = (list->pairs == 0 || list->pairs == c->pairs) && is_possible(c) && (list->all || is_standard(c));
  if (!selected) return;
  if (list->count == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 512;
    list->cases = need(realloc(list->cases, list->capacity * sizeof *list->cases));
  }
  list->cases[list->count++] = *c;
}

static void append_contender(case_list* list, bench_case* c, uint32_t number, const char* name, const char* suffix) {
  c->contender = number;
  snprintf(c->name, sizeof c->name, "%s/%s%s/%s/%s/%s%s/%u", c->dimension->name, c->scene, variant_suffixes[c->variant],
           query_names[c->query], mode_names[c->mode], name, suffix, (unsigned)c->pairs);
  append(list, c);
}

static void append_library(case_list* list, bench_case* c) {
  uint32_t isas[MOST_ISAS], supported[MOST_ISAS], count = 0;
  uint32_t known = lgjk_isa_list(isas, MOST_ISAS);
  for (uint32_t i = 0; i < known && i < MOST_ISAS; i++) {
    if (lgjk_isa_supported(isas[i])) supported[count++] = isas[i];
  }
  for (uint32_t i = 0; i < count; i++) {
    c->isa = supported[i];
    append_contender(list, c, CONTENDER_LIBRARY, lgjk_isa_name(c->isa), "");
    c->flags = LGJK_FLAG_SORT_ALL;
    append_contender(list, c, CONTENDER_LIBRARY, lgjk_isa_name(c->isa), "-sorted");
    c->flags = 0;
  }
  // The choice that users get by default: another set than the widest for calls of a few pairs alone.
  c->isa = LGJK_ISA_AUTO;
  if (c->pairs < SMALL_SIZE) append_contender(list, c, CONTENDER_LIBRARY, lgjk_isa_name(c->isa), "");
}

static void append_contenders(case_list* list, bench_case* c) {
  append_library(list, c);
  for (uint32_t i = CONTENDER_LIBRARY + 1; i < c->dimension->contender_count; i++) {
    append_contender(list, c, i, c->dimension->contender(i).name, "");
  }
}

static void append_scene(case_list* list, const dimension* dim, const char* name, variant kind) {
  bench_case c;
  memset(&c, 0, sizeof c);
  c.dimension = dim;
  c.variant = kind;
  snprintf(c.scene, sizeof c.scene, "%s", name);
  for (uint32_t i = 0; i < QUERIES * MODES * SIZES; i++) {
    c.query = (query)(i / (MODES * SIZES));
    c.mode = (mode)(i / SIZES % MODES);
    c.pairs = sizes[i % SIZES];
    c.scene_pairs = c.pairs < SMALL_SIZE ? SMALL_SCENE : c.pairs;
    append_contenders(list, &c);
  }
}

bench_case* cases_list(bool all, uint32_t pairs, uint32_t* count) {
  static const dimension* const dimensions[] = {&dimension2, &dimension3};
  case_list list = {.all = all, .pairs = pairs};
  for (size_t k = 0; k < sizeof dimensions / sizeof dimensions[0]; k++) {
    for (const char* const* name = dimensions[k]->scenes; *name; name++) {
      char shuffled[16], overlapping[16];
      snprintf(shuffled, sizeof shuffled, "%s-shuffled", *name);
      snprintf(overlapping, sizeof overlapping, "%s-overlapping", *name);
      append_scene(&list, dimensions[k], *name, VARIANT_NONE);
      append_scene(&list, dimensions[k], shuffled, VARIANT_NONE);
      if (strchr(dimensions[k]->mixed_scenes, scene_digit(*name)))
        append_scene(&list, dimensions[k], overlapping, VARIANT_NONE);
      for (int v = VARIANT_NONE + 1; v < VARIANTS; v++) append_scene(&list, dimensions[k], *name, (variant)v);
    }
  }
  *count = list.count;
  return list.cases;
}
