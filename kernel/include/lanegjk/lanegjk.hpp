// lanegjk for C++20: shape sets, trees, finders and ticks that own their memory, views of your own structs, spans
// whose lengths are checked, errors as exceptions. It is a thin layer over the headers of C, which are the
// specification; all of their calls work on what bodies(), pairs() and the structs are. Each function throws
// lanegjk::error where C returns a code, and std::length_error where an array is too short. An object that owns memory
// serves one call at a time, except a tree and a shape set, which any number of threads may read.
// SPDX-License-Identifier: MIT
#ifndef LANEGJK_HPP
#define LANEGJK_HPP

#include <lanegjk/lanegjk.h>
#include <lanegjk/lanegjk3.h>
#include <lanegjk/lanegjk_cast.h>
#include <lanegjk/lanegjk_find.h>
#include <lanegjk/lanegjk_tick.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

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

#define LANEGJK_DIMENSION(dim, pose_floats)                                                                        \
  template <>                                                                                                      \
  struct dimension<dim> {                                                                                          \
    using shape_def = lgjk_shape##dim##_def;                                                                       \
    using shapes = lgjk_shapes##dim;                                                                               \
    using bodies = lgjk_bodies##dim;                                                                               \
    using target = lgjk_target##dim;                                                                               \
    using mass = lgjk_mass##dim;                                                                                   \
    using manifold = lgjk_manifold##dim;                                                                           \
    static constexpr std::size_t pose_size = pose_floats * sizeof(float);                                          \
    static constexpr auto manifolds = &lgjk_results::manifold##dim;                                                \
    static constexpr auto create = lgjk_shapes##dim##_create;                                                      \
    static constexpr auto destroy = lgjk_shapes##dim##_destroy;                                                    \
    static constexpr auto mass_of = lgjk_shapes##dim##_mass;                                                       \
    static constexpr auto overlap = lgjk_overlap##dim, distance = lgjk_distance##dim, contact = lgjk_contact##dim; \
    static constexpr auto add_positions = lgjk_add_positions##dim;                                                 \
    static constexpr auto find_scratch = lgjk_find_scratch##dim;                                                   \
    static constexpr auto find_pairs = lgjk_find_pairs##dim;                                                       \
    static constexpr auto tree_size = lgjk_tree_size##dim;                                                         \
    static constexpr auto tree_build = lgjk_tree_build##dim;                                                       \
    static constexpr auto tree_check = lgjk_tree_check##dim;                                                       \
    static constexpr auto tree_scratch = lgjk_tree_scratch##dim;                                                   \
    static constexpr auto tree_pairs = lgjk_tree_pairs##dim;                                                       \
    static constexpr auto near_scratch = lgjk_near_scratch##dim;                                                   \
    static constexpr auto nearest = lgjk_nearest##dim;                                                             \
    static constexpr auto within = lgjk_within##dim;                                                               \
    static constexpr auto within_shapes = lgjk_within_shapes##dim;                                                 \
    static constexpr auto nearest_shapes = lgjk_nearest_shapes##dim;                                               \
    static constexpr auto nearest_shapes_scratch = lgjk_nearest_shapes_scratch##dim;                               \
    static constexpr auto tick_size = lgjk_tick_size##dim;                                                         \
    static constexpr auto tick_begin = lgjk_tick_init##dim;                                                        \
    static constexpr auto tick_run = lgjk_tick_run##dim;                                                           \
    static constexpr auto tick_renumber = lgjk_tick_renumber##dim;                                                 \
    static constexpr auto tick_save = lgjk_tick_save##dim;                                                         \
    static constexpr auto tick_load = lgjk_tick_load##dim;                                                         \
    static constexpr auto push_apart = lgjk_push_apart##dim;                                                       \
    static constexpr auto cast = lgjk_cast##dim;                                                                   \
    static constexpr auto cast_against = lgjk_cast_against##dim;                                                   \
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
  // Mass, centre and inertia of a shape of density 1.
  typename dimension<Dim>::mass mass(std::uint32_t shape) const {
    auto found = made<typename dimension<Dim>::mass>();
    check([&](lgjk_error* e) { return dimension<Dim>::mass_of(set_.get(), shape, &found, e); });
    return found;
  }

 private:
  struct destroy {
    void operator()(typename dimension<Dim>::shapes* set) const noexcept { dimension<Dim>::destroy(set); }
  };
  std::unique_ptr<typename dimension<Dim>::shapes, destroy> set_;
};

