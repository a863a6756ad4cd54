import Notation

/// The results of a test run. It has no durations, so that the same results give the same text.
package struct TestReport: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        case passed
        /// The failure in one sentence, and the lines that show it.
        case failed(String, detail: String)
        case broken(String, detail: String)
        case skipped(String)
    }

    package struct Case: Sendable, Hashable {
        var name: String
        package var outcome: Outcome
        var note: String?

        package init(_ name: String, _ outcome: Outcome, note: String? = nil) {
            self.name = name
            self.outcome = outcome
            self.note = note
        }
    }

    package struct Suite: Sendable, Hashable {
        package var name: String
        package var cases: [Case]

        package init(_ name: String, _ cases: [Case]) {
            self.name = name
            self.cases = cases
        }
    }

    package struct Counts: Sendable, Hashable {
        package var tests = 0
        package var failed = 0
        package var broken = 0
        var skipped = 0

        init(_ cases: [Case]) {
            tests = cases.count
            for one in cases {
                switch one.outcome {
                case .passed: break
                case .failed: failed += 1
                case .broken: broken += 1
                case .skipped: skipped += 1
                }
            }
        }
    }

    var name: String
    package var suites: [Suite]

    package init(_ name: String, _ suites: [Suite]) {
        self.name = name
        self.suites = suites
    }

    package var counts: Counts { Counts(suites.flatMap(\.cases)) }

    var isGood: Bool { counts.failed == 0 && counts.broken == 0 }
}

package enum ReportFormat: String, Sendable, Hashable, CaseIterable {
    case tap
    case junit
    case json
    case markdown

    package func text(of report: TestReport) -> String {
        switch self {
        case .tap: TAPReport(report).text
        case .junit: JUnitReport(report).text
        case .json: JSONReport(report).json.pretty + "\n"
        case .markdown: MarkdownReport(report).text
        }
    }
}
