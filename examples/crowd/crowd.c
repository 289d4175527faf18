// A crowd among walls: what a game server does each tick. Agents of different sizes share two shapes through a radius
// per body; candidate pairs come from a uniform grid; warm records of agents and walls follow their pair list from tick
// to tick; half way through, obstacles are added by building a new shape set and swapping it between two ticks
// (add_obstacles in world.c). With --rollback every tenth tick goes ten ticks back and plays them again (snapshot.c);
// with --history-free answers do not depend on records, which then need not go back with the poses.
//
// The simulation uses + - * / and sqrt only: the checksum of the final poses is the same on every instruction set.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "crowd.h"

#define USAGE "usage: crowd [--agents N] [--ticks N] [--isa NAME] [--rollback] [--history-free] [--svg FILE]\n"

enum { ROLLBACK = 10 }; // ticks

void check(int32_t code, const lgjk_error* error) {
  if (code == LGJK_OK) return;
  fprintf(stderr, "crowd: %s\n", error->text);
  exit(code == LGJK_ERROR_ISA ? 3 : 2);
}

void* grow(void* memory, size_t count, size_t size) {
  void* grown = realloc(memory, count * size);
  if (grown == NULL) exit((fputs("crowd: out of memory\n", stderr), 2));
  return grown;
}

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Of this program alone, so that the cost of queries is theirs on a busy machine, too.
static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

// ---------------------------------------------------------------- candidate pairs

void grow_list(pair_list* list) {
  const uint64_t n = list->capacity = 2 * list->capacity + 1024;
  list->a = grow(list->a, n, sizeof *list->a);
  list->b = grow(list->b, n, sizeof *list->b);
  if (list->keeps_records) list->warm = grow(list->warm, n, sizeof *list->warm);
  list->status = grow(list->status, n, sizeof *list->status);
  list->distance = grow(list->distance, n, sizeof *list->distance);
  list->normal = grow(list->normal, n, sizeof *list->normal);
  list->on_a = grow(list->on_a, n, sizeof *list->on_a);
  list->on_b = grow(list->on_b, n, sizeof *list->on_b);
}

// A tick without any pair has its arrays, too: the query refuses results without one. Between circles and ellipses
// records would be of no use.
static void allocate_lists(crowd* w) {
  grow_list(&w->among);
  for (int i = 0; i < 2; i++) {
    w->against[i].keeps_records = true;
    grow_list(&w->against[i]);
  }
}

static void add_pair(pair_list* list, uint32_t a, uint32_t b) {
  if (list->count == list->capacity) grow_list(list);
  list->a[list->count] = a;
  list->b[list->count++] = b;
}

static uint32_t cell_of(const crowd* w, pose2 p) {
  const uint32_t column = 1 + (uint32_t)((p.x + w->half) / CELL), row = 1 + (uint32_t)((p.y + w->half) / CELL);
  return row * w->grid.columns + column;
}

static void sort_into_cells(crowd* w) {
  const agents* p = &w->agents;
  grid* g = &w->grid;
  const uint32_t cells = g->columns * g->columns;
  memset(g->start, 0, (cells + 1) * sizeof *g->start);
  for (uint32_t i = 0; i < p->count; i++) g->start[cell_of(w, p->pose[i])]++;
  for (uint32_t c = 0, sum = 0; c <= cells; c++) g->start[c] = sum += g->start[c];
  for (uint32_t i = p->count; i-- > 0;)
    g->entries[--g->start[cell_of(w, p->pose[i])]] = (entry){i, p->pose[i].x, p->pose[i].y, p->extent[i]};
}

// Adds the neighbours b > a of the three adjacent cells that start at `cell`; keeps the list in ascending order.
static void add_neighbours(const grid* g, entry a, uint32_t cell, pair_list* list, uint64_t first) {
  for (const entry *b = g->entries + g->start[cell], *end = g->entries + g->start[cell + 3]; b < end; b++) {
    const float dx = b->x - a.x, dy = b->y - a.y, reach = a.extent + b->extent + COMFORT;
    if ((b->agent > a.agent) & (dx * dx + dy * dy <= reach * reach)) {
      add_pair(list, a.agent, b->agent);
      for (uint64_t i = list->count - 1; i > first && list->b[i - 1] > b->agent; i--) {
        list->b[i] = list->b[i - 1];
        list->b[i - 1] = b->agent;
      }
    }
  }
}

static void collect_pairs(crowd* w) {
  const agents* p = &w->agents;
  const walls* v = &w->walls;
  pair_list *among = &w->among, *against = &w->against[w->now];
  among->count = against->count = 0;
  for (uint32_t a = 0; a < p->count; a++) {
    const uint64_t first = among->count;
    const uint32_t cell = cell_of(w, p->pose[a]) - w->grid.columns - 1;
    const entry from = {a, p->pose[a].x, p->pose[a].y, p->extent[a]};
    for (uint32_t row = 0; row < 3; row++) add_neighbours(&w->grid, from, cell + row * w->grid.columns, among, first);
    const float x = from.x, y = from.y, reach = from.extent + COMFORT;
    for (uint32_t b = 0; b < v->count; b++)
      if (x + reach > v->low[b].x && x - reach < v->high[b].x && y + reach > v->low[b].y && y - reach < v->high[b].y)
        add_pair(against, a, b);
  }
}

