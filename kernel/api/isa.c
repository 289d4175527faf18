// Lists the instruction sets of this build, finds those that this CPU runs, and picks one for a query. The only state
// is the choice for LGJK_ISA_AUTO, made once: the set that LANEGJK_ISA names, else the widest that is supported.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "isa/kernels.h"
#include "shape/core.h"

typedef struct isa_row {
  const char* name;
  uint32_t isa, lanes;
  bool built; // in this build, which defines LGJK_HAVE_<name> as 0 or 1 for each row
} isa_row;

#define ISA_ROW(name, number, shown, lanes, ...) {#name, number, lanes, LGJK_HAVE_##name},
static const isa_row isa_rows[] = {LGJK_ISA_TABLE(ISA_ROW)};

enum { ISA_ROWS = sizeof isa_rows / sizeof isa_rows[0] };
_Static_assert(ISA_ROWS == LGJK_ISA_COUNT - 1, "a row for every number in the public header");

#define ISA_PLACE(name, ...) PLACE_##name,
enum { PLACE_AUTO = LGJK_ISA_AUTO, LGJK_ISA_TABLE(ISA_PLACE) };
#define ISA_IN_PLACE(name, number, ...) _Static_assert(PLACE_##name == number, "a row for each number, in their order");
LGJK_ISA_TABLE(ISA_IN_PLACE)

static const isa_row* row_of(uint32_t isa) { return isa - 1 < ISA_ROWS ? &isa_rows[isa - 1] : NULL; }

// cpu_has returns true if the CPU, and the operating system for the wider registers, run an instruction set.
#if defined(__x86_64__)
#define NEEDS(feature) &&__builtin_cpu_supports(#feature)
#else
#define NEEDS(feature) &&0 // a feature of another processor
#endif
#define ISA_ON_CPU(name, number, shown, lanes, header, processor, needs, flags) \
  case number: return 1 needs;
static int cpu_has(uint32_t isa) {
  switch (isa) {
    LGJK_ISA_TABLE(ISA_ON_CPU)
    default: return 0;
  }
}
#undef NEEDS

uint32_t lgjk_isa_list(uint32_t* isas, uint32_t capacity) {
  uint32_t count = 0;
  for (uint32_t lanes = 1; lanes != 0; lanes *= 2) { // narrowest first, whatever their numbers
    for (uint32_t i = 0; i < ISA_ROWS; ++i) {
      if (isa_rows[i].lanes != lanes || !isa_rows[i].built) continue;
      if (isas != NULL && count < capacity) isas[count] = isa_rows[i].isa;
      ++count;
    }
  }
  return count;
}

const char* lgjk_isa_name(uint32_t isa) {
  const isa_row* row = row_of(isa);
  if (row != NULL) return row->name;
  return isa == LGJK_ISA_AUTO ? "auto" : NULL;
}

uint32_t lgjk_isa_from_name(const char* name) {
  if (name == NULL) return UINT32_MAX;
  if (strcmp(name, "auto") == 0) return LGJK_ISA_AUTO;
  for (uint32_t i = 0; i < ISA_ROWS; ++i) {
    if (strcmp(name, isa_rows[i].name) == 0) return isa_rows[i].isa;
  }
  return UINT32_MAX;
}

uint32_t lgjk_isa_supported(uint32_t isa) {
  const isa_row* row = row_of(isa);
  return row != NULL && row->built && cpu_has(isa);
}

uint32_t lgjk_isa_lanes(uint32_t isa) {
  const isa_row* row = row_of(isa);
  return row != NULL && row->built ? row->lanes : 0;
}

static uint32_t widest(void) {
  uint32_t best = LGJK_ISA_SCALAR;
  for (uint32_t i = 0; i < ISA_ROWS; ++i) {
    if (isa_rows[i].lanes > lgjk_isa_lanes(best) && lgjk_isa_supported(isa_rows[i].isa)) best = isa_rows[i].isa;
  }
  return best;
}

// The choice: 0 until the first call, then 1 + its number, with CHOICE_NAMED if LANEGJK_ISA names it. CHOICE_UNUSABLE
// means that the variable names none that runs here. Threads that race to the first call compute the same value.
#define CHOICE_NAMED 0x100u
#define CHOICE_UNUSABLE UINT32_MAX
static _Atomic uint32_t choice;

