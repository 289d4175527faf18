// The checks of simplex_check.h for one real.
#ifndef REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

#define REAL_NAME LANE_PICK("float", "double")
#define REAL_EPSILON LANE_PICK(FLT_EPSILON, DBL_EPSILON)

LANE_INLINE R(vec) R(vec_of)(const int32_t* p) {
#if DIM == 2
  return (R(vec)){(REAL)p[0], (REAL)p[1]};
#else
  return (R(vec)){(REAL)p[0], (REAL)p[1], (REAL)p[2]};
#endif
}

// A's vertex has nothing to do with the difference here; it has to go where the rest of the point goes.
static R(support_point) R(point_of)(const int32_t* p, uint32_t id) {
  const int_point vertex = {(int32_t)id * 100, 7 - (int32_t)id, 3 * (int32_t)id};
  return (R(support_point)){R(vec_of)(p), R(vec_of)(vertex), (REAL)id};
}

// The state of a search whose feature is f.
static R(simplex) R(simplex_of)(const int_point* p, const feature* f, bool active) {
  R(simplex) s;
  R(clear_state)(&s, m_from_bits(active));
  R(support_point)* to[4] = {&s.p0, &s.p1, &s.p2, NULL};
#if DIM == 3
  to[3] = &s.p3;
  s.face = m_from_bits(f->count >= 3);
#endif
  for (uint32_t k = 0; k <= DIM; ++k) {
    *to[k] = k < f->count ? R(point_of)(p[f->id[k]], f->id[k]) : R(point_of)(stale_point, STALE_ID);
  }
  s.edge = m_from_bits(f->count >= 2);
  return s;
}

// The feature of a state; its points have kept what belongs to them.
static feature R(feature_of)(const R(simplex)* s, const int_point* p) {
  const R(support_point)* from[4] = {&s->p0, &s->p1, &s->p2, NULL};
  bool face = false;
#if DIM == 3
  from[3] = &s->p3;
  face = m_any(s->face);
  if (face) assert_true(m_any(s->edge));
#endif
  feature f = {.count = m_any(s->inside) ? DIM + 1 : face ? 3 : m_any(s->edge) ? 2 : 1};
  for (uint32_t k = 0; k < f.count; ++k) {
    f.id[k] = (uint32_t)from[k]->id;
    if (f.id[k] == STALE_ID) fail_msg("%s: a stale point in the feature %s", REAL_NAME, feature_text(&f));
    const R(support_point) known = R(point_of)(p[f.id[k]], f.id[k]);
    assert_true(m_any(R(same)(from[k]->w, known.w)) && m_any(R(same)(from[k]->a, known.a)));
  }
  return f;
}

// ---------------------------------------------------------------- advance

// Of the first `count` points and the support after them.
static R(simplex) R(advanced)(const int_point* p, uint32_t count, int step, search_effort effort, bool active) {
  R(simplex) s = R(simplex_of)(p, &first_points[count], active);
  const R(support_point) w = R(point_of)(p[count], count);
  R(advance)(&s, &w, step, effort);
  return s;
}

static void R(check_advance)(const int_point* p, uint32_t count, int step, search_effort effort) {
  const R(simplex) s = R(advanced)(p, count, step, effort, true);
  const feature found = R(feature_of)(&s, p);
  exact_place nearest, of_all = exact_place_of(p, &first_points[count + 1]);
  exact_nearest(p, count + 1, &nearest);
  const bool holds = count == DIM && exact_within(&of_all, count + 1);
  bool right = m_any(s.inside) == holds && m_any(s.active) == !holds && !m_any(s.converged);
  if (right && holds) {
    right = found.id[DIM] == count && memcmp(found.id, first_points[count].id, count * sizeof found.id[0]) == 0;
  } else if (right) {
    const exact_place place = exact_place_of(p, &found);
    right = found.id[0] == count && exact_within(&place, found.count) && exact_same_distance(&place, &nearest);
  }
  if (right) return;
  fail_msg("%s: %safter step %d of %u points, the last the support: %sfeature %s, inside %d, active %d", REAL_NAME,
           effort == CAREFUL ? "careful, " : "", step, count + 1, points_text(p, count + 1), feature_text(&found),
           m_any(s.inside), m_any(s.active));
}

