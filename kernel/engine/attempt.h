// Makes an attempt at the pairs of a step. It loads and frames their blocks, lets the attempt propose answers and prove
// them, writes the results and records of the lanes that are proved, and queues the others. What attempts do not share
// are functions and a constant `attempt_kind`, which the compiler inlines. `attempt` serves those that end with a
// simplex, `attempt_results` those that find results without one.
#ifndef LGJK_ENGINE_ATTEMPT_H
#define LGJK_ENGINE_ATTEMPT_H

#include "engine/double_run.h"
#include "engine/fill.h"
#include "engine/class_run.h"
#include "engine/state.h"

// What the functions of an attempt share about a block, beside its state.
typedef struct proposal {
  vec_f d[3];   // directions: what each is, the attempt says; the normal of a contact is d[0]
  mf unguessed; // searched lanes without a guess
  mf common;    // lanes whose cores are proved to have the point `at` in common, about A's position
  vec_f at;
  proof_lanes* proof; // of the simplex that a record names, or NULL
} proposal;

// Finds nearest points of the active lanes by a formula, and a direction `d` that proves them. Lanes without an answer
// become inactive.
typedef void guess_fn(const pair_frame_f* f, simplex_f* s, vec_f* d);

// Finds depths of a block's lanes before the expanding polytope does, which takes those that are left (2D).
struct epa_depth;
typedef void depth_guess_fn(const pair_block* block, const pair_frame_f* f, vf gap, struct epa_depth* out);

// How an attempt is made.
typedef struct attempt_kind {
  query_id goal;  // OVERLAP: a verdict; DISTANCE: nearest points, of a contact, too
  query_id query; // what is computed: with the goal DISTANCE, DISTANCE or CONTACT
  record_use records;
  bool from_record;          // a search begins from the record, a depth from its normal
  wait_stage queue_for_rest; // queue of lanes that are searched on: of the next attempt or TO_END; IN_DOUBLE: of none
  bool requeued;             // another run has counted evaluations of these pairs
  int spent;                 // support evaluations that the caller counts for these pairs
  load_way load;
  core_part part;
  guess_fn* guess;    // the formula of `propose`, or NULL
  proof_lanes* proof; // room for the proofs of a step, or NULL
  bool finds_common;  // p->common and p->at are known, and for contacts p->d[0]
  bool ends_at_point; // lanes end at p0, or inside a triangle, and never at an edge
  // of an attempt that fills results itself
  int variant;                 // one of several
  depth_guess_fn* guess_depth; // or NULL
  bool finds_depths;           // pairs wait for their depth: those that are left are found in double
  bool counts_alone;           // evaluations of attempts before are forgotten
  bool writes_decided_only;    // lanes that it does not decide are not written, bad ones neither
} attempt_kind;

// Returns an attempt that loads all of a block, uses no records, and leaves lanes to the queue `rest`.
LANE_INLINE attempt_kind simple_kind(query_id query, wait_stage rest) {
  const query_id goal = needs_verdict(query) ? OVERLAP : DISTANCE;
  return (attempt_kind){.goal = goal, .query = query, .queue_for_rest = rest, .load = IN_PLACE, .part = WHOLE_CORE};
}

typedef void propose_fn(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how);
typedef bool prove_fn(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how);
typedef void search_fn(class_run* run, pair_block* block, block_state* state, int blocks, attempt_kind how);

// ------------------------------------------------------------------ what is left

