import Notation
import TestSupport
import Testing

@testable import CommandLanguage

/// A quoted assignment parses to the same value, on one line that is printable.
struct AssignmentQuotingTests {
    private static let pieces = [
        "a", " ", "\n", "\r", "\t", "\r\n", "'", "\"", "\\", "{{", "}}", "{{a}}", "{", "[", "]", "@", "#", "|", ">",
        "=", "=>",
        "^", "$x", "`", "\u{0}", "\u{1B}[31m", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2066}", "ü", "雪", "👩‍🔧", "\u{301}",
        "--f",
        "\\n", "\\u{1b}", "\u{FEFF}", "\u{2028}",
    ]

    private func check(_ value: String) throws {
        let line = "table update incident INC1 " + Quoting.assignment("description", value) + " # a 'comment"
        #expect(
            !line.contains { $0.isNewline && $0 != "\u{2028}" } && TerminalText.isPlain(line),
            "\(line.debugDescription)")
        let word = try #require(try Parser.parse(line).words.last)
        let written = word.dropping(try #require(word.assignedNameLength) + 1)
        expectEqual(written.literal.map { Array($0.utf8) }, Array(value.utf8), "\(line)")
        #expect(!written.barePrefix.hasPrefix("@"), "\(line)")
        // In a script too.
        let commands = Script("# first\n\(line)\nhelp\n").commands
        expectEqual(commands.count, 2)
    }

    @Test(arguments: pieces) func singleCharacterRoundTrips(_ piece: String) throws {
        try check(piece)
        try check("x" + piece)
        try check(piece + "x")
    }

    @Test func randomValuesRoundTrip() throws {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<1000 { try check((0..<random.below(13)).map { _ in random.pick(Self.pieces) }.joined()) }
    }
}

struct QuotingTests {
    private static let argumentsBecomeThisLineCases: [([String], String)] = [
        (["table", "list", "incident", "-n", "5"], "table list incident -n 5"),
        (
            ["table", "create", "incident", "short_description=Printer on fire"],
            "table create incident short_description='Printer on fire'"
        ),
        (["a", "--query=x y", "-qx y", "-", "--"], "a --query='x y' -q'x y' - --"),
        (["a", "", "it's", "#x", "|", ">", "=>"], "a '' \"it's\" '#x' '|' '>' '=>'"),
        (["a", "{{x}}", "it's {{x}}", "x={y}", "@my file"], "a '{{x}}' \"it's \\{{x}}\" x='{y}' @'my file'"),
        (["a", "priority>=2^a=b|c"], "a priority>=2^a=b|c"),
    ]

    @Test(arguments: argumentsBecomeThisLineCases)
    func argumentsAreQuoted(arguments: [String], line: String) throws {
        expectEqual(Quoting.line(of: arguments), line)
        try expectEqual(Parser.parse(line).words.map(\.literal), arguments)
    }

    @Test func randomArgumentsRoundTrip() throws {
        let signs = Array("a='\"\\{}[]|>#\n\r\t @-^é,x").map(String.init)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<1_000 {
            let words = ["table"] + (0..<3).map { _ in (0..<6).map { _ in random.pick(signs) }.joined() }
            let invocation = try Parser.parse(Quoting.line(of: words))
            expectEqual(invocation.words.map(\.literal), words)
            #expect(invocation.destination == nil && invocation.captures.isEmpty)
        }
    }
}
