// Defines the tables of kernels of one dimension (isa/kernels.h): by the number of the instruction set, NULL where the
// build does not have the set. It defines LGJK_HAVE_<set> as 0 or 1.
#include <stddef.h>

#include "isa/kernels.h"
#include "lane/dimension.h"

#define ENTRY_0(kernel, set) NULL
#define ENTRY_1(kernel, set) LGJK_KERNEL(kernel, set)
#define ENTRY(kernel, set, number) [number] = LANE_CAT(ENTRY_, LGJK_HAVE_##set)(kernel, set),

#define DECLARE(set, ...)                                                                       \
  lgjk_kernel LGJK_KERNEL(overlap, set), LGJK_KERNEL(distance, set), LGJK_KERNEL(contact, set); \
  lgjk_search LGJK_KERNEL(find, set);                                                           \
  lgjk_circles LGJK_KERNEL(circles, set);                                                       \
  lgjk_codes LGJK_KERNEL(codes, set);                                                           \
  lgjk_boxes LGJK_KERNEL(boxes, set);                                                           \
  lgjk_near_search LGJK_KERNEL(nearest, set);                                                   \
  lgjk_look LGJK_KERNEL(look, set);                                                             \
  lgjk_walk LGJK_KERNEL(walk, set);                                                             \
  lgjk_packet LGJK_KERNEL(packet, set);                                                         \
  lgjk_enter LGJK_KERNEL(enter, set);
LGJK_ISA_TABLE(DECLARE)

#define TABLE_OF(type, kernel, entry) \
  type* const LGJK_KERNEL(kernel, kernels)[LGJK_ISA_COUNT] = {LGJK_ISA_TABLE(entry)};
#define OVERLAP_ENTRY(set, number, ...) ENTRY(overlap, set, number)
TABLE_OF(lgjk_kernel, overlap, OVERLAP_ENTRY)
#define DISTANCE_ENTRY(set, number, ...) ENTRY(distance, set, number)
TABLE_OF(lgjk_kernel, distance, DISTANCE_ENTRY)
#define CONTACT_ENTRY(set, number, ...) ENTRY(contact, set, number)
TABLE_OF(lgjk_kernel, contact, CONTACT_ENTRY)
#define FIND_ENTRY(set, number, ...) ENTRY(find, set, number)
TABLE_OF(lgjk_search, find, FIND_ENTRY)
#define CIRCLES_ENTRY(set, number, ...) ENTRY(circles, set, number)
TABLE_OF(lgjk_circles, circles, CIRCLES_ENTRY)
#define NEAREST_ENTRY(set, number, ...) ENTRY(nearest, set, number)
TABLE_OF(lgjk_near_search, nearest, NEAREST_ENTRY)
#define LOOK_ENTRY(set, number, ...) ENTRY(look, set, number)
TABLE_OF(lgjk_look, look, LOOK_ENTRY)
#define CODES_ENTRY(set, number, ...) ENTRY(codes, set, number)
TABLE_OF(lgjk_codes, codes, CODES_ENTRY)
#define BOXES_ENTRY(set, number, ...) ENTRY(boxes, set, number)
TABLE_OF(lgjk_boxes, boxes, BOXES_ENTRY)
#define WALK_ENTRY(set, number, ...) ENTRY(walk, set, number)
TABLE_OF(lgjk_walk, walk, WALK_ENTRY)
#define PACKET_ENTRY(set, number, ...) ENTRY(packet, set, number)
TABLE_OF(lgjk_packet, packet, PACKET_ENTRY)
#define ENTER_ENTRY(set, number, ...) ENTRY(enter, set, number)
TABLE_OF(lgjk_enter, enter, ENTER_ENTRY)
