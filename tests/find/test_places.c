// Views with positions in double: the pairs of bodies that meet are those of brute force by the differences of their
// places, wherever the world is, whichever body is first, of one view, of two, and of trees with different origins.
// Nothing else decides about a pair. Compiled once for each dimension.
#include "find_brute.h"

static const double SHIFTS[] = {0, 1e5, -1e7, 1e9};
enum { SHIFT_COUNT = sizeof SHIFTS / sizeof SHIFTS[0], COUNT = 400 };
#define STEP 0x1p-20 // of places: with any shift they are exact

// A scene whose bodies are at positions, and poses that are small or 0.
typedef struct placed_scene {
  bodies_scene scene;
  lgjk_bodiesN view;
  double *place, *position;
} placed_scene;

static void open_placed(placed_scene* p, uint32_t kind, bool offsets) {
  assert_int_equal(scene_open(&p->scene, kind, COUNT, 11), 0);
  mixedN* m = &p->scene.mixed;
  p->place = calloc(COUNT * DIM, sizeof *p->place);
  p->position = calloc(COUNT * DIM, sizeof *p->position);
  for (uint32_t i = 0; i < COUNT * DIM; ++i) {
    float* pose = &m->pose[i / DIM * POSE_FLOATS + i % DIM];
    p->place[i] = floor((double)*pose / STEP + 0.5) * STEP;
    if (*pose - *pose != 0) p->place[i] = NAN;
    *pose = offsets ? (float)(STEP * (double)(mixed_bits(m) % 1000000)) : 0;
  }
  p->view = m->bodies;
  p->view.position = p->position;
}

static void close_placed(placed_scene* p) {
  free(p->place);
  free(p->position);
  scene_close(&p->scene);
}

static void move_world(placed_scene* p, double shift) {
  for (uint32_t i = 0; i < COUNT * DIM; ++i)
    p->position[i] = shift + p->place[i] - (double)p->scene.mixed.pose[i / DIM * POSE_FLOATS + i % DIM];
}

// ---------------------------------------------------------------- brute force

// The sides of a body about its circle along an axis of the world, as lanegjk_find.h says.
static void find_sides(const brute* w, int side, uint32_t i, int k, float* low, float* high) {
  const find_tree* bounds = &w->job[side].tree;
  const find_box* box = &bounds->box[i];
  const float r = bounds->radius[i] * TREE_RADIUS;
  *low = -r;
  *high = r;
  if (!(box->half[0] >= 0)) return;
  float extent = box->radius + w->limits.turned * r, axis[DIM];
  for (int l = 0; l < DIM; ++l) {
    find_axis(box, l, axis);
    extent += box->half[l] * find_abs(axis[k]);
  }
  extent *= TREE_RADIUS;
  if (box->offset[k] - extent > *low) *low = box->offset[k] - extent;
  if (box->offset[k] + extent < *high) *high = box->offset[k] + extent;
}

static bool ways_part(const brute* w, int other, uint32_t i, uint32_t j, const float way[DIM]) {
  const find_tree *a = &w->job[0].tree, *b = &w->job[other].tree;
  const find_box *box_a = &a->box[i], *box_b = &b->box[j];
  const float gap = box_gap(&w->limits, a->radius[i], b->radius[j]),
              reach = (a->radius[i] + b->radius[j]) + w->limits.margin;
  float square = 0, back[DIM];
  const bool boxed_a = box_a->half[0] >= 0, boxed_b = box_b->half[0] >= 0;
  for (int k = 0; k < DIM; ++k) square = k == 0 ? way[k] * way[k] : square + way[k] * way[k];
  if (!(square <= reach * reach)) return true;
  for (int k = 0; k < DIM; ++k) {
    float low_a, high_a, low_b, high_b;
    find_sides(w, 0, i, k, &low_a, &high_a);
    find_sides(w, other, j, k, &low_b, &high_b);
    const float margin = w->limits.margin * TREE_RADIUS;
    if (!(way[k] + low_b <= high_a + margin && low_a <= (way[k] + high_b) + margin)) return true;
    back[k] = -way[k];
  }
  if (boxed_a && parts_circle(box_a, way, b->radius[j], gap)) return true;
  if (boxed_b && parts_circle(box_b, back, a->radius[i], gap)) return true;
  return boxed_a && boxed_b && (parts_box(box_a, box_b, way, gap) || parts_box(box_b, box_a, back, gap));
}

