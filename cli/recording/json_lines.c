// Finds values in the text of JSON, without a copy of it.
#include "json_lines.h"

#include <string.h>

#define DEEPEST 32

static const char* skip_space(const char* at) {
  while (*at == ' ' || *at == '\t') ++at;
  return at;
}

// Behind the value, or NULL where there is none.
static const char* skip_value(const char* at, int depth);

static const char* skip_string(const char* at) {
  if (*at != '"') return NULL;
  for (++at; *at != '"'; ++at) {
    if (*at == '\\') ++at;
    if (*at == '\0') return NULL;
  }
  return at + 1;
}

// A number, or a word such as null or NaN; what it means is for others to say.
static const char* skip_word(const char* at) {
  const size_t length = strcspn(at, " \t,:{}[]\"");
  return length > 0 ? at + length : NULL;
}

// Behind the elements of a list or the members of an object.
static const char* skip_all(const char* at, char end, int depth) {
  at = skip_space(at + 1);
  if (*at == end) return at + 1;
  for (;;) {
    if (end == '}') {
      at = skip_string(at);
      at = at != NULL ? skip_space(at) : NULL;
      if (at == NULL || *at != ':') return NULL;
      at = skip_space(at + 1);
    }
    at = skip_value(at, depth + 1);
    if (at == NULL) return NULL;
    at = skip_space(at);
    if (*at == end) return at + 1;
    if (*at != ',') return NULL;
    at = skip_space(at + 1);
  }
}

static const char* skip_value(const char* at, int depth) {
  if (depth > DEEPEST) return NULL;
  if (*at == '{') return skip_all(at, '}', depth);
  if (*at == '[') return skip_all(at, ']', depth);
  return *at == '"' ? skip_string(at) : skip_word(at);
}

int jsonl_is_object(const char* text) {
  const char* end = *text == '{' ? skip_value(text, 0) : NULL;
  return end != NULL && *skip_space(end) == '\0';
}

// The value of a member and what is behind it; NULL where there is none of that name.
static const char* find_member(const char* object, const char* name, const char** end) {
  for (const char* at = skip_space(object + 1); *at == '"'; at = skip_space(at + 1)) {
    const char* key = at + 1;
    at = skip_string(at);
    const size_t length = (size_t)(at - 1 - key);
    at = skip_space(skip_space(at) + 1);
    *end = skip_value(at, 0);
    if (length == strlen(name) && memcmp(key, name, length) == 0) return at;
    at = skip_space(*end);
    if (*at != ',') break;
  }
  return NULL;
}

int jsonl_member(const char* object, const char* name, field* value) {
  const char* end = NULL;
  const char* text = find_member(object, name, &end);
  if (text == NULL) return 0;
  const int is_string = *text == '"';
  *value = is_string ? (field){text + 1, (size_t)(end - text) - 2} : (field){text, (size_t)(end - text)};
  return 1;
}

const char* jsonl_inner_object(const char* object, const char* name) {
  const char* end = NULL;
  const char* text = find_member(object, name, &end);
  return text != NULL && *text == '{' ? text : NULL;
}
