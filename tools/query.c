// `lanegjk query`: runs a scene, frame after frame with the records of the frame before, and prints every result.
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "bad_pairs.h"
#include "command_line.h"
#include "lanegjk/lanegjk.h"
#include "scene_json.h"
#include "support.h"

static const char help_text[] =
    "lanegjk query SCENE.json: overlap or distance of the pairs of a scene; - reads standard input\n"
    "\n"
    "  --query overlap|distance   what to ask (default distance)\n"
    "  --max-distance D           pairs farther apart are `beyond` (D > 0)\n"
    "  --isa NAME                 instruction set; the results are the same bits on each ('lanegjk info' lists them)\n"
    "  --format csv|json          default csv\n"
    "  --out FILE                 default standard output\n"
    "\n"
    "A scene with a rounded triangle and a box, in radians:\n"
    "  {\"dim\": 2,\n"
    "   \"shapes\": [{\"points\": [[4, 11], [4, 5], [9, 9]], \"radius\": 0.5}, {\"box\": [2, 1]}],\n"
    "   \"bodies\": [{\"shape\": 0, \"p\": [0, 0]}, {\"shape\": 1, \"p\": [12, 3], \"angle\": 0.3}],\n"
    "   \"pairs\": [[0, 1]]}\n"
    "A shape is \"points\" (their convex hull; one point and a radius is a circle, two are a capsule), \"box\" (half\n"
    "extents) or \"ellipse\" (semi-axes), with a rounding \"radius\" and a linear \"map\" [[xx, xy], [yx, yy]] if\n"
    "wanted. A body may have its own \"radius\". With \"frames\", a list of lists of poses {\"p\": [x, y], \"angle\": "
    "a},\n"
    "each frame starts from what the one before has found; the poses of the bodies are then not used and may be left\n"
    "out.\n"
    "\n"
    "The same in 3D, where a pose has a unit quaternion \"q\": [x, y, z, w] in place of the angle:\n"
    "  {\"dim\": 3,\n"
    "   \"shapes\": [{\"box\": [1, 1, 1]}, {\"cylinder\": {\"radius\": 1, \"half_height\": 2}, \"radius\": 0.5}],\n"
    "   \"bodies\": [{\"shape\": 0, \"p\": [0, 0, 0]}, {\"shape\": 1, \"p\": [5, 0, 0], \"q\": [0, 0.6, 0, 0.8]}],\n"
    "   \"pairs\": [[0, 1]]}\n"
    "A shape is \"points\", \"box\", \"ellipsoid\" (semi-axes), \"cylinder\" or \"cone\" (both centred, along local z; "
    "the\n"
    "apex of the cone at +half_height); \"map\" has three rows.\n"
    "\n"
    "CSV: frame,pair,a,b,status and for distance also distance,ax,ay,bx,by,iterations (3D: ax,ay,az,bx,by,bz), where "
    "a\n"
    "and b are bodies, and (ax, ay), (bx, by) the closest points. A pair that is beyond has distance inf and no "
    "closest\n"
    "points (0, 0). A body outside the domain (too far away, or |q| off 1 by more than 5e-5) makes its pairs bad, and\n"
    "so is a pair of a body with itself: their distance is nan, in JSON null. A warning on standard error counts them\n"
    "and says what is wrong with the first. The exit status is 1 where all pairs are bad, and 2 after an error.\n"
    "\n"
    "Example: lanegjk query scene.json --format json --out result.json\n";

enum { QUERY_DISTANCE, QUERY_OVERLAP };
enum { FORMAT_CSV, FORMAT_JSON };

static const char* const query_names[] = {"distance", "overlap"};
static const char* const format_names[] = {"csv", "json"};

