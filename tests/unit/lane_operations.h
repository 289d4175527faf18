// The operations of the lane headers, each as a function from memory to memory over LANE_COUNT lanes, so that those of
// one instruction set can be compared with the scalar ones lane by lane. lane_operations.c is compiled for each set.
#ifndef LGJK_TESTS_UNIT_LANE_OPERATIONS_H
#define LGJK_TESTS_UNIT_LANE_OPERATIONS_H

#include <stddef.h>
#include <stdint.h>

enum {
  LANE_COUNT = 256,   // a multiple of each width
  LANE_GROUP = 16,    // the widest; what one register makes of all its lanes is compared for this many
  LANE_SLACK = 16,    // room around an array for loads and stores at an offset below it
  LANE_QUADS = 5,     // of four floats, in a record
  LANE_SLOTS = 4,     // pairs looked up per record
  LANE_MEMORY = 65536 // bytes that all records are in
};

// Lanes from 0 to LANE_COUNT - 1, and for those operations that shift the array LANE_SLACK more.
typedef struct lane_input {
  float f[4][LANE_COUNT + LANE_SLACK];       // any bits
  double d[2][LANE_COUNT + LANE_SLACK];      // any bits
  uint32_t i[2][LANE_COUNT + LANE_SLACK];    // any bits
  float number[LANE_COUNT];                  // no NaN
  double wide_number[LANE_COUNT];            // no NaN
  float int_range[LANE_COUNT];               // -2^31 to below 2^31
  uint32_t low[2][LANE_COUNT];               // below 32768
  uint32_t byte[LANE_COUNT];                 // below 256
  uint32_t mask[2][LANE_COUNT / LANE_GROUP]; // a bit per lane
  uint32_t junk;                             // the bits of a mask's word above its lanes
  uint32_t offset;                           // of loads and stores, in elements, below LANE_SLACK
  int shift;                                 // 0 to 31
  const char* records;
  const char* pairs;   // 8 * LANE_COUNT bytes
  size_t stride;       // bytes from record to record, a multiple of 4
  uint32_t gap, quads; // a record's first piece, gap left out, quads - 1 more
  uint32_t record[LANE_COUNT];
  size_t store_stride;        // 16 to 32, a multiple of 4
  uint32_t place[LANE_COUNT]; // indices, each once
  const char* pair_records;
  size_t pair_stride; // a multiple of 8
  uint32_t pair_record[LANE_COUNT], entry[LANE_SLOTS][LANE_COUNT], slots;
  uint32_t most; // of words looked up
} lane_input;

// Zeros before each operation; one writes what it has to and nothing else.
typedef struct lane_output {
  float f[LANE_COUNT + LANE_SLACK];
  double d[LANE_COUNT + LANE_SLACK];
  uint32_t i[2][LANE_COUNT + LANE_SLACK];
  float list[3 * LANE_COUNT + LANE_SLACK];
  float piece[LANE_QUADS][4][LANE_COUNT];
  uint16_t words[LANE_COUNT + LANE_SLACK];
  uint8_t bytes[LANE_COUNT + LANE_SLACK];
  uint32_t mask[LANE_COUNT / LANE_GROUP]; // a bit per lane
  char memory[32 * LANE_COUNT];
} lane_output;

// BITS: the same bits. NUMBERS: the same, but any NaN for a NaN: which one an arithmetic operation makes is left open.
typedef enum lane_contract { BITS, NUMBERS } lane_contract;

// clang-format off
#define LANE_REAL_OPERATIONS(X, v, m)                                                                       \
  X(v##_load, BITS) X(v##_store, BITS) X(v##_set, BITS) X(v##_add, NUMBERS) X(v##_sub, NUMBERS)             \
  X(v##_mul, NUMBERS) X(v##_div, NUMBERS) X(v##_sqrt, NUMBERS) X(v##_min, BITS) X(v##_max, BITS)            \
  X(v##_lt, BITS) X(v##_le, BITS) X(v##_eq, BITS) X(v##_select, BITS) X(v##_merge, BITS)                    \
  X(v##_flip_sign, BITS) X(v##_neg, BITS) X(v##_abs, BITS) X(v##_largest, BITS)                             \
  X(m##_and, BITS) X(m##_or, BITS) X(m##_and_not, BITS) X(m##_bits, BITS) X(m##_from_bits, BITS) X(m##_any, BITS)
// clang-format on

// Every LANE_INLINE of kernel/lane/: test_lane_names.sh compares.
// clang-format off
#define LANE_OPERATIONS(X)                                                                                  \
  LANE_REAL_OPERATIONS(X, vf, mf)                                                                           \
  LANE_REAL_OPERATIONS(X, vd, md)                                                                           \
  X(mf_all, BITS) X(mf_none, BITS) X(mf_not, BITS)                                                          \
  X(vd_widen, NUMBERS) X(vd_load_float, NUMBERS) X(vf_narrow, NUMBERS)                                      \
  X(vi_of, BITS) X(vf_of, BITS) X(vi_truncate, BITS) X(vf_convert, BITS) X(vi_load, BITS) X(vi_store, BITS) \
  X(vi_set, BITS) X(vi_add, BITS) X(vi_min, BITS) X(vi_and, BITS) X(vi_or, BITS) X(vi_xor, BITS)            \
  X(vi_shl, BITS) X(vi_shr, BITS) X(vi_sar, BITS) X(vi_store_bytes, BITS)                                   \
  X(vi_sub, BITS) X(vi_max, BITS) X(vi_lt, BITS) X(vi_not_zero, BITS) X(vi_and_not, BITS)                   \
  X(vi_add_products, BITS)                                                                                  \
  X(vi_join_halves, BITS) X(vi_and_xor, BITS) X(vi_or_where, BITS) X(vi_bit, BITS) X(vf_load_triples, BITS) \
  X(vf_transpose4, BITS) X(vf_load_records, BITS) X(vf_store_records, BITS) X(vf_load_pairs, BITS)          \
  X(vf_store_pairs, BITS) X(vf_store_triples, BITS) X(vf_pick, BITS)                                        \
  X(vf_load_each, BITS) X(lane_table, BITS) X(lane_stored, BITS) X(lane_after, BITS) X(lane_count, BITS)    \
  X(lane_look_up, BITS) X(lane_load_pairs, BITS) X(lane_append, BITS) X(lane_append_words, BITS)
// clang-format on

typedef void lane_operation(const lane_input* in, lane_output* out);

typedef struct lane_row {
  const char* name;
  lane_contract contract;
  uint32_t lanes; // per call of the operation
  lane_operation* run;
} lane_row;

#define LANE_COUNT_ROW(name, contract) +1
enum { LANE_ROWS = 0 LANE_OPERATIONS(LANE_COUNT_ROW) };

// The tables of the sets, named as in isa/kernels.h; those of this build have LGJK_HAVE_<name> 1.
#define LANE_DECLARE_ROWS(name, ...) extern const lane_row lane_rows_##name[LANE_ROWS];

#endif
