// The page is player.html with the run in it as JSON, and with the positions in base64: per frame and slot 16 bits each
// of x and y, a byte for the way the agent faces, and one that says who is there: the stream, the shape, and the radius
// in 8 steps.

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crowd.h"
#include "player.h" // player_html, made of player.html

#define MARK_BYTES 6u
#define MOST_FRAMES 300u
#define LARGEST_PAGE 30e6 // bytes
#define REST_OF_PAGE 1e5  // what is not marks

// Bits of a mark, above the two of the stream; from SIZE on three for the radius.
enum { PRESENT = 4, TOUCHING = 8, IS_TORSO = 16, SIZE = 32 };

static double page_bytes(double slots, double frames) { return MARK_BYTES * slots * frames * 4.0 / 3.0; }

film film_open(const crowd* w, uint32_t ticks) {
  film f = {.every = (ticks + MOST_FRAMES - 1) / MOST_FRAMES};
  f.most = (ticks + f.every - 1) / f.every;
  const double room = LARGEST_PAGE - REST_OF_PAGE;
  if (page_bytes(w->count, f.most) > room) {
    fprintf(stderr,
            "crowd: --html: %" PRIu32 " agents in %" PRIu32
            " frames make a page of %.0f MB, and at most %.0f MB are "
            "written: --agents %.0f would do\n",
            w->count, f.most, 1e-6 * page_bytes(w->count, f.most), 1e-6 * LARGEST_PAGE,
            floor(room / page_bytes(1.0, f.most)));
    exit(2);
  }
  f.marks = grow(NULL, (size_t)f.most * w->count, MARK_BYTES);
  f.begun = grow(NULL, f.most, sizeof *f.begun);
  f.ended = grow(NULL, f.most, sizeof *f.ended);
  f.touching = grow(NULL, f.most, sizeof *f.touching);
  f.tick = grow(NULL, f.most, sizeof *f.tick);
  f.timed = grow(NULL, f.most, sizeof *f.timed);
  return f;
}

void film_close(film* f) {
  free(f->marks);
  free(f->begun);
  free(f->ended);
  free(f->touching);
  free(f->tick);
  free(f->timed);
}

// ---------------------------------------------------------------- taking

static void put_length(unsigned char* to, float value, float half) { // -half..half in 0..65535
  const uint32_t steps = (uint32_t)((value + half) / (2.0f * half) * 65535.0f + 0.5f);
  to[0] = (unsigned char)(steps & 255u);
  to[1] = (unsigned char)(steps >> 8);
}

static void put_mark(unsigned char* to, const agent* p, float half) {
  put_length(to, p->pose.x, half);
  put_length(to + 2, p->pose.y, half);
  to[4] = (unsigned char)(int)(128.0f + 127.0f * atan2f(p->pose.s, p->pose.c) / 3.14159274f);
  const bool torso = p->shape == TORSO;
  const float size = torso ? (p->radius - TORSO_RADIUS) / TORSO_RANGE : (p->radius - CIRCLE_RADIUS) / CIRCLE_RANGE;
  to[5] = (unsigned char)(p->stream | (p->category == SOMEBODY ? PRESENT : 0) | (torso ? IS_TORSO : 0) |
                          SIZE * (uint32_t)(7.0f * size + 0.5f));
}

static uint32_t mark_touching(const crowd* w, const meetings* m, bool of_agents, unsigned char* frame) {
  const pair_list* list = now_of(w, m);
  uint32_t count = 0;
  for (uint64_t i = 0; i < list->count; i++) {
    if (!list->touching[i]) continue;
    frame[MARK_BYTES * (size_t)w->agents[list->a[i]].number + 5] |= TOUCHING;
    if (of_agents) frame[MARK_BYTES * (size_t)w->agents[list->b[i]].number + 5] |= TOUCHING;
    count++;
  }
  return count;
}

void film_take(film* f, const crowd* w) {
  if (w->tick % f->every != 0 || f->frames == f->most) return;
  unsigned char* frame = f->marks + MARK_BYTES * (size_t)f->frames * w->count;
  for (uint32_t i = 0; i < w->count; i++)
    put_mark(frame + MARK_BYTES * (size_t)w->agents[i].number, &w->agents[i], w->half);
  f->touching[f->frames] = mark_touching(w, &w->among, true, frame) + mark_touching(w, &w->against, false, frame);
  f->begun[f->frames] = w->among.begun + w->against.begun;
  f->ended[f->frames] = w->among.ended + w->against.ended;
  f->timed[f->frames] = w->times.ticks - 1;
  f->tick[f->frames++] = w->tick;
}