// The shares of a triangle's, or tetrahedron's, points in the origin; deep where that is within it, not on its border.
static void R(check_shares)(const int_point* p) {
  const exact_place exact = exact_place_of(p, &first_points[DIM + 1]);
  const R(simplex) s = R(simplex_of)(p, &first_points[DIM + 1], true);
  bool deep = true;
#if DIM == 2
  const R(origin_areas) areas = R(areas)(&s);
  const vr u[3] = {areas.u0, areas.u1, areas.u2}, sum = areas.sum;
  const bool found = m_any(R(deep)(&s, &areas, v_set(0)));
#else
  R(volumes) volumes;
  R(find_volumes)(&s, v_set(0), &volumes);
  const vr *u = volumes.u, sum = volumes.sum;
  const bool found = m_any(volumes.deep);
#endif
  bool right = true;
  for (uint32_t i = 0; i <= DIM; ++i) {
    right = right && (int64_t)u[i] * exact.sum == exact.weight[i] * (int64_t)sum;
    deep = deep && exact.weight[i] > 0;
  }
  if (!right || found != deep) fail_msg("%s: shares, or deep %d, of %s", REAL_NAME, found, points_text(p, DIM + 1));
}

// Every state that has `count` points, on random ones.
static uint32_t R(check_random_advances)(uint32_t count, uint32_t size, uint32_t rounds) {
  uint32_t checked = 0;
  for (uint32_t i = 0; i < rounds; ++i) {
    int_point p[4];
    random_points(p, count + 1, size);
    if (!can_follow(p, count)) continue;
    ++checked;
    for (int step = (int)count; step <= DIM; ++step) {
      R(check_advance)(p, count, step, QUICK);
      R(check_advance)(p, count, step, CAREFUL);
    }
    if (count == DIM && exact_place_of(p, &first_points[DIM + 1]).sum != 0) R(check_shares)(p);
  }
  return checked;
}

#if DIM == 3
// Of any four points, flat, repeated or behind each other: one region at most, so that a feature is one that was found.
static void R(check_random_regions)(uint32_t size, uint32_t rounds) {
  for (uint32_t i = 0; i < rounds; ++i) {
    int_point p[4];
    random_points(p, 4, size);
    for (uint32_t count = 1; count <= 3; ++count) {
      const R(simplex) s = R(simplex_of)(p, &first_points[count], true);
      for (int effort = QUICK; effort <= CAREFUL; ++effort) {
        R(regions) to;
        R(find_regions)(&s, R(vec_of)(p[3]), 3, (search_effort)effort, &to);
        const uint32_t edges = m_bits(to.edge0) + m_bits(to.edge1) + m_bits(to.edge2);
        const uint32_t faces = m_bits(to.face01) + m_bits(to.face12) + m_bits(to.face20);
        if (edges + faces <= 1) continue;
        fail_msg("%s: %u regions of %u and the last of %s", REAL_NAME, edges + faces, count, points_text(p, 4));
      }
    }
  }
}
#endif

// A lane that has ended stays as it is, whatever its neighbours do.
static void R(check_frozen)(const int_point* p, uint32_t count) {
  const R(simplex) before = R(simplex_of)(p, &first_points[count], false);
  for (int effort = QUICK; effort <= CAREFUL; ++effort) {
    R(simplex) s = R(advanced)(p, count, DIM, (search_effort)effort, false);
    R(trim)(&s);
    assert_memory_equal(&s.p0, &before.p0, sizeof s.p0);
    assert_memory_equal(&s.p1, &before.p1, sizeof s.p1);
    assert_memory_equal(&s.p2, &before.p2, sizeof s.p2);
    const feature f = R(feature_of)(&s, p);
    assert_int_equal(f.count, count);
    assert_false(m_any(s.active) || m_any(s.inside) || m_any(s.converged) || m_any(s.separated));
  }
}

