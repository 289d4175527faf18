# bash completion of lanegjk. The program itself says what there is: `lanegjk [COMMAND] --complete` prints its table of
# options, a line for each: the name, what its value is (none, text, file, or words and these), and what it is for.
_lanegjk() {
  local program=${COMP_WORDS[0]/#\~/$HOME} current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local command='' name kind value=none argument='' names=()
  COMPREPLY=()
  # --name=value comes as three words
  if [[ $current == = ]]; then
    current=''
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD > 1)); then
    command=${COMP_WORDS[1]}
    [[ $command != -* ]] || return 0
  fi
  while IFS=$'\t' read -r name kind _; do
    if [[ $name == argument ]]; then
      argument=$kind
    else
      names+=("$name")
      [[ $name != "$before" ]] || value=$kind
    fi
  done < <("$program" ${command:+"$command"} --complete 2>/dev/null)
  ((${#names[@]} > 0)) || return 0
  if [[ $value == none && $current != -* && -n $argument ]]; then value=$argument; fi
  case $value in
    none) mapfile -t COMPREPLY < <(compgen -W "${names[*]} ${command:+--help}" -- "$current") ;;
    words*) mapfile -t COMPREPLY < <(compgen -W "${value#words}" -- "$current") ;;
    file)
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      compopt -o filenames 2>/dev/null
      ;;
  esac
}
complete -F _lanegjk lanegjk
