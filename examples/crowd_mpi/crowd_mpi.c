// A crowd on many machines: examples/crowd, divided among MPI ranks. For any number of ranks, instruction set, borders
// and threads it ends with the checksum of `crowd`:
//   mpirun -n 4 crowd_mpi --agents 20000 --ticks 600
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "crowd_mpi.h"

typedef struct arguments {
  settings run;
  uint32_t ticks, period, every;
  balancing balance;
  float cell;
  const char *snapshot, *resume, *log, *map;
  fault_kind fault;
  int fault_rank;
  uint32_t fault_tick;
} arguments;

static const char summary[] =
    "usage: crowd_mpi [--agents N] [--ticks N] [--rate N] [--clusters N] [--history-free] [--workers N] [--isa NAME]\n"
    "                 [--balance count|time|zoltan|none|random] [--period N] [--cell M] [--snapshot FILE] [--every N]\n"
    "                 [--resume FILE] [--log FILE] [--map FILE] [--fault kill|flip|cut:RANK:TICK]\n"
    "Run by mpirun. Its result is that of `crowd`, for any number of ranks.\n";

// ---------------------------------------------------------------- arguments

static void parse_fault(const command* self, const char* text, arguments* to) {
  static const char* const kinds[] = {"", "kill", "flip", "cut"};
  char kind[8];
  if (text == NULL) return;
  if (sscanf(text, "%7[a-z]:%d:%" SCNu32, kind, &to->fault_rank, &to->fault_tick) == 3)
    for (int i = KILL; i <= CUT; i++)
      if (strcmp(kind, kinds[i]) == 0) to->fault = (fault_kind)i;
  if (to->fault == NO_FAULT) usage_error(self, "--fault takes kill, flip or cut, a rank and a tick: kill:1:40");
}

// What a run is, which a snapshot says itself.
typedef struct texts {
  const char *agents, *ticks, *rate, *clusters, *history_free;
} texts;

static void parse_world(const command* self, const texts* t, arguments* to) {
  const bool any = t->agents || t->ticks || t->rate || t->clusters || t->history_free;
  if (to->resume != NULL && any) usage_error(self, "--resume takes the run from the file");
  to->run.agents = count_option(self, "--agents", t->agents, 1, 100000000, 20000);
  to->ticks = count_option(self, "--ticks", t->ticks, 1, 10000000, 600);
  to->run.rate = count_option(self, "--rate", t->rate, 1, 240, 20);
  to->run.clusters = count_option(self, "--clusters", t->clusters, 0, 1000, 0);
  to->run.history_free = t->history_free != NULL;
}

// Returns whether the arguments say what to do; if not, --help was printed.
static bool parse(int count, char** text, arguments* to) {
  static const char* const balances[] = {"count", "time", "zoltan", "none", "random", NULL};
  texts t = {.agents = NULL};
  const char *workers = NULL, *isa = NULL, *balance = NULL, *period = NULL, *every = NULL, *cell = NULL, *fault = NULL;
  *to = (arguments){.ticks = 0};
  const option options[] = {
      {"--agents", &t.agents, VALUE_TEXT, "N", "(default 20000)", NULL},
      {"--ticks", &t.ticks, VALUE_TEXT, "N", "(default 600)", NULL},
      {"--rate", &t.rate, VALUE_TEXT, "N", "ticks per second, 1..240 (default 20)", NULL},
      {"--clusters", &t.clusters, VALUE_TEXT, "N", "start in so many clusters instead of on a lattice", NULL},
      {"--history-free", &t.history_free, VALUE_NONE, NULL, "answers that do not depend on records", NULL},
      {"--workers", &workers, VALUE_TEXT, "N", "threads of each rank, 1..64 (default 1)", NULL},
      {"--isa", &isa, VALUE_ISA, "NAME", "instruction set", NULL},
      {"--balance", &balance, VALUE_WORD, "HOW",
       "what borders follow (default count): numbers of agents; measured time; "
       "Zoltan, by numbers; the area; or they are drawn at random in each tick",
       balances},
      {"--period", &period, VALUE_TEXT, "N", "ticks between new borders (default 256; random: 1)", NULL},
      {"--cell", &cell, VALUE_TEXT, "M", "metres of a cell's side (default: twice the reach)", NULL},
      {"--snapshot", &to->snapshot, VALUE_FILE, "FILE", "written every --every ticks", NULL},
      {"--every", &every, VALUE_TEXT, "N", "ticks (default 100)", NULL},
      {"--resume", &to->resume, VALUE_FILE, "FILE", "go on from a snapshot, on any number of ranks", NULL},
      {"--log", &to->log, VALUE_FILE, "FILE", "agents, ghosts and time of each rank and tick", NULL},
      {"--map", &to->map, VALUE_FILE, "FILE", "what each rank owns at the end", NULL},
      {"--fault", &fault, VALUE_TEXT, "WHAT", "for tests: a rank dies, changes a byte of its messages or cuts one off",
       NULL},
  };
  const command self = {.name = "crowd_mpi",
                        .summary = summary,
                        .details = "",
                        .options = options,
                        .option_count = sizeof options / sizeof *options};
  if (parse_command_line(&self, count, text)) return false;
  parse_world(&self, &t, to);
  to->balance = (balancing)word_option(&self, "--balance", balance);
  to->period = count_option(&self, "--period", period, 1, 10000000, to->balance == AT_RANDOM ? 1 : 256);
  to->every = count_option(&self, "--every", every, 1, 10000000, 100);
  to->cell = float_option(&self, "--cell", cell, 0.05f, 1000.0f, 0.0f);
  to->run.workers = count_option(&self, "--workers", workers, 1, LGJK_MAX_WORKERS, 1);
  to->run.isa = named_isa_option(&self, isa);
  parse_fault(&self, fault, to);
  if (to->balance == BY_ZOLTAN && !has_zoltan()) usage_error(&self, "this build has no Zoltan");
  return true;
}

