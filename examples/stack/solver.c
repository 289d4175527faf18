// Sequential impulses (Catto 2006) in small steps (Macklin and others 2019) with soft contacts (Catto, "Soft
// constraints", 2011): in each substep the points' impulses of the one before are applied again, then each point in
// turn takes away what velocity still drives the bodies into each other there, and more where they overlap, as a stiff,
// damped spring would. Then bodies move, and a second pass takes back the velocity that the springs gave.
#include "stack.h"

#define STEP (FRAME / SUBSTEPS)
#define HERTZ 60.0f         // of the springs
#define DAMPING_RATIO 10.0f // of the springs
#define FASTEST_PUSH 3.0f   // m/s, out of an overlap
#define OMEGA (6.2831853f * HERTZ)

// A spring in an implicit step, as a part of its depth per second, of the rigid impulse, and of what was pushed before.
typedef struct softness {
  float rate, mass, impulse;
} softness;

static const softness rigid = {0.0f, 1.0f, 0.0f};
static const softness spring = {
    .rate = OMEGA / (2.0f * DAMPING_RATIO + STEP * OMEGA),
    .mass = STEP * OMEGA * (2.0f * DAMPING_RATIO + STEP * OMEGA) /
            (1.0f + STEP * OMEGA * (2.0f * DAMPING_RATIO + STEP * OMEGA)),
    .impulse = 1.0f / (1.0f + STEP * OMEGA * (2.0f * DAMPING_RATIO + STEP * OMEGA)),
};

static vec3 velocity_at(const body* b, vec3 arm) { return add(b->velocity, cross(b->spin, arm)); }

static vec3 relative_velocity(const body* a, const body* b, const support* p) {
  return sub(velocity_at(b, p->arm_b), velocity_at(a, p->arm_a));
}

static void kick(body* b, vec3 arm, vec3 impulse) {
  b->velocity = add(b->velocity, scale(b->inverse_mass, impulse));
  b->spin = add(b->spin, apply(&b->inverse_inertia_now, cross(arm, impulse)));
}

static void kick_both(body* a, body* b, const support* p, vec3 impulse) {
  kick(a, p->arm_a, scale(-1.0f, impulse));
  kick(b, p->arm_b, impulse);
}

// ---------------------------------------------------------------- before the substeps

static float mass_along(const body* a, const body* b, const support* p, vec3 direction) {
  const vec3 turn_a = cross(p->arm_a, direction), turn_b = cross(p->arm_b, direction);
  return 1.0f / (a->inverse_mass + b->inverse_mass + dot(turn_a, apply(&a->inverse_inertia_now, turn_a)) +
                 dot(turn_b, apply(&b->inverse_inertia_now, turn_b)));
}

static void prepare_contact(world* w, contact* c) {
  const body *a = &w->bodies[c->body[0]], *b = &w->bodies[c->body[1]];
  const vec3 n = c->normal;
  const vec3 side = fabsf(n.x) < 0.6f ? (vec3){0.0f, n.z, -n.y} : (vec3){-n.z, 0.0f, n.x}; // across n
  c->tangent[0] = scale(1.0f / length(side), side);
  c->tangent[1] = cross(n, c->tangent[0]);
  for (uint32_t i = 0; i < c->count; i++) {
    support* p = &c->points[i];
    p->normal_mass = mass_along(a, b, p, n);
    for (int t = 0; t < 2; t++) p->tangent_mass[t] = mass_along(a, b, p, c->tangent[t]);
  }
}

static void prepare_body(body* b) {
  const mat3 turn = rotation_of(b->pose.turn), back = transpose(&turn), half = multiply(&turn, &b->inverse_inertia);
  b->inverse_inertia_now = multiply(&half, &back);
}

// ---------------------------------------------------------------- a substep

static void apply_again(world* w, contact* c) {
  for (uint32_t i = 0; i < c->count; i++) {
    const support* p = &c->points[i];
    kick_both(&w->bodies[c->body[0]], &w->bodies[c->body[1]], p, add(scale(p->push, c->normal), p->friction));
  }
}