// Queues the lanes that go on. `overlapping`: lanes, as bits, that wait for their depth. `going`: lanes that are
// searched on, in the queue `rest`.
LANE_INLINE void queue_the_rest(class_run* run, const pair_block* block, const block_state* state,
                                const found_lanes* found, uint32_t overlapping, uint32_t going, query_id query,
                                wait_stage rest) {
  const uint32_t lanes = lanes_of(block) & ~state->nameless, active = lanes & going;
  const uint32_t waiting = lanes & ~found->decided & ~active;
  if (state->nameless != 0) enqueue_few(run, WITHOUT_RECORD, block, lanes_of(block) & state->nameless);
  if (needs_depth(query)) {
    if (has_trait(run, PROVES_DEPTH)) overlapping |= waiting; // lanes that a search cannot certify
    enqueue(run, DEPTH, block, overlapping & lanes);
  }
  const uint32_t uncertified = waiting & ~overlapping;
  if (uncertified != 0) enqueue_few(run, IN_DOUBLE, block, uncertified);
  // no branch on the lanes: it would be mispredicted every other block
  if (rest != IN_DOUBLE) enqueue(run, rest, block, active);
}

// Leaves to double the lanes, as bits, whose depth was not found. If a search has certified that their cores overlap,
// only the depth is found there.
LANE_INLINE void queue_depths(class_run* run, const pair_block* block, uint32_t left) {
  if (left == 0) return;
  if (has_trait(run, PROVES_DEPTH)) {
    enqueue_few(run, IN_DOUBLE, block, left);
  } else {
    find_depths_in_double(run, block, left);
  }
}

// ------------------------------------------------------------------ the end

LANE_INLINE void store_and_queue(class_run* run, const pair_block* block, const block_state* state,
                                 const found_lanes* found, vec_f v, uint32_t overlapping, query_id query,
                                 record_use records, wait_stage rest) {
  const uint32_t going = rest == IN_DOUBLE ? 0 : ~found->decided & mf_bits(state->s.active);
  const mf ended = mf_and_not(state->searched, mf_from_bits(state->nameless | going));
  if (records == STORED) write_changed_records(run, block, state, ended, v, found);
  queue_the_rest(run, block, state, found, overlapping, going, query, rest);
}

// What an attempt knows of a contact: a vector along the normal, and lanes, as bits, whose cores are proved to overlap.
typedef struct known_contact {
  vec_f direction;
  uint32_t overlapping;
} known_contact;

// Ends a block of contacts. Not inlined: a contact shares the fixed steps of a distance. `known`: or NULL.
static LANE_NOINLINE void end_contact(class_run* run, const pair_block* block, block_state* state,
                                      const known_contact* known, record_use records, wait_stage rest, bool requeued) {
  found_lanes found = begin_found(state, requeued);
  answer_f answer;
  uint32_t overlapping;
  const vec_f direction = answer_block(run, block, state, CORE_POINTS, false, NULL, &answer);
  fill_contact(run, block, state, &answer, known ? known->direction : direction, &found, &overlapping);
#if DIM == 3
  overlapping |= leave_resting_undecided(run, block, &state->f, &found);
#endif
  write_contacts(run, block, &state->f, lanes_of(block), &found);
  if (known) {
    found.decided |= known->overlapping;
    overlapping |= known->overlapping;
  }
  store_and_queue(run, block, state, &found, answer.v, overlapping, CONTACT, records, rest);
}

// Ends the run of a block whose lanes have ended or are active: writes results, stores records, queues the rest.
LANE_INLINE void end_block(class_run* run, const pair_block* block, block_state* state, const proposal* p,
                           attempt_kind how) {
  end_beyond(run, block, state, how.goal);
  if (how.goal == DISTANCE && needs_depth(how.query)) {
    known_contact known;
    if (how.finds_common) known = (known_contact){p->d[0], mf_bits(p->common)};
    end_contact(run, block, state, how.finds_common ? &known : NULL, how.records, how.queue_for_rest, how.requeued);
    return;
  }
  found_lanes found = begin_found(state, how.requeued);
  vec_f v = found.a;
  if (how.goal == OVERLAP) {
    fill_verdict(state, &found);
    if (how.records == STORED) v = nearest_f(&state->s);
  } else {
    answer_f answer;
    answer_block(run, block, state, COMMON_POINTS, how.ends_at_point, how.proof ? p->proof : NULL, &answer);
    fill_distance(run, block, state, &answer, &found);
    v = answer.v;
  }
  if (how.finds_common) fill_common_point(run->batch, block, p->common, p->at, &found);
  write_results(run->batch, block, lanes_of(block), &found, how.goal);
  store_and_queue(run, block, state, &found, v, 0, how.goal, how.records, how.queue_for_rest);
}

