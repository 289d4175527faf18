// Bullet 3.24 (float) as a contender, in its two public forms that work on a pair of convex shapes without a world:
//   bullet           btGjkEpaSolver2::Distance, cold from the line of centres, warm from the last normal. For contacts
//                    Penetration too, first where most pairs overlap, else where Distance finds that the cores do. It
//                    gives one point: there is no manifold but what users gather over frames
//   bullet-detector  btGjkPairDetector without a penetration solver. Whatever axis it is given, it starts from its own:
//                    there is no warm start. For contacts with btGjkEpaPenetrationDepthSolver, up to the breaking
//                    threshold; two boxes go to btBoxBoxDetector, which gives a manifold where they overlap
// Its shapes have margins: spheres and capsules are all margin, and for all others it is set to the rounding radius,
// which is 0 in every scene but could not be for a box. Distance leaves margins out, so they are taken off here.
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <memory>
#include <vector>

#include "bullet_shapes.hh"
#include "rival.h"
#include "scenes3.h"

namespace {

struct Prototype {
  std::unique_ptr<btConvexShape> shape;
  btScalar margin;
};

struct Bullet {
  const scene3* scene;
  std::vector<Prototype> prototype;
  btAlignedObjectArray<btTransform> transform;
  btAlignedObjectArray<btVector3> guess;  // empty: cold; per pair: zero, or where to start
};

void Follow(void* pointer) {
  Bullet* self = static_cast<Bullet*>(pointer);
  const scene3* scene = self->scene;
  for (uint32_t i = 0; i < scene->body_count; i++) {
    const float* p = scene->pose[i];
    self->transform[static_cast<int>(i)] =
        btTransform(btQuaternion(p[3], p[4], p[5], p[6]), btVector3(p[0], p[1], p[2]));
  }
  for (int i = 0; i < self->guess.size(); i++) {
    if (scene->replaced[i]) self->guess[i].setZero();
  }
}

void Restart(void* pointer) {
  Bullet* self = static_cast<Bullet*>(pointer);
  for (int i = 0; i < self->guess.size(); i++) self->guess[i].setZero();
}

void* Open(const setup* how) {
  const auto* scene = static_cast<const scene3*>(how->scene);
  std::unique_ptr<Bullet> self(new Bullet);
  self->scene = scene;
  self->prototype.resize(scene->shape_count);
  for (uint32_t i = 0; i < scene->shape_count; i++) {
    Prototype* prototype = &self->prototype[i];
    prototype->shape.reset(NewShape(scene->defs[i]));
    if (!prototype->shape) return nullptr;
    if (prototype->shape->getShapeType() != SPHERE_SHAPE_PROXYTYPE &&
        prototype->shape->getShapeType() != CAPSULE_SHAPE_PROXYTYPE) {
      prototype->shape->setMargin(scene->defs[i].radius);
    }
    prototype->margin = scene->defs[i].radius;
  }
  self->transform.resize(static_cast<int>(scene->body_count), btTransform::getIdentity());
  if (how->warm) self->guess.resize(static_cast<int>(scene->pair_count), btVector3(0, 0, 0));
  Follow(self.get());
  Restart(self.get());
  return self.release();
}

// A pair as both forms need it.
struct Pair {
  const Prototype &a, &b;
  const btTransform &at, &bt;
};

inline Pair PairOf(const Bullet* self, uint32_t i) {
  const scene3* scene = self->scene;
  const uint32_t a = scene->a[i], b = scene->b[i];
  return {self->prototype[scene->shape[a]], self->prototype[scene->shape[b]], self->transform[static_cast<int>(a)],
          self->transform[static_cast<int>(b)]};
}

inline void PutPoint(float* point, const btVector3& v) {
  point[0] = v.x();
  point[1] = v.y();
  point[2] = v.z();
}

// ---- btGjkEpaSolver2 ----

inline btVector3 GuessOf(const Bullet* self, uint32_t i, const Pair& p) {
  const bool warm = self->guess.size() > 0 && self->guess[static_cast<int>(i)].length2() > 0;
  return warm ? self->guess[static_cast<int>(i)] : (p.at.getOrigin() - p.bt.getOrigin()) * p.at.getBasis();
}

inline void KeepGuess(Bullet* self, uint32_t i, bool found, const btGjkEpaSolver2::sResults& results) {
  if (self->guess.size() > 0) self->guess[static_cast<int>(i)] = found ? results.normal : btVector3(0, 0, 0);
}

// The cores' distance; false where they overlap.
inline bool Solve(Bullet* self, uint32_t i, const Pair& p, btGjkEpaSolver2::sResults* results) {
  const btVector3 guess = GuessOf(self, i, p);
  const bool apart = btGjkEpaSolver2::Distance(p.a.shape.get(), p.at, p.b.shape.get(), p.bt, guess, *results);
  KeepGuess(self, i, apart, *results);
  return apart;
}

// Calls write(pair, its shapes and poses, whether it is apart, what was found) for every pair.
template <typename Write>
void SolveAll(Bullet* self, const Write& write) {
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    const Pair p = PairOf(self, i);
    btGjkEpaSolver2::sResults results;
    const bool apart = Solve(self, i, p, &results) && !(results.distance <= p.a.margin + p.b.margin);
    write(i, p, apart, results);
  }
}

