@testable import Shell
import Notation
import TestSupport
import Testing

/// An assignment that was written by Snowdeck reads back as the very same value, on one line that a terminal shows whole.
@Suite struct AssignmentQuotingTests {
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
        let assignment = try #require(try bound(line).assignments.first)
        #expect(Array(assignment.value.text.utf8) == Array(value.utf8), "\(line)")
        #expect(!assignment.value.namesFile, "\(line)")
        // In a file of commands it is one as well.
        let commands = Script("# first\n\(line)\nhelp\n").commands
        #expect(commands.count == 2)
    }

    @Test(arguments: pieces) func aPieceAloneSurvives(_ piece: String) throws {
        try check(piece)
        try check("x" + piece)
        try check(piece + "x")
    }

    @Test func aThousandRandomValuesSurvive() throws {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<1000 {
            let count = Int.random(in: 0...12, using: &random)
            try check(
                (0..<count).map { _ in Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)] }.joined())
        }
    }
}
