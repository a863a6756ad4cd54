import Testing

/// `table list` and `table count`.
extension Transcripts {
    static let lists = [
        Transcript(
            "A list that the instance breaks off is shown as far as it was received", faults: ["truncate=1"],
            #"""
            > table list incident -n 4 -f number
            number
            INC0010001
            INC0010002
            ! error: The instance aborted its answer: Transaction cancelled: maximum execution time exceeded: Check logs for error trace or enable glide.rest.debug property to verify REST request processing.
            ! note: Only the first 2 records are shown.
            ! hint: Request fewer records (-n NUMBER), fewer fields (-f FIELDS), or narrow the query (-q QUERY).
            ? exit 3
            > table list incident -n 4 -f number --format json
            [
              {
                "number": "INC0010001"
              },
              {
                "number": "INC0010002"
              }
            ]
            ! {
            !   "error": {
            !     "kind": "refused",
            !     "exit": 3,
            !     "message": "The instance aborted its answer: Transaction cancelled: maximum execution time exceeded: Check logs for error trace or enable glide.rest.debug property to verify REST request processing.",
            !     "notes": [
            !       "Only the first 2 records are shown."
            !     ],
            !     "hints": [
            !       "Request fewer records (-n NUMBER), fewer fields (-f FIELDS), or narrow the query (-q QUERY)."
            !     ]
            !   }
            ! }
            ? exit 3
            > table list incident -q numberSTARTSWITHINC001002 --all -f number --format json
            [
              {
                "number": "INC0010020"
              },
              {
                "number": "INC0010021"
              },
              {
                "number": "INC0010025"
              },
              {
                "number": "INC0010024"
              },
              {
                "number": "INC0010029"
              },
              {
                "number": "INC0010022"
              }
            ]
            ! {
            !   "error": {
            !     "kind": "refused",
            !     "exit": 3,
            !     "message": "The instance aborted its answer: Transaction cancelled: maximum execution time exceeded: Check logs for error trace or enable glide.rest.debug property to verify REST request processing.",
            !     "notes": [
            !       "Only the first 6 records are shown."
            !     ],
            !     "hints": [
            !       "Request fewer records (-n NUMBER), fewer fields (-f FIELDS), or narrow the query (-q QUERY)."
            !     ]
            !   }
            ! }
            ? exit 3
            > table list incident -n 1 -f number
            ! error: The instance aborted its answer: Transaction cancelled: maximum execution time exceeded: Check logs for error trace or enable glide.rest.debug property to verify REST request processing.
            ! note: No record was complete.
            ! hint: Request fewer records (-n NUMBER), fewer fields (-f FIELDS), or narrow the query (-q QUERY).
            ? exit 3
            """#),
        Transcript(
            "A list shows the usual columns and says how many records are not shown",
            #"""
            > table list incident -n 3
            number      short_description                         priority      state    assigned_to
            INC0010001  Second monitor flickers                   5 - Planning  Closed   ITIL User
            INC0010002  Application freezes while saving a draft  4 - Low       On Hold  Fred Luddy
            INC0010003  No network address after moving desks     5 - Planning  Closed   Siobhán O'Neill
            ! 3 of 440 shown; -n NUMBER or --all shows more.
            > table list incident -q active=true^priority=1 -n 2 -f number,caller_id.name,caller_id.department.name
            number      caller_id.name  caller_id.department.name
            INC0010110  Ivan Horvat     Development
            INC0010115  Hannah Weiss    Development
            ! 2 of 6 shown; -n NUMBER or --all shows more.
            > table list incident -q number=INC0010021 -f number,state
            number      state
            INC0010021  In Progress
            > table count incident -q active=true
            65
            > table count incident
            440
            """#),
        Transcript(
            "Order and offset decide which records are shown, and the note says so",
            #"""
            > table list incident --order -number -n 2 -f number
            number
            INC0010200
            INC0010199
            ! 2 of 440 shown; -n NUMBER or --all shows more.
            > table list incident --order priority,-number -n 3 -f priority,number
            priority      number
            1 - Critical  INC0010185
            1 - Critical  INC0010181
            1 - Critical  INC0010177
            ! 3 of 440 shown; -n NUMBER or --all shows more.
            > table list incident -q ORDERBYnumber --offset 438 -f number
            number
            INC0010199
            INC0010200
            > table list incident --order number --offset 66 -n 2 -f number
            number
            INC0009817
            INC0009818
            ! 2 of 440 shown after the first 66; -n NUMBER or --all shows more.
            > table list incident --offset 440 -f number
            number
            ! --offset 440 skips all of the 440 records there are.
            > table list incident -q numberSTARTSWITHNONE
            number  short_description  priority  state  assigned_to
            ! No record found.
            > table list incident -n 0 -f number
            number
            ! 0 of 440 shown; -n NUMBER or --all shows more.
            """#),
        Transcript(
            "A field that no record has is said",
            #"""
            > table list incident -n 1 -f number,‹nonsense›,caller_id.nonsense
            number      nonsense  caller_id.nonsense
            INC0010001
            ! 1 of 440 shown; -n NUMBER or --all shows more.
            ! warning: incident has no column nonsense.
            ! warning: sys_user has no column nonsense.
            !   table list incident -n 1 -f number,nonsense,‹caller_id.nonsense›
            """#),
        Transcript(
            "With --all every record comes, in the order that was asked for",
            #"""
            > table list cmn_department --all -f name --order -name
            name
            Sales
            Product Management
            Marketing
            Legal
            IT
            HR
            Finance
            Facilities
            Development
            Customer Support
            > table list sys_user --all -f user_name | sort | head -n 3
            abel.tuter
            admin
            ahmed.farouk
            """#),
        Transcript(
            "Stored values, displayed values or both are shown as asked for", width: 100,
            #"""
            > table list incident -q number=INC0010021 -f number,caller_id,state
            number      caller_id   state
            INC0010021  Abel Tuter  In Progress
            > table list incident -q number=INC0010021 -f number,caller_id,state --display value
            number      caller_id                         state
            INC0010021  62826bf03710200044e0bfc8bcbe5df1  2
            > table list incident -q number=INC0010021 -f number,caller_id,state --display both
            number      caller_id                                      state
            INC0010021  Abel Tuter (62826bf03710200044e0bfc8bcbe5df1)  In Progress (2)
            > table list incident -q number=INC0010021 -f number,caller_id,state --display both --format ndjson
            {"number":{"value":"INC0010021","display_value":"INC0010021"},"caller_id":{"value":"62826bf03710200044e0bfc8bcbe5df1","display_value":"Abel Tuter"},"state":{"value":"2","display_value":"In Progress"}}
            > table list incident -q number=INC0010021 -f number,caller_id,state --display display --format csv
            number,caller_id,state
            INC0010021,Abel Tuter,In Progress
            > set display=value
            > table get incident INC0010021 -f number,state
            number  INC0010021
            state   2
            > table get incident INC0010021 -f number,state --display display
            number  INC0010021
            state   In Progress
            """#),
        Transcript(
            "A terminal of 60 columns gets lines of at most 60", width: 60,
            #"""
            > table list incident -n 3 --order number
            number      short_descr…  priority      state   assigned_to
            INC0009751  Mail to cus…  2 - High      Closed  Callum Reid
            INC0009752  Cannot reac…  4 - Low       Closed  Łukasz Nowak
            INC0009753  Mail to cus…  1 - Critical  Closed  Viktor Ruzi…
            ! 3 of 440 shown; -n NUMBER or --all shows more.
            > table list incident -n 1 -f number,short_description,priority,state,assigned_to,caller_id,opened_at,opened_by
            number    short_de…  priority  state   assigne…  caller_…  …
            INC0010…  Second m…  5 - Pla…  Closed  ITIL Us…  Kenji M…  …
            ! 2 columns do not fit; --format line shows all, -f FIELDS those you choose.
            ! 1 of 440 shown; -n NUMBER or --all shows more.
            > table list incident -n 2 | head -n 2
            number      short_description                         priority      state    assigned_to
            INC0010001  Second monitor flickers                   5 - Planning  Closed   ITIL User
            ! 2 of 440 shown; -n NUMBER or --all shows more.
            """#),
    ]
}
