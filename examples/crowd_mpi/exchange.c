// Each rank sends the agents that it owns to all ranks that need them, new owners included, so that every rank then has
// those of its cells and all around. One message goes to each; all know its size beforehand. What is wrong with a
// message ends the run.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crowd_mpi.h"

#define MAGIC 0x6c676a6b63726f77u // "lgjkcrow"

enum { PARCEL_TAG = 1 };

typedef struct message_head {
  uint64_t magic, hash; // of all sections
  uint32_t sender, tick, count[SECTIONS], bytes;
} message_head;

void open_exchange(world* r) {
  const uint64_t n = (uint64_t)r->count;
  r->out = grow(NULL, n, sizeof *r->out);
  r->packed = grow(NULL, n, sizeof *r->packed);
  r->packed_room = grow(NULL, n, sizeof *r->packed_room);
  r->sends = grow(NULL, n, sizeof *r->sends);
  r->receives = grow(NULL, n, sizeof *r->receives);
  r->request = grow(NULL, 2 * n, sizeof *r->request);
  memset(r->out, 0, n * sizeof *r->out);
  memset(r->packed, 0, n * sizeof *r->packed);
  memset(r->packed_room, 0, n * sizeof *r->packed_room);
}

void close_exchange(world* r) {
  for (int to = 0; to < r->count; to++) free_parcel(&r->out[to]), free(r->packed[to]);
  free_parcel(&r->in), free_parcel(&r->kept);
  free(r->out), free(r->packed), free(r->packed_room), free(r->arrived);
  free(r->sends), free(r->receives), free(r->request);
  free(r->fate), free(r->goes_to), free(r->new_index), free(r->came_from);
}

// ---------------------------------------------------------------- messages

static uint32_t pack(world* r, int to) {
  const parcel* p = &r->out[to];
  message_head head = {.magic = MAGIC, .sender = (uint32_t)r->me, .tick = r->w.tick};
  uint64_t bytes = sizeof head;
  for (int k = 0; k < SECTIONS; k++) {
    head.count[k] = p->of[k].count;
    head.hash += hash_section(k, p->of[k].data, p->of[k].count);
    bytes += p->of[k].count * (uint64_t)element_size(k);
  }
  if (bytes == sizeof head) return 0;
  if (bytes > INT32_MAX) end_ranks(2, "more than 2 GB go to rank %d", to);
  head.bytes = (uint32_t)bytes;
  if (r->packed_room[to] < bytes) r->packed[to] = grow(r->packed[to], r->packed_room[to] = bytes + bytes / 2, 1);
  memcpy(r->packed[to], &head, sizeof head);
  uint8_t* at = r->packed[to] + sizeof head;
  for (int k = 0; k < SECTIONS; k++) {
    const size_t size = p->of[k].count * element_size(k);
    if (size > 0) memcpy(at, p->of[k].data, size);
    at += size;
  }
  return head.bytes;
}

static void unpack(world* r, const uint8_t* from, uint32_t bytes, int sender) {
  message_head head;
  uint64_t hash = 0, expected = sizeof head;
  if (bytes < sizeof head) end_ranks(1, "a message of rank %d has %" PRIu32 " bytes", sender, bytes);
  memcpy(&head, from, sizeof head);
  for (int k = 0; k < SECTIONS; k++) expected += head.count[k] * (uint64_t)element_size(k);
  if (head.magic != MAGIC || head.bytes != bytes || expected != bytes)
    end_ranks(1, "a message of rank %d in tick %" PRIu32 " has no proper head", sender, r->w.tick);
  if (head.sender != (uint32_t)sender || head.tick != r->w.tick)
    end_ranks(1, "a message of rank %d is of rank %" PRIu32 " and of tick %" PRIu32 ", not %" PRIu32, sender,
              head.sender, head.tick, r->w.tick);
  from += sizeof head;
  for (int k = 0; k < SECTIONS; k++) {
    const size_t size = head.count[k] * element_size(k);
    void* to = add_elements(&r->in, k, head.count[k]);
    if (size > 0) memcpy(to, from, size);
    hash += hash_section(k, to, head.count[k]);
    from += size;
  }
  if (hash != head.hash)
    end_ranks(1, "a message of rank %d in tick %" PRIu32 " is damaged: its hash is another", sender, r->w.tick);
}

// ---------------------------------------------------------------- sending

static bool is_faulty(const world* r, fault_kind kind) {
  return r->fault == kind && r->fault_rank == r->me && r->fault_tick <= r->w.tick;
}

