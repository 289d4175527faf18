// From bodies to contacts: candidate pairs by a sweep along x, their manifolds from the library, and the impulses of
// the frame before, found again by the pairs' indices and the points' ids.
#include <stdlib.h>
#include <string.h>

#include "stack.h"

#define MARGIN 0.02f // metres: points up to this separation take part, before they touch

// ---------------------------------------------------------------- candidate pairs

static float low_x(const world* w, uint32_t i) { return w->bodies[i].pose.position.x - w->bodies[i].bound; }

// From frame to frame the order hardly changes.
static void sort_by_x(world* w) {
  for (uint32_t i = 1; i < w->count; i++) {
    const uint32_t moved = w->order[i];
    uint32_t k = i;
    for (; k > 0 && low_x(w, w->order[k - 1]) > low_x(w, moved); k--) w->order[k] = w->order[k - 1];
    w->order[k] = moved;
  }
}

static void grow_pairs(pair_list* list) {
  const size_t n = list->capacity = 2 * list->capacity + 64;
  list->pair = grow(list->pair, n, sizeof *list->pair);
  list->warm = grow(list->warm, n, sizeof *list->warm);
  list->distance = grow(list->distance, n, sizeof *list->distance);
  list->manifold2 = grow(list->manifold2, n, sizeof *list->manifold2);
  list->manifold3 = grow(list->manifold3, n, sizeof *list->manifold3);
}

static void add_pair(pair_list* list, uint32_t a, uint32_t b) {
  if (list->count == list->capacity) grow_pairs(list);
  list->pair[list->count][0] = a < b ? a : b;
  list->pair[list->count++][1] = a < b ? b : a;
}

