// The contenders of Box2D v3 and Box3D are compiled a second time where the benchmark is given a build of these by
// clang: identifiers and names of those say so.
#ifndef LGJK_BENCH_BY_CLANG_H
#define LGJK_BENCH_BY_CLANG_H

#ifdef LGJK_BY_CLANG
#define BUILT(identifier) identifier##_clang
#define BUILT_NAME(name) name "-clang"
#define BUILT_SHOWN(name, rest) name " by clang" rest
#else
#define BUILT(identifier) identifier
#define BUILT_NAME(name) name
#define BUILT_SHOWN(name, rest) name rest
#endif

#endif
