// Where a rival or the reference is faster than an instruction set with several lanes: all such figures, calls of few
// pairs aside, which have a table of their own.
#include <stdio.h>
#include <string.h>

#include "tables.h"

#define MOST_NAMED 3u // of the cases in which the widest set loses; the others are counted

typedef struct losses {
  const results_file* file;
  const char* dimension;
  const implementation* isas[MOST_IMPLEMENTATIONS]; // with several lanes
  size_t isa_count;
  bool titled;
} losses;

static void find_isas(losses* l) {
  const implementation* all[MOST_IMPLEMENTATIONS];
  size_t count = results_file_isas(l->file, l->dimension, all);
  for (size_t i = count; i-- > 0;) {
    if (all[i]->lanes > 1) l->isas[l->isa_count++] = all[i];
  }
}

static void print_titles(losses* l) {
  if (l->titled) return;
  printf("| %cD | rival | its ns |", l->dimension[0]);
  for (size_t i = 0; i < l->isa_count; i++) printf(" %s |", l->isas[i]->shown);
  printf("\n|---|---|--:|");
  for (size_t i = 0; i < l->isa_count; i++) printf("--:|");
  printf("\n");
  l->titled = true;
}

// What the instruction sets need where one of them is slower, those in bold.
static bool print_if_faster(losses* l, const result* rival) {
  const result* own[MOST_IMPLEMENTATIONS];
  bool faster = false;
  for (size_t i = 0; i < l->isa_count; i++) {
    own[i] = results_file_find(l->file, rival->question, l->isas[i]);
    faster = faster || (own[i] && own[i]->nanoseconds > rival->nanoseconds);
  }
  if (!faster) return false;
  print_titles(l);
  char pairs[32];
  printf("| %s, %s %s, %s pairs | %s | %.1f |", rival->scene, rival->query, rival->mode,
         grouped(pairs, sizeof pairs, rival->pairs), rival->of->shown, rival->nanoseconds);
  for (size_t i = 0; i < l->isa_count; i++) {
    bool slower = own[i] && own[i]->nanoseconds > rival->nanoseconds;
    char text[32];
    printf(slower ? " **%s** |" : " %s |", figure(text, sizeof text, "%.1f", own[i] ? own[i]->nanoseconds : 0.0));
  }
  printf("\n");
  return true;
}

void print_losses(const results_file* file) {
  bool any = false;
  for (size_t d = 0; d < 2; d++) {
    losses l = {.file = file, .dimension = table_dimensions[d]};
    find_isas(&l);
    for (size_t i = 0; i < file->count; i++) {
      const result* r = &file->results[i];
      bool asked = is_rival(r->of) && r->pairs >= SMALL_CALL && strcmp(r->dimension, l.dimension) == 0;
      if (asked && print_if_faster(&l, r)) any = true;
    }
    if (l.titled) printf("\n");
  }
  if (!any) printf("In no case of this run.\n\n");
  print_scalar_losses(file);
  printf("\n");
}

void print_widest_losses(const results_file* file) {
  unsigned count = 0;
  for (size_t i = 0; i < file->count; i++) {
    const result* r = &file->results[i];
    const implementation* widest = results_file_widest(file, r->dimension);
    const result* own = results_file_find(file, r->question, widest);
    if (!is_rival(r->of) || r->pairs < SMALL_CALL || !own || own->nanoseconds <= r->nanoseconds) continue;
    if (count++ >= MOST_NAMED) continue;
    char pairs[32];
    printf("%s%s, %s %s, %s pairs: %s %.1f ns, %s %.1f", count > 1 ? "; " : "Where it loses: ", r->scene, r->query,
           r->mode, grouped(pairs, sizeof pairs, r->pairs), r->of->shown, r->nanoseconds, widest->shown,
           own->nanoseconds);
  }
  if (count == 0) printf("With 1,000 pairs or more no rival beats the widest instruction set in any case of this run");
  if (count > MOST_NAMED) printf("; and %u more", count - MOST_NAMED);
  printf(".\n");
}

// One lane at a time is there for machines without vectors.
void print_scalar_losses(const results_file* file) {
  unsigned asked = 0, slower = 0;
  for (size_t i = 0; i < file->count; i++) {
    const result* r = &file->results[i];
    if (strcmp(r->written, "scalar") != 0) continue;
    const result* best = fastest_rival(file, r->dimension, r->question, NULL);
    asked += best != NULL;
    slower += best && r->nanoseconds > best->nanoseconds;
  }
  printf("One lane at a time (`scalar`) is slower than the fastest rival in %u of %u cases.\n", slower, asked);
}