// A view over structs of your own: bodies<2>(shapes, all, &Body::shape, &Body::pose), and &Body::radius where each body
// has its own, &Body::position where poses are relative to positions in double ("positions" in lanegjk.h). Shape is an
// unsigned number of 32 bits, pose four floats (in 3D seven), position two doubles (three). The structs have to stay.
template <int Dim, class Body, class Shape, class Pose, class Position = double[Dim]>
typename dimension<Dim>::bodies bodies(const shapes<Dim>& set, std::span<Body> all,
                                       Shape std::remove_const_t<Body>::*shape, Pose std::remove_const_t<Body>::*pose,
                                       float std::remove_const_t<Body>::*radius = nullptr,
                                       Position std::remove_const_t<Body>::*position = nullptr) {
  static_assert(sizeof(Shape) == 4 && sizeof(Pose) == dimension<Dim>::pose_size && sizeof(Body) % 4 == 0);
  static_assert(sizeof(Position) == Dim * sizeof(double));
  auto view = made<typename dimension<Dim>::bodies>();
  view.count = static_cast<std::uint32_t>(all.size());
  view.shapes = set.get();
  view.shape_stride = view.pose_stride = view.radius_stride = view.position_stride = sizeof(Body);
  if (all.empty()) return view;
  view.shape = reinterpret_cast<const std::uint32_t*>(&(all[0].*shape));
  view.pose = reinterpret_cast<const float*>(&(all[0].*pose));
  if (radius != nullptr) view.radius = &(all[0].*radius);
  if (position != nullptr) view.position = reinterpret_cast<const double*>(&(all[0].*position));
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

// Checks that an array holds what is needed, and returns its address; nullptr where it is empty.
template <class To, class From>
To* room(std::span<From> array, std::uint64_t needed) {
  if (array.empty()) return nullptr;
  if (array.size() < needed) throw std::length_error("lanegjk: an array is shorter than the call needs");
  return reinterpret_cast<To*>(array.data());
}

// Arrays that a query fills; one that is empty is not written. Vectors have two floats for each pair, in 3D three.
template <int Dim>
struct results {
  std::span<std::uint8_t> status{}, iterations{};
  std::span<float> distance{};
  std::span<float[Dim]> point_a{}, point_b{}, normal{};
  std::span<typename dimension<Dim>::manifold> manifold{};

  lgjk_results checked(std::uint64_t count) const {
    auto view = made<lgjk_results>();
    view.status = room<std::uint8_t>(status, count);
    view.iterations = room<std::uint8_t>(iterations, count);
    view.distance = room<float>(distance, count);
    view.point_a = room<float>(point_a, count);
    view.point_b = room<float>(point_b, count);
    view.normal = room<float>(normal, count);
    view.*dimension<Dim>::manifolds = room<typename dimension<Dim>::manifold>(manifold, count);
    return view;
  }
};

// Adds the positions of the bodies of A to points of a query, which are relative to them.
template <int Dim>
void add_positions(const typename dimension<Dim>::bodies& a, const lgjk_pairs& list, std::span<const float[Dim]> points,
                   std::span<double[Dim]> out) {
  const auto* from = room<const float>(points, list.count);
  auto* to = room<double>(out, list.count);
  check([&](lgjk_error* e) {
    return dimension<Dim>::add_positions(&a, list.a, list.stride, from, 0, list.count, to, e);
  });
}

// Runs a query of C on all pairs: ask<2>(lgjk_distance2, a, b, pairs(list), {.distance = d}). `warm`: a record for
// each pair, or none.
template <int Dim>
void ask(decltype(dimension<Dim>::distance) query, const typename dimension<Dim>::bodies& a,
         const typename dimension<Dim>::bodies& b, const lgjk_pairs& list, const results<Dim>& out,
         std::span<lgjk_warm> warm = {}, const lgjk_options* options = nullptr) {
  lgjk_warm* records = room<lgjk_warm>(warm, list.count);
  const auto arrays = out.checked(list.count);
  check([&](lgjk_error* e) { return query(&a, &b, &list, records, 0, list.count, &arrays, options, e); });
}

// ---------------------------------------------------------------- memory

// Bytes at a multiple of 64, as scratch and trees require.
class memory {
 public:
  explicit memory(std::uint64_t size = 0) : size_(size) {
    if (size > 0) bytes_.reset(::operator new (static_cast<std::size_t>(size), std::align_val_t{64}));
  }
  void* get() const noexcept { return bytes_.get(); }
  std::uint64_t size() const noexcept { return size_; }

 private:
  struct release {
    void operator()(void* bytes) const noexcept { ::operator delete (bytes, std::align_val_t{64}); }
  };
  std::unique_ptr<void, release> bytes_;
  std::uint64_t size_;
};

// ---------------------------------------------------------------- trees

// The tree of a view's bodies: for pairs, for what is near, for casts, ticks and slides.
template <int Dim>
class tree {
 public:
  using bodies = typename dimension<Dim>::bodies;
  tree() = default;
  explicit tree(const bodies& all, const lgjk_tree_options* options = nullptr) { rebuild(all, options); }
  // A tree that was saved, of these bodies. All that a search relies on is checked.
  static tree load(const bodies& all, std::span<const std::uint8_t> saved) {
    tree loaded;
    loaded.memory_ = memory(saved.size());
    if (!saved.empty()) std::memcpy(loaded.memory_.get(), saved.data(), saved.size());
    loaded.bodies_ = all;
    if (loaded.info().bodies != all.count)
      throw std::length_error("lanegjk: the saved tree is not one of so many bodies");
    return loaded;
  }
  // Builds it again, of the same or other bodies, in its memory, which grows as needed. The view is copied; what it
  // points to has to stay where casts, slides, ticks or distances of shapes read it.
  void rebuild(const bodies& all, const lgjk_tree_options* options = nullptr) {
    const std::uint64_t size = dimension<Dim>::tree_size(all.count);
    if (size > memory_.size()) memory_ = memory(size);
    bodies_ = all;
    check([&](lgjk_error* e) { return dimension<Dim>::tree_build(&all, memory_.get(), memory_.size(), options, e); });
  }
  // Checks it, and returns what is known of it.
  lgjk_tree_info info() const {
    auto known = made<lgjk_tree_info>();
    check([&](lgjk_error* e) { return dimension<Dim>::tree_check(get(), size(), &known, e); });
    return known;
  }
  // Its bytes, to be stored: build it with LGJK_TREE_SEALED.
  std::span<const std::uint8_t> bytes() const { return {static_cast<const std::uint8_t*>(get()), info().bytes}; }
  const void* get() const noexcept { return memory_.get(); }
  std::uint64_t size() const noexcept { return memory_.size(); }
  std::uint32_t count() const noexcept { return bodies_.count; }
  // For calls that take targets. It is valid until the tree is moved, rebuilt or destroyed.
  typename dimension<Dim>::target target() const noexcept { return {&bodies_, get(), size()}; }

 private:
  bodies bodies_ = made<bodies>();
  memory memory_;
};

// One or several trees that a call searches: those of trees, or that of a tick. Bodies are numbered in one row.
template <int Dim>
class targets {
 public:
  using target = typename dimension<Dim>::target;
  targets(const tree<Dim>& one) : targets({one.target()}) {}
  targets(std::initializer_list<target> all) : targets(std::span<const target>(all.begin(), all.size())) {}
  explicit targets(std::span<const target> all) : count_(static_cast<std::uint32_t>(all.size())) {
    if (all.size() > LGJK_MAX_TARGETS) throw std::length_error("lanegjk: more than LGJK_MAX_TARGETS targets");
    for (std::size_t i = 0; i < all.size(); ++i) {
      all_[i] = all[i];
      if (all[i].bodies != nullptr) bodies_ += all[i].bodies->count;
    }
  }
  const target* get() const noexcept { return all_; }
  std::uint32_t count() const noexcept { return count_; }
  std::uint32_t bodies() const noexcept { return bodies_; }
  // The target that a number belongs to, and the number there.
  std::pair<std::uint32_t, std::uint32_t> which(std::uint32_t body) const {
    for (std::uint32_t i = 0; i < count_; ++i) {
      const std::uint32_t own = all_[i].bodies != nullptr ? all_[i].bodies->count : 0;
      if (body < own) return {i, body};
      body -= own;
    }
    return {count_, LGJK_NO_BODY};
  }

 private:
  target all_[LGJK_MAX_TARGETS] = {};
  std::uint32_t count_, bodies_ = 0;
};

// ---------------------------------------------------------------- pairs and what is near

// Finds candidate pairs, and pairs of what looks and what is near; its arrays grow as needed. The pairs that a call
// returns stay until the next call. list() has what else is known of the last call: bad_bodies, compared, cut.
template <int Dim>
class finder {
 public:
  using of = dimension<Dim>;
  using bodies = typename of::bodies;
  // The pairs of one view, or of one tree.
  lgjk_pairs among(const bodies& all, const lgjk_find_options* options = nullptr) {
    return pairs_of(all, nullptr, options);
  }
  lgjk_pairs among(const tree<Dim>& all, const lgjk_find_options* options = nullptr) {
    return pairs_of(all, nullptr, options);
  }
  // The pairs of a body of A and one of B.
  lgjk_pairs between(const bodies& a, const bodies& b, const lgjk_find_options* options = nullptr) {
    return pairs_of(a, &b, options);
  }
  lgjk_pairs between(const tree<Dim>& a, const tree<Dim>& b, const lgjk_find_options* options = nullptr) {
    return pairs_of(a, &b, options);
  }
  // The pairs of a point and a body whose position is within options.max_distance.
  lgjk_pairs within(std::span<const float[Dim]> points, const targets<Dim>& among, const lgjk_near_options& options) {
    const auto count = static_cast<std::uint32_t>(points.size());
    return near(count, [&](lgjk_pair_list* list, float* distance, lgjk_error* e) {
      return of::within(reinterpret_cast<const float*>(points.data()), count, among.get(), among.count(), list,
                        distance, scratch_.get(), scratch_.size(), &options, e);
    });
  }
  // The pairs of a body and one whose shape is within options.max_distance of its shape.
  lgjk_pairs within_shapes(const bodies& a, const targets<Dim>& among, const lgjk_near_options& options) {
    return near(a.count, [&](lgjk_pair_list* list, float* distance, lgjk_error* e) {
      return of::within_shapes(&a, among.get(), among.count(), list, distance, scratch_.get(), scratch_.size(),
                               &options, e);
    });
  }
  // The distances of the pairs of the last within() or within_shapes().
  std::span<const float> distances() const noexcept {
    return std::span(distance_).first(distance_.empty() ? 0 : list_.count);
  }
  // How many bodies the last call left out.
  std::uint64_t bad_bodies() const noexcept { return list_.bad_bodies; }
  const lgjk_pair_list& list() const noexcept { return list_; }

 private:
  lgjk_pairs pairs_of(const bodies& a, const bodies* b, const lgjk_find_options* options) {
    const auto scratch = [&](std::uint64_t room) { return of::find_scratch(a.count, b ? b->count : 0, room); };
    return find(4 * std::uint64_t{a.count} + 16, scratch, [&](lgjk_pair_list* list, lgjk_error* e) {
      return of::find_pairs(&a, b, list, scratch_.get(), scratch_.size(), options, e);
    });
  }
  lgjk_pairs pairs_of(const tree<Dim>& a, const tree<Dim>* b, const lgjk_find_options* options) {
    const auto scratch = [&](std::uint64_t room) { return of::tree_scratch(a.count(), room); };
    return find(4 * std::uint64_t{a.count()} + 16, scratch, [&](lgjk_pair_list* list, lgjk_error* e) {
      return of::tree_pairs(a.get(), a.size(), b ? b->get() : nullptr, b ? b->size() : 0, list, scratch_.get(),
                            scratch_.size(), options, e);
    });
  }
  template <class Call>
  lgjk_pairs near(std::uint32_t count, Call&& call) {
    const auto scratch = [&](std::uint64_t room) { return of::near_scratch(count, room); };
    return find(8 * std::uint64_t{count} + 16, scratch, [&](lgjk_pair_list* list, lgjk_error* e) {
      distance_.resize(list->capacity);
      return call(list, distance_.data(), e);
    });
  }
  template <class Scratch, class Call>
  lgjk_pairs find(std::uint64_t usual, Scratch&& scratch_for, Call&& call) {
    distance_.clear();
    for (std::uint64_t needed = a_.empty() ? usual : a_.size();;) {
      if (needed > a_.size()) a_.resize(needed), b_.resize(needed);
      const std::uint64_t size = scratch_for(std::uint64_t{a_.size()});
      if (size > scratch_.size()) scratch_ = memory(size);
      list_ = made<lgjk_pair_list>();
      list_.a = a_.data(), list_.b = b_.data(), list_.capacity = a_.size();
      auto e = made<lgjk_error>();
      const auto code = call(&list_, &e);
      if (code == LGJK_ERROR_CAPACITY && e.index > a_.size()) {
        needed = e.index;
        continue;
      }
      if (code != LGJK_OK) throw error(e);
      auto found = made<lgjk_pairs>();
      found.a = a_.data(), found.b = b_.data(), found.count = list_.count;
      return found;
    }
  }
  std::vector<std::uint32_t> a_, b_;
  std::vector<float> distance_;
  memory scratch_;
  lgjk_pair_list list_ = made<lgjk_pair_list>();
};

// Finds the k bodies whose positions are nearest to each point. `body` has k elements for each point, `distance` as
// many or none.
template <int Dim>
void nearest(std::span<const float[Dim]> points, const targets<Dim>& among, std::uint32_t k,
             std::span<std::uint32_t> body, std::span<float> distance = {},
             const lgjk_near_options* options = nullptr) {
  const auto count = static_cast<std::uint32_t>(points.size());
  const std::uint64_t needed = std::uint64_t{k} * count;
  if (body.size() < needed) throw std::length_error("lanegjk: `body` is shorter than k elements for each point");
  float* to = room<float>(distance, needed);
  const memory scratch(dimension<Dim>::near_scratch(count, 0));
  check([&](lgjk_error* e) {
    return dimension<Dim>::nearest(reinterpret_cast<const float*>(points.data()), count, among.get(), among.count(), k,
                                   body.data(), to, nullptr, scratch.get(), scratch.size(), options, e);
  });
}

// Finds the k bodies whose shapes are nearest to that of each body of A.
template <int Dim>
void nearest_shapes(const typename dimension<Dim>::bodies& a, const targets<Dim>& among, std::uint32_t k,
                    std::span<std::uint32_t> body, std::span<float> distance = {},
                    const lgjk_near_options* options = nullptr) {
  const std::uint64_t needed = std::uint64_t{k} * a.count;
  if (body.size() < needed) throw std::length_error("lanegjk: `body` is shorter than k elements for each body");
  float* to = room<float>(distance, needed);
  const memory scratch(dimension<Dim>::nearest_shapes_scratch(a.count, k, among.bodies()));
  check([&](lgjk_error* e) {
    return dimension<Dim>::nearest_shapes(&a, among.get(), among.count(), k, body.data(), to, nullptr, scratch.get(),
                                          scratch.size(), options, e);
  });
}

// ---------------------------------------------------------------- events

// Finds which pairs began and ceased to touch: lgjk_pair_events with an array of events that grows as needed.
inline void pair_events(const lgjk_touches& before, const lgjk_touches& now, std::span<const std::uint8_t> status,
                        std::span<const float> distance, float slop, std::vector<lgjk_event>& events,
                        const std::uint8_t* replaced_a = nullptr, const std::uint8_t* replaced_b = nullptr) {
  const std::uint64_t count = now.pairs != nullptr ? now.pairs->count : 0;
  if (status.size() < count) throw std::length_error("lanegjk: `status` is shorter than the list of pairs");
  const float* from = room<const float>(distance, count);
  events.resize(count + (before.pairs != nullptr ? before.pairs->count : 0));
  auto list = made<lgjk_events>();
  list.event = events.data(), list.capacity = events.size();
  check([&](lgjk_error* e) {
    return lgjk_pair_events(&before, &now, status.data(), from, slop, replaced_a, replaced_b, &list, e);
  });
  events.resize(list.count);
}

// ---------------------------------------------------------------- casts

// Arrays that a cast fills; any of them may be empty.
template <int Dim>
struct cast_results {
  std::span<std::uint8_t> status{}, iterations{};
  std::span<float> fraction{};
  std::span<float[Dim]> normal{}, point{};
  std::span<float> depth{};

  lgjk_cast_results checked(std::uint64_t count) const {
    auto view = made<lgjk_cast_results>();
    view.status = room<std::uint8_t>(status, count);
    view.iterations = room<std::uint8_t>(iterations, count);
    view.fraction = room<float>(fraction, count);
    view.normal = room<float>(normal, count);
    view.point = room<float>(point, count);
    view.depth = room<float>(depth, count);
    return view;
  }
};

// Casts all pairs. The ways are in the options.
template <int Dim>
void cast(const typename dimension<Dim>::bodies& a, const typename dimension<Dim>::bodies& b, const lgjk_pairs& list,
          const cast_results<Dim>& out, const lgjk_cast_options& options) {
  const auto arrays = out.checked(list.count);
  check([&](lgjk_error* e) { return dimension<Dim>::cast(&a, &b, &list, 0, list.count, &arrays, &options, e); });
}

// Casts each body of A against those of one or several trees. `hit` has k elements for each body of A, by fraction.
// Returns how many bodies may have other hits, as the iteration limit ended a cast.
template <int Dim>
std::uint64_t cast_against(const typename dimension<Dim>::bodies& a, const targets<Dim>& among, std::uint32_t k,
                           std::span<lgjk_cast_hit> hit, const lgjk_cast_options& options,
                           const lgjk_filters* filters = nullptr, std::span<const std::uint32_t> skip = {}) {
  if (hit.size() < std::uint64_t{k} * a.count)
    throw std::length_error("lanegjk: `hit` is shorter than k for each body");
  auto search = made<lgjk_cast_search>();
  search.k = k, search.hit = hit.data(), search.filters_a = filters;
  search.skip = room<const std::uint32_t>(skip, a.count);
  check([&](lgjk_error* e) {
    return dimension<Dim>::cast_against(&a, among.get(), among.count(), &search, &options, e);
  });
  return search.limit_bodies;
}

// ---------------------------------------------------------------- ticks

// A world from tick to tick, with its memory. `state` holds what the next run reads and what the last one has written:
// slop, replaced, among, against and so on; max_bodies, max_pairs, flags and memory stay as they are.
template <int Dim>
class tick {
 public:
  using bodies = typename dimension<Dim>::bodies;
  tick(std::uint32_t max_bodies, std::uint64_t max_pairs, std::uint32_t flags = 0)
      : memory_(dimension<Dim>::tick_size(max_bodies, max_pairs, flags)), state(made<lgjk_tick>()) {
    state.flags = flags, state.max_bodies = max_bodies, state.max_pairs = max_pairs;
    state.memory = memory_.get(), state.size = memory_.size();
    check([&](lgjk_error* e) { return dimension<Dim>::tick_begin(&state, e); });
  }
  // A run without bodies that rest, and one with their tree. `moving` has to stay as long as target() is used.
  void run(const bodies& moving, const lgjk_find_options* find = nullptr, const lgjk_options* contact = nullptr) {
    run(moving, nullptr, find, contact);
  }
  void run(const bodies& moving, const tree<Dim>& resting, const lgjk_find_options* find = nullptr,
           const lgjk_options* contact = nullptr) {
    const auto fixed = resting.target();
    run(moving, &fixed, find, contact);
  }
  // The bodies that move, for casts and other calls that take targets, until the next call.
  typename dimension<Dim>::target target() const noexcept { return {&moving_, state.tree, state.tree_size}; }
  // Brings the memory along after bodies have changed places; an empty order: they stand where they stood.
  void renumber(std::span<const std::uint32_t> order, std::span<const std::uint32_t> fixed_order = {}) {
    const auto first = [](std::span<const std::uint32_t> all) { return all.empty() ? nullptr : all.data(); };
    check([&](lgjk_error* e) {
      return dimension<Dim>::tick_renumber(&state, first(order), static_cast<std::uint32_t>(order.size()),
                                           first(fixed_order), static_cast<std::uint32_t>(fixed_order.size()), e);
    });
  }
  std::vector<std::uint8_t> save() const {
    std::uint64_t size = 0;
    check([&](lgjk_error* e) { return dimension<Dim>::tick_save(&state, nullptr, 0, &size, e); });
    std::vector<std::uint8_t> saved(size);
    check([&](lgjk_error* e) { return dimension<Dim>::tick_save(&state, saved.data(), size, &size, e); });
    return saved;
  }
  void load(std::span<const std::uint8_t> saved) {
    check([&](lgjk_error* e) { return dimension<Dim>::tick_load(&state, saved.data(), saved.size(), e); });
  }
  // Adds to each moving body's push what moves it out of those that it overlaps.
  void push_apart(std::span<float[Dim]> push, const lgjk_push_options* options = nullptr) const {
    check([&](lgjk_error* e) {
      return dimension<Dim>::push_apart(&state, static_cast<std::uint32_t>(push.size()), options,
                                        reinterpret_cast<float*>(push.data()), e);
    });
  }

 private:
  void run(const bodies& moving, const typename dimension<Dim>::target* fixed, const lgjk_find_options* find,
           const lgjk_options* contact) {
    moving_ = moving;
    check([&](lgjk_error* e) { return dimension<Dim>::tick_run(&state, &moving, fixed, find, contact, e); });
  }
  memory memory_;
  bodies moving_ = made<bodies>();

 public:
  lgjk_tick state;
};

} // namespace lanegjk

#endif
