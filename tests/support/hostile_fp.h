// A caller whose floating-point environment is as unfriendly as the processor allows: denormals flushed on the way in
// and out, rounding up, exceptions unmasked where the hardware can trap, sticky flags set. Between begin and end there
// must be no arithmetic but the library's: an operation of the test itself could trap.
//
//   const hostile_fp fp = hostile_fp_begin();
//   ...
//   assert_true(hostile_fp_end(fp));
#ifndef LGJK_TESTS_HOSTILE_FP_H
#define LGJK_TESTS_HOSTILE_FP_H

#include <stdint.h>
#include <string.h>

#include "base/fpcontrol.h"

typedef struct hostile_fp {
  lgjk_fp_state ours;    // to go back to
  lgjk_fp_state hostile; // as it reads once set: an emulator may not keep every bit
} hostile_fp;

static inline lgjk_fp_state hostile_fp_read(void) {
  const lgjk_fp_state now = lgjk_fp_enter();
  lgjk_fp_leave(now);
  return now;
}

static inline hostile_fp hostile_fp_begin(void) {
  hostile_fp fp;
  memset(&fp, 0, sizeof fp);
  fp.ours = hostile_fp_read();
#if defined(__SSE2__)
  lgjk_fp_leave(0x8000u | 0x0040u | 0x4000u | 0x0021u);
#elif defined(__aarch64__)
  const lgjk_fp_state set = {(UINT64_C(1) << 24) | (UINT64_C(1) << 22), 0x11};
  lgjk_fp_leave(set);
#else
  fesetround(FE_UPWARD);
  feraiseexcept(FE_INEXACT);
#endif
  fp.hostile = hostile_fp_read();
  return fp;
}

// Whether the library left the environment as it found it, flags included; the test's own is back afterwards.
static inline int hostile_fp_end(hostile_fp fp) {
  const lgjk_fp_state after = hostile_fp_read();
  lgjk_fp_leave(fp.ours);
  return memcmp(&after, &fp.hostile, sizeof after) == 0;
}

#endif
