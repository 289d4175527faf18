// `lanegjk demo-recording`: a made-up recording, for trying `replay` without a download. Two streams of people walk
// through a corridor in opposite directions; each steers by simple forces away from others and from the walls. Only + -
// * / and sqrt, in one order of operations: the file has the same bytes on every machine.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "dimension.h"
#include "support.h"

#define FRAMES_PER_SECOND 25
#define CORRIDOR_LENGTH 16.0f // metres
#define NEIGHBOUR_RANGE 2.0f  // farther people are not minded
#define BODY_DISTANCE 0.6f    // between people who are about to touch
#define WALL_RANGE 0.8f       // and how hard walls push from there on, per square metre
#define WALL_PUSH 12.0f
#define TOP_SPEED 2.0f
#define BOTH_STREAMS_FLOW 0.8f // people per second and metre of width, from which the corridor's width follows

static const char summary[] =
    "lanegjk demo-recording --out FILE: a made-up recording to try replay with; the same bytes on every machine\n\n";
static const char details[] = "\nExample: lanegjk demo-recording --out crowd.txt --people 200 --seconds 60\n";

enum { WAITING, WALKING, GONE };

typedef struct walker {
  float entry;   // seconds: not before
  float forward; // +1 or -1 along x
  float speed;   // desired, metres per second
  float x, y, vx, vy;
  int state;
} walker;

typedef struct corridor {
  memory_pool memory;
  float width;
  walker* walker;
  uint32_t count;
  uint64_t random;
  uint32_t* present; // the walkers in the corridor, ascending
  float* pose;       // theirs, all facing along x
  float* force;      // on them, as accelerations
  uint32_t present_count;
  lgjk_shapes2* shapes; // a point, which persons are as far as their neighbours are concerned
  uint32_t* shape;      // all 0
  neighbours pairs;
} corridor;

// splitmix64, upper 24 bits: uniform in low..high.
static float draw(uint64_t* random, float low, float high) {
  uint64_t z = *random += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return low + (high - low) * ((float)(z >> 40) * (1.0f / 16777216.0f));
}

static corridor make_corridor(uint32_t people, float seconds) {
  corridor self = {.count = people, .random = 1, .shapes = create_round(0.0f, 0.0f, 0.0f)};
  const float entering =
      seconds - CORRIDOR_LENGTH / 1.3f > 0.4f * seconds ? seconds - CORRIDOR_LENGTH / 1.3f : 0.4f * seconds;
  const float width = (float)people / (entering * BOTH_STREAMS_FLOW);
  self.width = width > 3.0f ? width : 3.0f;
  self.walker = pool_allocate(&self.memory, people, sizeof *self.walker);
  self.present = pool_allocate(&self.memory, people, sizeof *self.present);
  self.pose = pool_allocate(&self.memory, people, 4 * sizeof(float));
  self.shape = pool_allocate(&self.memory, people, sizeof *self.shape);
  self.force = pool_allocate(&self.memory, people, 2 * sizeof(float));
  for (uint32_t i = 0; i < people; ++i) {
    walker* w = &self.walker[i];
    w->entry = draw(&self.random, 0.0f, entering);
    w->forward = i % 2 == 0 ? 1.0f : -1.0f;
    w->speed = draw(&self.random, 1.1f, 1.5f);
  }
  return self;
}

static void free_corridor(corridor* self) {
  pool_free(&self->memory);
  neighbours_free(&self->pairs);
  lgjk_shapes2_destroy(self->shapes);
}

// A person whose time has come enters at a random place of the door, if nobody stands there.
static void enter(corridor* self, walker* w, float time) {
  if (w->state != WAITING || time < w->entry) return;
  const float x = w->forward > 0.0f ? 0.0f : CORRIDOR_LENGTH;
  const float y = draw(&self->random, 0.5f, self->width - 0.5f);
  for (uint32_t i = 0; i < self->count; ++i) {
    const walker* other = &self->walker[i];
    const float dx = other->x - x, dy = other->y - y;
    if (other->state == WALKING && dx * dx + dy * dy < 0.8f * 0.8f) return;
  }
  *w = (walker){w->entry, w->forward, w->speed, x, y, w->forward * w->speed, 0.0f, WALKING};
}

static void gather_present(corridor* self) {
  self->present_count = 0;
  for (uint32_t i = 0; i < self->count; ++i) {
    const walker* w = &self->walker[i];
    if (w->state != WALKING) continue;
    memcpy(self->pose + 4 * (size_t)self->present_count, (float[4]){w->x, w->y, 1.0f, 0.0f}, 4 * sizeof(float));
    self->present[self->present_count++] = i;
  }
}

static float square(float value) { return value * value; }

// What drives a person alone: the desired velocity, regained within half a second, and the walls.
static void own_force(const corridor* self, const walker* w, float* force) {
  force[0] = (w->forward * w->speed - w->vx) / 0.5f;
  force[1] = (0.0f - w->vy) / 0.5f;
  if (w->y < WALL_RANGE) force[1] += WALL_PUSH * square(WALL_RANGE - w->y);
  if (w->y > self->width - WALL_RANGE) force[1] -= WALL_PUSH * square(w->y - self->width + WALL_RANGE);
}