static batch batch_make(const scene* self, uint32_t isa, float max_distance) {
  batch query = {.shapes = self->shapes, .body_count = self->body_count, .shape = self->shape, .radius = self->radius};
  const uint32_t count = self->pair_count;
  lgjk_options_init(&query.options);
  query.options.isa = isa;
  query.options.max_distance = max_distance;
  lgjk_pairs_init(&query.pairs);
  query.pairs.a = self->pair;
  query.pairs.b = self->pair + 1;
  query.pairs.stride = 2 * sizeof(uint32_t);
  query.pairs.count = count;
  query.warm = allocate(count, sizeof *query.warm);
  query.status = allocate(count, 1);
  query.iterations = allocate(count, 1);
  query.distance = allocate(count, sizeof(float));
  query.point_a = allocate(count, self->dim->axes * sizeof(float));
  query.point_b = allocate(count, self->dim->axes * sizeof(float));
  query.bad_count = allocate(1, sizeof *query.bad_count);
  return query;
}

static void batch_free(batch* query) {
  free(query->warm);
  free(query->status);
  free(query->iterations);
  free(query->distance);
  free(query->point_a);
  free(query->point_b);
  free(query->bad_count);
}

// What one line of the output is about.
typedef struct row {
  uint32_t axes;
  size_t asked;  // QUERY_*
  uint32_t frame;
  size_t pair;
} row;

// The coordinates of a point, the first behind `first` and the others behind the separator.
static void append_point(text_buffer* text, const char* first, const char* separator, const float* point,
                         uint32_t axes) {
  for (uint32_t k = 0; k < axes; ++k) text_append(text, "%s%.9g", k == 0 ? first : separator, (double)point[k]);
}

static void append_csv(text_buffer* text, const batch* query, const row* at) {
  const size_t i = at->pair;
  text_append(text, "%u,%zu,%u,%u,%s", at->frame, i, query->pairs.a[2 * i], query->pairs.b[2 * i],
              lgjk_status_text(query->status[i]));
  if (at->asked == QUERY_DISTANCE) {
    text_append(text, ",%.9g", (double)query->distance[i]);
    append_point(text, ",", ",", query->point_a + at->axes * i, at->axes);
    append_point(text, ",", ",", query->point_b + at->axes * i, at->axes);
    text_append(text, ",%u", (unsigned)query->iterations[i]);
  }
  text_append(text, "\n");
}

static void append_json_point(text_buffer* text, const char* name, const float* point, uint32_t axes, int known) {
  text_append(text, ", \"%s\": ", name);
  if (known) append_point(text, "[", ", ", point, axes);
  text_append(text, known ? "]" : "null");
}

// Where a result has no distance or no closest points, null says so.
static void append_json(text_buffer* text, const batch* query, const row* at) {
  const size_t i = at->pair;
  text_append(text, "%s\n  {\"frame\": %u, \"pair\": %zu, \"a\": %u, \"b\": %u, \"status\": \"%s\"",
              at->frame == 0 && i == 0 ? "" : ",", at->frame, i, query->pairs.a[2 * i], query->pairs.b[2 * i],
              lgjk_status_text(query->status[i]));
  if (at->asked == QUERY_DISTANCE) {
    const int known = query->status[i] != LGJK_STATUS_BEYOND && query->status[i] != LGJK_STATUS_BAD;
    text_append(text, known ? ", \"distance\": %.9g" : ", \"distance\": null", (double)query->distance[i]);
    append_json_point(text, "point_a", query->point_a + at->axes * i, at->axes, known);
    append_json_point(text, "point_b", query->point_b + at->axes * i, at->axes, known);
    text_append(text, ", \"iterations\": %u", (unsigned)query->iterations[i]);
  }
  text_append(text, "}");
}

static void append_csv_header(text_buffer* text, size_t asked, uint32_t axes) {
  text_append(text, "frame,pair,a,b,status");
  if (asked == QUERY_DISTANCE) {
    text_append(text, ",distance");
    for (uint32_t k = 0; k < 2 * axes; ++k) text_append(text, ",%c%c", "ab"[k / axes], "xyz"[k % axes]);
    text_append(text, ",iterations");
  }
  text_append(text, "\n");
}

