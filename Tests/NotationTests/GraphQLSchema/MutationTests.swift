import Notation
import Testing

/// Documents that nobody would write: cut, spliced and changed at random.
@Suite struct GraphQLSchemaMutationTests {
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

    /// Words that mean something at many places.
    static let words = [
        "{", "}", "(", ")", "[", "]", "$a", "$b:", "!", "...", "...F", "...G", "on", "fragment H on Int", "@skip",
        "@include(if: null)", "null", "-1", "1.5e3", "\"t\"", "__typename", "query", "number", "value", "T", ":", "=",
    ]

    static let names = [
        "number", "value", "__typename", "_results", "_reference", "caller_id", "u_late", "manager", "_row_data", "T",
        "GlideRecord_Query", "QueryType", "F",
    ]

    @Test(arguments: 0..<8) func `no document brings the validator down`(part: UInt64) throws {
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
            let found = GraphQL.Validation(of: document, in: Fixture.schema, variables: ["a": 1, "i": nil])
            #expect(found.steps < 5_000)
            for finding in found.findings {
                #expect(finding.place.range.upperBound <= text.utf8.count)
                _ = finding.candidates(in: Fixture.schema, of: document)
            }
            // The instance that may have more finds no more wrong than the one that is known in full.
            let partial = GraphQL.Validation(of: document, in: Fixture.partial, variables: ["a": 1, "i": nil])
            #expect(partial.findings.count <= found.findings.count, "\(text)")
        }
        #expect(read > 50)
    }
}

/// Numbers that are the same every time (xorshift).
private struct Random {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(1, limit)))
    }
}
