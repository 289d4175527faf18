// Borders by Zoltan's recursive coordinate bisection of the cells, where Zoltan was found; see balance.c for those that
// need no other library. Cells that a rank owns are its objects. All ranks then tell each other what they own.
#include <stdlib.h>

#include "crowd_mpi.h"

#ifndef CROWD_HAS_ZOLTAN
bool has_zoltan(void) { return false; }
void divide_by_zoltan(cells* c, const uint64_t* weight) {
  (void)c, (void)weight;
  end_ranks(2, "this build has no Zoltan");
}
#else
#include <zoltan.h>

bool has_zoltan(void) { return true; }

typedef struct objects {
  const cells* c;
  const uint64_t* weight;
} objects;

static bool is_own(const objects* o, uint64_t cell) { return (int)o->c->owner[cell] == o->c->me; }

static int count_objects(void* given, int* code) {
  const objects* o = given;
  int count = 0;
  for (uint64_t i = 0; i < (uint64_t)o->c->side * o->c->side; i++) count += is_own(o, i);
  *code = ZOLTAN_OK;
  return count;
}

static void list_objects(void* given, int globals, int locals, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local, int weights,
                         float* weight, int* code) {
  const objects* o = given;
  uint32_t count = 0;
  (void)globals, (void)locals, (void)local, (void)weights;
  for (uint32_t i = 0; i < o->c->side * o->c->side; i++) {
    if (!is_own(o, i)) continue;
    global[count] = i;
    weight[count++] = (float)o->weight[i];
  }
  *code = ZOLTAN_OK;
}

static int count_dimensions(void* given, int* code) {
  (void)given;
  *code = ZOLTAN_OK;
  return 2;
}

static void place_objects(void* given, int globals, int locals, int count, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local,
                          int dimensions, double* at, int* code) {
  const objects* o = given;
  (void)globals, (void)locals, (void)local, (void)dimensions;
  for (int i = 0; i < count; i++) at[2 * i] = global[i] % o->c->side, at[2 * i + 1] = (double)(global[i] / o->c->side);
  *code = ZOLTAN_OK;
}

static struct Zoltan_Struct* set_up(objects* o) {
  static const char* const parameters[][2] = {{"LB_METHOD", "RCB"},     {"OBJ_WEIGHT_DIM", "1"},
                                              {"NUM_LID_ENTRIES", "0"}, {"RETURN_LISTS", "EXPORT"},
                                              {"DEBUG_LEVEL", "0"},     {"RCB_RECTILINEAR_BLOCKS", "1"}};
  struct Zoltan_Struct* z = Zoltan_Create(MPI_COMM_WORLD);
  if (z == NULL) end_ranks(2, "Zoltan does not start");
  for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++)
    Zoltan_Set_Param(z, parameters[i][0], parameters[i][1]);
  Zoltan_Set_Num_Obj_Fn(z, count_objects, o);
  Zoltan_Set_Obj_List_Fn(z, list_objects, o);
  Zoltan_Set_Num_Geom_Fn(z, count_dimensions, o);
  Zoltan_Set_Geom_Multi_Fn(z, place_objects, o);
  return z;
}

void divide_by_zoltan(cells* c, const uint64_t* weight) {
  static float version;
  static bool begun;
  objects o = {c, weight};
  const uint64_t count = (uint64_t)c->side * c->side;
  uint32_t* owner = grow(NULL, count, sizeof *owner);
  if (!begun) Zoltan_Initialize(0, NULL, &version), begun = true;
  struct Zoltan_Struct* z = set_up(&o);
  int changed, globals, locals, imports, exports, *from = NULL, *part_in = NULL, *to = NULL, *part = NULL;
  ZOLTAN_ID_PTR in = NULL, in_local = NULL, out = NULL, out_local = NULL;
  const int code = Zoltan_LB_Partition(z, &changed, &globals, &locals, &imports, &in, &in_local, &from, &part_in,
                                       &exports, &out, &out_local, &to, &part);
  if (code != ZOLTAN_OK && code != ZOLTAN_WARN) end_ranks(2, "Zoltan finds no borders");
  for (uint64_t i = 0; i < count; i++) owner[i] = is_own(&o, i) ? c->owner[i] : 0;
  for (int i = 0; i < exports; i++) owner[out[i]] = (uint32_t)part[i];
  must(MPI_Allreduce(owner, c->owner, (int)count, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD), "owners of cells");
  Zoltan_LB_Free_Part(&in, &in_local, &from, &part_in);
  Zoltan_LB_Free_Part(&out, &out_local, &to, &part);
  Zoltan_Destroy(&z);
  free(owner);
}
#endif
