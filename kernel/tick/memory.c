// The memory of a tick: its layout, its head, and the checks of what it holds.
#include "tick/parts.h"

#define MAGIC 0x544a474cu // "LGJT"
#define VERSION 1u

enum { ALIGNMENT = 16, WORK_ALIGNMENT = 64 };

// Takes bytes behind those that are used. Without a base they are only counted.
static void* take(char* base, uint64_t* used, uint64_t bytes) {
  char* at = base == NULL ? NULL : base + *used;
  *used += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  return at;
}

static void place_list(char* base, uint64_t* used, uint64_t pairs, uint32_t flags, int list, tick_arrays* out) {
  const uint64_t vectors = pairs * DIM * sizeof(float), points = flags & LGJK_TICK_POINTS ? vectors : 0;
  const uint64_t manifolds = flags & LGJK_TICK_MANIFOLDS ? pairs * sizeof(lgjk_manifoldN) : 0;
  for (int k = 0; k < 2; ++k) {
    tick_buffer* to = &out->buffer[list][k];
    to->a = take(base, used, pairs * sizeof *to->a);
    to->b = take(base, used, pairs * sizeof *to->b);
    to->touching = take(base, used, pairs);
    to->records = flags & LGJK_TICK_RECORDS ? take(base, used, pairs * sizeof *to->records) : NULL;
  }
  out->status[list] = take(base, used, pairs);
  out->distance[list] = take(base, used, pairs * sizeof(float));
  out->normal[list] = take(base, used, vectors);
  out->point_a[list] = points > 0 ? take(base, used, points) : NULL;
  out->point_b[list] = points > 0 ? take(base, used, points) : NULL;
  out->manifold[list] = manifolds > 0 ? take(base, used, manifolds) : NULL;
  out->event[list] = take(base, used, 2 * pairs * sizeof(lgjk_event));
}

// Places all arrays; returns the bytes that they take.
static uint64_t place(char* base, uint32_t bodies, uint64_t pairs, uint32_t flags, tick_arrays* out) {
  uint64_t used = 0;
  out->head = take(base, &used, sizeof *out->head);
  for (int list = 0; list < LISTS; ++list) place_list(base, &used, pairs, flags, list, out);
  out->work_size = lgjk_tree_sizeN(bodies) + NAME_N(lgjk_tree_scratch, )(bodies, pairs);
  char* work = take(base, &used, out->work_size + WORK_ALIGNMENT);
  const uintptr_t off = (uintptr_t)work % WORK_ALIGNMENT;
  out->work = work == NULL || off == 0 ? work : work + (WORK_ALIGNMENT - off);
  return used;
}

uint64_t lgjk_tick_sizeN(uint32_t max_bodies, uint64_t max_pairs, uint32_t flags) {
  tick_arrays arrays;
  const uint64_t most = UINT32_MAX - 1; // of a list
  return place(NULL, max_bodies, max_pairs < most ? max_pairs : most, flags, &arrays);
}

void tick_placeN(const lgjk_tick* tick, tick_arrays* arrays) {
  place(tick->memory, tick->max_bodies, tick->max_pairs, tick->flags, arrays);
}

// ---------------------------------------------------------------- checks

int32_t tick_check_structN(const lgjk_tick* tick, lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct("tick", tick, sizeof *tick, "lgjk_tick_init", error));
  if (tick->memory == NULL) return lgjk_refuse(error, "tick->memory is NULL");
  if ((uintptr_t)tick->memory % 8 != 0) return lgjk_refuse(error, "tick->memory is not aligned to 8 bytes");
  const uint32_t known = LGJK_TICK_RECORDS | LGJK_TICK_PERSIST | LGJK_TICK_POINTS | LGJK_TICK_MANIFOLDS;
  if ((tick->flags & ~known) != 0) {
    return lgjk_refuse(error, "tick->flags is %#x, but only %#x are known", (unsigned)tick->flags, (unsigned)known);
  }
  if (tick->max_pairs >= UINT32_MAX) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, UINT32_MAX - 1,
                     "tick->max_pairs is %llu, at most 2^32 - 2 are possible", (unsigned long long)tick->max_pairs);
  }
  return lgjk_check_room("tick->size", tick->size, lgjk_tick_sizeN(tick->max_bodies, tick->max_pairs, tick->flags),
                         error);
}

static uint64_t head_checksum(const tick_head* head) {
  return tick_hash(TICK_HASH_BEGIN, head, offsetof(tick_head, checksum));
}

tick_head tick_fresh_headN(const lgjk_tick* tick) {
  return (tick_head){.magic = MAGIC,
                     .version = VERSION,
                     .dim = DIM,
                     .flags = tick->flags,
                     .max_bodies = tick->max_bodies,
                     .max_pairs = tick->max_pairs};
}

