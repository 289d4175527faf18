// Rows of results. Where a result has no value, CSV has fixed numbers or nothing, JSON has null.
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "query.h"

const char* const query_names[QUERY_COUNT + 1] = {"distance", "overlap", "contact", "cast", "find", "nearest"};

#define FLOAT_DIGITS 9
#define WHOLE_DIGITS 17

#define OF(query) (1u << (query))
#define OF_POINTS (OF(QUERY_DISTANCE) | OF(QUERY_CONTACT))

enum { FRAME, PAIR, BODY_A, BODY_B, STATUS, DISTANCE, FRACTION, NORMAL, POINT, POINT_A, POINT_B, DEPTH, ITERATIONS };

typedef struct column {
  const char* name;
  unsigned queries;   // that have it
  const char* letter; // of a direction or a point: what CSV writes before the axes; NULL: it is one number or a word
} column;

static const column columns[] = {
    [FRAME] = {"frame", ~0u, NULL},
    [PAIR] = {"pair", ~0u, NULL},
    [BODY_A] = {"a", ~0u, NULL},
    [BODY_B] = {"b", ~0u, NULL},
    [STATUS] = {"status", OF_POINTS | OF(QUERY_OVERLAP) | OF(QUERY_CAST), NULL},
    [DISTANCE] = {"distance", OF_POINTS | OF(QUERY_NEAREST), NULL},
    [FRACTION] = {"fraction", OF(QUERY_CAST), NULL},
    [NORMAL] = {"normal", OF(QUERY_CONTACT) | OF(QUERY_CAST), "n"},
    [POINT] = {"point", OF(QUERY_CAST), ""},
    [POINT_A] = {"point_a", OF_POINTS, "a"},
    [POINT_B] = {"point_b", OF_POINTS, "b"},
    [DEPTH] = {"depth", OF(QUERY_CAST), NULL},
    [ITERATIONS] = {"iterations", OF_POINTS | OF(QUERY_CAST), NULL},
};
#define COLUMNS (sizeof columns / sizeof columns[0])

static int has_column(const query_request* request, size_t i) {
  return (columns[i].queries & OF(request->query)) != 0 && !(i == ITERATIONS && request->of_bodies);
}

int has_points(const query_request* request, const answer* row) {
  if (request->query == QUERY_CAST) return row->status == LGJK_CAST_HIT || row->status == LGJK_CAST_OVERLAP;
  return row->status != LGJK_STATUS_BEYOND && row->status != LGJK_STATUS_BAD;
}

// What a row has in a column: a word, a number, or a direction or a point, with the digits that are written.
typedef struct cell {
  const char* word; // NULL: numbers
  uint32_t count;
  double value[3];
  int digits[3];
  int is_null; // in JSON
} cell;

static cell number_of(double value, int digits) {
  return (cell){.count = 1, .value = {value}, .digits = {digits}, .is_null = !isfinite(value)};
}

static cell whole(uint64_t number) { return number_of((double)number, WHOLE_DIGITS); }

// Adding 0 makes -0 a 0.
static cell direction_of(const float* direction, uint32_t axes) {
  cell out = {.count = axes};
  for (uint32_t k = 0; k < axes; ++k) {
    out.value[k] = (double)direction[k] + 0.0;
    out.digits[k] = FLOAT_DIGITS;
  }
  return out;
}

// A point in the coordinates of the scene: with as many digits more as these are longer than the largest coordinate of
// the row's points. One that there is none of has zeros.
static cell point_of(const query_request* request, const answer* row, const float* point, uint32_t axes) {
  cell out = {.count = axes};
  const int is_there = has_points(request, row);
  double largest = 0.0;
  for (uint32_t k = 0; k < axes; ++k) {
    largest = fmax(largest, fabs((double)row->point_a[k]));
    if (row->point_b != NULL) largest = fmax(largest, fabs((double)row->point_b[k]));
  }
  for (uint32_t k = 0; k < axes; ++k) {
    const double from = is_there ? row->offset[k] : 0.0, relative = (double)point[k];
    out.value[k] = from + relative + 0.0;
    out.digits[k] = coordinate_digits(from, relative, largest);
  }
  return out;
}

static cell cell_of(const scene* self, const query_request* request, const answer* row, size_t i) {
  const uint32_t axes = self->dim->axes;
  cell out = {0};
  switch (i) {
    case FRAME: return whole(row->frame);
    case PAIR: return whole(row->row);
    case BODY_A: return whole(scene_number(self, row->a));
    case BODY_B:
      if (row->b == LGJK_NO_BODY) return (cell){.word = "", .is_null = 1};
      return whole(scene_number(self, row->b));
    case STATUS: return (cell){.word = (request->query == QUERY_CAST ? lgjk_cast_text : lgjk_status_text)(row->status)};
    case DISTANCE: return number_of((double)row->distance, FLOAT_DIGITS);
    case FRACTION:
      out = number_of((double)row->distance, FLOAT_DIGITS);
      out.is_null = row->status == LGJK_CAST_BAD;
      return out;
    case DEPTH:
      out = number_of((double)row->depth, FLOAT_DIGITS);
      out.is_null = row->status != LGJK_CAST_OVERLAP;
      return out;
    case ITERATIONS: return whole(row->iterations);
    case NORMAL: out = direction_of(row->normal, axes); break;
    default: out = point_of(request, row, i == POINT_B ? row->point_b : row->point_a, axes);
  }
  out.is_null = !has_points(request, row);
  return out;
}