// ---------------------------------------------------------------- trim, direction, nearest point

// Straight from the feature's nearest point to the origin; where that is the origin, across the feature.
static void R(check_direction)(const int_point* p, const feature* f, const exact_place* place) {
  const R(simplex) s = R(simplex_of)(p, f, true);
  for (int step = (int)f->count; step <= DIM; ++step) {
    vr d[3] = {0};
    R(to_array)(R(direction)(&s, step), d);
    int64_t n[3], along = 0, across = 0;
    for (uint32_t k = 0; k < 3; ++k) n[k] = (int64_t)d[k];
    const int64_t* v = place->point;
    for (uint32_t k = 0; k < 3; ++k) {
      along += n[k] * v[k];
      across |= n[k] * v[(k + 1) % 3] - n[(k + 1) % 3] * v[k];
    }
    bool right = across == 0 && (along < 0 || place->square[0] == 0);
    for (uint32_t i = 1; i < f->count; ++i) {
      int64_t level = 0;
      for (uint32_t k = 0; k < 3; ++k) level += n[k] * (p[f->id[i]][k] - p[f->id[0]][k]);
      right = right && level == 0;
    }
    if (!right) fail_msg("%s: step %d, direction of %s in %s", REAL_NAME, step, feature_text(f), points_text(p, DIM));
  }
}

static void R(check_nearest)(const int_point* p, const feature* f, const exact_place* place) {
  const R(simplex) s = R(simplex_of)(p, f, true);
  vr found[3] = {0};
  R(to_array)(R(nearest)(&s), found);
  for (uint32_t k = 0; k < DIM; ++k) {
    const double exact = (double)place->point[k] / (double)place->sum;
    if (fabs((double)found[k] - exact) <= 8 * EXACT_SIZE * (double)REAL_EPSILON) continue;
    fail_msg("%s: nearest point of %s in %s: coordinate %u is %.17g, and not %.17g", REAL_NAME, feature_text(f),
             points_text(p, DIM), k, (double)found[k], exact);
  }
}

// The feature that is left of the first `count` points has the nearest point of its own line or plane inside; it is the
// nearest of all except where the origin is beyond two edges of a face, which one pass does not distinguish.
static void R(check_trim)(const int_point* p, uint32_t count) {
  exact_place nearest, whole = exact_place_of(p, &first_points[count]);
  R(simplex) s = R(simplex_of)(p, &first_points[count], true);
  R(trim)(&s);
  const feature found = R(feature_of)(&s, p);
  const exact_place place = exact_place_of(p, &found);
  uint32_t beyond = 0;
  for (uint32_t i = 0; i < count; ++i) beyond += whole.weight[i] < 0;
  exact_nearest(p, count, &nearest);
  bool right = m_any(s.active) && exact_within(&place, found.count);
  if (beyond < 2) right = right && exact_same_distance(&place, &nearest);
  if (count == 3 && beyond == 0) right = right && found.count == 3;
  if (found.count == 2) right = right && place.weight[0] > 0 && place.weight[1] > 0;
  if (!right) fail_msg("%s: trim left %s of %s", REAL_NAME, feature_text(&found), points_text(p, count));
  R(check_direction)(p, &found, &place);
  R(check_nearest)(p, &found, &place);
}

static void R(check_random_trims)(uint32_t count, uint32_t size, uint32_t rounds) {
  for (uint32_t i = 0; i < rounds; ++i) {
    int_point p[4];
    random_points(p, count, size);
    if (exact_place_of(p, &first_points[count]).sum == 0) continue;
    R(check_trim)(p, count);
    R(check_frozen)(p, count);
  }
}

#undef REAL_NAME
#undef REAL_EPSILON
