// The rows and cases of the test of attempts, and the pairs that they query. Compiled once per dimension.
#ifndef LGJK_TESTS_ATTEMPT_H
#define LGJK_TESTS_ATTEMPT_H

#include "test.h"
#include "query_pairs.h"
#include "fewer.h"
#include "inputs.h"
#define TEST_RANDOM_SHARED
#include "test_random.h"
#include "touch.h"

// The queries, in the order of the columns of docs/internals/routes.md.
typedef enum attempt_query {
  ATTEMPT_OVERLAP,
  ATTEMPT_DISTANCE,
  ATTEMPT_CONTACT,
  ATTEMPT_EPA,
  ATTEMPT_QUERIES
} attempt_query;
static const query query_of[ATTEMPT_QUERIES] = {OVERLAP, DISTANCE, CONTACT, CONTACT};
static const char* const attempt_name[ATTEMPT_QUERIES] = {"overlap", "distance", "contact", "contact by the polytope"};

// How bodies of a pair stand to each other. HARD: in any of these ways, drawn for each pair.
typedef enum relation {
  GENERAL,         // apart, or overlapping by a good part
  CLOSE,           // overlapping by less than half of their extents
  DEEP,            // overlapping by more than that
  CONCENTRIC,      // about one centre, or all but
  IDENTICAL,       // the same shape in the same pose, where both sides have that kind
  FAR,             // up to a thousand extents apart
  PARALLEL,        // turned alike
  NEARLY,          // turned alike within 1e-3 to 1e-9
  ON_AXES,         // turned by quarters, half of them at whole numbers and signed zeros
  ON_A_LINE,       // B's origin on the line of an edge of A
  OFFSET,          // 1e4 away from the origin of the world
  TOUCHING,        // moved along their contact's normal by their distance
  NEARLY_TOUCHING, // the same, and then apart or into each other by 1e-8 to 1e-1 of their extents
  RELATIONS,
  HARD = RELATIONS
} relation;

// A share of the pairs that a call answers as an attempt does. percent: of the pairs with one of these statuses, so
// many have from `least` to `most` evaluations. there: of all pairs, so many have such a status. Verdicts of 0
// evaluations are those of bounding tests, and count for neither unless `least` is 0.
typedef enum which { COLD_CALL, SECOND_CALL } which;
typedef struct share {
  attempt_query query_kind;
  which call; // the second: from the records that the first left
  uint32_t statuses;
  uint32_t least, most;
  double percent, there;
} share;
enum { APART = 1u << LGJK_STATUS_SEPARATED, OVERLAPS = 1u << LGJK_STATUS_OVERLAPPING, EITHER = APART | OVERLAPS };

typedef struct sample sample;
enum { MOST_SHARES = 9, MOST_KINDS = 24 };

// A special case of the table of routes, by the pairs that it is for.
typedef struct row {
  const char* name;
  uint32_t a, b; // sets of kinds of shapes; of each pair any is A's or B's
  relation relation;
  const char*
      routes[ATTEMPT_QUERIES]; // of overlaps, distances, contacts and contacts by the polytope; NULL: of several
  uint32_t keeps;              // the set of queries that read and write records
  share shares[MOST_SHARES];
  const char* input;                       // of support/inputs.h, in place of kinds and a relation
  void (*place)(sample* s, uint32_t pair); // in place of the relation
  void (*define)(sample* s);               // in place of the kinds
  void (*also)(const sample* s, attempt_query query_kind, const answersN* answers); // what else is true of answers
  void (*judge_records)(const sample* s, const answersN* second, const lgjk_warm* before, const lgjk_warm* after);
  bool exact;    // distances are known to the bit
  bool doubtful; // touching for queries, and apart by so little that a search in double sees it
  bool (*leaves)(attempt_query query_kind,
                 uint32_t kinds); // of pairs of several routes, whether those of two kinds leave records
  uint32_t pairs, least;          // as many as usual, and with which the row still means something; 0: the defaults
  uint32_t few[3]; // of sets with few circles and ellipses: shapes, the first that are round, and a late one
} row;

// The pairs of a row.
enum { EACH = 12, MOST_SHAPES = 192, MOST_POINTS = 128 };
struct sample {
  const row* row;
  uint32_t count, shape_count;
  lgjk_shapesN *shapes, *beside; // beside: with shapes of all kinds behind them
  lgjk_shapeN_def def[MOST_SHAPES];
  float points[MOST_SHAPES][DIM * MOST_POINTS];
  uint32_t kind_of[MOST_SHAPES];
  float bound[MOST_SHAPES];
  uint32_t *shape, *index;
  float (*pose)[POSE_FLOATS], *radius;
  double* gap; // of pairs that are moved along their contact's normal; else NAN
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
  inputN input;
};

