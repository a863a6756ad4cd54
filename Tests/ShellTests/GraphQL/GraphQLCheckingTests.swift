import Testing

/// What is said of a document before it is sent.
@Suite struct GraphQLCheckingTests {
    private static let transcripts = [
        Transcript(
            "Names that are not there are said before anything is sent",
            files: [
                "doc.graphql":
                    "query {\n  GlideRecord_Query {\n    incident {\n      _results { nmber { value } }\n    }\n  }\n}\n"
            ],
            #"""
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { nmber { value } } } } }
            > graphql { GlideRecord_Query { incdent(pagination: {limit: 1}) { _results { number { value } } } } }
            > graphql { GlideRecord_Query { incident(limit: 1, queryCondition: "active=true") { _results { number { valu } caller_id { email { value } } } } } }
            > graphql { GlideRecord_Query { incident { _results { number caller_id { _reference { emial { value } } } } } } }
            > graphql { GlideRecord_Quer { incident { _results { number { value } } } } }
            > graphql mutation { GlideRecord_Mutation { insert_incident(shortdescription: "x") { number { value } } updte_incident(sys_id: "x") { number { value } } } }
            > graphql query Q($q: Int, $unused: String) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: "1"}) { _results { number { value } } } } }
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { number { value } ...x } } } } fragment x on GlideRecord_TableResultsType_incident { priorty { value } }
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { nmber { value } } } } } --no-validate
            > graphql @doc.graphql
            > graphql { GlideRecord_Query { incident(pagination: {limit: 1}) { _results { nmber { value } } } } } --format json
            > tape list
            """#),
        Transcript(
            "Parts of a query that the instance drops are said",
            #"""
            > graphql { GlideRecord_Query { incident(queryConditions: "nosuch=1^priority=1", pagination: {limit: 1}) { _results { number { value } } } } }
            > graphql query Q($q: String) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: 1}) { _results { number { value } } } } } --var q=priority=1^nosuch=1
            > graphql { GlideRecord_Query { incident(queryConditions: "short_descriptionLIKE\"x\"^nosuch=1", pagination: {limit: 1}) { _results { number { value } } } } }
            > graphql { GlideAggregateRecord_Query(tableName: "incident", queryConditions: "caller_id.nosuch=1") { totalCount } }
            """#),
    ]

    @Test(arguments: transcripts)
    func documentsAreChecked(_ transcript: Transcript) async throws { try await transcript.check() }

    private static let pages = [
        Transcript(
            "Every record of a document is fetched",
            #"""
            > graphql { GlideRecord_Query { sys_user_grmember { _rowCount _results { user { value displayValue } group { displayValue } } } } } --all --format csv
            > graphql { GlideRecord_Query { incident(queryConditions: "priority=1^active=true", pagination: {limit: 4}) { _results { number { value } caller_id { _reference { email { value } } } } } } } --all
            > graphql query Q($q: String, $n: Int = 5, $with: Boolean!) { GlideRecord_Query { i: incident(queryConditions: $q, pagination: {limit: $n}) { rows: _results { ...row } } } } fragment row on GlideRecord_TableResultsType_incident { number { value } priority @include(if: $with) { displayValue } } --var q=priority=1^active=true^ORDERBYDESCnumber --var with=false --all --format ndjson
            > graphql { GlideRecord_Query { incident(queryConditions: "number=nosuch") { _results { number { value } } } } } --all
            > graphql { GlideRecord_Query { incident { _rowCount } } } --all
            > graphql { GlideRecord_Query { incident { _results { number { value } } } problem { _results { number { value } } } } } --all
            > graphql { GlideAggregateRecord_Query(tableName: "incident") { totalCount } } --all
            > graphql mutation { GlideRecord_Mutation { delete_incident(sys_id: "x") { sys_id } } } --all
            > graphql query A { GlideRecord_Query { incident { _results { number { value } } } } } query B { GlideRecord_Query { problem { _results { number { value } } } } } --all
            > tape list
            """#)
    ]

    @Test(arguments: pages)
    func batchesFollowEachOther(_ transcript: Transcript) async throws { try await transcript.check() }
}
