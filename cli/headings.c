// Where people face, which no recording says: along their motion.
#include <math.h>

#include "trajectories.h"

// Half the time over which a displacement is taken, in seconds: a stride takes about a second, half of it to either
// side.
#define HEADING_SPAN 0.2
// Below this speed, in metres per second, a displacement says more about swaying than about walking.
#define STANDING_SPEED 0.1f

// The first and the last point of the track within `span` frames of point i.
static void find_window(const recording* self, size_t begin, size_t end, size_t i, double span, size_t* from,
                        size_t* to) {
  const double now = (double)self->frame_number[self->point[i].frame];
  *from = i;
  *to = i;
  while (*from > begin && now - (double)self->frame_number[self->point[*from - 1].frame] <= span) --*from;
  while (*to + 1 < end && (double)self->frame_number[self->point[*to + 1].frame] - now <= span) ++*to;
  // where frames are rarer than that, the neighbours
  if (*from == i && i > begin) --*from;
  if (*to == i && i + 1 < end) ++*to;
}

// Sets the heading of point i from the displacement around it; returns 0 where the person stands.
static int head_along_motion(recording* self, size_t begin, size_t end, size_t i) {
  size_t from;
  size_t to;
  find_window(self, begin, end, i, HEADING_SPAN * self->rows.fps, &from, &to);
  const track_point* p = &self->point[from];
  const track_point* q = &self->point[to];
  const double seconds = (double)(self->frame_number[q->frame] - self->frame_number[p->frame]) / self->rows.fps;
  const float dx = q->x - p->x;
  const float dy = q->y - p->y;
  const float length = sqrtf(dx * dx + dy * dy);
  if (!(length > STANDING_SPEED * (float)seconds)) return 0;
  self->point[i].c = dx / length;
  self->point[i].s = dy / length;
  return 1;
}

static void copy_heading(track_point* to, const track_point* from) {
  to->c = from->c;
  to->s = from->s;
}

void recording_find_headings(recording* self) {
  for (uint32_t person = 0; person < self->person_count; ++person) {
    const size_t begin = self->person_first[person];
    const size_t end = self->person_first[person + 1];
    int moved = 0;
    for (size_t i = begin; i < end; ++i) {
      if (head_along_motion(self, begin, end, i)) {
        // who stands at first faces where they will go
        for (size_t k = begin; !moved && k < i; ++k) copy_heading(&self->point[k], &self->point[i]);
        moved = 1;
      } else if (moved) {
        copy_heading(&self->point[i], &self->point[i - 1]);
      }
    }
  }
}
