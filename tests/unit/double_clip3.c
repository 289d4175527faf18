// Cuts the features of two cores by each other, as seen along the normal (the clipping of Cyrus and Beck 1978).
//
// Rounding, and small motions from frame to frame, must not make points come and go where the sides or corners of both
// coincide. So a corner that is outside by no more than LGJK_SNAP of the smaller feature's size counts as inside.
// Crossings as near as that to such a corner are left out, and so are corners of the face at corners of the other.
#include "double_clip3.h"

typedef struct clip {
  const lgjk_feature3 *face, *other; // `other` is a face or an edge
  bool face_is_b;
  double slack;
  lgjk_meetings3* out;
} clip;

static void add(const clip* c, double x, double y, uint32_t of_face, uint32_t of_other) {
  lgjk_meetings3* out = c->out;
  const uint32_t a = c->face_is_b ? of_other : of_face, b = c->face_is_b ? of_face : of_other;
  out->at[out->count].x = x;
  out->at[out->count].y = y;
  out->at[out->count].id = a | b << 16;
  ++out->count;
}

static uint32_t after(const lgjk_feature3* f, uint32_t i) { return i + 1 < f->count ? i + 1 : 0; }

// Returns twice the area that a side of a face spans with the point: negative if the point is outside, 0 within slack.
static inline double area_from(const lgjk_feature3* face, uint32_t side, const lgjk_corner3* p, double slack) {
  const lgjk_corner3 *from = &face->corner[side], *to = &face->corner[after(face, side)];
  const double x = to->x - from->x, y = to->y - from->y;
  const double area = x * (p->y - from->y) - y * (p->x - from->x);
  return area < 0.0 && area * area <= slack * slack * (x * x + y * y) ? 0.0 : area;
}

// Returns whether the point is in the ellipse that a disc is seen as. The disc's corners would leave out a tenth of it.
static bool disc_covers(const lgjk_feature3* disc, const lgjk_corner3* p, double slack) {
  const double *e = disc->semi[0], *f = disc->semi[1];
  const double x = p->x - disc->centre[0], y = p->y - disc->centre[1];
  const double area = e[0] * f[1] - e[1] * f[0], u = x * f[1] - y * f[0], v = e[0] * y - e[1] * x;
  const double reach = (disc->size + slack) * area;
  return disc->size * disc->size * (u * u + v * v) <= reach * reach;
}

static bool is_near(double x, double y, const lgjk_corner3* p, double slack) {
  const double dx = p->x - x, dy = p->y - y;
  return dx * dx + dy * dy <= slack * slack;
}

// ---------------------------------------------------------------- a face, and a face or an edge

bool lgjk_clip3_covers(const lgjk_feature3* face, const lgjk_corner3* p, double slack) {
  if (face->is_disc) return disc_covers(face, p, slack);
  for (uint32_t side = 0; side < face->count; ++side) {
    if (area_from(face, side, p, slack) < 0.0) return false;
  }
  return true;
}

// Finds which corners of `of` the face covers, and returns whether it covers all.
static bool find_covered(const lgjk_feature3* face, const lgjk_feature3* of, double slack, bool* covered) {
  bool all = true;
  for (uint32_t i = 0; i < of->count; ++i) {
    covered[i] = lgjk_clip3_covers(face, &of->corner[i], slack);
    all = all && covered[i];
  }
  return all;
}

// `step`: 2 for a disc that lies wholly on the other feature, where every other corner will do; else 1.
static void add_corners_of_other(const clip* c, const bool* covered, uint32_t step) {
  for (uint32_t i = 0; i < c->other->count; i += step) {
    const lgjk_corner3* p = &c->other->corner[i];
    if (covered[i]) add(c, p->x, p->y, c->face->number, p->number);
  }
}

static void add_corners_of_face(const clip* c, const bool* covered, const bool* other_covered, uint32_t step) {
  for (uint32_t i = 0; i < c->face->count; i += step) {
    const lgjk_corner3* p = &c->face->corner[i];
    bool taken = !covered[i];
    for (uint32_t k = 0; k < c->other->count && !taken; ++k) {
      taken = other_covered != NULL && other_covered[k] && is_near(p->x, p->y, &c->other->corner[k], c->slack);
    }
    if (!taken) add(c, p->x, p->y, p->number, c->other->number);
  }
}

// Adds a crossing at `part` of the way from corner i of the other feature to the next, unless near a covered corner.
static void add_crossing(const clip* c, uint32_t i, uint32_t side, double part, const bool* face_covered,
                         const bool* other_covered) {
  const uint32_t next = after(c->other, i), side_next = after(c->face, side);
  const lgjk_corner3 *from = &c->other->corner[i], *to = &c->other->corner[next];
  const lgjk_corner3 *a = &c->face->corner[side], *b = &c->face->corner[side_next];
  const double x = from->x + part * (to->x - from->x), y = from->y + part * (to->y - from->y);
  if (other_covered[i] && is_near(x, y, from, c->slack)) return;
  if (other_covered[next] && is_near(x, y, to, c->slack)) return;
  if (face_covered[side] && is_near(x, y, a, c->slack)) return;
  if (face_covered[side_next] && is_near(x, y, b, c->slack)) return;
  add(c, x, y, lgjk_feature3_edge(a->number, b->number), lgjk_feature3_edge(from->number, to->number));
}

