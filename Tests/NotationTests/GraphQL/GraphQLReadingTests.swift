import Notation
import TestSupport
import Testing

struct GraphQLReadingTests {
    @Test func `strings are unescaped`() throws {
        let document = try GraphQL.Document(
            "{ a(s: \"a\\u00e9\\n\", t: \"\"\"\n    one\n      two \\\"\"\"\n\"\"\") }")
        expectEqual(
            document.operations.first?.selections,
            [
                .field(
                    .init(
                        "a",
                        arguments: [
                            .init("s", .init(.string("aé\n"))), .init("t", .init(.string("one\n  two \"\"\""))),
                        ]))
            ])
    }

    @Test func `depth is bounded`() {
        let deep = String(repeating: "{a", count: 100_000)
        #expect(throws: GraphQL.SyntaxError.self) { try GraphQL.Document(deep) }
        let brackets = "{a(b:" + String(repeating: "[", count: 100_000)
        #expect(throws: GraphQL.SyntaxError.self) { try GraphQL.Document(brackets) }
    }
}

/// Invalid documents, with the position and message of each error, and whether more text could complete them.
struct GraphQLErrorTests {
    private func fault(_ text: String) -> String {
        do throws(GraphQL.SyntaxError) {
            _ = try GraphQL.Document(text)
            return "accepted"
        } catch {
            let bytes = Array(text.utf8)[error.range]
            return "\(error.line):\(error.column) \(error.message)\(error.mayContinue ? " …" : "") [\(bytes.count)]"
        }
    }

    @Test(arguments: [
        "", "query", "query Q", "query Q(", "query Q($", "query Q($a", "query Q($a:", "query Q($a: [",
        "query Q($a: [Int",
        "query Q($a: Int =", "query Q($a: Int = [", "query Q($a: Int)", "query @", "query @d(", "{", "{ a", "{ a:",
        "{ a(",
        "{ a(b", "{ a(b:", "{ a(b: $", "{ a(b: [", "{ a(b: {", "{ a(b: {c", "{ a(b: {c:", "{ a(b: 1", "{ ...",
        "{ ... on",
        "{ ... on T", "{ ...F @", "{ a { b }", "fragment", "fragment F", "fragment F on", "fragment F on T",
        "{ a(b: \"\"\"x\n",
        "# only a comment", "{ a # c",
    ])
    func `a truncated document may continue`(text: String) {
        #expect(fault(text).contains("…"), "\(fault(text))")
        #expect(fault(text + "\n").contains("…"), "a line end is no help, and no harm")
    }

    @Test(arguments: [
        // A line end, which would be typed next, ends these.
        ("{ a(b: \"x", "1:8 a string without its closing \" [2]"),
        ("{ a(b: \"x\\", "1:8 a string without its closing \" [3]"),
        ("{ a(b: \"x\\\"", "1:8 a string without its closing \" [4]"),
        ("{ ..", "1:3 expected \"...\" [2]"), ("{ a(b: -", "1:8 an incomplete number [1]"),
        ("{ a(b: 1.", "1:8 an incomplete number [2]"), ("{ a(b: 1e+", "1:8 an incomplete number [3]"),
        // Numbers
        ("{ a(b: 00) }", "1:8 a number with a leading zero [2]"),
        ("{ a(b: -01) }", "1:8 a number with a leading zero [3]"),
        ("{ a(b: 1x) }", "1:8 a number with \"x\" right after it [2]"),
        ("{ a(b: 0xF) }", "1:8 a number with \"x\" right after it [2]"),
        ("{ a(b: 1.5.) }", "1:8 a number with \".\" right after it [4]"), ("{ a(b: .5) }", "1:8 expected \"...\" [1]"),
        ("{ a(b: 1.e1) }", "1:8 an incomplete number [2]"),
        ("{ a(b: +1) }", "1:8 an unexpected character: \"+\" [1]"),
        ("{ a(b: 1_) }", "1:8 a number with \"_\" right after it [2]"),
        ("{ a(b: - 1) }", "1:8 an incomplete number [1]"),
        // Strings
        ("{ a(b: \"x\ny\") }", "1:8 a string without its closing \" [2]"),
        ("{ a(b: \"é\\é\") }", "1:10 an escape that GraphQL does not know [3]"),
        ("{ a(b: \"\\x41\") }", "1:9 an escape that GraphQL does not know [2]"),
        ("{ a(b: \"\\u12\") }", "1:9 an escape without four hexadecimal digits [4]"),
        ("{ a(b: \"\\u{1F600}\") }", "1:9 an escape without four hexadecimal digits [2]"),
        ("{ a(b: \"x\\uD83Dx\") }", "1:10 half a surrogate pair [6]"),
        ("{ a(b: \"\\uDE00\\uD83D\") }", "1:9 half a surrogate pair [6]"),
        ("{ a(b: \"\\uD83D\\u0041\") }", "1:9 half a surrogate pair [6]"),
        ("{ a(b: \"x\u{7}\") }", "1:10 a control character: U+0007 [1]"),
        ("{ a(b: \"\"\"x\u{0}\"\"\") }", "1:12 a control character: U+0000 [1]"),
        ("{ a # \u{1B}[31m\n }", "1:7 a control character: U+001B [1]"),
        ("{ a \u{C} }", "1:5 a control character: U+000C [1]"),
        ("{ a \u{7F} }", "1:5 an unexpected character: U+007F [1]"),
        // Punctuators and names
        ("{ a % b }", "1:5 an unexpected character: \"%\" [1]"),
        ("{ 😀 }", "1:3 an unexpected character: \"😀\" [4]"),
        ("{ a.b }", "1:4 expected \"...\" [1]"), ("{ a-b }", "1:4 an incomplete number [1]"),
        ("{ a } }", "1:7 expected a query, a mutation or a fragment, found } [1]"),
        ("{ } ", "1:3 expected a field, found } [1]"),
        ("{ a() }", "1:5 expected an argument, found ) [1]"), ("{ a {} }", "1:6 expected a field, found } [1]"),
        ("query () { a }", "1:8 expected a variable, found ) [1]"), ("{ a(b) }", "1:6 expected \":\", found ) [1]"),
        ("{ a: b: c }", "1:7 expected a field, found : [1]"), ("{ a @ }", "1:7 expected a directive, found } [1]"),
        ("{ a @d() }", "1:8 expected an argument, found ) [1]"), ("{ ...on }", "1:9 expected a type, found } [1]"),
        ("{ a(b: $) }", "1:9 expected the variable's name, found ) [1]"),
        ("{ a(b: [1) }", "1:10 expected a value, found ) [1]"),
        ("{ a(b: {1: 2}) }", "1:9 expected a field of the object, found 1 [1]"),
        ("query Q($a: Int! !) { a }", "1:18 expected a variable, found ! [1]"),
        ("query Q($a: []) { a }", "1:14 expected a type, found ] [1]"),
        ("query Q($a Int) { a }", "1:12 expected \":\", found Int [3]"),
        ("query Q($a: Int = $b) { a }", "1:19 expected a value without variables, found $ [1]"),
        ("fragment on on T { a }", "1:10 expected the fragment's name, found on [2]"),
        ("fragment F T { a }", "1:12 expected \"on\" and a type, found T [1]"),
        ("queries { a }", "1:1 expected a query, a mutation or a fragment, found queries [7]"),
        ("{ a \"\"\"x\ny\"\"\" }", "1:5 expected a field, found \"\"\"x… [9]"),
        ("type T { a: Int }", "1:1 expected a query, a mutation or a fragment, found type [4]"),
        ("\"x\" { a }", "1:1 expected a query, a mutation or a fragment, found \"x\" [3]"),
    ])
    func `invalid documents are rejected with a position`(text: String, expected: String) {
        expectEqual(fault(text), expected)
    }

