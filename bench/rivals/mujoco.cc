// MuJoCo's GJK and EPA as a contender: mjc_ccd, which its collisions and mj_geomDistance end in, with a tolerance and
// iterations as its models have them by default, in double. Objects are made once for each body by mjc_initCCDObj; the
// vertices that they remember are forgotten before each pair, as MuJoCo does, which has no warm start. Contacts are one
// point: the clipping that gives more needs the polygons of its own mesh compiler, and is not
// called. Two boxes have another function for contacts, and balls and capsules have closed forms: scenes of these are
// left out. Edges of hulls, which it climbs from 10 vertices on, are found by Bullet's hull computer beforehand.
#include <LinearMath/btConvexHullComputer.h>
#include <mujoco/mujoco.h>

#include <engine/engine_collision_gjk.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "rival.h"
#include "scenes3.h"

namespace {

constexpr int kIterations = 35; // its defaults
constexpr mjtNum kTolerance = 1e-6;

// The part of a model that objects point to.
struct Meshes {
  std::vector<float> vertices;
  std::vector<int> graph, extrema, graph_at, vertex_at, vertex_count, zeros;
};

struct MuJoCo {
  const scene3* scene;
  Meshes meshes;
  mutable std::vector<mjCCDObj> object; // per body; queries remember vertices there
  mutable std::vector<mjtNum> buffer;
};

// ---- shapes ----

// Its format: counts of vertices and faces, where the neighbours of each vertex begin, the vertices' numbers, and their
// neighbours, each list with -1 at its end.
void AddGraph(const lgjk_shape3_def& def, Meshes* to) {
  btConvexHullComputer hull;
  hull.compute(def.points, 3 * sizeof(float), static_cast<int>(def.point_count), 0, 0);
  const int count = hull.vertices.size();
  std::vector<int> begin(static_cast<size_t>(count)), neighbours;
  std::vector<std::vector<int>> of(static_cast<size_t>(count));
  for (int i = 0; i < hull.edges.size(); i++) {
    of[static_cast<size_t>(hull.edges[i].getSourceVertex())].push_back(hull.edges[i].getTargetVertex());
  }
  for (size_t i = 0; i < of.size(); i++) {
    begin[i] = static_cast<int>(neighbours.size());
    neighbours.insert(neighbours.end(), of[i].begin(), of[i].end());
    neighbours.push_back(-1);
  }
  to->graph.push_back(count);
  to->graph.push_back(0);
  to->graph.insert(to->graph.end(), begin.begin(), begin.end());
  for (int i = 0; i < count; i++) to->graph.push_back(hull.original_vertex_index[i]);
  to->graph.insert(to->graph.end(), neighbours.begin(), neighbours.end());
  // Where climbing starts: the farthest vertices to 27 sides.
  for (int k = 0; k < 27; k++) {
    const float x = static_cast<float>(k / 9 - 1), y = static_cast<float>(k / 3 % 3 - 1),
                z = static_cast<float>(k % 3 - 1);
    float most = -INFINITY;
    int farthest = 0;
    for (int i = 0; i < count; i++) {
      const float* p = def.points + 3 * hull.original_vertex_index[i];
      const float along = x * p[0] + y * p[1] + z * p[2];
      if (along > most) farthest = i;
      if (along > most) most = along;
    }
    to->extrema.push_back(farthest);
  }
}

void AddMesh(const lgjk_shape3_def& def, Meshes* to) {
  const bool climbs = def.kind == LGJK_SHAPE3_POINTS && def.point_count >= mjMESH_HILLCLIMB_MIN;
  to->vertex_at.push_back(static_cast<int>(to->vertices.size() / 3));
  to->vertex_count.push_back(static_cast<int>(def.point_count));
  to->graph_at.push_back(climbs ? static_cast<int>(to->graph.size()) : -1);
  to->zeros.push_back(0);
  if (def.point_count > 0) to->vertices.insert(to->vertices.end(), def.points, def.points + 3 * def.point_count);
  if (climbs) {
    AddGraph(def, to);
  } else {
    to->extrema.resize(to->extrema.size() + 27);
  }
}

// ---- life ----

void Follow(void* pointer) {
  const MuJoCo* self = static_cast<const MuJoCo*>(pointer);
  for (uint32_t i = 0; i < self->scene->body_count; i++) {
    const float* p = self->scene->pose[i];
    const mjtNum x = mjtNum{p[3]}, y = mjtNum{p[4]}, z = mjtNum{p[5]}, w = mjtNum{p[6]};
    const mjtNum turn[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                            2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                            2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    for (int k = 0; k < 3; k++) self->object[i].pos[k] = mjtNum{p[k]};
    std::memcpy(self->object[i].mat, turn, sizeof turn);
  }
}

void* Open(const setup* how) {
  const auto* scene = static_cast<const scene3*>(how->scene);
  std::unique_ptr<MuJoCo> self(new MuJoCo);
  Meshes* meshes = &self->meshes;
  self->scene = scene;
  for (uint32_t i = 0; i < scene->shape_count; i++) AddMesh(scene->defs[i], meshes);
  // One geometry, which is each body in turn.
  std::unique_ptr<mjModel> model(new mjModel());
  std::unique_ptr<mjData> data(new mjData());
  mjtNum size[3] = {}, pose[9] = {};
  int type = 0, mesh = 0;
  model->geom_size = size;
  model->geom_type = &type;
  model->geom_dataid = &mesh;
  model->mesh_vert = meshes->vertices.data();
  model->mesh_vertadr = meshes->vertex_at.data();
  model->mesh_vertnum = meshes->vertex_count.data();
  model->mesh_graph = meshes->graph.data();
  model->mesh_graphadr = meshes->graph_at.data();
  model->mesh_extrema = meshes->extrema.data();
  model->mesh_polyadr = model->mesh_polynum = meshes->zeros.data();
  data->geom_xpos = data->geom_xmat = pose;
  self->object.resize(scene->body_count);
  for (uint32_t i = 0; i < scene->body_count; i++) {
    const lgjk_shape3_def& def = scene->defs[scene->shape[i]];
    if (def.radius > 0 || (def.kind != LGJK_SHAPE3_BOX && def.kind != LGJK_SHAPE3_POINTS)) return nullptr;
    type = def.kind == LGJK_SHAPE3_BOX ? mjGEOM_BOX : mjGEOM_MESH;
    mesh = static_cast<int>(scene->shape[i]);
    for (int k = 0; k < 3; k++) size[k] = mjtNum{def.size[k]};
    mjc_initCCDObj(&self->object[i], model.get(), data.get(), 0, 0);
  }
  self->buffer.resize(mjc_ccdSize(0, 0, kIterations) / sizeof(mjtNum) + 1);
  Follow(self.get());
  return self.release();
}

// ---- queries ----

// As far as `reach`, and with `contacts` deep.
inline mjtNum Solve(const MuJoCo* self, uint32_t pair, mjtNum reach, int contacts, mjCCDStatus* status) {
  mjCCDObj *a = &self->object[self->scene->a[pair]], *b = &self->object[self->scene->b[pair]];
  mjCCDConfig config;
  config.max_iterations = kIterations;
  config.tolerance = kTolerance;
  config.max_contacts = contacts;
  config.dist_cutoff = reach;
  config.buffer = self->buffer.data();
  config.npolygonmax = config.nmeshdegmax = 0;
  a->vertindex = a->meshindex = b->vertindex = b->meshindex = -1;
  return mjc_ccd(&config, status, a, b);
}

void PutPoint(float* to, const mjtNum* from) {
  for (int k = 0; k < 3; k++) to[k] = static_cast<float>(from[k]);
}

void Distance(void* pointer, const answers* to) {
  const MuJoCo* self = static_cast<const MuJoCo*>(pointer);
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    mjCCDStatus status;
    const mjtNum distance = Solve(self, i, mjMAX_LIMIT, 0, &status);
    to->distance[i] = distance > 0 ? static_cast<float>(distance) : 0;
    to->iterations[i] = static_cast<uint8_t>(status.gjk_iterations);
    PutPoint(to->point_a + 3 * size_t{i}, status.x1);
    PutPoint(to->point_b + 3 * size_t{i}, status.x2);
  }
}

void Overlap(void* pointer, const answers* to) {
  const MuJoCo* self = static_cast<const MuJoCo*>(pointer);
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    mjCCDStatus status;
    to->overlapping[i] = Solve(self, i, 0, 0, &status) <= kTolerance;
    to->iterations[i] = static_cast<uint8_t>(status.gjk_iterations);
  }
}

