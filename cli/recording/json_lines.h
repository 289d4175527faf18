// Lines of JSON, an object each, as trajnet++ has them: {"track": {"f": 10, "p": 3, "x": 1.5, "y": 2}}.
#ifndef LANEGJK_RECORDING_JSON_LINES_H
#define LANEGJK_RECORDING_JSON_LINES_H

#include "fields.h"

// Whether the text is one object and nothing else.
int jsonl_is_object(const char* text);

// Finds a member of an object that is known to be one. Returns 0 where it has none of that name. The value is the text
// as it stands there, of a string without its quotation marks.
int jsonl_member(const char* object, const char* name, field* value);

// The member where it is an object itself, else NULL.
const char* jsonl_inner_object(const char* object, const char* name);

#endif
