// Every operation of one instruction set's lanes. LANE_HEADER: the lane header; LANE_ISA: the set's name.
#include LANE_HEADER
#include "lane/lane.h"
#include "lane/pick.h"

#include "lane_operations.h"

#define OPERATION(name) static void run_##name(const lane_input* in, lane_output* out)
#define EACH(l, lanes) for (uint32_t l = 0; l < LANE_COUNT; l += (lanes))

// The bits of `lanes` lanes from l, and above them whatever junk has.
static inline uint32_t bits_of(const uint32_t* mask, uint32_t l, uint32_t lanes, uint32_t junk) {
  return (mask[l / LANE_GROUP] >> l % LANE_GROUP & ((1u << lanes) - 1)) | junk << lanes;
}

// A bit above those of the lanes is found: it ends up in a neighbour, or above the group.
static inline void put_bits(uint32_t* mask, uint32_t l, uint32_t bits) {
  mask[l / LANE_GROUP] |= bits << l % LANE_GROUP;
}

// ---------------------------------------------------------------- what both reals have

#define UNARY(v, r, lanes, name) \
  OPERATION(name) { EACH(l, lanes) v##_store(&out->r[l], name(v##_load(&in->r[0][l]))); }
#define BINARY(v, r, lanes, name) \
  OPERATION(name) { EACH(l, lanes) v##_store(&out->r[l], name(v##_load(&in->r[0][l]), v##_load(&in->r[1][l]))); }
#define COMPARISON(v, r, m, lanes, name)                                    \
  OPERATION(name) {                                                         \
    EACH(l, lanes) {                                                        \
      const m found = name(v##_load(&in->r[0][l]), v##_load(&in->r[1][l])); \
      put_bits(out->mask, l, m##_bits(found));                              \
    }                                                                       \
  }
#define MASK_AT(m, lanes, k, l) m##_from_bits(bits_of(in->mask[k], l, lanes, in->junk))
#define MASKS(m, lanes, name)                                                                                    \
  OPERATION(name) {                                                                                              \
    EACH(l, lanes) { put_bits(out->mask, l, m##_bits(name(MASK_AT(m, lanes, 0, l), MASK_AT(m, lanes, 1, l)))); } \
  }

#define REAL_OPERATIONS(v, real, r, m, lanes, numbers)                                                                 \
  OPERATION(v##_load) { EACH(l, lanes) v##_store(&out->r[l], v##_load(&in->r[0][l + in->offset])); }                   \
  OPERATION(v##_store) { EACH(l, lanes) v##_store(&out->r[l + in->offset], v##_load(&in->r[0][l])); }                  \
  OPERATION(v##_set) { EACH(l, lanes) v##_store(&out->r[l], v##_set(in->r[0][l / LANE_GROUP])); }                      \
  BINARY(v, r, lanes, v##_add)                                                                                         \
  BINARY(v, r, lanes, v##_sub)                                                                                         \
  BINARY(v, r, lanes, v##_mul)                                                                                         \
  BINARY(v, r, lanes, v##_div)                                                                                         \
  UNARY(v, r, lanes, v##_sqrt)                                                                                         \
  BINARY(v, r, lanes, v##_min)                                                                                         \
  BINARY(v, r, lanes, v##_max)                                                                                         \
  COMPARISON(v, r, m, lanes, v##_lt)                                                                                   \
  COMPARISON(v, r, m, lanes, v##_le)                                                                                   \
  COMPARISON(v, r, m, lanes, v##_eq)                                                                                   \
  OPERATION(v##_select) {                                                                                              \
    EACH(l, lanes) {                                                                                                   \
      const v a = v##_load(&in->r[0][l]), b = v##_load(&in->r[1][l]);                                                  \
      v##_store(&out->r[l], v##_select(MASK_AT(m, lanes, 0, l), a, b));                                                \
    }                                                                                                                  \
  }                                                                                                                    \
  OPERATION(v##_merge) {                                                                                               \
    EACH(l, lanes) {                                                                                                   \
      const v a = v##_load(&in->r[0][l]), b = v##_load(&in->r[1][l]);                                                  \
      v##_store(&out->r[l], v##_merge(MASK_AT(m, lanes, 0, l), a, b));                                                 \
    }                                                                                                                  \
  }                                                                                                                    \
  BINARY(v, r, lanes, v##_flip_sign)                                                                                   \
  UNARY(v, r, lanes, v##_neg)                                                                                          \
  UNARY(v, r, lanes, v##_abs)                                                                                          \
  /* of a group; of two zeros it may be either: + 0 makes both +0 */                                                   \
  OPERATION(v##_largest) {                                                                                             \
    EACH(l, lanes) {                                                                                                   \
      const real found = v##_largest(v##_load(&in->numbers[l])) + 0;                                                   \
      real* most = &out->r[l / LANE_GROUP];                                                                            \
      if (l % LANE_GROUP == 0 || *most < found) *most = found;                                                         \
    }                                                                                                                  \
  }                                                                                                                    \
  MASKS(m, lanes, m##_and)                                                                                             \
  MASKS(m, lanes, m##_or)                                                                                              \
  MASKS(m, lanes, m##_and_not)                                                                                         \
  /* of a mask that a comparison has made; and a mask of bits as a select takes it */                                  \
  OPERATION(m##_bits) { EACH(l, lanes) put_bits(out->mask, l, m##_bits(v##_le(v##_load(&in->r[0][l]), v##_set(0)))); } \
  OPERATION(m##_from_bits) {                                                                                           \
    EACH(l, lanes) v##_store(&out->r[l], v##_select(MASK_AT(m, lanes, 0, l), v##_set(1), v##_set(2)));                 \
  }                                                                                                                    \
  OPERATION(m##_any) {                                                                                                 \
    EACH(l, lanes) {                                                                                                   \
      if (m##_any(MASK_AT(m, lanes, 0, l))) out->mask[l / LANE_GROUP] = 1;                                             \
    }                                                                                                                  \
  }

REAL_OPERATIONS(vf, float, f, mf, LANES, number)
REAL_OPERATIONS(vd, double, d, md, WIDE_LANES, wide_number)

OPERATION(mf_all) { EACH(l, LANES) put_bits(out->mask, l, mf_bits(mf_and(mf_all(), MASK_AT(mf, LANES, 0, l)))); }
OPERATION(mf_none) { EACH(l, LANES) put_bits(out->mask, l, mf_bits(mf_or(mf_none(), MASK_AT(mf, LANES, 0, l)))); }
OPERATION(mf_not) { EACH(l, LANES) put_bits(out->mask, l, mf_bits(mf_not(MASK_AT(mf, LANES, 0, l)))); }

// ---------------------------------------------------------------- one real from another, integers

OPERATION(vd_widen) {
  EACH(l, LANES) {
    const vf a = vf_load(&in->f[0][l]);
    for (uint32_t half = 0; half < LANES / WIDE_LANES; ++half) {
      vd_store(&out->d[l + half * WIDE_LANES], vd_widen(a, half));
    }
  }
}
OPERATION(vd_load_float) { EACH(l, WIDE_LANES) vd_store(&out->d[l], vd_load_float(&in->f[0][l + in->offset])); }

OPERATION(vf_narrow) { EACH(l, LANES) vf_store(&out->f[l], vf_narrow(&in->d[0][l + in->offset])); }

#define TO_INTEGERS(name, from) \
  OPERATION(name) { EACH(l, LANES) vi_store(&out->i[0][l], name(vf_load(&in->from[l]))); }
#define TO_FLOATS(name) \
  OPERATION(name) { EACH(l, LANES) vf_store(&out->f[l], name(vi_load(&in->i[0][l]))); }
#define INTEGERS(name, from) \
  OPERATION(name) { EACH(l, LANES) vi_store(&out->i[0][l], name(vi_load(&in->from[0][l]), vi_load(&in->from[1][l]))); }
#define SHIFT(name) \
  OPERATION(name) { EACH(l, LANES) vi_store(&out->i[0][l], name(vi_load(&in->i[0][l]), in->shift)); }

TO_INTEGERS(vi_of, f[0])
TO_INTEGERS(vi_truncate, int_range)
TO_FLOATS(vf_of)
TO_FLOATS(vf_convert)
OPERATION(vi_load) { EACH(l, LANES) vi_store(&out->i[0][l], vi_load(&in->i[0][l + in->offset])); }
OPERATION(vi_store) { EACH(l, LANES) vi_store(&out->i[0][l + in->offset], vi_load(&in->i[0][l])); }
OPERATION(vi_set) { EACH(l, LANES) vi_store(&out->i[0][l], vi_set(in->i[0][l / LANE_GROUP])); }
INTEGERS(vi_add, i)
INTEGERS(vi_min, low)
INTEGERS(vi_or, i)
INTEGERS(vi_xor, i)
OPERATION(vi_and) { // the second operand is one word
  EACH(l, LANES) vi_store(&out->i[0][l], vi_and(vi_load(&in->i[0][l]), in->i[1][l / LANE_GROUP]));
}
INTEGERS(vi_sub, i)
INTEGERS(vi_and_not, i)
INTEGERS(vi_add_products, i)
INTEGERS(vi_join_halves, i)
OPERATION(vi_lt) {
  EACH(l, LANES) put_bits(out->mask, l, mf_bits(vi_lt(vi_load(&in->i[0][l]), vi_load(&in->i[1][l]))));
}
OPERATION(vi_not_zero) { // of one bit, which is often 0
  EACH(l, LANES) {
    put_bits(out->mask, l, mf_bits(vi_not_zero(vi_and(vi_load(&in->i[0][l]), 1u << (l / LANE_GROUP) % 32))));
  }
}
OPERATION(vi_max) {
  EACH(l, LANES) {
    const vi a = vi_and(vi_load(&in->i[0][l]), 0x7F7FFFFF), b = vi_and(vi_load(&in->i[1][l]), 0x7F7FFFFF);
    vi_store(&out->i[0][l], vi_max(a, b));
  }
}
OPERATION(vi_and_xor) { // the other operands are words
  EACH(l, LANES) {
    const uint32_t word = in->i[1][l / LANE_GROUP], other = in->i[0][l / LANE_GROUP];
    vi_store(&out->i[0][l], vi_and_xor(vi_load(&in->i[0][l]), word, other));
  }
}
OPERATION(vi_or_where) { // the last operand is one word
  EACH(l, LANES) {
    vi_store(&out->i[0][l], vi_or_where(MASK_AT(mf, LANES, 0, l), vi_load(&in->i[0][l]), in->i[1][l / LANE_GROUP]));
  }
}
OPERATION(vi_bit) { // 0 to 30
  EACH(l, LANES) {
    const vi n = vi_add(vi_and(vi_load(&in->i[0][l]), 15), vi_and(vi_load(&in->i[1][l]), 15));
    vi_store(&out->i[0][l], vi_bit(n));
  }
}
SHIFT(vi_shl)
SHIFT(vi_shr)
SHIFT(vi_sar)
OPERATION(vi_store_bytes) { EACH(l, LANES) vi_store_bytes(&out->bytes[l + in->offset], vi_load(&in->byte[l])); }

OPERATION(lane_table) { // as operands
  EACH(l, LANES) {
    const uint32_t* words = lane_table(in->i[1]);
    vi_store(&out->i[0][l], vi_and_xor(vi_load(&in->i[0][l]), words[l / LANE_GROUP], words[0]));
  }
}
OPERATION(lane_stored) {
  EACH(l, LANES) {
    uint32_t index[LANES];
    vi_store(index, vi_load(&in->i[0][l]));
    lane_stored(index);
    for (uint32_t k = 0; k < LANES; ++k) out->i[0][l + k] = index[k];
  }
}

OPERATION(lane_after) {
  EACH(l, LANES) {
    const vf* rows = (const vf*)(const void*)in->f[0];
    vi done = vi_load(&in->i[0][l]);
    lane_after(&rows, &done);
    vi_store(&out->i[0][l], done);
    out->mask[l / LANE_GROUP] += rows != (const vf*)(const void*)in->f[0];
  }
}
OPERATION(lane_count) { EACH(l, LANES) out->i[0][l / LANE_GROUP] += lane_count(bits_of(in->mask[0], l, LANES, 0)); }

// ---------------------------------------------------------------- records

// Of each four lanes a matrix. One lane has no such operation: what it means, in plain C.
OPERATION(vf_transpose4) {
#if LANES == 1
  for (uint32_t l = 0; l < LANE_COUNT; ++l) {
    for (uint32_t k = 0; k < 4; ++k) out->piece[0][k][l] = in->f[l % 4][l - l % 4 + k];
  }
#else
  EACH(l, LANES) {
    const vf rows[4] = {vf_load(&in->f[0][l]), vf_load(&in->f[1][l]), vf_load(&in->f[2][l]), vf_load(&in->f[3][l])};
    vf columns[4];
    vf_transpose4(rows, columns);
    for (uint32_t k = 0; k < 4; ++k) vf_store(&out->piece[0][k][l], columns[k]);
  }
#endif
}

OPERATION(vf_load_records) {
  EACH(l, LANES) {
    vf piece[4 * LANE_QUADS];
    vf_load_records(in->records, in->stride, &in->record[l], in->gap, in->quads, piece);
    for (uint32_t k = 0; k < 4 * in->quads; ++k) vf_store(&out->piece[k / 4][k % 4][l], piece[k]);
  }
}

OPERATION(vf_store_records) {
  EACH(l, LANES) {
    const vf piece[4] = {vf_load(&in->f[0][l]), vf_load(&in->f[1][l]), vf_load(&in->f[2][l]), vf_load(&in->f[3][l])};
    vf_store_records(out->memory, in->store_stride, &in->place[l], piece);
  }
}

OPERATION(vf_load_pairs) {
  EACH(l, LANES) {
    vi entry[LANE_SLOTS];
    vf pair[LANE_SLOTS][2];
    for (uint32_t k = 0; k < in->slots; ++k) entry[k] = vi_load(&in->entry[k][l]);
    vf_load_pairs(in->pair_records, in->pair_stride, &in->pair_record[l], entry, in->slots, pair);
    for (uint32_t k = 0; k < in->slots; ++k) {
      for (uint32_t c = 0; c < 2; ++c) vf_store(&out->piece[k][c][l], pair[k][c]);
    }
  }
}

OPERATION(vf_store_pairs) {
  EACH(l, LANES) vf_store_pairs(&out->list[2 * l + in->offset], vf_load(&in->f[0][l]), vf_load(&in->f[1][l]));
}

OPERATION(vf_store_triples) {
  EACH(l, LANES) {
    const vf x = vf_load(&in->f[0][l]), y = vf_load(&in->f[1][l]), z = vf_load(&in->f[2][l]);
    vf_store_triples(&out->list[3 * l + in->offset], x, y, z);
  }
}

OPERATION(vf_load_triples) {
  EACH(l, LANES) {
    vf triple[3];
    vf_load_triples(in->f[0], vi_and(vi_load(&in->i[0][l]), LANE_COUNT - 1), triple);
    for (uint32_t k = 0; k < 3; ++k) vf_store(&out->piece[0][k][l], triple[k]);
  }
}

OPERATION(vf_pick) {
  enum { ROWS = 16, SIZE = 2 };
  EACH(l, LANES) {
    vf rows[ROWS], picked[SIZE];
    for (uint32_t i = 0; i < ROWS; ++i) rows[i] = vf_load(&in->f[i % 4][l + i / 4]);
    vf_pick(rows, SIZE, SIZE, vi_and(vi_load(&in->i[0][l]), ROWS / SIZE - 1), picked);
    for (uint32_t i = 0; i < SIZE; ++i) vf_store(&out->piece[0][i][l], picked[i]);
  }
}

// ---------------------------------------------------------------- indices and lists

OPERATION(vf_load_each) { EACH(l, LANES) vf_store(&out->f[l], vf_load_each(in->records, in->stride, &in->record[l])); }
OPERATION(lane_look_up) {
  EACH(l, LANES) lane_look_up(in->records, in->stride, &in->record[l], in->most, &out->i[0][l]);
}

OPERATION(lane_load_pairs) { EACH(l, LANES) lane_load_pairs(in->pairs + 8 * (size_t)l, &out->i[0][l], &out->i[1][l]); }

// One place after those that it counts may be written: the next call's, or at the end one that is cleared.
OPERATION(lane_append) {
  uint32_t count = 0;
  EACH(l, LANES) { count += lane_append(&out->words[count], &in->i[0][l], bits_of(in->mask[0], l, LANES, 0)); }
  out->words[count] = 0;
  out->i[0][0] = count;
}

// Any place of its LANES may be written.
OPERATION(lane_append_words) {
  uint32_t count = 0;
  EACH(l, LANES) {
    const uint32_t bits = bits_of(in->mask[0], l, LANES, 0);
    lane_append_words(&out->i[0][count], &in->i[0][l], bits);
    count += (uint32_t)__builtin_popcount(bits);
  }
  memset(&out->i[0][count], 0, LANES * sizeof out->i[0][0]);
}

// ---------------------------------------------------------------- the table

#define LANES_OF(name) (#name[1] == 'd' ? WIDE_LANES : LANES)
#define LANE_ROW(name, contract) {#name, contract, LANES_OF(name), run_##name},
const lane_row LANE_CAT(lane_rows_, LANE_ISA)[LANE_ROWS] = {LANE_OPERATIONS(LANE_ROW)};