static int compare_pairs(const void* left, const void* right) {
  const uint32_t *p = left, *q = right;
  return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

static void find_pairs(world* w, pair_list* list) {
  list->count = 0;
  sort_by_x(w);
  for (uint32_t i = 0; i < w->count; i++) {
    const body* a = &w->bodies[w->order[i]];
    const float end = a->pose.position.x + a->bound + MARGIN;
    for (uint32_t k = i + 1; k < w->count && low_x(w, w->order[k]) <= end; k++) {
      const body* b = &w->bodies[w->order[k]];
      const vec3 between = sub(b->pose.position, a->pose.position);
      const float reach = a->bound + b->bound + MARGIN;
      if (a->inverse_mass + b->inverse_mass > 0.0f && dot(between, between) <= reach * reach)
        add_pair(list, w->order[i], w->order[k]);
    }
  }
  qsort(list->pair, list->count, sizeof *list->pair, compare_pairs);
}

// ---------------------------------------------------------------- query

static lgjk_pairs pairs_of(const pair_list* list) {
  lgjk_pairs pairs;
  lgjk_pairs_init(&pairs);
  pairs.a = &list->pair[0][0];
  pairs.b = &list->pair[0][1];
  pairs.stride = sizeof *list->pair;
  pairs.count = list->count;
  return pairs;
}

static lgjk_results results_of(pair_list* list) {
  lgjk_results results;
  lgjk_results_init(&results);
  results.distance = list->distance;
  return results;
}

static void query2(const world* w, pair_list* list, const lgjk_pairs* pairs, lgjk_error* error) {
  lgjk_bodies2 bodies;
  lgjk_bodies2_init(&bodies);
  bodies.count = w->count;
  bodies.shapes = w->shapes2;
  bodies.shape = &w->bodies->shape;
  bodies.pose = w->bodies->pose2;
  bodies.shape_stride = bodies.pose_stride = sizeof *w->bodies;
  lgjk_results results = results_of(list);
  results.manifold2 = list->manifold2;
  check(lgjk_contact2(&bodies, &bodies, pairs, list->warm, 0, pairs->count, &results, &w->options, error), error);
}

static void query3(const world* w, pair_list* list, const lgjk_pairs* pairs, lgjk_error* error) {
  lgjk_bodies3 bodies;
  lgjk_bodies3_init(&bodies);
  bodies.count = w->count;
  bodies.shapes = w->shapes3;
  bodies.shape = &w->bodies->shape;
  bodies.pose = &w->bodies->pose.position.x;
  bodies.shape_stride = bodies.pose_stride = sizeof *w->bodies;
  lgjk_results results = results_of(list);
  results.manifold3 = list->manifold3;
  check(lgjk_contact3(&bodies, &bodies, pairs, list->warm, 0, pairs->count, &results, &w->options, error), error);
}

static void query(world* w, const pair_list* before, pair_list* now) {
  lgjk_error error;
  lgjk_error_init(&error);
  const lgjk_pairs from = pairs_of(before), to = pairs_of(now);
  check(lgjk_warm_carry(&from, before->warm, &to, now->warm, &error), &error);
  w->options.margin = w->options.max_distance = MARGIN;
  (w->dim == 2 ? query2 : query3)(w, now, &to, &error);
}

// ---------------------------------------------------------------- contacts

// Without z.
static lgjk_manifold3 lift(const lgjk_manifold2* flat) {
  lgjk_manifold3 m = {.count = flat->count, .normal = {flat->normal[0], flat->normal[1], 0.0f}};
  for (uint32_t i = 0; i < flat->count; i++) {
    const lgjk_manifold_point2* p = &flat->points[i];
    m.points[i] = (lgjk_manifold_point3){{p->position[0], p->position[1], 0.0f}, p->separation, p->id};
  }
  return m;
}

static void add_contact(const world* w, contact_list* list, const uint32_t pair[2], const lgjk_manifold3* m) {
  if (m->count == 0) return;
  if (list->count == list->capacity) {
    list->capacity = 2 * list->capacity + 64;
    list->items = grow(list->items, list->capacity, sizeof *list->items);
  }
  contact* c = &list->items[list->count++];
  *c = (contact){.body = {pair[0], pair[1]}, .normal = {m->normal[0], m->normal[1], m->normal[2]}, .count = m->count};
  for (uint32_t i = 0; i < m->count; i++) {
    const lgjk_manifold_point3* p = &m->points[i];
    const vec3 position = {p->position[0], p->position[1], p->position[2]};
    c->points[i].id = p->id;
    c->points[i].separation = p->separation;
    c->points[i].arm_a = sub(position, w->bodies[pair[0]].pose.position);
    c->points[i].arm_b = sub(position, w->bodies[pair[1]].pose.position);
  }
}

// What lay across the normal is turned into the new tangent plane by leaving out what is not in it.
static void inherit_point(contact* c, support* p, const contact* before) {
  for (uint32_t i = 0; i < before->count; i++) {
    if (before->points[i].id != p->id) continue;
    p->push = before->points[i].push;
    p->friction = sub(before->points[i].friction, scale(dot(before->points[i].friction, c->normal), c->normal));
  }
}

static void inherit(contact_list* now, const contact_list* before) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < now->count; i++) {
    contact* c = &now->items[i];
    while (k < before->count && compare_pairs(before->items[k].body, c->body) < 0) k++;
    if (k == before->count) return;
    if (compare_pairs(before->items[k].body, c->body) != 0) continue;
    for (uint32_t p = 0; p < c->count; p++) inherit_point(c, &c->points[p], &before->items[k]);
  }
}

void find_contacts(world* w) {
  for (int i = 0; i < 2; i++)
    if (w->pairs[i].capacity == 0) grow_pairs(&w->pairs[i]);
  w->now = !w->now;
  pair_list* pairs = &w->pairs[w->now];
  contact_list* contacts = &w->contacts[w->now];
  find_pairs(w, pairs);
  query(w, &w->pairs[!w->now], pairs);
  contacts->count = 0;
  for (uint32_t i = 0; i < pairs->count; i++) {
    if (w->dim == 2) pairs->manifold3[i] = lift(&pairs->manifold2[i]);
    add_contact(w, contacts, pairs->pair[i], &pairs->manifold3[i]);
  }
  inherit(contacts, &w->contacts[!w->now]);
}

float deepest(const world* w) {
  const pair_list* pairs = &w->pairs[w->now];
  float least = 0.0f;
  for (uint32_t i = 0; i < pairs->count; i++) least = pairs->distance[i] < least ? pairs->distance[i] : least;
  return -least;
}
