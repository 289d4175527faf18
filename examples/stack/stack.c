// Bodies that rest on each other: a small solver on contact manifolds. What it is for is to show how a solver uses
// them: `find_contacts` in contacts.c calls lgjk_contact2 or lgjk_contact3 once per frame, finds by the points' ids
// what each carried in the frame before, and `solve` in solver.c continues from there.
//
//   stack tower     3D: ten boxes, one on the other
//   stack heap      3D: boxes, cylinders and hulls fall into a pit
//   stack pyramid   2D: fifteen rows of boxes
//
// It prints where the bodies are in the end, and its exit status is 1 where they do not rest.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "stack.h"

#define TOP_SHARE 0.01f   // of the height, that the top may be away from where it began
#define DEPTH_SHARE 0.01f // of the least body's size
#define REST 0.05f        // m/s: slower is at rest

void check(int32_t code, const lgjk_error* error) {
  if (code == LGJK_OK) return;
  fprintf(stderr, "stack: %s\n", error->text);
  exit(code == LGJK_ERROR_ISA ? 3 : 2);
}

void* grow(void* memory, size_t count, size_t size) {
  void* grown = realloc(memory, count * size);
  if (grown == NULL) exit((fputs("stack: out of memory\n", stderr), 2));
  return grown;
}

typedef struct scene {
  const char* name;
  void (*build)(world* w);
  float seconds;
} scene;

static const scene scenes[] = {
    {"tower", build_tower, 10.0f}, {"heap", build_heap, 20.0f}, {"pyramid", build_pyramid, 10.0f}};

typedef struct arguments {
  const scene* scene;
  uint32_t isa;
  const char* svg;
} arguments;

// Returns 1 where the arguments say what to do; if not, --help was printed.
static int parse(int count, char** text, arguments* to) {
  const char *name = NULL, *isa = NULL;
  *to = (arguments){.svg = NULL};
  const option options[] = {
      {"--isa", &isa, VALUE_ISA, "NAME", "instruction set; results are the same on each", NULL},
      {"--svg", &to->svg, VALUE_FILE, "FILE", "a picture of the end", NULL},
  };
  const command self = {.name = "stack",
                        .summary = "usage: stack tower|heap|pyramid [--isa NAME] [--svg FILE]\n",
                        .details = "",
                        .options = options,
                        .option_count = sizeof options / sizeof *options,
                        .argument_name = "tower, heap or pyramid",
                        .argument = &name};
  if (parse_command_line(&self, count, text)) return 0;
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
    if (strcmp(name, scenes[i].name) == 0) to->scene = &scenes[i];
  if (to->scene == NULL) usage_error(&self, "'%s' is none of tower, heap and pyramid", name);
  to->isa = named_isa_option(&self, isa);
  return 1;
}

static uint64_t checksum(const world* w) { // FNV-1a over the words of all poses
  uint64_t hash = 14695981039346656037u;
  for (uint32_t i = 0; i < w->count; i++) {
    uint32_t word[7];
    memcpy(word, &w->bodies[i].pose, sizeof word);
    for (int k = 0; k < 7; k++) hash = (hash ^ word[k]) * 1099511628211u;
  }
  return hash;
}

// The speed of the fastest point of any body is at most this; infinity where one is no number.
static float fastest(const world* w) {
  float most = 0.0f;
  for (uint32_t i = 0; i < w->count; i++) {
    const float speed = length(w->bodies[i].velocity) + w->bodies[i].bound * length(w->bodies[i].spin);
    if (!(speed < INFINITY)) return INFINITY;
    most = speed > most ? speed : most;
  }
  return most;
}

// Returns 1 where everything is as it should be.
static int report(const world* w, const scene* s) {
  const float speed = fastest(w), depth = deepest(w), most_depth = DEPTH_SHARE * w->least_size;
  int stands = speed < REST && depth < most_depth;
  printf("%s: after %.0f s %" PRIu32 " bodies, %" PRIu32
         " contacts; fastest %.5f m/s (below %.2f), deepest %.5f m (below %.5f)",
         s->name, s->seconds, w->count, w->contacts[w->now].count, speed, REST, depth, most_depth);
  if (w->top < w->count) {
    const float moved = length(sub(w->bodies[w->top].pose.position, w->start));
    stands = stands && moved < TOP_SHARE * w->height;
    printf(", top %.5f m away (below %.3f)", moved, TOP_SHARE * w->height);
  }
  printf(", checksum %016" PRIx64 "\n", checksum(w));
  return stands;
}

int main(int count, char** text) {
  static world w;
  arguments given;
  if (!parse(count, text, &given)) return 0;
  lgjk_options_init(&w.options);
  w.options.isa = given.isa;
  given.scene->build(&w);
  for (int frame = 0; (float)frame * FRAME < given.scene->seconds; frame++) {
    find_contacts(&w);
    solve(&w);
  }
  find_contacts(&w);
  const int stands = report(&w, given.scene);
  if (given.svg != NULL && !draw(&w, given.svg)) return fprintf(stderr, "stack: cannot write %s\n", given.svg), 2;
  lgjk_shapes2_destroy(w.shapes2);
  lgjk_shapes3_destroy(w.shapes3);
  return stands ? 0 : 1;
}
