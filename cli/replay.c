// `lanegjk replay`: gives every person of a recorded crowd a torso, queries the pairs in reach frame by frame, and
// reports who touched whom and how close the others came. Warm records would be of no use to circles and ellipses.
#include "replay.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

// An adult in summer dress covers an ellipse of 0.46 m x 0.28 m (Predtechenskii and Milinskii, Planning for Foot
// Traffic Flow in Buildings, 1978): shoulders across the motion, chest along it. The circle has the same area.
#define TORSO_DEPTH 0.14f
#define TORSO_WIDTH 0.23f
#define TORSO_RADIUS 0.18f
#define DEFAULT_REACH 1.0f

static const char summary[] =
    "lanegjk replay TRAJECTORIES: contacts and closest approaches in a recorded crowd; - reads standard input\n\n";

static const char details[] =
    "\n"
    "A line of the recording is a position; lines may come in any order. Spaces, tabs, commas or semicolons separate\n"
    "columns; # or % starts a comment. A header names the columns, with or without #, by these or the usual other\n"
    "names (`PersID`, `FR`, `track_id`, `xCenter`); without one they are `id frame x y [z]` or `frame id x y [z]`,\n"
    "whichever their steps say, or the 8 of ETH and UCY, `frame id x z y vx vz vy`. What can be read both ways is\n"
    "refused, with both readings. Ids are numbers or names. Where there are times (seconds unless their name says\n"
    "otherwise, as in timestamp_ms) and no frames, a frame is the time multiplied by the frames per second. Lines of\n"
    "JSON are those of trajnet++. A line whose x or y is nan, NA or nothing is a gap: the person is not there; gaps\n"
    "are counted. A file that is compressed by gzip is decompressed. Positions are doubles, so that they may be those\n"
    "of a map.\n"
    "\n"
    "Example: lanegjk demo-recording --out crowd.txt && lanegjk replay crowd.txt --out events.csv --svg crowd.svg\n";

// Everything that goes from frame to frame.
typedef struct replay {
  memory_pool memory;  // of the arrays of persons and frames
  lgjk_bodies2 bodies; // the persons of a frame, in ascending order
  lgjk_options options;
  float* pose;      // of the persons of the frame: where they face
  double* at;       // and where they are
  uint32_t* person; // who they are in the whole recording
  neighbours pairs;
  memory_pool result_memory;
  lgjk_results results;
  double* at_a; // of each pair, where its first person is
  size_t result_capacity;
  double* query_ns; // per pair, of each frame that has pairs
  size_t timed_frames;
} replay;

static replay prepare(const replay_setup* setup, const recording* crowd) {
  replay self = {0};
  const torso* body = &setup->body;
  self.pose = pool_allocate(&self.memory, crowd->person_count, 4 * sizeof(float));
  self.at = pool_allocate(&self.memory, crowd->person_count, 2 * sizeof(double));
  self.person = pool_allocate(&self.memory, crowd->person_count, sizeof(uint32_t));
  self.query_ns = pool_allocate(&self.memory, crowd->frame_count, sizeof(double));
  lgjk_bodies2_init(&self.bodies);
  self.bodies.shapes =
      body->is_circle ? create_round(0.0f, 0.0f, body->depth) : create_round(body->depth, body->width, 0.0f);
  self.bodies.shape = pool_allocate(&self.memory, crowd->person_count, sizeof(uint32_t)); // all 0
  self.bodies.pose = self.pose;
  self.bodies.position = self.at;
  lgjk_options_init(&self.options);
  self.options.isa = setup->isa;
  self.options.max_distance = setup->reach;
  lgjk_results_init(&self.results);
  self.results.bad_count = pool_allocate(&self.memory, 1, sizeof(uint64_t));
  return self;
}

static void release(replay* self) {
  lgjk_shapes2_destroy((lgjk_shapes2*)self->bodies.shapes);
  neighbours_free(&self->pairs);
  pool_free(&self->memory);
  pool_free(&self->result_memory);
}

