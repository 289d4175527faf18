// Uses the installed header of C++20: a set that is moved, structs read in place in both dimensions, short arrays and
// refused calls as exceptions.
#include <lanegjk/lanegjk.hpp>

#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Body {
  float pose[4];
  std::uint32_t shape;
  float radius;
};

struct Solid {
  std::uint32_t shape;
  float pose[7];
};

int failures = 0;
void expect(bool is, const char* what) {
  if (!is) std::printf("FAIL %s\n", what), ++failures;
}

void plane() {
  auto circle = lanegjk::made<lgjk_shape2_def>();
  const float centre[2] = {0, 0};
  circle.points = centre;
  circle.point_count = 1;
  lanegjk::shapes<2> built({&circle, 1}), shapes(std::move(built));
  std::vector<Body> all = {{{0, 0, 1, 0}, 0, 1}, {{5, 0, 1, 0}, 0, 2}};
  const auto bodies = lanegjk::bodies<2>(shapes, std::span(all), &Body::shape, &Body::pose, &Body::radius);
  const std::vector<lanegjk::pair> list = {{0, 1}};
  const auto pairs = lanegjk::pairs(list);
  float distance[1], normal[1][2];
  std::uint8_t status[1];
  std::vector<lgjk_warm> warm(1);
  lanegjk::ask<2>(lgjk_contact2, bodies, bodies, pairs, {.status = status, .distance = distance, .normal = normal},
                  warm);
  expect(status[0] == LGJK_STATUS_SEPARATED && distance[0] == 2 && normal[0][0] == 1, "a contact of two circles");
  all[1].pose[0] = 3;
  lanegjk::ask<2>(lgjk_distance2, bodies, bodies, pairs, {.distance = distance});
  expect(distance[0] == 0, "the view reads what was moved");

  const std::vector<lanegjk::pair> two = {{0, 1}, {0, 9}};
  try {
    lanegjk::ask<2>(lgjk_distance2, bodies, bodies, lanegjk::pairs(two), {.distance = distance});
    expect(false, "a short array");
  } catch (const std::length_error&) {
  }
  try {
    float room[2];
    lanegjk::ask<2>(lgjk_distance2, bodies, bodies, lanegjk::pairs(two), {.distance = room});
    expect(false, "a body that is not there");
  } catch (const lanegjk::error& e) {
    expect(e.code == LGJK_ERROR_PAIR_INDEX && e.index == 1 && std::string(e.what()) != "", "code, index and text");
  }
  circle.point_count = 0;
  try {
    lanegjk::shapes<2> refused({&circle, 1});
    expect(false, "a shape of no points");
  } catch (const lanegjk::error& e) {
    expect(e.code == LGJK_ERROR_SHAPE && e.index == 0, "a shape of no points");
  }
}

void space() {
  auto box = lanegjk::made<lgjk_shape3_def>();
  box.kind = LGJK_SHAPE3_BOX;
  box.size[0] = box.size[1] = box.size[2] = 1;
  const lanegjk::shapes<3> shapes({&box, 1});
  const Solid all[] = {{0, {0, 0, 0, 0, 0, 0, 1}}, {0, {0, 0, 5, 0, 0, 0, 1}}};
  const auto bodies = lanegjk::bodies<3>(shapes, std::span<const Solid>(all), &Solid::shape, &Solid::pose);
  const lanegjk::pair list[] = {{0, 1}};
  float distance[1], point[1][3];
  lanegjk::ask<3>(lgjk_distance3, bodies, bodies, lanegjk::pairs(list), {.distance = distance, .point_a = point});
  expect(distance[0] == 3 && point[0][2] == 1, "two boxes");
}

template <int Dim>
struct Placed {
  double position[Dim];
  float pose[lanegjk::dimension<Dim>::pose_size / sizeof(float)];
  std::uint32_t shape;
};

