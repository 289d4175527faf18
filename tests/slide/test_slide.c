// Slides along walls: all of the way along one at every angle, into wedges, along creases and into corners, out of what
// they overlap. Where a ball has to come to is known by formulas, which are evaluated in double. Compiled once for each
// dimension.
#include "slide_walls.h"

enum { ANGLES = DIM == 2 ? 3600 : 900, TICKS = 50, WEDGES = 400, SEED = 71 };

static const float skin = 2e-3f;
static const double nearly = 1.5e-4; // of a gap: the skin of casts beside walls of 20 m

// A ball walks with 0.2 along and 0.1 into a wall in each tick.
static void walk_along(uint32_t angle, uint32_t isa, float* place) {
  walls w;
  double out[DIM], along[DIM], start[DIM], point[DIM] = {3, -2}, way[DIM], went = 0, gap = 0;
  open_walls(&w);
  if (DIM == 2) {
    out[0] = -sin(angle * 2 * acos(-1) / ANGLES);
    out[1] = cos(angle * 2 * acos(-1) / ANGLES);
  } else {
    draw_unit(out, NULL, 0);
  }
  const uint32_t wall = add_wall(&w, point, out);
  draw_unit(along, out, 0.2);
  const double part = dot(along, out);
  double length = 0;
  for (int k = 0; k < DIM; ++k) along[k] -= part * out[k], length += along[k] * along[k];
  for (int k = 0; k < DIM; ++k) {
    along[k] /= sqrt(length);
    start[k] = point[k] + (ball_radius + 0.01) * out[k] - 5 * along[k];
    way[k] = 0.2 * along[k] - 0.1 * out[k];
    place[k] = (float)start[k];
  }
  build_walls(&w);
  for (int t = 0; t < TICKS; ++t) slide_ball(&w, place, way, (lgjk_slide_options){.isa = isa, .skin = skin}, NULL);
  for (int k = 0; k < DIM; ++k) went += ((double)place[k] - start[k]) * along[k];
  gap = height_over(&w, wall, place) - ball_radius;
  if (fabs(went - 0.2 * TICKS) > 1e-3 * 0.2 * TICKS) fail_msg("angle %u: %g of %g", angle, went, 0.2 * TICKS);
  if (fabs(gap - (double)skin) > nearly) fail_msg("angle %u: a gap of %g", angle, gap);
  close_walls(&w);
}

TEST_EACH_ISA(a_ball_goes_all_of_its_way_along_a_wall) {
  static uint64_t kept;
  uint64_t folded = 1;
  random_state = test_seed(SEED);
  const uint32_t angles = fewer(ANGLES, 60);
  for (uint32_t i = 0; i < angles; ++i) {
    float place[DIM];
    uint32_t bits;
    walk_along(i * (ANGLES / angles), *(const uint32_t*)*state, place);
    for (int k = 0; k < DIM; ++k) memcpy(&bits, &place[k], 4), folded = (folded ^ bits) * 0x100000001b3u;
  }
  assert_true(kept == 0 || kept == folded);
  kept = folded;
}

// Whether a ball keeps a gap between one and two skins: it is set back from each of the walls.
static bool keeps_skin(double gap) { return gap > (double)skin - nearly && gap < 2 * (double)skin + nearly; }

// A ball that is pressed against a row of blocks goes on past their seams, and is not lifted there.
TEST(seams_do_not_stop_a_ball) {
  walls w;
  open_walls(&w);
  for (w.count = 0; w.count < 40; ++w.count) {
    w.shape[w.count] = BLOCK; // 1.2 wide and 0.8 high
    w.pose[w.count][0] = 1.2f * (float)w.count;
    w.pose[w.count][POSE_UNIT] = 1;
  }
  build_walls(&w);
  double high = 0, low = 1;
  for (int i = 0; i < 40; ++i) {
    const double way[DIM] = {[0] = 0.07 + 0.005 * i, [1] = -0.003 * (i + 1)};
    float place[DIM] = {[1] = 0.66f};
    double went = 0;
    for (int t = 0; t < 150; ++t) {
      slide_ball(&w, place, way, (lgjk_slide_options){.skin = 1e-4f}, NULL);
      went += way[0];
      if (t < 10) continue;
      high = fmax(high, (double)place[1]);
      low = fmin(low, (double)place[1]);
    }
    if (fabs((double)place[0] - went) > 1e-3 * went) fail_msg("way %d: %g of %g", i, (double)place[0], went);
  }
  print_message("  heights %.6f..%.6f\n", low, high);
  assert_true(high - low < 1e-3);
  close_walls(&w);
}