void Distance(void* pointer, const answers* to) {
  SolveAll(static_cast<Bullet*>(pointer),
           [to](uint32_t i, const Pair& p, bool apart, const btGjkEpaSolver2::sResults& results) {
             to->distance[i] = apart ? results.distance - (p.a.margin + p.b.margin) : 0;
             if (!apart) return;
             const btVector3 normal = (results.witnesses[0] - results.witnesses[1]) / results.distance;
             PutPoint(to->point_a + 3 * i, results.witnesses[0] - normal * p.a.margin);
             PutPoint(to->point_b + 3 * i, results.witnesses[1] + normal * p.b.margin);
           });
}

void Overlap(void* pointer, const answers* to) {
  SolveAll(static_cast<Bullet*>(pointer), [to](uint32_t i, const Pair&, bool apart, const auto&) {
    to->overlapping[i] = !apart;
  });
}

// The cores' signed distance; false where none is found.
inline bool SolveSigned(Bullet* self, uint32_t i, const Pair& p, btGjkEpaSolver2::sResults* results) {
  const btConvexShape *a = p.a.shape.get(), *b = p.b.shape.get();
  const btVector3 guess = GuessOf(self, i, p);
  bool found;
  if (self->scene->overlap_share > 0.5) {
    found = btGjkEpaSolver2::Penetration(a, p.at, b, p.bt, guess, *results, false) ||
            btGjkEpaSolver2::Distance(a, p.at, b, p.bt, guess, *results);
  } else {
    found = btGjkEpaSolver2::SignedDistance(a, p.at, b, p.bt, guess, *results);
  }
  KeepGuess(self, i, found, *results);
  return found;
}

inline void PutContact(uint32_t i, const answers* to, btScalar distance, const btVector3& normal,
                       const btVector3& on_a, const btVector3& on_b) {
  to->distance[i] = distance;
  PutPoint(to->normal + 3 * i, normal);
  PutPoint(to->point_a + 3 * i, on_a);
  PutPoint(to->point_b + 3 * i, on_b);
}

void Depth(void* pointer, const answers* to) {
  Bullet* self = static_cast<Bullet*>(pointer);
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    const Pair p = PairOf(self, i);
    btGjkEpaSolver2::sResults results;
    if (!SolveSigned(self, i, p, &results)) {
      to->distance[i] = INFINITY;
      continue;
    }
    const btVector3 normal = p.at.getBasis() * -results.normal;  // which is local to A
    PutContact(i, to, results.distance - p.a.margin - p.b.margin, normal,
               results.witnesses[0] + normal * p.a.margin, results.witnesses[1] - normal * p.b.margin);
  }
}

void Contact(void* pointer, const answers* to) {
  Depth(pointer, to);
  for (uint32_t i = 0; i < static_cast<Bullet*>(pointer)->scene->pair_count; i++) {
    put_one_point(to, i, CONTACT_REACH);
  }
}

// ---- btGjkPairDetector ----

// Up to a distance. Without a solver nothing is found where the cores overlap.
inline void Detect(const Pair& p, btScalar most, btVoronoiSimplexSolver* simplex,
                   btConvexPenetrationDepthSolver* solver, btPointCollector* found) {
  btGjkPairDetector detector(p.a.shape.get(), p.b.shape.get(), p.a.shape->getShapeType(), p.b.shape->getShapeType(),
                             p.a.margin, p.b.margin, simplex, solver);
  btGjkPairDetector::ClosestPointInput input;
  input.m_transformA = p.at;
  input.m_transformB = p.bt;
  if (most < BT_LARGE_FLOAT) input.m_maximumDistanceSquared = most * most;
  detector.getClosestPointsNonVirtual(input, *found, nullptr);
}

// Calls write(pair, what was found) for every pair.
template <typename Write>
void DetectAll(const Bullet* self, const Write& write) {
  btVoronoiSimplexSolver simplex;
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    btPointCollector found;
    Detect(PairOf(self, i), BT_LARGE_FLOAT, &simplex, nullptr, &found);
    write(i, found);
  }
}

