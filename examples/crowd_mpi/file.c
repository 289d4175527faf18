// Snapshots: a head, then the agents, touches and wall pairs of all ranks, one section after the other. Each rank
// writes and reads a part of each section, so that a file does not depend on how many ranks there were. A file is
// written under another name first: a run that ends meanwhile leaves the one before.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crowd_mpi.h"

#define MAGIC "lgjkmpi"
#define BYTE_ORDER_MARK 0x01020304u

enum { VERSION = 1 };

_Static_assert(offsetof(run_head, own_hash) + 8 == sizeof(run_head), "no padding: bytes are hashed");

static uint64_t hash_head(const run_head* head) {
  uint64_t hash = 14695981039346656037u;
  const uint8_t* byte = (const uint8_t*)head;
  for (size_t i = 0; i < offsetof(run_head, own_hash); i++) hash = (hash ^ byte[i]) * 1099511628211u;
  return hash;
}

static MPI_Datatype element_type(int kind) {
  MPI_Datatype type;
  MPI_Type_contiguous((int)element_size(kind), MPI_BYTE, &type);
  MPI_Type_commit(&type);
  return type;
}

// Where element `first` of a section is; of section SECTIONS: where the file ends.
static MPI_Offset offset_of(const run_head* head, int kind, uint64_t first) {
  uint64_t at = sizeof *head;
  for (int k = 0; k < kind; k++) at += head->count[k] * element_size(k);
  if (first > 0) at += first * element_size(kind);
  return (MPI_Offset)at;
}

// ---------------------------------------------------------------- writing

static run_head make_head(const world* r, const parcel* p, uint32_t ticks, uint32_t history_free) {
  const crowd* w = &r->w;
  const meetings* m[2] = {&w->among, &w->against};
  run_head head = {.magic = MAGIC, .version = VERSION, .order = BYTE_ORDER_MARK, .agents = w->total, .ticks = ticks};
  head.rate = (uint32_t)(1.0f / w->dt + 0.5f);
  head.clusters = w->clusters;
  head.history_free = history_free;
  head.tick = w->tick;
  for (int i = 0; i < 2; i++) head.begun[i] = sum_all(m[i]->begun), head.ended[i] = sum_all(m[i]->ended);
  for (int k = 0; k < SECTIONS; k++) {
    head.count[k] = sum_all(p->of[k].count);
    head.hash[k] = sum_all(hash_section(k, p->of[k].data, p->of[k].count));
  }
  head.own_hash = hash_head(&head);
  if (head.count[AGENTS] != w->total)
    end_ranks(1, "%" PRIu64 " agents are left of %" PRIu32, head.count[AGENTS], w->total);
  return head;
}

static void write_section(MPI_File file, const run_head* head, const parcel* p, int kind) {
  const section* s = &p->of[kind];
  uint64_t own = s->count, first = 0;
  must(MPI_Exscan(&own, &first, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD), "places in a snapshot");
  MPI_Datatype type = element_type(kind);
  must(MPI_File_write_at_all(file, offset_of(head, kind, first), s->data, (int)s->count, type, MPI_STATUS_IGNORE),
       "writing a snapshot");
  MPI_Type_free(&type);
}

void save_run(world* r, const char* path, uint32_t ticks, uint32_t history_free) {
  parcel p = {.of[0].count = 0};
  MPI_File file;
  char* part = grow(NULL, strlen(path) + 6, 1);
  sprintf(part, "%s.part", path);
  pack_own(r, &p);
  const run_head head = make_head(r, &p, ticks, history_free);
  must(MPI_File_open(MPI_COMM_WORLD, part, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file), part);
  must(MPI_File_set_size(file, 0), part);
  if (r->me == 0)
    must(MPI_File_write_at(file, 0, &head, (int)sizeof head, MPI_BYTE, MPI_STATUS_IGNORE), "writing a snapshot");
  for (int k = 0; k < SECTIONS; k++) write_section(file, &head, &p, k);
  must(MPI_File_sync(file), part);
  must(MPI_File_close(&file), part);
  if (r->me == 0 && rename(part, path) != 0) end_ranks(2, "cannot write %s", path);
  MPI_Barrier(MPI_COMM_WORLD);
  free_parcel(&p);
  free(part);
}

// ---------------------------------------------------------------- reading

static void open_file(const char* path, MPI_File* file) {
  if (MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, file) != MPI_SUCCESS)
    end_ranks(2, "cannot read %s", path);
}

run_head read_head(const char* path) {
  run_head head;
  MPI_File file;
  MPI_Offset size;
  open_file(path, &file);
  must(MPI_File_get_size(file, &size), path);
  if (size < (MPI_Offset)sizeof head) end_ranks(1, "%s is no snapshot: it has %lld bytes", path, (long long)size);
  must(MPI_File_read_at_all(file, 0, &head, (int)sizeof head, MPI_BYTE, MPI_STATUS_IGNORE), path);
  must(MPI_File_close(&file), path);
  if (memcmp(head.magic, MAGIC, sizeof head.magic) != 0) end_ranks(1, "%s is no snapshot of crowd_mpi", path);
  if (head.order != BYTE_ORDER_MARK) end_ranks(1, "%s was written by a machine of another order of bytes", path);
  if (head.version != VERSION) end_ranks(1, "%s has version %" PRIu32 ", not %d", path, head.version, VERSION);
  if (head.own_hash != hash_head(&head) || head.count[AGENTS] != head.agents)
    end_ranks(1, "%s is damaged: the hash of its head is another", path);
  const MPI_Offset whole = offset_of(&head, SECTIONS, 0);
  if (size != whole)
    end_ranks(1, "%s has %lld bytes and was to have %lld: it is cut short, or too long", path, (long long)size,
              (long long)whole);
  return head;
}

static void read_section(const world* r, MPI_File file, const run_head* head, parcel* p, int kind) {
  const uint64_t n = (uint64_t)r->count, me = (uint64_t)r->me, first = head->count[kind] * me / n,
                 count = head->count[kind] * (me + 1) / n - first;
  void* to = add_elements(p, kind, (uint32_t)count);
  MPI_Datatype type = element_type(kind);
  must(MPI_File_read_at_all(file, offset_of(head, kind, first), to, (int)count, type, MPI_STATUS_IGNORE),
       "reading a snapshot");
  MPI_Type_free(&type);
  if (sum_all(hash_section(kind, to, count)) != head->hash[kind])
    end_ranks(1, "the snapshot is damaged: the hash of section %d is another", kind);
}

void load_run(world* r, const char* path, const run_head* head) {
  crowd* w = &r->w;
  meetings* m[2] = {&w->among, &w->against};
  parcel p = {.of[0].count = 0};
  MPI_File file;
  open_file(path, &file);
  for (int k = 0; k < SECTIONS; k++) read_section(r, file, head, &p, k);
  must(MPI_File_close(&file), path);
  for (int i = 0; i < 2 && r->me == 0; i++) m[i]->begun = head->begun[i], m[i]->ended = head->ended[i];
  exchange_parcel(r, &p);
  free_parcel(&p);
}
