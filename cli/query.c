// `lanegjk query`: reads a scene, runs a query on its pairs or its bodies, and prints every result.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "query.h"

static const char summary[] =
    "lanegjk query SCENE.json: overlap, distance, contact or cast of the pairs of a scene, which pairs may meet, and "
    "the\n"
    "nearest bodies; - reads standard input\n\n";

static const char details[] =
    "\n"
    "A scene with a rounded triangle and a box, in radians:\n"
    "  {\"dim\": 2,\n"
    "   \"shapes\": [{\"points\": [[4, 11], [4, 5], [9, 9]], \"radius\": 0.5}, {\"box\": [2, 1]}],\n"
    "   \"bodies\": [{\"shape\": 0, \"p\": [0, 0]}, {\"shape\": 1, \"p\": [12, 3], \"angle\": 0.3}],\n"
    "   \"pairs\": [[0, 1]]}\n"
    "A shape is \"points\" (their convex hull; one point and a radius is a circle, two are a capsule), \"box\"\n"
    "(half extents) or \"ellipse\" (semi-axes), with a rounding \"radius\" and a linear \"map\" [[xx, xy], [yx,\n"
    "yy]] if needed. A body may have its own \"radius\". With \"frames\", a list of lists of poses {\"p\": [x, y],\n"
    "\"angle\": a}, each frame starts from what the one before has found; the poses of the bodies are then not used\n"
    "and may be left out.\n"
    "\n"
    "The same in 3D, where a pose has a unit quaternion \"q\": [x, y, z, w] in place of the angle:\n"
    "  {\"dim\": 3,\n"
    "   \"shapes\": [{\"box\": [1, 1, 1]}, {\"cylinder\": {\"radius\": 1, \"half_height\": 2}, \"radius\": 0.5}],\n"
    "   \"bodies\": [{\"shape\": 0, \"p\": [0, 0, 0]}, {\"shape\": 1, \"p\": [5, 0, 0], \"q\": [0, 0.6, 0, 0.8]}],\n"
    "   \"pairs\": [[0, 1]]}\n"
    "A shape is \"points\", \"box\", \"ellipsoid\" (semi-axes), \"cylinder\" or \"cone\" (both centred, along local\n"
    "z; the apex of the cone at +half_height); \"map\" has three rows.\n"
    "\n"
    "\"pairs\": \"all\" are all pairs a < b of bodies, and \"pairs\": {\"find\": {\"margin\": m}} in each frame\n"
    "those whose bounds are no farther apart than m (default 0). With \"against\", a list of bodies that rest,\n"
    "pairs are of a body and one of these, which have numbers of their own from 0 on.\n"
    "\n"
    "A cast moves each body along its \"way\": [x, y] (3D: [x, y, z]), on which it may turn to the angle (3D: q)\n"
    "\"turn\", by 168 degrees at most. It reports where two touch first: status miss, hit, overlap, limit or bad,\n"
    "fraction, nx,ny,x,y (3D: nx,ny,nz,x,y,z), the normal from A to B and the point on B, and iterations. With\n"
    "\"against\" and without \"pairs\" each body is cast against all of these, and -k says how many hits are\n"
    "reported, the first one first; iterations are left out, and a body that hits nothing has one row without b.\n"
    "\n"
    "--query find prints frame,pair,a,b: the pairs that \"pairs\": {\"find\": ...} would be about, with that margin\n"
    "or --margin. --query nearest prints frame,pair,a,b,distance: for each body a the -k bodies b, of \"against\"\n"
    "if there is one, whose positions are nearest to its own. Neither needs \"pairs\".\n"
    "\n"
    "Positions \"p\" are doubles, up to 1e15, so that they may be those of a map: a scene that is moved has the same\n"
    "answers. Points come back in these coordinates. Notes on standard error say which points of a shape are\n"
    "dropped because they are no corners of the hull, which outlines are concave, and which shapes are far from\n"
    "their own origin.\n"
    "\n"
    "CSV: frame,pair,a,b,status and for distance also distance,ax,ay,bx,by,iterations (3D: ax,ay,az,bx,by,bz),\n"
    "where a and b are bodies, and (ax, ay), (bx, by) the closest points. A contact has a signed distance, minus\n"
    "the depth where shapes overlap, and behind it nx,ny (3D: nx,ny,nz), the unit normal from A to B. --manifold\n"
    "adds points, how many there are, and x1,y1,separation1,id1 (3D: x1,y1,z1,...) for each of 2 (3D: 4), empty\n"
    "where there are fewer. A pair that is beyond has distance inf (in JSON null), normal 0 and no closest points\n"
    "(0, 0). A body outside the domain (too far away, or |q| off 1 by more than 5e-5) makes its pairs bad, and so\n"
    "is a pair of a body with itself: their distance is nan, in JSON null. A warning on standard error counts them\n"
    "and says what is wrong with the first. The exit status is 1 where all pairs are bad, and 2 after an error.\n"
    "\n"
    "Example: lanegjk query scene.json --format json --out result.json\n";

