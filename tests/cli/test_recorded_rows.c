// The reader of recorded crowds: rows as they stand in the file, errors that say where, memory that is all released,
// also where there is none, and random changes of valid files, which give rows that hold together or an error.
#include "recorded_rows.h"

#include "test.h"
#include "test_random.h"

// ---------------------------------------------------------------- memory

static long allocations_left = -1; // -1: no limit

void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* memory, size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_realloc(void* memory, size_t size);

static int is_refused(void) { return allocations_left >= 0 && allocations_left-- == 0; }

void* __wrap_calloc(size_t count, size_t size) { return is_refused() ? NULL : __real_calloc(count, size); }

void* __wrap_realloc(void* memory, size_t size) { return is_refused() ? NULL : __real_realloc(memory, size); }

// ---------------------------------------------------------------- reading

static const recording_options usual = {.file = "file"};

static recorded_rows rows_of(const char* text, const recording_options* options) {
  recorded_rows rows;
  const int code = recorded_rows_read(text, strlen(text), options, &rows);
  if (code != RECORDING_OK) fail_msg("%s", rows.error);
  return rows;
}

static void expect_row(const recorded_rows* rows, uint64_t at, int64_t id, int64_t frame, double x, double y) {
  assert_true(at < rows->count);
  assert_int_equal(rows->id[at], id);
  assert_int_equal(rows->frame[at], frame);
  assert_true(rows->x[at] == x && rows->y[at] == y);
}

TEST(rows_are_sorted_and_in_metres) {
  recorded_rows rows =
      rows_of("# framerate: 5 fps\n# id frame x/cm y/cm\n7 3 100 25\n7 -2 50 25\n-4 3 0 -75\n", &usual);
  assert_int_equal(rows.count, 3);
  expect_row(&rows, 0, -4, 3, 0, -0.75);
  expect_row(&rows, 1, 7, -2, 0.5, 0.25);
  expect_row(&rows, 2, 7, 3, 1, 0.25);
  assert_true(rows.fps == 5.0 && rows.metres_per_unit == 0.01);
  assert_string_equal(rows.fps_source, "header");
  assert_string_equal(rows.unit_source, "header");
  assert_string_equal(rows.columns, "id frame x/cm y/cm (header, line 2)");
  assert_int_equal(rows.note_count, 0);
  assert_null(rows.name);
  recorded_rows_free(&rows);
  assert_null(rows.memory);
}

TEST(names_are_numbered_by_their_order) {
  recorded_rows rows = rows_of("frame;name;x [m];y [m]\n0;zoe;1;1\n0;12;2;2\n0;ann;nan;3\n1;ann;4;4\n", &usual);
  assert_int_equal(rows.count, 3);
  assert_int_equal(rows.name_count, 3);
  const char* const names[] = {"12", "ann", "zoe"};
  for (size_t i = 0; i < 3; ++i) assert_string_equal(rows.name[i], names[i]);
  expect_row(&rows, 0, 0, 0, 2, 2);
  expect_row(&rows, 1, 1, 1, 4, 4);
  expect_row(&rows, 2, 2, 0, 1, 1);
  assert_int_equal(rows.gaps, 1);
  assert_int_equal(rows.note_count, 2);
  assert_string_equal(rows.note[0], "file: 1 line without a position is left out as gaps, the first of them line 4");
  recorded_rows_free(&rows);
}

TEST(options_come_before_the_file) {
  const recording_options options = {.file = "file", .columns = "id frame x y", .fps = "2.5", .unit = "0.5"};
  recorded_rows rows = rows_of("# framerate: 5 fps\n# frame id x/cm y/cm\n1 2 3 4\n", &options);
  expect_row(&rows, 0, 1, 2, 1.5, 2);
  assert_true(rows.fps == 2.5);
  assert_string_equal(rows.fps_source, "option");
  assert_string_equal(rows.unit_source, "option");
  recorded_rows_free(&rows);
}

