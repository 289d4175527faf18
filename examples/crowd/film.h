// A film of the run, as a page for a browser.
#ifndef LGJK_EXAMPLE_FILM_H
#define LGJK_EXAMPLE_FILM_H

#include "crowd.h"

typedef struct film {
  uint32_t every;          // tick that is a frame
  uint32_t frames, most;   // that there are, that there is room for
  unsigned char* marks;    // of each frame and slot: MARK_BYTES
  uint64_t *begun, *ended; // touches up to each frame
  uint32_t *touching, *tick;
  uint32_t* timed; // which of the timed ticks it was
} film;

// Ends the program where the page would be too large.
film film_open(const crowd* w, uint32_t ticks);
// Takes a frame between look and act, if this tick is one.
void film_take(film* f, const crowd* w);
// Writes the page; returns 0 where the file could not be written.
int film_write(const film* f, const crowd* w, const char* path);
void film_close(film* f);

#endif
