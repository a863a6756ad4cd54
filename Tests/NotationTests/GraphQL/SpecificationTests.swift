import Notation
import Testing

/// Every construct that section 2 of the specification shows, in documents of our own.
@Suite struct GraphQLSpecificationTests {
    /// Read, written and read again, it is the same; formatted, it means the same, and formatted again stays as it is.
    private func holds(_ text: String) throws {
        let document = try GraphQL.Document(text)
        #expect(try GraphQL.Document(document.text) == document)
        let formatted = try GraphQL.format(text)
        #expect(try GraphQL.Document(formatted) == document)
        #expect(try GraphQL.format(formatted) == formatted)
    }

    @Test(arguments: [
        // 2.1 source text, white space, line ends, comments, commas
        "\u{FEFF}{ a }", "{\ta\r\n\tb\r c\n}", "{ a # to the end of the line: } \"\n b }", "{ a, b,,c, }", "{a,#,\n}",
        // 2.2, 2.3 documents and operations
        "{ incident }", "query { incident }", "mutation { close(id: 7) { incident { number } } }",
        "subscription { changes(table: \"incident\") { number } }",
        "query One { a } query Two { b } fragment Three on T { c }",
        // 2.4, 2.5 selections and fields
        "{ incident { number caller { name manager { name } } } }", "{ query mutation subscription fragment on true }",
        // 2.6 arguments
        "{ incident(id: 4) { photo(width: 100.0, height: 50) } }", "{ a(on: on, type: type, null: null) }",
        // 2.7 aliases
        "{ small: photo(size: 64) large: photo(size: 1024) }", "{ first: incident(id: 1) { n: number } }",
        // 2.8 fragments
        "query { a { ...names } } fragment names on Caller { name ...more } fragment more on Caller { email(kind: WORK) }",
        "{ rows(ids: [\"a\", \"b\"]) { number ... on Incident { caller { n } } ... on Change { risk { n } } } }",
        "query Q($wide: Boolean) { a { b ... @include(if: $wide) { c } ...F @skip(if: $wide) } } fragment F on T @d { x }",
        // 2.9 values
        "{ a(n: 0, m: -0, l: -12, k: 9007199254740993) }", "{ a(x: 0.0, y: -1.5, z: 6.02e23, w: 1E-7, v: 1e+9) }",
        "{ a(b: true, c: false) }", #"{ a(s: "", t: "plain", u: "\" \\ \/ \b \f \n \r \t", v: "é € 😀") }"#,
        #"{ a(s: "\u00e9 \uD83D\uDE00 \uFFFF") }"#,
        "{ a(s: \"\"\"\"\"\", t: \"\"\"one\"\"\", u: \"\"\"\n    Dear you,\n      indented\n\n    Yours\n  \"\"\") }",
        "{ a(s: \"\"\"three \\\"\"\" quotes, and \\ as it is\"\"\") }",
        "{ a(b: null) c }", "{ a(b: NORTH, c: trueish) }", "{ a(b: [], c: [1, 2, 3], d: [[1] [2, [3]]]) }",
        "{ a(b: {}, c: {lon: 12.43, lat: -53.211}, d: {e: {f: [{g: 1}]}}) }",
        // 2.10 variables, 2.11 types
        "query Q($id: ID!, $size: Int = 64 @old, $list: [String!]! = [\"x\"], $in: In = {a: [1]}) { a(b: $id, c: {d: [$size]}) }",
        "query ($a: A, $b: [B], $c: [[C!]]!, $d: [[[D]!]!]!) { a }",
        // 2.12 directives
        "query Q @a { a @b(c: 1) @d(e: {f: $g}, h: []) @b ...F @i }", "mutation @live { a }",
    ])
    func `section 2: every document of the language`(text: String) throws { try holds(text) }
}
