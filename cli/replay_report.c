// The report and the table of events of a replay.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "replay.h"

static int64_t frame_of(const recording* crowd, uint32_t frame) { return crowd->frame_number[frame]; }

static double seconds_between(const recording* crowd, uint32_t first, uint32_t last) {
  return (double)(frame_of(crowd, last) - frame_of(crowd, first)) / crowd->rows.fps;
}

static void describe_recording(text_buffer* text, const replay_setup* setup, const recording* crowd) {
  const uint32_t last = crowd->frame_count - 1;
  char unit[32];
  snprintf(unit, sizeof unit, "units of %g m", crowd->rows.metres_per_unit);
  if (crowd->rows.metres_per_unit == 1.0) snprintf(unit, sizeof unit, "metres");
  if (crowd->rows.metres_per_unit == 0.01) snprintf(unit, sizeof unit, "centimetres");
  text_append(text, "recording   %s\n", setup->name);
  text_append(text,
              "            %u persons, %u frames (%" PRId64 "..%" PRId64 "), %.1f s at %g frames/s (%s), %s (%s)\n",
              crowd->person_count, crowd->frame_count, frame_of(crowd, 0), frame_of(crowd, last),
              seconds_between(crowd, 0, last), crowd->rows.fps, crowd->rows.fps_source, unit, crowd->rows.unit_source);
  text_append(text, "            columns %s\n", crowd->rows.columns);
  if (crowd->rows.gaps > 0)
    text_append(text, "            %" PRIu64 " gaps: lines without a position\n", crowd->rows.gaps);
  if (setup->body.is_circle) {
    text_append(text, "torso       circle of radius %g m", (double)setup->body.depth);
  } else {
    text_append(text, "torso       ellipse, semi-axes %g m along and %g m across the motion", (double)setup->body.depth,
                (double)setup->body.width);
  }
  text_append(text, "; gaps up to %g m count\n", (double)setup->reach);
}

static int is_longer(const recording* crowd, const encounter* a, const encounter* b) {
  return seconds_between(crowd, a->first, a->last) > seconds_between(crowd, b->first, b->last);
}

// How deep and from where; there is at least one contact, and so an overlapping pair.
static void describe_overlaps(text_buffer* text, const recording* crowd, const encounter* deepest,
                              const replay_totals* totals) {
  const double sides = 2.0 * (double)totals->overlapping;
  double middle[2];
  encounter_middle(deepest, middle);
  text_append(text, "            depth of these pairs: %.6f m in the mean, %.6f m at most\n",
              totals->depth_sum / (double)totals->overlapping, 0.0 - (double)deepest->distance);
  text_append(text,
              "            deepest: persons %s and %s, frame %" PRId64
              ", at (%.2f, %.2f), direction from one to the other (%.2f, %.2f)\n",
              crowd->person_name[deepest->a], crowd->person_name[deepest->b], frame_of(crowd, deepest->closest),
              middle[0], middle[1], (double)deepest->normal[0] + 0.0, (double)deepest->normal[1] + 0.0);
  text_append(text, "            the other person is in front in %.0f%%, behind in %.0f%%, beside in %.0f%%\n",
              100.0 * (double)totals->in_front / sides, 100.0 * (double)totals->behind / sides,
              100.0 * (double)totals->beside / sides);
}

static void describe_contacts(text_buffer* text, const recording* crowd, const encounters* met,
                              const replay_totals* totals) {
  const encounter* longest = NULL;
  const encounter* deepest = NULL;
  for (size_t i = 0; i < met->ended_count; ++i) {
    const encounter* e = &met->ended[i];
    if (e->kind != ENCOUNTER_CONTACT) continue;
    if (longest == NULL || is_longer(crowd, e, longest)) longest = e;
    if (deepest == NULL || e->distance < deepest->distance) deepest = e;
  }
  text_append(text, "approaches  %zu (two persons within reach of each other, without interruption)\n",
              encounters_count(met, ENCOUNTER_APPROACH));
  text_append(text, "contacts    %zu (their torsos overlap, without interruption); %" PRIu64 " pairs over all frames\n",
              encounters_count(met, ENCOUNTER_CONTACT), totals->overlapping);
  if (longest == NULL) return;
  describe_overlaps(text, crowd, deepest, totals);
  text_append(text, "            longest: persons %s and %s, frames %" PRId64 "..%" PRId64 ", %.1f s\n",
              crowd->person_name[longest->a], crowd->person_name[longest->b], frame_of(crowd, longest->first),
              frame_of(crowd, longest->last), seconds_between(crowd, longest->first, longest->last));
}

