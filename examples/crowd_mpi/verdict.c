// Whether there is room for a newcomer depends on all who are near it, which its owner alone knows. It sends the
// verdict to ranks that have a copy. Both sides know how many newcomers these are: no message where there are none.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "crowd_mpi.h"

enum { VERDICT_TAG = 2 };

typedef struct verdicts {
  uint32_t first; // in the array of all
  uint32_t count, done;
} verdicts;

// The first newcomer from i on; w->count where there is none.
static uint32_t newcomer_from(const crowd* w, uint32_t i) {
  const uint8_t* found = i < w->count ? memchr(w->replaced + i, true, w->count - i) : NULL;
  return found != NULL ? (uint32_t)(found - w->replaced) : w->count;
}

// Counts what comes from and goes to each rank, or, once these are counted, writes what goes.
static void go_through(world* r, verdicts* come, verdicts* go, uint8_t* out) {
  const crowd* w = &r->w;
  for (uint32_t i = newcomer_from(w, 0); i < w->count; i = newcomer_from(w, i + 1)) {
    const vec2 at = place_of(&w->agents[i]);
    if (w->agents[i].ghost) {
      if (out == NULL) come[owner_at(&r->cells, at)].count++;
      continue;
    }
    const int near = ranks_near(&r->cells, at);
    for (int k = 0; k < near; k++) {
      verdicts* to = &go[r->cells.near[k]];
      if (r->cells.near[k] == r->me) continue;
      if (out == NULL)
        to->count++;
      else
        out[to->first + to->done++] = w->agents[i].category == EMPTY;
    }
  }
}

static uint32_t place_all(verdicts* v, int ranks) {
  uint32_t sum = 0;
  for (int k = 0; k < ranks; k++) v[k].first = sum, sum += v[k].count;
  return sum;
}

static void transfer(world* r, const verdicts* come, const verdicts* go, uint8_t* in, uint8_t* out) {
  int receiving = 0, started, bytes;
  for (int k = 0; k < r->count; k++) {
    if (come[k].count == 0) continue;
    must(MPI_Irecv(in + come[k].first, (int)come[k].count, MPI_BYTE, k, VERDICT_TAG, MPI_COMM_WORLD,
                   &r->request[receiving++]),
         "verdicts");
  }
  started = receiving;
  for (int k = 0; k < r->count; k++) {
    if (go[k].count == 0) continue;
    must(MPI_Isend(out + go[k].first, (int)go[k].count, MPI_BYTE, k, VERDICT_TAG, MPI_COMM_WORLD,
                   &r->request[started++]),
         "verdicts");
  }
  MPI_Status* status = grow(NULL, (uint64_t)started, sizeof *status);
  must(MPI_Waitall(started, r->request, status), "verdicts");
  for (int k = 0, i = 0; k < r->count; k++) {
    if (come[k].count == 0) continue;
    MPI_Get_count(&status[i++], MPI_BYTE, &bytes);
    if ((uint32_t)bytes != come[k].count)
      end_ranks(1, "%d verdicts of rank %d have come, not %" PRIu32, bytes, k, come[k].count);
  }
  free(status);
}

static uint32_t obey(world* r, verdicts* come, const uint8_t* in) {
  crowd* w = &r->w;
  uint32_t away = 0;
  for (uint32_t i = newcomer_from(w, 0); i < w->count; i = newcomer_from(w, i + 1)) {
    if (!w->agents[i].ghost) continue;
    const int owner = owner_at(&r->cells, place_of(&w->agents[i]));
    const uint8_t verdict = in[come[owner].first + come[owner].done++];
    if (verdict > 1) end_ranks(1, "a verdict of rank %d is none", owner);
    if (verdict == 0) continue;
    turn_away(&w->agents[i], w->tick);
    away++;
  }
  return away;
}

uint32_t agree_on_newcomers(crowd* w) {
  world* r = (world*)w;
  if (r->count == 1) return 0;
  const double since = MPI_Wtime();
  verdicts *come = calloc((size_t)r->count, sizeof *come), *go = calloc((size_t)r->count, sizeof *go);
  if (come == NULL || go == NULL) end_ranks(2, "out of memory");
  go_through(r, come, go, NULL);
  uint8_t *in = grow(NULL, place_all(come, r->count), 1), *out = grow(NULL, place_all(go, r->count), 1);
  go_through(r, come, go, out);
  transfer(r, come, go, in, out);
  const uint32_t away = obey(r, come, in);
  free(come), free(go), free(in), free(out);
  r->waited += MPI_Wtime() - since;
  return away;
}
