// Joins the results of consecutive frames: two lists sorted by pair are merged, frame after frame.
#include "encounters.h"

#include <stdlib.h>
#include <string.h>

#include "lanegjk/lanegjk.h"
#include "support.h"

static void end_encounter(encounters* self, const encounter* finished) {
  self->ended = grow(self->ended, &self->ended_capacity, self->ended_count + 1, sizeof *self->ended);
  self->ended[self->ended_count++] = *finished;
}

static void end_open(encounters* self, const open_encounter* finished) {
  end_encounter(self, &finished->approach);
  if (finished->touching) end_encounter(self, &finished->contact);
}

static void note_closest(encounter* known, const frame_results* r, size_t i, uint32_t frame) {
  known->closest = frame;
  known->distance = r->distance[i];
  memcpy(known->normal, r->normal + 2 * i, sizeof known->normal);
  memcpy(known->point_a, r->point_a + 2 * i, sizeof known->point_a);
  memcpy(known->point_b, r->point_b + 2 * i, sizeof known->point_b);
}

static encounter begin(const frame_results* r, size_t i, uint32_t frame, uint8_t kind) {
  encounter fresh = {.a = r->a[i], .b = r->b[i], .first = frame, .last = frame, .kind = kind};
  note_closest(&fresh, r, i, frame);
  return fresh;
}

static void extend(encounter* known, const frame_results* r, size_t i, uint32_t frame) {
  known->last = frame;
  if (r->distance[i] < known->distance) note_closest(known, r, i, frame);
}

// Negative, 0 or positive as the open pair stands before, at or behind pair i.
static int compare_pair(const open_encounter* open, const frame_results* r, size_t i) {
  if (open->approach.a != r->a[i]) return open->approach.a < r->a[i] ? -1 : 1;
  if (open->approach.b != r->b[i]) return open->approach.b < r->b[i] ? -1 : 1;
  return 0;
}

static void update_contact(encounters* self, open_encounter* pair, const frame_results* r, size_t i, uint32_t frame) {
  const int overlapping = r->status[i] == LGJK_STATUS_OVERLAPPING;
  if (overlapping && pair->touching) {
    extend(&pair->contact, r, i, frame);
  } else if (overlapping) {
    pair->contact = begin(r, i, frame, ENCOUNTER_CONTACT);
  } else if (pair->touching) {
    end_encounter(self, &pair->contact);
  }
  pair->touching = (uint8_t)overlapping;
}

void encounters_frame(encounters* self, uint32_t frame, const frame_results* results) {
  size_t old = 0;
  size_t kept = 0;
  self->next = grow(self->next, &self->next_capacity, results->count, sizeof *self->next);
  for (size_t i = 0; i < results->count; ++i) {
    if (results->status[i] == LGJK_STATUS_BEYOND || results->status[i] == LGJK_STATUS_BAD) continue;
    while (old < self->open_count && compare_pair(&self->open[old], results, i) < 0) end_open(self, &self->open[old++]);
    open_encounter* pair = &self->next[kept++];
    if (old < self->open_count && compare_pair(&self->open[old], results, i) == 0) {
      *pair = self->open[old++];
      extend(&pair->approach, results, i, frame);
    } else {
      *pair = (open_encounter){.approach = begin(results, i, frame, ENCOUNTER_APPROACH)};
    }
    update_contact(self, pair, results, i, frame);
  }
  while (old < self->open_count) end_open(self, &self->open[old++]);

  open_encounter* memory = self->open;
  const size_t capacity = self->open_capacity;
  self->open = self->next;
  self->open_capacity = self->next_capacity;
  self->open_count = kept;
  self->next = memory;
  self->next_capacity = capacity;
}

static int compare_encounters(const void* left, const void* right) {
  const encounter* a = left;
  const encounter* b = right;
  if (a->first != b->first) return a->first < b->first ? -1 : 1;
  if (a->a != b->a) return a->a < b->a ? -1 : 1;
  if (a->b != b->b) return a->b < b->b ? -1 : 1;
  return (a->kind > b->kind) - (a->kind < b->kind);
}

void encounters_finish(encounters* self) {
  for (size_t i = 0; i < self->open_count; ++i) end_open(self, &self->open[i]);
  self->open_count = 0;
  if (self->ended_count > 0) qsort(self->ended, self->ended_count, sizeof *self->ended, compare_encounters);
}

double encounter_middle(const encounter* self, int axis) {
  return 0.5 * ((double)self->point_a[axis] + (double)self->point_b[axis]);
}

size_t encounters_count(const encounters* self, uint8_t kind) {
  size_t count = 0;
  for (size_t i = 0; i < self->ended_count; ++i) count += self->ended[i].kind == kind;
  return count;
}

size_t encounters_nearest(const encounters* self, const encounter** out, size_t most) {
  size_t count = 0;
  for (size_t i = 0; i < self->ended_count; ++i) {
    const encounter* e = &self->ended[i];
    if (e->kind != ENCOUNTER_APPROACH || !(e->distance > 0.0f)) continue;
    size_t place = count < most ? count++ : most;
    for (; place > 0 && e->distance < out[place - 1]->distance; --place) {
      if (place < most) out[place] = out[place - 1];
    }
    if (place < most) out[place] = e;
  }
  return count;
}

void encounters_free(encounters* self) {
  free(self->ended);
  free(self->open);
  free(self->next);
  *self = (encounters){0};
}
