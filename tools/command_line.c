// Parsing of options and of their values.
#include "command_line.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lanegjk/lanegjk.h"
#include "support.h"

void usage_error(const command* self, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s: ", self->name);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fail("\nTry '%s --help'.", self->name);
}

static const option* find_option(const command* self, const char* name, size_t length) {
  for (size_t i = 0; i < self->option_count; ++i) {
    const option* candidate = &self->options[i];
    if (strlen(candidate->name) == length && memcmp(candidate->name, name, length) == 0) return candidate;
  }
  usage_error(self, "unknown option '%.*s'", (int)length, name);
}

static void take_argument(const command* self, const char* text) {
  if (self->argument_name == NULL) usage_error(self, "unexpected argument '%s'", text);
  if (*self->argument != NULL) usage_error(self, "a second %s: '%s'", self->argument_name, text);
  *self->argument = text;
}

int parse_command_line(const command* self, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const char* text = argv[i];
    if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0) {
      fputs(self->help, stdout);
      return 1;
    }
    if (text[0] != '-' || text[1] == '\0') {
      take_argument(self, text);
      continue;
    }
    const char* equals = strchr(text, '=');
    const option* found = find_option(self, text, equals != NULL ? (size_t)(equals - text) : strlen(text));
    if (found->is_flag) {
      if (equals != NULL) usage_error(self, "%s takes no value", found->name);
      *found->value = found->name;
    } else if (equals != NULL) {
      *found->value = equals + 1;
    } else if (i + 1 < argc && strncmp(argv[i + 1], "--", 2) != 0) {
      *found->value = argv[++i];
    } else {
      usage_error(self, "%s needs a value", found->name);
    }
    if (**found->value == '\0') usage_error(self, "%s needs a value", found->name);
  }
  if (self->argument_name != NULL && *self->argument == NULL) usage_error(self, "missing %s", self->argument_name);
  return 0;
}

float float_option(const command* self, const char* name, const char* text, float low, float high, float otherwise) {
  if (text == NULL) return otherwise;
  char* end = NULL;
  const double value = strtod(text, &end);
  if (end == text || *end != '\0') usage_error(self, "%s: '%s' is not a number", name, text);
  if (!(value >= (double)low && value <= (double)high)) {
    usage_error(self, "%s: %s is not within %g..%g", name, text, (double)low, (double)high);
  }
  return (float)value;
}

uint32_t count_option(const command* self, const char* name, const char* text, uint32_t low, uint32_t high,
                      uint32_t otherwise) {
  if (text == NULL) return otherwise;
  char* end = NULL;
  errno = 0;
  const long long value = strtoll(text, &end, 10);
  if (end == text || *end != '\0') usage_error(self, "%s: '%s' is not a whole number", name, text);
  if (errno != 0 || value < (long long)low || value > (long long)high) {
    usage_error(self, "%s: %s is not within %u..%u", name, text, low, high);
  }
  return (uint32_t)value;
}

size_t word_option(const command* self, const char* name, const char* text, const char* const* words, size_t count) {
  if (text == NULL) return 0;
  char known[128] = "";
  for (size_t i = 0; i < count; ++i) {
    if (strcmp(text, words[i]) == 0) return i;
    const size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "", words[i]);
  }
  usage_error(self, "%s: '%s' is none of %s", name, text, known);
}

uint32_t isa_option(const command* self, const char* text) {
  const uint32_t isa = text != NULL ? lgjk_isa_from_name(text) : LGJK_ISA_AUTO;
  if (isa == UINT32_MAX) usage_error(self, "--isa: unknown instruction set '%s'; 'lanegjk info' lists them", text);
  if (isa != LGJK_ISA_AUTO) {
    if (lgjk_isa_lanes(isa) == 0) usage_error(self, "--isa: '%s' is not in this build; see 'lanegjk info'", text);
    if (!lgjk_isa_supported(isa)) usage_error(self, "--isa: this CPU does not support '%s'; see 'lanegjk info'", text);
    return isa;
  }
  uint32_t chosen = LGJK_ISA_AUTO;
  lgjk_error error;
  lgjk_error_init(&error);
  if (lgjk_isa_chosen(&chosen, &error) != LGJK_OK) fail("%s: %s", self->name, error.text);
  return chosen;
}
