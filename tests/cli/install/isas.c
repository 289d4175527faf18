/* Requests each instruction set by the options of a call, and prints what comes back. */
#include <lanegjk/lanegjk.h>
#include <stdio.h>

int main(void) {
  lgjk_shapes2* shapes = NULL;
  lgjk_error error = {.struct_size = sizeof error};
  if (lgjk_shapes2_create(NULL, 0, NULL, &shapes, &error) != LGJK_OK) return puts(error.text), 1;
  uint8_t status = 0;
  const lgjk_bodies2 nobody = {.struct_size = sizeof nobody, .shapes = shapes};
  const lgjk_pairs pairs = {.struct_size = sizeof pairs};
  const lgjk_results results = {.struct_size = sizeof results, .status = &status};
  for (uint32_t isa = 1; isa < LGJK_ISA_COUNT; ++isa) {
    const lgjk_options options = {.struct_size = sizeof options, .isa = isa};
    const int32_t code = lgjk_overlap2(&nobody, &nobody, &pairs, NULL, 0, 0, &results, &options, &error);
    printf("%s: %s\n", lgjk_isa_name(isa), code == LGJK_OK ? "runs" : error.text);
  }
  lgjk_shapes2_destroy(shapes);
  return 0;
}