void tick_sealN(tick_head* to, const tick_head* head) {
  tick_head sealed = *head;
  sealed.checksum = head_checksum(&sealed);
  memcpy(to, &sealed, sizeof sealed);
}

// Compares a member of the head with the caller's.
static int32_t check_same(const char* name, uint64_t given, uint64_t stored, lgjk_error* error) {
  if (given == stored) return LGJK_OK;
  return lgjk_fail(error, LGJK_ERROR_ARGUMENT, stored, "tick->%s is %llu, but tick->memory was begun with %llu", name,
                   (unsigned long long)given, (unsigned long long)stored);
}

static int32_t check_head(const lgjk_tick* tick, const tick_head* head, lgjk_error* error) {
  if (head->magic != MAGIC) {
    return lgjk_refuse(error, "tick->memory holds no tick: call lgjk_tick_init%d, or set it to 0", DIM);
  }
  if (head->version != VERSION || head->dim != DIM) {
    return lgjk_refuse(error, "tick->memory holds a tick of version %u in %uD, but this is version %u in %dD",
                       (unsigned)head->version, (unsigned)head->dim, VERSION, DIM);
  }
  if (head->checksum != head_checksum(head)) {
    return lgjk_refuse(error, "tick->memory is damaged: the checksum of its head is wrong");
  }
  LGJK_TRY(check_same("flags", tick->flags, head->flags, error));
  LGJK_TRY(check_same("max_bodies", tick->max_bodies, head->max_bodies, error));
  LGJK_TRY(check_same("max_pairs", tick->max_pairs, head->max_pairs, error));
  if (head->current > 1 || head->count[0] > head->max_pairs || head->count[1] > head->max_pairs) {
    return lgjk_refuse(error, "tick->memory is damaged: its head has counts beyond its sizes");
  }
  return LGJK_OK;
}

// Returns whether stored pairs ascend by (a, b), with numbers that a run can have written, and touches are 0 or 1.
// There are at most 2^28 bodies, so that numbers are compared as signed ones, without a branch: in vectors of the
// baseline. As the first bodies ascend, their ends are compared alone.
static bool is_sound(const tick_buffer* from, uint64_t count, uint32_t bodies, bool one_view) {
  if (count == 0) return true;
  const int32_t *a = (const int32_t*)from->a, *b = (const int32_t*)from->b, any = one_view ? 0 : -1;
  const int32_t most = bodies < INT32_MAX ? (int32_t)bodies : INT32_MAX, most_b = one_view ? most : INT32_MAX;
  int32_t wrong = (a[0] < 0) | (a[count - 1] >= most) | (b[0] <= (a[0] | any)) | (b[0] >= most_b);
  uint8_t touches = 0;
  for (uint64_t i = 0; i < count; ++i) touches |= from->touching[i];
  for (uint64_t i = 1; i < count; ++i) {
    const int32_t a0 = a[i - 1], a1 = a[i], b0 = b[i - 1], b1 = b[i];
    wrong |= (b1 <= (a1 | any)) | (b1 >= most_b) | (a0 > a1) | ((a0 == a1) & (b0 >= b1));
  }
  return wrong == 0 && touches <= 1;
}

int32_t tick_openN(const lgjk_tick* tick, tick_arrays* arrays, tick_head* head, lgjk_error* error) {
  static const tick_head none;
  LGJK_TRY(tick_check_structN(tick, error));
  tick_placeN(tick, arrays);
  memcpy(head, arrays->head, sizeof *head);
  if (memcmp(head, &none, sizeof none) == 0) {
    *head = tick_fresh_headN(tick);
  } else {
    LGJK_TRY(check_head(tick, head, error));
  }
  for (int list = 0; list < LISTS; ++list) {
    const tick_buffer* from = &arrays->buffer[list][head->current];
    if (is_sound(from, head->count[list], tick->max_bodies, list == 0)) continue;
    return lgjk_refuse(error, "tick->memory is damaged: its stored pairs are out of order or have wrong numbers");
  }
  return LGJK_OK;
}

void tick_empty_listsN(lgjk_tick* tick) {
  if (tick == NULL || tick->struct_size != sizeof *tick) return;
  memset(&tick->among, 0, sizeof tick->among);
  memset(&tick->against, 0, sizeof tick->against);
  tick->tree = NULL;
  tick->tree_size = 0;
}

int32_t NAME_N(lgjk_tick_init, )(lgjk_tick* tick, lgjk_error* error) {
  tick_arrays arrays;
  LGJK_TRY(tick_check_structN(tick, error));
  tick_empty_listsN(tick);
  tick_placeN(tick, &arrays);
  const tick_head head = tick_fresh_headN(tick);
  tick_sealN(arrays.head, &head);
  return lgjk_succeed(error);
}
