/*
 * lanegjk on the threads of OpenMP. A layer over the public calls.
 * SPDX-License-Identifier: MIT
 *
 *   static void frame(const lgjk_tasks* tasks, void* user) { options.tasks = tasks; lgjk_contact2(...); }
 *   lgjk_openmp_run(0, frame, &world);
 */
/** @file */
#ifndef LANEGJK_OPENMP_H
#define LANEGJK_OPENMP_H

#include "lanegjk/lanegjk.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Calls work(tasks, user) once, with tasks for any call of the library whose options take them, and returns when it
 * has. workers  threads, the caller's own included; 0, or above LGJK_MAX_WORKERS: as many as OpenMP has by itself
 *
 * The tasks are of no use after work has returned. Threads: any. */
void lgjk_openmp_run(uint32_t workers, void (*work)(const lgjk_tasks* tasks, void* user), void* user);

#ifdef __cplusplus
}
#endif

#endif