// Some walls through one point, and a way into all of them: minus a sum of their normals. Draws again until each way
// out of one leads out of all, so that a ball can leave them.
static void open_corner(walls* w, uint32_t sides, double out[DIM][DIM], double* way) {
  static const double point[DIM] = {1, 2};
  for (bool narrow = true; narrow;) {
    narrow = false;
    for (uint32_t i = 0; i < sides; ++i) draw_unit(out[i], NULL, 0);
    for (uint32_t i = 0; i < sides; ++i) {
      for (uint32_t j = 0; j < i; ++j) narrow = narrow || fabs(dot(out[i], out[j])) > 0.8;
    }
#if DIM == 3
    const double* o[3] = {out[0], out[1], out[2]};
    const double volume = o[0][0] * (o[1][1] * o[2][2] - o[1][2] * o[2][1]) -
                          o[0][1] * (o[1][0] * o[2][2] - o[1][2] * o[2][0]) +
                          o[0][2] * (o[1][0] * o[2][1] - o[1][1] * o[2][0]);
    narrow = narrow || (sides == 3 && fabs(volume) < 0.3);
#endif
  }
  w->count = 0;
  for (uint32_t i = 0; i < sides; ++i) add_wall(w, point, out[i]);
  build_walls(w);
  for (int k = 0; k < DIM; ++k) {
    way[k] = 0;
    for (uint32_t i = 0; i < sides; ++i) way[k] -= (0.3 + 0.2 * i) * out[i][k];
  }
}

// Goes back along the way to a place that is free of all walls. Returns false if there is none within five ways.
static bool place_free(const walls* w, const double* way, float* place) {
  for (double far = 0.5; far < 5; far *= 1.5) {
    bool free = true;
    for (int k = 0; k < DIM; ++k) place[k] = (float)((k == 0 ? 1 : k == 1 ? 2 : 0) - far * way[k]);
    for (uint32_t i = 0; i < w->count; ++i) free = free && height_over(w, i, place) > ball_radius + 0.05;
    if (free) return true;
  }
  return false;
}

// Up to some skins, by which it is set back from what it touches first.
TEST(a_ball_comes_to_rest_in_a_corner) {
  walls w;
  uint32_t corners = 0;
  open_walls(&w);
  random_state = test_seed(SEED + 1);
  for (uint32_t i = 0; i < fewer(WEDGES, 30); ++i) {
    double out[DIM][DIM], way[DIM];
    float place[DIM], before[DIM];
    open_corner(&w, DIM, out, way);
    if (!place_free(&w, way, place)) continue;
    ++corners;
    for (int t = 0; t < 12; ++t) {
      memcpy(before, place, sizeof place);
      const lgjk_slide_end end = slide_ball(&w, place, way, (lgjk_slide_options){.skin = skin}, NULL);
      assert_true(end.status == LGJK_SLIDE_SLID || end.status == LGJK_SLIDE_FREE);
    }
    for (uint32_t k = 0; k < DIM; ++k) {
      const double gap = height_over(&w, k, place) - ball_radius;
      if (!keeps_skin(gap)) fail_msg("corner %u: a gap of %g to wall %u", i, gap, k);
      if (fabs((double)place[k] - (double)before[k]) > 8 * (double)skin)
        fail_msg("corner %u: by %g", i, (double)place[k] - (double)before[k]);
    }
  }
  print_message("  %u corners\n", corners);
  assert_true(corners > fewer(WEDGES, 30) / 3);
  close_walls(&w);
}

