// Text of a picture: whatever a file is called, it is valid XML and stays in its room.
#include <stdint.h>
#include <string.h>

#include "picture.h"

#define REPLACEMENT "\xef\xbf\xbd"
#define ELLIPSIS "\xe2\x80\xa6"

// The bytes of the UTF-8 character at `text` that XML may hold; 0 where there is none.
static size_t character_length(const char* text) {
  const unsigned char* byte = (const unsigned char*)text;
  const size_t length = byte[0] < 0x80 ? 1 : byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
  if (length == 1) return byte[0] >= 0x20 && byte[0] != 0x7f;
  if (byte[0] < 0xc2 || byte[0] > 0xf4) return 0;
  uint32_t code = byte[0] & (0xffu >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((byte[i] & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte[i] & 0x3f);
  }
  const uint32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  const int surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < least || code > 0x10ffff || surrogate || code == 0xfffe || code == 0xffff ? 0 : length;
}

// In em, as wide as in the widest of the usual fonts.
static double character_width(const char* text) {
  if ((unsigned char)text[0] >= 0x80 || strchr("mwMW@%", text[0]) != NULL) return 1.0;
  if (strchr("ijlI|'.,:;!()[] ", text[0]) != NULL) return 0.4;
  return text[0] >= 'A' && text[0] <= 'Z' ? 0.78 : 0.65;
}

static const char* next_character(const char* text) {
  const size_t length = character_length(text);
  return text + (length > 0 ? length : 1);
}

double text_width(const char* text, double font_size) {
  double em = 0.0;
  for (; *text != '\0'; text = next_character(text)) em += character_width(text);
  return em * font_size;
}

static void append_character(text_buffer* svg, const char* text) {
  const size_t length = character_length(text);
  switch (*text) {
    case '&': text_append(svg, "&amp;"); break;
    case '<': text_append(svg, "&lt;"); break;
    case '>': text_append(svg, "&gt;"); break;
    case '"': text_append(svg, "&quot;"); break;
    default: text_append(svg, "%.*s", length > 0 ? (int)length : 3, length > 0 ? text : REPLACEMENT);
  }
}

// The end, which has a file's suffix, is kept as well as the beginning.
void append_fitted(text_buffer* svg, const char* text, double font_size, double room) {
  double left = text_width(text, font_size);
  double used = 0.0;
  const int cut = left > room;
  const double kept = cut ? 0.5 * (room - font_size) : room;
  for (; *text != '\0' && (!cut || used + character_width(text) * font_size <= kept); text = next_character(text)) {
    append_character(svg, text);
    used += character_width(text) * font_size;
    left -= character_width(text) * font_size;
  }
  if (!cut) return;
  text_append(svg, ELLIPSIS);
  for (; *text != '\0' && left > kept; text = next_character(text)) left -= character_width(text) * font_size;
  for (; *text != '\0'; text = next_character(text)) append_character(svg, text);
}
