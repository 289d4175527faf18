#define _GNU_SOURCE // for sched_setaffinity
#include "quiet.h"

#include <sched.h>
#include <stdint.h>

#include "basics.h"

#define STEPS 8000u        // of the loop: about 13 us
#define LOOPS 3            // of a look; the fastest counts, as interrupts hit one of them
#define LEARNT 0.1         // seconds in which all cores are looked at
#define APART 0.002        // seconds between two looks
#define SLOWER 1.12        // than the fastest look: more than a core's clock changes by itself
#define MOST_LOST (1 / 3.) // of the time of the process

static double fastest = 1e9;    // seconds
static double began = -1;       // when the process did
static double looked, sampling; // when the last look was, and when the sample began
static double lost;             // seconds of waiting, and of samples that were taken again
static bool disturbed;
static cpu_set_t cores; // that the process may use
static size_t core;     // to which the thread is pinned

// Independent chains of additions fill the units of a core, and load nothing.
static double time_loop(void) {
  uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
  const double start = clock_seconds(OF_THREAD);
  for (uint32_t i = 0; i < STEPS; ++i) {
    a += (a << 1) ^ i;
    b += (b << 2) ^ i;
    c += (c << 3) ^ i;
    d += (d << 1) ^ i;
    e += (e << 2) ^ i;
    f += (f << 3) ^ i;
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
  }
  return clock_seconds(OF_THREAD) - start;
}

// Whether this core is quiet now.
static bool look(void) {
  double least = 1e9;
  for (int k = 0; k < LOOPS; ++k) {
    const double taken = time_loop();
    if (taken < least) least = taken;
  }
  if (least < fastest) fastest = least;
  looked = clock_seconds(OF_WALL);
  return least <= SLOWER * fastest;
}

// Pins the thread to the next core. Where that fails, it stays free.
static void go_on(void) {
  cpu_set_t one;
  do {
    core = (core + 1) % CPU_SETSIZE;
  } while (!CPU_ISSET(core, &cores));
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  sched_setaffinity(0, sizeof one, &one);
}

void quiet_child(void) {
  if (began < 0) return;
  sched_setaffinity(0, sizeof cores, &cores);
  began = clock_seconds(OF_WALL);
  lost = 0;
}

static bool may_lose(void) { return lost < MOST_LOST * (looked - began); }

void quiet_start(void) {
  began = clock_seconds(OF_WALL);
  if (sched_getaffinity(0, sizeof cores, &cores) != 0 || CPU_COUNT(&cores) == 0) CPU_SET(0, &cores);
  const int count = CPU_COUNT(&cores);
  for (int k = 0; k < count; ++k) {
    const double start = clock_seconds(OF_WALL);
    go_on();
    do {
      look();
    } while (looked < start + LEARNT / count);
  }
}

void quiet_begin(void) {
  if (began < 0) return;
  sampling = clock_seconds(OF_WALL);
  while (!look() && may_lose()) {
    lost += looked - sampling;
    sampling = looked;
    go_on();
  }
  disturbed = false;
}

void quiet_look(void) {
  if (began >= 0 && clock_seconds(OF_WALL) >= looked + APART) disturbed |= !look();
}

bool quiet_end(void) {
  if (began < 0) return true;
  disturbed |= !look();
  if (!disturbed || !may_lose()) return true;
  lost += looked - sampling;
  go_on();
  return false;
}
