// Rows of results. Where a result has no value, CSV has fixed numbers or nothing, JSON has null.
#include "result_rows.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"
#include "lanegjk/lanegjk_cast.h"

const char* const query_names[QUERY_COUNT + 1] = {"distance", "overlap", "contact", "cast", "find", "nearest"};

#define FLOAT_DIGITS 9

// A direction or a point, with the digits that are written. Adding 0 makes -0 a 0.
typedef struct numbers {
  uint32_t count;
  double value[3];
  int digits[3];
} numbers;

static numbers direction_of(const float* direction, uint32_t axes) {
  numbers out = {.count = axes};
  for (uint32_t k = 0; k < axes; ++k) {
    out.value[k] = (double)direction[k] + 0.0;
    out.digits[k] = FLOAT_DIGITS;
  }
  return out;
}

// A point relative to an offset, which NULL makes 0, in the coordinates of the scene: with as many digits more as these
// are longer than the largest of those that it is relative to.
static numbers point_of(const float* point, const double* offset, double largest, uint32_t axes) {
  numbers out = {.count = axes};
  for (uint32_t k = 0; k < axes; ++k) {
    const double from = offset != NULL ? offset[k] : 0.0, relative = (double)point[k];
    out.value[k] = from + relative + 0.0;
    out.digits[k] = coordinate_digits(from, relative, largest);
  }
  return out;
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

// A point of the pair. A pair without points has zeros.
static numbers pair_point(const batch* query, size_t pair, const float* point, uint32_t axes) {
  return point_of(point, has_points(query, pair) ? query->offset + axes * pair : NULL, largest_of(query, pair, axes),
                  axes);
}

static int has_status(const query_request* request) {
  return request->query != QUERY_FIND && request->query != QUERY_NEAREST;
}

// Whether a cast has a touch, with a normal and a point.
static int has_touch(const touch* hit) { return hit->status == LGJK_CAST_HIT || hit->status == LGJK_CAST_OVERLAP; }

// The point of a touch. One that there is none of has zeros.
static numbers touch_point(const touch* hit, uint32_t axes) {
  double largest = 0.0;
  for (uint32_t k = 0; k < axes; ++k) largest = fmax(largest, fabs((double)hit->point[k]));
  return point_of(hit->point, has_touch(hit) ? hit->offset : NULL, largest, axes);
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

static void append_csv_numbers(text_buffer* text, numbers from) {
  for (uint32_t k = 0; k < from.count; ++k) text_append(text, ",%.*g", from.digits[k], from.value[k]);
}

static void append_csv_head(text_buffer* text, const dimension* dim, const query_request* request) {
  const uint32_t axes = dim->axes;
  text_append(text, "frame,pair,a,b%s", has_status(request) ? ",status" : "");
  if (request->query == QUERY_CAST) {
    text_append(text, axes == 2 ? ",fraction,nx,ny,x,y,depth" : ",fraction,nx,ny,nz,x,y,z,depth");
    if (!request->of_bodies) text_append(text, ",iterations");
  } else if (request->query == QUERY_NEAREST) {
    text_append(text, ",distance");
  } else if (has_status(request) && request->query != QUERY_OVERLAP) {
    const char* points = request->query == QUERY_CONTACT ? "nab" : "ab";
    text_append(text, ",distance");
    for (; *points != '\0'; ++points) {
      for (uint32_t k = 0; k < axes; ++k) text_append(text, ",%c%c", *points, "xyz"[k]);
    }
    text_append(text, ",iterations");
  }
  if (request->manifold) {
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
      append_csv_numbers(text, pair_point(query, pair, point.position, dim->axes));
      text_append(text, ",%.9g,%u", (double)point.separation, point.id);
    } else {
      for (uint32_t k = 0; k < dim->axes + 2; ++k) text_append(text, ",");
    }
  }
}

static const char* status_text(const query_request* request, uint32_t status) {
  return request->query == QUERY_CAST ? lgjk_cast_text(status) : lgjk_status_text(status);
}

static void append_csv_touch(text_buffer* text, const touch* hit, uint32_t axes) {
  text_append(text, ",%.9g", (double)hit->fraction);
  append_csv_numbers(text, direction_of(hit->normal, axes));
  append_csv_numbers(text, touch_point(hit, axes));
  text_append(text, ",%.9g", (double)hit->depth);
}

static void append_csv(text_buffer* text, const scene* self, const query_request* request, const batch* query,
                       uint32_t frame, size_t i) {
  const dimension* dim = self->dim;
  const uint32_t axes = dim->axes;
  text_append(text, "%u,%zu,%u,%u,%s", frame, i, scene_number(self, query->body[2 * i]),
              scene_number(self, query->body[2 * i + 1]), status_text(request, query->status[i]));
  if (request->query == QUERY_CAST) {
    const touch hit = touch_of(query, i, axes);
    append_csv_touch(text, &hit, axes);
    text_append(text, ",%u", (unsigned)query->iterations[i]);
  } else if (request->query != QUERY_OVERLAP) {
    text_append(text, ",%.9g", (double)query->distance[i]);
    if (request->query == QUERY_CONTACT) append_csv_numbers(text, direction_of(query->normal + axes * i, axes));
    append_csv_numbers(text, pair_point(query, i, query->point_a + axes * i, axes));
    append_csv_numbers(text, pair_point(query, i, query->point_b + axes * i, axes));
    text_append(text, ",%u", (unsigned)query->iterations[i]);
  }
  if (request->manifold) append_csv_manifold(text, dim, query, i);
  text_append(text, "\n");
}

// ---------------------------------------------------------------- JSON

#define KEPT_DIGITS 15 // of any decimal number by a double: what was rounded to no more is written as it is

// A number rounded to so many digits; null where it is none, or not there.
static json_t* json_rounded(double value, int digits, int is_there) {
  char text[32];
  if (!is_there || !isfinite(value)) return json_null();
  snprintf(text, sizeof text, "%.*g", digits, value);
  const double rounded = strtod(text, NULL);
  if (rounded == floor(rounded) && fabs(rounded) < 1e15) return json_integer((json_int_t)rounded);
  return json_real(rounded);
}

static json_t* json_numbers(numbers from, int is_there) {
  json_t* out = is_there ? json_array() : json_null();
  for (uint32_t k = 0; is_there && k < from.count; ++k)
    json_array_append_new(out, json_rounded(from.value[k], from.digits[k], 1));
  return out;
}

static json_t* json_manifold(const dimension* dim, const batch* query, size_t pair) {
  json_t* out = json_array();
  for (uint32_t i = 0; i < dim->manifold_count(query, pair); ++i) {
    const manifold_point point = dim->manifold_point(query, pair, i);
    json_t* position = json_numbers(pair_point(query, pair, point.position, dim->axes), 1);
    json_t* separation = json_rounded((double)point.separation, FLOAT_DIGITS, 1);
    json_array_append_new(
        out, json_pack("{s:o, s:o, s:I}", "position", position, "separation", separation, "id", (json_int_t)point.id));
  }
  return out;
}

static void set_touch(json_t* row, const touch* hit, uint32_t axes) {
  const int is_overlap = hit->status == LGJK_CAST_OVERLAP, is_good = hit->status != LGJK_CAST_BAD;
  json_object_set_new(row, "fraction", json_rounded((double)hit->fraction, FLOAT_DIGITS, is_good));
  json_object_set_new(row, "normal", json_numbers(direction_of(hit->normal, axes), has_touch(hit)));
  json_object_set_new(row, "point", json_numbers(touch_point(hit, axes), has_touch(hit)));
  json_object_set_new(row, "depth", json_rounded((double)hit->depth, FLOAT_DIGITS, is_overlap));
}

static json_t* json_row(uint32_t frame, size_t pair, uint32_t a, json_t* b) {
  return json_pack("{s:I, s:I, s:I, s:o}", "frame", (json_int_t)frame, "pair", (json_int_t)pair, "a", (json_int_t)a,
                   "b", b);
}

// Takes the row, which is a line behind a comma or the head.
static void append_json_row(text_buffer* text, json_t* row) {
  char* line = json_dumps(row, JSON_REAL_PRECISION(KEPT_DIGITS));
  if (line == NULL) fail("lanegjk: out of memory");
  text_append(text, "%s\n  %s", text->data[text->size - 1] == '[' ? "" : ",", line);
  free(line);
  json_decref(row);
}

static void append_json(text_buffer* text, const scene* self, const query_request* request, const batch* query,
                        uint32_t frame, size_t i) {
  const uint32_t axes = self->dim->axes;
  const int is_there = has_points(query, i);
  json_t* row = json_row(frame, i, scene_number(self, query->body[2 * i]),
                         json_integer((json_int_t)scene_number(self, query->body[2 * i + 1])));
  json_object_set_new(row, "status", json_string(status_text(request, query->status[i])));
  if (request->query == QUERY_CAST) {
    const touch hit = touch_of(query, i, axes);
    set_touch(row, &hit, axes);
  } else if (request->query != QUERY_OVERLAP) {
    json_object_set_new(row, "distance", json_rounded((double)query->distance[i], FLOAT_DIGITS, is_there));
    if (request->query == QUERY_CONTACT)
      json_object_set_new(row, "normal", json_numbers(direction_of(query->normal + axes * i, axes), is_there));
    const float *a = query->point_a + axes * i, *b = query->point_b + axes * i;
    json_object_set_new(row, "point_a", json_numbers(pair_point(query, i, a, axes), is_there));
    json_object_set_new(row, "point_b", json_numbers(pair_point(query, i, b, axes), is_there));
  }
  if (request->query != QUERY_OVERLAP) json_object_set_new(row, "iterations", json_integer(query->iterations[i]));
  if (request->manifold) json_object_set_new(row, "manifold", json_manifold(self->dim, query, i));
  append_json_row(text, row);
}

// ---------------------------------------------------------------- found by the query

static void append_csv_found(text_buffer* text, const dimension* dim, const query_request* request, uint32_t frame,
                             size_t row, const found_row* found) {
  text_append(text, "%u,%zu,%u,", frame, row, found->a);
  if (found->b != LGJK_NO_BODY) text_append(text, "%u", found->b);
  if (request->query == QUERY_NEAREST) text_append(text, ",%.9g", (double)found->distance);
  if (request->query == QUERY_CAST) {
    text_append(text, ",%s", lgjk_cast_text(found->hit.status));
    append_csv_touch(text, &found->hit, dim->axes);
  }
  text_append(text, "\n");
}

static void append_json_found(text_buffer* text, const dimension* dim, const query_request* request, uint32_t frame,
                              size_t row, const found_row* found) {
  json_t* b = found->b != LGJK_NO_BODY ? json_integer((json_int_t)found->b) : json_null();
  json_t* out = json_row(frame, row, found->a, b);
  if (request->query == QUERY_NEAREST)
    json_object_set_new(out, "distance", json_rounded((double)found->distance, FLOAT_DIGITS, 1));
  if (request->query == QUERY_CAST) {
    json_object_set_new(out, "status", json_string(lgjk_cast_text(found->hit.status)));
    set_touch(out, &found->hit, dim->axes);
  }
  append_json_row(text, out);
}

// ---------------------------------------------------------------- either

void append_head(text_buffer* text, const dimension* dim, const query_request* request) {
  if (request->format == FORMAT_JSON) {
    text_append(text, "{\"query\": \"%s\", \"results\": [", query_names[request->query]);
  } else {
    append_csv_head(text, dim, request);
  }
}

void append_row(text_buffer* text, const scene* self, const query_request* request, const batch* query, uint32_t frame,
                size_t pair) {
  (request->format == FORMAT_JSON ? append_json : append_csv)(text, self, request, query, frame, pair);
}

void append_found(text_buffer* text, const dimension* dim, const query_request* request, uint32_t frame, size_t row,
                  const found_row* found) {
  (request->format == FORMAT_JSON ? append_json_found : append_csv_found)(text, dim, request, frame, row, found);
}

void append_foot(text_buffer* text, const query_request* request) {
  if (request->format == FORMAT_JSON) text_append(text, "\n]}\n");
}