// Adds the places where the side from corner i of the other feature to the next enters and leaves the face.
static void add_crossings(const clip* c, uint32_t i, const bool* face_covered, const bool* other_covered) {
  const lgjk_corner3 *from = &c->other->corner[i], *to = &c->other->corner[after(c->other, i)];
  double enter = 0.0, leave = 1.0;
  uint32_t entered = 0, left = 0;
  bool enters = false, leaves = false;
  for (uint32_t side = 0; side < c->face->count; ++side) {
    const double first = area_from(c->face, side, from, c->slack), last = area_from(c->face, side, to, c->slack);
    if (first < 0.0 && last < 0.0) return;
    if (first < 0.0 && first / (first - last) > enter) {
      enter = first / (first - last);
      entered = side;
      enters = true;
    } else if (last < 0.0 && first / (first - last) < leave) {
      leave = first / (first - last);
      left = side;
      leaves = true;
    }
  }
  if (enter >= leave) return;
  if (enters && !other_covered[i]) add_crossing(c, i, entered, enter, face_covered, other_covered);
  if (leaves && !other_covered[after(c->other, i)]) add_crossing(c, i, left, leave, face_covered, other_covered);
}

static void cut(const clip* c) {
  bool other_covered[LGJK_FEATURE3_CORNERS], face_covered[LGJK_FEATURE3_CORNERS] = {0};
  const bool is_edge = c->other->count == 2;
  if (find_covered(c->face, c->other, c->slack, other_covered)) {
    add_corners_of_other(c, other_covered, c->other->is_disc ? 2 : 1);
    return;
  }
  if (!is_edge && find_covered(c->other, c->face, c->slack, face_covered)) {
    add_corners_of_face(c, face_covered, NULL, c->face->is_disc ? 2 : 1);
    return;
  }
  add_corners_of_other(c, other_covered, 1);
  if (!is_edge) add_corners_of_face(c, face_covered, other_covered, 1);
  for (uint32_t i = 0; i < (is_edge ? 1 : c->other->count); ++i) add_crossings(c, i, face_covered, other_covered);
}

// ---------------------------------------------------------------- two edges

// Adds an end of the common part of two parallel edges: a corner of b, or of a. Returns whether the edges are as near
// there as where they cross, so that they count as parallel. A distance across the edges lifts one surface above the
// other by its square over twice the sum of their radii.
static bool add_end(const lgjk_feature3* a, const lgjk_feature3* b, bool of_b, uint32_t corner, double near,
                    lgjk_meetings3* out) {
  const lgjk_feature3 *one = of_b ? b : a, *line = of_b ? a : b;
  const lgjk_corner3 *p = &one->corner[corner], *from = &line->corner[0], *to = &line->corner[1];
  const double x = to->x - from->x, y = to->y - from->y;
  const double part = ((p->x - from->x) * x + (p->y - from->y) * y) / (x * x + y * y);
  const double foot_x = from->x + part * x, foot_y = from->y + part * y;
  const double dx = foot_x - p->x, dy = foot_y - p->y;
  const clip c = {line, one, !of_b, 0.0, out};
  add(&c, 0.5 * (p->x + foot_x), 0.5 * (p->y + foot_y), line->number, p->number);
  return dx * dx + dy * dy <= near * (2.0 * (a->bend + b->bend) + near);
}

static void overlay(const lgjk_feature3* a, const lgjk_feature3* b, double near, double slack, lgjk_meetings3* out) {
  const lgjk_corner3 *from = &a->corner[0], *to = &a->corner[1];
  const double x = to->x - from->x, y = to->y - from->y, square = x * x + y * y;
  double part[2];
  for (int i = 0; i < 2; ++i) part[i] = ((b->corner[i].x - from->x) * x + (b->corner[i].y - from->y) * y) / square;
  const uint32_t first = part[0] <= part[1] ? 0 : 1, last = 1 - first;
  const double outside = slack / a->size;
  const bool first_of_b = part[first] >= -outside, last_of_b = part[last] <= 1.0 + outside;
  const double begin = first_of_b ? part[first] : 0.0, end = last_of_b ? part[last] : 1.0;
  if (!(end > begin)) return;
  const bool begins_parallel = add_end(a, b, first_of_b, first_of_b ? first : 0, near, out);
  const bool ends_parallel = add_end(a, b, last_of_b, last_of_b ? last : 1, near, out);
  if (!begins_parallel || !ends_parallel) out->count = 0;
}

// If two faces coincide, a cuts, so that the corners of b are taken.
bool lgjk_clip3_face_is_b(const lgjk_feature3* a, const lgjk_feature3* b) {
  return a->count == 2 || (b->count > 2 && b->area > LGJK_LARGER * a->area);
}

void lgjk_clip3(const lgjk_feature3* a, const lgjk_feature3* b, double near, lgjk_meetings3* out) {
  out->count = 0;
  if (a->count == 1 || b->count == 1) return;
  const double slack = LGJK_SNAP * (a->size < b->size ? a->size : b->size);
  if (a->count == 2 && b->count == 2) {
    overlay(a, b, near, slack, out);
    return;
  }
  const bool face_is_b = lgjk_clip3_face_is_b(a, b);
  const clip c = {face_is_b ? b : a, face_is_b ? a : b, face_is_b, slack, out};
  cut(&c);
}
