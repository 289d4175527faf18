// Box2D v3: b2TimeOfImpact, b2ShapeCast, the ray casts of its shapes, b2World_CastRayClosest, and its tree
// without a world. Proxies are made once for each body. Its b2ShapeCast stops its linear slop (5 mm) before a touch, as
// b2TimeOfImpact does.
#include <box2d/box2d.h>
#include <math.h>

#include "../../rivals/box2d3_shapes.h"
#include "basics.h"
#include "contender.h"

typedef struct box {
  const cast_scene* scene;
  box2d3_shape prototype[SCENE2_SHAPES];
  b2ShapeProxy *proxy_a, *proxy_b; // of each pair
  b2Transform *at_a, *at_b;
} box;

static b2ShapeProxy proxy_of(const box* self, uint32_t body) {
  const scene2* scene = self->scene->scene2;
  b2ShapeProxy proxy = self->prototype[scene->shape[body]].proxy;
  if (scene->radius != NULL) proxy.radius = scene->radius[body];
  return proxy;
}

static void* open(const cast_scene* s, uint32_t isa) {
  const scene2* scene = s->scene2;
  box* self = owner(sizeof *self);
  (void)isa;
  self->scene = s;
  for (uint32_t i = 0; i < SCENE2_SHAPES; i++) self->prototype[i] = box2d3_make_shape(&scene->defs[i]);
  self->proxy_a = claim_for(self, s->count, sizeof *self->proxy_a);
  self->proxy_b = claim_for(self, s->count, sizeof *self->proxy_b);
  self->at_a = claim_for(self, s->count, sizeof *self->at_a);
  self->at_b = claim_for(self, s->count, sizeof *self->at_b);
  for (uint32_t i = 0; i < s->count; i++) {
    const uint32_t a = scene->a[i], b = scene->b[i];
    const float *pose_a = scene->pose[a], *pose_b = scene->pose[b];
    self->proxy_a[i] = proxy_of(self, a);
    self->proxy_b[i] = proxy_of(self, b);
    self->at_a[i] = (b2Transform){{s->place[2 * i], s->place[2 * i + 1]}, {pose_a[2], pose_a[3]}};
    self->at_b[i] = (b2Transform){{pose_b[0], pose_b[1]}, {pose_b[2], pose_b[3]}};
  }
  return self;
}

static b2Vec2 way_of(const cast_scene* s, uint32_t i) { return (b2Vec2){s->way[2 * i], s->way[2 * i + 1]}; }

static void run_toi(void* pointer, float* fraction) {
  const box* self = pointer;
  const cast_scene* s = self->scene;
  for (uint32_t i = 0; i < s->count; i++) {
    const b2Transform a = self->at_a[i], b = self->at_b[i];
    const b2Rot turn = {cosf(s->angle[i]), sinf(s->angle[i])};
    b2TOIInput in = {.proxyA = self->proxy_a[i], .proxyB = self->proxy_b[i], .maxFraction = 1};
    in.sweepA = (b2Sweep){.c1 = a.p, .c2 = b2Add(a.p, way_of(s, i)), .q1 = a.q, .q2 = b2MulRot(turn, a.q)};
    in.sweepB = (b2Sweep){.c1 = b.p, .c2 = b.p, .q1 = b.q, .q2 = b.q};
    const b2TOIOutput out = b2TimeOfImpact(&in);
    fraction[i] = out.state == b2_toiStateSeparated ? CAST_MISS : out.state == b2_toiStateOverlapped ? 0 : out.fraction;
  }
}

// b2ShapeCast moves its second shape, in the frame of the first.
static void run_shape(void* pointer, float* fraction) {
  const box* self = pointer;
  const cast_scene* s = self->scene;
  for (uint32_t i = 0; i < s->count; i++) {
    const b2Transform b = self->at_b[i];
    b2ShapeCastPairInput in = {.proxyA = self->proxy_b[i], .proxyB = self->proxy_a[i], .maxFraction = 1};
    in.transform = b2InvMulTransforms(b, self->at_a[i]);
    in.translationB = b2InvRotateVector(b.q, way_of(s, i));
    const b2CastOutput out = b2ShapeCast(&in);
    fraction[i] = out.hit ? out.fraction : CAST_MISS;
  }
}

static void run_ray(void* pointer, float* fraction) {
  const box* self = pointer;
  const cast_scene* s = self->scene;
  const scene2* scene = s->scene2;
  for (uint32_t i = 0; i < s->count; i++) {
    const b2Transform b = self->at_b[i];
    const box2d3_shape* shape = &self->prototype[scene->shape[scene->b[i]]];
    b2RayCastInput in = {.maxFraction = 1};
    in.origin = b2InvTransformPoint(b, (b2Vec2){s->place[2 * i], s->place[2 * i + 1]});
    in.translation = b2InvRotateVector(b.q, way_of(s, i));
    const b2CastOutput out = shape->kind == KIND_POLYGON   ? b2RayCastPolygon(&shape->polygon, &in)
                             : shape->kind == KIND_CAPSULE ? b2RayCastCapsule(&shape->capsule, &in)
                                                           : b2RayCastCircle(&shape->circle, &in);
    fraction[i] = out.hit ? out.fraction : CAST_MISS;
  }
}

const cast_contender BUILT(cast_box2d3_toi) = {BUILT_NAME("box2d3-toi"),
                                               BUILT_SHOWN("Box2D v3", "'s b2TimeOfImpact"),
                                               2,
                                               false,
                                               true,
                                               true,
                                               "",
                                               open,
                                               run_toi,
                                               release};
