import Notation

/// A test report as TAP, version 14 (https://testanything.org/tap-version-14-specification.html).
struct TAPReport {
    private let report: TestReport

    init(_ report: TestReport) { self.report = report }

    var text: String {
        var lines = ["TAP version 14", "1..\(report.counts.tests)"]
        var number = 0
        for suite in report.suites {
            for test in suite.cases {
                number += 1
                lines += Self.lines(test, number, in: suite)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ test: TestReport.Case, _ number: Int, in suite: TestReport.Suite) -> [String] {
        let name = description(suite.name.isEmpty ? test.name : suite.name + " " + test.name)
        let remark = test.note.map { ["# " + oneLine($0)] } ?? []
        switch test.outcome {
        case .passed: return ["ok \(number) - \(name)"] + remark
        case .skipped(let reason): return ["ok \(number) - \(name) # SKIP \(description(reason))"] + remark
        case .failed(let message, let detail):
            return ["not ok \(number) - \(name)"] + block(message, detail, severity: "fail") + remark
        case .broken(let message, let detail):
            return ["not ok \(number) - \(name)"] + block(message, detail, severity: "error") + remark
        }
    }

    /// A YAML diagnostic block. JSON strings are valid YAML; the detail is a literal block, indented below the end
    /// marker.
    private static func block(_ message: String, _ detail: String, severity: String) -> [String] {
        var lines = [
            "  ---", "  message: " + JSON.string(TerminalText.plain(message)).compact, "  severity: \(severity)",
        ]
        var detailed = TerminalText.plain(detail).split(separator: "\n", omittingEmptySubsequences: false)[...]
        while detailed.last?.isEmpty ?? false { detailed.removeLast() }
        if !detailed.isEmpty {
            // An explicit indentation indicator, because the first line may begin with blanks.
            lines.append("  detail: |2-")
            lines += detailed.map { $0.isEmpty ? "" : "    " + $0 }
        }
        return lines + ["  ..."]
    }

    /// A test's description on one line; `#` would begin a directive.
    private static func description(_ text: String) -> String {
        var escaped = ""
        for character in oneLine(text) {
            if character == "#" || character == "\\" { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }

    private static func oneLine(_ text: String) -> String {
        TerminalText.plain(text).split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
