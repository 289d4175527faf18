// Options of the form --name VALUE, --name=VALUE or, without a value, --name, and the values they may have. One table
// of them is what a command parses, what its --help prints, and what the shells' completion reads. Whatever cannot be
// meant ends the program with a message, a hint at --help and status 2. The programs `lanegjk`, `crowd`, `stack` and
// `lgjk_bench` share it.
#ifndef LGJK_COMMAND_LINE_H
#define LGJK_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "portable.h"

typedef enum value_kind { VALUE_NONE, VALUE_TEXT, VALUE_FILE, VALUE_WORD, VALUE_ISA } value_kind;

typedef struct option {
  const char* name;   // with its dashes
  const char** value; // receives the text, or without a value the name; stays as it was where the option is not given
  value_kind kind;
  const char* form;         // of the value, for --help; NULL: it takes none
  const char* help;         // what it is for, in one paragraph
  const char* const* words; // VALUE_WORD: those that it may be, then NULL
} option;

typedef struct command {
  const char* name;    // "lanegjk query"
  const char* summary; // what --help prints above the options, and below
  const char* details;
  const option* options;
  size_t option_count;
  const char* argument_name; // the one argument that has to be there, "-" included; NULL: none
  const char** argument;
  bool (*take_other)(const char* text); // an option that is not in the table; returns whether it is one. NULL: none is
} command;

// Returns 1 where --help was given and printed, or --complete, which prints the table for the shells; else 0.
int parse_command_line(const command* self, int argc, char** argv);

_Noreturn void usage_error(const command* self, const char* format, ...) PRINTF_LIKE(2, 3);

// The value of a numeric option within low..high; `text` NULL: the default.
float float_option(const command* self, const char* name, const char* text, float low, float high, float otherwise);
uint32_t count_option(const command* self, const char* name, const char* text, uint32_t low, uint32_t high,
                      uint32_t otherwise);

// Which of the option's words the text is; `text` NULL: the first.
size_t word_option(const command* self, const char* name, const char* text);

#define ISA_HELP "instruction set; the results are the same bits on each ('lanegjk info' lists them)"

// The instruction set of --isa, whether or not this CPU supports it; `text` NULL: LGJK_ISA_AUTO.
uint32_t named_isa_option(const command* self, const char* text);
// The same, known to be supported here; `text` NULL: what lgjk_isa_chosen says.
uint32_t isa_option(const command* self, const char* text);

#endif
