# Completion of snowdeck for fish. Everything comes from `snowdeck complete`.
function __snowdeck_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l typed (commandline -ct)
    set -l plain (string unescape -- "$typed" 2>/dev/null)
    or set plain "$typed"
    snowdeck complete --shell fish -- $words "$plain" 2>/dev/null </dev/null
end
complete -c snowdeck -f -a '(__snowdeck_complete)'
