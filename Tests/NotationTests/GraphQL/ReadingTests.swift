import Notation
import Testing

@Suite struct GraphQLReadingTests {
    @Test func `a document is read into its parts`() throws {
        let document = try GraphQL.Document(
            """
            query Q($n: [Int!]! = [1, 2] @a) @b {
              x: f(s: "a\\u00e9\\n" o: {k: -1.5e3, v: $n}) { ...F ... on T @c { g } ... { h } }
            }
            fragment F on T { i(b: true, e: RED, z: null, t: \"\"\"
                one
                  two \\\"""
            \"\"\") }
            """)
        #expect(
            document
                == GraphQL.Document([
                    .operation(
                        .init(
                            name: "Q",
                            variables: [
                                .init(
                                    "n", .nonNull(.list(.nonNull(.named("Int")))),
                                    defaultValue: .init(.list([.init(.int("1")), .init(.int("2"))])),
                                    directives: [.init("a")])
                            ],
                            directives: [.init("b")],
                            selections: [
                                .field(
                                    .init(
                                        alias: "x", "f",
                                        arguments: [
                                            .init("s", .init(.string("aé\n"))),
                                            .init(
                                                "o",
                                                .init(
                                                    .object([
                                                        .init("k", .init(.float("-1.5e3"))),
                                                        .init("v", .init(.variable("n"))),
                                                    ]))),
                                        ],
                                        selections: [
                                            .spread(.init("F")),
                                            .inline(
                                                .init(
                                                    on: "T", directives: [.init("c")], selections: [.field(.init("g"))])
                                            ),
                                            .inline(.init(selections: [.field(.init("h"))])),
                                        ]))
                            ])),
                    .fragment(
                        .init(
                            "F", on: "T",
                            selections: [
                                .field(
                                    .init(
                                        "i",
                                        arguments: [
                                            .init("b", .init(.boolean(true))), .init("e", .init(.enumeration("RED"))),
                                            .init("z", .init(.null)), .init("t", .init(.string("one\n  two \"\"\""))),
                                        ]))
                            ])),
                ]))
    }

    @Test(arguments: [
        ("", 1, 1, true, "expected a query, a mutation or a fragment, found the end"),
        ("{ a", 1, 4, true, "expected a field, found the end"),
        ("{ a }\n}", 2, 1, false, "expected a query, a mutation or a fragment, found }"),
        ("{\r\n é }", 2, 2, false, "a character that means nothing here: \"é\""),
        ("{ a(b: 01) }", 1, 8, false, "a number with a zero in front"),
        ("{ a(b: \"x\n\") }", 1, 8, false, "a string without its closing \""),
        ("{ a(b: \"\\q\") }", 1, 9, false, "an escape that GraphQL does not know"),
        ("{ a(b: \"\"\"x", 1, 8, true, "a block string without its closing \"\"\""),
        ("{ }", 1, 3, false, "expected a field, found }"),
        ("query ($a: Int = $b) { a }", 1, 18, false, "expected a value without variables, found $"),
    ])
    func `an error names its place`(text: String, line: Int, column: Int, mayContinue: Bool, message: String) {
        let error = #expect(throws: GraphQL.SyntaxError.self) { try GraphQL.Document(text) }
        #expect(error?.message == message)
        #expect([error?.line, error?.column] == [line, column])
        #expect(error?.mayContinue == mayContinue)
    }

    @Test func `depth is bounded`() {
        let deep = String(repeating: "{a", count: 100_000)
        #expect(throws: GraphQL.SyntaxError.self) { try GraphQL.Document(deep) }
        let brackets = "{a(b:" + String(repeating: "[", count: 100_000)
        #expect(throws: GraphQL.SyntaxError.self) { try GraphQL.Document(brackets) }
    }
}