// Balls of radius 0.5 in the coordinates of a map: distance, points, pairs, a tree, and a cast.
template <int Dim>
void map() {
  using dimension = lanegjk::dimension<Dim>;
  auto ball = lanegjk::made<typename dimension::shape_def>();
  const float centre[Dim] = {};
  ball.points = centre;
  ball.point_count = 1;
  ball.radius = 0.5f;
  const lanegjk::shapes<Dim> shapes({&ball, 1});
  std::vector<Placed<Dim>> all(3);
  const double x[] = {500000.125, 500001.375, 500004.125};
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].position[0] = x[i];
    all[i].position[1] = 5400000.0625;
    all[i].pose[Dim == 2 ? 2 : 6] = 1;
  }
  const auto bodies = lanegjk::bodies<Dim>(shapes, std::span(all), &Placed<Dim>::shape, &Placed<Dim>::pose, nullptr,
                                           &Placed<Dim>::position);
  const lanegjk::pair list[] = {{0, 1}, {1, 2}};
  float distance[2], point[2][Dim];
  double place[2][Dim];
  lanegjk::ask<Dim>(dimension::distance, bodies, bodies, lanegjk::pairs(list),
                    {.distance = distance, .point_a = point});
  expect(distance[0] == 0.25f && distance[1] == 1.75f, "distances on a map");
  lanegjk::add_positions<Dim>(bodies, lanegjk::pairs(list), point, place);
  expect(place[0][0] == 500000.625 && place[1][0] == 500001.875 && place[1][1] == 5400000.0625, "points on a map");
  try {
    lanegjk::add_positions<Dim>(bodies, lanegjk::pairs(list), point, std::span(place).first(1));
    expect(false, "an array that is too short for points");
  } catch (const std::length_error&) {
  }

  lanegjk::finder<Dim> finder;
  expect(finder.among(bodies).count == 0, "pairs on a map");
  const lanegjk::tree<Dim> tree(bodies);
  const float points[1][Dim] = {};
  const double looking[Dim] = {500004.0, 5400000.0625};
  std::uint32_t body[1];
  float far[1];
  auto options = lanegjk::made<lgjk_near_options>();
  options.position = looking;
  lanegjk::nearest<Dim>(points, tree, 1, body, far, &options);
  expect(body[0] == 2 && far[0] == 0.125f && tree.info().origin[0] == x[0], "the nearest on a map");
}

// What trees of these bodies find, and a tree that is stored.
void trees(const lgjk_bodies2& bodies, const lgjk_bodies2& walls) {
  lanegjk::finder<2> finder;
  lanegjk::tree<2> moving(bodies), rest(walls);
  expect(finder.among(moving).count == 1 && finder.list().compared > 0, "pairs of a tree");
  const float points[][2] = {{2.5f, 0}};
  std::uint32_t body[2];
  float far[2];
  lanegjk::nearest<2>(points, moving, 2, body, far);
  expect(body[0] == 2 && body[1] == 1 && far[0] == 0.5f, "the nearest bodies");
  lanegjk::nearest<2>(points, {moving.target(), rest.target()}, 2, body);
  expect(body[0] == 2 && body[1] == 1, "the nearest of two trees");
  auto within = lanegjk::made<lgjk_near_options>();
  within.max_distance = 1;
  const auto found = finder.within(points, moving, within);
  expect(found.count == 1 && found.b[0] == 2 && finder.distances()[0] == 0.5f, "what is within a metre");
  const auto close = finder.within_shapes(bodies, rest, within);
  expect(close.count == 1 && close.a[0] == 2 && finder.distances()[0] == 0.5f, "shapes within a metre");
  std::uint32_t wall[3];
  float gap[3];
  lanegjk::nearest_shapes<2>(bodies, rest, 1, wall, gap);
  expect(wall[0] == 0 && gap[2] == 0.5f, "the nearest shapes");

  auto sealed = lanegjk::made<lgjk_tree_options>();
  sealed.flags = LGJK_TREE_SEALED;
  moving.rebuild(walls, &sealed);
  expect(moving.count() == 1 && moving.info().placed == 1, "a tree that is rebuilt");
  const auto bytes = moving.bytes();
  std::vector<std::uint8_t> stored(bytes.begin(), bytes.end());
  const auto again = lanegjk::tree<2>::load(walls, stored);
  expect(finder.between(again, rest).count == 1, "a tree that was stored");
  try {
    lanegjk::tree<2>::load(bodies, stored);
    expect(false, "a tree of other bodies");
  } catch (const std::length_error&) {
  }
  stored.back() ^= 1;
  try {
    lanegjk::tree<2>::load(walls, stored);
    expect(false, "a tree that was damaged");
  } catch (const lanegjk::error& e) {
    expect(e.code == LGJK_ERROR_ARGUMENT && std::string(e.what()) != "", "a tree that was damaged");
  }
}

