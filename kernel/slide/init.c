// Sets up the structs of lanegjk_slide.h, which both dimensions share.
#include <string.h>

#include "lanegjk/lanegjk_slide.h"

void lgjk_slide_init(lgjk_slide* slide) {
  memset(slide, 0, sizeof *slide);
  slide->struct_size = (uint32_t)sizeof *slide;
}

void lgjk_slide_options_init(lgjk_slide_options* options) {
  memset(options, 0, sizeof *options);
  options->struct_size = (uint32_t)sizeof *options;
}

const char* lgjk_slide_text(uint32_t status) {
  static const char* const text[] = {"free", "slid", "limit", "overlap", "bad", "empty"};
  return status < sizeof text / sizeof text[0] ? text[status] : NULL;
}