// ---------------------------------------------------------------- the run

static void play(world* r, const arguments* given, run_log* log, bool first) {
  crowd* w = &r->w;
  const double since = MPI_Wtime();
  r->waited = 0.0;
  timing_begin(&w->times);
  if (first || (w->tick % given->period == 0 && given->balance != BY_NOTHING)) {
    const bool by_time = given->balance == BY_TIME && r->own > 0;
    divide(&r->cells, w, given->balance, by_time ? 1 + (uint64_t)(1e9 * r->busy / r->own) : 1);
    r->busy = 0.0;
  }
  exchange(r);
  r->idle += r->own == 0;
  timing_resume(&w->times);
  order_agents(w);
  timing_lap(&w->times, ORDER);
  look(w);
  act(w);
  const double spent = MPI_Wtime() - since;
  r->busy += spent - r->waited;
  log_tick(log, r, spent);
}

static void run(world* r, const arguments* given, run_log* log) {
  crowd* w = &r->w;
  for (bool first = true; w->tick < given->ticks; first = false) {
    if (w->tick == given->ticks / 2) add_obstacles(w);
    if (r->fault == KILL && r->fault_rank == r->me && r->fault_tick == w->tick) raise(SIGKILL);
    play(r, given, log, first);
    if (given->snapshot != NULL && w->tick % given->every == 0)
      save_run(r, given->snapshot, given->ticks, given->run.history_free);
  }
}

// Each rank keeps of the first agents those of its cells.
static void place_own(world* r) {
  crowd* w = &r->w;
  for (uint32_t i = 0; i < w->total; i++) {
    const agent p = first_agent(w, i);
    if (owner_at(&r->cells, place_of(&p)) != r->me) continue;
    if (w->count == w->room) grow_slots(w, w->room + w->room / 4 + 1024);
    w->replaced[w->count] = false;
    w->agents[w->count++] = p;
  }
  r->own = w->count;
}

static void set_up(world* r, arguments* given) {
  crowd* w = &r->w;
  run_head head = {.tick = 0};
  MPI_Comm_rank(MPI_COMM_WORLD, &r->me);
  MPI_Comm_size(MPI_COMM_WORLD, &r->count);
  if (given->resume != NULL) {
    head = read_head(given->resume);
    given->ticks = head.ticks;
    given->run.agents = head.agents, given->run.rate = head.rate, given->run.clusters = head.clusters;
    given->run.history_free = head.history_free;
  }
  prepare(w, &given->run);
  w->times.seconds = wall_seconds;
  w->agree = agree_on_newcomers;
  build_plaza(w);
  r->cells = open_cells(w, given->cell);
  divide(&r->cells, w, BY_NOTHING, 1);
  open_exchange(r);
  grow_slots(w, w->total / (uint32_t)r->count + w->total / 16 + 64);
  r->fault = given->fault, r->fault_rank = given->fault_rank, r->fault_tick = given->fault_tick;
  if (given->resume == NULL) {
    place_own(r);
    return;
  }
  w->tick = head.tick;
  if (head.tick > head.ticks / 2) add_obstacles(w); // walls of which the file has pairs
  load_run(r, given->resume, &head);
}

int main(int count, char** text) {
  static world r;
  arguments given;
  int threads;
  if (!parse(count, text, &given)) return 0;
  MPI_Init_thread(&count, &text, MPI_THREAD_FUNNELED, &threads);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (threads < MPI_THREAD_FUNNELED && given.run.workers > 1) end_ranks(2, "this MPI allows no threads");
  set_up(&r, &given);
  run_log log = open_log(&r, given.log);
  const double begin = MPI_Wtime();
  run(&r, &given, &log);
  summarise_run(&r, MPI_Wtime() - begin);
  if (given.map != NULL) write_map(&r, given.map);
  close_log(&log);
  close_exchange(&r);
  close_cells(&r.cells);
  clean_up(&r.w);
  MPI_Finalize();
  return 0;
}

// ---------------------------------------------------------------- errors and sums

void end_ranks(int status, const char* format, ...) {
  va_list values;
  char text[512];
  int me = 0, begun = 0;
  MPI_Initialized(&begun);
  if (begun) MPI_Comm_rank(MPI_COMM_WORLD, &me);
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  fprintf(stderr, "crowd_mpi: rank %d: %s\n", me, text); // at once: others may write, too
  fflush(stderr);
  if (begun) MPI_Abort(MPI_COMM_WORLD, status);
  exit(status);
}

void end_program(int status, const char* text) { end_ranks(status, "%s", text); }

void must(int code, const char* what) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  if (code == MPI_SUCCESS) return;
  MPI_Error_string(code, text, &length);
  end_ranks(1, "%s: %.*s", what, length, text);
}

uint64_t sum_all(uint64_t value) {
  must(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD), "a sum");
  return value;
}

double max_all(double value) {
  must(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD), "a maximum");
  return value;
}
