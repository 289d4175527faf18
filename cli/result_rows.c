// Rows of results. Where CSV has fixed numbers or nothing for what a result lacks, JSON has null.
#include "result_rows.h"

#include <math.h>

#include "coordinates.h"
#include "lanegjk/lanegjk_cast.h"

const char* const query_names[QUERY_COUNT + 1] = {"distance", "overlap", "contact", "cast", "find", "nearest"};

// The numbers of a direction, the first behind `first` and the others behind the separator. Adding 0 makes -0 a 0.
static void append_direction(text_buffer* text, const char* first, const char* separator, const float* direction,
                             uint32_t axes) {
  for (uint32_t k = 0; k < axes; ++k)
    text_append(text, "%s%.9g", k == 0 ? first : separator, (double)direction[k] + 0.0);
}

static int has_points(const batch* query, size_t pair) {
  return query->status[pair] != LGJK_STATUS_BEYOND && query->status[pair] != LGJK_STATUS_BAD;
}

// The largest coordinate of the pair's points, relative to its first body.
static double largest_of(const batch* query, size_t pair, uint32_t axes) {
  double largest = 0.0;
  for (size_t i = axes * pair; i < axes * (pair + 1); ++i) {
    largest = fmax(largest, fmax(fabs((double)query->point_a[i]), fabs((double)query->point_b[i])));
  }
  return largest;
}

// A point of the pair, written like a direction, in the coordinates of the scene: with as many digits more as these are
// longer than those about the pair's first body. A pair without points has zeros.
static void append_point(text_buffer* text, const char* first, const char* separator, const batch* query, size_t pair,
                         const float* point, uint32_t axes) {
  const double largest = largest_of(query, pair, axes);
  for (uint32_t k = 0; k < axes; ++k) {
    const double offset = has_points(query, pair) ? query->offset[axes * pair + k] : 0.0;
    const double relative = (double)point[k];
    text_append(text, "%s%.*g", k == 0 ? first : separator, coordinate_digits(offset, relative, largest),
                offset + relative + 0.0);
  }
}

static int has_status(const question* asked) { return asked->query != QUERY_FIND && asked->query != QUERY_NEAREST; }

// Whether a cast has a touch, with a normal and a point.
static int has_touch(const touch* hit) { return hit->status == LGJK_CAST_HIT || hit->status == LGJK_CAST_OVERLAP; }

// The point of a touch, written like a direction. One that there is none of has zeros.
static void append_touch(text_buffer* text, const char* first, const char* separator, const touch* hit, uint32_t axes) {
  double largest = 0.0;
  for (uint32_t k = 0; k < axes; ++k) largest = fmax(largest, fabs((double)hit->point[k]));
  for (uint32_t k = 0; k < axes; ++k) {
    const double offset = has_touch(hit) ? hit->offset[k] : 0.0, relative = (double)hit->point[k];
    text_append(text, "%s%.*g", k == 0 ? first : separator, coordinate_digits(offset, relative, largest),
                offset + relative + 0.0);
  }
}

touch touch_of(const batch* query, size_t i, uint32_t axes) {
  return (touch){
      .status = query->status[i],
      .fraction = query->distance[i],
      .depth = query->depth[i],
      .normal = query->normal + axes * i,
      .point = query->point_a + axes * i,
      .offset = query->offset + axes * i,
  };
}

// ---------------------------------------------------------------- CSV

static void append_csv_head(text_buffer* text, const dimension* dim, const question* asked) {
  const uint32_t axes = dim->axes;
  text_append(text, "frame,pair,a,b%s", has_status(asked) ? ",status" : "");
  if (asked->query == QUERY_CAST) {
    text_append(text, axes == 2 ? ",fraction,nx,ny,x,y,depth" : ",fraction,nx,ny,nz,x,y,z,depth");
    if (!asked->of_bodies) text_append(text, ",iterations");
  } else if (asked->query == QUERY_NEAREST) {
    text_append(text, ",distance");
  } else if (has_status(asked) && asked->query != QUERY_OVERLAP) {
    const char* points = asked->query == QUERY_CONTACT ? "nab" : "ab";
    text_append(text, ",distance");
    for (; *points != '\0'; ++points) {
      for (uint32_t k = 0; k < axes; ++k) text_append(text, ",%c%c", *points, "xyz"[k]);
    }
    text_append(text, ",iterations");
  }
  if (asked->manifold) {
    text_append(text, ",points");
    for (uint32_t i = 1; i <= dim->manifold_points; ++i) {
      for (uint32_t k = 0; k < axes; ++k) text_append(text, ",%c%u", "xyz"[k], i);
      text_append(text, ",separation%u,id%u", i, i);
    }
  }
  text_append(text, "\n");
}

