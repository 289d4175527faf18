// Reports why a pair is bad; compiled once for each dimension. The pair is a block of one lane, and passes one by one
// the tests that kernels make at once (block/frame.h). A lane has the same bits on every instruction set.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "api/arguments.h"
#include "api/group.h"
#include "base/error.h"
#include "base/fpcontrol.h"
#include "block/frame.h"

#define lgjk_bad_reasonN NAME_N(lgjk_bad_reason, )

#if DIM == 2
#define DOMAIN_TEXT "1e-6 to 1e6"
static const char* const pose_names[] = {"x", "y", "c", "s"};
#else
#define DOMAIN_TEXT "1e-4 to 1e5"
static const char* const pose_names[] = {"x", "y", "z", "qx", "qy", "qz", "qw"};
#endif

// The pair, and the reason that is found.
typedef struct question {
  lgjk_batch batch;
  block_pairs pairs;
  pair_block block;
  lgjk_group group;   // used under LGJK_FLAG_NORMALIZE, and with positions
  lgjk_side given[2]; // the views as the caller gave them
  uint32_t body[2];   // indices in their views
  lgjk_bad_reason found;
} question;

static void note(question* q, uint32_t reason, uint32_t side, double value, const char* format, ...) LGJK_PRINTF(5, 6);

// Notes a reason. The text begins with the body's name if one body is at fault.
static void note(question* q, uint32_t reason, uint32_t side, double value, const char* format, ...) {
  lgjk_bad_reason* found = &q->found;
  int used = 0;
  found->reason = reason;
  found->side = side;
  found->body = q->body[side];
  found->value = value;
  if (reason != LGJK_BAD_ITSELF && reason != LGJK_BAD_SCALE) {
    used = snprintf(found->text, sizeof found->text, "body %u of %c: ", (unsigned)found->body, side == 0 ? 'A' : 'B');
  }
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(found->text + used, sizeof found->text - (size_t)used, format, arguments);
  va_end(arguments);
}

static bool is_noted(const question* q) { return q->found.reason != LGJK_BAD_NONE; }

static bool is_finite(float x) { return x - x == 0.0f; }

// ---------------------------------------------------------------- faults, in their order

// Notes an index that is out of range; its record is the spare one.
static void check_shape(question* q, uint32_t side, const lgjk_side* view, uint32_t record) {
  if (record < view->shape_count) return;
  const uint32_t body = side == 0 ? q->pairs.body_a[0] : q->pairs.body_b[0];
  const uint32_t index = lgjk_word_at(view->shape, view->shape_stride, body);
  note(q, LGJK_BAD_SHAPE, side, (double)index, "shape index %u, but its set has %u shapes", (unsigned)index,
       (unsigned)view->shape_count);
}

static void check_finite(question* q, uint32_t side) {
  const lgjk_side* view = &q->given[side];
  float pose[DIM + TURN];
  memcpy(pose, view->pose + view->pose_stride * q->body[side], sizeof pose);
  for (uint32_t i = 0; i < DIM + TURN; ++i) {
    if (is_finite(pose[i])) continue;
    note(q, LGJK_BAD_POSE, side, (double)pose[i], "%s of its pose is not finite", pose_names[i]);
    return;
  }
}

static void check_position(question* q, uint32_t side) {
  const lgjk_side* view = &q->given[side];
  double at[DIM] = {0};
  if (view->position != NULL) memcpy(at, view->position + view->position_stride * q->body[side], sizeof at);
  for (uint32_t i = 0; i < DIM; ++i) {
    if (lgjk_is_position(at[i])) continue;
    note(q, LGJK_BAD_POSITION, side, at[i], "%s of its position is %g, outside of -1e15..1e15", pose_names[i], at[i]);
    return;
  }
}

static void check_rotation(question* q, uint32_t side, const side_lanes* lanes) {
  rotation_f unused;
  double squares = 0;
  if (unit_f(lanes->pose + DIM, &unused)) return;
  for (uint32_t i = DIM; i < DIM + TURN; ++i) squares += (double)lanes->pose[i] * (double)lanes->pose[i];
  note(q, LGJK_BAD_ROTATION, side, squares, "the squares of its rotation add up to %.9g, off 1 by more than %s",
       squares, q->batch.flags & LGJK_FLAG_NORMALIZE ? "1e-2" : "1e-4");
}

