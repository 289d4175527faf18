// What the system tells of its processor.
#ifndef LGJK_BENCH_MACHINE_H
#define LGJK_BENCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

// Writes the processor's own name, or `otherwise` where the system does not tell.
void machine_name(char* name, size_t size, const char* otherwise);
// Writes the numbers behind the name, which is often the same for different processors in virtual machines.
bool machine_numbers(char* text, size_t size);

#endif
