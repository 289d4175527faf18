#include "cases.h"

#include <stdio.h>

static const find_contender* const libraries[] = {&find_library2, &find_library3, &find_indexed};
static const find_contender* const rivals[] = {
    &find_box2d_new, &find_box2d_whole, &find_chipmunk_tree, &find_chipmunk_hash, &find_bullet, &find_fcl,
#ifdef LGJK_HAVE_BOX2D3
    &find_box2d3,
#endif
#ifdef LGJK_HAVE_JOLT
    &find_jolt,
#endif
};

find_sizes sizes_of(moving_kind kind, bool quick) {
  if (quick) return (find_sizes){{1000, 0}};
  find_sizes sizes = {{1000, 10000, 100000, 1000000, 0}};
  if (moving_kinds[kind].most < 1000000) sizes.count[3] = 0;
  return sizes;
}

find_sizes crowd_sizes(bool quick) {
  if (quick) return (find_sizes){{10000, 0}}; // enough for two workers
  return (find_sizes){{100000, 1000000, 0}};
}

find_sizes server_sizes(bool quick) {
  if (quick) return (find_sizes){{3000, 0}};
  return (find_sizes){{20000, 100000, 0}};
}

const char* order_name(bool z_order) { return z_order ? "Z" : "random"; }

uint32_t workers_of(uint32_t isa) {
  if (!lgjk_isa_supported(isa)) return 0;
  for (uint32_t wider = isa + 1; wider < LGJK_ISA_COUNT; ++wider) {
    if (lgjk_isa_supported(wider)) return 1;
  }
  return 2;
}

// Whether a contender has answers for a scene.
static bool serves(const find_contender* c, moving_kind kind) {
  if (!c->dim[moving_kinds[kind].dim]) return false;
  return kind == WALLED ? !c->no_walls : !c->walls_only;
}

// Adds the cases of this library that differ by instruction set and workers.
static void add_library(find_case* cases, uint32_t* count, const find_case* model) {
  for (uint32_t isa = LGJK_ISA_COUNT - 1; isa > 0; --isa) {
    for (uint32_t workers = 1; workers <= workers_of(isa); ++workers) {
      find_case* c = &cases[(*count)++];
      *c = *model;
      c->isa = isa;
      c->workers = workers;
      snprintf(c->name, sizeof c->name, "find/%s/%u/%s/%s-%s-%u", moving_kinds[c->kind].name, c->count,
               order_name(c->z_order), c->contender->name, lgjk_isa_name(isa), workers);
    }
  }
}

uint32_t cases_of(moving_kind kind, uint32_t count, bool z_order, find_case* cases) {
  uint32_t made = 0;
  find_case model = {.kind = kind, .count = count, .z_order = z_order, .workers = 1};
  for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; ++i) {
    model.contender = libraries[i];
    if (serves(model.contender, kind)) add_library(cases, &made, &model);
  }
  for (size_t i = 0; i < sizeof rivals / sizeof rivals[0]; ++i) {
    if (!serves(rivals[i], kind)) continue;
    find_case* c = &cases[made++];
    *c = model;
    c->contender = rivals[i];
    snprintf(c->name, sizeof c->name, "find/%s/%u/%s/%s", moving_kinds[kind].name, count, order_name(z_order),
             rivals[i]->name);
  }
  return made;
}

uint32_t crowd_cases_of(uint32_t count, bool z_order, crowd_case* cases) {
  uint32_t made = 0;
  for (uint32_t isa = LGJK_ISA_COUNT - 1; isa > 0; --isa) {
    for (uint32_t workers = 1; workers <= workers_of(isa); ++workers) {
      crowd_case* c = &cases[made++];
      *c = (crowd_case){.count = count, .z_order = z_order, .isa = isa, .workers = workers};
      snprintf(c->name, sizeof c->name, "crowd/%u/%s/%s-%u", count, order_name(z_order), lgjk_isa_name(isa), workers);
    }
  }
  return made;
}
