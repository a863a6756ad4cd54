import Notation
import TestSupport
import Testing

/// Two long documents with everything in them, each in a layout that no printer would choose.
@Suite struct GraphQLKitchenSinkTests {
    static let questions = #"""
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

    static let types = #"""
        """
        The roots.
          Indented.
        """
        schema @link(url: "https://types.example") { query: Queries mutation: Mutations }
        extend schema @more { subscription: Subscriptions } extend schema @bare

        "Any moment." scalar Moment @specifiedBy(url: "https://moment.example") extend scalar Moment @utc
        """ Has "quotes" """ type Incident implements & Row & Named @table(name: "incident") {
          "Its key." id: ID!
          one(two: Three): [Four!]! five(six: Seven = 8, nine: [Ten] = ["eleven", "twelve"] @thirteen): Fourteen @deprecated(reason: "old")
          many(
            # a remark
            "first" a: Int = 1, "second" b: In = {c: RED, d: [null]}): T
          type: String input: Int! }
        type Empty type Marked @mark type Of implements Row
        extend type Incident { more(on: Boolean = true): String } extend type Incident @changed extend type Empty implements Row & Named

        interface Row { id: ID! } interface Named implements Row & Node @d { id: ID! name(long: Boolean = false): String } interface None
        extend interface Row @d { at: Moment } extend interface Row implements Node

        union Found @d = | Incident | Change union Few = Incident union Bare union Marks @d
        union Many = IncidentWithALongName | ChangeWithALongName | ProblemWithALongName | RequestWithALongName
        extend union Found = Problem | Request extend union Found @d

        enum State @d { "new" NEW OPEN @deprecated """closed""" CLOSED @deprecated(reason: "never") } enum Nothing
        extend enum State { GONE } extend enum State @d

        input Where @d { key: String! "what it is" value: Int = 42 @d within: [[Where!]!] = [[{key: "x"}]] } input Nowhere
        extend input Where { other: Float = 1.23e4 } extend input Where @d

        directive @deprecated(reason: String = "No longer supported") on FIELD_DEFINITION | ENUM_VALUE
        "may stand twice" directive @d(a: Int, b: [String!]! = []) repeatable on | SCHEMA | SCALAR | OBJECT | INTERFACE | UNION | ENUM
        """#

    @Test(arguments: [questions, types])
    func `everything is read, written and formatted`(text: String) throws {
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
    func `another order and another layout ask the same`(operation: String, variables: String) throws {
        // Of its own operations none can be carried out: their variables are not declared.
        let text = Self.questions.replacing(#"@shown(to: "all")"#, with: "").replacing(
            "$on: [ID!]! = []", with: "$off: Boolean! $size: I"
        )
        .replacing("$filter", with: "# ").replacing("@include(unless: $off, else", with: "@other(unless: $off, else")
        .replacing("($input: Watching @deprecated)", with: "($size: I)").replacing("input: $input", with: "input: 1")
        .replacing("type: $type", with: "type: T")
        let document = try GraphQL.Document(text)
        let values = try JSONDocument(variables).root.value
        func question(_ text: String) -> GraphQL.Question? {
            GraphQL.Question(text, operation: operation, variables: values, rules: GraphQL.NoQuestionRules())
        }
        let asked = try #require(question(text))
        var shuffle = GraphQLShuffle(SeededGenerator(seed: 11))
        for _ in 0..<50 {
            let other = shuffle.scattered(shuffle.shuffled(document).text)
            #expect(question(other)?.text == asked.text)
            #expect(question(try GraphQL.format(other))?.text == asked.text)
        }
    }

    /// A text that breaks off anywhere is refused where it ends, or is a document; nothing else can happen to it.
    @Test(arguments: [questions, types])
    func `every beginning of it is judged`(text: String) {
        let bytes = Array(text.utf8)
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
