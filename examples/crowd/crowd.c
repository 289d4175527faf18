// A crowd among walls: what a game server does each tick, with nothing of its own but the response to contacts. Pairs
// come from the library's finder, those with walls from a tree that is built once. Agents of different sizes share two
// shapes through a radius per body. They come and go: an empty slot has category 0. Records of agents and walls, and
// which pairs touch, follow their lists from tick to tick, also when the agents change places in memory. Half way
// through, obstacles are added by building a new shape set and a new tree between two ticks. With --rollback every
// tenth tick returns ten ticks and plays them again (snapshot.c); with --history-free answers do not depend on
// records, which then need not go back with the poses.
//
// The simulation uses + - * / and sqrt only: the checksum of the final poses is the same on every instruction set and
// for any number of workers.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "command_line.h"
#include "crowd.h"

enum { ROLLBACK = 10 }; // ticks

// ---------------------------------------------------------------- arguments

typedef struct arguments {
  settings world;
  uint32_t ticks;
  bool rollback, watch;
  const char *svg, *html;
} arguments;

static const char summary[] =
    "usage: crowd [--agents N] [--ticks N] [--workers N] [--isa NAME] [--rate N] [--clusters N] [--rollback]\n"
    "             [--history-free] [--watch] [--svg FILE] [--html FILE]\n";

// Returns whether the arguments say what to do; if not, --help was printed.
static bool parse(int count, char** text, arguments* to) {
  const char *agents = NULL, *ticks = NULL, *workers = NULL, *rate = NULL, *isa = NULL, *clusters = NULL;
  const char *rollback = NULL, *history_free = NULL, *watch = NULL;
  *to = (arguments){.svg = NULL};
  const option options[] = {
      {"--agents", &agents, VALUE_TEXT, "N", "1..10000000 (default 20000): a million take some 400 MB", NULL},
      {"--ticks", &ticks, VALUE_TEXT, "N", "(default 600)", NULL},
      {"--clusters", &clusters, VALUE_TEXT, "N", "start in so many clusters instead of on a lattice", NULL},
      {"--rate", &rate, VALUE_TEXT, "N", "ticks per second, 1..240 (default 20)", NULL},
      {"--workers", &workers, VALUE_TEXT, "N", "threads, 1..64 (default 1); results are the same for any number", NULL},
      {"--isa", &isa, VALUE_ISA, "NAME", "instruction set; results are the same on each", NULL},
      {"--rollback", &rollback, VALUE_NONE, NULL, "go ten ticks back at every tenth and play them again", NULL},
      {"--history-free", &history_free, VALUE_NONE, NULL, "answers that do not depend on records", NULL},
      {"--watch", &watch, VALUE_NONE, NULL, "count steps that lead into a wall", NULL},
      {"--svg", &to->svg, VALUE_FILE, "FILE", "a picture of the last tick", NULL},
      {"--html", &to->html, VALUE_FILE, "FILE", "a page that plays the run in a browser, at most 30 MB", NULL},
  };
  const command self = {.name = "crowd",
                        .summary = summary,
                        .details = "",
                        .options = options,
                        .option_count = sizeof options / sizeof *options};
  if (parse_command_line(&self, count, text)) return false;
  to->world.agents = count_option(&self, "--agents", agents, 1, 10000000, 20000);
  to->ticks = count_option(&self, "--ticks", ticks, 1, 10000000, 600);
  to->world.rate = count_option(&self, "--rate", rate, 1, 240, 20);
  to->world.clusters = count_option(&self, "--clusters", clusters, 0, 1000, 0);
  to->world.workers = count_option(&self, "--workers", workers, 1, LGJK_MAX_WORKERS, 1);
  to->world.isa = named_isa_option(&self, isa);
  to->rollback = rollback != NULL;
  to->world.history_free = history_free != NULL;
  to->watch = watch != NULL;
  return true;
}

void end_program(int status, const char* text) {
  fprintf(stderr, "crowd: %s\n", text);
  exit(status);
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

// Returns to the snapshot, plays ROLLBACK ticks again, and ends the program where that is not what they were before.
static void play_again(crowd* w, const snapshot* before) {
  const uint64_t expected = checksum(w);
  restore(w, before);
  for (int i = 0; i < ROLLBACK; i++) play(w, NULL);
  if (checksum(w) == expected) return;
  fprintf(stderr, "crowd: tick %" PRIu32 " is another when it is played again\n", w->tick);
  exit(1);
}

// Returns how many ticks were played again.
static uint32_t run(crowd* w, const arguments* given, film* f) {
  double since = wall_seconds();
  uint32_t reported = 0, again = 0;
  snapshot before = {.held = false};
  while (w->tick < given->ticks) {
    if (w->tick == given->ticks / 2) {
      add_obstacles(w);
      forget(&before); // of a world without them
    }
    play(w, f);
    if (given->rollback && w->tick % ROLLBACK == 0) {
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

static void set_up(crowd* w, const arguments* given) {
  const uint32_t agents = given->world.agents;
  w->among.keeps_points = w->against.keeps_points = given->svg != NULL;
  prepare(w, &given->world);
  build_plaza(w);
  place_agents(w);
  if (given->watch) w->start = grow(NULL, agents, sizeof *w->start);
}

static bool complain(const char* path) { return fprintf(stderr, "crowd: cannot write %s\n", path), false; }

static bool write_files(crowd* w, const arguments* given, const film* f) {
  if (given->html != NULL && !film_write(f, w, given->html)) return complain(given->html);
  timing_begin(&w->times);
  look(w);
  return given->svg == NULL || draw(w, given->svg) ? true : complain(given->svg);
}

int main(int count, char** text) {
  static crowd w;
  film f = {.frames = 0};
  arguments given;
  if (!parse(count, text, &given)) return 0;
  set_up(&w, &given);
  if (given.html != NULL) f = film_open(&w, given.ticks);

  const double begin = wall_seconds();
  const uint32_t again = run(&w, &given, given.html != NULL ? &f : NULL);
  summarise(&w, again, wall_seconds() - begin);
  const bool written = write_files(&w, &given, &f);
  film_close(&f);
  clean_up(&w);
  return written ? 0 : 2;
}