// Poses of the persons present, and their pairs in reach.
static void find_pairs(replay* self, const recording* crowd, uint32_t frame) {
  const size_t* present = crowd->by_frame + crowd->frame_first[frame];
  const uint32_t count = (uint32_t)(crowd->frame_first[frame + 1] - crowd->frame_first[frame]);
  for (uint32_t i = 0; i < count; ++i) {
    const track_point* p = &crowd->point[present[i]];
    memcpy(self->pose + 4 * (size_t)i, (float[4]){0.0f, 0.0f, p->c, p->s}, 4 * sizeof(float));
    memcpy(self->at + 2 * (size_t)i, p->at, sizeof p->at);
    self->person[i] = p->person;
  }
  self->bodies.count = count;
  const body_view bodies = {.in2d = self->bodies};
  lgjk_find_options options;
  lgjk_find_options_init(&options);
  options.margin = self->options.max_distance;
  neighbours_find(&self->pairs, dimension_of(2), &bodies, NULL, &options);
}

static void make_room(replay* self, size_t count) {
  if (count < self->result_capacity) return;
  lgjk_results* r = &self->results;
  const size_t room = self->result_capacity = 2 * count + 16;
  pool_free(&self->result_memory);
  r->status = pool_allocate(&self->result_memory, room, 1);
  r->distance = pool_allocate(&self->result_memory, room, sizeof(float));
  r->normal = pool_allocate(&self->result_memory, room, 2 * sizeof(float));
  r->point_a = pool_allocate(&self->result_memory, room, 2 * sizeof(float));
  r->point_b = pool_allocate(&self->result_memory, room, 2 * sizeof(float));
  self->at_a = pool_allocate(&self->result_memory, room, 2 * sizeof(double));
}

static void query_frame(replay* self, const lgjk_pairs* pairs, replay_totals* totals) {
  lgjk_error error;
  lgjk_error_init(&error);
  const double start = seconds_now();
  const int32_t code =
      lgjk_contact2(&self->bodies, &self->bodies, pairs, NULL, 0, pairs->count, &self->results, &self->options, &error);
  const double seconds = seconds_now() - start;
  if (code != LGJK_OK) fail("lanegjk replay: %s", error.text);
  totals->query_seconds += seconds;
  if (pairs->count != 0) self->query_ns[self->timed_frames++] = 1e9 * seconds / (double)pairs->count;
}

// The normal points from the person to the other.
static void count_direction(const float* pose, float nx, float ny, replay_totals* totals) {
  const float ahead = pose[2] * nx + pose[3] * ny, aside = fabsf(pose[2] * ny - pose[3] * nx);
  totals->in_front += ahead > aside;
  totals->behind += -ahead > aside;
  totals->beside += fabsf(ahead) <= aside;
}

static void count_results(const replay* self, replay_totals* totals) {
  const neighbours* list = &self->pairs;
  totals->pairs += list->count;
  if (list->count > totals->most_pairs) totals->most_pairs = list->count;
  for (size_t i = 0; i < list->count; ++i) {
    const uint8_t status = self->results.status[i];
    const float* n = self->results.normal + 2 * i;
    totals->within_reach += status == LGJK_STATUS_OVERLAPPING || status == LGJK_STATUS_SEPARATED;
    totals->at_limit += status == LGJK_STATUS_LIMIT;
    if (status != LGJK_STATUS_OVERLAPPING) continue;
    ++totals->overlapping;
    totals->depth_sum -= (double)self->results.distance[i];
    count_direction(self->pose + 4 * (size_t)list->a[i], n[0], n[1], totals);
    count_direction(self->pose + 4 * (size_t)list->b[i], -n[0], -n[1], totals);
  }
}