static void append_csv_manifold(text_buffer* text, const dimension* dim, const batch* query, size_t pair) {
  const uint32_t count = dim->manifold_count(query, pair);
  text_append(text, ",%u", count);
  for (uint32_t i = 0; i < dim->manifold_points; ++i) {
    if (i < count) {
      const manifold_point point = dim->manifold_point(query, pair, i);
      append_point(text, ",", ",", query, pair, point.position, dim->axes);
      text_append(text, ",%.9g,%u", (double)point.separation, point.id);
    } else {
      for (uint32_t k = 0; k < dim->axes + 2; ++k) text_append(text, ",");
    }
  }
}

static const char* status_text(const question* asked, uint32_t status) {
  return asked->query == QUERY_CAST ? lgjk_cast_text(status) : lgjk_status_text(status);
}

static void append_csv_touch(text_buffer* text, const touch* hit, uint32_t axes) {
  text_append(text, ",%.9g", (double)hit->fraction);
  append_direction(text, ",", ",", hit->normal, axes);
  append_touch(text, ",", ",", hit, axes);
  text_append(text, ",%.9g", (double)hit->depth);
}

static void append_csv(text_buffer* text, const scene* self, const question* asked, const batch* query, uint32_t frame,
                       size_t i) {
  const dimension* dim = self->dim;
  const uint32_t axes = dim->axes;
  text_append(text, "%u,%zu,%u,%u,%s", frame, i, scene_number(self, query->body[2 * i]),
              scene_number(self, query->body[2 * i + 1]), status_text(asked, query->status[i]));
  if (asked->query == QUERY_CAST) {
    const touch hit = touch_of(query, i, axes);
    append_csv_touch(text, &hit, axes);
    text_append(text, ",%u", (unsigned)query->iterations[i]);
  } else if (asked->query != QUERY_OVERLAP) {
    text_append(text, ",%.9g", (double)query->distance[i]);
    if (asked->query == QUERY_CONTACT) append_direction(text, ",", ",", query->normal + axes * i, axes);
    append_point(text, ",", ",", query, i, query->point_a + axes * i, axes);
    append_point(text, ",", ",", query, i, query->point_b + axes * i, axes);
    text_append(text, ",%u", (unsigned)query->iterations[i]);
  }
  if (asked->manifold) append_csv_manifold(text, dim, query, i);
  text_append(text, "\n");
}

// ---------------------------------------------------------------- JSON

static void append_json_point(text_buffer* text, const char* name, const batch* query, size_t pair, const float* point,
                              uint32_t axes) {
  text_append(text, ", \"%s\": ", name);
  if (has_points(query, pair)) append_point(text, "[", ", ", query, pair, point, axes);
  text_append(text, has_points(query, pair) ? "]" : "null");
}

static void append_json_normal(text_buffer* text, const batch* query, size_t pair, uint32_t axes) {
  text_append(text, ", \"normal\": ");
  if (has_points(query, pair)) append_direction(text, "[", ", ", query->normal + axes * pair, axes);
  text_append(text, has_points(query, pair) ? "]" : "null");
}

static void append_json_manifold(text_buffer* text, const dimension* dim, const batch* query, size_t pair) {
  text_append(text, ", \"manifold\": [");
  for (uint32_t i = 0; i < dim->manifold_count(query, pair); ++i) {
    const manifold_point point = dim->manifold_point(query, pair, i);
    append_point(text, i == 0 ? "{\"position\": [" : ", {\"position\": [", ", ", query, pair, point.position,
                 dim->axes);
    text_append(text, "], \"separation\": %.9g, \"id\": %u}", (double)point.separation, point.id);
  }
  text_append(text, "]");
}

static void append_json_touch(text_buffer* text, const touch* hit, uint32_t axes) {
  text_append(text, hit->status != LGJK_CAST_BAD ? ", \"fraction\": %.9g" : ", \"fraction\": null",
              (double)hit->fraction);
  text_append(text, ", \"normal\": ");
  if (has_touch(hit)) append_direction(text, "[", ", ", hit->normal, axes);
  text_append(text, has_touch(hit) ? "], \"point\": " : "null, \"point\": ");
  if (has_touch(hit)) append_touch(text, "[", ", ", hit, axes);
  text_append(text, has_touch(hit) ? "]" : "null");
  text_append(text, hit->status == LGJK_CAST_OVERLAP ? ", \"depth\": %.9g" : ", \"depth\": null", (double)hit->depth);
}

