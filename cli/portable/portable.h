// What the command line program and the examples need of C11 and POSIX, and Windows does not have.
#ifndef LGJK_PORTABLE_H
#define LGJK_PORTABLE_H

#include <stddef.h>
#include <stdio.h>

// Declares a function that takes a format and what follows it: the positions of both among its arguments.
#if defined(__MINGW_PRINTF_FORMAT)
#define PRINTF_LIKE(format_at, first_at) __attribute__((format(__MINGW_PRINTF_FORMAT, format_at, first_at)))
#else
#define PRINTF_LIKE(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#endif

// Returns memory aligned to 64 bytes, as the library requires for scratch, for aligned_release; NULL if there is none.
void* aligned_memory(size_t size);
void aligned_release(void* memory);

// Returns how many bytes of memory the process has had at most; 0 where the system does not say.
double peak_memory(void);

// Renames a file, in place of the one that has the name by now. Returns 0 on success, else -1 and sets errno.
int replace_file(const char* from, const char* to);

#if defined(_WIN32)
#define realpath(path, resolved) _fullpath(resolved, path, 0)
#endif

#endif
