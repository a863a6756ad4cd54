import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import TapeDeck

/// Misses of GraphQL requests: the difference in terms of the document.
struct GraphQLMissTests {
    private func differences(_ asked: HTTPRequest, _ recorded: HTTPRequest) -> [String] {
        let (one, other) = (RequestParts(of: asked), RequestParts(of: recorded))
        return Matchers.standard.compactMap { $0.mismatch(asked: one, recorded: other) }.flatMap(\.differences).map {
            "\($0.place): recorded \($0.recorded ?? "-"), asked \($0.asked ?? "-")"
        }
    }

    private func ask(_ document: String, _ variables: String = "null", name: String? = nil) -> HTTPRequest {
        GraphQLKeyTests.request(document, variables, name: name)
    }

    @Test func rewrittenSampleReplaysAndOtherLimitMisses() async throws {
        let tape = try await RecordedTape([
            ("graphql articles", ask(SampleDocuments.articles), "ten"),
            ("table list", .get("/api/now/table/kb_knowledge"), "one"),
        ])
        let player = try tape.player()
        let rewritten = """
            query Articles($n: Int = 10, $q: String!) { GlideRecord_Query { kb_knowledge(
              pagination: {offset: 0, limit: $n}, queryConditions: $q) { _results { ...Row } } } }
            fragment Row on kb_knowledge { x }
            """
        let inline = rewritten.replacing("...Row", with: "published{displayValue}...Names sys_id{value}").replacing(
            "fragment Row on kb_knowledge { x }", with: ""
        ).replacing(
            "...Names",
            with: "... { author { displayValue } short_description { displayValue } number { displayValue } }")
        let values = #"{"q":"active=true^ORDERBYpublishedDESC"}"#
        try expectEqual(player.answer(ask(inline, values)).text, "ten")
        let failure = #expect(throws: TransportFailure.self) {
            try player.answer(ask(SampleDocuments.articles.replacing("limit: 10", with: "limit: 11")))
        }
        let error = try #require(failure?.cause as? TapeError)
        expectEqual(
            error.message,
            "This GraphQL request is not recorded: POST http://sandbox.localhost/api/now/graphql."
        )
        expectEqual(
            error.miss?.lines.prefix(4),
            [
                "nearest: %:1.1, recorded by: graphql articles",
                "  GlideRecord_Query.kb_knowledge(pagination.limit)", "    recorded: 10", "    asked:    11",
            ])
        expectEqual(error.hints, ["graphql articles", "tape show %:1.1", "tape list"])
        expectEqual(
            error.details?["nearest"]?[0]?["differences"]?.compact,
            #"[{"part":"body","place":"GlideRecord_Query.kb_knowledge(pagination.limit)","recorded":"10","asked":"11"}]"#
        )
    }

    @Test func multiLineCommandIsShownOnOneLine() async throws {
        let tape = try await RecordedTape([
            ("graphql {\n  GlideRecord_Query {\r\n\n    x\n  }\n}", ask("{ GlideRecord_Query { x } }"), "x")
        ])
        let player = try tape.player()
        let failure = #expect(throws: TransportFailure.self) { try player.answer(ask("{ GlideRecord_Query { y } }")) }
        let miss = try #require((failure?.cause as? TapeError)?.miss)
        expectEqual(miss.lines.first?.hasSuffix("recorded by: graphql { GlideRecord_Query { x } }"), true)
    }

    private static let records =
        "{ GlideRecord_Query { incident(queryConditions: \"a=1^b=2\") { _results { number { value } } } } }"

    @Test(arguments: [
        (
            "number { value }", "number { value displayValue }",
            ["field GlideRecord_Query.incident._results.number.displayValue: recorded -, asked displayValue"]
        ),
        (
            "number { value }", "priority { value }",
            [
                "field GlideRecord_Query.incident._results.number: recorded number{value}, asked -",
                "field GlideRecord_Query.incident._results.priority: recorded -, asked priority{value}",
            ]
        ),
        (
            "number {", "number: state {",
            ["field GlideRecord_Query.incident._results.number: recorded number{value}, asked number:state{value}"]
        ),
        (
            "b=2", "b=3", ["GlideRecord_Query.incident(queryConditions): recorded ^b=2, asked ^b=3"]
        ),
        (
            "(queryConditions: \"a=1^b=2\")", "(sys_id: \"1\")",
            [
                "GlideRecord_Query.incident(queryConditions): recorded a=1^b=2, asked -",
                #"GlideRecord_Query.incident(sys_id): recorded -, asked "1""#,
            ]
        ),
        ("{ GlideRecord_Query", "mutation { GlideRecord_Query", ["kind of operation: recorded query, asked mutation"]),
        ("{ GlideRecord_Query", "query @x { GlideRecord_Query", ["directives of the operation: recorded -, asked  @x"]),
        (
            "number {", "number @x {",
            ["directives of GlideRecord_Query.incident._results.number: recorded -, asked  @x"]
        ),
        (
            "_results {", "... on T { c } _results {",
            ["field GlideRecord_Query.incident.(on T): recorded -, asked ... on T{c}"]
        ),
        (
            "incident(", "problem(",
            [
                #"field GlideRecord_Query.incident: recorded incident(queryConditions:"a=1^b=2"){_results{number{value}}}, asked -"#,
                #"field GlideRecord_Query.problem: recorded -, asked problem(queryConditions:"a=1^b=2"){_results{number{value}}}"#,
            ]
        ),
    ])
    func differencesAreNamed(_ part: String, _ other: String, _ expected: [String]) {
        expectEqual(differences(ask(Self.records.replacing(part, with: other)), ask(Self.records)), expected)
    }

    @Test func variableDifferenceIsNamed() {
        let document =
            "query ($q: String, $n: Int = 5) { GlideRecord_Query { incident(queryConditions: $q, pagination: {limit: $n}) { a } } }"
        let recorded = ask(document, #"{"q":"a=1"}"#)
        let query = "GlideRecord_Query.incident(queryConditions)"
        let limit = "GlideRecord_Query.incident(pagination.limit)"
        expectEqual(differences(ask(document, #"{"q":"b=1"}"#), recorded), ["\(query): recorded a=1, asked b=1"])
        expectEqual(differences(ask(document, #"{"q":"a=1","n":6}"#), recorded), ["\(limit): recorded 5, asked 6"])
        expectEqual(differences(ask(document), recorded), ["\(query): recorded a=1, asked -"])
        // A value of the wrong type causes an error that names it, so the document's text is the key.
        expectEqual(
            differences(ask(document, #"{"q":1}"#), ask(document, #"{"q":2}"#)), ["variables.q: recorded 2, asked 1"])
        let typed = document.replacing("$q: String", with: "$q: ID")
        expectEqual(
            differences(ask(typed, #"{"q":"a=1"}"#), recorded),
            ["\(query): recorded a=1, asked <ID>\"a=1\""])
    }

    @Test func significantNamesAndOrderAreReported() {
        expectEqual(
            differences(ask("mutation { a b }"), ask("mutation { b a }")),
            ["order of the changes: recorded mutation{b a}, asked mutation{a b}"])
        let two = "query A { a } query B { b }"
        expectEqual(
            differences(ask(two, name: "A"), ask(two, name: "B")),
            ["field a: recorded -, asked a", "field b: recorded b, asked -"])
        expectEqual(
            differences(ask(two, name: "X"), ask(two, name: "Y")), ["operation name: recorded Y, asked X"])
        expectEqual(differences(ask("{ a"), ask("{ b")), ["document: recorded {b, asked {a"])
        func list(_ body: String) -> HTTPRequest { .send(.post, "/api/now/graphql", body) }
        expectEqual(
            differences(
                list(#"[{"query":"{a}"},{"query":"{b}"},{"query":"{d}"}]"#), list(#"[{"query":"{a}"},{"query":"{c}"}]"#)
            ),
            [
                "operation 2: field b: recorded -, asked b", "operation 2: field c: recorded c, asked -",
                "operation 3: all of it: recorded -, asked {d}",
            ])
        expectEqual(
            differences(.get("/api/now/graphql?query=%7Ba%7D&x=1"), .get("/api/now/graphql?query=%7Bb%7D&x=2")),
            ["x: recorded 2, asked 1", "field a: recorded -, asked a", "field b: recorded b, asked -"])
    }
}