static const char* const format_names[] = {"csv", "json", NULL};

typedef struct query_texts {
  const char *query, *isa, *format, *out, *max_distance, *manifold, *margin, *history_free, *normalize, *k, *svg,
      *frame;
} query_texts;

#define OF(query) (1u << (query))
#define PAIR_ANSWERS (OF(QUERY_DISTANCE) | OF(QUERY_OVERLAP) | OF(QUERY_CONTACT))

// Refuses an option, if it is given, with another query than one of these.
static void require_query(const command* self, const char* name, const char* text, size_t query, unsigned queries) {
  char known[96] = "";
  if (text == NULL || (queries & OF(query)) != 0) return;
  for (size_t i = 0; i < QUERY_COUNT; ++i) {
    const size_t used = strlen(known);
    if ((queries & OF(i)) == 0) continue;
    const char* comma = used == 0 ? "" : queries >> i == 1 ? " or " : ", ";
    snprintf(known + used, sizeof known - used, "%s%s", comma, query_names[i]);
  }
  usage_error(self, "%s requires --query %s", name, known);
}

static query_request request_of(const command* self, const query_texts* given) {
  query_request request = {
      .query = word_option(self, "--query", given->query),
      .format = word_option(self, "--format", given->format),
      .manifold = given->manifold != NULL,
  };
  require_query(self, "--manifold", given->manifold, request.query, OF(QUERY_CONTACT));
  require_query(self, "--max-distance", given->max_distance, request.query, PAIR_ANSWERS | OF(QUERY_NEAREST));
  require_query(self, "--history-free", given->history_free, request.query, PAIR_ANSWERS);
  require_query(self, "-k", given->k, request.query, OF(QUERY_CAST) | OF(QUERY_NEAREST));
  if (given->margin != NULL && given->manifold == NULL && request.query != QUERY_FIND) {
    usage_error(self, "--margin requires --manifold or --query find");
  }
  if (given->frame != NULL && given->svg == NULL) usage_error(self, "--frame requires --svg");
  return request;
}

static lgjk_options options_of(const command* self, const query_texts* given, size_t query) {
  const float unlimited = (float)INFINITY;
  lgjk_options options;
  lgjk_options_init(&options);
  options.max_distance = float_option(self, "--max-distance", given->max_distance, 0.0f, unlimited, unlimited);
  // which would mean no limit to the library
  if (options.max_distance == 0.0f) usage_error(self, "--max-distance: %s is not above 0", given->max_distance);
  options.margin =
      float_option(self, "--margin", given->margin, 0.0f, query == QUERY_FIND ? LGJK_MAX_MARGIN : FLT_MAX, 0.0f);
  options.isa = isa_option(self, given->isa);
  if (given->history_free != NULL) options.flags |= LGJK_FLAG_HISTORY_FREE | LGJK_FLAG_COMMON_POINTS;
  if (given->normalize != NULL) options.flags |= LGJK_FLAG_NORMALIZE;
  return options;
}

// Which query runs on a scene that has no "pairs", and which of its frames is drawn.
static void fit_to_scene(const command* self, const query_texts* given, const scene* input, query_run* run,
                         query_request* request) {
  const int by_itself = request->query == QUERY_FIND || request->query == QUERY_NEAREST;
  request->of_bodies = by_itself || (request->query == QUERY_CAST && input->has_rest && input->source == PAIRS_NONE);
  if (!request->of_bodies && input->source == PAIRS_NONE) fail("%s: \"pairs\" is missing", run->file);
  if (given->k != NULL && !request->of_bodies) {
    usage_error(self, "-k requires casts of a scene that has \"against\" and no \"pairs\"");
  }
  if (given->svg == NULL) return;
  if (input->dim->axes != 2) fail("%s: dim: --svg draws scenes of 2D, and this one is of 3D", run->file);
  if (run->drawn_frame >= input->frame_count && (given->frame != NULL || input->frame_count > 0)) {
    usage_error(self, "--frame: there is no frame %u (the scene has %u)", run->drawn_frame, input->frame_count);
  }
}

