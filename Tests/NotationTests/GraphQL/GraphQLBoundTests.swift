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
        #expect(found.findings.map(\.classification) == ["FragmentCycle"])
        #expect(found.steps < count * 20)
    }

    @Test func `depth costs no stack`() throws {
        var selections = [GraphQL.Selection.field(.init("name", selections: [.field(.init("value"))]))]
        for _ in 0..<2_000 {
            selections = [
                .field(.init("manager", selections: [.field(.init("_reference", selections: selections))]))
            ]
        }
        var text = try GraphQL.Document(root("__typename"))
        text.definitions.append(
            .fragment(.init("F", on: "GlideRecord_TableResultsType_sys_user", selections: selections)))
        let found = GraphQL.Validation(of: text, in: SampleSchemas.schema)
        #expect(found.findings.map(\.classification) == ["UnusedFragment"])
        // Dismantled level by level: releasing a deep value at once would recurse.
        while case .field(let field)? = selections.first, let inner = field.selections {
            text.definitions = []
            selections = inner
        }
    }

    private func root(_ selections: String) -> String {
        "{ GlideRecord_Query { sys_user { _results { \(selections) } } } } "
    }

    private func validation(_ text: String) throws -> GraphQL.Validation {
        GraphQL.Validation(of: try GraphQL.Document(text), in: SampleSchemas.schema)
    }
}

/// Documents that are truncated, spliced and changed at random.
@Suite struct GraphQLSchemaFuzzTests {
    static let seeds = [
        """
        query Q($a: String = "x", $b: [Int!]! = [1], $p: Glide_PaginationInputType) @skip(if: true) {
          GlideRecord_Query { x: incident(queryConditions: $a, pagination: {limit: 1, offset: $b}) { _rowCount ...F
            _results @include(if: $b) { number { value } caller_id { _reference { ... on T { name } ...G } } } } } }
        fragment F on GlideRecord_TableType_incident { _results { ...G } ...F }
        fragment G on GlideRecord_TableResultsType_sys_user { manager { _reference { ...G name { value } } } }
        """,
        """
        mutation M($i: ID!) { GlideRecord_Mutation { update_incident(sys_id: $i, number: null) { _row_data { canRead } }
          insert_u_late(x: [{a: $i}, {a: RED}]) { y { value } } delete_sys_user(sys_id: 5) { sys_id } } }
        subscription { a } { __schema { types { name fields { args { defaultValue } } } } __type { name } }
        """,
    ]

    /// Tokens that are significant in many positions.
    static let words = [
        "{", "}", "(", ")", "[", "]", "$a", "$b:", "!", "...", "...F", "...G", "on", "fragment H on Int", "@skip",
        "@include(if: null)", "null", "-1", "1.5e3", "\"t\"", "__typename", "query", "number", "value", "T", ":", "=",
    ]

    static let names = [
        "number", "value", "__typename", "_results", "_reference", "caller_id", "u_late", "manager", "_row_data", "T",
        "GlideRecord_Query", "QueryType", "F",
    ]

    @Test(arguments: 0..<8) func `no document crashes the validator`(part: UInt64) throws {
        var random = Random(state: 0x9E37_79B9_7F4A_7C15 &* (part + 1))
        var read = 0
        for _ in 0..<150 {
            var tokens = Self.seeds[random.below(2)].split(separator: " ").map(String.init)
            for _ in 0..<(1 + random.below(4)) {
                let place = random.below(tokens.count)
                switch random.below(12) {
                case 0: tokens.remove(at: place)
                case 1: tokens.insert(Self.words[random.below(Self.words.count)], at: place)
                case 2: tokens[place] = Self.words[random.below(Self.words.count)]
                case 3: tokens.swapAt(place, random.below(tokens.count))
                default:
                    if GraphQL.Name.isName(tokens[place]) { tokens[place] = Self.names[random.below(Self.names.count)] }
                }
            }
            let text = tokens.joined(separator: " ")
            guard let document = try? GraphQL.Document(text) else { continue }
            read += 1
            let found = GraphQL.Validation(of: document, in: SampleSchemas.schema, variables: ["a": 1, "i": nil])
            #expect(found.steps < 5_000)
            for finding in found.findings {
                #expect(finding.place.range.upperBound <= text.utf8.count)
                _ = finding.candidates(in: SampleSchemas.schema, of: document)
            }
            // An instance with an open schema reports no more errors than one whose schema is complete.
            let partial = GraphQL.Validation(of: document, in: SampleSchemas.partial, variables: ["a": 1, "i": nil])
            #expect(partial.findings.count <= found.findings.count, "\(text)")
        }
        #expect(read > 50)
    }
}

/// Deterministic random numbers (xorshift).
private struct Random {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(1, limit)))
    }
}
