// Files that are no text, by their first bytes.
#ifndef LANEGJK_RECORDING_MAGIC_H
#define LANEGJK_RECORDING_MAGIC_H

#include "reader.h"

// Fails where the bytes begin a file of a known other kind.
void check_magic(reader* owner, const char* data, size_t size);

#endif
