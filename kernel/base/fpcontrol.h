// Sets the floating-point environment of a library call: round to nearest, denormals on, exceptions masked. The host
// may have set another (programs built with -ffast-math start with denormals flushed). Between enter and leave every +
// - * / and sqrt is the IEEE one, so bits cannot depend on the caller:
//
//   const lgjk_fp_state caller = lgjk_fp_enter();
//   ...
//   lgjk_fp_leave(caller);
//
// Arithmetic must read its inputs from memory after enter, or pass them through lgjk_fp_opaque: compilers do not know
// that every operation reads the control word. Results must be in memory before leave.
#ifndef LGJK_KERNEL_FPCONTROL_H
#define LGJK_KERNEL_FPCONTROL_H

#include <float.h>
#include <stdint.h>

#if defined(__FAST_MATH__)
#error "lanegjk promises the same bits everywhere: it cannot be compiled with -ffast-math"
#endif
#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD != 0
#error "lanegjk promises the same bits everywhere: float and double must be evaluated as such"
#endif

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#else
#include <fenv.h>
#include <math.h>
#endif

// Keeps memory accesses, and with them the arithmetic between loads and stores, on their side of the switch.
static inline void lgjk_fp_barrier(void) { __asm__ volatile("" ::: "memory"); }

// Returns the same value, but compilers cannot compute with it before this point of the program.
static inline double lgjk_fp_opaque(float value) {
  __asm__ volatile("" : "+m"(value)::"memory");
  return (double)value;
}

#if defined(__SSE2__)

typedef uint32_t lgjk_fp_state; // MXCSR: control bits and sticky flags

#define LGJK_MXCSR_DEFAULT 0x1F80u
#define LGJK_MXCSR_FLAGS 0x003Fu

// Writes the register only if it has to: reading is cheap, writing is not. Most callers have the default control bits,
// and already the flags that a call raises.
static inline lgjk_fp_state lgjk_fp_enter(void) {
  const lgjk_fp_state caller = _mm_getcsr();
  if ((caller & ~LGJK_MXCSR_FLAGS) != LGJK_MXCSR_DEFAULT) _mm_setcsr(LGJK_MXCSR_DEFAULT);
  lgjk_fp_barrier();
  return caller;
}

static inline void lgjk_fp_leave(lgjk_fp_state caller) {
  lgjk_fp_barrier();
  if (_mm_getcsr() != caller) _mm_setcsr(caller);
}

// Returns the square root without a reference to libm.
static inline double lgjk_sqrt(double x) {
  const __m128d v = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_sqrt_sd(v, v));
}

#elif defined(__aarch64__)

typedef struct lgjk_fp_state {
  uint64_t control; // FPCR
  uint64_t status;  // FPSR: sticky flags
} lgjk_fp_state;

static inline lgjk_fp_state lgjk_fp_enter(void) {
  lgjk_fp_state caller;
  const uint64_t standard = 0;
  __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr\n\tmsr fpcr, %2"
                   : "=&r"(caller.control), "=&r"(caller.status)
                   : "r"(standard)
                   : "memory");
  return caller;
}

static inline void lgjk_fp_leave(lgjk_fp_state caller) {
  __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %1" ::"r"(caller.control), "r"(caller.status) : "memory");
}

static inline double lgjk_sqrt(double x) { return vget_lane_f64(vsqrt_f64(vdup_n_f64(x)), 0); }

#else

typedef fenv_t lgjk_fp_state;

static inline lgjk_fp_state lgjk_fp_enter(void) {
  lgjk_fp_state caller;
  fegetenv(&caller);
  fesetenv(FE_DFL_ENV);
  lgjk_fp_barrier();
  return caller;
}

static inline void lgjk_fp_leave(lgjk_fp_state caller) {
  lgjk_fp_barrier();
  fesetenv(&caller);
}

static inline double lgjk_sqrt(double x) { return sqrt(x); }

#endif

// Returns from the function with the code of a call that is made in the default environment.
#define LGJK_RETURN_IN_DEFAULT_FP(call)           \
  do {                                            \
    const lgjk_fp_state caller = lgjk_fp_enter(); \
    const int32_t returned = (call);              \
    lgjk_fp_leave(caller);                        \
    return returned;                              \
  } while (0)

#endif
