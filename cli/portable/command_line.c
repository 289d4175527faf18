// Parsing of options and of their values, and what their table says to readers and to shells.
#include "command_line.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lanegjk/lanegjk.h"

void usage_error(const command* self, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s: ", self->name);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, "\nTry '%s --help'.\n", self->name);
  exit(2);
}

// Returns NULL where there is none.
static const option* find_option(const command* self, const char* name, size_t length) {
  for (size_t i = 0; i < self->option_count; ++i) {
    const option* candidate = &self->options[i];
    if (strlen(candidate->name) == length && memcmp(candidate->name, name, length) == 0) return candidate;
  }
  return NULL;
}

static void take_argument(const command* self, const char* text) {
  if (self->argument_name == NULL) usage_error(self, "unexpected argument '%s'", text);
  if (*self->argument != NULL) usage_error(self, "a second %s: '%s'", self->argument_name, text);
  *self->argument = text;
}

#define HELP_WIDTH 118
#define HELP_COLUMN 29 // of what an option is for

// Prints the words of the text from the column on, and breaks lines between them.
static void print_wrapped(const char* text) {
  int column = HELP_COLUMN;
  for (const char* before = ""; *text != '\0'; before = " ") {
    const int length = (int)strcspn(text, " ");
    if (column + 1 + length > HELP_WIDTH) {
      printf("\n%*s", HELP_COLUMN, "");
      column = HELP_COLUMN;
      before = "";
    }
    column += printf("%s%.*s", before, length, text);
    text += length + (text[length] == ' ');
  }
}

static void print_help(const command* self) {
  fputs(self->summary, stdout);
  for (size_t i = 0; i < self->option_count; ++i) {
    const option* each = &self->options[i];
    const int width =
        printf("  %s%s%s", each->name, each->form != NULL ? " " : "", each->form != NULL ? each->form : "");
    printf("%*s", HELP_COLUMN - width, "");
    print_wrapped(each->help);
    putchar('\n');
  }
  fputs(self->details, stdout);
}

// A line for each option: its name, what its value is, and what it is for. Then one for the argument, if there is one.
static void print_table(const command* self) {
  static const char* const kinds[] = {"none", "text", "file", "words", "words"};
  for (size_t i = 0; i < self->option_count; ++i) {
    const option* each = &self->options[i];
    printf("%s\t%s", each->name, kinds[each->kind]);
    for (size_t k = 0; each->kind == VALUE_WORD && each->words[k] != NULL; ++k) printf(" %s", each->words[k]);
    uint32_t isas[16];
    const uint32_t count = each->kind == VALUE_ISA ? lgjk_isa_list(isas, 16) : 0;
    for (uint32_t k = 0; k < count && k < 16; ++k) printf(" %s", lgjk_isa_name(isas[k]));
    printf("\t%s\n", each->help);
  }
  if (self->argument_name != NULL) printf("argument\tfile\t%s\n", self->argument_name);
}

static void take_value(const command* self, const option* found, const char* equals, const char* next, int* taken) {
  *taken = 0;
  if (found->kind == VALUE_NONE) {
    if (equals != NULL) usage_error(self, "%s takes no value", found->name);
    *found->value = found->name;
  } else if (equals != NULL) {
    *found->value = equals + 1;
  } else if (next != NULL && strncmp(next, "--", 2) != 0) {
    *found->value = next;
    *taken = 1;
  } else {
    usage_error(self, "%s needs a value", found->name);
  }
  if (**found->value == '\0') usage_error(self, "%s needs a value", found->name);
}

int parse_command_line(const command* self, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const char* text = argv[i];
    const int help = strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0;
    if (help || strcmp(text, "--complete") == 0) {
      (help ? print_help : print_table)(self);
      return 1;
    }
    if (text[0] != '-' || text[1] == '\0') {
      take_argument(self, text);
      continue;
    }
    const char* equals = strchr(text, '=');
    const size_t length = equals != NULL ? (size_t)(equals - text) : strlen(text);
    const option* found = find_option(self, text, length);
    if (found == NULL && self->take_other != NULL && self->take_other(text)) continue;
    if (found == NULL) usage_error(self, "unknown option '%.*s'", (int)length, text);
    int taken = 0;
    take_value(self, found, equals, i + 1 < argc ? argv[i + 1] : NULL, &taken);
    i += taken;
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

size_t word_option(const command* self, const char* name, const char* text) {
  if (text == NULL) return 0;
  const char* const* words = find_option(self, name, strlen(name))->words;
  char known[128] = "";
  for (size_t i = 0; words[i] != NULL; ++i) {
    if (strcmp(text, words[i]) == 0) return i;
    const size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "", words[i]);
  }
  usage_error(self, "%s: '%s' is none of %s", name, text, known);
}

uint32_t named_isa_option(const command* self, const char* text) {
  const uint32_t isa = text != NULL ? lgjk_isa_from_name(text) : LGJK_ISA_AUTO;
  if (isa == UINT32_MAX) usage_error(self, "--isa: unknown instruction set '%s'; 'lanegjk info' lists them", text);
  return isa;
}

uint32_t isa_option(const command* self, const char* text) {
  const uint32_t isa = named_isa_option(self, text);
  if (isa != LGJK_ISA_AUTO) {
    if (lgjk_isa_lanes(isa) == 0) usage_error(self, "--isa: '%s' is not in this build; see 'lanegjk info'", text);
    if (!lgjk_isa_supported(isa)) usage_error(self, "--isa: this CPU does not support '%s'; see 'lanegjk info'", text);
    return isa;
  }
  uint32_t chosen = LGJK_ISA_AUTO;
  lgjk_error error;
  lgjk_error_init(&error);
  if (lgjk_isa_chosen(&chosen, &error) == LGJK_OK) return chosen;
  fprintf(stderr, "%s: %s\n", self->name, error.text);
  exit(2);
}
