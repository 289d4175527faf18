// lanegjk for C++20: shape sets that own themselves, views of your own structs, spans whose lengths are checked, errors
// as exceptions. It is a thin layer over the headers of C, which are the specification; all of their calls work on what
// bodies(), pairs() and the structs are. Each function throws lanegjk::error where C returns a code, and
// std::length_error where an array is too short.
// SPDX-License-Identifier: MIT
#ifndef LANEGJK_HPP
#define LANEGJK_HPP

#include <lanegjk/lanegjk.h>
#include <lanegjk/lanegjk3.h>

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

namespace lanegjk {

// What a call was refused for: LGJK_ERROR_*, and the index that the header of the call names.
struct error : std::runtime_error {
  explicit error(const lgjk_error& e) : std::runtime_error(e.text), code(e.code), index(e.index) {}
  std::int32_t code;
  std::uint64_t index;
};

// A struct of C, with struct_size set and zero in every other member.
template <class Struct>
Struct made() {
  Struct s{};
  s.struct_size = sizeof s;
  return s;
}

// Calls f(lgjk_error*), and throws what it returns unless that is LGJK_OK.
template <class F>
void check(F&& f) {
  auto e = made<lgjk_error>();
  if (f(&e) != LGJK_OK) throw error(e);
}

// What differs between the dimensions.
template <int Dim>
struct dimension;

#define LANEGJK_DIMENSION(dim, pose_floats)                                           \
  template <>                                                                         \
  struct dimension<dim> {                                                             \
    using shape_def = lgjk_shape##dim##_def;                                          \
    using shapes = lgjk_shapes##dim;                                                  \
    using bodies = lgjk_bodies##dim;                                                  \
    static constexpr std::size_t pose_size = pose_floats * sizeof(float);             \
    static constexpr auto create = lgjk_shapes##dim##_create;                         \
    static constexpr auto destroy = lgjk_shapes##dim##_destroy;                       \
    static constexpr auto overlap = lgjk_overlap##dim, distance = lgjk_distance##dim; \
    static constexpr auto contact = lgjk_contact##dim;                                \
  };
LANEGJK_DIMENSION(2, 4)
LANEGJK_DIMENSION(3, 7)
#undef LANEGJK_DIMENSION

// A shape set. It can be moved, and not be copied.
template <int Dim>
class shapes {
 public:
  explicit shapes(std::span<const typename dimension<Dim>::shape_def> defs) {
    check([&](lgjk_error* e) {
      typename dimension<Dim>::shapes* made_set = nullptr;
      const auto code =
          dimension<Dim>::create(defs.data(), static_cast<std::uint32_t>(defs.size()), nullptr, &made_set, e);
      set_.reset(made_set);
      return code;
    });
  }
  const typename dimension<Dim>::shapes* get() const noexcept { return set_.get(); }

 private:
  struct destroy {
    void operator()(typename dimension<Dim>::shapes* set) const noexcept { dimension<Dim>::destroy(set); }
  };
  std::unique_ptr<typename dimension<Dim>::shapes, destroy> set_;
};

// A view over structs of your own: bodies<2>(shapes, all, &Body::shape, &Body::pose), and &Body::radius where each body
// has its own. Shape is an unsigned number of 32 bits, pose four floats (in 3D seven). The structs have to stay.
template <int Dim, class Body, class Shape, class Pose>
typename dimension<Dim>::bodies bodies(const shapes<Dim>& set, std::span<Body> all,
                                       Shape std::remove_const_t<Body>::*shape, Pose std::remove_const_t<Body>::*pose,
                                       float std::remove_const_t<Body>::*radius = nullptr) {
  static_assert(sizeof(Shape) == 4 && sizeof(Pose) == dimension<Dim>::pose_size && sizeof(Body) % 4 == 0);
  auto view = made<typename dimension<Dim>::bodies>();
  view.count = static_cast<std::uint32_t>(all.size());
  view.shapes = set.get();
  view.shape_stride = view.pose_stride = view.radius_stride = sizeof(Body);
  if (all.empty()) return view;
  view.shape = reinterpret_cast<const std::uint32_t*>(&(all[0].*shape));
  view.pose = reinterpret_cast<const float*>(&(all[0].*pose));
  if (radius != nullptr) view.radius = &(all[0].*radius);
  return view;
}

struct pair {
  std::uint32_t a, b;
};

inline lgjk_pairs pairs(std::span<const pair> all) {
  auto view = made<lgjk_pairs>();
  view.stride = sizeof(pair);
  view.count = all.size();
  if (!all.empty()) view.a = &all[0].a, view.b = &all[0].b;
  return view;
}

// Arrays that a query fills; one that is empty is not wanted. Vectors have two floats for each pair, in 3D three.
template <int Dim>
struct results {
  std::span<std::uint8_t> status{}, iterations{};
  std::span<float> distance{};
  std::span<float[Dim]> point_a{}, point_b{}, normal{};

  lgjk_results checked(std::uint64_t count) const {
    auto view = made<lgjk_results>();
    take(view.status, status, count);
    take(view.iterations, iterations, count);
    take(view.distance, distance, count);
    take(view.point_a, point_a, count);
    take(view.point_b, point_b, count);
    take(view.normal, normal, count);
    return view;
  }

 private:
  template <class To, class From>
  static void take(To*& to, std::span<From> from, std::uint64_t count) {
    if (from.empty()) return;
    if (from.size() < count) throw std::length_error("lanegjk: an array of results is shorter than the list of pairs");
    to = reinterpret_cast<To*>(from.data());
  }
};

// Asks a query of C about all pairs: ask<2>(lgjk_distance2, a, b, pairs(list), {.distance = d}). `warm`: a record for
// each pair, or none.
template <int Dim>
void ask(decltype(dimension<Dim>::distance) query, const typename dimension<Dim>::bodies& a,
         const typename dimension<Dim>::bodies& b, const lgjk_pairs& list, const results<Dim>& out,
         std::span<lgjk_warm> warm = {}, const lgjk_options* options = nullptr) {
  if (!warm.empty() && warm.size() < list.count) throw std::length_error("lanegjk: fewer records than pairs");
  const auto wanted = out.checked(list.count);
  check([&](lgjk_error* e) {
    return query(&a, &b, &list, warm.empty() ? nullptr : warm.data(), 0, list.count, &wanted, options, e);
  });
}

} // namespace lanegjk

#endif
