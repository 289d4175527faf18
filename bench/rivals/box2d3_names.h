// The contenders of Box2D v3 are compiled a second time where the benchmark is given a build of it by clang:
// identifiers and names of those say so.
#ifndef LGJK_BENCH_BOX2D3_NAMES_H
#define LGJK_BENCH_BOX2D3_NAMES_H

#ifdef LGJK_BY_CLANG
#define BOX2D3(identifier) identifier##_clang
#define BOX2D3_NAME(name) name "-clang"
#define BOX2D3_SHOWN(rest) "Box2D v3 by clang" rest
#else
#define BOX2D3(identifier) identifier
#define BOX2D3_NAME(name) name
#define BOX2D3_SHOWN(rest) "Box2D v3" rest
#endif

#endif