// Lists the pairs of a call; places of B's bodies are those from `split` on where there are two views.
static void list_pairs(const find_call* c, const placed_scene* p, uint32_t split, lgjk_pair_list* out) {
  brute w;
  open_brute(&w, c);
  const int other = w.two;
  const uint32_t before = w.two ? split : 0;
  out->count = 0;
  for (uint32_t i = 0; i < c->a->count; ++i) {
    for (uint32_t j = w.two ? 0 : i + 1; j < (w.two ? c->b : c->a)->count; ++j) {
      float way[DIM];
      bool placed = w.in[0][i] && w.in[other][j];
      for (int k = 0; k < DIM; ++k) {
        const size_t at_a = i * DIM + (size_t)k, at_b = (j + before) * DIM + (size_t)k;
        const double d = p->position[at_b] - p->position[at_a];
        way[k] = (float)(d + ((double)w.job[other].tree.centre[k][j] - (double)w.job[0].tree.centre[k][i]));
        placed = placed && way[k] == way[k];
      }
      const find_filter a = filter_in(&w.job[0].view, i), b = filter_in(&w.job[other].view, j);
      if (!placed || !filters_allow(&a, &b) || ways_part(&w, other, i, j, way)) continue;
      out->a[out->count] = i;
      out->b[out->count++] = j;
    }
  }
  close_brute(&w);
}

static void expect_pairs(const find_call* c, const lgjk_pair_list* list, const char* what, uint32_t kind) {
  if (c->list.count != list->count)
    fail_msg("%s, %s: %llu pairs, not %llu", scene_names[kind], what, (unsigned long long)c->list.count,
             (unsigned long long)list->count);
  assert_memory_equal(c->list.a, list->a, list->count * sizeof *list->a);
  assert_memory_equal(c->list.b, list->b, list->count * sizeof *list->b);
}

// The trees of a call's views.
static void expect_of_trees(find_call* c, const lgjk_pair_list* list, uint32_t kind) {
  built_tree a = tree_of(c, c->a, c->options.filters_a, c->options.motion), b = {NULL, 0};
  if (c->b != NULL) b = tree_of(c, c->b, c->options.filters_b, NULL);
  assert_int_equal(run_trees(c, &a, c->b == NULL ? NULL : &b), LGJK_OK);
  expect_pairs(c, list, "trees", kind);
  free(a.memory);
  free(b.memory);
}

static void check_scene(placed_scene* p, uint32_t kind, uint32_t isa, uint32_t split, lgjk_pair_list* expected) {
  find_call c;
  lgjk_bodiesN a = p->view, b = p->view;
  if (split > 0) split_views(&p->scene, split, &a, &b);
  a.position = p->position;
  b.position = p->position + (size_t)split * DIM;
  open_call(&c, &a, split > 0 ? &b : NULL, COUNT * COUNT);
  c.options.margin = p->scene.margin;
  c.options.isa = isa;
  for (int variant = 0; variant < VARIANTS; ++variant) {
    choose_variant(&c, &p->scene, split, variant);
    for (uint32_t s = 0; s < SHIFT_COUNT; ++s) {
      move_world(p, SHIFTS[s]);
      if (s == 0) list_pairs(&c, p, split, expected);
      assert_int_equal(run(&c), LGJK_OK);
      expect_pairs(&c, expected, "views", kind);
      if (s % 2 != 0) expect_of_trees(&c, expected, kind);
    }
  }
  close_call(&c);
}

static lgjk_pair_list room_for_all(void) {
  return (lgjk_pair_list){.a = malloc(COUNT * COUNT * 4), .b = malloc(COUNT * COUNT * 4)};
}

static void free_room(lgjk_pair_list* list) {
  free(list->a);
  free(list->b);
}

TEST_EACH_ISA(pairs_are_those_of_brute_force_wherever_the_world_is) {
  const uint32_t isa = *(const uint32_t*)*state;
  lgjk_pair_list expected = room_for_all();
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    for (int way = 0; way < 2; ++way) {
      placed_scene p;
      open_placed(&p, kind, way == 1);
      check_scene(&p, kind, isa, 0, &expected);
      check_scene(&p, kind, isa, 150, &expected);
      close_placed(&p);
    }
  }
  free_room(&expected);
}

