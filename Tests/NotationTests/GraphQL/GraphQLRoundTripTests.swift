import Notation
import TestSupport
import Testing

/// A long document that uses every construct, in an unusual layout.
@Suite struct GraphQLKitchenSinkTests {
    static let document = #"""
        # Everything that can be asked.
        query Board($table: String!, $filter: Filter = {active: true, limits: [1, 2.5e1], by: NUMBER, none: null} @shown(to: "all"),
          $on: [ID!]! = []) @cached(for: 60) @logged {
          board: GlideRecord_Query @include(if: true) {
            ... on Tables @skip(if: $off) { ...Rows, second: incident(id: [12, -7], text: "tab\t, quote\", \u00e9") { number } }
            ... @include(unless: $off, else: {deep: [{er: [[$table]]}]}) { sys_id }
            ... { sys_id value } # again
            mutation subscription fragment on query true
          } }

        mutation Close { first: update_incident(sys_id: "46d4", state: 7, notes: """

              Done.
                By "hand", with \""" in it and a \ at the end.

            """) @retry { _row_data { canWrite } } second: delete_incident(sys_id: "1", confirm: true, no: false)
          first { ok } }
        subscription Watch($input: Watching @deprecated) { changes(input: $input) { at { row { ...Rows } } } }

        fragment Rows on Incident @fast(a: {}) { row(size: $size, kind: BIG, what: {key: "value", block: """one line"""}) { a b } }
        query ($empty: Int = 0, $e: E = RED) { a(negative: -0.0, big: 123456789012345678901234567890) , b }
        { bare(on: on, fragment: fragment, type: $type) }

        fragment Unused on T { never }
        """#

    @Test func `every construct is parsed, printed and formatted`() throws {
        let text = Self.document
        let document = try GraphQL.Document(text)
        #expect(try GraphQL.Document(document.text) == document)
        #expect(try GraphQL.Document(document.text).text == document.text)
        let formatted = try GraphQL.format(text)
        #expect(try GraphQL.Document(formatted) == document)
        #expect(try GraphQL.format(formatted) == formatted)
        #expect(text.count { $0 == "#" } == formatted.count { $0 == "#" })
        for definition in document.definitions {
            #expect(try GraphQL.Document(definition.text).definitions == [definition])
        }
    }

    @Test(arguments: [("Board", #"{"table":"incident","off":false,"size":1}"#), ("Close", "null"), ("Watch", "null")])
    func `order and layout do not matter`(operation: String, variables: String) throws {
        // Its own operations cannot be executed: their variables are not declared.
        let text = Self.document.replacing(#"@shown(to: "all")"#, with: "").replacing(
            "$on: [ID!]! = []", with: "$off: Boolean! $size: I"
        )
        .replacing("$filter", with: "# ").replacing("@include(unless: $off, else", with: "@other(unless: $off, else")
        .replacing("($input: Watching @deprecated)", with: "($size: I)").replacing("input: $input", with: "input: 1")
        .replacing("type: $type", with: "type: T")
        let document = try GraphQL.Document(text)
        let values = try JSONDocument(variables).root.value
        func canonical(_ text: String) -> GraphQL.CanonicalOperation? {
            GraphQL.CanonicalOperation(text, operation: operation, variables: values, rules: GraphQL.NoCanonicalRules())
        }
        let asked = try #require(canonical(text))
        var shuffle = GraphQLShuffler(SeededGenerator(seed: 11))
        for _ in 0..<50 {
            let other = shuffle.scattered(shuffle.shuffled(document).text)
            #expect(canonical(other)?.text == asked.text)
            #expect(canonical(try GraphQL.format(other))?.text == asked.text)
        }
    }

    /// A truncated text is either rejected at its end or a valid document.
    @Test func `every prefix is rejected or valid`() {
        let bytes = Array(Self.document.utf8)
        for end in stride(from: 0, to: bytes.count, by: 7) {
            do throws(GraphQL.SyntaxError) {
                let document = try GraphQL.Document(bytes: Array(bytes[..<end]))
                #expect(!document.definitions.isEmpty)
            } catch {
                #expect(error.range.upperBound <= end)
                #expect(error.line >= 1 && error.column >= 1)
            }
        }
    }
}
