# shellcheck shell=bash
# block PAGE LANGUAGE [N]: the Nth fenced block of that language (the first) in a page of documentation. Sourced.
block() {
  awk -v fence="\`\`\`$2" -v number="${3:-1}" '
    $0 == "```" && inside {exit} inside {print} $0 == fence && ++seen == number {inside = 1}' "$1"
}
