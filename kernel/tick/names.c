#include "tick/names.h"

#include <stdbool.h>
#include <string.h>

#define MEMORY "tick->memory"

const tick_name lgjk_tick_build_names[] = {
    {"bodies", "moving"}, {"tree", MEMORY}, {"options->filters", "find->filters_a"}, {"options", "find"}, {NULL, NULL}};
const tick_name lgjk_tick_fixed_names[] = {
    {"targets[0].bodies", "fixed->bodies"}, {"targets[0].tree", "fixed->tree"}, {NULL, NULL}};
const tick_name lgjk_tick_find_names[] = {{"list->a", MEMORY}, {"list->b", MEMORY},  {"scratch", MEMORY},
                                          {"options", "find"}, {"b", "fixed->tree"}, {NULL, NULL}};

#define CONTACT_NAMES(partners)                                                                     \
  {"results->status", MEMORY}, {"results->distance", MEMORY}, {"results->normal", MEMORY},          \
      {"results->point_a", MEMORY}, {"results->point_b", MEMORY}, {"results->manifold2", MEMORY},   \
      {"results->manifold3", MEMORY}, {"pairs->a", MEMORY}, {"pairs->b", MEMORY}, {"warm", MEMORY}, \
      {"options", "contact"}, {"a", "moving"}, {"b", partners}, {                                   \
    NULL, NULL                                                                                      \
  }

const tick_name lgjk_tick_among_names[] = {CONTACT_NAMES("moving")};
const tick_name lgjk_tick_against_names[] = {CONTACT_NAMES("fixed->bodies")};

const tick_name lgjk_tick_order_names[] = {
    {"order_a", "order"}, {"order_b", "fixed_order"}, {"before", MEMORY},  {"now->a", MEMORY},
    {"now->b", MEMORY},   {"index", MEMORY},          {"scratch", MEMORY}, {NULL, NULL}};

static bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Returns the length of `name` if it stands at a place of a text as a whole word. A name of one letter is also a word
// of English: it stands at the beginning or before a member.
static size_t length_there(const char* text, size_t at, const char* name) {
  const size_t length = strlen(name);
  if (strncmp(text + at, name, length) != 0 || is_of_name(text[at + length])) return 0;
  if (at > 0 && (is_of_name(text[at - 1]) || text[at - 1] == '>')) return 0;
  return length > 1 || at == 0 || strncmp(text + at + length, "->", 2) == 0 ? length : 0;
}

int32_t lgjk_tick_name_error(int32_t code, const tick_name* names, lgjk_error* error) {
  if (code == LGJK_OK || error == NULL || (error->struct_size != 0 && error->struct_size < sizeof *error)) return code;
  char text[sizeof error->text];
  size_t used = 0;
  for (size_t at = 0; error->text[at] != '\0';) {
    const tick_name* n = names;
    size_t length = 0;
    while (n->from != NULL && (length = length_there(error->text, at, n->from)) == 0) ++n;
    const char* from = n->from != NULL ? n->to : error->text + at;
    const size_t count = n->from != NULL ? strlen(n->to) : 1;
    if (used + count >= sizeof text) break; // the text is cut
    memcpy(text + used, from, count);
    used += count;
    at += length > 0 ? length : 1;
  }
  text[used] = '\0';
  memcpy(error->text, text, used + 1);
  return code;
}
