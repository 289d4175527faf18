# shellcheck shell=bash
# block LANGUAGE [N [SECTION]]: the Nth fenced block of that language in $readme (the first), of one section or of all. Sourced.
block() {
  awk -v fence="\`\`\`$1" -v number="${2:-1}" -v section="${3:-}" '
    /^## / {elsewhere = section != "" && $0 != "## " section}
    $0 == "```" && inside {exit} inside {print} $0 == fence && !elsewhere && ++seen == number {inside = 1}' "${readme:?}"
}