#if DIM == 3
TEST(a_ball_goes_along_a_crease) {
  walls w;
  uint32_t creases = 0;
  open_walls(&w);
  random_state = test_seed(SEED + 2);
  for (uint32_t i = 0; i < fewer(WEDGES, 30); ++i) {
    double out[DIM][DIM], way[DIM], went = 0, crease[3], length = 0;
    float place[DIM], before[DIM];
    open_corner(&w, 2, out, way);
    if (!place_free(&w, way, place)) continue;
    for (int k = 0; k < 3; ++k) {
      crease[k] = out[0][(k + 1) % 3] * out[1][(k + 2) % 3] - out[0][(k + 2) % 3] * out[1][(k + 1) % 3];
      length += crease[k] * crease[k];
    }
    ++creases;
    for (int t = 0; t < 8; ++t) slide_ball(&w, place, way, (lgjk_slide_options){.skin = skin}, NULL);
    for (int k = 0; k < 3; ++k) way[k] += 0.3 * crease[k] / sqrt(length);
    memcpy(before, place, sizeof place);
    for (int t = 0; t < 10; ++t) slide_ball(&w, place, way, (lgjk_slide_options){.skin = skin}, NULL);
    for (int k = 0; k < 3; ++k) went += ((double)place[k] - (double)before[k]) * crease[k] / sqrt(length);
    if (fabs(went - 3) > 3e-3) fail_msg("crease %u: %g of 3", i, went);
    for (uint32_t k = 0; k < 2; ++k) {
      const double gap = height_over(&w, k, place) - ball_radius;
      if (!keeps_skin(gap)) fail_msg("crease %u: a gap of %g to wall %u", i, gap, k);
    }
  }
  assert_true(creases > fewer(WEDGES, 30) / 3);
  close_walls(&w);
}
#endif

// ---------------------------------------------------------------- overlaps

TEST(what_overlaps_is_pushed_out) {
  walls w;
  double out[DIM] = {0}, point[DIM] = {0}, way[DIM] = {[0] = 0.5};
  lgjk_slide_plane planes[LGJK_MAX_SLIDE_PLANES];
  open_walls(&w);
  out[DIM - 1] = 1;
  add_wall(&w, point, out);
  build_walls(&w);
  float place[DIM] = {0};
  place[DIM - 1] = 0.05f; // 0.2 deep
  lgjk_slide_end end = slide_ball(&w, place, way, (lgjk_slide_options){.skin = skin}, planes);
  assert_int_equal(end.status, LGJK_SLIDE_SLID);
  assert_int_equal(end.planes, 1);
  assert_int_equal(planes[0].status, LGJK_CAST_OVERLAP);
  assert_true(fabs((double)planes[0].normal[DIM - 1] + 1) < 1e-6);
  assert_true(fabs((double)place[DIM - 1] - ball_radius - (double)skin) < nearly);
  assert_true(fabs((double)place[0] - 0.5) < 1e-5);

  place[DIM - 1] = 0.05f;
  for (int t = 0; t < 5; ++t) { // by 0.05 a call
    end = slide_ball(&w, place, way, (lgjk_slide_options){.skin = skin, .recover = 0.05f}, NULL);
    assert_int_equal(end.status, t < 3 ? LGJK_SLIDE_OVERLAP : t == 3 ? LGJK_SLIDE_SLID : LGJK_SLIDE_FREE);
    if (t < 3) assert_true(fabs((double)place[DIM - 1] - 0.1 - 0.05 * t) < 1e-5 && end.left == 1);
  }
  assert_true(fabs((double)place[DIM - 1] - ball_radius - (double)skin) < nearly);
  close_walls(&w);
}

// Between two walls that leave less room than the ball takes it stays, and says so; with less room than two skins more
// it goes on all the same.
TEST(narrow_gaps) {
  static const double wide[2] = {0.45, 0.501};
  for (int i = 0; i < 2; ++i) {
    walls w;
    double up[DIM] = {0}, down[DIM] = {0}, floor[DIM] = {0}, ceiling[DIM] = {0}, way[DIM] = {[0] = 0.5};
    open_walls(&w);
    up[DIM - 1] = 1;
    down[DIM - 1] = -1;
    ceiling[DIM - 1] = wide[i];
    add_wall(&w, floor, up);
    add_wall(&w, ceiling, down);
    build_walls(&w);
    float place[DIM] = {0};
    place[DIM - 1] = (float)(wide[i] / 2);
    lgjk_slide_end end = {0};
    for (int t = 0; t < 4; ++t) end = slide_ball(&w, place, way, (lgjk_slide_options){.skin = skin}, NULL);
    if (i == 0) assert_int_equal(end.status, LGJK_SLIDE_OVERLAP);
    if (i == 1) assert_true(fabs((double)place[0] - 2) < 1e-4);
    assert_true(fabs((double)place[DIM - 1] - wide[i] / 2) < 0.15);
    close_walls(&w);
  }
}