// ---------------------------------------------------------------- CSV

static void append_csv_cell(text_buffer* text, const cell* from) {
  if (from->word != NULL) text_append(text, ",%s", from->word);
  for (uint32_t k = 0; k < from->count; ++k) text_append(text, ",%.*g", from->digits[k], from->value[k]);
}

static void append_csv_head(text_buffer* text, const dimension* dim, const query_request* request) {
  for (size_t i = 0; i < COLUMNS; ++i) {
    const char* letter = columns[i].letter;
    if (!has_column(request, i)) continue;
    if (letter == NULL) text_append(text, "%s%s", i > 0 ? "," : "", columns[i].name);
    for (uint32_t k = 0; letter != NULL && k < dim->axes; ++k) text_append(text, ",%s%c", letter, "xyz"[k]);
  }
  text_append(text, request->manifold ? ",points" : "\n");
  for (uint32_t i = 1; request->manifold && i <= dim->manifold_points; ++i) {
    for (uint32_t k = 0; k < dim->axes; ++k) text_append(text, ",%c%u", "xyz"[k], i);
    text_append(text, ",separation%u,id%u%s", i, i, i == dim->manifold_points ? "\n" : "");
  }
}

static void append_csv(text_buffer* text, const scene* self, const query_request* request, const answer* row) {
  const dimension* dim = self->dim;
  text_append(text, "%u", row->frame);
  for (size_t i = 1; i < COLUMNS; ++i) {
    if (!has_column(request, i)) continue;
    const cell one = cell_of(self, request, row, i);
    append_csv_cell(text, &one);
  }
  if (request->manifold) text_append(text, ",%u", row->manifold_count);
  for (uint32_t i = 0; request->manifold && i < dim->manifold_points; ++i) {
    const manifold_point* point = &row->manifold[i];
    if (i < row->manifold_count) {
      const cell one = point_of(request, row, point->position, dim->axes);
      append_csv_cell(text, &one);
      text_append(text, ",%.9g,%u", (double)point->separation, point->id);
    } else {
      text_append(text, "%.*s", (int)dim->axes + 2, ",,,,,");
    }
  }
  text_append(text, "\n");
}

// ---------------------------------------------------------------- JSON

#define KEPT_DIGITS 15 // of any decimal number by a double: what was rounded to no more is written as it is

// A number rounded to so many digits; null where it is none.
static json_t* json_rounded(double value, int digits) {
  char text[32];
  if (!isfinite(value)) return json_null();
  snprintf(text, sizeof text, "%.*g", digits, value);
  const double rounded = strtod(text, NULL);
  if (rounded == floor(rounded) && fabs(rounded) < 1e15) return json_integer((json_int_t)rounded);
  return json_real(rounded);
}

static json_t* json_cell(const cell* from, int as_list) {
  if (from->is_null) return json_null();
  if (from->word != NULL) return json_string(from->word);
  if (!as_list) return json_rounded(from->value[0], from->digits[0]);
  json_t* out = json_array();
  for (uint32_t k = 0; k < from->count; ++k) json_array_append_new(out, json_rounded(from->value[k], from->digits[k]));
  return out;
}

static json_t* json_manifold(const scene* self, const query_request* request, const answer* row) {
  json_t* out = json_array();
  for (uint32_t i = 0; i < row->manifold_count; ++i) {
    const manifold_point* point = &row->manifold[i];
    const cell position = point_of(request, row, point->position, self->dim->axes);
    json_array_append_new(
        out, json_pack("{s:o, s:o, s:I}", "position", json_cell(&position, 1), "separation",
                       json_rounded((double)point->separation, FLOAT_DIGITS), "id", (json_int_t)point->id));
  }
  return out;
}

// A row is a line behind a comma or the head.
static void append_json(text_buffer* text, const scene* self, const query_request* request, const answer* row) {
  json_t* object = json_object();
  for (size_t i = 0; i < COLUMNS; ++i) {
    if (!has_column(request, i)) continue;
    const cell one = cell_of(self, request, row, i);
    json_object_set_new(object, columns[i].name, json_cell(&one, columns[i].letter != NULL));
  }
  if (request->manifold) json_object_set_new(object, "manifold", json_manifold(self, request, row));
  char* line = json_dumps(object, JSON_REAL_PRECISION(KEPT_DIGITS));
  if (line == NULL) fail("lanegjk: out of memory");
  text_append(text, "%s\n  %s", text->data[text->size - 1] == '[' ? "" : ",", line);
  free(line);
  json_decref(object);
}

// ---------------------------------------------------------------- either

void append_head(text_buffer* text, const dimension* dim, const query_request* request) {
  if (request->format == FORMAT_JSON) {
    text_append(text, "{\"query\": \"%s\", \"results\": [", query_names[request->query]);
  } else {
    append_csv_head(text, dim, request);
  }
}

void append_answer(text_buffer* text, const scene* self, const query_request* request, const answer* row) {
  (request->format == FORMAT_JSON ? append_json : append_csv)(text, self, request, row);
}

void append_foot(text_buffer* text, const query_request* request) {
  if (request->format == FORMAT_JSON) text_append(text, "\n]}\n");
}
