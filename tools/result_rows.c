// Rows of results. Where CSV has fixed numbers or nothing for what a result lacks, JSON has null.
#include "result_rows.h"

const char* const query_names[QUERY_COUNT] = {"distance", "overlap", "contact"};

// The coordinates of a point, the first behind `first` and the others behind the separator. Adding 0 makes -0 a 0.
static void append_point(text_buffer* text, const char* first, const char* separator, const float* point,
                         uint32_t axes) {
  for (uint32_t k = 0; k < axes; ++k) text_append(text, "%s%.9g", k == 0 ? first : separator, (double)point[k] + 0.0);
}

// ---------------------------------------------------------------- CSV

static void append_csv_head(text_buffer* text, const dimension* dim, const question* asked) {
  const uint32_t axes = dim->axes;
  text_append(text, "frame,pair,a,b,status");
  if (asked->query != QUERY_OVERLAP) {
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
      append_point(text, ",", ",", point.position, dim->axes);
      text_append(text, ",%.9g,%u", (double)point.separation, point.id);
    } else {
      for (uint32_t k = 0; k < dim->axes + 2; ++k) text_append(text, ",");
    }
  }
}

static void append_csv(text_buffer* text, const dimension* dim, const question* asked, const batch* query,
                       uint32_t frame, size_t i) {
  const uint32_t axes = dim->axes;
  text_append(text, "%u,%zu,%u,%u,%s", frame, i, query->pairs.a[2 * i], query->pairs.b[2 * i],
              lgjk_status_text(query->status[i]));
  if (asked->query != QUERY_OVERLAP) {
    text_append(text, ",%.9g", (double)query->distance[i]);
    if (asked->query == QUERY_CONTACT) append_point(text, ",", ",", query->normal + axes * i, axes);
    append_point(text, ",", ",", query->point_a + axes * i, axes);
    append_point(text, ",", ",", query->point_b + axes * i, axes);
    text_append(text, ",%u", (unsigned)query->iterations[i]);
  }
  if (asked->manifold) append_csv_manifold(text, dim, query, i);
  text_append(text, "\n");
}

// ---------------------------------------------------------------- JSON

static void append_json_point(text_buffer* text, const char* name, const float* point, uint32_t axes, int known) {
  text_append(text, ", \"%s\": ", name);
  if (known) append_point(text, "[", ", ", point, axes);
  text_append(text, known ? "]" : "null");
}

static void append_json_manifold(text_buffer* text, const dimension* dim, const batch* query, size_t pair) {
  text_append(text, ", \"manifold\": [");
  for (uint32_t i = 0; i < dim->manifold_count(query, pair); ++i) {
    const manifold_point point = dim->manifold_point(query, pair, i);
    append_point(text, i == 0 ? "{\"position\": [" : ", {\"position\": [", ", ", point.position, dim->axes);
    text_append(text, "], \"separation\": %.9g, \"id\": %u}", (double)point.separation, point.id);
  }
  text_append(text, "]");
}

static void append_json(text_buffer* text, const dimension* dim, const question* asked, const batch* query,
                        uint32_t frame, size_t i) {
  const uint32_t axes = dim->axes;
  text_append(text, "%s\n  {\"frame\": %u, \"pair\": %zu, \"a\": %u, \"b\": %u, \"status\": \"%s\"",
              frame == 0 && i == 0 ? "" : ",", frame, i, query->pairs.a[2 * i], query->pairs.b[2 * i],
              lgjk_status_text(query->status[i]));
  if (asked->query != QUERY_OVERLAP) {
    const int known = query->status[i] != LGJK_STATUS_BEYOND && query->status[i] != LGJK_STATUS_BAD;
    text_append(text, known ? ", \"distance\": %.9g" : ", \"distance\": null", (double)query->distance[i]);
    if (asked->query == QUERY_CONTACT) append_json_point(text, "normal", query->normal + axes * i, axes, known);
    append_json_point(text, "point_a", query->point_a + axes * i, axes, known);
    append_json_point(text, "point_b", query->point_b + axes * i, axes, known);
    text_append(text, ", \"iterations\": %u", (unsigned)query->iterations[i]);
  }
  if (asked->manifold) append_json_manifold(text, dim, query, i);
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

void append_row(text_buffer* text, const dimension* dim, const question* asked, const batch* query, uint32_t frame,
                size_t pair) {
  (asked->format == FORMAT_JSON ? append_json : append_csv)(text, dim, asked, query, frame, pair);
}

void append_foot(text_buffer* text, const question* asked) {
  if (asked->format == FORMAT_JSON) text_append(text, "\n]}\n");
}
