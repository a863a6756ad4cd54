import Notation

/// A test report as Markdown, for a comment on a change: a list of tests, with the lines that show a failure.
struct MarkdownReport {
    private let report: TestReport

    init(_ report: TestReport) { self.report = report }

    var text: String {
        let counts = report.counts
        var lines = [
            "# \(Self.inline(report.name))", "",
            "\(counts.tests) tests, \(counts.failed) failed, \(counts.broken) broken, \(counts.skipped) skipped.",
        ]
        for suite in report.suites {
            lines += ["", "## \(Self.inline(suite.name))", ""]
            for test in suite.cases { lines += Self.lines(test) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ test: TestReport.Case) -> [String] {
        let name = inline(test.name)
        let lines: [String]
        switch test.outcome {
        case .passed: lines = ["- ok: \(name)"]
        case .skipped(let reason): lines = ["- skipped: \(name): \(inline(reason))"]
        case .failed(let message, let detail): lines = ["- **failed**: \(name): \(inline(message))"] + block(detail)
        case .broken(let message, let detail): lines = ["- **broken**: \(name): \(inline(message))"] + block(detail)
        }
        return lines + (test.note.map(block) ?? [])
    }

    /// A block of code inside the list item. Four blanks make it one, whatever the text contains.
    private static func block(_ text: String) -> [String] {
        let lines = TerminalText.plain(text).split(separator: "\n", omittingEmptySubsequences: false)
        let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        return end == 0 ? [] : [""] + lines[..<end].map { $0.isEmpty ? "" : "      " + $0 } + [""]
    }

    /// One line, without markup.
    private static func inline(_ text: String) -> String {
        var escaped = ""
        for character in TerminalText.plain(text).split(whereSeparator: \.isNewline).joined(separator: " ") {
            if "\\`*_[]<>&#|~".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }
}
