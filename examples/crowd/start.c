// What a run begins with, in programs that have threads.
#include "crowd.h"

void prepare(crowd* w, const settings* given) {
  lgjk_options_init(&w->options);
  w->options.isa = given->isa;
  w->options.max_distance = COMFORT;
  if (given->history_free) w->options.flags |= LGJK_FLAG_HISTORY_FREE;
  w->pool = pool_open(given->workers);
  if (w->pool == NULL) end_program(2, "cannot start threads");
  w->tasks = pool_tasks(w->pool);
  w->times.seconds = given->workers > 1 ? wall_seconds : cpu_seconds;
  w->against.keeps_records = true;
  w->dt = 1.0f / (float)given->rate;
  w->torsos = 0.3f;
  w->pace = 1.0f;
  w->total = given->agents;
  w->clusters = given->clusters;
}

void clean_up(crowd* w) {
  pool_close(w->pool);
  lgjk_shapes2_destroy(w->shapes);
}
