// Coordinates far from the origin of the world: an offset in double and a float relative to it.
#ifndef LANEGJK_TOOLS_COORDINATES_H
#define LANEGJK_TOOLS_COORDINATES_H

// How many digits show offset + relative as finely as a float holds the largest of those that belong together, whose
// magnitude is `largest`; 9 to 17.
int coordinate_digits(double offset, double relative, double largest);

#endif
