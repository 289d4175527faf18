// A crowd among walls: what a game server does each tick, with nothing of its own but the response to contacts. Pairs
// come from the library's finder, those with walls from an index that is made once. Agents of different sizes share two
// shapes through a radius per body. They come and go: an empty slot has category 0. Records of agents and walls, and
// which pairs touch, follow their lists from tick to tick, also when the agents change places in memory. Half way
// through, obstacles are added by building a new shape set and a new index between two ticks. With --rollback every
// tenth tick goes ten ticks back and plays them again (snapshot.c); with --history-free answers do not depend on
// records, which then need not go back with the poses.
//
// The simulation uses + - * / and sqrt only: the checksum of the final poses is the same on every instruction set and
// for any number of workers.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crowd.h"
#include "film.h"
#include "report.h"

#define USAGE                                                                                                   \
  "usage: crowd [--agents N] [--ticks N] [--workers N] [--isa NAME] [--rate N] [--rollback] [--history-free]\n" \
  "             [--watch] [--svg FILE] [--html FILE]\n"                                                         \
  "  --agents N      1..10000000 (default 20000): a million take some 400 MB\n"                                 \
  "  --ticks N       (default 600)\n"                                                                           \
  "  --rate N        ticks per second, 1..240 (default 20)\n"                                                   \
  "  --workers N     threads, 1..64 (default 1); results are the same for any number\n"                         \
  "  --isa NAME      instruction set; results are the same on each\n"                                           \
  "  --rollback      go ten ticks back at every tenth and play them again\n"                                    \
  "  --history-free  answers that do not depend on records\n"                                                   \
  "  --watch         count steps that lead into a wall\n"                                                       \
  "  --svg FILE      a picture of the last tick\n"                                                              \
  "  --html FILE     a page that plays the run in a browser, at most 30 MB\n"

enum { ROLLBACK = 10 }; // ticks

// ---------------------------------------------------------------- arguments

typedef struct arguments {
  uint32_t agents, ticks, workers, rate, isa;
  bool rollback, history_free, watch;
  const char *svg, *html;
} arguments;

static uint32_t number(const char* text, unsigned long most) {
  char* end;
  const unsigned long value = strtoul(text, &end, 10);
  return *end != '\0' || value < 1 || value > most ? 0 : (uint32_t)value;
}

static bool parse_flag(const char* name, arguments* to) {
  if (strcmp(name, "--rollback") == 0) return to->rollback = true;
  if (strcmp(name, "--history-free") == 0) return to->history_free = true;
  if (strcmp(name, "--watch") == 0) return to->watch = true;
  return false;
}

static bool parse_value(const char* name, const char* value, arguments* to) {
  if (strcmp(name, "--agents") == 0)
    to->agents = number(value, 10000000);
  else if (strcmp(name, "--ticks") == 0)
    to->ticks = number(value, 10000000);
  else if (strcmp(name, "--workers") == 0)
    to->workers = number(value, LGJK_MAX_WORKERS);
  else if (strcmp(name, "--rate") == 0)
    to->rate = number(value, 240);
  else if (strcmp(name, "--isa") == 0)
    to->isa = lgjk_isa_from_name(value);
  else if (strcmp(name, "--svg") == 0)
    to->svg = value;
  else if (strcmp(name, "--html") == 0)
    to->html = value;
  else
    return false;
  return true;
}

static bool parse(int count, char** text, arguments* to) {
  *to = (arguments){.agents = 20000, .ticks = 600, .workers = 1, .rate = 20, .isa = LGJK_ISA_AUTO};
  for (int i = 1; i < count; i++) {
    if (parse_flag(text[i], to)) continue;
    if (i + 1 == count || !parse_value(text[i], text[i + 1], to)) return false;
    i++;
  }
  return to->agents > 0 && to->ticks > 0 && to->workers > 0 && to->rate > 0 && to->isa != UINT32_MAX;
}

// ---------------------------------------------------------------- the run

static void play(crowd* w, film* f) {
  timing_begin(&w->times);
  order_agents(w);
  timing_lap(&w->times, ORDER);
  look(w);
  if (f != NULL) film_take(f, w);
  timing_resume(&w->times);
  act(w);
}

// Goes back to the snapshot, plays ROLLBACK ticks again, and ends the program where that is not what they were before.
static void play_again(crowd* w, const snapshot* before) {
  const uint64_t expected = checksum(w);
  restore(w, before);
  for (int i = 0; i < ROLLBACK; i++) play(w, NULL);
  if (checksum(w) == expected) return;
  fprintf(stderr, "crowd: tick %" PRIu32 " is another when it is played again\n", w->tick);
  exit(1);
}

// Returns how many ticks were played again.
static uint32_t run(crowd* w, const arguments* wanted, film* f) {
  double since = wall_seconds();
  uint32_t reported = 0, again = 0;
  snapshot before = {.held = false};
  while (w->tick < wanted->ticks) {
    if (w->tick == wanted->ticks / 2) {
      add_obstacles(w);
      forget(&before); // of a world without them
    }
    play(w, f);
    if (wanted->rollback && w->tick % ROLLBACK == 0) {
      if (before.held) {
        play_again(w, &before);
        again += ROLLBACK;
      }
      save(w, &before);
    }
    const double elapsed = wall_seconds() - since;
    if (elapsed < 1.0) continue;
    report(w, w->tick - reported, elapsed);
    reported = w->tick;
    since = wall_seconds();
  }
  forget(&before);
  return again;
}

static void set_up(crowd* w, const arguments* wanted) {
  lgjk_options_init(&w->options);
  w->options.isa = wanted->isa;
  w->options.max_distance = COMFORT;
  if (wanted->history_free) w->options.flags |= LGJK_FLAG_HISTORY_FREE;
  w->pool = pool_open(wanted->workers);
  if (w->pool == NULL) exit((fputs("crowd: cannot start threads\n", stderr), 2));
  w->tasks = pool_tasks(w->pool);
  w->times.by_wall_clock = wanted->workers > 1;
  w->among.keeps_points = w->against.keeps_points = wanted->svg != NULL;
  w->dt = 1.0f / (float)wanted->rate;
  build_world(w, wanted->agents);
  if (wanted->watch) w->start = grow(NULL, wanted->agents, sizeof *w->start);
}

static bool complain(const char* path) { return fprintf(stderr, "crowd: cannot write %s\n", path), false; }

static bool write_files(crowd* w, const arguments* wanted, const film* f) {
  if (wanted->html != NULL && !film_write(f, w, wanted->html)) return complain(wanted->html);
  timing_begin(&w->times);
  look(w);
  return wanted->svg == NULL || draw(w, wanted->svg) ? true : complain(wanted->svg);
}

int main(int count, char** text) {
  static crowd w;
  film f = {.frames = 0};
  arguments wanted;
  if (!parse(count, text, &wanted)) return fputs(USAGE, stderr), 2;
  set_up(&w, &wanted);
  if (wanted.html != NULL) f = film_open(&w, wanted.ticks);

  const double begin = wall_seconds();
  const uint32_t again = run(&w, &wanted, wanted.html != NULL ? &f : NULL);
  summarise(&w, again, wall_seconds() - begin);
  const bool written = write_files(&w, &wanted, &f);
  film_close(&f);
  pool_close(w.pool);
  lgjk_shapes2_destroy(w.shapes);
  return written ? 0 : 2;
}
