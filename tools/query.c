// `lanegjk query`: runs a scene, frame after frame with the records of the frame before, and prints every result.
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bad_pairs.h"
#include "command_line.h"
#include "lanegjk/lanegjk.h"
#include "lanegjk/lanegjk_cast.h"
#include "pair_batch.h"
#include "result_rows.h"
#include "scene_json.h"
#include "support.h"

static const char help_text[] =
    "lanegjk query SCENE.json: overlap, distance, contact or cast of the pairs of a scene; - reads standard input\n"
    "\n"
    "  --query NAME               what to ask: distance (default), overlap, contact or cast\n"
    "  --max-distance D           pairs farther apart are `beyond` (D > 0)\n"
    "  --manifold                 of contacts: the points that carry them, too\n"
    "  --margin M                 of manifolds: points up to this separation (default 0: only where shapes overlap)\n"
    "  --history-free             answers of a frame do not depend on those before, to the last bit\n"
    "  --normalize                take a q that is off length 1 by up to 5e-3 as if it had that length\n"
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
    "A cast moves each body along its \"way\": [x, y] (3D: [x, y, z]) and tells where two touch first: status miss, "
    "hit,\n"
    "overlap, limit or bad, fraction, nx,ny,x,y (3D: nx,ny,nz,x,y,z), the normal from A to B and the point on B, and\n"
    "iterations.\n"
    "\n"
    "Positions \"p\" are kept in double and subtracted before they become floats, so that they may be those of a map;\n"
    "points come back in these coordinates. Notes on standard error say which points of a shape are dropped because\n"
    "they are no corners of the hull, which outlines are concave, and which shapes are far from their own origin.\n"
    "\n"
    "CSV: frame,pair,a,b,status and for distance also distance,ax,ay,bx,by,iterations (3D: ax,ay,az,bx,by,bz),\n"
    "where a and b are bodies, and (ax, ay), (bx, by) the closest points. A contact has a signed distance, minus the\n"
    "depth where shapes overlap, and behind it nx,ny (3D: nx,ny,nz), the unit normal from A to B. --manifold adds\n"
    "points, how many there are, and x1,y1,separation1,id1 (3D: x1,y1,z1,...) for each of 2 (3D: 4), empty where\n"
    "there are fewer. A pair that is beyond has distance inf (in JSON null), normal 0 and no closest\n"
    "points (0, 0). A body outside the domain (too far away, or |q| off 1 by more than 5e-5) makes its pairs bad, and\n"
    "so is a pair of a body with itself: their distance is nan, in JSON null. A warning on standard error counts them\n"
    "and says what is wrong with the first. The exit status is 1 where all pairs are bad, and 2 after an error.\n"
    "\n"
    "Example: lanegjk query scene.json --format json --out result.json\n";

static const char* const format_names[] = {"csv", "json"};

// What is wrong with pair i, with the scene's number of the body.
static void tell_reason(const dimension* dim, const batch* query, size_t i, char* text, size_t size) {
  lgjk_bad_reason why;
  lgjk_bad_reason_init(&why);
  dim->bad_reason(query, i, &why);
  // of a pose rotations alone can be wrong: numbers that are not finite are no JSON
  const bool turned = why.reason == LGJK_BAD_POSE || why.reason == LGJK_BAD_ROTATION;
  const bool of_both = why.reason == LGJK_BAD_ITSELF || why.reason == LGJK_BAD_SCALE;
  const char* colon = strchr(why.text, ':');
  char body[40] = "";
  if (!of_both && colon != NULL) {
    snprintf(body, sizeof body, "body %u of %c", query->body[2 * i + why.side], why.side == 0 ? 'A' : 'B');
  } else {
    colon = why.text;
  }
  snprintf(text, size, "%s%s%s%s", body, colon, turned ? "; " : "", turned ? dim->rotation_domain : "");
}

static void note_bad_pairs(bad_pairs* bad, const dimension* dim, const batch* query, uint32_t frame) {
  size_t i = 0;
  bad->asked += query->pairs.count;
  bad->count += *query->bad_count;
  if (*query->bad_count == 0 || bad->first[0] != '\0') return;
  while (query->status[i] != LGJK_STATUS_BAD) ++i; // as LGJK_CAST_BAD
  char text[224];
  tell_reason(dim, query, i, text, sizeof text);
  snprintf(bad->first, sizeof bad->first, "frame %u, pair %zu (bodies %u and %u): %s", frame, i, query->body[2 * i],
           query->body[2 * i + 1], text);
}

