// What a run writes: its last lines, a table of ticks and ranks, and a map of what each rank owns.
#include <inttypes.h>
#include <stdlib.h>

#include "crowd_mpi.h"
#include "portable.h"

// ---------------------------------------------------------------- the table

enum { AGENTS_OWN, AGENTS_GHOST, MS_BUSY, MS_WAITED, COLUMNS };

run_log open_log(const world* r, const char* path) {
  run_log log = {.path = path};
  if (path == NULL || r->me != 0) return log;
  log.row = grow(NULL, COLUMNS * (uint64_t)r->count, sizeof *log.row);
  log.file = fopen(path, "w");
  if (log.file == NULL) end_ranks(2, "cannot write %s", path);
  fprintf(log.file, "tick,rank,agents,ghosts,busy_ms,waited_ms\n");
  return log;
}

void log_tick(run_log* log, const world* r, double seconds) {
  if (log->path == NULL) return;
  const double row[COLUMNS] = {r->own, r->w.count - r->own - r->holes, 1e3 * (seconds - r->waited), 1e3 * r->waited};
  must(MPI_Gather(row, COLUMNS, MPI_DOUBLE, log->row, COLUMNS, MPI_DOUBLE, 0, MPI_COMM_WORLD), "the table");
  for (int k = 0; log->file != NULL && k < r->count; k++) {
    const double* of = log->row + COLUMNS * k;
    fprintf(log->file, "%" PRIu32 ",%d,%.0f,%.0f,%.4f,%.4f\n", r->w.tick - 1, k, of[AGENTS_OWN], of[AGENTS_GHOST],
            of[MS_BUSY], of[MS_WAITED]);
  }
}

void close_log(run_log* log) {
  if (log->file != NULL && fclose(log->file) != 0) end_ranks(2, "cannot write %s", log->path);
  free(log->row);
}

// ---------------------------------------------------------------- the map

void write_map(const world* r, const char* path) {
  const cells* c = &r->cells;
  const crowd* w = &r->w;
  const uint64_t count = (uint64_t)c->side * c->side;
  uint32_t* agents = grow(NULL, count, sizeof *agents);
  for (uint64_t i = 0; i < count; i++) agents[i] = 0;
  for (uint32_t i = 0; i < w->count; i++)
    if (!w->agents[i].ghost) agents[cell_at(c, place_of(&w->agents[i]))]++;
  must(MPI_Allreduce(MPI_IN_PLACE, agents, (int)count, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD), "the map");
  FILE* file = r->me == 0 ? fopen(path, "w") : NULL;
  if (r->me == 0 && file == NULL) end_ranks(2, "cannot write %s", path);
  if (file != NULL) fprintf(file, "column,row,edge,rank,agents\n");
  for (uint64_t i = 0; file != NULL && i < count; i++)
    fprintf(file, "%" PRIu64 ",%" PRIu64 ",%.6g,%" PRIu32 ",%" PRIu32 "\n", i % c->side, i / c->side, (double)c->edge,
            c->owner[i], agents[i]);
  if (file != NULL && fclose(file) != 0) end_ranks(2, "cannot write %s", path);
  free(agents);
}

// ---------------------------------------------------------------- the end

void summarise_run(world* r, double elapsed) {
  const crowd* w = &r->w;
  const uint64_t all = sum_all(r->own), ghosts = sum_all(r->ghosts), moved = sum_all(r->moved),
                 jumped = sum_all(r->jumped), bytes = sum_all(r->bytes), sum = sum_all(checksum(w)),
                 began = sum_all(w->among.begun + w->against.begun), ended = sum_all(w->among.ended + w->against.ended),
                 touching = sum_all(w->touching), idle = sum_all(r->idle);
  const double ticks = w->times.ticks > 0 ? w->times.ticks : 1, deepest = max_all((double)w->deepest);
  if (all != w->total) end_ranks(1, "%" PRIu64 " agents are left of %" PRIu32, all, w->total);
  if (r->me != 0) return;
  printf("%d ranks; ticks of a rank without an agent: %" PRIu64 "\n", r->count, idle);
  printf("per tick: %.1f ghosts, %.2f agents to another rank, %.0f bytes\n", (double)ghosts / ticks,
         (double)moved / ticks, (double)bytes / ticks);
  printf("across two borders in one tick: %" PRIu64 " agents\n", jumped);
  timing_print(&w->times); // of this rank
  printf("events: %" PRIu64 " touches began and %" PRIu64 " ended\n", began, ended);
  printf("%" PRIu32 " agents, %" PRIu32 " ticks in %.3f s, %.3f ms per tick, %" PRIu64
         " pairs touch, at most %.3f m deep, checksum %016" PRIx64 "\n",
         w->total, w->times.ticks, elapsed, 1e3 * elapsed / ticks, touching, deepest, sum);
}
