// The warning about bad pairs.
#include "bad_pairs.h"

#include <inttypes.h>
#include <stdio.h>

#include "support.h"

int bad_pairs_warn(const bad_pairs* self, const char* command, const char* what) {
  if (self->count == 0) return 0;
  fprintf(stderr, "%s: warning: %" PRIu64 " of %" PRIu64 " %s; the first: %s\n", command, self->count, self->asked,
          what, self->first);
  return self->count == self->asked ? STATUS_ALL_BAD : 0;
}
