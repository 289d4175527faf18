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

// The widest instruction set, and whatever is no part of the library.
static bool shows_best(const bench_case* c) { return c->contender != CONTENDER_LIBRARY || c->widest; }

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

// The standard set in 2D. At the usual number of pairs: every scene in order, both queries, cold and warm; S2 with
// churn; the cost of sorting on S2 and S6. Cost against the number of pairs, bodies in order and shuffled: S1 and S2,
// distance, cold; and S2 in order, warm, of which the library shows the widest.
static bool is_standard2(const bench_case* c) {
  if (c->flags)
    return is_scene(c, "26") && !is_shuffled(c) && c->query == QUERY_DISTANCE && c->mode == MODE_COLD &&
           c->pairs == USUAL_SIZE;
  if (c->mode == MODE_CHURN) return is_scene(c, "2") && c->pairs == USUAL_SIZE;
  if (c->pairs == USUAL_SIZE && !is_shuffled(c)) return true;
  if (c->query != QUERY_DISTANCE || !is_scene(c, "12")) return false;
  return c->mode == MODE_COLD || (is_scene(c, "2") && !is_shuffled(c) && shows_best(c));
}

// In 3D. At the usual number of pairs, bodies in order: distance on every scene, cold and warm; overlap on T1, T4 and
// T8, cold. A million pairs: T1 shuffled, distance, cold, of which the library shows the widest.
static bool is_standard3(const bench_case* c) {
  if (c->flags || c->mode == MODE_CHURN) return false;
  bool usual = c->pairs == USUAL_SIZE && !is_shuffled(c);
  if (c->pairs == MOST_PAIRS && is_shuffled(c))
    return is_scene(c, "1") && c->query == QUERY_DISTANCE && c->mode == MODE_COLD && shows_best(c);
  if (!usual) return false;
  return c->query == QUERY_DISTANCE || (is_scene(c, "148") && c->mode == MODE_COLD);
}

// Calls of few pairs on S2 and T4, and contacts on T3, too: the library's own choice, the widest instruction set, one
// lane, the reference and the rivals known best. These have no calls for lists of pairs: their users' loops cost the
// same at every size.
static bool is_standard_small(const bench_case* c) {
  if (c->pairs > SMALL_SIZE || c->flags || is_shuffled(c) || c->mode == MODE_CHURN) return false;
  if (!is_scene(c, c->dimension == &dimension2 ? "2" : c->query == QUERY_CONTACT ? "34" : "4")) return false;
  if (c->contender == CONTENDER_LIBRARY) return c->widest || c->isa == LGJK_ISA_SCALAR || c->isa == LGJK_ISA_AUTO;
  static const char* const rivals[] = {"reference", "box2d", "box2d-distance", "box2d-v3", "box2d-v3-clang",
                                       "bullet",    "box3d", "box3d-clang",    "jolt"};
  const char* name = c->dimension->contender(c->contender).name;
  for (size_t i = 0; i < sizeof rivals / sizeof rivals[0]; i++) {
    if (strcmp(name, rivals[i]) == 0) return true;
  }
  return false;
}

// Variants at the usual number of pairs, on the widest instruction set, and on S2 and T4 by 8 lanes; and what an {a, b}
// list is compared with, as far as it is not shown anyway.
static bool is_standard_variant(const bench_case* c) {
  bool in_3d = c->dimension == &dimension3;
  bool by_8 = is_scene(c, in_3d ? "4" : "2") && c->isa == LGJK_ISA_AVX2;
  bool compared = in_3d && c->query == QUERY_OVERLAP && is_scene(c, "124") && has_suffix(c, "") && c->mode <= MODE_WARM;
  bool shown = c->variant != VARIANT_NONE || compared;
  return shown && c->contender == CONTENDER_LIBRARY && !c->flags && c->pairs == USUAL_SIZE && (c->widest || by_8);
}

// Contacts at the usual number of pairs, cold and warm, of which the library shows the widest instruction set, and 8
// lanes on a few scenes: contact on whole scenes, depth on pairs that overlap, touch or are near it. By default
// options contact alone, on a few scenes.
static bool is_standard_contact(const bench_case* c) {
  if (c->pairs != USUAL_SIZE || is_shuffled(c) || c->mode == MODE_CHURN) return false;
  bool in_3d = c->dimension == &dimension3, by_8 = c->isa == LGJK_ISA_AVX2 && is_scene(c, in_3d ? "149a" : "2aef");
  if (!shows_best(c) && !by_8) return false;
  if (is_overlapping(c)) return c->query == QUERY_DEPTH && is_scene(c, in_3d ? "1345" : "2");
  if (c->variant == VARIANT_DEFAULT) return c->query == QUERY_CONTACT && is_scene(c, in_3d ? "148" : "1245ae");
  if (c->query == QUERY_DEPTH) return is_scene(c, in_3d ? "89a" : "78aef");
  return is_scene(c, in_3d ? "123489a" : "123456789abcdef");
}

// Contacts of other lists in turn, of scenes of random pairs, by 8 lanes, too.
static bool is_standard_lists(const bench_case* c) {
  return c->query == QUERY_CONTACT && (shows_best(c) || c->isa == LGJK_ISA_AVX2) &&
         is_scene(c, c->dimension == &dimension2 ? "123af" : "149a");
}

// At the usual number of pairs, on the widest instruction set.
static bool is_standard_history_free(const bench_case* c) {
  return c->pairs == USUAL_SIZE && shows_best(c) && c->query == QUERY_DISTANCE;
}

// The same, of contacts and verdicts, which records serve least.
static bool is_standard_recordless(const bench_case* c) {
  if (c->pairs != USUAL_SIZE || !c->widest) return false;
  const bool queried = c->query == QUERY_CONTACT || c->query == QUERY_OVERLAP;
  return queried && is_scene(c, c->dimension == &dimension2 ? "1234569af" : "123489a");
}

static bool is_standard(const bench_case* c) {
  if (c->mode == MODE_RECORDLESS) return is_standard_recordless(c);
  if (c->mode == MODE_HISTORY_FREE) return is_standard_history_free(c);
  if (c->variant == VARIANT_LISTS) return is_standard_lists(c);
  if (c->pairs < SMALL_SIZE && c->query == QUERY_CONTACT) return is_standard_small(c);
  if (is_contact(c->query)) return is_standard_contact(c);
  if (is_standard_variant(c)) return true;
  if (c->variant != VARIANT_NONE) return false;
  if (is_standard_small(c)) return true;
  if (c->pairs < SMALL_SIZE) return false;
  return c->dimension == &dimension2 ? is_standard2(c) : is_standard3(c);
}

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
    c->widest = i + 1 == count; // the library lists them by width
    append_contender(list, c, CONTENDER_LIBRARY, lgjk_isa_name(c->isa), "");
    c->flags = LGJK_FLAG_SORT_ALL;
    append_contender(list, c, CONTENDER_LIBRARY, lgjk_isa_name(c->isa), "-sorted");
    c->flags = 0;
  }
  // The choice that users get by default: another set than the widest for calls of a few pairs alone.
  c->isa = LGJK_ISA_AUTO;
  c->widest = false;
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
