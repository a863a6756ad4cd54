import Testing

/// Settings, help and other commands about the session.
extension Transcripts {
    static let sessions = [
        Transcript(
            "Settings and variables are shown and changed",
            #"""
            > set
            name       value    meaning
            format     columns  The output format
            display    auto     Stored values, displayed values or both; auto depends on the format
            limit      20       The number of records table list shows
            color      auto     Colors on a terminal
            highlight  on       Colors in the line while it is typed
            suggest    on       Older lines and the rest of words, suggested while you type
            pager      on       What shows answers taller than the screen at the prompt: on is $PAGER, else less
            timeout    60       The time limit of a request in seconds
            max-body   64m      The largest response body in bytes
            theme      none     The colors of pages; none is the terminal's own (page theme)
            > set format=json limit=1
            > table list incident -f number
            [
              {
                "number": "INC0010001"
              }
            ]
            ! 1 of 440 shown; -n NUMBER or --all shows more.
            > set --unset format --unset limit
            """#),
        Transcript(
            "A wrong line is an error as data too, and a comment is none",
            #"""
            > ‹=>› x
            ! error: There is no command before this.
            ? exit 2
            > table list incident --format=json --limt 5
            ! {
            !   "error": {
            !     "kind": "usage",
            !     "exit": 2,
            !     "message": "table list has no flag --limt.",
            !     "source": {
            !       "text": "table list incident --format=json --limt 5",
            !       "start": 34,
            !       "end": 40
            !     },
            !     "notes": [],
            !     "hints": [
            !       "Did you mean --limit?"
            !     ]
            !   }
            ! }
            ? exit 2
            >    # nothing
            """#),
        Transcript(
            "There is no history outside a prompt, and quitting ends the sitting",
            #"""
            > history
            ! error: There is no history outside the prompt.
            ? exit 3
            > edit
            ! error: Lines are edited at the prompt only.
            ? exit 3
            > clear
            > version
            Snowdeck 0.1.0
            > quit
            """#),
    ]
}