const cast_contender BUILT(cast_box2d3_shape) = {BUILT_NAME("box2d3-shape"),
                                                 BUILT_SHOWN("Box2D v3", "'s b2ShapeCast"),
                                                 2,
                                                 false,
                                                 true,
                                                 false,
                                                 "",
                                                 open,
                                                 run_shape,
                                                 release};
const cast_contender BUILT(cast_box2d3_ray) = {BUILT_NAME("box2d3-ray"),
                                               BUILT_SHOWN("Box2D v3", "'s ray casts"),
                                               2,
                                               true,
                                               false,
                                               false,
                                               "9",
                                               open,
                                               run_ray,
                                               release};

// ---------------------------------------------------------------- rays against a map

typedef struct ray_world {
  const ray_map* map;
  b2WorldId world;
} ray_world;

static void* open_rays(const ray_map* map, uint32_t isa, double* built) {
  ray_world* self = claim(1, sizeof *self);
  const b2WorldDef def = b2DefaultWorldDef();
  (void)isa, (void)built;
  self->map = map;
  self->world = b2CreateWorld(&def);
  for (uint32_t i = 0; i < map->count; i++) {
    const float *pose = map->pose[i], *half = map->half[i];
    b2BodyDef body = b2DefaultBodyDef();
    b2ShapeDef shape = b2DefaultShapeDef();
    body.position = (b2Vec2){pose[0], pose[1]};
    body.rotation = (b2Rot){pose[2], pose[3]};
    const b2BodyId id = b2CreateBody(self->world, &body);
    shape.userData = (void*)(uintptr_t)i;
    if (half[1] == 0) {
      const b2Circle circle = {{0, 0}, half[0]};
      b2CreateCircleShape(id, &shape, &circle);
    } else {
      const b2Polygon polygon = b2MakeBox(half[0], half[1]);
      b2CreatePolygonShape(id, &shape, &polygon);
    }
  }
  b2World_RebuildStaticTree(self->world);
  return self;
}

static void run_rays(void* pointer, ray_hit* hit) {
  const ray_world* self = pointer;
  for (uint32_t i = 0; i < RAYS; i++) {
    const float *start = self->map->start[i], *way = self->map->way[i];
    const b2RayResult out = b2World_CastRayClosest(self->world, (b2Vec2){start[0], start[1]}, (b2Vec2){way[0], way[1]},
                                                   b2DefaultQueryFilter());
    hit[i] = (ray_hit){NO_HIT, 2};
    if (out.hit) hit[i] = (ray_hit){(uint32_t)(uintptr_t)b2Shape_GetUserData(out.shapeId), out.fraction};
  }
}

const ray_contender BUILT(box2d3_rays) = {BUILT_NAME("box2d-v3"), BUILT_SHOWN("Box2D v3", "'s b2World_CastRayClosest"),
                                          1000000, open_rays, run_rays};

// ---------------------------------------------------------------- by its tree alone

// Shapes are where their bodies are, so that a ray is not brought into the frame of each.
typedef struct ray_tree {
  const ray_map* map;
  b2DynamicTree tree;
  b2Polygon* polygon;
} ray_tree;

static b2Circle circle_of(const ray_map* map, uint32_t i) {
  return (b2Circle){{map->pose[i][0], map->pose[i][1]}, map->half[i][0]};
}

static void* open_tree(const ray_map* map, uint32_t isa, double* built) {
  ray_tree* self = claim(1, sizeof *self);
  (void)isa;
  self->map = map;
  self->polygon = claim(map->count, sizeof *self->polygon);
  const double begin = clock_seconds(OF_THREAD);
  self->tree = b2DynamicTree_Create((int)map->count);
  for (uint32_t i = 0; i < map->count; i++) {
    const float *pose = map->pose[i], *half = map->half[i];
    const b2Circle circle = circle_of(map, i);
    const bool is_box = half[1] > 0;
    if (is_box) self->polygon[i] = b2MakeOffsetBox(half[0], half[1], circle.center, (b2Rot){pose[2], pose[3]});
    const b2AABB bounds = is_box ? b2ComputePolygonAABB(&self->polygon[i], b2Transform_identity)
                                 : b2ComputeCircleAABB(&circle, b2Transform_identity);
    b2DynamicTree_CreateProxy(&self->tree, bounds, 1, i);
  }
  b2DynamicTree_Rebuild(&self->tree, true);
  *built = clock_seconds(OF_THREAD) - begin;
  return self;
}

typedef struct ray_search {
  const ray_tree* of;
  ray_hit hit;
} ray_search;

static float meet_shape(const b2RayCastInput* ray, int proxy, uint64_t body, void* context) {
  ray_search* search = context;
  const ray_map* map = search->of->map;
  const b2Circle circle = circle_of(map, (uint32_t)body);
  const b2CastOutput out =
      map->half[body][1] > 0 ? b2RayCastPolygon(&search->of->polygon[body], ray) : b2RayCastCircle(&circle, ray);
  (void)proxy;
  if (!out.hit) return ray->maxFraction;
  search->hit = (ray_hit){(uint32_t)body, out.fraction};
  return out.fraction;
}

static void run_tree(void* pointer, ray_hit* hit) {
  const ray_tree* self = pointer;
  for (uint32_t i = 0; i < RAYS; i++) {
    const float *start = self->map->start[i], *way = self->map->way[i];
    const b2RayCastInput ray = {{start[0], start[1]}, {way[0], way[1]}, 1};
    ray_search search = {self, {NO_HIT, 2}};
    b2DynamicTree_RayCast(&self->tree, &ray, 1, meet_shape, &search);
    hit[i] = search.hit;
  }
}

const ray_contender BUILT(box2d3_tree_rays) = {
    BUILT_NAME("box2d-v3-tree"), BUILT_SHOWN("Box2D v3", "'s b2DynamicTree_RayCast"), 1000000, open_tree, run_tree};
