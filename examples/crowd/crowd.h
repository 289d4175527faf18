// What the files of the crowd example share, with each other and with crowd_mpi. A tick is look (tick.c: who is near
// whom, and how near), then act (people.c: pushed apart, and a step on). Every few seconds the agents change places in
// their array (order.c).
#ifndef LGJK_EXAMPLE_CROWD_H
#define LGJK_EXAMPLE_CROWD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lanegjk/lanegjk_find.h"
#include "pool.h"

// ---- timing.c: the time of each phase of a tick ----

// order: agents change places; find: pairs of agents; against: of agents and walls; carry: records of the latter;
// contact: the queries; admit: room for newcomers; events: touches that began or ended; push, move.
enum { ORDER, FIND, AGAINST, CARRY, CONTACT, ADMIT, EVENTS, PUSH, MOVE, PHASES };

typedef struct timing {
  double (*seconds)(void); // by which phases are measured
  double since;            // when the phase began
  uint32_t ticks, capacity;
  float (*ms)[PHASES]; // of each tick
} timing;

void timing_begin(timing* t);          // a tick
void timing_lap(timing* t, int phase); // ends; the next begins
void timing_resume(timing* t);         // what was done since the lap does not count

double timing_tick(const timing* t, uint32_t tick); // ms
double timing_sum(const timing* t, int phase);      // ms, of all ticks
void timing_print(const timing* t);                 // median and worst of each phase

double wall_seconds(void);
double cpu_seconds(void); // of the program, which a busy machine disturbs less

// ---- the crowd ----

#define COMFORT 0.35f // metres that agents like to keep to others and to walls; no pair farther apart is looked at
#define CIRCLE_RADIUS 0.18f // and up to so much more
#define CIRCLE_RANGE 0.12f
#define TORSO_RADIUS 0.1f // around an ellipse
#define TORSO_RANGE 0.05f
#define SPACING 0.85f   // metres between agents at the start
#define MAX_SPEED 1.6f  // metres per second
#define MAX_PUSH 0.1f   // metres per tick, along each axis
#define MAX_EXTENT 0.3f // of an agent about its position
#define SLOP 0.005f     // metres: two that touch continue to up to this gap

enum { CIRCLE, TORSO, LONG_WALL, BLOCK, PILLAR, FIRST_SHAPES, TRIANGLE = FIRST_SHAPES, HEXAGON, ALL_SHAPES };

// What is in a slot of the agents, as its category for the finder.
enum { EMPTY = 0, SOMEBODY = 1, NEWCOMER = 2 }; // NEWCOMER: checks in this tick whether there is room

typedef struct vec2 {
  float x, y;
} vec2;

typedef struct pose2 {
  float x, y, c, s;
} pose2;

// A slot. The library reads it where it is, by strides. It fills a line of the cache, so that a pair touches two lines.
typedef struct agent {
  pose2 pose; // faces where it walks
  vec2 velocity;
  vec2 push; // of this tick; then the step
  float radius;
  float speed; // preferred, metres per second
  uint32_t shape;
  uint32_t category;
  uint8_t stream;  // 0..3: walks east, west, north, south
  uint8_t ghost;   // 1: another rank's, of which this is a copy
  uint16_t cell;   // of the plaza, in which it was when agents were last ordered
  uint32_t number; // of the slot, for good: its place in the array changes
  uint32_t random; // state of its own random numbers, which so depend on no other agent
  uint32_t back;   // the tick in which an empty slot looks for room
} agent;

typedef struct wall {
  pose2 pose;
  uint32_t shape;
  uint32_t since; // tick
} wall;

// Candidate pairs, sorted by (a, b), with what is kept of them until the next tick.
typedef struct pair_list {
  uint32_t *a, *b;
  uint64_t count, capacity;
  uint8_t* touching;
  lgjk_warm* warm; // of agents and walls
} pair_list;

// The pairs of agents with each other, or with walls: those of this tick with their answers, and those of the tick
// before.
typedef struct meetings {
  bool keeps_records; // which would be of no use to circles and ellipses
  bool keeps_points;  // on_a and on_b
  pair_list list[2];
  uint64_t room; // of the arrays that follow
  uint8_t* status;
  float* distance; // signed
  vec2 *normal, *on_a, *on_b;
  lgjk_event* event;
  uint64_t event_room;
  uint64_t begun, ended; // touches, since the start
} meetings;

