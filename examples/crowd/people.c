// The agents: four streams walk across the plaza. Who comes near another steps aside, and who overlaps is moved out,
// along the normal and by the depth that the query found. Who has arrived leaves; a second later somebody else comes in
// at the other side, in the same slot, as soon as there is room.
#include <math.h>
#include <string.h>

#include "crowd.h"

#define STIFF 0.5f       // part of an overlap that one tick takes back: each of two moves out half of the way
#define SOFT 0.03f       // the same for an intrusion into the comfort distance
#define KEEP_RIGHT 0.4f  // how far agents in each other's way step to their right
#define ROOM 0.1f        // metres that a newcomer needs around it
#define DOOR 1.0f        // metres from the side of the plaza to where newcomers appear
#define GATE 2.5f        // metres from the far side to where agents leave
#define AWAY 20u         // ticks that a slot is empty at least
#define MOVE_PART 16384u // slots

static const vec2 WAY[4] = {{1.0f, 0.0f}, {-1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}}; // of the streams

lgjk_bodies2 bodies_of_agents(const crowd* w) {
  lgjk_bodies2 bodies;
  lgjk_bodies2_init(&bodies);
  bodies.count = w->count;
  bodies.shapes = w->shapes;
  bodies.shape = &w->agents->shape;
  bodies.pose = &w->agents->pose.x;
  bodies.radius = &w->agents->radius;
  bodies.shape_stride = bodies.pose_stride = bodies.radius_stride = sizeof *w->agents;
  return bodies;
}

// ---------------------------------------------------------------- coming and going

static float clamp(float value, float limit) { return value > limit ? limit : value < -limit ? -limit : value; }

// 0 <= value < 1: the binary fraction that a number is.
static float fraction_of(uint32_t bits) { return (float)(bits >> 8) / 16777216.0f; }

static float random_unit(uint32_t* state) { // 0 <= value < 1
  *state = *state * 1664525u + 1013904223u;
  return fraction_of(*state);
}

static void make_somebody(const crowd* w, agent* p) {
  const bool torso = random_unit(&p->random) < w->torsos;
  p->shape = torso ? TORSO : CIRCLE;
  const float size = random_unit(&p->random);
  p->radius = torso ? TORSO_RADIUS + TORSO_RANGE * size : CIRCLE_RADIUS + CIRCLE_RANGE * size;
  p->speed = 1.0f + 0.6f * random_unit(&p->random);
  p->stream = (uint8_t)(4.0f * random_unit(&p->random));
  p->velocity = (vec2){0.0f, 0.0f};
}

// A place of the lattice, in one of some clusters: in these agents are half as far apart. Their centres are Roberts's
// R2 sequence, in which any few lie apart.
static vec2 place_in_cluster(const crowd* w, uint32_t place) {
  const uint32_t within = place / w->clusters, cluster = place % w->clusters + 1;
  uint32_t columns = 1;
  while ((uint64_t)columns * columns * w->clusters < w->total) columns++;
  const float step = 0.5f * SPACING, back = -0.5f * step * (float)columns, most = 0.7f * w->half;
  const vec2 centre = {most * (2.0f * fraction_of(cluster * 3242174889u) - 1.0f),
                       most * (2.0f * fraction_of(cluster * 2447445414u) - 1.0f)};
  return (vec2){centre.x + back + step * (float)(within % columns), centre.y + back + step * (float)(within / columns)};
}

// One agent per place of a square lattice, jittered. As on any server, who is near whom says nothing about slots: these
// take the places in steps of a prime.
agent first_agent(const crowd* w, uint32_t number) {
  agent p = {.category = SOMEBODY, .number = number, .random = (number + 1) * 2654435769u};
  make_somebody(w, &p);
  const vec2 way = WAY[p.stream];
  const uint32_t place = (uint32_t)((uint64_t)number * 2654435761u % w->total);
  const float x = 0.4f * random_unit(&p.random), y = 0.4f * random_unit(&p.random);
  const float i = (float)(place % w->columns) + x, j = (float)(place / w->columns) + y;
  p.pose = (pose2){SPACING * (i + 0.3f) - w->half + 1.0f, SPACING * (j + 0.3f) - w->half + 1.0f, way.x, way.y};
  if (w->clusters > 0) {
    const vec2 at = place_in_cluster(w, place);
    p.pose.x = clamp(at.x + x, w->half - 1.0f), p.pose.y = clamp(at.y + y, w->half - 1.0f);
  }
  return p;
}