// ---------------------------------------------------------------- query

static lgjk_pairs pairs_of(const pair_list* list) {
  lgjk_pairs pairs;
  lgjk_pairs_init(&pairs);
  pairs.a = list->a;
  pairs.b = list->b;
  pairs.count = list->count;
  return pairs;
}

// before: the list of the tick before, whose records are carried over; NULL where none are kept.
static void query(crowd* w, const lgjk_bodies2* a, const lgjk_bodies2* b, const pair_list* before, pair_list* now) {
  const lgjk_pairs to = pairs_of(now);
  lgjk_results results;
  lgjk_results_init(&results);
  results.status = now->status;
  results.distance = now->distance;
  results.normal = &now->normal->x;
  results.point_a = &now->on_a->x;
  results.point_b = &now->on_b->x;
  lgjk_error error;
  lgjk_error_init(&error);
  const double begin = cpu_seconds();
  if (before != NULL) {
    const lgjk_pairs from = pairs_of(before);
    check(lgjk_warm_carry(&from, before->warm, &to, now->warm, &error), &error);
    w->carry_seconds += cpu_seconds() - begin;
  }
  check(lgjk_contact2(a, b, &to, now->warm, 0, to.count, &results, &w->options, &error), &error);
  w->query_seconds += cpu_seconds() - begin;
  w->queried += to.count;
}

static void query_all(crowd* w) {
  lgjk_bodies2 people, fixed;
  lgjk_bodies2_init(&people);
  people.count = w->agents.count;
  people.shapes = w->shapes;
  people.shape = w->agents.shape;
  people.pose = &w->agents.pose->x;
  people.radius = w->agents.radius;
  lgjk_bodies2_init(&fixed);
  fixed.count = w->walls.count;
  fixed.shapes = w->shapes;
  fixed.shape = w->walls.shape;
  fixed.pose = &w->walls.pose->x;
  query(w, &people, &people, NULL, &w->among);
  query(w, &people, &fixed, &w->against[!w->now], &w->against[w->now]);
}

// ---------------------------------------------------------------- the program

typedef struct arguments {
  uint32_t agents, ticks, isa;
  bool rollback, history_free;
  const char* svg;
} arguments;

static uint32_t number(const char* text) {
  char* end;
  const unsigned long value = strtoul(text, &end, 10);
  return *end != '\0' || value < 1 || value > 10000000 ? 0 : (uint32_t)value;
}

static int parse(int count, char** text, arguments* to) {
  *to = (arguments){.agents = 20000, .ticks = 600, .isa = LGJK_ISA_AUTO, .svg = NULL};
  for (int i = 1; i < count; i += 2) {
    if (strcmp(text[i], "--rollback") == 0) {
      to->rollback = true;
      --i;
      continue;
    }
    if (strcmp(text[i], "--history-free") == 0) {
      to->history_free = true;
      --i;
      continue;
    }
    if (i + 1 == count) return 0;
    if (strcmp(text[i], "--agents") == 0)
      to->agents = number(text[i + 1]);
    else if (strcmp(text[i], "--ticks") == 0)
      to->ticks = number(text[i + 1]);
    else if (strcmp(text[i], "--isa") == 0)
      to->isa = lgjk_isa_from_name(text[i + 1]);
    else if (strcmp(text[i], "--svg") == 0)
      to->svg = text[i + 1];
    else
      return 0;
  }
  return to->agents > 0 && to->ticks > 0 && to->isa != UINT32_MAX;
}

static void allocate_grid(crowd* w) {
  w->grid.columns = (uint32_t)(2.0f * w->half / CELL) + 3;
  w->grid.start = grow(NULL, (size_t)w->grid.columns * w->grid.columns + 1, sizeof *w->grid.start);
  w->grid.entries = grow(NULL, w->agents.count, sizeof *w->grid.entries);
}

// Candidate pairs of this tick's poses, and their contacts.
static void find_neighbours(crowd* w) {
  const double begin = cpu_seconds();
  w->now = !w->now;
  sort_into_cells(w);
  collect_pairs(w);
  w->pairing_seconds += cpu_seconds() - begin;
  query_all(w);
}

static uint64_t checksum(const agents* p) { // FNV-1a over the words of all poses
  uint64_t hash = 14695981039346656037u;
  for (uint32_t i = 0; i < p->count; i++) {
    uint32_t word[4];
    memcpy(word, &p->pose[i], sizeof word);
    for (int k = 0; k < 4; k++) hash = (hash ^ word[k]) * 1099511628211u;
  }
  return hash;
}