static uint32_t choose(void) {
  const char* name = getenv("LANEGJK_ISA");
  if (name == NULL || name[0] == '\0') return 1 + widest();
  const uint32_t isa = lgjk_isa_from_name(name);
  if (isa == LGJK_ISA_AUTO) return 1 + widest();
  return lgjk_isa_supported(isa) ? (1 + isa) | CHOICE_NAMED : CHOICE_UNUSABLE;
}

// Reports the variable's value at this time, and the names that it may hold.
static int32_t fail_unusable(lgjk_error* error) {
  const char* name = getenv("LANEGJK_ISA");
  char names[64] = "auto";
  size_t used = strlen(names);
  for (uint32_t i = 0; i < ISA_ROWS; ++i) {
    if (!lgjk_isa_supported(isa_rows[i].isa)) continue;
    const int added = snprintf(names + used, sizeof names - used, ", %s", isa_rows[i].name);
    if (added > 0 && used + (size_t)added < sizeof names) used += (size_t)added;
  }
  const uint32_t isa = lgjk_isa_from_name(name);
  const char* why = isa == UINT32_MAX          ? "which is none of"
                    : lgjk_isa_lanes(isa) == 0 ? "which is not in this build; it has"
                                               : "which this CPU does not run; it runs";
  return lgjk_fail(error, LGJK_ERROR_ISA, 0, "LANEGJK_ISA is \"%.24s\", %s: %s", name ? name : "", why, names);
}

static uint32_t choice_made(void) {
  uint32_t chosen = atomic_load_explicit(&choice, memory_order_relaxed);
  if (chosen == 0) {
    chosen = choose();
    atomic_store_explicit(&choice, chosen, memory_order_relaxed);
  }
  return chosen;
}

int32_t lgjk_isa_chosen(uint32_t* isa, lgjk_error* error) {
  const uint32_t chosen = choice_made();
  if (chosen == CHOICE_UNUSABLE) return fail_unusable(error);
  if (isa != NULL) *isa = (chosen & ~CHOICE_NAMED) - 1;
  return lgjk_succeed(error);
}

// Returns true if a set fits a few pairs better than another: it is narrower and holds all of them. Its registers are
// filled sooner, and the bits are the same.
static bool fits(const isa_row* row, const isa_row* other, uint64_t pairs) {
  return row->lanes < other->lanes && row->lanes >= pairs && row->built && cpu_has(row->isa);
}

// Returns the row of a choice. A set that LANEGJK_ISA names stays; the widest gives way to one that fits better.
static const isa_row* row_of_choice(uint32_t chosen, uint64_t pairs) {
  const isa_row* best = row_of((chosen & ~CHOICE_NAMED) - 1);
  if (chosen & CHOICE_NAMED) return best;
  for (uint32_t i = 0; i < ISA_ROWS; ++i) {
    if (fits(&isa_rows[i], best, pairs)) best = &isa_rows[i];
  }
  return best;
}

// Returns the number of kinds of cores that a side may have to sort.
static uint32_t kinds_of(uint32_t mask, uint32_t dim) {
  uint32_t kinds = 0;
  if (dim == 2 && (mask & ~LGJK_CORES2_ALIKE) == 0) return 1;
  for (; mask != 0; mask &= mask - 1) ++kinds;
  return kinds;
}

uint64_t lgjk_pairs_of_block(const lgjk_batch* batch, uint32_t dim, uint64_t pairs) {
  const uint32_t classes = kinds_of(batch->a.core_mask, dim) * kinds_of(batch->b.core_mask, dim);
  if (classes < 4 || pairs < 2) return pairs;
  return pairs < classes ? 2 : pairs / classes + 1; // one lane is for calls of one pair
}

int32_t lgjk_isa_for(uint32_t isa, uint64_t pairs, uint32_t* set, lgjk_error* error) {
  if (isa == LGJK_ISA_AUTO) {
    const uint32_t chosen = choice_made();
    if (chosen == CHOICE_UNUSABLE) return fail_unusable(error);
    *set = row_of_choice(chosen, pairs)->isa;
    return LGJK_OK;
  }
  *set = isa;
  const isa_row* row = row_of(isa);
  if (row == NULL)
    return lgjk_fail(error, LGJK_ERROR_ISA, 0, "options->isa is %u, which is no instruction set", (unsigned)isa);
  if (!row->built) return lgjk_fail(error, LGJK_ERROR_ISA, 0, "options->isa: %s is not in this build", row->name);
  if (cpu_has(isa)) return LGJK_OK;
  return lgjk_fail(error, LGJK_ERROR_ISA, 0, "options->isa: this CPU does not run %s", row->name);
}