static void write_results(const query_texts* given, const query_run* run, const text_buffer* text) {
  text_buffer picture = {0};
  output_file files[2];
  size_t count = 0;
  if (given->svg != NULL) {
    picture = scene_picture(run);
    files[count++] = (output_file){.path = given->svg, .text = &picture};
  }
  files[count++] = (output_file){.path = given->out, .text = text};
  write_outputs(files, count);
  text_free(&picture);
}

static int run_query_command(const command* self, const query_texts* given, const char* file) {
  query_request request = request_of(self, given);
  const lgjk_options options = options_of(self, given, request.query);
  query_run run = {.request = &request, .options = &options, .file = input_name(file)};
  run.k = count_option(self, "-k", given->k, 1, request.query == QUERY_NEAREST ? LGJK_MAX_NEAREST : 1024, 1);
  run.drawn_frame = count_option(self, "--frame", given->frame, 0, UINT32_MAX, 0);
  scene input = scene_read(file);
  run.scene = &input;
  run.margin = given->margin != NULL ? options.margin : input.margin;
  fit_to_scene(self, given, &input, &run, &request);
  scene_marks marks = {.touching = allocate(input.body_count, 1)};
  if (given->svg != NULL) run.marks = &marks;

  text_buffer text = {0};
  append_head(&text, input.dim, &request);
  (request.of_bodies ? run_bodies : run_pairs)(&run, &text);
  append_foot(&text, &request);
  write_results(given, &run, &text);
  text_free(&text);
  free(marks.mark);
  free(marks.touching);
  scene_free(&input);
  const int of_bodies = bad_pairs_warn(&run.bad_bodies, self->name, BAD_BODIES);
  const int of_pairs = bad_pairs_warn(&run.bad_pairs, self->name, BAD_PAIRS);
  return of_bodies != 0 ? of_bodies : of_pairs;
}

static query_texts texts; // what the command line says

static const option options[] = {
    {"--query", &texts.query, VALUE_WORD, "NAME",
     "what to compute: distance (default), overlap, contact or cast of pairs, find for the pairs that may meet, or "
     "nearest for the bodies nearest to each",
     query_names},
    {"--max-distance", &texts.max_distance, VALUE_TEXT, "D",
     "pairs farther apart are `beyond` (D > 0); bodies farther away are not among the nearest", NULL},
    {"--manifold", &texts.manifold, VALUE_NONE, NULL, "of contacts: the points that carry them, too", NULL},
    {"--margin", &texts.margin, VALUE_TEXT, "M",
     "of manifolds: points up to this separation (default 0: only where shapes overlap); of --query find: pairs up "
     "to "
     "this gap (default: that of the scene's pairs, or 0)",
     NULL},
    {"-k", &texts.k, VALUE_TEXT, "K",
     "of --query nearest: so many bodies for each, 1..64 (default 1); of casts against a scene's \"against\": so "
     "many "
     "hits",
     NULL},
    {"--history-free", &texts.history_free, VALUE_NONE, NULL,
     "answers of a frame do not depend on those before, to the last bit", NULL},
    {"--normalize", &texts.normalize, VALUE_NONE, NULL,
     "take a q that is off length 1 by up to 5e-3 as if it had that length", NULL},
    {"--isa", &texts.isa, VALUE_ISA, "NAME", ISA_HELP, NULL},
    {"--format", &texts.format, VALUE_WORD, "csv|json", "default csv", format_names},
    {"--out", &texts.out, VALUE_FILE, "FILE", "default standard output", NULL},
    {"--svg", &texts.svg, VALUE_FILE, "FILE.svg", "a picture of a 2D scene and of the answers", NULL},
    {"--frame", &texts.frame, VALUE_TEXT, "N", "which frame that picture shows (default 0)", NULL},
};

int command_query(int argc, char** argv) {
  const char* file = NULL;
  const command self = {
      .name = "lanegjk query",
      .summary = summary,
      .details = details,
      .options = options,
      .option_count = sizeof options / sizeof options[0],
      .argument_name = "SCENE.json",
      .argument = &file,
  };
  if (parse_command_line(&self, argc, argv)) return 0;
  return run_query_command(&self, &texts, file);
}