// Torsos, positions and headings are in the domain by construction: a bad pair is a fault of this program or of the
// library.
static void note_bad_pairs(const replay* self, const recording* crowd, uint32_t frame, const lgjk_pairs* pairs,
                           replay_totals* totals) {
  const neighbours* list = &self->pairs;
  size_t i = 0;
  totals->bad.total += list->count;
  totals->bad.count += *self->results.bad_count;
  if (*self->results.bad_count == 0 || totals->bad.first[0] != '\0') return;
  while (self->results.status[i] != LGJK_STATUS_BAD) ++i;
  lgjk_bad_reason why;
  lgjk_bad_reason_init(&why);
  lgjk_bad_reason2(&self->bodies, &self->bodies, pairs, i, &self->options, &why, NULL);
  snprintf(totals->bad.first, sizeof totals->bad.first, "frame %" PRId64 ", persons %s and %s: %s",
           crowd->frame_number[frame], crowd->person_name[self->person[list->a[i]]],
           crowd->person_name[self->person[list->b[i]]], why.text);
}

static void run_frame(replay* self, const recording* crowd, uint32_t frame, encounters* met, replay_totals* totals) {
  neighbours* list = &self->pairs;
  find_pairs(self, crowd, frame);
  make_room(self, list->count);
  const lgjk_pairs pairs = {.struct_size = sizeof(lgjk_pairs), .a = list->a, .b = list->b, .count = list->count};
  query_frame(self, &pairs, totals);
  count_results(self, totals);
  note_bad_pairs(self, crowd, frame, &pairs, totals);
  // pairs of bodies become pairs of persons, which compare across frames, in the same order
  for (size_t i = 0; i < list->count; ++i) {
    memcpy(self->at_a + 2 * i, self->at + 2 * (size_t)list->a[i], 2 * sizeof(double));
    list->a[i] = self->person[list->a[i]];
    list->b[i] = self->person[list->b[i]];
  }
  const frame_results results = {frame, list, &self->results, self->at_a};
  encounters_frame(met, &results);
}

static replay_totals run_all(const replay_setup* setup, const recording* crowd, encounters* met) {
  replay_totals totals = {0};
  replay self = prepare(setup, crowd);
  progress bar = progress_begin("frame", crowd->frame_count, 1);
  for (uint32_t frame = 0; frame < crowd->frame_count; ++frame) {
    run_frame(&self, crowd, frame, met, &totals);
    progress_update(&bar, frame + 1);
  }
  progress_wipe();
  encounters_finish(met);
  totals.query_ns = median_of(self.query_ns, self.timed_frames);
  release(&self);
  return totals;
}

typedef struct replay_texts {
  const char *shape, *radius, *depth, *width, *reach, *isa, *fps, *unit, *frames, *columns, *out, *svg;
} replay_texts;

static torso torso_of(const command* self, const replay_texts* given) {
  torso body = {.is_circle = word_option(self, "--shape", given->shape) == 1};
  if (body.is_circle) {
    if (given->depth != NULL || given->width != NULL) usage_error(self, "--depth and --width require --shape ellipse");
    body.depth = float_option(self, "--radius", given->radius, 0.001f, 100.0f, TORSO_RADIUS);
    body.width = body.depth;
  } else {
    if (given->radius != NULL) usage_error(self, "--radius requires --shape circle");
    body.depth = float_option(self, "--depth", given->depth, 0.001f, 100.0f, TORSO_DEPTH);
    body.width = float_option(self, "--width", given->width, 0.001f, 100.0f, TORSO_WIDTH);
  }
  return body;
}

static void write_results(const replay_texts* given, const replay_setup* setup, const recording* crowd,
                          const encounters* met, const replay_totals* totals) {
  text_buffer report = replay_report(setup, crowd, met, totals);
  text_buffer events = {0};
  text_buffer picture = {0};
  output_file files[3];
  size_t count = 0;
  if (given->out != NULL) {
    events = replay_events(crowd, met);
    files[count++] = (output_file){.path = given->out, .text = &events};
  }
  if (given->svg != NULL) {
    picture = replay_picture(setup, crowd, met);
    files[count++] = (output_file){.path = given->svg, .text = &picture};
  }
  files[count++] = (output_file){.path = NULL, .text = &report};
  write_outputs(files, count);
  text_free(&report);
  text_free(&events);
  text_free(&picture);
}