TEST(a_limit_ends_a_way) {
  walls w;
  double out[DIM] = {[0] = -0.6, [1] = 0.8}, point[DIM] = {[0] = 1}, way[DIM] = {[0] = 4};
  open_walls(&w);
  add_wall(&w, point, out);
  build_walls(&w);
  float place[DIM] = {0};
  const lgjk_slide_end end = slide_ball(&w, place, way, (lgjk_slide_options){.skin = skin, .iteration_limit = 1}, NULL);
  assert_int_equal(end.status, LGJK_SLIDE_LIMIT);
  assert_int_equal(end.casts, 1);
  // It touches where its centre is a radius from the face: (x - 1) (-0.6) = 0.25.
  const double at = 1 - ball_radius / 0.6;
  assert_true(fabs((double)place[0] - at) < 1e-3 && fabs((double)end.left - (1 - at / 4)) < 1e-3);
  close_walls(&w);
}

TEST(what_is_left_out_is_passed) {
  walls w;
  double out[DIM] = {[0] = -1}, point[DIM] = {[0] = 1}, way[DIM] = {[0] = 4};
  const uint32_t skip = 0, nothing = 4;
  open_walls(&w);
  add_wall(&w, point, out);
  build_walls(&w);
  float place[DIM] = {0};
  lgjk_slide_end end = slide_ball(&w, place, way, (lgjk_slide_options){.skip = &skip}, NULL);
  assert_true(end.status == LGJK_SLIDE_FREE && place[0] == 4);
  const lgjk_filters filters = {.struct_size = sizeof filters, .mask = &nothing};
  memset(place, 0, sizeof place);
  end = slide_ball(&w, place, way, (lgjk_slide_options){.filters = &filters}, NULL);
  assert_true(end.status == LGJK_SLIDE_FREE && place[0] == 4);
  close_walls(&w);
}

// ---------------------------------------------------------------- clips

TEST(a_clipped_vector_is_the_nearest) {
  random_state = test_seed(SEED + 5);
  for (int i = 0; i < 3000; ++i) {
    lgjk_slide_plane planes[LGJK_MAX_SLIDE_PLANES] = {0};
    const uint32_t count = random_below(LGJK_MAX_SLIDE_PLANES + 1);
    double normal[LGJK_MAX_SLIDE_PLANES][DIM], input[DIM], got[DIM], most = 0;
    float vector[DIM];
    for (uint32_t k = 0; k < count; ++k) {
      draw_unit(normal[k], NULL, 0);
      for (int j = 0; j < DIM; ++j) planes[k].normal[j] = (float)normal[k][j];
    }
    for (int k = 0; k < DIM; ++k) vector[k] = (float)random_in(-2, 2), input[k] = (double)vector[k];
    assert_int_equal(lgjk_slide_clipN(planes, count, vector, NULL), LGJK_OK);
    for (int k = 0; k < DIM; ++k) got[k] = (double)vector[k];
    for (uint32_t k = 0; k < count; ++k) most = fmax(most, dot(normal[k], got));
    assert_true(most <= 1e-4);
    // Of a cone's nearest point the rest is across it, and leads out of the cone: no vector of the cone is beyond.
    double rest[DIM];
    for (int k = 0; k < DIM; ++k) rest[k] = input[k] - got[k];
    assert_true(fabs(dot(rest, got)) <= 1e-3);
    for (int trial = 0; trial < 40; ++trial) {
      double other[DIM], into = 0;
      draw_unit(other, NULL, 0);
      for (uint32_t k = 0; k < count; ++k) into = fmax(into, dot(normal[k], other));
      if (into == 0) assert_true(dot(rest, other) <= 1e-3);
    }
  }
}