void grow_slots(crowd* w, uint32_t count) {
  if (w->agents == NULL) { // the lists for as many agents as there are at the beginning
    for (int i = 0; i < 2; i++) {
      grow_list(&w->among, &w->among.list[i], 2 * (uint64_t)count);
      grow_list(&w->against, &w->against.list[i], count / 8);
    }
  }
  if (w->agents != NULL && w->room >= count) return;
  w->room = count;
  w->agents = grow(w->agents, count, sizeof *w->agents);
  w->other = grow(w->other, count, sizeof *w->other);
  w->order = grow(w->order, count, sizeof *w->order);
  w->replaced = grow(w->replaced, count, sizeof *w->replaced);
}

void place_agents(crowd* w) {
  grow_slots(w, w->total);
  for (w->count = 0; w->count < w->total; w->count++) {
    w->agents[w->count] = first_agent(w, w->count);
    w->replaced[w->count] = false;
  }
}

// Somewhere at the side where the stream comes in.
static void appear(const crowd* w, agent* p) {
  make_somebody(w, p);
  const vec2 way = WAY[p->stream];
  const float back = DOOR - w->half, aside = (w->half - DOOR) * (2.0f * random_unit(&p->random) - 1.0f);
  p->pose = (pose2){back * way.x + aside * way.y, back * way.y + aside * way.x, way.x, way.y};
  p->velocity = (vec2){p->speed * way.x, p->speed * way.y};
  p->category = NEWCOMER;
}

static void leave(agent* p, uint32_t back) {
  p->category = EMPTY;
  p->back = back;
}

// Newcomers who are too near anybody or anything try again in the next tick, elsewhere.
void turn_away(agent* p, uint32_t tick) { leave(p, tick + 1); }

// The owner of a newcomer knows all who are near it.
static uint32_t turn_all_away(crowd* w, const meetings* m, bool of_agents) {
  const pair_list* list = now_of(w, m);
  uint32_t count = 0;
  for (uint64_t i = 0; i < list->count; i++) {
    const uint32_t a = list->a[i], b = list->b[i];
    const bool new_b = of_agents && w->replaced[b];
    if (!(w->replaced[a] | new_b) || !(m->distance[i] < ROOM)) continue;
    agent* p = &w->agents[new_b ? b : a];
    if (p->ghost) continue;
    turn_away(p, w->tick);
    count++;
  }
  return count;
}

// They have not been here: their pairs do not count.
static void forget_pairs(const crowd* w, meetings* m, bool of_agents) {
  const pair_list* list = now_of(w, m);
  for (uint64_t i = 0; i < list->count; i++) {
    const uint32_t a = list->a[i], b = list->b[i];
    if (!(w->replaced[a] | (of_agents && w->replaced[b]))) continue;
    if (w->agents[a].category != EMPTY && (!of_agents || w->agents[b].category != EMPTY)) continue;
    m->status[i] = LGJK_STATUS_BEYOND;
    m->distance[i] = INFINITY;
  }
}

void admit_newcomers(crowd* w) {
  uint32_t away = turn_all_away(w, &w->among, true) + turn_all_away(w, &w->against, false);
  if (w->agree != NULL) away += w->agree(w);
  if (away > 0) {
    forget_pairs(w, &w->among, true);
    forget_pairs(w, &w->against, false);
  }
  for (uint32_t i = 0; i < w->count; i++)
    if (w->replaced[i] && w->agents[i].category == NEWCOMER) w->agents[i].category = SOMEBODY;
}