static const char* const shape_names[] = {"ellipse", "circle", NULL};

static replay_texts texts; // what the command line says

static const option options[] = {
    {"--shape", &texts.shape, VALUE_WORD, "ellipse|circle",
     "torso of a person, facing along the motion (default ellipse)", shape_names},
    {"--depth", &texts.depth, VALUE_TEXT, "M",
     "semi-axis of the ellipse along the motion (default 0.14 metres: an adult in summer dress, Predtechenskii and "
     "Milinskii 1978)",
     NULL},
    {"--width", &texts.width, VALUE_TEXT, "M", "and across it (default 0.23 metres)", NULL},
    {"--radius", &texts.radius, VALUE_TEXT, "M", "of the circle (default 0.18: the same area)", NULL},
    {"--reach", &texts.reach, VALUE_TEXT, "M", "only gaps up to this are of interest (default 1 metre between torsos)",
     NULL},
    {"--fps", &texts.fps, VALUE_TEXT, "F",
     "frames per second (default: the header's `framerate: 25 fps`, else by times, else an assumption, with a note: "
     "25, or "
     "where the frame comes first, as in recordings of ETH and UCY, that which makes the steps 2.5 per second)",
     NULL},
    {"--unit", &texts.unit, VALUE_TEXT, "U",
     "of x and y: m, dm, cm, mm, km, ft, in, the metres of one unit, or auto (default: the header's x/mm, x [cm], "
     "`in metres`, else by walking speed: centimetres where a tenth of all steps is faster than 10 units per second, "
     "else metres)",
     NULL},
    {"--frames", &texts.frames, VALUE_TEXT, "N", "only the first N frames", NULL},
    {"--columns", &texts.columns, VALUE_TEXT, "NAMES",
     "what the columns are: id, frame or time, x, y, and any other name for one that is not read, as in \"frame id x "
     "y\" or id,time/ms,x/cm,y/cm,speed (default: as a header says)",
     NULL},
    {"--isa", &texts.isa, VALUE_ISA, "NAME", ISA_HELP, NULL},
    {"--out", &texts.out, VALUE_FILE, "EVENTS.csv",
     "every contact and approach: kind,id_a,id_b,first_frame,last_frame,min_distance,min_frame,ax,ay,bx,by,nx,ny "
     "(metres; min_distance is minus the depth where torsos overlap; the closest points and the unit normal from a "
     "to b are those of min_frame)",
     NULL},
    {"--svg", &texts.svg, VALUE_FILE, "FILE.svg",
     "a picture of the paths and of where people came closest, with axes in metres; of a large crowd it draws a "
     "sample and says so",
     NULL},
};

int command_replay(int argc, char** argv) {
  const char* file = NULL;
  replay_setup setup = {0};
  const command self = {
      .name = "lanegjk replay",
      .summary = summary,
      .details = details,
      .options = options,
      .option_count = sizeof options / sizeof options[0],
      .argument_name = "TRAJECTORIES",
      .argument = &file,
  };
  if (parse_command_line(&self, argc, argv)) return 0;
  setup.name = input_name(file);
  setup.body = torso_of(&self, &texts);
  setup.reach = float_option(&self, "--reach", texts.reach, 0.001f, 1000.0f, DEFAULT_REACH);
  const uint32_t frames = count_option(&self, "--frames", texts.frames, 1, UINT32_MAX, UINT32_MAX);
  setup.isa = isa_option(&self, texts.isa);
  const recording_options reading = {.columns = texts.columns, .fps = texts.fps, .unit = texts.unit};
  recording crowd = recording_read(&self, file, reading, frames);
  recording_find_headings(&crowd);
  encounters met = {0};
  const replay_totals totals = run_all(&setup, &crowd, &met);
  write_results(&texts, &setup, &crowd, &met, &totals);
  encounters_free(&met);
  recording_free(&crowd);
  return bad_pairs_warn(&totals.bad, self.name, BAD_PAIRS);
}