typedef struct crowd {
  uint32_t total;    // of slots, on all ranks
  uint32_t columns;  // of the lattice on which agents start
  uint32_t clusters; // around which they start instead, or 0
  float half;        // of the plaza's side
  uint32_t tiles;    // along a side; each has the same obstacles
  vec2 ends[2];      // of a wall along the side
  lgjk_shape2_def defs[ALL_SHAPES];
  lgjk_shapes2* shapes;
  uint32_t count; // of slots here
  uint32_t room;  // of the four arrays that follow
  agent* agents;
  agent* other;      // room for them in another order
  uint32_t* order;   // and for that order
  uint8_t* replaced; // one per slot: somebody new is there
  uint32_t wall_count;
  wall* walls;
  void* tree; // of the walls
  uint64_t tree_size;
  void* moving_tree; // of the agents, in each tick
  uint64_t moving_size;
  uint32_t* held[2]; // room for pairs with walls that hold somebody up
  meetings among, against;
  int now; // which of two lists is this tick's
  void* scratch;
  uint64_t scratch_size;
  uint32_t tick;
  float dt;                           // seconds of a tick
  float torsos;                       // share of the agents that are ellipses
  float pace;                         // 1: agents walk as fast as they prefer
  vec2* start;                        // where each slot's step began, or NULL: steps are not watched
  uint64_t passed;                    // steps into a wall
  uint64_t touching;                  // pairs of this tick
  float deepest;                      // of this tick, metres
  uint64_t queried;                   // pairs since the start, of ticks that were played again, too
  uint32_t (*agree)(struct crowd* w); // on newcomers with other ranks; returns how many it has turned away. Or NULL
  lgjk_options options;
  lgjk_tasks tasks;
  pool* pool;
  timing times;
} crowd;

// The lists of this tick, and of the one before.
static inline pair_list* now_of(const crowd* w, const meetings* m) { return (pair_list*)&m->list[w->now]; }
static inline pair_list* before_of(const crowd* w, const meetings* m) { return (pair_list*)&m->list[!w->now]; }

// Ends the program: of crowd.c, or of another program with the files of this one.
_Noreturn void end_program(int status, const char* text);

// tick.c: these end the program where a call failed, or where memory ran out.
void check(int32_t code, const lgjk_error* error);
void* grow(void* memory, uint64_t count, size_t size);
// Memory whose content may be lost, aligned as the library requires.
void* grow_scratch(void* memory, uint64_t* size, uint64_t needed);
// Makes room for so many pairs in a list, or in the answers.
void grow_list(const meetings* m, pair_list* list, uint64_t count);
void grow_answers(meetings* m, uint64_t count);

// start.c: threads, options, and what a run is.
typedef struct settings {
  uint32_t agents, workers, rate, isa, clusters;
  bool history_free;
} settings;
void prepare(crowd* w, const settings* given);
// Ends the threads, and releases the shapes.
void clean_up(crowd* w);

// world.c: the plaza of w->total agents, and its walls.
void build_plaza(crowd* w);
void add_obstacles(crowd* w);
// Swaps the shape set for one of the first `count` definitions. Shapes that both sets have keep their index, so bodies
// and records stay as they are.
void use_shapes(crowd* w, uint32_t count);
void add_wall(crowd* w, uint32_t shape, pose2 pose);
// After walls were added, moved or removed.
void build_wall_tree(crowd* w);
lgjk_bodies2 bodies_of_walls(const crowd* w);

// people.c
// Makes room for so many slots.
void grow_slots(crowd* w, uint32_t count);
// Fills all slots as the run begins; or the agent of one.
void place_agents(crowd* w);
agent first_agent(const crowd* w, uint32_t number);
void turn_away(agent* p, uint32_t tick);
void admit_newcomers(crowd* w);
void push_apart(crowd* w);
void plan_steps(crowd* w);
void make_steps(crowd* w);
lgjk_bodies2 bodies_of_agents(const crowd* w);

// steps.c
void hold_back(crowd* w);
// Moves somebody by a part of the step.
void go(const crowd* w, agent* p, float fraction);
// No step is longer than that.
static inline float longest_step(const crowd* w) { return MAX_SPEED * w->dt + 1.42f * MAX_PUSH; }
// How far from walls agents look at them.
static inline float wall_margin(const crowd* w) { return longest_step(w) > COMFORT ? longest_step(w) : COMFORT; }

// Counts steps whose middle comes into a wall.
void begin_watch(const crowd* w);
void watch_steps(crowd* w);

// tick.c
void look(crowd* w);
void act(crowd* w);

// order.c: brings the agents into the order of their places, in ticks that are due.
void order_agents(crowd* w);
bool order_is_due(const crowd* w);
// Agents stand in this order: by the cell in which they last were ordered, then by number. It is a property of each of
// them alone, so that all ranks agree on it.
static inline uint64_t order_key(const agent* p) { return (uint64_t)p->cell << 32 | p->number; }

// snapshot.c: what brings a crowd back to the end of a tick.
typedef struct snapshot {
  bool held;
  uint32_t tick;
  agent* agents;
  pair_list among, against;
  uint64_t begun[2], ended[2];
} snapshot;
void save(const crowd* w, snapshot* s);
void restore(crowd* w, const snapshot* s);
void forget(snapshot* s);
// The sum over all slots but ghosts of FNV-1a of number, category and pose, so that it does not depend on their order
// in memory.
uint64_t checksum(const crowd* w);

// draw.c: writes what the last query saw; returns 0 where the file could not be written.
int draw(const crowd* w, const char* path);

// report.c: what the program prints.
// A line on the last so many ticks.
void report(const crowd* w, uint32_t ticks, double elapsed);

// What the run cost, and how deep bodies were in each other in the last tick. Queries are lgjk_warm_carry and
// lgjk_contact2. again: ticks that were played once more.
void summarise(const crowd* w, uint32_t again, double elapsed);

// film.c: a film of the run, as a page for a browser.
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
