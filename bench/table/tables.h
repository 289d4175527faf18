// What the program prints of a run, one function for each of its sub-commands.
#ifndef LGJK_BENCH_TABLES_H
#define LGJK_BENCH_TABLES_H

#include "results_file.h"

#define USUAL_PAIRS 10000ul
#define SMALL_CALL 1000ul // a call of fewer pairs is small

extern const char* const table_dimensions[2]; // "2d", "3d"

void print_text(const results_file* file);     // for people
void print_markdown(const results_file* file); // every case, for a page
void print_csv(const results_file* file);
// For a plot: a row for each scene or number of pairs, a column for each implementation; see pivot.c. over: the name of
// a rival, or NULL. False where the pattern is none or the rival is unknown.
bool print_pivot(const results_file* file, const char* pattern, const char* over);
void print_source(const results_file* file);   // where the figures come from
void print_short(const results_file* file);    // what README.md shows
void print_summary(const results_file* file);  // each instruction set, each rival
void print_scenes(const results_file* file);   // a row for each scene
void print_contacts(const results_file* file); // a row for each scene, and how far rivals' depths are off
void print_records(const results_file* file);  // what records are worth, on the same frames
void print_small(const results_file* file);    // calls of few pairs
void print_losses(const results_file* file);   // where a rival is faster

// ---- what they share ----

// A figure, or nothing where it is 0.
const char* figure(char* text, size_t size, const char* format, double value);
// A number with a comma for each thousand.
const char* grouped(char* text, size_t size, unsigned long number);
// The fastest on a question: of a library's implementations, or of all rivals but the reference where library is NULL.
// NULL where there is none.
const result* fastest_rival(const results_file* file, const char* dimension, const char* question, const char* library);
// A cell of a table: the nanoseconds of r, nothing where it is NULL.
void print_figure(const result* r);
// Two cells: the rival, and how many times faster the library is, in bold where it is slower.
void print_rival(const result* own, const result* rival);
// What a scene is, or "" where it is unknown.
const char* scene_line(const char* scene);
// Where the machine was busy, a paragraph that says so.
void print_busy(const results_file* file);
// What share of a tick is whose, where scripts/bench.sh measured it.
void print_tick(const results_file* file);
// Where the widest instruction set is slower than a rival or the reference: the first few by name.
void print_widest_losses(const results_file* file);
void print_scalar_losses(const results_file* file);

#endif
