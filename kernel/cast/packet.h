// Ways near each other, which go down a tree together: its leaves that the box of all meets are few, and lanes find
// which of the ways meet each of their bodies.
#ifndef LGJK_CAST_PACKET_H
#define LGJK_CAST_PACKET_H

#include "cast/slab_way.h"

#define PACKET 16u       // ways, at most
#define PACKET_LEAVES 9u // that the box of all meets, at most

// Of each axis and way: where it is, plus and less what it reaches, and one over its coordinate (slab_way).
typedef struct way_packet {
  uint32_t count, number[PACKET];
  float low[DIM], high[DIM]; // the box of all
  float above[DIM][PACKET], below[DIM][PACKET], inverse[DIM][PACKET], to[PACKET];
} way_packet;

// Leaves, and of each body the ways that meet it, as bits.
typedef struct packet_bodies {
  uint32_t leaves, leaf[PACKET_LEAVES];
  uint16_t ways[PACKET_LEAVES][LEAF];
} packet_bodies;

#endif
