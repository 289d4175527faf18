// The crowd of examples/crowd, divided among MPI ranks, with the same bits for any number of them and any borders. A
// tick is the crowd's own: order, look, act. Before it agents are sent to where they are needed (exchange.c). What
// makes the bits independent of borders:
//
//   A rank knows all agents within `reach` of its cells: its own, and copies of others', the ghosts.
//   They stand in the order of order_key, which is the same on each rank. So both ranks of a border look at a pair the
//   same way round, and an agent sums its pushes in the same order. No message carries a push.
//   What is kept of pairs, touches and records, goes along with the agents. The owner of a pair's first agent reports
//   its events. Numbers of the whole run are sums of integers.
#ifndef LGJK_EXAMPLE_CROWD_MPI_H
#define LGJK_EXAMPLE_CROWD_MPI_H

#include <mpi.h>
#include <stdio.h>

#include "crowd.h"
#include "portable.h"

// ---- parcel.c: agents and what is kept of their pairs, on the way to a rank or to a file ----

// An agent that touches another one. Where it is decides where the entry belongs in a file.
typedef struct touch {
  uint64_t agent, other; // their order_key
  vec2 at;
} touch;

// An agent near a wall, with the record of the pair.
typedef struct wall_pair {
  uint64_t agent;
  uint32_t wall, touching;
  lgjk_warm warm;
  vec2 at;
} wall_pair;

enum { AGENTS, TOUCHES, WALL_PAIRS, SECTIONS };

// Elements of a section. They have no padding: their bytes are hashed and sent as they are.
typedef struct section {
  void* data;
  uint32_t count, room;
} section;

typedef struct parcel {
  section of[SECTIONS];
} parcel;

size_t element_size(int kind);
void empty_parcel(parcel* p);
void free_parcel(parcel* p);
void add_element(parcel* p, int kind, const void* element);
// Room for so many more.
void* add_elements(parcel* p, int kind, uint32_t count);
// The sum of hashes of all elements, modulo 2^64: the same for any order and any division.
uint64_t hash_section(int kind, const void* data, uint64_t count);
static inline agent* agents_of(const parcel* p) { return p->of[AGENTS].data; }
static inline touch* touches_of_parcel(const parcel* p) { return p->of[TOUCHES].data; }
static inline wall_pair* wall_pairs_of(const parcel* p) { return p->of[WALL_PAIRS].data; }

// ---- cells.c, balance.c ----

typedef struct cells {
  float edge, per_metre; // metres
  uint32_t side;         // cells along the plaza's side
  uint32_t* owner;       // rank of each
  uint8_t* inner;        // 1: all within the reach are of this rank
  bool alone;            // all cells are
  int me, ranks;
  float reach;
  uint32_t* seen; // by rank: the call of ranks_near that has listed it
  uint32_t calls;
  int* near; // room for the list of ranks_near
} cells;

typedef enum balancing { BY_COUNT, BY_TIME, BY_ZOLTAN, BY_NOTHING, AT_RANDOM } balancing;

cells open_cells(const crowd* w, float edge);
void close_cells(cells* c);
// The column (row) of a coordinate; what is beyond the plaza belongs to its last cells.
static inline uint32_t column_at(const cells* c, float x) {
  const float column = x * c->per_metre + 0.5f * (float)c->side, last = (float)(c->side - 1);
  return (uint32_t)(column <= 0.0f ? 0.0f : column >= last ? last : column);
}
static inline uint32_t cell_at(const cells* c, vec2 at) { return column_at(c, at.y) * c->side + column_at(c, at.x); }
static inline int owner_at(const cells* c, vec2 at) { return (int)c->owner[cell_at(c, at)]; }
static inline vec2 place_of(const agent* p) { return (vec2){p->pose.x, p->pose.y}; }
// Writes to c->near the ranks that need an agent there, owner included; returns how many.
int ranks_near(cells* c, vec2 at);
// After owners have changed.
void mark_inner(cells* c);

