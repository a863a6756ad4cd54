import Notation
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tapes
@testable import Workbench

struct ProblemTextTests {
    private func lines(_ marked: String, width: Int? = nil) -> String {
        let line = MarkedLine(marked)
        let problem = Problem(.usage, "No.", source: .init(text: line.text, span: line.span))
        return ProblemText.lines(problem, width: width)
    }

    @Test func caretsAlignWithWideCharactersAndTabs() {
        expectEqual(lines("日本 ‹語é› x"), "error: No.\n  日本 語é x\n       ^^^\n")
        expectEqual(lines("a\t‹b›"), "error: No.\n  a b\n    ^\n")
        expectEqual(lines("e\u{301}‹🖨️›"), "error: No.\n  e\u{301}🖨️\n   ^^\n")
    }

    @Test func emptySpanHasOneCaret() {
        expectEqual(lines("table get‹›"), "error: No.\n  table get\n           ^\n")
    }

    @Test func onlyAffectedLineIsShown() {
        expectEqual(lines("first\nsec‹ond\r\nthi›rd"), "error: No.\n  second\n     ^^^\n")
    }

    @Test func longLineIsShownAroundTheCaret() {
        let far = String(repeating: "x", count: 100)
        expectEqual(
            lines(far + "‹abc›" + far, width: 30), "error: No.\n  …xxxxxxxxxxxxabcxxxxxxxxxx…\n               ^^^\n")
        for width in [20, 30, 80] {
            for line in lines(far + "‹" + far + "›" + far, width: width).split(separator: "\n").dropFirst() {
                #expect(line.count <= width)
            }
            for line in lines("‹" + far + "›", width: width).split(separator: "\n").dropFirst() {
                #expect(line.count <= width)
            }
            for line in lines(far + "‹›", width: width).split(separator: "\n").dropFirst() {
                #expect(line.count <= width)
            }
        }
    }

    @Test func controlCharactersAreNotShown() {
        let problem = Problem(
            .refused, "Bad\u{1B}[2J\nluck.", source: .init(text: "a\u{1B}b", span: 2..<3), notes: ["n\u{7}"],
            hints: ["h\u{1B}]0;x\u{7}"])
        expectEqual(ProblemText.lines(problem), "error: Bad\n  luck.\n  a\u{FFFD}b\n    ^\nnote: n\nhint: h\n")
    }

    @Test func problemInAFileNamesTheLine() {
        let problem = Problem(.usage, "No.", source: .init(text: "a\nb", span: 2..<3)).located(
            in: "x.snowdeck", line: 7)
        expectEqual(ProblemText.lines(problem), "x.snowdeck:8: error: No.\n  b\n  ^\n")
    }

    @Test func jsonErrorHasSameContent() {
        let problem = Problem(
            .tape, "Nothing is recorded for this.", source: .init(text: "a b", span: 2..<3, name: "f", line: 4),
            notes: ["n"], hints: ["h"], details: ["nearest": []])
        expectEqual(
            ProblemText.json(problem).compact,
            #"{"error":{"kind":"tape","exit":5,"message":"Nothing is recorded for this.","#
                + #""source":{"text":"a b","start":2,"end":3,"name":"f","line":4},"notes":["n"],"hints":["h"],"#
                + #""details":{"nearest":[]}}}"#)
    }

    @Test func everyKindHasItsOwnExitStatus() {
        expectEqual(Problem.Kind.allCases.map(\.exitStatus), [1, 2, 3, 4, 5, 6, 7, 130])
        expectEqual(ProblemText.lines(Problem(.interrupted, "Interrupted.")), "Interrupted.\n")
        expectEqual(ProblemText.lines(Problem(.internal, "Oh.")), "internal error: Oh.\n")
    }
}

struct DidYouMeanTests {
    static let names = ["table", "tape", "connect", "whoami", "history", "set", "help", "quit"]

    private static let theseAreNearCases: [(String, [String])] = [
        ("tabel", ["table"]), ("TAPE", ["tape"]), ("hist", ["history"]), ("conect", ["connect"]),
        ("taple", ["table", "tape"]),
        ("zebra", []), ("", []), ("ste", ["set"]),
    ]

    @Test(arguments: theseAreNearCases)
    func similarWordsAreNear(word: String, near: [String]) {
        expectEqual(DidYouMean.nearest(to: word, among: Self.names), near)
    }

    @Test func overlongWordIsNotCompared() {
        #expect(DidYouMean.nearest(to: String(repeating: "a", count: 100_000), among: Self.names).isEmpty)
    }
}
