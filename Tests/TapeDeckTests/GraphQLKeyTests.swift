import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import TapeDeck

/// The key of a GraphQL request depends on its meaning, not on its notation.
struct GraphQLKeyTests {
    /// A request with this body.
    static func request(_ document: String, _ variables: String = "null", name: String? = nil) -> HTTPRequest {
        var body: [JSON.Member] = [.init("query", .string(document))]
        body.append(.init("variables", JSON((try? JSONDocument(variables))!.root)))
        if let name { body.append(.init("operationName", .string(name))) }
        return .send(.post, "/api/now/graphql", JSON.object(body).compact)
    }

    static func question(_ document: String) -> GraphQL.CanonicalOperation? {
        GraphQL.CanonicalOperation(document, rules: InstanceSchemaRules())
    }

    private func key(_ request: HTTPRequest) -> RequestKey { RequestKey(of: RequestParts(of: request)) }

    private func expect(
        _ isSame: Bool, _ left: HTTPRequest, _ right: HTTPRequest, _ place: SourceLocation = #_sourceLocation
    ) {
        let (one, other) = (RequestParts(of: left), RequestParts(of: right))
        expectEqual((RequestKey(of: one) == RequestKey(of: other)), isSame, sourceLocation: place)
        let mismatches = Matchers.standard.compactMap { $0.mismatch(asked: one, recorded: other) }
        expectEqual(mismatches.isEmpty, isSame, sourceLocation: place)
    }