TEST(errors_have_the_file_and_the_line) {
  recorded_rows rows;
  const char text[] = "# id frame x/m y/m\n1 0 0 0\n1 1 left\x1b[31m 0\n";
  assert_int_equal(recorded_rows_read(text, sizeof text - 1, &usual, &rows), RECORDING_BAD_FILE);
  assert_int_equal(rows.error_line, 3);
  assert_string_equal(rows.error, "file:3: x is not a number: 'left?[31m' (column 3, separated by spaces or tabs)");
  recorded_rows_free(&rows);
  const recording_options options = {.file = "file", .columns = "id x y"};
  assert_int_equal(recorded_rows_read(text, sizeof text - 1, &options, &rows), RECORDING_BAD_OPTION);
  assert_int_equal(rows.error_line, 0);
  assert_non_null(strstr(rows.error, "--columns: 'id x y' does not name frame"));
  recorded_rows_free(&rows);
  assert_int_equal(recorded_rows_read(NULL, 0, &usual, &rows), RECORDING_BAD_FILE);
  assert_string_equal(rows.error, "file: no positions");
  recorded_rows_free(&rows);
}

TEST(a_long_name_of_a_file_leaves_room_for_the_reason) {
  char name[3000];
  memset(name, 'n', sizeof name);
  name[sizeof name - 1] = '\0';
  const recording_options options = {.file = name};
  recorded_rows rows;
  assert_int_equal(recorded_rows_read("1 0 left 0\n", 11, &options, &rows), RECORDING_BAD_FILE);
  assert_non_null(strstr(rows.error, "x is not a number"));
  recorded_rows_free(&rows);
}

// Times, names in both columns, a guess of the order and of the unit: every allocation of it is refused once.
TEST(without_memory_it_says_so) {
  static const char* const texts[] = {
      "anna 0 0 0\nbert 0 100 0\nanna 1 5 0\nbert 1 105 0\nanna 2 10 0\nbert 2 110 0\n",
      "id time x y\nanna 0 0 0\nbert 0.1 100 0\nanna 0.1 nan 0\nanna 0.2 0.2 0\n",
      "0 1 0 0\n0 2 50 9\n6 1 1 0\n6 2 51 9\n12 1 2 0\n12 2 52 9\n18 1 3 0\n18 2 53 9\n24 1 4 0\n24 2 54 9\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
    int code = RECORDING_NO_MEMORY;
    for (long n = 0; code != RECORDING_OK; ++n) {
      recorded_rows rows;
      assert_true(n < 200);
      allocations_left = n;
      code = recorded_rows_read(texts[i], strlen(texts[i]), &usual, &rows);
      allocations_left = -1;
      if (code != RECORDING_OK) assert_string_equal(rows.error, "file: out of memory");
      recorded_rows_free(&rows);
    }
  }
}

// ---------------------------------------------------------------- changed files

typedef struct bytes {
  char* data;
  size_t size;
} bytes;

// A recording of the file, each of which stands behind a line `==> NAME`.
static bytes file_of(const char* name) {
  static char all[65536];
  char mark[64];
  FILE* file = fopen(RECORDINGS, "rb");
  assert_non_null(file);
  all[fread(all, 1, sizeof all - 1, file)] = 0;
  fclose(file);
  snprintf(mark, sizeof mark, "==> %s\n", name);
  const char* begin = strstr(all, mark);
  assert_non_null(begin);
  begin += strlen(mark);
  const char* end = strstr(begin, "==> ");
  bytes self = {.data = malloc(65536), .size = end != NULL ? (size_t)(end - begin) : strlen(begin)};
  memcpy(self.data, begin, self.size);
  assert_in_range(self.size, 1000, 65535);
  return self;
}

// In the place of `removed` bytes there are `added`; the memory ends with the last byte, so that reading on is seen.
static void replace(bytes* self, size_t at, size_t removed, const char* added, size_t length) {
  bytes changed = {.size = self->size - removed + length};
  changed.data = malloc(changed.size > 0 ? changed.size : 1);
  memcpy(changed.data, self->data, at);
  memcpy(changed.data + at, added, length);
  memcpy(changed.data + at + length, self->data + at + removed, self->size - at - removed);
  free(self->data);
  *self = changed;
}