void DistanceByDetector(void* pointer, const answers* to) {
  DetectAll(static_cast<const Bullet*>(pointer), [to](uint32_t i, const btPointCollector& found) {
    const bool apart = found.m_hasResult && found.m_distance > 0;
    to->distance[i] = apart ? found.m_distance : 0;
    if (!apart) return;
    PutPoint(to->point_a + 3 * i, found.m_pointInWorld + found.m_normalOnBInWorld * found.m_distance);
    PutPoint(to->point_b + 3 * i, found.m_pointInWorld);
  });
}

void OverlapByDetector(void* pointer, const answers* to) {
  DetectAll(static_cast<const Bullet*>(pointer), [to](uint32_t i, const btPointCollector& found) {
    to->overlapping[i] = !found.m_hasResult || found.m_distance <= 0;
  });
}

// What btBoxBoxDetector finds: the contact of its deepest point, and all points where a manifold is queried.
struct BoxContact : public btDiscreteCollisionDetectorInterface::Result {
  uint32_t pair;
  const answers* to;
  lgjk_manifold3* manifold;  // NULL: not queried
  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3& normal_on_b, const btVector3& on_b, btScalar separation) override {
    const btVector3 on_a = on_b + normal_on_b * separation;
    if (separation < to->distance[pair]) PutContact(pair, to, separation, -normal_on_b, on_a, on_b);
    if (!manifold) return;
    for (int k = 0; k < 3; k++) manifold->normal[k] = -normal_on_b[k];
    lgjk_manifold_point3* point = &manifold->points[manifold->count++];
    PutPoint(point->position, btScalar(0.5) * (on_a + on_b));
    point->separation = separation;
  }
};

inline void DetectBoxes(const Pair& p, uint32_t i, const answers* to, bool manifolds) {
  btBoxBoxDetector detector(static_cast<const btBoxShape*>(p.a.shape.get()),
                            static_cast<const btBoxShape*>(p.b.shape.get()));
  btGjkPairDetector::ClosestPointInput input;
  input.m_transformA = p.at;
  input.m_transformB = p.bt;
  BoxContact contact;
  contact.pair = i;
  contact.to = to;
  contact.manifold = manifolds ? manifold3_of(to, i) : nullptr;
  if (manifolds) contact.manifold->count = 0;
  detector.getClosestPoints(input, contact, nullptr);
}

inline bool IsBox(const Prototype& prototype) { return prototype.shape->getShapeType() == BOX_SHAPE_PROXYTYPE; }

template <bool manifolds>
void ContactsByDetector(void* pointer, const answers* to) {
  const Bullet* self = static_cast<const Bullet*>(pointer);
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver solver;
  for (uint32_t i = 0; i < self->scene->pair_count; i++) {
    const Pair p = PairOf(self, i);
    to->distance[i] = INFINITY;
    if (IsBox(p.a) && IsBox(p.b)) {
      DetectBoxes(p, i, to, manifolds);
      continue;
    }
    btPointCollector found;
    Detect(p, p.a.margin + p.b.margin + gContactBreakingThreshold, &simplex, &solver, &found);
    const btVector3 &normal_on_b = found.m_normalOnBInWorld, &on_b = found.m_pointInWorld;
    if (found.m_hasResult) {
      PutContact(i, to, found.m_distance, -normal_on_b, on_b + normal_on_b * found.m_distance, on_b);
    }
    if (manifolds) put_one_point(to, i, CONTACT_REACH);
  }
}

constexpr implementation MakeSolver() {
  implementation c = MakeRival({Open, Delete<Bullet>, Restart, Follow}, {Distance, Overlap, Contact, Depth},
                               FOLLOWS_REPLACEMENT | HAS_WARM_START | HAS_WARM_CONTACT);
  c.misjudges_contacts = 0.005f;
  c.misses_depths = 0.01f;  // of hulls
  return c;
}

constexpr implementation MakeDetector() {
  implementation c = MakeRival({Open, Delete<Bullet>, nullptr, Follow},
                               {DistanceByDetector, OverlapByDetector, ContactsByDetector<true>,
                                ContactsByDetector<false>},
                               FOLLOWS_REPLACEMENT);
  c.misjudges = 0.05f;  // overlaps that are shallow count as apart
  c.misjudges_contacts = 0.002f;
  c.misses_depths = 0.09f;  // of boxes: it prefers faces to edges; 0.01 of others
  return c;
}

}  // namespace

extern "C" const implementation contender3_bullet = MakeSolver();
extern "C" const implementation contender3_bullet_detector = MakeDetector();
