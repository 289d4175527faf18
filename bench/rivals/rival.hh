// How rivals in C++ name their functions.
#ifndef LGJK_BENCH_RIVAL_HH
#define LGJK_BENCH_RIVAL_HH

#include "rival.h"

// Closes what `open` made as new Self. Memory that is short ends the program, as in basics.h.
template <typename Self>
void Delete(void* self) {
  delete static_cast<Self*>(self);
}

struct Life {
  void* (*open)(const setup* how);
  void (*close)(void* self);
  void (*restart)(void* self); // nullptr: nothing is kept
  void (*follow)(void* self);
};

struct Queries {
  ask_function *distance, *overlap, *contact, *depth; // nullptr where it has none
};

// The rest is 0.
constexpr implementation MakeRival(const Life& life, const Queries& ask, uint32_t can) {
  implementation c{};
  c.open = life.open;
  c.close = life.close;
  c.restart = life.restart;
  c.follow = life.follow;
  c.ask[QUERY_DISTANCE] = ask.distance;
  c.ask[QUERY_OVERLAP] = ask.overlap;
  c.ask[QUERY_CONTACT] = ask.contact;
  c.ask[QUERY_DEPTH] = ask.depth;
  c.can = can;
  return c;
}

#endif
