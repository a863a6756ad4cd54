import TestSupport
import Testing

@testable import RecipeDocument

/// Expected output: lines with holes, and the display of differences.
struct ExpectedOutputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let pattern: String
        let line: String
        let fits: Bool
        var testDescription: String { "\(pattern) \(fits ? "fits" : "does not fit") \(line)" }
        init(_ pattern: String, _ line: String, _ fits: Bool = true) {
            (self.pattern, self.line, self.fits) = (pattern, line, fits)
        }
    }

    static let cases = [
        Case("Work note added to [INC].", "Work note added to INC0010021."),
        Case("Work note added to [NUMBER].", "Work note added to PRB0040001."),
        Case("Work note added to [INC].", "Work note added to 12.", false),
        Case("Work note added to [INC].", "Work note added to INC0010021", false),
        Case("[INC]", "I1", false),
        Case("id [SYS_ID]", "id 62826bf03710200044e0bfc8bcbe5df1"),
        Case("id [SYS_ID]", "id 62826bf03710200044e0bfc8bcbe5df12", false),
        Case("at [TIME]", "at 2025-03-03 08:00:00"),
        Case("at [TIME].", "at 2025-03-03T08:00:00.123Z."),
        Case("at [TIME]", "at 2025-03-03T08:00+01:00"),
        Case("[TIME] - [..] (Comment)", "2025-03-03 08:00:00 UTC - Abel (Comment)"),
        Case("at [TIME], late", "at 2025-03-03 08:00:00 -08:00, late"),
        Case("[TIME] - x", "2025-03-03 08:00:00 (user's zone) - x"),
        Case("at [TIME]", "at 2025-03-03", false),
        Case("on [DATE]", "on 2025-03-03"),
        Case("on [DATE]", "on 2025-03-031", false),
        Case("[N] records", "440 records"),
        Case("[N] records", "-4 records"),
        Case("[N] records", "x records", false),
        Case("[N][N]", "12", false),
        Case("a[..]z", "az"),
        Case("a[..]b[..]z", "a b and b z"),
        Case("a[..]b[..]z", "a c z", false),
        Case("[..]", ""),
        Case(#"a \[N] b"#, "a [N] b"),
        Case(#"a \[N] b"#, "a 5 b", false),
        Case("[FOO]", "[FOO]"),
        Case("number  short", "number        short"),
        Case("number  short", "number short", false),
        Case("number  ", "number"),
        Case("number", "number   "),
        Case("name  [..]", "name"),
        Case("  x", "      x"),
        Case("{{who}} and [N]", "[N] and 3"),
        Case("{{nobody}}", "{{nobody}}"),
        Case("ä[N]ß", "ä1ß"),
    ]

    @Test(arguments: cases) func linesMatchOrNot(_ one: Case) {
        expectEqual(LinePattern(one.pattern) { $0 == "who" ? "[N]" : nil }.matches(one.line), one.fits)
    }

    @Test func ellipsisMatchesAnyLines() {
        let expected = ExpectedOutput(["a", "...", "c", "...", "z"])
        for text in ["a\nc\nz", "a\nb\nc\nc\nz\n", "a\nc\nb\nc\nz\nz"] {
            expectEqual(expected.mismatch(with: text), nil, "\(text)")
        }
        #expect(expected.mismatch(with: "a\nb\nz") != nil)
        #expect(expected.mismatch(with: "a\nc\nz\nb") != nil)
        expectEqual(ExpectedOutput(["..."]).mismatch(with: ""), nil)
        expectEqual(ExpectedOutput(["a", "", "b"]).mismatch(with: "a\n\n\nb\n\n"), nil)
    }

    @Test func differenceShowsContextOnly() throws {
        let lines = (1...40).map { "line \($0)" }
        var came = lines
        came[9] = "line ten"
        came.remove(at: 29)
        came.append("one more")
        let mismatch = try #require(ExpectedOutput(lines).mismatch(with: came.joined(separator: "\n") + "\n"))
        expectEqual(
            mismatch.lines.joined(separator: "\n"),
            """
              line 8
              line 9
            - line 10
            + line ten
              line 11
              line 12
              …
              line 28
              line 29
            - line 30
              line 31
              line 32
              …
              line 39
              line 40
            + one more
            """)
        expectEqual(
            mismatch.hunks,
            [
                .init(expected: 9..<10, actual: 9..<10), .init(expected: 29..<30, actual: 29..<29),
                .init(expected: 40..<40, actual: 39..<40),
            ])
    }

    @Test func differenceKeepsEllipsisAndMatchingHoles() throws {
        let expected = ExpectedOutput(["number  [INC]", "...", "state  New", "[N] shown"])
        let mismatch = try #require(
            expected.mismatch(with: "number   INC001\npriority  1\nimpact  2\nstate    Closed\n5 shown"))
        expectEqual(mismatch.hunks, [.init(expected: 2..<3, actual: 3..<4)])
        expectEqual(mismatch.lines, ["  priority  1", "  impact  2", "- state  New", "+ state    Closed", "  5 shown"])
    }

    @Test func differencesEscapeControlCharacters() throws {
        let mismatch = try #require(ExpectedOutput(["a\u{1B}[2Jb"]).mismatch(with: "c\u{1B}]0;x\u{7}d"))
        expectEqual(mismatch.lines, ["- ab", "+ cd"])
    }

    /// The work is bounded by pieces times length, even for hostile input.
    @Test(arguments: ["[..]a", "[..][..]", "[..]aa", "[..][N]", "[..][INC]", "a[..]  ", "[..]\\[N]"])
    func hostileHolesAreMatchedInBoundedTime(_ piece: String) {
        let pattern = LinePattern(String(repeating: piece, count: piece == "[..]a" ? 2000 : 100) + "!") { _ in nil }
        for unit in ["a", "a1", "1", "aa0  "] {
            let line = String(repeating: unit, count: 400 / unit.utf8.count)
            var steps = 0
            #expect(!pattern.matches(Array(line.utf8), steps: &steps))
            #expect(steps <= 4 * pattern.pieces.count * (line.utf8.count + 2))
        }
    }

    @Test func hostileLinesAreComparedInBoundedTime() {
        let expected = ExpectedOutput((0..<100).flatMap { _ in ["...", "[..]a[..]"] } + ["b"])
        var steps = 0
        let mismatch = expected.mismatch(with: String(repeating: "aaaaaaaa\n", count: 150), steps: &steps)
        #expect(mismatch != nil)
        #expect(steps <= 3 * LinePattern.maxSteps)
    }
}
