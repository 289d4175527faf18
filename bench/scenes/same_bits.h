// To be included by generators of scenes and test inputs, which must give the same bits with every compiler.
// gcc 12 forms fused operations, and drops roundings to float, where it vectorises straight-line code: whatever
// -ffp-contract says.
#ifndef LGJK_BENCH_SAME_BITS_H
#define LGJK_BENCH_SAME_BITS_H

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#else
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

#endif
