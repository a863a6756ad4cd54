import Notation
import TestSupport
import Testing

@testable import CommandLanguage

struct DocumentExpansionTests {
    private func document(_ line: String, _ value: String) throws -> String? {
        let word = try Parser.parse(line).words.last
        return try word.map { try DocumentExpansion(Expansion(["x": value])).expand($0).text }
    }

    private static let aValueStaysInItsStringCases: [(String, String)] = [
        ("plain", "plain"), ("a\"b", #"a\"b"#), (#"a\"#, #"a\\"#), ("a\nb\r\tc", #"a\nb\r\tc"#),
        ("\u{1}\u{7F}", #"\u0001\u007f"#),
        ("\") } mutation { x } #", #"\") } mutation { x } #"#), ("é日🖨️", "é日🖨️"), ("{{y}}", "{{y}}"), ("", ""),
    ]

    @Test(arguments: aValueStaysInItsStringCases)
    func valueStaysInString(value: String, written: String) throws {
        try expectEqual(document(#"graphql { a(b: "<{{x}}>") }"#, value), #"{ a(b: "<\#(written)>") }"#)
        // Other quoting yields the same document.
        try expectEqual(document(#"graphql "{ a(b: \"<{{x}}>\") }""#, value), #"{ a(b: "<\#(written)>") }"#)
    }

    @Test(arguments: ["name", "_a1", "12", "-1", "1.5e3", "true", "null"])
    func nameOrNumberIsAllowedAnywhere(value: String) throws {
        try expectEqual(document("graphql { a(b: {{x}}) c }", value), "{ a(b: \(value)) c }")
        try expectEqual(document(#"graphql { a(b: "" c: """{{x}}""") }"#, value), #"{ a(b: "" c: """\#(value)""") }"#)
    }

    @Test(arguments: [
        "", " ", "a b", "1 ", "\"a\"", "{ a }", "a: 1", "$a", "[1]", "1,2", "a\n", "...F", "# x", "01", "@a", "é",
        "a^b", "\u{FEFF}1",
    ])
    func otherValuesNeedQuotes(value: String) {
        for line in ["graphql { a(b: {{x}}) }", "graphql 'x' \"{ {{x}} }\"", "graphql { a(b: \"s\" c: {{x}}) }"] {
            #expect(throws: ParseError.self) { try document(line, value) }
        }
    }

    @Test(arguments: ["\"", "\\", "\n", "a\"\"\"", "\r", "\t", "\u{1}"])
    func blockStringTakesPlainTextOnly(value: String) {
        #expect(throws: ParseError.self) { try document(#"graphql { a(b: """{{x}}""") }"#, value) }
        #expect(throws: ParseError.self) { try document(#"graphql "{ a(b: \"\"\"{{x}}\"\"\") }""#, value) }
    }

    @Test func queryValueMayNotContainCaret() throws {
        let refused = [
            #"graphql { a(queryConditions: "b={{x}}") }"#, #"graphql { a(queryConditions: """b={{x}}""") }"#,
            #"graphql { a(queryConditions:, "b={{x}}") }"#, "graphql { a(queryConditions: # why\n \"b={{x}}\") }",
            #"graphql query Q($q: String = "b={{x}}") { a(queryConditions: $q) }"#,
        ]
        for line in refused {
            #expect(throws: ParseError.self) { try document(line, "1^c=2") }
            try expectEqual(document(line, "1")?.contains("b=1"), true)
        }
    }

    @Test func valueDoesNotCompleteEscape() {
        #expect(throws: ParseError.self) { try document(#"graphql "{ a(b: \"\\{{x}}\") }""#, "22") }
        #expect(throws: ParseError.self) { try document(#"graphql "{ a(b: \"\\u00{{x}}\") }""#, "22") }
    }

    @Test func commentsAreNotExpanded() throws {
        let line = "graphql { a # {{x}}\n }"
        try expectEqual(document(line, "1\n b"), "{ a # {{x}}\n }")
        #expect(throws: ParseError.self) { try document("graphql \"{ a # {{x}}\n }\"", "1\n b") }
    }

    @Test func errorSuggestsAVariableOfTheDocument() throws {
        let error = try #require(throws: ParseError.self) { try document("graphql { a(b: {{x}}) }", "1) c") }
        expectEqual(error.message, "Outside of strings {{x}} can be a name, a number, true, false or null only.")
        expectEqual(error.span, 15..<20)
        expectEqual(
            error.hints,
            [
                "query NAME($x: String) { … } --var x={{x}} gives it as a variable of the document."
            ])
    }

    /// For any value, the document is either rejected or keeps the shape it was written with.
    @Test func noValueChangesDocumentStructure() throws {
        let pieces = [
            "\"", "\\", "\"\"\"", "\n", "}", "{", ")", "#", "a", "1", " ", "^", "$", "u", "\\u0022", "{{x}}", ",",
        ]
        let lines = [
            #"graphql { a(b: "{{x}}") { c } }"#, #"graphql { a(b: """ {{x}} """) { c } }"#,
            #"graphql { a(b: {{x}}) { c } }"#,
            #"graphql { a(b: "\\{{x}}") { c } }"#, #"graphql "{ a(b: \"{{x}}\") { c } }""#,
            #"graphql "{ a(b: \"\"\"{{x}}\"\"\") { c } }""#,
            "graphql \"{ a(b: 1) # {{x}}\n { c } }\"",
        ]
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    for line in lines {
                        guard let text = try? document(line, first + second + third) else { continue }
                        let read = try GraphQL.Document(text)
                        let operation = try #require(read.operations.first)
                        #expect(read.definitions.count == 1 && operation.selections.count == 1)
                        guard case .field(let field)? = operation.selections.first else { return }
                        #expect(field.name.text == "a" && field.arguments.count == 1 && field.selections?.count == 1)
                        if case .string(let value)? = field.arguments.first?.value.kind, !line.contains("\"\"\""),
                            !line.contains(#"\\{{"#), !line.contains(#"\"\"\""#)
                        {
                            expectEqual(value, first + second + third)
                        }
                    }
                }
            }
        }
    }
}