static void report(const crowd* w, uint32_t tick, uint32_t ticks, double elapsed, double query_seconds) {
  printf("tick %5" PRIu32 "  %6.1f ticks/s  %.2f ms per tick, %.2f of CPU time in queries  %" PRIu64
         " agent pairs, %" PRIu64 " wall pairs, %" PRIu64 " touching, at most %.3f m deep\n",
         tick, ticks / elapsed, 1e3 * elapsed / ticks, 1e3 * query_seconds / ticks, w->among.count,
         w->against[w->now].count, w->touching, w->deepest);
  fflush(stdout);
}

// What share of a tick is whose, by CPU time.
static void summarise_tick(const crowd* w, uint32_t ticks) {
  const double all = w->play_seconds, pairing = w->pairing_seconds, queries = w->query_seconds;
  printf("tick: %" PRIu32
         " agents, %.0f pairs, %.2f ms of CPU time: %.0f%% finding pairs, %.0f%% in queries, "
         "%.0f%% pushing apart and moving\n",
         w->agents.count, (double)w->queried / ticks, 1e3 * all / ticks, 100.0 * pairing / all, 100.0 * queries / all,
         100.0 * (all - pairing - queries) / all);
}

// What the run cost, and how deep bodies were in each other in the last tick. Queries are lgjk_warm_carry and
// lgjk_contact2; the search for candidate pairs is not among them.
static void summarise(const crowd* w, uint32_t ticks, uint32_t again, double elapsed) {
  if (again > 0) printf("rollback: %" PRIu32 " ticks played again, all with the same bits\n", again);
  summarise_tick(w, ticks + again);
  const double pairs = w->queried > 0 ? (double)w->queried : 1.0;
  printf("%" PRIu32 " agents, %" PRIu32
         " ticks in %.2f s, %.1f ticks/s, %.0f pairs per tick, %.1f ns per pair in queries (CPU time), "
         "%.1f%% of that in lgjk_warm_carry, %" PRIu64 " pairs touch, at most %.3f m deep, checksum %016" PRIx64 "\n",
         w->agents.count, ticks, elapsed, ticks / elapsed, (double)w->queried / (ticks + again),
         1e9 * w->query_seconds / pairs, 100.0 * w->carry_seconds / w->query_seconds, w->touching, w->deepest,
         checksum(&w->agents));
}

static void play(crowd* w) {
  const double begin = cpu_seconds();
  find_neighbours(w);
  push_apart(w);
  move(w);
  w->play_seconds += cpu_seconds() - begin;
}

// Goes back to the snapshot, plays ROLLBACK ticks again, and ends the program where that is not what they were before.
static void play_again(crowd* w, const snapshot* before, uint32_t tick) {
  const uint64_t expected = checksum(&w->agents);
  restore(w, before);
  for (int i = 0; i < ROLLBACK; i++) play(w);
  if (checksum(&w->agents) == expected) return;
  fprintf(stderr, "crowd: tick %" PRIu32 " is another when it is played again\n", tick);
  exit(1);
}

// Returns how many ticks were played again.
static uint32_t run(crowd* w, uint32_t ticks, bool rollback) {
  double since = seconds(), in_queries = 0.0;
  uint32_t reported = 0, again = 0;
  snapshot before = {.held = false};
  for (uint32_t tick = 1; tick <= ticks; tick++) {
    if (tick == ticks / 2 + 1) {
      add_obstacles(w);
      forget(&before); // of a world without them
    }
    play(w);
    if (rollback && tick % ROLLBACK == 0) {
      if (before.held) {
        play_again(w, &before, tick);
        again += ROLLBACK;
      }
      save(w, &before);
    }
    const double elapsed = seconds() - since;
    if (elapsed < 1.0) continue;
    report(w, tick, tick - reported, elapsed, w->query_seconds - in_queries);
    reported = tick;
    in_queries = w->query_seconds;
    since = seconds();
  }
  forget(&before);
  return again;
}

int main(int count, char** text) {
  static crowd w;
  arguments wanted;
  if (!parse(count, text, &wanted)) return fputs(USAGE, stderr), 2;
  lgjk_options_init(&w.options);
  w.options.isa = wanted.isa;
  w.options.max_distance = COMFORT;
  if (wanted.history_free) w.options.flags |= LGJK_FLAG_HISTORY_FREE;
  build_world(&w, wanted.agents);
  allocate_grid(&w);
  allocate_lists(&w);

  const double begin = seconds();
  const uint32_t again = run(&w, wanted.ticks, wanted.rollback);
  summarise(&w, wanted.ticks, again, seconds() - begin);
  find_neighbours(&w);
  if (wanted.svg != NULL && !draw(&w, wanted.svg)) return fprintf(stderr, "crowd: cannot write %s\n", wanted.svg), 2;
  lgjk_shapes2_destroy(w.shapes);
  return 0;
}
