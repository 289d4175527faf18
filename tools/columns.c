// Column layouts by their names.
#include "columns.h"

#include <stdio.h>
#include <string.h>

const char* const column_names[COLUMNS_USED] = {"id", "frame", "x", "y"};

// Which of the used columns the name is; COLUMNS_USED: none.
static size_t used_column(const char* name, size_t length) {
  size_t i = 0;
  while (i < COLUMNS_USED && (strlen(column_names[i]) != length || memcmp(column_names[i], name, length) != 0)) ++i;
  return i;
}

const char* columns_parse(const char* text, column_layout* out, char* room, size_t size) {
  *out = (column_layout){.text = "id frame x y [z]", .at = {0, 1, 2, 3}, .least = 4, .most = 5};
  if (text == NULL) return NULL;
  int seen[COLUMNS_USED] = {0};
  size_t count = 0;
  for (const char* name = text; name != NULL; ++count) {
    const char* comma = strchr(name, ',');
    const size_t length = comma != NULL ? (size_t)(comma - name) : strlen(name);
    if (length == 0) return snprintf(room, size, "column %zu of '%s' has no name", count + 1, text), room;
    const size_t used = used_column(name, length);
    if (used < COLUMNS_USED) {
      if (seen[used]) return snprintf(room, size, "'%s' names %s twice", text, column_names[used]), room;
      seen[used] = 1;
      out->at[used] = count;
    }
    name = comma != NULL ? comma + 1 : NULL;
  }
  for (size_t i = 0; i < COLUMNS_USED; ++i) {
    if (seen[i]) continue;
    snprintf(room, size, "'%s' does not name %s (id, frame, x, y have to be there)", text, column_names[i]);
    return room;
  }
  out->text = text;
  out->least = out->most = count;
  return NULL;
}
