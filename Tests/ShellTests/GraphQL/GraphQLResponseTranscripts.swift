import Testing

/// How `graphql` shows responses.
extension Transcripts {
    static let graphQLResponses = [
        Transcript(
            "Records are a table with a column for each field, in every format",
            #"""
            > graphql { GlideRecord_Query { incident(queryConditions: "numberSTARTSWITHINC001002^ORDERBYnumber", pagination: {limit: 2}) { _rowCount _results { number { value } priority { value displayValue } caller_id { displayValue _reference { email { value } } } } } } } => n = .GlideRecord_Query.incident._rowCount
            number      priority      caller_id      caller_id.email
            INC0010020  3 - Moderate  Oliver Timmer  old.timer@example.com
            INC0010021  3 - Moderate  Abel Tuter     abel.tuter@example.com
            ! 2 of 10 shown; a higher limit or --all shows more.
            > graphql { GlideRecord_Query { incident(queryConditions: "numberSTARTSWITHINC001002^ORDERBYnumber", pagination: {limit: 2}) { _rowCount _results { number { value } priority { value displayValue } caller_id { displayValue _reference { email { value } } } } } } } --format ndjson
            {"number":"INC0010020","priority":"3","caller_id":"Oliver Timmer","caller_id.email":"old.timer@example.com"}
            {"number":"INC0010021","priority":"3","caller_id":"Abel Tuter","caller_id.email":"abel.tuter@example.com"}
            ! 2 of 10 shown; a higher limit or --all shows more.
            > graphql { GlideRecord_Query { incident(queryConditions: "numberSTARTSWITHINC001002^ORDERBYnumber", pagination: {limit: 2}) { _rowCount _results { number { value } priority { value displayValue } caller_id { displayValue _reference { email { value } } } } } } } --format csv
            number,priority,caller_id,caller_id.email
            INC0010020,3,Oliver Timmer,old.timer@example.com
            INC0010021,3,Abel Tuter,abel.tuter@example.com
            ! 2 of 10 shown; a higher limit or --all shows more.
            > graphql { GlideRecord_Query { incident(queryConditions: "number={{n}}") { _results { number { value } } } } }
            number
            ! No record found.
            """#),
        Transcript(
            "What is asked of a field beside its value stands in columns of its own",
            #"""
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { no: number { value } priority { label } state { value label _choices { value displayValue } } caller_id { value _reference { manager { _reference { email { v: value } } } } } _row_data { displayValue canWrite } } } } }
            no          priority  state  state.label  state._choices                                         caller_id                         caller_id.manager.email      _row_data.displayValue  _row_data.canWrite
            INC0010001  Priority  7      State        New, In Progress, On Hold, Resolved, Closed, Canceled  47170dca361d2016b053368912a3ba72  grace.lindqvist@example.com  INC0010001              true
            > graphql { ...F } fragment F on QueryType { GlideRecord_Query { young: incident(pagination: {limit: 1}) { _results { ...G } } } } fragment G on GlideRecord_TableResultsType_incident { number { displayValue } }
            number
            INC0010001
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _rowCount _results { number { value } } _table_metadata { label canRead } } } }
            {
              "GlideRecord_Query": {
                "incident": {
                  "_rowCount": 440,
                  "_results": [
                    {
                      "number": {
                        "value": "INC0010001"
                      }
                    }
                  ],
                  "_table_metadata": {
                    "label": "Incident",
                    "canRead": true
                  }
                }
              }
            }
            """#),
        Transcript(
            "Several tables have titles, and so do several operations",
            #"""
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _rowCount _results { number { value } } } prb: problem(pagination: {limit: 1}) { _results { number { value } } } } }
            incident
            number
            INC0010001

            prb
            number
            PRB0000011
            ! incident: 1 of 440 shown; a higher limit or --all shows more.
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _rowCount _results { number { value } } } prb: problem(pagination: {limit: 1}) { _results { number { value } } } } } --format csv
            number
            INC0010001

            number
            PRB0000011
            ! incident: 1 of 440 shown; a higher limit or --all shows more.
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _rowCount _results { number { value } } } prb: problem(pagination: {limit: 1}) { _results { number { value } } } } } --format ndjson
            {"GlideRecord_Query":{"incident":{"_rowCount":440,"_results":[{"number":{"value":"INC0010001"}}]},"prb":{"_results":[{"number":{"value":"PRB0000011"}}]}}}
            > graphql query A { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { number { value } } } } } query B { GlideRecord_Query { problem(pagination: {limit: 1}) { _results { number { value } } } } } --format markdown => b = .B.GlideRecord_Query.problem._results[0].number.value
            ## A: incident

            | number |
            | --- |
            | INC0010001 |

            ## B: problem

            | number |
            | --- |
            | PRB0000011 |
            > graphql query A { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { number { value } } } } } query B { GlideRecord_Query { problem(pagination: {limit: 1}) { _results { number { value } } } } } --operation B
            number
            PRB0000011
            > graphql { GlideAggregateRecord_Query(tableName: "incident", groupBy: ["priority"]) { totalCount aggregates { groupBy { field value displayValue } count } } }
            priority      count
            1 - Critical  43
            2 - High      78
            3 - Moderate  150
            4 - Low       98
            5 - Planning  71
            > graphql { GlideAggregateRecord_Query(tableName: "incident", groupBy: ["priority", "state"], queryConditions: "numberSTARTSWITHINC001002") { aggregates { groupBy { value } count } } } --format csv
            priority,state,count
            1,7,1
            3,2,1
            3,7,3
            3,8,1
            4,7,4
            """#),
    ]
}