    @Test(
        arguments: [
            ([0x80], 6), ([0xC3], 6), ([0xC0, 0xAF], 6), ([0xED, 0xA0, 0x80], 6), ([0xF5, 0x80, 0x80, 0x80], 6),
            ([0xE2, 0x82], 6),
        ] as [([UInt8], Int)])
    func `invalid UTF-8 is rejected`(bytes: [UInt8], column: Int) {
        for (before, after) in [("{ a #", "\n }"), ("{ a  ", " }"), ("{a(b:\"", "\")}"), ("{a(b:\"\"\"", "\"\"\")}")] {
            let error = #expect(throws: GraphQL.SyntaxError.self) {
                try GraphQL.Document(bytes: Array(before.utf8) + bytes + Array(after.utf8))
            }
            expectEqual(error?.message, "a byte that is not valid UTF-8")
            expectEqual(error?.range, before.utf8.count..<before.utf8.count + 1)
        }
    }

    @Test func `two hundred levels are processed`() throws {
        let braces = String(repeating: "{a", count: 199) + "{b}" + String(repeating: "}", count: 199)
        let document = try GraphQL.Document(braces)
        try expectEqual(GraphQL.Document(document.text), document)
        try expectEqual(GraphQL.format(braces), document.text)
        expectEqual(GraphQL.CanonicalOperation(braces, rules: NoCanonicalRules())?.text, braces)
        let brackets = "{a(b:" + String(repeating: "[{c:", count: 99) + "1" + String(repeating: "}]", count: 99) + ")}"
        let values = try GraphQL.Document(brackets)
        try expectEqual(GraphQL.Document(values.text), values)
        try expectEqual(GraphQL.format(brackets), values.text)
        expectEqual(GraphQL.CanonicalOperation(brackets, rules: NoCanonicalRules())?.text, brackets)
        expectEqual(fault("{a" + braces + "}"), "1:401 nested deeper than 200 levels [1]")
    }
}

/// Every construct of section 2 of the specification.
struct GraphQLSpecificationTests {
    /// Printing and parsing again gives the same document; formatting keeps the meaning and is idempotent.
    private func holds(_ text: String) throws {
        let document = try GraphQL.Document(text)
        try expectEqual(GraphQL.Document(document.text), document)
        let formatted = try GraphQL.format(text)
        try expectEqual(GraphQL.Document(formatted), document)
        try expectEqual(GraphQL.format(formatted), formatted)
    }

    @Test(arguments: [
        // 2.1 source text, white space, line terminators, comments, commas
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
        GraphQLKitchenSinkTests.document,
    ])
    func `section 2 of the specification`(text: String) throws { try holds(text) }
}
