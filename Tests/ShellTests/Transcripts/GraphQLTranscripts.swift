import Testing

/// What `graphql` says.
extension Transcripts {
    static let graphQL = graphQLRecords + graphQLVariables + graphQLWrites

    private static let graphQLRecords = [
        Transcript(
            "Records are a table with a column for each field, in every format",
            #"""
            > graphql { GlideRecord_Query { incident(queryConditions: "numberSTARTSWITHINC001002^ORDERBYnumber", pagination: {limit: 2}) { _rowCount _results { number { value } priority { value displayValue } caller_id { displayValue _reference { email { value } } } } } } } => n = .GlideRecord_Query.incident._rowCount
            number      priority      caller_id      caller_id.email
            INC0010020  3 - Moderate  Oliver Timmer  old.timer@example.com
            INC0010021  3 - Moderate  Abel Tuter     abel.tuter@example.com
            ! 2 of 10 shown; a higher limit or --all shows more.
            > graphql { GlideRecord_Query { incident(queryConditions: "numberSTARTSWITHINC001002^ORDERBYnumber", pagination: {limit: 2}) { _rowCount _results { number { value } priority { value displayValue } caller_id { displayValue _reference { email { value } } } } } } } --format line
            number:          INC0010020
            priority:        3 - Moderate
            caller_id:       Oliver Timmer
            caller_id.email: old.timer@example.com

            number:          INC0010021
            priority:        3 - Moderate
            caller_id:       Abel Tuter
            caller_id.email: abel.tuter@example.com
            ! 2 of 10 shown; a higher limit or --all shows more.
            > graphql { GlideRecord_Query { incident(queryConditions: "numberSTARTSWITHINC001002^ORDERBYnumber", pagination: {limit: 2}) { _rowCount _results { number { value } priority { value displayValue } caller_id { displayValue _reference { email { value } } } } } } } --format json
            {
              "GlideRecord_Query": {
                "incident": {
                  "_rowCount": 10,
                  "_results": [
                    {
                      "number": {
                        "value": "INC0010020"
                      },
                      "priority": {
                        "value": "3",
                        "displayValue": "3 - Moderate"
                      },
                      "caller_id": {
                        "displayValue": "Oliver Timmer",
                        "_reference": {
                          "email": {
                            "value": "old.timer@example.com"
                          }
                        }
                      }
                    },
                    {
                      "number": {
                        "value": "INC0010021"
                      },
                      "priority": {
                        "value": "3",
                        "displayValue": "3 - Moderate"
                      },
                      "caller_id": {
                        "displayValue": "Abel Tuter",
                        "_reference": {
                          "email": {
                            "value": "abel.tuter@example.com"
                          }
                        }
                      }
                    }
                  ]
                }
              }
            }
            > graphql { GlideRecord_Query { incident(queryConditions: "numberSTARTSWITHINC001002^ORDERBYnumber", pagination: {limit: 2}) { _rowCount _results { number { value } priority { value displayValue } caller_id { displayValue _reference { email { value } } } } } } } --format ndjson
            {"number":"INC0010020","priority":"3","caller_id":"Oliver Timmer","caller_id.email":"old.timer@example.com"}
            {"number":"INC0010021","priority":"3","caller_id":"Abel Tuter","caller_id.email":"abel.tuter@example.com"}
            ! 2 of 10 shown; a higher limit or --all shows more.
            > graphql { GlideRecord_Query { incident(queryConditions: "numberSTARTSWITHINC001002^ORDERBYnumber", pagination: {limit: 2}) { _rowCount _results { number { value } priority { value displayValue } caller_id { displayValue _reference { email { value } } } } } } } --format csv
            number,priority,caller_id,caller_id.email
            INC0010020,3,Oliver Timmer,old.timer@example.com
            INC0010021,3,Abel Tuter,abel.tuter@example.com
            ! 2 of 10 shown; a higher limit or --all shows more.
            > graphql { GlideRecord_Query { incident(queryConditions: "numberSTARTSWITHINC001002^ORDERBYnumber", pagination: {limit: 2}) { _rowCount _results { number { value } priority { value displayValue } caller_id { displayValue _reference { email { value } } } } } } } --format tsv
            number	priority	caller_id	caller_id.email
            INC0010020	3	Oliver Timmer	old.timer@example.com
            INC0010021	3	Abel Tuter	abel.tuter@example.com
            ! 2 of 10 shown; a higher limit or --all shows more.
            > graphql { GlideRecord_Query { incident(queryConditions: "numberSTARTSWITHINC001002^ORDERBYnumber", pagination: {limit: 2}) { _rowCount _results { number { value } priority { value displayValue } caller_id { displayValue _reference { email { value } } } } } } } --format yaml
            - number: INC0010020
              priority: "3"
              caller_id: Oliver Timmer
              caller_id.email: old.timer@example.com
            - number: INC0010021
              priority: "3"
              caller_id: Abel Tuter
              caller_id.email: abel.tuter@example.com
            ! 2 of 10 shown; a higher limit or --all shows more.
            > graphql { GlideRecord_Query { incident(queryConditions: "numberSTARTSWITHINC001002^ORDERBYnumber", pagination: {limit: 2}) { _rowCount _results { number { value } priority { value displayValue } caller_id { displayValue _reference { email { value } } } } } } } --format markdown
            | number | priority | caller_id | caller_id.email |
            | --- | --- | --- | --- |
            | INC0010020 | 3 - Moderate | Oliver Timmer | old.timer@example.com |
            | INC0010021 | 3 - Moderate | Abel Tuter | abel.tuter@example.com |
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
            > graphql { GlideRecord_Query { incident { _rowCount } } } | cat
            {
              "GlideRecord_Query": {
                "incident": {
                  "_rowCount": 440
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

    private static let graphQLVariables = [
        Transcript(
            "Variables come from the line, from files and as JSON",
            files: [
                "query.txt": "number=INC0010021", "vars.json": #"{"q": "number=INC0010021", "n": 1}"#,
                "ask.graphql":
                    "# a question\nquery Q($q: String!, $n: Int) {\n  GlideRecord_Query {\n    incident(queryConditions: $q, pagination: {limit: $n}) { _results { number { value } } }\n  }\n}\n",
            ],
            #"""
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=number=INC0010021 --var n=1
            number
            INC0010021
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=@query.txt --vars {"n": 1}
            number
            INC0010021
            > graphql @ask.graphql --vars @vars.json --operation Q
            number
            INC0010021
            """#),
        Transcript(
            "What is wrong with a variable or an operation stands under it, and nothing is sent",
            files: ["broken.graphql": "{\n  a {\n"],
            #"""
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var n=1
            ! error: $q needs a value: it is declared String!.
            !   graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var n=1
            !                   ^^
            ! hint: --var q=VALUE
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var n=many
            ! error: The value of $n is no whole number of 32 bits; it is declared Int.
            !   graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var n=many
            !                                                                                                                                                                                                                              ^^^^
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var b=yes
            ! error: The value of $b is neither true nor false; it is declared Boolean.
            !   graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var b=yes
            !                                                                                                                                                                                                                              ^^^
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var m=1
            ! error: The document declares no variable $m.
            !   graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var m=1
            !                                                                                                                                                                                                                            ^
            ! hint: Did you mean $b, $n or $q?
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var query=1
            ! error: The document declares no variable $query.
            !   graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var query=1
            !                                                                                                                                                                                                                            ^^^^^
            ! hint: Declared: $q, $n and $b.
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var q=y
            ! error: $q is given twice.
            !   graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=x --var q=y
            !                                                                                                                                                                                                                            ^
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q
            ! error: This is not of the form NAME=VALUE.
            !   graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q
            !                                                                                                                                                                                                                  ^
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --vars {"q": 1}
            ! error: The value of $q is no text; it is declared String!.
            !   graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --vars {"q": 1}
            !                                                                                                                                                                                                                         ^
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --vars {"q": "x" "n": 1}
            ! error: This is no JSON: expected ',' or '}' at line 1, column 11.
            !   graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --vars {"q": "x" "n": 1}
            !                                                                                                                                                                                                                             ^
            ! hint: --vars {"name": "value"}
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --vars [1]
            ! error: Values of variables are one JSON object.
            !   graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --vars [1]
            !                                                                                                                                                                                                                   ^^^
            ! hint: --vars {"name": "value"}
            ? exit 2
            > graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=@missing.txt
            ! error: There is no file missing.txt.
            !   graphql query Q($q: String!, $n: Int, $b: Boolean = false) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { _rowCount @include(if: $b) _results { number { value } } } } } --var q=@missing.txt
            !                                                                                                                                                                                                                  ^^^^^^^^^^^^^^
            ? exit 2
            > graphql { a } --var x=1
            ! error: The document declares no variable $x.
            !   graphql { a } --var x=1
            !                       ^
            ! hint: query NAME($x: String) { … } would declare it.
            ? exit 2
            > graphql query A { a } query B { b } --operation BB
            ! error: The document has no operation BB.
            !   graphql query A { a } query B { b } --operation BB
            !                                                   ^^
            ! hint: Did you mean B?
            ? exit 2
            > graphql query A { a } { b }
            ! error: graphql takes no further argument.
            !   graphql query A { a } { b }
            !                         ^^^^^
            ! hint: Usage: graphql DOCUMENT [--var NAME=VALUE]… [--vars JSON] [--operation NAME] [--all] [--no-validate] [--plan]
            ? exit 2
            > graphql query A { a } query A { b }
            ! error: There are two operations A.
            !   graphql query A { a } query A { b }
            !                               ^
            ? exit 2
            > graphql fragment F on T { a }
            ! error: The document holds fragments only, so there is nothing to run.
            !   graphql fragment F on T { a }
            !                    ^
            ! hint: { … ...F … } in front of it uses it.
            ? exit 2
            > graphql { ...G } fragment F on T { a } --no-validate
            ! error: There is no fragment G in the document.
            !   graphql { ...G } fragment F on T { a } --no-validate
            !                ^
            ! hint: Did you mean F?
            ? exit 2
            > graphql { ...F } fragment F on T { ...G } fragment G on T { ...F }
            ! error: The fragment F holds itself.
            !   graphql { ...F } fragment F on T { ...G } fragment G on T { ...F }
            !                                                                  ^
            ? exit 2
            > graphql subscription { a }
            ! error: An instance answers no subscription.
            !   graphql subscription { a }
            !           ^
            ? exit 2
            > graphql { a(b: ) }
            ! error: The document cannot be read: expected a value, found ).
            !   graphql { a(b: ) }
            !                  ^
            ? exit 2
            > graphql descrbe
            ! error: The document cannot be read: expected a query, a mutation or a fragment, found descrbe.
            !   graphql descrbe
            !           ^^^^^^^
            ! hint: Did you mean graphql describe?
            ? exit 2
            > graphql @missing.graphql
            ! error: There is no file missing.graphql.
            !   graphql @missing.graphql
            !           ^^^^^^^^^^^^^^^^
            ? exit 2
            > graphql @broken.graphql
            ! broken.graphql:2: error: The document cannot be read: expected a field, found the end.
            !     a {
            !        ^
            ? exit 2
            > graphql
            ! error: graphql needs DOCUMENT.
            !   graphql
            !          ^
            ! hint: Usage: graphql DOCUMENT [--var NAME=VALUE]… [--vars JSON] [--operation NAME] [--all] [--no-validate] [--plan]
            ? exit 2
            """#),
    ]

    private static let graphQLWrites = [
        Transcript(
            "Records are made, changed and deleted, and said before that",
            #"""
            > graphql mutation M($d: String!) { GlideRecord_Mutation { insert_incident(short_description: $d, urgency: "2") { sys_id { value } short_description { value } urgency { value displayValue } } } } --var d='Printer on fire' --plan
            ! This would insert into incident with short_description='Printer on fire' urgency=2 on sandbox.
            ! Nothing was sent.
            > graphql mutation M($d: String!) { GlideRecord_Mutation { insert_incident(short_description: $d, urgency: "2") { short_description { value } urgency { value displayValue } sys_id { value } } } } --var d='Printer on fire' => id = .GlideRecord_Mutation.insert_incident.sys_id.value
            {
              "GlideRecord_Mutation": {
                "insert_incident": {
                  "short_description": {
                    "value": "Printer on fire"
                  },
                  "urgency": {
                    "value": "2",
                    "displayValue": "2 - Medium"
                  },
                  "sys_id": {
                    "value": "10e38fd54ad1ee50d82a64ba652b0eef"
                  }
                }
              }
            }
            ! undo: table delete incident INC0010201
            > graphql mutation { GlideRecord_Mutation { update_incident(sys_id: "{{id}}", state: "2") { state { displayValue } } } }
            {
              "GlideRecord_Mutation": {
                "update_incident": {
                  "state": {
                    "displayValue": "In Progress"
                  }
                }
              }
            }
            ! undo: table update incident INC0010201 state=1 incident_state=1
            ! The instance changed incident_state as well; undo writes that back too.
            > graphql mutation { GlideRecord_Mutation { delete_incident(sys_id: "{{id}}") { modified_count } } }
            {
              "GlideRecord_Mutation": {
                "delete_incident": {
                  "modified_count": 1
                }
              }
            }
            ! undo: a long line, kept in this session; undo shows it, undo --run runs it.
            ! undo makes a record again with its sys_id; journals, attachments, sys_ columns and what the instance deleted with it do not come back.
            > graphql { GlideRecord_Query { incident(sys_id: "{{id}}") { _results { number { value } } } } } --plan
            ! This would change nothing on sandbox. Nothing was sent.
            > graphql { GlideRecord_Query { incident(sys_id: "{{id}}") { _results { number { value } } } } }
            number
            ! No record found.
            > graphql mutation { GlideRecord_Mutation { a: update_incident(sys_id: "1", user_password: "hush hush hush") { state { value } } delete_problem(sys_id: "2") { sys_id } } other { a } } --plan --no-validate
            ! This would make 3 changes by GraphQL on sandbox.
            !   update incident 1, setting user_password=********  no such record, or it may not be read
            !   delete problem 2  no such record, or it may not be read
            !   run the mutation other
            ! Nothing was sent.
            """#),
        Transcript(
            "Elsewhere a mutation is asked for, and a read-only profile refuses it", instance: "dev1", user: "admin",
            answers: ["no"],
            #"""
            > graphql mutation { GlideRecord_Mutation { delete_incident(sys_id: "9c573169c611228700193229fff72400") { sys_id } } }
            ! This would delete incident 9c573169c611228700193229fff72400 on dev1.
            !   no such record, or it may not be read
            ! Type dev1 to go on: no
            ! error: Nothing was changed: the answer was not dev1.
            ! note: This would delete incident 9c573169c611228700193229fff72400 on dev1.
            ? exit 7
            > graphql query A { a } mutation B { GlideRecord_Mutation { delete_incident(sys_id: "9c573169c611228700193229fff72400") { sys_id } insert_problem(state: "1") { sys_id { value } } } } --no-validate
            ! error: Nothing was changed: there is nobody to ask.
            ! note: This would make 2 changes by GraphQL on dev1.
            !     delete incident 9c573169c611228700193229fff72400  no such record, or it may not be read
            !     insert into problem with state=1
            ! hint: --allow-writes dev1 changes it without asking.
            ? exit 7
            > profile add dev1 dev1.service-now.com --guard read-only
            ! dev1 is dev1.service-now.com, read-only.
            > connect dev1 --user admin
            ! Connected to dev1 as System Administrator (admin).
            ! Its profile is read-only: nothing is changed there.
            > graphql mutation { GlideRecord_Mutation { delete_incident(sys_id: "1") { sys_id } } } --no-validate
            ! error: The profile dev1 is read-only: nothing was changed.
            ! note: This would delete incident 1 on dev1.
            !     no such record, or it may not be read
            ! hint: profile edit dev1 --guard confirm lets changes through that are confirmed.
            ? exit 7
            """#),
    ]
}