// How many pairs a row has without LGJK_TEST_PAIRS.
static inline uint32_t usual_pairs(const row* r) { return r->pairs ? r->pairs : DIM == 2 ? 2000 : 400; }
// For allowed() of fewer.h: more than the pairs that there are where these are fewer than usual, as they scatter then.
static inline uint32_t shares_usual(const sample* s) { return s->count < usual_pairs(s->row) ? UINT32_MAX : 0; }
void sample_open(sample* s, const row* r, uint64_t seed);
void sample_close(sample* s);

// Shapes of a kind, of the dimension.
extern const uint32_t kind_count;
void kind_define(uint32_t kind, lgjk_shapeN_def* def, float* points);
// Places a body; angle: a turn about z.
void place_body(sample* s, uint32_t body, double x, double y, double z, double angle);
// The rows of the dimension.
extern const row rows[];
extern const uint32_t row_count;
// Judges one lane's answers: right, and ended as the row says.
void judge_answers(const sample* s, attempt_query query_kind, const lgjk_options* options, const answersN* answers);
void judge_shares(const sample* s, attempt_query query_kind, which call, const answersN* answers);
// Runs all queries on a row's pairs in all ways.
void check_sample(sample* s);

// ---------------------------------------------------------------- words of the tables of rows

#define OF(kinds_a, kinds_b, how) .a = (kinds_a), .b = (kinds_b), .relation = (how)
#define ROUTES(o, d, c, e) .routes = {#o, #d, #c, #e}
#define KEEPS(query_kind) (1u << ATTEMPT_##query_kind)
#define KEEPS_ALL .keeps = (1u << ATTEMPT_QUERIES) - 1
#define SHARES(...) .shares = {__VA_ARGS__}
// The query, of which statuses, from and to so many evaluations: so many percent, and so many of all pairs.
#define COLD(query_kind, statuses, least, most, percent, there) \
  { ATTEMPT_##query_kind, COLD_CALL, statuses, least, most, percent, there }
#define SECOND(query_kind, statuses, least, most, percent, there) \
  { ATTEMPT_##query_kind, SECOND_CALL, statuses, least, most, percent, there }

// Boxes whose gap along x is a multiple of 1/8; across it they overlap.
static inline void place_in_eighths(sample* s, uint32_t pair) {
  const double apart = 2 + (1 + random_below(96)) / 8.0;
  place_body(s, 2 * pair, 0, 0, 0, 0);
  place_body(s, 2 * pair + 1, random_below(2) ? apart : -apart, random_below(8) / 8.0, 0, 0);
}

// ---------------------------------------------------------------- cases

// A pair, the queries that it runs in both orders, and what is known of the answers. Members that are 0 say
// nothing; all answers are held against the oracle, too.
typedef struct known_case {
  const char* name;
  lgjk_shapeN_def def[2];
  float pose[2][POSE_FLOATS];
  uint32_t queries;         // a set of attempt_query
  uint8_t status;           // at the default limit
  uint32_t limits;          // run with limits of evaluations below this, too: then it may also be known to no limit
  uint32_t records;         // run with so many random records, too
  float distance, within;   // of a pair that is apart or overlaps
  float point[DIM], beside; // a point of A
  float across[DIM], along, off; // its product with the normal
} known_case;

// ---------------------------------------------------------------- checks of a row

// A row's pairs, one lane's cold answers to a query, and room for others.
typedef struct fixture {
  const sample* s;
  attempt_query query_kind;
  lgjk_options options;
  answersN expected, found, limited, with_margin;
  answersN contact; // of the query before
  answersN second;  // of one lane, from the records that the first call left
  lgjk_warm *records, *before, *left, *left_again;
  uint8_t* verdict; // of the row's first query
  double* band;
  float* apart;  // signed distances
  float maximum; // a sixth of the pairs that are apart are at most so far, and one is exactly as far
} fixture;

static inline bool keeps_records(const fixture* f) { return f->s->row->keeps >> f->query_kind & 1; }

// Fails the test, and reports what was expected and found of pair i.
void fail_at(const fixture* f, const char* what, uint64_t i);
// Queries all pairs, into a pattern.
void call_all(const fixture* f, lgjk_warm* warm, const answersN* answers);
void expect_found(const fixture* f, const char* what, const answersN* expected);
void check_records(fixture* f);

#endif