static void solve_normal(body* a, body* b, const contact* c, support* p, softness soft) {
  float aim = p->separation / STEP; // still apart: may close the gap
  if (p->separation <= 0.0f) {
    const float out = soft.rate * p->separation;
    aim = out > -FASTEST_PUSH ? out : -FASTEST_PUSH;
  } else {
    soft = rigid;
  }
  const float speed = dot(relative_velocity(a, b, p), c->normal);
  const float more = -p->normal_mass * soft.mass * (speed + aim) - soft.impulse * p->push;
  const float push = p->push + more > 0.0f ? p->push + more : 0.0f;
  kick_both(a, b, p, scale(push - p->push, c->normal));
  p->push = push;
}

// Coulomb's cone: friction up to a part of the push, in any direction.
static void solve_friction(body* a, body* b, const contact* c, support* p, float coefficient) {
  const vec3 v = relative_velocity(a, b, p);
  vec3 friction = p->friction;
  for (int t = 0; t < 2; t++)
    friction = add(friction, scale(-p->tangent_mass[t] * dot(v, c->tangent[t]), c->tangent[t]));
  const float most = coefficient * p->push, found = length(friction);
  if (found > most) friction = scale(most / found, friction);
  kick_both(a, b, p, sub(friction, p->friction));
  p->friction = friction;
}

static void solve_contact(world* w, contact* c, softness soft) {
  body *a = &w->bodies[c->body[0]], *b = &w->bodies[c->body[1]];
  for (uint32_t i = 0; i < c->count; i++) solve_friction(a, b, c, &c->points[i], w->friction);
  for (uint32_t i = 0; i < c->count; i++) solve_normal(a, b, c, &c->points[i], soft);
}

static void move_separations(world* w, contact* c) {
  for (uint32_t i = 0; i < c->count; i++) {
    support* p = &c->points[i];
    const vec3 v = relative_velocity(&w->bodies[c->body[0]], &w->bodies[c->body[1]], p);
    p->separation += STEP * dot(v, c->normal);
  }
}

static void accelerate(const world* w, body* b) {
  if (b->inverse_mass == 0.0f) return;
  b->velocity = add(b->velocity, scale(STEP, w->down));
  b->spin = scale(1.0f / (1.0f + STEP * w->damping), b->spin);
}

static void move_body(body* b) {
  b->pose.position = add(b->pose.position, scale(STEP, b->velocity));
  b->pose.turn = turned(b->pose.turn, scale(STEP, b->spin));
}

static void substep(world* w, contact_list* list) {
  for (uint32_t i = 0; i < w->count; i++) accelerate(w, &w->bodies[i]);
  for (uint32_t i = 0; i < list->count; i++) apply_again(w, &list->items[i]);
  for (uint32_t i = 0; i < list->count; i++) solve_contact(w, &list->items[i], spring);
  for (uint32_t i = 0; i < list->count; i++) move_separations(w, &list->items[i]);
  for (uint32_t i = 0; i < w->count; i++) move_body(&w->bodies[i]);
  for (uint32_t i = 0; i < list->count; i++) solve_contact(w, &list->items[i], rigid);
}

void solve(world* w) {
  contact_list* list = &w->contacts[w->now];
  for (uint32_t i = 0; i < w->count; i++) prepare_body(&w->bodies[i]);
  for (uint32_t i = 0; i < list->count; i++) prepare_contact(w, &list->items[i]);
  for (int i = 0; i < SUBSTEPS; i++) substep(w, list);
  for (uint32_t i = 0; i < w->count; i++) { // a turn about z alone has x = y = 0
    body* b = &w->bodies[i];
    const quat q = b->pose.turn;
    b->pose2[0] = b->pose.position.x, b->pose2[1] = b->pose.position.y;
    b->pose2[2] = q.w * q.w - q.z * q.z, b->pose2[3] = 2.0f * q.z * q.w;
  }
}