_Static_assert((int)LGJK_CAST_BAD == (int)LGJK_STATUS_BAD, "note_bad_pairs reads either");

static text_buffer run_scene(batch* query, const scene* self, const question* asked, const char* file, bad_pairs* bad) {
  int32_t (*const ask[])(const batch*, lgjk_error*) = {self->dim->distance, self->dim->overlap, self->dim->contact,
                                                       self->dim->cast};
  text_buffer text = {0};
  lgjk_error error;
  lgjk_error_init(&error);
  append_head(&text, self->dim, asked);
  for (uint32_t frame = 0; frame < self->frame_count; ++frame) {
    batch_place(query, self, frame);
    if (ask[asked->query](query, &error) != LGJK_OK) fail("%s: frame %u: %s", file, frame, error.text);
    note_bad_pairs(bad, self->dim, query, frame);
    for (size_t pair = 0; pair < self->pair_count; ++pair) append_row(&text, self->dim, asked, query, frame, pair);
  }
  append_foot(&text, asked);
  return text;
}

typedef struct query_texts {
  const char *query, *isa, *format, *out, *max_distance, *manifold, *margin, *history_free, *normalize;
} query_texts;

static question question_of(const command* self, const query_texts* given) {
  question asked = {
      .query = word_option(self, "--query", given->query, query_names, QUERY_COUNT),
      .format = word_option(self, "--format", given->format, format_names, 2),
      .manifold = given->manifold != NULL,
  };
  if (given->margin != NULL && given->manifold == NULL) usage_error(self, "--margin goes with --manifold");
  if (given->manifold != NULL && asked.query != QUERY_CONTACT) {
    usage_error(self, "--manifold goes with --query contact");
  }
  if (asked.query == QUERY_CAST && (given->max_distance != NULL || given->history_free != NULL)) {
    usage_error(self, "--query cast has neither --max-distance nor --history-free");
  }
  return asked;
}

static lgjk_options options_of(const command* self, const query_texts* given) {
  const float unlimited = (float)INFINITY;
  lgjk_options options;
  lgjk_options_init(&options);
  options.max_distance = float_option(self, "--max-distance", given->max_distance, 0.0f, unlimited, unlimited);
  // which would mean no limit to the library
  if (options.max_distance == 0.0f) usage_error(self, "--max-distance: %s is not above 0", given->max_distance);
  options.margin = float_option(self, "--margin", given->margin, 0.0f, FLT_MAX, 0.0f);
  options.isa = isa_option(self, given->isa);
  if (given->history_free != NULL) options.flags |= LGJK_FLAG_HISTORY_FREE | LGJK_FLAG_COMMON_POINTS;
  if (given->normalize != NULL) options.flags |= LGJK_FLAG_NORMALIZE;
  return options;
}

int command_query(int argc, char** argv) {
  const char* file = NULL;
  query_texts given = {0};
  const option options[] = {
      {"--query", &given.query, 0},         {"--isa", &given.isa, 0},
      {"--format", &given.format, 0},       {"--out", &given.out, 0},
      {"--margin", &given.margin, 0},       {"--max-distance", &given.max_distance, 0},
      {"--manifold", &given.manifold, 1},   {"--history-free", &given.history_free, 1},
      {"--normalize", &given.normalize, 1},
  };
  const command self = {"lanegjk query", help_text, options, sizeof options / sizeof options[0], "SCENE.json", &file};
  if (parse_command_line(&self, argc, argv)) return 0;
  const question asked = question_of(&self, &given);
  const lgjk_options chosen = options_of(&self, &given);

  scene input = scene_read(file);
  batch query = batch_make(&input, &asked, &chosen);
  bad_pairs bad = {0};
  text_buffer text = run_scene(&query, &input, &asked, file, &bad);
  const output_file output = {given.out, &text};
  write_outputs(&output, 1);
  text_free(&text);
  batch_free(&query);
  scene_free(&input);
  return bad_pairs_warn(&bad, self.name);
}
