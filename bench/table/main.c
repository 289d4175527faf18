// Prints the results of a benchmark run: see the usage. Ratios are times of a rival over times of the library in the
// same run.
#include <stdio.h>
#include <string.h>

#include "tables.h"

static const char usage[] =
    "usage: lgjk_bench_table [OPTION] FILE.json     the results of a benchmark run; without an option as a table\n"
    "  --markdown     every case, as a page\n"
    "  --csv          the same as comma-separated values\n"
    "  --source       where it comes from, in a paragraph\n"
    "  --short        what README.md shows of it\n"
    "  --summary      what each instruction set and each rival needs\n"
    "  --scenes       a row for each scene\n"
    "  --contacts     the same of contacts, and how far rivals' depths are off\n"
    "  --records      what records are worth, on the same frames\n"
    "  --small        calls of few pairs\n"
    "  --losses       where a rival is faster\n"
    "  --context KEY  a line of its context; load_avg: the load average at the start; busy: the same where it was\n"
    "                 above 1; widest: the instruction set with the most lanes\n"
    "  --pivot PATTERN [--over RIVAL]   columns for a plot, for example of 2d/*/distance/cold/*/10000\n"
    "or without a file\n"
    "  --isas         the names of the library's instruction sets, narrowest first, and of its own choice among them:\n"
    "                 in a case, for people\n"
    "  --rivals       the same of the rivals, after the dimension\n";

static int refuse(void) {
  fputs(usage, stderr);
  return 2;
}

static const struct {
  const char* option;
  void (*print)(const results_file* file);
} pages[] = {{"--markdown", print_markdown}, {"--csv", print_csv},         {"--source", print_source},
             {"--short", print_short},       {"--summary", print_summary}, {"--scenes", print_scenes},
             {"--small", print_small},       {"--losses", print_losses},   {"--contacts", print_contacts},
             {"--records", print_records}};

static void print_isas(void) {
  const implementation* list;
  size_t count = implementations_of("2d", &list);
  for (uint32_t lanes = 1; lanes != 0; lanes *= 2) {
    for (size_t i = 0; i < count; i++) {
      if (!is_rival(&list[i]) && list[i].lanes == lanes) printf("%s\t%s\n", list[i].name, list[i].shown);
    }
  }
  const implementation* choice = implementation_find("2d", "auto");
  printf("%s\t%s\n", choice->name, choice->shown);
}

static void print_rivals(void) {
  for (size_t d = 0; d < 2; d++) {
    const implementation* list;
    size_t count = implementations_of(table_dimensions[d], &list);
    for (size_t i = 0; i < count; i++) {
      if (is_rival(&list[i])) printf("%s\t%s\t%s\n", table_dimensions[d], list[i].name, list[i].shown);
    }
  }
}

static void print_context(const results_file* file, const char* key) {
  double load = results_file_load(file);
  const implementation* widest = results_file_widest(file, "2d");
  if (!widest) widest = results_file_widest(file, "3d");
  if (strcmp(key, "widest") == 0) {
    puts(widest ? widest->shown : "");
    return;
  }
  bool asked = strcmp(key, "load_avg") == 0 || (strcmp(key, "busy") == 0 && load > MOST_LOAD);
  if (asked && load >= 0.0) {
    printf("%.2f\n", load);
  } else {
    puts(results_file_context(file, key));
  }
}

// False where the arguments between program and file are none of the options.
static bool print_asked(const results_file* file, int argc, char** argv) {
  if (argc == 2) return print_text(file), true;
  if (argc == 4 && strcmp(argv[1], "--context") == 0) return print_context(file, argv[2]), true;
  if (argc == 4 && strcmp(argv[1], "--pivot") == 0) return print_pivot(file, argv[2], NULL);
  if (argc == 6 && strcmp(argv[1], "--pivot") == 0 && strcmp(argv[3], "--over") == 0) {
    return print_pivot(file, argv[2], argv[4]);
  }
  for (size_t i = 0; argc == 3 && i < sizeof pages / sizeof pages[0]; i++) {
    if (strcmp(argv[1], pages[i].option) == 0) return pages[i].print(file), true;
  }
  return false;
}

int main(int argc, char** argv) {
  if (argc == 2 && strcmp(argv[1], "--isas") == 0) return print_isas(), 0;
  if (argc == 2 && strcmp(argv[1], "--rivals") == 0) return print_rivals(), 0;
  if (argc < 2) return refuse();
  results_file file = results_file_read(argv[argc - 1]);
  bool known = print_asked(&file, argc, argv);
  results_file_free(&file);
  return known ? 0 : refuse();
}