// A row of circles of radius 0.5 at x = 0, 0.9, 3, and a box at rest from x = 4.
void row() {
  auto circle = lanegjk::made<lgjk_shape2_def>(), box = circle;
  const float centre[2] = {0, 0};
  circle.points = centre, circle.point_count = 1, circle.radius = 0.5f;
  box.kind = LGJK_SHAPE2_BOX, box.size[0] = box.size[1] = 1;
  const lgjk_shape2_def defs[] = {circle, box};
  const lanegjk::shapes<2> shapes(defs);
  expect(std::fabs(shapes.mass(0).mass - 0.785398f) < 1e-6f && shapes.mass(1).mass == 4, "masses");

  std::vector<Body> all = {{{0, 0, 1, 0}, 0, 0.5f}, {{0.9f, 0, 1, 0}, 0, 0.5f}, {{3, 0, 1, 0}, 0, 0.5f}};
  const std::vector<Body> still = {{{5, 0, 1, 0}, 1, 0}};
  const auto bodies = lanegjk::bodies<2>(shapes, std::span(all), &Body::shape, &Body::pose);
  const auto walls = lanegjk::bodies<2>(shapes, std::span(still), &Body::shape, &Body::pose);

  lanegjk::finder<2> finder;
  const auto pairs = finder.among(bodies);
  expect(pairs.count == 1 && pairs.a[0] == 0 && pairs.b[0] == 1 && finder.bad_bodies() == 0, "a pair is found");
  lgjk_manifold2 manifold[1];
  float distance[1];
  std::uint8_t status[1], touching[1], before_touching[1];
  lanegjk::ask<2>(lgjk_contact2, bodies, bodies, pairs, {.status = status, .distance = distance, .manifold = manifold});
  expect(manifold[0].count == 1 && manifold[0].points[0].separation == distance[0], "a manifold");
  const auto none = lanegjk::made<lgjk_pairs>();
  auto before = lanegjk::made<lgjk_touches>(), now = before;
  before.pairs = &none, before.touching = before_touching;
  now.pairs = &pairs, now.touching = touching;
  std::vector<lgjk_event> events;
  lanegjk::pair_events(before, now, status, distance, 0, events);
  expect(events.size() == 1 && events[0].kind == LGJK_EVENT_BEGIN && touching[0] == 1, "a touch begins");

  lanegjk::tree<2> rest(walls), moving(bodies);
  auto margin = lanegjk::made<lgjk_find_options>();
  margin.margin = 0.6f;
  expect(finder.between(moving, rest, &margin).count == 1, "a wall is near");
  expect(finder.between(bodies, walls).count == 0, "no wall is touched");
  const float way[3][2] = {{0, 0}, {0, 9}, {1, 0}};
  auto along = lanegjk::made<lgjk_cast_options>();
  along.way_a = way[0];
  lgjk_cast_hit hit[3];
  expect(lanegjk::cast_against<2>(bodies, rest, 1, hit, along) == 0, "a limit of casts");
  expect(hit[1].body == LGJK_NO_BODY && hit[2].body == 0 && std::fabs(hit[2].fraction - 0.5f) < 1e-5f, "a wall is hit");
  const lanegjk::targets<2> both = {moving.target(), rest.target()};
  const std::uint32_t own[] = {0, 1, 2};
  lanegjk::cast_against<2>(bodies, both, 1, hit, along, nullptr, own);
  expect(hit[2].body == 3 && both.which(3) == std::pair(1u, 0u) && both.which(2) == std::pair(0u, 2u), "of two trees");
  expect(both.which(LGJK_NO_BODY).second == LGJK_NO_BODY && both.bodies() == 4, "no body");
  const lanegjk::pair ahead[] = {{2, 0}};
  float fraction[1], depth[1];
  lanegjk::cast<2>(bodies, walls, lanegjk::pairs(ahead), {.status = status, .fraction = fraction, .depth = depth},
                   along);
  expect(status[0] == LGJK_CAST_HIT && std::fabs(fraction[0] - 0.5f) < 1e-5f && depth[0] == 0, "a cast of a pair");
  try {
    lanegjk::cast_against<2>(bodies, rest, 2, hit, along);
    expect(false, "room for fewer hits");
  } catch (const std::length_error&) {
  }

  trees(bodies, walls);

  lanegjk::tick<2> tick(3, 10, LGJK_TICK_MANIFOLDS);
  tick.run(bodies, rest, &margin);
  const float before_it[][2] = {{2.9f, 0}};
  std::uint32_t last[1];
  lanegjk::nearest<2>(before_it, {tick.target(), rest.target()}, 1, last);
  expect(last[0] == 2, "the tree of a tick");
  expect(tick.state.among.event_count == 1 && tick.state.among.manifold2[0].count == 1, "a tick");
  const auto saved = tick.save();
  float push[3][2] = {};
  tick.push_apart(push);
  expect(std::fabs(push[1][0] - 0.05f) < 1e-6f && push[2][0] == 0, "a push");
  const std::uint32_t order[] = {2, 1, 0};
  tick.renumber(order);
  tick.load(saved);
  tick.run(bodies);
  expect(tick.state.among.event_count == 0 && tick.state.among.touching[0] == 1, "a loaded tick goes on");
  try {
    tick.load(std::span(saved).first(20));
    expect(false, "a state that is cut off");
  } catch (const lanegjk::error& e) {
    expect(e.code == LGJK_ERROR_ARGUMENT, "a state that is cut off");
  }

  std::vector<Body> many(40, {{0, 0, 1, 0}, 0, 0.5f});
  const auto heap = lanegjk::bodies<2>(shapes, std::span(many), &Body::shape, &Body::pose);
  expect(finder.among(heap).count == 40 * 39 / 2, "the list grows");
}

} // namespace

int main() {
  plane();
  space();
  map<2>();
  map<3>();
  row();
  std::printf("%s\n", failures == 0 ? "C++20: all as expected" : "C++20: failed");
  return failures != 0;
}
