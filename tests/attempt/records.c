// Records: kept or left, and the same answers whatever they hold.
#include "checks.h"

static void fill_records(const fixture* f) {
  for (uint32_t i = 0; i < f->s->count; ++i) {
    for (int k = 0; k < 4; ++k) f->records[i].word[k] = random_below(2) ? random_bits() : random_below(5);
  }
}

static void expect_records(const fixture* f, const char* what, const lgjk_warm* expected) {
  for (uint32_t i = 0; i < f->s->count; ++i) {
    if (memcmp(&f->records[i], &expected[i], sizeof *expected) != 0) fail_at(f, what, i);
  }
}

// Pairs without a record that names anything go the way of a cold call. Evaluations of verdicts of 3D differ.
static void check_zero_records(const fixture* f) {
  memset(f->records, 0, f->s->count * sizeof *f->records);
  call_all(f, f->records, &f->found);
  if (DIM == 3 && f->query_kind == ATTEMPT_OVERLAP) memcpy(f->found.iterations, f->expected.iterations, f->s->count);
  expect_found(f, "zero records", &f->expected);
}

static void check_without_records(const fixture* f) {
  fill_records(f);
  memcpy(f->before, f->records, f->s->count * sizeof *f->records);
  call_all(f, f->records, &f->found);
  expect_found(f, "any records", &f->expected);
  expect_records(f, "records are left", f->before);
}

// Any record has the verdict of none, and a distance within both bands.
static void expect_same_verdicts(const fixture* f, const char* what) {
  for (uint32_t i = 0; i < f->s->count; ++i) {
    if (f->expected.status[i] == LGJK_STATUS_LIMIT || f->found.status[i] == LGJK_STATUS_LIMIT) continue;
    if (f->found.status[i] != f->expected.status[i]) fail_at(f, what, i);
    if (f->query_kind == ATTEMPT_OVERLAP || f->expected.status[i] == LGJK_STATUS_BAD) continue;
    const double off = fabs((double)f->found.distance[i] - (double)f->expected.distance[i]);
    if (!(off <= 2 * f->band[i])) fail_at(f, what, i);
  }
}

// The second call begins where the first ended: with the same verdicts, and the same bits and records on every set.
static void check_kept_records(const fixture* f) {
  const bool first = f->options.isa == LGJK_ISA_SCALAR;
  const size_t size = f->s->count * sizeof *f->records;
  if (first) memcpy(f->left, f->records, size);
  expect_records(f, "records", f->left);
  call_all(f, f->records, first ? &f->second : &f->found);
  if (first) {
    memcpy(f->left_again, f->records, size);
    call_all(f, memcpy(f->before, f->left, size), &f->found);
  }
  expect_records(f, "records of the second call", f->left_again);
  expect_found(f, "second call", &f->second);
  expect_same_verdicts(f, "second call");
  fill_records(f);
  memcpy(f->before, f->records, size);
  call_all(f, f->records, &f->found);
  expect_same_verdicts(f, "any records");
  for (uint32_t i = 0; f->s->row->leaves != NULL && i < f->s->count; ++i) {
    const sample* s = f->s;
    const uint32_t kinds = 1u << s->kind_of[s->shape[2 * i]] | 1u << s->kind_of[s->shape[2 * i + 1]];
    if (!s->row->leaves(f->query_kind, kinds)) continue;
    if (!answersN_same_at(&f->expected, i, &f->found, i)) fail_at(f, "any records among others", i);
    if (memcmp(&f->records[i], &f->before[i], sizeof *f->records) != 0) fail_at(f, "records among others", i);
  }
}

// Whatever records hold, results are those of a call without records, and the records stay.
static void check_history_free(fixture* f) {
  f->options.flags |= LGJK_FLAG_HISTORY_FREE | LGJK_FLAG_COMMON_POINTS;
  for (int filled = 0; filled < 2; ++filled) {
    memcpy(f->records, f->left, f->s->count * sizeof *f->records);
    if (filled) fill_records(f);
    memcpy(f->before, f->records, f->s->count * sizeof *f->records);
    call_all(f, f->records, &f->found);
    expect_found(f, "history free", &f->expected);
    expect_records(f, "records of a history-free call", f->before);
  }
  f->options.flags &= ~(LGJK_FLAG_HISTORY_FREE | LGJK_FLAG_COMMON_POINTS);
}

void check_records(fixture* f) {
  check_zero_records(f);
  (keeps_records(f) ? check_kept_records : check_without_records)(f);
  check_history_free(f);
}
