#compdef snowdeck
# Completion of snowdeck for zsh. Everything comes from `snowdeck complete`.
_snowdeck() {
    local word mode text
    local -a whole wholeText open openText typed
    typed=("${(@Q)words[2,CURRENT]}")
    # Up to the cursor.
    typed[-1]="${(Q)IPREFIX}${(Q)PREFIX}"
    while IFS=$'\t' read -r word mode text; do
        if [[ $mode == + ]]; then
            open+=("$word")
            openText+=("$word${text:+  -- $text}")
        else
            whole+=("$word")
            wholeText+=("$word${text:+  -- $text}")
        fi
    done < <(snowdeck complete --shell zsh -- "${typed[@]}" 2>/dev/null </dev/null)
    # The words were chosen by Snowdeck, so they are not matched again.
    (( $#whole )) && compadd -U -l -d wholeText -a whole
    (( $#open )) && compadd -U -S '' -l -d openText -a open
    (( $#whole + $#open ))
}
_snowdeck "$@"
