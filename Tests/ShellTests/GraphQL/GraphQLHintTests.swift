import Testing

@testable import Recipes
@testable import Workbench

/// First attempts of a user new to GraphQL on ServiceNow, and the hints they get.
@Suite struct GraphQLHintTests {
    private static let transcripts = [
        Transcript(
            "Somebody's first documents are answered with what was meant",
            #"""
            > graphql { ‹incident› { _results { number { value } } } }
            ! error: Validation error (FieldUndefined@[incident]) : Field 'incident' in type 'QueryType' is undefined.
            ! hint: Records are one level deeper: { GlideRecord_Query { incident … } }
            ! hint: graphql describe
            ? exit 3
            > graphql { ‹GlideRecord_Query› }
            ! error: GlideRecord_Query needs a selection of its fields.
            ! hint: GlideRecord_Query { TABLE { _results { COLUMN { value } } } }
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql { GlideRecord_Query { ‹incident› } }
            ! error: incident needs a selection of its fields.
            ! hint: incident { _results { sys_id { value } } }
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql { GlideRecord_Query { incident(pagination: ‹3›) { _rowCount } } }
            ! error: pagination takes a Glide_PaginationInputType, and this is a whole number.
            ! hint: pagination: {limit: 10, offset: 0}
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql { GlideRecord_Query { incident(pagination: {‹limt›: 3}) { _rowCount } } }
            ! error: pagination has no limt.
            ! hint: Did you mean limit?
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql { GlideRecord_Query { incident(queryConditions: ‹'›active=true') { _rowCount } } }
            ! error: The document cannot be read: an unexpected character: "'".
            ! hint: Use double quotes: "active=true"
            ? exit 2
            > graphql { GlideRecord_Query { incident(queryConditions: active‹=›true) { _rowCount } } }
            ! error: The document cannot be read: expected an argument, found =.
            ! hint: Put an encoded query in double quotes: queryConditions: "active=true"
            ? exit 2
            > graphql {‹}›
            ! error: The document cannot be read: expected a field, found }.
            ! hint: graphql { GlideRecord_Query { TABLE { _results { COLUMN { value } } } } }
            ? exit 2
            > graphql { GlideRecord_Query { incident { _rowCount } } } ‹}›
            ! error: This } closes nothing.
            ? exit 2
            > graphql ‹quer› Q { GlideRecord_Query { incident { _rowCount } } }
            ! error: A document begins with {, query, mutation or fragment.
            ! hint: Did you mean query?
            ? exit 2
            > graphql ‹GlideRecord_Query› { incident { _rowCount } }
            ! error: A document begins with {, query, mutation or fragment.
            ! hint: graphql { GlideRecord_Query { incident { _rowCount } } }
            ? exit 2
            > graphql query Q(‹$q›: String) { GlideRecord_Query { incident(queryConditions: $p) { _rowCount } } }
            ! error: $q is declared but never used.
            ! error: Q does not declare $p.
            !   graphql query Q($q: String) { GlideRecord_Query { incident(queryConditions: ‹$p›) { _rowCount } } }
            ! hint: Did you mean $q?
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql { __schema { types { name } } }
            ! error: Introspection has been disabled for this request.
            ! hint: graphql describe shows what a document may ask.
            ? exit 3
            """#),
        Transcript(
            "The instance's errors are shown at the document's own text",
            #"""
            > graphql { ...‹G› } fragment F on QueryType { __typename } --no-validate
            ! error: Validation error (UndefinedFragment) : Undefined fragment 'G'.
            ? exit 3
            > graphql { ...F } fragment F on QueryType { ...G } fragment G on QueryType { ...F }
            ! error: maximum query depth exceeded 201 > 200.
            ? exit 3
            > graphql { GlideRecord_Query { ‹a›: incident { _rowCount } a: problem { _rowCount } } }
            ! error: Validation error (FieldsConflict) : 'a' : 'incident' and 'problem' are different fields.
            ? exit 3
            """#),
        Transcript(
            "An aggregate's table and columns are looked at before anything is sent",
            #"""
            > graphql { GlideAggregateRecord_Query(tableName: ‹"incidnt"›) { aggregates { count } } }
            ! error: There is no table incidnt on sandbox.
            ! hint: Did you mean incident?
            ! hint: table names
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql { GlideAggregateRecord_Query(tableName: "incident", groupBy: ["active", ‹"prority"›]) { aggregates { count } } }
            ! error: incident has no column prority.
            ! hint: Did you mean priority?
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql { GlideAggregateRecord_Query(tableName: "incident") { aggregates { avg(field: ‹"reasignment_count"›) } } }
            ! error: incident has no column reasignment_count.
            ! hint: Did you mean reassignment_count?
            ! hint: --no-validate sends it anyway.
            ? exit 2
            > graphql { ‹GlideAggregateRecord_Query›(tableName: "incidnt") { aggregates { count } } } --no-validate
            ! error: Exception encountered processing path: /GlideAggregateRecord_Query - Invalid table incidnt.
            ? exit 3
            """#),
    ]

    @Test(arguments: transcripts)
    func errorsSuggestCorrections(_ transcript: Transcript) async throws { try await transcript.check() }

    private static let split: [(arguments: [String], line: String)] = [
        (["graphql", "query", "Q", "{a}"], "graphql 'query Q {a}'"),
        (["graphql", "{", "a", "{", "b", "}", "}", "--format", "json"], "graphql '{ a { b } }' --format json"),
        (["--no-input", "graphql", "format", "query", "{", "a", "}"], "graphql format 'query { a }'"),
        (
            ["graphql", "{", "...F", "}", "fragment", "F", "on", "T", "{a}", "--all"],
            "graphql '{ ...F } fragment F on T {a}' --all"
        ),
        (["graphql", "{ a(b: \"{\") }"], "graphql '{ a(b: \"{\") }'"),
        (["graphql", "@q.graphql", "--var", "a={"], "graphql @q.graphql --var a='{'"),
        (["graphql", "describe", "incident", "query"], "graphql describe incident query"),
    ]

    @Test(arguments: split)
    func splitDocumentIsJoined(arguments: [String], line: String) throws {
        guard case .command(let invocation) = try ProgramArguments(arguments).action else {
            Issue.record("no command")
            return
        }
        #expect(invocation.text == line)
    }

    @Test func unreadableSplitDocumentSuggestsQuotes() {
        let problem = #expect(throws: Problem.self) {
            try ProgramArguments(["graphql", "query", "Q", "{", "a(b:", "active=true)", "}"])
        }
        #expect(
            problem.map { ProblemText.lines($0) } == """
                error: The shell split the document into 6 words, which cannot be parsed: expected an argument, found =.
                  graphql 'query Q { a(b: active=true) }'
                                                ^
                hint: Put it in single quotes: snowdeck graphql '{ … }'

                """)
    }
}