template <bool manifolds>
void FindContacts(void* pointer, const answers* to) {
  const MuJoCo* self = static_cast<const MuJoCo*>(pointer);
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    mjCCDStatus status;
    const mjtNum distance = Solve(self, i, 0, 1, &status);
    to->distance[i] = INFINITY;
    if (distance < 0) {
      float normal[3], on_a[3], on_b[3];
      for (int k = 0; k < 3; k++) normal[k] = static_cast<float>((status.x2[k] - status.x1[k]) / distance);
      PutPoint(on_a, status.x1);
      PutPoint(on_b, status.x2);
      put_contact(to, i, 3, static_cast<float>(distance), normal, on_a, on_b);
    }
    if (manifolds) put_one_point(to, i, 0);
  }
}

constexpr implementation Make() {
  implementation c = MakeRival({Open, Delete<MuJoCo>, nullptr, Follow},
                               {Distance, Overlap, FindContacts<true>, FindContacts<false>}, FOLLOWS_REPLACEMENT);
  c.misses_depths = 0.005f; // of hulls of 256 vertices: its iterations end
  c.scenes = "1456789";
  return c;
}

} // namespace

extern "C" const implementation contender3_mujoco = Make();

extern "C" const char* mujoco_version(void) {
  static char text[32];
  std::snprintf(text, sizeof text, "%d.%d.%d", mjVERSION_HEADER / 1000000, mjVERSION_HEADER / 1000 % 1000,
                mjVERSION_HEADER % 1000);
  return text;
}