// ---------------------------------------------------------------- writing

static void write_base64(FILE* file, const unsigned char* data, size_t size) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < size; i += 3) {
    const size_t left = size - i;
    const uint32_t bits =
        (uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) | (left > 2 ? data[i + 2] : 0u);
    const char four[4] = {digit[bits >> 18], digit[bits >> 12 & 63], left > 1 ? digit[bits >> 6 & 63] : '=',
                          left > 2 ? digit[bits & 63] : '='};
    fwrite(four, 1, 4, file);
  }
}

// What bits of marks mean.
static void write_sizes(FILE* file, const crowd* w) {
  fprintf(file, "\"core\":[%.3f,%.3f],\"radii\":[[%.3f,%.3f],[%.3f,%.3f]],\n", w->defs[TORSO].size[0],
          w->defs[TORSO].size[1], CIRCLE_RADIUS, CIRCLE_RADIUS + CIRCLE_RANGE, TORSO_RADIUS,
          TORSO_RADIUS + TORSO_RANGE);
}

static void write_walls(FILE* file, const crowd* w) {
  fputs("\"walls\":[", file);
  for (uint32_t i = 0; i < w->wall_count; i++) {
    const wall* v = &w->walls[i];
    const pose2 p = v->pose;
    lgjk_shape2_info info;
    vec2 vertex[8];
    lgjk_shape2_info_init(&info);
    lgjk_shapes2_get(w->shapes, v->shape, &info, &vertex[0].x, 8, NULL);
    fprintf(file, "%s{\"since\":%" PRIu32 ",\"radius\":%.3f,\"points\":[", i > 0 ? ",\n" : "", v->since, info.radius);
    for (uint32_t k = 0; k < info.vertex_count; k++)
      fprintf(file, "%s[%.2f,%.2f]", k > 0 ? "," : "", p.x + p.c * vertex[k].x - p.s * vertex[k].y,
              p.y + p.s * vertex[k].x + p.c * vertex[k].y);
    fputs("]}", file);
  }
  fputs("],\n", file);
}

static void write_frames(FILE* file, const film* f, const crowd* w) {
  fputs("\"of\":[", file); // each frame: tick, ms, touching, begun, ended
  for (uint32_t i = 0; i < f->frames; i++)
    fprintf(file, "%s[%" PRIu32 ",%.3f,%" PRIu32 ",%" PRIu64 ",%" PRIu64 "]", i > 0 ? "," : "", f->tick[i],
            timing_tick(&w->times, f->timed[i]), f->touching[i], f->begun[i], f->ended[i]);
  fputs("],\n\"marks\":\"", file);
  write_base64(file, f->marks, MARK_BYTES * (size_t)f->frames * w->count);
  fputs("\"", file);
}

int film_write(const film* f, const crowd* w, const char* path) {
  static const char place[] = "@RUN@";
  const char* rest = strstr(player_html, place);
  FILE* file = fopen(path, "w");
  if (file == NULL) return 0;
  fwrite(player_html, 1, (size_t)(rest - player_html), file);
  fprintf(file, "{\"agents\":%" PRIu32 ",\"frames\":%" PRIu32 ",\"seconds\":%.3f,\"half\":%.9g,\n", w->count, f->frames,
          (double)w->dt * f->every, (double)w->half);
  uint32_t isa = w->options.isa;
  if (isa == LGJK_ISA_AUTO) check(lgjk_isa_chosen(&isa, NULL), NULL);
  fprintf(file, "\"workers\":%" PRIu32 ",\"isa\":\"%s\",\n", w->tasks.workers, lgjk_isa_name(isa));
  write_sizes(file, w);
  write_walls(file, w);
  write_frames(file, f, w);
  fputs("}", file);
  fputs(rest + sizeof place - 1, file);
  const int failed = ferror(file);
  return fclose(file) == 0 && !failed;
}
