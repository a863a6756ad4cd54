import Testing

/// Misses of a replay.
extension Transcripts {
    static let misses = [
        Transcript(
            "A query that is a letter off names the nearest exchange and the term",
            #"""
            > table list incident -q active=true^priority=1 -n 1 -f number
            number
            INC0010110
            ! 1 of 6 shown; -n NUMBER or --all shows more.
            > tape open tape --mode replay
            ! Playing [DIR]/sessions/tape.cassette: answers come from the tape, nothing is sent.
            > table list incident -q active=true^priority=2 -n 1 -f number
            ! error: Nothing is recorded for GET http://sandbox.localhost/api/now/table/incident?sysparm_query=active=true^priority=2&sysparm_fields=number,active,priority&sysparm_display_value=all&sysparm_exclude_reference_link=true&sysparm_limit=1.
            ! note: nearest: exchange 1, recorded by: table list incident -q active=true^priority=1 -n 1 -f number
            ! note:   sysparm_query
            ! note:     recorded: ^priority=1
            ! note:     asked:    ^priority=2
            ! hint 1: table list incident -q active=true^priority=1 -n 1 -f number
            ! hint 2: tape show 1
            ! hint 3: tape list
            ? exit 5
            > tape why
            Nothing is recorded for GET http://sandbox.localhost/api/now/table/incident?sysparm_query=active=true^priority=2&sysparm_fields=number,active,priority&sysparm_display_value=all&sysparm_exclude_reference_link=true&sysparm_limit=1.
            nearest: exchange 1, recorded by: table list incident -q active=true^priority=1 -n 1 -f number
              sysparm_query
                recorded: ^priority=1
                asked:    ^priority=2
            hint: table list incident -q active=true^priority=1 -n 1 -f number
            hint: tape show 1
            hint: tape list
            > table list incident -q active=true^priority=2 -n 1 -f number --format json
            ! {
            !   "error": {
            !     "kind": "tape",
            !     "exit": 5,
            !     "message": "Nothing is recorded for GET http://sandbox.localhost/api/now/table/incident?sysparm_query=active=true^priority=2&sysparm_fields=number,active,priority&sysparm_display_value=all&sysparm_exclude_reference_link=true&sysparm_limit=1.",
            !     "notes": [
            !       "nearest: exchange 1, recorded by: table list incident -q active=true^priority=1 -n 1 -f number",
            !       "  sysparm_query",
            !       "    recorded: ^priority=1",
            !       "    asked:    ^priority=2"
            !     ],
            !     "hints": [
            !       "table list incident -q active=true^priority=1 -n 1 -f number",
            !       "tape show 1",
            !       "tape list"
            !     ],
            !     "details": {
            !       "method": "GET",
            !       "url": "http://sandbox.localhost/api/now/table/incident?sysparm_query=active%3Dtrue%5Epriority%3D2&sysparm_fields=number%2Cactive%2Cpriority&sysparm_display_value=all&sysparm_exclude_reference_link=true&sysparm_limit=1",
            !       "epoch": 0,
            !       "reason": "not-recorded",
            !       "compared": 1,
            !       "capped": false,
            !       "nearest": [
            !         {
            !           "exchange": 1,
            !           "line": "table list incident -q active=true^priority=1 -n 1 -f number",
            !           "method": "GET",
            !           "url": "http://sandbox.localhost/api/now/table/incident?sysparm_query=active%3Dtrue%5Epriority%3D1&sysparm_fields=number%2Cactive%2Cpriority&sysparm_display_value=all&sysparm_exclude_reference_link=true&sysparm_limit=1",
            !           "differences": [
            !             {
            !               "part": "query",
            !               "place": "sysparm_query",
            !               "recorded": "^priority=1",
            !               "asked": "^priority=2"
            !             }
            !           ]
            !         }
            !       ]
            !     }
            !   }
            ! }
            ? exit 5
            """#),
        Transcript(
            "What was changed in the meantime is told apart from what was not recorded",
            #"""
            > table count incident
            440
            > table create incident short_description=x -f number
            number  INC0010201
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > table count incident -q active=true
            66
            > tape open tape --mode replay --strict
            ! Playing [DIR]/sessions/tape.cassette: answers come from the tape, nothing is sent.
            > table count incident -q active=true
            ! error: The tape answers GET http://sandbox.localhost/api/now/stats/incident?sysparm_query=active=true&sysparm_count=true in epoch 1 only (exchange 4), after a change that has not been played; run `table create incident short_description=x -f number` first.
            ! hint 1: table create incident short_description=x -f number
            ! hint 2: tape show 3
            ! hint 3: tape list
            ? exit 5
            > table create incident short_description=x -f number
            number  INC0010201
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > table count incident
            ! error: The tape answers GET http://sandbox.localhost/api/now/stats/incident?sysparm_count=true in epoch 0 only (exchange 1), before a change that has been played; it is now in epoch 1.
            ! hint 1: tape show 1
            ! hint 2: tape list
            ? exit 5
            > table create incident short_description=x -f number
            ! error: POST http://sandbox.localhost/api/now/table/incident?sysparm_display_value=all&sysparm_exclude_reference_link=true was played as often as it is recorded (exchange 3), and it changes something.
            ! hint 1: tape show 3
            ! hint 2: tape list
            ? exit 5
            """#),
        Transcript(
            "A replay that is not strict answers from before, and says so",
            #"""
            > table count incident
            440
            > table create incident short_description=x -f number
            number  INC0010201
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > tape open tape --mode replay
            ! Playing [DIR]/sessions/tape.cassette: answers come from the tape, nothing is sent.
            > table create incident short_description=x -f number
            number  INC0010201
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > table count incident
            440
            ! note: The answer to GET http://sandbox.localhost/api/now/stats/incident?sysparm_count=true is from before a change: exchange 1, epoch 0; the tape is in epoch 1.
            """#),
        Transcript(
            "What a command reads must be on the tape as well", files: ["a.txt": "from a file"],
            #"""
            > table create incident short_description=@a.txt -f short_description
            short_description  from a file
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > table count incident
            441
            > tape open tape --mode replay
            ! Playing [DIR]/sessions/tape.cassette: answers come from the tape, nothing is sent.
            > table create incident short_description=@a.txt -f short_description
            short_description  from a file
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > table create incident ‹short_description›=@b.txt
            ! error: There is no file b.txt.
            ? exit 2
            > table count incident | touch x
            441
            ! note: Without --trust a replay runs no pipeline and writes no file; what this line sent there is shown here.
            > table count incident > x
            441
            """#),
    ]
}