static void check_radius(question* q, uint32_t side, const side_lanes* lanes) {
  const float radius = lanes->radius;
  if (radius >= 0.0f && is_finite(radius)) return;
  note(q, LGJK_BAD_RADIUS, side, (double)radius, "its radius is %s", radius < 0.0f ? "negative" : "not finite");
}

// Notes the scale, the only fault that is left.
static void note_scale(question* q) {
  const side_lanes *a = &q->block.a, *b = &q->block.b;
  const double bounds = (double)a->header[HEADER_BOUND] + (double)b->header[HEADER_BOUND];
  double square = 0;
  for (uint32_t i = 0; i < DIM; ++i) {
    const double p = (double)b->pose[i] - (double)a->pose[i];
    square += p * p;
  }
  const double scale = bounds + (double)a->radius + (double)b->radius + lgjk_sqrt(square);
  note(q, LGJK_BAD_SCALE, 0, scale, "the scale of the pair is %.9g, outside of " DOMAIN_TEXT, scale);
}

static void find_reason(question* q) {
  pair_frame_f frame;
  const lgjk_side *a = &q->given[0], *b = &q->given[1];
  const bool itself = a->pose + a->pose_stride * q->body[0] == b->pose + b->pose_stride * q->body[1];
  if (!itself && frame_block(&q->batch, &q->block, &frame)) return;
  const lgjk_side* views[] = {&q->batch.a, &q->batch.b};
  const side_lanes* lanes[] = {&q->block.a, &q->block.b};
  const uint32_t records[] = {q->pairs.shape_a[0], q->pairs.shape_b[0]};
  if (itself) note(q, LGJK_BAD_ITSELF, 0, 0, "a body with itself");
  for (uint32_t side = 0; side < 2 && !is_noted(q); ++side) check_shape(q, side, views[side], records[side]);
  for (uint32_t side = 0; side < 2 && !is_noted(q); ++side) check_finite(q, side);
  for (uint32_t side = 0; side < 2 && !is_noted(q); ++side) check_rotation(q, side, lanes[side]);
  for (uint32_t side = 0; side < 2 && !is_noted(q); ++side) check_radius(q, side, lanes[side]);
  for (uint32_t side = 0; side < 2 && !is_noted(q); ++side) check_position(q, side);
  if (!is_noted(q)) note_scale(q);
}

// ---------------------------------------------------------------- the call

static int32_t answer(const lgjk_call* call, lgjk_bad_reason* reason, lgjk_error* error) {
  question q;
  uint32_t isa;
  LGJK_TRY(lgjk_check_struct("reason", reason, sizeof *reason, "lgjk_bad_reason_init", error));
  LGJK_TRY(lgjk_check_inputs(call, &q.batch, &isa, error));
  q.batch.pair_a = (const char*)call->pairs->a + q.batch.pair_stride * call->first;
  q.batch.pair_b = (const char*)call->pairs->b + q.batch.pair_stride * call->first;
  q.batch.count = 1;
  q.batch.same_bodies = LGJK_SAME_NEVER; // find_reason compares their addresses
  memcpy(&q.body[0], q.batch.pair_a, sizeof q.body[0]);
  memcpy(&q.body[1], q.batch.pair_b, sizeof q.body[1]);
  q.given[0] = q.batch.a;
  q.given[1] = q.batch.b;
  memset(&q.batch.results, 0, sizeof q.batch.results);
  q.group.halves = false;
  q.group.number[0] = 0;
  if ((q.batch.flags & LGJK_FLAG_NORMALIZE) != 0 || lgjk_has_positions(&q.batch.a, &q.batch.b))
    lgjk_make_group(&q.batch, DIM, 1, &q.group);
  q.block.pairs = &q.pairs;
  take_consecutive(&q.batch, 0, 1, &q.pairs);
  load_block(&q.batch, CORE_HEADER, CORE_HEADER, WHOLE_CORE, &q.block);
  lgjk_bad_reason_init(&q.found);
  find_reason(&q);
  *reason = q.found;
  return lgjk_succeed(error);
}

int32_t lgjk_bad_reasonN(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const lgjk_pairs* pairs, uint64_t pair,
                         const lgjk_options* options, lgjk_bad_reason* reason, lgjk_error* error) {
  const lgjk_call call = {.a = a, .b = b, .pairs = pairs, .first = pair, .count = 1, .options = options, .dim = DIM};
  LGJK_RETURN_IN_DEFAULT_FP(answer(&call, reason, error));
}
