// The results as a page in Markdown.
#ifndef LGJK_BENCH_FIND_TABLE_H
#define LGJK_BENCH_FIND_TABLE_H

#include "cases.h"
#include "near.h"
#include "page_head.h"
#include "server.h"

// A case, and what came of it. Cases of one scene, size and order follow each other.
typedef struct find_run {
  find_case which;
  find_result result;
} find_run;

// Prints where the figures come from, and how they are to be read.
void table_begin(const run_begun* begun, bool quick);

// One row for each scene, size and order.
void table_summary(const find_run* runs, uint32_t count);
// All rows of each scene.
void table_scenes(const find_run* runs, uint32_t count, bool quick);

void table_near(void);
// `rival`: the seconds of a tick of nanoflann in the same run, or 0.
void table_near_row(const near_case* c, const near_result* r, double rival);

void table_crowd(void);
void table_crowd_row(const crowd_case* c, const crowd_result* r);

void table_server(void);
// `rival`: the seconds of a tick of the server that is written by hand, in the same run, or 0.
void table_server_row(const server_case* c, const server_result* r, double rival);

#endif