// What is wrong with a pair, in the terms of the scene; its indices and radii have been checked before.
static const char* reason_of(const dimension* dim, const batch* query, uint32_t a, uint32_t b, char* room,
                             size_t size) {
  const uint32_t body[2] = {a, b};
  if (a == b) return "a body with itself";
  for (int side = 0; side < 2; ++side) {
    const float* rotation = query->pose + (size_t)dim->pose_size * body[side] + dim->axes;
    float length = 0.0f;
    for (uint32_t k = 0; k < dim->pose_size - dim->axes; ++k) length += rotation[k] * rotation[k];
    if (fabsf(length - 1.0f) <= 1e-4f) continue;
    snprintf(room, size, "the rotation of body %u is not %s", body[side], dim->rotation_domain);
    return room;
  }
  snprintf(room, size, "their radii and the distance between them add up to a number outside %s", dim->scale_domain);
  return room;
}

static void note_bad_pairs(bad_pairs* bad, const dimension* dim, const batch* query, uint32_t frame) {
  char room[128];
  size_t i = 0;
  bad->asked += query->pairs.count;
  bad->count += *query->bad_count;
  if (*query->bad_count == 0 || bad->first[0] != '\0') return;
  while (query->status[i] != LGJK_STATUS_BAD) ++i;
  const uint32_t a = query->pairs.a[2 * i];
  const uint32_t b = query->pairs.b[2 * i];
  snprintf(bad->first, sizeof bad->first, "frame %u, pair %zu (bodies %u and %u): %s", frame, i, a, b,
           reason_of(dim, query, a, b, room, sizeof room));
}

static text_buffer run_scene(batch* query, const scene* self, size_t asked, size_t format, const char* file,
                             bad_pairs* bad) {
  text_buffer text = {0};
  lgjk_error error;
  lgjk_error_init(&error);
  row at = {.axes = self->dim->axes, .asked = asked};
  if (format == FORMAT_JSON) {
    text_append(&text, "{\"query\": \"%s\", \"results\": [", query_names[asked]);
  } else {
    append_csv_header(&text, asked, at.axes);
  }
  for (at.frame = 0; at.frame < self->frame_count; ++at.frame) {
    query->pose = scene_frame(self, at.frame);
    const int32_t code = (asked == QUERY_OVERLAP ? self->dim->overlap : self->dim->distance)(query, &error);
    if (code != LGJK_OK) fail("%s: frame %u: %s", file, at.frame, error.text);
    note_bad_pairs(bad, self->dim, query, at.frame);
    for (at.pair = 0; at.pair < self->pair_count; ++at.pair) {
      (format == FORMAT_JSON ? append_json : append_csv)(&text, query, &at);
    }
  }
  if (format == FORMAT_JSON) text_append(&text, "\n]}\n");
  return text;
}

int command_query(int argc, char** argv) {
  const char* file = NULL;
  const char* query_text = NULL;
  const char* isa_text = NULL;
  const char* format_text = NULL;
  const char* out = NULL;
  const char* max_distance_text = NULL;
  const option options[] = {
      {"--query", &query_text},
      {"--isa", &isa_text},
      {"--format", &format_text},
      {"--out", &out},
      {"--max-distance", &max_distance_text},
  };
  const command self = {"lanegjk query", help_text, options, sizeof options / sizeof options[0], "SCENE.json", &file};
  if (parse_command_line(&self, argc, argv)) return 0;
  const size_t asked = word_option(&self, "--query", query_text, query_names, 2);
  const size_t format = word_option(&self, "--format", format_text, format_names, 2);
  const float unlimited = (float)INFINITY;
  // 0 would mean no limit to the library
  const float max_distance = float_option(&self, "--max-distance", max_distance_text, FLT_MIN, unlimited, unlimited);
  const uint32_t isa = isa_option(&self, isa_text);

  scene input = scene_read(file);
  batch query = batch_make(&input, isa, max_distance);
  bad_pairs bad = {0};
  text_buffer text = run_scene(&query, &input, asked, format, input_name(file), &bad);
  const output_file output = {out, &text};
  write_outputs(&output, 1);
  text_free(&text);
  batch_free(&query);
  scene_free(&input);
  return bad_pairs_warn(&bad, self.name);
}
