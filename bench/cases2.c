#include "cases2.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* const query_names[2] = {"distance", "overlap"};
static const char* const mode_names[3] = {"cold", "warm", "churn"};
static const uint32_t sizes[4] = {1000, 10000, 100000, 1000000};

#define USUAL_SIZE 10000u

typedef struct case_list {
  bool all;
  uint32_t pairs;  // wanted; 0: any
  uint32_t count, capacity;
  case2* cases;
  bool failed;
} case_list;

static bool is_scene(const case2* c, const char* names) { return strchr(names, c->scene[1]) != NULL; }

// The standard set. At the usual number of pairs: every scene in order, both queries, cold and warm; S2 with churn; the
// cost of sorting on S2 and S6. Cost against the number of pairs, bodies in order and shuffled: S1 and S2, distance,
// cold.
static bool is_standard(const case2* c) {
  bool shuffled = c->scene[2] != '\0';
  if (c->flags)
    return is_scene(c, "26") && !shuffled && c->query == QUERY2_DISTANCE && c->mode == MODE2_COLD &&
           c->pairs == USUAL_SIZE;
  if (c->mode == MODE2_CHURN) return c->scene[1] == '2' && c->pairs == USUAL_SIZE;
  if (c->pairs == USUAL_SIZE && !shuffled) return true;
  return is_scene(c, "12") && c->query == QUERY2_DISTANCE && c->mode == MODE2_COLD;
}

static bool is_possible(const case2* c) {
  const contender2* contender = c->contender;
  if (!(c->query == QUERY2_DISTANCE ? contender->distance : contender->overlap)) return false;
  if (contender->most_pairs && c->pairs > contender->most_pairs) return false;
  if (c->mode != MODE2_CHURN) return true;
  bool shuffled = c->scene[2] != '\0';
  return contender->follows_replacement && !shuffled && c->scene[1] != '8';
}

static void append(case_list* list, const case2* c) {
  bool wanted = (list->pairs == 0 || list->pairs == c->pairs) && is_possible(c) && (list->all || is_standard(c));
  if (!wanted || list->failed) return;
  if (list->count == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 512;
    case2* grown = realloc(list->cases, list->capacity * sizeof *grown);
    list->failed = !grown;
    if (!grown) return;
    list->cases = grown;
  }
  list->cases[list->count++] = *c;
}

static void append_contender(case_list* list, case2* c, const contender2* contender, const char* name,
                             const char* suffix) {
  c->contender = contender;
  snprintf(c->name, sizeof c->name, "2d/%s/%s/%s/%s%s/%u", c->scene, query_names[c->query], mode_names[c->mode], name,
           suffix, (unsigned)c->pairs);
  append(list, c);
}

static void append_library(case_list* list, case2* c) {
  uint32_t isas[32];
  uint32_t count = lgjk_isa_list(isas, 32);
  for (uint32_t i = 0; i < count && i < 32; i++) {
    if (!lgjk_isa_supported(isas[i])) continue;
    c->isa = isas[i];
    append_contender(list, c, &contender2_library, lgjk_isa_name(isas[i]), "");
    c->flags = LGJK_FLAG_SORT_ALL;
    append_contender(list, c, &contender2_library, lgjk_isa_name(isas[i]), "-sorted");
    c->flags = 0;
  }
}

static void append_contenders(case_list* list, case2* c) {
  static const contender2* const others[] = {&contender2_reference, &contender2_box2d, &contender2_box2d_distance,
                                             &contender2_chipmunk};
  append_library(list, c);
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    append_contender(list, c, others[i], others[i]->name, "");
}

static void append_scene(case_list* list, const char* name) {
  case2 c;
  memset(&c, 0, sizeof c);
  snprintf(c.scene, sizeof c.scene, "%s", name);
  for (uint32_t query = 0; query < 2; query++) {
    for (uint32_t mode = 0; mode < 3; mode++) {
      for (uint32_t size = 0; size < 4; size++) {
        c.query = (query2)query;
        c.mode = (mode2)mode;
        c.pairs = sizes[size];
        append_contenders(list, &c);
      }
    }
  }
}

case2* cases2_list(bool all, uint32_t pairs, uint32_t* count) {
  static const char* const names[] = {"S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8"};
  case_list list = {.all = all, .pairs = pairs};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char shuffled[16];
    snprintf(shuffled, sizeof shuffled, "%s-shuffled", names[i]);
    append_scene(&list, names[i]);
    append_scene(&list, shuffled);
  }
  *count = list.count;
  if (!list.failed) return list.cases;
  free(list.cases);
  return NULL;
}