// The first body, which is the origin of a tree, goes far away, becomes bad, and comes back: pairs of others stay.
TEST(the_first_body_decides_nothing_about_others) {
  static const double FIRST[] = {1e3, 3e7, -1e12, NAN, 1e16};
  lgjk_pair_list expected = room_for_all();
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    placed_scene p;
    find_call c;
    open_placed(&p, kind, true);
    move_world(&p, 1e7);
    open_call(&c, &p.view, NULL, COUNT * COUNT);
    c.options.margin = p.scene.margin;
    p.position[0] = NAN;
    list_pairs(&c, &p, 0, &expected);
    for (uint32_t k = 0; k < sizeof FIRST / sizeof FIRST[0]; ++k) {
      p.position[0] = FIRST[k];
      assert_int_equal(run(&c), LGJK_OK);
      expect_pairs(&c, &expected, "the first body far away", kind);
      if (kind != ALL_BAD) assert_int_equal(c.list.bad_bodies, k >= 3);
    }
    close_call(&c);
    close_placed(&p);
  }
  free_room(&expected);
}

// One view with positions and one without.
TEST(views_without_positions_are_at_zero) {
  lgjk_pair_list expected = room_for_all();
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    placed_scene p;
    find_call c;
    lgjk_bodiesN a, b;
    open_placed(&p, kind, false);
    move_world(&p, 0);
    split_views(&p.scene, 150, &a, &b);
    for (int way = 0; way < 2; ++way) {
      for (uint32_t i = 0; i < COUNT * DIM; ++i) { // those of one view are in the poses
        const bool moved = way == 0 ? i / DIM < 150 : i / DIM >= 150;
        const float place = (float)p.place[i];
        p.scene.mixed.pose[i / DIM * POSE_FLOATS + i % DIM] = moved ? 0 : place;
        p.position[i] = moved ? p.place[i] : 0;
      }
      a.position = way == 0 ? p.position : NULL;
      b.position = way == 0 ? NULL : p.position + 150 * DIM;
      open_call(&c, &a, &b, COUNT * COUNT);
      c.options.margin = p.scene.margin;
      list_pairs(&c, &p, 150, &expected);
      assert_int_equal(run(&c), LGJK_OK);
      expect_pairs(&c, &expected, "one without positions", kind);
      close_call(&c);
    }
    close_placed(&p);
  }
  free_room(&expected);
}

// The order of bodies and the bytes of a tree except for its origin and positions do not depend on where the world is.
TEST(orders_are_those_at_the_origin) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    placed_scene p;
    open_placed(&p, kind, true);
    uint32_t order[2][COUNT];
    const uint64_t size = lgjk_tree_sizeN(COUNT);
    void* scratch = aligned_alloc(64, (size + 63) / 64 * 64);
    for (uint32_t s = 0; s < SHIFT_COUNT; ++s) {
      move_world(&p, SHIFTS[s]);
      assert_int_equal(lgjk_orderN(&p.view, order[s > 0], scratch, size, NULL), LGJK_OK);
      if (s > 0) assert_memory_equal(order[0], order[1], sizeof order[0]);
    }
    free(scratch);
    close_placed(&p);
  }
}

// A sealed tree has the same bytes on every instruction set, bad bodies or not.
TEST(trees_have_the_same_bytes_on_every_instruction_set) {
  for (uint32_t kind = 0; kind < SCENES; ++kind) {
    placed_scene p;
    uint32_t isas[LGJK_ISA_COUNT];
    const uint32_t count = test_isas(isas);
    open_placed(&p, kind, true);
    move_world(&p, 1e9);
    p.position[17 * DIM] = 1e300;
    built_tree first = {NULL, 0};
    for (uint32_t i = 0; i < count; ++i) {
      const lgjk_tree_options options = {.struct_size = sizeof options, .isa = isas[i], .flags = LGJK_TREE_SEALED};
      built_tree tree = build_tree(&p.view, &options);
      lgjk_tree_info info = {.struct_size = sizeof info};
      assert_int_equal(lgjk_tree_checkN(tree.memory, tree.size, &info, NULL), LGJK_OK);
      if (kind != ALL_BAD) assert_true(info.origin[0] == p.position[0] && info.bad == 1);
      if (i == 0) {
        first = tree;
        continue;
      }
      assert_int_equal(first.size, tree.size);
      assert_memory_equal(first.memory, tree.memory, tree.size);
      free(tree.memory);
    }
    free(first.memory);
    close_placed(&p);
  }
}
