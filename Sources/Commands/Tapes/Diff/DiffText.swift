import Notation
import Rendering
package import TapeDeck
import TapeFormats
import Workbench

/// A comparison as text, as rows and as tests.
package struct DiffText {
    private let comparison: TapeComparison
    private let sides: Finding.Sides

    package init(of comparison: TapeComparison, between sides: Finding.Sides) {
        (self.comparison, self.sides) = (comparison, sides)
    }

    /// `3 commands and 2 requests compared: 1 warning, 6 info; 1 command only in monday.`
    package var summary: String {
        let counts = Finding.Severity.allCases.compactMap { severity in
            let count = comparison.count(severity)
            return count == 0 ? nil : severity == .info ? "\(count) info" : Phrase.counted(count, severity.rawValue)
        }
        let alone = comparison.lonely
        if comparison.commands + comparison.requests == 0, alone == (0, 0) { return "Nothing was compared." }
        var clauses =
            counts.isEmpty && alone == (0, 0)
            ? ["no difference"] : counts.isEmpty ? [] : [counts.joined(separator: ", ")]
        clauses += [(alone.old, sides.old), (alone.new, sides.new)].filter { $0.0 > 0 }
            .map { Phrase.counted($0, "command") + " only " + SafeText.line($1) }
        let folded = [
            (comparison.folded, "every recording changes (times, counters, identities)"),
            (comparison.noise, "two answers of now differ in, too"),
        ].filter { $0.0 > 0 }.map { " Not listed: \(Phrase.counted($0, "value")) that \($1)." }
        return Phrase.counted([(comparison.commands, "command"), (comparison.requests, "request")])
            + " compared: " + clauses.joined(separator: "; ") + "." + folded.joined()
    }

    /// A paragraph for each command with differences; empty if there are none.
    package var lines: String {
        let parts = comparison.parts.filter { !$0.findings.isEmpty }
        var counts: [String: Int] = [:], last: String?
        for part in parts { if let line = part.line { counts[line, default: 0] += 1 } }
        var text = ""
        for part in parts {
            let isNext = part.request != nil && part.line == last
            text += lines(of: part, isNext: isNext, isNamed: part.line.map { counts[$0, default: 0] > 1 } ?? true)
            last = part.line
        }
        return text
    }

    /// - Parameters:
    ///   - isNext: whether it follows another request of the same command.
    ///   - isNamed: whether the request is shown besides the command.
    func lines(of part: TapeComparison.Part, isNext: Bool = false, isNamed: Bool = true) -> String {
        var lines: [String] = []
        if let line = part.line, !isNext { lines.append("> " + TerminalText.plain(line)) }
        let indent = part.line == nil ? "" : "  "
        if isNamed, let request = part.request { lines.append(indent + SafeText.line(request)) }
        let inner = isNamed && part.request != nil ? indent + "  " : "  "
        return (lines + Finding.lines(of: part.findings, between: sides).map { inner + $0 }).map { $0 + "\n" }.joined()
    }

    /// The same for a page.
    var panel: FindingsPanel {
        FindingsPanel(summary, between: sides, comparison.parts.map { FindingsPanel.Part($0.title, $0.findings) })
    }

    /// A row for each command with differences.
    var statistics: OutputTable {
        let rows = comparison.parts.filter { !$0.findings.isEmpty }.map { part in
            let only = part.findings.first { $0.kind == .command }?.change(between: sides)
            return Finding.Severity.allCases.map { only == nil ? String(part.count($0)) : "" }
                + [only ?? "", part.title]
        }
        return OutputTable(["failures", "warnings", "info", "only", "command"], rows.map { $0.map { Cell($0) } })
    }

    /// A row for each difference.
    var table: OutputTable {
        let rows = comparison.parts.flatMap { part in
            part.findings.map { finding in
                [
                    finding.severity.rawValue, finding.kind.rawValue, part.line ?? "", part.request ?? "",
                    finding.record ?? "", finding.field, finding.old ?? "", finding.new ?? "",
                ]
            }
        }
        return OutputTable(
            ["severity", "kind", "command", "request", "record", "field", "old", "new"],
            rows.map { $0.map { Cell($0) } })
    }

    /// A test for each command or request, which fails if a program that relies on the older answer would.
    func tests(_ name: String) -> TestReport {
        let cases = comparison.parts.map { part in
            let lines = Finding.lines(of: part.findings, between: sides).joined(separator: "\n")
            let failures = part.count(.failure)
            return failures == 0
                ? TestReport.Case(part.title, .passed, note: lines.isEmpty ? nil : lines)
                : TestReport.Case(part.title, .failed(Phrase.counted(failures, "failure") + ".", detail: lines))
        }
        return TestReport("diff", [TestReport.Suite(name, cases)])
    }
}
