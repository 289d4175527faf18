// What tests know of warm records that users do not: kernel/block/record.h has it.
#ifndef LGJK_TESTS_RECORD_KINDS_H
#define LGJK_TESTS_RECORD_KINDS_H

enum { RECORD_NAMES_DEPTH = 128 }; // word 3 of a record whose word 0 is the normal of a depth, in 3D
enum { RECORD_NAMES_POINTS = 64 }; // word 3 of a record whose words 1 and 2 are points of two boxes

#endif
