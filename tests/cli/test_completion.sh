#!/usr/bin/env bash
# Completion in a real shell, as a user gets it: words that begin what stands on the line, options of the command, values of an
# option, files. What is offered is what --help lists.
#   test_completion.sh bash|zsh LANEGJK COMPLETION_FOLDER
# Status 77 where the shell is not installed.
set -u
shell=$1 lanegjk=$(realpath "$2") scripts=$(realpath "$3")
command -v "$shell" >/dev/null || { echo "skipped: $shell is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
mkdir "$work/bin" "$work/files"
ln -s "$lanegjk" "$work/bin/lanegjk"
touch "$work/files/scene.json" "$work/files/two words.json" "$work/files/other.txt"
export PATH=$work/bin:$PATH
cd "$work/files" || exit 1

# The function as the shell calls it: readline takes the line apart at spaces and at =.
by_bash() {
  bash --norc --noprofile -c '
    . "$1/lanegjk.bash" || exit 1
    line=$2
    complete -p lanegjk >/dev/null || exit 1
    COMP_WORDS=() COMP_CWORD=0
    read -r -a parts <<<"${line//=/ = }"
    COMP_WORDS=("${parts[@]}")
    [[ $line != *" " ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _lanegjk
    printf "%s\n" "${COMPREPLY[@]}"' bash "$scripts" "$1" 2>&1 | sort
}

# A shell in a terminal of its own: what compadd has to offer when tab is pressed. The key behind it begins no sequence of keys,
# for the rest of which zsh would wait 0.4 s.
cat >"$work/pressed.zsh" <<'ZSH'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -d ${(q)2}/dump; PROMPT=
  compadd() {
    local -a found
    builtin compadd -O found \"\$@\"
    print -rl -- \$found >>${(q)2}/offered
    builtin compadd \"\$@\"
  }
  finish() { : >${(q)2}/done }; zle -N finish; bindkey '^T' finish; : >${(q)2}/ready"
wait_for() { repeat 200 { [[ ! -e $1 ]] || return 0; sleep 0.05 }; print -r -- "zsh: no ${1:t}" }
wait_for $2/ready
zpty -n -w shell "$3"$'\t\x14'
wait_for $2/done
zpty -d shell
ZSH
by_zsh() {
  rm -f "$work/offered" "$work/ready" "$work/done"
  zsh -f "$work/pressed.zsh" "$scripts" "$work" "$1"
  [ ! -e "$work/offered" ] || tr -d "\\\\" <"$work/offered" | sed "/^$/d" | sort -u
}

# offers NAME LINE EXPECTED: the words that are offered behind a line, by name
offers() {
  local found
  found=$("by_$shell" "$2" | paste -sd ' ')
  if [ "$found" = "$3" ]; then
    echo "ok    $1"
  else
    printf 'FAIL  %s\n      expected: %s\n      found:    %s\n' "$1" "$3" "$found"
    failures=$((failures + 1))
  fi
}

# options_of COMMAND: those of its --help
options_of() {
  { lanegjk "$1" --help | sed -n 's/^  \(-[-a-z]*\).*/\1/p'; echo --help; } | sort | xargs
}

offers "commands" "lanegjk " "--help --version demo-recording info query replay"
offers "a command that is begun" "lanegjk qu" "query"
offers "no such command" "lanegjk x" ""
offers "a value" "lanegjk query --query " "cast contact distance find nearest overlap"
offers "a value that is begun" "lanegjk query scene.json --query c" "cast contact"
offers "a value behind =" "lanegjk query --query=o" "overlap"
offers "all values behind =" "lanegjk query --format=" "csv json"
offers "instruction sets" "lanegjk query --isa sc" "scalar"
offers "a value of another command" "lanegjk replay --shape " "circle ellipse"
offers "a file for an option" "lanegjk query --out oth" "other.txt"
offers "the argument" "lanegjk query sc" "scene.json"
offers "a file with a space" "lanegjk query tw" "two words.json"
offers "no value of a number" "lanegjk query --margin " ""
offers "nothing behind --version" "lanegjk --version " ""
offers "nothing of an unknown command" "lanegjk ask -" ""
for command in query replay demo-recording; do
  offers "options of $command" "lanegjk $command --" "$(options_of $command | tr ' ' '\n' | grep ^-- | sort | xargs)"
done
offers "options with one dash" "lanegjk query -" "$(options_of query)"
echo "$failures failures"
[ "$failures" -eq 0 ]
