import TestSupport
import Testing

@testable import CommandLanguage

struct DocumentLexingTests {
    private static let aDocumentIsOneWordCases: [(String, [String])] = [
        ("graphql { a } --all", ["graphql", "{ a }", "--all"]),
        (
            "graphql query Q($a: [String!]! = [\"}\"]) @d { a(b: $a) } --var a=1",
            ["graphql", "query Q($a: [String!]! = [\"}\"]) @d { a(b: $a) }", "--var", "a=1"]
        ),
        ("graphql query{a}", ["graphql", "query{a}"]),
        ("graphql mutation { a(b: {c: [1, {d: 2}]}) } => x = .a", ["graphql", "mutation { a(b: {c: [1, {d: 2}]}) }"]),
        (
            "graphql { ...F } fragment F on T { a } --operation A",
            ["graphql", "{ ...F } fragment F on T { a }", "--operation", "A"]
        ),
        (
            "graphql { ...F }\n# behind it\n  fragment F on T { a }\n",
            ["graphql", "{ ...F }\n# behind it\n  fragment F on T { a }"]
        ),
        ("graphql query A { a }, query B { b } | jq", ["graphql", "query A { a }, query B { b }"]),
        (
            "graphql { a(b: \"} \\\" {\") c(d: \"\"\" } \" \\\"\"\" { \"\"\") # } '\n }",
            ["graphql", "{ a(b: \"} \\\" {\") c(d: \"\"\" } \" \\\"\"\" { \"\"\") # } '\n }"]
        ),
        ("graphql --format json query Q { a }", ["graphql", "--format", "json", "query Q { a }"]),
        ("graphql --no-validate { a }", ["graphql", "--no-validate", "{ a }"]),
        ("graphql --operation=query query query { a }", ["graphql", "--operation=query", "query query { a }"]),
        ("graphql --vars {\"a\": {}} query Q { a }", ["graphql", "--vars", "{\"a\": {}}", "query Q { a }"]),
        ("graphql --all --var a=1 { a }", ["graphql", "--all", "--var", "a=1", "{ a }"]),
        (
            "graphql format query Q { a } fragment F on T { b }",
            ["graphql", "format", "query Q { a } fragment F on T { b }"]
        ),
        ("graphql from table list query { a }", ["graphql", "from", "table", "list", "query", "{ a }"]),
        ("graphql query.graphql", ["graphql", "query.graphql"]),
        ("graphql query > file", ["graphql", "query"]),
        ("graphql query Q --var a=1", ["graphql", "query Q", "--var", "a=1"]),
        ("graphql 'query Q { a }' --all", ["graphql", "query Q { a }", "--all"]),
        ("graphql {a}b", ["graphql", "{a}b"]),
        ("table list query { a }", ["table", "list", "query", "{ a }"]),
        ("graphql {\n  a,\r\n  b\n}", ["graphql", "{\n  a,\r\n  b\n}"]),
    ]

    @Test(arguments: aDocumentIsOneWordCases)
    func documentIsOneWord(line: String, words: [String]) {
        let cut = Lexer.lex(Array(line.utf8))
        expectEqual(cut.error, nil)
        var found: [String?] = []
        for token in cut.tokens {
            guard case .word(let word) = token else { break }
            found.append(word.literal)
        }
        expectEqual(found, words)
    }

    @Test(arguments: [
        "graphql query", "graphql query Q", "graphql query Q(", "graphql query Q($a: Int = 1", "graphql {",
        "graphql { a(b: \"\"\" x",
        "graphql { a # }", "graphql fragment F on T", "graphql query A { a } query B",
        "graphql format {", "graphql query Q\n($a: Int)\n# so",
    ])
    func unfinishedDocumentContinues(text: String) { #expect(Parser.mayContinue(text)) }

    @Test(arguments: [
        "graphql", "graphql ", "graphql { a }", "graphql { a(b: \"x\n", "graphql { a ] }", "graphql }",
        "graphql { ...F }", "graphql { ... on T { a } }", "graphql { ...F } fragment F on T { a }",
        "graphql query Q --all",
        "graphql { ... @include(if: true) { a } }",
    ])
    func finishedOrInvalidDocumentDoesNotContinue(text: String) { #expect(!Parser.mayContinue(text)) }

    private static let errorsPointAtTheirBracketCases: [(String, String)] = [
        ("graphql ‹{› a", "This { is never closed."),
        ("graphql { a ‹]› }", "This ] does not close the { before it."),
        ("graphql query Q ‹)› { a }", "This ) closes nothing."),
        ("graphql { a(b: ‹\"›x) }\n }", "This \" is not closed on its line."),
        ("graphql ‹query› Q($a: Int)", "The document is incomplete: a { must follow."),
    ]

    @Test(arguments: errorsPointAtTheirBracketCases)
    func errorsPointAtBracket(marked: String, message: String) {
        let marked = MarkedText(marked)
        let error = parseError(marked.text)
        expectEqual(error?.message, message)
        expectEqual(error?.span, marked.span)
    }

    @Test func scriptContinuesAfterDocument() {
        let script = Script(
            "graphql {\n a\n}\n# next\nfragment F on T { a }\ntable names\ngraphql { b }\ntable list incident\n")
        expectEqual(
            script.commands.map(\.text),
            [
                "graphql {\n a\n}\n# next\nfragment F on T { a }", "table names", "graphql { b }",
                "table list incident",
            ])
        expectEqual(script.commands.map(\.line), [1, 6, 7, 8])
    }

    @Test func splitDocumentIsJoined() throws {
        for document in ["{ a(b: \"it's\") }", "query Q { a }", "query", "{{x}}", "fragment F on T {\n a }"] {
            let words = try Parser.parse(Quoting.line(of: ["graphql", document, "--all"])).words
            expectEqual(words.map(\.literal), ["graphql", document, "--all"])
        }
    }

    @Test func longDocumentsAreLexedInOnePass() {
        let deep = "graphql " + String(repeating: "{ a(b: [", count: 20_000)
        #expect(Parser.mayContinue(deep))
        let wide = "graphql { a }" + String(repeating: " fragment F on T { a }", count: 5_000)
        #expect(!Parser.mayContinue(wide))
        let flags = "graphql " + String(repeating: "--var {a} ", count: 2_000)
        #expect(!Parser.mayContinue(flags))
    }
}
