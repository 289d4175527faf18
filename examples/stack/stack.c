// Bodies that rest on each other: a small solver on contact manifolds. What it is for is to show how a solver uses
// them: `find_contacts` in contacts.c asks lgjk_contact2 or lgjk_contact3 once per frame, finds by the points' ids what
// each carried in the frame before, and `solve` in solver.c goes on from there.
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

static int parse(int count, char** text, arguments* to) {
  *to = (arguments){.isa = LGJK_ISA_AUTO};
  for (size_t i = 0; count > 1 && i < sizeof scenes / sizeof *scenes; i++)
    if (strcmp(text[1], scenes[i].name) == 0) to->scene = &scenes[i];
  for (int i = 2; i < count; i += 2) {
    if (i + 1 == count) return 0;
    if (strcmp(text[i], "--isa") == 0)
      to->isa = lgjk_isa_from_name(text[i + 1]);
    else if (strcmp(text[i], "--svg") == 0)
      to->svg = text[i + 1];
    else
      return 0;
  }
  return to->scene != NULL && to->isa != UINT32_MAX;
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
  arguments wanted;
  if (!parse(count, text, &wanted))
    return fputs("usage: stack tower|heap|pyramid [--isa NAME] [--svg FILE]\n", stderr), 2;
  lgjk_options_init(&w.options);
  w.options.isa = wanted.isa;
  wanted.scene->build(&w);
  for (int frame = 0; (float)frame * FRAME < wanted.scene->seconds; frame++) {
    find_contacts(&w);
    solve(&w);
  }
  find_contacts(&w);
  const int stands = report(&w, wanted.scene);
  if (wanted.svg != NULL && !draw(&w, wanted.svg)) return fprintf(stderr, "stack: cannot write %s\n", wanted.svg), 2;
  lgjk_shapes2_destroy(w.shapes2);
  lgjk_shapes3_destroy(w.shapes3);
  return stands ? 0 : 1;
}