    @Test func keyIsReadable() {
        let request = Self.request(
            """
            query Q($q: String = "b=1^a=2", $full: Boolean!) {
              # all of them
              GlideRecord_Query {
                rows: incident(queryConditions: $q, pagination: { offset: 0, limit: 10 }) {
                  _results { ...Row }
                  _rowCount
                }
              }
            }
            fragment Row on incident { number { value } caller_id @include(if: $full) { value } state @x(a: 1) { value } }
            """, #"{"full":false,"more":1}"#)
        expectEqual(
            key(request).text.split(separator: "\n").last.map(String.init),
            #"body graphql [{"asks":"{GlideRecord_Query{rows:incident(pagination:{limit:10,offset:0},queryConditions:\\"a=2^b=1\\"){_results{... on incident{number{value} state @x(a:1){value}}} _rowCount}}}"}]"#
        )
    }

    /// Pairs of documents and variables with the same meaning.
    @Test(arguments: [
        ("{ a, b }", "{b a}"), ("query Q { a }", "{ a }"), ("query { a a }", "{ a }"),
        ("{ a { b } a { c } }", "{ a { c b } }"),
        (#"{ a(x: 1, y: "z") }"#, "{ a(y: \"\"\"z\"\"\" x: 1) }"),
        ("{ a(x: {m: 1, n: [2]}) }", "{ a(x: {n: [2], m: 1}) }"),
        ("{ a { ...F } } fragment F on T { b }", "{ a { ... on T { b } } }"),
        ("{ a { ... on T { b } ... on T { c } } }", "{ a { ...G } } fragment G on T { c b }"),
        ("{ a { ... { b } } }", "{ a { b } }"), ("{ a { ... on T { ... on T { b } } } }", "{ a { ... on T { b } } }"),
        ("{ a @include(if: true) b @skip(if: true) }", "{ a }"), ("{ a: a }", "{ a }"), ("{ a # b\n }", "{a}"),
    ])
    func equivalentDocumentsHaveOneKey(_ left: String, _ right: String) {
        expect(true, Self.request(left), Self.request(right))
    }

    @Test(arguments: [
        ("{ a }", "{ b }"), ("{ a }", "{ x: a }"), ("{ a(x: 1) }", "{ a(x: 1.0) }"), ("{ a(x: \"1\") }", "{ a(x: 1) }"),
        ("{ a(x: E) }", "{ a(x: \"E\") }"), ("{ a(x: [1, 2]) }", "{ a(x: [2, 1]) }"), ("{ a(x: null) }", "{ a }"),
        ("{ a { b } }", "{ a { ... on T { b } } }"), ("{ a @x }", "{ a }"), ("query @x { a }", "{ a }"),
        ("{ a { b @skip(if: true) } }", "{ a }"), ("query { a }", "mutation { a }"),
        ("query { a }", "subscription { a }"),
        ("mutation { a b }", "mutation { b a }"), ("mutation { R { a b } }", "mutation { R { b a } }"),
        // Invalid documents, to which an instance responds according to their text.
        ("query ($x: Int) { a }", "{ a }"), ("{ a } fragment F on T { b }", "{ a }"), ("{ a(x: $x) }", "{ a(x: $y) }"),
        ("{ ...F }", "{ ...G }"), ("query A { a } query B { b }", "query B { b } query A { a }"), ("{ a", "{ a {"),
        ("{ a(x: \"\u{E9}\") }", "{ a(x: \"e\u{301}\") }"), ("{ a(x: \"b  c\") }", "{ a(x: \"b c\") }"),
    ])
    func differentDocumentsHaveDifferentKeys(_ left: String, _ right: String) {
        expect(false, Self.request(left), Self.request(right))
        expect(true, Self.request(left), Self.request(left))
    }

    /// A fragment on the enclosing type is inlined; if the type is unknown, it may not match.
    @Test func fragmentOnSameTypeIsInlined() {
        func ask(_ root: String, _ table: String, _ row: String) -> HTTPRequest {
            Self.request(
                """
                query { ... on \(root) { GlideRecord_Query { incident { ...T } } } }
                fragment T on \(table) { _rowCount _results { ...R } }
                fragment R on \(row) { number { ... on GlideRecord_FieldType_String { value } } _row_data { ...D } }
                fragment D on GlideRecord_RowDataType { canWrite }
                """)
        }
        let plain = Self.request(
            """
            { GlideRecord_Query { incident { _results { _row_data { canWrite } number { ... on GlideRecord_FieldType_String
            { value } } } _rowCount } } }
            """)
        let (table, row) = ("GlideRecord_TableType_incident", "GlideRecord_TableResultsType_incident")
        expect(true, plain, ask("QueryType", table, row))
        expect(false, plain, ask("Query", table, row))
        expect(false, plain, ask("QueryType", "GlideRecord_TableType_problem", row))
        expect(false, plain, ask("QueryType", table, "incident"))
        let known = "{ _query { GlideRecord_Query { task { ... on GlideRecord_TableType_task { _rowCount } } } } }"
        func below(_ inner: String) -> HTTPRequest { Self.request("{ GlideRecord_Query { a { _results \(inner) } } }") }
        expect(true, below(known), below("{ _query { GlideRecord_Query { task { _rowCount } } } }"))
    }

    @Test func mutationResultsAreUnordered() {
        expect(
            true, Self.request("mutation { R { a(x: 1) { b c } } }"),
            Self.request("mutation M { R { a(x: 1) { c b } } }"))
    }

    @Test func variableIsReplacedByValidValue() {
        func ask(_ head: String, _ arguments: String, _ variables: String = "null") -> HTTPRequest {
            Self.request("query \(head) { GlideRecord_Query { incident(\(arguments)) { _rowCount } } }", variables)
        }
        let literal = ask("", #"queryConditions: "a=1^b=2""#)
        for (head, arguments, variables) in [
            ("($q: String)", "queryConditions: $q", #"{"q":"a=1^b=2"}"#),
            ("($q: String!)", "queryConditions: $q", #"{"q":"b=2^a=1"}"#),
            (#"($other: String = "a=1^b=2")"#, "queryConditions: $other", "{}"),
            (#"($q: String = "c=3")"#, "queryConditions: $q", #"{"q":"a=1^b=2","unknown":1}"#),
            ("($q: String, $none: String)", "queryConditions: $q, sys_id: $none", #"{"q":"a=1^b=2"}"#),
        ] { expect(true, literal, ask(head, arguments, variables)) }
        for (head, arguments, variables) in [
            ("($q: String)", "queryConditions: $q", #"{"q":"a=1^b=3"}"#),
            ("($q: ID)", "queryConditions: $q", #"{"q":"a=1^b=2"}"#),
            ("($q: String)", "queryConditions: $q", #"{"q":null}"#),
            ("($q: String)", "queryConditions: $q", #"{"q":1}"#), ("($q: String)", "queryConditions: $q", "{}"),
            ("($q: String!)", "queryConditions: $q", "{}"),
        ] { expect(false, literal, ask(head, arguments, variables)) }
        let page = ask("", "pagination: {limit: 10, offset: 0}")
        expect(
            true, page,
            ask("($p: Glide_PaginationInputType)", "pagination: $p", #"{"p":{"offset":0,"limit":10}}"#))
        expect(true, page, ask("($n: Int = 10)", "pagination: {offset: 0, limit: $n}"))
        expect(false, page, ask("($n: Float)", "pagination: {offset: 0, limit: $n}", #"{"n":10}"#))
        // The accepted types of an unknown argument are unknown: an instance may respond with an error.
        expect(
            false, Self.request("query ($x: String) { a(x: $x) }", #"{"x":"1"}"#), Self.request(#"{ a(x: "1") }"#))
        expect(
            true, Self.request("query ($x: String) { a(x: $x) }", #"{"x":"1"}"#),
            Self.request("query ($y: String) { a(x: $y) }", #"{"y":"1"}"#))
        expect(
            true, Self.request("query ($x: Boolean!) { a b @include(if: $x) }", #"{"x":false}"#), Self.request("{ a }"))
    }

    @Test func encodedQueriesAreComparedByMeaning() {
        func ask(_ query: String) -> HTTPRequest {
            Self.request("{ GlideRecord_Query { t(queryConditions: \"\(query)\") { _rowCount } } }")
        }
        expect(true, ask("a=1^b=2^ORDERBYc"), ask("b=2^a=1^ORDERBYc"))
        expect(false, ask("ORDERBYa^ORDERBYb"), ask("ORDERBYb^ORDERBYa"))
        expect(false, ask("a=1^b"), ask("b^a=1"))
    }

    @Test func onlySelectedOperationCounts() {
        let two = "query A { a } mutation B { b }"
        expect(true, Self.request(two, name: "A"), Self.request("{ a }"))
        expect(
            true, Self.request("query A { ...F } query B { c } fragment F on T { a }", name: "B"), Self.request("{ c }")
        )
        expect(false, Self.request(two, name: "A"), Self.request(two, name: "B"))
        expect(false, Self.request(two, name: "C"), Self.request(two, name: "D"))
        expect(false, Self.request("query A { a }", name: "C"), Self.request("query A { a }", name: "A"))
        expect(true, Self.request("query A { a }", name: ""), Self.request("query A { a }", name: "A"))
    }

    @Test func operationsOfAListStayInOrder() {
        func list(_ bodies: String...) -> HTTPRequest {
            .send(.post, "/api/now/graphql", "[" + bodies.joined(separator: ",") + "]")
        }
        let a = #"{"query":"{a b}"}"#, b = #"{"query":"query X{b, a}","variables":{}}"#, c = #"{"query":"{c}"}"#
        expect(true, list(a, c), list(b, c))
        expect(false, list(a, c), list(c, a))
        expect(false, list(a), .send(.post, "/api/now/graphql", a))
    }

    @Test func getQueryEqualsPostBody() {
        func get(_ query: String) -> HTTPRequest { .get("/api/now/graphql?" + query) }
        let one = get("query=%7Ba%20b%7D")
        expect(true, one, get("query=query%20Q%7Bb,a%7D&operationName=Q"))
        expect(true, one, get("variables=%7B%7D&query=%7Bb+a%7D"))
        expect(false, one, get("query=%7Ba%7D"))
        expect(false, one, get("query=%7Ba%20b%7D&x=1"))
        expect(false, one, get("query=%7Ba%20b%7D&query=%7Ba%7D"))
        expect(false, one, get("variables=%7B&query=%7Ba%20b%7D"))
        expect(false, one, Self.request("{a b}"))
    }

    @Test func explodingDocumentIsComparedByTokens() {
        var doubling = "{ ...F0 }"
        for level in 0..<40 { doubling += " fragment F\(level) on T { ...F\(level + 1) ...F\(level + 1) }" }
        doubling += " fragment F40 on T { a }"
        expect(true, Self.request(doubling), Self.request(doubling + "  # the end"))
        expectEqual(Self.question(doubling), nil)
        let ring = "{ ...F } fragment F on T { a { ...F } }"
        expectEqual(Self.question(ring), nil)
        var chain = "{ ...F0 }"
        for level in 0..<1000 { chain += " fragment F\(level) on T { a { ...F\(level + 1) } }" }
        expectEqual(Self.question(chain + " fragment F1000 on T { a }"), nil)
        let value = String(repeating: "x", count: 100_000)
        let uses = (0..<2000).map { "f\($0) { ...F }" }.joined(separator: " ")
        expectEqual(Self.question("{ \(uses) } fragment F on T { a(b: \"\(value)\") }"), nil)
        let wide = "{" + (0..<20_000).map { " a\($0)" }.joined() + "}"
        expect(true, Self.request(wide), Self.request(wide + "\n"))
        let deep = String(repeating: "{ a ", count: 190) + String(repeating: "}", count: 190)
        #expect(Self.question(deep) != nil)
    }
}