// ---------------------------------------------------------------- pushing

// What pair i pushes A by; B gets the opposite.
static vec2 push_of(crowd* w, const meetings* m, uint64_t i) {
  const float gap = m->distance[i];
  if (!(gap < COMFORT)) return (vec2){0.0f, 0.0f}; // beyond
  const vec2 n = m->normal[i];
  if (-gap > w->deepest) w->deepest = -gap;
  const float amount = SOFT * (COMFORT - gap) + (gap < 0.0f ? -STIFF * gap : 0.0f);
  return (vec2){amount * (KEEP_RIGHT * n.y - n.x), amount * (-KEEP_RIGHT * n.x - n.y)};
}

// On one thread: a sum of floats depends on the order of its terms, which is that of the sorted list.
void push_apart(crowd* w) {
  const pair_list *among = now_of(w, &w->among), *against = now_of(w, &w->against);
  agent* p = w->agents;
  w->touching = 0;
  w->deepest = 0.0f;
  for (uint64_t i = 0; i < among->count; i++) {
    const uint32_t a = among->a[i], b = among->b[i];
    const vec2 push = push_of(w, &w->among, i);
    p[a].push.x += push.x, p[a].push.y += push.y;
    p[b].push.x -= push.x, p[b].push.y -= push.y;
    w->touching += among->touching[i] & !p[a].ghost;
  }
  for (uint64_t i = 0; i < against->count; i++) {
    const uint32_t a = against->a[i];
    const vec2 push = push_of(w, &w->against, i);
    p[a].push.x += 2.0f * push.x, p[a].push.y += 2.0f * push.y; // the wall does not give way
    w->touching += against->touching[i] & !p[a].ghost;
  }
}

// ---------------------------------------------------------------- moving

static void plan_step(const crowd* w, agent* p) {
  const vec2 way = WAY[p->stream];
  const float steer = 0.15f, speed = w->pace * p->speed;
  const vec2 v = {p->velocity.x + steer * (way.x * speed - p->velocity.x),
                  p->velocity.y + steer * (way.y * speed - p->velocity.y)};
  const float x = clamp(p->pose.x + w->dt * v.x + clamp(p->push.x, MAX_PUSH), w->half);
  const float y = clamp(p->pose.y + w->dt * v.y + clamp(p->push.y, MAX_PUSH), w->half);
  p->push = (vec2){x - p->pose.x, y - p->pose.y};
  p->velocity = (vec2){0.0f, 0.0f}; // that of the step: who is held up slows down
}

static void make_step(const crowd* w, agent* p) {
  const vec2 way = WAY[p->stream];
  const float turn = 0.1f;
  pose2* pose = &p->pose;
  go(w, p, 1.0f);
  p->push = (vec2){0.0f, 0.0f};
  const float c = pose->c + turn * p->velocity.x, s = pose->s + turn * p->velocity.y, length = sqrtf(c * c + s * s);
  if (length > 0.1f) pose->c = c / length, pose->s = s / length;
  if (way.x * pose->x + way.y * pose->y > w->half - GATE) leave(p, w->tick + AWAY);
}

static void plan_part(void* given, uint64_t first, uint64_t end) {
  const crowd* w = given;
  for (uint64_t i = first; i < end; i++) {
    if (w->agents[i].category != EMPTY && !w->agents[i].ghost) plan_step(w, &w->agents[i]);
  }
}

static void make_part(void* given, uint64_t first, uint64_t end) {
  const crowd* w = given;
  for (uint64_t i = first; i < end; i++) {
    agent* p = &w->agents[i];
    if (p->ghost) continue;
    if (p->category != EMPTY)
      make_step(w, p);
    else if (w->tick >= p->back)
      appear(w, p);
    w->replaced[i] = p->category == NEWCOMER;
  }
}

void plan_steps(crowd* w) { pool_split(w->pool, w->count, MOVE_PART, plan_part, w); }
void make_steps(crowd* w) { pool_split(w->pool, w->count, MOVE_PART, make_part, w); }
