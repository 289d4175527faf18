// `lanegjk replay`: the recorded crowd, what was requested, what was measured, encounters over time, and the texts and
// the picture made of these.
#ifndef LANEGJK_TOOLS_REPLAY_H
#define LANEGJK_TOOLS_REPLAY_H

#include <stddef.h>
#include <stdint.h>

#include "command_line.h"
#include "dimension.h"
#include "picture.h"
#include "recorded_rows.h"
#include "support.h"

// ---------------------------------------------------------------- trajectories.c

// Recorded crowds, numbered for a replay.

typedef struct track_point {
  uint32_t person; // index into person_name
  uint32_t frame;  // index into frame_number
  double at[2];    // x and y, metres
  float c, s;      // where the person faces: a unit vector
} track_point;

// Persons and frames are numbered densely and ascending, so that indices compare across frames like the numbers do.
typedef struct recording {
  uint32_t person_count;
  uint32_t frame_count; // frames in which somebody is present
  size_t point_count;
  char** person_name;    // person_count; ascending as numbers, or where one is none as texts
  int64_t* frame_number; // frame_count, ascending
  track_point* point;    // sorted by (person, frame)
  size_t* person_first;  // person_count + 1 offsets into point
  size_t* by_frame;      // indices of points, sorted by (frame, person)
  size_t* frame_first;   // frame_count + 1 offsets into by_frame
  memory_pool memory;    // of all arrays
  recorded_rows rows;    // what the reader says of the file: rate, unit, columns, gaps
} recording;

// Reads the file, "-" being standard input, and prints its notes. At most frame_limit frames are kept. What is
// malformed ends the program with file:line: reason.
recording recording_read(const command* caller, const char* file, recording_options options, uint32_t frame_limit);
void recording_free(recording* self);

// Fills c and s of every point: the direction of the displacement over the 0.2 s before and after, which evens out the
// sway of the steps; held while a person is slower than 0.1 m/s.
void recording_find_headings(recording* self);

// ---------------------------------------------------------------- encounters.c

// Encounters: what the results of single frames mean over time. An approach is a run of frames in which two persons are
// within reach of each other, a contact a run of frames in which they overlap.

enum { ENCOUNTER_CONTACT, ENCOUNTER_APPROACH };

typedef struct encounter {
  uint32_t a, b;        // persons, a < b
  uint32_t first, last; // frames
  uint32_t closest;     // the first frame with the smallest signed distance
  float distance;       // there, in metres; minus the depth where the persons overlap
  float normal[2];      // there, unit, from a to b
  double at[2];         // where a is there, metres
  float point_a[2];     // closest points there, relative to a; where they overlap, those deepest in the other
  float point_b[2];
  uint8_t kind;
} encounter;

// Two persons who are within reach in the current frame.
typedef struct open_encounter {
  encounter approach;
  encounter contact; // only while `touching`
  uint8_t touching;
} open_encounter;

typedef struct open_list {
  open_encounter* pair; // sorted by (a, b)
  size_t count, capacity;
} open_list;

typedef struct encounters {
  encounter* ended;
  size_t ended_count, ended_capacity;
  open_list open, next; // next: being built
} encounters;

// The results of one frame: pairs of persons sorted by (a, b), with arrays as lgjk_contact2 writes them.
typedef struct frame_results {
  uint32_t frame;
  const neighbours* pairs;
  const lgjk_results* of;
  const double* at; // of the first person of each pair, two doubles
} frame_results;

void encounters_frame(encounters* self, const frame_results* results);
// Ends what is still open and sorts the encounters by first frame, persons, contact before approach.
void encounters_finish(encounters* self);
// Where the encounter was closest: half way between the two closest points; never -0.
void encounter_middle(const encounter* self, double* middle);
// How many of a kind have ended.
size_t encounters_count(const encounters* self, uint8_t kind);
// Near misses: writes the approaches with the smallest gaps above 0, at most `most`, smallest first; returns how many.
size_t encounters_nearest(const encounters* self, const encounter** out, size_t most);
void encounters_free(encounters* self);

// ---------------------------------------------------------------- requests and results

// How many of the smallest gaps the report lists and the picture numbers.
#define NEAR_MISSES 5

typedef struct torso {
  int is_circle;
  float depth; // semi-axis along the motion, metres; the radius of a circle
  float width; // semi-axis across it; the same for a circle
} torso;

typedef struct replay_setup {
  const char* name; // of the recording
  torso body;
  float reach; // metres between torsos
  uint32_t isa;
} replay_setup;

typedef struct replay_totals {
  uint64_t pairs;        // pair queries over all frames
  uint64_t most_pairs;   // in one frame
  uint64_t overlapping;  // pair queries that found an overlap
  uint64_t within_reach; // ... a distance up to the reach, overlaps included
  uint64_t at_limit;     // ... the status limit
  double depth_sum;      // metres, over all overlapping pairs
  // Of each person of an overlapping pair, where the other presses: within 45 degrees of the heading, of its opposite,
  // or between.
  uint64_t in_front, behind, beside;
  bad_pairs bad;
  double query_seconds; // inside lgjk_contact2
  double query_ns;      // per pair, the median over the frames that have pairs
} replay_totals;

// ---------------------------------------------------------------- replay_report.c, replay_picture.c

// The report for people to read.
text_buffer replay_report(const replay_setup* setup, const recording* crowd, const encounters* met,
                          const replay_totals* totals);
// The events, one line each: kind,id_a,id_b,first_frame,last_frame,min_distance,min_frame,ax,ay,bx,by,nx,ny.
text_buffer replay_events(const recording* crowd, const encounters* met);
// The picture, SVG: paths, and where people came closest. Below 2 MB for any crowd: it draws a sample where need be.
text_buffer replay_picture(const replay_setup* setup, const recording* crowd, const encounters* met);

// ---------------------------------------------------------------- replay_marks.c

// The parts of the picture.

// All paths, or those of every nth person where all would make the file too large; returns n.
size_t draw_paths(text_buffer* svg, const canvas* c, const recording* crowd);

// A warm glow where many approaches were close.
void draw_heat(text_buffer* svg, const canvas* c, const encounter* const* approaches, size_t count, double reach);

typedef struct drawn_share {
  size_t drawn;
  size_t all;
} drawn_share;

// Gaps above 0 up to `largest`, the smallest on top, and only those where there are too many; `approaches` are sorted
// farthest first. Returns how many are drawn.
drawn_share draw_gaps(text_buffer* svg, const canvas* c, const encounter* const* approaches, size_t count,
                      double largest);
// A ring for each contact, or for every nth where there are too many to distinguish; returns n.
size_t draw_contacts(text_buffer* svg, const canvas* c, const encounters* met);
void draw_ring(text_buffer* svg, double x, double y);
// The near misses that the report lists, with their numbers there.
void draw_near_misses(text_buffer* svg, const canvas* c, const encounters* met, double largest);
void draw_badge(text_buffer* svg, double x, double y, const char* label);

#endif
