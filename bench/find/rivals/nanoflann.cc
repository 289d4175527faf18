// nanoflann: a k-d tree of the positions, rebuilt in each tick, with its leaves of 10 points. A body is its own
// nearest, so that one more is searched for.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>

#include <nanoflann.hpp>

#include "contender.h"

namespace {

struct points {
  const moving* scene;
  std::size_t kdtree_get_point_count() const { return scene->count; }
  float kdtree_get_pt(uint32_t body, std::size_t k) const { return moving_place(scene, body)[k]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

template <int Dim>
using tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, points>, points, Dim, uint32_t>;

void* open(find_setup* setup) { return new points{setup->scene}; }

template <int Dim>
void tick(void* self, find_answers* answers) {
  const auto* all = static_cast<points*>(self);
  const tree<Dim> index(Dim, *all);
  for (uint32_t i = 0; i < all->scene->count; ++i) {
    uint32_t found[NEAR_COUNT + 1];
    float squared[NEAR_COUNT + 1];
    const std::size_t count = index.knnSearch(moving_place(all->scene, i), NEAR_COUNT + 1, found, squared);
    uint32_t* to = answers->nearest + std::size_t{NEAR_COUNT} * i;
    float* far = answers->distance + std::size_t{NEAR_COUNT} * i;
    for (std::size_t k = 0, kept = 0; k < count && kept < NEAR_COUNT; ++k) {
      if (found[k] == i) continue;
      to[kept] = found[k];
      far[kept++] = std::sqrt(squared[k]);
    }
  }
}

} // namespace

extern "C" const find_contender near_nanoflann2 = {"nanoflann", "nanoflann", IN_2D | NEAREST, open, tick<2>};
extern "C" const find_contender near_nanoflann3 = {"nanoflann", "nanoflann", IN_3D | NEAREST, open, tick<3>};
