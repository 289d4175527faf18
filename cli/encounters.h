// Encounters: what the results of single frames mean over time. An approach is a run of frames in which two persons are
// within reach of each other, a contact a run of frames in which they overlap.
#ifndef LANEGJK_TOOLS_ENCOUNTERS_H
#define LANEGJK_TOOLS_ENCOUNTERS_H

#include <stddef.h>
#include <stdint.h>

enum { ENCOUNTER_CONTACT, ENCOUNTER_APPROACH };

typedef struct encounter {
  uint32_t a, b;        // persons, a < b
  uint32_t first, last; // frames
  uint32_t closest;     // the first frame with the smallest signed distance
  float distance;       // there, in metres; minus the depth where the persons overlap
  float normal[2];      // there, unit, from a to b
  float point_a[2];     // closest points there; where they overlap, those deepest in the other
  float point_b[2];
  uint8_t kind;
} encounter;

// Two persons who are within reach in the current frame.
typedef struct open_encounter {
  encounter approach;
  encounter contact; // only while `touching`
  uint8_t touching;
} open_encounter;

typedef struct encounters {
  encounter* ended;
  size_t ended_count;
  size_t ended_capacity;
  open_encounter* open; // sorted by (a, b)
  size_t open_count;
  size_t open_capacity;
  open_encounter* next; // being built
  size_t next_capacity;
} encounters;

// The results of one frame: pairs sorted by (a, b), with arrays as lgjk_contact2 writes them.
typedef struct frame_results {
  size_t count;
  const uint32_t* a;
  const uint32_t* b;
  const uint8_t* status;
  const float* distance;
  const float* normal;
  const float* point_a;
  const float* point_b;
} frame_results;

void encounters_frame(encounters* self, uint32_t frame, const frame_results* results);
// Ends what is still open and sorts the encounters by first frame, persons, contact before approach.
void encounters_finish(encounters* self);
// A coordinate of where the encounter was closest: half way between the two closest points.
double encounter_middle(const encounter* self, int axis);
// How many of a kind have ended.
size_t encounters_count(const encounters* self, uint8_t kind);
// Near misses: writes the approaches with the smallest gaps above 0, at most `most`, smallest first; returns how many.
size_t encounters_nearest(const encounters* self, const encounter** out, size_t most);
void encounters_free(encounters* self);

#endif
