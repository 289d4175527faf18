// `lanegjk query`: runs a scene, frame after frame with the records of the frame before, and prints every result.
#include <math.h>
#include <stdlib.h>

#include "command_line.h"
#include "lanegjk/lanegjk.h"
#include "scene_json.h"
#include "support.h"

static const char help_text[] =
    "lanegjk query SCENE.json: overlap or distance of the pairs of a scene\n"
    "\n"
    "  --query overlap|distance   what to ask (default distance)\n"
    "  --max-distance D           pairs farther apart are `beyond`\n"
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
    "extents) or \"ellipse\" (semi-axes), with a rounding \"radius\" and a linear \"map\" [[xx, xy], [yx, yy]] if "
    "wanted.\n"
    "A body may have its own \"radius\". With \"frames\", a list of lists of poses {\"p\": [x, y], \"angle\": a}, each "
    "frame\n"
    "starts from what the one before has found; the poses of the bodies are then not used and may be left out.\n"
    "\n"
    "CSV: frame,pair,a,b,status and for distance also distance,ax,ay,bx,by,iterations, where a and b are bodies, and\n"
    "(ax, ay), (bx, by) the closest points. A pair that is beyond has distance inf and no closest points (0, 0).\n"
    "\n"
    "Example: lanegjk query scene.json --format json --out result.json\n";

enum { QUERY_DISTANCE, QUERY_OVERLAP };
enum { FORMAT_CSV, FORMAT_JSON };

static const char* const query_names[] = {"distance", "overlap"};
static const char* const format_names[] = {"csv", "json"};

// The results of one frame, and what goes with a query.
typedef struct run2 {
  size_t query;
  lgjk_options options;
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  lgjk_warm* warm;
  lgjk_results2 results;
} run2;

static run2 run2_prepare(const scene2* scene, size_t query, uint32_t isa, float max_distance) {
  run2 run = {.query = query};
  const uint32_t count = scene->pair_count;
  lgjk_options_init(&run.options);
  run.options.isa = isa;
  run.options.max_distance = max_distance;
  lgjk_bodies2_init(&run.bodies);
  run.bodies.count = scene->body_count;
  run.bodies.shapes = scene->shapes;
  run.bodies.shape = scene->shape;
  run.bodies.radius = scene->radius;
  lgjk_pairs_init(&run.pairs);
  run.pairs.a = scene->pair;
  run.pairs.b = scene->pair + 1;
  run.pairs.stride = 2 * sizeof(uint32_t);
  run.pairs.count = count;
  run.warm = allocate(count, sizeof *run.warm);
  lgjk_results2_init(&run.results);
  run.results.status = allocate(count, 1);
  run.results.iterations = allocate(count, 1);
  run.results.distance = allocate(count, sizeof(float));
  run.results.point_a = allocate(count, 2 * sizeof(float));
  run.results.point_b = allocate(count, 2 * sizeof(float));
  return run;
}

static void run2_free(run2* run) {
  free(run->warm);
  free(run->results.status);
  free(run->results.iterations);
  free(run->results.distance);
  free(run->results.point_a);
  free(run->results.point_b);
}

static void run2_frame(run2* run, const scene2* scene, uint32_t frame, const char* file) {
  lgjk_error error;
  lgjk_error_init(&error);
  run->bodies.pose = scene->pose + 4 * (size_t)frame * scene->body_count;
  const int32_t code = (run->query == QUERY_OVERLAP ? lgjk_overlap2 : lgjk_distance2)(
      &run->bodies, &run->bodies, &run->pairs, run->warm, 0, run->pairs.count, &run->results, &run->options, &error);
  if (code != LGJK_OK) fail("%s: frame %u: %s", file, frame, error.text);
}

static void append_csv(text_buffer* text, const run2* run, const scene2* scene, uint32_t frame) {
  const lgjk_results2* r = &run->results;
  for (size_t i = 0; i < scene->pair_count; ++i) {
    text_append(text, "%u,%zu,%u,%u,%s", frame, i, scene->pair[2 * i], scene->pair[2 * i + 1],
                lgjk_status_text(r->status[i]));
    if (run->query == QUERY_DISTANCE) {
      text_append(text, ",%.9g,%.9g,%.9g,%.9g,%.9g,%u", (double)r->distance[i], (double)r->point_a[2 * i],
                  (double)r->point_a[2 * i + 1], (double)r->point_b[2 * i], (double)r->point_b[2 * i + 1],
                  (unsigned)r->iterations[i]);
    }
    text_append(text, "\n");
  }
}

static void append_json_point(text_buffer* text, const char* name, const float* point, int known) {
  if (known) {
    text_append(text, ", \"%s\": [%.9g, %.9g]", name, (double)point[0], (double)point[1]);
  } else {
    text_append(text, ", \"%s\": null", name);
  }
}

// Where a result has no distance or no closest points, null says so.
static void append_json(text_buffer* text, const run2* run, const scene2* scene, uint32_t frame) {
  const lgjk_results2* r = &run->results;
  for (size_t i = 0; i < scene->pair_count; ++i) {
    text_append(text, "%s\n  {\"frame\": %u, \"pair\": %zu, \"a\": %u, \"b\": %u, \"status\": \"%s\"",
                frame == 0 && i == 0 ? "" : ",", frame, i, scene->pair[2 * i], scene->pair[2 * i + 1],
                lgjk_status_text(r->status[i]));
    if (run->query == QUERY_DISTANCE) {
      const int known = r->status[i] != LGJK_STATUS_BEYOND && r->status[i] != LGJK_STATUS_BAD;
      text_append(text, known ? ", \"distance\": %.9g" : ", \"distance\": null", (double)r->distance[i]);
      append_json_point(text, "point_a", r->point_a + 2 * i, known);
      append_json_point(text, "point_b", r->point_b + 2 * i, known);
      text_append(text, ", \"iterations\": %u", (unsigned)r->iterations[i]);
    }
    text_append(text, "}");
  }
}

static text_buffer run_scene(run2* run, const scene2* scene, size_t format, const char* file) {
  text_buffer text = {0};
  if (format == FORMAT_JSON) {
    text_append(&text, "{\"query\": \"%s\", \"results\": [", query_names[run->query]);
  } else {
    text_append(&text, "frame,pair,a,b,status%s\n",
                run->query == QUERY_DISTANCE ? ",distance,ax,ay,bx,by,iterations" : "");
  }
  for (uint32_t frame = 0; frame < scene->frame_count; ++frame) {
    run2_frame(run, scene, frame, file);
    if (format == FORMAT_JSON) {
      append_json(&text, run, scene, frame);
    } else {
      append_csv(&text, run, scene, frame);
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
  const size_t query = word_option(&self, "--query", query_text, query_names, 2);
  const size_t format = word_option(&self, "--format", format_text, format_names, 2);
  const float unlimited = (float)INFINITY;
  const float max_distance = float_option(&self, "--max-distance", max_distance_text, 0.0f, unlimited, unlimited);
  const uint32_t isa = isa_option(&self, isa_text);

  scene2 scene = scene2_read(file);
  run2 run = run2_prepare(&scene, query, isa, max_distance);
  text_buffer text = run_scene(&run, &scene, format, file);
  const output_file output = {out, &text};
  write_outputs(&output, 1);
  text_free(&text);
  run2_free(&run);
  scene2_free(&scene);
  return 0;
}