static void change(bytes* self) {
  static const char* const words[] = {"nan", "\r",      "\n",   "\"",    ",",  ";",       "#",      "{",
                                      "}",   "1e309",   "\xff", "0x1p9", "-",  "",        " ",      "\t",
                                      ":",   "fps: 50", "[",    "null",  "//", "sep=;",   "\r\n\n", "Infi",
                                      "\\u", "x/m",     "1.5",  "id",    "\\", "99999999"};
  const char* word = words[random_below(sizeof words / sizeof words[0])];
  const size_t at = random_below((uint32_t)self->size + 1);
  const size_t left = self->size - at;
  const size_t some = left > 0 ? random_below((uint32_t)(left < 40 ? left : 40)) : 0;
  const char byte = (char)random_bits();
  switch (random_below(6)) {
    case 0: replace(self, at, left > 0, &byte, 1); break;
    case 1: replace(self, at, some, "", 0); break;
    case 2: replace(self, at, 0, word, strlen(word)); break;
    case 3: replace(self, at, some, word, strlen(word)); break;
    case 4: {
      const size_t from = random_below((uint32_t)self->size + 1);
      char piece[40];
      const size_t length = self->size - from < 40 ? self->size - from : 40;
      memcpy(piece, self->data + from, length);
      replace(self, at, 0, piece, length);
      break;
    }
    default:
      if (random_below(8) == 0) replace(self, at, left, "", 0);
      break;
  }
}

static void expect_error(const recorded_rows* rows) {
  assert_memory_equal(rows->error, "file:", 5);
  assert_true(strlen(rows->error) > 8);
  for (const char* at = rows->error; *at != '\0'; ++at) assert_true((unsigned char)*at >= 0x20 || *at == '\n');
}

static void expect_rows(const recorded_rows* rows, size_t lines) {
  assert_in_range(rows->count, 1, lines);
  assert_true(rows->gaps <= lines && rows->fps >= 1e-9 && rows->fps <= 1e12 && rows->metres_per_unit > 0.0);
  for (uint64_t i = 0; i < rows->count; ++i) {
    assert_true(isfinite(rows->x[i]) && isfinite(rows->y[i]));
    if (rows->name != NULL) assert_true(rows->id[i] >= 0 && (uint64_t)rows->id[i] < rows->name_count);
    if (i == 0) continue;
    assert_true(rows->id[i] > rows->id[i - 1] ||
                (rows->id[i] == rows->id[i - 1] && rows->frame[i] > rows->frame[i - 1]));
  }
  for (uint64_t i = 1; i < rows->name_count; ++i) assert_true(strcmp(rows->name[i - 1], rows->name[i]) < 0);
}

static size_t lines_of(const bytes* self) {
  size_t lines = 1;
  for (size_t i = 0; i < self->size; ++i) lines += self->data[i] == '\n' || self->data[i] == '\r';
  return lines;
}

// Returns whether the file was read.
static int read_changed(const bytes* self) {
  recorded_rows rows;
  const int code = recorded_rows_read(self->data, self->size, &usual, &rows);
  if (code == RECORDING_OK) {
    expect_rows(&rows, lines_of(self));
  } else {
    assert_int_equal(code, RECORDING_BAD_FILE);
    expect_error(&rows);
  }
  recorded_rows_free(&rows);
  return code == RECORDING_OK;
}

TEST(changed_files_are_read_or_refused) {
  static const char* const names[] = {"walk.txt", "eth.txt", "ucy.txt", "times.csv", "gaps.txt", "trajnet.ndjson"};
  const char* text = getenv("LGJK_TEST_RECORDINGS");
  const int count = text != NULL ? atoi(text) : 1000;
  random_state = test_seed(20261128);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    const bytes whole = file_of(names[i]);
    int was_read = read_changed(&whole);
    assert_true(was_read);
    was_read = 0;
    for (int n = 0; n < count; ++n) {
      bytes changed = {.data = malloc(whole.size), .size = whole.size};
      memcpy(changed.data, whole.data, whole.size);
      for (uint32_t k = 1 + random_below(4); k > 0; --k) change(&changed);
      was_read += read_changed(&changed);
      free(changed.data);
    }
    // Neither all nor none of them are recordings.
    if (count >= 100) assert_in_range(was_read, count / 50, count - count / 50);
    free(whole.data);
  }
}
