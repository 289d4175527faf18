// Results of `lanegjk query` as text, CSV or JSON: what comes before the rows, a row per frame and pair or per frame
// and body that was found, what comes after.
#ifndef LANEGJK_TOOLS_RESULT_ROWS_H
#define LANEGJK_TOOLS_RESULT_ROWS_H

#include "scene_json.h"
#include "support.h"

enum { QUERY_DISTANCE, QUERY_OVERLAP, QUERY_CONTACT, QUERY_CAST, QUERY_FIND, QUERY_NEAREST, QUERY_COUNT };
enum { FORMAT_CSV, FORMAT_JSON };

extern const char* const query_names[QUERY_COUNT + 1];

// What is computed, and how the results are written.
typedef struct query_request {
  size_t query;  // QUERY_*
  size_t format; // FORMAT_*
  int manifold;  // of contacts: their points, too
  int of_bodies; // of casts: what each body hits of what rests, in place of pairs
} query_request;

// Where a cast ends.
typedef struct touch {
  uint32_t status; // LGJK_CAST_*
  float fraction;
  float depth; // of an overlap, else 0
  const float* normal;
  const float* point;   // relative to the offset
  const double* offset; // `axes` numbers
} touch;

// Of pair i of a query of casts.
touch touch_of(const batch* query, size_t i, uint32_t axes);

// A pair that a query has come up with by itself.
typedef struct found_row {
  uint32_t a, b;  // the scene's numbers; b LGJK_NO_BODY: a hits nothing
  float distance; // of nearest bodies
  touch hit;      // of casts
} found_row;

void append_head(text_buffer* text, const dimension* dim, const query_request* request);
void append_row(text_buffer* text, const scene* self, const query_request* request, const batch* query, uint32_t frame,
                size_t pair);
void append_found(text_buffer* text, const dimension* dim, const query_request* request, uint32_t frame, size_t row,
                  const found_row* found);
void append_foot(text_buffer* text, const query_request* request);

#endif
