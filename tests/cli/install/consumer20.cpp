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

} // namespace

int main() {
  plane();
  space();
  std::printf("%s\n", failures == 0 ? "C++20: all as expected" : "C++20: failed");
  return failures != 0;
}
