import Testing

/// Diagnostics of a document before it is sent.
@Suite struct GraphQLDiagnosticsTests {
    private static let transcripts = [
        Transcript(
            "Names that are not there are said before anything is sent",
            files: [
                "doc.graphql":
                    "query {\n  GlideRecord_Query {\n    incident {\n      _results { nmber { value } }\n    }\n  }\n}\n"
            ],
            #"""
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { ‹nmber› { value } } } } }
            ! error: incident has no field nmber.
            ! hint: Did you mean number?
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql { GlideRecord_Query { ‹incdent›(pagination: {limit: 1}) { _results { number { value } } } } }
            ! error: There is no table incdent on sandbox.
            ! hint: Did you mean incident?
            ! hint: table names
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql { GlideRecord_Query { incident(‹limit›: 1, queryCondition: "active=true") { _results { number { valu } caller_id { email { value } } } } } }
            ! error: incident takes no argument limit.
            ! hint: pagination: {limit: 10, offset: 0}
            ! error: incident takes no argument queryCondition.
            !   graphql { GlideRecord_Query { incident(limit: 1, ‹queryCondition›: "active=true") { _results { number { valu } caller_id { email { value } } } } } }
            ! hint: Did you mean queryConditions?
            ! error: number has no field valu.
            !   graphql { GlideRecord_Query { incident(limit: 1, queryCondition: "active=true") { _results { number { ‹valu› } caller_id { email { value } } } } } }
            ! hint: Did you mean value or valueMapping?
            ! error: caller_id has no field email.
            !   graphql { GlideRecord_Query { incident(limit: 1, queryCondition: "active=true") { _results { number { valu } caller_id { ‹email› { value } } } } } }
            ! hint: _reference { email { … } } asks for a field behind a reference.
            ! hint: graphql describe sys_user
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql { GlideRecord_Query { incident { _results { ‹number› caller_id { _reference { emial { value } } } } } } }
            ! error: number needs a selection of its fields.
            ! hint: number { value }
            ! error: sys_user has no field emial.
            !   graphql { GlideRecord_Query { incident { _results { number caller_id { _reference { ‹emial› { value } } } } } } }
            ! hint: Did you mean email?
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql mutation { GlideRecord_Mutation { insert_incident(‹shortdescription›: "x") { number { value } } updte_incident(sys_id: "x") { number { value } } } }
            ! error: insert_incident takes no argument shortdescription.
            ! hint: Did you mean short_description?
            ! error: GlideRecord_Mutation has no field updte_incident.
            !   graphql mutation { GlideRecord_Mutation { insert_incident(shortdescription: "x") { number { value } } ‹updte_incident›(sys_id: "x") { number { value } } } }
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql query Q($q: Int, ‹$unused›: String) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: "1"}) { _results { number { value } } } } }
            ! error: $unused is declared but never used.
            ! error: $q is an Int, and a String is expected here.
            !   graphql query Q($q: Int, $unused: String) { GlideRecord_Query { incident(queryConditions: ‹$q›, pagination: {limit: "1"}) { _results { number { value } } } } }
            ! error: pagination.limit takes an Int, and this is a text.
            !   graphql query Q($q: Int, $unused: String) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: ‹"1"›}) { _results { number { value } } } } }
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { number { value } ...x } } } } fragment x on GlideRecord_TableResultsType_incident { ‹priorty› { value } }
            ! error: incident has no field priorty.
            ! hint: Did you mean priority?
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { ‹nmber› { value } } } } } --no-validate
            ! error: Validation error (FieldUndefined@[GlideRecord_Query/incident/_results/nmber]) : Field 'nmber' in type 'GlideRecord_TableResultsType_incident' is undefined.
            ? exit 3
            > graphql @doc.graphql
            ! doc.graphql:4: error: incident has no field nmber.
            !         _results { ‹nmber› { value } }
            ! hint: Did you mean number?
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > tape status --format csv
            cassette,mode,sessions,exchanges
            [DIR]/sessions/tape.cassette,record,1,5
            """#),
        Transcript(
            "Parts of a query that the instance drops are said",
            #"""
            > graphql { GlideRecord_Query { incident(queryConditions: "‹nosuch=1›^priority=1", pagination: {limit: 1}) { _results { number { value } } } } }
            number
            INC0010005
            ! warning: incident has no column nosuch: nosuch=1 is dropped.
            > graphql query Q($q: String) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: 1}) { _results { number { value } } } } } --var q=priority=1^‹nosuch=1›
            number
            INC0010005
            ! warning: incident has no column nosuch: nosuch=1 is dropped.
            > graphql { GlideRecord_Query { incident(queryConditions: ‹"short_descriptionLIKE\"x\"^nosuch=1"›, pagination: {limit: 1}) { _results { number { value } } } } }
            number
            ! warning: incident has no column nosuch: nosuch=1 is dropped.
            ! No record found.
            > graphql { GlideAggregateRecord_Query(tableName: "incident", queryConditions: "‹caller_id.nosuch=1›") { totalCount } }
            {
              "GlideAggregateRecord_Query": {
                "totalCount": 440
              }
            }
            ! warning: sys_user has no column nosuch: caller_id.nosuch=1 is dropped.
            """#),
    ]

    @Test(arguments: transcripts)
    func documentsAreChecked(_ transcript: Transcript) async throws { try await transcript.check() }

    private static let pages = [
        Transcript(
            "Every record of a document is fetched",
            #"""
            > graphql { GlideRecord_Query { incident(queryConditions: "priority=1^active=true", pagination: {limit: 4}) { _results { number { value } caller_id { _reference { email { value } } } } } } } --all
            number      caller_id.email
            INC0010185  george.papadopoulos@example.com
            INC0010148  emily.stone@example.com
            INC0010110  ivan.horvat@example.com
            INC0010115  hannah.weiss@example.com
            INC0010165  priya.raman@example.com
            INC0010152  tomas.herrera@example.com
            > graphql query Q($q: String, $n: Int = 5, $with: Boolean!) { GlideRecord_Query { i: incident(queryConditions: $q, pagination: {limit: $n}) { rows: _results { ...row } } } } fragment row on GlideRecord_TableResultsType_incident { number { value } priority @include(if: $with) { displayValue } } --var q=priority=1^active=true^ORDERBYDESCnumber --var with=false --all --format ndjson
            {"number":"INC0010185"}
            {"number":"INC0010165"}
            {"number":"INC0010152"}
            {"number":"INC0010148"}
            {"number":"INC0010115"}
            {"number":"INC0010110"}
            > graphql { GlideRecord_Query { incident(queryConditions: "number=nosuch") { _results { number { value } } } } } --all
            number
            ! No record found.
            > graphql { GlideRecord_Query { ‹incident› { _rowCount } } } --all
            ! error: --all fetches records, and incident selects no _results.
            ! hint: To send the document once, unchanged, omit --all.
            ? exit 2
            > graphql { GlideRecord_Query { incident { _results { number { value } } } ‹problem› { _results { number { value } } } } } --all
            ! error: --all fetches the records of one table, and this asks for incident and problem.
            ! hint: To send the document once, unchanged, omit --all.
            ? exit 2
            > graphql { ‹GlideAggregateRecord_Query›(tableName: "incident") { totalCount } } --all
            ! error: --all fetches the records of GlideRecord_Query, not of GlideAggregateRecord_Query.
            ! hint: To send the document once, unchanged, omit --all.
            ? exit 2
            > graphql mutation { GlideRecord_Mutation { delete_incident(sys_id: "x") { sys_id } } } --all
            ! error: --all fetches records; a mutation is sent once.
            ! hint: To send the document once, unchanged, omit --all.
            ? exit 2
            > graphql query A { GlideRecord_Query { incident { _results { number { value } } } } } query B { GlideRecord_Query { problem { _results { number { value } } } } } --all
            ! error: --all requires a single operation, and the document has several.
            ! hint: Choose one with --operation NAME.
            ? exit 2
            > tape status --format csv
            cassette,mode,sessions,exchanges
            [DIR]/sessions/tape.cassette,record,1,8
            """#)
    ]

    @Test(arguments: pages)
    func batchesAreRequestedInOrder(_ transcript: Transcript) async throws { try await transcript.check() }
}