static void describe_near_misses(text_buffer* text, const recording* crowd, const encounters* met) {
  const encounter* nearest[NEAR_MISSES];
  const size_t count = encounters_nearest(met, nearest, NEAR_MISSES);
  for (size_t i = 0; i < count; ++i) {
    const encounter* e = nearest[i];
    double middle[2];
    encounter_middle(e, middle);
    text_append(text, "%s %zu: %.6f m  persons %s and %s, frame %" PRId64 ", at (%.2f, %.2f)\n",
                i == 0 ? "near misses" : "           ", i + 1, (double)e->distance, crowd->person_name[e->a],
                crowd->person_name[e->b], frame_of(crowd, e->closest), middle[0], middle[1]);
  }
}

static void describe_queries(text_buffer* text, const replay_setup* setup, const recording* crowd,
                             const replay_totals* totals) {
  text_append(text, "queries     %" PRIu64 " pairs, %.1f per frame (at most %" PRIu64 "), %" PRIu64 " within reach\n",
              totals->pairs, (double)totals->pairs / (double)crowd->frame_count, totals->most_pairs,
              totals->within_reach);
  if (totals->at_limit > 0) {
    text_append(text, "            %" PRIu64 " pairs ended at the iteration limit: their distances are upper bounds\n",
                totals->at_limit);
  }
  if (totals->bad.count > 0) {
    text_append(text, "            %" PRIu64 " pairs are bad and have no answer\n", totals->bad.count);
  }
  if (totals->pairs == 0) return;
  text_append(text,
              "throughput  %.2f million pairs per second (%s, one thread): %.1f ns per pair, the median of the frames; "
              "in all %.2f ms.\n",
              1e3 / totals->query_ns, lgjk_isa_name(setup->isa), totals->query_ns, 1e3 * totals->query_seconds);
  text_append(text, "            Reading, finding the pairs and what is made of the answers are not in it\n");
}

text_buffer replay_report(const replay_setup* setup, const recording* crowd, const encounters* met,
                          const replay_totals* totals) {
  text_buffer text = {0};
  describe_recording(&text, setup, crowd);
  describe_contacts(&text, crowd, met, totals);
  describe_near_misses(&text, crowd, met);
  describe_queries(&text, setup, crowd, totals);
  return text;
}

// A name in a CSV: in quotation marks where it holds what would end it. None holds a quotation mark.
static void append_name(text_buffer* text, const char* name) {
  const char* quote = strpbrk(name, ", ;") != NULL ? "\"" : "";
  text_append(text, ",%s%s%s", quote, name, quote);
}

// Adding 0 makes -0 a 0, as for normals.
static void append_point(text_buffer* text, const encounter* e, const float* point, double largest) {
  for (int k = 0; k < 2; ++k) {
    const double relative = (double)point[k];
    text_append(text, ",%.*g", coordinate_digits(e->at[k], relative, largest), e->at[k] + relative + 0.0);
  }
}

text_buffer replay_events(const recording* crowd, const encounters* met) {
  text_buffer text = {0};
  text_append(&text, "kind,id_a,id_b,first_frame,last_frame,min_distance,min_frame,ax,ay,bx,by,nx,ny\n");
  for (size_t i = 0; i < met->ended_count; ++i) {
    const encounter* e = &met->ended[i];
    const float largest =
        fmaxf(fmaxf(fabsf(e->point_a[0]), fabsf(e->point_a[1])), fmaxf(fabsf(e->point_b[0]), fabsf(e->point_b[1])));
    text_append(&text, "%s", e->kind == ENCOUNTER_CONTACT ? "contact" : "approach");
    append_name(&text, crowd->person_name[e->a]);
    append_name(&text, crowd->person_name[e->b]);
    text_append(&text, ",%" PRId64 ",%" PRId64 ",%.9g,%" PRId64, frame_of(crowd, e->first), frame_of(crowd, e->last),
                (double)e->distance, frame_of(crowd, e->closest));
    append_point(&text, e, e->point_a, (double)largest);
    append_point(&text, e, e->point_b, (double)largest);
    text_append(&text, ",%.9g,%.9g\n", (double)e->normal[0] + 0.0, (double)e->normal[1] + 0.0);
  }
  return text;
}