// For the tests: damages a message that is about to be sent. Returns how many of its bytes are.
static uint32_t damage(const world* r, int to) {
  const uint32_t bytes = r->sends[to];
  if (is_faulty(r, FLIP)) r->packed[to][bytes - 9] ^= 4;
  return is_faulty(r, CUT) ? bytes - 1 : bytes;
}

static int start_receiving(world* r) {
  uint64_t bytes = 0;
  int started = 0;
  for (int k = 0; k < r->count; k++) bytes += r->receives[k];
  if (r->arrived_room < bytes) r->arrived = grow(r->arrived, r->arrived_room = bytes + bytes / 2, 1);
  bytes = 0;
  for (int from = 0; from < r->count; from++) {
    if (r->receives[from] == 0) continue;
    if (r->receives[from] > INT32_MAX) end_ranks(1, "rank %d announces more than 2 GB", from);
    must(MPI_Irecv(r->arrived + bytes, (int)r->receives[from], MPI_BYTE, from, PARCEL_TAG, MPI_COMM_WORLD,
                   &r->request[started++]),
         "a message");
    bytes += r->receives[from];
  }
  return started;
}

static void unpack_all(world* r, const MPI_Status* status) {
  uint64_t at = 0;
  int k = 0;
  for (int from = 0; from < r->count; from++) {
    if (r->receives[from] == 0) continue;
    int bytes;
    MPI_Get_count(&status[k++], MPI_BYTE, &bytes);
    if ((uint32_t)bytes != r->receives[from])
      end_ranks(1, "a message of rank %d in tick %" PRIu32 " has %d bytes and was to have %" PRIu32, from, r->w.tick,
                bytes, r->receives[from]);
    unpack(r, r->arrived + at, r->receives[from], from);
    at += r->receives[from];
  }
}

// Sends what is in the parcels, and fills r->in.
static void deliver(world* r) {
  for (int to = 0; to < r->count; to++) r->bytes += r->sends[to] = to == r->me ? 0 : pack(r, to);
  const double since = MPI_Wtime();
  must(MPI_Alltoall(r->sends, 1, MPI_UINT32_T, r->receives, 1, MPI_UINT32_T, MPI_COMM_WORLD), "sizes of messages");
  const int receiving = start_receiving(r);
  int started = receiving;
  for (int to = 0; to < r->count; to++) {
    if (r->sends[to] == 0) continue;
    must(MPI_Isend(r->packed[to], (int)damage(r, to), MPI_BYTE, to, PARCEL_TAG, MPI_COMM_WORLD, &r->request[started++]),
         "a message");
  }
  MPI_Status* status = grow(NULL, (uint64_t)started, sizeof *status);
  must(MPI_Waitall(started, r->request, status), "messages");
  r->waited += MPI_Wtime() - since;
  unpack_all(r, status);
  free(status);
}

// ---------------------------------------------------------------- all

static void begin(world* r) {
  const uint32_t room = r->w.count;
  for (int to = 0; to < r->count; to++) empty_parcel(&r->out[to]);
  empty_parcel(&r->in);
  empty_parcel(&r->kept);
  r->fate = grow(r->fate, room, sizeof *r->fate);
  r->goes_to = grow(r->goes_to, room, sizeof *r->goes_to);
  r->new_index = grow(r->new_index, room, sizeof *r->new_index);
}

void exchange(world* r) {
  if (r->count == 1) return;
  begin(r);
  sort_out(r);
  deliver(r);
  sort_arrived(r);
  merge_arrived(r);
}

void exchange_parcel(world* r, const parcel* p) {
  begin(r);
  for (uint32_t i = 0; i < p->of[AGENTS].count; i++) {
    const agent* a = &agents_of(p)[i];
    const int count = ranks_near(&r->cells, place_of(a));
    for (int k = 0; k < count; k++) add_element(&r->out[r->cells.near[k]], AGENTS, a);
  }
  for (uint32_t i = 0; i < p->of[TOUCHES].count; i++) {
    const touch* t = &touches_of_parcel(p)[i];
    add_element(&r->out[owner_at(&r->cells, t->at)], TOUCHES, t);
  }
  for (uint32_t i = 0; i < p->of[WALL_PAIRS].count; i++) {
    const wall_pair* t = &wall_pairs_of(p)[i];
    add_element(&r->out[owner_at(&r->cells, t->at)], WALL_PAIRS, t);
  }
  deliver(r);
  for (int k = 0; k < SECTIONS; k++) {
    const section* own = &r->out[r->me].of[k];
    void* to = add_elements(&r->in, k, own->count);
    if (own->count > 0) memcpy(to, own->data, own->count * element_size(k));
  }
  sort_arrived(r);
  merge_arrived(r);
}