// What two persons do to each other: keep their distance, and step aside where they walk towards each other.
static void pair_force(const walker* a, const walker* b, float* force_a, float* force_b) {
  const float dx = b->x - a->x, dy = b->y - a->y, distance = sqrtf(dx * dx + dy * dy);
  if (distance >= NEIGHBOUR_RANGE || distance == 0.0f) return;
  const float near = 1.0f - distance / NEIGHBOUR_RANGE;
  float push = 2.0f * near * near;
  if (distance < BODY_DISTANCE) push += 30.0f * (BODY_DISTANCE - distance);
  const float px = push * dx / distance, py = push * dy / distance;
  float aside = 0.0f;
  if (a->forward != b->forward && dx * a->forward > 0.0f && dy < 0.7f && dy > -0.7f) {
    // to the side on which the other is not; straight ahead, to the right
    aside = 2.0f * near * (dy * a->forward > 0.05f ? -a->forward : dy * a->forward < -0.05f ? a->forward : -a->forward);
  }
  force_a[0] -= px;
  force_a[1] -= py - aside;
  force_b[0] += px;
  force_b[1] += py - aside;
}

static void move(walker* w, const float* force) {
  const float step = 1.0f / FRAMES_PER_SECOND;
  w->vx += step * force[0];
  w->vy += step * force[1];
  const float speed = sqrtf(w->vx * w->vx + w->vy * w->vy);
  if (speed > TOP_SPEED) {
    w->vx *= TOP_SPEED / speed;
    w->vy *= TOP_SPEED / speed;
  }
  w->x += step * w->vx;
  w->y += step * w->vy;
  if (w->x * w->forward > (w->forward > 0.0f ? CORRIDOR_LENGTH : 0.0f)) w->state = GONE;
}

static void find_neighbours(corridor* self) {
  const shape_set shapes = {.in2d = self->shapes};
  const body_view bodies = body_view_make(shapes, self->present_count, self->shape, NULL, self->pose, NULL);
  lgjk_find_options options;
  lgjk_find_options_init(&options);
  options.margin = NEIGHBOUR_RANGE;
  neighbours_find(&self->pairs, dimension_of(2), &bodies, NULL, &options);
}

static void advance(corridor* self) {
  for (uint32_t i = 0; i < self->present_count; ++i) {
    own_force(self, &self->walker[self->present[i]], self->force + 2 * (size_t)i);
  }
  find_neighbours(self);
  for (size_t k = 0; k < self->pairs.count; ++k) {
    const uint32_t a = self->pairs.a[k], b = self->pairs.b[k];
    pair_force(&self->walker[self->present[a]], &self->walker[self->present[b]], self->force + 2 * (size_t)a,
               self->force + 2 * (size_t)b);
  }
  for (uint32_t i = 0; i < self->present_count; ++i) {
    move(&self->walker[self->present[i]], self->force + 2 * (size_t)i);
  }
}

static text_buffer simulate(uint32_t people, uint32_t seconds) {
  text_buffer text = {0};
  corridor self = make_corridor(people, (float)seconds);
  text_append(&text, "# made by lanegjk demo-recording --people %u --seconds %u\n", people, seconds);
  text_append(&text, "# framerate: %d fps\n# id frame x/m y/m z/m\n", FRAMES_PER_SECOND);
  const uint32_t frames = seconds * FRAMES_PER_SECOND;
  progress bar = progress_begin("frame", frames, 1);
  for (uint32_t frame = 0; frame < frames; ++frame) {
    for (uint32_t i = 0; i < people; ++i) enter(&self, &self.walker[i], (float)frame / FRAMES_PER_SECOND);
    gather_present(&self);
    for (uint32_t i = 0; i < self.present_count; ++i) {
      text_append(&text, "%u\t%u\t%.4f\t%.4f\t1.75\n", self.present[i] + 1, frame, (double)self.pose[4 * i],
                  (double)self.pose[4 * i + 1]);
    }
    advance(&self);
    progress_update(&bar, frame + 1);
  }
  progress_wipe();
  free_corridor(&self);
  return text;
}

int command_demo_recording(int argc, char** argv) {
  const char* out = NULL;
  const char* people_text = NULL;
  const char* seconds_text = NULL;
  const option options[] = {
      {"--out", &out, VALUE_FILE, "FILE", "where to write it", NULL},
      {"--people", &people_text, VALUE_TEXT, "N", "how many people walk, 2..20000 (default 120)", NULL},
      {"--seconds", &seconds_text, VALUE_TEXT, "S", "length of the recording, 5..3600 (default 40)", NULL},
  };
  const command self = {
      .name = "lanegjk demo-recording",
      .summary = summary,
      .details = details,
      .options = options,
      .option_count = 3,
  };
  if (parse_command_line(&self, argc, argv)) return 0;
  if (out == NULL) usage_error(&self, "--out FILE is missing");
  const uint32_t people = count_option(&self, "--people", people_text, 2, 20000, 120);
  const uint32_t seconds = count_option(&self, "--seconds", seconds_text, 5, 3600, 40);
  text_buffer text = simulate(people, seconds);
  output_file output = {.path = out, .text = &text};
  write_outputs(&output, 1);
  text_free(&text);
  return 0;
}
