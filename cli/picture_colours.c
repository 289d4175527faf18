// The colours of a picture.
#include <math.h>

#include "picture.h"

const colour gap_ramp[RAMP_STOPS] = {{84, 0, 60}, {158, 20, 80}, {214, 72, 108}, {240, 140, 160}};
const colour heat_ramp[RAMP_STOPS] = {{250, 247, 238}, {254, 217, 118}, {253, 160, 66}, {240, 90, 40}};

colour colour_of(const colour* ramp, double share) {
  const double at = fmin(fmax(share, 0.0), 1.0) * (RAMP_STOPS - 1);
  const int i = at < RAMP_STOPS - 1 ? (int)at : RAMP_STOPS - 2;
  const double t = at - i;
  const colour a = ramp[i];
  const colour b = ramp[i + 1];
  return (colour){a.red + t * (b.red - a.red), a.green + t * (b.green - a.green), a.blue + t * (b.blue - a.blue)};
}

void define_ramp(text_buffer* svg, const char* name, const colour* ramp) {
  text_append(svg, "<linearGradient id=\"%s\">", name);
  for (int i = 0; i < RAMP_STOPS; ++i) {
    text_append(svg, "<stop offset=\"%.2f\" stop-color=\"rgb(%.0f,%.0f,%.0f)\"/>", (double)i / (RAMP_STOPS - 1),
                ramp[i].red, ramp[i].green, ramp[i].blue);
  }
  text_append(svg, "</linearGradient>\n");
}
