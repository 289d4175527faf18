#include "machine.h"

#include <stdio.h>
#include <string.h>

// The value of a line "key : value" of /proc/cpuinfo; false where there is none.
static bool cpu_line(const char* key, char* value, size_t size) {
  char line[512];
  bool found = false;
  FILE* file = fopen("/proc/cpuinfo", "r");
  while (file && !found && fgets(line, sizeof line, file)) {
    const char* colon = strchr(line, ':');
    size_t length = strcspn(line, "\t:");
    found = colon && colon[1] == ' ' && length == strlen(key) && strncmp(line, key, length) == 0;
    if (found) snprintf(value, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
  }
  if (file) fclose(file);
  return found;
}

void machine_name(char* name, size_t size, const char* otherwise) {
  if (!cpu_line("model name", name, size)) snprintf(name, size, "%s", otherwise);
}

bool machine_numbers(char* text, size_t size) {
  char family[32], model[32], stepping[32];
  if (!cpu_line("cpu family", family, sizeof family) || !cpu_line("model", model, sizeof model) ||
      !cpu_line("stepping", stepping, sizeof stepping)) {
    return false;
  }
  snprintf(text, size, "family %s, model %s, stepping %s", family, model, stepping);
  return true;
}
