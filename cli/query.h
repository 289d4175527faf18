// What the parts of `lanegjk query` share: the request, answers and how they are written and drawn, views of a frame,
// and the two ways to answer a scene: by its pairs, or by what its bodies find.
#ifndef LANEGJK_TOOLS_QUERY_H
#define LANEGJK_TOOLS_QUERY_H

#include "scene.h"
#include "support.h"

enum { QUERY_DISTANCE, QUERY_OVERLAP, QUERY_CONTACT, QUERY_CAST, QUERY_FIND, QUERY_NEAREST, QUERY_COUNT };
enum { FORMAT_CSV, FORMAT_JSON };

extern const char* const query_names[QUERY_COUNT + 1];

// What is computed, and how the results are written.
typedef struct query_request {
  size_t query;  // QUERY_*
  size_t format; // FORMAT_*
  int manifold;  // of contacts: their points, too
  int of_bodies; // what each body finds, in place of pairs
} query_request;

// What is found of a pair, or by a body.
typedef struct answer {
  uint32_t frame;
  size_t row;           // of the frame
  uint32_t a, b;        // bodies of the scene; b LGJK_NO_BODY: a hits nothing
  uint32_t status;      // LGJK_STATUS_*, of casts LGJK_CAST_*
  uint32_t iterations;  // where pairs are answered, as the manifold
  float distance;       // of casts the fraction
  float depth;          // of casts that begin with an overlap, else 0
  const float* normal;  // of contacts and casts
  const float* point_a; // of distances and contacts; of casts where they touch
  const float* point_b; // of distances and contacts
  const double* offset; // the position of a, which points are relative to
  uint32_t manifold_count;
  manifold_point manifold[MAX_MANIFOLD_POINTS];
} answer;

// ---------------------------------------------------------------- result_rows.c

// Results as text, CSV or JSON: what comes before the rows, a row for each answer, what comes after.
void append_head(text_buffer* text, const dimension* dim, const query_request* request);
void append_answer(text_buffer* text, const scene* self, const query_request* request, const answer* row);
void append_foot(text_buffer* text, const query_request* request);

// Whether the answer has a normal and points.
int has_points(const query_request* request, const answer* row);

// ---------------------------------------------------------------- frame_view.c

// The bodies of a scene in one frame, where it has them: positions in double, and poses that only turn.
typedef struct frame_view {
  memory_pool memory;
  body_view all;
  body_view bodies; // those of "bodies"
  body_view rest;   // those of "against"
  float* turn;      // of all; NULL where nothing turns
} frame_view;

frame_view frame_view_make(const scene* self, uint32_t frame);

// Where a body is: `axes` doubles.
const double* position_of(const scene* self, const frame_view* view, uint32_t body);

// Finds the pairs of the frame that may be no farther apart than the margin; b is a number among all bodies.
void frame_view_find(const scene* self, const frame_view* view, float margin, const lgjk_options* options,
                     neighbours* list);

// ---------------------------------------------------------------- scene_marks.c

// What the picture of a scene shows beside the bodies: marks in the coordinates of the scene, collected while the
// answers of one frame are written.
typedef enum mark_kind {
  MARK_GAP,    // a line between closest points
  MARK_DEPTH,  // a line between the witness points of an overlap
  MARK_POINT,  // a point that both bodies have, or of a manifold
  MARK_NORMAL, // a direction at a point
  MARK_LINK,   // from one body to another
  MARK_GHOST   // a body at a fraction of its way
} mark_kind;

typedef struct mark {
  mark_kind kind;
  double at[2], to[2]; // of lines; of a normal its point and the direction
  uint32_t body, other;
  double fraction;
} mark;

typedef struct scene_marks {
  mark* mark;
  size_t count, capacity;
  uint8_t* touching; // of each body: whether it overlaps or hits another one
  size_t rows;       // answers, and of these the ones that touch
  size_t touches;
} scene_marks;

// Of an answer in 2D.
void mark_answer(scene_marks* marks, const scene* self, const query_request* request, const answer* row);

// ---------------------------------------------------------------- runs

// What is wrong with a cast whose bodies are good.
#define TURN_DOMAIN "a turn is by more than 168 degrees, or is no rotation"

typedef struct query_run {
  const scene* scene;
  const query_request* request;
  const lgjk_options* options;
  const char* file;
  float margin;         // of pairs that are found
  uint32_t k;           // bodies that are found for each
  scene_marks* marks;   // of one frame; NULL: none
  uint32_t drawn_frame; // which
  bad_pairs bad_pairs, bad_bodies;
} query_run;

// Append the rows of all frames.
void run_pairs(query_run* run, text_buffer* text);
void run_bodies(query_run* run, text_buffer* text);

// Appends one row, and marks it where its frame is drawn.
void give_answer(query_run* run, text_buffer* text, const answer* row);

// Counts the bodies of a frame that are bad whatever they meet.
void note_bad_bodies(query_run* run, const frame_view* view, uint32_t frame);

// The picture of a 2D scene and of its answers, in scene_picture.c.
text_buffer scene_picture(const query_run* run);

#endif
