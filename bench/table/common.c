#include <stdio.h>
#include <string.h>

#include "tables.h"

const char* const table_dimensions[2] = {"2d", "3d"};

const char* figure(char* text, size_t size, const char* format, double value) {
  snprintf(text, size, value > 0.0 ? format : "", value);
  return text;
}

const char* grouped(char* text, size_t size, unsigned long number) {
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%lu", number);
  size_t used = 0;
  for (int i = 0; i < length && used + 2 < size; i++) {
    if (i > 0 && (length - i) % 3 == 0) text[used++] = ',';
    text[used++] = digits[i];
  }
  text[used] = '\0';
  return text;
}

void print_figure(const result* r) { printf(r ? " %.1f |" : " |", r ? r->nanoseconds : 0.0); }

void print_rival(const result* own, const result* rival) {
  printf(rival ? " %s %.1f |" : " |", rival ? rival->of->shown : "", rival ? rival->nanoseconds : 0.0);
  double ratio = own && rival ? rival->nanoseconds / own->nanoseconds : 0.0;
  printf(ratio > 0.0 && ratio < 1.0 ? " **%.2fx** |" : ratio > 0.0 ? " %.1fx |" : " |", ratio);
}

static bool is_candidate(const implementation* of, const char* library) {
  if (library) return strcmp(of->library, library) == 0;
  return strcmp(of->library, "lanegjk") != 0;
}

// A rival without a warm start is never measured warm: its cold figure is what its users have there.
static const result* find_cold(const results_file* file, const char* question, const implementation* rival) {
  char cold[96];
  const char* mode = strstr(question, "/warm/");
  if (!mode) return NULL;
  snprintf(cold, sizeof cold, "%.*s/cold/%s", (int)(mode - question), question, mode + strlen("/warm/"));
  return results_file_find(file, cold, rival);
}

// Rivals have one way to be asked for contacts, which stands beside the library's by either options.
static void leave_out(char* text, const char* part) {
  char* at = strstr(text, part);
  if (at) memmove(at, at + strlen(part), strlen(at + strlen(part)) + 1);
}

const result* fastest_rival(const results_file* file, const char* dimension, const char* asked, const char* library) {
  char question[96];
  snprintf(question, sizeof question, "%s", asked);
  leave_out(question, "-default");
  const implementation* rivals[MOST_IMPLEMENTATIONS];
  const result* best = NULL;
  size_t count = results_file_rivals(file, dimension, rivals);
  for (size_t i = 0; i < count; i++) {
    if (!is_candidate(rivals[i], library)) continue;
    const result* r = results_file_find(file, question, rivals[i]);
    if (!r) r = find_cold(file, question, rivals[i]);
    if (r && (!best || r->nanoseconds < best->nanoseconds)) best = r;
  }
  return best;
}

void print_busy(const results_file* file) {
  double load = results_file_load(file);
  if (load <= MOST_LOAD) return;
  printf(
      "**Measured on a busy machine**: its load average was %.1f at the start, so that the figures are "
      "rough.\n\n",
      load);
}

void print_tick(const results_file* file) {
  const char* tick = results_file_context(file, "tick");
  if (tick[0]) printf("A whole tick of the crowd example, on one core: %s.\n\n", tick);
}
