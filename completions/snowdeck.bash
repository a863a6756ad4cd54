# Completion of snowdeck for bash. Everything comes from `snowdeck complete`.
_snowdeck() {
    local program=${1/#\~/$HOME} rest=${COMP_LINE:0:COMP_POINT} words=() blanks word place line text
    # Bash splits words at = and :, which Snowdeck does not: what no blank separates is one word again.
    for ((place = 0; place <= COMP_CWORD; place++)); do
        blanks=${rest%%[![:blank:]]*}
        rest=${rest#"$blanks"}
        word=${COMP_WORDS[place]}
        if ((place == COMP_CWORD)); then word=$rest; fi
        rest=${rest#"$word"}
        if ((place == 0)) || [[ -n $blanks ]]; then words+=("$word"); else words[-1]+=$word; fi
    done
    word=${words[-1]}
    local head=
    if [[ $word != [\'\"]* && $word == *[=:@]* ]]; then head=${word%"${word##*[=:@]}"}; fi
    COMPREPLY=()
    while IFS=$'\t' read -r line place text; do
        if [[ $place == + ]]; then compopt -o nospace 2>/dev/null; fi
        COMPREPLY+=("${line#"$head"}")
    done < <("$program" complete --shell bash -- "${words[@]:1}" 2>/dev/null </dev/null)
}
complete -o bashdefault -o default -F _snowdeck snowdeck
