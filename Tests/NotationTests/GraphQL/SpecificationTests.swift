import Notation
import Testing

/// Every construct that sections 2 and 3 of the specification show, in documents of our own.
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

    @Test(arguments: [
        // 3.2, 3.3 type systems, schemas and their extensions
        "schema { query: Q mutation: M subscription: S }", "schema @d(a: 1) { query: Q }",
        "\"what\" schema { query: Q }",
        "extend schema { subscription: S }", "extend schema @d", "extend schema @d { mutation: M }",
        // 3.4 and 3.5 descriptions and scalars
        "\"\"\"\nA moment in time.\n\nWith *marks*.\n\"\"\"\nscalar Moment @specifiedBy(url: \"https://moment.example\")",
        "scalar UUID extend scalar UUID @d", "\"on one line\" scalar S",
        // 3.6 objects
        "type T { a: String b: Int! c: [T!]! }", "type T implements A & B { a: Int }",
        "type T implements & A & B @d { a: Int }",
        "type T { f(a: Int, b: [In!] = [{c: 1}] @d): String @deprecated(reason: \"g\") g: Int }", "type T", "type T @d",
        "type T { \"\"\"\n  what\n    it is\n\"\"\" a(\"how big\" size: Int = 64): Int \"x\" b: Int }",
        "extend type T { a: Int }", "extend type T implements A", "extend type T @d",
        "extend type T implements A @d { a: Int }",
        "type type { type: input input(on: enum): scalar }",
        // 3.7 interfaces
        "interface N { id: ID! }", "interface R implements N { id: ID! url: String }",
        "interface N implements A & B & C @d",
        "extend interface N { a: Int }", "extend interface N @d", "extend interface N implements A",
        // 3.8 unions
        "union U = A | B", "union U = | A | B", "union U @d = A", "union U", "extend union U = C", "extend union U @d",
        // 3.9 enumerations
        "enum E { NORTH EAST SOUTH WEST }", "enum E @d { \"up\" NORTH @deprecated \"\"\"down\"\"\" SOUTH }", "enum E",
        "extend enum E { UP }", "extend enum E @d",
        // 3.10 input objects
        "input P { x: Float = 1.0 y: Float! @d \"deep\" z: [P!] = [] }", "input P @d", "extend input P { w: Int }",
        "extend input P @d",
        // 3.13 directives
        "directive @a on FIELD",
        "directive @a(b: Int = 1 @c, \"what\" d: [E!]) repeatable on | FIELD | FRAGMENT_SPREAD",
        "\"\"\"what\"\"\" directive @a on QUERY | MUTATION | SUBSCRIPTION | FIELD | FRAGMENT_DEFINITION | FRAGMENT_SPREAD "
            + "| INLINE_FRAGMENT | VARIABLE_DEFINITION | SCHEMA | SCALAR | OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION "
            + "| INTERFACE | UNION | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION",
        "type T { a: Int @a } { q } directive @a on OBJECT fragment F on T { a }",
    ])
    func `section 3: every definition of a type system`(text: String) throws { try holds(text) }

    @Test func `a description is read with its escapes and its indentation`() throws {
        let document = try GraphQL.Document("\"a\\u00e9\" type T { \"\"\"\n    x\n      y\n  \"\"\" f: Int }")
        #expect(
            document
                == GraphQL.Document([
                    .type(
                        .init(
                            "T",
                            .object(
                                interfaces: [],
                                fields: [.init("f", .named("Int"), description: .init(.string("x\n  y")))]),
                            description: .init(.string("aé"))))
                ]))
        #expect(document.text == "\"\"\"aé\"\"\"\ntype T {\n  \"\"\"\n  x\n    y\n  \"\"\"\n  f: Int\n}")
        let odd = try GraphQL.Document("\" x \\u0007\" scalar S")
        #expect(odd.text == "\" x \\u0007\"\nscalar S")
    }

    @Test func `places are those of the text`() throws {
        let text = "\"d\" type T { a: Int }  extend union U = A { b }"
        let places = try GraphQL.Document(text).definitions.map(\.place.range)
        #expect(
            places.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) } == [
                "\"d\" type T { a: Int }", "extend union U = A", "{ b }",
            ])
    }
}