// Does the same for all runs that are not light, except later ones: they have the deepest stack.
LANE_CALL_IF_WIDE void end_shared(class_run* run, const pair_block* block, block_state* state, const proposal* p,
                                  attempt_kind how) {
  end_block(run, block, state, p, how);
}

// ------------------------------------------------------------------ the attempt

// Makes an attempt. Where a query may be a verdict or not, the caller has a function for either, which is not inlined:
// in one function both would be 2% to 4% slower. The attempt's functions are constants, as `how` is, and may be NULL.
// `propose` begins the state of a loaded block. `search` searches all blocks of the step. `prove` ends the lanes that
// are proved; it returns false if it has written the results itself and left nothing to do.
LANE_INLINE void attempt(class_run* run, const block_pairs pairs[BLOCKS], attempt_kind how, propose_fn* propose,
                         search_fn* search, prove_fn* prove) {
  pair_block block[BLOCKS];
  block_state state[BLOCKS];
  proposal p[BLOCKS];
  const int blocks = blocks_of(pairs);
  for (int u = 0; u < blocks; ++u) {
    if (!search) prefetch_ahead(run, HALF_BLOCK); // a search does so in its steps
    open_state(run, &pairs[u], how.load, how.part, how.goal, &block[u], &state[u]);
    if (how.records != UNUSED) load_records(run, &block[u], state[u].record);
    state[u].evaluations = vf_set((float)how.spent);
    state[u].keeps = mf_none();
    if (how.proof) p[u].proof = &how.proof[u];
    if (propose) propose(run, &block[u], &state[u], &p[u], how);
  }
  if (search) search(run, block, state, blocks, how);
  for (int u = 0; u < blocks; ++u) {
    if (!search) prefetch_ahead(run, HALF_BLOCK);
    if (prove && !prove(run, &block[u], &state[u], &p[u], how)) continue;
    if (how.load == BY_CALL && !how.requeued) {
      end_shared(run, &block[u], &state[u], &p[u], how);
    } else {
      end_block(run, &block[u], &state[u], &p[u], how);
    }
  }
}

// ------------------------------------------------------------------ without a simplex

// Fills the results of a framed block, makes its manifolds, and stores its records. Bad lanes are decided; lanes that
// are not decided go on.
typedef void fill_fn(class_run* run, pair_block* block, const pair_frame_f* f, mf valid, attempt_kind how,
                     found_lanes* found);

// Makes an attempt that fills results itself: by axes, or by an expanding polytope.
LANE_INLINE void attempt_results(class_run* run, const block_pairs* pairs, int blocks, attempt_kind how,
                                 fill_fn* fill) {
  for (int u = 0; u < blocks; ++u) {
    pair_block block; // without an initialiser, which would fill 3.5 KB with zeros
    pair_frame_f f;
    vf half[2][DIM];
    if (!how.requeued) prefetch_ahead(run, WHOLE_BLOCK);
    const mf valid = open_frame(run, &pairs[u], how.load, how.part, &block, half, &f);
    found_lanes found = nothing_found(how.writes_decided_only ? mf_none() : mf_not(valid));
    found.adds_to_counts = how.requeued && !how.counts_alone;
    fill(run, &block, &f, valid, how, &found);
    const uint32_t left = lanes_of(&block) & ~found.decided;
    const uint32_t written = lanes_of(&block) & (how.writes_decided_only || how.requeued ? found.decided : UINT32_MAX);
    if (how.counts_alone) {
      write_lanes(run->batch, &block, written, &found, how.query);
    } else {
      write_answers(run->batch, &block, written, &found, how.query);
    }
    if (how.finds_depths) {
      queue_depths(run, &block, left);
    } else {
      enqueue(run, how.queue_for_rest, &block, left);
    }
  }
}

#endif
