import TestSupport
import Testing

@testable import CommandLanguage

struct LexerTests {
    private static let aLineIsCutIntoTheseWordsCases: [(String, [String])] = [
        (#"table list incident"#, ["table", "list", "incident"]),
        ("  a\tb  ", ["a", "b"]),
        (#"'a b' "c d" e\ f"#, ["a b", "c d", "e f"]),
        (#"a'b'"c"d"#, ["abcd"]),
        (#"'' """#, ["", ""]),
        (#"'{{x}} \n "'"#, [#"{{x}} \n ""#]),
        ("\"\\\" \\\\ \\n \\t \\{{x}} \\q\"", ["\" \\ \n \t {{x}} \\q"]),
        ("\\# \\| \\> \\{{x}} \\é", ["#", "|", ">", "{{x}}", "é"]),
        ("a # b c", ["a"]),
        ("a#b", ["a#b"]),
        ("-q priority>=2^a=>b|c", ["-q", "priority>=2^a=>b|c"]),
        (#"{"a": [1, "}"], "b": {}} x"#, [#"{"a": [1, "}"], "b": {}}"#, "x"]),
        (#"data={"a b": 'it'} x"#, [#"data={"a b": 'it'}"#, "x"]),
        ("[a | b > c] d", ["[a | b > c]", "d"]),
        ("{ a # } don't\n }", ["{ a # } don't\n }"]),
        (#"{ a(text: """ } " """) } b"#, [#"{ a(text: """ } " """) }"#, "b"]),
        ("a{b [c] x[d", ["a{b", "[c]", "x[d"]),
        ("javascript:gs.daysAgo(1) $x `y` a;b &", ["javascript:gs.daysAgo(1)", "$x", "`y`", "a;b", "&"]),
        ("a\\\nb \\\n c", ["ab", "c"]),
        ("a\\\r\nb\r", ["ab"]),
        ("'two\nlines' \"and\nmore\"", ["two\nlines", "and\nmore"]),
        ("日本語 '🖨️ in fire' e\u{301}", ["日本語", "🖨️ in fire", "e\u{301}"]),
    ]

    @Test(arguments: aLineIsCutIntoTheseWordsCases)
    func lineIsSplitIntoWords(line: String, words: [String]) throws {
        let cut = Lexer.lex(Array(line.utf8))
        expectEqual(cut.error, nil)
        var found: [String?] = []
        for case .word(let word) in cut.tokens { found.append(word.literal) }
        expectEqual(cut.tokens.count, words.count)
        expectEqual(found, words)
    }

    @Test func spansPointAtTypedText() {
        let line = #"é 'a b'"c"\ d {{x}}y -n5"#
        let bytes = Array(line.utf8)
        let words = Lexer.lex(bytes).tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }
        let sources = words.map { String(decoding: bytes[$0.span], as: UTF8.self) }
        expectEqual(sources, ["é", #"'a b'"c"\ d"#, "{{x}}y", "-n5"])
        for word in words {
            for case .text(let text, let span, _) in word.pieces where text.utf8.count == span.count {
                expectEqual(String(decoding: bytes[span], as: UTF8.self), text)
            }
        }
        // Byte 3 of `a bc d` is the quoted c.
        expectEqual(String(decoding: bytes[words[1].span(of: 3..<4)], as: UTF8.self), "c")
        // Expanded text is traced to its variable.
        expectEqual(String(decoding: bytes[words[2].span(of: 1..<3, variableLengths: [5])], as: UTF8.self), "{{x}}")
        expectEqual(String(decoding: bytes[words[2].span(of: 5..<6, variableLengths: [5])], as: UTF8.self), "y")
    }

    @Test func variablesAreSeparateFromText() {
        let words = Lexer.lex(Array(#"a={{in-c}}z "{{b_2}}" '{{c}}' {"x": "{{d}}"}"#.utf8)).tokens
        let names = words.flatMap { token -> [String] in
            guard case .word(let word) = token else { return [] }
            return word.pieces.compactMap { if case .variable(let name, _) = $0 { name } else { nil } }
        }
        expectEqual(names, ["in-c", "b_2", "d"])
    }

    private static let anErrorPointsAtItsCauseAndKnowsWhetherMoreLinesHelpCases: [(String, String, Bool)] = [
        ("a ‹'›b", "This ' is never closed.", true),
        ("a ‹\"›b\\\"", "This \" is never closed.", true),
        ("a ‹\\›", "The line ends in a backslash.", true),
        ("a ‹{› b [c]", "This { is never closed.", true),
        ("a ‹[›\"]", "This [ is never closed.", true),
        ("a { b ‹]› }", "This ] does not close the { before it.", false),
        ("a ‹|›", "A shell pipeline must follow |.", true),
        ("a | b ‹'›c", "This ' is never closed.", true),
        ("a | b ‹\\›", "The line ends in a backslash.", true),
        ("a ‹|›| b", "A shell pipeline must follow |.", false),
        ("a x‹{{›in c}}", "A variable is written {{name}}, with letters, digits, _ and - only.", false),
        ("a \"‹{{›1}}\"", "A variable is written {{name}}, with letters, digits, _ and - only.", false),
        ("a ‹{{› 'b", "A variable is written {{name}}, with letters, digits, _ and - only.", false),
        ("a 'b‹\0›'", "A command cannot contain a zero byte.", false),
        ("‹>› file", "There is no command before this.", false),
        ("a ‹>›", "A file name must follow >.", false),
        ("a ‹>>› | b", "A file name must follow >>.", false),
        ("a > b ‹c›", "Arguments come before =>, > and |.", false),
        ("a > b ‹|› c", "The output can be redirected only once.", false),
        ("a ‹=>›", "The name of a variable must follow =>.", false),
        (
            "a => ‹1x›",
            "Invalid variable name: a name begins with a letter and has letters, digits, _ and - only.", false
        ),
        ("a => x ‹=›", "A path must follow =, such as .number.", false),
        ("a => x = ‹n›umber", "A path begins with a dot.", false),
        ("a => x = .a[‹›", "Expected a number in brackets.", false),
        ("a => x = ‹{{p}}›", "A path cannot contain variables.", false),
        ("a\n‹b›", "Only one command is run at a time; this begins a second.", false),
    ]

    @Test(arguments: anErrorPointsAtItsCauseAndKnowsWhetherMoreLinesHelpCases)
    func errorHasPositionAndContinuability(marked: String, message: String, mayContinue: Bool) {
        let line = MarkedText(marked)
        guard let error = parseError(line.text) else { return }
        expectEqual(error.message, message)
        expectEqual(error.mayContinue, mayContinue)
        expectEqual(Parser.mayContinue(line.text), mayContinue)
        if !line.span.isEmpty { expectEqual(error.span, line.span) }
    }

    private static let whatMayContinueIsMendedByALineCases: [(String, String)] = [
        ("a 'b", "'"), ("a \"b", "\""), ("a \\", "b"), ("a {", "}"), ("a [ {", "}]"), ("a |", "b"), ("a | b '", "'"),
    ]

    @Test(arguments: whatMayContinueIsMendedByALineCases)
    func continuableErrorIsFixedByAnotherLine(line: String, mending: String) throws {
        #expect(Parser.mayContinue(line))
        #expect(!Parser.mayContinue(line + "\n" + mending))
        _ = try Parser.parse(line + "\n" + mending)
    }

    @Test func deepOrLongLineIsLexedWithoutRecursion() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        try expectEqual(Parser.parse("a " + deep).words.count, 2)
        let long = String(repeating: "word ", count: 50_000)
        try expectEqual(Parser.parse(long).words.count, 50_000)
    }
}
