import Notation
import Testing

/// The work is bounded by the length of the document.
@Suite struct GraphQLSchemaBoundTests {
    @Test func `a hundred thousand fields cost a few steps each`() throws {
        let fields = (0..<100_000).map { "f\($0): _rowCount" }.joined(separator: " ")
        let found = try validation("{ GlideRecord_Query { incident { \(fields) } } }")
        #expect(found.findings == [])
        #expect(found.steps < 300_000)
        let same = try validation(
            "{ GlideRecord_Query { incident { \(String(repeating: "_rowCount ", count: 100_000)) } } }")
        #expect(same.findings == [])
        #expect(same.steps < 300_000)
    }

    @Test func `each fragment is validated once`() throws {
        let count = 2000
        var text = "{ ...F0 } "
        for place in 0..<count {
            let next = place + 1 < count ? "...F\(place + 1)" : "__typename"
            text +=
                "fragment F\(place) on GlideRecord_TableResultsType_sys_user { a: manager { _reference { \(next) } } "
            text += "b: manager { _reference { \(next) } } } "
        }
        let found = try validation(text.replacing("{ ...F0 } ", with: root("...F0")))
        #expect(found.findings == [])
        #expect(found.steps < count * 50)
    }

    @Test func `fragments that mix at every level stay within the limit`() throws {
        let count = 300
        var text = root("...F0")
        for place in 0..<count {
            let next = place + 1 < count ? "...F\(place + 1)" : "__typename"
            let inner = "name { value } manager { _reference { \(next) } }"
            text +=
                "fragment F\(place) on GlideRecord_TableResultsType_sys_user { a: manager { _reference { x: \(inner) "
            text += "a: manager { _reference { x: name { label } } } \(next) } } b: manager { _reference { y: \(inner) "
            text += "b: manager { _reference { y: name { label } } } \(next) } } } "
        }
        let found = try validation(text)
        #expect(found.findings == [])
        #expect(found.steps < 1_000_000)
    }

    @Test func `many operations that share many fragments give up rather than stall`() throws {
        let count = 4000
        var text = ""
        for place in 0..<count {
            text += "query Q\(place) { ...F0 } fragment F\(place) on QueryType { __typename ...F\(place + 1) } "
        }
        text += "fragment F\(count) on QueryType { __typename }"
        let found = try validation(text)
        #expect(found.findings == [.init(.tooCostly)])
        #expect(found.steps < 2_000_000)
    }

    @Test func `findings are limited to one hundred`() throws {
        let fields = (0..<100_000).map { "f\($0)" }.joined(separator: " ")
        let found = try validation("{ GlideRecord_Query { incident { \(fields) } } }")
        #expect(found.findings.count == 101)
        #expect(found.findings.last == .init(.tooMany(100)))
        #expect(found.steps < 300_000)
    }

    @Test func `a cycle of many fragments is one finding`() throws {
        let count = 20_000
        let text =
            root("...F0")
            + (0..<count).map {
                "fragment F\($0) on GlideRecord_TableResultsType_sys_user { ...F\(($0 + 1) % count) } "
            }.joined()
        let found = try validation(text)
        #expect(found.findings.map(\.kind) == [.fragmentCycle])
        #expect(found.steps < count * 20)
    }

    private func root(_ selections: String) -> String {
        "{ GlideRecord_Query { sys_user { _results { \(selections) } } } } "
    }

    private func validation(_ text: String) throws -> GraphQL.Validation {
        GraphQL.Validation(of: try GraphQL.Document(text), in: SampleSchemas.schema)
    }
}
