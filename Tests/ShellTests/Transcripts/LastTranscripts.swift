import Testing

/// `last`: earlier responses in other formats.
extension Transcripts {
    static let lastResponses = [
        Transcript(
            "The last answer is shown in other forms without a request",
            #"""
            > last
            ! error: There is no earlier answer on this tape.
            ? exit 2
            > table list incident -q active=true -f number,priority,state,caller_id -n 4
            number      priority      state        caller_id
            INC0010002  4 - Low       On Hold      Kenji Mori
            INC0010018  5 - Planning  On Hold      Rosa Delgado
            INC0010021  3 - Moderate  In Progress  Abel Tuter
            INC0010077  2 - High      On Hold      Paul Kowalczyk
            ! 4 of 65 shown; -n NUMBER or --all shows more.
            > last -f number,state --order -priority
            number      state
            INC0010018  On Hold
            INC0010002  On Hold
            INC0010021  In Progress
            INC0010077  On Hold
            > last --order caller_id -n 2 --format csv
            number,priority,state,caller_id
            INC0010021,3,2,62826bf03710200044e0bfc8bcbe5df1
            INC0010002,4,3,47170dca361d2016b053368912a3ba72
            ! 2 of 4 shown.
            > last => first = .[0].number
            number      priority      state        caller_id
            INC0010002  4 - Low       On Hold      Kenji Mori
            INC0010018  5 - Planning  On Hold      Rosa Delgado
            INC0010021  3 - Moderate  In Progress  Abel Tuter
            INC0010077  2 - High      On Hold      Paul Kowalczyk
            > last -f ‹numbr›
            ! error: The answer has no column numbr.
            ! note: It has number, priority, state and caller_id.
            ! hint: Did you mean number?
            ? exit 2
            > last --order -number,‹stat›
            ! error: The answer has no column stat.
            ! note: It has number, priority, state and caller_id.
            ! hint: Did you mean state?
            ? exit 2
            > last -f caller_id --display both --format json | head -4
            [
              {
                "caller_id": {
                  "value": "47170dca361d2016b053368912a3ba72",
            > table get incident {{first}} -f number,state
            number  INC0010002
            state   On Hold
            > last -f state
            state  On Hold
            > last 1 -n ‹1›
            ! error: The answer of table get is one record; --limit is for rows.
            ! hint: last --format FORMAT
            ? exit 2
            > last 2 -f number
            number
            INC0010002
            INC0010018
            INC0010021
            INC0010077
            > last ‹3›
            ! error: Only the last 2 answers are kept.
            ! hint: last 2
            ? exit 2
            > last ‹21›
            ! error: This must be a whole number, 1 to 20.
            ? exit 2
            """#),
        Transcript(
            "Answers that are not rows keep their form, and a new tape has none",
            #"""
            > rest GET /api/now/table/incident -p sysparm_limit=1 -p sysparm_fields=number
            {
              "result": [
                {
                  "number": "INC0010001"
                }
              ]
            }
            > last -f ‹number›
            ! error: The answer of rest is JSON; --fields is for rows.
            ! hint: last --format FORMAT
            ? exit 2
            > last --format ndjson
            {"result":[{"number":"INC0010001"}]}
            > tape new other
            ! Recording onto [DIR]/sessions/other.cassette.
            > last
            ! error: There is no earlier answer on this tape.
            ? exit 2
            """#),
    ]
}
