// Results of `lanegjk query` as text, CSV or JSON: what comes before the rows, a row per pair and frame, what comes
// after.
#ifndef LANEGJK_TOOLS_RESULT_ROWS_H
#define LANEGJK_TOOLS_RESULT_ROWS_H

#include "dimension.h"
#include "support.h"

enum { QUERY_DISTANCE, QUERY_OVERLAP, QUERY_CONTACT, QUERY_CAST, QUERY_COUNT };
enum { FORMAT_CSV, FORMAT_JSON };

extern const char* const query_names[QUERY_COUNT];

// What is asked, and how the answers are written.
typedef struct question {
  size_t query;  // QUERY_*
  size_t format; // FORMAT_*
  int manifold;  // of contacts: their points, too
} question;

void append_head(text_buffer* text, const dimension* dim, const question* asked);
void append_row(text_buffer* text, const dimension* dim, const question* asked, const batch* query, uint32_t frame,
                size_t pair);
void append_foot(text_buffer* text, const question* asked);

#endif