// What comes before a row: a comma behind another one.
static const char* json_start(const text_buffer* text) { return text->data[text->size - 1] == '[' ? "" : ","; }

static void append_json(text_buffer* text, const scene* self, const question* asked, const batch* query, uint32_t frame,
                        size_t i) {
  const dimension* dim = self->dim;
  const uint32_t axes = dim->axes;
  text_append(text, "%s\n  {\"frame\": %u, \"pair\": %zu, \"a\": %u, \"b\": %u, \"status\": \"%s\"", json_start(text),
              frame, i, scene_number(self, query->body[2 * i]), scene_number(self, query->body[2 * i + 1]),
              status_text(asked, query->status[i]));
  if (asked->query == QUERY_CAST) {
    const touch hit = touch_of(query, i, axes);
    append_json_touch(text, &hit, axes);
    text_append(text, ", \"iterations\": %u", (unsigned)query->iterations[i]);
  } else if (asked->query != QUERY_OVERLAP) {
    text_append(text, has_points(query, i) ? ", \"distance\": %.9g" : ", \"distance\": null",
                (double)query->distance[i]);
    if (asked->query == QUERY_CONTACT) append_json_normal(text, query, i, axes);
    append_json_point(text, "point_a", query, i, query->point_a + axes * i, axes);
    append_json_point(text, "point_b", query, i, query->point_b + axes * i, axes);
    text_append(text, ", \"iterations\": %u", (unsigned)query->iterations[i]);
  }
  if (asked->manifold) append_json_manifold(text, dim, query, i);
  text_append(text, "}");
}

// ---------------------------------------------------------------- found by the query

static void append_csv_found(text_buffer* text, const dimension* dim, const question* asked, uint32_t frame, size_t row,
                             const found_row* found) {
  text_append(text, "%u,%zu,%u,", frame, row, found->a);
  if (found->b != LGJK_NO_BODY) text_append(text, "%u", found->b);
  if (asked->query == QUERY_NEAREST) text_append(text, ",%.9g", (double)found->distance);
  if (asked->query == QUERY_CAST) {
    text_append(text, ",%s", lgjk_cast_text(found->hit.status));
    append_csv_touch(text, &found->hit, dim->axes);
  }
  text_append(text, "\n");
}

static void append_json_found(text_buffer* text, const dimension* dim, const question* asked, uint32_t frame,
                              size_t row, const found_row* found) {
  text_append(text, "%s\n  {\"frame\": %u, \"pair\": %zu, \"a\": %u", json_start(text), frame, row, found->a);
  if (found->b != LGJK_NO_BODY) {
    text_append(text, ", \"b\": %u", found->b);
  } else {
    text_append(text, ", \"b\": null");
  }
  if (asked->query == QUERY_NEAREST) {
    text_append(text, isfinite(found->distance) ? ", \"distance\": %.9g" : ", \"distance\": null",
                (double)found->distance);
  }
  if (asked->query == QUERY_CAST) {
    text_append(text, ", \"status\": \"%s\"", lgjk_cast_text(found->hit.status));
    append_json_touch(text, &found->hit, dim->axes);
  }
  text_append(text, "}");
}

// ---------------------------------------------------------------- either

void append_head(text_buffer* text, const dimension* dim, const question* asked) {
  if (asked->format == FORMAT_JSON) {
    text_append(text, "{\"query\": \"%s\", \"results\": [", query_names[asked->query]);
  } else {
    append_csv_head(text, dim, asked);
  }
}

void append_row(text_buffer* text, const scene* self, const question* asked, const batch* query, uint32_t frame,
                size_t pair) {
  (asked->format == FORMAT_JSON ? append_json : append_csv)(text, self, asked, query, frame, pair);
}

void append_found(text_buffer* text, const dimension* dim, const question* asked, uint32_t frame, size_t row,
                  const found_row* found) {
  (asked->format == FORMAT_JSON ? append_json_found : append_csv_found)(text, dim, asked, frame, row, found);
}

void append_foot(text_buffer* text, const question* asked) {
  if (asked->format == FORMAT_JSON) text_append(text, "\n]}\n");
}
