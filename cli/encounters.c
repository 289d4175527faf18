// Joins the results of consecutive frames: two lists sorted by pair are merged, frame after frame.
#include <stdlib.h>
#include <string.h>

#include "replay.h"

static void end_encounter(encounters* self, const encounter* finished) {
  self->ended = grow(self->ended, &self->ended_capacity, self->ended_count + 1, sizeof *self->ended);
  self->ended[self->ended_count++] = *finished;
}

static void end_open(encounters* self, const open_encounter* finished) {
  end_encounter(self, &finished->approach);
  if (finished->touching) end_encounter(self, &finished->contact);
}

static void note_closest(encounter* known, const frame_results* r, size_t i) {
  known->closest = r->frame;
  known->distance = r->of->distance[i];
  memcpy(known->at, r->at + 2 * i, sizeof known->at);
  memcpy(known->normal, r->of->normal + 2 * i, sizeof known->normal);
  memcpy(known->point_a, r->of->point_a + 2 * i, sizeof known->point_a);
  memcpy(known->point_b, r->of->point_b + 2 * i, sizeof known->point_b);
}

static encounter begin(const frame_results* r, size_t i, uint8_t kind) {
  encounter fresh = {.a = r->pairs->a[i], .b = r->pairs->b[i], .first = r->frame, .last = r->frame, .kind = kind};
  note_closest(&fresh, r, i);
  return fresh;
}

static void extend(encounter* known, const frame_results* r, size_t i) {
  known->last = r->frame;
  if (r->of->distance[i] < known->distance) note_closest(known, r, i);
}

// Negative, 0 or positive as the open pair stands before, at or behind pair i.
static int compare_pair(const open_encounter* open, const frame_results* r, size_t i) {
  const uint32_t a = r->pairs->a[i], b = r->pairs->b[i];
  if (open->approach.a != a) return open->approach.a < a ? -1 : 1;
  return (open->approach.b > b) - (open->approach.b < b);
}

static void update_contact(encounters* self, open_encounter* pair, const frame_results* r, size_t i) {
  const int overlapping = r->of->status[i] == LGJK_STATUS_OVERLAPPING;
  if (overlapping && pair->touching) {
    extend(&pair->contact, r, i);
  } else if (overlapping) {
    pair->contact = begin(r, i, ENCOUNTER_CONTACT);
  } else if (pair->touching) {
    end_encounter(self, &pair->contact);
  }
  pair->touching = (uint8_t)overlapping;
}

void encounters_frame(encounters* self, const frame_results* results) {
  const open_list open = self->open;
  open_list next = self->next;
  size_t old = 0;
  next.count = 0;
  next.pair = grow(next.pair, &next.capacity, results->pairs->count, sizeof *next.pair);
  for (size_t i = 0; i < results->pairs->count; ++i) {
    const uint8_t status = results->of->status[i];
    if (status == LGJK_STATUS_BEYOND || status == LGJK_STATUS_BAD) continue;
    while (old < open.count && compare_pair(&open.pair[old], results, i) < 0) end_open(self, &open.pair[old++]);
    open_encounter* pair = &next.pair[next.count++];
    if (old < open.count && compare_pair(&open.pair[old], results, i) == 0) {
      *pair = open.pair[old++];
      extend(&pair->approach, results, i);
    } else {
      *pair = (open_encounter){.approach = begin(results, i, ENCOUNTER_APPROACH)};
    }
    update_contact(self, pair, results, i);
  }
  while (old < open.count) end_open(self, &open.pair[old++]);
  self->next = open;
  self->open = next;
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
  for (size_t i = 0; i < self->open.count; ++i) end_open(self, &self->open.pair[i]);
  self->open.count = 0;
  if (self->ended_count > 0) qsort(self->ended, self->ended_count, sizeof *self->ended, compare_encounters);
}

void encounter_middle(const encounter* self, double* middle) {
  for (int k = 0; k < 2; ++k)
    middle[k] = self->at[k] + 0.5 * ((double)self->point_a[k] + (double)self->point_b[k]) + 0.0;
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
  free(self->open.pair);
  free(self->next.pair);
  *self = (encounters){0};
}
