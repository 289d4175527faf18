// From bodies to contacts: candidate pairs and their manifolds from the library, and the impulses of the frame before,
// found again by the pairs' indices and the points' ids.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "portable.h"
#include "stack.h"

#define MARGIN 0.02f // metres: points up to this separation take part, before they touch

// ---------------------------------------------------------------- bodies

static lgjk_bodies2 bodies2_of(const world* w) {
  lgjk_bodies2 bodies;
  lgjk_bodies2_init(&bodies);
  bodies.count = w->count;
  bodies.shapes = w->shapes2;
  bodies.shape = &w->bodies->shape;
  bodies.pose = w->bodies->pose2;
  bodies.shape_stride = bodies.pose_stride = sizeof *w->bodies;
  return bodies;
}

static lgjk_bodies3 bodies3_of(const world* w) {
  lgjk_bodies3 bodies;
  lgjk_bodies3_init(&bodies);
  bodies.count = w->count;
  bodies.shapes = w->shapes3;
  bodies.shape = &w->bodies->shape;
  bodies.pose = &w->bodies->pose.position.x;
  bodies.shape_stride = bodies.pose_stride = sizeof *w->bodies;
  return bodies;
}

// ---------------------------------------------------------------- candidate pairs

static void grow_pairs(const world* w, pair_list* list, size_t count) {
  list->capacity = count + 64;
  list->a = grow(list->a, list->capacity, sizeof *list->a);
  list->b = grow(list->b, list->capacity, sizeof *list->b);
  list->warm = grow(list->warm, list->capacity, sizeof *list->warm);
  list->distance = grow(list->distance, list->capacity, sizeof *list->distance);
  list->manifold2 = grow(list->manifold2, list->capacity, sizeof *list->manifold2);
  list->manifold3 = grow(list->manifold3, list->capacity, sizeof *list->manifold3);
  list->scratch_size = (w->dim == 2 ? lgjk_find_scratch2 : lgjk_find_scratch3)(w->count, 0, list->capacity);
  aligned_release(list->scratch);
  list->scratch = aligned_memory(list->scratch_size);
  if (list->scratch == NULL) exit((fputs("stack: out of memory\n", stderr), 2));
}

static int32_t find(const world* w, pair_list* list, const lgjk_find_options* options, lgjk_error* error) {
  lgjk_pair_list found;
  lgjk_pair_list_init(&found);
  found.a = list->a;
  found.b = list->b;
  found.capacity = list->capacity;
  int32_t code;
  if (w->dim == 2) {
    const lgjk_bodies2 bodies = bodies2_of(w);
    code = lgjk_find_pairs2(&bodies, NULL, &found, list->scratch, list->scratch_size, options, error);
  } else {
    const lgjk_bodies3 bodies = bodies3_of(w);
    code = lgjk_find_pairs3(&bodies, NULL, &found, list->scratch, list->scratch_size, options, error);
  }
  list->count = (uint32_t)found.count;
  return code;
}

// Bodies that do not move are all of one group, so that they do not meet each other.
static void find_pairs(const world* w, pair_list* list) {
  lgjk_find_options options;
  lgjk_filters filters;
  lgjk_error error;
  lgjk_find_options_init(&options);
  lgjk_filters_init(&filters);
  lgjk_error_init(&error);
  filters.group = &w->bodies->group;
  filters.stride = sizeof *w->bodies;
  options.filters_a = &filters;
  options.margin = MARGIN;
  options.isa = w->options.isa;
  if (list->capacity == 0) grow_pairs(w, list, w->count);
  int32_t code = find(w, list, &options, &error);
  if (code == LGJK_ERROR_CAPACITY) {
    grow_pairs(w, list, error.index);
    code = find(w, list, &options, &error);
  }
  check(code, &error);
}

// ---------------------------------------------------------------- query

static lgjk_pairs pairs_of(const pair_list* list) {
  return (lgjk_pairs){.struct_size = sizeof(lgjk_pairs), .a = list->a, .b = list->b, .count = list->count};
}

static void query(world* w, const pair_list* before, pair_list* now) {
  lgjk_error error;
  lgjk_error_init(&error);
  const lgjk_pairs from = pairs_of(before), to = pairs_of(now);
  lgjk_results results;
  lgjk_results_init(&results);
  results.distance = now->distance;
  check(lgjk_warm_carry(&from, before->warm, &to, now->warm, NULL, &error), &error);
  w->options.margin = w->options.max_distance = MARGIN;
  int32_t code;
  if (w->dim == 2) {
    const lgjk_bodies2 bodies = bodies2_of(w);
    results.manifold2 = now->manifold2;
    code = lgjk_contact2(&bodies, &bodies, &to, now->warm, 0, to.count, &results, &w->options, &error);
  } else {
    const lgjk_bodies3 bodies = bodies3_of(w);
    results.manifold3 = now->manifold3;
    code = lgjk_contact3(&bodies, &bodies, &to, now->warm, 0, to.count, &results, &w->options, &error);
  }
  check(code, &error);
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

static void add_contact(const world* w, contact_list* list, uint32_t a, uint32_t b, const lgjk_manifold3* m) {
  if (m->count == 0) return;
  if (list->count == list->capacity) {
    list->capacity = 2 * list->capacity + 64;
    list->items = grow(list->items, list->capacity, sizeof *list->items);
  }
  contact* c = &list->items[list->count++];
  *c = (contact){.body = {a, b}, .normal = {m->normal[0], m->normal[1], m->normal[2]}, .count = m->count};
  for (uint32_t i = 0; i < m->count; i++) {
    const lgjk_manifold_point3* p = &m->points[i];
    const vec3 position = {p->position[0], p->position[1], p->position[2]};
    c->points[i].id = p->id;
    c->points[i].separation = p->separation;
    c->points[i].arm_a = sub(position, w->bodies[a].pose.position);
    c->points[i].arm_b = sub(position, w->bodies[b].pose.position);
  }
}

static int compare_pairs(const void* left, const void* right) {
  const uint32_t *p = left, *q = right;
  return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
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
  w->now = !w->now;
  pair_list* pairs = &w->pairs[w->now];
  contact_list* contacts = &w->contacts[w->now];
  find_pairs(w, pairs);
  query(w, &w->pairs[!w->now], pairs);
  contacts->count = 0;
  for (uint32_t i = 0; i < pairs->count; i++) {
    if (w->dim == 2) pairs->manifold3[i] = lift(&pairs->manifold2[i]);
    add_contact(w, contacts, pairs->a[i], pairs->b[i], &pairs->manifold3[i]);
  }
  inherit(contacts, &w->contacts[!w->now]);
}

float deepest(const world* w) {
  const pair_list* pairs = &w->pairs[w->now];
  float least = 0.0f;
  for (uint32_t i = 0; i < pairs->count; i++) least = pairs->distance[i] < least ? pairs->distance[i] : least;
  return -least;
}