// Divides the cells into one rectangle per rank. Collective, and the same on all ranks.
// weight: of an agent of this rank, 1, or BY_TIME the nanoseconds that it took
void divide(cells* c, const crowd* w, balancing how, uint64_t weight);
bool has_zoltan(void);
// zoltan.c: new owners by Zoltan's recursive bisection; weight: of each cell, on all ranks.
void divide_by_zoltan(cells* c, const uint64_t* weight);

// ---- faults, for the tests ----

typedef enum fault_kind {
  NO_FAULT,
  KILL,
  FLIP,
  CUT
} fault_kind; // a rank dies; a byte of a message is changed, or missing

// ---- the ranks of a run ----

typedef struct world {
  crowd w; // first, so that a pointer to it is one to this
  cells cells;
  int me, count;
  parcel* out; // one per rank
  parcel in;
  uint8_t** packed; // messages to each rank, and how much room they have
  uint64_t* packed_room;
  uint8_t* arrived;
  uint64_t arrived_room;
  uint32_t *sends, *receives; // bytes
  MPI_Request* request;
  uint8_t* fate;       // of each agent here: KEPT, GHOST, GONE
  int32_t* goes_to;    // its new owner, where it is another one
  uint32_t* new_index; // where it stands after the exchange
  uint32_t* came_from; // of each slot then: where its agent stood before, or NOWHERE
  parcel kept;         // touches of own agents with those that are not
  // Since the start: agents that were sent as ghosts and to new owners, of these across two borders; ticks without
  // agents.
  uint64_t ghosts, moved, jumped, bytes, idle;
  uint32_t own; // agents, of w.count; the others are ghosts and holes
  uint32_t holes;
  double waited; // seconds for others, in this tick
  double busy;   // seconds of work since borders were drawn
  fault_kind fault;
  int fault_rank;
  uint32_t fault_tick;
} world;

enum { KEPT, GHOST, GONE };
enum { NOBODY = 2 }; // `ghost` of a slot in which nobody is
#define NOWHERE UINT32_MAX

// exchange.c: brings agents to all who need them.
void open_exchange(world* r);
void close_exchange(world* r);
void exchange(world* r);
// The same for what a file has, in place of agents that were here.
void exchange_parcel(world* r, const parcel* p);

// arrive.c: what has arrived takes its place among what was kept.
void sort_arrived(world* r);
void merge_arrived(world* r);
// The first slot whose key is not below.
uint32_t first_not_below(const crowd* w, uint64_t key);

// insert.c: agents only, in place. Returns false, and does nothing, where too much has changed.
bool insert_arrived(world* r);

// leave.c: what is kept here, and what goes to others.
void sort_out(world* r);
// All that belongs to own agents, for a file.
void pack_own(world* r, parcel* p);

// verdict.c: the owner of a newcomer reports to the others whether there was room.
uint32_t agree_on_newcomers(crowd* w);

// file.c: a snapshot of the run between two ticks, written by all ranks at once, read by any number of them. It says in
// its head what run it is.
typedef struct run_head {
  char magic[8];
  uint32_t version, order; // of bytes
  uint32_t agents, ticks, rate, clusters, history_free, tick;
  uint64_t begun[2], ended[2];
  uint64_t count[SECTIONS], hash[SECTIONS];
  uint64_t own_hash;
} run_head;

void save_run(world* r, const char* path, uint32_t ticks, uint32_t history_free);
// Ends the program where the file is none, is cut short or damaged.
run_head read_head(const char* path);
// To own agents, on all ranks; cells must be there.
void load_run(world* r, const char* path, const run_head* head);

// crowd_mpi.c
void must(int code, const char* what);
uint64_t sum_all(uint64_t value);
double max_all(double value);
// Ends all ranks. status 1: what another rank or a file has sent is wrong.
_Noreturn void end_ranks(int status, const char* format, ...) PRINTF_LIKE(2, 3);

// log.c: the table that --log writes, on rank 0; what else a run writes.
typedef struct run_log {
  FILE* file;
  const char* path;
  double* row; // of all ranks
} run_log;

run_log open_log(const world* r, const char* path);
void log_tick(run_log* log, const world* r, double seconds);
void close_log(run_log* log);
void write_map(const world* r, const char* path);
void summarise_run(world* r, double elapsed);

#endif
