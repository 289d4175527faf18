// What the program prints.

#include <inttypes.h>
#include <stdio.h>

#include "crowd.h"
#include "portable.h"

static uint32_t present(const crowd* w) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < w->count; i++) count += w->agents[i].category == SOMEBODY;
  return count;
}

void report(const crowd* w, uint32_t ticks, double elapsed) {
  printf("tick %5" PRIu32 "  %6.1f ticks/s  %" PRIu32 " agents, %" PRIu64 " agent pairs, %" PRIu64
         " wall pairs, %" PRIu64 " touching, at most %.3f m deep\n",
         w->tick, ticks / elapsed, present(w), now_of(w, &w->among)->count, now_of(w, &w->against)->count, w->touching,
         (double)w->deepest);
  fflush(stdout);
}

// What share of a tick is whose.
static void summarise_tick(const crowd* w) {
  const timing* t = &w->times;
  const double finding = timing_sum(t, ORDER) + timing_sum(t, FIND) + timing_sum(t, AGAINST),
               queries = timing_sum(t, CARRY) + timing_sum(t, CONTACT),
               rest = timing_sum(t, ADMIT) + timing_sum(t, EVENTS) + timing_sum(t, PUSH) + timing_sum(t, MOVE),
               all = finding + queries + rest;
  printf("tick: %" PRIu32
         " agents, %.0f pairs, %.2f ms%s: %.0f%% finding pairs, %.0f%% in queries, %.0f%% in events, pushing apart and "
         "moving\n",
         w->count, (double)w->queried / t->ticks, all / t->ticks, t->seconds == wall_seconds ? "" : " of CPU time",
         100.0 * finding / all, 100.0 * queries / all, 100.0 * rest / all);
}

static void summarise_memory(const crowd* w) {
  const double bytes = peak_memory();
  printf("memory: %.1f MB at the most, %.0f bytes per agent\n", 1e-6 * bytes, bytes / w->count);
}

void summarise(const crowd* w, uint32_t again, double elapsed) {
  const double pairs = w->queried > 0 ? (double)w->queried : 1.0, carry = timing_sum(&w->times, CARRY),
               queries = carry + timing_sum(&w->times, CONTACT);
  if (w->start != NULL) printf("steps into a wall: %" PRIu64 "\n", w->passed);
  if (again > 0) printf("rollback: %" PRIu32 " ticks played again, all with the same bits\n", again);
  timing_print(&w->times);
  summarise_memory(w);
  summarise_tick(w);
  printf("events: %" PRIu64 " touches began and %" PRIu64 " ended\n", w->among.begun + w->against.begun,
         w->among.ended + w->against.ended);
  printf("%" PRIu32 " agents, %" PRIu32 " ticks in %.2f s, %.1f ticks/s, %" PRIu32
         " workers, %.0f pairs per tick, %.1f ns per pair in queries%s, %.1f%% of that in lgjk_warm_carry, %" PRIu64
         " pairs touch, at most %.3f m deep, checksum %016" PRIx64 "\n",
         w->count, w->tick, elapsed, w->tick / elapsed, w->tasks.workers, (double)w->queried / w->times.ticks,
         1e6 * queries / pairs, w->times.seconds == wall_seconds ? "" : " (CPU time)", 100.0 * carry / queries,
         w->touching, (double)w->deepest, checksum(w));
}
